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
//! A weight multiplies the cost of entering a cell by 1 to 9. `.` means that the tile alone sets the cost. Missing or
//! short rows have no weights. A `?` in the map is an unknown cell with floor in it. If an unknown cell holds something
//! else, the map shows that tile, and the block `known:` has a `?` for the cell.
//!
//! A legend line assigns a glyph to a tile or an actor kind. A fence of three backquotes around the map is removed.
//! Leading blanks in a row are kept, because a blank is void. Blank lines above and below the map are ignored. Short
//! rows are padded with void. Under an actor is floor.

use super::error::nearest;
use super::plain::is_unseen;
use super::scene_json::{checked_size, padded};
use super::tile_mapping::{ForeignTile, TileMapping, TileMeaning};
use super::{Beside, Format, FormatError, Keeps, Kept, Loaded, Options, Written, limits, lines, map_rows, utf8};
use crate::core::geometry::{Cell, Size};
use crate::core::grid::Grid;
use crate::core::scene::{Actor, ActorKind, RunSpec, Scene};
use crate::core::terrain::Tile;
use crate::count::{Count as _, nth};
use std::collections::{BTreeMap, BTreeSet};

/// The text map format.
#[derive(Debug)]
pub struct TextMap;

/// Meaning of a glyph in the legend.
#[derive(Clone, Copy)]
enum Meaning {
    Tile(Tile),
    Actor(ActorKind),
}

