//! Maps as text, in files and on the clipboard: one glyph per cell, as people paste them into chats.
//!
//! ```text
//! title: The closed door
//!
//! ##########
//! #G.......#
//! #.###D##.#
//! ##########
//!
//! weights:
//! ..........
//! ..5.......
//!
//! known:
//! ......????
//!
//! legend:
//! D = secret-door
//! ```
//!
//! The title, the weights, the known cells and the legend are optional.
//!
//! A weight multiplies the cost of entering a cell. `.` means that the tile alone sets the cost. Weights that are no
//! digits are in a block `weights by number:`, with spaces between them: `. 1.5 300`. Missing or short rows have no
//! weights. A `?` in the map is an unknown cell with floor in it. If an unknown cell holds something
//! else, the map shows that tile, and the block `known:` has a `?` for the cell.
//!
//! A legend line assigns a glyph to a tile or an actor kind. A fence of three backquotes around the map is removed.
//! Leading blanks in a row are kept, because a blank is void: outside, and between rooms. Blanks that are enclosed
//! together with floor are floor, and so are all blanks of a map without dots. Blank lines above and below the map are
//! ignored. Short rows are padded with void. Under an actor is floor.
//!
//! Without a legend, the letters of a maze (`S` and `E`) and the pieces of Sokoban are recognised, and a comma or a blank
//! between all cells is left out.

mod assumed;
mod parts;
mod separated;
mod write;

use super::enclosed;
use super::plain::format_count;
use super::question::MAX_PICTURE_CELLS;
use super::scene_json::{checked_size, padded};
use super::tile_mapping::{EMPTY, ForeignTile, TileMapping, TileMeaning, empty_note, is_stranded};
use super::{Beside, Format, FormatError, FormatInfo, Keeps, Kept, Loaded, Options, Written, limits, map_rows, utf8};
use assumed::Assumed;
use gridscope_trace::scene::{Actor, Scene};
use gridscope_trace::weight::{NoWeight, Weight};
use gridscope_trace::{Cell, Grid, Tile};
use parts::{Meaning, Parts};
use std::collections::{BTreeMap, BTreeSet};
use std::iter;

/// The text map format.
#[derive(Debug)]
pub struct TextMap;

impl Format for TextMap {
    fn info(&self) -> &FormatInfo {
        static INFO: FormatInfo = FormatInfo::new(
            "text",
            "text map",
            &["txt", "text"],
            Keeps::of([Kept::Part, Kept::All, Kept::Part, Kept::All, Kept::Part]),
        )
        .keyed(true);
        &INFO
    }

    fn recognises(&self, _: &[u8]) -> bool {
        true
    }

    fn read(&self, name: &str, bytes: &[u8], options: &Options, _: &mut Beside) -> Result<Loaded, FormatError> {
        self.parse(name, utf8(name, bytes)?, options, true)
    }

    fn write(&self, scene: &Scene, options: &Options) -> Result<Written, FormatError> {
        write::write(scene, options)
    }
}

impl TextMap {
    /// Reads a map from text that is part of another file. Its glyphs are not asked for.
    pub(crate) fn read_text(&self, name: &str, text: &str, options: &Options) -> Result<Loaded, FormatError> {
        self.parse(name, text, options, false)
    }

