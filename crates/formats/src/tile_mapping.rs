//! Which tile of gridscope a tile of another program becomes. One order of rules for all formats.
//!
//! A foreign tile has a key: the number, colour, glyph or name that the user sees in the other program. The first rule
//! that applies decides:
//! 1. the answers of the user: `--map-tiles`, then `FILE.tiles.json` beside the map;
//! 2. a property `gridscope` of the tile: a tile's name, or the name and a weight (`floor 3`);
//! 3. a name, type, class or identifier that is a tile's name or a common synonym;
//! 4. properties that say whether the tile can be entered and seen through, or what it costs;
//! 5. a collision shape that covers at least half of the tile: a wall;
//! 6. a layer named collision, walls or similar: a wall.
//!
//! A tile that no rule covers is asked for. It is never guessed.

use super::{FormatError, error::nearest, survey};
use gridscope_trace::Weight;
use gridscope_trace::terrain::Tile;
use serde_json::Value;
use std::collections::BTreeMap;
use std::fmt;
use std::fmt::Write as _;

/// Value of the field `format` of a file of answers.
const FORMAT: &str = "gridscope-tiles";
/// Version of files of answers that is written and read.
const VERSION: u64 = 1;
/// Key of the answer for all tiles that no rule covers.
const REST: &str = "rest";
/// Maximum number of answers.
const ANSWERS: usize = 10_000;
/// Maximum number of notes about tiles.
const NOTES: usize = 6;
/// Number of keys that an error lists.
const LISTED: usize = 8;

/// The meaning of a foreign tile.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TileMeaning {
    /// The tile.
    pub tile: Tile,
    /// Weight of the cell.
    pub weight: Weight,
}

impl TileMeaning {
    /// Returns a tile without a weight.
    pub const fn plain(tile: Tile) -> Self {
        Self { tile, weight: Weight::NONE }
    }

    /// Reads a tile's name, or a name and a weight: `floor 3`, `floor 1.5`. Case does not matter, and a space or `_` in a name is the
    /// same as `-`.
    pub(crate) fn from_text(text: &str) -> Option<Self> {
        let text = text.trim();
        if let Some(tile) = tile_named(text) {
            return Some(Self::plain(tile));
        }
        let (name, weight) = text.rsplit_once(' ')?;
        Some(Self { tile: tile_named(name)?, weight: weight.parse().ok()? })
    }
}

impl fmt::Display for TileMeaning {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.weight.is_none() { write!(f, "{}", self.tile) } else { write!(f, "{} {}", self.tile, self.weight) }
    }
}

fn plain_name(text: &str) -> String {
    text.trim().to_lowercase().replace([' ', '_'], "-")
}

/// Returns the tile of that name in any spelling.
fn tile_named(text: &str) -> Option<Tile> {
    Tile::from_name(&plain_name(text))
}

/// Returns the tile for a name or one of its synonyms.
fn tile_called(text: &str) -> Option<Tile> {
    let name = plain_name(text);
    Tile::from_name(&name).or_else(|| {
        Some(match name.as_str() {
            "ground" | "grass" | "path" | "dirt" | "stairs" => Tile::Floor,
            "solid" | "block" | "stone" | "rock" | "brick" => Tile::Wall,
            "deep-water" | "sea" | "ocean" => Tile::Water,
            "mud" | "marsh" => Tile::Swamp,
            "gate" => Tile::Portcullis,
            "glass" => Tile::Window,
            "forest" => Tile::Tree,
            "empty" | "none" => Tile::Void,
            _ => return None,
        })
    })
}

/// How the meaning of a foreign tile is known.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum KnownBy {
    /// An answer of the user.
    Answer,
    /// A property `gridscope`, or a name or type.
    Name,
    /// Properties such as `solid` or `cost`.
    Properties,
    /// A collision shape, or the name of its layer.
    Collision,
}

impl KnownBy {
    /// Returns a short phrase for a table.
    pub const fn phrase(self) -> &'static str {
        match self {
            Self::Answer => "your answer",
            Self::Name => "its name",
            Self::Properties => "its properties",
            Self::Collision => "its collision",
        }
    }
}

