//! The layouts of the first start: where the panels are in each arrangement.

use crate::debugger::session::window::{Arrangement, PanelId};
use egui_tiles::{Container, Linear, LinearDir, TileId, Tiles, Tree};

/// Builds a tree from groups of tabs.
struct Builder {
    tiles: Tiles<PanelId>,
}

impl Builder {
    fn tabs(&mut self, panes: &[PanelId]) -> TileId {
        let ids = panes.iter().map(|&p| self.tiles.insert_pane(p)).collect();
        self.tiles.insert_tab_tile(ids)
    }

    fn linear(&mut self, dir: LinearDir, children: &[(TileId, f32)]) -> TileId {
        let mut all = Linear::new(dir, children.iter().map(|c| c.0).collect());
        for &(id, share) in children {
            all.shares.set_share(id, share);
        }
        self.tiles.insert_container(Container::Linear(all))
    }
}

/// Returns the layout of an arrangement at the first start.
pub(crate) fn first(arrangement: Arrangement) -> Tree<PanelId> {
    use LinearDir::{Horizontal, Vertical};
    use PanelId as P;
    let mut b = Builder { tiles: Tiles::default() };
    let map = b.tabs(&[P::Map]);
    let root = match arrangement {
        Arrangement::Learn => {
            let lesson = b.tabs(&[P::Lesson]);
            b.linear(Horizontal, &[(map, 0.77), (lesson, 0.23)])
        }
        Arrangement::Debug => {
            let curves = b.tabs(&[P::Curves, P::Scores, P::Charts, P::Experiment, P::Shrink]);
            let events = b.tabs(&[P::Events, P::Findings]);
            let below = b.linear(Horizontal, &[(curves, 0.42), (events, 0.58)]);
            let middle = b.linear(Vertical, &[(map, 0.785), (below, 0.215)]);
            let listing = b.tabs(&[P::Listing, P::Phases, P::Compare, P::Lesson, P::Run, P::Layers]);
            let (cell, open) = (b.tabs(&[P::Cell, P::Ties, P::Breakpoints]), b.tabs(&[P::OpenList]));
            let right = b.linear(Vertical, &[(listing, 0.44), (cell, 0.29), (open, 0.27)]);
            b.linear(Horizontal, &[(middle, 0.735), (right, 0.265)])
        }
        Arrangement::Edit => {
            let tools = b.tabs(&[P::Tools]);
            let (scene, run) = (b.tabs(&[P::Lesson, P::Exercise]), b.tabs(&[P::Run]));
            let right = b.linear(Vertical, &[(scene, 0.55), (run, 0.45)]);
            b.linear(Horizontal, &[(tools, 0.142), (map, 0.678), (right, 0.18)])
        }
        Arrangement::Present => map,
    };
    Tree::new(tree_id(arrangement), root, b.tiles)
}

/// Returns the layout of Debug in a low window at the first start: the map, and two panels with all others as tabs.
pub(crate) fn first_low() -> Tree<PanelId> {
    use PanelId as P;
    let mut b = Builder { tiles: Tiles::default() };
    let map = b.tabs(&[P::Map]);
    let events = b.tabs(&[
        P::Events,
        P::Cell,
        P::Listing,
        P::Phases,
        P::Breakpoints,
        P::Findings,
        P::Compare,
        P::Lesson,
        P::Run,
        P::Layers,
    ]);
    let open = b.tabs(&[P::OpenList, P::Ties, P::Curves, P::Scores, P::Charts, P::Experiment, P::Shrink]);
    let right = b.linear(LinearDir::Vertical, &[(events, 0.5), (open, 0.5)]);
    let root = b.linear(LinearDir::Horizontal, &[(map, 0.67), (right, 0.33)]);
    Tree::new(egui::Id::unique("gridscope layout of Debug in a low window"), root, b.tiles)
}

/// Returns the layout of Debug for a log of numbered movers at the first start.
pub(super) fn first_movers() -> Tree<PanelId> {
    use LinearDir::{Horizontal, Vertical};
    use PanelId as P;
    let mut b = Builder { tiles: Tiles::default() };
    let map = b.tabs(&[P::Map]);
    let curves = b.tabs(&[P::Curves, P::Charts, P::Scores, P::Experiment, P::Shrink]);
    let conflicts = b.tabs(&[P::Conflicts, P::Events, P::Breakpoints, P::Findings]);
    let below = b.linear(Horizontal, &[(curves, 0.42), (conflicts, 0.58)]);
    let middle = b.linear(Vertical, &[(map, 0.765), (below, 0.235)]);
    let mover = b.tabs(&[P::Mover, P::Cell, P::Listing, P::Phases, P::Compare, P::Lesson, P::Run, P::Layers]);
    let movers = b.tabs(&[P::Movers, P::Ties, P::OpenList]);
    let right = b.linear(Vertical, &[(mover, 0.325), (movers, 0.675)]);
    let root = b.linear(Horizontal, &[(middle, 0.735), (right, 0.265)]);
    Tree::new(egui::Id::unique("gridscope layout of Debug for movers"), root, b.tiles)
}

/// Returns the egui id of an arrangement's tree.
fn tree_id(arrangement: Arrangement) -> egui::Id {
    egui::Id::unique(("gridscope layout", arrangement.title()))
}