    fn parse(&self, name: &str, text: &str, options: &Options, asks: bool) -> Result<Loaded, FormatError> {
        let mut parts = Parts::of(name, text)?;
        let separators = if asks { separated::remove(&mut parts) } else { None };
        let mut assumed = Assumed::default();
        if asks {
            let counts = assumed::counts(parts.rows.iter().map(|(_, row)| row.as_ref()));
            if parts.legend.is_empty() {
                assumed = Assumed::of(&counts, &options.tiles, options.thief);
                parts.legend.extend(assumed.meanings.drain(..));
            }
            assumed::answer(name, &counts, options, &mut parts)?;
        }
        let parts = parts;
        let column = |x: usize| x.saturating_mul(parts.step).saturating_add(1);
        let rows = parts.rows.iter().map(|(_, row)| row.as_ref());
        if parts.rows.is_empty() {
            return Err(FormatError::whole(name, "there is no map in it", "rows of glyphs such as # and ."));
        }
        let size = checked_size(name, rows.clone())?;
        if asks && is_prose(&rows) {
            let found = "this reads as prose: its lines differ much in length and have many different characters";
            return Err(FormatError::whole(name, found, "rows of glyphs such as # and ."));
        }
        // Without any dot, blanks are the floor.
        let has_floor = assumed.is_sokoban || rows.clone().any(|row| row.contains('.'));
        let empty = options.tiles.get(EMPTY).or((!has_floor).then_some(TileMeaning::plain(Tile::Floor)));
        let mut blanks = 0_usize;
        let mut voids = Vec::new();
        let mut tiles = Grid::new(size, Tile::Void);
        let (mut actors, mut short, mut unknown) = (Vec::new(), Vec::new(), Vec::new());
        let mut weighted = Vec::new();
        let mut strange = BTreeMap::new();
        let mut first_strange = None;
        let mut answered = Vec::new();
        for (y, (number, row)) in parts.rows.iter().enumerate() {
            let mut width = 0;
            for (x, glyph) in row.chars().enumerate() {
                let cell = Cell::new(x as u16, y as u16);
                width = x.saturating_add(1);
                if glyph == ' ' && !parts.legend.contains_key(&glyph) {
                    if let Some(empty) = empty {
                        tiles.set(cell, empty.tile);
                        blanks = blanks.saturating_add(1);
                        weighted.extend((!empty.weight.is_none()).then_some((cell, empty.weight)));
                    } else {
                        voids.push(cell);
                    }
                    continue;
                }
                if glyph == UNKNOWN && !parts.legend.contains_key(&glyph) {
                    tiles.set(cell, Tile::Floor);
                    unknown.push(cell);
                    continue;
                }
                let is_answered =
                    !options.tiles.is_empty() && options.tiles.get(glyph.encode_utf8(&mut [0; 4])).is_some();
                let known = meaning(glyph, cell, &parts.legend, options.thief).filter(|_| !is_answered);
                let Some((tile, actor)) = known else {
                    first_strange.get_or_insert((*number, column(x), glyph));
                    strange
                        .entry(glyph)
                        .and_modify(|count: &mut usize| *count = count.saturating_add(1))
                        .or_insert(1_usize);
                    answered.push((cell, glyph));
                    continue;
                };
                tiles.set(cell, tile);
                actors.extend(actor);
                if actors.len() > limits::ACTORS {
                    let found = format!("there are more than {} actors up to here", limits::ACTORS);
                    let expected = format!("at most {}", limits::ACTORS);
                    return Err(FormatError::at(name, *number, Some(column(x)), &found, &expected));
                }
            }
            if width < size.width as usize {
                short.push(y.saturating_add(1));
            }
        }
        let mut mapping = TileMapping::new(&options.tiles);
        let meanings: BTreeMap<char, TileMeaning> = strange
            .iter()
            .filter_map(|(&glyph, &count)| Some((glyph, mapping.meaning(&ForeignTile::of_key(glyph), false, count)?)))
            .collect();
        for &(cell, glyph) in &answered {
            let meaning = meanings.get(&glyph).copied().unwrap_or(TileMeaning::plain(Tile::Void));
            tiles.set(cell, meaning.tile);
            weighted.extend((!meaning.weight.is_none()).then_some((cell, meaning.weight)));
        }
        if !options.tiles.is_empty() {
            rows.clone().flat_map(str::chars).for_each(|glyph| mapping.see(glyph.encode_utf8(&mut [0; 4])));
        }
        let mut glyphs = Vec::new();
        if first_strange.is_some() && size.area() <= MAX_PICTURE_CELLS {
            let padded =
                |row: &'_ str| row.chars().chain(iter::repeat(' ')).take(size.width.into()).collect::<Vec<_>>();
            glyphs.extend(rows.clone().flat_map(padded));
        }
        let key = |cell: usize| Some(glyphs.get(cell)?.to_string().into());
        match (mapping.finish(name, size, key), first_strange) {
            (Err(error), Some(first)) if error.asks.is_some() => {
                let is_map =
                    asks && (answered.len().saturating_mul(2) <= size.area() || strange.len() <= ALWAYS_ASKED_GLYPHS);
                return Err(strange_glyphs(name, error, first, is_map));
            }
            (Err(error), _) => return Err(error),
            (Ok(_), _) => {}
        }
        options.tiles.check_empty(name, blanks > 0 || !voids.is_empty())?;
        let mut floors = 0_usize;
        if asks && !voids.is_empty() {
            let is_ground = |tile| enclosed::is_ground(tile) || assumed.is_sokoban && tile == Tile::Crate;
            let rooms = enclosed::rooms(&tiles, is_ground);
            let all = voids.len();
            voids.retain(|at| rooms.get(*at) != Some(&true));
            floors = all.saturating_sub(voids.len());
            let is_floor = size.cells().zip(rooms.as_slice()).filter(|(_, room)| **room);
            is_floor.for_each(|(at, _)| tiles.set(at, Tile::Floor));
        }
        let mut scene = Scene::new(tiles);
        for (cell, weight) in weighted {
            scene.set_weight(cell, weight);
        }
        (scene.actors, scene.title) = (actors, parts.title.to_owned());
        weights(name, &parts, &mut scene)?;
        let mut notes: Vec<String> = padded(&short, size.width).into_iter().collect();
        if blanks > 0 && options.tiles.get(EMPTY).is_none() {
            notes.push(format!("Blanks are floor, because no cell is a dot. --map-tiles='{EMPTY}=void' changes it."));
        }
        if floors > 0 {
            let cells = format_count(floors, "cell");
            notes.push(format!("Blanks inside the walls are floor: {cells}. --map-tiles='{EMPTY}=void' changes it."));
        }
        if asks {
            notes.extend(empty_note(&scene, voids.len(), is_stranded(&scene), &options.tiles));
        }
        notes.extend(separators);
        notes.extend(assumed.note);
        notes.extend(parts.said_twice());
        if !parts.known.is_empty() {
            let rows: Vec<String> = parts.known.iter().map(|(_, row)| (*row).to_owned()).collect();
            scene.known = Some(map_rows::known(name, &rows, size, &mut notes)?);
        }
        for cell in unknown {
            scene.known.get_or_insert_with(|| Grid::new(size, true))[cell] = false;
        }
        Ok(Loaded::new(scene, self.name(), notes))
    }
}

