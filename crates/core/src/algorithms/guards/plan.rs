//! A guard's plans: the search inside one is looked at as A* looks at itself, and the way that came of it is kept.

use super::event::GuardsEvent as E;
use super::state::at;
use crate::algorithms::astar::{self, AStarEvent};
use crate::geometry::Cell;
use crate::trace::{Fold, Moment};
use std::collections::BTreeMap;

/// What an event of a search reported.
pub(super) const fn inner(event: &E) -> Option<&AStarEvent> {
    match event {
        E::Search(e) => Some(e),
        _ => None,
    }
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
    /// What is left of a guard's way, from where it stands.
    pub(super) fn rest(&self, now: &Moment<E>, guard: u8) -> &[Cell] {
        let way = self.ways.get(&guard).map_or(&[][..], Vec::as_slice);
        let at = at(now, guard).and_then(|at| way.iter().position(|&c| c == at));
        at.map_or(&[], |k| &way[k..])
    }
}
