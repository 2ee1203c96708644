//! Whether an expansion passed a neighbour over, or whether its program jumps and does not say so.

use super::Rule;
use super::judge::Judge;
use super::node::Node;
use super::search::Known;
use crate::core::geometry::Cell;
use crate::formats::log::{LogEvent, Word};
use std::collections::{HashMap, HashSet};

/// What the expansions so far show of how their program looks around.
#[derive(Debug, Default)]
pub(super) struct Looked {
    /// After how many expansions every neighbour was looked at.
    whole: usize,
    asked: usize,
    /// Whether every cell that is opened is one where a jump may end.
    jumps: bool,
    /// Where cells were opened from.
    came: HashMap<Cell, Cell>,
    /// The neighbours that a jump would pass over, with the expansions that did.
    passed: HashSet<(usize, Cell)>,
}

impl Looked {
    /// Notes where a cell was opened from.
    pub(super) fn came(&mut self, at: Cell, from: Cell) {
        if self.jumps {
            self.came.insert(at, from);
        }
    }
}

impl Judge<'_> {
    /// Whether a neighbour of the cell that was expanded last was passed over; asked when the next one is expanded.
    pub(super) fn judge_missed(&mut self, events: &[LogEvent]) {
        let Some((index, Node { cell, .. }, name, seen)) = self.search.current.take() else { return };
        if self.facts.ground.is_none() || self.unasked[Rule::Missed as usize] {
            return;
        }
        let occupied = &self.occupied;
        let g = self.search.lists.get(&name).and_then(|list| list.nodes.get(Node::plain(cell))).and_then(Known::g);
        let passed: Vec<Cell> = self
            .facts
            .beside(cell, true)
            .filter(|to| !seen.contains(to) && !self.search.is_closed(Node::plain(*to)) && !self.search.is_start(*to))
            .filter(|to| !self.search.refused.contains(to) && !occupied.contains(to))
            .filter(|to| {
                let known = self.search.lists.get(&name).and_then(|list| list.nodes.get(Node::plain(*to)));
                let Some(waits) = known.filter(|known| known.waits.is_some()) else { return true };
                match (g, self.facts.price(cell, *to), waits.opened) {
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
            self.accuse(index, &events[index], Rule::Missed, Some(to), sentence);
        }
    }

    /// Where nothing is said of steps, a search by jump points does not look at every neighbour (D. Harabor and
    /// A. Grastien, *Online Graph Pruning for Pathfinding on Grid Maps*, 2011).
    pub(super) fn forgive_jumps(&mut self) {
        if self.facts.steps.is_some() {
            return;
        }
        // Where most expansions pass neighbours over, it is the program's manner.
        let manner = self.looked.whole * 2 < self.looked.asked;
        let Looked { passed, .. } = &self.looked;
        self.found.retain(|one| {
            let forgiven = manner || one.at.is_some_and(|at| passed.contains(&(one.event, at)));
            one.rule != Rule::Missed || !forgiven
        });
    }

    /// Looks through a log that says nothing of steps: whether all that it opens may be where jumps end.
    pub(super) fn look_for_jumps(&mut self, events: &[LogEvent]) {
        if self.facts.steps.is_some() || self.facts.neighbours == Some(4) {
            return;
        }
        let opens = events.iter().filter(|event| event.word == Word::Open);
        let control = self.ways.control;
        let steps = opens.filter_map(|event| event.from.zip(event.at)).filter(|(from, at)| from != at);
        let mut steps = steps.take_while(|_| control.stopped().is_ok());
        let ground = self.facts.ground.is_some();
        self.looked.jumps = !ground || steps.all(|(from, at)| self.ends_jump(from, at));
        // A single run among many steps is one too.
        self.facts.one_by_one &= !(self.looked.jumps && self.survey.far_once);
    }

    /// Whether a search by jump points would not look at a neighbour: a jump there finds nothing, or looks at a cell behind
    /// it, or is pruned, as it does not lead on from where the cell was opened.
    fn is_passed_by_jumps(&self, cell: Cell, to: Cell, seen: &HashSet<Cell>) -> bool {
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

    /// Whether a jump may end at a cell: at a goal, where the walls beside the run change, or where a turn leads to one of
    /// these.
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

    /// The cell that lies so far from another one, if it is on the ground and free.
    fn on(&self, cell: Cell, dx: i32, dy: i32) -> Option<Cell> {
        let place = |a: u16, d: i32| u16::try_from(i32::from(a) + d).ok();
        let to = Cell::new(place(cell.x, dx)?, place(cell.y, dy)?);
        self.facts.is_free(to).then_some(to)
    }
}

/// The direction of a run.
fn toward(from: Cell, to: Cell) -> (i32, i32) {
    let sign = |a: u16, b: u16| (i32::from(b) - i32::from(a)).signum();
    (sign(from.x, to.x), sign(from.y, to.y))
}
