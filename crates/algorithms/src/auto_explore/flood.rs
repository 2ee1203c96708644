//! The flood with directional adjacency: ring by ring, cardinal arrivals before diagonal ones, slow ground last.
//!
//! ```text
//! 2 2 2 2 2      Rings around the start @. A node emits only the cells that its direction can newly reach, so on open
//! 2 1 1 1 2      ground nearly every cell is looked at three times instead of eight.
//! 2 1 @ 1 2
//! 2 1 1 1 2
//! 2 2 2 2 2
//! ```

use super::adjacency::{bounds_tests, emits, slant};
use super::choose::{Candidate, List};
use super::event::{ExploreEvent as E, Spread};
use super::flood_cells::{APART, Closed, SAFE, Spot, Spots, UNKNOWN};
use super::lowering_arrivals::BlockArrivals;
use super::memory::{Ground, Memory, Single};
use super::problem::Rules;
use super::run::Flow;
use crate::{Cell, Dir, Grid, Observer, Tile};
use std::ops::ControlFlow::Continue;

pub(super) const NONE: u32 = u32::MAX;

/// A cell that emits neighbours, with the value and direction it was listed with.
#[derive(Clone, Copy)]
pub(super) struct Node {
    /// Index of the cell's spot.
    pub(super) spot: u32,
    pub(super) value: u32,
    pub(super) by: Option<Dir>,
}

/// A step to a cell, with the value that the cell would have by it.
#[derive(Clone, Copy)]
pub(super) struct Arrival {
    pub(super) cell: Cell,
    pub(super) value: u32,
    pub(super) by: Option<Dir>,
}

/// The memory, the rules, and the unknown cells that are walls if the explorer peeks.
pub(super) type Map<'a> = (&'a Memory, &'a Rules, Option<&'a Grid<bool>>);

/// Result of a flood. Reused from pick to pick for the same memory, without clearing between floods.
#[derive(Clone, Default)]
pub(super) struct Flood {
    pub(super) spots: Spots,
    /// The listed cells, in the order they were found.
    listed: Vec<Cell>,
    /// Whether an unknown cell or an item is listed.
    enough: bool,
    /// The listed unknown cells and items whose value was above the ring at the last check.
    above: Vec<Cell>,
    frontier: Vec<Node>,
    pub(super) next: Vec<Node>,
    /// Number of nodes at the start of the frontier that were certainly reached by cardinal steps.
    pub(super) cardinal: usize,
    /// Whether the value of each node equals the number of the ring that reached it: of the frontier, then of `next`.
    pub(super) level: [bool; 2],
    slow: Vec<Node>,
    /// The arrivals of a block that lower a value, used if the observer does not listen.
    pub(super) arrivals: BlockArrivals,
    /// Whether no arrival of a ring has a value below the number of the ring. If so, no later arrival can lower a value
    /// that equals the number of the ring it was set in, and the cell can be closed. Nodes on slow ground end this.
    rising: bool,
    /// Arrivals at traps, deferred until nothing else can be reached; `None` if they are no longer deferred.
    traps: Option<Vec<Arrival>>,
    checks: u32,
    bounds: u32,
}

impl Flood {
    fn restart(&mut self, memory: &Memory, rules: &Rules) {
        self.spots.renew(memory, if rules.traps_last { SAFE } else { 0 });
        self.arrivals.prepare(&self.spots);
        for list in [&mut self.frontier, &mut self.next, &mut self.slow] {
            list.clear();
        }
        self.listed.clear();
        self.above.clear();
        self.traps = rules.traps_last.then(Vec::new);
        // The rows that may hold closed cells follow from the number of rings, but a slide crosses many rows in one.
        (self.enough, self.rising, self.checks, self.bounds) = (false, !rules.chutes, 0, 0);
    }

    /// Returns the value of a cell, including an unexplored door; [`NONE`] if it has none.
    #[inline]
    pub(super) fn value(&self, cell: Cell) -> u32 {
        self.spots.get(cell).value
    }

    /// Like [`value`](Self::value), but [`NONE`] for unexplored doors: no path leads through them.
    pub(super) fn passable(&self, cell: Cell) -> u32 {
        let spot = self.spots.get(cell);
        if spot.is & APART != 0 { NONE } else { spot.value }
    }

    /// Returns whether a cell was reached while traps were deferred, so that its path crosses none.
    pub(super) fn safe(&self, cell: Cell) -> bool {
        self.spots.get(cell).is & SAFE != 0
    }

    #[inline]
    fn set(&mut self, cell: Cell, value: u32, is: u8) {
        self.spots.set(cell, value, if self.traps.is_some() { is | SAFE } else { is });
    }

