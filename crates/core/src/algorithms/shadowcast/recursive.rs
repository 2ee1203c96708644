//! `recursive`: shadowcasting in integers, as the `shadowcast` crate does it.
//!
//! ```text
//!   lateral 0 1 2 3        A wedge is two slopes. Where the light changes between two cells of a row, at the
//!   depth 3 . . # .        corner of lateral 2l − 1 half cells, it is cut: getting darker at the far side of the
//!   depth 2 . . .          row, getting lighter at the near side, so a wall hides no more than itself.
//!   depth 1 . .
//!           @
//! ```
//!
//! Source: Stephen Sherratt, the crate `shadowcast`, 2018.

use super::event::ShadowEvent as E;
use super::reason::{Hidden, How};
use super::scan::{Scan, Sector, reach};
use super::sight::Ground;
use super::slope::{Slope, Wedge};
use crate::observe::Observer;
use std::ops::ControlFlow::{self, Continue};

/// The laterals of the row that the wedge covers: first and last, in cells. A wedge covers a cell if it covers any of
/// the row's middle line in it.
pub const fn span(wedge: &Wedge) -> (i32, i32) {
    let middle = 2 * wedge.depth as i32;
    let ((ml, md), (hl, hd)) = (wedge.low.parts(), wedge.high.parts());
    let first = (md + ml * middle).div_euclid(2 * md) + !wedge.inclusive as i32;
    (first, (hd + hl * middle - 1).div_euclid(2 * hd))
}

pub(super) fn row<G: Ground, O: Observer<E>>(
    scan: &mut Scan<'_, G, O>,
    octant: Sector,
    wedge: Wedge,
) -> ControlFlow<O::Halt> {
    let depth = wedge.depth as i32;
    let (first, last) = span(&wedge);
    let last = last.min(reach(scan.eye, octant.lateral, scan.size));
    let mut low = Wedge { depth: wedge.depth + 1, ..wedge };
    let mut before = None;
    for lateral in first..=last {
        let Some(cell) = octant.cell(scan.eye, lateral, depth, scan.size) else { continue };
        let light = wedge.light.saturating_sub(scan.veil(cell).opacity);
        if let Some(was) = before.filter(|&was| was != light) {
            let cut = Slope::new(2 * lateral - 1, 2 * depth + if light < was { 1 } else { -1 });
            scan.cut(Some(cell), (was, light), cut, cut)?;
            if was > 0 {
                push(scan, Wedge { high: cut, light: was, ..low })?;
            }
            (low.low, low.inclusive) = (cut, false);
        }
        before = Some(light);
        let how = if lateral == depth && scan.at % 2 == 1 { How::Diagonal } else { How::Row };
        scan.touch(cell, wedge.light, how, wedge.low, wedge.high)?;
    }
    match before {
        Some(0) => Continue(()),
        Some(light) => push(scan, Wedge { light, ..low }),
        None => scan.on(E::Emptied { sector: scan.at, wedge }),
    }
}

/// Puts a wedge on the stack, unless its ends are equal.
fn push<G: Ground, O: Observer<E>>(scan: &mut Scan<'_, G, O>, wedge: Wedge) -> ControlFlow<O::Halt> {
    if wedge.low.equals(wedge.high) {
        return scan.on(E::Dropped { sector: scan.at, why: Hidden::Equal, wedge });
    }
    scan.push(wedge)
}
