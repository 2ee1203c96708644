//! Writes the events of a search trace from those of a log.

use super::kinds::{Kind, OWN};
use super::own_kinds::{Effect, OwnKinds};
use super::write_lost::{Lost, Part};
use crate::log::{Log, LogEvent, LoggedValue, Word};
use gridscope_trace::geometry::Cell;
use serde_json::{Value, json};
use std::collections::{BTreeSet, HashMap};
use std::fmt::Write as _;

/// Fields whose content a search trace has in another form, or not at all.
const STRUCTURE: [&str; 10] = ["say", "why", "cells", "list", "tile", "phase", "from", "line", "level", "walls"];
/// Names that would hide something in the program that draws the events.
const RESERVED_NAMES: [&str; 9] = ["type", "id", "x", "y", "constructor", "prototype", "width", "height", "walls"];

/// A node that has an event.
#[derive(Clone, Default)]
struct Node {
    parent: Option<String>,
    opened: bool,
    /// Cost, estimate and key, as last stated.
    numbers: [Option<f64>; 3],
}

/// An event that is written.
struct Out<'e> {
    kind: &'e str,
    id: &'e str,
    parent: Option<&'e str>,
    at: Cell,
    /// Cost, estimate and key.
    numbers: [Option<f64>; 3],
    extra: Vec<(String, Value)>,
    say: Option<&'e str>,
}

impl<'e> Out<'e> {
    fn new(kind: &'e str, id: &'e str, at: Cell) -> Self {
        Self { kind, id, parent: None, at, numbers: [None; 3], extra: Vec::new(), say: None }
    }
}

/// The events of a search trace.
#[expect(clippy::struct_excessive_bools, reason = "each is one fact about the file or the search so far")]
pub(super) struct Events<'a> {
    log: &'a Log,
    kinds: OwnKinds,
    text: String,
    yaml: bool,
    nodes: HashMap<String, Node>,
    /// Names of the open lists.
    lists: Vec<Option<String>>,
    /// Number of the search.
    search: usize,
    /// Whether a node was opened or expanded in this search.
    has_begun: bool,
    /// Whether the search has ended.
    ended: bool,
    /// Whether any node was opened or expanded.
    is_search: bool,
    /// Node that was expanded last, and is not closed.
    current: Option<(String, Cell)>,
    /// Whether the log states paths.
    has_paths: bool,
    /// Number of paths so far.
    paths: usize,
    pub(super) lost: Lost,
}

/// Returns a text in which the program that shows the search trace finds nothing to run.
fn harmless(text: &str) -> String {
    text.replace("${{", "$ {{")
}

impl<'a> Events<'a> {
    /// Begins without events.
    pub(super) fn new(log: &'a Log, lost: Lost, yaml: bool) -> Self {
        Self {
            log,
            kinds: OwnKinds::of(&log.header),
            text: String::new(),
            yaml,
            nodes: HashMap::new(),
            lists: Vec::new(),
            search: 0,
            has_begun: false,
            ended: false,
            is_search: false,
            current: None,
            paths: 0,
            has_paths: log.events.iter().any(|event| event.word == Word::Path),
            lost,
        }
    }

    /// Ends the events. Returns their text, whether they are those of a search, and what is lost.
    pub(super) fn end(mut self) -> (String, bool, Lost) {
        self.close_current();
        let named = self.lists.iter().flatten().count();
        self.lost.add(Part::Lists, named);
        (self.text, self.is_search, self.lost)
    }

    /// Writes an event as it stands.
    pub(super) fn put_line(&mut self, json: &str) {
        if !self.text.is_empty() {
            self.text.push_str(if self.yaml { "" } else { ",\n" });
        }
        if self.yaml {
            let _ = writeln!(self.text, "  - {json}");
        } else {
            self.text.push_str(json);
        }
    }

