//! Maps whose cells are texts: tile names, or glyphs of one character. Each different text is kept once.

use super::numbers::empty_note;
use super::tile_mapping::{EMPTY, ForeignTile, TileMapping, TileMeaning};
use super::{ArrayMeaning, FormatError, Options, limits};
use gridscope_trace::{Actor, Cell, Grid, Scene, Size, Tile};
use std::borrow::Cow;
use std::collections::HashMap;

/// Maximum number of different texts in a map.
const DIFFERENT: usize = 1_000_000;
/// Maximum number of different texts that stand for tiles.
const MAPPED: usize = 10_000;
/// Longest text of a cell, in bytes.
const LONGEST: usize = limits::WORD;

/// Number of recent texts that are found without hashing.
const RECENT: usize = 256;

/// The texts of a map's cells, row by row.
pub(crate) struct CellTexts<'a> {
    ids: HashMap<Cow<'a, str>, u32>,
    texts: Vec<Cow<'a, str>>,
    cells: Vec<u32>,
    /// Numbers of recent texts, by their length and their first and last byte.
    recent: [u32; RECENT],
}

impl Default for CellTexts<'_> {
    fn default() -> Self {
        Self { ids: HashMap::new(), texts: Vec::new(), cells: Vec::new(), recent: [u32::MAX; RECENT] }
    }
}

impl<'a> CellTexts<'a> {
    /// Adds the text of the next cell, and returns its number.
    ///
    /// # Errors
    /// Returns what was found and what was expected, if there are too many cells or texts, or the text is too long.
    pub(crate) fn push(&mut self, text: Cow<'a, str>) -> Result<u32, (String, String)> {
        let place = slot(text.as_bytes());
        let recent = self.recent.get(place).copied().filter(|&id| self.texts.get(id as usize) == Some(&text));
        let id = match recent.or_else(|| self.ids.get(&text).copied()) {
            Some(id) => id,
            None => self.add(text)?,
        };
        self.recent.get_mut(place).into_iter().for_each(|recent| *recent = id);
        self.push_again(id)?;
        Ok(id)
    }

    /// Adds the next cell, which has the text with this number.
    ///
    /// # Errors
    /// Returns what was found and what was expected, if there are too many cells.
    pub(crate) fn push_again(&mut self, id: u32) -> Result<(), (String, String)> {
        if self.cells.len() as u64 >= limits::CELLS {
            return Err((format!("there are more than {} cells", limits::CELLS), format!("at most {}", limits::CELLS)));
        }
        self.cells.push(id);
        Ok(())
    }

    /// Adds a text that no cell has yet.
    fn add(&mut self, text: Cow<'a, str>) -> Result<u32, (String, String)> {
        if text.len() > LONGEST {
            let start: String = text.chars().take(30).collect();
            let found = format!("a cell is a text of {} bytes that begins {start:?}", text.len());
            return Err((found, format!("a name or a number of at most {LONGEST} bytes")));
        }
        let id = self.texts.len();
        if id >= DIFFERENT {
            let found = format!("there are more than {DIFFERENT} different values");
            return Err((found, "names of tiles, or the numbers as a NumPy array (.npy)".into()));
        }
        self.texts.push(text.clone());
        self.ids.insert(text, id as u32);
        Ok(id as u32)
    }

    /// Returns the text with this number.
    fn text(&self, id: u32) -> &str {
        self.texts.get(id as usize).map_or("", |text| text)
    }

    /// Returns the number of cells so far.
    pub(crate) const fn len(&self) -> usize {
        self.cells.len()
    }

    /// Returns the text of a cell by its index.
    pub(crate) fn at(&self, index: usize) -> &str {
        self.cells.get(index).map_or("", |&id| self.text(id))
    }

    /// Keeps the cells for which `keep` returns true. It gets the index of the cell.
    pub(crate) fn retain(&mut self, mut keep: impl FnMut(usize) -> bool) {
        let mut index = 0_usize;
        self.cells.retain(|_| {
            let keeps_cell = keep(index);
            index = index.saturating_add(1);
            keeps_cell
        });
    }

    /// Returns the number of each cell, if every text that is not empty is one.
    pub(crate) fn numbers(&self, read: impl Fn(&str) -> Option<f64>) -> Option<impl Fn(usize) -> Option<f64>> {
        let mut used = vec![false; self.texts.len()];
        for &id in &self.cells {
            used.get_mut(id as usize).into_iter().for_each(|used| *used = true);
        }
        let mut numbers = Vec::with_capacity(self.texts.len());
        let mut any = false;
        for (text, used) in self.texts.iter().zip(used) {
            let number = read(text);
            if used && number.is_none() && !text.is_empty() {
                return None;
            }
            any |= used && number.is_some();
            numbers.push(number);
        }
        any.then_some(move |index: usize| {
            let id = self.cells.get(index).copied()?;
            numbers.get(id as usize).copied().flatten()
        })
    }

