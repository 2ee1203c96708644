//! A pick: the flood, the choice, and the way to what was chosen.

use super::choose::{Candidate, Choice, Greed, List};
use super::event::{ExploreEvent as E, Part};
use super::flood::{Flood, NONE};
use super::memory::{Memory, Single};
use super::path;
use super::problem::Rules;
use super::run::Flow;
use crate::geometry::Cell;
use crate::grid::Grid;
use crate::observe::Observer;
use crate::rng::Rng;
use std::ops::ControlFlow::Continue;

/// What one pick is asked.
pub(super) struct Asked<'a> {
    pub(super) memory: &'a Memory,
    pub(super) rules: &'a Rules,
    pub(super) greed: Greed,
    /// Where the explorer stands.
    pub(super) from: Cell,
    /// Whether large unknown areas are kept together.
    pub(super) together: bool,
    /// For who peeks: the unknown cells that are walls.
    pub(super) peek: Option<&'a Grid<bool>>,
    /// A target of before that is kept where it can be reached.
    pub(super) aimed: Option<Cell>,
    /// The exit that the explorer came for and stands on.
    pub(super) here: Option<List>,
}

/// What was picked.
pub(super) struct Picked {
    pub(super) list: List,
    pub(super) target: Cell,
    pub(super) value: u32,
    pub(super) choice: Choice,
    /// From the first step to the target.
    pub(super) path: Vec<Cell>,
}

/// Picks, and keeps its memory from pick to pick.
#[derive(Clone)]
pub(super) struct Picker {
    pub(super) flood: Flood,
    pub(super) candidates: Vec<Candidate>,
    dice: Rng,
}

impl Picker {
    pub(super) fn new(seed: u64) -> Self {
        Self { flood: Flood::default(), candidates: Vec::new(), dice: Rng::new(seed) }
    }

    /// Floods, chooses, and walks the values back; `None` where there is nothing to go to.
    pub(super) fn pick<O: Observer<E>>(&mut self, asked: &Asked<'_>, observer: &mut O) -> Flow<O, Option<Picked>> {
        let &Asked { memory, rules, from, .. } = asked;
        self.flood.run((memory, rules, asked.peek), from, observer)?;
        // Where it is the only one there is nothing to be weighed.
        if let Some(list) = asked.here.filter(|_| self.flood.lists_exits()) {
            self.flood.list(from, list);
            observer.on(E::Listed { cell: from, list, value: 0, single: Single::No })?;
        }
        observer.on(E::PartBegan { part: Part::Choose, at: from })?;
        let choice = self.choose(asked, observer)?;
        let Some((list, target)) = choice.list.zip(self.roll(&choice, observer)?) else {
            observer.on(E::Missed { at: from })?;
            return Continue(None);
        };
        let value = self.flood.value(target);
        let (tied, kept) = (choice.tied.len() as u32, choice.kept);
        observer.on(E::Aimed { cell: target, list, value, tied, kept })?;
        observer.on(E::PartBegan { part: Part::Path, at: from })?;
        let path = path::back(&self.flood, memory, from, target, observer)?;
        Continue(Some(Picked { list, target, value, choice, path }))
    }

    fn choose<O: Observer<E>>(&mut self, asked: &Asked<'_>, observer: &mut O) -> Flow<O, Choice> {
        self.flood.candidates(asked.memory, asked.from, asked.together, &mut self.candidates);
        let greed = asked.greed;
        let choice = Choice::of(&self.candidates, greed, asked.aimed);
        if choice.kept || !O::LISTENS {
            return Continue(choice);
        }
        for list in List::ALL {
            let lowest = self.candidates.iter().filter(|c| list.has(c)).map(|c| c.value).min().unwrap_or(NONE);
            observer.on(E::Weighed { list, lowest, bound: choice.bound(list, greed).unwrap_or(NONE) })?;
            if choice.list == Some(list) {
                break;
            }
        }
        Continue(choice)
    }

    fn roll<O: Observer<E>>(&mut self, choice: &Choice, observer: &mut O) -> Flow<O, Option<Cell>> {
        let n = choice.tied.len();
        if n < 2 {
            return Continue(choice.tied.first().copied());
        }
        let came = self.dice.below(n as u64) as usize;
        let cell = choice.tied[came];
        observer.on(E::Rolled { among: n as u32, came: came as u32, cell })?;
        Continue(Some(cell))
    }
}
