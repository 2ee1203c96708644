//! The author's solution of an exercise: what the solved scene has instead of the given map and run.

use super::actor::Actor;
use super::exercise::move_rows;
use super::geometry::{Cell, Size};
use super::grid::Grid;
use super::params::Params;
use super::scene::{Scene, WeightRows};
use super::terrain::Tile;
use super::weight::Weights;
use serde::{Deserialize, Serialize};

/// A solution of an exercise. It stores only what differs from the given scene.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Solution {
    /// The map, one row per line in the glyphs of text maps.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub rows: Vec<String>,
    /// The weights.
    #[serde(default, skip_serializing_if = "WeightRows::is_empty")]
    pub weights: WeightRows,
    /// The actors.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub actors: Option<Vec<Actor>>,
    /// The algorithm's id.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub algorithm: Option<String>,
    /// The parameters.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub params: Option<Params>,
    /// The seed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub seed: Option<u64>,
}

impl Solution {
    /// Returns what `solved` has instead of `given`.
    ///
    /// # Errors
    /// Returns the name of something that differs and that a solution cannot have.
    pub fn between(given: &Scene, solved: &Scene) -> Result<Self, &'static str> {
        let other = [
            ("the size of the map", given.size() != solved.size()),
            ("the side of a shutter or the key of a lock", given.details != solved.details),
            ("the known cells", given.known != solved.known),
            ("the script", given.script != solved.script),
            ("the rooms", given.rooms != solved.rooms),
        ];
        if let Some((what, _)) = other.into_iter().find(|(_, differs)| *differs) {
            return Err(what);
        }
        let differs = |differs: bool| differs.then_some(());
        let glyphs = || solved.tiles.rows().map(|row| row.iter().map(|tile| tile.info().glyph).collect()).collect();
        let weights = || {
            let none = || Weights::new(solved.size());
            WeightRows::of(&solved.weights.clone().unwrap_or_else(none))
        };
        let (was, is) = (&given.run, &solved.run);
        Ok(Self {
            rows: differs(given.tiles != solved.tiles).map(|()| glyphs()).unwrap_or_default(),
            weights: differs(given.weights != solved.weights).map(|()| weights()).unwrap_or_default(),
            actors: differs(given.actors != solved.actors).map(|()| solved.actors.clone()),
            algorithm: differs(was.algorithm != is.algorithm).map(|()| is.algorithm.clone()),
            params: differs(was.params != is.params).map(|()| is.params.clone()),
            seed: differs(was.seed != is.seed).map(|()| is.seed),
        })
    }

    /// Returns whether the solution changes nothing.
    pub fn is_empty(&self) -> bool {
        *self == Self::default()
    }

    /// Returns the solved scene. Returns `None` if the solution does not fit the given one.
    pub fn on(&self, given: &Scene) -> Option<Scene> {
        let (mut solved, size) = (given.clone(), given.size());
        let fits = |rows: &[String]| {
            rows.len() == usize::from(size.height)
                && rows.iter().all(|row| row.chars().count() == usize::from(size.width))
        };
        if !self.rows.is_empty() {
            let glyphs = self.rows.iter().flat_map(|row| row.chars());
            let tiles: Vec<Tile> = glyphs.map(Tile::from_glyph).collect::<Option<_>>().filter(|_| fits(&self.rows))?;
            solved.tiles = Grid::from_vec(size, tiles)?;
        }
        if !self.weights.is_empty() {
            let widths = self.weights.widths();
            let (width, height) = (usize::from(size.width), usize::from(size.height));
            (widths.len() == height && widths.iter().all(|&cells| cells == width)).then_some(())?;
            solved.weights = Some(self.weights.weights(size).ok()?);
            solved.drop_empty_weights();
        }
        if let Some(actors) = &self.actors {
            solved.actors.clone_from(actors);
        }
        if let Some(algorithm) = &self.algorithm {
            solved.run.algorithm.clone_from(algorithm);
        }
        if let Some(params) = &self.params {
            solved.run.params.clone_from(params);
        }
        solved.run.seed = self.seed.unwrap_or(solved.run.seed);
        solved.validate().is_ok().then_some(solved)
    }

    /// Moves the solution to a map of another size. `to` returns the new position of a cell.
    pub fn move_cells(&mut self, size: Size, to: impl Fn(Cell) -> Option<Cell>) {
        move_rows(&mut self.rows, size, Tile::Floor.info().glyph, &to);
        self.weights.move_cells(size, &to);
        self.actors.iter_mut().for_each(|actors| {
            actors.retain_mut(|actor| {
                let Some(there) = to(actor.at) else { return false };
                actor.at = there;
                actor.map_cells(&to);
                true
            });
        });
    }
}
