//! Dungeons of Watabou's One Page Dungeon (JSON), read only.
//!
//! Source: exported files, and what programs of others read from them. `rects` are the rooms and corridors, in cells;
//! coordinates may be negative. A rect with `rotunda` is round. `doors` have a type; `columns` and `water` are cells;
//! `notes` are texts with a place. Everything outside the rects is wall.

use super::plain::{counted, is_unseen};
use super::survey::{ANY, json_error, survey};
use super::{Beside, Format, FormatError, FormatInfo, Loaded, Options, head, limits, utf8};
use crate::core::{Actor, ActorKind, Cell, Grid, Scene, Size, Tile};
use serde_json::{Map, Value};
use std::collections::BTreeMap;
use std::fmt::Write as _;

/// The format of One Page Dungeon.
#[derive(Debug)]
pub(crate) struct Watabou;

/// Number of bytes in which the fields are looked for.
const HEAD: usize = 1 << 20;
/// Largest distance of a cell from (0, 0).
const FAR: i64 = 1_000_000;
/// Largest number of cells that the rects may cover together, counting cells of several rects again.
const COVERED: u64 = 4 * limits::CELLS;

impl Format for Watabou {
    fn info(&self) -> &FormatInfo {
        static INFO: FormatInfo = FormatInfo::only_read("watabou", "One Page Dungeon", &["dungeon.json"]);
        &INFO
    }

    fn recognises(&self, bytes: &[u8]) -> bool {
        let bytes = bytes.get(..HEAD).unwrap_or(bytes);
        let mut fields = outermost_fields(head(bytes)).filter(|field| matches!(*field, b"rects" | b"doors"));
        fields.next().is_some_and(|first| fields.any(|field| field != first))
    }

    fn read(&self, name: &str, bytes: &[u8], _: &Options, _: &mut Beside) -> Result<Loaded, FormatError> {
        let text = utf8(name, bytes)?;
        survey(name, text, &ANY)?;
        let dungeon: Map<String, Value> = serde_json::from_str(text).map_err(|error| json_error(name, &error))?;
        let mut reader = Reader { name, dungeon: &dungeon, notes: Vec::new(), left: 0, top: 0 };
        let scene = reader.scene()?;
        Ok(Loaded::new(scene, self.name(), reader.notes))
    }
}

/// Returns the names of the fields of the outermost object in a text of JSON, which may be cut.
fn outermost_fields(text: &[u8]) -> impl Iterator<Item = &[u8]> {
    let mut bytes = text.iter().enumerate();
    let (mut depth, mut word) = (0_usize, None);
    std::iter::from_fn(move || {
        while let Some((at, byte)) = bytes.next() {
            match byte {
                b'{' | b'[' => depth = depth.saturating_add(1),
                b'}' | b']' => depth = depth.saturating_sub(1),
                b'"' => {
                    let mut escaped = false;
                    let end = bytes.by_ref().find(|&(_, &byte)| {
                        let closes = byte == b'"' && !escaped;
                        escaped = byte == b'\\' && !escaped;
                        closes
                    });
                    word = end.and_then(|(end, _)| text.get(at.saturating_add(1)..end));
                }
                b':' if depth == 1 => {
                    if let Some(word) = word.take() {
                        return Some(word);
                    }
                }
                _ => {}
            }
        }
        None
    })
}

/// A rect in cells of the file.
struct Rect {
    x: i64,
    y: i64,
    width: i64,
    height: i64,
    is_round: bool,
}

/// An entry of a list, with its place for messages.
struct Entry<'a> {
    list: &'static str,
    index: usize,
    object: &'a Map<String, Value>,
}

impl Entry<'_> {
    fn path(&self) -> String {
        format!("{}[{}]", self.list, self.index)
    }
}

struct Reader<'a> {
    name: &'a str,
    dungeon: &'a Map<String, Value>,
    notes: Vec<String>,
    /// Coordinates there of the cell (0, 0).
    left: i64,
    top: i64,
}

impl<'a> Reader<'a> {
    fn error(&self, path: &str, found: &str, expected: &str) -> FormatError {
        FormatError::whole(self.name, &format!("{path} {found}"), expected)
    }

