//! Fits a layout into the window for one frame: every group of tabs has room for its rows, tabs that do not fit go into
//! a menu, and an enlarged panel has the whole side.

use crate::debugger::session::window::{Arrangement, PanelId};
use egui::{Vec2, vec2};
use egui_tiles::{Container, Linear, LinearDir, Shares, Tile, TileId, Tree};
use std::collections::HashMap;

/// Minimum width of a panel beside the map, in points.
const NARROWEST: f32 = 236.0;
/// Minimum width of a panel beside the map in the arrangement Edit, in points.
const NARROWEST_IN_EDIT: f32 = 148.0;
/// Height of a row in a list, in points.
pub(crate) const ROW: f32 = 20.0;
/// Height of a tab row, in points.
pub(crate) const TABS: f32 = 32.0;
/// From this height of the room for all panels on, a list shows seven rows, otherwise four. In points.
const HIGH: f32 = 700.0;
/// Smallest share of the height or width that the map keeps.
const MAP_KEEPS: f32 = 0.4;
/// Width of the menu of tabs that do not fit, in points.
pub(crate) const MORE: f32 = 58.0;
/// Width of the line between two groups, in points.
const GAP: f32 = 1.0;

/// Changes that [`Fitting::fit`] made to a layout for one frame.
#[derive(Default)]
pub struct Fitted {
    /// Groups with other shares: the shares before and after.
    shares: Vec<(TileId, [Shares; 2])>,
    /// Tiles hidden for this frame.
    hidden: Vec<TileId>,
    /// Panels without a tab of their own, for each group of tabs.
    pub more: HashMap<TileId, Vec<PanelId>>,
}

impl Fitted {
    /// Undoes the changes, so that a larger window keeps its proportions. If the user has moved a border meanwhile,
    /// keeps that.
    pub fn undo(self, tree: &mut Tree<PanelId>) {
        for id in self.hidden {
            tree.set_visible(id, true);
        }
        for (id, [before, after]) in self.shares {
            if let Some(Tile::Container(Container::Linear(linear))) = tree.tiles.get_mut(id)
                && linear.shares == after
            {
                linear.shares = before;
            }
        }
    }

    /// Returns whether anything was changed.
    pub fn is_changed(&self) -> bool {
        !(self.shares.is_empty() && self.hidden.is_empty())
    }
}

/// The room of a layout, and how wide its tabs are.
pub struct Fitting<'a> {
    /// The arrangement.
    pub arrangement: Arrangement,
    /// Room for all panels, in points.
    pub room: Vec2,
    /// Height of the card of a cell at the head of the right side, in points. 0 if there is none.
    pub card: f32,
    /// The panel that has the whole side, if any.
    pub enlarged: Option<PanelId>,
    /// Returns the width of a panel's tab, in points.
    pub tab: &'a dyn Fn(PanelId) -> f32,
    /// Returns the width that the controls of a panel need in a tab row of this width, in points.
    pub controls: &'a dyn Fn(PanelId, f32) -> f32,
}

