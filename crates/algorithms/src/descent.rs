//! How an actor walks down a Dijkstra map: it takes the lowest neighbour, and dice decide between equals.

use crate::event::Value;
use crate::geometry::{Cell, Dir};
use crate::root2::Root2;
use crate::trace::replay::WhyNot;
use crate::trace::{Candidate, CandidateResult, Decision};

/// A neighbour that was weighed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Neighbour {
    /// Value that is compared: the neighbour's map value, plus the cost of the step if the rule counts it.
    pub total: Root2,
    /// The event that weighed it.
    pub event: usize,
    /// The neighbour's cell.
    pub cell: Cell,
    /// The direction from the neighbour to the actor that weighs it.
    pub from: Dir,
}

/// The neighbours weighed in one turn, and the result.
#[derive(Clone, Debug, Default)]
pub struct Descent {
    /// The neighbours that may be taken.
    pub weighed: Vec<Neighbour>,
    /// The refused neighbours, each with its direction, its event and the reason.
    pub refused: Vec<(Cell, Dir, usize, &'static str)>,
    /// Only neighbours below this value are taken.
    pub limit: Option<Root2>,
    /// The number rolled, in [0, 1), if several neighbours were lowest.
    pub roll: Option<f64>,
    /// The cell that was taken.
    pub taken: Option<Cell>,
    /// Why no step was taken in the end.
    pub stayed: Option<&'static str>,
}

/// The words and formats with which a choice is displayed.
#[expect(missing_debug_implementations, reason = "it holds functions")]
pub struct Terms<'a> {
    /// Title of the scoreboard.
    pub title: String,
    /// Columns of the scoreboard, besides the direction and the cell.
    pub columns: &'a [&'static str],
    /// Function that returns the texts of these columns for a neighbour.
    pub texts: &'a dyn Fn(&Neighbour) -> Vec<String>,
    /// Name of the compared quantity, such as `value`.
    pub compared: &'static str,
    /// Word for the best neighbour, such as `lowest`.
    pub best: &'static str,
    /// Word for every other neighbour, such as `higher`.
    pub worse: &'static str,
    /// Function that converts a total to a [`Value`].
    pub value: &'a dyn Fn(Root2) -> Value,
    /// Function that formats a total as text.
    pub long: &'a dyn Fn(Root2) -> String,
}

impl Descent {
    /// Returns the neighbours that may be taken, the lowest first. Equals keep the order in which they were weighed.
    pub(crate) fn ranked(&self) -> Vec<Neighbour> {
        let mut all = self.weighed.clone();
        all.sort_by_key(|n| n.total);
        all
    }

    /// Returns the choice of the neighbour with the lowest distance plus step, as far as it has been made, or `None` if no
    /// neighbour has been weighed yet.
    pub(crate) fn nearest(&self, title: String) -> Option<Decision> {
        let texts = |n: &Neighbour| {
            let step = Root2::step(n.from);
            vec![(n.total - step).long(), step.to_string(), n.total.long()]
        };
        self.decision(&Terms {
            title,
            columns: &["value", "step", "total"],
            texts: &texts,
            compared: "value plus step =",
            best: "nearest",
            worse: "farther",
            value: &Value::from,
            long: &Root2::long,
        })
    }

    /// Returns the choice as far as it has been made, or `None` if no neighbour has been weighed yet.
    pub fn decision(&self, terms: &Terms<'_>) -> Option<Decision> {
        if self.weighed.is_empty() && self.refused.is_empty() {
            return None;
        }
        let all = self.ranked();
        let lowest = all.first().map_or(Root2::ZERO, |n| n.total);
        // If even the lowest is not below the limit, the others are compared with the limit.
        let best = self.limit.filter(|&limit| limit <= lowest).unwrap_or(lowest);
        let n = all.iter().filter(|n| n.total == lowest).count();
        let place = |cell: Cell, from: Dir| vec![from.opposite().arrow().to_string(), cell.to_string()];
        let weighed_candidates = all.iter().map(|n| Candidate {
            cell: Some(n.cell),
            values: [place(n.cell, n.from), (terms.texts)(n)].concat(),
            event: Some(n.event),
            against: Some(((terms.value)(best), (terms.value)(n.total))),
            fate: self.fate(n, lowest, terms),
        });
        let refused = self.refused.iter().map(|&(cell, from, event, why)| Candidate {
            cell: Some(cell),
            values: [place(cell, from), vec!["–".to_owned(); terms.columns.len()]].concat(),
            event: Some(event),
            against: None,
            fate: CandidateResult::lost("refused", why),
        });
        Some(Decision {
            title: terms.title.clone(),
            columns: [&["direction", "cell"], terms.columns].concat().into_iter().map(Into::into).collect(),
            candidates: weighed_candidates.chain(refused).collect(),
            tied: format!("equal {} {}", terms.compared, (terms.long)(lowest)),
            rule: match self.roll {
                Some(roll) => format!("⌊{roll:.3} · {n}⌋ of N, E, S, W, NE, SE, SW, NW, counted from 0"),
                None => format!("the dice choose among the {}", terms.best),
            },
            roll: self.roll.map(|roll| (roll, 1.0 / n as f64)),
        })
    }

    fn fate(&self, n: &Neighbour, lowest: Root2, terms: &Terms<'_>) -> CandidateResult {
        let Terms { best, worse, .. } = terms;
        let is_taken = self.taken == Some(n.cell);
        match self.stayed {
            _ if self.limit.is_some_and(|limit| n.total >= limit) => {
                CandidateResult::lost(*worse, "not lower than the current cell")
            }
            _ if n.total > lowest => {
                CandidateResult::lost(*worse, format!("{} more than the {best}", (terms.long)(n.total - lowest)))
            }
            Some(why) if is_taken || self.taken.is_none() => {
                CandidateResult::lost("waited", format!("the {best}, but the walker stayed: {why}"))
            }
            None if is_taken => CandidateResult::Chosen,
            None if self.taken.is_none() => CandidateResult::Open,
            _ => CandidateResult::Tied("equal, but the dice chose another".to_owned()),
        }
    }
}

/// Explains why a neighbour was not taken, with the value it had.
pub(crate) fn why_not(choice: &Decision, cell: Cell) -> Option<WhyNot> {
    let why = choice.why_not(cell)?;
    let (name, last) = (choice.columns.last()?, |c: &Candidate| c.values.last().cloned());
    let (Some(this), Some(_)) = (choice.of(cell).and_then(last), &why.this) else { return Some(why) };
    let best = choice.chosen_candidate().filter(|best| best.cell != Some(cell));
    let best = best.and_then(|best| Some(format!(", that of {} {}", best.cell?, last(best)?)));
    let sentence = format!("{} Its {name} was {this}{}.", why.sentence, best.unwrap_or_default());
    Some(WhyNot { sentence, ..why })
}
