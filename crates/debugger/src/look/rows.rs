//! The look of tiles and actors as JSON, for players without a program.

use super::{
    Hue, Ink, Look, Pose, actor_colours, has_notch, hex, is_second_side, is_solid, list_inks, look_of, signs_text,
    text, variables,
};
use crate::session::window::ThemeName;
use gridscope_trace::view::board::Mark;
use gridscope_trace::{Actor, ActorKind, Cell, Tile};
use serde_json::{Map, Value as Json, json};

/// Returns name, kind and picture of a tile. The kind is 1 for a wall, 2 for void, plus 4 if the picture turns, plus 8 if it
/// is at the side of its cell.
pub(crate) fn tile_row(tile: Tile) -> Json {
    let own = look_of(tile);
    let flags = [is_solid(tile), tile == Tile::Void, own.pose != Pose::Free, own.pose == Pose::Leaf];
    let kind = flags.into_iter().zip(0..).fold(0_u8, |kind, (flag, bit)| kind | u8::from(flag) << bit);
    json!([tile.english(), kind, text(own.shapes)])
}

/// Returns name, colours, picture or word of an actor, and whether it has the notch of the second side.
pub(crate) fn actor_row(actor: &Actor, word: &str) -> Json {
    let (disc, icon) = actor_colours(actor.kind, is_second_side(actor));
    let icon = icon.map_or("", Hue::name);
    json!([actor.kind.name(), disc.name(), icon, signs_text(actor), u8::from(has_notch(actor)), word])
}

/// Returns the module `web/map-look.js`: what a page needs to draw the map of a scene before its program is there. It has
/// the colours of the themes as CSS variables, the tiles with their glyphs, numbers and grounds, the actors of both sides,
/// and the letters of actors in text maps.
pub fn map_module() -> String {
    let mut inks: Vec<Ink> = Hue::ALL.iter().copied().map(Ink::Of).collect();
    for &tile in Tile::ALL {
        list_inks(look_of(tile).shapes, &mut inks);
    }
    let themes: Vec<String> = ThemeName::ALL.into_iter().map(|theme| variables(theme, inks.clone())).collect();
    let mut tiles = Map::new();
    for &tile in Tile::ALL {
        let grounds = ThemeName::ALL.map(|theme| hex(Look::new(theme).cell(tile, Mark::default())));
        let (info, row) = (tile.info(), tile_row(tile));
        tiles.insert(info.name.to_owned(), json!([info.glyph, tile as u8, grounds, row]));
    }
    let row_of = |kind: ActorKind, team: u8| {
        let mut actor = Actor::new(kind, Cell::new(0, 0));
        actor.set_team(Some(team));
        actor_row(&actor, "")
    };
    let rows = |kind: ActorKind| (kind.name().to_owned(), json!([row_of(kind, 1), row_of(kind, 2)]));
    let actors: Map<String, Json> = ActorKind::ALL.iter().copied().map(rows).collect();
    let letter =
        |glyph: char| Some((glyph.to_string(), json!(Actor::from_glyph(glyph, Cell::new(0, 0), false)?.kind.name())));
    let letters: Map<String, Json> = (' '..='~').filter_map(letter).collect();
    let look = json!({ "themes": themes, "tiles": tiles, "actors": actors, "letters": letters });
    format!("// Written by a test from gridscope_debugger::look. Do not edit.\nexport const MAP_LOOK = {look};\n")
}
