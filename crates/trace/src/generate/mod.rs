//! Scene generators, and changes of the scenes that they make: actors for an algorithm, unknown cells.

mod people;

pub use people::{Unknown, people, unknown, unknown_share};

use crate::algorithm::RunError;
use crate::card::Card;
use crate::params::{Param, Params};
use crate::terrain::{Tile, Walk};
use crate::{Cell, Dir, Grid, Scene, Size};

/// A request for a scene.
#[derive(Clone, Debug)]
pub struct SceneRequest {
    /// The size of the map, in cells.
    pub size: Size,
    /// The seed of the dice.
    pub seed: u64,
    /// The deck to generate, from 1, if there are several. [`ALL_DECKS`] puts all of them on one map.
    pub deck: u8,
    /// Parameters that differ from their defaults, if the generator is an algorithm with parameters.
    pub params: Params,
}

/// A deck number that means all decks of a ship, one below the other, for an explorer.
pub const ALL_DECKS: u8 = u8::MAX;

/// A scene generator.
#[derive(Debug)]
pub struct Generator {
    /// Id on the command line.
    pub id: &'static str,
    /// Name of the result, in a word.
    pub title: &'static str,
    /// A description, in one sentence.
    pub help: &'static str,
    /// Author, title, year.
    pub source: &'static str,
    /// The default size.
    pub size: Size,
    /// The smallest possible size.
    pub least: Size,
    /// The parameters, if the generator is an algorithm.
    pub params: &'static [Param],
    /// Whether there are several decks to choose from.
    pub decks: bool,
    /// Returns the requested scene. The size is one that the generator can make.
    pub make: fn(&SceneRequest) -> Result<Scene, RunError>,
}

impl Generator {
    /// Generates the scene of a seed, with defaults for everything else.
    ///
    /// # Errors
    /// Never fails for the built-in generators. A test checks this.
    pub fn plain(&self, seed: u64) -> Result<Scene, RunError> {
        self.scene(&SceneRequest { size: self.size, seed, deck: 1, params: Params::default() })
    }

    /// Generates the requested scene.
    ///
    /// # Errors
    /// Returns a sentence if the map would be too small or too large, or if there is no such deck or parameter.
    pub fn scene(&self, wish: &SceneRequest) -> Result<Scene, RunError> {
        self.fits(wish.size)?;
        if self.params.is_empty() && !wish.params.is_empty() {
            return Err(RunError::Scene(format!("{} has no parameters", self.id)));
        }
        if !self.decks && wish.deck != 1 {
            return Err(RunError::Scene(format!("{} has no decks", self.id)));
        }
        let mut scene = (self.make)(wish)?;
        scene.run.seed = wish.seed;
        Ok(scene)
    }

    /// Generates the requested scene, sets its algorithm to that of the card, places the actors it needs, and hides
    /// some cells.
    ///
    /// # Errors
    /// Returns the errors of [`scene`](Self::scene).
    pub fn scene_for(&self, wish: &SceneRequest, card: Option<&Card>, unknown: Unknown) -> Result<Scene, RunError> {
        let mut scene = self.scene(wish)?;
        if let Some(card) = card {
            people(&mut scene, card);
        }
        unknown.hide(&mut scene);
        Ok(scene)
    }

    /// Checks whether the generator can make maps of this size.
    ///
    /// # Errors
    /// Returns a sentence if the size is too small or too large.
    pub fn fits(&self, size: Size) -> Result<(), RunError> {
        let least = self.least;
        if size.width < least.width || size.height < least.height {
            let a = self.title.to_lowercase();
            return Err(RunError::Scene(format!(
                "a map of {size} cells is too small for {a}; at least {least} is expected"
            )));
        }
        Size::checked(size.width.into(), size.height.into()).map(|_| ()).map_err(|e| RunError::Scene(e.to_string()))
    }
}

/// Returns whether a walker can enter this tile, perhaps by opening it.
pub fn is_open(tile: Tile) -> bool {
    matches!(tile.info().walk, Walk::Yes | Walk::Opens)
}

/// Returns the cells reachable by straight steps, nearest first.
pub fn flood(tiles: &Grid<Tile>, from: Cell) -> Vec<Cell> {
    let size = tiles.size();
    let mut is_reached = Grid::new(size, false);
    is_reached[from] = true;
    let mut cells = vec![from];
    let mut next = 0;
    while let Some(&cell) = cells.get(next) {
        next += 1;
        for to in [Dir::E, Dir::W, Dir::S, Dir::N].into_iter().filter_map(|dir| cell.step(dir, size)) {
            if is_open(tiles[to]) && !is_reached[to] {
                is_reached[to] = true;
                cells.push(to);
            }
        }
    }
    cells
}
