//! A request for a map from a generator: which generator, size, seed, algorithm, and how much of the map is unknown.

use gridscope_trace::algorithm::{RunError, Runner};
use gridscope_trace::generate::{Generator, SceneRequest, Unknown};
use gridscope_trace::{Params, Registry, Scene, Size};
use serde::{Deserialize, Serialize};

/// A request to a generator. The default one names no generator.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct GeneratorRequest {
    /// Id of the generator.
    pub generator: String,
    /// Number of columns.
    pub width: u16,
    /// Number of rows.
    pub height: u16,
    /// Seed of the generator.
    pub seed: u64,
    /// Deck number, from 1, or [`ALL_DECKS`](gridscope_trace::generate::ALL_DECKS).
    pub deck: u8,
    /// Parameters that differ from the generator's defaults.
    pub params: Params,
    /// Id of the algorithm that the map is for, or `None` for the generator's own choice.
    pub algorithm: Option<String>,
    /// How much of the map is unknown.
    pub unknown: Unknown,
}

impl GeneratorRequest {
    /// Returns the default request to a generator.
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

    /// Returns the generator with the requested id.
    ///
    /// # Errors
    /// Returns an error if there is none.
    pub fn made_by(&self, registry: &Registry) -> Result<&'static Generator, RunError> {
        let fail = || RunError::Scene(format!("there is no generator {:?}", self.generator));
        registry.generator(&self.generator).ok_or_else(fail)
    }

    /// Switches to another generator. Keeps a size that the user has changed, but resets deck and parameters.
    pub fn choose(&mut self, registry: &Registry, generator: &Generator) {
        let size = Size { width: self.width, height: self.height };
        let usual = self.made_by(registry).is_ok_and(|before| before.size == size);
        let plain = Self::plain(generator);
        let size = if usual || generator.fits(size).is_err() { generator.size } else { size };
        let (algorithm, unknown) = (self.algorithm.take(), self.unknown);
        *self = Self { width: size.width, height: size.height, seed: self.seed, algorithm, unknown, ..plain };
    }

    /// Generates the scene.
    ///
    /// # Errors
    /// Returns an error if the size, the deck or a parameter does not fit, or if there is no such generator or
    /// algorithm.
    pub fn scene(&self, registry: &Registry) -> Result<Scene, RunError> {
        let runner = self.algorithm.as_deref().map(|id| registry.named(id)).transpose()?;
        let size = Size { width: self.width, height: self.height };
        let wish = SceneRequest { size, seed: self.seed, deck: self.deck, params: self.params.clone() };
        self.made_by(registry)?.scene_for(&wish, runner.map(Runner::card), self.unknown)
    }
}
