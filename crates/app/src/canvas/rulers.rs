//! Rulers: the numbers of columns and rows at the edge of the map. Those of the marked cell are highlighted.

use crate::style::fonts;
use crate::view::Cx;
use egui::{Align2, CornerRadius, Painter, Rect, Stroke, pos2, vec2};
use gridscope_trace::geometry::{Cell, Size};

/// Room for the rulers at the left and at the top, in points.
pub(crate) const ROOM: egui::Vec2 = vec2(30.0, 26.0);

/// From this width of a cell on, in points, every column and row has its number.
const EACH: f32 = 80.0;
/// A map of at most this many columns and rows shows every number from a cell width of `NARROW` points on. Steps of
/// five would leave it only one.
const SMALL: u16 = 12;
const NARROW: f32 = 24.0;

/// Returns the strips of both rulers beside a board within `map`: above it, and at its left.
pub(super) fn strips(map: Rect, board: Rect) -> [Rect; 2] {
    let (left, top) = (board.min.x.max(map.min.x), board.min.y.max(map.min.y));
    let above = Rect::from_min_max(pos2(board.min.x, top - 23.0), pos2(board.max.x, top - 3.0));
    [above, Rect::from_min_max(pos2(left - ROOM.x, board.min.y), pos2(left - 3.0, board.max.y))]
}

/// Draws both rulers around `map`, the part of the canvas that shows cells.
pub(super) fn show(painter: &Painter, cx: &Cx<'_>, map: Rect, size: Size, marked: Option<Cell>) {
    let (theme, camera) = (&cx.view.theme, &cx.view.camera);
    let (xs, ys) = camera.in_view(map, size);
    // Chooses the step so that numbers are at least 40 points apart. Large cells all have a number.
    let steps = [5_u16, 10, 20, 50, 100, 200, 500, 1000];
    let small = size.width.max(size.height) <= SMALL && camera.zoom >= NARROW;
    let step = if small || camera.zoom >= EACH {
        Some(1)
    } else {
        steps.into_iter().find(|&n| f32::from(n) * camera.zoom >= 40.0)
    };
    let step = step.unwrap_or(2000);
    let board = Rect::from_min_max(
        camera.to_screen(map, vec2(0.0, 0.0)),
        camera.to_screen(map, vec2(size.width.into(), size.height.into())),
    );
    // Beside the map if its edge is inside the canvas, otherwise at the canvas edge.
    let (left, top) = (board.min.x.max(map.min.x) - 14.0, board.min.y.max(map.min.y) - 13.0);
    let (font, tick) = (fonts::mono(11.0), Stroke::new(1.0, theme.faint.gamma_multiply(0.5)));
    let plate = |middle: egui::Pos2, text: String| {
        let galley = painter.layout_no_wrap(text, fonts::mono_semibold(11.0), theme.canvas);
        let rect = Rect::from_center_size(middle, galley.size() + vec2(10.0, 4.0));
        painter.rect_filled(rect, CornerRadius::same(4), theme.brackets);
        painter.galley(rect.center() - galley.size() / 2.0, galley, theme.canvas);
    };
    let near = |a: u16, b: u16| f32::from(a.abs_diff(b)) * camera.zoom < 26.0;
    for x in xs {
        let at = pos2(camera.cell_centre(map, Cell::new(x, 0)).x, top);
        match marked {
            Some(cell) if cell.x == x => plate(at, x.to_string()),
            Some(cell) if near(cell.x, x) => {}
            _ if x % step == 0 => _ = painter.text(at, Align2::CENTER_CENTER, x, font.clone(), theme.faint),
            _ if camera.zoom >= 10.0 => _ = painter.vline(at.x, at.y - 1.0..=at.y + 2.0, tick),
            _ => {}
        }
    }
    for y in ys {
        let at = pos2(left, camera.cell_centre(map, Cell::new(0, y)).y);
        match marked {
            Some(cell) if cell.y == y => plate(at, y.to_string()),
            Some(cell) if near(cell.y, y) && f32::from(cell.y.abs_diff(y)) * camera.zoom < 18.0 => {}
            _ if y % step == 0 => {
                _ = painter.text(pos2(at.x + 6.0, at.y), Align2::RIGHT_CENTER, y, font.clone(), theme.faint);
            }
            _ if camera.zoom >= 10.0 => _ = painter.hline(at.x - 1.0..=at.x + 2.0, at.y, tick),
            _ => {}
        }
    }
}
