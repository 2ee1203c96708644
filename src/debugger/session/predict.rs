//! Predicting: the run stops before each choice, somebody says which cell it will be, and is told what was right.

use super::Session;
use crate::core::geometry::Cell;
use crate::core::trace::Replay;
use crate::core::trace::schema::Name;

/// A question, the score, and the last answer.
#[derive(Clone, PartialEq, Debug)]
pub struct Predict {
    /// The event that is asked about, from 0.
    pub event: usize,
    /// The question.
    pub question: Name,
    /// The answer to it, once there is one.
    pub given: Option<Given>,
    /// How many answers were right.
    pub right: usize,
    /// How many were given.
    pub asked: usize,
}

/// An answer.
#[derive(Clone, PartialEq, Debug)]
pub struct Given {
    /// The cell.
    pub cell: Cell,
    /// Whether it was one of the right ones.
    pub right: bool,
    /// All that were right.
    pub answers: Vec<Cell>,
    /// What was right and why, and what the cell had where it was wrong.
    pub reason: String,
}

impl Session {
    /// Begins at the next choice, or ends.
    pub(super) fn toggle_predict(&mut self) {
        self.playback.playing = false;
        if self.predict.take().is_some() {
            return;
        }
        let Some(replay) = self.replay() else {
            self.tell("Nothing is recorded yet, so there is nothing to predict.");
            return;
        };
        // At the end one begins anew.
        let from = if replay.cursor() == replay.len() { 0 } else { replay.cursor() };
        let ahead = replay.question(from);
        let anew = ahead.is_none() && from > 0;
        match ahead.or_else(|| replay.question(0)) {
            None => self.tell("This run has no choice that could be predicted by a cell."),
            Some((event, question)) => {
                let at = replay.asked_at(event);
                self.predict = Some(Predict { event, question, given: None, right: 0, asked: 0 });
                self.seek(at);
                if anew {
                    self.tell("There is no choice from here on: it begins with the first one of the run.");
                }
            }
        }
    }

    /// Answers the question at hand.
    pub(super) fn guess(&mut self, cell: Cell) {
        let (Some(predict), Some(replay)) = (&self.predict, self.replay()) else { return };
        if predict.given.is_some() || predict.event >= replay.len() {
            return self.next_question();
        }
        let event = predict.event;
        let answers = replay.answers(event);
        let right = answers.contains(&cell);
        let said = replay.event(event).sentence;
        let reason = if right { said } else { format!("{} {said}", holding(replay, cell)) };
        if let Some(predict) = &mut self.predict {
            predict.asked += 1;
            predict.right += usize::from(right);
            predict.given = Some(Given { cell, right, answers, reason });
        }
        self.seek(event + 1);
    }

    /// On to the next choice.
    pub(super) fn next_question(&mut self) {
        let (Some(predict), Some(replay)) = (&self.predict, self.replay()) else { return };
        let (right, asked) = (predict.right, predict.asked);
        if let Some((event, question)) = replay.question(predict.event + 1) {
            let at = replay.asked_at(event);
            self.predict = Some(Predict { event, question, given: None, right, asked });
            self.seek(at);
        } else {
            self.predict = None;
            self.seek(usize::MAX);
            self.tell(&format!("That was the last choice: {right} of {asked} predicted."));
        }
    }

    /// A new recording has come: the question is asked anew where there still is one.
    pub(super) fn ask_again(&mut self) {
        let Some(predict) = self.predict.take() else { return };
        let cursor = self.moment().0;
        let asked =
            self.replay().and_then(|r| r.question(cursor).map(|(event, what)| (event, what, r.asked_at(event))));
        if let Some((event, question, at)) = asked {
            self.predict = Some(Predict { event, question, given: None, ..predict });
            self.seek(at);
        }
    }
}

/// What a cell has that was guessed wrongly.
fn holding(replay: &Replay, cell: Cell) -> String {
    let (waiting, _) = replay.queue(usize::MAX);
    if let Some(entry) = waiting.iter().find(|entry| entry.cell == cell) {
        return format!("{cell} waits with {}.", entry.key.split_whitespace().collect::<Vec<_>>().join(" "));
    }
    let tables = replay.tables();
    let mut candidates = tables.iter().filter(|t| t.candidates);
    let row = candidates.find_map(|t| Some((t, t.rows.iter().find(|r| r.cell == Some(cell))?)));
    if let Some((table, row)) = row {
        let told: Vec<String> = table.columns.iter().zip(&row.values).map(|(c, v)| format!("{c} {v}")).collect();
        return format!("{cell} has {}.", told.join(", "));
    }
    if waiting.is_empty() { format!("It is not {cell}.") } else { format!("{cell} does not wait in the open list.") }
}