/// A tile of another program, and what it stands for if that is known.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TileQuestion {
    /// Key of the tile, as `--map-tiles` takes it.
    pub key: String,
    /// Name of the tile in its file, if it has one.
    pub name: Option<String>,
    /// Number of cells that have the tile.
    pub count: usize,
    /// Colour of the tile (red, green, blue), if its file has one.
    pub colour: Option<[u8; 3]>,
    /// Picture of the tile: the width in pixels, then red, green, blue and alpha of each pixel, row by row.
    pub picture: Option<(u32, Vec<[u8; 4]>)>,
    /// Meaning of the tile and how it is known, or `None` if it needs an answer.
    pub meaning: Option<(TileMeaning, KnownBy)>,
}

/// The answers of a user: what each foreign tile stands for.
#[derive(Clone, Default, PartialEq, Eq, Debug)]
pub struct TileAnswers {
    answers: BTreeMap<String, TileMeaning>,
}

impl TileAnswers {
    /// Reads the text of `--map-tiles`: `17=wall,#3c6ec8=water,rest=floor`. A key can contain `,` and `=`.
    ///
    /// # Errors
    /// Returns a sentence that names the part that is not an answer.
    pub fn from_text(text: &str) -> Result<Self, String> {
        let mut answers = Self::default();
        let mut rest = text;
        while !rest.is_empty() {
            // The key has at least one character, which may be `=` or `,`. A name follows the first `=` that has one.
            let found = rest.char_indices().skip(1).filter(|&(_, c)| c == '=').find_map(|(at, _)| {
                let (key, after) = (rest.get(..at)?, rest.get(at.saturating_add(1)..)?);
                let end = after.find(',').unwrap_or(after.len());
                let meaning = TileMeaning::from_text(after.get(..end)?)?;
                Some((key, meaning, after.get(end.saturating_add(1)..).unwrap_or("")))
            });
            let Some((key, meaning, after)) = found else {
                let part: String = rest.chars().take(60).collect();
                let name = rest.split(',').next().and_then(|part| part.rsplit_once('=')).map_or("", |(_, name)| name);
                let near = nearest(&plain_name(name), Tile::ALL.iter().map(|tile| tile.info().name));
                return Err(format!(
                    "{part:?} is no answer{near}; expected KEY=TILE, separated by commas, such as 17=wall,rest=floor"
                ));
            };
            answers.set(key, meaning);
            if answers.answers.len() > ANSWERS {
                return Err(format!("there are more than {ANSWERS} answers"));
            }
            rest = after;
        }
        Ok(answers)
    }

    /// Reads a file of answers: `{"format": "gridscope-tiles", "version": 1, "tiles": {"#3c6ec8": "water"}}`.
    ///
    /// # Errors
    /// Returns an error that names the source and the part that is not valid.
    pub fn from_json(name: &str, bytes: &[u8]) -> Result<Self, FormatError> {
        let text = super::utf8(name, bytes)?;
        let file = survey::object(name, 1, text, "a file of answers, which gridscope writes beside a map")?;
        if file.get("format").and_then(Value::as_str) != Some(FORMAT) {
            return Err(FormatError::whole(name, "it is no file of answers", &format!("\"format\": \"{FORMAT}\"")));
        }
        if file.get("version").and_then(Value::as_u64) != Some(VERSION) {
            return Err(FormatError::whole(name, "it has another version", &format!("\"version\": {VERSION}")));
        }
        let tiles = file.get("tiles").and_then(Value::as_object);
        let tiles = tiles.ok_or_else(|| FormatError::whole(name, "it has no tiles", "an object \"tiles\""))?;
        if tiles.len() > ANSWERS {
            return Err(FormatError::whole(name, "there are too many answers", &format!("at most {ANSWERS}")));
        }
        let mut answers = Self::default();
        for (key, meaning) in tiles {
            let meaning = meaning.as_str().and_then(TileMeaning::from_text).ok_or_else(|| {
                let found = format!("tiles, {key:?}: {meaning} is no tile");
                FormatError::whole(name, &found, "a tile's name, such as \"wall\" or \"floor 3\"")
            })?;
            answers.set(key, meaning);
        }
        Ok(answers)
    }

    /// Returns the contents of a file of answers.
    pub fn to_json(&self) -> String {
        let tiles: serde_json::Map<_, _> =
            self.answers.iter().map(|(key, meaning)| (key.clone(), meaning.to_string().into())).collect();
        format!("{:#}\n", serde_json::json!({ "format": FORMAT, "version": VERSION, "tiles": tiles }))
    }

