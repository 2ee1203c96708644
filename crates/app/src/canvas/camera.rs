//! The camera of the map: the point in the middle of the canvas, and the width of a cell in points.

use super::clamped::between;
use egui::{Pos2, Rect, Vec2, pos2, vec2};
use gridscope_trace::geometry::{Cell, Size};

/// Width of a cell at *actual size*, in points.
pub(crate) const ACTUAL_SIZE: f32 = 32.0;
const SMALLEST: f32 = 0.05;
const LARGEST: f32 = 256.0;
/// Maximum width of a cell when a map is fitted, in points, however small the map.
const LARGEST_FIT: f32 = 160.0;

/// The camera shared by all canvases.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Camera {
    /// Point of the map in the middle of the canvas, in cells.
    pub centre: Vec2,
    /// Width of a cell, in points.
    pub zoom: f32,
    /// Whether the whole map is kept in view. The first pan or zoom ends that.
    pub fit: bool,
    /// Whether the acting actor is kept in view.
    pub follow: bool,
    /// Start and target of the current glide, and when it started in seconds.
    glide: Option<(Vec2, Vec2, f64)>,
}

/// Duration of a glide, in seconds.
const GLIDE: f64 = 0.18;
/// Minimum width of a cell after zooming to it, in points.
const NEAR: f32 = 64.0;

/// Least width of a cell in a narrow window, in points: its numbers can be read.
const LEGIBLE: f32 = 34.0;
/// Least width of a cell with which a narrow window shows the map whole, in points. A tablet has room for it.
const WHOLE: f32 = 28.0;
/// Number of cells around the cell of the sentence that stay in view with it.
const AROUND: f32 = 2.0;

/// Margin of a fitted map, in points: both sides together, for width and height.
pub(crate) const RIM: Vec2 = vec2(10.0, 8.0);

impl Default for Camera {
    fn default() -> Self {
        Self { centre: Vec2::ZERO, zoom: ACTUAL_SIZE, fit: true, follow: false, glide: None }
    }
}

impl Camera {
    /// Shows the whole map so that it touches two sides of the canvas. If at least `card` points are left above and
    /// below, moves the map to the top to make room for the card.
    pub(crate) fn fit(&mut self, size: Size, rect: Rect, card: f32) {
        let map = vec2(size.width.max(1) as f32, size.height.max(1) as f32);
        let room = (rect.size() - RIM).max(vec2(8.0, 8.0));
        self.zoom = (room / map).min_elem().clamp(SMALLEST, LARGEST_FIT);
        self.centre = map / 2.0;
        let left = rect.height() - map.y * self.zoom;
        if card > 0.0 && left >= card {
            self.centre.y += left / 2.0 / self.zoom;
        }
    }

    /// Shows the whole map at the top of `room`, a part of the canvas, in the largest cells that fit.
    pub(crate) fn fit_above(&mut self, size: Size, rect: Rect, room: Rect) {
        let map = vec2(size.width.max(1) as f32, size.height.max(1) as f32);
        self.zoom = whole_zoom(size, room.size());
        let middle = pos2(room.center().x, room.min.y + map.y * self.zoom / 2.0);
        self.centre = map / 2.0 - (middle - rect.center()) / self.zoom;
    }

    /// Centres a cell, and zooms in until its numbers can be read.
    pub(crate) fn zoom_to(&mut self, cell: Cell) {
        (self.fit, self.glide) = (false, None);
        self.zoom = self.zoom.max(NEAR);
        self.centre = middle(cell);
    }

