//! State of each node of the current search, for each open list. Memory is used only for the cells that the log
//! mentions.

use super::keys::Span;
use gridscope_trace::geometry::{Cell, Size};
use std::collections::HashMap;

/// Number of cells in a page.
const PAGE: usize = 64;

/// State of a node in an open list.
#[derive(Clone, Copy)]
pub(super) struct NodeState {
    pub(super) waits: bool,
    pub(super) expanded: bool,
    /// Keys of the entry on the open list.
    pub(super) keys: Span,
    /// Event that opened the node, or `u32::MAX` if none did.
    opened: u32,
    g: f64,
}

impl NodeState {
    const NOTHING: Self = Self { waits: false, expanded: false, keys: Span::EMPTY, opened: u32::MAX, g: f64::NAN };

    /// Returns the node's g, if the log states one.
    pub(super) fn g(&self) -> Option<f64> {
        (!self.g.is_nan()).then_some(self.g)
    }

    /// Updates g, if the event states one.
    pub(super) fn say_g(&mut self, g: Option<f64>) {
        self.g = g.unwrap_or(self.g);
    }

    /// Returns the event that opened the node.
    pub(super) fn opened(&self) -> Option<usize> {
        (self.opened != u32::MAX).then_some(self.opened as usize)
    }

    /// Records the event that opens the node.
    pub(super) const fn open(&mut self, event: usize) {
        self.opened = event as u32;
    }
}

/// Nodes of all open lists.
pub(super) struct NodeTable {
    size: Size,
    /// Page number of each stretch of cells, for each list. Numbers count from 1; 0 means that there is no page yet.
    lists: Vec<Vec<u32>>,
    pages: Vec<[NodeState; PAGE]>,
    /// Record for events without a valid cell.
    nowhere: NodeState,
    /// Nodes that are more than a cell, by list, cell and the rest of their state.
    nodes: HashMap<(u8, Cell, String), NodeState>,
}

impl NodeTable {
    /// Creates an empty table for a map of `size`.
    pub(super) fn new(size: Size) -> Self {
        Self { size, lists: Vec::new(), pages: Vec::new(), nowhere: NodeState::NOTHING, nodes: HashMap::new() }
    }

    /// Returns the node of a cell in a list. `state` identifies the node if a cell may have several.
    pub(super) fn node(&mut self, list: u8, cell: Cell, state: Option<String>) -> &mut NodeState {
        match state {
            Some(state) => self.nodes.entry((list, cell, state)).or_insert(NodeState::NOTHING),
            None => self.at(list, cell),
        }
    }

    fn at(&mut self, list: u8, cell: Cell) -> &mut NodeState {
        if !self.size.contains(cell) {
            return &mut self.nowhere;
        }
        let (index, list) = (self.size.index(cell), usize::from(list));
        if self.lists.len() <= list {
            self.lists.resize_with(list + 1, Vec::new);
        }
        let places = &mut self.lists[list];
        if places.len() <= index / PAGE {
            places.resize(index / PAGE + 1, 0);
        }
        let place = &mut places[index / PAGE];
        if *place == 0 {
            self.pages.push([NodeState::NOTHING; PAGE]);
            *place = self.pages.len() as u32;
        }
        &mut self.pages[*place as usize - 1][index % PAGE]
    }

    /// Removes all nodes, because another search begins.
    pub(super) fn clear(&mut self) {
        self.lists.clear();
        self.pages.clear();
        self.nowhere = NodeState::NOTHING;
        self.nodes.clear();
    }
}
