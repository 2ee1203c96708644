//! Converts a log to the events of a trace, in one pass.

use super::cases::{Cases, CellEffect};
use super::keys::{self, Span};
use super::lens::LogLens;
use super::node_table::NodeTable;
use super::values::{is_true, number, own};
use super::{AT_ONCE, exact};
use crate::formats::log::{Key, Log, LogEvent, LoggedValue, Word, order, tile_named};
use gridscope_trace::event::{Slot, Value};
use gridscope_trace::progress::{pause, pause_every};
use gridscope_trace::trace::imported_log::{Names, Writer, Written};
use gridscope_trace::trace::schema::Schema;
use gridscope_trace::trace::{Layout, Replay};
use gridscope_trace::{Cell, Scene, Size, Tile};
use serde_json::Value as Json;
use std::collections::{BTreeMap, BTreeSet, HashMap};

/// Deepest phase that is shown separately.
const DEEPEST: usize = 250;

/// Conversion of a log, in one pass.
pub(super) struct LogConversion<'a> {
    pub(super) log: &'a Log,
    pub(super) size: Size,
    pub(super) schema: Schema,
    pub(super) names: Names,
    pub(super) cases: Cases,
    /// Events written so far.
    pub(super) writer: Writer,
    /// Reused buffer for the fields of the next event.
    spare: Vec<(u16, Value)>,
    /// Whether any event discards the contents of the open lists.
    wipes: bool,
    /// Events that put an entry on an open list, with their keys.
    waiting: Vec<(u32, Span)>,
    keys: Vec<f64>,
    /// Second key of entries until the keys are ranked: 1 if any search has more than one key, otherwise 0.
    pub(super) second: u64,
    pub(super) lens: LogLens,
    /// Layer of each open list, and of each of the program's own layers.
    pub(super) lists: BTreeMap<Option<String>, u8>,
    pub(super) sets: BTreeMap<String, u8>,
    /// State of each node of the current search, for each open list.
    pub(super) known: NodeTable,
    pub(super) entries: HashMap<u8, usize>,
    pub(super) order: Vec<Key>,
    /// Whether the current search has ended.
    pub(super) ended: bool,
    /// Number of each actor, by name.
    pub(super) actors: BTreeMap<String, u32>,
    /// Actors that see each cell, and cells that each actor sees.
    pub(super) seen: HashMap<Cell, BTreeSet<String>>,
    pub(super) sees: BTreeMap<String, BTreeSet<Cell>>,
    /// Choices that are not made yet, by set.
    pub(super) open_choices: BTreeMap<String, usize>,
    /// Whether a search has just begun, so that the contents of the open lists are outdated.
    pub(super) fresh: bool,
    /// Cells with a value in each of the program's own layers.
    pub(super) held: HashMap<u8, BTreeSet<Cell>>,
    pub(super) depth: usize,
    pub(super) outcome: serde_json::Map<String, Json>,
}

/// Converts a log to a run. Adds the actors of the log to the scene. Also returns the first event of the run for each
/// event of the log, and a sentence about parts that cannot be shown exactly.
pub(super) async fn convert_log(log: &Log, scene: &mut Scene) -> (Replay, Vec<u32>, Option<String>) {
    let mut story = LogConversion::new(log, scene.size());
    pause().await;
    story.prepare(scene).await;
    story.writer = Writer::new(story.layout(), log.events.len());
    let mut first = Vec::with_capacity(log.events.len());
    for (index, event) in log.events.iter().enumerate() {
        pause_every(AT_ONCE, index).await;
        first.push(story.writer.len() as u32);
        story.event(event);
    }
    let note = story.cases.note();
    pause().await;
    (story.finish(scene), first, note)
}

