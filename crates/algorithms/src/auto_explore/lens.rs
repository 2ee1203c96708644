//! The lens of auto-explore: layers, roles, arrows, tokens, checks.

use super::decision::{Pick, Reading};
use super::event::{AIR, Context, ExploreEvent as E, FLOOD, KNOWN, LISTS, PATH, TARGET, TILES, WALKED, place};
use super::{AutoExplore, figures};
use crate::algorithm::Lens;
use crate::event::Value;
use crate::trace::lens::{HeldEvent, Paint};
use crate::trace::replay::{Bar, Chart, Figure, Table, Tie, Token};
use crate::trace::{CellState, Decision, Moment};
use crate::{Cell, Dir, Role, Tile};

/// Returns the value, ring and direction in a flood event. A cell takes its value in the ring before it is expanded.
pub(super) fn flooded(event: &E) -> Option<(u32, u32, Option<Dir>)> {
    match *event {
        E::Reached { value, ring, by, .. } => Some((value, ring, by)),
        E::Expanded { value, ring, by, .. } => Some((value, ring.saturating_sub(1), by)),
        _ => None,
    }
}

pub(super) fn is_known(cell: &CellState<E>) -> bool {
    cell.player().context().known[cell.cell()] || cell.layer(KNOWN).is_some()
}

pub(super) fn explorer(now: &Moment<E>) -> Cell {
    let cx = now.context();
    match now.get(place(cx.explorer)) {
        Some(E::Moved { cell, .. } | E::TookStairs { cell, .. } | E::Shifted { cell, .. }) => *cell,
        _ => cx.start,
    }
}

impl Lens for AutoExplore {
    const TAKING_TIES: bool = false;

