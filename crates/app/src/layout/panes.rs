//! The panels of an arrangement, drawn as docked tiles.

use crate::canvas::{self, Canvas};
use crate::debugger::session::command::Mode;
use crate::debugger::session::window::{Arrangement, PanelId};
use crate::layout::layout_fit::{Fitted, Fitting, TABS};
use crate::layout::rescue::Rescue;
use crate::layout::tour::{self, Landmark};
use crate::style::theme::Theme;
use crate::view::Cx;
use crate::{panels, panels::tab_row, view::focus};
use egui::{Color32, Stroke, UiBuilder};
use egui_tiles::{Behavior, SimplificationOptions, TabState, Tabs, TileId, Tiles, Tree, UiResponse};
use std::collections::HashSet;

/// Height of the card of a cell in a low window, in points.
const CARD: f32 = 68.0;
/// Width of the tools if they are beside the map, in points.
const TOOLS: f32 = 204.0;

/// Draws panes for the docking tree.
pub(crate) struct Panes<'a, 'b> {
    /// Context of the panels.
    pub cx: &'a mut Cx<'b>,
    /// The map.
    pub canvas: &'a mut Canvas,
    /// The groups without a tab bar.
    pub bare: HashSet<TileId>,
    /// The tabs in front of their groups. While a group is drawn, it is not among the tiles.
    pub fronts: HashSet<TileId>,
    /// The panels of the arrangement.
    pub shown: Vec<PanelId>,
    /// The colours.
    pub theme: Theme,
    /// Recovery from crashes. Tests inject a panic here.
    pub rescue: &'a mut Rescue,
    /// How the layout was fitted into the window.
    pub fitted: Fitted,
    /// The tab that the user clicked twice, whose panel is enlarged or gets its usual size back.
    pub enlarge: Option<PanelId>,
    /// Whether the card of the selected cell is still to be drawn, above the first panel beside the map. In a low
    /// window, Debug has no panel with the cell.
    pub card: bool,
}

impl Panes<'_, '_> {
    /// Returns whether the tools are drawn beside the map: the user edits, and no panel has the tools.
    fn tools_float(&self) -> bool {
        let arrangement = self.cx.view.settings.arrangement;
        self.cx.session.hand().mode == Mode::Edit
            && arrangement == Arrangement::Debug
            && !self.shown.contains(&PanelId::Tools)
    }

    /// Draws a panel other than the map.
    fn panel(&mut self, ui: &mut egui::Ui, pane: PanelId) {
        ui.painter().rect_filled(ui.max_rect(), 0.0, self.theme.panel);
        if std::mem::take(&mut self.card) {
            let gap = std::mem::take(&mut ui.spacing_mut().item_spacing.y);
            egui::Frame::new().inner_margin(egui::Margin::symmetric(8, 2)).show(ui, |ui| canvas::at_head(ui, self.cx));
            ui.spacing_mut().item_spacing.y = gap;
        }
        panel(ui, self.cx, pane, margin(pane));
    }
}

/// Returns the padding of a panel.
pub(crate) const fn margin(pane: PanelId) -> egui::Margin {
    match pane {
        PanelId::Lesson => egui::Margin::symmetric(20, 10),
        // Rows of lists begin below the tab row at once, and their background is as wide as the panel.
        PanelId::Events
        | PanelId::OpenList
        | PanelId::Cell
        | PanelId::Listing
        | PanelId::Mover
        | PanelId::Movers
        | PanelId::Conflicts => egui::Margin::same(0),
        PanelId::Curves => egui::Margin::symmetric(12, 2),
        _ => egui::Margin::symmetric(12, 6),
    }
}

