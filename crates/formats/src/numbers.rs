//! The meaning of the numbers in a table or an array. Libraries differ: 0 is a wall in tcod and free in most mazes, so
//! the user says it, or answers for each number.

use super::plain::format_count;
use super::tile_mapping::{EMPTY, ForeignTile, TileAnswers, TileMapping, TileMeaning};
use super::{ArrayMeaning, FormatError};
use gridscope_trace::scene::Scene;
use gridscope_trace::weight::{Rounding, Weight, Weights};
use gridscope_trace::{Grid, Size, Tile};
use std::collections::HashMap;

/// Maximum number of different numbers that can each be answered for.
const DIFFERENT: usize = 10_000;
/// Lowest percentage of an occupancy grid that is a wall, as in ROS.
const OCCUPIED: f64 = 65.0;
/// Highest percentage of an occupancy grid that is free, as in ROS.
const FREE: f64 = 19.6;

/// The numbers of a map, row by row from the top left.
pub(crate) struct Numbers<'a, A> {
    /// Name of the source in error messages.
    pub(crate) name: &'a str,
    /// Width and height of the map.
    pub(crate) size: Size,
    /// Returns the number of the cell with this index, or `None` if the cell is empty.
    pub(crate) at: A,
    /// Whether costs that are not above 0 are refused, instead of read as walls. −∞ stays a wall.
    pub(crate) strict_costs: bool,
}

/// Formats a number in the shortest form that reads back as the same: `3`, `0.5`, `1e300`, `inf`, `nan`.
pub(crate) fn number_text(number: f64) -> String {
    if number.is_nan() {
        return "nan".into();
    }
    let size = number.abs();
    if size.is_finite() && size != 0.0 && !(1e-5..1e17).contains(&size) {
        return format!("{number:e}");
    }
    // A zero has no sign in a table.
    format!("{}", number + 0.0)
}

/// Returns notes about costs that are not exactly weights. Those beyond the range of weights are equal now.
fn rounding_notes(rounding: &Rounding) -> Vec<String> {
    let costs = |cells, beyond: &str, became: &str| match cells {
        0 => None,
        1 => Some(format!("The cost of 1 cell {beyond}is {became}.")),
        _ => Some(format!("The costs of {cells} cells {beyond}are {became}.")),
    };
    let clamped = |cells, side, limit: &str| {
        costs(cells, &format!("{side} {limit} "), &format!("{limit} now, so another path may be the cheapest"))
    };
    let largest = super::plain::thousands(Weight::MAX_TIMES as usize);
    let notes = [
        costs(rounding.cells, "", &format!("rounded, by at most {:.1e}", rounding.most)),
        clamped(rounding.lowered, "above", &largest),
        clamped(rounding.raised, "below", &number_text(rounding.smallest)),
    ];
    notes.into_iter().flatten().collect()
}

/// Lists the meanings of arrays, for error messages: `--array free, wall, cost, tiles or occupancy`.
fn meanings() -> String {
    let names: Vec<_> = ArrayMeaning::ALL.iter().map(|(name, _)| *name).collect();
    match names.split_last() {
        Some((last, others)) => format!("--array {} or {last}", others.join(", ")),
        None => String::new(),
    }
}

