//! Searches for events: by kind, cell, actor, and by words in their sentences or a condition.
//!
//! A search goes through the run in pieces and reports what it has found so far. So any thread can run it, and it can
//! be cancelled. A run may have millions of events.

mod list;
mod turns;

pub use list::Events;
pub use turns::ActorTurns;

use crate::lab::query;
use crate::session::background::Slices;
use gridscope_trace::trace::Halt;
use gridscope_trace::trace::breakpoint::{Condition, Source};
use gridscope_trace::{Cell, Progress, Replay};

/// Number of events between two reports.
const PIECE: usize = 1 << 14;
/// Number of events whose sentences a slice reads. In a page that takes a few milliseconds.
const READ_AT_ONCE: usize = 1 << 9;

/// A filter for events. All given parts must match.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct EventQuery {
    /// Accepted kinds. Empty accepts all kinds.
    pub kinds: Vec<String>,
    /// Cell that the event is about.
    pub cell: Option<Cell>,
    /// Acting actor: `guard 2`, or `guard` for any guard.
    pub actor: Option<String>,
    /// Words in the sentence or the kind, or a condition.
    pub text: String,
}

/// Interpretation of the text of a [`EventQuery`].
#[derive(Clone, PartialEq, Debug)]
pub enum ParsedFilterText {
    /// All of these words, in lower case, are in the sentence or in the name of the kind. Empty if no text was typed.
    Words(Vec<String>),
    /// The condition is true.
    Condition(Condition),
}

impl EventQuery {
    /// Returns whether every event matches.
    pub fn is_everything(&self) -> bool {
        self.kinds.is_empty() && self.cell.is_none() && self.actor.is_none() && self.text.trim().is_empty()
    }

    /// Returns the interpretation of the text. It is a condition if it can be parsed as one and this run has all of its
    /// names. A single word is always a word, even if it is the name of a kind.
    pub fn reading(&self, replay: &Replay) -> ParsedFilterText {
        let words = || self.text.to_lowercase().split_whitespace().map(str::to_owned).collect();
        match self.text.parse::<Condition>() {
            Ok(condition) if says_more(&condition) && unknown(replay, &condition).is_none() => {
                ParsedFilterText::Condition(condition)
            }
            _ => ParsedFilterText::Words(words()),
        }
    }

    /// Returns why a text that looks like a condition is searched as words.
    pub fn no_condition(&self, reading: &ParsedFilterText, replay: &Replay) -> Option<String> {
        if !self.text.contains(['<', '>', '=']) || matches!(reading, ParsedFilterText::Condition(_)) {
            return None;
        }
        let why = match self.text.parse::<Condition>() {
            Ok(condition) => unknown(replay, &condition)?,
            Err(error) => error.to_string(),
        };
        Some(format!("{} is searched for as words: {why}", self.text.trim()))
    }

    /// Returns the parts of the filter other than words, or `None` if there are none.
    fn condition(&self, reading: &ParsedFilterText) -> Option<Condition> {
        let mut all = Condition::default();
        if let Some(cell) = self.cell {
            all = all.and(Condition::at_cell(cell));
        }
        all = match &self.kinds[..] {
            [] => all,
            [kind] => all.and(Condition::of_kind(kind)),
            kinds => all.and(Condition::Any(kinds.iter().map(|kind| Condition::of_kind(kind)).collect())),
        };
        if let Some(actor) = &self.actor {
            all = all.and(Condition::Actor(actor.clone()));
        }
        if let ParsedFilterText::Condition(condition) = reading {
            all = all.and(condition.clone());
        }
        (!all.is_empty()).then_some(all)
    }

    /// Returns a sentence about a kind or actor that this run does not have, with those that it has.
    pub fn unknown(&self, replay: &Replay) -> Option<String> {
        let kinds = self.kinds.iter().map(|kind| Condition::of_kind(kind));
        let actor = self.actor.iter().map(|actor| Condition::Actor(actor.clone()));
        kinds.chain(actor).find_map(|condition| query::unknown(replay, &condition))
    }
}

/// Returns whether a condition is more than a single name, which counts as a word.
fn says_more(condition: &Condition) -> bool {
    !matches!(condition, Condition::Kind(_)) && !condition.is_empty()
}

/// Returns a sentence about a name in a condition that this run does not have. Like [`query::unknown`], but also checks
/// fields.
pub fn unknown(replay: &Replay, condition: &Condition) -> Option<String> {
    query::unknown(replay, condition).or_else(|| unknown_field(replay, condition))
}

