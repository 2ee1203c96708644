//! What a log has said of each cell of the search at hand, list by list: as many cells as it touches, and no more.

use super::keys::Span;
use crate::core::geometry::{Cell, Size};
use std::collections::HashMap;

/// How many cells lie together.
const PAGE: usize = 64;

/// What is known of a cell in an open list.
#[derive(Clone, Copy)]
pub(super) struct Known {
    pub(super) waits: bool,
    pub(super) expanded: bool,
    /// By which keys it waits.
    pub(super) keys: Span,
    /// The event that opened it, or past all events.
    opened: u32,
    g: f64,
}

impl Known {
    const NOTHING: Self = Self { waits: false, expanded: false, keys: Span::EMPTY, opened: u32::MAX, g: f64::NAN };

    /// Its g, if any was told.
    pub(super) fn g(&self) -> Option<f64> {
        (!self.g.is_nan()).then_some(self.g)
    }

    /// Takes a g, where one is told.
    pub(super) fn say_g(&mut self, g: Option<f64>) {
        self.g = g.unwrap_or(self.g);
    }

    /// The event that opened it.
    pub(super) fn opened(&self) -> Option<usize> {
        (self.opened != u32::MAX).then_some(self.opened as usize)
    }

    /// It is opened by that event.
    pub(super) const fn open(&mut self, event: usize) {
        self.opened = event as u32;
    }
}

/// The cells of all lists.
pub(super) struct Cells {
    size: Size,
    /// Where the page of each stretch of cells lies in each list, counted from 1; 0 where nothing is known.
    lists: Vec<Vec<u32>>,
    pages: Vec<[Known; PAGE]>,
    /// What is said of cells that lie nowhere.
    nowhere: Known,
    /// What is said of nodes that are more than a cell, by list, cell and the rest of their state.
    nodes: HashMap<(u8, Cell, String), Known>,
}

impl Cells {
    /// Nothing is known on a ground of that size.
    pub(super) fn new(size: Size) -> Self {
        Self { size, lists: Vec::new(), pages: Vec::new(), nowhere: Known::NOTHING, nodes: HashMap::new() }
    }

    /// The node of a cell in a list; `state` is what tells it from others of that cell, if there are several.
    pub(super) fn node(&mut self, list: u8, cell: Cell, state: Option<String>) -> &mut Known {
        match state {
            Some(state) => self.nodes.entry((list, cell, state)).or_insert(Known::NOTHING),
            None => self.at(list, cell),
        }
    }

    fn at(&mut self, list: u8, cell: Cell) -> &mut Known {
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
            self.pages.push([Known::NOTHING; PAGE]);
            *place = self.pages.len() as u32;
        }
        &mut self.pages[*place as usize - 1][index % PAGE]
    }

    /// Another search begins.
    pub(super) fn clear(&mut self) {
        self.lists.clear();
        self.pages.clear();
        self.nowhere = Known::NOTHING;
        self.nodes.clear();
    }
}
