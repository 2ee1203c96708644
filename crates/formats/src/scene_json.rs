//! Scene files, `*.scene.json`, version 1. They store a scene completely.
//!
//! A field that version 1 does not know is refused, because it is usually a typing mistake. Fields that begin with `x-`
//! belong to other programs: they are skipped, not kept, and listed in a note. Short rows are padded with void, short
//! rows of `known` with known cells, and short rows of `weights` with cells without a weight. A note reports all of
//! this.

use super::error::nearest;
use super::survey::{Rules, json_error, survey};
use super::{
    Beside, Format, FormatError, FormatInfo, Keeps, Loaded, Options, Written, head, limits, map_rows, too_large, utf8,
};
use gridscope_trace::scene::{Actor, Room, RunSpec, Scene, ScriptLine, TileDetail, WeightRows};
use gridscope_trace::{Cell, Grid, Size, Tile};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use std::collections::BTreeMap;
use std::fmt::Write as _;

/// Value of the field `format`.
pub(crate) const FORMAT: &str = "gridscope-scene";
/// Version that is written, and the newest that is read.
pub(crate) const VERSION: u64 = 1;

/// The scene file format.
#[derive(Debug)]
pub struct SceneJson;

/// Contents of the file before names are looked up. The fields are those in [`FIELDS`].
#[derive(Deserialize)]
struct Raw {
    #[serde(default)]
    title: String,
    #[serde(default)]
    notes: String,
    #[serde(default)]
    legend: BTreeMap<String, String>,
    rows: Vec<String>,
    #[serde(default)]
    known: Option<Vec<String>>,
    #[serde(default)]
    weights: Option<WeightRows>,
    #[serde(default)]
    tiles: Vec<RawDetail>,
    #[serde(default)]
    actors: Vec<Actor>,
    #[serde(default)]
    script: Vec<ScriptLine>,
    #[serde(default)]
    rooms: Vec<Room>,
    #[serde(default)]
    run: RunSpec,
}

#[derive(Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
struct RawDetail {
    at: Cell,
    #[serde(flatten)]
    detail: Detail,
}

/// Fields of [`TileDetail`]. Serde cannot refuse unknown fields of a flattened struct, so [`RawDetail`] does it.
#[derive(Deserialize, Serialize)]
struct Detail {
    #[serde(default, skip_serializing_if = "Option::is_none")]
    inside: Option<gridscope_trace::geometry::Dir>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    key: Option<String>,
}

/// The two fields that identify the format and its version.
#[derive(Deserialize)]
struct Head {
    format: Option<String>,
    version: Option<Value>,
}

/// Fields of version 1.
pub(super) const FIELDS: [&str; 13] = [
    "format", "version", "title", "notes", "legend", "rows", "known", "weights", "tiles", "actors", "script", "rooms",
    "run",
];

/// Limits for a scene file.
static RULES: Rules = Rules {
    fields: &FIELDS,
    lists: &[
        ("rows", limits::SIDE as usize),
        ("known", limits::SIDE as usize),
        ("weights", limits::SIDE as usize),
        ("weights.rows", limits::SIDE as usize),
        ("tiles", limits::DETAILS),
        ("actors", limits::ACTORS),
        ("script", limits::SCRIPT),
        ("rooms", limits::ROOMS),
        ("run.beside", limits::RUNS - 1),
        ("run.bookmarks", limits::SLIDES),
        ("run.bookmarks.claims", limits::SLIDE_CLAIMS),
        ("run.bookmarks.show", limits::SLIDE_SIGNS),
        ("run.bookmarks.pins", limits::SLIDE_PINS),
        ("run.bookmarks.ask.options", limits::SLIDE_OPTIONS),
        ("run.claims", limits::SLIDE_CLAIMS),
        ("run.question.breakpoints", limits::BREAKPOINTS),
        ("run.exercise.done", limits::CLAIMS),
        ("run.exercise.given", limits::SIDE as usize),
        ("run.exercise.solution.rows", limits::SIDE as usize),
        ("run.exercise.solution.known", limits::SIDE as usize),
        ("run.exercise.solution.weights", limits::SIDE as usize),
        ("run.exercise.solution.weights.rows", limits::SIDE as usize),
        ("run.exercise.solution.tiles", limits::DETAILS),
        ("run.exercise.solution.actors", limits::ACTORS),
        ("run.exercise.solution.script", limits::SCRIPT),
        ("run.exercise.solution.rooms", limits::ROOMS),
    ],
    texts: &[
        // The size of the map limits the width of a row.
        ("rows", usize::MAX),
        ("known", usize::MAX),
        ("weights", usize::MAX),
        ("run.exercise.given", usize::MAX),
        ("run.exercise.solution.rows", usize::MAX),
        ("run.exercise.solution.known", usize::MAX),
        ("run.exercise.solution.weights", usize::MAX),
        ("notes", limits::NOTES),
        ("run.bookmarks.note", limits::NOTES),
        ("run.exercise.say", limits::NOTES),
    ],
};

