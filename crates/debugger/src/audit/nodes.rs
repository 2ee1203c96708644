//! Finds the node that an event is about, its parent nodes, and their records.

use super::judge::Judge;
use super::node::Node;
use super::node_records::NodeRecord;
use crate::formats::log::LogEvent;
use gridscope_trace::geometry::Cell;
use smallvec::{SmallVec, smallvec};

impl Judge<'_> {
    /// Returns the node that an event is about. If the event leaves parts of the state open, it is the node on the open
    /// list.
    pub(super) fn node(&mut self, event: &LogEvent, at: Cell, waits: bool) -> Node {
        let node = self.states.of(event, at);
        if !self.states.has_any() || self.states.names_all(event) {
            return node;
        }
        let Some(list) = self.search.lists.get(&event.list()) else { return node };
        let all = list.nodes.of(at);
        let fits = |other: &&Node| self.states.may_be(other.state, node.state);
        let waiting = |other: &&Node| !waits || list.nodes.get(**other).is_some_and(|known| known.waits.is_some());
        all.iter().filter(fits).find(waiting).or_else(|| all.iter().rev().find(fits)).copied().unwrap_or(node)
    }

    /// Returns the possible parents of a step: the named node, or the expanded nodes of the parent cell.
    pub(super) fn parents(&mut self, event: &LogEvent, from: Cell) -> SmallVec<[Node; 2]> {
        if !self.states.has_any() {
            return smallvec![Node::plain(from)];
        }
        if let Some(node) = self.states.parent(event) {
            return smallvec![node];
        }
        let current = self.search.current.as_ref().map(|current| current.1).filter(|node| node.cell == from);
        let list = self.search.lists.entry(event.list()).or_default();
        let expanded = |node: &Node| list.nodes.get(*node).is_some_and(|known| known.was_expanded);
        let mut all: SmallVec<[Node; 2]> = list.nodes.of(from).into_iter().filter(expanded).collect();
        all.sort_by_key(|node| Some(*node) != current);
        if all.is_empty() { smallvec![Node::plain(from)] } else { all }
    }

    /// Returns the record of a node in a list, or in another list if it was never expanded there.
    pub(super) fn known_anywhere(&self, list: Option<&String>, node: Node) -> Option<&NodeRecord> {
        let own = self.search.lists.get(&list.cloned()).and_then(|list| list.nodes.get(node));
        if own.is_some_and(|known| known.was_expanded) {
            return own;
        }
        let mut others = self.search.lists.values().filter_map(|list| list.nodes.get(node));
        others.find(|known| known.was_expanded).or(own)
    }
}
