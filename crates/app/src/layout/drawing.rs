//! Draws the parts of the window around each other: bars, panels, the map, and dialogs over them.

use crate::debugger::session::command::Command;
use crate::debugger::session::window::Arrangement;
use crate::layout::tour::{self, Landmark};
use crate::layout::{self, Panes};
use crate::view::Cx;
use crate::{
    App, canvas::sentence, dialogs, layout::narrow, panels, panels::banner, panels::menu, start::start_page, style,
    view::notice_lines,
};
use std::time::Duration;

/// Time after which a pointer that does not move is hidden in Present.
const POINTER_RESTS: Duration = Duration::from_secs(2);

impl App {
    /// Draws everything and returns the commands that were clicked.
    pub(crate) fn draw(&mut self, ui: &mut egui::Ui) -> Vec<Command> {
        let mut out = Vec::new();
        self.view.point_at = None;
        self.view.point_at_path.clear();
        self.view.panel_at_hand = None;
        self.view.panels.clear();
        let embedded = self.host.is_embedded();
        let mut cx = Cx { session: &self.session, view: &mut self.view, out: &mut out };
        self.canvas.update(ui.ctx(), &mut cx);
        let arrangement = cx.view.settings.arrangement;
        let bare = cx.view.settings.bare || embedded;
        if cx.view.start_page.is_shown() && !embedded {
            if cx.view.narrow.is_some() {
                narrow::bar(ui, &mut cx);
            } else {
                menu::bar(ui, &mut cx);
            }
            egui::CentralPanel::default().frame(egui::Frame::new()).show(ui, |ui| {
                start_page::show(ui, &mut cx, &mut self.living_map);
            });
            dialogs::show(ui.ctx(), &self.session, &mut self.view, &mut out);
            return out;
        }
        self.living_map = None;
        if cx.view.narrow.is_some() {
            let tree = self.layouts.of(arrangement);
            self.rescue.begin(arrangement, tree, cx.view.camera);
            let rescue = &mut self.rescue;
            narrow::show(ui, &mut cx, &mut self.canvas, tree, |cx| rescue.also(cx.session));
            dialogs::show(ui.ctx(), &self.session, &mut self.view, &mut out);
            self.session.hover(self.view.point_at);
            return out;
        }
        let theme = cx.view.theme.clone();
        let bar = |x, y| egui::Frame::new().fill(theme.window).inner_margin(egui::Margin::symmetric(x, y));
        if embedded {
            // The page around the map has the sentence and the buttons.
        } else if bare || arrangement == Arrangement::Present {
            if !bare {
                banner::show(ui, &mut cx);
                notice_lines::show(ui, &mut cx);
            }
            let frame = egui::Frame::new().fill(theme.canvas).inner_margin(egui::Margin::symmetric(28, 12));
            egui::Panel::bottom("present")
                .frame(frame)
                .show_separator_line(false)
                .show(ui, |ui| if bare { sentence::show(ui, &mut cx) } else { panels::present::show(ui, &mut cx) });
        } else {
            menu::bar(ui, &mut cx);
            banner::show(ui, &mut cx);
            notice_lines::show(ui, &mut cx);
            let time = egui::Panel::bottom("time").frame(bar(16, 4)).show_separator_line(false);
            time.show(ui, |ui| {
                ui.spacing_mut().item_spacing.y = 4.0;
                let mut part = |ui: &mut egui::Ui, landmark, draw: &mut dyn FnMut(&mut egui::Ui, &mut Cx<'_>)| {
                    let top = ui.cursor().min;
                    draw(ui, &mut cx);
                    let bottom = ui.cursor().min.y - ui.spacing().item_spacing.y;
                    let rect = egui::Rect::from_min_max(top, egui::pos2(ui.max_rect().max.x, bottom));
                    tour::mark(cx.view, landmark, rect.expand2(egui::vec2(6.0, 2.0)));
                };
                part(ui, Landmark::Sentence, &mut |ui, cx| sentence::show(ui, cx));
                // The sentence has a varying number of widgets, so the ids below must not depend on it.
                part(ui, Landmark::Player, &mut |ui, cx| {
                    style::steady(ui, "transport", |ui| panels::transport::show(ui, cx));
                });
                part(ui, Landmark::Timeline, &mut |ui, cx| {
                    style::steady(ui, "timeline", |ui| panels::timeline::show(ui, cx));
                });
            });
        }
        egui::CentralPanel::default().frame(egui::Frame::new()).show(ui, |ui| {
            if bare {
                self.rescue.also(&self.session);
                self.canvas.show(ui, &mut cx);
                return;
            }
            self.layouts.suit(ui.available_size(), self.session.movers().is_some());
            let (enlarged, is_low) = (self.layouts.enlarged(arrangement), self.layouts.is_low(arrangement));
            let tree = self.layouts.of(arrangement);
            self.rescue.begin(arrangement, tree, cx.view.camera);
            let (bare, fronts) = (layout::bare(tree, arrangement), layout::tabs_in_front(tree));
            let fitted = layout::fit(tree, ui, &cx, (arrangement, enlarged, is_low));
            let visible_panels = layout::visible_panels(tree);
            let rescue = &mut self.rescue;
            let canvas = &mut self.canvas;
            let mut panes = Panes {
                cx: &mut cx,
                canvas,
                bare,
                fronts,
                shown: visible_panels,
                theme,
                rescue,
                fitted,
                enlarge: None,
                card: is_low,
            };
            tree.ui(&mut panes, ui);
            let (fitted, enlarge) = (panes.fitted, panes.enlarge);
            fitted.undo(tree);
            if let Some(panel) = enlarge {
                self.layouts.enlarge(arrangement, panel);
            }
        });
        dialogs::show(ui.ctx(), &self.session, &mut self.view, &mut out);
        self.session.hover(self.view.point_at);
        out
    }

    /// Hides the pointer in Present while it rests, because it would cover the map.
    pub(crate) fn hide_resting_pointer(&self, ctx: &egui::Context) {
        if self.view.settings.arrangement != Arrangement::Present || self.view.dialog.is_some() {
            return;
        }
        let still = ctx.input(|i| i.pointer.time_since_last_movement());
        if still > POINTER_RESTS.as_secs_f32() {
            ctx.set_cursor_icon(egui::CursorIcon::None);
        } else {
            ctx.request_repaint_after(POINTER_RESTS);
        }
    }
}