    /// Writes the events for an event of the log. `say` is its sentence, if it is wanted.
    pub(super) fn event(&mut self, event: &LogEvent, say: Option<&str>) {
        let effect = match &event.word {
            Word::Open => Effect::Opens,
            Word::Expand => Effect::Expands,
            Word::Own(name) => self.kinds.effect(name),
            _ => Effect::Changes,
        };
        match (effect, &event.word, event.at) {
            (Effect::Opens, _, Some(at)) => self.open(event, at, say),
            (Effect::Expands, _, Some(at)) => self.expand(event, at, say),
            (Effect::Refuses, ..) => self.lost.add(Part::Refused, 1),
            (Effect::Ties, ..) => {
                let part = if event.others.contains_key("roll") { Part::Dice } else { Part::Ties };
                self.lost.add(part, 1);
            }
            (Effect::Looks, ..) => self.lost.add(Part::Looks, 1),
            (_, Word::Close, Some(at)) => self.close(event, at, say),
            (_, Word::Path, _) => self.path(&event.cells("cells").unwrap_or_default(), say),
            (_, Word::Tile, Some(at)) => {
                let tile = event.text("tile").map(|tile| ("tile".to_owned(), json!(harmless(tile))));
                let id = self.id(event, at);
                self.put_event(&Out { extra: tile.into_iter().collect(), say, ..Out::new("tile", &id, at) });
            }
            (_, Word::Own(name), Some(at)) => {
                let name = name.strip_prefix(OWN).unwrap_or(name);
                let stands_for_header = match Kind::of(name) {
                    Kind::Path => self.has_paths,
                    Kind::Source => self.log.header.start.is_some(),
                    Kind::Destination => self.log.header.goal.is_some(),
                    _ => false,
                };
                if !stands_for_header {
                    let name = if name.eq_ignore_ascii_case("map") { "map-event" } else { name };
                    let id = self.id(event, at);
                    let extra = self.numbers_and_flags(event);
                    self.put_event(&Out { numbers: numbers(event), extra, say, ..Out::new(&harmless(name), &id, at) });
                }
            }
            (_, Word::Done, _) => {
                self.close_current();
                self.ended = true;
                self.lost.add(Part::Notes, usize::from(event.others.iter().any(|(name, _)| name != "result")));
            }
            (_, Word::Begin, _) => {
                if event.begins_search() {
                    self.begin_search();
                    self.put_ends(event.cell("start"), event.cell("goal"));
                } else {
                    self.lost.add(Part::Phases, 1);
                }
            }
            (_, word, _) => self.lost.add(part(word, event), 1),
        }
    }

    /// Writes the ends of a search.
    pub(super) fn put_ends(&mut self, start: Option<Cell>, goal: Option<Cell>) {
        for (kind, cell) in [("source", start), ("destination", goal)] {
            if let Some(at) = cell {
                let id = self.id_of(at, None, "");
                self.put_event(&Out::new(kind, &id, at));
            }
        }
    }

    /// Begins another search, if this one has begun. Its nodes get ids of their own.
    fn begin_search(&mut self) {
        self.close_current();
        if std::mem::take(&mut self.has_begun) {
            self.search = self.search.saturating_add(1);
        }
        self.ended = false;
    }

    fn open(&mut self, event: &LogEvent, at: Cell, say: Option<&str>) {
        if event.from.is_none() && self.ended {
            self.begin_search();
        }
        (self.has_begun, self.is_search) = (true, true);
        let id = self.id(event, at);
        let parent = self.parent(event, &id);
        let known = self.nodes.get(&id).cloned().unwrap_or_default();
        let kind = if known.opened { "updating" } else { "generating" };
        let extra = self.numbers_and_flags(event);
        let numbers = numbers(event);
        self.put_event(&Out { parent: parent.as_deref(), numbers, extra, say, ..Out::new(kind, &id, at) });
        let node = Node { parent: parent.or(known.parent), opened: true, numbers };
        self.nodes.insert(id, node);
    }