impl Format for SceneJson {
    fn info(&self) -> &FormatInfo {
        static INFO: FormatInfo =
            FormatInfo::new("scene-json", "gridscope scene", &["scene.json", "json"], Keeps::EVERYTHING);
        &INFO
    }

    fn recognises(&self, bytes: &[u8]) -> bool {
        // Lua in a vault of Crawl begins with two braces.
        let inside = head(bytes).strip_prefix(b"{").map(<[u8]>::trim_ascii_start);
        inside.is_some_and(|inside| inside.first().is_none_or(|byte| b"\"}".contains(byte)))
    }

    fn read(&self, name: &str, bytes: &[u8], _: &Options, _: &mut Beside) -> Result<Loaded, FormatError> {
        self.read_text(name, utf8(name, bytes)?)
    }

    fn write(&self, scene: &Scene, _: &Options) -> Result<Written, FormatError> {
        let text = scene_text(scene)
            .map_err(|e| FormatError::whole("the scene", &e.to_string(), "values that JSON can hold"))?;
        // Do not write a file that could not be read again.
        if text.len() as u64 > limits::FILE {
            return Err(too_large("the scene", &format!("it would be a file of {} bytes", text.len()), limits::FILE));
        }
        survey("the scene", &text, &RULES)?;
        Ok(Written::new(text.into_bytes(), Vec::new()))
    }
}

impl SceneJson {
    /// Reads a scene from text.
    pub(crate) fn read_text(&self, name: &str, text: &str) -> Result<Loaded, FormatError> {
        version(name, text)?;
        let foreign = survey(name, text, &RULES)?;
        let raw: Raw = serde_json::from_str(text).map_err(|e| json_error(name, &e))?;
        let glyphs = legend(name, &raw.legend)?;
        let mut notes: Vec<String> = Vec::new();
        if !foreign.is_empty() {
            notes.push(foreign_note(&foreign));
        }
        let tiles = tiles(name, &raw.rows, &glyphs, &mut notes)?;
        let known = raw.known.map(|rows| map_rows::known(name, &rows, tiles.size(), &mut notes)).transpose()?;
        let detail = |d: RawDetail| (d.at, TileDetail { inside: d.detail.inside, key: d.detail.key });
        let mut scene = Scene::new(tiles);
        (scene.title, scene.notes, scene.known) = (raw.title, raw.notes, known);
        if let Some(rows) = raw.weights {
            map_rows::weights(name, &rows, &mut scene, &mut notes)?;
        }
        for (i, (at, detail)) in raw.tiles.into_iter().map(detail).enumerate() {
            if scene.details.insert(at, detail).is_some() {
                let found = format!("tiles, entry {}: the details of {at} are there twice", i.saturating_add(1));
                return Err(FormatError::whole(name, &found, "one entry for a cell"));
            }
        }
        (scene.actors, scene.script, scene.rooms, scene.run) = (raw.actors, raw.script, raw.rooms, raw.run);
        scene.run.exercise.give(&scene.tiles);
        for (i, line) in scene.script.iter().enumerate() {
            if let Some(tile) = line.tile.as_deref().filter(|t| Tile::from_name(t).is_none()) {
                return Err(FormatError::whole(
                    name,
                    &format!("script line {}: there is no tile {tile:?}{}", i.saturating_add(1), near(tile)),
                    &names(),
                ));
            }
        }
        FormatError::check_scene(name, &scene)?;
        Ok(Loaded::new(scene, self.name(), notes).with_run())
    }
}

