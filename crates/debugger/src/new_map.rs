//! A map to be drawn anew: how large it is, and how one moves on it.

use crate::core::geometry::{Size, SizeError};
use crate::core::grid::Grid;
use crate::core::params::Params;
use crate::core::scene::Scene;
use crate::core::terrain::Tile;
use serde::{Deserialize, Serialize};

/// In which directions steps go on a new map, and what they cost.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Moves {
    /// Straight steps only, each 1: what one works out by hand.
    Four,
    /// Diagonal steps too, 2 and 3: what algorithms have where nobody says otherwise.
    #[default]
    TwoThree,
    /// Diagonal steps too, 1 and √2.
    Octile,
}

impl Moves {
    /// All three.
    pub const ALL: [Self; 3] = [Self::Four, Self::TwoThree, Self::Octile];

    /// How a person chooses it.
    pub const fn title(self) -> &'static str {
        match self {
            Self::Four => "4 directions, each step 1",
            Self::TwoThree => "8 directions, straight 2, diagonal 3",
            Self::Octile => "8 directions, straight 1, diagonal √2",
        }
    }

    /// The parameters that differ from what algorithms have anyway.
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

/// A map to be drawn anew.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(default)]
pub struct NewMap {
    /// Columns.
    pub width: u16,
    /// Rows.
    pub height: u16,
    /// How one moves.
    pub moves: Moves,
}

impl NewMap {
    /// The scene: floor, with nobody on it.
    ///
    /// # Errors
    /// Where the map would have no cell, or more than a map may have.
    pub fn scene(self) -> Result<Scene, SizeError> {
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