    fn expand(&mut self, event: &LogEvent, at: Cell, say: Option<&str>) {
        self.close_current();
        let mut id = self.id(event, at);
        if event.from.is_none() && self.ended && !self.nodes.contains_key(&id) {
            self.begin_search();
            id = self.id(event, at);
        }
        (self.has_begun, self.is_search) = (true, true);
        let mut known = self.nodes.get(&id).cloned().unwrap_or_default();
        let parent = self.parent(event, &id).or(known.parent);
        let extra = self.numbers_and_flags(event);
        let numbers = numbers(event);
        self.put_event(&Out { parent: parent.as_deref(), numbers, extra, say, ..Out::new("expanding", &id, at) });
        for (known, own) in known.numbers.iter_mut().zip(numbers) {
            *known = own.or(*known);
        }
        self.nodes.insert(id.clone(), Node { parent, ..known });
        self.current = Some((id, at));
    }

    fn close(&mut self, event: &LogEvent, at: Cell, say: Option<&str>) {
        let id = self.id(event, at);
        if self.current.as_ref().is_some_and(|current| current.0 == id) {
            self.current = None;
        }
        let parent = self.nodes.get(&id).and_then(|node| node.parent.clone());
        let extra = self.numbers_and_flags(event);
        self.put_event(&Out {
            parent: parent.as_deref(),
            numbers: numbers(event),
            extra,
            say,
            ..Out::new("closing", &id, at)
        });
    }

    /// Closes the node that was expanded last: its children have been opened.
    fn close_current(&mut self) {
        let Some((id, at)) = self.current.take() else { return };
        let node = self.nodes.get(&id).cloned().unwrap_or_default();
        let [g, _, f] = node.numbers;
        self.put_event(&Out { parent: node.parent.as_deref(), numbers: [g, None, f], ..Out::new("closing", &id, at) });
    }

    /// Writes a path. Each of its cells gets an event with its parent, because the path that is drawn follows the latest
    /// parents.
    fn path(&mut self, cells: &[Cell], say: Option<&str>) {
        self.close_current();
        self.ended = true;
        self.paths = self.paths.saturating_add(1);
        let ids: Vec<String> = cells.iter().map(|&at| self.id_of(at, None, "")).collect();
        // A parent cannot be taken back. So a path that begins at a node with one has nodes of its own, and so has a path
        // that comes to a cell twice.
        let begins_inside = ids.first().and_then(|id| self.nodes.get(id)).is_some_and(|node| node.parent.is_some());
        let has_own_nodes = begins_inside || ids.iter().collect::<BTreeSet<_>>().len() < ids.len();
        let mut before: Option<String> = None;
        for (number, (&at, id)) in cells.iter().zip(ids).enumerate() {
            let [g, _, f] = self.nodes.get(&id).map(|node| node.numbers).unwrap_or_default();
            let id = if has_own_nodes { format!("{id}~{}.{}", self.paths, number.saturating_add(1)) } else { id };
            let is_last = number.saturating_add(1) == cells.len();
            let (kind, say) = if is_last { ("end", say) } else { ("solution", None) };
            self.put_event(&Out { parent: before.as_deref(), numbers: [g, None, f], say, ..Out::new(kind, &id, at) });
            before = Some(id);
        }
    }

    /// Returns the id of an event's node.
    fn id(&mut self, event: &LogEvent, at: Cell) -> String {
        let list = event.list();
        let state = &self.log.header.state;
        let parts: Vec<String> =
            state.iter().map(|name| event.others.get(name).map_or_else(String::new, ToString::to_string)).collect();
        self.id_of(at, list, &parts.join(","))
    }

    /// Returns the id of a node: its cell, and what distinguishes it from other nodes of the cell.
    fn id_of(&mut self, at: Cell, list: Option<String>, state: &str) -> String {
        let mut id = format!("{},{}", at.x, at.y);
        let number = self.lists.iter().position(|known| *known == list).unwrap_or_else(|| {
            if list.is_some() {
                self.lists.push(list);
                self.lists.len().saturating_sub(1)
            } else {
                0
            }
        });
        if number > 0 {
            let _ = write!(id, "/{}", number.saturating_add(1));
        }
        if self.search > 0 {
            let _ = write!(id, "#{}", self.search.saturating_add(1));
        }
        if !state.is_empty() {
            let _ = write!(id, "@{}", harmless(state));
        }
        id
    }