impl<'a> LogConversion<'a> {
    fn new(log: &'a Log, size: Size) -> Self {
        let title = if log.header.algorithm.is_empty() { "a log".to_owned() } else { log.header.algorithm.clone() };
        let schema = Schema { algorithm: title.clone().into(), title: title.into(), ..Schema::default() };
        Self {
            log,
            size,
            schema,
            names: Names::default(),
            cases: Cases::default(),
            writer: Writer::new(Layout::new(size, 0), 0),
            spare: Vec::new(),
            wipes: false,
            waiting: Vec::new(),
            keys: Vec::new(),
            second: 0,
            lens: LogLens::default(),
            lists: BTreeMap::new(),
            sets: BTreeMap::new(),
            known: NodeTable::new(size),
            entries: HashMap::new(),
            order: Vec::new(),
            ended: false,
            actors: BTreeMap::new(),
            seen: HashMap::new(),
            sees: BTreeMap::new(),
            open_choices: BTreeMap::new(),
            fresh: false,
            held: HashMap::new(),
            depth: 0,
            outcome: serde_json::Map::new(),
        }
    }

    /// Returns the layer of the open list that an event is about.
    fn list(&self, event: &LogEvent) -> u8 {
        if self.lists.len() < 2 { 0 } else { self.lists.get(&event.list()).copied().unwrap_or(0) }
    }

    /// Returns the state of an event's node, if the header says that a cell may have several nodes.
    fn state(&self, event: &LogEvent) -> Option<String> {
        let names = &self.log.header.state;
        let value = |name: &String| event.others.get(name).map_or_else(String::new, |value| value.json().to_string());
        (!names.is_empty()).then(|| names.iter().map(value).collect::<Vec<_>>().join(","))
    }

    /// Writes an event.
    pub(super) fn push(&mut self, mut written: Written) {
        self.wipes |= written.wipes;
        self.writer.push(&self.schema, &written);
        written.fields.clear();
        self.spare = written.fields;
    }

    /// Returns the number of the next event.
    pub(super) const fn next(&self) -> u32 {
        self.writer.len() as u32
    }

    pub(super) fn field(&mut self, name: &str, value: Value, into: &mut Vec<(u16, Value)>) {
        let number = self.names.number(&mut self.schema, name, value.number().is_some());
        into.push((number, value));
    }

    /// Builds an event with everything that its line states.
    pub(super) fn build_run_event(&mut self, event: &LogEvent, turn: CellEffect) -> Written {
        let mut fields = std::mem::take(&mut self.spare);
        let f = event.f().or_else(|| Some(event.g()? + event.h()?));
        for (name, value) in [("g", event.g()), ("h", event.h()), ("f", f)] {
            if let Some(value) = value {
                self.field(name, number(value), &mut fields);
            }
        }
        for (name, value) in event.others.iter() {
            if matches!(name, "say" | "level" | "line" | "cells") || value.is_null() {
                continue;
            }
            let value =
                if event.word == Word::Dice && name == "won" { Value::Flag(is_true(value)) } else { own(value) };
            self.field(name, value, &mut fields);
        }
        if let Word::Set = event.word
            && let (Some(layer), Some(value)) = (event.text("layer"), event.others.get("value"))
        {
            self.field(layer, own(value), &mut fields);
        }
        if let Word::Own(_) = event.word {
            let own_fields = event.others.iter().filter(|(name, _)| !matches!(*name, "say" | "level" | "line" | "t"));
            let own_fields: Vec<String> = own_fields.map(|(name, value)| format!("{name} {}", own(value))).collect();
            if !own_fields.is_empty() {
                self.field("fields", Value::Word(own_fields.join(", ").into()), &mut fields);
            }
        }
        if let Word::Weigh = event.word {
            let standard_fields = ["name", "score", "set", "say", "level", "line", "t"];
            let terms = event.others.iter().filter(|(name, _)| !standard_fields.contains(name));
            let terms: Vec<String> = terms.map(|(name, value)| format!("{name} {}", own(value))).collect();
            if !terms.is_empty() {
                self.field("terms", Value::Word(terms.join(", ").into()), &mut fields);
            }
        }
        let case = self.cases.number(&mut self.schema, event, turn);
        if self.cases.is_other(case) {
            self.field("event", Value::Word(event.name().into()), &mut fields);
        }
        let inside = |c: Option<Cell>| c.filter(|&c| self.size.contains(c));
        Written {
            case,
            cell: inside(event.at),
            from: inside(event.from).filter(|from| Some(*from) != event.at),
            fields,
            say: event.text("say").map(str::to_owned),
            ..Written::default()
        }
    }

