//! Dungeons of Watabou's One Page Dungeon (JSON), read only.
//!
//! Source: exported files, and what programs of others read from them. `rects` are the rooms and corridors, in cells;
//! coordinates may be negative. A rect with `rotunda` is round. `doors` have a type; `water` is cells; `columns` stand on corners of cells;
//! `notes` are texts with a place. Everything outside the rects is wall.

use super::outer_keys::OuterKeys;
use super::plain::{format_count, is_unseen};
use super::survey::{ANY, lenient, survey, typed};
use super::{Beside, Format, FormatError, FormatInfo, Loaded, Options, head, limits, utf8};
use gridscope_trace::{Actor, ActorKind, Cell, Grid, Scene, Size, Tile};
use serde::de::Error as _;
use serde::{Deserialize, Deserializer};
use serde_json::Value;
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
        let mut fields =
            OuterKeys::of(head(bytes)).map(|(key, _)| key).filter(|key| matches!(*key, b"rects" | b"doors"));
        fields.next().is_some_and(|first| fields.any(|field| field != first))
    }

    fn read(&self, name: &str, bytes: &[u8], _: &Options, _: &mut Beside) -> Result<Loaded, FormatError> {
        let text = utf8(name, bytes)?;
        survey(name, text, &ANY)?;
        let mut reader = Reader { name, notes: Vec::new(), left: 0, top: 0 };
        let scene = reader.scene(typed(name, text)?)?;
        Ok(Loaded::new(scene, self.name(), reader.notes))
    }
}

/// A dungeon. A list that is missing is empty.
#[derive(Deserialize)]
struct Dungeon {
    rects: Option<Vec<Rect>>,
    water: Option<Vec<Place>>,
    columns: Option<Vec<Position>>,
    doors: Option<Vec<Door>>,
    notes: Option<Vec<Note>>,
    #[serde(default, deserialize_with = "lenient")]
    title: Option<String>,
    #[serde(default, deserialize_with = "lenient")]
    story: Option<String>,
}

/// A rect in cells of the file.
#[derive(Deserialize)]
struct Rect {
    #[serde(deserialize_with = "whole")]
    x: i64,
    #[serde(deserialize_with = "whole")]
    y: i64,
    #[serde(rename = "w", deserialize_with = "whole")]
    width: i64,
    #[serde(rename = "h", deserialize_with = "whole")]
    height: i64,
    #[serde(rename = "rotunda", default, deserialize_with = "lenient")]
    is_round: Option<bool>,
    #[serde(default, deserialize_with = "lenient")]
    ending: Option<bool>,
}

#[derive(Deserialize)]
struct Place {
    #[serde(deserialize_with = "whole")]
    x: i64,
    #[serde(deserialize_with = "whole")]
    y: i64,
}

#[derive(Deserialize)]
struct Door {
    #[serde(deserialize_with = "whole")]
    x: i64,
    #[serde(deserialize_with = "whole")]
    y: i64,
    #[serde(rename = "type", deserialize_with = "whole")]
    kind: i64,
}

#[derive(Deserialize)]
struct Note {
    text: String,
    #[serde(rename = "ref", default, deserialize_with = "lenient")]
    name: Option<String>,
    #[serde(default, deserialize_with = "lenient")]
    pos: Option<Position>,
}

#[derive(Deserialize)]
struct Position {
    x: f64,
    y: f64,
}

/// Reads a whole number. Numbers such as `-0` and `3.0` are whole.
fn whole<'de, D: Deserializer<'de>>(from: D) -> Result<i64, D::Error> {
    let number = f64::deserialize(from)?;
    if number.fract() == 0.0 && number.abs() <= FAR as f64 {
        return Ok(number as i64);
    }
    let found = format!("invalid value: {}, expected a whole number from -{FAR} to {FAR}", Value::from(number));
    Err(D::Error::custom(found))
}

struct Reader<'a> {
    name: &'a str,
    notes: Vec<String>,
    /// Coordinates there of the cell (0, 0).
    left: i64,
    top: i64,
}

