//! Converts a search trace to the lines of a log.

use super::document::Document;
use super::event::Event;
use super::kinds::{Kind, own_word};
use super::nodes::Nodes;
use super::notes::Notes;
use super::place::Place;
use super::survey::Survey;
use crate::FormatError;
use serde_json::{Value, json};
use std::borrow::Cow;
use std::collections::{BTreeSet, HashMap, HashSet};
use std::fmt::Write as _;

/// Maximum number of cells in all paths.
const PATH_CELLS: usize = 1_000_000;

/// Fields that mean something in every event of a log. Fields of the program with such a name get another one.
const RESERVED: [&str; 26] = [
    "event", "at", "from", "say", "line", "level", "t", "list", "cells", "cost", "why", "tile", "actor", "phase",
    "set", "layer", "start", "goal", "order", "text", "result", "format", "version", "cell", "best", "_",
];

/// Converts a search trace.
///
/// # Errors
/// Returns an error if an event is not an object, or if the places need a larger map than there can be.
pub(super) fn convert(document: &Document<'_>) -> Result<Vec<u8>, FormatError> {
    let (survey, nodes) = Survey::of(document)?;
    let mut conversion = Conversion {
        document,
        out: Vec::new(),
        nodes,
        costs: HashMap::new(),
        goal: survey.goal,
        ended: false,
        has_begun: false,
        in_phase: false,
        terminals: Vec::new(),
        path_cells: 0,
        notes: survey.notes,
        has_ground: survey.ground.is_some(),
        entered: survey.entered,
    };
    let header = header(&document.version, survey.origin, survey.start, survey.goal, survey.ground);
    for event in document.events() {
        conversion.event(&event?);
    }
    conversion.end();
    let Conversion { out, notes, .. } = conversion;
    let mut lines = format!("{header}\n").into_bytes();
    for sentence in notes.sentences() {
        lines.extend(format!("{}\n", json!({ "event": "note", "text": sentence })).into_bytes());
    }
    lines.extend(out);
    Ok(lines)
}

/// Returns the first line of the log.
fn header(
    version: &str,
    origin: Place,
    start: Option<Place>,
    goal: Option<Place>,
    ground: Option<Vec<String>>,
) -> Value {
    let version: String = version.chars().filter(|c| c.is_ascii_digit() || *c == '.').take(10).collect();
    let algorithm = format!("Posthoc search trace {version}");
    let mut all = json!({ "format": crate::trace_file::FORMAT, "version": 2, "algorithm": algorithm.trim_end() });
    let mut insert_field = |name: &str, value: Value| {
        if let Some(all) = all.as_object_mut() {
            all.insert(name.to_owned(), value);
        }
    };
    if let Some(rows) = ground {
        insert_field("map", rows.into());
    }
    for (name, place) in [("start", start), ("goal", goal)] {
        if let Some((x, y)) = place {
            insert_field(name, json!([x, y]));
        }
    }
    if origin != (0, 0) {
        insert_field("origin", json!([origin.0, origin.1]));
    }
    insert_field("steps", "own".into());
    insert_field("converted", true.into());
    all
}

/// A search trace that is being converted.
#[expect(clippy::struct_excessive_bools, reason = "each is one fact about the search so far")]
struct Conversion<'d, 'a> {
    document: &'d Document<'a>,
    out: Vec<u8>,
    nodes: Nodes<'a>,
    /// Lowest cost at which each cell was opened in this search.
    costs: HashMap<Place, f64>,
    /// Goal of this search.
    goal: Option<Place>,
    /// Whether this search has ended.
    ended: bool,
    /// Whether a node was opened or expanded since the last source.
    has_begun: bool,
    /// Whether a phase has begun.
    in_phase: bool,
    /// Nodes of the path that stand one after the other.
    terminals: Vec<u32>,
    path_cells: usize,
    notes: Notes,
    /// Whether the header states the map.
    has_ground: bool,
    /// Cells that are opened, expanded or on a path.
    entered: HashSet<Place>,
}