/// Number of kinds of unknown glyphs that are asked for even if most cells have one.
const ALWAYS_ASKED_GLYPHS: usize = 4;
/// Most kinds of unknown glyphs that are asked for. A text with more of them is no map.
const STRANGE: usize = 20;

/// Returns the error for glyphs without a meaning. In a map it asks for them, in any other text it does not. `first` is
/// the line and column of the first, and the glyph.
fn strange_glyphs(
    name: &str,
    asks: FormatError,
    (line, column, glyph): (usize, usize, char),
    is_map: bool,
) -> FormatError {
    let found = format!("the glyph {glyph:?} stands for nothing");
    let all: String = Tile::ALL.iter().map(|t| t.info().glyph).collect();
    let expected =
        format!("one of `{all}`, one of the actors `G@VX$><LPUAEM`, ? for unknown, or an entry in the legend");
    if !is_map || asks.tiles().len() > STRANGE {
        return FormatError::at(name, line, Some(column), &found, &expected);
    }
    let open = || asks.tiles().iter().filter(|ask| ask.meaning.is_none());
    let keys: Vec<String> = open().map(|ask| format!("{} ({})", ask.key, ask.count)).collect();
    let found = format!("{found}; glyphs without a meaning, with how often each occurs: {}", keys.join(", "));
    let first = open().next().map_or("", |ask| ask.key.as_str());
    let expected = format!("{expected}, or an answer, such as --map-tiles='{first}=wall,rest=floor'");
    FormatError { asks: asks.asks, ..FormatError::at(name, line, Some(column), &found, &expected) }
}

/// Glyph of an unknown cell.
const UNKNOWN: char = '?';

/// Returns whether a glyph is a line of a box, or a block.
const fn is_drawn_wall(glyph: char) -> bool {
    matches!(glyph, '\u{2500}'..='\u{259f}')
}

/// Returns whether rows are lines of prose: their lengths differ by more than half, and there are many glyphs.
fn is_prose<'r>(rows: &(impl Iterator<Item = &'r str> + Clone)) -> bool {
    let lengths = || rows.clone().map(|row| row.trim_end().chars().count());
    let (shortest, longest) = (lengths().min().unwrap_or(0), lengths().max().unwrap_or(0));
    let glyphs: BTreeSet<char> = rows.clone().flat_map(str::chars).collect();
    shortest.saturating_mul(2) < longest && glyphs.len() > STRANGE
}

fn meaning(glyph: char, at: Cell, legend: &BTreeMap<char, Meaning>, thief: bool) -> Option<(Tile, Option<Actor>)> {
    match legend.get(&glyph) {
        Some(Meaning::Tile(tile)) => return Some((*tile, None)),
        Some(Meaning::Actor(kind)) => return Some((Tile::Floor, Some(Actor::new(*kind, at)))),
        None => {}
    }
    if let Some(tile) = Tile::from_glyph(glyph) {
        return Some((tile, None));
    }
    if is_drawn_wall(glyph) {
        return Some((Tile::Wall, None));
    }
    Actor::from_glyph(glyph, at, thief).map(|a| (Tile::Floor, Some(a)))
}

/// Sets the weights of a scene from the text.
fn weights(name: &str, parts: &Parts<'_>, scene: &mut Scene) -> Result<(), FormatError> {
    let size = scene.size();
    for (y, (number, row)) in parts.weights.iter().enumerate() {
        let wide = if parts.by_number { row.split_whitespace().count() } else { row.chars().count() };
        if y >= size.height.into() || wide > size.width.into() {
            let found = format!("the weights have a row {} of {wide} cells", y.saturating_add(1));
            return Err(FormatError::at(name, *number, None, &found, &format!("no more than the map of {size} cells")));
        }
        if parts.by_number {
            for (x, text) in (0..).zip(row.split_whitespace()) {
                let weight = match text {
                    "." => Weight::NONE,
                    _ => text.parse().map_err(|error: NoWeight| {
                        FormatError::at(name, *number, None, &format!("{text:?} is not a weight"), &error.to_string())
                    })?,
                };
                scene.set_weight(Cell::new(x, y as u16), weight);
            }
            continue;
        }
        map_rows::weight_row(scene, y as u16, row).map_err(|(x, glyph)| {
            FormatError::at(
                name,
                *number,
                Some(x.saturating_add(1)),
                &format!("{glyph:?} is not a weight"),
                map_rows::WEIGHTS,
            )
        })?;
    }
    Ok(())
}
