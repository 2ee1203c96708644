//! What a moment of auto chess holds: whose turn it is, what leads, the way that is being searched.

use super::board::Place;
use super::event::{
    ALT, ANSWER, ChessEvent as E, Context, ENDS, GATES, LEAD, LENGTHS, REACH, SEARCH, STOCK, TILES, TURN, WAY, place,
};
use super::heap::Heap;
use super::legs::Length;
use super::terms::{Gate, Pathfinder, Rule};
use crate::event::{Event as _, Slot};
use crate::geometry::Cell;
use crate::trace::{CellState, Moment};

/// A cell that leads, or was chosen, with the hop toward it.
#[derive(Clone, Copy)]
pub(super) struct Lead {
    pub cell: Cell,
    pub hop: Cell,
    pub squared: u32,
    pub event: usize,
}

/// The moment of a player, as far as it concerns the turn that is being played.
#[derive(Clone, Copy)]
pub(super) struct Now<'a> {
    pub player: &'a Moment<'a, E>,
    /// The event that began the turn: what slots hold from before is of another turn.
    since: usize,
}

impl<'a> Now<'a> {
    /// None before the first turn.
    pub(super) fn of(player: &'a Moment<E>) -> Option<Self> {
        player.holder(Slot::Register(TURN)).map(|since| Self { player, since })
    }

    pub(super) fn context(&self) -> &'a Context {
        self.player.trace().context()
    }

    fn events(&self) -> &'a [E] {
        self.player.trace().events()
    }

    /// The event that a slot holds from this turn, with its index.
    fn held(&self, slot: Slot) -> Option<(usize, &'a E)> {
        let i = self.player.holder(slot).filter(|&i| i >= self.since)?;
        Some((i, &self.events()[i]))
    }

    fn register(&self, n: u32) -> Option<(usize, &'a E)> {
        self.held(Slot::Register(n))
    }

    /// What a layer of a cell holds from this turn.
    pub(super) fn layer(&self, cell: &CellState<'a, E>, layer: u8) -> Option<(usize, &'a E)> {
        let i = cell.holder(layer).filter(|&i| i >= self.since)?;
        Some((i, &self.events()[i]))
    }

    /// The unit whose turn it is, and where it stood when its turn began.
    pub(super) fn piece(&self) -> Option<(u16, Cell)> {
        match self.events()[self.since] {
            E::TurnBegan { unit, at, .. } => Some((unit, at)),
            _ => None,
        }
    }

    /// How far the piece reaches, in units.
    pub(super) fn reach(&self) -> u32 {
        match self.events()[self.since] {
            E::TurnBegan { range, hull, .. } => range.saturating_sub(hull),
            _ => 0,
        }
    }

    fn lead_in(&self, register: u32) -> Option<Lead> {
        match self.register(register)? {
            (event, &(E::TookLead { cell, hop, squared } | E::Offered { cell, hop, squared })) => {
                Some(Lead { cell, hop, squared, event })
            }
            _ => None,
        }
    }

    /// The nearest cell so far.
    pub(super) fn lead(&self) -> Option<Lead> {
        self.lead_in(LEAD)
    }

    /// The nearest diagonal cell so far.
    pub(super) fn alt(&self) -> Option<Lead> {
        self.lead_in(ALT)
    }

    /// What a gate said.
    pub(super) fn gate(&self, gate: Gate) -> Option<(usize, &'a E)> {
        self.register(GATES + gate as u32)
    }

    /// The answer.
    pub(super) fn answer(&self) -> Option<&'a E> {
        self.register(ANSWER).map(|r| r.1)
    }

    /// The cell that the piece jumps to, once that is known.
    pub(super) fn hop(&self) -> Option<Cell> {
        match self.answer() {
            Some(E::Chose { hop, .. }) => *hop,
            _ => None,
        }
    }

    /// The measured length of a pathfinder's way to the target, and its first hop.
    pub(super) fn length(&self, by: Pathfinder) -> Option<(Length, Cell, usize)> {
        match self.register(LENGTHS + by as u32)? {
            (i, &E::Measured { straight, diagonal, hop, .. }) => Some((Length { straight, diagonal }, hop, i)),
            _ => None,
        }
    }

    /// The legs of a pathfinder's measured way.
    pub(super) fn measured(&self, by: Pathfinder) -> Vec<Cell> {
        let Some((_, _, end)) = self.length(by) else { return Vec::new() };
        let legs: Vec<(Cell, Cell)> = self.events()[..end]
            .iter()
            .rev()
            .map_while(|e| match *e {
                E::LegMeasured { by: whose, from, cell } if whose == by => Some((from, cell)),
                _ => None,
            })
            .collect();
        let start = legs.last().map(|l| l.0);
        start.into_iter().chain(legs.iter().rev().map(|l| l.1)).collect()
    }
}

/// The rule whose board is shown: the one looked through, else the one at work; none in a single decision.
pub(super) fn rule_shown(player: &Moment<E>) -> Option<Rule> {
    let context = player.trace().context();
    if !context.fight {
        return None;
    }
    if let Some(chosen) = player.eyes().checked_sub(1).and_then(|i| context.rules.get(i)) {
        return Some(*chosen);
    }
    match player.last() {
        Some(
            E::Moved { rule, .. }
            | E::Stayed { rule, .. }
            | E::Changed { rule, .. }
            | E::Shifted { rule, .. }
            | E::HadNoEffect { rule, .. }
            | E::Ended { rule, .. },
        ) => Some(*rule),
        _ => match player.get(Slot::Register(TURN)) {
            Some(E::TurnBegan { rule: Some(rule), .. }) => Some(*rule),
            _ => context.rules.first().copied(),
        },
    }
}

