//! The bubble *Drag the flag* at the goal of the first slide, until the reader has dragged an actor once.

use super::clamped::between;
use crate::layout::stage::{self, stops};
use crate::style::fonts;
use crate::view::Cx;
use egui::{Align2, CornerRadius, Rect, Shape, Stroke, Ui, pos2, vec2};
use gridscope_trace::scene::ActorKind;

/// Size of the bubble, in points.
const SIZE: egui::Vec2 = vec2(112.0, 30.0);
/// Smallest map on which it does not hide what it is about, in cells' widths.
const LEAST_CELLS: f32 = 6.0;

/// Draws the bubble beside the goal, if it is to be seen.
pub(super) fn paint(ui: &Ui, cx: &Cx<'_>, map: Rect) {
    let is_first = stage::is_on(cx.view) && stops::at_hand(cx.session, cx.view) == Some(0);
    let rests = !cx.session.display_state().playback.playing && cx.session.display_state().selected.is_none();
    let asks = cx.session.scene().run.slides.first().is_some_and(|slide| slide.ask.is_some());
    if !is_first || !rests || asks || cx.view.journey.has_dragged || cx.session.shows_log_only() {
        return;
    }
    let Some(goal) = cx.session.scene().of_kind(ActorKind::Goal).next() else { return };
    let cell = cx.view.camera.cell_rect(map, goal.at);
    if !map.contains_rect(cell) || map.width() < LEAST_CELLS * cell.width() {
        return;
    }
    let theme = &cx.view.theme;
    let above = cell.min.y - SIZE.y - 8.0 > map.min.y;
    let y = if above { cell.min.y - SIZE.y / 2.0 - 6.0 } else { cell.max.y + SIZE.y / 2.0 + 6.0 };
    let x = between(cell.center().x, map.min.x + SIZE.x / 2.0 + 4.0, map.max.x - SIZE.x / 2.0 - 4.0);
    let rect = Rect::from_center_size(pos2(x, y), SIZE);
    let painter = ui.painter().with_clip_rect(map.intersect(ui.clip_rect()));
    painter.rect_filled(rect, CornerRadius::same(6), theme.strong);
    let (foot, tip) = if above { (rect.max.y, 6.0) } else { (rect.min.y, -6.0) };
    let at = cell.center().x;
    let corners = vec![pos2(at - 6.0, foot), pos2(at + 6.0, foot), pos2(at, foot + tip)];
    painter.add(Shape::convex_polygon(corners, theme.strong, Stroke::NONE));
    painter.text(rect.center(), Align2::CENTER_CENTER, "Drag the flag", fonts::semibold(13.0), theme.canvas);
}
