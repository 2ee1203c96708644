//! What the five rules share while they scan: the sector's axes, the range, the stack of wedges, and what they report.

use super::context::{Hidden, How};
use super::event::ShadowEvent as E;
use super::sight::{Found, Ground, Look, Shape, Sight, Variant, Veil};
use super::slope::{Slope, Wedge};
use crate::geometry::{Cell, Dir, Size};
use crate::observe::Observer;
use std::ops::ControlFlow;

/// A part of all directions: rows go away from the eye along `depth`, cells of a row follow each other along `lateral`.
#[derive(Clone, Copy, Debug)]
pub struct Sector {
    pub depth: Dir,
    pub lateral: Dir,
    pub name: &'static str,
}

const fn sector(depth: Dir, lateral: Dir, name: &'static str) -> Sector {
    Sector { depth, lateral, name }
}

/// The eight octants, in pairs that share a diagonal.
pub const OCTANTS: [Sector; 8] = [
    sector(Dir::N, Dir::E, "north-north-east"),
    sector(Dir::E, Dir::N, "east-north-east"),
    sector(Dir::E, Dir::S, "east-south-east"),
    sector(Dir::S, Dir::E, "south-south-east"),
    sector(Dir::S, Dir::W, "south-south-west"),
    sector(Dir::W, Dir::S, "west-south-west"),
    sector(Dir::W, Dir::N, "west-north-west"),
    sector(Dir::N, Dir::W, "north-north-west"),
];

/// The four quadrants, with laterals from −depth to depth: eastward or southward.
pub const QUADRANTS: [Sector; 4] = [
    sector(Dir::N, Dir::E, "north"),
    sector(Dir::E, Dir::S, "east"),
    sector(Dir::S, Dir::E, "south"),
    sector(Dir::W, Dir::S, "west"),
];

/// The eight octants of `strips`: each quadrant's half with slopes from −1 to 0, then the one with slopes from 0 to 1.
pub const HALVES: [Sector; 8] = [
    sector(Dir::N, Dir::E, "north-north-west"),
    sector(Dir::N, Dir::E, "north-north-east"),
    sector(Dir::E, Dir::S, "east-north-east"),
    sector(Dir::E, Dir::S, "east-south-east"),
    sector(Dir::S, Dir::E, "south-south-west"),
    sector(Dir::S, Dir::E, "south-south-east"),
    sector(Dir::W, Dir::S, "west-north-west"),
    sector(Dir::W, Dir::S, "west-south-west"),
];

/// The cell at a place, if it lies on the grid.
#[inline]
pub fn on_grid(x: i32, y: i32, size: Size) -> Option<Cell> {
    (x >= 0 && y >= 0 && x < size.width as i32 && y < size.height as i32).then(|| Cell::new(x as u16, y as u16))
}

/// (x, y) of a cell, in cells from `eye`.
pub const fn from_eye(eye: Cell, cell: Cell) -> (i32, i32) {
    (cell.x as i32 - eye.x as i32, cell.y as i32 - eye.y as i32)
}

impl Sector {
    /// The place at (lateral, depth) in cells from `eye`, which may lie off the grid.
    #[inline]
    pub fn point(self, eye: Cell, lateral: i32, depth: i32) -> (i32, i32) {
        let ((lx, ly), (dx, dy)) = (self.lateral.offset(), self.depth.offset());
        (eye.x as i32 + lx * lateral + dx * depth, eye.y as i32 + ly * lateral + dy * depth)
    }

    /// The cell there, if it lies on the grid.
    #[inline]
    pub fn cell(self, eye: Cell, lateral: i32, depth: i32, size: Size) -> Option<Cell> {
        let (x, y) = self.point(eye, lateral, depth);
        on_grid(x, y, size)
    }

    /// (lateral, depth) of a cell, in cells from `eye`.
    pub fn place(self, eye: Cell, cell: Cell) -> (i32, i32) {
        let (x, y) = from_eye(eye, cell);
        let along = |d: Dir| d.offset().0 * x + d.offset().1 * y;
        (along(self.lateral), along(self.depth))
    }
}

/// How many cells lie between `eye` and the edge of the grid in a straight direction.
pub const fn reach(eye: Cell, dir: Dir, size: Size) -> i32 {
    match dir {
        Dir::E => size.width as i32 - 1 - eye.x as i32,
        Dir::W => eye.x as i32,
        Dir::S => size.height as i32 - 1 - eye.y as i32,
        _ => eye.y as i32,
    }
}

/// A look under way.
pub struct Scan<'a, G, O> {
    ground: &'a G,
    pub size: Size,
    pub eye: Cell,
    pub look: &'a Look,
    pub sight: &'a mut Sight,
    observer: &'a mut O,
    /// The number of the sector.
    pub at: u8,
    last_row: i32,
    most: i32,
    shape: Shape,
}

impl<'a, G: Ground, O: Observer<E>> Scan<'a, G, O> {
    pub fn new(ground: &'a G, look: &'a Look, sight: &'a mut Sight, observer: &'a mut O) -> Self {
        Self {
            size: ground.size(),
            ground,
            eye: look.eye,
            last_row: look.last_row(),
            most: look.most(),
            shape: look.measured(),
            look,
            sight,
            observer,
            at: 0,
        }
    }

