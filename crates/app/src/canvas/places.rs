//! Layout of maps on a canvas: one or more side by side, with rulers and titles.

use super::{camera, rulers};
use crate::layout::stage;
use crate::view::Cx;
use egui::{Rect, Vec2, pos2, vec2};
use gridscope_trace::geometry::Size;

/// Height of a title if there are several maps, in points.
const TITLE: f32 = 26.0;

/// Returns the size of a canvas for `n` maps of a size with titles, with or without rulers. Each cell is `cell` points
/// wide.
pub(crate) fn room(size: Size, n: usize, cell: f32, rulers: bool) -> Vec2 {
    let map = vec2(f32::from(size.width), f32::from(size.height)) * cell;
    let (title, gap) = if n > 1 { (TITLE, 4.0) } else { (0.0, 0.0) };
    let one = map + beside(rulers) + camera::RIM + vec2(gap, title + gap);
    // Chooses the number of columns that brings the whole closest to 1.4 times as wide as high.
    let columns = (1..=n.max(1)).min_by(|&a, &b| {
        let off = |columns: usize| {
            let rows = n.max(1).div_ceil(columns);
            ((one.x * columns as f32) / (one.y * rows as f32) / 1.4).ln().abs()
        };
        off(a).total_cmp(&off(b))
    });
    let columns = columns.unwrap_or(1);
    (one * vec2(columns as f32, n.max(1).div_ceil(columns) as f32)).ceil()
}

/// Returns the room for rulers, if there are any.
fn beside(rulers: bool) -> Vec2 {
    if rulers { rulers::ROOM } else { Vec2::ZERO }
}

/// Returns the area for cells: without the rulers, and without the title if there are several maps.
pub(crate) fn body(rect: Rect, n: usize, rulers: bool) -> Rect {
    let title = if n > 1 { TITLE } else { 0.0 };
    let min = rect.min + beside(rulers) + vec2(0.0, title);
    Rect::from_min_max(min.min(rect.max), rect.max)
}

/// Room for the legend below a map on the stage, in points.
pub(super) const LEGEND: f32 = 48.0;
/// Height of a canvas with the usual margins on the stage, in points. In a lower one, they are smaller.
const HIGH: f32 = 560.0;

/// Returns whether maps are drawn as on the stage: at the top of a canvas with margins, and without the card of Learn above.
pub(super) fn is_stage(cx: &Cx<'_>) -> bool {
    stage::is_on(cx.view) && cx.view.narrow.is_none()
}

/// Returns the part of the canvas for a single map on the stage. The margins have room for the rulers and the legend.
pub(super) fn stage_room(canvas: Rect, has_details: bool) -> Rect {
    let (side, above, below) =
        if canvas.height() < HIGH { (24.0, if has_details { 28.0 } else { 16.0 }, 36.0) } else { (32.0, 60.0, 136.0) };
    let room = Rect::from_min_max(canvas.min + vec2(side, above), canvas.max - vec2(side, below));
    Rect::from_min_max(room.min.min(room.max), room.max)
}

/// Returns the part of the canvas for `n` maps of a size on the stage. Its height fits the maps, and it is in the middle.
pub(super) fn stage_boards(canvas: Rect, n: usize, size: Size) -> Rect {
    if n == 1 {
        return canvas;
    }
    let room = stage_room(canvas, true);
    let room = room.with_min_y(canvas.min.y + 12.0).with_min_x(canvas.min.x + 8.0).with_max_x(canvas.max.x - 16.0);
    let rects = split(room, n, size);
    let Some(rect) = rects.first() else { return room };
    let rows = (room.height() / (rect.height() + 4.0)).round();
    let place = body(*rect, n, true).shrink(4.0);
    let used = f32::from(size.height) * camera::whole_zoom(size, place.size());
    let spare = ((place.height() - used - 1.0) * rows).max(0.0);
    room.shrink2(vec2(0.0, (spare / 2.0).floor()))
}

/// Returns the place of a fitted map on the stage. Several maps have one place together.
pub(crate) fn stage_board(cx: &Cx<'_>, canvas: Rect) -> Rect {
    let (n, size) = (cx.session.shown_runs().count().max(1), super::below::size_with_rows_below(cx));
    let fitted = |room: Rect| {
        let board = vec2(size.width.into(), size.height.into()) * camera::whole_zoom(size, room.size());
        Rect::from_min_size(pos2(room.center().x - board.x / 2.0, room.min.y), board)
    };
    if n == 1 {
        return fitted(stage_room(canvas, cx.view.settings.details));
    }
    let rects = split(stage_boards(canvas, n, size), n, size);
    let boards = rects.iter().map(|rect| fitted(body(*rect, n, true).shrink(4.0)));
    boards.reduce(Rect::union).unwrap_or(canvas)
}

/// Splits the canvas into a rectangle for each of `n` maps of a size. Chooses the number of columns with the largest
/// cells.
pub(super) fn split(whole: Rect, n: usize, size: Size) -> Vec<Rect> {
    let zoom = |columns: usize| {
        let rows = n.max(1).div_ceil(columns) as f32;
        let (width, height) = (whole.width() / columns as f32, whole.height() / rows - TITLE);
        (width / f32::from(size.width)).min(height / f32::from(size.height))
    };
    let columns = (1..=n.max(1)).max_by(|&a, &b| zoom(a).total_cmp(&zoom(b))).unwrap_or(1);
    let rows = n.max(1).div_ceil(columns);
    // As many in each row as in the others: four are two and two, not three and one.
    let columns = n.max(1).div_ceil(rows);
    let cell = vec2(whole.width() / columns as f32, whole.height() / rows as f32);
    (0..n.max(1))
        .map(|i| {
            // A last row with fewer is in the middle.
            let in_row = columns.min(n.max(1) - i / columns * columns);
            let shift = (columns - in_row) as f32 * cell.x / 2.0;
            let min = whole.min + vec2(shift + (i % columns) as f32 * cell.x, (i / columns) as f32 * cell.y);
            Rect::from_min_size(min, cell).shrink(if n > 1 { 2.0 } else { 0.0 })
        })
        .collect()
}
