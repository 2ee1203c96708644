//! Prediction: the run stops before each choice, the user picks the cell that comes next, and sees the correct answer.

use super::Session;
use gridscope_trace::geometry::Cell;
use gridscope_trace::trace::replay::QueueEntry;
use gridscope_trace::trace::schema::Name;
use gridscope_trace::trace::{Decision, Replay};

/// A prediction question, its answer, and the score.
#[derive(Clone, PartialEq, Debug)]
pub struct Predict {
    /// Index of the event that the question is about.
    pub event: usize,
    /// Text of the question.
    pub question: Name,
    /// Cells to choose from. Empty if the run does not list them.
    pub cells: Vec<Cell>,
    /// The user's answer, once there is one.
    pub given: Option<UserAnswer>,
    /// Number of correct answers.
    pub right: usize,
    /// Number of answers given.
    pub asked: usize,
}

/// An answer of the user.
#[derive(Clone, PartialEq, Debug)]
pub struct UserAnswer {
    /// Cell that the user picked.
    pub cell: Cell,
    /// Whether the answer is correct.
    pub right: bool,
    /// All correct cells.
    pub answers: Vec<Cell>,
    /// The sentence of the event. For a wrong answer, the values of the picked cell come first.
    pub reason: String,
}

impl Session {
    /// Starts prediction at the next choice, or ends it.
    pub(super) fn toggle_predict(&mut self) {
        self.shown.playback.playing = false;
        if self.shown.predict.take().is_some() {
            return;
        }
        let Some(replay) = self.replay() else {
            self.notify("Nothing is recorded yet, so there is nothing to predict.");
            return;
        };
        // At the end of the run, start again from its beginning.
        let from = if replay.cursor() == replay.len() { 0 } else { replay.cursor() };
        let ahead = replay.question(from);
        let anew = ahead.is_none() && from > 0;
        match ahead.or_else(|| replay.question(0)) {
            None => self.notify("This run has no choice that could be predicted by a cell."),
            Some((event, question)) => {
                self.ask_prediction(event, question, (0, 0));
                if anew {
                    self.notify("There is no choice after this moment: it begins with the first one of the run.");
                }
            }
        }
    }

    /// Moves to the moment before a choice and asks about it.
    fn ask_prediction(&mut self, event: usize, question: Name, (right, asked): (usize, usize)) {
        let Some(replay) = self.replay() else { return };
        self.seek(replay.asked_at(event));
        let cells = self.replay().map_or_else(Vec::new, |replay| question_candidates(replay, event).cells());
        self.shown.predict = Some(Predict { event, question, cells, given: None, right, asked });
    }

    /// Answers the current question. If it is answered already, goes to the next one.
    pub(super) fn guess(&mut self, cell: Cell) {
        let Some(event) =
            self.shown.predict.as_ref().filter(|predict| predict.given.is_none()).map(|predict| predict.event)
        else {
            return self.next_question();
        };
        let Some(at) = self.replay().filter(|replay| event < replay.len()).map(|replay| replay.asked_at(event)) else {
            return self.next_question();
        };
        self.seek(at);
        let (Some(predict), Some(replay)) = (&self.shown.predict, self.replay()) else { return };
        let answers = replay.answers(event);
        let right = answers.contains(&cell);
        let sentence = replay.event(event).sentence;
        let reason = if right { sentence } else { format!("{} {sentence}", holding(replay, event, cell)) };
        let user_answer = Some(UserAnswer { cell, right, answers, reason });
        let (right, asked) = (predict.right + usize::from(right), predict.asked + 1);
        self.shown.predict = Some(Predict { given: user_answer, right, asked, ..predict.clone() });
        self.seek(event + 1);
    }

    /// Goes to the next choice. After the last one, ends prediction.
    pub(super) fn next_question(&mut self) {
        let (Some(predict), Some(replay)) = (&self.shown.predict, self.replay()) else { return };
        let (right, asked) = (predict.right, predict.asked);
        if let Some((event, question)) = replay.question(predict.event + 1) {
            self.ask_prediction(event, question, (right, asked));
        } else {
            self.shown.predict = None;
            self.seek(usize::MAX);
            self.notify(&format!("That was the last choice: {right} of {asked} predicted."));
        }
    }

    /// Asks again after a new recording, if it has a choice from the cursor on.
    pub(super) fn ask_again(&mut self) {
        let Some(predict) = self.shown.predict.take() else { return };
        let cursor = self.moment().0;
        if let Some((event, question)) = self.replay().and_then(|replay| replay.question(cursor)) {
            self.ask_prediction(event, question, (predict.right, predict.asked));
        }
    }
}

/// Candidates of a choice.
pub(super) enum QuestionCandidates {
    /// The candidates that the algorithm compares.
    Weighed(Decision),
    /// The entries of the open list.
    OpenListEntries(Vec<QueueEntry>),
    /// The run does not list its candidates.
    NotListed,
}

impl QuestionCandidates {
    pub(super) fn cells(&self) -> Vec<Cell> {
        match self {
            Self::Weighed(decision) => decision.candidates.iter().filter_map(|one| one.cell).collect(),
            Self::OpenListEntries(waiting) => waiting.iter().map(|entry| entry.cell).collect(),
            Self::NotListed => Vec::new(),
        }
    }
}

/// Returns the candidates at this moment, before the choice of an event. The decision at this moment is used only if
/// nothing is chosen in it yet and it has all correct answers among its candidates.
pub(super) fn question_candidates(replay: &Replay, event: usize) -> QuestionCandidates {
    if replay.pops(event) {
        return QuestionCandidates::OpenListEntries(replay.queue(usize::MAX).0);
    }
    let answers = replay.answers(event);
    let is_open_choice = |decision: &Decision| {
        decision.chosen_candidate().is_none() && answers.iter().all(|&answer| decision.of(answer).is_some())
    };
    replay.decision().filter(is_open_choice).map_or(QuestionCandidates::NotListed, QuestionCandidates::Weighed)
}

/// Describes a cell that was picked wrongly, at the moment before the choice of an event.
pub(super) fn holding(replay: &Replay, event: usize, cell: Cell) -> String {
    match question_candidates(replay, event) {
        QuestionCandidates::OpenListEntries(waiting) => match waiting.iter().find(|entry| entry.cell == cell) {
            Some(entry) => format!("{cell} waits with {}.", entry.key.split_whitespace().collect::<Vec<_>>().join(" ")),
            None => format!("{cell} does not wait in the open list."),
        },
        QuestionCandidates::Weighed(decision) => match decision.of(cell) {
            Some(candidate) => has(cell, &decision.columns, &candidate.values),
            None => format!("{cell} is not one of the candidates."),
        },
        QuestionCandidates::NotListed => {
            let tables = replay.tables();
            let mut candidate_tables = tables.iter().filter(|table| table.candidates);
            let row =
                candidate_tables.find_map(|table| Some((table, table.rows.iter().find(|row| row.cell == Some(cell))?)));
            row.map_or_else(|| format!("It is not {cell}."), |(table, row)| has(cell, &table.columns, &row.values))
        }
    }
}

/// Describes a cell by its values in a scoreboard, without its position.
fn has(cell: Cell, columns: &[Name], values: &[String]) -> String {
    let place = cell.to_string();
    let value_texts = columns.iter().zip(values).filter(|(_, value)| **value != place);
    let value_texts: Vec<String> = value_texts.map(|(name, value)| format!("{name} {value}")).collect();
    format!("{cell} has {}.", value_texts.join(", "))
}
