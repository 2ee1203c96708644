//! `symmetric`: floor sees floor exactly when it is seen, because a floor is shown only if the wedge covers its centre.
//!
//! ```text
//!   . . # .     quadrant north; slopes from −1 to 1. A wall is always revealed. A floor at column c of row d is
//!    \. . /     revealed if d · start ≤ c ≤ d · end. Where wall meets floor the wedge is cut at (2c − 1) / (2d),
//!     \@/       the slope that just touches the wall's diamond.
//! ```
//!
//! Source: Albert Ford, *Symmetric Shadowcasting*, 2017.

use super::event::ShadowEvent as E;
use super::reason::{Hidden, How};
use super::scan::{Scan, Sector, reach};
use super::sight::Ground;
use super::slope::{Slope, Wedge};
use crate::observe::Observer;
use std::ops::ControlFlow::{self, Continue};

/// The columns of the row that the wedge covers, first and last: d · s rounded with ties up, d · e with ties down.
pub const fn span(wedge: &Wedge) -> (i32, i32) {
    let depth = wedge.depth as i32;
    let ((sl, sd), (el, ed)) = (wedge.low.parts(), wedge.high.parts());
    ((2 * depth * sl + sd).div_euclid(2 * sd), -(ed - 2 * depth * el).div_euclid(2 * ed))
}

/// Whether the wedge covers the centre of column `c`: d · s ≤ c ≤ d · e.
pub const fn covers(low: Slope, high: Slope, column: i32, depth: i32) -> bool {
    let ((sl, sd), (el, ed)) = (low.parts(), high.parts());
    depth * sl <= column * sd && column * ed <= depth * el
}

pub(super) fn row<G: Ground, O: Observer<E>>(
    scan: &mut Scan<'_, G, O>,
    quadrant: Sector,
    wedge: Wedge,
) -> ControlFlow<O::Halt> {
    let depth = wedge.depth as i32;
    let (first, last) = span(&wedge);
    // Outside all is wall: of what lies there only the first cell can change anything.
    let left = -1 - reach(scan.eye, quadrant.lateral.opposite(), scan.size);
    let right = 1 + reach(scan.eye, quadrant.lateral, scan.size);
    let mut rest = Wedge { depth: wedge.depth + 1, ..wedge };
    let mut before = None;
    for column in first.max(left)..=last.min(right) {
        let cell = quadrant.cell(scan.eye, column, depth, scan.size);
        let wall = cell.is_none_or(|cell| scan.veil(cell).opacity == u8::MAX);
        if let Some(was) = before.filter(|&was| was != wall) {
            let cut = Slope::new(2 * column - 1, 2 * depth);
            let light = |wall| if wall { 0 } else { u8::MAX };
            scan.cut(cell, (light(was), light(wall)), cut, cut)?;
            if wall {
                scan.push(Wedge { high: cut, ..rest })?;
            } else {
                rest.low = cut;
            }
        }
        before = Some(wall);
        let Some(cell) = cell else { continue };
        if wall {
            scan.touch(cell, u8::MAX, How::Wall, rest.low, rest.high)?;
        } else if covers(rest.low, rest.high, column, depth) {
            scan.touch(cell, u8::MAX, How::Centre, rest.low, rest.high)?;
        } else {
            scan.hid(cell, Hidden::Centre, rest.low, rest.high)?;
        }
    }
    match before {
        Some(true) => Continue(()),
        Some(false) => scan.push(rest),
        None => scan.on(E::Emptied { sector: scan.at, wedge }),
    }
}
