//! Conflicts of movers: two in one cell, or two that exchange their cells.

use super::{Mover, Movers};
use gridscope_trace::Cell;
use std::collections::{BTreeMap, HashMap};

/// Maximum number of conflicts that are listed.
const LISTED: usize = 1 << 20;
/// Maximum number of movers that one mover meets in a step, as in the check of moves.
const CROWD: usize = 8;

/// Kind of a conflict.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ConflictKind {
    /// Two movers are in one cell.
    Cell,
    /// Two movers exchange their cells.
    Swap,
}

impl ConflictKind {
    /// Returns the word for it.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Cell => "cell",
            Self::Swap => "swap",
        }
    }
}

/// A conflict of two movers.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Conflict {
    /// Step at which it happens.
    pub step: u32,
    /// Kind of conflict.
    pub kind: ConflictKind,
    /// The movers. The first one moves.
    pub movers: [u32; 2],
    /// Cell that the first mover comes from, and the cell that it enters.
    pub cells: [Cell; 2],
    /// Event of the first mover.
    pub event: u32,
}

/// A move of a step.
struct Step {
    mover: u32,
    from: Cell,
    to: Cell,
    event: u32,
}

/// Finds the conflicts of movers. A pair counts once when it comes into one cell, however long it stays there.
pub(super) fn find(movers: &[Mover]) -> Vec<Conflict> {
    // All changes in the order of steps, and of events in each.
    let mut order: BTreeMap<u32, Vec<(u32, u32, usize)>> = BTreeMap::new();
    for (number, mover) in (0..).zip(movers) {
        for (k, stay) in mover.stays.iter().enumerate() {
            order.entry(stay.from).or_default().push((stay.event, number, k));
        }
    }
    let mut here: HashMap<Cell, Vec<u32>> = HashMap::new();
    let mut found = Vec::new();
    for (step, mut changes) in order {
        changes.sort_unstable();
        let mut moves: Vec<Step> = Vec::new();
        for &(event, number, k) in &changes {
            let stays = &movers[number as usize].stays;
            let before = k.checked_sub(1).and_then(|k| stays[k].at);
            if let Some(cell) = before
                && let Some(all) = here.get_mut(&cell)
            {
                all.retain(|&other| other != number);
            }
            if let Some(to) = stays[k].at {
                here.entry(to).or_default().push(number);
                moves.extend(before.map(|from| Step { mover: number, from, to, event }));
            }
        }
        if found.len() < LISTED {
            at_step(step, &moves, &here, &mut found);
        }
    }
    found
}

/// Adds the conflicts of a step. `here` has the movers of each cell at its end.
fn at_step(step: u32, moves: &[Step], here: &HashMap<Cell, Vec<u32>>, found: &mut Vec<Conflict>) {
    let mut rank: HashMap<u32, usize> = HashMap::new();
    let mut way: HashMap<(Cell, Cell), Vec<u32>> = HashMap::new();
    rank.extend(moves.iter().enumerate().map(|(k, step)| (step.mover, k)));
    for (k, Step { mover, from, to, event }) in moves.iter().enumerate() {
        let conflict =
            |kind, other| Conflict { step, kind, movers: [*mover, other], cells: [*from, *to], event: *event };
        let opposite = way.get(&(*to, *from)).into_iter().flatten().take(CROWD);
        found.extend(opposite.map(|&other| conflict(ConflictKind::Swap, other)));
        way.entry((*from, *to)).or_default().push(*mover);
        // Of two that come in the same step, the later one names the other.
        let earlier = |other: &&u32| **other != *mover && rank.get(*other).is_none_or(|&own| own < k);
        let met = here.get(to).into_iter().flatten().filter(earlier).take(CROWD);
        found.extend(met.map(|&other| conflict(ConflictKind::Cell, other)));
    }
}

impl Movers {
    /// Returns the sentence about a conflict.
    pub fn conflict_sentence(&self, conflict: &Conflict) -> String {
        let [a, b] = conflict.movers.map(|mover| self.label(mover as usize));
        let [from, to] = conflict.cells;
        match conflict.kind {
            ConflictKind::Cell => format!("{a} moves to {to}, where {b} is"),
            ConflictKind::Swap => format!("{a} and {b} exchange {from} and {to}"),
        }
    }

    /// Returns the text beside a conflict on the map: both numbers and the time.
    pub fn conflict_tag(&self, conflict: &Conflict) -> String {
        let [a, b] = conflict.movers.map(|mover| self.label(mover as usize));
        format!("{a} and {b}, t = {}", self.time(conflict.step))
    }

    /// Returns the number of different pairs of movers that have a conflict.
    pub fn conflict_pairs(&self) -> usize {
        let pair = |conflict: &Conflict| {
            let [a, b] = conflict.movers;
            (a.min(b), a.max(b))
        };
        let mut all: Vec<_> = self.conflicts.iter().map(pair).collect();
        all.sort_unstable();
        all.dedup();
        all.len()
    }
}

impl Conflict {
    /// Returns the cells to frame: the one that both enter, or the two that are exchanged.
    pub fn framed(&self) -> &[Cell] {
        match self.kind {
            ConflictKind::Cell => &self.cells[1..],
            ConflictKind::Swap => &self.cells,
        }
    }
}
