//! Which tile of gridscope a tile of another program becomes. One order of rules for all formats.
//!
//! A foreign tile has a key: the number, colour, glyph or name that the user sees in the other program. The first rule
//! that applies decides:
//! 1. the answers of the user: `--map-tiles`, then `FILE.tiles.json` beside the map;
//! 2. a property `gridscope` of the tile: a tile's name, or the name and a weight (`floor 3`);
//! 3. a name of a door or window, in any layer;
//! 4. a layer named collision, walls or similar: a wall, whatever the tile's name;
//! 5. properties that say whether the tile can be entered and seen through, or what it costs;
//! 6. a collision shape that covers at least half of the tile: a wall;
//! 7. a name, type, class or identifier that is a tile's name or a common synonym, in the plural, too. The last word of
//!    several counts: `stone_walls`.
//!
//! If the map has a collision layer, or a tile with such a shape or property, these decide where it is solid, and a tile
//! that no rule covers is floor. Otherwise it is asked for. It is never guessed.
//!
//! The key `empty` stands for cells without any tile, and `rest` for all tiles that no rule covers.

mod answers;
mod found;
mod names;

pub(crate) use answers::{ActorAnswer, type_key};
pub use answers::{Ask, TileAnswers};
pub(super) use found::describe_open_tiles;
pub use found::describe_solid_cells;
pub(crate) use found::{Found, empty_note, is_stranded, nearest_key};
pub(crate) use names::{is_collision_layer, is_opening, is_solid_property, words};

use super::{FormatError, error::nearest};
use found::Decider;
use gridscope_trace::terrain::Tile;
use gridscope_trace::{Size, Weight};
use names::{SOLID, plain_name, tile_called, tile_named, truth};
use serde_json::Value;
use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet};
use std::fmt;

/// Key of the answer for all tiles that no rule covers.
const REST: &str = "rest";
/// Key of the answer for cells without any tile.
pub(crate) const EMPTY: &str = "empty";
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

/// How the meaning of a foreign tile is known.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum KnownBy {
    /// An answer of the user.
    Answer,
    /// A property `gridscope`.
    Mark,
    /// A name or type.
    Name,
    /// Properties such as `solid` or `cost`.
    Properties,
    /// A collision shape, or a collision layer.
    Collision,
    /// The cells have no tile.
    Empty,
}

impl KnownBy {
    /// Returns a short phrase for a table.
    pub const fn phrase(self) -> &'static str {
        match self {
            Self::Answer => "your answer",
            Self::Mark => "its property gridscope",
            Self::Name => "its name",
            Self::Properties => "its properties",
            Self::Collision => "its collision",
            Self::Empty => "no tile there",
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
}

impl ForeignTile {
    /// Returns a tile of which only the key is known.
    pub(crate) fn of_key(key: impl Into<String>) -> Self {
        Self { key: key.into(), ..Self::default() }
    }

    /// Returns the first property that has one of these names, in any spelling.
    fn property(&self, names: &[&str]) -> Option<&Value> {
        names
            .iter()
            .find_map(|name| self.properties.iter().find(|(key, _)| plain_name(key) == *name))
            .map(|(_, value)| value)
    }

    /// Returns a property that is true or false.
    fn flag(&self, names: &[&str]) -> Option<bool> {
        truth(self.property(names)?)
    }

    /// Returns whether properties say that the tile is solid.
    fn solidity(&self) -> Option<bool> {
        let walks = self.flag(&["walk", "walks", "walkable", "passable"]);
        walks.map(|walks| !walks).filter(|solid| *solid).or_else(|| self.flag(&SOLID)).or(walks.map(|walks| !walks))
    }
}

/// Applies the rules to the tiles of one map, and collects those that need an answer.
#[derive(Debug)]
pub(crate) struct TileMapping<'a> {
    answers: &'a TileAnswers,
    /// Every key that was looked up.
    keys: BTreeSet<String>,
    tiles: BTreeMap<String, TileQuestion>,
    notes: Vec<String>,
    /// The part that decides where the map is solid. Tiles without a meaning are floor then.
    decided_by: Option<Decider>,
}