    /// Returns the number of cells with a value.
    pub(super) fn reached(&self) -> usize {
        self.spots.reached()
    }

    pub(super) fn run<O: Observer<E>>(&mut self, on: Map<'_>, start: Cell, observer: &mut O) -> Flow<O> {
        let (memory, rules, _) = on;
        self.restart(memory, rules);
        self.set(start, 0, 0);
        self.frontier.push(Node { spot: self.spots.index(start), value: 0, by: None });
        (self.cardinal, self.level[0]) = (0, true);
        observer.on(E::FloodBegan { at: start })?;
        let tile = memory[start].map(|s| s.tile);
        let fate = Spread::Next;
        observer.on(E::Reached { cell: start, by: None, value: 0, ring: 0, fate, tile, lowered: false })?;
        let (mut ring, mut more) = (0, None);
        loop {
            let slow = self.frontier.is_empty();
            if slow {
                if self.slow.is_empty() {
                    self.release(on, ring, observer)?;
                }
                std::mem::swap(&mut self.frontier, &mut self.slow);
                if self.frontier.is_empty() {
                    break;
                }
                (self.rising, self.cardinal) = (false, 0);
                self.spots.open_closed();
            }
            ring += 1;
            self.spots.extend(start, ring);
            observer.on(E::RingBegan { ring, nodes: self.frontier.len() as u32, slow })?;
            self.ring(on, ring, observer)?;
            more = match more {
                Some(left) => Some(left - 1),
                None if self.suffices(ring) => {
                    observer.on(E::Sufficed { ring, more: rules.extra_rings })?;
                    Some(rules.extra_rings)
                }
                None => None,
            };
            if more == Some(0) {
                break;
            }
        }
        observer.on(E::Settled { rings: ring, checks: self.checks, bounds: self.bounds })
    }

    /// Processes the deferred arrivals at traps, if nothing but exits is listed without them.
    fn release<O: Observer<E>>(&mut self, on: Map<'_>, ring: u32, observer: &mut O) -> Flow<O> {
        let door = |&cell: &Cell| self.spots.get(cell).list == Some(List::Door);
        if self.enough || self.listed.iter().any(door) {
            return Continue(());
        }
        let Some(traps) = self.traps.take().filter(|traps| !traps.is_empty()) else { return Continue(()) };
        observer.on(E::Released { arrivals: traps.len() as u32 })?;
        for &arrival in &traps {
            self.arrive(on, arrival, ring, observer)?;
        }
        Continue(())
    }

    /// Returns whether an unknown cell or an item is listed and none of them has a value above `ring`. Values only fall
    /// and rings only rise, so a cell found not to be above is not checked again.
    fn suffices(&mut self, ring: u32) -> bool {
        let mut above = std::mem::take(&mut self.above);
        above.retain(|&cell| self.value(cell) > ring);
        self.above = above;
        self.enough && self.above.is_empty()
    }

    /// Runs one ring: all nodes emit, then the cardinal arrivals are processed, then the diagonal ones. The emissions
    /// of a node follow from the node alone. So the arrivals need no list: a second pass over the nodes generates them.
    fn ring<O: Observer<E>>(&mut self, on: Map<'_>, ring: u32, observer: &mut O) -> Flow<O> {
        let size = on.0.size();
        let mut nodes = std::mem::take(&mut self.frontier);
        if on.1.chutes {
            // The three or five neighbours of a direction are enough only if a step costs the same both ways.
            for node in &mut nodes {
                node.by = None;
            }
        }
        let mut counts = [0; 2];
        if O::LISTENS {
            for &Node { spot, value, by } in &nodes {
                let cell = self.spots.cell(spot);
                let (cardinal, diagonal) = emits(by);
                self.bounds = self.bounds.saturating_add(bounds_tests(by));
                let emitted =
                    [cardinal, diagonal].map(|dirs| dirs.iter().filter_map(|&by| cell.step(by, size)).count());
                (counts[0], counts[1]) = (counts[0] + emitted[0], counts[1] + emitted[1]);
                observer.on(E::Expanded { cell, by, value, ring, emitted: (emitted[0] + emitted[1]) as u8 })?;
            }
        }
        self.next.clear();
        self.level[1] = true;
        let mut cardinal = 0;
        for diagonal in [false, true] {
            if diagonal {
                cardinal = self.next.len();
            }
            if !O::LISTENS && !on.1.chutes {
                self.arrive_unheard(on, &nodes, diagonal, ring, observer)?;
                continue;
            }
            observer.on(E::Sorted { diagonal, count: counts[usize::from(diagonal)] as u32 })?;
            for &Node { spot, value, by } in &nodes {
                let from = self.spots.cell(spot);
                let value = value.saturating_add(if diagonal { on.1.diagonal } else { 1 });
                let (cardinals, diagonals) = emits(by);
                for &by in if diagonal { diagonals } else { cardinals } {
                    if let Some(cell) = from.step(by, size) {
                        self.checks = self.checks.saturating_add(1);
                        self.enter(on, Arrival { cell, value, by: Some(by) }, ring, observer)?;
                    }
                }
            }
        }
        (self.cardinal, self.level[0]) = (cardinal, self.level[1]);
        self.frontier = nodes;
        std::mem::swap(&mut self.frontier, &mut self.next);
        Continue(())
    }

