//! Grading of submissions: what each did as marks, points for them, and the files that teachers and course systems read.
//!
//! A submission is a search in Python, a program in any language, or a scene that should solve an exercise. Each gets
//! a [`Verdict`]. All outputs are made from the verdicts of a [`Class`].

mod class_page;
mod drawing;
mod exercise;
mod maps;
mod outlets;
mod points;
mod program;
mod submission_page;

pub use class_page::{brief, pages};
pub use drawing::SmallMap;
pub use exercise::exercise;
pub use maps::further_maps;
pub use outlets::{csv, gradescope, junit};
pub use points::Points;
pub use program::program;
pub use submission_page::log_of;

use crate::formats::log::Log;
use gridscope_trace::Scene;
use gridscope_trace::event::capital;
use serde::Deserialize;

/// Function that draws a class on sheets of paper, and returns the bytes of a PDF.
pub type DrawClass = fn(&Class) -> Result<Vec<u8>, crate::export::ExportError>;

/// A mark of a verdict: its name, the heading of its column, its points by default.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct MarkKind {
    /// Name in points and files.
    pub name: &'static str,
    /// Default points.
    pub points: f64,
}

/// Most characters of a text and of a headline, and most mistakes of one submission.
const LONGEST_TEXT: usize = 2000;
const LONGEST_TITLE: usize = 200;
const MAX_MISTAKES: usize = 40;

/// Returns the beginning of a text.
fn beginning(text: &str, characters: usize) -> String {
    match text.char_indices().nth(characters) {
        Some((end, _)) => format!("{} …", &text[..end]),
        None => text.to_owned(),
    }
}

const fn mark(name: &'static str, points: f64) -> MarkKind {
    MarkKind { name, points }
}

/// The marks of a search.
pub const SEARCH: &[MarkKind] =
    &[mark("loads", 2.0), mark("returns", 2.0), mark("path", 2.0), mark("cheapest", 1.0), mark("way", 1.0)];
/// The marks of a scene that should solve an exercise.
pub const EXERCISE: &[MarkKind] = &[mark("loads", 1.0), mark("runs", 1.0), mark("solved", 2.0)];

/// The state of a mark.
#[derive(Clone, PartialEq, Eq, Debug, Default, Deserialize)]
pub struct Mark {
    /// Whether it holds on all maps. `None` if it could not be checked.
    pub held: Option<bool>,
    /// Whether its points are earned.
    pub earned: bool,
    /// Why it could not be checked, or why it fails if another mark has the finding.
    #[serde(default)]
    pub why: Option<String>,
}

impl Mark {
    /// Returns a mark that was checked.
    pub const fn checked(held: bool) -> Self {
        Self { held: Some(held), earned: held, why: None }
    }

    /// Returns a mark that could not be checked.
    pub fn unchecked(earned: bool, why: &str) -> Self {
        Self { held: None, earned, why: Some(why.to_owned()) }
    }

    /// Returns its state in one word.
    pub const fn state(&self) -> &'static str {
        match self.held {
            Some(true) => "holds",
            Some(false) => "fails",
            None => "not checked",
        }
    }
}

/// A log or a scene that the page of a submission plays.
#[derive(Debug, Default)]
pub enum Played {
    /// Nothing.
    #[default]
    Nothing,
    /// The log of a program.
    Log(Box<Log>),
    /// The run of a scene.
    Scene(Box<Scene>),
}

/// The result of grading a submission: its marks, and its first finding.
#[derive(Debug, Default, Deserialize)]
pub struct Verdict {
    /// The marks, in the order of their kinds.
    pub marks: Vec<Mark>,
    /// Rule of the first finding, or another word for it. `None` without a finding.
    #[serde(default)]
    pub rule: Option<String>,
    /// Headline of the first finding, if it says more than the rule.
    #[serde(default)]
    pub title: Option<String>,
    /// Line of the submission that it is about.
    #[serde(default)]
    pub line: Option<usize>,
    /// Sentences about the first finding, or about what was tried.
    #[serde(default)]
    pub text: String,
    /// Rules that are broken on any map, and causes.
    #[serde(default)]
    pub mistakes: Vec<String>,
    /// Number of the event that decides, from 1.
    #[serde(default)]
    pub event: Option<usize>,
    /// The smallest map that shows the first finding.
    #[serde(default)]
    pub small: Option<SmallMap>,
    /// A log or a scene to play.
    #[serde(skip)]
    pub played: Played,
}

impl Verdict {
    /// Returns the verdict about a submission that came no further than a mark.
    pub fn stopped_at(kinds: &[MarkKind], number: usize, title: &str, text: &str) -> Self {
        let mark = |n| match n {
            n if n < number => Mark::checked(true),
            n if n == number => Mark::checked(false),
            _ => Mark::unchecked(false, "it came no further"),
        };
        Self {
            marks: (0..kinds.len()).map(mark).collect(),
            rule: Some("crash".to_owned()),
            title: Some(title.to_owned()),
            text: text.to_owned(),
            mistakes: vec![title.to_owned()],
            ..Self::default()
        }
    }