    /// Returns the map, with notes. A text is a tile's name (with or without a weight), a synonym, or a glyph of a text
    /// map.
    ///
    /// # Errors
    /// Returns an error with a question for each text that has no meaning.
    pub(crate) fn scene(&self, name: &str, size: Size, options: &Options) -> Result<(Scene, Vec<String>), FormatError> {
        let mut counts = vec![0_usize; self.texts.len()];
        for &id in &self.cells {
            counts.get_mut(id as usize).into_iter().for_each(|count| *count = count.saturating_add(1));
        }
        if options.array.is_some_and(|array| array != ArrayMeaning::Tiles) && options.write.array.is_none() {
            let found = "--array says what numbers mean, but the cells are no numbers";
            return Err(FormatError::whole(name, found, "--array tiles, or no --array"));
        }
        let mut mapping = TileMapping::new(&options.tiles);
        let mut mapped = 0_usize;
        let mut meanings = Vec::with_capacity(self.texts.len());
        for (text, &count) in self.texts.iter().zip(&counts) {
            let meaning = beside_a_tile(text, options).or_else(|| {
                mapped = mapped.saturating_add(1);
                mapping.meaning(&foreign(text), false, count).map(Meaning::Tile)
            });
            if mapped > MAPPED {
                let found = format!("there are more than {MAPPED} different texts");
                return Err(FormatError::whole(name, &found, "names of tiles, such as floor and wall"));
            }
            meanings.push(meaning.unwrap_or(Meaning::Tile(TileMeaning::plain(Tile::Void))));
        }
        let key = |cell: usize| Some(self.at(cell).into());
        let mut notes = mapping.finish(name, size, key)?;
        let empty: usize = self.texts.iter().zip(&counts).filter(|(text, _)| text.is_empty()).map(|(_, n)| n).sum();
        options.tiles.check_empty(name, empty > 0 || self.texts.iter().any(|text| text == EMPTY))?;
        if empty > 0 && options.tiles.get("").or_else(|| options.tiles.get(EMPTY)).is_none() {
            notes.push(empty_note(empty));
        }
        let mut scene = Scene::new(Grid::new(size, Tile::Void));
        for (cell, &id) in size.cells().zip(&self.cells) {
            let tile = match meanings.get(id as usize) {
                Some(Meaning::Tile(meaning)) => {
                    if !meaning.weight.is_none() {
                        scene.set_weight(cell, meaning.weight);
                    }
                    meaning.tile
                }
                Some(Meaning::Unknown) => {
                    scene.known.get_or_insert_with(|| Grid::new(size, true)).set(cell, false);
                    Tile::Floor
                }
                Some(&Meaning::Actor(glyph)) => {
                    scene.actors.extend(Actor::from_glyph(glyph, cell, options.thief));
                    Tile::Floor
                }
                None => Tile::Void,
            };
            scene.tiles.set(cell, tile);
            if scene.actors.len() > limits::ACTORS {
                let found = format!("there are more than {} actors", limits::ACTORS);
                return Err(FormatError::whole(name, &found, &format!("at most {}", limits::ACTORS)));
            }
        }
        Ok((scene, notes))
    }
}

/// Returns a place from 0 to 255 for bytes, by their length and their first and last byte.
pub(crate) fn slot(bytes: &[u8]) -> usize {
    let of = |byte: Option<&u8>| byte.copied().unwrap_or(0);
    let sum = of(bytes.first()).wrapping_mul(31).wrapping_add(of(bytes.last()).wrapping_mul(7));
    sum.wrapping_add(bytes.len() as u8).into()
}

/// Meaning of a text in the map.
enum Meaning {
    Tile(TileMeaning),
    Unknown,
    /// An actor with this glyph, on floor.
    Actor(char),
}

/// Returns the tile that a text stands for: a name, a name and a weight, or a glyph.
fn foreign(text: &str) -> ForeignTile {
    let glyph = only_glyph(text).and_then(Tile::from_glyph);
    let names = vec![glyph.map_or(text, |tile| tile.info().name).to_owned()];
    let weighted = TileMeaning::from_text(text).filter(|meaning| !meaning.weight.is_none());
    let properties = weighted.map(|meaning| ("gridscope".to_owned(), meaning.to_string().into())).into_iter().collect();
    ForeignTile { names, properties, ..ForeignTile::of_key(text) }
}

/// Returns what a text stands for if it is no tile: nothing, an unknown cell, or the glyph of an actor. An answer of the
/// user comes first.
fn beside_a_tile(text: &str, options: &Options) -> Option<Meaning> {
    if options.tiles.get(text).is_some() {
        return None;
    }
    if text.is_empty() {
        return Some(Meaning::Tile(options.tiles.get(EMPTY).unwrap_or(TileMeaning::plain(Tile::Void))));
    }
    let glyph = only_glyph(text).filter(|&glyph| Tile::from_glyph(glyph).is_none())?;
    let actor = || Actor::from_glyph(glyph, Cell::default(), options.thief);
    if glyph == '?' { Some(Meaning::Unknown) } else { actor().map(|_| Meaning::Actor(glyph)) }
}

/// Returns the character of a text that has only one.
fn only_glyph(text: &str) -> Option<char> {
    let mut glyphs = text.chars();
    glyphs.next().filter(|_| glyphs.next().is_none())
}
