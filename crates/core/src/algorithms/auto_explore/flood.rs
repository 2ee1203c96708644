//! The flood with directional adjacency: ring by ring, cardinal arrivals before diagonal ones, slow ground last.
//!
//! ```text
//! 2 2 2 2 2      Rings round the start @. A node emits only what its key can newly reach, so on open ground nearly
//! 2 1 1 1 2      every cell is looked at three times instead of eight.
//! 2 1 @ 1 2
//! 2 1 1 1 2
//! 2 2 2 2 2
//! ```

use super::choose::{Candidate, List};
use super::event::ExploreEvent as E;
use super::memory::{Ground, Memory, Single, Way};
use super::pad::Pad;
use super::problem::Rules;
use super::words::Fate;
use crate::geometry::Cell;
use crate::observe::Observer;
use std::ops::ControlFlow::{self, Continue};

/// No value.
pub const NONE: u32 = u32::MAX;

/// A node: a cell that emits neighbours, with the value and the key that it was listed with.
#[derive(Clone, Copy)]
struct Node {
    cell: Cell,
    value: u32,
    by: Pad,
}

/// What a flood found. Kept from pick to pick, so that its memory is taken once.
#[derive(Default)]
pub struct Flood {
    /// The value of each cell, row-major; [`NONE`] where it has none. Unexplored doors are not here.
    pub values: Vec<u32>,
    /// The value of each unexplored door, row-major.
    pub doors: Vec<u32>,
    /// For each listed unknown cell whether it is a single one, row-major.
    singles: Vec<Single>,
    /// Unknown cells, items, doors and exits in the order in which they were found.
    unknown: Vec<Cell>,
    items: Vec<Cell>,
    closed: Vec<Cell>,
    exits: Vec<Cell>,
    frontier: Vec<Node>,
    next: Vec<Node>,
    slow: Vec<Node>,
    cardinal: Vec<Node>,
    diagonal: Vec<Node>,
    checks: u32,
}

impl Flood {
    fn reset(&mut self, area: usize) {
        for values in [&mut self.values, &mut self.doors] {
            values.clear();
            values.resize(area, NONE);
        }
        self.singles.clear();
        self.singles.resize(area, Single::No);
        for list in [&mut self.unknown, &mut self.items, &mut self.closed, &mut self.exits] {
            list.clear();
        }
        for list in [&mut self.frontier, &mut self.next, &mut self.slow, &mut self.cardinal, &mut self.diagonal] {
            list.clear();
        }
        self.checks = 0;
    }

    /// Floods what is known from `start`.
    ///
    /// # Errors
    /// Breaks when the observer asks for it.
    pub fn run<O: Observer<E>>(
        &mut self,
        memory: &Memory,
        start: Cell,
        rules: &Rules,
        observer: &mut O,
    ) -> ControlFlow<O::Halt> {
        let size = memory.size();
        self.reset(size.area());
        self.values[size.index(start)] = 0;
        self.frontier.push(Node { cell: start, value: 0, by: Pad::START });
        observer.on(E::FloodBegan { at: start })?;
        let by = Pad::START;
        let tile = memory[start].map(|s| s.tile);
        observer.on(E::Reached { cell: start, by, value: 0, ring: 0, fate: Fate::Next, tile, lowered: false })?;
        let (mut ring, mut more) = (0, None);
        loop {
            let slow = self.frontier.is_empty();
            if slow {
                std::mem::swap(&mut self.frontier, &mut self.slow);
                if self.frontier.is_empty() {
                    break;
                }
            }
            ring += 1;
            observer.on(E::RingBegan { ring, nodes: self.frontier.len() as u32, slow })?;
            self.ring(memory, rules, ring, observer)?;
            more = match more {
                Some(left) => Some(left - 1),
                None if self.suffices(ring, size.width) => {
                    observer.on(E::Sufficed { ring, more: rules.extra_rings })?;
                    Some(rules.extra_rings)
                }
                None => None,
            };
            if more == Some(0) {
                break;
            }
        }
        observer.on(E::Settled { rings: ring, checks: self.checks })
    }

    /// Whether an unknown cell or an item is listed, and none of them has a value above `ring`.
    fn suffices(&self, ring: u32, width: u16) -> bool {
        let mut listed = self.unknown.iter().chain(&self.items).peekable();
        listed.peek().is_some() && listed.all(|c| self.values[c.y as usize * width as usize + c.x as usize] <= ring)
    }

    /// One ring: every node emits, then the cardinal arrivals are processed, then the diagonal ones.
    fn ring<O: Observer<E>>(
        &mut self,
        memory: &Memory,
        rules: &Rules,
        ring: u32,
        observer: &mut O,
    ) -> ControlFlow<O::Halt> {
        let size = memory.size();
        for i in 0..self.frontier.len() {
            let node = self.frontier[i];
            let before = self.cardinal.len() + self.diagonal.len();
            let (cardinal, diagonal) = node.by.emits();
            for (keys, list) in [(cardinal, &mut self.cardinal), (diagonal, &mut self.diagonal)] {
                for &by in keys {
                    if let Some(cell) = by.step(node.cell, size) {
                        list.push(Node { cell, value: node.value.saturating_add(1), by });
                    }
                }
            }
            let emitted = self.cardinal.len() + self.diagonal.len() - before;
            self.checks = self.checks.saturating_add(emitted as u32);
            let Node { cell, value, by } = node;
            observer.on(E::Expanded { cell, by, value, ring, emitted: emitted as u8 })?;
        }
        self.next.clear();
        for diagonal in [false, true] {
            let mut arrivals = std::mem::take(if diagonal { &mut self.diagonal } else { &mut self.cardinal });
            observer.on(E::Sorted { diagonal, count: arrivals.len() as u32 })?;
            for &node in &arrivals {
                self.arrive(memory, rules, node, ring, observer)?;
            }
            arrivals.clear();
            *(if diagonal { &mut self.diagonal } else { &mut self.cardinal }) = arrivals;
        }
        std::mem::swap(&mut self.frontier, &mut self.next);
        Continue(())
    }

