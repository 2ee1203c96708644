//! Where the map is looked at: the cell in the middle, and how many points a cell is wide.

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
}

impl Default for Camera {
    fn default() -> Self {
        Self { centre: Vec2::ZERO, zoom: ACTUAL_SIZE, fit: true }
    }
}

impl Camera {
    /// Shows the whole map, touching two sides of the canvas; where room is left above and below, and it is enough for
    /// `card`, the map stands at the top and the card below it.
    pub fn fit(&mut self, size: Size, rect: Rect, card: f32) {
        let map = vec2(size.width.max(1) as f32, size.height.max(1) as f32);
        let room = (rect.size() - vec2(10.0, 8.0)).max(vec2(8.0, 8.0));
        self.zoom = (room / map).min_elem().clamp(SMALLEST, LARGEST_FIT);
        self.centre = map / 2.0;
        let left = rect.height() - map.y * self.zoom;
        if card > 0.0 && left >= card {
            self.centre.y += left / 2.0 / self.zoom;
        }
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
        let clamp = |v: f32, n: u16| v.clamp(0.0, n.saturating_sub(1) as f32) as u16;
        Cell::new(clamp(p.x, size.width), clamp(p.y, size.height))
    }

    /// Zooms by `factor` so that what lies under `at` stays there.
    pub fn zoom_at(&mut self, rect: Rect, at: Pos2, factor: f32) {
        self.fit = false;
        let before = self.to_map(rect, at);
        self.zoom = (self.zoom * factor).clamp(SMALLEST, LARGEST);
        self.centre += before - self.to_map(rect, at);
    }

    /// Moves the map with the hand, by points of the screen.
    pub fn pan(&mut self, by: Vec2) {
        self.fit = false;
        self.centre -= by / self.zoom;
    }

    /// The cells in view: first and one past the last column and row.
    pub fn in_view(&self, rect: Rect, size: Size) -> (std::ops::Range<u16>, std::ops::Range<u16>) {
        let a = self.to_map(rect, rect.min);
        let b = self.to_map(rect, pos2(rect.max.x, rect.max.y));
        let range = |from: f32, to: f32, n: u16| {
            let last = n as f32;
            from.floor().clamp(0.0, last) as u16..to.ceil().clamp(0.0, last) as u16
        };
        (range(a.x, b.x, size.width), range(a.y, b.y, size.height))
    }
}
