//! The three rules that scan row after row from a stack of wedges: `recursive`, `strips` and `symmetric`.

use super::context::{Hidden, How};
use super::event::ShadowEvent as E;
use super::scan::{Scan, Sector, reach};
use super::sight::Ground;
use super::slope::{Slope, Wedge};
use crate::geometry::{Cell, Dir, Size};
use crate::observe::Observer;
use std::ops::ControlFlow;

/// The laterals of the row that a wedge of `recursive` covers: first and last, in cells. A wedge covers a cell if it
/// covers any of the row's middle line in it.
pub const fn recursive_span(wedge: &Wedge) -> (i32, i32) {
    let middle = 2 * wedge.depth as i32;
    let ((ml, md), (hl, hd)) = (wedge.low.parts(), wedge.high.parts());
    let first = (md + ml * middle).div_euclid(2 * md) + !wedge.inclusive as i32;
    (first, (hd + hl * middle - 1).div_euclid(2 * hd))
}

/// The indices of the strip that a wedge of `strips` covers, first and last, before they are clamped to the map, for an
/// eye in column or row `viewer`.
pub fn strips_span(wedge: &Wedge, viewer: i32) -> (i32, i32) {
    let eye = viewer as f64 + 0.5;
    let (near, far) = (wedge.depth as f64 - 0.5, wedge.depth as f64 + 0.5);
    let (min, max) = (wedge.low.float(), wedge.high.float());
    let first = (eye + min * near).min(eye + min * far).floor();
    let last = (eye + max * near).max(eye + max * far) - 1.0;
    (first as i32, last.ceil() as i32)
}

/// The columns of the row that a wedge of `symmetric` covers, first and last: d · s rounded with ties up, d · e with
/// ties down.
pub const fn symmetric_span(wedge: &Wedge) -> (i32, i32) {
    let depth = wedge.depth as i32;
    let ((sl, sd), (el, ed)) = (wedge.low.parts(), wedge.high.parts());
    ((2 * depth * sl + sd).div_euclid(2 * sd), -(ed - 2 * depth * el).div_euclid(2 * ed))
}

/// The eye's index along a row of the sector, and how many indices there are.
pub const fn along(sector: Sector, eye: Cell, size: Size) -> (i32, i32) {
    match sector.lateral {
        Dir::E => (eye.x as i32, size.width as i32),
        _ => (eye.y as i32, size.height as i32),
    }
}

/// The smaller and the larger slope of the left side of a cell, seen from the middle of the eye's.
const fn left_side(lateral: i32, depth: i32) -> (Slope, Slope) {
    let left = 2 * lateral - 1;
    let (near, far) = (Slope::new(left, 2 * depth - 1), Slope::new(left, 2 * depth + 1));
    if left < 0 { (near, far) } else { (far, near) }
}

/// Whether the wedge covers the centre of a column: d · s ≤ c ≤ d · e.
const fn covers(low: Slope, high: Slope, column: i32, depth: i32) -> bool {
    let ((sl, sd), (el, ed)) = (low.parts(), high.parts());
    depth * sl <= column * sd && column * ed <= depth * el
}