    /// A cell is arrived at.
    fn arrive<O: Observer<E>>(
        &mut self,
        memory: &Memory,
        rules: &Rules,
        node: Node,
        ring: u32,
        observer: &mut O,
    ) -> ControlFlow<O::Halt> {
        let Node { cell, by, value } = node;
        let at = memory.size().index(cell);
        let Some(seen) = memory[cell] else { return self.unknown(memory, node, ring, observer) };
        let value = value.saturating_add(rules.extra(seen.ground));
        let best = self.values[at].min(self.doors[at]);
        let (wall, door) = (seen.ground == Ground::Wall, seen.ground == Ground::Door);
        if wall && !seen.item {
            return observer.on(E::Blocked { cell, by, tile: seen.tile });
        }
        if value >= best {
            return observer.on(E::Ignored { cell, by, value, best });
        }
        let unexplored = door && !seen.item && memory.borders_unknown(cell);
        let (fate, value) = match seen.ground {
            Ground::Wall => (Fate::Stays, value),
            Ground::Door if seen.item => (Fate::Stays, value),
            Ground::Door if unexplored => (Fate::Apart, value),
            Ground::Door => (Fate::SafeDoor, value.saturating_add(rules.safe_door)),
            Ground::Free => (Fate::Next, value),
            Ground::Trap | Ground::Harm | Ground::Breathless => (Fate::Slow, value),
        };
        if value >= best {
            // A safe door costs more than its arrival.
            return observer.on(E::Ignored { cell, by, value, best });
        }
        (if unexplored { &mut self.doors } else { &mut self.values })[at] = value;
        match fate {
            Fate::Next | Fate::SafeDoor => self.next.push(Node { cell, value, by }),
            Fate::Slow => self.slow.push(Node { cell, value, by }),
            Fate::Stays | Fate::Apart => {}
        }
        let (tile, lowered) = (Some(seen.tile), best != NONE);
        observer.on(E::Reached { cell, by, value, ring, fate, tile, lowered })?;
        let (list, all) = match (seen.item, seen.exit) {
            (true, _) => (List::Item, &mut self.items),
            _ if unexplored => (List::Door, &mut self.closed),
            _ if door => return Continue(()),
            (_, Way::Down) => (List::Down, &mut self.exits),
            (_, Way::Up) => (List::Up, &mut self.exits),
            (_, Way::None) => return Continue(()),
        };
        if !lowered {
            all.push(cell);
        }
        observer.on(E::Listed { cell, list, value, single: Single::No })
    }

    /// An unknown cell is arrived at.
    fn unknown<O: Observer<E>>(
        &mut self,
        memory: &Memory,
        Node { cell, by, value }: Node,
        ring: u32,
        observer: &mut O,
    ) -> ControlFlow<O::Halt> {
        let at = memory.size().index(cell);
        let best = self.values[at];
        if value >= best {
            return observer.on(E::Ignored { cell, by, value, best });
        }
        self.values[at] = value;
        if best == NONE {
            self.unknown.push(cell);
        }
        let (lowered, single) = (best != NONE, memory.single(cell, by));
        self.singles[at] = single;
        observer.on(E::Reached { cell, by, value, ring, fate: Fate::Stays, tile: None, lowered })?;
        let list = if single == Single::No { List::Unknown } else { List::Single };
        observer.on(E::Listed { cell, list, value, single })
    }

    /// Everything that was listed, as candidates seen from `start`.
    pub fn candidates(&self, memory: &Memory, start: Cell, all: &mut Vec<Candidate>) {
        all.clear();
        let size = memory.size();
        let mut add = |cell: Cell, list: List, value: u32, slant: bool| {
            all.push(Candidate { cell, list, value, square: square(start, cell), slant });
        };
        for &cell in &self.items {
            add(cell, List::Item, self.values[size.index(cell)], false);
        }
        for &cell in &self.unknown {
            let at = size.index(cell);
            let list = if self.singles[at] == Single::No { List::Unknown } else { List::Single };
            add(cell, list, self.values[at], false);
        }
        for &cell in &self.closed {
            let value = self.doors[size.index(cell)];
            add(cell, List::Door, value, slant(value, |by| by.step(cell, size).map(|n| self.values[size.index(n)])));
        }
        for &cell in &self.exits {
            let list = if memory[cell].is_some_and(|s| s.exit == Way::Up) { List::Up } else { List::Down };
            add(cell, list, self.values[size.index(cell)], false);
        }
    }
}

/// The square of the straight-line distance between two cells.
pub fn square(a: Cell, b: Cell) -> u64 {
    let (dx, dy) = a.delta(b);
    dx as u64 * dx as u64 + dy as u64 * dy as u64
}

/// Whether the best straight approach to a door of this value is worse than the best diagonal one; `of` gives the value
/// of the neighbour that lies by a key.
pub fn slant(value: u32, of: impl Fn(Pad) -> Option<u32>) -> bool {
    let lowest = |keys: [Pad; 4]| keys.into_iter().filter_map(&of).fold(value, u32::min);
    lowest(Pad::CARDINAL) > lowest(Pad::DIAGONAL)
}
