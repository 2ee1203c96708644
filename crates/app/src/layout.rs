//! The four arrangements: where the panels are around the map, and how they are drawn as docked tiles. In each the map
//! has most of the room.

use super::canvas::Canvas;
use super::first_layout::{first, tree_id};
use super::focus;
use super::fonts;
use super::panels;
use super::rescue::Rescue;
use super::stored_layout;
use super::theme::Theme;
use super::view::Cx;
use crate::debugger::command::Mode;
use crate::debugger::window::{Arrangement, PanelId};
use egui::{Color32, RichText, Stroke, UiBuilder, Vec2};
use egui_tiles::{
    Behavior, Container, Linear, LinearDir, Shares, SimplificationOptions, TabState, Tabs, TileId, Tiles, Tree,
    UiResponse,
};
use serde::{Deserialize, Serialize};
use std::collections::HashSet;

/// Minimum width of a panel beside the map, in points.
const NARROWEST: f32 = 236.0;
/// Minimum width of a panel beside the map in the arrangement Edit, in points.
const NARROWEST_IN_EDIT: f32 = 148.0;

/// The layouts, one per arrangement.
#[derive(Clone, Serialize, Deserialize)]
pub struct Layouts {
    trees: [Tree<PanelId>; 4],
}

impl Default for Layouts {
    fn default() -> Self {
        Self { trees: Arrangement::ALL.map(first) }
    }
}

impl Layouts {
    /// Returns the layout of an arrangement.
    pub const fn of(&mut self, arrangement: Arrangement) -> &mut Tree<PanelId> {
        &mut self.trees[arrangement as usize]
    }

    /// Replaces each stored layout that is invalid with the layout of the first start. Returns a sentence for each one
    /// replaced.
    pub(crate) fn put_aside_unsound(&mut self) -> Vec<String> {
        let mut told = Vec::new();
        for arrangement in Arrangement::ALL {
            let tree = &mut self.trees[arrangement as usize];
            if let Err(why) = stored_layout::restore(tree, tree_id(arrangement)) {
                told.push(format!("the panels of {} cannot be shown as they were stored: {why}", arrangement.title()));
                *tree = first(arrangement);
            }
        }
        told
    }

    /// Adds panels that a layout from an older version lacks. Each joins the panels that it shares a group of tabs with
    /// at the first start.
    pub(crate) fn complete(&mut self) {
        for arrangement in Arrangement::ALL {
            let (new, own) = (first(arrangement), &mut self.trees[arrangement as usize]);
            let lacks = |pane: &&PanelId| !has(own, **pane);
            let panes = new.tiles.tiles().filter_map(|tile| match tile {
                egui_tiles::Tile::Pane(pane) => Some(pane),
                egui_tiles::Tile::Container(_) => None,
            });
            for &pane in panes.filter(lacks).collect::<Vec<_>>() {
                join(own, &new, pane);
            }
        }
    }

    /// Resets the panels of an arrangement to their layout at the first start.
    pub(crate) fn reset(&mut self, arrangement: Arrangement) {
        self.trees[arrangement as usize] = first(arrangement);
    }
}

/// Returns whether a layout has a panel in some tab.
pub fn has(tree: &Tree<PanelId>, pane: PanelId) -> bool {
    tree.tiles.iter().any(|(_, tile)| matches!(tile, egui_tiles::Tile::Pane(p) if *p == pane))
}

/// Returns all panels of a layout.
pub(crate) fn panels(tree: &Tree<PanelId>) -> Vec<PanelId> {
    let pane = |tile: &egui_tiles::Tile<PanelId>| match tile {
        egui_tiles::Tile::Pane(pane) => Some(*pane),
        egui_tiles::Tile::Container(_) => None,
    };
    tree.tiles.tiles().filter_map(pane).collect()
}

/// Returns the visible panels of a layout.
pub fn shown(tree: &Tree<PanelId>) -> Vec<PanelId> {
    let pane = |(&id, tile): (&TileId, &egui_tiles::Tile<PanelId>)| match tile {
        egui_tiles::Tile::Pane(pane) if tree.tiles.is_visible(id) => Some(*pane),
        _ => None,
    };
    tree.tiles.iter().filter_map(pane).collect()
}

