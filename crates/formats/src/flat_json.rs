//! Flat JSON for Unity, written only. Unity's `JsonUtility` reads neither lists of lists nor dictionaries, so the cells are
//! one list, row by row from the top, and cells of actors are objects.
//!
//! ```json
//! {"width": 2, "height": 1, "names": ["floor", "wall"], "tiles": [1, 0], "weights": [],
//!  "actors": [{"kind": "guard", "x": 1, "y": 0, "facing": "e", "goal": {"x": 0, "y": 0}}]}
//! ```
//!
//! A number in `tiles` is an index into `names`, which has all tiles. `weights` is empty if no cell has a weight, and 0
//! stands for none. y grows downward; in Unity it grows upward, so a cell's row there is `height - 1 - y`.

use super::{Format, FormatError, FormatInfo, Keeps, Kept, Options, Written, losses};
use gridscope_trace::{Actor, Cell, Scene, Tile, Weights};
use serde::Serialize;
use serde_json::{Map, Number, Value, json};

/// The flat JSON format.
#[derive(Debug)]
pub(crate) struct FlatJson;

/// The contents of a file.
#[derive(Serialize)]
struct File {
    width: u16,
    height: u16,
    names: Vec<&'static str>,
    tiles: Vec<u8>,
    weights: Vec<Number>,
    actors: Vec<Actors>,
}

/// An actor, with its kind and cell before the other fields.
#[derive(Serialize)]
struct Actors {
    kind: &'static str,
    x: u16,
    y: u16,
    #[serde(flatten)]
    others: Map<String, Value>,
}

impl Format for FlatJson {
    fn info(&self) -> &FormatInfo {
        static INFO: FormatInfo = FormatInfo::only_written(
            "flat-json",
            "flat JSON",
            &["flat.json"],
            Keeps::of([Kept::All, Kept::All, Kept::Part, Kept::Nothing, Kept::Nothing]),
        );
        &INFO
    }

    fn write(&self, scene: &Scene, _: &Options) -> Result<Written, FormatError> {
        FormatError::check_scene("the scene", scene)?;
        let mut lost: Vec<String> = losses::title(scene).into_iter().collect();
        lost.extend(losses::beside_the_map(scene));
        let mut foreign = 0_usize;
        let actors = scene.actors.iter().map(|actor| flat(actor, &mut foreign)).collect();
        if foreign > 0 {
            lost.push(format!("{} of other programs (x-)", super::plain::format_count(foreign, "field")));
        }
        let file = File {
            width: scene.size().width,
            height: scene.size().height,
            names: Tile::ALL.iter().map(|tile| tile.info().name).collect(),
            tiles: scene.tiles.as_slice().iter().map(|&tile| tile as u8).collect(),
            weights: scene.weights.iter().flat_map(weight_numbers).collect(),
            actors,
        };
        let mut bytes = serde_json::to_vec(&file).map_err(|e| FormatError::whole("the scene", &e.to_string(), ""))?;
        bytes.push(b'\n');
        Ok(Written::new(bytes, lost))
    }
}

/// Returns an actor in flat form. Counts the fields of other programs, which have no fixed type.
fn flat(actor: &Actor, foreign: &mut usize) -> Actors {
    let own = match serde_json::to_value(actor) {
        Ok(Value::Object(own)) => own,
        _ => Map::new(),
    };
    let mut others = Map::new();
    for (name, value) in own {
        if name.starts_with("x-") {
            *foreign = foreign.saturating_add(1);
        } else if !matches!(name.as_str(), "kind" | "at") {
            others.insert(name, flat_cells(value));
        }
    }
    let Cell { x, y } = actor.at;
    Actors { kind: actor.kind.name(), x, y, others }
}

/// Returns a value with each cell `[x, y]` as an object. Other lists hold words.
fn flat_cells(value: Value) -> Value {
    match value {
        Value::Array(all) => match all.as_slice() {
            [x @ Value::Number(_), y @ Value::Number(_)] => json!({ "x": x, "y": y }),
            _ => all.into_iter().map(flat_cells).collect(),
        },
        other => other,
    }
}

/// Returns the weights as numbers: whole ones, or decimals if they are none; 0 for none.
fn weight_numbers(weights: &Weights) -> impl Iterator<Item = Number> {
    weights.times().as_slice().iter().map(|&times| {
        let weight = weights.weight(times);
        if weight.unit() == 1 { weight.times().into() } else { Number::from_f64(weight.value()).unwrap_or(0.into()) }
    })
}
