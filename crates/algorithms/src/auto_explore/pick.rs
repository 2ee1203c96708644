//! A pick: the flood, the choice, and the path to the target.

use super::choose::{Candidate, Choice, Greed, List};
use super::event::{ExploreEvent as E, Part};
use super::flood::{Flood, NONE};
use super::memory::{Memory, Single};
use super::path;
use super::problem::Rules;
use super::run::Flow;
use crate::{Cell, Grid, Observer, Rng};
use std::ops::ControlFlow::Continue;

/// Input of one pick.
pub(super) struct PickInput<'a> {
    pub(super) memory: &'a Memory,
    pub(super) rules: &'a Rules,
    pub(super) greed: Greed,
    /// Cell of the explorer.
    pub(super) from: Cell,
    /// Whether the pick keeps large unknown areas together.
    pub(super) together: bool,
    /// The unknown cells that are walls, if the explorer peeks.
    pub(super) peek: Option<&'a Grid<bool>>,
    /// An earlier target, which is kept if it can be reached.
    pub(super) aimed: Option<Cell>,
    /// The exit that the explorer came for and is on.
    pub(super) here: Option<List>,
}

/// Result of a pick.
pub(super) struct Picked {
    pub(super) list: List,
    pub(super) target: Cell,
    pub(super) value: u32,
    pub(super) choice: Choice,
    /// Cells from the first step to the target.
    pub(super) path: Vec<Cell>,
}

/// Picks targets, and keeps its flood from pick to pick.
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

    /// Floods, chooses, and follows the values back; `None` if there is no target.
    pub(super) fn pick<O: Observer<E>>(&mut self, asked: &PickInput<'_>, observer: &mut O) -> Flow<O, Option<Picked>> {
        let &PickInput { memory, rules, from, .. } = asked;
        self.flood.run((memory, rules, asked.peek), from, observer)?;
        // If no other exit is listed, there is nothing to compare.
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

    fn choose<O: Observer<E>>(&mut self, asked: &PickInput<'_>, observer: &mut O) -> Flow<O, Choice> {
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
