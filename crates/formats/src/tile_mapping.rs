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

use super::{FormatError, error::nearest, survey};
use gridscope_trace::scene::ActorKind;
use gridscope_trace::terrain::Tile;
use gridscope_trace::{Scene, Weight};
use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};
use std::fmt;
use std::fmt::Write as _;

/// Value of the field `format` of a file of answers.
const FORMAT: &str = "gridscope-tiles";
/// Version of files of answers that is written and read.
const VERSION: u64 = 1;
/// Key of the answer for all tiles that no rule covers.
const REST: &str = "rest";
/// Key of the answer for cells without any tile.
pub(crate) const EMPTY: &str = "empty";
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

/// Returns the words of a name in lower case, without numbers: `MainCollisions 2` is `main` and `collisions`.
fn words(name: &str) -> Vec<String> {
    let mut words = vec![String::new()];
    let mut was_lower = false;
    for c in name.chars() {
        if !c.is_alphabetic() || c.is_uppercase() && was_lower {
            words.push(String::new());
        }
        was_lower = c.is_lowercase();
        if c.is_alphabetic()
            && let Some(word) = words.last_mut()
        {
            word.extend(c.to_lowercase());
        }
    }
    words.retain(|word| !word.is_empty());
    words
}

/// Returns the tile for a name or one of its synonyms. Of several words, the last one counts if they have no meaning together.
fn tile_called(text: &str) -> Option<Tile> {
    let words = words(text);
    let last = words.last()?;
    [plain_name(text), words.join("-"), last.clone()]
        .iter()
        .find_map(|name| tile_or_synonym(name).or_else(|| tile_or_synonym(name.strip_suffix('s')?)))
}

