//! The flood with directional adjacency: ring by ring, cardinal arrivals before diagonal ones, slow ground last.
//!
//! ```text
//! 2 2 2 2 2      Rings around the start @. A node emits only the cells that its direction can newly reach, so on open
//! 2 1 1 1 2      ground nearly every cell is looked at three times instead of eight.
//! 2 1 @ 1 2
//! 2 1 1 1 2
//! 2 2 2 2 2
//! ```

use super::adjacency::{CARDINAL, DIAGONAL, bounds_tests, emits, slant};
use super::choose::{Candidate, List};
use super::event::{ExploreEvent as E, Spread};
use super::flood_cells::{APART, FREE, SAFE, Spot, Spots, UNKNOWN};
use super::lowering_arrivals::{Arrival, BLOCK, emissions, sift};
use super::memory::{Ground, Memory, Single};
use super::problem::Rules;
use super::run::Flow;
use crate::{Cell, Dir, Grid, Observer, Tile};
use std::ops::ControlFlow::Continue;

pub(super) const NONE: u32 = u32::MAX;

/// A cell that emits neighbours, with the value and direction it was listed with.
#[derive(Clone, Copy)]
pub(super) struct Node {
    pub(super) cell: Cell,
    pub(super) value: u32,
    pub(super) by: Option<Dir>,
}

/// The memory, the rules, and the unknown cells that are walls if the explorer peeks.
type Map<'a> = (&'a Memory, &'a Rules, Option<&'a Grid<bool>>);

/// Result of a flood. Reused from pick to pick for the same memory, without clearing between floods.
#[derive(Clone, Default)]
pub(super) struct Flood {
    spots: Spots,
    /// The listed cells, in the order they were found.
    listed: Vec<Cell>,
    /// Whether an unknown cell or an item is listed.
    enough: bool,
    /// The listed unknown cells and items whose value was above the ring at the last check.
    above: Vec<Cell>,
    frontier: Vec<Node>,
    next: Vec<Node>,
    slow: Vec<Node>,
    /// The arrivals of a block that lower a value, used if the observer does not listen.
    arrivals: Vec<Arrival>,
    /// Arrivals at traps, deferred until nothing else can be reached; `None` if they are no longer deferred.
    traps: Option<Vec<Node>>,
    checks: u32,
    bounds: u32,
}