fn unknown_field(replay: &Replay, condition: &Condition) -> Option<String> {
    let schema = replay.schema();
    match condition {
        Condition::Number(Source::Field, name, _) => {
            let known = schema.field_name(name);
            let is_known = schema.fields.iter().any(|field| field.name == known);
            let there =
                || format!("no event of this run has a field {name:?}; there are {}", replay.fields().join(", "));
            (!is_known).then(there)
        }
        Condition::All(all) | Condition::Any(all) => all.iter().find_map(|c| unknown_field(replay, c)),
        Condition::Not(inner) => unknown_field(replay, inner),
        _ => None,
    }
}

/// A search, ready to run.
#[derive(Debug)]
pub struct Search {
    replay: Replay,
    condition: Option<Condition>,
    words: Vec<String>,
    /// First event to examine.
    from: usize,
    /// Shared with the code that may cancel the search.
    pub(crate) progress: Progress,
}

/// A report of a search.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum Found {
    /// Indices of more events, in ascending order, after those of earlier reports.
    Events(Vec<u32>),
    /// The search is complete or was cancelled.
    Done,
}

impl Search {
    /// Creates a search of a whole run.
    pub fn new(wanted: &EventQuery, replay: &Replay) -> Self {
        Self::of(wanted, &wanted.reading(replay), replay, 0)
    }

    /// Like [`Search::new`], but with an interpreted text, starting at an event.
    fn of(wanted: &EventQuery, reading: &ParsedFilterText, replay: &Replay, from: usize) -> Self {
        let condition = wanted.condition(reading);
        let words = if let ParsedFilterText::Words(words) = reading { words.clone() } else { Vec::new() };
        Self { replay: replay.fork(), condition, words, from, progress: Progress::default() }
    }

    /// Runs the search. `tell` gets the results as they are found, and [`Found::Done`] at the end.
    pub fn run(self, tell: &mut dyn FnMut(Found)) {
        Slices::pausing(|reports| async move { self.find(&mut |found| reports.push(found)).await }).run(tell);
    }

    /// Like [`Search::run`], with pauses.
    pub(crate) async fn find(self, tell: &mut (dyn FnMut(Found) + Send)) {
        // A search that is stopped has found what it has found.
        _ = self.look(tell).await;
        tell(Found::Done);
    }

    /// Finds the events that match.
    async fn look(&self, tell: &mut (dyn FnMut(Found) + Send)) -> Result<(), Halt> {
        let len = self.replay.len();
        if let Some(condition) = &self.condition {
            return self.ask(condition, tell).await;
        }
        for next in (self.from..len).step_by(READ_AT_ONCE) {
            self.progress.pause().await?;
            self.progress.set_share((next - self.from) as f64 / (len - self.from) as f64);
            let events = next as u32..len.min(next + READ_AT_ONCE) as u32;
            let found: Vec<u32> = events.filter(|&i| self.says(i as usize)).collect();
            if !found.is_empty() {
                tell(Found::Events(found));
            }
        }
        Ok(())
    }

    /// Finds the events where the condition is true, and checks those for the words.
    async fn ask(&self, condition: &Condition, tell: &mut (dyn FnMut(Found) + Send)) -> Result<(), Halt> {
        let len = self.replay.len();
        let mut reported_to = 0;
        let mut found = Vec::new();
        let receive = &mut |done: usize, hits: &[u32]| {
            found.extend(hits.iter().copied().filter(|&i| i as usize >= self.from && self.says(i as usize)));
            self.progress.set_share(done as f64 / len.max(1) as f64);
            // Do not send a message for every small piece.
            if !found.is_empty() && (done == len || done >= reported_to + PIECE) {
                reported_to = done;
                tell(Found::Events(std::mem::take(&mut found)));
            }
        };
        self.replay.report_hits(condition, &self.progress, receive).await
    }

    /// Returns whether the kind and the sentence of an event contain all words.
    fn says(&self, event: usize) -> bool {
        if self.words.is_empty() {
            return true;
        }
        let kind = self.replay.kind(event);
        let mut sentence = self.replay.trace().sentence(event);
        if sentence.is_ascii() {
            sentence.make_ascii_lowercase();
        } else {
            sentence = sentence.to_lowercase();
        }
        self.words.iter().all(|word| sentence.contains(word.as_str()) || kind.contains(word.as_str()))
    }
}
