//! A choice in one report: the candidates, the terms that were compared, and why each was or was not chosen.
//!
//! The scoreboard, the tie, the second line, the why-not answer and the correct answers to a prediction are all made
//! from this report, so they cannot contradict each other.

use super::answers::{Row, Table, Tie, WhyNot};
use super::schema::Name;
use crate::event::{Value, format_count};
use crate::geometry::Cell;

/// Largest number of candidates in a scoreboard.
const LISTED: usize = 200;
/// Largest number of equal candidates that a sentence names.
const NAMED: usize = 3;

/// A choice among candidates, as far as it has progressed.
#[derive(Clone, PartialEq, Debug)]
pub struct Decision {
    /// The title of the scoreboard, which names what is chosen.
    pub title: String,
    /// The columns of the scoreboard. A column `why` is added.
    pub columns: Vec<Name>,
    /// The candidates, best first.
    pub candidates: Vec<Candidate>,
    /// The equal values, if dice or the last rule had to decide: `equal f = 9`.
    pub tied: String,
    /// The tie-breaking rule, as the end of a sentence.
    pub rule: String,
    /// The number rolled, in [0, 1), and the probability of the outcome, if dice were used.
    pub roll: Option<(f64, f64)>,
}

/// A candidate of a choice.
#[derive(Clone, PartialEq, Debug)]
pub struct Candidate {
    /// The candidate's cell.
    pub cell: Option<Cell>,
    /// The candidate's value in each column.
    pub values: Vec<String>,
    /// The event that weighed the candidate.
    pub event: Option<usize>,
    /// The values of the winner and of this candidate, in the unit that decided between them.
    pub against: Option<(Value, Value)>,
    /// The result for the candidate.
    pub fate: CandidateResult,
}

/// The result for a candidate. Its words fit after "lost to (3,4): …".
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum CandidateResult {
    /// The candidate was chosen.
    Chosen,
    /// No candidate is chosen yet, and none is better than this one.
    Open,
    /// The candidate was equal to the chosen one, and the tie-breaking rule decided. The text describes the difference.
    Tied(String),
    /// The candidate was worse than the chosen one.
    Lost {
        /// The reason.
        reason: Name,
        /// A phrase with the reason and its numbers: `farther from the goal: h = 5 against 4`.
        words: String,
    },
}

impl CandidateResult {
    /// Creates the result for a worse candidate.
    pub fn lost(reason: impl Into<Name>, words: impl Into<String>) -> Self {
        Self::Lost { reason: reason.into(), words: words.into() }
    }

    /// Returns the reason for the scoreboard.
    pub fn words(&self) -> &str {
        match self {
            Self::Chosen => "chosen",
            Self::Open => "equally good",
            Self::Tied(words) | Self::Lost { words, .. } => words,
        }
    }

    /// Returns the reason for files and tests.
    pub fn reason(&self) -> &str {
        match self {
            Self::Chosen => "chosen",
            Self::Open => "open",
            Self::Tied(_) => "tied",
            Self::Lost { reason, .. } => reason,
        }
    }
}

impl Decision {
    /// Returns the chosen candidate, once there is one.
    pub fn chosen_candidate(&self) -> Option<&Candidate> {
        self.candidates.iter().find(|c| c.fate == CandidateResult::Chosen)
    }

    /// Returns the candidate of a cell.
    pub fn of(&self, cell: Cell) -> Option<&Candidate> {
        self.candidates.iter().find(|c| c.cell == Some(cell))
    }

    /// Returns the other candidates that were equal to the chosen one.
    pub fn equals(&self) -> impl Iterator<Item = &Candidate> {
        self.candidates.iter().filter(|c| matches!(c.fate, CandidateResult::Tied(_)))
    }

    /// Returns the scoreboard.
    pub fn table(&self) -> Table {
        let row = |c: &Candidate| {
            let values = c.values.iter().cloned().chain([c.fate.words().to_owned()]).collect();
            Row { values, cell: c.cell, event: c.event, chosen: c.fate == CandidateResult::Chosen }
        };
        let first = if self.candidates.len() > LISTED { format!(", the first {LISTED}") } else { String::new() };
        Table {
            candidates: true,
            title: format!("{}: {}{first}", self.title, format_count(self.candidates.len() as u64, "candidate")),
            columns: self.columns.iter().cloned().chain(["why".into()]).collect(),
            rows: self.candidates.iter().take(LISTED).map(row).collect(),
        }
    }

    /// Returns the tie, if other candidates were equal to the chosen one.
    pub fn tie(&self) -> Option<Tie> {
        let chosen_candidate = self.chosen_candidate()?;
        // Values of the candidate on the scoreboard, besides its cell.
        let apart = |c: &Candidate| {
            let cell = c.cell.map(|cell| cell.to_string());
            let columns = self.columns.iter().zip(&c.values).filter(|(_, value)| Some(*value) != cell.as_ref());
            columns.map(|(name, value)| format!("{name} {value}")).collect::<Vec<_>>().join(", ")
        };
        // In the order of the candidates, because dice count in this order.
        let equal = |c: &&Candidate| matches!(c.fate, CandidateResult::Chosen | CandidateResult::Tied(_));
        let candidates: Vec<_> =
            self.candidates.iter().filter(equal).filter_map(|c| Some((c.cell?, apart(c)))).collect();
        (candidates.len() > 1).then(|| Tie {
            what: self.tied.clone(),
            candidates,
            chosen: chosen_candidate.cell.unwrap_or(Cell::new(0, 0)),
            rule: self.rule.clone(),
            roll: self.roll.map(|r| r.0),
            probability: self.roll.map(|r| r.1),
        })
    }

    /// Returns a sentence with the equal candidates and the rule that decided. It is empty if there were none.
    pub fn second_line(&self) -> String {
        let mut tied_cells: Vec<String> = self.equals().filter_map(|c| Some(c.cell?.to_string())).collect();
        let more = tied_cells.len().saturating_sub(NAMED);
        tied_cells.truncate(NAMED);
        let tied_cells = match (tied_cells.pop(), tied_cells.is_empty(), more) {
            (None, ..) => return String::new(),
            (Some(last), true, 0) => last,
            (Some(last), false, 0) => format!("{} and {last}", tied_cells.join(", ")),
            (Some(last), _, more) => format!("{}, {last} and {more} more", tied_cells.join(", ")),
        };
        format!("Tied with {tied_cells}: {}.", self.rule)
    }

    /// Returns why a cell was not chosen, or `None` if it was no candidate.
    pub fn why_not(&self, cell: Cell) -> Option<WhyNot> {
        let this = self.of(cell)?;
        let words = this.fate.words();
        let sentence = match (&this.fate, self.chosen_candidate().and_then(|best| best.cell)) {
            (CandidateResult::Chosen, _) => format!("{cell} was chosen."),
            (CandidateResult::Tied(_), Some(best)) => format!("{cell} tied with {best}: {words}."),
            (_, Some(best)) => format!("{cell} lost to {best}: {words}."),
            (_, None) => format!("{cell} was not chosen: {words}."),
        };
        let (best, this_one) = this.against.clone().unzip();
        Some(WhyNot::new(this.fate.reason().to_owned(), sentence).shown_by(this.event).against(best, this_one))
    }
}
