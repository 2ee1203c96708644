//! Result of mapping the tiles of a map: notes, or a question.

use super::names::tile_called;
use super::{Ask, EMPTY, KnownBy, LISTED, TileAnswers, TileMeaning, TileQuestion};
use crate::question::FileQuestion;
use gridscope_trace::Scene;
use gridscope_trace::terrain::Tile;
use std::collections::BTreeSet;
use std::fmt::Write as _;

/// The part of a map that decides where it is solid.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Decider {
    /// The layer with this name, and so many more.
    Layers(String, usize),
    /// Collision shapes and properties of tiles.
    Tiles,
}

impl Decider {
    /// Returns the beginning of a sentence: `The layer Collision decides`.
    fn decides(&self) -> String {
        match self {
            Self::Layers(name, 0) => format!("The layer {name} decides"),
            Self::Layers(name, more) => format!("The layer {name} and {more} more decide"),
            Self::Tiles => "Collision shapes and properties of tiles decide".to_owned(),
        }
    }
}

/// Result of mapping the tiles of a map.
#[derive(Debug)]
pub(crate) struct Found {
    /// Notes about single tiles.
    pub(crate) notes: Vec<String>,
    pub(super) tiles: Vec<TileQuestion>,
    pub(super) decided_by: Option<Decider>,
    pub(super) ask: Ask,
}

impl Found {
    /// Returns whether the user is asked. `in_doubt` says whether the answers may not be what the author means.
    pub(crate) fn asks(&self, in_doubt: bool) -> bool {
        self.ask == Ask::Always || in_doubt && self.ask == Ask::IfInDoubt || self.is_open()
    }

    /// Returns whether a tile has no meaning.
    pub(crate) fn is_open(&self) -> bool {
        self.tiles.iter().any(|tile| tile.meaning.is_none())
    }

    /// Returns the sentence that says what decides where the map is solid.
    pub(crate) fn decided(&self, scene: &Scene) -> Option<String> {
        let mut text = format!("{}: {}", self.decided_by.as_ref()?.decides(), describe_solid_cells(scene));
        // A layer for collisions makes walls of all that is in it.
        let is_wall = |tile: &&TileQuestion| tile.meaning == Some((TileMeaning::plain(Tile::Wall), KnownBy::Collision));
        let other_name = |tile: &TileQuestion| {
            let name = tile.name.as_deref()?;
            let is_other = !matches!(tile_called(name)?, Tile::Wall | Tile::Floor | Tile::Void);
            is_other.then(|| format!("{name} ({})", tile.count))
        };
        let named: Vec<String> = self.tiles.iter().filter(is_wall).filter_map(other_name).take(LISTED).collect();
        if !named.is_empty() {
            // Writing to a String cannot fail.
            let _ = write!(text, " Walls there have other names: {}.", named.join(", "));
        }
        Some(text)
    }

    /// Returns the question. `count` cells have no tile. They have the meaning, if it is known.
    pub(crate) fn question(self, (count, meaning): (usize, Option<(TileMeaning, KnownBy)>)) -> FileQuestion {
        let mut tiles = self.tiles;
        if count > 0 {
            let row = TileQuestion { key: EMPTY.to_owned(), name: None, count, colour: None, picture: None, meaning };
            let place = tiles.iter().take_while(|tile| tile.meaning.is_none()).count();
            tiles.insert(if row.meaning.is_none() { place } else { tiles.len() }, row);
        }
        let decides = self.decided_by.as_ref().map(Decider::decides).unwrap_or_default();
        let decided_by = self.decided_by.map(|decider| match decider {
            Decider::Layers(name, _) => name,
            Decider::Tiles => "collision shapes".to_owned(),
        });
        FileQuestion { tiles: tiles.into(), decided_by, decides, ..FileQuestion::default() }
    }
}

/// Returns a sentence about how many cells of a map are wall: `58 of 288 cells are wall, the rest is floor.`
pub fn describe_solid_cells(scene: &Scene) -> String {
    let tiles = scene.tiles.as_slice();
    let count = |is: fn(&&Tile) -> bool| tiles.iter().filter(is).count();
    let walls = count(|tile| **tile == Tile::Wall);
    let part = |count: usize, what: &str| match count {
        0 => String::new(),
        1 => format!(" 1 is {what},"),
        _ => format!(" {count} are {what},"),
    };
    let void = part(count(|tile| **tile == Tile::Void), "void");
    let blocked = |tile: &&Tile| !tile.is_walkable() && !matches!(tile, Tile::Wall | Tile::Void);
    let blocked = part(count(blocked), "blocked in another way");
    format!("{walls} of {} cells are wall,{void}{blocked} the rest is floor.", tiles.len())
}

/// Returns the key that is nearest to an answer's as ` (the nearest is …)`: one that ends with it, or with the fewest edits.
pub(crate) fn nearest_key(key: &str, keys: &BTreeSet<String>) -> String {
    let ends = |own: &&String| own.strip_suffix(key).is_some_and(|before| before.ends_with(':'));
    let edits = |own: &&String| strsim::levenshtein(key, own);
    let short = || keys.iter().filter(|own| own.len() <= 60);
    let near =
        keys.iter().find(ends).or_else(|| short().min_by_key(edits).filter(|own| edits(own) <= 2.max(own.len() / 3)));
    near.map_or(String::new(), |near| format!(" (the nearest is {near})"))
}

/// Returns the note for a map with empty cells whose meaning was not stated, if fewer than one cell in ten can be walked
/// on, or if an actor is `stranded` on an empty cell.
pub(crate) fn empty_note(scene: &Scene, empty: usize, stranded: bool, answers: &TileAnswers) -> Option<String> {
    if empty == 0 || answers.get(EMPTY).is_some() {
        return None;
    }
    let (all, walkable) =
        (scene.size().area(), scene.tiles.as_slice().iter().filter(|tile| tile.is_walkable()).count());
    (stranded || walkable.saturating_mul(10) < all).then(|| {
        let advice = format!("If cells without a tile are floor, say --map-tiles='{EMPTY}=floor'.");
        if stranded {
            format!("An actor is on a cell without a tile. {advice}")
        } else {
            format!("Only {walkable} of {all} cells can be walked on. {advice}")
        }
    })
}

/// Returns whether an actor is on a cell that is void.
pub(crate) fn is_stranded(scene: &Scene) -> bool {
    scene.actors.iter().any(|actor| scene.tiles.get(actor.at) == Some(&Tile::Void))
}

/// Returns what was found and what was expected, for an error that asks for tiles.
pub(crate) fn describe_open_tiles(tiles: &[TileQuestion]) -> (String, String) {
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