    fn event(&mut self, event: &LogEvent) {
        match event.word {
            Word::Open => self.open(event),
            Word::Expand | Word::Close => {
                let list = self.list(event);
                let mut run_event = self.build_run_event(event, CellEffect::Plain);
                let mut opened = None;
                if let Some(at) = event.at {
                    let state = self.state(event);
                    let known = self.known.node(list, at, state);
                    known.waits = false;
                    known.expanded |= event.word == Word::Expand;
                    known.say_g(event.g());
                    run_event.slot = Some(Slot::Cell(list, at));
                    opened = known.opened();
                }
                // Add the fields of the `open` event that this line does not repeat.
                if let Some(holder) = opened {
                    run_event.from = run_event.from.or(self.writer.from(holder));
                    let own = run_event.fields.len();
                    let fields = &mut run_event.fields;
                    self.writer.fields(holder, |field, value| {
                        if fields.iter().take(own).all(|w| w.0 != field) {
                            fields.push((field, value));
                        }
                    });
                }
                self.push(run_event);
            }
            Word::Reject => {
                let equal = event.text("why") == Some("equal");
                let run_event = self.build_run_event(event, if equal { CellEffect::Equal } else { CellEffect::Plain });
                if equal {
                    self.lens.ties.insert(self.next());
                }
                self.push(run_event);
            }
            Word::Path => self.path(event),
            Word::Done => {
                self.ended = true;
                let outcome_fields =
                    event.others.iter().filter(|(name, _)| !matches!(*name, "say" | "level" | "line" | "t"));
                self.outcome.extend(outcome_fields.map(|(name, value)| (name.to_owned(), value.json().into_owned())));
                let run_event = self.build_run_event(event, CellEffect::Plain);
                self.push(run_event);
            }
            Word::Weigh | Word::Choose => self.choice(event),
            Word::Set | Word::Clear => self.set(event),
            Word::See | Word::Hide => self.sight(event),
            Word::Tile => {
                let mut run_event = self.build_run_event(event, CellEffect::Plain);
                if let (Some(at), Some(tile)) = (event.at, event.text("tile").and_then(tile_named)) {
                    run_event.slot = Some(Slot::Cell(self.lens.terrain, at));
                    self.lens.tiles.insert(self.next(), tile);
                    self.field("tile", Value::Tile(tile), &mut run_event.fields);
                }
                self.push(run_event);
            }
            Word::Place | Word::Move | Word::Remove => {
                let actor = actor_of(event);
                let mut run_event =
                    self.build_run_event(event, if actor.is_some() { CellEffect::Plain } else { CellEffect::Unnamed });
                if let Some(&number) = actor.and_then(|name| self.actors.get(&name)) {
                    run_event.slot = Some(Slot::Register(number));
                    if event.word == Word::Remove {
                        self.lens.gone.insert(self.next());
                    }
                }
                self.push(run_event);
            }
            Word::Begin => {
                if event.begins_search() {
                    self.begin_search();
                    if let Some(own) = event.others.get("order").and_then(|value| order(&value.json()).ok()) {
                        self.order = own;
                    }
                } else if event.begins_iteration() {
                    self.begin_search();
                }
                let wipes = std::mem::take(&mut self.fresh);
                let run_event = self.build_run_event(event, CellEffect::Plain);
                self.push(Written { depth: self.depth.min(DEEPEST) as u8, wipes, ..run_event });
                self.depth += 1;
            }
            Word::End => {
                let inside = self.depth > 0;
                self.depth = self.depth.saturating_sub(1);
                let run_event = self.build_run_event(event, CellEffect::Plain);
                self.push(run_event);
                // Phases deeper than the limit are part of the deepest one.
                if inside && self.depth <= DEEPEST {
                    self.writer.end(self.depth as u8);
                }
            }
            Word::Dice | Word::Note | Word::Own(_) => {
                let run_event = self.build_run_event(event, CellEffect::Plain);
                let depth = self.depth.min(DEEPEST) as u8;
                self.push(Written { depth, ..run_event });
            }
        }
    }

