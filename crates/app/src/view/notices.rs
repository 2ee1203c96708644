//! Shows the session's notices as toasts and to screen readers.

use crate::view::Dialog;
use crate::{App, canvas::sentence};
use egui::{Align, Align2, Context, Id, Rect, vec2};
use egui_notify::Anchor;
use std::time::Duration;

/// Time for which an error is shown.
const ERROR_DURATION: Duration = Duration::from_secs(9);
/// Space between a toast and the edges of the map, in points.
const MARGIN: f32 = 10.0;
/// Width and height of a toast that is as wide as a toast can be, in points.
const WIDE: f32 = 560.0;
const HIGH: f32 = 48.0;

/// Keeps a place clear of notices in this frame, because the user needs what is there next: a card, or a dialog and its
/// buttons.
pub(crate) fn keep_clear(ctx: &Context, place: Rect) {
    ctx.data_mut(|d| d.get_temp_mut_or_default::<Vec<Rect>>(places()).push(place));
}

fn places() -> Id {
    Id::unique("places without notices")
}

impl App {
    /// Shows the session's notices since the last frame.
    pub(crate) fn show_notices(&mut self) {
        let now = web_time::Instant::now();
        self.told.retain(|(_, since)| now.duration_since(*since) < ERROR_DURATION);
        for notice in self.session.take_notices() {
            // A notice repeated within a few seconds is shown once.
            let recent = |(text, since): &(String, web_time::Instant)| {
                *text == notice.text && now.duration_since(*since) < Duration::from_secs(4)
            };
            if self.told.iter().any(recent) {
                continue;
            }
            self.told.push((notice.text.clone(), now));
            // A toast is as wide as its longest line.
            let toast_text = sentence::in_lines(
                &notice.text,
                if self.view.narrow.is_some() { sentence::NARROW_TOAST } else { sentence::TOAST },
            );
            if notice.error {
                // The usual sign of an error is a letter that no font here has.
                let sign = egui_notify::ToastLevel::Custom("!".to_owned(), self.view.theme.wrong);
                self.toasts.error(toast_text).level(sign).duration(ERROR_DURATION);
            } else {
                self.toasts.info(toast_text).duration(Duration::from_secs(5));
            }
        }
    }

    /// Draws the toasts in a corner of the map, where they cover neither the timeline nor a panel. The corner is the lower
    /// left one, or one with less of what must be kept clear.
    pub(crate) fn draw_toasts(&mut self, ctx: &Context) {
        let screen = ctx.content_rect();
        let clear = ctx.data_mut(|d| d.remove_temp::<Vec<Rect>>(places())).unwrap_or_default();
        let is_covered = self.view.start_page.is_shown() || matches!(self.view.dialog, Some(Dialog::Lessons(_)));
        let place = if is_covered || !self.view.map.is_positive() { screen } else { self.view.map };
        let place = place.shrink(MARGIN);
        let size = vec2(WIDE.min(place.width()), HIGH * self.toasts.len() as f32);
        let covered = |corner: Align2| {
            let toasts = corner.align_size_within_rect(size, place);
            let areas =
                clear.iter().map(|rect| rect.intersect(toasts)).filter(Rect::is_positive).map(|rect| rect.area());
            areas.sum::<f32>()
        };
        let corners = [
            (Align2::LEFT_BOTTOM, Anchor::BottomLeft),
            (Align2::LEFT_TOP, Anchor::TopLeft),
            (Align2::RIGHT_BOTTOM, Anchor::BottomRight),
            (Align2::RIGHT_TOP, Anchor::TopRight),
        ];
        let least = corners.into_iter().min_by(|a, b| covered(a.0).total_cmp(&covered(b.0)));
        let (corner, anchor) = least.unwrap_or(corners[0]);
        let x = if corner.x() == Align::Min { place.min.x - screen.min.x } else { screen.max.x - place.max.x };
        let y = if corner.y() == Align::Min { place.min.y - screen.min.y } else { screen.max.y - place.max.y };
        self.toasts = std::mem::take(&mut self.toasts).with_anchor(anchor).with_margin(vec2(x, y));
        self.toasts.show(ctx);
    }

    /// Makes recent notices available to screen readers. Toasts are only painted.
    pub(crate) fn announce(&self, ui: &egui::Ui) {
        for (i, (text, _)) in self.told.iter().enumerate() {
            let place = egui::Rect::from_min_size(ui.max_rect().left_bottom(), egui::Vec2::ZERO);
            let response = ui.interact(place, egui::Id::unique(("notice", i)), egui::Sense::hover());
            response.widget_info(|| egui::WidgetInfo::labeled(egui::Role::Label, true, text));
            ui.ctx().accesskit_node_builder(response.id, |node| node.set_live(egui::accesskit::Live::Polite));
        }
    }
}