impl Flood {
    fn restart(&mut self, memory: &Memory, traps_last: bool) {
        self.spots.renew(memory);
        for list in [&mut self.frontier, &mut self.next, &mut self.slow] {
            list.clear();
        }
        self.listed.clear();
        self.above.clear();
        self.traps = traps_last.then(Vec::new);
        (self.enough, self.checks, self.bounds) = (false, 0, 0);
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
        self.restart(memory, rules.traps_last);
        self.set(start, 0, 0);
        self.frontier.push(Node { cell: start, value: 0, by: None });
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
            }
            ring += 1;
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
        for &node in &traps {
            self.arrive(on, node, ring, observer)?;
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
            for &Node { cell, value, by } in &nodes {
                let (cardinal, diagonal) = emits(by);
                self.bounds = self.bounds.saturating_add(bounds_tests(by));
                let emitted =
                    [cardinal, diagonal].map(|dirs| dirs.iter().filter_map(|&by| cell.step(by, size)).count());
                (counts[0], counts[1]) = (counts[0] + emitted[0], counts[1] + emitted[1]);
                observer.on(E::Expanded { cell, by, value, ring, emitted: (emitted[0] + emitted[1]) as u8 })?;
            }
        }
        self.next.clear();
        for diagonal in [false, true] {
            if !O::LISTENS && !on.1.chutes {
                self.arrive_unheard(on, &nodes, diagonal, ring, observer)?;
                continue;
            }
            observer.on(E::Sorted { diagonal, count: counts[usize::from(diagonal)] as u32 })?;
            for &Node { cell, value, by } in &nodes {
                let value = value.saturating_add(if diagonal { on.1.diagonal } else { 1 });
                let (cardinals, diagonals) = emits(by);
                for &by in if diagonal { diagonals } else { cardinals } {
                    if let Some(cell) = cell.step(by, size) {
                        self.checks = self.checks.saturating_add(1);
                        self.enter(on, Node { cell, value, by: Some(by) }, ring, observer)?;
                    }
                }
            }
        }
        self.frontier = nodes;
        std::mem::swap(&mut self.frontier, &mut self.next);
        Continue(())
    }

    /// Processes the cardinal or diagonal arrivals of a ring if the observer does not listen. For each block of nodes,
    /// first finds the arrivals that lower a value, then processes only these. The result is unpredictable, so the test
    /// uses no branch.
    fn arrive_unheard<O: Observer<E>>(
        &mut self,
        on: Map<'_>,
        nodes: &[Node],
        diagonal: bool,
        ring: u32,
        observer: &mut O,
    ) -> Flow<O> {
        let step = if diagonal { on.1.diagonal } else { 1 };
        let cardinals = emissions::<2>(&self.spots, |by| emits(Some(by)).0);
        let diagonals = emissions::<3>(&self.spots, |by| emits(Some(by)).1);
        let mut arrivals = std::mem::take(&mut self.arrivals);
        for block in nodes.chunks(BLOCK) {
            match block {
                // The block is the start alone.
                [Node { by: None, .. }] => {
                    arrivals.clear();
                    arrivals.extend((if diagonal { DIAGONAL } else { CARDINAL }).map(|by| (0, by)));
                }
                _ if diagonal => sift(&self.spots, block, step, &diagonals, &mut arrivals),
                _ => sift(&self.spots, block, step, &cardinals, &mut arrivals),
            }
            for &(node, by) in &arrivals {
                let Node { cell, value, .. } = block[usize::from(node)];
                if let Some(cell) = cell.step(by, on.0.size()) {
                    self.arrive(on, Node { cell, value: value.saturating_add(step), by: Some(by) }, ring, observer)?;
                }
            }
        }
        self.arrivals = arrivals;
        Continue(())
    }

    /// Processes an arrival, including a slide: an explorer that enters a chute slides to its end. So the cell behind
    /// the chute is reached in the same ring, by the step that led into the chute.
    fn enter<O: Observer<E>>(&mut self, on: Map<'_>, mut node: Node, ring: u32, observer: &mut O) -> Flow<O> {
        let memory = on.0;
        let Some(by) = node.by.filter(|_| on.1.chutes) else { return self.arrive(on, node, ring, observer) };
        if let Some(from) = node.cell.step(by.opposite(), memory.size())
            && memory.chute(from).is_some_and(|dir| dir != by)
        {
            // The explorer is in a chute, which can only be left in its direction.
            return Continue(());
        }
        let step = node.value;
        while let Some(dir) = memory.chute(node.cell) {
            let tile = memory[node.cell].map_or(Tile::Wall, |seen| seen.tile);
            if dir != by {
                return observer.on(E::Blocked { cell: node.cell, by: Some(by), tile });
            }
            let cell = node.cell;
            let value = step.saturating_sub(1);
            let best = self.value(node.cell);
            // Cells reached while traps were deferred keep their values.
            if value >= best || (self.safe(cell) && self.traps.is_none()) {
                return observer.on(E::Ignored { cell, by: node.by, value, best });
            }
            self.set(cell, value, 0);
            let fate = Spread::Slides;
            let tile = Some(tile);
            let lowered = best != NONE;
            observer.on(E::Reached { cell, by: node.by, value, ring, fate, tile, lowered })?;
            let Some(next) = cell.step(by, memory.size()) else { return Continue(()) };
            node.cell = next;
        }
        self.arrive(on, node, ring, observer)
    }

    #[expect(clippy::inline_always, reason = "the innermost loop of the flood")]
    #[inline(always)]
    fn arrive<O: Observer<E>>(&mut self, on: Map<'_>, node: Node, ring: u32, observer: &mut O) -> Flow<O> {
        let (memory, rules, peek) = on;
        let Node { cell, by, value } = node;
        let Spot { value: best, is, .. } = self.spots.get(cell);
        if !O::LISTENS {
            if !self.spots.lowers(cell, value) {
                // The content of the cell cannot make the arrival cheaper.
                return Continue(());
            }
            if self.spots.is_free(cell) && (is & SAFE == 0 || self.traps.is_some()) {
                self.set(cell, value, FREE);
                self.next.push(node);
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
                return self.judge_again(on, node, observer);
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
            traps.push(node);
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
        let is = match fate {
            Spread::Apart => APART,
            Spread::Next if !O::LISTENS && !seen.item && seen.exit.is_none() => FREE,
            _ => 0,
        };
        self.set(cell, value, is);
        match fate {
            Spread::Next | Spread::SafeDoor => self.next.push(Node { cell, value, by }),
            Spread::Slow => self.slow.push(Node { cell, value, by }),
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

    /// Handles another arrival of the same cost at an unknown cell. The cell is a probable corner or wall if it looks
    /// like one from any of these arrivals. A wall met diagonally counts from the first arrival only: from a second
    /// side, too many cells look like walls.
    fn judge_again<O: Observer<E>>(&mut self, (memory, rules, _): Map<'_>, node: Node, observer: &mut O) -> Flow<O> {
        let Node { cell, by, value } = node;
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
