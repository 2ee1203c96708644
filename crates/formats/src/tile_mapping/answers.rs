//! Answers of a user about tiles and actors: those of a command line, and those of the file beside a map.

use super::names::plain_name;
use super::{EMPTY, TileMeaning};
use crate::error::nearest;
use crate::{FormatError, survey};
use gridscope_trace::scene::ActorKind;
use gridscope_trace::terrain::Tile;
use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};

/// Value of the field `format` of a file of answers.
const FORMAT: &str = "gridscope-tiles";
/// Version of files of answers that is written and read.
const VERSION: u64 = 1;
/// Maximum number of answers.
const ANSWERS: usize = 10_000;

/// When reading a map raises the question what its tiles and objects mean.
#[derive(Clone, Copy, Default, PartialEq, Eq, Debug)]
pub enum Ask {
    /// If the map cannot be read without an answer.
    #[default]
    IfNeeded,
    /// Also if there is hardly any floor, several objects could be the start, or the file has several levels.
    IfInDoubt,
    /// Always.
    Always,
}

/// The answers of a user: what each foreign tile stands for.
#[derive(Clone, Default, PartialEq, Eq, Debug)]
pub struct TileAnswers {
    /// When the user is asked for more.
    pub ask: Ask,
    answers: BTreeMap<String, TileMeaning>,
    /// Answers by the types of objects, as [`type_key`] returns them.
    actors: BTreeMap<String, ActorAnswer>,
    /// Keys that the map must have. Answers of a file may be those of another level or an earlier map.
    stated: BTreeSet<String>,
    /// Types that the objects of the map must have.
    stated_types: BTreeSet<String>,
}

/// Name that leaves objects out.
const LEFT_OUT: &str = "none";

/// Returns a type of objects as answers have it: in lower case, unless it is a single letter, which may be a glyph.
pub(crate) fn type_key(kind: &str) -> String {
    let kind = kind.trim();
    if kind.chars().nth(1).is_none() { kind.to_owned() } else { kind.to_lowercase() }
}

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
            self.set_actors(kind, answer);
            self.stated_types.insert(type_key(kind));
            if self.actors.len() > ANSWERS {
                return Err(format!("there are more than {ANSWERS} answers"));
            }
        }
        Ok(())
    }

    /// Sets what the objects of a type are: a kind of actor, or nothing.
    pub fn set_actor(&mut self, kind: &str, actor: Option<ActorKind>) {
        self.set_actors(kind, actor.map_or(ActorAnswer::LeftOut, ActorAnswer::Kind));
    }

    fn set_actors(&mut self, kind: &str, answer: ActorAnswer) {
        self.actors.insert(type_key(kind), answer);
    }

    /// Returns what objects of a type are, if there is an answer. Case does not matter, but an answer in the same case comes
    /// first.
    pub(crate) fn actor(&self, kind: &str) -> Option<ActorAnswer> {
        let same = self.actors.get(&type_key(kind));
        same.or_else(|| self.actors.get(&kind.trim().to_lowercase()))
            .or_else(|| self.actors.get(&kind.trim().to_uppercase()))
            .copied()
    }

    /// Returns which actor a glyph of a text map is, if there is an answer. Case matters.
    pub(crate) fn glyph(&self, glyph: char) -> Option<ActorAnswer> {
        self.actors.get(glyph.encode_utf8(&mut [0; 4])).copied()
    }

    /// Refuses a stated answer for empty cells if the map has none.
    pub(crate) fn check_empty(&self, name: &str, has_empty: bool) -> Result<(), FormatError> {
        if has_empty || !self.stated.contains(EMPTY) {
            return Ok(());
        }
        let found = format!("no cell of the map is empty, but --map-tiles answers for {EMPTY}");
        Err(FormatError::whole(name, &found, &format!("no answer for {EMPTY}")))
    }

    /// Reads a file of answers: `{"format": "gridscope-tiles", "version": 1, "tiles": {"#3c6ec8": "water"}}`.
    ///
    /// # Errors
    /// Returns an error that names the source and the part that is not valid.
    pub fn from_json(name: &str, bytes: &[u8]) -> Result<Self, FormatError> {
        let text = crate::utf8(name, bytes)?;
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
            answers.actors.insert(type_key(kind), answer);
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

    /// Returns the keys that the map must have.
    pub(crate) fn required_keys(&self) -> impl Iterator<Item = &String> {
        self.stated.iter()
    }

    /// Returns the types that the objects of the map must have.
    pub(crate) fn stated_types(&self) -> impl Iterator<Item = &String> {
        self.stated_types.iter()
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
        self.stated_types.extend(other.stated_types);
    }
}
