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

use super::event::ShadowEvent as E;
use super::reason::{Hidden, How};
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

pub(super) fn look<G: Ground, O: Observer<E>>(scan: &mut Scan<'_, G, O>) -> ControlFlow<O::Halt> {
    for (number, octant) in OCTANTS.into_iter().enumerate() {
        scan.enter(number)?;
        let rows = reach(scan.eye, octant.depth, scan.size).min(scan.look.last_row());
        let whole = Wedge::whole(Slope::new(0, 1), Slope::new(1, 1));
        let mut call = Some(Call { wedge: whole, next: None, blocked: None });
        while let Some(mut running) = call {
            call = if let Some(wedge) = run(scan, octant, rows, &mut running)? {
                let height = Scan::<G, O>::height(scan.sight.calls.len());
                scan.sight.calls.push(running);
                scan.on(E::Called { sector: scan.at, height, wedge })?;
                Some(Call { wedge, next: None, blocked: None })
            } else {
                scan.sight.calls.pop()
            };
            if let Some(Call { wedge, next: Some(_), .. }) = call {
                let height = Scan::<G, O>::height(scan.sight.calls.len());
                scan.on(E::Resumed { sector: scan.at, height, wedge })?;
            }
        }
    }
    Continue(())
}

/// Goes on with a call until it ends, or to the blocker at which another wedge goes first.
fn run<G: Ground, O: Observer<E>>(
    scan: &mut Scan<'_, G, O>,
    octant: Sector,
    rows: i32,
    call: &mut Call,
) -> ControlFlow<O::Halt, Option<Wedge>> {
    if call.next.is_none() && call.wedge.high.below(call.wedge.low) {
        scan.on(E::Dropped { sector: scan.at, why: Hidden::Inverted, wedge: call.wedge })?;
        return Continue(None);
    }
    loop {
        let depth = call.wedge.depth as i32;
        if depth > rows {
            let why = if depth > scan.look.last_row() { Hidden::Range } else { Hidden::OffMap };
            scan.on(E::Ended { sector: scan.at, height: u16::MAX, why, wedge: call.wedge })?;
            return Continue(None);
        }
        let mut lateral = if let Some(next) = call.next {
            next
        } else {
            scan.sight.strips += 1;
            scan.on(E::Scanned { sector: scan.at, height: u16::MAX, wedge: call.wedge })?;
            first(&call.wedge)
        };
        while lateral >= 0 {
            match cell(scan, octant, call, lateral)? {
                After::Next => lateral -= 1,
                After::Leave => break,
                After::First(wedge) => return Continue(Some(wedge)),
            }
        }
        if call.blocked.is_some() {
            return Continue(None);
        }
        call.wedge.depth += 1;
        call.next = None;
    }
}

/// What a row does after a cell.
enum After {
    Next,
    Leave,
    /// It waits: this wedge goes first.
    First(Wedge),
}

fn cell<G: Ground, O: Observer<E>>(
    scan: &mut Scan<'_, G, O>,
    octant: Sector,
    call: &mut Call,
    lateral: i32,
) -> ControlFlow<O::Halt, After> {
    let depth = call.wedge.depth as i32;
    let (left, right) = slopes(lateral, depth);
    let cell = octant.cell(scan.eye, lateral, depth, scan.size);
    // A start that was raised in this row may have passed the next cells.
    if call.wedge.high.below(right) {
        return Continue(After::Next);
    }
    if left.below(call.wedge.low) {
        if let Some(cell) = cell {
            scan.hid(cell, Hidden::Slopes, call.wedge.low, call.wedge.high)?;
        }
        return Continue(After::Leave);
    }
    let wall = cell.is_none_or(|cell| scan.veil(cell).opacity == u8::MAX);
    if let Some(cell) = cell {
        scan.touch(cell, u8::MAX, How::Slopes, call.wedge.low, call.wedge.high)?;
    }
    match (wall, call.blocked) {
        (true, Some(_)) => call.blocked = Some(right),
        (false, Some(start)) => {
            (call.wedge.high, call.blocked) = (start, None);
            scan.cut(cell, (0, u8::MAX), start, start)?;
        }
        (true, None) if depth < scan.look.last_row() => {
            call.blocked = Some(right);
            // Outside all is wall: the run goes on to the first cell outside.
            let outside = reach(scan.eye, octant.lateral, scan.size) + 1;
            call.next = Some(if lateral > outside { outside } else { lateral - 1 });
            scan.cut(cell, (u8::MAX, 0), left, left)?;
            return Continue(After::First(Wedge { low: left, depth: call.wedge.depth + 1, ..call.wedge }));
        }
        _ => {}
    }
    Continue(After::Next)
}
