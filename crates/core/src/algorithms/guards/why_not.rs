//! Why a cell is not on a guard's plan: asked of A* itself, on the map that the guard believed when it planned.

use super::event::{GuardsEvent as E, aim, belief, overlay, plan};
use super::plan::search;
use super::problem::{Knowledge, Problem};
use super::state::{at, subject};
use crate::algorithm::Lens as _;
use crate::algorithms::astar::{self, AStar};
use crate::geometry::Cell;
use crate::trace::Moment;
use crate::trace::replay::WhyNot;

/// Asks the last plan before this moment, of the guard that acts or is looked through.
pub(super) fn why_not(problem: &Problem, now: &Moment<E>, cell: Cell) -> Option<WhyNot> {
    let guard = subject(now);
    let planned = now.holder(plan(guard))?;
    let Some(E::Planned { turn, .. }) = now.event(planned) else { return None };
    let then = now.at_moment(planned);
    let then = Moment::of(&then)?;
    let asked = believed(problem, &then, guard)?;
    let why = search(&then, |search| AStar::why_not(&asked, search, cell))?;
    Some(WhyNot { sentence: format!("Guard {}, plan of turn {turn}: {}", guard + 1, why.sentence), ..why })
}

/// The search as the guard did it at that moment.
fn believed(problem: &Problem, then: &Moment<E>, guard: u8) -> Option<astar::Problem> {
    let spec = problem.guards.get(guard as usize)?;
    let Some(E::Aimed { cell: goal, .. }) = then.get(aim(guard)) else { return None };
    let mut search = astar::Problem { start: at(then, guard)?, goal: *goal, ..spec.search.clone() };
    for (cell, event) in then.layer(belief(guard)) {
        if let E::Believed { tile, .. } = event {
            problem.set(&mut search.passage, spec, cell, *tile);
        }
    }
    if problem.around {
        let others = (0..problem.guards.len() as u8).filter(|&o| o != guard).filter_map(|o| at(then, o));
        let sees = |c: &Cell| matches!(then.at(*c).layer(overlay(guard)), Some(E::Saw { .. }));
        others.filter(|c| problem.knowledge == Knowledge::Omniscient || sees(c)).for_each(|c| search.passage.block(c));
    }
    Some(search)
}
