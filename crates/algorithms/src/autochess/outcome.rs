//! Outcome of auto chess: the answer of one piece, or the result of a fight.

use super::event::Choice;
use crate::geometry::Cell;
use serde::Serialize;
use serde_json::Value;
use std::collections::BTreeMap;

/// Outcome of one decision or of a fight.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(untagged)]
#[expect(missing_docs, reason = "the types say it")]
#[non_exhaustive]
pub enum Outcome {
    Answer(Answer),
    Fight(Fight),
}

/// Returns the decision of one piece in a sentence. A fight is told by its numbers.
pub(super) fn ending(outcome: &Value) -> Option<String> {
    let cell = |value: &Value| serde_json::from_value::<Cell>(value.clone()).ok();
    let hop = cell(&outcome["hop"]);
    let stock = cell(&outcome["stock"]["hop"]);
    match (outcome["chose"].as_str()?, hop, stock) {
        ("none", ..) | (_, None, _) => Some("The piece stays where it is.".to_owned()),
        ("diagonal", Some(hop), Some(stock)) => {
            Some(format!("The piece jumps diagonally to {hop}. The stock jump would lead to {stock}."))
        }
        ("diagonal", Some(hop), None) => Some(format!("The piece jumps diagonally to {hop}.")),
        ("stock", Some(hop), _) => Some(match cell(&outcome["alt"]) {
            Some(alt) => format!("The piece takes the stock jump to {hop}. The diagonal jump to {alt} is refused."),
            None => format!("The piece takes the stock jump to {hop}. No diagonal jump is offered."),
        }),
        ("fewest", Some(hop), _) => {
            let jumps = outcome["fewest"]["jumps"].as_u64();
            let more = jumps.map(|n| {
                if n == 1 { ", the only one that it needs".to_owned() } else { format!(", the first of {n}") }
            });
            Some(format!("The piece jumps to {hop}{}.", more.unwrap_or_default()))
        }
        (_, Some(hop), _) => Some(format!("The piece leaps to {hop}.")),
    }
}

/// Decision of one piece.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[expect(missing_docs, reason = "the names say it")]
pub struct Answer {
    pub hop: Option<Cell>,
    /// The rule that decided.
    pub chose: &'static str,
    pub stock: StockAnswer,
    /// Offer of the diagonal rule, whether or not a gate refuses it.
    pub alt: Option<Cell>,
    /// Every cell in scan order. On boards of more than 65,536 cells, only those in reach. Empty in a fight.
    pub candidates: Vec<Listed>,
    /// Answer of the rule of fewest jumps, if that rule decided.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub fewest: Option<FewestAnswer>,
}

impl Answer {
    /// Creates an answer with only a choice and its hop.
    pub(super) const fn of(chose: Choice, hop: Option<Cell>) -> Self {
        let stock = StockAnswer { target: None, hop: None };
        Self { hop, chose: chose.word(), stock, alt: None, candidates: Vec::new(), fewest: None }
    }
}

/// Answer of the rule of fewest jumps: the cell that they lead to, and their number.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[expect(missing_docs, reason = "the names say it")]
pub struct FewestAnswer {
    pub target: Option<Cell>,
    pub jumps: Option<u16>,
}

/// Answer of the stock rule: the nearest cell in reach with a path to it, and the end of the first leg of that path.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
#[expect(missing_docs, reason = "the names say it")]
pub struct StockAnswer {
    pub target: Option<Cell>,
    pub hop: Option<Cell>,
}

/// Result of the scan for one cell.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[expect(missing_docs, reason = "the names say it")]
pub struct Listed {
    pub at: Cell,
    pub in_reach: bool,
    /// End of the first leg of the path there; none if no path was searched or found.
    pub hop: Option<Cell>,
    /// Straight-line distance from the piece, in units of the game.
    pub distance: f64,
    pub diagonal: bool,
    /// Reason why the stock rule refused it; none if it took the lead.
    pub refused: Option<&'static str>,
    /// Reason why the diagonal rule refused it; none if it took that lead.
    pub refused_diagonal: Option<&'static str>,
    /// Number of jumps to it, if jumps were counted and it was reached.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub jumps: Option<u16>,
}

/// Result of a fight. If several rules were played, each value is a map by rule name.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[expect(missing_docs, reason = "the names say it")]
pub struct Fight {
    /// Number of rounds played, including one without a move.
    pub rounds: Value,
    pub jumps: Value,
    /// Final cells of the units, in scene order; null for a unit that was removed.
    pub positions: Value,
    /// Under all rules: whether each one won, meaning that no other rule beat it. Several may win.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub wins: Option<BTreeMap<&'static str, bool>>,
    /// Under all rules: whether any jump was needed at all.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub needed: Option<bool>,
}
