//! State of auto chess at a moment: the current turn and the current path search.

use super::event::{
    AIM, ALT, ANSWER, ChessEvent as E, Context, GATES, Gate, LEAD, LENGTHS, PART, Part, Pathfinder, Rule, SEARCH,
    STOCK, TURN, place,
};
use super::jumper::Heap;
use super::jumps::Reached;
use super::legs::Length;
use crate::event::{Event as _, Level, Slot};
use crate::geometry::{Cell, Dir};
use crate::trace::{Fold, Moment};
use std::collections::VecDeque;

/// The ways to decide a turn.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Manner {
    /// By the stock rule, with or without the diagonal jump of the article.
    Article,
    /// By the rule of fewest jumps.
    Fewest,
    /// By the leap of an assassin.
    Leap,
}

/// The current turn at a moment. Older slot contents belong to earlier turns.
#[derive(Clone, Copy)]
pub(super) struct Snapshot<'a> {
    pub(super) now: Moment<'a, E>,
    pub(super) since: usize,
    pub(super) unit: usize,
    /// Cell of the unit when its turn began.
    pub(super) at: Cell,
    /// Reach of the unit, in units of the game.
    pub(super) reach: u32,
    /// The nearest cell so far, the nearest diagonal cell, and the cell that the piece jumps to, once decided.
    pub(super) lead: Option<Reached>,
    pub(super) alt: Option<Reached>,
    pub(super) hop: Option<Cell>,
    pub(super) manner: Manner,
    /// Number of jumps to the nearest cell so far, under the rule of fewest jumps.
    pub(super) jumps: Option<u16>,
}

impl<'a> Snapshot<'a> {
    /// Reads the turn from a moment; `None` before the first turn.
    pub(super) fn of(now: &Moment<'a, E>) -> Option<Self> {
        let since = now.holder(Slot::Register(TURN))?;
        let E::TurnBegan { unit, at, range, hull, rule } = *now.event(since)? else { return None };
        let (unit, reach) = (unit.into(), now.context().range_rule.reach(range, hull));
        let by_rule = if rule == Some(Rule::Fewest) { Manner::Fewest } else { Manner::Article };
        let (lead, alt, hop, jumps) = (None, None, None, None);
        let bare = Self { now: *now, since, unit, at, reach, lead, alt, hop, manner: by_rule, jumps };
        let led = |register| match *bare.held_event(Slot::Register(register))?.1 {
            E::TookLead { cell, hop, squared }
            | E::Offered { cell, hop, squared }
            | E::Preferred { cell, hop, squared, .. } => Some(Reached { cell, hop, squared }),
            E::LedBehind { cell, squared, .. } => Some(Reached { cell, hop: cell, squared }),
            _ => None,
        };
        let leader = bare.held_event(Slot::Register(LEAD)).map(|held| held.1);
        let leaps = bare.is_in(Part::Leap) || matches!(leader, Some(E::LedBehind { .. }));
        let manner = if leaps { Manner::Leap } else { by_rule };
        let jumps = if let Some(E::Preferred { jumps, .. }) = leader { Some(*jumps) } else { None };
        let answer = bare.held_event(Slot::Register(ANSWER));
        let hop = if let Some((_, E::Chose { hop, .. })) = answer { *hop } else { None };
        Some(Self { lead: led(LEAD), alt: led(ALT), hop, manner, jumps, ..bare })
    }

    /// Returns the enemy that an assassin leaps behind, its squared distance, and the event.
    pub(super) fn aim(&self) -> Option<(Cell, u32, usize)> {
        let (event, &E::Aimed { enemy, squared, .. }) = self.held_event(Slot::Register(AIM))? else { return None };
        Some((enemy, squared, event))
    }

    /// Returns the landing cells of the jumps to a cell, starting with the piece's own cell, under the rule of fewest
    /// jumps.
    pub(super) fn jumps_to(&self, cell: Cell) -> Vec<Cell> {
        let cx = self.now.context();
        let back = |&at: &Cell| {
            let (dir, leg) = link(self.held_event(Slot::Cell(STOCK, at))?.1)?;
            cx.parent(at, Some(dir), leg)
        };
        // Links lead back to the piece, but an external trace may break this, so the count is limited.
        let mut all: Vec<Cell> = std::iter::successors(Some(cell), back).take(cx.size.area()).collect();
        all.reverse();
        all
    }

    /// Returns the event that a slot holds from this turn, with its index.
    pub(super) fn held_event(&self, slot: Slot) -> Option<(usize, &'a E)> {
        let i = self.now.holder(slot).filter(|&i| i >= self.since)?;
        Some((i, self.now.event(i)?))
    }

    pub(super) fn gate(&self, gate: Gate) -> Option<(usize, &'a E)> {
        self.held_event(Slot::Register(GATES + gate as u32))
    }

    /// Returns the length of a pathfinder's path to the target, its first hop, and the event.
    pub(super) fn length(&self, by: Pathfinder) -> Option<(Length, Cell, usize)> {
        let (event, measured) = self.held_event(Slot::Register(LENGTHS + by as u32))?;
        let E::Measured { straight, diagonal, hop, .. } = *measured else { return None };
        Some((Length { straight, diagonal }, hop, event))
    }

