//! The docked panels: which there are, and where they stand at the first start.

use super::canvas::Canvas;
use super::panels;
use super::view::Cx;
use egui_tiles::{Behavior, Container, Linear, LinearDir, SimplificationOptions, TileId, Tiles, Tree, UiResponse};

/// One docked panel.
#[derive(Clone, Copy, PartialEq, Eq, Debug, serde::Serialize, serde::Deserialize)]
pub enum Pane {
    /// The map.
    Map,
    /// Mode, tools, tiles, actors.
    Tools,
    /// Layers and legend.
    Layers,
    /// The listing and the watch.
    Listing,
    /// The cell inspector with its history.
    Cell,
    /// The open list.
    Queue,
    /// Candidates and why they lost.
    Scores,
    /// The tree of phases.
    Phases,
    /// Ties.
    Ties,
    /// Breakpoints.
    Breakpoints,
    /// The run's parameters.
    Run,
    /// The lesson.
    Notes,
    /// Numbers over time.
    Plots,
    /// Bar charts.
    Charts,
    /// Runs side by side.
    Compare,
    /// Many runs.
    Experiment,
    /// The smallest map.
    Small,
    /// Who sees whom without being seen.
    Asymmetry,
}

impl Pane {
    /// Every panel.
    pub const ALL: [Self; 18] = [
        Self::Map,
        Self::Tools,
        Self::Layers,
        Self::Listing,
        Self::Cell,
        Self::Queue,
        Self::Scores,
        Self::Phases,
        Self::Ties,
        Self::Breakpoints,
        Self::Run,
        Self::Notes,
        Self::Plots,
        Self::Charts,
        Self::Compare,
        Self::Experiment,
        Self::Small,
        Self::Asymmetry,
    ];

    /// The panel of that title.
    pub fn titled(title: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|p| p.title() == title)
    }

    /// The title on its tab.
    pub const fn title(self) -> &'static str {
        match self {
            Self::Map => "Map",
            Self::Tools => "Tools",
            Self::Layers => "Layers",
            Self::Listing => "Listing",
            Self::Cell => "Cell",
            Self::Queue => "Open list",
            Self::Scores => "Scores",
            Self::Phases => "Phases",
            Self::Ties => "Ties",
            Self::Breakpoints => "Breakpoints",
            Self::Run => "Run",
            Self::Notes => "Lesson",
            Self::Plots => "Over time",
            Self::Charts => "Charts",
            Self::Compare => "Compare",
            Self::Experiment => "Experiment",
            Self::Small => "Make small",
            Self::Asymmetry => "Asymmetry",
        }
    }
}

/// The layout of the first start: tools left, the map and plots in the middle, explanations right.
pub fn first() -> Tree<Pane> {
    let mut tiles = Tiles::default();
    let mut tabs = |panes: &[Pane]| {
        let ids = panes.iter().map(|&p| tiles.insert_pane(p)).collect();
        tiles.insert_tab_tile(ids)
    };
    let (tools, layers) = (tabs(&[Pane::Tools]), tabs(&[Pane::Layers]));
    let map = tabs(&[Pane::Map]);
    let plots = tabs(&[Pane::Plots, Pane::Scores, Pane::Charts, Pane::Compare, Pane::Experiment]);
    let top = tabs(&[Pane::Listing, Pane::Phases, Pane::Notes, Pane::Run]);
    let bottom = tabs(&[Pane::Cell, Pane::Queue, Pane::Ties, Pane::Breakpoints]);
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
pub fn bring(tree: &mut Tree<Pane>, pane: Pane) {
    if tree.make_active(|_, tile| matches!(tile, egui_tiles::Tile::Pane(p) if *p == pane)) {
        return;
    }
    let new = tree.tiles.insert_pane(pane);
    // The last group of tabs without the map: under the explanations.
    let with_map = |c: &Container| c.children().any(|&id| tree.tiles.get_pane(&id) == Some(&Pane::Map));
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

impl Behavior<Pane> for Panes<'_, '_> {
    fn pane_ui(&mut self, ui: &mut egui::Ui, _: TileId, pane: &mut Pane) -> UiResponse {
        if *pane == Pane::Map {
            self.canvas.show(ui, self.cx);
            return UiResponse::None;
        }
        ui.painter().rect_filled(ui.max_rect(), 0.0, ui.visuals().panel_fill);
        egui::Frame::new().inner_margin(egui::Margin::symmetric(10, 8)).show(ui, |ui| {
            ui.set_min_size(ui.available_size());
            match pane {
                Pane::Map => {}
                Pane::Tools => panels::tools::show(ui, self.cx),
                Pane::Layers => panels::layers::show(ui, self.cx),
                Pane::Listing => panels::listing::show(ui, self.cx),
                Pane::Cell => panels::cell::show(ui, self.cx),
                Pane::Queue => panels::queue::show(ui, self.cx),
                Pane::Scores => panels::scores::show(ui, self.cx),
                Pane::Phases => panels::phases::show(ui, self.cx),
                Pane::Ties => panels::ties::show(ui, self.cx),
                Pane::Breakpoints => panels::breakpoints::show(ui, self.cx),
                Pane::Run => panels::params::show(ui, self.cx),
                Pane::Notes => panels::notes::show(ui, self.cx),
                Pane::Plots => panels::plots::show(ui, self.cx),
                Pane::Charts => panels::charts::show(ui, self.cx),
                Pane::Compare => panels::compare::show(ui, self.cx),
                Pane::Experiment => panels::experiment::show(ui, self.cx),
                Pane::Small => panels::small::show(ui, self.cx),
                Pane::Asymmetry => panels::asymmetry::show(ui, self.cx),
            }
        });
        UiResponse::None
    }

    fn tab_title_for_pane(&mut self, pane: &Pane) -> egui::WidgetText {
        pane.title().into()
    }

    fn is_tab_closable(&self, tiles: &Tiles<Pane>, id: TileId) -> bool {
        !matches!(tiles.get_pane(&id), None | Some(Pane::Map))
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