    /// Sets the meaning of a key. The key `rest` stands for all tiles that no rule covers.
    pub fn set(&mut self, key: &str, meaning: TileMeaning) {
        self.answers.insert(key.to_owned(), meaning);
    }

    /// Returns the meaning of a key, if there is an answer for it.
    pub fn get(&self, key: &str) -> Option<TileMeaning> {
        self.answers.get(key).copied()
    }

    /// Returns whether there is no answer.
    pub(crate) fn is_empty(&self) -> bool {
        self.answers.is_empty()
    }

    /// Adds the answers of `other` for keys that have none.
    pub fn complete(&mut self, other: Self) {
        for (key, meaning) in other.answers {
            self.answers.entry(key).or_insert(meaning);
        }
    }
}

/// The facts that a format has about a foreign tile.
#[derive(Clone, Default, Debug)]
pub(crate) struct ForeignTile {
    /// Key of the tile in answers and messages.
    pub(crate) key: String,
    /// Type, class, identifier and name of the tile.
    pub(crate) names: Vec<String>,
    /// Properties of the tile, by name. Numbers, booleans and texts count.
    pub(crate) properties: Vec<(String, Value)>,
    /// Whether a collision shape covers at least half of it.
    pub(crate) has_shape: bool,
    /// Colour by which the user recognises it (red, green, blue).
    pub(crate) colour: Option<[u8; 3]>,
    /// Picture by which the user recognises it: the width in pixels, then the pixels row by row.
    pub(crate) picture: Option<(u32, Vec<[u8; 4]>)>,
}

impl ForeignTile {
    /// Returns a tile of which only the key is known.
    pub(crate) fn of_key(key: impl Into<String>) -> Self {
        Self { key: key.into(), ..Self::default() }
    }
}

/// Returns whether every tile of a layer with this name is a wall.
pub(crate) fn is_collision_layer(name: &str) -> bool {
    matches!(plain_name(name).as_str(), "collision" | "collisions" | "solid" | "walls" | "blocked" | "obstacles")
}

/// Applies the rules to the tiles of one map, and collects those that need an answer.
#[derive(Debug)]
pub(crate) struct TileMapping<'a> {
    answers: &'a TileAnswers,
    tiles: BTreeMap<String, TileQuestion>,
    notes: Vec<String>,
}

impl<'a> TileMapping<'a> {
    pub(crate) fn new(answers: &'a TileAnswers) -> Self {
        Self { answers, tiles: BTreeMap::new(), notes: Vec::new() }
    }

    /// Returns the meaning of a tile that `count` cells of one layer have. `None` means that the user is asked.
    /// `collision` says whether the layer holds only walls.
    pub(crate) fn meaning(&mut self, tile: &ForeignTile, collision: bool, count: usize) -> Option<TileMeaning> {
        let rest = self.answers.get(REST).map(|meaning| (meaning, KnownBy::Answer));
        let meaning = self.known(tile, collision).or(rest);
        if count > 0 {
            let known = self.tiles.entry(tile.key.clone()).or_insert_with(|| TileQuestion {
                key: tile.key.clone(),
                name: tile.names.iter().find(|name| !name.is_empty()).cloned(),
                count: 0,
                colour: tile.colour,
                picture: tile.picture.clone(),
                meaning,
            });
            known.count = known.count.saturating_add(count);
        }
        meaning.map(|(meaning, _)| meaning)
    }

    /// Like [`TileMapping::meaning`], but without the answer for the rest, and without asking.
    pub(crate) fn known_meaning(&mut self, tile: &ForeignTile, collision: bool) -> Option<TileMeaning> {
        self.known(tile, collision).map(|(meaning, _)| meaning)
    }

    /// Applies all rules.
    fn known(&mut self, tile: &ForeignTile, collision: bool) -> Option<(TileMeaning, KnownBy)> {
        let answer = self.answers.get(&tile.key).map(|meaning| (meaning, KnownBy::Answer));
        let wall = (tile.has_shape || collision).then_some((TileMeaning::plain(Tile::Wall), KnownBy::Collision));
        answer.or_else(|| self.by_rules(tile)).or(wall)
    }

