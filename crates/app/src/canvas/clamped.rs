//! Keeps values and points inside bounds that may be empty. The map may be dragged out of view, and the canvas may be
//! narrower than its content. `f32::clamp` and `Rect::clamp` panic in that case.

use egui::{Pos2, Rect, pos2};

/// Clamps a value between two bounds. If the bounds are reversed, returns their midpoint.
pub const fn between(value: f32, low: f32, high: f32) -> f32 {
    if low <= high { value.max(low).min(high) } else { f32::midpoint(low, high) }
}

/// Returns the point of a rectangle that is nearest to `at`. Returns `None` if the rectangle is empty or contains NaN.
pub fn nearest(rect: Rect, at: Pos2) -> Option<Pos2> {
    let has_points = rect.min.x <= rect.max.x && rect.min.y <= rect.max.y;
    let point = || pos2(between(at.x, rect.min.x, rect.max.x), between(at.y, rect.min.y, rect.max.y));
    has_points.then(point)
}