/// Draws the content of a panel other than the map.
pub(crate) fn panel(ui: &mut egui::Ui, cx: &mut Cx<'_>, pane: PanelId, margin: egui::Margin) {
    focus::in_panel(ui, cx.view, pane);
    egui::Frame::new().inner_margin(margin).show(ui, |ui| {
        ui.set_min_size(ui.available_size());
        match pane {
            PanelId::Map => {}
            PanelId::Tools => panels::tools::show(ui, cx),
            PanelId::Layers => panels::layers::show(ui, cx),
            PanelId::Listing => panels::listing::show(ui, cx),
            PanelId::Cell => panels::cell::show(ui, cx),
            PanelId::OpenList => panels::open_list::show(ui, cx),
            PanelId::Scores => panels::scores::show(ui, cx),
            PanelId::Events => panels::events::show(ui, cx),
            PanelId::Phases => panels::phases::show(ui, cx),
            PanelId::Mover => panels::movers::mover::show(ui, cx),
            PanelId::Movers => panels::movers::list::show(ui, cx),
            PanelId::Conflicts => panels::movers::conflicts::show(ui, cx),
            PanelId::Ties => panels::ties::show(ui, cx),
            PanelId::Breakpoints => panels::breakpoints::show(ui, cx),
            PanelId::Run => panels::params::show(ui, cx),
            PanelId::Lesson => panels::notes::show(ui, cx),
            PanelId::Exercise => panels::exercise::panel(ui, cx),
            PanelId::Curves => panels::curves::show(ui, cx),
            PanelId::Charts => panels::charts::show(ui, cx),
            PanelId::Compare => panels::compare::show(ui, cx),
            PanelId::Experiment => panels::experiment::show(ui, cx),
            PanelId::Shrink => panels::shrink::show(ui, cx),
            PanelId::Findings => panels::findings::show(ui, cx),
        }
    });
}

impl Behavior<PanelId> for Panes<'_, '_> {
    fn pane_ui(&mut self, ui: &mut egui::Ui, _: TileId, pane: &mut PanelId) -> UiResponse {
        if *pane != PanelId::Map {
            if *pane == PanelId::Lesson {
                tour::mark(self.cx.view, Landmark::Side, ui.max_rect());
            }
            self.panel(ui, *pane);
            return UiResponse::None;
        }
        self.rescue.also(self.cx.session);
        let all = ui.available_rect_before_wrap();
        let mut whole = all;
        if self.tools_float() {
            let (left, rest) = all.split_left_right_at_x(all.left() + TOOLS.min(all.width() * 0.4));
            whole = rest;
            self.panel(&mut ui.new_child(UiBuilder::new().id_salt("tools beside").max_rect(left)), PanelId::Tools);
        }
        match panels::panel_below_map::wanted(ui, self.cx).filter(|panel| !self.shown.contains(panel)) {
            None => {
                self.canvas.show(&mut ui.new_child(UiBuilder::new().max_rect(whole)), self.cx);
                ui.allocate_rect(all, egui::Sense::hover());
            }
            Some(panel) => {
                let (map, place) = panels::panel_below_map::split(panel, whole);
                self.canvas.show(&mut ui.new_child(UiBuilder::new().max_rect(map)), self.cx);
                let rest = panels::panel_below_map::head(ui, self.cx, panel, place);
                self.panel(&mut ui.new_child(UiBuilder::new().id_salt("below").max_rect(rest)), panel);
                ui.allocate_rect(all, egui::Sense::hover());
            }
        }
        UiResponse::None
    }

    fn tab_title_for_pane(&mut self, pane: &PanelId) -> egui::WidgetText {
        tab_row::title(*pane).into()
    }

    fn is_tab_bar_visible(&self, id: TileId, _: &Tabs) -> bool {
        !self.bare.contains(&id)
    }

    fn simplification_options(&self) -> SimplificationOptions {
        SimplificationOptions { all_panes_must_have_tabs: true, ..SimplificationOptions::default() }
    }

    fn tab_bar_height(&self, _: &egui::Style) -> f32 {
        TABS
    }

    fn tab_bar_left_ui(&mut self, _: &Tiles<PanelId>, ui: &mut egui::Ui, _: TileId, _: &Tabs) {
        ui.spacing_mut().item_spacing.x = 0.0;
        ui.add_space(tab_row::LEFT);
    }