    fn scene(&mut self) -> Result<Scene, FormatError> {
        let rects = self.rects()?;
        let (left, top) = (rects.iter().map(|r| r.x).min().unwrap_or(0), rects.iter().map(|r| r.y).min().unwrap_or(0));
        let right = rects.iter().map(|r| r.x.saturating_add(r.width)).max().unwrap_or(0);
        let bottom = rects.iter().map(|r| r.y.saturating_add(r.height)).max().unwrap_or(0);
        // One cell of wall surrounds the rects.
        let side = |from: i64, to: i64| to.abs_diff(from).saturating_add(2);
        let size = Size::checked(side(left, right), side(top, bottom))
            .map_err(|e| FormatError::whole(self.name, &format!("rects: {e}"), ""))?;
        (self.left, self.top) = (left.saturating_sub(1), top.saturating_sub(1));
        let mut scene = Scene::new(Grid::new(size, Tile::Wall));
        for rect in &rects {
            self.dig(&mut scene, rect);
        }
        self.notes.push(format!("Cell (0,0) is ({},{}) there.", self.left, self.top));
        self.tiles(&mut scene, "water", Tile::Water)?;
        self.tiles(&mut scene, "columns", Tile::Wall)?;
        self.doors(&mut scene)?;
        self.texts(&mut scene)?;
        Ok(scene)
    }

