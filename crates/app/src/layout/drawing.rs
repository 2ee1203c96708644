//! Draws the parts of the window around each other: bars, panels, the map, and dialogs over them.

use crate::debugger::session::command::Command;
use crate::debugger::session::window::{Arrangement, PanelId};
use crate::layout::{self, Panes, stage};
use crate::view::Cx;
use crate::{
    App, canvas::sentence, dialogs, layout::narrow, panels, panels::banner, panels::menu, start::start_page,
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
        self.view.stage.ringed.clear();
        let chain = std::mem::take(&mut self.view.next_chain);
        if self.view.chain != chain {
            // The map is drawn before the panel that lists the chain.
            ui.ctx().request_repaint();
            self.view.chain = chain;
        }
        self.view.panel_at_hand = None;
        self.view.panels.clear();
        let embedded = self.host.is_embedded();
        let mut cx = Cx { session: &self.session, view: &mut self.view, out: &mut out };
        self.canvas.update(ui.ctx(), &mut cx);
        if embedded {
            // Pins belong to the text of a slide, which the page around the map does not have.
            cx.view.signs.pins.clear();
        }
        let arrangement = cx.view.settings.arrangement;
        let bare = cx.view.settings.bare || embedded;
        let screen = Some((arrangement, cx.view.start_page.is_shown()));
        if std::mem::replace(&mut cx.view.drawn, screen) != screen {
            // The first pass finds how high the bars are. A click on what it draws would reach something else.
            ui.ctx().request_discard("another arrangement");
        }
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
            if stage::is_on(cx.view) {
                let tree = self.layouts.of(arrangement);
                self.rescue.begin(arrangement, tree, cx.view.camera);
                let rescue = &mut self.rescue;
                stage::show(ui, &mut cx, &mut self.canvas, |cx| rescue.also(cx.session));
                dialogs::show(ui.ctx(), &self.session, &mut self.view, &mut out);
                self.session.hover(self.view.point_at);
                return out;
            }
            let time = egui::Panel::bottom("time").frame(bar(16, 4)).show_separator_line(false);
            time.show(ui, |ui| stage::time(ui, &mut cx));
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
            // The answer to *why* has the whole side.
            let cell = tree.tiles.find_pane(&PanelId::Cell).filter(|cell| cx.view.asks_why && fronts.contains(cell));
            let enlarged = cell.map_or(enlarged, |_| Some(PanelId::Cell));
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
