//! The nodes of a search trace, by their ids.

use super::place::Place;
use std::borrow::Cow;
use std::collections::HashMap;

/// A node: its latest place and parent, and what has happened to it.
#[derive(Clone, Copy, Default, Debug)]
pub(super) struct Node {
    /// Latest place.
    pub(super) place: Option<Place>,
    /// Number of the latest parent.
    pub(super) parent: Option<u32>,
    /// Whether it was expanded.
    pub(super) expanded: bool,
}

/// All nodes. Each id has a number.
#[derive(Default, Debug)]
pub(super) struct Nodes<'a> {
    numbers: HashMap<Cow<'a, str>, u32>,
    all: Vec<Node>,
}

impl<'a> Nodes<'a> {
    /// Returns the number of an id. Unknown ids get a new one.
    pub(super) fn number(&mut self, id: Cow<'a, str>) -> u32 {
        let next = self.all.len() as u32;
        let number = *self.numbers.entry(id).or_insert(next);
        if number == next {
            self.all.push(Node::default());
        }
        number
    }

    /// Returns a node.
    pub(super) fn get(&self, number: u32) -> Node {
        self.all.get(number as usize).copied().unwrap_or_default()
    }

    /// Returns a node to change it.
    pub(super) fn get_mut(&mut self, number: u32) -> Option<&mut Node> {
        self.all.get_mut(number as usize)
    }

    /// Returns the number of nodes on the way from the root to a node. A parent that no event describes ends the way, such
    /// as -1. `None` if the way goes in a circle or has another node without a place.
    pub(super) fn length(&self, number: u32) -> Option<usize> {
        let (mut length, mut next) = (0_usize, Some(number));
        while let Some(number) = next {
            let node = self.get(number);
            if node.place.is_none() && node.parent.is_none() && length > 0 {
                break;
            }
            length = length.saturating_add(1);
            if node.place.is_none() || length > self.all.len() {
                return None;
            }
            next = node.parent;
        }
        Some(length)
    }

    /// Returns the places from the root to a node. The way must have a length.
    pub(super) fn way(&self, number: u32, length: usize) -> Vec<Place> {
        let up = std::iter::successors(Some(number), |&number| self.get(number).parent).take(length);
        let mut all: Vec<Place> = up.filter_map(|number| self.get(number).place).collect();
        all.reverse();
        all
    }
}