    #[inline]
    pub fn on(&mut self, event: E) -> ControlFlow<O::Halt> {
        self.observer.on(event)
    }

    #[inline]
    pub fn veil(&self, cell: Cell) -> Veil {
        self.ground.veil(cell)
    }

    /// Whether a cell at (dx, dy) from the eye is in range.
    #[inline]
    pub const fn in_range(&self, dx: i32, dy: i32) -> bool {
        self.shape.measure(dx, dy) <= self.most
    }

    pub fn enter(&mut self, sector: usize) -> ControlFlow<O::Halt> {
        self.at = sector as u8;
        self.on(E::Entered { sector: self.at })
    }

    /// Scans every sector from its whole wedge, between two slopes, on: row after row until nothing waits.
    pub fn sectors(
        &mut self,
        sectors: &[Sector],
        whole: impl Fn(usize) -> (i32, i32),
        row: impl Fn(&mut Self, Sector, Wedge) -> ControlFlow<O::Halt>,
    ) -> ControlFlow<O::Halt> {
        for (number, &sector) in sectors.iter().enumerate() {
            let rows = reach(self.eye, sector.depth, self.size);
            let (low, high) = whole(number);
            self.enter(number)?;
            self.push(Wedge::whole(Slope::new(low, 1), Slope::new(high, 1)))?;
            while let Some(wedge) = self.pop(rows)? {
                row(self, sector, wedge)?;
            }
        }
        ControlFlow::Continue(())
    }

    /// Puts a wedge on the stack; `recursive` drops one whose ends are equal.
    #[inline]
    pub fn push(&mut self, wedge: Wedge) -> ControlFlow<O::Halt> {
        if self.look.variant == Variant::Recursive && wedge.low.cross(wedge.high) == 0 {
            return self.on(E::Dropped { sector: self.at, why: Hidden::Equal, wedge });
        }
        let height = Self::height(self.sight.stack.len());
        self.sight.stack.push(wedge);
        self.on(E::Pushed { sector: self.at, height, wedge })
    }

    /// Ends a row: `rest` is what is left of its wedge, and `light` what came past the last cell, if it had one.
    pub fn end_row(&mut self, wedge: Wedge, rest: Wedge, light: Option<u8>) -> ControlFlow<O::Halt> {
        match light {
            Some(0) => ControlFlow::Continue(()),
            Some(light) => self.push(Wedge { light, ..rest }),
            None => self.on(E::Emptied { sector: self.at, wedge }),
        }
    }

    /// Takes a wedge off the stack to scan its row: those whose row lies outside the map or out of range end here.
    #[inline]
    pub fn pop(&mut self, rows: i32) -> ControlFlow<O::Halt, Option<Wedge>> {
        while let Some(wedge) = self.sight.stack.pop() {
            let height = Self::height(self.sight.stack.len());
            let why = match wedge.depth as i32 {
                d if d > rows => Hidden::OffMap,
                d if d > self.last_row => Hidden::Range,
                _ => {
                    self.sight.strips += 1;
                    self.on(E::Scanned { sector: self.at, height, wedge })?;
                    return ControlFlow::Continue(Some(wedge));
                }
            };
            self.on(E::Ended { sector: self.at, height, why, wedge })?;
        }
        ControlFlow::Continue(None)
    }

    /// A height on a stack as events have it.
    pub fn height(height: usize) -> u16 {
        height.min(u16::MAX.into()) as u16
    }

    /// The cell is touched by the wedge `low` … `high`: seen if it is in range.
    #[inline]
    pub fn touch(&mut self, cell: Cell, light: u8, how: How, low: Slope, high: Slope) -> ControlFlow<O::Halt> {
        let (dx, dy) = from_eye(self.eye, cell);
        if !self.in_range(dx, dy) {
            return self.hid(cell, Hidden::Range, low, high);
        }
        self.lit(cell, light, how, low, high)
    }

    #[inline]
    pub fn lit(&mut self, cell: Cell, light: u8, how: How, low: Slope, high: Slope) -> ControlFlow<O::Halt> {
        let found = self.sight.mark(cell, light);
        // The diagonal belongs to both octants of a pair of `recursive`; its event is sent once.
        if found == Found::Again && how == How::Diagonal {
            return ControlFlow::Continue(());
        }
        self.on(E::Lit { cell, sector: self.at, light, how, found, low, high })
    }

    /// The wedge is cut before a cell, at its outer and inner slope; nothing is reported of cells outside the map.
    #[inline]
    pub fn cut(&mut self, cell: Option<Cell>, (was, now): (u8, u8), low: Slope, high: Slope) -> ControlFlow<O::Halt> {
        let Some(cell) = cell else { return ControlFlow::Continue(()) };
        self.on(E::Cut { cell, sector: self.at, was, now, low, high })
    }

    #[inline]
    pub fn hid(&mut self, cell: Cell, why: Hidden, low: Slope, high: Slope) -> ControlFlow<O::Halt> {
        self.on(E::Hid { cell, sector: self.at, why, low, high })
    }
}
