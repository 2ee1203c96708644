//! What is listed of a turn: the fight, gates, lengths, both scoreboards, the way that is searched.

use super::board::shown;
use super::decision::{diagonal, stock};
use super::event::{ChessEvent as E, ENDS, place};
use super::reason::{Gate, Pathfinder, Rule};
use super::state::{Searches, Snapshot};
use crate::event::Slot;
use crate::trace::replay::{Row, Table};
use crate::trace::{Decision, Moment};

pub(super) fn tables(now: &Moment<E>) -> Vec<Table> {
    let Some(turn) = Snapshot::of(now) else { return Vec::new() };
    let decisions = [stock(&turn), diagonal(&turn)].into_iter().flatten();
    let mut all: Vec<Table> = fight(now).into_iter().chain(gates(&turn)).chain(lengths(&turn)).collect();
    all.extend(decisions.map(|decision: Decision| decision.table()));
    all.extend(way(now));
    all
}

fn fight(now: &Moment<E>) -> Option<Table> {
    let row = |&rule: &Rule| {
        let end = now.holder(Slot::Register(ENDS + rule as u32));
        let (rounds, jumps, state) = match end.and_then(|i| now.event(i)) {
            Some(E::Ended { rounds, jumps, why, .. }) => (rounds.to_string(), *jumps, why.word()),
            _ => ("—".into(), jumps_of(now, rule), "goes on"),
        };
        Row::new([rule.word().into(), rounds, jumps.to_string(), state.into()]).shown_by(end)
    };
    let rows = now.context().rules.iter().map(row).collect();
    now.context().fight.then(|| Table::new("The fight", &["rule", "rounds", "jumps", "state"], rows))
}

/// How many jumps a rule had so far: the highest count among the last moves of its units.
fn jumps_of(now: &Moment<E>, rule: Rule) -> u32 {
    let moves = (0..now.context().starts.len()).filter_map(|unit| match now.get(place(unit as u16, rule)) {
        Some(E::Moved { jumps, .. }) => Some(*jumps),
        _ => None,
    });
    moves.max().unwrap_or(0)
}

fn gates(turn: &Snapshot<'_>) -> Option<Table> {
    let row = |&gate: &Gate| {
        let (event, &E::GateTested { on, fits, alt, other, squared, .. }) = turn.gate(gate)? else { return None };
        let condition = match gate {
            Gate::Near => "alt to stock hop < 200",
            Gate::Far => "alt to piece > 200",
        };
        let verdict = match (fits, on) {
            (true, _) => "passes",
            (false, true) => "refused",
            (false, false) => "switched off",
        };
        let distance = format!("{} ({alt} to {other})", shown(squared));
        let values = [gate.word().into(), condition.into(), distance, verdict.into()];
        Some(Row { chosen: fits || !on, ..Row::new(values).shown_by(event) })
    };
    let rows = Gate::ALL.iter().filter_map(row).collect();
    let table = Table::new("The two gates of 200", &["gate", "condition", "distance", "verdict"], rows);
    Table { candidates: true, ..table }.unless_empty()
}

fn lengths(turn: &Snapshot<'_>) -> Option<Table> {
    let all: Vec<_> = Pathfinder::ALL.iter().filter_map(|&by| Some((by, turn.length(by)?))).collect();
    let least = all.iter().map(|a| a.1.0).min()?;
    let rows = all.iter().map(|&(by, (length, hop, event))| Row {
        chosen: length == least,
        ..Row::new([by.word().into(), length.to_string(), hop.to_string()]).shown_by(event)
    });
    Some(Table::new("Manhattan against exact", &["by", "length in cells", "first hop"], rows.collect()))
}

fn way(now: &Moment<E>) -> Option<Table> {
    let way = now.state::<Searches>().way?;
    let steps = |cells: &[_]| cells.len().saturating_sub(1).to_string();
    let values = [way.by.word().into(), steps(&way.nodes(now)), steps(&way.joined), way.missed.to_string()];
    let rows = vec![Row::new(values).at(way.goal).shown_by(way.start)];
    let columns = ["by", "nodes", "legs", "jumps that found nothing"];
    Some(Table::new(format!("The way to {}", way.goal), &columns, rows))
}