/// Returns a sentence about fields of other programs.
fn foreign_note(fields: &[String]) -> String {
    let some: Vec<String> = fields.iter().take(5).map(|f| f.chars().take(40).collect()).collect();
    let more = if fields.len() > 5 { format!(" and {} more", fields.len().saturating_sub(5)) } else { String::new() };
    format!("Fields of other programs are not kept: {}{more}.", some.join(", "))
}

/// Returns whether the text has the mark of a scene.
pub(crate) fn is_marked(bytes: &[u8]) -> bool {
    bytes.windows(FORMAT.len()).any(|part| part == FORMAT.as_bytes())
}

/// Refuses a file that is not a scene, or is of a newer version, before anything else is read.
fn version(name: &str, text: &str) -> Result<(), FormatError> {
    let head: Head = serde_json::from_str(text).map_err(|e| json_error(name, &e))?;
    let expected = format!("\"format\": \"{FORMAT}\"");
    match head.format.as_deref() {
        Some(FORMAT) => {}
        Some(other) => return Err(FormatError::whole(name, &format!("the format is {other:?}"), &expected)),
        None => {
            // Any program may have written this JSON.
            let others = "Tiled (.tmj), LDtk (.ldtk), One Page Dungeon, Posthoc and plans of many movers";
            let expected = format!("{expected}; other JSON that is read is that of {others}");
            return Err(FormatError::whole(name, "the JSON names no format", &expected));
        }
    }
    match head.version {
        Some(v) if v.as_u64() == Some(VERSION) => Ok(()),
        Some(v) if v.as_u64().is_some_and(|v| v > VERSION) => Err(FormatError::whole(
            name,
            &format!("version {v} is newer than this program"),
            &format!("version {VERSION}"),
        )),
        Some(v) => Err(FormatError::whole(name, &format!("the version is {v}"), &format!("version {VERSION}"))),
        None => Err(FormatError::whole(name, "the scene names no version", &format!("version {VERSION}"))),
    }
}

fn near(tile: &str) -> String {
    nearest(tile, Tile::ALL.iter().map(|t| t.info().name))
}

fn names() -> String {
    format!("one of {}", Tile::ALL.iter().map(|t| t.info().name).collect::<Vec<_>>().join(", "))
}

/// Returns the tile of each glyph: the default glyphs, overridden by the file's legend.
fn legend(name: &str, legend: &BTreeMap<String, String>) -> Result<BTreeMap<char, Tile>, FormatError> {
    let mut glyphs: BTreeMap<char, Tile> = Tile::ALL.iter().map(|&t| (t.info().glyph, t)).collect();
    for (glyph, tile) in legend {
        let mut chars = glyph.chars();
        let (Some(c), None) = (chars.next(), chars.next()) else {
            let found = format!("legend: {glyph:?} is not a glyph");
            return Err(FormatError::whole(name, &found, "one character"));
        };
        let Some(known) = Tile::from_name(tile) else {
            let found = format!("legend, {glyph:?}: there is no tile {tile:?}{}", near(tile));
            return Err(FormatError::whole(name, &found, &names()));
        };
        glyphs.insert(c, known);
    }
    Ok(glyphs)
}

/// Returns the checked width and height of rows of text.
pub(super) fn checked_size<'a>(name: &str, rows: impl Iterator<Item = &'a str> + Clone) -> Result<Size, FormatError> {
    let height = rows.clone().count() as u64;
    let width = rows.map(|r| r.chars().count() as u64).max().unwrap_or(0);
    Size::checked(width, height).map_err(|e| FormatError::whole(name, &e.to_string(), ""))
}

/// Returns a sentence about the rows that were shorter than the map, if there are any. Rows count from 1.
pub(super) fn padded(short: &[usize], width: u16) -> Option<String> {
    let rows = short_rows(short)?;
    Some(format!("The map is {width} cells wide; {rows} shorter and padded with void."))
}

/// Returns the beginning of a sentence about rows: `row 3 was`, `rows 3, 5 were`.
pub(super) fn short_rows(short: &[usize]) -> Option<String> {
    let first = short.first()?;
    Some(match short.len() {
        1 => format!("row {first} was"),
        2..=6 => format!("rows {} were", short.iter().map(ToString::to_string).collect::<Vec<_>>().join(", ")),
        n => format!("{n} rows, the first of them row {first}, were"),
    })
}

