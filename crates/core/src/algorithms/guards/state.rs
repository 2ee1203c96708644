//! What there is at a moment: where everybody is, what each guard believes and plans, and why a cell is not on a plan.

use super::event::{ACTING, GuardsEvent as E, TRUTH, aim, belief, lamp, overlay, place, plan};
use super::problem::{Knowledge, Problem};
use crate::algorithm::Lens as _;
use crate::algorithms::astar::{self, AStar, AStarEvent};
use crate::geometry::{Cell, Dir};
use crate::terrain::Tile;
use crate::trace::replay::WhyNot;
use crate::trace::{CellState, Fold, Moment};
use std::collections::BTreeMap;

/// The guard whose eyes are looked through, else the one that acts.
pub(super) fn subject(now: &Moment<E>) -> u8 {
    let chosen = now.eyes().checked_sub(1).filter(|&g| g < now.context().guards.len());
    match (chosen, now.get(ACTING)) {
        (Some(g), _) => g as u8,
        (None, Some(E::GuardBegan { guard, .. })) => *guard,
        _ => 0,
    }
}

pub(super) fn actual(cell: &CellState<E>) -> Tile {
    match cell.layer(TRUTH) {
        Some(E::Changed { to, .. }) => *to,
        _ => cell.player().context().map[cell.cell()],
    }
}

pub(super) fn believed(cell: &CellState<E>, guard: u8) -> Tile {
    match cell.layer(belief(guard)) {
        Some(E::Believed { tile, .. }) => *tile,
        _ => cell.player().context().map[cell.cell()],
    }
}

/// Where an actor is now, where it looks, and how it is in a word.
pub(super) fn whereabouts(now: &Moment<E>, actor: usize) -> (Option<Cell>, Option<Dir>, &'static str) {
    match now.get(place(actor as u16)) {
        Some(E::Moved { cell, facing, .. } | E::Shifted { cell, facing, .. }) => (Some(*cell), *facing, ""),
        Some(E::Waited { cell, facing, why, .. }) => (Some(*cell), *facing, why.words().1),
        Some(E::Arrived { cell, facing, .. }) => (Some(*cell), *facing, "arrived"),
        Some(E::Removed { .. }) => (None, None, "gone"),
        _ => now.context().actors.get(actor).map_or((None, None, ""), |a| (Some(a.at), a.facing, "")),
    }
}

pub(super) fn burns(now: &Moment<E>, actor: usize) -> bool {
    match now.get(lamp(actor as u16)) {
        Some(E::Switched { lit, .. }) => *lit,
        _ => now.context().actors.get(actor).is_some_and(|a| a.lit.unwrap_or(true)),
    }
}

pub(super) fn at(now: &Moment<E>, guard: u8) -> Option<Cell> {
    whereabouts(now, now.context().guards.get(guard as usize)?.actor.into()).0
}

pub(super) const fn inner(event: &E) -> Option<&AStarEvent> {
    if let E::Search(e) = event { Some(e) } else { None }
}

/// What `ask` makes of the last search up to now, as A* sees it; nothing where there was none.
pub(super) fn search<T: Default>(now: &Moment<E>, ask: impl FnOnce(&Moment<AStarEvent>) -> T) -> T {
    let began = now.trace().of_kind("began");
    let before = began.partition_point(|&i| (i as usize) < now.cursor());
    let starts = |&i: &u32| match now.event(i as usize)? {
        E::Search(AStarEvent::Began { part: astar::Part::Search, start, goal }) => Some((i as usize, *start, *goal)),
        _ => None,
    };
    let Some((first, start, goal)) = began[..before].iter().rev().find_map(starts) else { return T::default() };
    let context = astar::Context { start, goal, ..now.context().search.clone() };
    ask(&now.inside(&now.wrapped(inner), &context, first, 0))
}

/// The way of each guard's last plan, its start first.
#[derive(Clone, Default)]
pub(super) struct Plans {
    /// What the search at hand has walked back so far, from its end.
    traced: Vec<Cell>,
    ways: BTreeMap<u8, Vec<Cell>>,
}

impl Fold for Plans {
    type Event = E;

    fn take(&mut self, _: usize, event: &E, _: &super::Context) {
        match *event {
            E::Search(AStarEvent::Traced { cell, .. }) => self.traced.push(cell),
            E::Planned { guard, .. } => {
                self.traced.reverse();
                self.ways.insert(guard, std::mem::take(&mut self.traced));
            }
            E::Despaired { guard, .. } => _ = self.ways.remove(&guard),
            _ => {}
        }
    }
}

impl Plans {
    pub(super) fn rest(&self, now: &Moment<E>, guard: u8) -> &[Cell] {
        let way = self.ways.get(&guard).map_or(&[][..], Vec::as_slice);
        let at = at(now, guard).and_then(|at| way.iter().position(|&c| c == at));
        at.map_or(&[], |k| &way[k..])
    }
}

/// Asks the last plan before this moment, of the guard that acts or is looked through.
pub(super) fn why_not(problem: &Problem, now: &Moment<E>, cell: Cell) -> Option<WhyNot> {
    let guard = subject(now);
    let planned = now.holder(plan(guard))?;
    let Some(E::Planned { turn, .. }) = now.event(planned) else { return None };
    let then = now.at_moment(planned);
    let then = Moment::of(&then)?;
    let asked = search_of(problem, &then, guard)?;
    let why = search(&then, |search| AStar::why_not(&asked, search, cell))?;
    Some(WhyNot { sentence: format!("Guard {}, plan of turn {turn}: {}", guard + 1, why.sentence), ..why })
}

/// The search as the guard did it at that moment.
fn search_of(problem: &Problem, then: &Moment<E>, guard: u8) -> Option<astar::Problem> {
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
