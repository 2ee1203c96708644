//! `portal`: a flood through cell edges that carries a wedge and clips it to each edge that it passes.
//!
//! ```text
//!     ┌───┬───┐     From the middle of @ the look goes through an edge of its cell, then through that part of the
//!     │ @ │  ╱│     next cell's edges that lies inside the wedge, and so on, until nothing of an edge is left.
//!     └───┴───┘     Cells are met once for each way to look through them: nothing is remembered.
//! ```
//!
//! Source: James McNeill, *2D portal visibility* (development notes, 2007).

use super::context::{Hidden, How};
use super::event::ShadowEvent as E;
use super::scan::{Scan, on_grid};
use super::sight::Ground;
use super::slope::Slope;
use crate::geometry::{Cell, Dir};
use crate::observe::Observer;
use std::ops::ControlFlow::{self, Continue};

/// An edge to look through, with what the wedge has left of it.
#[derive(Clone, Copy, Debug)]
pub struct Flood {
    /// The cell behind the edge, in cells from the eye; it may lie outside the map.
    at: (i32, i32),
    dir: Dir,
    left: Slope,
    right: Slope,
}

/// The two ends of the edge in a direction, left and right of whoever looks that way, in half cells from the middle.
const fn ends(dir: Dir) -> [(i32, i32); 2] {
    match dir {
        Dir::E => [(1, -1), (1, 1)],
        Dir::S => [(1, 1), (-1, 1)],
        Dir::W => [(-1, 1), (-1, -1)],
        _ => [(-1, -1), (1, -1)],
    }
}

impl<G: Ground, O: Observer<E>> Scan<'_, G, O> {
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

    /// An edge is open: the cell behind it waits.
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
        // The stack gives back the last first: turned round, so that the east edge is looked through before the others.
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
