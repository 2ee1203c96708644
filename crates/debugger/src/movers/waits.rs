//! Whom a mover waits for.
//!
//! A mover waits for another one if it stays, and the other one is in the cell that it enters next, or enters that cell
//! first. A mover that stops before its goal for ever waits for the one in a neighbouring cell nearer to the goal, if none
//! of these cells is free.

use super::{Movers, Visit};
use gridscope_trace::Cell;

/// Whom a mover waits for at a step.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Wait {
    /// The other mover.
    pub mover: usize,
    /// The cell that both want.
    pub cell: Cell,
    /// Whether the other one is in the cell already.
    pub is_there: bool,
}

/// A mover, the one that it waits for, the one that this one yields to, and so on.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Chain {
    /// The movers that are waited for, from the nearest on.
    pub links: Vec<usize>,
    /// If the last one waits for a mover of the chain: 0 for the first mover, 1 for the first link, and so on.
    pub ring: Option<usize>,
}

impl Chain {
    /// Returns the number of other movers through which a mover waits for itself, and that mover's place in the chain.
    pub fn ring(&self) -> Option<(usize, usize)> {
        self.ring.map(|at| (self.links.len() - at, at))
    }
}

impl Movers {
    /// Returns whom a mover waits for at a step.
    pub fn waits_for(&self, mover: usize, step: u32) -> Option<Wait> {
        let own = self.all.get(mover)?;
        let now = own.stay(step)?;
        let there = |cell: Cell| Some(Wait { mover: self.standing(cell, step, mover)?, cell, is_there: true });
        own.stays[now].at?;
        let Some(next) = own.stays.get(now + 1) else {
            // The mover never moves again.
            if own.nearer.iter().any(|&cell| self.standing(cell, step, mover).is_none()) {
                return None;
            }
            return own.nearer.iter().find_map(|&cell| there(cell));
        };
        let cell = next.at.filter(|_| next.from > step + 1)?;
        there(cell).or_else(|| {
            let first = self.entering(cell, step, next.from, mover)?;
            Some(Wait { mover: first, cell, is_there: false })
        })
    }

    /// Returns the step since which a mover has waited for the one that it waits for at this step.
    pub fn waits_since(&self, mover: usize, step: u32) -> Option<u32> {
        let other = self.waits_for(mover, step)?.mover;
        let own = &self.all[mover];
        let stay_start = own.stays[own.stay(step)?].from;
        let same = |at: &u32| self.waits_for(mover, *at).is_some_and(|wait| wait.mover == other);
        (stay_start..step).rev().take_while(same).last().or(Some(step))
    }

    /// Returns the movers that a mover waited for before, while it has been in its cell, the latest first.
    pub fn waited_before(&self, mover: usize, step: u32) -> Vec<usize> {
        let Some(own) = self.all.get(mover) else { return Vec::new() };
        let Some(now) = own.stay(step) else { return Vec::new() };
        let mut before: Vec<usize> = Vec::new();
        let mut last = self.waits_for(mover, step).map(|wait| wait.mover);
        for at in (own.stays[now].from..step).rev() {
            let other = self.waits_for(mover, at).map(|wait| wait.mover);
            if other != last {
                before.extend(other);
                last = other;
            }
        }
        before
    }

    /// Returns all that a mover waits for, however far.
    pub fn chain(&self, mover: usize, step: u32) -> Chain {
        let mut chain = Chain::default();
        let mut last = mover;
        let mut known = vec![false; self.all.len()];
        while let Some(wait) = self.waits_for(last, step) {
            known[last] = true;
            if known[wait.mover] {
                let link = chain.links.iter().position(|&link| link == wait.mover);
                chain.ring = Some(link.map_or(0, |k| k + 1));
                break;
            }
            chain.links.push(wait.mover);
            last = wait.mover;
        }
        chain
    }

    /// Returns the movers that wait for a mover at a step.
    pub fn waiting_for(&self, mover: usize, step: u32) -> Vec<usize> {
        let waits = |other: &usize| self.waits_for(*other, step).is_some_and(|wait| wait.mover == mover);
        (0..self.all.len()).filter(waits).collect()
    }

    /// Returns the number of movers that stay at a step and move on later, and of those that have arrived.
    pub fn counts(&self, step: u32) -> (usize, usize) {
        let stays = |mover: usize| {
            let own = &self.all[mover];
            let next = own.stay(step).and_then(|now| own.stays.get(now + 1));
            next.is_some_and(|next| next.from > step + 1)
        };
        let arrived = (0..self.all.len()).filter(|&mover| self.has_arrived(mover, step)).count();
        ((0..self.all.len()).filter(|&mover| stays(mover)).count(), arrived)
    }

    /// Returns the visits of a cell.
    fn visits_of(&self, cell: Cell) -> &[Visit] {
        let key = |visit: &Visit| (visit.cell.y, visit.cell.x);
        let from = self.visits.partition_point(|visit| key(visit) < (cell.y, cell.x));
        let rest = &self.visits[from..];
        &rest[..rest.partition_point(|visit| visit.cell == cell)]
    }

    /// Returns the mover that is in a cell at a step, other than `except`.
    pub(super) fn standing(&self, cell: Cell, step: u32, except: usize) -> Option<usize> {
        let visits = self.visits_of(cell);
        let visits_so_far = visits.partition_point(|visit| visit.from <= step);
        let there = visits[..visits_so_far].iter().rev().take_while(|visit| visit.reach > step);
        there.filter(|visit| visit.to > step).map(|visit| visit.mover as usize).find(|&other| other != except)
    }

    /// Returns the mover other than `except` that enters a cell first, after one step and before another.
    pub(super) fn entering(&self, cell: Cell, after: u32, before: u32, except: usize) -> Option<usize> {
        let visits = self.visits_of(cell);
        let later = visits[visits.partition_point(|visit| visit.from <= after)..].iter();
        let enters = later.take_while(|visit| visit.from < before).map(|visit| visit.mover as usize);
        enters.into_iter().find(|&other| other != except)
    }

    /// Returns the movers in a cell after this number of events.
    pub fn in_cell(&self, cell: Cell, cursor: usize) -> Vec<usize> {
        (0..self.all.len()).filter(|&mover| self.cell_after(mover, cursor) == Some(cell)).collect()
    }
}
