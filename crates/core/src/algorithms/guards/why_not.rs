//! Why a cell is not on a guard's plan: asked of A* itself, on the map that the guard believed when it planned.

use super::event::{GuardsEvent as E, aim, belief, overlay, plan};
use super::problem::Problem;
use super::search::search;
use super::state::{at, subject};
use super::words::Knowledge;
use crate::algorithm::Lens as _;
use crate::algorithms::astar::{self, AStar};
use crate::geometry::Cell;
use crate::trace::Moment;
use crate::trace::replay::WhyNot;

/// Asks the last plan before this moment, of the guard that acts or is looked through.
pub(super) fn why_not(problem: &Problem, now: &Moment<E>, cell: Cell) -> Option<WhyNot> {
    let guard = subject(now);
    let planned = now.holder(plan(guard))?;
    let E::Planned { turn, .. } = now.trace().events()[planned] else { return None };
    let then = now.at_moment(planned);
    let then = Moment::of(&then)?;
    let asked = believed(problem, &then, guard)?;
    let why = search(&then, |search| AStar::why_not(&asked, search, cell))?;
    Some(WhyNot { sentence: format!("Guard {}, plan of turn {turn}: {}", guard + 1, why.sentence), ..why })
}

/// The search as the guard did it at that moment.
fn believed(problem: &Problem, then: &Moment<E>, guard: u8) -> Option<astar::Problem> {
    let spec = problem.guards.get(guard as usize)?;
    let mut search = spec.search.clone();
    for (cell, event) in then.layer(belief(guard)) {
        if let E::Believed { tile, .. } = event {
            let key = problem.scene.details.get(&cell).and_then(|d| d.key.as_deref());
            search.passage.set(cell, *tile, &spec.mover, key);
        }
    }
    if problem.around {
        let others = (0..problem.guards.len() as u8).filter(|&o| o != guard).filter_map(|o| at(then, o));
        let sees = |c: &Cell| matches!(then.at(*c).layer(overlay(guard)), Some(E::Saw { .. }));
        others.filter(|c| problem.knowledge == Knowledge::Omniscient || sees(c)).for_each(|c| search.passage.block(c));
    }
    search.start = at(then, guard)?;
    let Some(E::Aimed { cell, .. }) = then.get(aim(guard)) else { return None };
    search.goal = *cell;
    Some(search)
}