    fn top_bar_right_ui(
        &mut self,
        tiles: &Tiles<PanelId>,
        ui: &mut egui::Ui,
        id: TileId,
        tabs: &Tabs,
        offset: &mut f32,
    ) {
        // Tabs that do not fit are in a menu, so nothing is scrolled.
        *offset = 0.0;
        let width = ui.available_width();
        if let Some(pane) = tabs.active.and_then(|active| tiles.get_pane(&active)) {
            tab_row::controls(ui, self.cx, *pane, width);
        }
        if let Some(more) = self.fitted.more.get(&id) {
            tab_row::more(ui, self.cx, more);
        }
    }

    fn tab_title_spacing(&self, _: &egui::Visuals) -> f32 {
        tab_row::SPACING
    }

    fn gap_width(&self, _: &egui::Style) -> f32 {
        1.0
    }

    fn resize_stroke(&self, _: &egui::Style, state: egui_tiles::ResizeState) -> Stroke {
        match state {
            egui_tiles::ResizeState::Idle => Stroke::new(1.0, self.theme.window),
            egui_tiles::ResizeState::Hovering => Stroke::new(2.0, self.theme.hover),
            egui_tiles::ResizeState::Dragging => Stroke::new(2.0, self.theme.link),
        }
    }

    fn tab_bar_color(&self, _: &egui::Visuals) -> Color32 {
        self.theme.panel
    }

    fn tab_bg_color(&self, _: &egui::Visuals, _: &Tiles<PanelId>, _: TileId, _: &TabState) -> Color32 {
        self.theme.panel
    }

    fn tab_outline_stroke(&self, _: &egui::Visuals, _: &Tiles<PanelId>, _: TileId, _: &TabState) -> Stroke {
        Stroke::NONE
    }

    fn tab_bar_hline_stroke(&self, _: &egui::Visuals) -> Stroke {
        Stroke::NONE
    }

    fn tab_text_color(&self, _: &egui::Visuals, _: &Tiles<PanelId>, _: TileId, state: &TabState) -> Color32 {
        if state.active { self.theme.strong } else { self.theme.weak }
    }

    fn on_tab_button(&mut self, tiles: &mut Tiles<PanelId>, id: TileId, response: egui::Response) -> egui::Response {
        // Underlines the tab in front.
        if self.fronts.contains(&id) {
            let line = response.rect.shrink2(egui::vec2(9.0, 0.0));
            let line = egui::Rect::from_min_max(egui::pos2(line.min.x, line.max.y - 2.0), line.max);
            let painter = response.ctx.layer_painter(response.layer_id).with_clip_rect(response.interact_rect);
            painter.rect_filled(line, 1.0, self.theme.now);
        }
        if let Some(&pane) = tiles.get_pane(&id).filter(|pane| **pane != PanelId::Map) {
            if response.double_clicked() {
                self.enlarge = Some(pane);
            }
            response.context_menu(|ui| {
                if ui.button("Enlarge or restore").clicked() {
                    self.enlarge = Some(pane);
                    ui.close();
                }
                if ui.button("Close this panel").clicked() {
                    tiles.set_visible(id, false);
                    ui.close();
                }
            });
        }
        response.on_hover_text("Double-click to enlarge or restore the panel.\nDrag to move it.")
    }
}

/// Returns the fitting of a layout for a frame.
pub(crate) fn fit(
    tree: &mut Tree<PanelId>,
    ui: &egui::Ui,
    cx: &Cx<'_>,
    (arrangement, enlarged, is_low): (Arrangement, Option<PanelId>, bool),
) -> Fitted {
    let tab = |pane: PanelId| tab_row::width(ui, pane);
    let controls = |pane: PanelId, width: f32| tab_row::controls_width(ui, cx, pane, width);
    let card = if is_low && cx.view.card.is_some() { CARD } else { 0.0 };
    let fitting = Fitting { arrangement, room: ui.available_size(), card, enlarged, tab: &tab, controls: &controls };
    fitting.fit(tree)
}
