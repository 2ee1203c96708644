//! Meaning of each word of a log: the level, role and sentence of its events.

use crate::formats::log::{LogEvent, Word};
use gridscope_trace::event::{Level, Tone};
use gridscope_trace::trace::schema::{Case, Kind, OpenListChange, Schema};
use gridscope_trace::view::board::Role;
use std::collections::HashMap;

/// Effect of an event on its cell. Events with the same word may have different effects.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) enum CellEffect {
    /// A new cell, or simply the meaning of the word.
    Plain,
    /// The cell is already on the open list and gets a lower cost.
    Lowered,
    /// The cell was expanded and is put on the open list again.
    Reopened,
    /// The cell is on the open list or expanded at an equal or lower cost. Nothing changes.
    Unchanged,
    /// A start cell, which has no parent.
    Start,
    /// A cost equal to the existing one.
    Equal,
    /// A cell of a path, or another part of a line.
    Part,
    /// The line does not name its cell, actor or choice.
    Unnamed,
}

/// Number of cases that are searched one after the other.
const PLAIN: usize = 32;
/// Maximum number of cases, because their numbers are bytes.
const MAX_CASES: usize = 256;
/// Number of cases reserved for the standard words, each with and without a sentence of its own, and for all words that
/// are no longer shown separately.
const RESERVED: usize = 80;
/// Kind of event for the program's words that are no longer shown separately.
const OTHER: &str = "other";

/// How events with a word are shown.
struct Meaning {
    level: Level,
    tone: Tone,
    role: Role,
    say: &'static str,
    queue: OpenListChange,
}

fn meaning(word: &str, turn: CellEffect, shown: &str) -> Meaning {
    use Level::{Detail, Phase, Step};
    use Tone::{Looked, Refused, Tied, Wrote};
    let plain = |level, tone, role, say| Meaning { level, tone, role, say, queue: OpenListChange::Unmoved };
    let waits = |say| Meaning {
        queue: OpenListChange::Enqueues(shown.to_owned().into()),
        ..plain(Detail, Wrote, Role::Queued, say)
    };
    match (word, turn) {
        ("open", CellEffect::Unchanged) => plain(
            Detail,
            Looked,
            Role::None,
            "No change at {cell}: it was opened again[ from {from}][ with g = {g}], which is no cheaper.",
        ),
        ("open", CellEffect::Lowered) => waits("Found a cheaper path to {cell}[, from {from}][: g = {g}][, f = {f}]."),
        ("open", CellEffect::Reopened) => waits("Reopened {cell}[ from {from}] after it was expanded[: g = {g} now]."),
        ("open", CellEffect::Start) => waits("Opened the start {cell}[: g = {g}][, h = {h}][, f = {f}]."),
        ("open", _) => waits("Opened {cell}[ from {from}][: g = {g}][, h = {h}][, f = {f}]."),
        ("expand", _) => Meaning {
            queue: OpenListChange::Dequeues,
            ..plain(Step, Wrote, Role::Done, "Expanded {cell}[: f = {f}][, g = {g}][, h = {h}].")
        },
        ("close", _) => plain(Detail, Wrote, Role::Done, "Removed {cell} from the open list."),
        ("reject", CellEffect::Equal) => plain(
            Detail,
            Tied,
            Role::None,
            "Tie at {cell}:[ from {from}] it costs the same[, {g}]; the first path stays.",
        ),
        ("reject", _) => {
            plain(Detail, Refused, Role::None, "Rejected[ {cell}][ {name}][ from {from}][: {why}][, g = {g}].")
        }
        ("dice", _) => {
            plain(Detail, Tied, Role::None, "The dice[ at {cell}][ gave {roll:~4}][ against {p:~4}][: {won?won|lost}].")
        }
        ("path", CellEffect::Part) => plain(Detail, Wrote, Role::Path, "{cell} is on the path."),
        ("path", _) => plain(Step, Looked, Role::None, "The path has {length:count cell}[ and costs {cost}]."),
        ("done", _) => plain(Step, Looked, Role::None, "Done[: {result}]."),
        ("weigh", _) => {
            plain(Detail, Wrote, Role::Candidate, "Candidate[ {cell}][ {name}][: score {score}][, {terms}].")
        }
        ("choose", CellEffect::Unnamed) => {
            plain(Step, Wrote, Role::Chosen, "Chose something that the log does not name.")
        }
        ("choose", _) => plain(Step, Wrote, Role::Chosen, "Chose[ {cell}][ {name}]."),
        ("set", _) => plain(Detail, Wrote, Role::None, "{layer} of {cell}[ is {value}]."),
        ("clear", _) => plain(Detail, Wrote, Role::None, "Cleared {layer}[ of {cell}]."),
        ("see", _) => plain(Detail, Wrote, Role::Seen, "[{actor}: ]{cell} is visible[ from {from}]."),
        ("hide", CellEffect::Unnamed) => plain(Detail, Looked, Role::None, "Nothing is visible any more[ to {actor}]."),
        ("hide", _) => plain(Detail, Wrote, Role::Remembered, "[{actor}: ]{cell} is no longer visible."),
        ("tile", _) => plain(Detail, Wrote, Role::None, "{cell} is {tile} now."),
        ("place", CellEffect::Unnamed) => plain(Detail, Wrote, Role::None, "An actor is placed[ at {cell}]."),
        ("place", _) => plain(Detail, Wrote, Role::None, "{actor} is placed[ at {cell}]."),
        ("move", CellEffect::Unnamed) => plain(Step, Wrote, Role::None, "An actor moves to {cell}."),
        ("move", _) => plain(Step, Wrote, Role::None, "{actor} moves to {cell}."),
        ("remove", CellEffect::Unnamed) => plain(Detail, Wrote, Role::None, "An actor is removed."),
        ("remove", _) => plain(Detail, Wrote, Role::None, "{actor} is removed."),
        ("begin", _) => plain(Phase(0), Looked, Role::None, "Start[ of {phase}][: {actor}]."),
        ("end", _) => plain(Detail, Looked, Role::None, "End[ of {phase}]."),
        ("note", _) => plain(Detail, Looked, Role::None, "{text}"),
        _ => plain(Detail, Looked, Role::None, ""),
    }
}