/// Brings a panel to the front. Adds a missing panel to the last group of tabs without the map. If there is no such
/// group, adds it beside the map.
pub fn bring(tree: &mut Tree<PanelId>, pane: PanelId) {
    if let Some(id) = tree.tiles.find_pane(&pane) {
        tree.tiles.set_visible(id, true);
        tree.make_active(|own, _| own == id);
        return;
    }
    let new = tree.tiles.insert_pane(pane);
    // The last group of tabs without the map is below the panels that explain.
    let with_map = |c: &Container| c.children().any(|&id| tree.tiles.get_pane(&id) == Some(&PanelId::Map));
    let group = tree.tiles.iter().filter_map(|(&id, tile)| match tile {
        egui_tiles::Tile::Container(c @ Container::Tabs(_)) if !with_map(c) => Some(id),
        _ => None,
    });
    if let Some(home) = group.max_by_key(|id| id.0) {
        tree.move_tile_to_container(new, home, usize::MAX, true);
    } else {
        // Only the map is there: add a side for the panel.
        let side = tree.tiles.insert_tab_tile(vec![new]);
        let children: Vec<TileId> = tree.root.into_iter().chain([side]).collect();
        let mut both = Linear::new(LinearDir::Horizontal, children);
        both.shares.set_share(side, 0.3);
        tree.root = Some(tree.tiles.insert_container(Container::Linear(both)));
    }
    tree.make_active(|_, tile| matches!(tile, egui_tiles::Tile::Pane(p) if *p == pane));
}

/// Adds a panel to the group of tabs with a panel that it shares a group with in the layout `like`.
fn join(tree: &mut Tree<PanelId>, like: &Tree<PanelId>, pane: PanelId) {
    let beside = like.tiles.find_pane(&pane).and_then(|id| like.tiles.parent_of(id));
    let Some(group) = beside.and_then(|id| like.tiles.get_container(id)) else { return };
    let mut near = group.children().filter_map(|&id| like.tiles.get_pane(&id)).filter(|other| **other != pane);
    let home = near.find_map(|other| tree.tiles.parent_of(tree.tiles.find_pane(other)?));
    let Some(home) = home else { return };
    let new = tree.tiles.insert_pane(pane);
    tree.move_tile_to_container(new, home, 0, true);
}

/// Widens panels beside the map until they can be read, however small the window. The map gives up that room. Returns
/// the shares before and after, for [`narrow`], or `None` if nothing changed.
pub fn widen(tree: &mut Tree<PanelId>, arrangement: Arrangement, room: Vec2) -> Option<[Shares; 2]> {
    let least = if arrangement == Arrangement::Edit { NARROWEST_IN_EDIT } else { NARROWEST };
    let root = tree.root?;
    let holds_map = holders_of_map(tree);
    let Some(egui_tiles::Tile::Container(Container::Linear(linear))) = tree.tiles.get_mut(root) else { return None };
    if linear.dir != LinearDir::Horizontal || room.x < 1.0 {
        return None;
    }
    let (before, children) = (linear.shares.clone(), linear.children.clone());
    let middle = *children.iter().find(|id| holds_map.contains(id))?;
    let sum: f32 = children.iter().map(|&id| linear.shares[id]).sum();
    let width = |linear: &Linear, id| linear.shares[id] / sum * room.x;
    for &side in children.iter().filter(|id| !holds_map.contains(id)) {
        let lacks = (least.min(room.x * 0.4) - width(linear, side)) / room.x * sum;
        if lacks > 0.0 && linear.shares[middle] > 2.0 * lacks {
            let (own, map) = (linear.shares[side], linear.shares[middle]);
            linear.shares.set_share(side, own + lacks);
            linear.shares.set_share(middle, map - lacks);
        }
    }
    (linear.shares != before).then(|| [before, linear.shares.clone()])
}

/// Undoes [`widen`], so that a larger window keeps its proportions. If the user has moved a border meanwhile, keeps
/// that.
pub fn narrow(tree: &mut Tree<PanelId>, widened: Option<[Shares; 2]>) {
    let Some([before, after]) = widened else { return };
    let root = tree.root.and_then(|root| tree.tiles.get_mut(root));
    if let Some(egui_tiles::Tile::Container(Container::Linear(linear))) = root
        && linear.shares == after
    {
        linear.shares = before;
    }
}

/// Returns the tile of the map and everything that contains it.
fn holders_of_map(tree: &Tree<PanelId>) -> HashSet<TileId> {
    let mut all = HashSet::new();
    let mut next = tree.tiles.find_pane(&PanelId::Map);
    while let Some(id) = next {
        all.insert(id);
        next = tree.tiles.parent_of(id);
    }
    all
}