impl<G: Ground, O: Observer<E>> Scan<'_, G, O> {
    /// Shadowcasting in integers, as the `shadowcast` crate does it (Stephen Sherratt, 2018).
    ///
    /// ```text
    ///   lateral 0 1 2 3        A wedge is two slopes. Where the light changes between two cells of a row, at the
    ///   depth 3 . . # .        corner of lateral 2l − 1 half cells, it is cut: getting darker at the far side of the
    ///   depth 2 . . .          row, getting lighter at the near side, so a wall hides no more than itself.
    ///   depth 1 . .
    ///           @
    /// ```
    pub fn recursive_row(&mut self, octant: Sector, wedge: Wedge) -> ControlFlow<O::Halt> {
        let depth = wedge.depth as i32;
        let (first, last) = recursive_span(&wedge);
        let last = last.min(reach(self.eye, octant.lateral, self.size));
        let mut rest = Wedge { depth: wedge.depth + 1, ..wedge };
        let mut before = None;
        for lateral in first..=last {
            let Some(cell) = octant.cell(self.eye, lateral, depth, self.size) else { continue };
            let light = wedge.light.saturating_sub(self.veil(cell).opacity);
            if let Some(was) = before.filter(|&was| was != light) {
                let cut = Slope::new(2 * lateral - 1, 2 * depth + if light < was { 1 } else { -1 });
                self.cut(Some(cell), (was, light), cut, cut)?;
                if was > 0 {
                    self.push(Wedge { high: cut, light: was, ..rest })?;
                }
                (rest.low, rest.inclusive) = (cut, false);
            }
            before = Some(light);
            let how = if lateral == depth && self.at % 2 == 1 { How::Diagonal } else { How::Row };
            self.touch(cell, wedge.light, how, wedge.low, wedge.high)?;
        }
        self.end_row(wedge, rest, before)
    }

    /// The shadowcasting of the 2016 game, with floating-point slopes and corners on the left side of a cell (Stephen
    /// Sherratt, *Apocalypse Post*, 7DRL 2016, and its development notes).
    ///
    /// ```text
    ///    i    i+1           first index ⌊min of eye + min · d⌋ over the near and far edge of the strip,
    ///    ├─────┼── far      last ⌈max of eye + max · d − 1⌉, clamped to the map: without the clamp the jam's
    ///    ├─────┼── near     game read past the edge of the map. Not symmetric; borders come twice.
    ///       @
    /// ```
    ///
    /// Every slope is that of a corner, so it is carried as an exact fraction; the game's division gives the same number.
    pub fn strips_row(&mut self, half: Sector, wedge: Wedge) -> ControlFlow<O::Halt> {
        let depth = wedge.depth as i32;
        let (viewer, width) = along(half, self.eye, self.size);
        let (first, last) = strips_span(&wedge, viewer);
        let mut rest = Wedge { depth: wedge.depth + 1, ..wedge };
        let mut before = None;
        for index in first.max(0)..=last.min(width - 1) {
            let Some(cell) = half.cell(self.eye, index - viewer, depth, self.size) else { continue };
            self.touch(cell, wedge.light, How::Row, wedge.low, wedge.high)?;
            let light = wedge.light.saturating_sub(self.veil(cell).opacity);
            if let Some(was) = before.filter(|&was| was != light) {
                let (outer, inner) = left_side(index - viewer, depth);
                self.cut(Some(cell), (was, light), outer, inner)?;
                if was > 0 {
                    self.push(Wedge { high: outer, light: was, ..rest })?;
                }
                if light > 0 {
                    rest.low = if was == 0 { inner } else { outer };
                }
            }
            before = Some(light);
        }
        self.end_row(wedge, rest, before)
    }

    /// Floor sees floor exactly when it is seen, because a floor is shown only if the wedge covers its centre (Albert
    /// Ford, *Symmetric Shadowcasting*, 2017).
    ///
    /// ```text
    ///   . . # .     quadrant north; slopes from −1 to 1. A wall is always revealed. A floor at column c of row d is
    ///    \. . /     revealed if d · start ≤ c ≤ d · end. Where wall meets floor the wedge is cut at (2c − 1) / (2d),
    ///     \@/       the slope that just touches the wall's diamond.
    /// ```
    pub fn symmetric_row(&mut self, quadrant: Sector, wedge: Wedge) -> ControlFlow<O::Halt> {
        let depth = wedge.depth as i32;
        let (first, last) = symmetric_span(&wedge);
        // Outside all is wall: of what lies there only the first cell can change anything.
        let left = -1 - reach(self.eye, quadrant.lateral.opposite(), self.size);
        let right = 1 + reach(self.eye, quadrant.lateral, self.size);
        let mut rest = Wedge { depth: wedge.depth + 1, ..wedge };
        let mut before = None;
        for column in first.max(left)..=last.min(right) {
            let cell = quadrant.cell(self.eye, column, depth, self.size);
            let wall = cell.is_none_or(|cell| self.veil(cell).opacity == u8::MAX);
            let light = if wall { 0 } else { u8::MAX };
            if let Some(was) = before.filter(|&was| was != light) {
                let cut = Slope::new(2 * column - 1, 2 * depth);
                self.cut(cell, (was, light), cut, cut)?;
                if wall {
                    self.push(Wedge { high: cut, ..rest })?;
                } else {
                    rest.low = cut;
                }
            }
            before = Some(light);
            let Some(cell) = cell else { continue };
            if wall || covers(rest.low, rest.high, column, depth) {
                self.touch(cell, u8::MAX, if wall { How::Wall } else { How::Centre }, rest.low, rest.high)?;
            } else {
                self.hid(cell, Hidden::Centre, rest.low, rest.high)?;
            }
        }
        self.end_row(wedge, rest, before)
    }
}