    /// Returns the id of an event's parent, if that node has an event. No node is its own parent: the path that is drawn
    /// would have no end.
    fn parent(&mut self, event: &LogEvent, id: &str) -> Option<String> {
        let from = event.from?;
        let node = event.others.get("from").map(LoggedValue::json);
        let state = &self.log.header.state;
        let part = |name: &String| match node.as_ref().map(|node| &node[name.as_str()]) {
            None | Some(Value::Null) => String::new(),
            Some(value) => LoggedValue::from(value.clone()).to_string(),
        };
        let parts: Vec<String> = state.iter().map(part).collect();
        let parent = self.id_of(from, event.list(), &parts.join(","));
        Some(parent).filter(|parent| parent != id && self.nodes.contains_key(parent))
    }

    /// Returns the numbers and flags among the fields, and counts the others.
    fn numbers_and_flags(&mut self, event: &LogEvent) -> Vec<(String, Value)> {
        let mut all = Vec::new();
        for (name, value) in event.others.iter() {
            match value {
                _ if STRUCTURE.contains(&name) => {}
                LoggedValue::Number(_) | LoggedValue::Flag(_) if is_plain(name) => {
                    all.push((name.to_owned(), value.json().into_owned()));
                }
                LoggedValue::Null => {}
                _ => self.lost.add(Part::Fields, 1),
            }
        }
        all
    }

    fn put_event(&mut self, event: &Out<'_>) {
        let mut line = format!("{{\"type\":{},\"id\":{}", json!(event.kind), json!(event.id));
        if let Some(parent) = event.parent {
            let _ = write!(line, ",\"pId\":{}", json!(parent));
        }
        let _ = write!(line, ",\"x\":{},\"y\":{}", event.at.x, event.at.y);
        for (name, number) in ["g", "h", "f"].into_iter().zip(event.numbers) {
            match number {
                Some(x) if x.fract() == 0.0 && x.abs() < 9e15 => _ = write!(line, ",\"{name}\":{}", x as i64),
                Some(x) if x.is_finite() => _ = write!(line, ",\"{name}\":{}", json!(x)),
                _ => {}
            }
        }
        for (name, value) in &event.extra {
            let _ = write!(line, ",{}:{value}", json!(name));
        }
        if let Some(say) = event.say {
            let _ = write!(line, ",\"say\":{}", json!(harmless(say)));
        }
        line.push('}');
        self.put_line(&line);
    }
}

/// Returns the cost, the estimate and the key of an event.
fn numbers(event: &LogEvent) -> [Option<f64>; 3] {
    let sum = || Some(event.g()? + event.h()?);
    [event.g(), event.h(), event.f().or_else(sum)]
}

/// Returns whether a field can have this name in the search trace.
fn is_plain(name: &str) -> bool {
    let plain = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || matches!(c, '_' | '-');
    let begins = name.starts_with(|c: char| c.is_ascii_lowercase());
    begins && name.len() <= 40 && name.chars().all(plain) && !RESERVED_NAMES.contains(&name)
}

/// Returns what is lost with an event that is not written.
fn part(word: &Word, event: &LogEvent) -> Part {
    match word {
        Word::Reject if event.text("why") == Some("equal") => Part::Ties,
        Word::Reject => Part::Refused,
        Word::Dice => Part::Dice,
        Word::Weigh | Word::Choose => Part::Decisions,
        Word::Set | Word::Clear => Part::LayerValues,
        Word::See | Word::Hide => Part::Seen,
        Word::Place | Word::Move | Word::Remove => Part::Actors,
        Word::Begin | Word::End => Part::Phases,
        Word::Note => Part::Notes,
        _ => Part::Placeless,
    }
}