impl<A: Fn(usize) -> Option<f64>> Numbers<'_, A> {
    /// Returns the map, with notes. Without a meaning, each number is a key that needs an answer.
    ///
    /// # Errors
    /// Returns an error that names the cell, if a number has no meaning.
    pub(crate) fn scene(
        &self,
        meaning: Option<ArrayMeaning>,
        answers: &TileAnswers,
    ) -> Result<(Scene, Vec<String>), FormatError> {
        let empty = self.all().filter(|(_, number)| number.is_none()).count();
        answers.check_empty(self.name, empty > 0)?;
        let (mut scene, mut notes) = match meaning {
            None => self.by_key(answers, false)?,
            Some(ArrayMeaning::Tiles) => self.by_key(answers, true)?,
            Some(ArrayMeaning::Free) => (self.free_if(|number| number != 0.0)?, Vec::new()),
            Some(ArrayMeaning::Wall) => (self.free_if(|number| number == 0.0)?, Vec::new()),
            Some(ArrayMeaning::Cost) => self.costs()?,
            Some(ArrayMeaning::Occupancy) => self.occupancy()?,
        };
        if let Some(meaning) = answers.get(EMPTY) {
            let mut weights = Vec::new();
            for (index, _) in self.all().filter(|(_, number)| number.is_none()) {
                let cell = self.size.cell(index);
                scene.tiles.set(cell, meaning.tile);
                weights.extend((!meaning.weight.is_none()).then_some((cell, meaning.weight)));
            }
            scene.set_weights(weights);
        } else if empty > 0 {
            notes.push(empty_note(empty));
        }
        Ok((scene, notes))
    }

    fn all(&self) -> impl Iterator<Item = (usize, Option<f64>)> {
        (0..self.size.area()).map(|index| (index, (self.at)(index)))
    }

    /// Returns the error about the number of one cell.
    fn refuse(&self, index: usize, number: f64, expected: &str) -> FormatError {
        let cell = self.size.cell(index);
        FormatError::whole(self.name, &format!("the cell {cell} is {}", number_text(number)), expected)
    }

    fn tiles(&self, mut tile: impl FnMut(usize, f64) -> Result<Tile, FormatError>) -> Result<Grid<Tile>, FormatError> {
        let mut tiles = Grid::new(self.size, Tile::Void);
        for (slot, (index, number)) in tiles.as_mut_slice().iter_mut().zip(self.all()) {
            if let Some(number) = number {
                *slot = tile(index, number)?;
            }
        }
        Ok(tiles)
    }

    fn free_if(&self, free: impl Fn(f64) -> bool) -> Result<Scene, FormatError> {
        let tiles = self.tiles(|index, number| {
            if !number.is_finite() {
                return Err(self.refuse(index, number, "a number, or --array cost, for which it is a wall"));
            }
            Ok(if free(number) { Tile::Floor } else { Tile::Wall })
        })?;
        Ok(Scene::new(tiles))
    }

    /// Reads costs: the weights of the cells. What is not above 0, or not finite, is a wall.
    fn costs(&self) -> Result<(Scene, Vec<String>), FormatError> {
        let walks = |cost: f64| cost.is_finite() && cost > 0.0;
        if self.strict_costs {
            let mut costs = self.all().filter_map(|(index, cost)| Some((index, cost?)));
            if let Some((index, cost)) = costs.find(|&(_, cost)| !walks(cost) && cost != f64::NEG_INFINITY) {
                return Err(self.refuse(index, cost, "a cost above 0; mask a cell that is blocked"));
            }
        }
        let tiles = self.tiles(|_, cost| Ok(if walks(cost) { Tile::Floor } else { Tile::Wall }))?;
        let mut scene = Scene::new(tiles);
        // A cell without a weight costs 1 already.
        let number = |index| (self.at)(index).filter(|&cost| walks(cost) && cost != 1.0).unwrap_or(0.0);
        let (weights, rounding) = Weights::from_numbers(self.size, number);
        scene.weights = Some(weights);
        scene.drop_empty_weights();
        Ok((scene, rounding_notes(&rounding)))
    }

    /// Reads an occupancy grid: −1 is unknown, and 0 to 100 is the probability of an obstacle in percent.
    fn occupancy(&self) -> Result<(Scene, Vec<String>), FormatError> {
        let mut known = Grid::new(self.size, true);
        let mut between = 0_usize;
        let tiles = self.tiles(|index, number| {
            if number != -1.0 && !(0.0..=100.0).contains(&number) {
                return Err(self.refuse(index, number, "-1 for unknown, or a percentage from 0 to 100"));
            }
            let uncertain = number > FREE && number < OCCUPIED;
            between = between.saturating_add(usize::from(uncertain));
            if number < 0.0 || uncertain {
                known.set(self.size.cell(index), false);
            }
            Ok(if number >= OCCUPIED { Tile::Wall } else { Tile::Floor })
        })?;
        let mut scene = Scene::new(tiles);
        scene.known = known.as_slice().contains(&false).then_some(known);
        let mut notes = Vec::new();
        if between > 0 {
            let cells = format_count(between, "cell");
            notes.push(format!("{cells} between {FREE} % and {OCCUPIED} % read as unknown, as in ROS."));
        }
        Ok((scene, notes))
    }

    /// Maps each number by the answers of the user, or by its place in the table of tiles if `indexes` is set.
    fn by_key(&self, answers: &TileAnswers, indexes: bool) -> Result<(Scene, Vec<String>), FormatError> {
        let mut counts = ByNumber::<usize>::default();
        let mut numbers: Vec<f64> = Vec::new();
        for number in self.all().filter_map(|(_, number)| number) {
            let count = counts.entry(number);
            if *count == 0 {
                numbers.push(number);
            }
            *count = count.saturating_add(1);
            if numbers.len() > DIFFERENT {
                let found = format!("there are more than {DIFFERENT} different numbers");
                return Err(FormatError::whole(
                    self.name,
                    &found,
                    &format!("{}, which says what they mean", meanings()),
                ));
            }
        }
        numbers.sort_by(f64::total_cmp);
        let mut mapping = TileMapping::new(answers);
        let mut known = ByNumber::<Option<TileMeaning>>::default();
        for number in numbers {
            let tile = indexes.then(|| Tile::ALL.iter().zip(0_u8..).find(|&(_, index)| f64::from(index) == number));
            let names = tile.flatten().map(|(tile, _)| tile.info().name.to_owned()).into_iter().collect();
            let foreign = ForeignTile { names, ..ForeignTile::of_key(number_text(number)) };
            *known.entry(number) = mapping.meaning(&foreign, false, *counts.entry(number));
        }
        let key = |cell: usize| (self.at)(cell).map(|number| number_text(number).into());
        let notes = mapping.finish(self.name, self.size, key).map_err(|mut error| {
            if !indexes {
                error.expected = format!("{}, or {}", meanings(), error.expected);
            }
            error
        })?;
        let mut weights = Vec::new();
        let tiles = self.tiles(|index, number| {
            let meaning = known.entry(number).unwrap_or(TileMeaning::plain(Tile::Void));
            weights.extend((!meaning.weight.is_none()).then(|| (self.size.cell(index), meaning.weight)));
            Ok(meaning.tile)
        })?;
        let mut scene = Scene::new(tiles);
        scene.set_weights(weights);
        Ok((scene, notes))
    }
}