impl Format for TextMap {
    fn name(&self) -> &'static str {
        "text"
    }

    fn title(&self) -> &'static str {
        "text map"
    }

    fn extensions(&self) -> &'static [&'static str] {
        &["txt", "text"]
    }

    fn keeps(&self) -> Keeps {
        Keeps::of([Kept::Part, Kept::All, Kept::Part, Kept::All, Kept::Part])
    }

    fn recognises(&self, _: &[u8]) -> bool {
        true
    }

    fn read(&self, name: &str, bytes: &[u8], options: &Options, _: &mut Beside) -> Result<Loaded, FormatError> {
        self.parse(name, utf8(name, bytes)?, options, true)
    }

    fn write(&self, scene: &Scene, options: &Options) -> Result<Written, FormatError> {
        scene.validate().map_err(|e| FormatError::whole("the scene", &e.to_string(), "everything on the map"))?;
        let mut lost = lost_beside_the_map(scene, &RunSpec::default());
        let occupied: BTreeSet<Cell> = scene.actors.iter().map(|actor| actor.at).collect();
        let unknown = |c: Cell| scene.known.as_ref().is_some_and(|known| known.get(c) == Some(&false));
        let hides = |c: &Cell| unknown(*c) && (scene.tiles.get(*c) != Some(&Tile::Floor) || occupied.contains(c));
        let in_block = scene.known.is_some() && scene.size().cells().any(|c| hides(&c));
        // Glyphs of actors, row by row. If several actors are on one cell, the last one counts.
        let mut placed: BTreeMap<u16, BTreeMap<u16, char>> = BTreeMap::new();
        let has = |kind| scene.of_kind(kind).next().is_some();
        let (thief, explorer) = (has(ActorKind::Thief), has(ActorKind::Explorer));
        let (mut covered, mut hidden, mut fields) = (0, 0, BTreeSet::new());
        let mut taken = BTreeSet::new();
        for actor in &scene.actors {
            fields.extend(fields_beside_the_glyph(actor));
            hidden.grow(usize::from(!taken.insert(actor.at)));
            covered.grow(usize::from(scene.tiles.get(actor.at) != Some(&Tile::Floor)));
            let second = explorer && actor.kind == ActorKind::Thief;
            let glyph = if second { SECOND } else { actor.glyph() };
            placed.entry(actor.at.y).or_default().insert(actor.at.x, glyph);
        }
        for (n, one, many) in [
            (covered, "tile under an actor", "tiles under actors"),
            (hidden, "actor under another", "actors under others"),
        ] {
            if n > 0 {
                lost.push(format!("{n} {}", if n == 1 { one } else { many }));
            }
        }
        if !fields.is_empty() {
            lost.push(format!("of the actors: {}", fields.into_iter().collect::<Vec<_>>().join(", ")));
        }
        if are_reordered(&scene.actors) {
            lost.push("the order of the actors".into());
        }
        let mut text = String::with_capacity(scene.size().area().saturating_add(scene.size().height.into()));
        let title = scene.title.replace(['\n', '\r'], " ").replace(is_unseen, "");
        if title != scene.title {
            lost.push("line ends and control characters of the title".into());
        }
        if !title.trim().is_empty() {
            text.extend(["title: ", title.trim(), "\n\n"]);
        }
        let mut blank = false;
        let mut glyphs = Vec::new();
        for (y, tiles) in (0..).zip(scene.tiles.rows()) {
            glyphs.clear();
            glyphs.extend(tiles.iter().map(|tile| tile.info().glyph));
            if scene.known.is_some() && !in_block {
                let cells = (0..).zip(&mut glyphs).filter(|(x, _)| unknown(Cell::new(*x, y)));
                cells.for_each(|(_, glyph)| *glyph = UNKNOWN);
            }
            for (&x, &actor) in placed.get(&y).into_iter().flatten() {
                glyphs.get_mut(usize::from(x)).into_iter().for_each(|glyph| *glyph = actor);
            }
            let row = &glyphs;
            // Blank lines above and below a map are ignored when reading.
            if row.iter().all(|g| g.is_whitespace()) {
                blank = true;
                text.extend(row.iter().map(|_| BLANK));
            } else {
                text.extend(row);
            }
            text.push('\n');
        }
        for (y, row) in map_rows::weight_rows(scene).into_iter().flatten().enumerate() {
            text.extend([if y == 0 { "\nweights:\n" } else { "" }, &row, "\n"]);
        }
        for (y, row) in map_rows::known_rows(scene).filter(|_| in_block).into_iter().flatten().enumerate() {
            text.extend([if y == 0 { "\nknown:\n" } else { "" }, &row, "\n"]);
        }
        // `@` may be a thief or an explorer, so the legend states which.
        let either = match (thief, explorer) {
            (true, true) => "@ = explorer\n& = thief\n",
            (true, false) => "@ = thief\n",
            (false, true) if options.thief => "@ = explorer\n",
            _ => "",
        };
        if blank || !either.is_empty() {
            text.extend(["\nlegend:\n", either, if blank { "_ = void\n" } else { "" }]);
        }
        Ok(Written::new(text.into_bytes(), lost))
    }
}

impl TextMap {
    /// Reads a map from text that is part of another file. Its glyphs are not asked for.
    pub(crate) fn read_text(&self, name: &str, text: &str, options: &Options) -> Result<Loaded, FormatError> {
        self.parse(name, text, options, false)
    }