    /// Begins a search. The contents of the open lists are outdated from here on.
    fn begin_search(&mut self) {
        self.known.clear();
        self.entries.clear();
        self.ended = false;
        self.fresh = true;
        self.lens.path_begins.push(self.next());
    }

    fn open(&mut self, event: &LogEvent) {
        let Some(at) = event.at else { return };
        let list = self.list(event);
        if event.from.is_none() && self.ended {
            self.begin_search();
        }
        let entry = self.entries.entry(list).or_insert(0);
        *entry += 1;
        let before = self.keys.len();
        let keys = keys::of(event, &self.order, *entry, &mut self.keys);
        let state = self.state(event);
        let known = self.known.node(list, at, state);
        let below = event.g().zip(known.g()).map(|(g, old)| g < old - 1e-6 * old.abs().max(1.0));
        let (new, old) = (keys.of(&self.keys), known.keys.of(&self.keys));
        let turn = match (known.waits, known.expanded, below) {
            (true, _, Some(true)) => CellEffect::Lowered,
            (true, _, None) if !new.is_empty() && new < old => CellEffect::Lowered,
            (true, ..) | (false, true, Some(false) | None) => CellEffect::Unchanged,
            (false, true, Some(true)) => CellEffect::Reopened,
            (false, false, _) if event.from.is_none_or(|from| from == at) => CellEffect::Start,
            (false, false, _) => CellEffect::Plain,
        };
        if turn == CellEffect::Unchanged {
            self.keys.truncate(before);
        } else {
            known.waits = true;
            known.say_g(event.g());
            known.keys = keys;
            known.open(self.writer.len());
        }
        let mut run_event = self.build_run_event(event, turn);
        run_event.wipes = std::mem::take(&mut self.fresh);
        if turn != CellEffect::Unchanged {
            self.waiting.push((self.next(), keys));
            run_event.slot = Some(Slot::Cell(list, at));
            // Placeholder for the ranks, which are computed at the end.
            run_event.keys = Some((1, self.second));
        }
        self.push(run_event);
    }

    fn finish(mut self, scene: &Scene) -> Replay {
        let one = self.lens.path_begins.len() < 2 && self.lens.lists < 2 && self.lens.tiles.is_empty();
        let header = &self.log.header;
        if one && header.state.is_empty() && header.terrain.is_plain() {
            self.lens.search = exact::search(header, &exact::believed(self.log, scene));
        }
        // Free memory that is not needed any more.
        self.known = NodeTable::new(self.size);
        keys::rank(&self.waiting, &self.keys, |event, keys| self.writer.rekey(event, keys));
        (self.waiting, self.keys) = (Vec::new(), Vec::new());
        let newest = self.order.last().is_some_and(|key| key.field == "#" && key.falling);
        self.lens.newest_first = newest;
        self.lens.state.clone_from(&self.log.header.state);
        let mut layout = self.layout();
        if self.wipes {
            // Lists and paths last as long as their search. If there is only one search, they last to the end.
            layout = layout.with_passing(self.lens.choice, 0);
        }
        self.writer.finish(self.schema, layout, Json::Object(self.outcome), Box::new(self.lens))
    }

    /// Returns the slot layout. All layers and actors must be known.
    pub(super) fn layout(&self) -> Layout {
        let layers = self.lens.terrain + 1 + self.sets.len() as u8;
        Layout::new(self.size, layers).with_registers(self.actors.len() as u32)
    }
}

/// Returns the name of the actor that an event is about.
pub(super) fn actor_of(event: &LogEvent) -> Option<String> {
    match event.others.get("actor")? {
        LoggedValue::Text(name) => Some(name.to_string()),
        LoggedValue::Null => None,
        other => Some(other.to_string()),
    }
}

/// New tile of each event that changes one.
pub(super) type Tiles = HashMap<u32, Tile>;