impl<'a> Conversion<'_, 'a> {
    fn event(&mut self, event: &Event<'a>) {
        let name = event.text("type").unwrap_or(Cow::Borrowed(""));
        let kind = Kind::of(&name);
        let place = self.document.places.place(event);
        let number = event.id().map(|id| self.nodes.number(id));
        let parent = event.parent().map(|id| self.nodes.number(id));
        if kind != Kind::Path {
            self.end_path();
        }
        if let Some(node) = number.and_then(|number| self.nodes.get_mut(number)) {
            node.place = place.or(node.place);
            node.parent = parent.filter(|_| parent != number).or(node.parent);
        }
        let from = parent.and_then(|parent| self.nodes.get(parent).place);
        match (kind, place) {
            (Kind::Map, _) if self.has_ground => {}
            (Kind::Source, Some(at)) if self.has_begun => self.begin(at),
            (Kind::Open, Some(at)) => {
                self.has_begun = true;
                if from.is_none() && std::mem::take(&mut self.ended) {
                    self.costs.clear();
                }
                if let Some(g) = event.number("g") {
                    let lowest = self.costs.entry(at).or_insert(g);
                    *lowest = lowest.min(g);
                }
                self.line("open", event, Some(at), from, true);
            }
            (Kind::Expand, Some(at)) => {
                self.has_begun = true;
                // After an end another search may have begun without saying so. Then another cost is no contradiction.
                let known = event.number("g").filter(|_| self.ended).zip(self.costs.get(&at));
                let agrees = known.is_none_or(|(g, known)| g == *known);
                if let Some(node) = number.and_then(|number| self.nodes.get_mut(number)) {
                    node.expanded = true;
                }
                self.line("expand", event, Some(at), from, agrees);
            }
            (Kind::Close, Some(at)) => {
                // In a log, only a node that is not expanded is taken off the open list by such an event.
                let expanded = number.is_some_and(|number| self.nodes.get(number).expanded);
                let word = if expanded { "closing" } else { "close" };
                self.line(word, event, Some(at), from, true);
            }
            (Kind::Open | Kind::Expand | Kind::Close, None) => {
                self.notes.without_place = self.notes.without_place.saturating_add(1);
            }
            // The ground that the search walks on is not judged, so it does not change below it.
            (Kind::Tile, Some(at))
                if self.has_ground && !self.entered.contains(&at) && event.text("tile").is_some() =>
            {
                let tile = event.text("tile").unwrap_or_default();
                self.put_line(&json!({ "event": "tile", "at": [at.0, at.1], "tile": tile }));
            }
            _ => {
                self.line(&own_word(&name), event, place, from, true);
                if kind == Kind::Path {
                    self.terminals.extend(number);
                }
                if kind == Kind::Destination {
                    self.goal = place;
                }
            }
        }
    }

    /// Begins another search.
    fn begin(&mut self, at: Place) {
        if std::mem::replace(&mut self.in_phase, true) {
            self.put_line(&json!({ "event": "end" }));
        }
        self.put_line(&json!({ "event": "begin", "phase": "search", "start": [at.0, at.1] }));
        self.costs.clear();
        (self.has_begun, self.ended, self.goal) = (false, false, None);
    }

    fn end(&mut self) {
        self.end_path();
        if self.in_phase {
            self.put_line(&json!({ "event": "end" }));
        }
    }

    /// Writes the path to each of the nodes that end one.
    fn end_path(&mut self) {
        let terminals = std::mem::take(&mut self.terminals);
        let inner: HashSet<u32> = terminals.iter().filter_map(|&number| self.nodes.get(number).parent).collect();
        let mut ends = BTreeSet::new();
        for number in terminals {
            if inner.contains(&number) || !ends.insert(number) {
                continue;
            }
            let length = self.nodes.length(number).filter(|&n| self.path_cells.saturating_add(n) <= PATH_CELLS);
            match length {
                Some(length) => {
                    self.path_cells = self.path_cells.saturating_add(length);
                    let cells = self.nodes.way(number, length);
                    let cells: Vec<Value> = cells.into_iter().map(|(x, y)| json!([x, y])).collect();
                    self.put_line(&json!({ "event": "path", "cells": cells }));
                }
                None => self.notes.paths = self.notes.paths.saturating_add(1),
            }
            let place = self.nodes.get(number).place;
            let arrives = self.goal.is_none() || self.goal == place;
            self.put_line(&json!({ "event": "done", "result": if arrives { "found" } else { "end" } }));
            self.ended = true;
        }
    }

    fn put_line(&mut self, line: &Value) {
        self.out.extend(line.to_string().into_bytes());
        self.out.push(b'\n');
    }

    /// Writes a line with all fields of an event. `has_cost` is whether the field `g` is the cost of the node.
    fn line(&mut self, word: &str, event: &Event<'_>, at: Option<Place>, from: Option<Place>, has_cost: bool) {
        let mut line = format!("{{\"event\":{}", json!(word));
        for (name, place) in [("at", at), ("from", from)] {
            if let Some((x, y)) = place {
                let _ = write!(line, ",\"{name}\":[{x},{y}]");
            }
        }
        let own_id = at.map(|(x, y)| format!("{x},{y}"));
        for (name, value) in event.fields() {
            let is_number = |name: &str| event.number(name).is_some();
            let renamed = match name {
                "type" => continue,
                "x" | "y" if at.is_some() && is_number(name) => continue,
                "id" if event.id().as_deref() == own_id.as_deref() => continue,
                "pId" if from.is_some() || value.get() == "null" => continue,
                "g" if is_number(name) && has_cost => false,
                "h" | "f" if is_number(name) => false,
                "g" | "h" | "f" => true,
                name => RESERVED.contains(&name),
            };
            let name = if renamed { Cow::Owned(format!("x-{name}")) } else { Cow::Borrowed(name) };
            if renamed && event.fields().any(|field| field.0 == name) {
                continue;
            }
            let _ = write!(line, ",{}:", json!(name));
            let text = value.get();
            if text.contains(['\n', '\r']) {
                line.push_str(&text.replace(['\n', '\r'], " "));
            } else {
                line.push_str(text);
            }
        }
        line.push_str("}\n");
        self.out.extend(line.into_bytes());
    }
}