    /// Brings a cell into view if it is outside the inner part of `rect`. Glides there, or jumps if `at_once` is set.
    pub(crate) fn bring(&mut self, rect: Rect, cell: Cell, now: f64, at_once: bool) {
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

    /// Zooms in until numbers can be read, even if that leaves parts of the map out of view.
    pub(crate) fn zoom_near(&mut self, size: Size, rect: Rect) {
        let zoom = self.zoom;
        let centre = self.centre;
        self.fit(size, rect, 0.0);
        if self.zoom < WHOLE {
            self.zoom = LEGIBLE;
        }
        if zoom == self.zoom {
            self.centre = centre;
        }
    }

    /// Keeps a cell in view, with [`AROUND`] cells around it, by the shortest way. Leaves no room beside a map that can
    /// fill the canvas. Glides there, or jumps if `at_once` is set.
    pub(crate) fn hold(&mut self, rect: Rect, size: Size, cell: Option<Cell>, now: f64, at_once: bool) {
        let from = self.glide.map_or(self.centre, |g| g.1);
        let half = rect.size() / 2.0 / self.zoom;
        let mut to = from;
        if let Some(cell) = cell {
            let (cell, reach) = (middle(cell), (half - Vec2::splat(0.5 + AROUND)).max(Vec2::ZERO));
            to = to.max(cell - reach).min(cell + reach);
        }
        let map = vec2(size.width.into(), size.height.into());
        let edge =
            |at: f32, half: f32, map: f32| if map <= 2.0 * half { map / 2.0 } else { between(at, half, map - half) };
        to = vec2(edge(to.x, half.x, map.x), edge(to.y, half.y, map.y));
        if at_once {
            (self.centre, self.glide) = (to, None);
        } else if (to - from).length() * self.zoom > 0.5 {
            self.glide = Some((self.centre, to, now));
        }
    }

    /// Advances the glide. Returns whether it is still running.
    pub(crate) fn glide(&mut self, now: f64) -> bool {
        let Some((from, to, since)) = self.glide else { return false };
        let share = ((now - since) / GLIDE).clamp(0.0, 1.0) as f32;
        // Fast at first, and slower towards the end.
        self.centre = from + (to - from) * (1.0 - (1.0 - share).powi(3));
        if share >= 1.0 {
            self.glide = None;
        }
        share < 1.0
    }

    /// Converts a point of the map, in cells, to the screen.
    pub(crate) fn to_screen(self, rect: Rect, at: Vec2) -> Pos2 {
        rect.center() + (at - self.centre) * self.zoom
    }

    /// Converts a point of the screen to the map, in cells.
    pub(crate) fn to_map(self, rect: Rect, at: Pos2) -> Vec2 {
        (at - rect.center()) / self.zoom + self.centre
    }

    /// Returns the square of a cell on the screen.
    pub fn cell_rect(&self, rect: Rect, c: Cell) -> Rect {
        let min = self.to_screen(rect, vec2(c.x as f32, c.y as f32));
        Rect::from_min_size(min, Vec2::splat(self.zoom))
    }

    /// Returns the centre of a cell on the screen.
    pub fn cell_centre(&self, rect: Rect, c: Cell) -> Pos2 {
        self.to_screen(rect, vec2(c.x as f32 + 0.5, c.y as f32 + 0.5))
    }

    /// Returns the cell under a point of the screen.
    pub(crate) fn cell_at(&self, rect: Rect, at: Pos2, size: Size) -> Option<Cell> {
        let p = self.to_map(rect, at);
        let inside = p.x >= 0.0 && p.y >= 0.0 && p.x < size.width as f32 && p.y < size.height as f32;
        inside.then(|| Cell::new(p.x as u16, p.y as u16))
    }

    /// Returns the cell nearest to a point of the screen.
    pub(crate) fn nearest_cell(&self, rect: Rect, at: Pos2, size: Size) -> Cell {
        let p = self.to_map(rect, at);
        let inside = |v: f32, n: u16| between(v, 0.0, n.saturating_sub(1) as f32) as u16;
        Cell::new(inside(p.x, size.width), inside(p.y, size.height))
    }

    /// Zooms by `factor`. The point under `at` stays in place.
    pub(crate) fn zoom_at(&mut self, rect: Rect, at: Pos2, factor: f32) {
        (self.fit, self.glide) = (false, None);
        let before = self.to_map(rect, at);
        self.zoom = (self.zoom * factor).clamp(SMALLEST, LARGEST);
        self.centre += before - self.to_map(rect, at);
    }

    /// Pans the map by points of the screen.
    pub fn pan(&mut self, by: Vec2) {
        (self.fit, self.glide) = (false, None);
        self.centre -= by / self.zoom;
    }

    /// Centres a point of the map, in cells.
    pub(crate) const fn look_at(&mut self, at: Vec2) {
        (self.fit, self.glide) = (false, None);
        self.centre = at;
    }

    /// Returns the columns and rows in view.
    pub(crate) fn in_view(&self, rect: Rect, size: Size) -> (std::ops::Range<u16>, std::ops::Range<u16>) {
        let a = self.to_map(rect, rect.min);
        let b = self.to_map(rect, pos2(rect.max.x, rect.max.y));
        let range = |from: f32, to: f32, n: u16| {
            let from = between(from.floor(), 0.0, n as f32) as u16;
            // On a canvas without room, the range is empty.
            from..(between(to.ceil(), 0.0, n as f32) as u16).max(from)
        };
        (range(a.x, b.x, size.width), range(a.y, b.y, size.height))
    }
}

/// Returns the width of the largest cells with which a map fits into `room`, in points: a whole number, unless they are tiny.
pub(crate) fn whole_zoom(size: Size, room: Vec2) -> f32 {
    let map = vec2(size.width.max(1) as f32, size.height.max(1) as f32);
    let zoom = (room.max(vec2(8.0, 8.0)) / map).min_elem().clamp(SMALLEST, LARGEST_FIT);
    if zoom >= 4.0 { zoom.floor() } else { zoom }
}

/// Returns the centre of a cell, in cells.
fn middle(cell: Cell) -> Vec2 {
    vec2(f32::from(cell.x) + 0.5, f32::from(cell.y) + 0.5)
}