    fn parse(&self, name: &str, text: &str, options: &Options, asks: bool) -> Result<Loaded, FormatError> {
        let parts = Parts::of(name, text)?;
        let rows = parts.rows.iter().map(|(_, row)| *row);
        if parts.rows.is_empty() {
            return Err(FormatError::whole(name, "there is no map in it", "rows of glyphs such as # and ."));
        }
        let size = checked_size(name, rows)?;
        let mut tiles = Grid::new(size, Tile::Void);
        let (mut actors, mut short, mut unknown) = (Vec::new(), Vec::new(), Vec::new());
        let (mut strange, mut first_strange, mut answered) = (BTreeMap::new(), None, Vec::new());
        for (y, (number, row)) in parts.rows.iter().enumerate() {
            let mut width = 0;
            for (x, glyph) in row.chars().enumerate() {
                let cell = Cell::new(x as u16, y as u16);
                width = nth(x);
                if glyph == UNKNOWN && !parts.legend.contains_key(&glyph) {
                    tiles.put(cell, Tile::Floor);
                    unknown.push(cell);
                    continue;
                }
                let Some((tile, actor)) = meaning(glyph, cell, &parts.legend, options.thief) else {
                    first_strange.get_or_insert((*number, nth(x), glyph));
                    strange.entry(glyph).or_insert(0_usize).grow(1);
                    answered.push((cell, glyph));
                    continue;
                };
                tiles.put(cell, tile);
                actors.extend(actor);
                if actors.len() > limits::ACTORS {
                    let found = format!("there are more than {} actors up to here", limits::ACTORS);
                    let expected = format!("at most {}", limits::ACTORS);
                    return Err(FormatError::at(name, *number, Some(nth(x)), &found, &expected));
                }
            }
            if width < size.width as usize {
                short.push(nth(y));
            }
        }
        let mut mapping = TileMapping::new(&options.tiles);
        let meanings: BTreeMap<char, TileMeaning> = strange
            .iter()
            .filter_map(|(&glyph, &count)| Some((glyph, mapping.meaning(&ForeignTile::of_key(glyph), false, count)?)))
            .collect();
        let mut weighted = Vec::new();
        for &(cell, glyph) in &answered {
            let meaning = meanings.get(&glyph).copied().unwrap_or(TileMeaning::plain(Tile::Void));
            tiles.put(cell, meaning.tile);
            weighted.extend((meaning.weight > 0).then_some((cell, meaning.weight)));
        }
        if let (Err(error), Some(first)) = (mapping.finish(name), first_strange) {
            let few = asks && answered.len().saturating_mul(2) <= size.area();
            return Err(strange_glyphs(name, error, first, few));
        }
        let mut scene = Scene::new(tiles);
        for (cell, weight) in weighted {
            scene.set_weight(cell, weight);
        }
        (scene.actors, scene.title) = (actors, parts.title.to_owned());
        weights(name, &parts, &mut scene)?;
        let mut notes: Vec<String> = padded(&short, size.width).into_iter().collect();
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

/// Most kinds of unknown glyphs that are asked for. A text with more of them is no map.
const STRANGE: usize = 20;

/// Returns the error for glyphs without a meaning. In a map it asks for them, in any other text it does not. `first` is
/// the line and column of the first, and the glyph.
fn strange_glyphs(
    name: &str,
    asks: FormatError,
    (line, column, glyph): (usize, usize, char),
    few: bool,
) -> FormatError {
    let found = format!("the glyph {glyph:?} stands for nothing");
    let all: String = Tile::ALL.iter().map(|t| t.info().glyph).collect();
    let expected =
        format!("one of `{all}`, one of the actors `G@VX$><LPUAEM`, ? for unknown, or an entry in the legend");
    if !few || asks.asks.len() > STRANGE {
        return FormatError::at(name, line, Some(column), &found, &expected);
    }
    let open = || asks.asks.iter().filter(|ask| ask.meaning.is_none());
    let keys: Vec<String> = open().map(|ask| format!("{} ({})", ask.key, ask.count)).collect();
    let found = format!("{found}; glyphs without a meaning, with how often each occurs: {}", keys.join(", "));
    let first = open().next().map_or("", |ask| ask.key.as_str());
    let expected = format!("{expected}, or an answer, such as --map-tiles '{first}=wall,rest=floor'");
    FormatError { asks: asks.asks, ..FormatError::at(name, line, Some(column), &found, &expected) }
}

/// Glyph of a thief if `@` is an explorer. No tile or actor uses it by default.
const SECOND: char = '&';
/// Glyph of void in a row that holds nothing else. No tile or actor uses it by default.
const BLANK: char = '_';
/// Glyph of an unknown cell.
const UNKNOWN: char = '?';

/// Maximum number of legend glyphs listed in a note.
const MOST_TOLD: usize = 5;

/// Returns whether reading the map, row by row, would give the actors in another order. Actors act in that order. The
/// place of a goal in that order matters only among goals, exits and enemies, because distances are measured from all
/// of these.
pub(super) fn are_reordered(actors: &[Actor]) -> bool {
    use ActorKind as K;
    let in_order = |of: fn(K) -> bool| {
        let mut these = actors.iter().filter(|actor| of(actor.kind)).map(|actor| (actor.at.y, actor.at.x));
        let mut before = (0, 0);
        these.all(|at| std::mem::replace(&mut before, at) <= at)
    };
    !in_order(|kind| kind != K::Goal) || !in_order(|kind| matches!(kind, K::Goal | K::Exit | K::Enemy))
}

/// Returns the names of the actor's fields that its glyph cannot store.
pub(super) fn fields_beside_the_glyph(actor: &Actor) -> Vec<String> {
    let read = Actor::from_glyph(actor.glyph(), actor.at, actor.kind == ActorKind::Thief);
    let fields = |a: &Actor| match serde_json::to_value(a) {
        Ok(serde_json::Value::Object(fields)) => fields,
        _ => serde_json::Map::new(),
    };
    let (own, read) = (fields(actor), read.as_ref().map(fields).unwrap_or_default());
    own.keys().chain(read.keys()).filter(|&name| own.get(name) != read.get(name)).cloned().collect()
}

/// Lists what neither text nor MovingAI maps can hold. `run` is the run that reading the map would give.
pub(super) fn lost_beside_the_map(scene: &Scene, run: &RunSpec) -> Vec<String> {
    let mut lost = Vec::new();
    if !scene.notes.is_empty() {
        lost.push("the notes".into());
    }
    for (n, what) in
        [(scene.details.len(), "tile's details"), (scene.script.len(), "script line"), (scene.rooms.len(), "room")]
    {
        if n > 0 {
            lost.push(super::plain::counted(n, what));
        }
    }
    if scene.run != *run {
        lost.push("the run (algorithm, parameters, seed)".into());
    }
    lost
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
    Actor::from_glyph(glyph, at, thief).map(|a| (Tile::Floor, Some(a)))
}

/// Sets the weights of a scene from the text.
fn weights(name: &str, parts: &Parts<'_>, scene: &mut Scene) -> Result<(), FormatError> {
    let size = scene.size();
    for (y, (number, row)) in parts.weights.iter().enumerate() {
        let wide = row.chars().count();
        if y >= size.height.into() || wide > size.width.into() {
            let found = format!("the weights have a row {} of {wide} cells", nth(y));
            return Err(FormatError::at(name, *number, None, &found, &format!("no more than the map of {size} cells")));
        }
        map_rows::weight_row(scene, y as u16, row).map_err(|(x, glyph)| {
            FormatError::at(name, *number, Some(nth(x)), &format!("{glyph:?} is no weight"), map_rows::WEIGHTS)
        })?;
    }
    Ok(())
}

/// The parts of a text: title, rows with their line numbers, weights, known cells and legend.
struct Parts<'a> {
    title: &'a str,
    rows: Vec<(usize, &'a str)>,
    weights: Vec<(usize, &'a str)>,
    known: Vec<(usize, &'a str)>,
    legend: BTreeMap<char, Meaning>,
    /// Number of title lines. The next field holds the glyphs that have several legend lines.
    titles: usize,
    twice: BTreeSet<char>,
}

/// Block of the text that a line belongs to.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Block {
    Map,
    Weights,
    Known,
    Legend,
}

impl<'a> Parts<'a> {
    fn of(name: &str, text: &'a str) -> Result<Self, FormatError> {
        let (rows, weights, known) = (Vec::new(), Vec::new(), Vec::new());
        let (legend, twice) = (BTreeMap::new(), BTreeSet::new());
        let mut parts = Self { title: "", rows, weights, known, legend, titles: 0, twice };
        let mut all = lines(text).enumerate().map(|(i, l)| (nth(i), l));
        let mut block = Block::Map;
        // Keep the rows from the first to the last that is not blank, but no more than a map may have. A file can hold
        // far more line endings.
        let (mut seen, mut height) = (0u64, 0u64);
        for (number, line) in &mut all {
            if line.trim_start().starts_with("```") {
                continue;
            }
            let beside = match line.trim() {
                _ if block == Block::Legend => Block::Legend,
                "legend:" => Block::Legend,
                "weights:" => Block::Weights,
                "known:" => Block::Known,
                _ => block,
            };
            if beside != block {
                block = beside;
            } else if block == Block::Legend {
                parts.legend_line(name, number, line)?;
            } else if block != Block::Map {
                let rows = if block == Block::Known { &mut parts.known } else { &mut parts.weights };
                // Keep one row more than a map may have, so that the size check refuses it.
                let blank = line.trim().is_empty();
                if !(blank && rows.is_empty()) && rows.len() <= limits::SIDE as usize {
                    rows.push((number, line));
                }
            } else if let Some(title) = line.strip_prefix("title:").filter(|_| parts.rows.is_empty()) {
                parts.title = title.trim();
                parts.titles.grow(1);
                if parts.title.len() > limits::TEXT {
                    let found = format!("the title is a text of {} bytes", parts.title.len());
                    return Err(FormatError::at(name, number, None, &found, &format!("at most {}", limits::TEXT)));
                }
            } else {
                let blank = line.trim().is_empty();
                if blank && parts.rows.is_empty() {
                    continue;
                }
                seen.grow(1);
                if seen <= limits::SIDE as u64 {
                    parts.rows.push((number, line));
                }
                if !blank {
                    height = seen;
                }
            }
        }
        parts.rows.truncate(height as usize);
        for rows in [&mut parts.weights, &mut parts.known] {
            while rows.pop_if(|(_, row)| row.trim().is_empty()).is_some() {}
        }
        if height > limits::SIDE as u64 {
            let width = parts.rows.iter().map(|(_, row)| row.chars().count() as u64).max().unwrap_or(0);
            Size::checked(width, height).map_err(|e| FormatError::whole(name, &e.to_string(), ""))?;
        }
        Ok(parts)
    }

    fn legend_line(&mut self, name: &str, number: usize, line: &str) -> Result<(), FormatError> {
        if line.trim().is_empty() {
            return Ok(());
        }
        let expected = "a glyph, `=`, and the name of a tile or actor, such as `D = secret-door`";
        let mut chars = line.chars();
        let glyph = chars.next().unwrap_or(' ');
        let Some(word) = chars.as_str().trim_start().strip_prefix('=').map(str::trim) else {
            return Err(FormatError::at(name, number, None, &format!("the legend says {line:?}"), expected));
        };
        let meaning = Tile::from_name(word)
            .map(Meaning::Tile)
            .or_else(|| ActorKind::ALL.into_iter().find(|k| k.name() == word).map(Meaning::Actor));
        let Some(meaning) = meaning else {
            let names = Tile::ALL.iter().map(|t| t.info().name).chain(ActorKind::ALL.map(ActorKind::name));
            let found = format!("there is no tile or actor {word:?}{}", nearest(word, names));
            return Err(FormatError::at(name, number, None, &found, expected));
        };
        if self.legend.insert(glyph, meaning).is_some() {
            self.twice.insert(glyph);
        }
        Ok(())
    }

    /// Returns notes about titles and legend lines that later lines override.
    fn said_twice(&self) -> impl Iterator<Item = String> {
        let title = (self.titles > 1).then(|| "Of several titles the last counts.".to_owned());
        let glyphs: Vec<String> = self.twice.iter().take(MOST_TOLD).map(|glyph| format!("{glyph:?}")).collect();
        let many = "Of several lines of the legend for one glyph the last counts";
        let legend = (!glyphs.is_empty()).then(|| format!("{many}: {}.", glyphs.join(", ")));
        title.into_iter().chain(legend)
    }
}
