//! Checks whether an expansion missed a neighbour, or whether the program jumps without stating it.

use super::Rule;
use super::judge::Judge;
use super::node::Node;
use super::node_records::NodeRecord;
use crate::formats::log::{EventList, Word};
use gridscope_trace::geometry::Cell;
use rustc_hash::{FxHashMap, FxHashSet};

/// Evidence from the expansions so far about which neighbours the program examines.
#[derive(Debug, Default)]
pub(super) struct NeighbourEvidence {
    /// Number of expansions that examined every neighbour, and number of expansions checked.
    whole: usize,
    asked: usize,
    /// Whether every opened cell is one where a jump may end.
    jumps: bool,
    /// Cell from which each cell was opened.
    came: FxHashMap<Cell, Cell>,
    /// Neighbours that a jump would pass over, with the expansions that missed them.
    passed: FxHashSet<(usize, Cell)>,
}

impl NeighbourEvidence {
    /// Records the cell from which a cell was opened.
    pub(super) fn record_parent(&mut self, at: Cell, from: Cell) {
        if self.jumps {
            self.came.insert(at, from);
        }
    }
}

impl Judge<'_> {
    /// Checks whether the last expansion missed a neighbour. Called at the next expansion.
    pub(super) fn judge_missed(&mut self, events: &EventList) {
        let Some((index, Node { cell, .. }, name, seen)) = self.search.current.take() else { return };
        if !self.facts.knows_ways() || self.unasked[Rule::Missed as usize] {
            return;
        }
        let occupied = &self.occupied;
        // A search from the goal pays for the step in the other direction.
        let backward = name.is_some() || self.search.may_be_backward();
        let price = |to: Cell| if backward { self.dearest(cell, to, None) } else { self.facts.price(cell, to) };
        let g = self.search.lists.get(&name).and_then(|list| list.nodes.get(Node::plain(cell))).and_then(NodeRecord::g);
        let passed: Vec<Cell> = self
            .facts
            .reachable_neighbours(cell, true)
            .filter(|to| !seen.contains(to) && !self.search.is_closed(Node::plain(*to)) && !self.search.is_start(*to))
            .filter(|to| !self.search.refused.contains(to) && !occupied.contains(to))
            .filter(|to| {
                let known = self.search.lists.get(&name).and_then(|list| list.nodes.get(Node::plain(*to)));
                let Some(waits) = known.filter(|known| known.waits.is_some()) else { return true };
                match (g, price(*to), waits.opened) {
                    (Some(g), Some(price), Some(there)) => self.facts.rounding.less(g + price, there, 2),
                    _ => false,
                }
            })
            .collect();
        self.looked.asked += 1;
        self.looked.whole += usize::from(passed.is_empty());
        for to in passed {
            if self.looked.jumps && self.is_passed_by_jumps(cell, to, &seen) {
                self.looked.passed.insert((index, to));
            }
            let sentence = format!(
                "{} was expanded, but its neighbour {} was neither opened nor rejected from it.",
                self.facts.place(cell),
                self.facts.place(to)
            );
            if let Some(event) = events.get(index) {
                self.add_finding(index, &event, Rule::Missed, Some(to), sentence);
            }
        }
    }

    /// Removes findings that jump point search explains, if the log does not state its steps. That search does not
    /// examine every neighbour (D. Harabor and A. Grastien, *Online Graph Pruning for Pathfinding on Grid Maps*, 2011).
    pub(super) fn forgive_jumps(&mut self) {
        if self.facts.steps.is_some() {
            return;
        }
        // If most expansions miss neighbours, the program works that way.
        let manner = self.looked.whole * 2 < self.looked.asked;
        let NeighbourEvidence { passed, .. } = &self.looked;
        self.found.retain(|one| {
            let forgiven = manner || one.at.is_some_and(|at| passed.contains(&(one.event, at)));
            one.rule != Rule::Missed || !forgiven
        });
    }

    /// Finds out whether all opened cells may be jump points, in a log that does not state its steps.
    pub(super) fn look_for_jumps(&mut self, events: &EventList) {
        if self.facts.steps.is_some() || self.facts.neighbours == Some(4) {
            return;
        }
        let opens = events.outlines(0).filter(|event| event.word == Word::Open);
        let progress = self.ways.progress;
        let steps = opens.filter_map(|event| event.from.zip(event.at)).filter(|(from, at)| from != at);
        let mut steps = steps.take_while(|_| !progress.is_stopped());
        let ground = self.facts.ground.is_some();
        self.looked.jumps = !ground || steps.all(|(from, at)| self.ends_jump(from, at));
        // A single long step among many short ones may also be a jump.
        self.facts.one_by_one &= !(self.looked.jumps && self.survey.far_once);
    }

    /// Returns whether jump point search would not examine a neighbour: a jump finds nothing, ends at an examined cell
    /// further on, or is pruned because it does not lead on from the cell's parent.
    fn is_passed_by_jumps(&self, cell: Cell, to: Cell, seen: &FxHashSet<Cell>) -> bool {
        let (dx, dy) = toward(cell, to);
        let pruned = self.looked.came.get(&cell).is_some_and(|&from| {
            let (ahead_x, ahead_y) = toward(from, cell);
            (dx != 0 && dx != ahead_x) || (dy != 0 && dy != ahead_y)
        });
        let (mut last, mut next) = (cell, Some(to));
        while let (false, Some(at)) = (pruned, next.filter(|&at| self.facts.corner_cut(last, at).is_none())) {
            if self.ends_jump(last, at) {
                return seen.contains(&at);
            }
            (last, next) = (at, self.on(at, dx, dy));
        }
        true
    }

    /// Returns whether a jump may end at a cell: at a goal, where the walls beside the run change, or where a turn
    /// leads to one of these.
    fn ends_jump(&self, from: Cell, at: Cell) -> bool {
        let (dx, dy) = toward(from, at);
        let turns = |cell: Cell, dx: i32, dy: i32| {
            let open = |along: i32, side: i32| self.on(cell, along * dx + side * dy, along * dy + side * dx).is_some();
            let changes =
                [1, -1].into_iter().any(|side| open(-1, side) != open(0, side) || open(0, side) != open(1, side));
            self.survey.goals.contains(&cell) || changes
        };
        if dx == 0 || dy == 0 {
            return turns(at, dx, dy);
        }
        let beside = self.on(at, -dx, 0).is_none() || self.on(at, 0, -dy).is_none();
        let mut runs = [(dx, 0), (0, dy)].into_iter().flat_map(|(dx, dy)| {
            std::iter::successors(self.on(at, dx, dy), move |&cell| self.on(cell, dx, dy))
                .map(move |cell| (cell, dx, dy))
        });
        beside || self.survey.goals.contains(&at) || runs.any(|(cell, dx, dy)| turns(cell, dx, dy))
    }

    /// Returns the cell at this offset, if it is on the map and free.
    fn on(&self, cell: Cell, dx: i32, dy: i32) -> Option<Cell> {
        let place = |a: u16, d: i32| u16::try_from(i32::from(a) + d).ok();
        let to = Cell::new(place(cell.x, dx)?, place(cell.y, dy)?);
        self.facts.is_free(to).then_some(to)
    }
}

/// Returns the direction of a run.
fn toward(from: Cell, to: Cell) -> (i32, i32) {
    let sign = |a: u16, b: u16| (i32::from(b) - i32::from(a)).signum();
    (sign(from.x, to.x), sign(from.y, to.y))
}