    pub(super) fn is_in(&self, part: Part) -> bool {
        matches!(self.held_event(Slot::Register(PART)), Some((_, E::PartBegan { part: now, .. })) if *now == part)
    }
}

/// The searches of a turn.
#[derive(Clone, Debug, Default)]
pub(super) struct Searches {
    /// The current search, or the last one for the current cell.
    pub(super) way: Option<Way>,
    /// The legs of the measured paths, one list per pathfinder, including the start.
    pub(super) measured: [Vec<Cell>; 2],
    /// The queue of the search for fewest jumps, with the number of jumps of each cell.
    pub(super) queue: VecDeque<(Cell, u16)>,
}

/// A path search.
#[derive(Clone, Debug)]
pub(super) struct Way {
    /// The event that began the search.
    pub(super) start: usize,
    pub(super) goal: Cell,
    pub(super) by: Pathfinder,
    pub(super) heap: Heap<Cell>,
    last: Option<Cell>,
    /// The legs joined so far, including the start; empty until the goal was closed.
    pub(super) joined: Vec<Cell>,
    pub(super) missed: usize,
}

impl Fold for Searches {
    type Event = E;

    fn take(&mut self, index: usize, event: &E, cx: &Context) {
        match *event {
            E::Sought { goal, by, .. } => {
                let (heap, joined) = (Heap::default(), Vec::new());
                self.way = Some(Way { start: index, goal, by, heap, last: None, joined, missed: 0 });
            }
            E::LegMeasured { by, from, cell } => {
                let legs = &mut self.measured[by as usize];
                if legs.is_empty() {
                    legs.push(from);
                }
                legs.push(cell);
            }
            E::TurnBegan { .. } => *self = Self::default(),
            E::Landed { cell, jumps, .. } => self.queue.push_back((cell, jumps)),
            E::Took { .. } => drop(self.queue.pop_front()),
            _ if matches!(event.level(cx), Level::Phase(_)) => {
                self.way = None;
                self.queue.clear();
            }
            _ => {}
        }
        let Some(way) = &mut self.way else { return };
        match *event {
            E::Opened { cell, g, h, .. } => way.heap.push(g + f64::from(h), cell),
            E::Lowered { cell, g, h, .. } => way.heap.lower(g + f64::from(h), cell),
            E::Expanded { cell, .. } => {
                way.heap.pop();
                way.last = Some(cell);
            }
            E::Settled { cell, .. } => way.last = Some(cell),
            E::Missed { .. } => way.missed += 1,
            E::Joined { cell, last, replaced } => {
                if way.joined.is_empty() {
                    way.joined.push(last);
                }
                if replaced {
                    way.joined.pop();
                }
                way.joined.push(cell);
            }
            _ => {}
        }
    }
}

impl Way {
    /// Returns the raw nodes from the start to the goal, or to the last closed node.
    pub(super) fn nodes(&self, now: &Moment<E>) -> Vec<Cell> {
        let parent = |&cell: &Cell| {
            let (dir, leg) = now.at(cell).layer(SEARCH).and_then(link)?;
            now.context().parent(cell, Some(dir), leg)
        };
        // Parents lead back to the start, but an external trace may break this, so the count is limited.
        let max_nodes = now.context().size.area() + 1;
        let mut all: Vec<Cell> = std::iter::successors(self.last, parent).take(max_nodes).collect();
        all.reverse();
        all
    }
}

/// Returns the direction and distance to the parent of a node, in cells.
pub(super) fn link(node: &E) -> Option<(Dir, u16)> {
    match *node {
        E::Opened { dir, leg, .. }
        | E::Lowered { dir, leg, .. }
        | E::Expanded { dir, leg, .. }
        | E::Landed { dir, leg, .. }
        | E::Took { dir, leg, .. } => Some((dir?, leg)),
        E::Reached { dir, .. } | E::Settled { dir, .. } => Some((dir?, 1)),
        _ => None,
    }
}

/// Returns the rule whose board is shown: the selected one, or else the rule in progress. `None` in a single decision.
pub(super) fn rule_shown(now: &Moment<E>) -> Option<Rule> {
    let context = now.context();
    if !context.fight {
        return None;
    }
    if let Some(chosen) = now.eyes().checked_sub(1).and_then(|i| context.rules.get(i)) {
        return Some(*chosen);
    }
    let at_work = |e: &E| match *e {
        E::Moved { rule, .. }
        | E::Stayed { rule, .. }
        | E::Changed { rule, .. }
        | E::Shifted { rule, .. }
        | E::HadNoEffect { rule, .. }
        | E::Ended { rule, .. } => Some(rule),
        _ => None,
    };
    let of_turn = || match now.get(Slot::Register(TURN)) {
        Some(E::TurnBegan { rule, .. }) => *rule,
        _ => context.rules.first().copied(),
    };
    now.last().and_then(at_work).or_else(of_turn)
}

/// Returns the cell of a unit on the board of a rule; `None` if the unit was removed.
pub(super) fn stands(now: &Moment<E>, unit: usize, rule: Option<Rule>) -> Option<Cell> {
    let start = now.context().starts.get(unit).copied();
    let Some(rule) = rule else { return start };
    match now.get(place(unit as u16, rule)) {
        Some(E::Moved { cell, .. }) => Some(*cell),
        Some(E::Shifted { to, .. }) => *to,
        _ => start,
    }
}
