//! The choices that are not in the article: the nearest of the cells that take the fewest jumps, the first jump there,
//! and the cell that an assassin leaps to.

use super::board::{cells, in_cells, in_units, squared};
use super::decision::{UNITS_OF_SOURCE, nearest, own_count, real_cells};
use super::event::{ANSWER, ChessEvent as E, DIAGONAL, REACH, STOCK};
use super::state::Snapshot;
use crate::event::{Event as _, Slot, format_count};
use crate::geometry::Cell;
use crate::trace::replay::WhyNot;
use crate::trace::{Candidate, CandidateResult, Decision};
use std::cmp::Reverse;

/// Returns the choice among the cells where the search landed with an enemy in reach. All take the same number of
/// jumps, and the nearest wins.
pub(super) fn fewest(turn: &Snapshot<'_>) -> Option<Decision> {
    let (cx, lead) = (turn.now.context(), turn.lead);
    let candidate_at = |cell: Cell| {
        let (event, &E::Landed { jumps, goal: true, .. }) = turn.held_event(Slot::Cell(STOCK, cell))? else {
            return None;
        };
        let squared = squared(turn.at, cell);
        let fate = match turn.held_event(Slot::Cell(DIAGONAL, cell)) {
            Some((_, E::Farther { squared, best, .. })) if squared != best => {
                CandidateResult::lost("not nearer", format!("not nearer than {}", cells(*best)))
            }
            Some(_) if lead.is_some_and(|l| l.squared == squared) => {
                CandidateResult::Tied("equally near, but later".into())
            }
            Some(_) => CandidateResult::lost("not nearer", "only as near as an earlier cell"),
            None if lead.is_some_and(|l| l.squared < squared) => CandidateResult::lost("overtaken", "overtaken"),
            None => CandidateResult::lost("pending", "not compared yet"),
        };
        let hop = turn.jumps_to(cell).get(1).map_or_else(|| "—".into(), Cell::to_string);
        let numbers = [cell.to_string(), jumps.to_string(), in_cells(squared), hop, own_count(cell, cx)];
        let values = numbers.into_iter().chain([in_units(squared)]).collect();
        Some((squared, Candidate { cell: Some(cell), values, event: Some(event), against: None, fate }))
    };
    let columns = ["cell", "jumps", "distance", "first jump", "as the game counts", UNITS_OF_SOURCE];
    nearest(
        "Fewest jumps: the nearest cell in reach",
        &columns,
        cx.size.cells().filter_map(candidate_at).collect(),
        lead,
    )
}

/// Returns the choice among the first jumps toward these cells, without duplicates. The jump toward the nearest cell is
/// taken.
pub(super) fn first_jump(turn: &Snapshot<'_>) -> Option<Decision> {
    turn.hop?;
    let goals = fewest(turn)?;
    let mut candidates: Vec<Candidate> = Vec::new();
    for goal in goals.candidates {
        let hop = goal.cell.and_then(|cell| turn.jumps_to(cell).get(1).copied());
        if hop.is_none() || candidates.iter().any(|c| c.cell == hop) {
            continue;
        }
        let values = hop.iter().map(Cell::to_string).chain(goal.values.into_iter().skip(1).take(2)).collect();
        candidates.push(Candidate { cell: hop, values, ..goal });
    }
    let columns = ["cell", "jumps", "distance of its goal"].map(Into::into).into();
    Some(Decision { title: "The first jump".into(), columns, candidates, ..goals })
}

