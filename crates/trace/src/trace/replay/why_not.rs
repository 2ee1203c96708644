//! Why a cell was not chosen, for algorithms that do not answer themselves. The answer comes from the decisions, else
//! from the scoreboards, else from the history.

use super::{Replay, Table, WhyNot};
use crate::event::Tone;
use crate::geometry::Cell;
use crate::trace::Player;

impl Replay {
    /// Adds to an answer that only a part of the run is recorded, if that is so.
    pub(super) fn hedged(&self, why: WhyNot) -> WhyNot {
        if self.trace().first() == 0 {
            return why;
        }
        let first = self.trace().number(self.trace().first());
        let hedge = format!("The events before {first} are not recorded: this holds from there on.");
        WhyNot { sentence: format!("{} {hedge}", why.sentence), ..why }
    }

    pub(super) fn find_why_not_path(&self, path: &[Cell]) -> WhyNot {
        let answer = |reason: &'static str, sentence: &str| WhyNot::new(reason, sentence);
        let mut path = path.to_vec();
        path.dedup();
        if let Some(cell) = path.iter().find(|&&c| !self.size().contains(c)) {
            return self.find_why_not(*cell);
        }
        match path[..] {
            [] => return answer("empty", "No path was drawn."),
            [cell] => return self.find_why_not(cell),
            _ => {}
        }
        let end = self.player.at_moment(usize::MAX);
        if let Some(own) = self.lens().why_not_path(&end, &path) {
            return own;
        }
        let found_path = self.lens().way(&end);
        if found_path.is_empty() {
            return answer("no-path", "This run ends without a path, so there is nothing to compare with.");
        }
        if found_path.windows(path.len()).any(|part| part == path) {
            return answer("on-path", "The drawn path is exactly the path found.");
        }
        let leap = path.windows(2).position(|step| !beside(step[0], step[1]));
        if let Some(k) = leap {
            let (from, to) = (path[k], path[k + 1]);
            return answer(
                "blocked",
                &format!("Step {} of the drawn path jumps from {from} to {to}, which is not a neighbour.", k + 1),
            );
        }
        match path.iter().position(|c| !found_path.contains(c)) {
            None => answer("elsewhere", "All drawn cells are on the path found, but in another order."),
            Some(k) => {
                let why = self.find_why_not(path[k]);
                WhyNot {
                    sentence: format!("Cell {} of the drawn path is not on the path found. {}", k + 1, why.sentence),
                    ..why
                }
            }
        }
    }

    pub(super) fn find_why_not(&self, cell: Cell) -> WhyNot {
        let answer = |reason: &'static str, sentence: String, event: Option<usize>| WhyNot {
            event,
            ..WhyNot::new(reason, sentence)
        };
        if !self.size().contains(cell) {
            return answer("off-map", format!("{cell} is outside the map of {} cells.", self.size()), None);
        }
        if let Some(own) = self.lens().why_not_now(&self.player, cell) {
            return own;
        }
        let end = self.player.at_moment(usize::MAX);
        if let Some(own) = self.lens().why_not(&end, cell) {
            return own;
        }
        let found_path = self.lens().way(&end);
        if let Some(k) = found_path.iter().position(|&c| c == cell) {
            let sentence = format!("{cell} is on the path found: cell {} of {}.", k + 1, found_path.len());
            return answer("on-path", sentence, None);
        }
        // First the choice of this moment, then the choice at the end.
        let decided = |p: &Player| self.lens().decision(p)?.why_not(cell);
        if let Some(lost) =
            [&self.player, &end].into_iter().find_map(|p| decided(p).or_else(|| scored(&self.lens().tables(p), cell)))
        {
            return lost;
        }
        let history = self.history(cell);
        let tone = |i: &&u32| self.trace().case(**i as usize).tone;
        let number = |i: u32| self.trace().number(i as usize);
        let sentence_of = |i: u32| self.trace().sentence(i as usize);
        let refused = history.iter().rev().find(|i| tone(i) == Tone::Refused).copied();
        let wrote = history.iter().rev().find(|i| tone(i) == Tone::Wrote).copied();
        match (wrote, refused, history.last()) {
            (Some(i), ..) => {
                answer("written", format!("Last changed at event {}: {}", number(i), sentence_of(i)), Some(i as usize))
            }
            (_, Some(i), _) => answer(
                "refused",
                format!("Only rejected, last at event {}: {}", number(i), sentence_of(i)),
                Some(i as usize),
            ),
            (.., Some(&i)) => answer(
                "looked-at",
                format!("Only looked at, last at event {}: {}", number(i), sentence_of(i)),
                Some(i as usize),
            ),
            _ if self.trace().first() > 0 => answer("never", format!("No recorded event is about {cell}."), None),
            _ => {
                answer("never", format!("No event of this run is about {cell}: the algorithm never reached it."), None)
            }
        }
    }
}

fn beside(a: Cell, b: Cell) -> bool {
    a.x.abs_diff(b.x) <= 1 && a.y.abs_diff(b.y) <= 1
}

/// Returns what a scoreboard contains about a cell: its row and the winner's row.
fn scored(tables: &[Table], cell: Cell) -> Option<WhyNot> {
    let candidates = tables.iter().filter(|t| t.candidates);
    let (table, row) = candidates.into_iter().find_map(|t| Some((t, t.rows.iter().find(|r| r.cell == Some(cell))?)))?;
    let describe_values = |values: &[String]| {
        let named = table.columns.iter().zip(values).filter(|(_, v)| !v.is_empty() && *v != "—");
        named.map(|(name, v)| format!("{name} {v}")).collect::<Vec<_>>().join(", ")
    };
    let (reason, sentence) = if row.chosen {
        ("chosen", format!("{cell} was chosen ({}): {}.", table.title, describe_values(&row.values)))
    } else {
        let winner = table.rows.iter().find(|r| r.chosen);
        let beside = winner.map_or_else(String::new, |w| format!(" The winner: {}.", describe_values(&w.values)));
        ("lost", format!("{cell} lost ({}): {}.{beside}", table.title, describe_values(&row.values)))
    };
    Some(WhyNot { event: row.event, ..WhyNot::new(reason, sentence) })
}