    /// Applies the rules 2 to 4.
    fn by_rules(&mut self, tile: &ForeignTile) -> Option<(TileMeaning, KnownBy)> {
        let mut properties: BTreeMap<String, &Value> = BTreeMap::new();
        for (key, value) in &tile.properties {
            properties.entry(plain_name(key)).or_insert(value);
        }
        let named = |name: &str| properties.get(name).copied();
        if let Some(text) = named("gridscope").and_then(Value::as_str) {
            if let Some(meaning) = TileMeaning::from_text(text) {
                return Some((meaning, KnownBy::Name));
            }
            let near = nearest(&plain_name(text), Tile::ALL.iter().map(|tile| tile.info().name));
            let text: String = text.chars().take(40).collect();
            self.note(format!("{}: its property gridscope is {text:?}, which is no tile{near}.", tile.key));
        }
        if let Some(tile) = tile.names.iter().find_map(|name| tile_called(name)) {
            return Some((TileMeaning::plain(tile), KnownBy::Name));
        }
        let known = |meaning| Some((meaning, KnownBy::Properties));
        let flag = |names: &[&str]| {
            names.iter().find_map(|name| named(name)).and_then(|value| match value {
                Value::Bool(flag) => Some(*flag),
                Value::String(text) => text.to_lowercase().parse().ok(),
                Value::Number(number) => number.as_f64().map(|number| number != 0.0),
                _ => None,
            })
        };
        let walks = flag(&["walk", "walks", "walkable", "passable"]);
        let solid = flag(&["solid", "collide", "collides", "collision", "blocked", "blocking", "obstacle", "wall"]);
        let opaque = flag(&["opaque", "blocks-sight", "blocksight"]);
        let clear = flag(&["transparent", "see-through", "seethrough"]);
        if walks == Some(false) || solid == Some(true) {
            let glass = opaque == Some(false) || clear == Some(true);
            return known(TileMeaning::plain(if glass { Tile::Window } else { Tile::Wall }));
        }
        let cost = ["cost", "weight", "movement-cost"].iter().find_map(|name| named(name)).and_then(Value::as_f64);
        if let Some(cost) = cost {
            if cost <= 0.0 || !cost.is_finite() {
                return known(TileMeaning::plain(Tile::Wall));
            }
            let weight = Weight::nearest(cost).unwrap_or_default();
            if weight.value() != cost {
                self.note(format!("{}: its cost is {cost}; the weight is {weight}.", tile.key));
            }
            let weight = if cost == 1.0 { Weight::NONE } else { weight };
            return known(TileMeaning { tile: Tile::Floor, weight });
        }
        if walks == Some(true) || solid == Some(false) { known(TileMeaning::plain(Tile::Floor)) } else { None }
    }

    fn note(&mut self, note: String) {
        if !self.notes.contains(&note) && self.notes.len() < NOTES {
            self.notes.push(note);
        }
    }

    /// Returns the notes about the mapping.
    ///
    /// # Errors
    /// Returns an error with a question for each tile that needs an answer.
    pub(crate) fn finish(self, name: &str) -> Result<Vec<String>, FormatError> {
        let mut tiles: Vec<TileQuestion> = self.tiles.into_values().collect();
        if tiles.iter().all(|tile| tile.meaning.is_some()) {
            return Ok(self.notes);
        }
        tiles.sort_by_key(|tile| (tile.meaning.is_some(), std::cmp::Reverse(tile.count), tile.key.clone()));
        Err(FormatError::asks(name, tiles))
    }
}

/// Returns what was found and what was expected, for an error that asks for tiles.
pub(super) fn asked(tiles: &[TileQuestion]) -> (String, String) {
    let open: Vec<&TileQuestion> = tiles.iter().filter(|tile| tile.meaning.is_none()).collect();
    let times = |n: usize| if n == 1 { "once".to_owned() } else { format!("{n} times") };
    let list: Vec<String> = open.iter().take(LISTED).map(|q| format!("{} ({})", q.key, times(q.count))).collect();
    let more = match open.len().saturating_sub(LISTED) {
        0 => String::new(),
        more => format!(" and {more} more"),
    };
    let what = if open.len() == 1 { "is a tile" } else { "are tiles" };
    let mut answer = String::new();
    for tile in open.iter().take(2) {
        // Writing to a String cannot fail.
        let _ = write!(answer, "{}=wall,", tile.key);
    }
    let found = format!("there {what} whose meaning is not known: {}{more}", list.join(", "));
    (found, format!("an answer, such as --map-tiles '{answer}rest=floor'"))
}
