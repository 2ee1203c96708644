//! A slide of a lesson: a moment of a run with a note, what is drawn there, and the question that it asks.

use crate::claim::Claim;
use crate::geometry::Cell;
use serde::{Deserialize, Serialize};

/// Longest motion into a slide, in seconds.
const MAX_SECONDS: f64 = 60.0;

/// A moment of a run with a note: a slide of a lesson.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Slide {
    /// Number of events that have happened.
    pub at: usize,
    /// A description of what to see, in Markdown.
    #[serde(default)]
    pub note: String,
    /// The signs that are drawn and listed in the legend, in its order. `None` is the default of lessons.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub show: Option<Show>,
    /// Cells with numbered pins, in the order of their numbers. `None` means the cells that the note names, in that order.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub pins: Option<Vec<Cell>>,
    /// The question that the slide asks.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ask: Option<Ask>,
    /// The motion into the slide. `None` means that its length follows from the number of events.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub play: Option<Motion>,
    /// The facts that make the note true. A scene in a link, page or trace has none.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub claims: Vec<Claim>,
}

/// The signs that a slide draws. In a file it is a list of words, such as `["closed", "open", "path"]`, or `"all"`.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(try_from = "ShowField", into = "ShowField")]
pub enum Show {
    /// Everything that the run can draw.
    All,
    /// These signs, by their words.
    Signs(Vec<String>),
}

impl Show {
    /// Returns the number of words.
    pub const fn len(&self) -> usize {
        match self {
            Self::All => 1,
            Self::Signs(signs) => signs.len(),
        }
    }

    /// Returns whether it is an empty list, so that nothing is drawn but the map.
    pub const fn is_empty(&self) -> bool {
        self.len() == 0
    }
}

/// The field `show` as it is in a file.
#[derive(Serialize, Deserialize)]
#[serde(untagged)]
enum ShowField {
    Word(String),
    Signs(Vec<String>),
}

impl TryFrom<ShowField> for Show {
    type Error = String;

    fn try_from(field: ShowField) -> Result<Self, String> {
        match field {
            ShowField::Signs(signs) => Ok(Self::Signs(signs)),
            ShowField::Word(word) if word == "all" => Ok(Self::All),
            ShowField::Word(word) => Err(format!("show is {word:?}; expected \"all\" or a list of words")),
        }
    }
}

impl From<Show> for ShowField {
    fn from(show: Show) -> Self {
        match show {
            Show::All => Self::Word("all".to_owned()),
            Show::Signs(signs) => Self::Signs(signs),
        }
    }
}

/// The motion into a slide. In a file it is a number of seconds, or `"cut"`.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
#[serde(try_from = "MotionField", into = "MotionField")]
pub enum Motion {
    /// The events up to the slide take this many seconds, more than 0 and at most 60.
    Seconds(f64),
    /// The moment of the slide is shown at once.
    Cut,
}

/// The field `play` as it is in a file.
#[derive(Serialize, Deserialize)]
#[serde(untagged)]
enum MotionField {
    Seconds(f64),
    Word(String),
}

impl TryFrom<MotionField> for Motion {
    type Error = String;

    fn try_from(field: MotionField) -> Result<Self, String> {
        match field {
            MotionField::Seconds(seconds) if seconds > 0.0 && seconds <= MAX_SECONDS => Ok(Self::Seconds(seconds)),
            MotionField::Word(word) if word == "cut" => Ok(Self::Cut),
            MotionField::Seconds(seconds) => {
                Err(format!("play is {seconds}; expected more than 0 and at most {MAX_SECONDS} seconds, or \"cut\""))
            }
            MotionField::Word(word) => Err(format!("play is {word:?}; expected seconds or \"cut\"")),
        }
    }
}

impl From<Motion> for MotionField {
    fn from(motion: Motion) -> Self {
        match motion {
            Motion::Seconds(seconds) => Self::Seconds(seconds),
            Motion::Cut => Self::Word("cut".to_owned()),
        }
    }
}

