//! The choices of a turn: the stock target, the diagonal cell, the jump itself; and which node a search takes next.

use super::board::{GATE, Place, shown, units};
use super::event::{ALT, ChessEvent as E, Context, DIAGONAL, STOCK};
use super::reason::{Gate, Refusal};
use super::state::Snapshot;
use super::turn::Reached;
use crate::event::{Event as _, Slot, Value};
use crate::geometry::Cell;
use crate::trace::replay::{QueueEntry, Tie};
use crate::trace::{Candidate, Decision, Fate};
use std::cmp::Reverse;

/// A cell as the game counts it: from 1, y upward.
pub(super) fn own_count(cell: Cell, cx: &Context) -> String {
    let place = Place::of(cell, cx.size);
    format!("({},{})", place.x + 1, place.y + 1)
}

/// A cell that was weighed for one of the two rules.
struct Weighed {
    cell: Cell,
    event: usize,
    squared: u32,
    values: Vec<String>,
    /// What became of it, unless it leads.
    fate: Fate,
}

/// What became of a cell that was refused, when the nearest was `best` away; `farther` says so.
fn refused(why: Refusal, squared: u32, best: u32, lead: Option<Reached>, farther: String) -> Fate {
    match why {
        Refusal::NotNearer if squared != best => Fate::lost(why.word(), farther),
        Refusal::NotNearer if lead.is_some_and(|l| l.squared == best) => Fate::Tied("as near, but later".into()),
        Refusal::NotNearer => Fate::lost(why.word(), "not nearer: as near as one before it"),
        _ => Fate::lost(why.word(), why.word()),
    }
}

/// What became of a cell that was not refused: it led for a while, unless it is being weighed right now.
fn found(turn: &Snapshot<'_>, cell: Cell) -> Fate {
    let weighs = |e: &&E| matches!(e, E::Found { .. } | E::TookLead { .. } | E::Refused { .. });
    let last = turn.now.last().filter(weighs).and_then(E::cell);
    if last == Some(cell) { Fate::lost("pending", "not compared yet") } else { Fate::lost("overtaken", "overtaken") }
}

/// The choice of the nearest: who leads, then those that could have led, then those that could not; each by distance and
/// in scan order.
fn nearest(title: &str, columns: Vec<&'static str>, mut all: Vec<Weighed>, lead: Option<Reached>) -> Option<Decision> {
    let leads = |w: &Weighed| lead.is_some_and(|l| l.cell == w.cell);
    all.sort_by_key(|w| {
        let class = match w.fate.reason() {
            _ if leads(w) => 0,
            "not in reach" => 3,
            "no path" | "not diagonal" => 2,
            _ => 1,
        };
        (class, w.squared, w.cell.x, Reverse(w.cell.y))
    });
    let distance = |squared: u32| Value::Real(units(squared));
    let candidate = |w: Weighed| Candidate {
        cell: Some(w.cell),
        event: Some(w.event),
        against: lead.map(|l| (distance(l.squared), distance(w.squared))),
        fate: if leads(&w) { Fate::Chosen } else { w.fate },
        values: w.values,
    };
    let candidates: Vec<Candidate> = all.into_iter().map(candidate).collect();
    let tied = lead.map_or_else(String::new, |l| format!("equal distance {}", shown(l.squared)));
    let rule = "only a strictly nearer cell takes the lead, so the first in scan order stays".to_owned();
    (!candidates.is_empty()).then(|| Decision { title: title.into(), columns, candidates, tied, rule, roll: None })
}

/// The nearest cell in reach with a way to it.
pub(super) fn stock(turn: &Snapshot<'_>) -> Option<Decision> {
    let (cx, lead) = (turn.now.context(), turn.lead);
    let weighed = |cell: Cell| {
        let (event, held) = turn.held(Slot::Cell(STOCK, cell))?;
        let (squared, hop, fate) = match *held {
            E::Refused { why, squared, hop, best, .. } => {
                (squared, hop, refused(why, squared, best, lead, format!("not nearer than {}", shown(best))))
            }
            E::Found { squared, hop, .. } => (squared, Some(hop), found(turn, cell)),
            _ => return None,
        };
        let hop = hop.map_or_else(|| "—".into(), |h| h.to_string());
        let values = vec![cell.to_string(), own_count(cell, cx), shown(squared), hop];
        Some(Weighed { cell, event, squared, values, fate })
    };
    let columns = vec!["cell", "as the game counts", "distance", "hop"];
    nearest("Stock: the nearest cell in reach", columns, cx.size.cells().filter_map(weighed).collect(), lead)
}

