//! `strips`: the shadowcasting of the 2016 game, with floating-point slopes and corners on the left side of a cell.
//!
//! ```text
//!    i    i+1           first index ⌊min of eye + min · d⌋ over the near and far edge of the strip,
//!    ├─────┼── far      last ⌈max of eye + max · d − 1⌉, clamped to the map: without the clamp the jam's
//!    ├─────┼── near     game read past the edge of the map. Not symmetric; borders come twice.
//!       @
//! ```
//!
//! Every slope is that of a corner, so it is carried as an exact fraction; the game's division gives the same number.
//! Source: Stephen Sherratt, *Apocalypse Post*, 7DRL 2016, and its development notes.

use super::event::ShadowEvent as E;
use super::reason::How;
use super::scan::{Scan, Sector};
use super::sight::Ground;
use super::slope::{Slope, Wedge};
use crate::geometry::{Cell, Dir, Size};
use crate::observe::Observer;
use std::ops::ControlFlow::{self, Continue};

/// The indices of the strip that the wedge covers, first and last, before they are clamped to the map, for an eye in
/// column or row `viewer`.
pub fn span(wedge: &Wedge, viewer: i32) -> (i32, i32) {
    let eye = viewer as f64 + 0.5;
    let (near, far) = (wedge.depth as f64 - 0.5, wedge.depth as f64 + 0.5);
    let (min, max) = (wedge.low.float(), wedge.high.float());
    let first = (eye + min * near).min(eye + min * far).floor();
    let last = (eye + max * near).max(eye + max * far) - 1.0;
    (first as i32, last.ceil() as i32)
}

/// The eye's index along a row of the sector, and how many indices there are.
pub const fn along(sector: Sector, eye: Cell, size: Size) -> (i32, i32) {
    match sector.lateral {
        Dir::E => (eye.x as i32, size.width as i32),
        _ => (eye.y as i32, size.height as i32),
    }
}

pub(super) fn row<G: Ground, O: Observer<E>>(
    scan: &mut Scan<'_, G, O>,
    half: Sector,
    wedge: Wedge,
) -> ControlFlow<O::Halt> {
    let (viewer, width) = along(half, scan.eye, scan.size);
    let (first, last) = span(&wedge, viewer);
    let mut rest = Wedge { depth: wedge.depth + 1, ..wedge };
    let mut before = None;
    for index in first.max(0)..=last.min(width - 1) {
        let Some(cell) = half.cell(scan.eye, index - viewer, wedge.depth as i32, scan.size) else { continue };
        scan.touch(cell, wedge.light, How::Row, wedge.low, wedge.high)?;
        let light = wedge.light.saturating_sub(scan.veil(cell).opacity);
        if let Some(was) = before.filter(|&was| was != light) {
            let (outer, inner) = corner(index - viewer, wedge.depth as i32);
            scan.cut(Some(cell), (was, light), outer, inner)?;
            if was > 0 {
                scan.push(Wedge { high: outer, light: was, ..rest })?;
            }
            if light > 0 {
                rest.low = if was == 0 { inner } else { outer };
            }
        }
        before = Some(light);
    }
    match before {
        Some(0) => Continue(()),
        Some(light) => scan.push(Wedge { light, ..rest }),
        None => scan.on(E::Emptied { sector: scan.at, wedge }),
    }
}

/// The smaller and the larger slope of the left side of a cell, seen from the middle of the eye's.
const fn corner(lateral: i32, depth: i32) -> (Slope, Slope) {
    let left = 2 * lateral - 1;
    let (near, far) = (Slope::new(left, 2 * depth - 1), Slope::new(left, 2 * depth + 1));
    if left < 0 { (near, far) } else { (far, near) }
}
