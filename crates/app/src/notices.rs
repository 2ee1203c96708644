//! Shows the session's notices as toasts and to screen readers.

use super::view::Dialog;
use super::{App, sentence};
use std::time::Duration;

/// Time for which an error is shown.
const SHOWN: Duration = Duration::from_secs(9);
/// Space between a toast and the edges of the map, in points.
const MARGIN: f32 = 10.0;

impl App {
    /// Shows the session's notices since the last frame.
    pub(super) fn show_notices(&mut self) {
        let now = web_time::Instant::now();
        self.told.retain(|(_, since)| now.duration_since(*since) < SHOWN);
        for notice in self.session.work.notices.drain(..) {
            // A notice repeated within a few seconds is shown once.
            let recent = |(text, since): &(String, web_time::Instant)| {
                *text == notice.text && now.duration_since(*since) < Duration::from_secs(4)
            };
            if self.told.iter().any(recent) {
                continue;
            }
            self.told.push((notice.text.clone(), now));
            // A toast is as wide as its longest line.
            let shown = sentence::in_lines(
                &notice.text,
                if self.view.narrow.is_some() { sentence::NARROW_TOAST } else { sentence::TOAST },
            );
            if notice.error {
                // The usual sign of an error is a letter that no font here has.
                let sign = egui_notify::ToastLevel::Custom("!".to_owned(), self.view.theme.wrong);
                self.toasts.error(shown).level(sign).duration(SHOWN);
            } else {
                self.toasts.info(shown).duration(Duration::from_secs(5));
            }
        }
    }

    /// Draws the toasts in the lower left corner of the map, where they cover neither the timeline nor a panel.
    pub(super) fn draw_toasts(&mut self, ctx: &egui::Context) {
        let screen = ctx.content_rect();
        let is_covered = self.view.start_page.is_shown() || matches!(self.view.dialog, Some(Dialog::Lessons(_)));
        let place = if is_covered || !self.view.map.is_positive() { screen } else { self.view.map };
        let margin = egui::vec2(place.min.x - screen.min.x, screen.max.y - place.max.y) + egui::Vec2::splat(MARGIN);
        self.toasts = std::mem::take(&mut self.toasts).with_margin(margin);
        self.toasts.show(ctx);
    }

    /// Makes recent notices available to screen readers. Toasts are only painted.
    pub(super) fn announce(&self, ui: &egui::Ui) {
        for (i, (text, _)) in self.told.iter().enumerate() {
            let place = egui::Rect::from_min_size(ui.max_rect().left_bottom(), egui::Vec2::ZERO);
            let response = ui.interact(place, egui::Id::unique(("notice", i)), egui::Sense::hover());
            response.widget_info(|| egui::WidgetInfo::labeled(egui::Role::Label, true, text));
            ui.ctx().accesskit_node_builder(response.id, |node| node.set_live(egui::accesskit::Live::Polite));
        }
    }
}
