//! Maps of Tiled.

mod collision;
mod hostile;
mod layers;
mod objects;
mod samples;
mod writing;

use gridscope_formats::tile_mapping::TileAnswers;
use gridscope_formats::{FormatError, Loaded, Options, read_bytes};
use gridscope_trace::actor::FieldValue;
use gridscope_trace::scene::{Actor, ActorKind, Room, Scene};
use gridscope_trace::{Cell, Grid, Size, Tile};

/// Reads a text that has no file.
pub(super) fn read(text: &str) -> Result<Loaded, FormatError> {
    read_bytes("the map", text.as_bytes(), &Options::default())
}

pub(super) fn answered(text: &str, answers: &str) -> Result<Loaded, FormatError> {
    let tiles = TileAnswers::from_text(answers).expect("answers");
    read_bytes("the map", text.as_bytes(), &Options { tiles, ..Options::default() })
}

/// Returns a TMX map of 3 × 2 cells of 16 pixels with a tileset of floor, wall and an unnamed tile, and this content.
pub(super) fn tmx(content: &str) -> String {
    tmx_with("", content)
}

pub(super) fn tmx_with(attributes: &str, content: &str) -> String {
    format!(
        "<map {attributes} width=\"3\" height=\"2\" tilewidth=\"16\" tileheight=\"16\">\
         <tileset firstgid=\"1\" name=\"t\" tilewidth=\"16\" tileheight=\"16\" tilecount=\"9\">\
         <tile id=\"1\" type=\"wall\"/><tile id=\"0\" type=\"floor\"/>\
         <tile id=\"3\"><properties><property name=\"cost\" type=\"float\" value=\"3\"/></properties></tile>\
         <tile id=\"4\"><objectgroup><object x=\"0\" y=\"0\" width=\"16\" height=\"8\"/></objectgroup></tile>\
         <tile id=\"5\"><objectgroup><object x=\"0\" y=\"0\" width=\"16\" height=\"7\"/></objectgroup></tile>\
         </tileset>{content}</map>"
    )
}

/// Returns a layer of 3 × 2 cells.
pub(super) fn layer(name: &str, cells: &str) -> String {
    format!("<layer name=\"{name}\" width=\"3\" height=\"2\"><data encoding=\"csv\">{cells}</data></layer>")
}

pub(super) fn floor() -> String {
    layer("ground", "1,1,1,1,1,1")
}

/// Returns a layer of objects.
pub(super) fn objects(content: &str) -> String {
    format!("<objectgroup name=\"o\">{content}</objectgroup>")
}

pub(super) fn actors(loaded: &Loaded) -> Vec<(ActorKind, u16, u16)> {
    loaded.scene.actors.iter().map(|actor| (actor.kind, actor.at.x, actor.at.y)).collect()
}

/// A scene with every kind of field, and with names that need care.
pub(super) fn scene_of_fields() -> Scene {
    let mut scene = Scene::new(Grid::new(Size::new(6, 5), Tile::Floor));
    let cell = Cell::new(3, 4);
    let mut guard = Actor::new(ActorKind::Guard, cell);
    guard.set_keys(vec!["red".into(), "a, b".into(), " c".into(), String::new()]);
    guard.set_goal(Some(Cell::new(5, 0)));
    // The route does not begin where the guard is, and another actor is on its first cell.
    guard.set_route(vec![Cell::new(0, 0), Cell::new(0, 0), Cell::new(5, 4)]);
    let mut second = Actor::new(ActorKind::Guard, Cell::new(0, 0));
    second.set_route(vec![Cell::new(1, 1)]);
    second.set_keys(vec!["[1]".into()]);
    second.set("x-note", Some(FieldValue::Other(serde_json::json!({ "deep": [1, "<two>"] }))));
    let mut exit = Actor::new(ActorKind::Exit, Cell::new(1, 0));
    exit.set_down(Some(false));
    exit.set_value(Some(u32::MAX));
    exit.set_to(Some(cell));
    exit.set_room(Some("Halle \"7\" & <mehr>\n'x'\t".into()));
    exit.set("what", Some(FieldValue::Word(String::new())));
    let mut unit = Actor::new(ActorKind::Unit, cell);
    unit.set_team(Some(2));
    unit.set_active(Some(true));
    scene.actors = vec![guard, second, exit, unit];
    let name = |text: &str| text.to_owned();
    scene.rooms = vec![
        Room { name: name("a\nb"), from: Cell::new(1, 1), to: Cell::new(4, 3) },
        Room { name: name(""), from: Cell::new(4, 3), to: Cell::new(1, 1) },
        Room { name: name("same"), from: Cell::new(2, 3), to: Cell::new(4, 1) },
        Room { name: name("same"), from: cell, to: cell },
    ];
    scene.known = Some(Grid::new(scene.size(), true));
    scene
}