/// Where a unit stands on a rule's board; none when it was taken away.
pub(super) fn stands(player: &Moment<E>, unit: usize, rule: Option<Rule>) -> Option<Cell> {
    let start = player.trace().context().starts.get(unit).copied();
    let Some(rule) = rule else { return start };
    match player.get(place(unit as u16, rule)) {
        Some(E::Moved { cell, .. }) => Some(*cell),
        Some(E::Shifted { to, .. }) => *to,
        _ => start,
    }
}

/// How the fight ended under a rule, once it has.
pub(super) fn ended<'a>(player: &Moment<'a, E>, rule: Rule) -> Option<(usize, &'a E)> {
    let i = player.holder(Slot::Register(ENDS + rule as u32))?;
    Some((i, &player.trace().events()[i]))
}

/// The layer of a rule's changed tiles.
pub(super) const fn tile_layer(rule: Rule) -> u8 {
    TILES + rule as u8
}

/// The event that began the way being searched, or the last one searched for the cell at hand.
pub(super) fn way<'a>(player: &Moment<'a, E>) -> Option<(usize, &'a E)> {
    let trace = player.trace();
    let phases = trace.phases();
    let begun = phases.partition_point(|p| (p.start as usize) < player.cursor());
    let last = phases[..begun].last().filter(|p| p.depth == WAY)?;
    Some((last.start as usize, &trace.events()[last.start as usize]))
}

/// The events of the way at hand so far.
pub(super) fn way_events<'a>(player: &Moment<'a, E>) -> &'a [E] {
    way(player).map_or(&[], |(start, _)| &player.trace().events()[start..player.cursor()])
}

/// The parent of a node of the search at hand.
fn parent(player: &Moment<E>, cell: Cell) -> Option<Cell> {
    let context = player.trace().context();
    match *player.at(cell).layer(SEARCH)? {
        E::Opened { dir, leg, .. } | E::Lowered { dir, leg, .. } | E::Expanded { dir, leg, .. } => {
            context.parent(cell, dir, leg)
        }
        E::Reached { dir, .. } | E::Settled { dir, .. } => context.parent(cell, dir, 1),
        _ => None,
    }
}

/// The raw nodes from the start to the goal, or to the node that was popped last.
pub(super) fn chain(player: &Moment<E>) -> Vec<Cell> {
    let last = way_events(player).iter().rev().find_map(|e| match e {
        E::Expanded { cell, .. } | E::Settled { cell, .. } => Some(*cell),
        _ => None,
    });
    let Some(mut cell) = last else { return Vec::new() };
    let mut all = vec![cell];
    while let Some(next) = parent(player, cell) {
        all.push(next);
        cell = next;
        // Parents lead back to the start; a trace from elsewhere might not keep that promise.
        if all.len() > player.trace().layout().size.area() {
            break;
        }
    }
    all.reverse();
    all
}

/// The legs that the nodes were joined to so far, start included; empty until the goal was popped.
pub(super) fn joined(player: &Moment<E>) -> Vec<Cell> {
    let mut list = Vec::new();
    for event in way_events(player) {
        if let E::Joined { cell, last, replaced } = *event {
            if list.is_empty() {
                list.push(last);
            }
            if replaced {
                list.pop();
            }
            list.push(cell);
        }
    }
    list
}

/// The heap of the way at hand as it is now.
pub(super) fn heap(player: &Moment<E>) -> Heap<Cell> {
    let mut heap = Heap::new();
    for event in way_events(player) {
        match *event {
            E::Opened { cell, g, h, .. } => heap.push(g + f64::from(h), cell),
            E::Lowered { cell, g, h, .. } => heap.lower(g + f64::from(h), cell),
            E::Expanded { .. } => _ = heap.pop(),
            _ => {}
        }
    }
    heap
}

/// The length of the shortest way on an empty board.
pub(super) fn octile(player: &Moment<E>, a: Cell, b: Cell) -> Length {
    let size = player.trace().layout().size;
    Length::octile(Place::of(a, size), Place::of(b, size))
}

/// Every cell of a way of straight legs.
pub(super) fn cells_along(nodes: &[Cell]) -> Vec<Cell> {
    let mut all: Vec<Cell> = nodes.first().copied().into_iter().collect();
    for leg in nodes.windows(2) {
        let (dx, dy) = leg[0].delta(leg[1]);
        let n = dx.max(dy) as i32;
        let at = |from: u16, to: u16, k: i32| (from as i32 + (to as i32 - from as i32) * k / n.max(1)) as u16;
        all.extend((1..=n).map(|k| Cell::new(at(leg[0].x, leg[1].x, k), at(leg[0].y, leg[1].y, k))));
    }
    all
}

/// What stock and the mask made of a cell in this turn.
pub(super) struct Made<'a> {
    pub stock: Option<(usize, &'a E)>,
    pub reach: Option<(usize, &'a E)>,
}

impl<'a> Now<'a> {
    pub(super) fn made(&self, cell: &CellState<'a, E>) -> Made<'a> {
        Made { stock: self.layer(cell, STOCK), reach: self.layer(cell, REACH) }
    }

    /// The cell that was just looked at, searched or popped.
    pub(super) fn current(&self) -> Option<Cell> {
        match self.player.last()? {
            e @ (E::Looked { .. } | E::Expanded { .. } | E::Settled { .. } | E::Found { .. } | E::TookLead { .. }) => {
                e.cell()
            }
            _ => None,
        }
    }
}
