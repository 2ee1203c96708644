//! Checks a stored layout before the window uses it. A layout that the window could not have stored would hide the map,
//! or make every frame panic.

use crate::debugger::session::window::PanelId;
use egui_tiles::{Container, Tile, TileId, Tree};
use std::collections::HashSet;

/// Maximum number of tiles in a layout. The window's own layouts have about thirty.
const MAX_TILES: usize = 256;
/// Maximum id of a tile. Each change of the layout takes new ids.
const LARGEST_ID: u64 = 1 << 40;
/// Smallest share of its group that the user can drag a panel to.
const SMALLEST_SHARE: f32 = 0.002;

/// Checks a stored tree and adapts it to the window: sets its name, and removes tiles that belong to no group.
///
/// # Errors
/// Returns what is wrong with the tree, as a clause, if it is invalid. The tree is then unchanged.
pub(crate) fn restore(tree: &mut Tree<PanelId>, name: egui::Id) -> Result<(), String> {
    let (root, held) = check(tree)?;
    let loose: Vec<TileId> = tree.tiles.tile_ids().filter(|id| !held.contains(id)).collect();
    for id in loose {
        tree.tiles.remove(id);
    }
    tree.tiles.recompute_next_tile_id();
    *tree = Tree::new(name, root, std::mem::take(&mut tree.tiles));
    Ok(())
}

/// Checks that a tree shows the map once, each panel at most once, and each with room. Returns its root and all tiles
/// that can be reached from it.
fn check(tree: &Tree<PanelId>) -> Result<(TileId, HashSet<TileId>), String> {
    if tree.tiles.len() > MAX_TILES {
        return Err(format!("it has {} parts, more than {MAX_TILES}", tree.tiles.len()));
    }
    if tree.tiles.tile_ids().any(|id| id.0 > LARGEST_ID) {
        return Err(format!("a part has a number above {LARGEST_ID}"));
    }
    let root = tree.root.ok_or("it has no root")?;
    let mut found = Found::default();
    found.look(tree, root, true)?;
    if !found.map {
        return Err("it does not show the map".into());
    }
    Ok((root, found.tiles))
}

/// Tiles of a tree found so far.
#[derive(Default)]
struct Found {
    tiles: HashSet<TileId>,
    panels: Vec<PanelId>,
    /// Whether the map is among them, and visible.
    map: bool,
}

impl Found {
    /// Checks a tile and everything inside it. No tile is visited twice, so the recursion ends and is at most
    /// [`MAX_TILES`] deep.
    fn look(&mut self, tree: &Tree<PanelId>, id: TileId, shown: bool) -> Result<(), String> {
        if !self.tiles.insert(id) {
            return Err("a part is in two places, or inside itself".into());
        }
        let is_visible = shown && tree.tiles.is_visible(id);
        match tree.tiles.get(id).ok_or("it names a part that is not there")? {
            Tile::Pane(panel) if self.panels.contains(panel) => {
                Err(format!("the panel {} is in two places", panel.title()))
            }
            Tile::Pane(panel) => {
                self.map |= is_visible && *panel == PanelId::Map;
                self.panels.push(*panel);
                Ok(())
            }
            Tile::Container(container) => {
                check_shares(container)?;
                container.children().try_for_each(|&child| self.look(tree, child, is_visible))
            }
        }
    }
}

/// Checks that each child of a group has a share of its room.
fn check_shares(container: &Container) -> Result<(), String> {
    match container {
        Container::Tabs(_) => Ok(()),
        // The window creates no such group.
        Container::Grid(_) => Err("it has a grid of panels".into()),
        Container::Linear(linear) => {
            let sum: f32 = linear.children.iter().map(|&child| linear.shares[child]).sum();
            let fits = |share: f32| share.is_finite() && share >= sum * SMALLEST_SHARE && share > 0.0;
            let all = sum.is_finite() && linear.children.iter().all(|&child| fits(linear.shares[child]));
            all.then_some(()).ok_or_else(|| "a part has next to no room, or more than there is".into())
        }
    }
}
