//! The cells that the reader has changed in an exercise, and the actors that it asks to move.

use crate::layout::stage::stops;
use crate::style::memo::memo;
use crate::view::Cx;
use egui::{Color32, CornerRadius, Id, Painter, Rect, Shape, Stroke, StrokeKind, Ui};
use gridscope_trace::{Cell, Tile};

/// Returns the cells that the reader has changed, while the exercise is at hand.
pub(crate) fn cells(ui: &Ui, cx: &Cx<'_>) -> std::sync::Arc<Vec<Cell>> {
    if !stops::is_exercise(cx.session, cx.view) {
        return std::sync::Arc::default();
    }
    let key = (cx.session.scene_number(), cx.session.document().revision());
    memo(ui, Id::unique("own cells"), key, || std::sync::Arc::new(cx.session.own_cells()))
}

/// Returns what the legend calls them, if there are any.
pub(crate) fn name(ui: &Ui, cx: &Cx<'_>) -> Option<&'static str> {
    let cells = cells(ui, cx);
    let is_wall = |cell: &Cell| cx.session.scene().tiles[*cell] == Tile::Wall;
    (!cells.is_empty()).then(|| if cells.iter().all(is_wall) { "your walls" } else { "your cells" })
}

/// Marks them on the map.
pub(super) fn paint(ui: &Ui, cx: &Cx<'_>, map: Rect) {
    let painter = ui.painter().with_clip_rect(map.intersect(ui.clip_rect()));
    for &cell in cells(ui, cx).iter() {
        outline(&painter, cx.view.camera.cell_rect(map, cell).shrink(1.5), cx.view.theme.brackets);
    }
    for &cell in &cx.view.stage.ringed {
        let rect = cx.view.camera.cell_rect(map, cell).expand(2.0);
        painter.rect_stroke(rect, CornerRadius::same(6), Stroke::new(2.5, cx.view.theme.brackets), StrokeKind::Outside);
    }
}

/// Draws the dashed outline of a cell.
pub(crate) fn outline(painter: &Painter, rect: Rect, ink: Color32) {
    let corners = [rect.left_top(), rect.right_top(), rect.right_bottom(), rect.left_bottom(), rect.left_top()];
    let (dash, gap) = if rect.width() < 24.0 { (3.0, 2.5) } else { (6.0, 4.0) };
    painter.extend(Shape::dashed_line(&corners, Stroke::new(2.0, ink), dash, gap));
}