/// The nearest on a diagonal among those that stock has a way to.
pub(super) fn diagonal(turn: &Snapshot<'_>) -> Option<Decision> {
    let lead = turn.alt;
    let weighed = |cell: Cell| {
        let (event, squared, hop, fate) = match *turn.held(Slot::Cell(STOCK, cell))?.1 {
            E::Found { squared, hop, .. } | E::Refused { squared, hop: Some(hop), .. } => {
                match turn.held(Slot::Cell(DIAGONAL, cell)) {
                    _ if lead.is_some_and(|l| l.cell == cell) => {
                        (turn.held(Slot::Register(ALT))?.0, squared, hop, Fate::Chosen)
                    }
                    Some((event, &E::PassedOver { why, best, .. })) => {
                        (event, squared, hop, refused(why, squared, best, lead, why.word().into()))
                    }
                    // Nobody has led yet, so it cannot have been overtaken.
                    _ if lead.is_none() => return None,
                    _ => (turn.held(Slot::Cell(STOCK, cell))?.0, squared, hop, found(turn, cell)),
                }
            }
            _ => return None,
        };
        let clean = if hop == cell { "yes" } else { "no" };
        let values = vec![cell.to_string(), shown(squared), hop.to_string(), clean.into()];
        Some(Weighed { cell, event, squared, values, fate })
    };
    let columns = vec!["cell", "distance", "hop", "one clean jump"];
    let all = turn.now.context().size.cells().filter_map(weighed).collect();
    nearest("Diagonal: the nearest on a diagonal", columns, all, lead)
}

/// The tie of a cell with the one that leads, at the event that refuses it.
pub(super) fn level(lead: Reached, cell: Cell) -> Option<Tie> {
    let weighed = |cell, fate| Weighed { cell, event: 0, squared: lead.squared, values: Vec::new(), fate };
    let both = vec![weighed(lead.cell, Fate::Open), weighed(cell, Fate::Tied("as near, but later".into()))];
    nearest("", Vec::new(), both, Some(lead))?.tie()
}

/// The jump: the stock hop, or the diagonal one if both gates let it pass.
pub(super) fn jump(turn: &Snapshot<'_>) -> Option<Decision> {
    let (hop, stock) = (turn.hop?, turn.lead?.hop);
    let refusal = |&gate: &Gate| match *turn.gate(gate)?.1 {
        E::GateTested { on: true, fits: false, squared, .. } => {
            let (to, sign) = (gate.measures_to(), gate.sign(false));
            Some(format!("gate {}: {} to {to} {sign} {GATE}", gate.word(), shown(squared)))
        }
        _ => None,
    };
    let refusals: Vec<String> = Gate::ALL.iter().filter_map(refusal).collect();
    let passes = "both gates let the diagonal jump pass".to_owned();
    let offers = [Some((stock, "stock", passes)), turn.alt.map(|a| (a.hop, "diagonal", refusals.join(", ")))];
    let candidate = |(cell, rule, lost): (Cell, &str, String)| Candidate {
        cell: Some(cell),
        values: vec![cell.to_string(), rule.into()],
        event: None,
        against: None,
        fate: if cell == hop { Fate::Chosen } else { Fate::lost("gates", lost) },
    };
    let mut candidates: Vec<_> = offers.into_iter().flatten().map(candidate).collect();
    candidates.sort_by_key(|c| c.fate != Fate::Chosen);
    let rule = "the diagonal jump goes before the stock hop if both gates let it pass".into();
    let (title, columns, tied) = ("The jump".into(), vec!["cell", "rule"], String::new());
    Some(Decision { title, columns, candidates, tied, rule, roll: None })
}

/// Which node is taken from the heap: its root.
pub(super) fn pop(waiting: &[QueueEntry]) -> Option<Decision> {
    let first = waiting.first()?;
    let candidate = |(k, entry): (usize, &QueueEntry)| Candidate {
        cell: Some(entry.cell),
        values: vec![entry.cell.to_string(), entry.key.clone()],
        event: Some(entry.event),
        against: None,
        fate: match (k, entry.tied) {
            (0, _) => Fate::Chosen,
            (_, true) => Fate::Tied(format!("{} in the heap's order", k + 1)),
            _ => Fate::lost("larger f", format!("{} against {}", entry.key, first.key)),
        },
    };
    Some(Decision {
        title: "Which node is closed next".into(),
        columns: vec!["node", "key"],
        candidates: waiting.iter().enumerate().map(candidate).collect(),
        tied: format!("equal {}", first.key.replacen(' ', " = ", 1)),
        rule: "the root of the binary heap, which is not stable".into(),
        roll: None,
    })
}
