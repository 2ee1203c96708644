//! Links: the steps of a search that does not go from neighbour to neighbour. Its events state each link with its cost,
//! and the header may list all of them.

use super::judge::Judge;
use super::node_records::NodeRecord;
use crate::formats::log::{Header, LogEvent, Steps};
use gridscope_trace::geometry::Cell;
use rustc_hash::{FxHashMap, FxHashSet};

/// Header entry to suggest for listing the links.
pub(super) const LINKS: &str = "\"links\": [[[0, 0], [5, 2], 3]]";
/// Reason why rules about the ground are not checked.
pub(super) const UNLISTED: &str = "steps are links, and the header does not list all of them";
/// Reason why the cost of a path is not checked.
pub(super) const FINER: &str = "the path has steps that are no links of the log";

/// Links that a log states.
#[derive(Debug, Default)]
pub(super) struct Links {
    /// Links of the header, by the cell that they leave, and by the cell that they lead to.
    out: FxHashMap<Cell, Vec<(Cell, Option<f64>)>>,
    into: FxHashMap<Cell, Vec<Cell>>,
    /// Cost of each link that an event states, or NaN if events differ or state none.
    stated: FxHashMap<(Cell, Cell), f64>,
}

impl Links {
    /// Returns the links of a header. They count only if its steps are links.
    pub(super) fn of(header: &Header) -> Self {
        let mut all = Self::default();
        for link in header.promises.links.iter().filter(|_| header.steps == Some(Steps::Links)) {
            all.out.entry(link.from).or_default().push((link.to, link.cost));
            all.into.entry(link.to).or_default().push(link.from);
        }
        all
    }

    /// Returns whether the header lists all links.
    pub(super) fn are_listed(&self) -> bool {
        !self.out.is_empty()
    }

    /// Returns whether the header states the cost of a link.
    pub(super) fn have_costs(&self) -> bool {
        self.out.values().flatten().any(|link| link.1.is_some())
    }

    /// Returns the smallest map that holds all listed links.
    pub(super) fn size(&self) -> Option<(u16, u16)> {
        let cells = self.out.keys().chain(self.into.keys());
        let (x, y) = cells.fold((0, 0), |(x, y), cell| (x.max(cell.x), y.max(cell.y)));
        self.are_listed().then(|| (x.saturating_add(1), y.saturating_add(1)))
    }

    /// Records a link that an event states.
    pub(super) fn record(&mut self, from: Cell, to: Cell, cost: Option<f64>) {
        let cost = cost.unwrap_or(f64::NAN);
        let known = self.stated.entry((from, to)).or_insert(cost);
        if known.to_bits() != cost.to_bits() {
            *known = f64::NAN;
        }
    }

    /// Returns the listed links from a cell.
    pub(super) fn from(&self, cell: Cell) -> impl Iterator<Item = Cell> {
        self.out.get(&cell).into_iter().flatten().map(|link| link.0)
    }

    /// Returns the cells with a listed link to a cell.
    pub(super) fn to(&self, cell: Cell) -> impl Iterator<Item = Cell> {
        self.into.get(&cell).into_iter().flatten().copied()
    }

    /// Returns the cost of a link, if it is known.
    pub(super) fn cost(&self, from: Cell, to: Cell) -> Option<f64> {
        let of = |(from, to): (Cell, Cell)| {
            let listed = self.out.get(&from).into_iter().flatten().find(|link| link.0 == to).and_then(|link| link.1);
            listed.or_else(|| self.stated.get(&(from, to)).copied().filter(|cost| !cost.is_nan()))
        };
        of((from, to)).or_else(|| of((to, from)))
    }

    /// Returns whether a link between two cells is stated, in one direction at least.
    pub(super) fn join(&self, a: Cell, b: Cell) -> bool {
        let has =
            |from: Cell, to: Cell| self.stated.contains_key(&(from, to)) || self.from(from).any(|cell| cell == to);
        has(a, b) || has(b, a)
    }

    /// Returns the cells of a path that lie within a link: the path goes through the cells between its ends.
    pub(super) fn refined(&self, path: &[Cell]) -> FxHashSet<Cell> {
        let mut within = FxHashSet::default();
        let places: FxHashMap<Cell, usize> = path.iter().copied().zip(0..).collect();
        let logged = self.stated.keys().copied();
        let listed = self.out.iter().flat_map(|(&from, all)| all.iter().map(move |link| (from, link.0)));
        for (from, to) in logged.chain(listed) {
            if let (Some(&a), Some(&b)) = (places.get(&from), places.get(&to)) {
                within.extend(path.get(a.min(b) + 1..a.max(b)).into_iter().flatten().copied());
            }
        }
        within
    }
}

impl Judge<'_> {
    /// Records the link of an event, if steps are links.
    pub(super) fn note_link(&mut self, event: &LogEvent, from: Cell, to: Cell) {
        if self.facts.steps == Some(Steps::Links) {
            self.facts.links.record(from, to, event.number("step"));
        }
    }

    /// Returns whether steps are links, and a cost is the g of the node at the end of a path. Such a path may go through
    /// cells that are no nodes.
    pub(super) fn is_cost_of_end(&self, end: Cell, cost: f64) -> bool {
        let nodes = self.search.lists.values().flat_map(|list| {
            list.nodes.of(end).into_iter().filter_map(|node| list.nodes.get(node)).filter_map(NodeRecord::g)
        });
        self.facts.steps == Some(Steps::Links) && { nodes }.any(|g| self.facts.rounding.same(g, cost, 64))
    }
}
