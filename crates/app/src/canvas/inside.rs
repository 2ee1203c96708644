//! Keeps values and points inside bounds that may be empty: the map may be dragged out of view, and the canvas may be
//! narrower than what is drawn on it. `f32::clamp` and `Rect::clamp` panic there.

use egui::{Pos2, Rect, pos2};

/// Keeps a value between two bounds. If they have crossed, gives the middle between them.
pub const fn between(value: f32, low: f32, high: f32) -> f32 {
    if low <= high { value.max(low).min(high) } else { f32::midpoint(low, high) }
}

/// Returns the point of a rectangle that is nearest to `at`; none if the rectangle is empty or has no numbers.
pub fn nearest(rect: Rect, at: Pos2) -> Option<Pos2> {
    let has_points = rect.min.x <= rect.max.x && rect.min.y <= rect.max.y;
    let point = || pos2(between(at.x, rect.min.x, rect.max.x), between(at.y, rect.min.y, rect.max.y));
    has_points.then(point)
}
