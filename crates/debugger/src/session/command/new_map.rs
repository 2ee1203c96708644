//! A new map for drawing: its size, and how actors move on it.

use gridscope_trace::event::Word;
use gridscope_trace::geometry::{Size, SizeError};
use gridscope_trace::{Grid, Params, Scene, Tile};
use serde::{Deserialize, Serialize};

/// Directions and costs of steps on a new map.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize, Word)]
#[words(title, capital)]
#[serde(rename_all = "kebab-case")]
pub enum Moves {
    /// Only straight steps, each with cost 1. This is easy to work out by hand.
    #[word("4 directions, each step 1")]
    Four,
    /// Diagonal steps too, with costs 2 and 3. This is the default of the algorithms.
    #[default]
    #[word("8 directions, straight 2, diagonal 3")]
    TwoThree,
    /// Diagonal steps too, with costs 1 and √2.
    #[word("8 directions, straight 1, diagonal √2")]
    Octile,
}

impl Moves {
    /// Returns the parameters that differ from the defaults of the algorithms.
    fn params(self) -> Params {
        let mut params = Params::default();
        match self {
            Self::Four => {
                params.set("neighbours", 4);
                params.set("costs", "1");
            }
            Self::TwoThree => {}
            Self::Octile => params.set("costs", "octile"),
        }
        params
    }
}

/// A new map for drawing.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(default)]
pub struct NewMap {
    /// Number of columns.
    pub width: u16,
    /// Number of rows.
    pub height: u16,
    /// Directions and costs of steps.
    pub moves: Moves,
}

impl NewMap {
    /// Builds the scene: floor, without actors.
    ///
    /// # Errors
    /// Returns an error if the map would have no cells, or too many.
    pub(crate) fn scene(self) -> Result<Scene, SizeError> {
        let size = Size::checked(self.width.into(), self.height.into())?;
        let mut scene = Scene::new(Grid::new(size, Tile::Floor));
        scene.run.params = self.moves.params();
        Ok(scene)
    }
}

impl Default for NewMap {
    fn default() -> Self {
        Self { width: 24, height: 16, moves: Moves::default() }
    }
}

impl From<Size> for NewMap {
    fn from(size: Size) -> Self {
        Self { width: size.width, height: size.height, moves: Moves::default() }
    }
}
