//! Why a cell was not chosen, for algorithms that do not answer themselves: by the scoreboards, else by the history.

use super::Replayer;
use crate::core::algorithms::Algorithm;
use crate::core::event::{Event, Tone};
use crate::core::geometry::Cell;
use crate::core::trace::Replay;
use crate::core::trace::replay::{Table, WhyNot};

impl<A: Algorithm> Replayer<A> {
    pub(super) fn find_why_not(&self, cell: Cell) -> WhyNot {
        let answer = |reason, sentence: String, event| WhyNot { reason, sentence, event, best: None, this: None };
        if !self.size().contains(cell) {
            return answer("off-map", format!("{cell} lies outside the map of {} cells.", self.size()), None);
        }
        if let Some(now) = A::why_not_now(&self.player, cell) {
            return now;
        }
        let mut end = self.player.clone();
        end.seek(usize::MAX);
        if let Some(own) = A::why_not(&self.shared.problem, &end, cell) {
            return own;
        }
        // The scoreboard of this moment, then that of the end.
        if let Some(scored) = [&self.player, &end].into_iter().find_map(|p| scored(&A::tables(p), cell)) {
            return scored;
        }
        let history = self.history(cell);
        let tone = |i: &&u32| self.trace().events()[**i as usize].tone();
        let told = |i: u32| self.trace().events()[i as usize].sentence(self.trace().context());
        let refused = history.iter().rev().find(|i| tone(i) == Tone::Refused).copied();
        let wrote = history.iter().rev().find(|i| tone(i) == Tone::Wrote).copied();
        match (wrote, refused, history.last()) {
            (Some(i), ..) => {
                answer("written", format!("Last written at event {}: {}", i + 1, told(i)), Some(i as usize))
            }
            (_, Some(i), _) => {
                answer("refused", format!("Only refused, last at event {}: {}", i + 1, told(i)), Some(i as usize))
            }
            (.., Some(&i)) => {
                answer("looked-at", format!("Only looked at, last at event {}: {}", i + 1, told(i)), Some(i as usize))
            }
            _ => answer("never", format!("No event of this run is about {cell}: the algorithm never got there."), None),
        }
    }
}

/// What a scoreboard says of a cell: its row beside the winner's.
fn scored(tables: &[Table], cell: Cell) -> Option<WhyNot> {
    let (table, row) = tables.iter().find_map(|t| Some((t, t.rows.iter().find(|r| r.cell == Some(cell))?)))?;
    let told = |values: &[String]| {
        let named = table.columns.iter().zip(values).filter(|(_, v)| !v.is_empty() && *v != "—");
        named.map(|(name, v)| format!("{name} {v}")).collect::<Vec<_>>().join(", ")
    };
    let (reason, sentence) = if row.chosen {
        ("chosen", format!("{cell} was chosen ({}): {}.", table.title, told(&row.values)))
    } else {
        let winner = table.rows.iter().find(|r| r.chosen);
        let beside = winner.map_or_else(String::new, |w| format!(" The winner: {}.", told(&w.values)));
        ("lost", format!("{cell} lost ({}): {}.{beside}", table.title, told(&row.values)))
    };
    Some(WhyNot { reason, sentence, event: row.event, best: None, this: None })
}