    /// Processes an arrival, including a slide: an explorer that enters a chute slides to its end. So the cell behind
    /// the chute is reached in the same ring, by the step that led into the chute.
    fn enter<O: Observer<E>>(&mut self, on: Map<'_>, mut arrival: Arrival, ring: u32, observer: &mut O) -> Flow<O> {
        let memory = on.0;
        let Some(by) = arrival.by.filter(|_| on.1.chutes) else { return self.arrive(on, arrival, ring, observer) };
        if let Some(from) = arrival.cell.step(by.opposite(), memory.size())
            && memory.chute(from).is_some_and(|dir| dir != by)
        {
            // The explorer is in a chute, which can only be left in its direction.
            return Continue(());
        }
        let step = arrival.value;
        while let Some(dir) = memory.chute(arrival.cell) {
            let tile = memory[arrival.cell].map_or(Tile::Wall, |seen| seen.tile);
            if dir != by {
                return observer.on(E::Blocked { cell: arrival.cell, by: Some(by), tile });
            }
            let cell = arrival.cell;
            let value = step.saturating_sub(1);
            let best = self.value(arrival.cell);
            // Cells reached while traps were deferred keep their values.
            if value >= best || (self.safe(cell) && self.traps.is_none()) {
                return observer.on(E::Ignored { cell, by: arrival.by, value, best });
            }
            self.set(cell, value, 0);
            let fate = Spread::Slides;
            let tile = Some(tile);
            let lowered = best != NONE;
            observer.on(E::Reached { cell, by: arrival.by, value, ring, fate, tile, lowered })?;
            let Some(next) = cell.step(by, memory.size()) else { return Continue(()) };
            arrival.cell = next;
        }
        self.arrive(on, arrival, ring, observer)
    }

    #[inline]
    pub(super) fn arrive<O: Observer<E>>(
        &mut self,
        on: Map<'_>,
        arrival: Arrival,
        ring: u32,
        observer: &mut O,
    ) -> Flow<O> {
        let (memory, rules, peek) = on;
        let Arrival { cell, by, value } = arrival;
        let Spot { value: best, is, .. } = self.spots.get(cell);
        if !O::LISTENS {
            if value == NONE || !self.spots.lowers(self.spots.index(cell), self.spots.rank(value)) {
                // The content of the cell cannot make the arrival cheaper.
                return Continue(());
            }
            if self.spots.is_free(cell) && (is & SAFE == 0 || self.traps.is_some()) {
                self.set(cell, value, 0);
                self.extend(Node { spot: self.spots.index(cell), value, by }, ring);
                // The memory is not needed here. The event still counts for observers that limit the run.
                let (fate, lowered) = (Spread::Next, best != NONE);
                return observer.on(E::Reached { cell, by, value, ring, fate, tile: None, lowered });
            }
        }
        let lowered = best != NONE;
        if is & SAFE != 0 && self.traps.is_none() {
            return observer.on(E::Ignored { cell, by, value, best });
        }
        let Some(seen) = memory[cell] else {
            if value > best {
                return observer.on(E::Ignored { cell, by, value, best });
            }
            if value == best {
                return self.judge_again(on, arrival, observer);
            }
            if peek.is_some_and(|walls| walls[cell]) {
                return observer.on(E::Peeked { cell, by, value });
            }
            self.set(cell, value, UNKNOWN);
            observer.on(E::Reached { cell, by, value, ring, fate: Spread::Stays, tile: None, lowered })?;
            let single = rules.guesses.keep(memory.single(cell, by));
            let list = if single == Single::No { List::Unknown } else { List::Single };
            self.list(cell, list);
            return observer.on(E::Listed { cell, list, value, single });
        };
        if let Some(traps) = self.traps.as_mut().filter(|_| seen.ground == Ground::Trap) {
            traps.push(arrival);
            return observer.on(E::Deferred { cell, by, value });
        }
        let extra = rules.extra(seen);
        let value = value.saturating_add(extra);
        if seen.ground == Ground::Wall && !seen.item {
            if !O::LISTENS {
                self.spots.wall(cell);
            }
            return observer.on(E::Blocked { cell, by, tile: seen.tile });
        }
        if value >= best {
            return observer.on(E::Ignored { cell, by, value, best });
        }
        let door = seen.ground == Ground::Door;
        let unexplored = door && !seen.item && memory.unknown_around(cell) > 0;
        let (fate, value) = match seen.ground {
            Ground::Wall | Ground::Chute(_) => (Spread::Stays, value),
            Ground::Door if seen.item => (Spread::Stays, value),
            Ground::Door if unexplored => (Spread::Apart, value),
            Ground::Door => (Spread::SafeDoor, value.saturating_add(rules.safe_door)),
            Ground::Free if extra == 0 => (Spread::Next, value),
            Ground::Free | Ground::Trap | Ground::Harm | Ground::Breathless => (Spread::Slow, value),
        };
        if value >= best {
            // A safe door costs more than the arrival.
            return observer.on(E::Ignored { cell, by, value, best });
        }
        let node = Node { spot: self.spots.index(cell), value, by };
        let free = !O::LISTENS && fate == Spread::Next && !seen.item && seen.exit.is_none();
        if free {
            self.spots.free(cell);
        }
        let closing = self.closing(ring).filter(|_| free && value == ring);
        if closing.is_none_or(|ring| self.spots.close(node.spot, ring) == Closed::No) {
            self.set(cell, value, if fate == Spread::Apart { APART } else { 0 });
        }
        match fate {
            Spread::Next | Spread::SafeDoor => self.extend(node, ring),
            Spread::Slow => self.slow.push(node),
            Spread::Stays | Spread::Apart | Spread::Slides => {}
        }
        observer.on(E::Reached { cell, by, value, ring, fate, tile: Some(seen.tile), lowered })?;
        let list = match seen.exit {
            _ if seen.item => List::Item,
            _ if unexplored => List::Door,
            Some(exit) if !door => exit,
            _ => return Continue(()),
        };
        self.list(cell, list);
        observer.on(E::Listed { cell, list, value, single: Single::No })
    }