impl Fitting<'_> {
    /// Fits a layout into the room.
    pub fn fit(&self, tree: &mut Tree<PanelId>) -> Fitted {
        let mut fitted = Fitted::default();
        let Some(root) = tree.root else { return fitted };
        if self.room.x < 1.0 || self.room.y < 1.0 {
            return fitted;
        }
        if let Some(panel) = self.enlarged {
            Self::enlarge(tree, panel, &mut fitted);
        }
        self.tile(tree, root, self.room, &mut fitted);
        fitted
    }

    /// Hides everything beside a panel that is not the map.
    fn enlarge(tree: &mut Tree<PanelId>, panel: PanelId, fitted: &mut Fitted) {
        let Some(mut own) = tree.tiles.find_pane(&panel) else { return };
        while let Some(parent) = tree.tiles.parent_of(own) {
            if let Some(Container::Linear(linear)) = tree.tiles.get_container(parent) {
                let beside = linear.children.clone();
                if beside.iter().any(|&id| holds_map(tree, id)) {
                    // A strip below the map gets half of the height.
                    if linear.dir == LinearDir::Vertical {
                        let (before, mut after) = (linear.shares.clone(), linear.shares.clone());
                        for &id in &beside {
                            after.set_share(id, 0.5);
                        }
                        set_shares(tree, parent, before, after, fitted);
                    }
                    return;
                }
                for id in beside {
                    if id != own && tree.is_visible(id) {
                        tree.set_visible(id, false);
                        fitted.hidden.push(id);
                    }
                }
            }
            own = parent;
        }
    }

    /// Fits a tile of this size, and everything inside it.
    fn tile(&self, tree: &mut Tree<PanelId>, id: TileId, size: Vec2, fitted: &mut Fitted) {
        match tree.tiles.get_container(id) {
            Some(Container::Tabs(_)) => self.tabs(tree, id, size.x, fitted),
            Some(Container::Linear(linear)) => {
                let (dir, shares) = (linear.dir, linear.shares.clone());
                let children: Vec<TileId> =
                    linear.children.iter().copied().filter(|&child| tree.tiles.is_visible_in_layout(child)).collect();
                let along = if dir == LinearDir::Horizontal { size.x } else { size.y };
                let along = (along - GAP * children.len().saturating_sub(1) as f32).max(1.0);
                let sum: f32 = children.iter().map(|&child| shares[child]).sum();
                let wanted: Vec<f32> = children.iter().map(|&child| shares[child] / sum * along).collect();
                let least: Vec<f32> = children.iter().map(|&child| self.least(tree, child, dir, along)).collect();
                let lengths = distribute(&wanted, &least, along);
                if lengths.iter().zip(&wanted).any(|(a, b)| (a - b).abs() > 0.5) {
                    let mut after = shares.clone();
                    for (&child, length) in children.iter().zip(&lengths) {
                        after.set_share(child, length / along * sum);
                    }
                    set_shares(tree, id, shares, after, fitted);
                }
                for (child, length) in children.into_iter().zip(lengths) {
                    let inner = if dir == LinearDir::Horizontal { vec2(length, size.y) } else { vec2(size.x, length) };
                    self.tile(tree, child, inner, fitted);
                }
            }
            _ => {}
        }
    }

    /// Returns the minimum length of a tile along a direction, of `along` points in all.
    fn least(&self, tree: &Tree<PanelId>, id: TileId, dir: LinearDir, along: f32) -> f32 {
        let of = |child: &TileId| self.least(tree, *child, dir, along);
        match tree.tiles.get(id) {
            Some(Tile::Container(Container::Linear(linear))) if holds_map(tree, id) && linear.dir != dir => {
                MAP_KEEPS * along
            }
            Some(Tile::Container(Container::Linear(linear))) if linear.dir == dir => {
                linear.children.iter().map(of).sum()
            }
            Some(Tile::Container(container)) => container.children().map(of).fold(0.0, f32::max),
            Some(Tile::Pane(PanelId::Map)) => MAP_KEEPS * along,
            Some(Tile::Pane(pane)) => self.least_of(*pane, dir),
            None => 0.0,
        }
    }

    /// Returns the minimum width or height of a panel with its tab row, in points.
    fn least_of(&self, pane: PanelId, dir: LinearDir) -> f32 {
        if dir == LinearDir::Horizontal {
            return if self.arrangement == Arrangement::Edit { NARROWEST_IN_EDIT } else { NARROWEST };
        }
        if self.arrangement != Arrangement::Debug {
            return 0.0;
        }
        let rows = if self.room.y >= HIGH { 7.0 } else { 4.0 };
        let head = match pane {
            // The heading of the cell, and the line *now*.
            PanelId::Cell => 24.0 + 12.0,
            PanelId::OpenList => ROW,
            // In a low window, the card is above the events.
            PanelId::Events => self.card,
            _ => 0.0,
        };
        TABS + head + rows * ROW + 4.0
    }

    /// Hides the tabs that do not fit into a tab row. The tab in front stays.
    fn tabs(&self, tree: &mut Tree<PanelId>, id: TileId, width: f32, fitted: &mut Fitted) {
        let Some(Container::Tabs(tabs)) = tree.tiles.get_container(id) else { return };
        let pane = |child: TileId| tree.tiles.get_pane(&child).copied().map(|pane| (child, pane));
        let all: Vec<(TileId, PanelId)> =
            tabs.children.iter().copied().filter(|&child| tree.is_visible(child)).filter_map(pane).collect();
        let active = tabs.next_active(&tree.tiles);
        let Some(front) = all.iter().find(|(child, _)| Some(*child) == active).copied() else { return };
        let room = width - (self.controls)(front.1, width);
        let sum: f32 = all.iter().map(|(_, pane)| (self.tab)(*pane)).sum();
        if sum <= room || all.len() < 2 {
            return;
        }
        let mut left = room - MORE - (self.tab)(front.1);
        let (mut kept, mut full) = (vec![front.0], false);
        for &(child, pane) in all.iter().filter(|(child, _)| *child != front.0) {
            left -= (self.tab)(pane);
            full |= left < 0.0;
            if !full {
                kept.push(child);
            }
        }
        let rest: Vec<(TileId, PanelId)> = all.into_iter().filter(|(child, _)| !kept.contains(child)).collect();
        for &(child, _) in &rest {
            tree.set_visible(child, false);
            fitted.hidden.push(child);
        }
        fitted.more.insert(id, rest.into_iter().map(|(_, pane)| pane).collect());
    }
}

/// Sets the shares of a group, and records both.
fn set_shares(tree: &mut Tree<PanelId>, id: TileId, before: Shares, after: Shares, fitted: &mut Fitted) {
    if let Some(Tile::Container(Container::Linear(Linear { shares, .. }))) = tree.tiles.get_mut(id) {
        shares.clone_from(&after);
        match fitted.shares.iter_mut().find(|(own, _)| *own == id) {
            Some((_, [_, last])) => *last = after,
            None => fitted.shares.push((id, [before, after])),
        }
    }
}

/// Returns the lengths of children that want `wanted` and need `least`. Those with more than they need give to the
/// others. If all of them need more than there is, each gets its share of the need.
fn distribute(wanted: &[f32], least: &[f32], along: f32) -> Vec<f32> {
    let need: f32 = least.iter().sum();
    if need >= along {
        return least.iter().map(|least| least / need * along).collect();
    }
    let lack: f32 = wanted.iter().zip(least).map(|(wanted, least)| (least - wanted).max(0.0)).sum();
    let spare: f32 = wanted.iter().zip(least).map(|(wanted, least)| (wanted - least).max(0.0)).sum();
    if lack <= 0.0 || spare <= 0.0 {
        return wanted.to_vec();
    }
    let part = (lack / spare).min(1.0);
    wanted.iter().zip(least).map(|(&wanted, &least)| wanted.max(least) - part * (wanted - least).max(0.0)).collect()
}

/// Returns whether a tile is the map or contains it.
fn holds_map(tree: &Tree<PanelId>, id: TileId) -> bool {
    match tree.tiles.get(id) {
        Some(Tile::Pane(pane)) => *pane == PanelId::Map,
        Some(Tile::Container(container)) => container.children().any(|&child| holds_map(tree, child)),
        None => false,
    }
}