    /// Returns the entries of a list of the outermost object. A list that is missing is empty.
    fn list(&self, list: &'static str) -> Result<Vec<Entry<'a>>, FormatError> {
        let all = match self.dungeon.get(list) {
            None | Some(Value::Null) => return Ok(Vec::new()),
            Some(Value::Array(all)) => all,
            Some(_) => return Err(self.error(list, "is not a list", "a list")),
        };
        let entry = |(index, value): (usize, &'a Value)| match value.as_object() {
            Some(object) => Ok(Entry { list, index, object }),
            None => Err(self.error(&format!("{list}[{index}]"), "is not an object", "an object")),
        };
        all.iter().enumerate().map(entry).collect()
    }

    /// Returns a whole number of an entry. Numbers such as `-0` and `3.0` are whole.
    fn whole(&self, entry: &Entry<'_>, field: &str) -> Result<i64, FormatError> {
        let value = entry.object.get(field);
        let number = value.and_then(Value::as_f64).filter(|n| n.fract() == 0.0 && n.abs() <= FAR as f64);
        number.map(|n| n as i64).ok_or_else(|| {
            let found = match value {
                Some(Value::Number(number)) => format!("is {number}"),
                Some(_) => "is not a number".into(),
                None => "is missing".into(),
            };
            let path = format!("{}.{field}", entry.path());
            self.error(&path, &found, &format!("a whole number from -{FAR} to {FAR}"))
        })
    }

    fn rects(&mut self) -> Result<Vec<Rect>, FormatError> {
        let (mut rects, mut covered, mut endings) = (Vec::new(), 0_u64, 0_usize);
        for rect in self.list("rects")? {
            let whole = |field| self.whole(&rect, field);
            let (x, y, width, height) = (whole("x")?, whole("y")?, whole("w")?, whole("h")?);
            if width < 1 || height < 1 {
                return Err(self.error(&rect.path(), &format!("is {width} × {height} cells"), "at least 1 × 1"));
            }
            covered = covered.saturating_add(width.unsigned_abs().saturating_mul(height.unsigned_abs()));
            if covered > COVERED {
                let found = format!("and those before it cover {covered} cells");
                return Err(self.error(&rect.path(), &found, &format!("at most {COVERED}")));
            }
            let is = |field: &str| rect.object.get(field).and_then(Value::as_bool) == Some(true);
            endings = endings.saturating_add(usize::from(is("ending")));
            rects.push(Rect { x, y, width, height, is_round: is("rotunda") });
        }
        if rects.is_empty() {
            return Err(FormatError::whole(self.name, "there are no rects", "a room or more in \"rects\""));
        }
        if endings > 0 {
            self.notes.push(format!("Marks of endings were not read: {}.", counted(endings, "rect")));
        }
        Ok(rects)
    }

    /// Returns the cell of the map for coordinates of the file, if it is on the map.
    fn cell(&self, scene: &Scene, x: i64, y: i64) -> Option<Cell> {
        let side = |at: i64, from: i64| u16::try_from(at.saturating_sub(from)).ok();
        let cell = Cell::new(side(x, self.left)?, side(y, self.top)?);
        scene.size().contains(cell).then_some(cell)
    }

    /// Turns the cells of a rect into floor. A round one is the ellipse inside it.
    fn dig(&self, scene: &mut Scene, rect: &Rect) {
        let Some(at) = self.cell(scene, rect.x, rect.y) else { return };
        let side = |n: i64| u16::try_from(n).unwrap_or(u16::MAX);
        let size = Size::new(side(rect.width), side(rect.height));
        if !rect.is_round {
            return scene.tiles.fill(at, size, Tile::Floor);
        }
        let [a, b] = [size.width, size.height].map(|side| f64::from(side) / 2.0);
        for y in 0..size.height {
            // Half the width of the ellipse at the middle of the row.
            let up = (f64::from(y) + 0.5 - b) / b;
            let half = a * (1.0 - up * up).max(0.0).sqrt();
            let first = (a - half - 0.5).ceil().max(0.0) as u16;
            let count = size.width.saturating_sub(first.saturating_mul(2));
            let start = Cell::new(at.x.saturating_add(first), at.y.saturating_add(y));
            scene.tiles.fill(start, Size::new(count, 1), Tile::Floor);
        }
    }

    /// Puts a tile on the cells of a list, if there is floor.
    fn tiles(&mut self, scene: &mut Scene, field: &'static str, tile: Tile) -> Result<(), FormatError> {
        let mut elsewhere = 0_usize;
        for place in self.list(field)? {
            let (x, y) = (self.whole(&place, "x")?, self.whole(&place, "y")?);
            let floor = self.cell(scene, x, y).filter(|&at| scene.tiles.get(at) == Some(&Tile::Floor));
            match floor {
                Some(at) => scene.tiles.put(at, tile),
                None => elsewhere = elsewhere.saturating_add(1),
            }
        }
        if elsewhere > 0 {
            self.notes.push(format!("Entries of {field} that are not on floor were left out: {elsewhere}."));
        }
        Ok(())
    }

    fn doors(&mut self, scene: &mut Scene) -> Result<(), FormatError> {
        let (mut strange, mut outside): (BTreeMap<i64, usize>, _) = (BTreeMap::new(), 0_usize);
        for door in self.list("doors")? {
            let whole = |field| self.whole(&door, field);
            let (x, y, kind) = (whole("x")?, whole("y")?, whole("type")?);
            let Some(at) = self.cell(scene, x, y) else {
                outside = outside.saturating_add(1);
                continue;
            };
            let tile = match kind {
                0 | 2 | 3 | 8 | 9 => Tile::Floor,
                1 | 5 => Tile::Door,
                4 => Tile::Portcullis,
                6 => Tile::SecretDoor,
                7 => Tile::DoorLocked,
                _ => {
                    strange.entry(kind).and_modify(|count| *count = count.saturating_add(1)).or_insert(1);
                    Tile::Door
                }
            };
            scene.tiles.put(at, tile);
            if matches!(kind, 3 | 8 | 9) {
                let mut exit = Actor::new(ActorKind::Exit, at);
                exit.set_down(Some(kind != 3));
                scene.actors.push(exit);
                if scene.actors.len() > limits::ACTORS {
                    let found = format!("makes more than {} exits", limits::ACTORS);
                    return Err(self.error(&door.path(), &found, &format!("at most {}", limits::ACTORS)));
                }
            }
        }
        if !strange.is_empty() {
            let kinds: Vec<String> = strange.iter().take(5).map(|(kind, n)| format!("{kind} ({n})")).collect();
            self.notes.push(format!("Doors of unknown types are doors: {}.", kinds.join(", ")));
        }
        if outside > 0 {
            self.notes.push(format!("{} outside the rects left out.", counted(outside, "door")));
        }
        Ok(())
    }

    /// Reads the title, the story and the notes. The notes become a list with their cells.
    fn texts(&mut self, scene: &mut Scene) -> Result<(), FormatError> {
        let plain = |text: &str| text.replace(|c| is_unseen(c) || c == '\n' || c == '\t', " ");
        let text_of = |field: &str| self.dungeon.get(field).and_then(Value::as_str).map(plain).unwrap_or_default();
        let (title, story) = (text_of("title"), text_of("story"));
        let mut text = String::new();
        if !story.trim().is_empty() {
            let _ = write!(text, "{}\n\n", story.trim());
        }
        let (mut too_long, mut left_out) = (title.len() > limits::TEXT, 0_usize);
        if !too_long {
            title.trim().clone_into(&mut scene.title);
        }
        for note in self.list("notes")? {
            let Some(content) = note.object.get("text").and_then(Value::as_str).map(plain) else {
                return Err(self.error(&format!("{}.text", note.path()), "is not a text", "a text"));
            };
            let place = note.object.get("pos").and_then(|pos| {
                let at = |field| pos.get(field).and_then(Value::as_f64).filter(|n| n.abs() <= FAR as f64);
                self.cell(scene, at("x")?.floor() as i64, at("y")?.floor() as i64)
            });
            let name = note.object.get("ref").and_then(Value::as_str).map(plain).unwrap_or_default();
            let place = place.map(|at| format!(" {at}")).unwrap_or_default();
            let line = format!("- {}{place}: {}\n", name.trim(), content.trim());
            if text.len().saturating_add(line.len()) > limits::NOTES {
                left_out = left_out.saturating_add(1);
                continue;
            }
            text.push_str(&line);
        }
        if text.len() <= limits::NOTES {
            text.trim_end().clone_into(&mut scene.notes);
        } else {
            too_long = true;
        }
        if too_long {
            self.notes.push("Texts that are too long were left out.".into());
        }
        if left_out > 0 {
            self.notes.push(format!("Notes beyond {} KiB were left out: {left_out}.", limits::NOTES >> 10));
        }
        Ok(())
    }
}
