//! Groups the tiles of a question into rows: by the first word of their names, else by how they look, else by tileset.

use crate::formats::FileQuestion;
use crate::formats::tile_mapping::{KnownBy, TileQuestion};
use std::collections::BTreeMap;

/// Largest difference of a colour channel between tiles that look alike, at first. It grows while there are too many rows.
const ALIKE: u8 = 14;
/// Number of rows of tiles without a name up to which they are not grouped more.
const ROWS: usize = 12;

/// A row: tiles that are answered together.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Family {
    /// First word of the names, or the key of the most frequent tile.
    pub(super) name: String,
    /// Indices of the tiles in the question.
    pub(super) tiles: Vec<usize>,
    /// Whether this is the row of everything else.
    pub(super) is_rest: bool,
}

/// Returns the rows: first those to answer, and last everything else. `cells` are the cells of each tile.
pub(super) fn families(question: &FileQuestion, cells: &[usize]) -> Vec<Family> {
    let mut named: BTreeMap<(String, Option<&str>), Family> = BTreeMap::new();
    let (mut looks, mut plain, mut rest) = (Vec::new(), Vec::new(), Vec::new());
    for (i, tile) in question.tiles.iter().enumerate().filter(|(i, _)| cells.get(*i).is_some_and(|cells| *cells > 0)) {
        let word = tile.name.as_deref().map(first_word).filter(|word| !word.is_empty());
        let decided = question.decided_by.is_some() && matches!(tile.meaning, Some((_, KnownBy::Collision)));
        match (word, tile.colour.filter(|_| tile.picture.is_some())) {
            (Some(word), _) => {
                let meaning = tile.meaning.map(|(meaning, _)| meaning.tile.info().name);
                let new = || Family { name: word.clone(), tiles: Vec::new(), is_rest: false };
                named.entry((word.clone(), meaning)).or_insert_with(new).tiles.push(i);
            }
            (None, _) if decided => rest.push(i),
            (None, Some(colour)) => looks.push((i, colour)),
            (None, None) => plain.push(i),
        }
    }
    let mut all: Vec<Family> = named.into_values().collect();
    all.sort_by_key(|family| family.tiles[0]);
    for family in &mut all {
        if let [only] = family.tiles[..] {
            family.name = question.tiles[only].name.clone().unwrap_or_default();
        }
    }
    all.extend(alike(question, &looks));
    all.extend(by_tileset(question, plain));
    all.sort_by_key(|family| family.tiles.iter().all(|&i| question.tiles[i].meaning.is_some()));
    if !rest.is_empty() || question.tiles.iter().any(|tile| tile.meaning.is_none()) {
        let name = "everything else".to_owned();
        all.push(Family { name, tiles: rest, is_rest: true });
    }
    all
}

/// Returns the first word of a name in lower case.
fn first_word(name: &str) -> String {
    let name = name.trim_start_matches(|c: char| !c.is_alphabetic());
    let mut last_was_lower = false;
    let end = name.find(|c: char| {
        let ends = !c.is_alphabetic() || c.is_uppercase() && last_was_lower;
        last_was_lower = c.is_lowercase();
        ends
    });
    name[..end.unwrap_or(name.len())].to_lowercase()
}

/// Returns the name of the tileset in a key.
fn tileset(tile: &TileQuestion) -> &str {
    tile.key.rsplit_once(':').map_or("", |(tileset, _)| tileset)
}

/// Groups tiles whose mean colours are alike.
fn alike(question: &FileQuestion, tiles: &[(usize, [u8; 3])]) -> Vec<Family> {
    let mut near = ALIKE;
    loop {
        let mut groups: Vec<([u8; 3], Family)> = Vec::new();
        for &(i, colour) in tiles {
            let tile = &question.tiles[i];
            let fits = |(first, family): &&mut ([u8; 3], Family)| {
                let other = &question.tiles[family.tiles[0]];
                first.iter().zip(colour).all(|(a, b)| a.abs_diff(b) <= near)
                    && tileset(other) == tileset(tile)
                    && other.meaning == tile.meaning
            };
            match groups.iter_mut().find(fits) {
                Some((_, family)) => family.tiles.push(i),
                None => groups.push((colour, Family { name: tile.key.clone(), tiles: vec![i], is_rest: false })),
            }
        }
        if groups.len() <= ROWS || near >= 64 {
            return groups.into_iter().map(|(_, family)| family).collect();
        }
        near += 10;
    }
}

/// Groups tiles of the same tileset that have no picture. Other keys, such as glyphs, have a row each.
fn by_tileset(question: &FileQuestion, tiles: Vec<usize>) -> Vec<Family> {
    let mut all: Vec<Family> = Vec::new();
    for i in tiles {
        let tile = &question.tiles[i];
        let same = |family: &&mut Family| {
            let other = &question.tiles[family.tiles[0]];
            tileset(other) == tileset(tile) && other.meaning == tile.meaning
        };
        let found = if tileset(tile).is_empty() { None } else { all.iter_mut().find(same) };
        match found {
            Some(family) => family.tiles.push(i),
            None => all.push(Family { name: tile.key.clone(), tiles: vec![i], is_rest: false }),
        }
    }
    all
}