impl Reader<'_> {
    fn error(&self, path: &str, found: &str, expected: &str) -> FormatError {
        FormatError::whole(self.name, &format!("{path} {found}"), expected)
    }

    fn scene(&mut self, dungeon: Dungeon) -> Result<Scene, FormatError> {
        let rects = dungeon.rects.unwrap_or_default();
        self.check(&rects)?;
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
        self.tiles(&mut scene, "water", &dungeon.water.unwrap_or_default(), Tile::Water);
        let columns = dungeon.columns.unwrap_or_default().len();
        if columns > 0 {
            let [stand, block] = if columns == 1 { ["stands", "blocks"] } else { ["stand", "block"] };
            self.notes
                .push(format!("{} {stand} on corners of cells and {block} nothing.", format_count(columns, "column")));
        }
        self.doors(&mut scene, &dungeon.doors.unwrap_or_default())?;
        let text = |text: Option<String>| text.as_deref().map(one_line).unwrap_or_default();
        self.texts(&mut scene, &text(dungeon.title), &text(dungeon.story), &dungeon.notes.unwrap_or_default());
        Ok(scene)
    }

    /// Checks the sizes of the rects.
    fn check(&mut self, rects: &[Rect]) -> Result<(), FormatError> {
        let mut covered = 0_u64;
        for (index, &Rect { width, height, .. }) in rects.iter().enumerate() {
            let path = format!("rects[{index}]");
            if width < 1 || height < 1 {
                return Err(self.error(&path, &format!("is {width} × {height} cells"), "at least 1 × 1"));
            }
            covered = covered.saturating_add(width.unsigned_abs().saturating_mul(height.unsigned_abs()));
            if covered > COVERED {
                let found = format!("and those before it cover {covered} cells");
                return Err(self.error(&path, &found, &format!("at most {COVERED}")));
            }
        }
        if rects.is_empty() {
            return Err(FormatError::whole(self.name, "there are no rects", "a room or more in \"rects\""));
        }
        let endings = rects.iter().filter(|rect| rect.ending == Some(true)).count();
        if endings > 0 {
            self.notes.push(format!("Marks of endings were not read: {}.", format_count(endings, "rect")));
        }
        Ok(())
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
        if rect.is_round != Some(true) {
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
    fn tiles(&mut self, scene: &mut Scene, field: &str, places: &[Place], tile: Tile) {
        let mut elsewhere = 0_usize;
        for &Place { x, y } in places {
            let floor = self.cell(scene, x, y).filter(|&at| scene.tiles.get(at) == Some(&Tile::Floor));
            match floor {
                Some(at) => scene.tiles.set(at, tile),
                None => elsewhere = elsewhere.saturating_add(1),
            }
        }
        if elsewhere > 0 {
            self.notes.push(format!("Entries of {field} that are not on floor were left out: {elsewhere}."));
        }
    }

    /// Returns whether floor or a door is on two opposite sides of a cell. Stairs there lead from room to room.
    fn is_between_rooms(&self, scene: &Scene, x: i64, y: i64) -> bool {
        let open = |dx: i64, dy: i64| {
            let cell = self.cell(scene, x.saturating_add(dx), y.saturating_add(dy));
            cell.and_then(|cell| scene.tiles.get(cell)).is_some_and(|tile| *tile != Tile::Wall)
        };
        open(-1, 0) && open(1, 0) || open(0, -1) && open(0, 1)
    }

    fn doors(&mut self, scene: &mut Scene, doors: &[Door]) -> Result<(), FormatError> {
        let (mut strange, mut outside): (BTreeMap<i64, usize>, _) = (BTreeMap::new(), 0_usize);
        for (index, &Door { x, y, kind }) in doors.iter().enumerate() {
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
            scene.tiles.set(at, tile);
            if matches!(kind, 3 | 8 | 9) && !self.is_between_rooms(scene, x, y) {
                let mut exit = Actor::new(ActorKind::Exit, at);
                exit.set_down(Some(kind != 3));
                scene.actors.push(exit);
                if scene.actors.len() > limits::ACTORS {
                    let found = format!("makes more than {} exits", limits::ACTORS);
                    return Err(self.error(&format!("doors[{index}]"), &found, &format!("at most {}", limits::ACTORS)));
                }
            }
        }
        if !strange.is_empty() {
            let kinds: Vec<String> = strange.iter().take(5).map(|(kind, n)| format!("{kind} ({n})")).collect();
            self.notes.push(format!("Doors of unknown types are doors: {}.", kinds.join(", ")));
        }
        if outside > 0 {
            self.notes.push(format!("{} outside the rects left out.", format_count(outside, "door")));
        }
        Ok(())
    }

    /// Sets the title, the story and the notes. The notes become a list with their cells.
    fn texts(&mut self, scene: &mut Scene, title: &str, story: &str, notes: &[Note]) {
        let mut text = String::new();
        if !story.trim().is_empty() {
            let _ = write!(text, "{}\n\n", story.trim());
        }
        let mut too_long = title.len() > limits::TEXT;
        let mut left_out = 0_usize;
        if !too_long {
            title.trim().clone_into(&mut scene.title);
        }
        for note in notes {
            let near = |pos: &&Position| pos.x.abs() <= FAR as f64 && pos.y.abs() <= FAR as f64;
            let place = note.pos.as_ref().filter(near);
            let place = place.and_then(|pos| self.cell(scene, pos.x.floor() as i64, pos.y.floor() as i64));
            let place = place.map(|at| format!(" {at}")).unwrap_or_default();
            let name = note.name.as_deref().map(one_line).unwrap_or_default();
            let content = one_line(&note.text);
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
    }
}

/// Returns a text without line breaks, tabs and characters that are not displayed.
fn one_line(text: &str) -> String {
    text.replace(|c| is_unseen(c) || c == '\n' || c == '\t', " ")
}
