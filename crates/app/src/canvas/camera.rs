//! Where the map is looked at: the cell in the middle, and how many points a cell is wide.

use super::inside::between;
use crate::core::geometry::{Cell, Size};
use egui::{Pos2, Rect, Vec2, pos2, vec2};

/// The width of a cell at *actual size*, in points.
pub const ACTUAL_SIZE: f32 = 32.0;
const SMALLEST: f32 = 0.05;
const LARGEST: f32 = 256.0;
/// Larger than this no cell becomes by itself, however small the map.
const LARGEST_FIT: f32 = 160.0;

/// One camera for all canvases.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Camera {
    /// The point of the map in the middle of the canvas, in cells.
    pub centre: Vec2,
    /// Points a cell.
    pub zoom: f32,
    /// Whether the whole map is kept in view; the first pan or zoom ends that.
    pub fit: bool,
    /// Whether the one that acts is kept in view.
    pub follow: bool,
    /// Where the middle moves to, from where, and since when in seconds.
    glide: Option<(Vec2, Vec2, f64)>,
}

/// How long the middle takes to another place, in seconds.
const GLIDE: f64 = 0.18;
/// How wide a cell is at least that one zooms to, in points.
const NEAR: f32 = 64.0;

/// The room round a map that is fitted, in points: right and below, both sides together.
pub const RIM: Vec2 = vec2(10.0, 8.0);

impl Default for Camera {
    fn default() -> Self {
        Self { centre: Vec2::ZERO, zoom: ACTUAL_SIZE, fit: true, follow: false, glide: None }
    }
}

impl Camera {
    /// Shows the whole map, touching two sides of the canvas; where room is left above and below, and it is enough for
    /// `card`, the map stands at the top and the card below it.
    pub fn fit(&mut self, size: Size, rect: Rect, card: f32) {
        let map = vec2(size.width.max(1) as f32, size.height.max(1) as f32);
        let room = (rect.size() - RIM).max(vec2(8.0, 8.0));
        self.zoom = (room / map).min_elem().clamp(SMALLEST, LARGEST_FIT);
        self.centre = map / 2.0;
        let left = rect.height() - map.y * self.zoom;
        if card > 0.0 && left >= card {
            self.centre.y += left / 2.0 / self.zoom;
        }
    }

    /// A cell in the middle, large enough for its numbers.
    pub fn zoom_to(&mut self, cell: Cell) {
        (self.fit, self.glide) = (false, None);
        self.zoom = self.zoom.max(NEAR);
        self.centre = middle(cell);
    }

    /// Brings a cell into view where it is not in the inner part of `rect`: at once where nothing may move by itself, else
    /// it glides there.
    pub fn bring(&mut self, rect: Rect, cell: Cell, now: f64, at_once: bool) {
        let inner = rect.shrink2(rect.size() * 0.12);
        let (from, to) = (self.glide.map_or(self.centre, |g| g.1), middle(cell));
        if self.fit || inner.contains(rect.center() + (to - from) * self.zoom) {
            return;
        }
        if at_once {
            (self.centre, self.glide) = (to, None);
        } else {
            self.glide = Some((self.centre, to, now));
        }
    }

    /// Moves on where it glides; the answer says whether it still does.
    pub fn glide(&mut self, now: f64) -> bool {
        let Some((from, to, since)) = self.glide else { return false };
        let share = ((now - since) / GLIDE).clamp(0.0, 1.0) as f32;
        // Fast first, and slower at the end.
        self.centre = from + (to - from) * (1.0 - (1.0 - share).powi(3));
        if share >= 1.0 {
            self.glide = None;
        }
        share < 1.0
    }

    /// A point of the map, in cells, on the screen.
    pub fn to_screen(&self, rect: Rect, at: Vec2) -> Pos2 {
        rect.center() + (at - self.centre) * self.zoom
    }

    /// A point of the screen on the map, in cells.
    pub fn to_map(&self, rect: Rect, at: Pos2) -> Vec2 {
        (at - rect.center()) / self.zoom + self.centre
    }

    /// The square of a cell on the screen.
    pub fn cell_rect(&self, rect: Rect, c: Cell) -> Rect {
        let min = self.to_screen(rect, vec2(c.x as f32, c.y as f32));
        Rect::from_min_size(min, Vec2::splat(self.zoom))
    }

    /// The middle of a cell on the screen.
    pub fn cell_centre(&self, rect: Rect, c: Cell) -> Pos2 {
        self.to_screen(rect, vec2(c.x as f32 + 0.5, c.y as f32 + 0.5))
    }

    /// The cell under a point of the screen.
    pub fn cell_at(&self, rect: Rect, at: Pos2, size: Size) -> Option<Cell> {
        let p = self.to_map(rect, at);
        let inside = p.x >= 0.0 && p.y >= 0.0 && p.x < size.width as f32 && p.y < size.height as f32;
        inside.then(|| Cell::new(p.x as u16, p.y as u16))
    }

    /// The cell nearest to a point of the screen.
    pub fn nearest_cell(&self, rect: Rect, at: Pos2, size: Size) -> Cell {
        let p = self.to_map(rect, at);
        let inside = |v: f32, n: u16| between(v, 0.0, n.saturating_sub(1) as f32) as u16;
        Cell::new(inside(p.x, size.width), inside(p.y, size.height))
    }

    /// Zooms by `factor` so that what lies under `at` stays there.
    pub fn zoom_at(&mut self, rect: Rect, at: Pos2, factor: f32) {
        (self.fit, self.glide) = (false, None);
        let before = self.to_map(rect, at);
        self.zoom = (self.zoom * factor).clamp(SMALLEST, LARGEST);
        self.centre += before - self.to_map(rect, at);
    }

    /// Moves the map with the hand, by points of the screen.
    pub fn pan(&mut self, by: Vec2) {
        (self.fit, self.glide) = (false, None);
        self.centre -= by / self.zoom;
    }

    /// Looks at a point of the map, in cells.
    pub const fn look_at(&mut self, at: Vec2) {
        (self.fit, self.glide) = (false, None);
        self.centre = at;
    }

    /// The cells in view: first and one past the last column and row.
    pub fn in_view(&self, rect: Rect, size: Size) -> (std::ops::Range<u16>, std::ops::Range<u16>) {
        let a = self.to_map(rect, rect.min);
        let b = self.to_map(rect, pos2(rect.max.x, rect.max.y));
        let range = |from: f32, to: f32, n: u16| {
            let from = between(from.floor(), 0.0, n as f32) as u16;
            // A canvas without room shows no cell.
            from..(between(to.ceil(), 0.0, n as f32) as u16).max(from)
        };
        (range(a.x, b.x, size.width), range(a.y, b.y, size.height))
    }
}

/// The middle of a cell, in cells.
fn middle(cell: Cell) -> Vec2 {
    vec2(f32::from(cell.x) + 0.5, f32::from(cell.y) + 0.5)
}
