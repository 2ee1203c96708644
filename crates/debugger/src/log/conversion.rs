//! Converts a log to the events of a trace, in one pass.

use super::cases::{Cases, CellEffect};
use super::keys::{self, Span};
use super::lens::LogLens;
use super::node_table::NodeTable;
use super::payload::{LogPayload, fields, part_of};
use super::places::Places;
use super::{AT_ONCE, exact};
use crate::formats::log::{Key, Log, LogEvent, LoggedValue, Word, order, tile_named};
use gridscope_trace::event::{Level, Slot};
use gridscope_trace::outcome::Outcome;
use gridscope_trace::progress::{Progress, pause, pause_every};
use gridscope_trace::trace::schema::{Field, Name, Schema};
use gridscope_trace::trace::{Indexer, Layout, Replay};
use gridscope_trace::{Cell, Scene, Size, Tile};
use serde_json::Value as Json;
use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::sync::Arc;

/// Bytes per event for the spacing of keyframes. Less than an event really takes, so that keyframes take less memory
/// than events.
const EACH: usize = 16;

/// Deepest phase that is shown separately.
const DEEPEST: usize = 250;

/// An event of the run, as far as its index needs it.
#[derive(Clone, Copy, Default)]
pub(super) struct RunEvent {
    /// Number of its case in the schema.
    pub(super) case: u8,
    /// Slot that it writes.
    pub(super) slot: Option<Slot>,
    /// Depth of the phase that it begins, if the case begins one.
    pub(super) depth: u8,
    /// Whether the contents of passing layers are outdated from here on, except for the slot that it writes itself.
    pub(super) wipes: bool,
}

/// Conversion of a log, in one pass.
#[expect(clippy::struct_excessive_bools, reason = "each is one thing that a log has shown so far")]
pub(super) struct LogConversion<'a> {
    pub(super) log: &'a Log,
    pub(super) size: Size,
    pub(super) schema: Schema,
    pub(super) cases: Cases,
    /// Contents of the events so far, and their index.
    pub(super) run: LogPayload,
    indexer: Indexer,
    layout: Layout,
    /// Whether any event discards the contents of the open lists.
    wipes: bool,
    /// Events that put an entry on an open list, with their keys.
    waiting: Vec<(u32, Span)>,
    keys: Vec<f64>,
    /// Whether any search has more than one key.
    pub(super) has_second_keys: bool,
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

/// Share of a conversion's time that is needed before the first event is converted.
const PREPARATION: f64 = 0.2;

/// Converts a log to a run. Adds the actors of the log to the scene. Also returns the first event of the run for each
/// event of the log, and a sentence about parts that cannot be shown exactly.
pub(super) async fn convert_log(log: &Log, scene: &mut Scene, progress: &Progress) -> (Replay, Places, Option<String>) {
    let mut story = LogConversion::new(log, scene.size());
    pause().await;
    story.prepare(scene).await;
    story.layout = story.layout();
    story.indexer = Indexer::new(story.layout, log.events.len(), EACH);
    let progress = progress.for_part(PREPARATION, 1.0);
    for (index, event) in log.events.iter().enumerate() {
        pause_every(AT_ONCE, index).await;
        if index.is_multiple_of(AT_ONCE) {
            progress.set_share(index as f64 / log.events.len() as f64);
        }
        story.run.places.push(story.next());
        story.event(&event);
    }
    let note = story.cases.note();
    pause().await;
    let (replay, places) = story.finish(scene);
    (replay, places, note)
}