impl<'a> TileMapping<'a> {
    pub(crate) fn new(answers: &'a TileAnswers) -> Self {
        let (keys, tiles, notes) = Default::default();
        Self { answers, keys, tiles, notes, decided_by: None }
    }

    /// States that collision layers decide where the map is solid.
    pub(crate) fn decide_by_layers(&mut self, names: &[&str]) {
        let Some((first, others)) = names.split_first() else { return };
        self.decided_by = Some(Decider::Layers((*first).to_owned(), others.len()));
    }

    /// States that collision shapes and properties decide where the map is solid, if one of these tiles has one.
    pub(crate) fn decide_by_tiles<'t>(&mut self, mut tiles: impl Iterator<Item = &'t ForeignTile>) {
        let decides = |tile: &ForeignTile| {
            tile.property(&["gridscope"]).is_none() && (tile.has_shape || tile.solidity().is_some())
        };
        if self.decided_by.is_none() && tiles.any(decides) {
            self.decided_by = Some(Decider::Tiles);
        }
    }

    /// Returns whether a collision layer decides where the map is solid. Then a tile called wall in another layer is only
    /// its picture.
    pub(crate) const fn has_collision_layer(&self) -> bool {
        matches!(self.decided_by, Some(Decider::Layers(..)))
    }

    /// Returns whether something decides where the map is solid.
    pub(crate) const fn is_decided(&self) -> bool {
        self.decided_by.is_some()
    }

    /// Returns the meaning of a tile that `count` cells of one layer have. `None` means that the user is asked.
    /// `collision` says whether the layer holds only walls.
    pub(crate) fn meaning(&mut self, tile: &ForeignTile, collision: bool, count: usize) -> Option<TileMeaning> {
        let meaning = self.known(tile, collision).or_else(|| self.otherwise());
        if count > 0 {
            let known = self.tiles.entry(tile.key.clone()).or_insert_with(|| TileQuestion {
                key: tile.key.clone(),
                name: tile.names.iter().find(|name| !name.is_empty()).cloned(),
                count: 0,
                colour: tile.colour,
                picture: None,
                meaning,
            });
            known.count = known.count.saturating_add(count);
        }
        meaning.map(|(meaning, _)| meaning)
    }

    /// Returns the meaning of all tiles that no rule covers.
    fn otherwise(&self) -> Option<(TileMeaning, KnownBy)> {
        let floor = || self.decided_by.is_some().then_some((TileMeaning::plain(Tile::Floor), KnownBy::Collision));
        self.answers.get(REST).map(|meaning| (meaning, KnownBy::Answer)).or_else(floor)
    }

    /// Notes that the map has a key, so that an answer for it is right.
    pub(crate) fn see(&mut self, key: &str) {
        if !self.keys.contains(key) {
            self.keys.insert(key.to_owned());
        }
    }

    /// Returns the answer for cells without any tile.
    pub(crate) fn empty(&self) -> Option<TileMeaning> {
        self.answers.get(EMPTY)
    }

    /// Like [`TileMapping::meaning`], but with the rule that decided, without those for the rest, and without asking.
    pub(crate) fn known(&mut self, tile: &ForeignTile, collision: bool) -> Option<(TileMeaning, KnownBy)> {
        self.see(&tile.key);
        if let Some(meaning) = self.answers.get(&tile.key) {
            return Some((meaning, KnownBy::Answer));
        }
        let wall = (TileMeaning::plain(Tile::Wall), KnownBy::Collision);
        let name = tile.names.iter().find_map(|name| tile_called(name));
        let by_name = |tile| (TileMeaning::plain(tile), KnownBy::Name);
        let mark = self.mark(tile).map(|meaning| (meaning, KnownBy::Mark));
        mark.or_else(|| name.filter(|&tile| is_opening(tile)).map(by_name))
            .or_else(|| collision.then_some(wall))
            .or_else(|| self.by_properties(tile).map(|meaning| (meaning, KnownBy::Properties)))
            .or_else(|| tile.has_shape.then_some(wall))
            .or_else(|| name.map(by_name))
            // Beside a collision layer, walls of other layers are pictures of walls.
            .filter(|(meaning, by)| {
                collision || !self.has_collision_layer() || *by == KnownBy::Mark || meaning.tile != Tile::Wall
            })
    }

    /// Returns the meaning that a property `gridscope` states.
    fn mark(&mut self, tile: &ForeignTile) -> Option<TileMeaning> {
        let text = tile.property(&["gridscope"])?.as_str()?;
        let meaning = TileMeaning::from_text(text);
        if meaning.is_none() {
            let near = nearest(&plain_name(text), Tile::ALL.iter().map(|tile| tile.info().name));
            let text: String = text.chars().take(40).collect();
            self.note(format!("{}: its property gridscope is {text:?}, which is no tile{near}.", tile.key));
        }
        meaning
    }

    /// Returns the meaning that properties such as `solid` or `cost` state.
    fn by_properties(&mut self, tile: &ForeignTile) -> Option<TileMeaning> {
        let solid = tile.solidity();
        if solid == Some(true) {
            let glass = tile.flag(&["opaque", "blocks-sight", "blocksight"]) == Some(false)
                || tile.flag(&["transparent", "see-through", "seethrough"]) == Some(true);
            return Some(TileMeaning::plain(if glass { Tile::Window } else { Tile::Wall }));
        }
        let Some(cost) = tile.property(&["cost", "weight", "movement-cost"]).and_then(Value::as_f64) else {
            return solid.map(|_| TileMeaning::plain(Tile::Floor));
        };
        if cost <= 0.0 || !cost.is_finite() {
            return Some(TileMeaning::plain(Tile::Wall));
        }
        let weight = Weight::nearest(cost).unwrap_or_default();
        if weight.value() != cost {
            self.note(format!("{}: its cost is {cost}; the weight is {weight}.", tile.key));
        }
        let weight = if cost == 1.0 { Weight::NONE } else { weight };
        Some(TileMeaning { tile: Tile::Floor, weight })
    }

    fn note(&mut self, note: String) {
        if !self.notes.contains(&note) && self.notes.len() < NOTES {
            self.notes.push(note);
        }
    }

    /// Returns what was found out about the tiles.
    ///
    /// # Errors
    /// Returns an error if a stated answer has a key that the map does not have.
    pub(crate) fn found(self, name: &str) -> Result<Found, FormatError> {
        let mut required_keys = self.answers.required_keys().filter(|key| !matches!(key.as_str(), REST | EMPTY));
        if let Some(key) = required_keys.find(|key| !self.keys.contains(*key)) {
            let found = format!("no tile of the map has the key {key}{}", nearest_key(key, &self.keys));
            let listed: Vec<&str> = self.keys.iter().take(LISTED).map(String::as_str).collect();
            return Err(FormatError::whole(name, &found, &format!("one of its keys, such as {}", listed.join(", "))));
        }
        let mut tiles: Vec<TileQuestion> = self.tiles.into_values().collect();
        tiles.sort_by_key(|tile| (tile.meaning.is_some(), std::cmp::Reverse(tile.count), tile.key.clone()));
        Ok(Found { notes: self.notes, tiles, decided_by: self.decided_by, ask: self.answers.ask })
    }

    /// Returns the notes about the mapping of a map without objects. `key` returns the key of the cell with an index.
    ///
    /// # Errors
    /// Returns an error if a stated answer has a key that the map does not have, or an error with a question for each
    /// tile that needs an answer.
    pub(crate) fn finish<'k>(
        self,
        name: &str,
        size: Size,
        key: impl Fn(usize) -> Option<Cow<'k, str>>,
    ) -> Result<Vec<String>, FormatError> {
        let found = self.found(name)?;
        if found.asks(false) {
            Err(FormatError::asks(name, found.question((0, None)).laid_out(size, key)))
        } else {
            Ok(found.notes)
        }
    }
}
