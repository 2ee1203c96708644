//! A choice, told once: who could be taken, by which terms, and why each was or was not.
//!
//! Scoreboard, tie, second line, why-not and the right answers to a prediction are made of this one report, so they cannot
//! contradict each other.

use super::answers::{Row, Table, Tie, WhyNot};
use super::schema::Name;
use crate::event::{Value, counted};
use crate::geometry::Cell;

/// How many candidates a scoreboard lists.
const LISTED: usize = 200;
/// How many losers a sentence names.
const NAMED: usize = 3;

/// A choice among candidates, as far as it has come.
#[derive(Clone, PartialEq, Debug)]
pub struct Decision {
    /// What is chosen, as the title of its scoreboard.
    pub title: String,
    /// What the scoreboard says of each candidate, a name a column; `why` is added.
    pub columns: Vec<Name>,
    /// The candidates, best first.
    pub candidates: Vec<Candidate>,
    /// What was equal, where dice or the last of the rules had to decide: `equal f = 9`.
    pub tied: String,
    /// The rule that settles what is equal, as the end of a sentence.
    pub rule: String,
    /// The number rolled, in [0, 1), and how likely that made the outcome, where dice were thrown.
    pub roll: Option<(f64, f64)>,
}

/// One that could be taken.
#[derive(Clone, PartialEq, Debug)]
pub struct Candidate {
    /// Its cell.
    pub cell: Option<Cell>,
    /// What each column says of it.
    pub values: Vec<String>,
    /// The event that weighed it.
    pub event: Option<usize>,
    /// What the winner has and what this one has, in the unit that decided between them.
    pub against: Option<(Value, Value)>,
    /// What became of it.
    pub fate: Fate,
}

/// What became of a candidate. Its words read well after "lost to (3,4): …".
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Fate {
    /// It was taken.
    Chosen,
    /// Nothing is taken yet, and it is as good as any.
    Open,
    /// It was as good as the one taken, and the rule for equals decided; what set it apart, in words.
    Tied(String),
    /// It was worse.
    Lost {
        /// The reason.
        reason: Name,
        /// With its numbers: `farther from the goal: h = 5 against 4`.
        words: String,
    },
}

impl Fate {
    /// It was worse, for a reason that is told in words.
    pub fn lost(reason: impl Into<Name>, words: impl Into<String>) -> Self {
        Self::Lost { reason: reason.into(), words: words.into() }
    }

    /// The reason as the scoreboard has it.
    pub fn words(&self) -> &str {
        match self {
            Self::Chosen => "chosen",
            Self::Open => "as good as any",
            Self::Tied(words) | Self::Lost { words, .. } => words,
        }
    }

    /// The reason as files and tests have it.
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
    /// The one taken, once one is.
    pub fn chosen(&self) -> Option<&Candidate> {
        self.candidates.iter().find(|c| c.fate == Fate::Chosen)
    }

    /// The candidate of a cell.
    pub fn of(&self, cell: Cell) -> Option<&Candidate> {
        self.candidates.iter().find(|c| c.cell == Some(cell))
    }

    /// Those that were as good as the one taken, itself not counted.
    pub fn equals(&self) -> impl Iterator<Item = &Candidate> {
        self.candidates.iter().filter(|c| matches!(c.fate, Fate::Tied(_)))
    }

    /// The scoreboard.
    pub fn table(&self) -> Table {
        let row = |c: &Candidate| {
            let values = c.values.iter().cloned().chain([c.fate.words().to_owned()]).collect();
            Row { values, cell: c.cell, event: c.event, chosen: c.fate == Fate::Chosen }
        };
        let first = if self.candidates.len() > LISTED { format!(", the first {LISTED}") } else { String::new() };
        Table {
            candidates: true,
            title: format!("{}: {}{first}", self.title, counted(self.candidates.len() as u64, "candidate")),
            columns: self.columns.iter().cloned().chain(["why".into()]).collect(),
            rows: self.candidates.iter().take(LISTED).map(row).collect(),
        }
    }

    /// The tie that it was, where others were as good as the one taken.
    pub fn tie(&self) -> Option<Tie> {
        let chosen = self.chosen()?;
        // What the scoreboard says of it, besides its cell.
        let apart = |c: &Candidate| {
            let cell = c.cell.map(|cell| cell.to_string());
            let columns = self.columns.iter().zip(&c.values).filter(|(_, value)| Some(*value) != cell.as_ref());
            columns.map(|(name, value)| format!("{name} {value}")).collect::<Vec<_>>().join(", ")
        };
        // In the order of the candidates, which is the one that dice count in.
        let equal = |c: &&Candidate| matches!(c.fate, Fate::Chosen | Fate::Tied(_));
        let among: Vec<_> = self.candidates.iter().filter(equal).filter_map(|c| Some((c.cell?, apart(c)))).collect();
        (among.len() > 1).then(|| Tie {
            what: self.tied.clone(),
            among,
            chosen: chosen.cell.unwrap_or(Cell::new(0, 0)),
            rule: self.rule.clone(),
            roll: self.roll.map(|r| r.0),
            probability: self.roll.map(|r| r.1),
        })
    }

    /// Who was as good as the one taken, and the rule that decided, as a sentence; empty where nobody was.
    pub fn second_line(&self) -> String {
        let mut told: Vec<String> = self.equals().filter_map(|c| Some(c.cell?.to_string())).collect();
        let more = told.len().saturating_sub(NAMED);
        told.truncate(NAMED);
        let told = match (told.pop(), told.is_empty(), more) {
            (None, ..) => return String::new(),
            (Some(last), true, 0) => last,
            (Some(last), false, 0) => format!("{} and {last}", told.join(", ")),
            (Some(last), _, more) => format!("{}, {last} and {more} more", told.join(", ")),
        };
        format!("Tied with {told}: {}.", self.rule)
    }

    /// Why a cell was not taken; `None` where it was no candidate.
    pub fn why_not(&self, cell: Cell) -> Option<WhyNot> {
        let this = self.of(cell)?;
        let words = this.fate.words();
        let sentence = match (&this.fate, self.chosen().and_then(|best| best.cell)) {
            (Fate::Chosen, _) => format!("{cell} was taken."),
            (Fate::Tied(_), Some(best)) => format!("{cell} tied with {best}: {words}."),
            (_, Some(best)) => format!("{cell} lost to {best}: {words}."),
            (_, None) => format!("{cell} was not taken: {words}."),
        };
        let (best, this_one) = this.against.clone().unzip();
        Some(WhyNot::new(this.fate.reason().to_owned(), sentence).shown_by(this.event).against(best, this_one))
    }
}
