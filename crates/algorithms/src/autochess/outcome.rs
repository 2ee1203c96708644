//! What comes out of auto chess: the answer of one piece, or how a fight went.

use super::event::Choice;
use crate::geometry::Cell;
use serde::Serialize;
use serde_json::Value;
use std::collections::BTreeMap;

/// What comes out: of one decision, or of a fight.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(untagged)]
#[expect(missing_docs, reason = "the types say it")]
#[non_exhaustive]
pub enum Outcome {
    Answer(Answer),
    Fight(Fight),
}

/// What one piece decided.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[expect(missing_docs, reason = "the names say it")]
pub struct Answer {
    pub hop: Option<Cell>,
    /// Which rule said so.
    pub chose: &'static str,
    pub stock: StockAnswer,
    /// What the diagonal rule offers, whether or not a gate refuses it.
    pub alt: Option<Cell>,
    /// Every cell in scan order; on boards of more than 65,536 cells only those in reach; none in a fight.
    pub candidates: Vec<Listed>,
    /// The answer of the rule of fewest jumps, where that one was asked.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub fewest: Option<FewestAnswer>,
}

impl Answer {
    /// A choice and its hop, and nothing else.
    pub(super) const fn of(chose: Choice, hop: Option<Cell>) -> Self {
        let stock = StockAnswer { target: None, hop: None };
        Self { hop, chose: chose.word(), stock, alt: None, candidates: Vec::new(), fewest: None }
    }
}

/// The answer of the rule of fewest jumps: the cell that they lead to, and how many there are.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[expect(missing_docs, reason = "the names say it")]
pub struct FewestAnswer {
    pub target: Option<Cell>,
    pub jumps: Option<u16>,
}

/// The stock rule's answer: the nearest cell in reach with a way to it, and the end of the first leg of that way.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
#[expect(missing_docs, reason = "the names say it")]
pub struct StockAnswer {
    pub target: Option<Cell>,
    pub hop: Option<Cell>,
}

/// What was made of one cell when the scan came to it.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[expect(missing_docs, reason = "the names say it")]
pub struct Listed {
    pub at: Cell,
    pub in_reach: bool,
    /// The end of the first leg of the way there; none where none was sought or found.
    pub hop: Option<Cell>,
    /// The straight-line distance from the piece, in units of the game.
    pub distance: f64,
    pub diagonal: bool,
    /// Why stock refused it; none where it took the lead.
    pub refused: Option<&'static str>,
    /// Why the diagonal rule refused it; none where it took that lead.
    pub refused_diagonal: Option<&'static str>,
    /// How many jumps it takes, where those were counted and it was reached.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub jumps: Option<u16>,
}

/// How a fight went; where it was played under both rules, each value by the name of the rule.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[expect(missing_docs, reason = "the names say it")]
pub struct Fight {
    /// How many rounds were played, one without a move included.
    pub rounds: Value,
    pub jumps: Value,
    /// Where the units stand, in the order of the scene; none where one was taken away.
    pub positions: Value,
    /// Under all rules: which of them won, no other one having needed fewer jumps; more than one may.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub wins: Option<BTreeMap<&'static str, bool>>,
    /// Under all rules: whether anybody had to jump at all.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub needed: Option<bool>,
}
