//! Events that somebody looks for: by kind, by cell, by who acts, and by words of their sentences or a condition.
//!
//! A search goes over the run in pieces and tells what it has found so far, so that it can be done on any thread and be
//! called off: a run has millions of events.

mod list;
mod whose;

pub use list::Events;
pub use whose::Whose;

use super::query;
use crate::core::geometry::Cell;
use crate::core::trace::breakpoint::{Condition, Source};
use crate::core::trace::{Control, Replay};
use std::sync::Arc;
use std::sync::atomic::Ordering;

/// How many events are looked at between two tellings.
const PIECE: usize = 1 << 14;

/// What is looked for; all parts that are given must hold.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Wanted {
    /// Kinds, any of which it may be; every kind where there are none.
    pub kinds: Vec<String>,
    /// The cell that it is about.
    pub cell: Option<Cell>,
    /// Who acts: `guard 2`, or `guard` for each of them.
    pub actor: Option<String>,
    /// Words that its sentence or its kind has, or a condition.
    pub text: String,
}

/// How the text of a [`Wanted`] is taken.
#[derive(Clone, PartialEq, Debug)]
pub enum Reading {
    /// All of these are in the sentence or the name of the kind, in lower case; none where nothing was typed.
    Words(Vec<String>),
    /// The condition holds.
    Condition(Condition),
}

impl Wanted {
    /// Whether every event is wanted.
    pub fn is_everything(&self) -> bool {
        self.kinds.is_empty() && self.cell.is_none() && self.actor.is_none() && self.text.trim().is_empty()
    }

    /// How the text is taken: as a condition where it reads as one that this run has all names of. A single word is a word,
    /// even one that is the name of a kind.
    pub fn reading(&self, replay: &Replay) -> Reading {
        let words = || self.text.to_lowercase().split_whitespace().map(str::to_owned).collect();
        match self.text.parse::<Condition>() {
            Ok(condition) if says_more(&condition) && unknown(replay, &condition).is_none() => {
                Reading::Condition(condition)
            }
            _ => Reading::Words(words()),
        }
    }

    /// Why the text is taken as words, where it looks like a condition and that is its reading.
    pub fn no_condition(&self, reading: &Reading, replay: &Replay) -> Option<String> {
        if !self.text.contains(['<', '>', '=']) || matches!(reading, Reading::Condition(_)) {
            return None;
        }
        let why = match self.text.parse::<Condition>() {
            Ok(condition) => unknown(replay, &condition)?,
            Err(error) => error.to_string(),
        };
        Some(format!("{} is looked for as words: {why}", self.text.trim()))
    }

    /// What is asked besides words; none where nothing is.
    fn condition(&self, reading: &Reading) -> Option<Condition> {
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
        if let Reading::Condition(condition) = reading {
            all = all.and(condition.clone());
        }
        (!all.is_empty()).then_some(all)
    }

    /// What of it this run does not know, in a sentence with what it does know.
    pub fn unknown(&self, replay: &Replay) -> Option<String> {
        let kinds = self.kinds.iter().map(|kind| Condition::of_kind(kind));
        let actor = self.actor.iter().map(|actor| Condition::Actor(actor.clone()));
        kinds.chain(actor).find_map(|condition| query::unknown(replay, &condition))
    }
}

/// Whether a condition is more than one name, which is a word like any other.
fn says_more(condition: &Condition) -> bool {
    !matches!(condition, Condition::Kind(_)) && !condition.is_empty()
}

/// What a condition names that this run does not have, in a sentence: as [`query::unknown`], and a field that no event has.
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

/// A search, ready to be done.
#[derive(Debug)]
pub struct Search {
    replay: Replay,
    condition: Option<Condition>,
    words: Vec<String>,
    /// The first event that is looked at.
    from: usize,
    /// Shared with those who may cancel.
    control: Arc<Control>,
}

/// Some of what a search has found.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum Found {
    /// The indices of more events, after those that were told before, ascending.
    Events(Vec<u32>),
    /// There is no more, or it was called off.
    Done,
}

impl Search {
    /// A search of a whole run.
    pub fn new(wanted: &Wanted, replay: &Replay) -> Self {
        Self::of(wanted, &wanted.reading(replay), replay, 0)
    }

    /// The same with its text read already, from an event on.
    fn of(wanted: &Wanted, reading: &Reading, replay: &Replay, from: usize) -> Self {
        let condition = wanted.condition(reading);
        let words = if let Reading::Words(words) = reading { words.clone() } else { Vec::new() };
        Self { replay: replay.fork(), condition, words, from, control: Arc::new(Control::default()) }
    }

    /// Does it. `tell` hears of what is found as it is found; the last thing is [`Found::Done`].
    pub fn run(self, tell: &mut dyn FnMut(Found)) {
        match &self.condition {
            None => self.look(tell),
            Some(condition) => self.ask(condition, tell),
        }
        tell(Found::Done);
    }

    /// Looks at every event for the words, piece by piece.
    fn look(&self, tell: &mut dyn FnMut(Found)) {
        let (first, len) = (self.from, self.replay.len());
        let mut next = first;
        while next < len && self.goes_on(next - first, len - first) {
            let end = len.min(next + PIECE);
            let found: Vec<u32> = (next as u32..end as u32).filter(|&i| self.says(i as usize)).collect();
            next = end;
            if !found.is_empty() {
                tell(Found::Events(found));
            }
        }
    }

    /// Asks every event for the condition, and those at which it holds for the words.
    fn ask(&self, condition: &Condition, tell: &mut dyn FnMut(Found)) {
        let (len, mut told, mut found) = (self.replay.len(), 0, Vec::new());
        self.replay.tell_hits(condition, &mut |done, hits| {
            found.extend(hits.iter().copied().filter(|&i| i as usize >= self.from && self.says(i as usize)));
            let goes_on = self.goes_on(done, len);
            // Not each of thousands of pieces is worth a message.
            if goes_on && !found.is_empty() && (done == len || done >= told + PIECE) {
                told = done;
                tell(Found::Events(std::mem::take(&mut found)));
            }
            goes_on
        });
    }

    /// Whether nobody has called it off; notes how far it is.
    fn goes_on(&self, done: usize, all: usize) -> bool {
        let share = (done as f64 / all.max(1) as f64 * 1000.0) as u32;
        self.control.progress.store(share, Ordering::Relaxed);
        self.control.stopped().is_ok()
    }

    /// Whether the kind and the sentence of an event have all the words between them.
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
