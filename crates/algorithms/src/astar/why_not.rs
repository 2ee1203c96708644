//! Explains why A* did not take a cell or a path.

use super::decision::stop;
use super::event::AStarEvent as E;
use super::problem::{Problem, WORDS};
use super::{AStar, CARD};
use crate::algorithm::Lens as _;
use crate::geometry::Cell;
use crate::trace::Moment;
use crate::trace::replay::WhyNot;
use crate::trace::why::Ended;

/// Explains why a cell is not on the path of a finished run.
pub(super) fn why_not(problem: &Problem, now: &Moment<E>, cell: Cell) -> WhyNot {
    ask(problem, now, |search| search.why_not(cell))
}

/// Explains why a path of at least two cells was not taken. Each cell must be a neighbour of the one before.
pub(super) fn why_not_path(problem: &Problem, now: &Moment<E>, path: &[Cell]) -> Option<WhyNot> {
    ask(problem, now, |search| search.why_not_path(path))
}

fn ask<T>(problem: &Problem, now: &Moment<E>, what: impl FnOnce(&Ended<'_>) -> T) -> T {
    let cost = now.steps_back().find_map(|(_, e)| match *e {
        E::Found { g, .. } | E::Settled { g, .. } => Some(g),
        _ => None,
    });
    let word = |kind: &str| WORDS.iter().find(|(name, _)| *name == kind).map_or("", |(_, word)| *word);
    what(&Ended {
        now: now.player(),
        first: now.first(),
        walk: problem.walk(),
        unit: problem.rules.costs.unit,
        start: problem.start,
        goal: problem.goal,
        path: if cost.is_some() { AStar::path(now) } else { Vec::new() },
        cost,
        title: CARD.title,
        promises: false,
        with: problem.caveat(),
        stop: stop(now),
        word: &word,
    })
}