/// Returns the choice among the free cells behind the enemy that an assassin aims at.
pub(super) fn behind(turn: &Snapshot<'_>) -> Option<Decision> {
    let (cx, since) = (turn.now.context(), turn.aim()?.2);
    let best = turn.lead.map(|lead| (lead.squared, Reverse(squared(turn.at, lead.cell)), lead.cell));
    let candidate_at = |cell: Cell| {
        let (event, &E::Behind { squared, far, .. }) = turn.held_event(Slot::Cell(STOCK, cell))? else { return None };
        let fate = match best.filter(|_| event >= since)? {
            (_, _, chosen) if chosen == cell => CandidateResult::Chosen,
            (near, ..) if near < squared => {
                CandidateResult::lost("farther from the enemy", format!("farther from the enemy than {}", cells(near)))
            }
            (near, Reverse(away), _) if near == squared && away > far => {
                CandidateResult::lost("nearer to the piece", format!("nearer to the piece than {}", cells(away)))
            }
            (near, Reverse(away), _) if (near, away) == (squared, far) => {
                CandidateResult::Tied("equally good, but later".into())
            }
            _ => CandidateResult::lost("pending", "not compared yet"),
        };
        let values = vec![cell.to_string(), in_cells(squared), in_cells(far), own_count(cell, cx)];
        let candidate = Candidate { cell: Some(cell), values, event: Some(event), against: None, fate };
        Some(((candidate.fate != CandidateResult::Chosen, squared, Reverse(far), cell.x, Reverse(cell.y)), candidate))
    };
    let mut all: Vec<_> = cx.size.cells().filter_map(candidate_at).collect();
    all.sort_by_key(|a| a.0);
    let candidates: Vec<Candidate> = all.into_iter().map(|a| a.1).collect();
    let columns = ["cell", "from the enemy", "from the piece", "as the game counts"];
    (!candidates.is_empty()).then(|| Decision {
        title: "Behind the enemy".into(),
        columns: columns.map(Into::into).into(),
        candidates,
        tied: "equally near to the enemy and equally far from the piece".into(),
        rule: "the first in scan order stays".into(),
        roll: None,
    })
}

/// Returns the answer shared by both rules if a cell was chosen.
fn answered(turn: &Snapshot<'_>, cell: Cell) -> Option<WhyNot> {
    let (event, answer) = turn.held_event(Slot::Register(ANSWER)).filter(|_| turn.hop == Some(cell))?;
    Some(WhyNot::new("chosen", answer.sentence(turn.now.context())).shown_by(Some(event)))
}

/// Explains why the piece did not jump to a cell, or toward it, under the rule of fewest jumps.
pub(super) fn why_not_fewest(turn: &Snapshot<'_>, cell: Cell) -> WhyNot {
    if let Some(chosen) = answered(turn, cell) {
        return chosen;
    }
    let cx = turn.now.context();
    let (landed, far) = (turn.held_event(Slot::Cell(STOCK, cell)), squared(turn.at, cell));
    let takes = |jumps: u16| format_count(jumps.into(), "jump");
    let (reason, sentence) = match (turn.lead, turn.held_event(Slot::Cell(REACH, cell))) {
        _ if cell == turn.at => ("no path", format!("The piece is at {cell} itself.")),
        (_, None) => ("not in reach", format!("From {cell} no enemy is in reach.")),
        (None, _) => ("no path", format!("No jumps lead to {cell}.")),
        (Some(lead), _) if lead.cell == cell => {
            let all = takes(turn.jumps.unwrap_or(0));
            ("target", format!("{cell} is the target, {all} away; the first of them ends at {}.", lead.hop))
        }
        (Some(lead), _) if landed.is_none() => {
            let fewest = takes(turn.jumps.unwrap_or(0));
            ("more jumps", format!("{cell} takes more than {fewest}, and {} takes only that many.", lead.cell))
        }
        (Some(lead), _) => {
            let overtaken = || {
                let (far, near) = (cells(far), cells(lead.squared));
                format!("{cell} was the nearest for a while, {far} away, until {}, {near} away.", lead.cell)
            };
            let farther = turn.held_event(Slot::Cell(DIAGONAL, cell)).map(|(_, farther)| farther.sentence(cx));
            ("not nearer", farther.unwrap_or_else(overtaken))
        }
    };
    let best = turn.lead.map(|l| real_cells(l.squared));
    WhyNot::new(reason, sentence).shown_by(landed.map(|l| l.0)).against(best, real_cells(far))
}

/// Explains why an assassin did not leap to a cell.
pub(super) fn why_not_behind(turn: &Snapshot<'_>, cell: Cell) -> WhyNot {
    if let Some(told) = answered(turn, cell).or_else(|| behind(turn)?.why_not(cell)) {
        return told;
    }
    let Some((enemy, away, _)) = turn.aim() else { return WhyNot::new("not behind", "There is no enemy.") };
    let far = squared(turn.at, cell);
    if far > away {
        return WhyNot::new("not free", format!("{cell} is behind the enemy at {enemy}, but not free."));
    }
    let (far, away) = (cells(far), cells(away));
    let sentence = format!("{cell} is not behind the enemy at {enemy}: {far} from the piece, the enemy {away}.");
    WhyNot::new("not behind", sentence)
}
