//! The five rules. `recursive`, `strips` and `symmetric` scan rows from a stack of wedges. `bergstrom` uses an
//! explicit stack of calls, so that no map is too deep. `portal` uses a stack of edges to look through.

use super::context::{Hidden, How};
use super::event::ShadowEvent as E;
use super::scan::{OCTANTS, Scan, Sector, Slope, Wedge, on_grid, reach};
use super::sight::Ground;
use crate::{Cell, Dir, Observer, Size};
use std::ops::ControlFlow::{self, Continue};

/// Returns the first and last lateral of the row that a wedge of `recursive` covers, in cells. A wedge covers a cell
/// if it covers any part of the row's middle line in that cell.
pub(super) const fn recursive_span(wedge: &Wedge) -> (i32, i32) {
    let middle = 2 * wedge.depth as i32;
    let ((ml, md), (hl, hd)) = (wedge.low.parts(), wedge.high.parts());
    let first = (md + ml * middle).div_euclid(2 * md) + !wedge.inclusive as i32;
    (first, (hd + hl * middle - 1).div_euclid(2 * hd))
}

/// Returns the first and last index of the strip that a wedge of `strips` covers, before clamping to the map. The
/// eye is in column or row `viewer`.
pub(super) fn strips_span(wedge: &Wedge, viewer: i32) -> (i32, i32) {
    let eye = viewer as f64 + 0.5;
    let (near, far) = (wedge.depth as f64 - 0.5, wedge.depth as f64 + 0.5);
    let (min, max) = (wedge.low.float(), wedge.high.float());
    let first = (eye + min * near).min(eye + min * far).floor();
    let last = (eye + max * near).max(eye + max * far) - 1.0;
    (first as i32, last.ceil() as i32)
}

/// Returns the first and last column of the row that a wedge of `symmetric` covers. They are d · s rounded with ties
/// up, and d · e rounded with ties down.
pub(super) const fn symmetric_span(wedge: &Wedge) -> (i32, i32) {
    let depth = wedge.depth as i32;
    let ((sl, sd), (el, ed)) = (wedge.low.parts(), wedge.high.parts());
    ((2 * depth * sl + sd).div_euclid(2 * sd), -(ed - 2 * depth * el).div_euclid(2 * ed))
}

/// Returns the eye's index along a row of the sector, and the number of indices.
pub(super) const fn along(sector: Sector, eye: Cell, size: Size) -> (i32, i32) {
    match sector.lateral {
        Dir::E => (eye.x as i32, size.width as i32),
        _ => (eye.y as i32, size.height as i32),
    }
}

/// Returns the smaller and the larger slope of a cell's left side, seen from the middle of the eye's cell.
const fn left_side(lateral: i32, depth: i32) -> (Slope, Slope) {
    let left = 2 * lateral - 1;
    let (near, far) = (Slope::new(left, 2 * depth - 1), Slope::new(left, 2 * depth + 1));
    if left < 0 { (near, far) } else { (far, near) }
}

/// Returns whether the wedge covers the centre of a column: d · s ≤ c ≤ d · e.
const fn covers(low: Slope, high: Slope, column: i32, depth: i32) -> bool {
    let ((sl, sd), (el, ed)) = (low.parts(), high.parts());
    depth * sl <= column * sd && column * ed <= depth * el
}

/// A call in progress: its wedge (`high` is the start, `low` the end), and its position in the row.
#[derive(Clone, Copy, Debug)]
pub(super) struct Call {
    wedge: Wedge,
    /// The next cell, in cells from the axis, counting down. `None` at the beginning of a row.
    next: Option<i32>,
    /// Inside a run of blockers, the right slope of the last one.
    blocked: Option<Slope>,
}

/// Returns the larger and the smaller slope of the cell `lateral` cells from the axis in row `depth`. They belong to
/// the corners that stick out furthest to the left and to the right.
pub(super) const fn bergstrom_slopes(lateral: i32, depth: i32) -> (Slope, Slope) {
    (Slope::new(2 * lateral + 1, 2 * depth - 1), Slope::new(2 * lateral - 1, 2 * depth + 1))
}

/// Returns the first cell of the row that is not skipped: the largest lateral whose right slope is at most the start.
pub(super) fn first_lateral(wedge: &Wedge) -> i32 {
    let (sl, sd) = wedge.high.parts();
    (wedge.depth as i32).min((sl * (2 * wedge.depth as i32 + 1) + sd).div_euclid(2 * sd))
}

