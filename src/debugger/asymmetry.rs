//! Who sees whom without being seen, by the rule of sight that a scene runs with.

use crate::core::algorithm::RunError;
use crate::core::algorithms::{self, shadowcast};
use crate::core::geometry::Cell;
use crate::core::params::Params;
use crate::core::scene::Scene;
use shadowcast::Look;

/// How many pairs are listed.
const MOST: usize = 2_000_000;

/// The ordered pairs of floors of which the first sees the second and not the other way round, nearest first, then in
/// reading order; and how they look.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Pairs {
    /// The look; its eye means nothing.
    pub look: Look,
    /// How many pairs there are.
    pub total: u64,
    /// The pairs, at most two million of them.
    pub list: Vec<(Cell, Cell)>,
}

/// Why no pairs can be listed.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum AsymmetryError {
    /// The scene's algorithm or its parameters do not fit.
    #[error(transparent)]
    Run(#[from] RunError),
    /// The scene's algorithm does not look.
    #[error("{0} does not look; choose the algorithm shadowcast")]
    DoesNotLook(&'static str),
    /// The map is too large to compare every cell with every other, in a sentence with the limit.
    #[error("{0}")]
    TooLarge(String),
}

/// The rule of sight that a scene runs with: that of a field of view, or the one that its algorithm sees by.
///
/// # Errors
/// Where its algorithm does not look, or a parameter does not fit.
pub fn look(scene: &Scene) -> Result<Look, AsymmetryError> {
    let runner = algorithms::named(&scene.run.algorithm)?;
    let card = runner.card();
    let own = scene.run.params.resolve(card.params).map_err(RunError::from)?;
    let mut params = Params::default();
    for (name, theirs) in [("variant", "variant"), ("variant", "sight"), ("radius", "radius"), ("shape", "shape")] {
        if card.params.iter().any(|p| p.name == theirs)
            && let Some(value) = own.get(theirs)
        {
            params.set(name, value.clone());
        }
    }
    if !params.0.contains_key("variant") {
        return Err(AsymmetryError::DoesNotLook(card.title));
    }
    let resolved = params.resolve(shadowcast::PARAMS).map_err(RunError::from)?;
    Ok(shadowcast::look(&resolved, Cell::default()))
}

/// Looks from every floor to every other. `watch` is told how much is done, 0 to 1, and stops it all by answering
/// `false`.
///
/// # Errors
/// Where the scene's algorithm does not look, or its floors are too many.
pub fn pairs(scene: &Scene, watch: &mut dyn FnMut(f32) -> bool) -> Result<Pairs, AsymmetryError> {
    let look = look(scene)?;
    let found = shadowcast::asymmetric_pairs_watched(&scene.tiles, &look, MOST, watch);
    let found = found.map_err(AsymmetryError::TooLarge)?;
    let mut list = found.pairs;
    let apart = |(a, b): &(Cell, Cell)| {
        let (dx, dy) = a.delta(*b);
        dx * dx + dy * dy
    };
    list.sort_by_key(apart);
    Ok(Pairs { look, total: found.total, list })
}
