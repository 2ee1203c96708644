//! The number of pixels of the canvas.

use egui::{Pos2, RawInput, Rect, ViewportId, vec2};
use web_sys::HtmlCanvasElement;

/// Gives the canvas as many pixels as its place in the page has, and the next frame that size. eframe takes the number from
/// the browser. While developer tools emulate another device, that is a number of the real screen.
pub(crate) fn correct_pixels(canvas: &HtmlCanvasElement, zoom: f32, input: &mut RawInput) {
    let scale = input.viewports.get(&ViewportId::ROOT).and_then(|root| root.native_pixels_per_point).unwrap_or(1.0);
    let [width, height] =
        [canvas.client_width(), canvas.client_height()].map(|points| (points as f32 * scale).round() as u32);
    // The page rounds to points, eframe to pixels.
    let rounding = scale.ceil() as u32;
    let agrees = |now: u32, then: u32| now.abs_diff(then) <= rounding;
    if width == 0 || (agrees(canvas.width(), width) && agrees(canvas.height(), height)) {
        return;
    }
    canvas.set_width(width);
    canvas.set_height(height);
    input.screen_rect = Some(Rect::from_min_size(Pos2::ZERO, vec2(width as f32, height as f32) / (scale * zoom)));
}