    /// Returns the verdict without what no reader needs: a submission may raise an error of any length.
    #[must_use]
    pub fn bounded(mut self) -> Self {
        self.text = beginning(&self.text, LONGEST_TEXT);
        self.title = self.title.map(|title| beginning(&title, LONGEST_TITLE));
        self.mistakes.truncate(MAX_MISTAKES);
        self.mistakes = self.mistakes.iter().map(|mistake| beginning(mistake, LONGEST_TITLE)).collect();
        for mark in &mut self.marks {
            mark.why = mark.why.take().map(|why| beginning(&why, LONGEST_TEXT));
        }
        self.small = self.small.filter(SmallMap::is_small);
        self
    }

    /// Returns whether no mark fails.
    pub fn is_sound(&self) -> bool {
        self.rule.is_none() && self.marks.iter().all(|mark| mark.held != Some(false))
    }

    /// Returns the headline of the first finding.
    pub fn headline(&self) -> String {
        match (&self.title, &self.rule) {
            (Some(title), _) => title.clone(),
            (None, Some(rule)) => headline(rule),
            (None, None) => "No fault".to_owned(),
        }
    }
}

/// Returns the headline for a broken rule, or the text itself if it is no rule.
fn headline(rule: &str) -> String {
    let own = match rule {
        "late" => "Takes too long",
        "no-path-read" => "Returns nothing that can be read as a path",
        "path-form" => "The path is not in the form that was asked for",
        "convention" => "A special case is treated in another way",
        "order" => "A better cell waited when one was taken",
        "cost" => "Costs so far do not add up",
        "parent" => "A parent is no neighbour, or was not expanded",
        "parents" => "The path does not follow the parents",
        "wall" => "A blocked cell is entered, or a corner is cut",
        "never-opened" => "A cell is expanded that was never opened",
        "reexpanded" => "A cell is expanded twice",
        "heuristic" => "The estimate is too large",
        "inconsistent" => "The estimate falls by more than a step costs",
        "missed" => "A neighbour is left out",
        "path-broken" => "The path is broken",
        "path-cost" => "The stated cost is not that of the path",
        "not-shortest" => "Not a cheapest path",
        "no-path" => "Wrong about whether a path exists",
        "unsearched" => "The path has cells that were never opened",
        "changed" => "A cost so far changes before it is used",
        other => other,
    };
    own.to_owned()
}

/// A submission and its verdict.
#[derive(Debug)]
pub struct Submission {
    /// Name of the file, within the folder.
    pub file: String,
    /// Name of the student: that of the folder of the submission, or of the file.
    pub student: String,
    /// The text of the file, if it is text.
    pub source: Option<String>,
    /// The verdict.
    pub verdict: Verdict,
    /// Seconds that it took.
    pub seconds: f64,
}

/// The submissions of a class.
#[derive(Debug)]
pub struct Class {
    /// The submissions, in the order of their names.
    pub submissions: Vec<Submission>,
    /// Points of the marks.
    pub points: Points,
    /// Phrases about the task, for the line below the title.
    pub about: Vec<String>,
    /// Files beside the page: name and relative address.
    pub links: Vec<(String, String)>,
}

impl Class {
    /// Returns how many submissions have no fault.
    pub fn sound(&self) -> usize {
        self.submissions.iter().filter(|one| one.verdict.is_sound()).count()
    }

    /// Returns the title: `Ten submissions, six without a fault`.
    pub fn title(&self) -> String {
        let all = self.submissions.len();
        let noun = if all == 1 { "submission" } else { "submissions" };
        format!("{} {noun}, {} without a fault", capital(&in_words(all)), in_words(self.sound()))
    }

    /// Returns the commonest mistakes, at most `most` of them, each with the indices of the submissions that have it.
    pub fn mistakes(&self, most: usize) -> Vec<(String, Vec<usize>)> {
        let mut all: Vec<(String, Vec<usize>)> = Vec::new();
        for (index, one) in self.submissions.iter().enumerate() {
            for mistake in one.verdict.mistakes.iter().map(|rule| headline(rule)) {
                match all.iter_mut().find(|(text, _)| *text == mistake) {
                    Some((_, who)) if who.contains(&index) => {}
                    Some((_, who)) => who.push(index),
                    None => all.push((mistake, vec![index])),
                }
            }
        }
        all.sort_by_key(|(_, who)| std::cmp::Reverse(who.len()));
        all.truncate(most);
        all
    }
}

/// Returns a number up to twelve as a word.
fn in_words(n: usize) -> String {
    const WORDS: [&str; 13] =
        ["none", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve"];
    WORDS.get(n).map_or_else(|| n.to_string(), |&word| word.to_owned())
}
