//! `bergstrom`: the classic recursive shadowcasting, in fractions.
//!
//! ```text
//!   row 3  . . # .    eight octants, from the diagonal (slope 1, the start) to the axis (slope 0, the end).
//!   row 2    . . .    A cell is lit if its own two slopes touch the wedge. At the first blocker of a run the rest
//!   row 1      . .    of the row waits, and what lies behind the lit part is scanned first, from the next row on.
//!                @
//! ```
//!
//! Source: Björn Bergström, *FOV using recursive shadowcasting*, 2001. The calls lie on a stack of their own, so that
//! no map is too deep.

use super::context::{Hidden, How};
use super::event::ShadowEvent as E;
use super::scan::{OCTANTS, Scan, Sector, reach};
use super::sight::Ground;
use super::slope::{Slope, Wedge};
use crate::observe::Observer;
use std::ops::ControlFlow::{self, Continue};

/// A call under way: its wedge (`high` is the start, `low` the end), and where in the row it is.
#[derive(Clone, Copy, Debug)]
pub struct Call {
    wedge: Wedge,
    /// The next cell, in cells from the axis, going down; `None` at the beginning of a row.
    next: Option<i32>,
    /// Inside a run of blockers: the right slope of the last one.
    blocked: Option<Slope>,
}

/// The larger and the smaller slope of the cell `lateral` cells from the axis in row `depth`: of the corners that stand
/// out to the left and to the right.
pub const fn slopes(lateral: i32, depth: i32) -> (Slope, Slope) {
    (Slope::new(2 * lateral + 1, 2 * depth - 1), Slope::new(2 * lateral - 1, 2 * depth + 1))
}

/// The first cell of the row that is not skipped: the largest lateral whose right slope is at most the start.
pub fn first(wedge: &Wedge) -> i32 {
    let (sl, sd) = wedge.high.parts();
    (wedge.depth as i32).min((sl * (2 * wedge.depth as i32 + 1) + sd).div_euclid(2 * sd))
}

/// The laterals of the row that the wedge covers: last scanned and first scanned, in cells.
pub fn span(wedge: &Wedge) -> (i32, i32) {
    let (el, ed) = wedge.low.parts();
    // The smallest lateral whose left slope (2a + 1) / (2j − 1) reaches the end.
    let near = 2 * wedge.depth as i32 - 1;
    let last = -((ed - el * near).div_euclid(2 * ed));
    (last.max(0), first(wedge))
}

impl<G: Ground, O: Observer<E>> Scan<'_, G, O> {
    pub(super) fn bergstrom(&mut self) -> ControlFlow<O::Halt> {
        for (number, octant) in OCTANTS.into_iter().enumerate() {
            self.enter(number)?;
            let rows = reach(self.eye, octant.depth, self.size).min(self.look.last_row());
            let whole = Wedge::whole(Slope::new(0, 1), Slope::new(1, 1));
            let mut call = Some(Call { wedge: whole, next: None, blocked: None });
            while let Some(mut running) = call {
                call = if let Some(wedge) = self.run_call(octant, rows, &mut running)? {
                    let height = Self::height(self.sight.calls.len());
                    self.sight.calls.push(running);
                    self.on(E::Called { sector: self.at, height, wedge })?;
                    Some(Call { wedge, next: None, blocked: None })
                } else {
                    self.sight.calls.pop()
                };
                if let Some(Call { wedge, next: Some(_), .. }) = call {
                    let height = Self::height(self.sight.calls.len());
                    self.on(E::Resumed { sector: self.at, height, wedge })?;
                }
            }
        }
        Continue(())
    }

    /// Goes on with a call until it ends, or to the blocker at which another wedge goes first.
    fn run_call(&mut self, octant: Sector, rows: i32, call: &mut Call) -> ControlFlow<O::Halt, Option<Wedge>> {
        if call.next.is_none() && call.wedge.high.below(call.wedge.low) {
            self.on(E::Dropped { sector: self.at, why: Hidden::Inverted, wedge: call.wedge })?;
            return Continue(None);
        }
        loop {
            let depth = call.wedge.depth as i32;
            if depth > rows {
                let why = if depth > self.look.last_row() { Hidden::Range } else { Hidden::OffMap };
                self.on(E::Ended { sector: self.at, height: u16::MAX, why, wedge: call.wedge })?;
                return Continue(None);
            }
            let from = if let Some(next) = call.next {
                next
            } else {
                self.sight.strips += 1;
                self.on(E::Scanned { sector: self.at, height: u16::MAX, wedge: call.wedge })?;
                first(&call.wedge)
            };
            for lateral in (0..=from).rev() {
                let (left, right) = slopes(lateral, depth);
                // A start that was raised in this row may have passed the next cells.
                if call.wedge.high.below(right) {
                    continue;
                }
                let cell = octant.cell(self.eye, lateral, depth, self.size);
                if left.below(call.wedge.low) {
                    if let Some(cell) = cell {
                        self.hid(cell, Hidden::Slopes, call.wedge.low, call.wedge.high)?;
                    }
                    break;
                }
                let wall = cell.is_none_or(|cell| self.veil(cell).opacity == u8::MAX);
                if let Some(cell) = cell {
                    self.touch(cell, u8::MAX, How::Slopes, call.wedge.low, call.wedge.high)?;
                }
                match (wall, call.blocked) {
                    (true, Some(_)) => call.blocked = Some(right),
                    (false, Some(start)) => {
                        (call.wedge.high, call.blocked) = (start, None);
                        self.cut(cell, (0, u8::MAX), start, start)?;
                    }
                    (true, None) if depth < self.look.last_row() => {
                        call.blocked = Some(right);
                        // Outside all is wall: the run goes on to the first cell outside.
                        let outside = reach(self.eye, octant.lateral, self.size) + 1;
                        call.next = Some(if lateral > outside { outside } else { lateral - 1 });
                        self.cut(cell, (u8::MAX, 0), left, left)?;
                        return Continue(Some(Wedge { low: left, depth: call.wedge.depth + 1, ..call.wedge }));
                    }
                    _ => {}
                }
            }
            if call.blocked.is_some() {
                return Continue(None);
            }
            call.wedge.depth += 1;
            call.next = None;
        }
    }
}