    /// Paints the target over the path, and the path over the lists. An unknown cell shows nothing else.
    fn paint<'a>(now: &Moment<'a, E>) -> Paint<'a> {
        let known = now.context().known.as_slice();
        let part = move |index: usize, held: &[Option<HeldEvent>]| {
            let known = known[index] || held[6].is_some();
            let (held, none) = if known { (held, Role::None) } else { (&held[..3], Role::Unknown) };
            let parts = held.iter().flatten().map(|h| Role::ALL[h.mark as usize]);
            // Air that is not gone is not painted.
            parts.into_iter().find(|&role| role != Role::None).unwrap_or(none)
        };
        Paint::Of(vec![TARGET, PATH, LISTS, FLOOD, AIR, WALKED, KNOWN], Box::new(part))
    }

    fn arrow(cell: &CellState<E>) -> Option<Dir> {
        flooded(cell.layer(FLOOD)?)?.2.map(Dir::opposite)
    }

    fn equals(cell: &CellState<E>) -> Option<u32> {
        let tied = |e: &E| if let E::Aimed { tied, .. } = *e { Some(tied) } else { None };
        cell.layer(TARGET).and_then(tied).filter(|&n| n > 1)
    }

    fn path(now: &Moment<E>) -> Vec<Cell> {
        let pick = now.state::<Pick>();
        let mut path = pick.path;
        if let Some(E::Traced { cell, back, .. }) = now.last() {
            // The trace back has reached the start.
            path.extend(cell.step(*back, now.context().size).filter(|&start| pick.start == Some(start)));
        }
        if path.is_empty()
            && let Some(E::Reached { cell, .. } | E::Expanded { cell, .. } | E::Listed { cell, .. }) = now.last()
        {
            let size = now.context().size;
            let before = |c: &Cell| c.step(Self::arrow(&now.at(*c))?, size);
            path = std::iter::successors(Some(*cell), before).take(size.area() + 1).collect();
        }
        path.reverse();
        path
    }

    fn way(end: &Moment<E>) -> Vec<Cell> {
        let cx = end.context();
        let walked = end.trail(Some(cx.start), place(cx.explorer));
        if walked.len() > 1 { walked } else { Self::path(end) }
    }

    fn question(event: &E, _: &Context) -> Option<&'static str> {
        matches!(event, E::Aimed { .. }).then_some("Which cell is the next target?")
    }

    fn is_tie(event: &E, _: &Context) -> bool {
        matches!(event, E::Rolled { .. })
    }

    fn tie(before: &Moment<E>, event: &E) -> Option<Tie> {
        let E::Rolled { cell, came, among } = *event else { return None };
        Reading::of(before, Some((cell, came, among)))?.decision().tie()
    }

    fn decision(now: &Moment<E>) -> Option<Decision> {
        Some(Reading::of(now, None)?.decision())
    }

    fn tables(now: &Moment<E>) -> Vec<Table> {
        Reading::of(now, None).map_or_else(Vec::new, |read| vec![read.decision().table(), read.thresholds()])
    }

    fn explain(now: &Moment<E>) -> String {
        match now.last() {
            Some(E::Aimed { .. }) => Self::decision(now).map_or_else(String::new, |choice| choice.second_line()),
            _ => String::new(),
        }
    }

    fn rewatches(event: &E) -> bool {
        matches!(event, E::Aimed { .. } | E::Listed { .. })
    }

    fn restages(event: &E) -> bool {
        matches!(event, E::Changed { .. } | E::Forced { .. })
    }

    fn watch(now: &Moment<E>) -> Vec<(&'static str, Value)> {
        let (pick, greed) = (now.state::<Pick>(), now.context().greed);
        let bound = |more: u32| pick.lowest_unknown.map(|n| n.saturating_add(more));
        let numbers = [
            ("lowest unknown", pick.lowest_unknown),
            ("lowest item", pick.lowest_item),
            ("items up to", bound(greed.item)),
            ("singles up to", bound(greed.single)),
        ];
        let numbers = numbers.into_iter().filter_map(|(name, n)| Some((name, Value::Int(n?.into()))));
        let target = pick.target.map(|cell| ("target", Value::Cell(cell)));
        [("explorer", Value::Cell(explorer(now)))].into_iter().chain(numbers).chain(target).collect()
    }

    fn turn(now: &Moment<E>) -> Option<u32> {
        let cx = now.context();
        let moves = |e: &E| match *e {
            E::Moved { moves, .. } | E::TookStairs { moves, .. } => Some(moves),
            _ => None,
        };
        cx.radius.map(|_| now.get(place(cx.explorer)).and_then(moves).unwrap_or(0) + now.state::<Pick>().acted)
    }

    fn tiles(now: &Moment<E>) -> Vec<(Cell, Tile)> {
        let to = |(cell, event): (Cell, &E)| match *event {
            E::Changed { to, .. } => Some((cell, to)),
            E::Forced { .. } => Some((cell, Tile::DoorOpen)),
            _ => None,
        };
        now.layer(TILES).filter_map(to).collect()
    }

    fn tokens(now: &Moment<E>) -> Vec<Token> {
        let cx = now.context();
        let token = |actor: u16| {
            let (at, state) = match *now.get(place(actor))? {
                E::Moved { cell, .. }
                | E::TookStairs { cell, .. }
                | E::Hunted { cell, .. }
                | E::Shifted { cell, .. } => (Some(cell), ""),
                E::Visited { cell, .. } => (Some(cell), "visited"),
                _ => (None, ""),
            };
            Some(Token { actor: actor as usize, at, facing: None, state: state.into(), acts: actor == cx.explorer })
        };
        (0..cx.actors).filter_map(token).collect()
    }

    fn figures(now: &Moment<E>) -> Vec<Figure> {
        figures::figures(now)
    }

    fn charts(now: &Moment<E>) -> Vec<Chart> {
        let pick = now.state::<Pick>();
        if pick.rings.is_empty() {
            return Vec::new();
        }
        let bar = |&(ring, nodes, slow): &(u32, u32, bool)| {
            let slow = if slow { ", slow" } else { "" };
            Bar { label: format!("ring {ring}{slow}"), cells: Vec::new(), count: nodes as f64, expected: None }
        };
        let (nodes, checks): (u32, u32) = (pick.rings.iter().map(|r| r.1).sum(), pick.checks);
        let note = format!(
            "{nodes} expansions, {checks} neighbours looked at, {} bounds tests; all eight neighbours of each would be up to {} \
             and {}",
            pick.bounds,
            8 * u64::from(nodes),
            12 * u64::from(nodes)
        );
        let bars = pick.rings.iter().map(bar).collect();
        vec![Chart { title: "Expansions by ring".into(), axes: ["rings", "expansions"], level: None, bars, note }]
    }
}