/// Returns the groups that need no tab bar: the map, and a single panel with a heading of its own.
pub fn bare(tree: &Tree<PanelId>, arrangement: Arrangement) -> HashSet<TileId> {
    let alone = |tabs: &Tabs| match tabs.children[..] {
        [only] => tree.tiles.get_pane(&only).is_some_and(|p| match arrangement {
            Arrangement::Learn | Arrangement::Present => matches!(p, PanelId::Map | PanelId::Lesson),
            Arrangement::Debug => *p == PanelId::Map,
            Arrangement::Edit => matches!(p, PanelId::Map | PanelId::Tools | PanelId::Lesson | PanelId::Run),
        }),
        _ => false,
    };
    let tabs = tree.tiles.iter().filter_map(|(&id, tile)| match tile {
        egui_tiles::Tile::Container(Container::Tabs(tabs)) if alone(tabs) => Some(id),
        _ => None,
    });
    tabs.collect()
}

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
    /// The panels of the arrangement.
    pub shown: Vec<PanelId>,
    /// The colours.
    pub theme: Theme,
    /// Recovery from crashes. Tests inject a panic here.
    pub rescue: &'a mut Rescue,
}

impl Panes<'_, '_> {
    /// Returns whether the tools are drawn beside the map: the user edits, and no panel has the tools.
    fn tools_float(&self) -> bool {
        let arrangement = self.cx.view.settings.arrangement;
        self.cx.session.hand.mode == Mode::Edit
            && matches!(arrangement, Arrangement::Learn | Arrangement::Debug)
            && !self.shown.contains(&PanelId::Tools)
    }

    /// Draws a panel other than the map.
    fn panel(&mut self, ui: &mut egui::Ui, pane: PanelId) {
        ui.painter().rect_filled(ui.max_rect(), 0.0, self.theme.panel);
        let margin = match pane {
            PanelId::Lesson => (20, 10),
            // This panel is in a low part of the window, so the list needs the height.
            PanelId::Events => (12, 6),
            _ => (12, 10),
        };
        panel(ui, self.cx, pane, egui::Margin::symmetric(margin.0, margin.1));
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
            PanelId::OpenList => panels::queue::show(ui, cx),
            PanelId::Scores => panels::scores::show(ui, cx),
            PanelId::Events => panels::events::show(ui, cx),
            PanelId::Phases => panels::phases::show(ui, cx),
            PanelId::Ties => panels::ties::show(ui, cx),
            PanelId::Breakpoints => panels::breakpoints::show(ui, cx),
            PanelId::Run => panels::params::show(ui, cx),
            PanelId::Lesson => panels::notes::show(ui, cx),
            PanelId::OverTime => panels::plots::show(ui, cx),
            PanelId::Charts => panels::charts::show(ui, cx),
            PanelId::Compare => panels::compare::show(ui, cx),
            PanelId::Experiment => panels::experiment::show(ui, cx),
            PanelId::MakeSmall => panels::make_small::show(ui, cx),
            PanelId::Findings => panels::findings::show(ui, cx),
        }
    });
}

impl Behavior<PanelId> for Panes<'_, '_> {
    fn pane_ui(&mut self, ui: &mut egui::Ui, _: TileId, pane: &mut PanelId) -> UiResponse {
        if *pane != PanelId::Map {
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
        RichText::new(pane.title()).font(fonts::medium(13.0)).into()
    }

    fn is_tab_bar_visible(&self, id: TileId, _: &Tabs) -> bool {
        !self.bare.contains(&id)
    }

    fn simplification_options(&self) -> SimplificationOptions {
        SimplificationOptions { all_panes_must_have_tabs: true, ..SimplificationOptions::default() }
    }

    fn tab_bar_height(&self, _: &egui::Style) -> f32 {
        32.0
    }

    fn tab_title_spacing(&self, _: &egui::Visuals) -> f32 {
        9.0
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
        let active = tiles.parent_of(id).and_then(|parent| tiles.get_container(parent));
        if matches!(active, Some(Container::Tabs(tabs)) if tabs.active == Some(id)) {
            let line = response.rect.shrink2(egui::vec2(9.0, 0.0));
            let line = egui::Rect::from_min_max(egui::pos2(line.min.x, line.max.y - 2.0), line.max);
            let painter = response.ctx.layer_painter(response.layer_id).with_clip_rect(response.interact_rect);
            painter.rect_filled(line, 1.0, self.theme.now);
        }
        if tiles.get_pane(&id).is_some_and(|pane| *pane != PanelId::Map) {
            response.context_menu(|ui| {
                if ui.button("Close this panel").clicked() {
                    tiles.set_visible(id, false);
                    ui.close();
                }
            });
        }
        response
    }
}
