//! Notices a g that grows with each change of direction: a node may be more than a cell.

use super::Rule;
use super::judge::Judge;
use super::node::Node;
use gridscope_trace::geometry::Cell;
use std::fmt::Write as _;

/// Evidence from the steps whose g is known.
#[derive(Debug, Default)]
pub(super) struct Turning {
    /// Cost that each change of direction adds, if all add the same.
    extra: Option<f64>,
    /// Number of changes of direction that add it.
    turns: usize,
    /// Whether a step contradicts it: straight on at another cost, or a turn that adds something else.
    is_contradicted: bool,
}

/// Number of changes of direction that are enough as evidence.
const ENOUGH: usize = 2;

impl Judge<'_> {
    /// Records how much more than its step a node costs. `parent` is the node that it was reached from.
    pub(super) fn note_turn(&mut self, list: Option<&String>, parent: Node, at: Cell, extra: f64) {
        let known = self.known_anywhere(list, parent);
        let Some((before, _)) = known.and_then(|known| known.parent).filter(|before| before.0 != parent.cell) else {
            // The first step has no direction to change, and costs what it costs.
            self.turning.is_contradicted |= extra != 0.0;
            return;
        };
        let toward =
            |a: Cell, b: Cell| ((i32::from(b.x) - i32::from(a.x)).signum(), (i32::from(b.y) - i32::from(a.y)).signum());
        let turns = toward(before, parent.cell) != toward(parent.cell, at);
        let rounding = self.facts.rounding;
        let turning = &mut self.turning;
        if turns && extra > 0.0 {
            let same = turning.extra.is_none_or(|known| rounding.same(known, extra, 8));
            turning.is_contradicted |= !same;
            turning.extra = Some(extra);
            turning.turns += 1;
        } else {
            turning.is_contradicted |= turns || extra != 0.0;
        }
    }

    /// Asks in the first finding about a cost whether a node is more than a cell, if every change of direction adds the
    /// same.
    pub(super) fn hint_at_turning(&mut self) {
        let Turning { turns, is_contradicted, .. } = self.turning;
        if is_contradicted || turns < ENOUGH {
            return;
        }
        let extra = self.turning.extra.map_or_else(String::new, super::digits::number_text);
        if let Some(first) = self.found.iter_mut().find(|finding| finding.rule == Rule::Cost) {
            let _ = write!(
                first.sentence,
                " Each change of direction adds {extra}. Is a node more than a cell, such as a cell and a direction? Then \
                 state it: \"state\": [\"facing\"]."
            );
        }
    }
}
