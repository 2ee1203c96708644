//! Decisions and tables of a turn: the stock target, the diagonal cell, the jump, the next node of the search, and why
//! the piece did not jump to a cell.

use super::board::{GATE, Place, cells, gate_in_cells, in_cells, in_units};
use super::event::{
    ALT, ANSWER, ChessEvent as E, Context, DIAGONAL, ENDS, Gate, Pathfinder, Refusal, Rule, STOCK, place,
};
use super::jumps::Reached;
use super::state::{Searches, Snapshot};
use crate::event::{Event as _, Slot, Value};
use crate::geometry::Cell;
use crate::trace::replay::{QueueEntry, Row, Table, Tie, WhyNot};
use crate::trace::{Candidate, CandidateResult, Decision, Moment};
use std::cmp::Reverse;

/// Formats a cell in the game's coordinates: from 1, y upward.
pub(super) fn own_count(cell: Cell, cx: &Context) -> String {
    let place = Place::of(cell, cx.size);
    format!("({},{})", place.x + 1, place.y + 1)
}

/// Returns the fate of a refused cell when the nearest was `best` away. `farther` is the text for a cell that is
/// farther.
fn refused(why: Refusal, squared: u32, best: u32, lead: Option<Reached>, farther: String) -> CandidateResult {
    match why {
        Refusal::NotNearer if squared != best => CandidateResult::lost(why.word(), farther),
        Refusal::NotNearer if lead.is_some_and(|l| l.squared == best) => {
            CandidateResult::Tied("equally near, but later".into())
        }
        Refusal::NotNearer => CandidateResult::lost(why.word(), "not nearer: as near as one before it"),
        _ => CandidateResult::lost(why.word(), why.word()),
    }
}

/// Returns the fate of a cell that was not refused. It was overtaken, unless it is being compared now.
fn found(turn: &Snapshot<'_>, cell: Cell) -> CandidateResult {
    let weighs = |e: &&E| matches!(e, E::Found { .. } | E::TookLead { .. } | E::Refused { .. });
    let last = turn.now.last().filter(weighs).and_then(E::cell);
    if last == Some(cell) {
        CandidateResult::lost("pending", "not compared yet")
    } else {
        CandidateResult::lost("overtaken", "overtaken")
    }
}

/// Column of the distances as the source has them: a cell is 128 wide.
pub(super) const UNITS_OF_SOURCE: &str = "units of the source";

/// Returns a squared distance as a number of cells.
pub(super) fn real_cells(squared: u32) -> Value {
    Value::Real(f64::from(squared).sqrt())
}

