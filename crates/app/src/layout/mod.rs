//! The four arrangements: where the panels are around the map. In each the map has most of the room. The
//! frame is put together here: the order of the parts, narrow windows, the tour, and what happens after a panic.
//!
//! The panels themselves are in [`crate::panels`].

pub(crate) mod arranging;
pub(crate) mod drawing;
pub(crate) mod first_layout;
pub mod layout_fit;
mod memory_choice;
pub(crate) mod narrow;
pub(crate) mod panes;
pub(crate) mod perform;
pub(crate) mod rescue;
pub(crate) mod stage;
pub(crate) mod stored_layout;
pub(crate) mod theme_choice;
pub(crate) mod tour;
pub(crate) mod typing;
pub(crate) mod window_frame;

use crate::debugger::session::window::{Arrangement, PanelId};
use crate::layout::first_layout::{first, first_low, first_movers};
use egui::Vec2;
use egui_tiles::{Container, Linear, LinearDir, Tabs, TileId, Tree};
use serde::{Deserialize, Serialize};
use std::collections::HashSet;

pub(crate) use panes::{Panes, fit, panel};

/// Below this room for all panels, Debug has two panels with room for four rows each, in points.
const LOW: Vec2 = egui::vec2(880.0, 480.0);

/// Builds the layout of the first start.
type FirstLayout = fn(Arrangement) -> Tree<PanelId>;

/// The layouts: one per arrangement, and others of Debug for a low window and for a log of numbered movers.
#[derive(Clone, Serialize, Deserialize)]
pub struct Layouts {
    trees: [Tree<PanelId>; 4],
    #[serde(default = "first_low")]
    low: Tree<PanelId>,
    #[serde(default = "first_movers")]
    movers: Tree<PanelId>,
    /// Whether the log has numbered movers.
    #[serde(skip)]
    has_movers: bool,
    /// Whether the window is low.
    #[serde(skip)]
    is_low: bool,
    /// The panel that has the whole side, and its arrangement.
    #[serde(skip)]
    enlarged: Option<(Arrangement, PanelId)>,
}

impl Default for Layouts {
    fn default() -> Self {
        Self {
            trees: Arrangement::ALL.map(first),
            low: first_low(),
            movers: first_movers(),
            has_movers: false,
            is_low: false,
            enlarged: None,
        }
    }
}

impl Layouts {
    /// Returns the layout of an arrangement.
    pub const fn of(&mut self, arrangement: Arrangement) -> &mut Tree<PanelId> {
        match arrangement {
            Arrangement::Debug if self.is_low => &mut self.low,
            Arrangement::Debug if self.has_movers => &mut self.movers,
            _ => &mut self.trees[arrangement as usize],
        }
    }

    /// Chooses between the layouts of Debug by the room for all panels, and by whether the log has numbered movers.
    pub(crate) fn suit(&mut self, room: Vec2, has_movers: bool) {
        self.has_movers = has_movers;
        self.is_low = room.x < LOW.x || room.y < LOW.y;
    }

    /// Returns whether an arrangement is drawn with the layout for a low window.
    pub(crate) fn is_low(&self, arrangement: Arrangement) -> bool {
        self.is_low && arrangement == Arrangement::Debug
    }

    /// Returns the panel that has the whole side in an arrangement, if any.
    pub(crate) fn enlarged(&self, arrangement: Arrangement) -> Option<PanelId> {
        self.enlarged.filter(|(own, _)| *own == arrangement).map(|(_, panel)| panel)
    }

    /// Gives a panel the whole side, or takes it back.
    pub(crate) fn enlarge(&mut self, arrangement: Arrangement, panel: PanelId) {
        let enlarged = Some((arrangement, panel));
        self.enlarged = if self.enlarged.map(|own| own.0) == Some(arrangement) { None } else { enlarged };
    }

    /// Returns all layouts, each with its name and its layout of the first start.
    fn all(&mut self) -> impl Iterator<Item = (&mut Tree<PanelId>, Arrangement, FirstLayout)> {
        let usual = self.trees.iter_mut().zip(Arrangement::ALL);
        let usual = usual.map(|(tree, arrangement)| (tree, arrangement, first as FirstLayout));
        usual.chain([
            (&mut self.low, Arrangement::Debug, (|_| first_low()) as FirstLayout),
            (&mut self.movers, Arrangement::Debug, |_| first_movers()),
        ])
    }

    /// Replaces each stored layout that is invalid with the layout of the first start. Returns a sentence for each one
    /// replaced.
    pub(crate) fn put_aside_unsound(&mut self) -> Vec<String> {
        let mut messages = Vec::new();
        for (tree, arrangement, first) in self.all() {
            let new = first(arrangement);
            if let Err(why) = stored_layout::restore(tree, new.id()) {
                messages
                    .push(format!("the panels of {} cannot be shown as they were stored: {why}", arrangement.title()));
                *tree = new;
            }
        }
        messages
    }

    /// Adds panels that a layout from an older version lacks. Each joins the panels that it shares a group of tabs with
    /// at the first start.
    pub(crate) fn complete(&mut self) {
        for (own, arrangement, first) in self.all() {
            let new = first(arrangement);
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
        self.enlarged = None;
        for (tree, _, first) in self.all().filter(|(_, own, _)| *own == arrangement) {
            *tree = first(arrangement);
        }
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
pub(crate) fn visible_panels(tree: &Tree<PanelId>) -> Vec<PanelId> {
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

/// Returns the groups that need no tab bar: the map, and a single panel with a heading of its own.
pub(crate) fn bare(tree: &Tree<PanelId>, arrangement: Arrangement) -> HashSet<TileId> {
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

/// Returns the tabs in front of their groups.
pub(crate) fn tabs_in_front(tree: &Tree<PanelId>) -> HashSet<TileId> {
    let front = |tile: &egui_tiles::Tile<PanelId>| match tile {
        egui_tiles::Tile::Container(Container::Tabs(tabs)) => tabs.active,
        _ => None,
    };
    tree.tiles.iter().filter_map(|(_, tile)| front(tile)).collect()
}