    /// Returns the value of cells that this ring closes; `None` if it closes none.
    pub(super) fn closing(&self, ring: u32) -> Option<u16> {
        u16::try_from(ring).ok().filter(|_| self.rising)
    }

    /// Adds a node to the next frontier.
    fn extend(&mut self, node: Node, ring: u32) {
        self.level[1] &= node.value == ring;
        self.next.push(node);
    }

    /// Handles another arrival of the same cost at an unknown cell. The cell is a probable corner or wall if it looks
    /// like one from any of these arrivals. A wall met diagonally counts from the first arrival only: from a second
    /// side, too many cells look like walls.
    fn judge_again<O: Observer<E>>(
        &mut self,
        (memory, rules, _): Map<'_>,
        arrival: Arrival,
        observer: &mut O,
    ) -> Flow<O> {
        let Arrival { cell, by, value } = arrival;
        if self.spots.get(cell).list != Some(List::Single) {
            let single = rules.guesses.keep(memory.single(cell, by));
            if matches!(single, Single::Corner | Single::Wall) {
                self.list(cell, List::Single);
                return observer.on(E::Listed { cell, list: List::Single, value, single });
            }
        }
        observer.on(E::Ignored { cell, by, value, best: value })
    }

    /// Returns whether an exit is listed.
    pub(super) fn lists_exits(&self) -> bool {
        self.listed.iter().any(|&cell| self.spots.get(cell).list.is_some_and(List::is_exit))
    }

    pub(super) fn list(&mut self, cell: Cell, list: List) {
        if self.spots.list(cell, list) {
            self.listed.push(cell);
            if list == List::Item || list.is_unknown() {
                self.enough = true;
                self.above.push(cell);
            }
        }
    }

    pub(super) fn candidates(&self, memory: &Memory, start: Cell, together: bool, all: &mut Vec<Candidate>) {
        all.clear();
        let size = memory.size();
        all.extend(self.listed.iter().filter_map(|&cell| {
            let Spot { list, value, .. } = self.spots.get(cell);
            let list = list?;
            let near = |by| cell.step(by, size).map(|n| self.passable(n));
            let slant = list == List::Door && slant(value, near);
            let around = together.then(|| memory.unknown_around(cell)).filter(|_| list.is_unknown());
            Some(Candidate { cell, list, value, square: square(start, cell), slant, around })
        }));
    }
}

pub(super) fn square(a: Cell, b: Cell) -> u64 {
    let (dx, dy) = a.delta(b);
    dx as u64 * dx as u64 + dy as u64 * dy as u64
}