fn tiles(
    name: &str,
    rows: &[String],
    glyphs: &BTreeMap<char, Tile>,
    notes: &mut Vec<String>,
) -> Result<Grid<Tile>, FormatError> {
    let size = checked_size(name, rows.iter().map(String::as_str))?;
    let mut tiles = Grid::new(size, Tile::Void);
    let mut short = Vec::new();
    for (y, row) in rows.iter().enumerate() {
        let mut width = 0;
        for (x, glyph) in row.chars().enumerate() {
            let Some(&tile) = glyphs.get(&glyph) else {
                let found = format!(
                    "row {}, column {}: the glyph {glyph:?} stands for no tile",
                    y.saturating_add(1),
                    x.saturating_add(1)
                );
                let all: String = glyphs.keys().collect();
                return Err(FormatError::whole(name, &found, &format!("one of `{all}` or an entry in the legend")));
            };
            tiles.set(Cell::new(x as u16, y as u16), tile);
            width = x.saturating_add(1);
        }
        if width < size.width as usize {
            short.push(y.saturating_add(1));
        }
    }
    notes.extend(padded(&short, size.width));
    Ok(tiles)
}

/// Builds the text of the file, with one map row or actor per line, so that two versions are easy to compare.
fn scene_text(scene: &Scene) -> Result<String, serde_json::Error> {
    let mut parts = vec![
        format!("\"format\": \"{FORMAT}\", \"version\": {VERSION}"),
        format!("\"title\": {}", serde_json::to_string(&scene.title)?),
    ];
    if !scene.notes.is_empty() {
        parts.push(format!("\"notes\": {}", serde_json::to_string(&scene.notes)?));
    }
    let used = map_rows::tiles_of(scene);
    let legend = used
        .iter()
        .map(|t| Ok(format!("{}: {}", serde_json::to_string(&t.info().glyph)?, serde_json::to_string(t.info().name)?)))
        .collect::<Result<Vec<_>, serde_json::Error>>()?;
    parts.push(format!("\"legend\": {{ {} }}", legend.join(", ")));
    let rows: Vec<String> = scene.tiles.rows().map(|r| r.iter().map(|t| t.info().glyph).collect()).collect();
    parts.push(format!("\"rows\": {}", lines(&rows)?));
    if let Some(rows) = map_rows::known_rows(scene) {
        parts.push(format!("\"known\": {}", lines(&rows)?));
    }
    match map_rows::weight_rows(scene) {
        Some(WeightRows::Digits(rows)) => parts.push(format!("\"weights\": {}", lines(&rows)?)),
        Some(WeightRows::Numbers { unit, rows }) => {
            parts.push(format!("\"weights\": {{ \"unit\": {unit}, \"rows\": {} }}", lines(&rows)?));
        }
        None => {}
    }
    let details: Vec<RawDetail> = scene
        .details
        .iter()
        .map(|(&at, d)| RawDetail { at, detail: Detail { inside: d.inside, key: d.key.clone() } })
        .collect();
    if !details.is_empty() {
        parts.push(format!("\"tiles\": {}", lines(&details)?));
    }
    parts.push(format!("\"actors\": {}", lines(&scene.actors)?));
    if !scene.script.is_empty() {
        parts.push(format!("\"script\": {}", lines(&scene.script)?));
    }
    if !scene.rooms.is_empty() {
        parts.push(format!("\"rooms\": {}", lines(&scene.rooms)?));
    }
    parts.push(format!("\"run\": {}", serde_json::to_string(&scene.run)?));
    let mut text = String::from("{ ");
    text.push_str(&parts.join(",\n  "));
    text.push_str(" }\n");
    Ok(text)
}

/// Returns a JSON list with one item per line.
fn lines<T: Serialize>(items: &[T]) -> Result<String, serde_json::Error> {
    let mut text = String::from("[");
    for (i, item) in items.iter().enumerate() {
        let comma = if i == 0 { "" } else { "," };
        // Writing to a String cannot fail.
        let _ = write!(text, "{comma}\n    {}", serde_json::to_string(item)?);
    }
    text.push_str(if items.is_empty() { "]" } else { "\n  ]" });
    Ok(text)
}
