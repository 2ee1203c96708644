//! The shape of a search that needs nothing but a [`Ground`], and the algorithm that each such search becomes.

use super::{Costs, Ground, LAYERS, Pairs};
use crate::card::{Between, CardOf};
use crate::event::Event;
use crate::observe::{Observer, unhalted};
use crate::params::Resolved;
use crate::trace::{Contract, Progress};
use crate::{Cell, RunError, Scene};
use serde::Serialize;
use std::ops::ControlFlow;

/// The answer of a search.
pub struct Answer {
    /// The cost in units (or the number of steps, if it counts them) and the path from the goal back to the start, if
    /// there is a path.
    pub found: Option<(u64, Vec<Cell>)>,
    /// Number of expansions. A cell expanded twice counts twice.
    pub expanded: u64,
}

/// The log words for the kinds of event of these searches. A search without a kind does not use its word.
pub(super) const WORDS: &[(&str, &str)] = &[
    ("opened", "open"),
    ("lowered", "open"),
    ("reopened", "open"),
    ("expanded", "expand"),
    ("rejected", "reject"),
    ("known", "reject closed"),
    ("costlier", "reject dearer"),
    ("longer", "reject dearer"),
    ("traced", "path"),
];

/// A search over a [`Ground`]. [`ground_search!`] makes it an [`Algorithm`](crate::algorithm::Algorithm).
pub trait GroundSearch: Sized + Send + Sync + 'static {
    /// The events that the search reports.
    type Event: Event<Context: for<'a> From<&'a Ground>>;
    /// The outcome: [`Outcome`](super::Outcome) or [`Steps`](super::Steps).
    type Outcome: SearchOutcome;

    /// The card of the search.
    const CARD: &'static CardOf<Self::Event>;
    /// The keys of the open list, the most important first. [`Contract::order`] describes their form.
    const KEYS: &'static [&'static str];
    /// Number of layers of slots.
    const LAYERS: u8 = LAYERS;
    /// The layers of slots that hold the open lists.
    const LISTS: &'static [u8] = &[0];

    /// Adapts the input to the search.
    ///
    /// # Errors
    /// Returns an error if the search cannot run on it.
    fn fit(ground: Ground) -> Result<Ground, RunError> {
        Ok(ground)
    }
    /// Returns the rules that the search states.
    fn contract(ground: &Ground) -> Contract {
        ground.contract(Self::KEYS, WORDS)
    }
    /// Runs the main loop of the listing.
    fn search<O: Observer<Self::Event>>(ground: &Ground, o: &mut O) -> ControlFlow<O::Halt, Answer>;

    /// Prepares the search for a suite.
    ///
    /// # Errors
    /// Returns an error if the search cannot run on the scene.
    fn pairs(scene: &Scene, params: &Resolved) -> Result<Box<dyn Between>, RunError> {
        let ground = Self::fit(Ground::new(scene, params, &Progress::default())?)?;
        Ok(Box::new(Pairs(ground, |ground: &Ground| unhalted(Self::search(ground, &mut ())))))
    }
}

/// The outcome of a search, made from its answer.
pub trait SearchOutcome: Serialize {
    /// Creates the outcome.
    fn of(answer: Answer, costs: Costs) -> Self;
}

/// Makes an [`Algorithm`](crate::algorithm::Algorithm) of a search: `ground_search!(Greedy);` in its file. A blanket
/// implementation is impossible, because the trait is foreign.
macro_rules! ground_search {
    ($search:ty) => {
        impl crate::algorithm::Lens for $search {
            const LISTS: &'static [u8] = <Self as crate::search::GroundSearch>::LISTS;
            const TAKING_TIES: bool = true;
        }

        impl crate::algorithm::Algorithm for $search {
            type Event = <Self as crate::search::GroundSearch>::Event;
            type Problem = crate::search::Ground;
            type Outcome = <Self as crate::search::GroundSearch>::Outcome;

            const CARD: &'static crate::card::CardOf<Self::Event> = <Self as crate::search::GroundSearch>::CARD;

            async fn prepare(
                scene: &crate::scene::Scene,
                params: &crate::params::Resolved,
                _: u64,
                progress: &crate::trace::Progress,
            ) -> Result<Self::Problem, crate::run_error::RunError> {
                <Self as crate::search::GroundSearch>::fit(crate::search::Ground::new(scene, params, progress)?)
            }

            fn layout(ground: &Self::Problem) -> crate::trace::Layout {
                crate::trace::Layout::new(ground.size(), <Self as crate::search::GroundSearch>::LAYERS)
            }

            fn context(ground: &Self::Problem) -> <Self::Event as crate::event::Event>::Context {
                ground.into()
            }

            fn contract(ground: &Self::Problem) -> Option<crate::trace::Contract> {
                Some(<Self as crate::search::GroundSearch>::contract(ground))
            }

            fn passage(ground: &Self::Problem) -> Option<&crate::movement::Passage> {
                Some(&ground.map)
            }

            fn run<O: crate::observe::Observer<Self::Event>>(
                ground: &Self::Problem,
                o: &mut O,
            ) -> std::ops::ControlFlow<O::Halt, Self::Outcome> {
                <Self as crate::search::GroundSearch>::search(ground, o)
                    .map_continue(|answer| crate::search::SearchOutcome::of(answer, ground.costs()))
            }
        }
    };
}
pub(super) use ground_search;