/// Returns the decision for the nearest cell. `all` are the candidates with their squared distances. The leader comes
/// first, then possible leaders, then the others, each by distance and in scan order.
pub(super) fn nearest(
    title: &str,
    columns: &[&'static str],
    mut all: Vec<(u32, Candidate)>,
    lead: Option<Reached>,
) -> Option<Decision> {
    for (squared, candidate) in &mut all {
        candidate.against = lead.map(|l| (real_cells(l.squared), real_cells(*squared)));
        if candidate.cell == lead.map(|l| l.cell) {
            candidate.fate = CandidateResult::Chosen;
        }
    }
    all.sort_by_cached_key(|(squared, candidate)| {
        let class = match candidate.fate.reason() {
            "chosen" => 0,
            "not in reach" => 3,
            "no path" | "not diagonal" => 2,
            _ => 1,
        };
        (class, *squared, candidate.cell.map(|cell| (cell.x, Reverse(cell.y))))
    });
    let candidates: Vec<Candidate> = all.into_iter().map(|(_, candidate)| candidate).collect();
    let tied = lead.map_or_else(String::new, |l| format!("equal distance {}", in_cells(l.squared)));
    let rule = "only a nearer cell replaces the nearest so far, so the first in scan order stays".to_owned();
    (!candidates.is_empty()).then(|| Decision {
        title: title.into(),
        columns: columns.iter().map(|&name| name.into()).collect(),
        candidates,
        tied,
        rule,
        roll: None,
    })
}

/// Returns the choice of the nearest cell in reach with a path to it.
pub(super) fn stock(turn: &Snapshot<'_>) -> Option<Decision> {
    let (cx, lead) = (turn.now.context(), turn.lead);
    let candidate_at = |cell: Cell| {
        let (event, held) = turn.held_event(Slot::Cell(STOCK, cell))?;
        let (squared, hop, fate) = match *held {
            E::Refused { why, squared, hop, best, .. } => {
                (squared, hop, refused(why, squared, best, lead, format!("not nearer than {}", cells(best))))
            }
            E::Found { squared, hop, .. } => (squared, Some(hop), found(turn, cell)),
            _ => return None,
        };
        let hop = hop.map_or_else(|| "—".into(), |h| h.to_string());
        let values = vec![cell.to_string(), own_count(cell, cx), in_cells(squared), hop, in_units(squared)];
        Some((squared, Candidate { cell: Some(cell), values, event: Some(event), against: None, fate }))
    };
    let columns = ["cell", "as the game counts", "distance", "hop", UNITS_OF_SOURCE];
    nearest("Stock: the nearest cell in reach", &columns, cx.size.cells().filter_map(candidate_at).collect(), lead)
}

/// Returns the choice of the nearest diagonal cell among those that the stock rule has a path to.
pub(super) fn diagonal(turn: &Snapshot<'_>) -> Option<Decision> {
    let lead = turn.alt;
    let candidate_at = |cell: Cell| {
        let (stock_event, held) = turn.held_event(Slot::Cell(STOCK, cell))?;
        let (E::Found { squared, hop, .. } | E::Refused { squared, hop: Some(hop), .. }) = *held else { return None };
        let (event, fate) = match turn.held_event(Slot::Cell(DIAGONAL, cell)) {
            _ if lead.is_some_and(|l| l.cell == cell) => {
                (turn.held_event(Slot::Register(ALT))?.0, CandidateResult::Chosen)
            }
            Some((event, &E::PassedOver { why, best, .. })) => {
                (event, refused(why, squared, best, lead, why.word().into()))
            }
            // No cell has led yet, so this one cannot have been overtaken.
            _ if lead.is_none() => return None,
            _ => (stock_event, found(turn, cell)),
        };
        let clean = if hop == cell { "yes" } else { "no" };
        let values = vec![cell.to_string(), in_cells(squared), hop.to_string(), clean.into(), in_units(squared)];
        Some((squared, Candidate { cell: Some(cell), values, event: Some(event), against: None, fate }))
    };
    let columns = ["cell", "distance", "hop", "one clean jump", UNITS_OF_SOURCE];
    let all = turn.now.context().size.cells().filter_map(candidate_at).collect();
    nearest("Diagonal: the nearest on a diagonal", &columns, all, lead)
}

/// Returns the tie between a cell and the leader, at the event that refuses the cell.
pub(super) fn level(lead: Reached, cell: Cell) -> Option<Tie> {
    let candidate = |cell, fate| Candidate { cell: Some(cell), values: Vec::new(), event: None, against: None, fate };
    let both = [
        candidate(lead.cell, CandidateResult::Chosen),
        candidate(cell, CandidateResult::Tied("equally near, but later".into())),
    ];
    let both = both.map(|candidate| (lead.squared, candidate)).to_vec();
    nearest("", &[], both, Some(lead))?.tie()
}

/// Returns the choice of the jump: the stock hop, or the diagonal jump if both gates let it pass.
pub(super) fn jump(turn: &Snapshot<'_>) -> Option<Decision> {
    let (hop, stock) = (turn.hop?, turn.lead?.hop);
    let refusal = |&gate: &Gate| {
        let E::GateTested { on: true, fits: false, squared, .. } = *turn.gate(gate)?.1 else { return None };
        let to = gate.measures_to(turn.now.context().to_target);
        Some(format!("gate {}: {} to {to}, {}", gate.word(), cells(squared), gate.verdict(false)))
    };
    let refusals: Vec<String> = Gate::ALL.iter().filter_map(refusal).collect();
    let passes = "both gates let the diagonal jump pass".to_owned();
    let diagonal = turn.alt.map(|a| (a.hop, "diagonal", refusals.join(", ")));
    // If both rules lead to the same cell, it is one candidate.
    let same = diagonal.as_ref().is_some_and(|d| d.0 == stock);
    let name = if same { "stock and diagonal" } else { "stock" };
    let offers = [Some((stock, name, passes)), diagonal.filter(|_| !same)];
    let candidate = |(cell, rule, lost): (Cell, &str, String)| Candidate {
        cell: Some(cell),
        values: vec![cell.to_string(), rule.into()],
        event: None,
        against: None,
        fate: if cell == hop { CandidateResult::Chosen } else { CandidateResult::lost("gates", lost) },
    };
    let mut candidates: Vec<_> = offers.into_iter().flatten().map(candidate).collect();
    candidates.sort_by_key(|c| c.fate != CandidateResult::Chosen);
    let rule = "the diagonal jump goes before the stock hop if both gates let it pass".into();
    let title = "The jump".into();
    let columns = ["cell", "rule"].map(Into::into).into();
    let tied = String::new();
    Some(Decision { title, columns, candidates, tied, rule, roll: None })
}

/// Returns the choice of the node taken from the heap: its root.
pub(super) fn pop(waiting: &[QueueEntry]) -> Option<Decision> {
    let first = waiting.first()?;
    let candidate = |(k, entry): (usize, &QueueEntry)| Candidate {
        cell: Some(entry.cell),
        values: vec![entry.cell.to_string(), entry.key.clone()],
        event: Some(entry.event),
        against: None,
        fate: match (k, entry.tied) {
            (0, _) => CandidateResult::Chosen,
            (_, true) => CandidateResult::Tied(format!("{} in the heap's order", k + 1)),
            _ => CandidateResult::lost("larger f", format!("{} against {}", entry.key, first.key)),
        },
    };
    Some(Decision {
        title: "Which node is closed next".into(),
        columns: ["node", "key"].map(Into::into).into(),
        candidates: waiting.iter().enumerate().map(candidate).collect(),
        tied: format!("equal {}", first.key.replacen(' ', " = ", 1)),
        rule: "the root of the binary heap, which is not stable".into(),
        roll: None,
    })
}

pub(super) fn fight(now: &Moment<E>) -> Option<Table> {
    let units = 0..now.context().starts.len() as u16;
    // The highest count among the last moves of the units of a rule.
    let jumps_of = |rule| {
        let jumps = |unit| if let E::Moved { jumps, .. } = now.get(place(unit, rule))? { Some(*jumps) } else { None };
        units.clone().filter_map(jumps).max().unwrap_or(0)
    };
    let row = |&rule: &Rule| {
        let end = now.holder(Slot::Register(ENDS + rule as u32));
        let (rounds, jumps, state) = match end.and_then(|i| now.event(i)) {
            Some(E::Ended { rounds, jumps, why, .. }) => (rounds.to_string(), *jumps, why.word()),
            _ => ("—".into(), jumps_of(rule), "goes on"),
        };
        Row::new([rule.word().into(), rounds, jumps.to_string(), state.into()]).shown_by(end)
    };
    let rows = now.context().rules.iter().map(row).collect();
    now.context().fight.then(|| Table::new("The fight", &["rule", "rounds", "jumps", "state"], rows))
}

pub(super) fn gates(turn: &Snapshot<'_>) -> Option<Table> {
    let row = |&gate: &Gate| {
        let (event, &E::GateTested { on, fits, alt, other, squared, .. }) = turn.gate(gate)? else { return None };
        let to = gate.measures_to(turn.now.context().to_target);
        let condition = format!("to {to} {} {}", gate.compared(true), gate_in_cells());
        let verdict = match (fits, on) {
            (true, _) => "passes",
            (false, true) => "refused",
            (false, false) => "switched off",
        };
        let distance = format!("{} ({alt} to {other})", in_cells(squared));
        let in_source = format!("{} {} {GATE}", in_units(squared), gate.sign(fits));
        let values = [gate.word().into(), condition, distance, verdict.into(), in_source];
        Some(Row { chosen: fits || !on, ..Row::new(values).shown_by(event) })
    };
    let rows = Gate::ALL.iter().filter_map(row).collect();
    let table = Table::new("The two gates", &["gate", "condition", "distance", "verdict", UNITS_OF_SOURCE], rows);
    Table { candidates: true, ..table }.unless_empty()
}

pub(super) fn lengths(turn: &Snapshot<'_>) -> Option<Table> {
    let all: Vec<_> = Pathfinder::ALL.iter().filter_map(|&by| Some((by, turn.length(by)?))).collect();
    let least = all.iter().map(|a| a.1.0).min()?;
    let rows = all.iter().map(|&(by, (length, hop, event))| Row {
        chosen: length == least,
        ..Row::new([by.word().into(), length.to_string(), hop.to_string()]).shown_by(event)
    });
    Some(Table::new("Manhattan against exact", &["by", "length in cells", "first hop"], rows.collect()))
}

pub(super) fn way(now: &Moment<E>) -> Option<Table> {
    let way = now.state::<Searches>().way?;
    let steps = |cells: &[_]| cells.len().saturating_sub(1).to_string();
    let values = [way.by.word().into(), steps(&way.nodes(now)), steps(&way.joined), way.missed.to_string()];
    let rows = vec![Row::new(values).at(way.goal).shown_by(way.start)];
    let columns = ["by", "nodes", "legs", "jumps that found nothing"];
    Some(Table::new(format!("The path to {}", way.goal), &columns, rows))
}

/// Explains a cell at the end of a single decision. Fights have many decisions, which their scoreboards explain.
pub(super) fn why_not(turn: &Snapshot<'_>, cell: Cell) -> Option<WhyNot> {
    let (end, cx) = (turn.now, turn.now.context());
    let (scores, lead) = (stock(turn)?, turn.lead);
    let candidate = scores.of(cell)?;
    let event = end.event(candidate.event?)?;
    let (E::Found { squared, .. } | E::Refused { squared, .. }) = *event else { return None };
    let (far, late) = (cells(squared), Refusal::NotNearer.word());
    let (mut reason, told) = match (event, lead) {
        (E::Refused { why, .. }, _) => (why.word(), event.sentence(cx)),
        (_, Some(l)) if l.cell == cell => ("target", format!("{cell} is the stock target, {far} away.")),
        (_, Some(Reached { cell: best, squared, .. })) => {
            (late, format!("{cell} was the nearest for a while, {far} away, until {best}, {} away.", cells(squared)))
        }
        (_, None) => (late, event.sentence(cx)),
    };
    let mut sentences = vec![told];
    sentences.extend(turn.held_event(Slot::Cell(DIAGONAL, cell)).map(|(_, passed)| passed.sentence(cx)));
    if turn.alt.is_some_and(|a| a.hop == cell) {
        for gate in Gate::ALL {
            if let Some((_, tested @ E::GateTested { on: true, fits: false, .. })) = turn.gate(gate) {
                reason = gate.word();
                sentences.push(tested.sentence(cx));
            }
        }
    }
    match turn.hop {
        Some(hop) if hop == cell => {
            let answer = turn.held_event(Slot::Register(ANSWER))?.1;
            (reason, sentences) = ("chosen", vec![answer.sentence(cx)]);
        }
        Some(hop) if reason == "target" => sentences.push(format!("The piece jumps to {hop} first.")),
        _ => {}
    }
    let (best, this) = (lead.map(|l| real_cells(l.squared)), real_cells(squared));
    Some(WhyNot::new(reason, sentences.join(" ")).shown_by(candidate.event).against(best, this))
}
