//! LDtk projects that are read: samples, facts of the format, and files that are damaged or made to do harm.

mod read;
mod refused;
mod writing;

use super::support::{ROOM, is_clear, read_sample, rows, sample, survives_damage};
use gridscope_formats::tile_mapping::{Ask, TileAnswers};
use gridscope_formats::{Beside, FORMATS, FormatError, Loaded, Options, read_bytes};
use gridscope_trace::actor::FieldValue;
use gridscope_trace::{ActorKind, Cell, Dir, Scene, Tile};
use serde_json::{Value, json};

pub(super) const SAMPLES: [&str; 5] =
    ["room", "separate", "multi-worlds", "pivot-bottom-values-unnamed", "before-0.8-intGrid"];

/// The answers for the values of the sample without names.
pub(super) const ANSWERS: &str = "Terrain:1=wall,Terrain:2=floor,Terrain:3=door,Terrain:4=water,Terrain:5=rubble,Terrain:6=bush,\
                       Terrain:7=window,Terrain:8=lava";

pub(super) fn answers(text: &str) -> Options {
    Options { tiles: TileAnswers::from_text(text).expect("answers"), ..Options::default() }
}

/// Returns the sample of the room as JSON.
pub(super) fn room() -> Value {
    let bytes = std::fs::read(sample("ldtk/room.ldtk")).expect("the sample");
    serde_json::from_slice(&bytes).expect("JSON")
}

pub(super) fn read(project: &Value, options: &Options) -> Result<Loaded, FormatError> {
    read_bytes("a.ldtk", project.to_string().as_bytes(), options)
}

pub(super) fn layer(project: &mut Value, i: usize) -> &mut Value {
    &mut project["levels"][0]["layerInstances"][i]
}

pub(super) fn is_the_room(what: &str, scene: &Scene) {
    assert_eq!(rows(scene), ROOM, "{what}");
    let [guard, goal] = &scene.actors[..] else { panic!("{what}: {:?}", scene.actors) };
    assert_eq!((guard.kind, guard.at, guard.range()), (ActorKind::Guard, Cell::new(1, 1), Some(12)), "{what}");
    assert_eq!(guard.route(), [Cell::new(1, 1), Cell::new(2, 1), Cell::new(2, 2)], "{what}");
    assert_eq!((goal.kind, goal.at), (ActorKind::Goal, Cell::new(6, 3)), "{what}");
    assert_eq!(scene.title, "A room", "{what}");
}