/// Returns the range of laterals that the wedge covers in its row, in cells. The scan starts at the larger one.
pub(super) fn bergstrom_span(wedge: &Wedge) -> (i32, i32) {
    let (el, ed) = wedge.low.parts();
    // The smallest lateral whose left slope (2a + 1) / (2j − 1) reaches the end.
    let near = 2 * wedge.depth as i32 - 1;
    let last = -((ed - el * near).div_euclid(2 * ed));
    (last.max(0), first_lateral(wedge))
}

/// An edge to look through, clipped to the wedge.
#[derive(Clone, Copy, Debug)]
pub(super) struct Flood {
    /// The cell behind the edge, in cells from the eye. It may be outside the map.
    at: (i32, i32),
    dir: Dir,
    left: Slope,
    right: Slope,
}

/// Returns the left and right end of the edge in a direction, as seen when looking that way, in half cells from the
/// middle.
const fn ends(dir: Dir) -> [(i32, i32); 2] {
    match dir {
        Dir::E => [(1, -1), (1, 1)],
        Dir::S => [(1, 1), (-1, 1)],
        Dir::W => [(-1, 1), (-1, -1)],
        _ => [(-1, -1), (1, -1)],
    }
}

impl<G: Ground, O: Observer<E>> Scan<'_, G, O> {
    /// Scans a row by shadowcasting in integers, as the `shadowcast` crate does (Stephen Sherratt, 2018).
    ///
    /// ```text
    ///   lateral 0 1 2 3        A wedge is two slopes. If the light changes between two cells of a row, at the
    ///   depth 3 . . # .        corner of lateral 2l − 1 half cells, the wedge is cut there: at the far side of the
    ///   depth 2 . . .          row if it gets darker, at the near side if it gets lighter. So a wall hides no
    ///   depth 1 . .            more than itself.
    ///           @
    /// ```
    pub(super) fn recursive_row(&mut self, octant: Sector, wedge: Wedge) -> ControlFlow<O::Halt> {
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

    /// Scans a row by the shadowcasting of the 2016 game, with floating-point slopes and corners on the left side of a
    /// cell. Source: Stephen Sherratt, *Skeleton Crew*, 7DRL 2016, and its development notes.
    ///
    /// ```text
    ///    i    i+1           The first index is ⌊min of eye + min · d⌋ over the near and far edge of the strip,
    ///    ├─────┼── far      the last ⌈max of eye + max · d − 1⌉, clamped to the map. A strip outside the map ends at
    ///    ├─────┼── near     once, since the clamp would move it onto the border. Not symmetric; borders come twice.
    ///       @
    /// ```
    ///
    /// Every slope is that of a corner, so it is stored as an exact fraction. The game's division gives the same
    /// number.
    pub(super) fn strips_row(&mut self, half: Sector, wedge: Wedge) -> ControlFlow<O::Halt> {
        let depth = wedge.depth as i32;
        let (viewer, width) = along(half, self.eye, self.size);
        let (first, last) = self.look.edge.scanned(strips_span(&wedge, viewer), width);
        let mut rest = Wedge { depth: wedge.depth + 1, ..wedge };
        let mut before = None;
        for index in first..=last {
            let cell = half.cell(self.eye, index - viewer, depth, self.size).or_else(|| self.next_row(half, depth));
            if let Some(cell) = cell {
                self.touch(cell, wedge.light, How::Row, wedge.low, wedge.high)?;
            }
            let light = wedge.light.saturating_sub(cell.map_or(u8::MAX, |cell| self.veil(cell).opacity));
            if let Some(was) = before.filter(|&was| was != light) {
                let (outer, inner) = left_side(index - viewer, depth);
                self.cut(cell, (was, light), outer, inner)?;
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

    /// Scans a row by the symmetric rule: floor A sees floor B exactly if B sees A. This holds because a floor is seen
    /// only if the wedge covers its centre (Albert Ford, *Symmetric Shadowcasting*, 2017).
    ///
    /// ```text
    ///   . . # .     Quadrant north, with slopes from −1 to 1. A wall is always seen. A floor at column c of row d is
    ///    \. . /     seen if d · start ≤ c ≤ d · end. Where wall meets floor, the wedge is cut at (2c − 1) / (2d),
    ///     \@/       the slope that just touches the wall's diamond.
    /// ```
    pub(super) fn symmetric_row(&mut self, quadrant: Sector, wedge: Wedge) -> ControlFlow<O::Halt> {
        let depth = wedge.depth as i32;
        let (first, last) = symmetric_span(&wedge);
        // Everything outside the map is wall. Only the first cell there can change anything.
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

    /// Runs the classic recursive shadowcasting, in fractions (Björn Bergström, *FOV using recursive shadowcasting*,
    /// 2001).
    ///
    /// ```text
    ///   row 3  . . # .    Eight octants, from the diagonal (slope 1, the start) to the axis (slope 0, the end).
    ///   row 2    . . .    A cell is lit if its own two slopes touch the wedge. At the first blocker of a run, the rest
    ///   row 1      . .    of the row waits. The area behind the lit part is scanned first, from the next row on.
    ///                @
    /// ```
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

    /// Continues a call until it ends, or until a blocker at which another wedge must be scanned first.
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
                first_lateral(&call.wedge)
            };
            for lateral in (0..=from).rev() {
                let (left, right) = bergstrom_slopes(lateral, depth);
                // The start may have been raised in this row past the next cells.
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
                        // Everything outside the map is wall, so the run continues to the first cell outside.
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

    /// Runs a flood through cell edges that carries a wedge and clips it to each edge that it passes (James McNeill,
    /// *2D portal visibility*, 2007).
    ///
    /// ```text
    ///     ┌───┬───┐     From the middle of @ the look goes through an edge of its cell, then through the part of the
    ///     │ @ │  ╱│     next cell's edges that is inside the wedge, and so on, until no part of an edge is left.
    ///     └───┴───┘     A cell is visited once for each way to look through it, because visits are not remembered.
    /// ```
    pub(super) fn portal(&mut self) -> ControlFlow<O::Halt> {
        for dir in [Dir::Se, Dir::Sw, Dir::Ne, Dir::Nw] {
            if let Some(cell) = self.eye.step(dir, self.size) {
                let (x, y) = dir.offset();
                self.lit(cell, u8::MAX, How::Corner, Slope::new(x, y), Slope::new(x, y))?;
            }
        }
        for (number, dir) in Dir::STRAIGHT.into_iter().enumerate() {
            self.enter(number)?;
            let [(lx, ly), (rx, ry)] = ends(dir);
            self.open(Flood { at: dir.offset(), dir, left: Slope::new(lx, ly), right: Slope::new(rx, ry) })?;
            while let Some(flood) = self.sight.floods.pop() {
                self.go_through(flood)?;
            }
        }
        Continue(())
    }

    /// Queues the cell behind an open edge.
    #[inline]
    fn open(&mut self, flood: Flood) -> ControlFlow<O::Halt> {
        let Some(cell) = self.place(flood.at) else { return Continue(()) };
        let height = Self::height(self.sight.floods.len());
        self.sight.floods.push(flood);
        self.on(E::Opened { cell, dir: flood.dir, height, left: flood.left, right: flood.right })
    }

    fn place(&self, (x, y): (i32, i32)) -> Option<Cell> {
        on_grid(self.eye.x as i32 + x, self.eye.y as i32 + y, self.size)
    }

    fn go_through(&mut self, flood: Flood) -> ControlFlow<O::Halt> {
        let Flood { at: (x, y), dir, left, right } = flood;
        let Some(cell) = self.place(flood.at) else { return Continue(()) };
        let height = Self::height(self.sight.floods.len());
        let steps = (x.unsigned_abs() + y.unsigned_abs()).min(250) as u8;
        self.sight.strips += 1;
        self.on(E::Flooded { cell, dir, height, steps, left, right })?;
        if !self.in_range(x, y) {
            return self.hid(cell, Hidden::Range, left, right);
        }
        let veil = self.veil(cell);
        if veil.way == Some(dir.opposite()) {
            return self.hid(cell, Hidden::OneWay, left, right);
        }
        self.lit(cell, u8::MAX, How::Edge, left, right)?;
        if veil.opacity == u8::MAX && veil.way.is_none() {
            return Continue(());
        }
        for (cx, cy) in [(1, 1), (-1, 1), (1, -1), (-1, -1)] {
            let corner = Slope::new(2 * x + cx, 2 * y + cy);
            if left.cross(corner) >= 0
                && corner.cross(right) >= 0
                && let Some(beside) = self.place((x + cx, y + cy))
            {
                self.lit(beside, u8::MAX, How::Corner, left, right)?;
            }
        }
        // The stack returns the last entry first. The order is reversed so that the east edge is looked through first.
        for dir in Dir::STRAIGHT.into_iter().rev() {
            let [l, r] = ends(dir).map(|(ex, ey)| Slope::new(2 * x + ex, 2 * y + ey));
            let l = if left.cross(l) >= 0 { l } else { left };
            let r = if r.cross(right) >= 0 { r } else { right };
            if l.cross(r) > 0 {
                let (dx, dy) = dir.offset();
                self.open(Flood { at: (x + dx, y + dy), dir, left: l, right: r })?;
            } else {
                self.on(E::Closed { cell, dir, left: l, right: r })?;
            }
        }
        Continue(())
    }
}