/// A value for each number. Small whole numbers are found by an index.
struct ByNumber<V> {
    small: Vec<V>,
    others: HashMap<u64, V>,
}

impl<V: Copy + Default> Default for ByNumber<V> {
    fn default() -> Self {
        Self { small: vec![V::default(); 1 << 16], others: HashMap::new() }
    }
}

impl<V: Copy + Default> ByNumber<V> {
    /// Returns the value for a number. Both zeros are the same number, and so is everything that is none.
    fn entry(&mut self, number: f64) -> &mut V {
        let bits = if number.is_nan() { f64::NAN.to_bits() } else { (number + 0.0).to_bits() };
        let whole = number as u16;
        let small = self.small.get_mut(usize::from(whole)).filter(|_| f64::from(whole) == number);
        small.unwrap_or_else(|| self.others.entry(bits).or_default())
    }
}

/// Returns the note about empty cells.
pub(crate) fn empty_note(count: usize) -> String {
    let cells = format_count(count, "empty cell");
    format!("{cells} {} void. --map-tiles='{EMPTY}=floor' changes it.", if count == 1 { "is" } else { "are" })
}

/// Returns the numbers that a scene is written as, row by row, for other meanings than costs.
pub(crate) fn of_scene(scene: &Scene, meaning: ArrayMeaning) -> impl Iterator<Item = i8> {
    let cells = scene.size().cells().zip(scene.tiles.as_slice());
    cells.map(move |(cell, &tile)| {
        let walks = tile.is_walkable();
        match meaning {
            ArrayMeaning::Free | ArrayMeaning::Cost => i8::from(walks),
            ArrayMeaning::Wall => i8::from(!walks),
            ArrayMeaning::Tiles => tile as i8,
            ArrayMeaning::Occupancy if scene.known.as_ref().is_some_and(|known| known.get(cell) == Some(&false)) => -1,
            ArrayMeaning::Occupancy => {
                if walks {
                    0
                } else {
                    100
                }
            }
        }
    })
}

/// Returns the costs of a scene, row by row: the weight of each cell that can be walked on, or 1; 0 for the others.
pub(crate) fn costs_of_scene(scene: &Scene) -> impl Iterator<Item = f64> {
    let cells = scene.size().cells().zip(scene.tiles.as_slice());
    cells.map(|(cell, tile)| if tile.is_walkable() { scene.weight(cell).map_or(1.0, Weight::value) } else { 0.0 })
}
