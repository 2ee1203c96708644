//! Where the walker steps: its neighbours by their values; and where it went by each rule.

use super::event::{Context, FleeEvent as E, Rule, Stop};
use crate::dijkstra::descent::{Descent, Neighbour, Terms};
use crate::geometry::Cell;
use crate::root2::Root2;
use crate::trace::{Decision, Fold, Moment};

/// The flight so far.
#[derive(Clone, Default)]
pub(super) struct Flight {
    /// Where the walker went by each rule, its start included.
    walks: [Vec<Cell>; 2],
    /// Where it stands in this turn, by which rule, and what that is worth.
    turn: Option<(Rule, Cell, Root2)>,
    descent: Descent,
}

impl Fold for Flight {
    type Event = E;

    fn take(&mut self, index: usize, event: &E, _: &Context) {
        match *event {
            E::Began { .. } => (self.turn, self.descent) = (None, Descent::default()),
            E::TurnBegan { rule, cell, turn, worth } => {
                if turn == 0 {
                    self.walks[rule as usize].push(cell);
                }
                (self.turn, self.descent) = (Some((rule, cell, worth)), Descent::default());
                self.descent.limit = Some(worth);
            }
            E::Weighed { cell, from, worth: total, .. } => {
                self.descent.weighed.push(Neighbour { total, event: index, cell, from });
            }
            E::Rolled { cell, roll, .. } => (self.descent.roll, self.descent.taken) = (Some(roll), Some(cell)),
            E::Stepped { rule, cell, .. } => {
                self.walks[rule as usize].push(cell);
                self.descent.taken = Some(cell);
            }
            E::Stopped { rule, cell, why: Stop::Safe, .. } => self.walks[rule as usize].push(cell),
            _ => {}
        }
    }
}

/// The cells that the walker went over by a rule until now, its start included.
pub(super) fn walk(now: &Moment<E>, rule: Rule) -> Vec<Cell> {
    let [sherratt, brogue] = now.state::<Flight>().walks;
    if rule == Rule::Sherratt { sherratt } else { brogue }
}

pub(super) fn decision(now: &Moment<E>) -> Option<Decision> {
    let Flight { turn, descent, .. } = now.state::<Flight>();
    let (rule, cell, worth) = turn?;
    descent.decision(&Terms {
        title: format!("Neighbours of {cell}, worth {}", rule.long(worth)),
        columns: &["value"],
        texts: &|n| vec![rule.long(n.total)],
        compared: "value",
        best: "lowest",
        worse: "higher",
        value: &|worth| rule.value(worth),
        long: &|worth| rule.long(worth),
    })
}