impl<'a> LogConversion<'a> {
    fn new(log: &'a Log, size: Size) -> Self {
        let title = if log.header.algorithm.is_empty() { "a log".to_owned() } else { log.header.algorithm.clone() };
        let schema = Schema { algorithm: title.clone().into(), title: title.into(), ..Schema::default() };
        Self {
            log,
            size,
            schema,
            cases: Cases::default(),
            run: LogPayload::new(log.events.clone(), size),
            indexer: Indexer::new(Layout::new(size, 0), 0, EACH),
            layout: Layout::new(size, 0),
            wipes: false,
            waiting: Vec::new(),
            keys: Vec::new(),
            has_second_keys: false,
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

    /// Adds an event to the run.
    pub(super) fn push(&mut self, event: RunEvent) {
        let level = match self.schema.cases.get(usize::from(event.case)).map(|case| case.level) {
            Some(Level::Phase(_)) => Level::Phase(event.depth),
            level => level.unwrap_or(Level::Detail),
        };
        if event.wipes {
            self.wipes = true;
            self.indexer.wipe();
        }
        self.indexer.push(event.case, event.slot.filter(|&slot| self.layout.has(slot)), level);
        self.run.push();
    }

    /// Adds an event for a cell of a line that is about several.
    pub(super) fn push_part(&mut self, event: &LogEvent, cell: Cell, slot: Option<Slot>) {
        let part = self.build_run_event(&part_of(event, cell), CellEffect::Part);
        self.run.is_part(cell);
        self.push(RunEvent { slot, ..part });
    }

    /// Returns the number of the next event.
    pub(super) const fn next(&self) -> u32 {
        self.run.len() as u32
    }

    /// Returns whether a field is in the schema.
    fn knows(&self, name: &str) -> bool {
        self.run.names.contains(name)
    }

    /// Adds the names of an event's fields to the schema.
    fn name_fields(&mut self, event: &LogEvent, is_part: bool, shows_word: bool) {
        let word_field = match event.word {
            Word::Own(_) => "fields",
            Word::Weigh => "terms",
            Word::Path => "length",
            Word::Set => event.text("layer").unwrap_or_default(),
            _ => "",
        };
        let has_f = event.f().or(event.g().and(event.h())).is_some();
        let is_known = [
            ("g", event.g().is_some()),
            ("h", event.h().is_some()),
            ("f", has_f),
            (word_field, !word_field.is_empty()),
        ]
        .iter()
        .all(|&(name, is_there)| !is_there || self.knows(name));
        let is_shown = |name: &str| !matches!(name, "say" | "level" | "line" | "cells");
        let mut others = event.others.iter().filter(|(name, value)| is_shown(name) && !value.is_null());
        if is_known && !shows_word && others.all(|(name, _)| self.knows(name)) {
            return;
        }
        let (names, all) = (&mut self.run.names, &mut self.schema.fields);
        fields(event, is_part, shows_word, &mut |name, value| {
            if names.insert(name.to_owned()) {
                let number = value().number().is_some();
                all.push(Field { name: name.to_owned().into(), was: Vec::new(), help: Name::default(), number });
            }
        });
    }

    /// Begins an event of the run for a line. The caller adds what it changes.
    pub(super) fn build_run_event(&mut self, event: &LogEvent, turn: CellEffect) -> RunEvent {
        let case = self.cases.number(&mut self.schema, event, turn);
        let shows_word = self.cases.is_other(case);
        self.name_fields(event, turn == CellEffect::Part, shows_word);
        if shows_word {
            self.run.shows_word();
        }
        RunEvent { case, ..RunEvent::default() }
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
                    self.run.takes(holder);
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
                self.push(RunEvent { depth: self.depth.min(DEEPEST) as u8, wipes, ..run_event });
                self.depth += 1;
            }
            Word::End => {
                let inside = self.depth > 0;
                self.depth = self.depth.saturating_sub(1);
                let run_event = self.build_run_event(event, CellEffect::Plain);
                self.push(run_event);
                // Phases deeper than the limit are part of the deepest one.
                if inside && self.depth <= DEEPEST {
                    self.indexer.end(self.depth as u8);
                }
            }
            Word::Dice | Word::Note | Word::Own(_) => {
                let run_event = self.build_run_event(event, CellEffect::Plain);
                let depth = self.depth.min(DEEPEST) as u8;
                self.push(RunEvent { depth, ..run_event });
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
            known.open(self.run.len());
        }
        let mut run_event = self.build_run_event(event, turn);
        run_event.wipes = std::mem::take(&mut self.fresh);
        if turn != CellEffect::Unchanged {
            self.waiting.push((self.next(), keys));
            run_event.slot = Some(Slot::Cell(list, at));
        }
        self.push(run_event);
    }

    fn finish(mut self, scene: &Scene) -> (Replay, Places) {
        let one = self.lens.path_begins.len() < 2 && self.lens.lists < 2 && self.lens.tiles.is_empty();
        let header = &self.log.header;
        if one && header.state.is_empty() && header.terrain.is_plain() {
            self.lens.search = exact::search(header, &exact::believed(self.log, scene));
        }
        // Free memory that is not needed any more.
        self.known = NodeTable::new(self.size);
        keys::rank(&self.waiting, &self.keys, |event, keys| self.run.rank(event, keys, self.has_second_keys));
        (self.waiting, self.keys) = (Vec::new(), Vec::new());
        let newest = self.order.last().is_some_and(|key| key.field == "#" && key.falling);
        self.lens.newest_first = newest;
        self.lens.state.clone_from(&self.log.header.state);
        let mut layout = self.layout();
        if self.wipes {
            // Lists and paths last as long as their search. If there is only one search, they last to the end.
            layout = layout.with_passing(self.lens.choice, 0);
        }
        let indexer = self.indexer.with_passing(layout.lasting, layout.passing, layout.scope);
        let places = self.run.places.clone();
        let trace = indexer.finish(Arc::new(self.schema), Box::new(self.run), None, &Progress::default());
        (Replay::new(trace, Outcome::from(Json::Object(self.outcome)), Box::new(self.lens)), places)
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
