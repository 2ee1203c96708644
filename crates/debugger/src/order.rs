//! A map that a generator is to make: which, how large, by which seed, for which algorithm, and how much of it is unknown.

use crate::core::algorithm::{RunError, Runner};
use crate::core::algorithms;
use crate::core::generate::{self, Generator, Unknown, Wish};
use crate::core::geometry::Size;
use crate::core::params::Params;
use crate::core::scene::Scene;
use serde::{Deserialize, Serialize};

/// What somebody orders of a generator.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(default)]
pub struct Order {
    /// The id of the generator.
    pub generator: String,
    /// Columns.
    pub width: u16,
    /// Rows.
    pub height: u16,
    /// The seed of its dice.
    pub seed: u64,
    /// Which deck, from 1, or [`generate::ALL_DECKS`].
    pub deck: u8,
    /// Its parameters that differ.
    pub params: Params,
    /// The id of the algorithm that the map is for; none: whichever the generator names.
    pub algorithm: Option<String>,
    /// How much is unknown.
    pub unknown: Unknown,
}

impl Order {
    /// What a generator makes when nobody says more.
    pub fn plain(generator: &Generator) -> Self {
        Self {
            generator: generator.id.to_owned(),
            width: generator.size.width,
            height: generator.size.height,
            seed: 1,
            deck: 1,
            params: Params::default(),
            algorithm: None,
            unknown: Unknown::Nothing,
        }
    }

    /// The generator of its id.
    ///
    /// # Errors
    /// Where there is none.
    pub fn made_by(&self) -> Result<&'static Generator, RunError> {
        let fail = || RunError::Scene(format!("there is no generator {:?}", self.generator));
        generate::find(&self.generator).ok_or_else(fail)
    }

    /// The same of another generator: a size that was chosen stays, decks and parameters are its own.
    pub fn choose(&mut self, generator: &Generator) {
        let size = Size { width: self.width, height: self.height };
        let usual = self.made_by().is_ok_and(|before| before.size == size);
        let plain = Self::plain(generator);
        let size = if usual || generator.fits(size).is_err() { generator.size } else { size };
        let (algorithm, unknown) = (self.algorithm.take(), self.unknown);
        *self = Self { width: size.width, height: size.height, seed: self.seed, algorithm, unknown, ..plain };
    }

    /// The scene.
    ///
    /// # Errors
    /// A sentence where the size, the deck or a parameter will not do, or there is no such generator or algorithm.
    pub fn scene(&self) -> Result<Scene, RunError> {
        let runner = self.algorithm.as_deref().map(algorithms::named).transpose()?;
        let size = Size { width: self.width, height: self.height };
        let wish = Wish { size, seed: self.seed, deck: self.deck, params: self.params.clone() };
        self.made_by()?.scene_for(&wish, runner.map(Runner::card), self.unknown)
    }
}

impl Default for Order {
    fn default() -> Self {
        Self::plain(&generate::GENERATORS[0])
    }
}
