//! The choice of somebody who walks down a Dijkstra map: of the neighbours the lowest is taken, dice fall among equals.

use crate::event::Value;
use crate::geometry::{Cell, Dir};
use crate::root2::Root2;
use crate::trace::replay::WhyNot;
use crate::trace::{Candidate, Decision, Fate};

/// A neighbour that was weighed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Neighbour {
    /// What it comes to: its value, and the step there where that counts.
    pub total: Root2,
    /// The event that weighed it.
    pub event: usize,
    /// Its cell.
    pub cell: Cell,
    /// From there to the one who weighs it.
    pub from: Dir,
}

/// The neighbours weighed in one turn, and what came of it.
#[derive(Clone, Debug, Default)]
pub struct Descent {
    /// Those that can be taken.
    pub weighed: Vec<Neighbour>,
    /// Those that are out of the question, each with its event and the reason.
    pub refused: Vec<(Cell, Dir, usize, &'static str)>,
    /// Only what lies below this is taken.
    pub limit: Option<Root2>,
    /// The number rolled, in [0, 1), where several were lowest.
    pub roll: Option<f64>,
    /// The one that was taken.
    pub taken: Option<Cell>,
    /// Why none was taken in the end.
    pub stayed: Option<&'static str>,
}

/// How a choice is spoken of.
#[expect(missing_debug_implementations, reason = "it holds functions")]
pub struct Terms<'a> {
    /// The title of its scoreboard.
    pub title: String,
    /// The columns of its scoreboard, besides the way there and the cell.
    pub columns: &'a [&'static str],
    /// What these columns say of a neighbour.
    pub texts: &'a dyn Fn(&Neighbour) -> Vec<String>,
    /// What is compared, such as `value`.
    pub compared: &'static str,
    /// What the best of it is called, such as `lowest`.
    pub best: &'static str,
    /// What all others are called, such as `higher`.
    pub worse: &'static str,
    /// What a neighbour comes to, as a value.
    pub value: &'a dyn Fn(Root2) -> Value,
    /// The same as people read it.
    pub long: &'a dyn Fn(Root2) -> String,
}

impl Descent {
    /// Those that can be taken, the lowest first, and equals in the order in which they were weighed.
    pub fn ranked(&self) -> Vec<Neighbour> {
        let mut all = self.weighed.clone();
        all.sort_by_key(|n| n.total);
        all
    }

    /// The choice as far as it has come; `None` where nothing was weighed yet.
    pub fn decision(&self, terms: &Terms<'_>) -> Option<Decision> {
        if self.weighed.is_empty() && self.refused.is_empty() {
            return None;
        }
        let all = self.ranked();
        let lowest = all.first().map_or(Root2::ZERO, |n| n.total);
        // Where even the lowest is too high, it is that limit which the others are held against.
        let best = self.limit.filter(|&limit| limit <= lowest).unwrap_or(lowest);
        let n = all.iter().filter(|n| n.total == lowest).count();
        let place = |cell: Cell, from: Dir| vec![from.opposite().arrow().to_string(), cell.to_string()];
        let weighed = all.iter().map(|n| Candidate {
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
            fate: Fate::lost("refused", why),
        });
        Some(Decision {
            title: terms.title.clone(),
            columns: [&["way", "cell"], terms.columns].concat().into_iter().map(Into::into).collect(),
            candidates: weighed.chain(refused).collect(),
            tied: format!("equal {} {}", terms.compared, (terms.long)(lowest)),
            rule: match self.roll {
                Some(roll) => format!("⌊{roll:.3} · {n}⌋ of N, E, S, W, NE, SE, SW, NW, counted from 0"),
                None => format!("dice among the {}", terms.best),
            },
            roll: self.roll.map(|roll| (roll, 1.0 / n as f64)),
        })
    }

    fn fate(&self, n: &Neighbour, lowest: Root2, terms: &Terms<'_>) -> Fate {
        let Terms { best, worse, .. } = terms;
        let is_taken = self.taken == Some(n.cell);
        match self.stayed {
            _ if self.limit.is_some_and(|limit| n.total >= limit) => {
                Fate::lost(*worse, "not lower than where it stands")
            }
            _ if n.total > lowest => {
                Fate::lost(*worse, format!("{} more than the {best}", (terms.long)(n.total - lowest)))
            }
            Some(why) if is_taken || self.taken.is_none() => {
                Fate::lost("waited", format!("the {best}, but it waited: {why}"))
            }
            None if is_taken => Fate::Chosen,
            None if self.taken.is_none() => Fate::Open,
            _ => Fate::Tied("equal, and the dice fell otherwise".to_owned()),
        }
    }
}

/// Why a neighbour was not taken, with what it came to.
pub fn why_not(choice: &Decision, cell: Cell) -> Option<WhyNot> {
    let why = choice.why_not(cell)?;
    let (name, last) = (choice.columns.last()?, |c: &Candidate| c.values.last().cloned());
    let (Some(this), Some(_)) = (choice.of(cell).and_then(last), &why.this) else { return Some(why) };
    let best = choice.chosen().filter(|best| best.cell != Some(cell));
    let best = best.and_then(|best| Some(format!(", that of {} {}", best.cell?, last(best)?)));
    let sentence = format!("{} Its {name} was {this}{}.", why.sentence, best.unwrap_or_default());
    Some(WhyNot { sentence, ..why })
}
