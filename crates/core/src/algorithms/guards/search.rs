//! The search inside a plan: A* looks at its own events among those of guards.

use super::event::GuardsEvent as E;
use crate::algorithms::astar::{AStarEvent, Context, Part};
use crate::trace::Moment;

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
        E::Search(AStarEvent::Began { part: Part::Search, start, goal }) => Some((i as usize, *start, *goal)),
        _ => None,
    };
    let Some((first, start, goal)) = began[..before].iter().rev().find_map(starts) else { return T::default() };
    let context = Context { start, goal, ..now.context().search.clone() };
    ask(&now.inside(&now.wrapped(inner), &context, first, 0))
}
