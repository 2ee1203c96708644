//! Actors that do the same again and again. That is no fault, unless the header forbids it.

use super::{Outcome, Place, World, actor_of};
use crate::audit::{Finding, Rule};
use crate::formats::log::{LogEvent, LoggedValue};
use gridscope_trace::geometry::Cell;
use std::collections::{HashMap, VecDeque};

/// Numbers of turns after which an actor may repeat itself.
const PERIODS: [usize; 3] = [2, 3, 4];
/// Number of repeated turns in a row that are reported.
const ENOUGH: usize = 8;

/// A turn: the cell that an actor moved to, its target and its choice.
#[derive(Clone, PartialEq, Eq, Debug)]
struct Turn {
    at: Cell,
    target: Option<String>,
    choice: Option<String>,
}

#[derive(Debug, Default)]
struct Turns {
    /// The latest turns, the last one at the end.
    latest: VecDeque<Turn>,
    /// For each period, the number of turns in a row that repeat the one so many turns before.
    repeated: [usize; PERIODS.len()],
    choice: Option<String>,
    is_reported: bool,
}

/// State of the rule.
#[derive(Debug, Default)]
pub(super) struct Repeats {
    actors: HashMap<String, Turns>,
    found: Vec<Finding>,
}

impl Repeats {
    /// Records what an actor chooses in its turn.
    pub(super) fn choose(&mut self, event: &LogEvent, world: &impl World) {
        let Some(actor) = actor_of(event) else { return };
        let name = event.others.get("name").map(LoggedValue::to_string);
        self.actors.entry(actor).or_default().choice = name.or_else(|| event.at.map(|at| world.place(at)));
    }

    /// Records a move, which ends the turn of its actor.
    pub(super) fn moved(&mut self, (event, line): Place, at: Cell, log: &LogEvent, world: &impl World) {
        let Some(actor) = actor_of(log) else { return };
        let target = ["target", "goal"].iter().find_map(|name| log.others.get(name)).map(LoggedValue::to_string);
        let turns = self.actors.entry(actor.clone()).or_default();
        let turn = Turn { at, target, choice: turns.choice.take() };
        let before = |period: usize| turns.latest.len().checked_sub(period).and_then(|index| turns.latest.get(index));
        let same = PERIODS.map(|period| before(period) == Some(&turn));
        turns.latest.push_back(turn);
        if turns.latest.len() > PERIODS[PERIODS.len() - 1] {
            turns.latest.pop_front();
        }
        for ((same, count), period) in same.into_iter().zip(&mut turns.repeated).zip(PERIODS) {
            *count = if same { *count + 1 } else { 0 };
            let last: Vec<&Turn> = turns.latest.iter().rev().take(period).collect();
            // An actor that stands still waits.
            let waits = last.iter().all(|turn| turn.at == at);
            if *count >= ENOUGH && !turns.is_reported && !waits {
                turns.is_reported = true;
                let cells: Vec<String> = last.iter().rev().map(|turn| world.place(turn.at)).collect();
                let sentence = format!(
                    "{actor} repeats itself: its last {count} turns are those of {period} turns before, over {}.",
                    cells.join(" and ")
                );
                self.found.push(Finding { line, event, rule: Rule::Repeats, at: Some(at), sentence, t: None });
            }
        }
    }

    pub(super) fn finish(self, world: &impl World, out: &mut Outcome) {
        if world.promises().repeats != Some(false) {
            out.notes.extend(self.found);
        } else if !self.actors.is_empty() {
            out.asked.push(Rule::Repeats);
            out.found.extend(self.found);
        }
    }
}
