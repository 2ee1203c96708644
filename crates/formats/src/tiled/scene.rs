//! Turns a map of Tiled into a scene.

use super::area::{area, shift};
use super::layers::{Painted, Painter, foreign_tiles, show_tops};
use super::model::{Content, Map, Orientation, excerpt};
use super::objects::{ObjectReader, ReadObjects};
use super::{external, pictures};
use crate::beside::Beside;
use crate::tile_mapping::{KnownBy, TileMapping, TileMeaning, empty_note};
use crate::{FormatError, Loaded, Options, scene_rest};
use gridscope_trace::Tile;
use gridscope_trace::scene::RunSpec;

/// Property of a map with the parts of a scene that Tiled does not have.
pub(super) const REST: &str = "gridscope";
/// Number of names that a note lists.
const LISTED: usize = 8;

/// Returns the scene of a map. `format` is the name of the format of its file.
pub(super) fn read(
    name: &str,
    format: &'static str,
    mut map: Map,
    options: &Options,
    beside: &mut Beside,
) -> Result<Loaded, FormatError> {
    let unread = external::complete(&mut map, beside);
    let mut notes = about(&map);
    let area = area(name, &map)?;
    if (area.x, area.y) != (0, 0) {
        notes.push(format!("Cell (0,0) is ({},{}) in Tiled.", area.x, area.y));
    }
    notes.extend(unread.iter().cloned());
    let foreign = foreign_tiles(&map);
    let keys: Vec<String> = foreign.iter().map(|tile| tile.key.clone()).collect();
    let painter = Painter::new(&map, area, TileMapping::new(&options.tiles), foreign);
    let Painted { mut scene, notes: of_tiles, dropped: of_shapes, empty: (empty, known_empty), found } =
        painter.paint(name)?;
    notes.extend(of_tiles);
    let ReadObjects { dropped: of_objects, notes: about_objects, rows, is_stranded } =
        ObjectReader::new(name, &map, area, &options.tiles).read(&mut scene)?;
    let void = if known_empty.is_none() { empty } else { 0 };
    let doubt = empty_note(&scene, void, is_stranded, &options.tiles);
    if found.asks(doubt.is_some() || rows.iter().any(|row| row.asks)) {
        let asks_empty = doubt.is_some() && !found.is_open();
        let void = (TileMeaning::plain(Tile::Void), KnownBy::Empty);
        let known_empty = known_empty.or((!asks_empty).then_some(void));
        let mut question = found.question((empty, known_empty));
        question.objects = rows;
        let places = question.places();
        let places: Vec<u16> = keys.iter().map(|key| places.get(key).copied().unwrap_or(0)).collect();
        show_tops(&map, area, &places, &mut question);
        pictures::show(&map, area, &places, &mut question, beside);
        return Err(with_unread(FormatError::asks(name, question), &unread));
    }
    let mut dropped = std::mem::take(&mut map.dropped);
    dropped.count("the turn of # tile|", map.palette.flipped);
    let odd = map.layers.iter().filter(|layer| shift(&map, layer).is_none()).count();
    dropped.count("the offset of # layer|, which is no whole number of tiles", odd);
    dropped.extend(of_shapes);
    dropped.extend(of_objects);
    notes.extend(dropped.note());
    notes.extend(about_objects);
    notes.extend(doubt);
    let decided = found.decided(&scene);
    FormatError::check_scene(name, &scene)?;
    let Some(rest) = map.text(REST).map(str::to_owned) else {
        return Ok(Loaded::new(scene, format, notes).decided_by(decided));
    };
    // The layers of a large map take much memory.
    drop(map);
    let rooms = std::mem::take(&mut scene.rooms);
    let (mut scene, of_rest) = scene_rest::with_rest(name, scene, &rest)?;
    if !rooms.is_empty() {
        scene.rooms = rooms;
    }
    let has_run = of_rest.is_empty() || scene.run != RunSpec::default();
    notes.extend(of_rest);
    let loaded = Loaded::new(scene, format, notes).decided_by(decided);
    Ok(if has_run { loaded.with_run() } else { loaded })
}

/// Returns notes about the map as a whole.
fn about(map: &Map) -> Vec<String> {
    let mut notes = Vec::new();
    let is_ours = map.text(REST).is_some();
    if !map.tiled_version.is_empty() && !is_ours {
        notes.push(format!("The map was written by Tiled {}.", excerpt(&map.tiled_version)));
    }
    match map.orientation {
        Orientation::Orthogonal => {}
        Orientation::Isometric => notes.push("The map is isometric. Its cells are shown as squares.".into()),
        Orientation::Oblique => notes.push("The map is oblique. Its cells are shown as squares.".into()),
    }
    if !map.layers.iter().any(|layer| matches!(layer.content, Content::Tiles(_))) {
        notes.push("The map has no layer of tiles, so all cells are void.".into());
    }
    let others = || map.properties.iter().filter(|(name, _)| name != REST);
    let list: Vec<String> = others().take(LISTED).map(|(name, _)| excerpt(name)).collect();
    if !list.is_empty() {
        let more = match others().count().saturating_sub(LISTED) {
            0 => String::new(),
            more => format!(" and {more} more"),
        };
        notes.push(format!("Properties of the map that were not read: {}{more}.", list.join(", ")));
    }
    notes
}

/// Returns an error with the reasons why files beside the map were not read, because their tiles are then asked for.
fn with_unread(mut error: FormatError, unread: &[String]) -> FormatError {
    for why in unread.iter().take(2) {
        error.found = format!("{}. {}", error.found, why.trim_end_matches('.'));
    }
    error
}
