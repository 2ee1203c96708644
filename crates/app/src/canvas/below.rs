//! Lengths measured once more below the map: bars at its scale, and their axis.

use super::shapes::Draw;
use crate::debugger::look::legend::rows_below_slides;
use crate::style::fonts;
use crate::style::memo::memo;
use crate::view::Cx;
use egui::{Align2, Color32, Id, Pos2, Rect, Stroke, Ui, pos2, vec2};
use gridscope_trace::geometry::Size;
use gridscope_trace::trace::replay::{Figure, Outline};

/// Returns the size of the map with the rows of what is drawn below it.
pub(super) fn size_with_rows_below(cx: &Cx<'_>) -> Size {
    let size = cx.session.scene().size();
    Size::new(size.width, size.height.saturating_add(cx.view.rows_below))
}

/// Returns the height of what is drawn below the map at any slide, in cells. It does not change while the run moves, so
/// the map stays at its place.
pub(super) fn rows_below(ui: &Ui, cx: &Cx<'_>) -> u16 {
    let Some(replay) = cx.session.replay() else { return 0 };
    let slides = &cx.session.scene().run.slides;
    memo(ui, Id::unique("rows below the map"), (cx.session.generation(), slides.len()), || {
        rows_below_slides(replay, slides)
    })
}

impl Draw<'_> {
    /// Draws a bar with its name and its value, or the axis of the bars.
    pub(super) fn measured_below(&self, figure: &Figure, points: &[Pos2], colour: Color32) {
        let [from, to, ref rest @ ..] = points[..] else { return };
        let (size, painter) = ((self.zoom * 0.22).clamp(9.0, 14.0), &self.painter);
        let bead = figure.beads.first().map_or("", String::as_str);
        let text = |at, align: Align2, text: &str, ink| {
            let rect = painter.text(at, align, text, fonts::medium(size), ink);
            self.tags.borrow_mut().keep_clear(rect);
        };
        if figure.outline == Outline::Bar {
            let bar = Rect::from_two_pos(from, to).expand2(vec2(0.0, (self.zoom * 0.08).clamp(2.0, 5.0)));
            painter.rect_filled(bar, 2.0, colour);
            self.tags.borrow_mut().keep_clear(bar);
            text(from - vec2(10.0, 0.0), Align2::RIGHT_CENTER, &figure.label, colour);
            // The line of the limit crosses all bars.
            let scale = self.figures.iter().find(|f| f.outline == Outline::Scale);
            let limit = scale.and_then(|f| f.points.get(2)).map_or(to.x, |&limit| self.point(limit).x);
            let x = if (limit - to.x).abs() < self.zoom { to.x.max(limit) } else { to.x };
            return text(pos2(x + 10.0, to.y), Align2::LEFT_CENTER, bead, self.theme.strong);
        }
        let faint = Stroke::new(1.0, self.theme.faint);
        painter.line_segment([from, to], faint);
        let mark = rest.first();
        for cell in 0..=(figure.points[1][0] - figure.points[0][0]) as u16 {
            let at = pos2(from.x + f32::from(cell) * self.zoom, from.y);
            painter.line_segment([at, at + vec2(0.0, 4.0)], faint);
            // The name of the mark has its place among the numbers.
            if mark.is_none_or(|mark| (mark.x - at.x).abs() > self.zoom * 0.75) {
                text(at + vec2(0.0, 6.0), Align2::CENTER_TOP, &cell.to_string(), self.theme.weak);
            }
        }
        text(to + vec2(self.zoom * 0.25, 6.0), Align2::LEFT_TOP, &figure.label, self.theme.weak);
        if let Some(&mark) = mark {
            painter.line_segment([mark, pos2(mark.x, from.y)], Stroke::new(2.0, colour));
            text(pos2(mark.x, from.y + 6.0), Align2::CENTER_TOP, bead, self.theme.strong);
        }
    }
}