/// Key of a case: word, turn, level, line, whether its events have a sentence of their own, and whether they name an
/// actor.
type Sort = (String, CellEffect, Option<String>, u8, bool, bool);

/// Cases of a log, created as its events arrive.
#[derive(Default)]
pub(super) struct Cases {
    /// Cases of events without fields about how to show them, as in nearly all events. The next field holds all other
    /// cases.
    plain: Vec<(Word, CellEffect, bool, u8)>,
    numbers: HashMap<Sort, u8>,
    kinds: HashMap<String, u16>,
    /// Cases for words that are no longer shown separately.
    others: Vec<u8>,
    /// Whether the log has more cases than can be shown separately.
    crowded: bool,
    /// Template that shows the keys of an entry on the open list.
    pub(super) shown: String,
}

impl Cases {
    /// Returns the number of an event's case. Creates the case if needed.
    pub(super) fn number(&mut self, schema: &mut Schema, event: &LogEvent, turn: CellEffect) -> u8 {
        let plain = ["say", "level", "line"].iter().all(|name| !event.others.contains_key(name));
        // Whether the event begins the phase of an actor.
        let acts = (event.word == Word::Begin || event.text("level") == Some("phase"))
            && event.others.get("actor").is_some_and(|actor| !actor.is_null());
        let mut known = self.plain.iter().filter(|_| plain);
        let known = known.find(|known| known.1 == turn && known.2 == acts && known.0 == event.word);
        if let Some((.., number)) = known {
            return *number;
        }
        let word = event.name();
        let level = event.text("level").map(str::to_owned);
        let line = event.number("line").map_or(0, |n| n.clamp(0.0, 255.0) as u8);
        let says = event.text("say").is_some();
        let mut key = (word, turn, level, line, says, acts);
        if let Some(&number) = self.numbers.get(&key) {
            return number;
        }
        let mut other = false;
        if schema.cases.len() >= MAX_CASES - RESERVED {
            other = matches!(event.word, Word::Own(_));
            let (word, turn) = if other { (OTHER.to_owned(), CellEffect::Plain) } else { (event.name(), turn) };
            let bare = (word, turn, None, 0, says, acts && event.word == Word::Begin);
            self.crowded |= bare != key;
            key = bare;
            if let Some(&number) = self.numbers.get(&key) {
                return number;
            }
        }
        let Ok(number) = u8::try_from(schema.cases.len()) else { return 0 };
        self.others.extend(other.then_some(number));
        let (word, _, level, line, ..) = &key;
        let meaning = meaning(word, turn, &self.shown);
        let level = match level.as_deref() {
            Some("detail") => Level::Detail,
            Some("step") => Level::Step,
            Some("phase") => Level::Phase(0),
            _ => meaning.level,
        };
        let kind = *self.kinds.entry(word.clone()).or_insert_with(|| {
            let stands = word.clone().into();
            schema.kinds.push(Kind { name: word.clone().into(), was: Vec::new(), help: "".into(), stands });
            (schema.kinds.len() - 1) as u16
        });
        let own = meaning.say.is_empty();
        let say = if says {
            None
        } else if own {
            let word = if other { "{event}" } else { word };
            Some(format!("{word}[ {{cell}}][ from {{from}}][: {{fields}}]").into())
        } else {
            Some(meaning.say.into())
        };
        let phase = matches!(level, Level::Phase(_));
        schema.cases.push(Case {
            kind,
            level,
            tone: meaning.tone,
            role: meaning.role,
            line: *line,
            say,
            called: phase.then(|| if word == "begin" { "{phase}".into() } else { word.clone().into() }),
            actor: (phase && acts).then(|| "{actor}".into()),
            queue: meaning.queue,
            counts_while: None,
            sight: None,
        });
        self.numbers.insert(key, number);
        if plain && self.plain.len() < PLAIN {
            self.plain.push((event.word.clone(), turn, acts, number));
        }
        number
    }

    /// Returns a sentence about cases that are not shown separately, if there are any.
    pub(super) fn note(&self) -> Option<String> {
        self.crowded.then(|| {
            format!(
                "This log has more sorts of event than the {MAX_CASES} that can be told apart: later words of its own are \
                 shown as {OTHER:?}, and later events without their level and line."
            )
        })
    }

    /// Returns whether a case is for words that are no longer shown separately.
    pub(super) fn is_other(&self, case: u8) -> bool {
        self.others.contains(&case)
    }
}