/// Returns the tile for a name in lower case or one of its synonyms.
fn tile_or_synonym(name: &str) -> Option<Tile> {
    Tile::from_name(name).or_else(|| {
        Some(match name {
            "ground" | "grass" | "path" | "dirt" | "sand" | "road" | "stair" => Tile::Floor,
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
    /// A property `gridscope`.
    Mark,
    /// A name or type.
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
            Self::Mark => "its property gridscope",
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
    /// Answers by the types of objects, in lower case.
    actors: BTreeMap<String, ActorAnswer>,
    /// Keys that the map must have. Answers of a file may be those of another level or an earlier map.
    stated: BTreeSet<String>,
}

/// Name that leaves objects out.
const LEFT_OUT: &str = "none";

/// Answer about the objects of a type.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum ActorAnswer {
    /// Nothing on the map.
    LeftOut,
    /// Actors of a kind.
    Kind(ActorKind),
}

impl ActorAnswer {
    /// Reads the name of a kind of actor, or `none`.
    fn from_name(name: &str) -> Option<Self> {
        let name = name.trim().to_lowercase();
        if name == LEFT_OUT { Some(Self::LeftOut) } else { ActorKind::named(&name).map(Self::Kind) }
    }

    const fn name(self) -> &'static str {
        match self {
            Self::LeftOut => LEFT_OUT,
            Self::Kind(kind) => kind.name(),
        }
    }
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
            answers.stated.insert(key.to_owned());
            if answers.answers.len() > ANSWERS {
                return Err(format!("there are more than {ANSWERS} answers"));
            }
            rest = after;
        }
        Ok(answers)
    }

    /// Adds the answers of `--map-actors`: `spawn=none,player=guard`.
    ///
    /// # Errors
    /// Returns a sentence that names the part that is not an answer.
    pub fn add_actors(&mut self, text: &str) -> Result<(), String> {
        for part in text.split(',').filter(|part| !part.is_empty()) {
            let answer = part.rsplit_once('=').and_then(|(kind, name)| Some((kind, ActorAnswer::from_name(name)?)));
            let Some((kind, answer)) = answer else {
                let name = part.rsplit_once('=').map_or("", |(_, name)| name);
                let near = nearest(name, ActorKind::ALL.iter().map(|kind| kind.name()));
                return Err(format!(
                    "{part:?} is no answer{near}; expected TYPE=ACTOR or TYPE={LEFT_OUT}, separated by commas"
                ));
            };
            self.actors.insert(kind.trim().to_lowercase(), answer);
            if self.actors.len() > ANSWERS {
                return Err(format!("there are more than {ANSWERS} answers"));
            }
        }
        Ok(())
    }

    /// Returns what objects of a type are, if there is an answer.
    pub(crate) fn actor(&self, kind: &str) -> Option<ActorAnswer> {
        self.actors.get(&kind.trim().to_lowercase()).copied()
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
        for (kind, actor) in file.get("actors").and_then(Value::as_object).into_iter().flatten().take(ANSWERS) {
            let answer = actor.as_str().and_then(ActorAnswer::from_name).ok_or_else(|| {
                let found = format!("actors, {kind:?}: {actor} is no kind of actor");
                FormatError::whole(name, &found, "the name of a kind, such as \"guard\", or \"none\"")
            })?;
            answers.actors.insert(kind.to_lowercase(), answer);
        }
        Ok(answers)
    }

    /// Returns the contents of a file of answers.
    pub fn to_json(&self) -> String {
        let tiles: serde_json::Map<_, _> =
            self.answers.iter().map(|(key, meaning)| (key.clone(), meaning.to_string().into())).collect();
        let mut file = serde_json::json!({ "format": FORMAT, "version": VERSION, "tiles": tiles });
        if let (false, Some(file)) = (self.actors.is_empty(), file.as_object_mut()) {
            let actors = self.actors.iter().map(|(kind, answer)| (kind.clone(), answer.name().into()));
            file.insert("actors".into(), actors.collect::<serde_json::Map<_, _>>().into());
        }
        format!("{file:#}\n")
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
        for (kind, answer) in other.actors {
            self.actors.entry(kind).or_insert(answer);
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

/// Names of properties that say whether a tile or a layer is solid.
const SOLID: [&str; 8] = ["solid", "collide", "collides", "collision", "blocked", "blocking", "obstacle", "wall"];

/// Returns whether a property of a layer says that all its tiles are walls.
pub(crate) fn is_solid_property(name: &str, value: &Value) -> bool {
    SOLID.contains(&plain_name(name).as_str()) && truth(value) == Some(true)
}

/// Reads a value of a property as true or false.
fn truth(value: &Value) -> Option<bool> {
    match value {
        Value::Bool(flag) => Some(*flag),
        Value::String(text) => text.to_lowercase().parse().ok(),
        Value::Number(number) => number.as_f64().map(|number| number != 0.0),
        _ => None,
    }
}

/// Returns whether every tile of a layer with this name is a wall: its last word is one for what blocks. Words such as
/// `layer` do not count.
pub(crate) fn is_collision_layer(name: &str) -> bool {
    let mut words = words(name);
    while words
        .last()
        .is_some_and(|word| matches!(word.as_str(), "layer" | "level" | "map" | "tile" | "tiles" | "grid"))
    {
        words.pop();
    }
    words.last().is_some_and(|word| {
        matches!(
            word.strip_suffix('s').unwrap_or(word),
            "collision"
                | "collide"
                | "collider"
                | "solid"
                | "wall"
                | "block"
                | "blocked"
                | "blocking"
                | "obstacle"
                | "impassable"
                | "nowalk"
                | "unwalkable"
        )
    })
}

/// Returns whether a tile is a door or a window, which stands above a collision layer.
pub(crate) fn is_opening(tile: Tile) -> bool {
    matches!(
        tile,
        Tile::Door
            | Tile::DoorLocked
            | Tile::SecretDoor
            | Tile::Portcullis
            | Tile::Window
            | Tile::Shutter
            | Tile::ShutterOpen
    )
}

/// Applies the rules to the tiles of one map, and collects those that need an answer.
#[derive(Debug)]
pub(crate) struct TileMapping<'a> {
    answers: &'a TileAnswers,
    /// Every key that was looked up.
    keys: BTreeSet<String>,
    tiles: BTreeMap<String, TileQuestion>,
    notes: Vec<String>,
    /// The part that decides where the map is solid, such as `The layer Collision`. Tiles without a meaning are floor then.
    decided_by: Option<String>,
    /// Whether a layer decides. Then a tile called wall in another layer is only its picture.
    has_collision_layer: bool,
}

impl<'a> TileMapping<'a> {
    pub(crate) fn new(answers: &'a TileAnswers) -> Self {
        let (keys, tiles, notes) = Default::default();
        Self { answers, keys, tiles, notes, decided_by: None, has_collision_layer: false }
    }

    /// States that collision layers decide where the map is solid.
    pub(crate) fn decide_by_layers(&mut self, names: &[&str]) {
        let Some((first, others)) = names.split_first() else { return };
        let more = if others.is_empty() { String::new() } else { format!(" and {} more", others.len()) };
        self.decided_by = Some(format!("The layer {first}{more}"));
        self.has_collision_layer = true;
    }

    /// States that collision shapes and properties decide where the map is solid, if one of these tiles has one.
    pub(crate) fn decide_by_tiles<'t>(&mut self, mut tiles: impl Iterator<Item = &'t ForeignTile>) {
        let decides = |tile: &ForeignTile| {
            tile.property(&["gridscope"]).is_none() && (tile.has_shape || tile.solidity().is_some())
        };
        if self.decided_by.is_none() && tiles.any(decides) {
            self.decided_by = Some("Collision shapes and properties of tiles".into());
        }
    }

    /// Returns whether a collision layer decides where the map is solid.
    pub(crate) const fn has_collision_layer(&self) -> bool {
        self.has_collision_layer
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
                picture: tile.picture.clone(),
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
                collision || !self.has_collision_layer || *by == KnownBy::Mark || meaning.tile != Tile::Wall
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

    /// Returns the notes about the mapping.
    ///
    /// # Errors
    /// Returns an error if a stated answer has a key that the map does not have, or an error with a question for each
    /// tile that needs an answer.
    pub(crate) fn finish(mut self, name: &str) -> Result<Vec<String>, FormatError> {
        let mut stated = self.answers.stated.iter().filter(|key| !matches!(key.as_str(), REST | EMPTY));
        if let Some(key) = stated.find(|key| !self.keys.contains(*key)) {
            let found = format!("no tile of the map has the key {key}{}", nearest_key(key, &self.keys));
            let listed: Vec<&str> = self.keys.iter().take(LISTED).map(String::as_str).collect();
            return Err(FormatError::whole(name, &found, &format!("one of its keys, such as {}", listed.join(", "))));
        }
        let mut tiles: Vec<TileQuestion> = self.tiles.into_values().collect();
        if tiles.iter().all(|tile| tile.meaning.is_some()) {
            if let Some(what) = self.decided_by {
                self.notes.push(format!("{what} decides where the map is solid. Other cells with tiles are floor."));
            }
            return Ok(self.notes);
        }
        tiles.sort_by_key(|tile| (tile.meaning.is_some(), std::cmp::Reverse(tile.count), tile.key.clone()));
        Err(FormatError::asks(name, tiles))
    }
}

/// Returns the key that is nearest to an answer's as ` (the nearest is …)`: one that ends with it, or with the fewest edits.
fn nearest_key(key: &str, keys: &BTreeSet<String>) -> String {
    let ends = |own: &&String| own.strip_suffix(key).is_some_and(|before| before.ends_with(':'));
    let edits = |own: &&String| strsim::levenshtein(key, own);
    let short = || keys.iter().filter(|own| own.len() <= 60);
    let near =
        keys.iter().find(ends).or_else(|| short().min_by_key(edits).filter(|own| edits(own) <= 2.max(own.len() / 3)));
    near.map_or(String::new(), |near| format!(" (the nearest is {near})"))
}

/// Returns the note for a map on which hardly anybody can stand, if it has empty cells whose meaning was not stated:
/// fewer than one cell in ten can be walked on, or an actor stands on none.
pub(crate) fn empty_note(scene: &Scene, empty: usize, answers: &TileAnswers) -> Option<String> {
    if empty == 0 || answers.get(EMPTY).is_some() {
        return None;
    }
    let (all, walkable) =
        (scene.size().area(), scene.tiles.as_slice().iter().filter(|tile| tile.is_walkable()).count());
    let stranded = scene.actors.iter().any(|actor| scene.tiles.get(actor.at) == Some(&Tile::Void));
    (stranded || walkable.saturating_mul(10) < all).then(|| {
        let advice = format!("If cells without a tile are floor, say --map-tiles='{EMPTY}=floor'.");
        if stranded {
            format!("An actor stands on a cell without a tile. {advice}")
        } else {
            format!("Only {walkable} of {all} cells can be walked on. {advice}")
        }
    })
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
    let answer = answer.replace('\'', r"'\''");
    (found, format!("an answer, such as --map-tiles='{answer}rest=floor'"))
}
