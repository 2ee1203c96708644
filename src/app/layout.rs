//! The docked panels: which there are, and where they stand at the first start.

use super::canvas::Canvas;
use super::panels;
use super::view::Cx;
use crate::debugger::window::PanelId;
use egui_tiles::{Behavior, Container, Linear, LinearDir, SimplificationOptions, TileId, Tiles, Tree, UiResponse};

/// The layout of the first start: tools left, the map and plots in the middle, explanations right.
pub fn first() -> Tree<PanelId> {
    let mut tiles = Tiles::default();
    let mut tabs = |panes: &[PanelId]| {
        let ids = panes.iter().map(|&p| tiles.insert_pane(p)).collect();
        tiles.insert_tab_tile(ids)
    };
    let (tools, layers) = (tabs(&[PanelId::Tools]), tabs(&[PanelId::Layers]));
    let map = tabs(&[PanelId::Map]);
    let plots = tabs(&[PanelId::OverTime, PanelId::Scores, PanelId::Charts, PanelId::Compare, PanelId::Experiment]);
    let top = tabs(&[PanelId::Listing, PanelId::Phases, PanelId::Lesson, PanelId::Run]);
    let bottom = tabs(&[PanelId::Cell, PanelId::OpenList, PanelId::Ties, PanelId::Breakpoints]);
    let mut linear = |dir: LinearDir, children: &[(TileId, f32)]| {
        let mut all = Linear::new(dir, children.iter().map(|c| c.0).collect());
        for &(id, share) in children {
            all.shares.set_share(id, share);
        }
        tiles.insert_container(Container::Linear(all))
    };
    let left = linear(LinearDir::Vertical, &[(tools, 0.545), (layers, 0.455)]);
    let middle = linear(LinearDir::Vertical, &[(map, 0.70), (plots, 0.30)]);
    let right = linear(LinearDir::Vertical, &[(top, 0.43), (bottom, 0.57)]);
    let root = linear(LinearDir::Horizontal, &[(left, 0.17), (middle, 0.55), (right, 0.28)]);
    Tree::new(egui::Id::unique("gridscope layout"), root, tiles)
}

/// Brings a panel to the front; one that was closed comes back beside the map's neighbour, or where there is room.
pub fn bring(tree: &mut Tree<PanelId>, pane: PanelId) {
    if tree.make_active(|_, tile| matches!(tile, egui_tiles::Tile::Pane(p) if *p == pane)) {
        return;
    }
    let new = tree.tiles.insert_pane(pane);
    // The last group of tabs without the map: under the explanations.
    let with_map = |c: &Container| c.children().any(|&id| tree.tiles.get_pane(&id) == Some(&PanelId::Map));
    let group = tree.tiles.iter().filter_map(|(&id, tile)| match tile {
        egui_tiles::Tile::Container(c @ Container::Tabs(_)) if !with_map(c) => Some(id),
        _ => None,
    });
    let home = group.max_by_key(|id| id.0).or(tree.root);
    match home {
        Some(home) => tree.move_tile_to_container(new, home, usize::MAX, true),
        None => tree.root = Some(new),
    }
    tree.make_active(|_, tile| matches!(tile, egui_tiles::Tile::Pane(p) if *p == pane));
}

/// Draws panes for the docking tree.
pub struct Panes<'a, 'b> {
    /// What panels read and say.
    pub cx: &'a mut Cx<'b>,
    /// The map.
    pub canvas: &'a mut Canvas,
}

impl Behavior<PanelId> for Panes<'_, '_> {
    fn pane_ui(&mut self, ui: &mut egui::Ui, _: TileId, pane: &mut PanelId) -> UiResponse {
        if *pane == PanelId::Map {
            self.canvas.show(ui, self.cx);
            return UiResponse::None;
        }
        ui.painter().rect_filled(ui.max_rect(), 0.0, ui.visuals().panel_fill);
        egui::Frame::new().inner_margin(egui::Margin::symmetric(10, 8)).show(ui, |ui| {
            ui.set_min_size(ui.available_size());
            match pane {
                PanelId::Map => {}
                PanelId::Tools => panels::tools::show(ui, self.cx),
                PanelId::Layers => panels::layers::show(ui, self.cx),
                PanelId::Listing => panels::listing::show(ui, self.cx),
                PanelId::Cell => panels::cell::show(ui, self.cx),
                PanelId::OpenList => panels::queue::show(ui, self.cx),
                PanelId::Scores => panels::scores::show(ui, self.cx),
                PanelId::Phases => panels::phases::show(ui, self.cx),
                PanelId::Ties => panels::ties::show(ui, self.cx),
                PanelId::Breakpoints => panels::breakpoints::show(ui, self.cx),
                PanelId::Run => panels::params::show(ui, self.cx),
                PanelId::Lesson => panels::notes::show(ui, self.cx),
                PanelId::OverTime => panels::plots::show(ui, self.cx),
                PanelId::Charts => panels::charts::show(ui, self.cx),
                PanelId::Compare => panels::compare::show(ui, self.cx),
                PanelId::Experiment => panels::experiment::show(ui, self.cx),
                PanelId::MakeSmall => panels::small::show(ui, self.cx),
                PanelId::Findings => panels::findings::show(ui, self.cx),
            }
        });
        UiResponse::None
    }

    fn tab_title_for_pane(&mut self, pane: &PanelId) -> egui::WidgetText {
        pane.title().into()
    }

    fn is_tab_closable(&self, tiles: &Tiles<PanelId>, id: TileId) -> bool {
        !matches!(tiles.get_pane(&id), None | Some(PanelId::Map))
    }

    fn simplification_options(&self) -> SimplificationOptions {
        SimplificationOptions { all_panes_must_have_tabs: true, ..SimplificationOptions::default() }
    }

    fn tab_bar_height(&self, _: &egui::Style) -> f32 {
        28.0
    }

    fn gap_width(&self, _: &egui::Style) -> f32 {
        3.0
    }
}