/// A question of a slide. Its answer always comes from the run. In a file it is an object with one of `path`, `cell`, `number`
/// and `choice`, which holds the question's text.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(try_from = "AskFields", into = "AskFields")]
pub enum Ask {
    /// The reader draws a path, and it is compared with the path of the run.
    Path {
        /// The question.
        question: String,
        /// A last sentence of the answer, which leads on.
        then: Option<String>,
    },
    /// The reader picks a cell.
    Cell {
        /// The question.
        question: String,
        /// Condition on events, as of a breakpoint: every cell of an event that fulfils it is right. `None` asks for the next
        /// choice of the run after the slide's moment.
        hits: Option<String>,
        /// A last sentence of the answer, which leads on.
        then: Option<String>,
    },
    /// The reader enters a number.
    Number {
        /// The question.
        question: String,
        /// Name of the number in the outcome of the run, such as `cost`, or of another run, such as `B.cost`.
        of: String,
        /// A last sentence of the answer, which leads on.
        then: Option<String>,
    },
    /// The reader picks one of several answers.
    Choice {
        /// The question.
        question: String,
        /// The answers to choose from.
        options: Vec<AskOption>,
        /// A last sentence of the answer, which leads on.
        then: Option<String>,
    },
}

impl Ask {
    /// Returns the text of the question.
    pub fn question(&self) -> &str {
        match self {
            Self::Path { question, .. }
            | Self::Cell { question, .. }
            | Self::Number { question, .. }
            | Self::Choice { question, .. } => question,
        }
    }

    /// Returns the last sentence of the answer, if there is one.
    pub fn then(&self) -> Option<&str> {
        match self {
            Self::Path { then, .. }
            | Self::Cell { then, .. }
            | Self::Number { then, .. }
            | Self::Choice { then, .. } => then.as_deref(),
        }
    }

    /// Returns the last sentence of the answer, to change it.
    pub const fn then_mut(&mut self) -> &mut Option<String> {
        match self {
            Self::Path { then, .. }
            | Self::Cell { then, .. }
            | Self::Number { then, .. }
            | Self::Choice { then, .. } => then,
        }
    }

    /// Returns the answers to choose from. Only a choice has any.
    pub fn options(&self) -> &[AskOption] {
        match self {
            Self::Choice { options, .. } => options,
            Self::Path { .. } | Self::Cell { .. } | Self::Number { .. } => &[],
        }
    }
}

/// An answer to choose from.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct AskOption {
    /// The answer in words.
    pub words: String,
    /// A line as of an exercise, such as `outcome cost >= 60`. The answer is right if it holds for the run.
    pub holds: String,
}

/// The fields of a question as they are in a file.
#[derive(Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct AskFields {
    #[serde(default, skip_serializing_if = "Option::is_none")]
    path: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    cell: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    number: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    choice: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    hits: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    of: Option<String>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    options: Vec<AskOption>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    then: Option<String>,
}

impl TryFrom<AskFields> for Ask {
    type Error = String;

    fn try_from(fields: AskFields) -> Result<Self, String> {
        let AskFields { path, cell, number, choice, hits, of, options, then } = fields;
        let question_count = [&path, &cell, &number, &choice].into_iter().flatten().count();
        if question_count != 1 {
            return Err(format!("ask has {question_count} questions; expected one of path, cell, number and choice"));
        }
        let unused = [
            ("hits", hits.is_some() && cell.is_none(), "cell"),
            ("of", of.is_some() && number.is_none(), "number"),
            ("options", !options.is_empty() && choice.is_none(), "choice"),
        ];
        if let Some((field, _, owner)) = unused.into_iter().find(|(_, is_unused, _)| *is_unused) {
            return Err(format!("ask has the field {field} without {owner}; only a question {owner} has it"));
        }
        if let Some(question) = path {
            return Ok(Self::Path { question, then });
        }
        if let Some(question) = cell {
            return Ok(Self::Cell { question, hits, then });
        }
        if let Some(question) = number {
            return Ok(Self::Number { question, of: of.unwrap_or_else(|| "cost".to_owned()), then });
        }
        let question = choice.unwrap_or_default();
        if options.len() < 2 {
            return Err(format!("ask has {} options; expected at least 2 for choice", options.len()));
        }
        Ok(Self::Choice { question, options, then })
    }
}

impl From<Ask> for AskFields {
    fn from(ask: Ask) -> Self {
        let none = Self::default();
        match ask {
            Ask::Path { question, then } => Self { path: Some(question), then, ..none },
            Ask::Cell { question, hits, then } => Self { cell: Some(question), hits, then, ..none },
            Ask::Number { question, of, then } => Self { number: Some(question), of: Some(of), then, ..none },
            Ask::Choice { question, options, then } => Self { choice: Some(question), options, then, ..none },
        }
    }
}
