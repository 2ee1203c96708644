//! The lines of a log, and the header above them.

use super::ground::{Ground, Spot};
use super::manner::{Ends, Manner, Rejects};
use gridscope::trace::rng::Rng;
use serde_json::{Map, Value, json};

/// A node of a search: a cell, and up to two more numbers.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct Node {
    pub at: Spot,
    pub state: [i32; 2],
}

impl Node {
    pub const fn of(at: Spot) -> Self {
        Self { at, state: [0; 2] }
    }
}

/// A field that, together with the cell, identifies a node: its name, and the words for its numbers.
#[derive(Clone, Copy)]
pub struct Field {
    pub name: &'static str,
    pub words: &'static [&'static str],
}

impl Field {
    fn value(&self, number: i32) -> Value {
        self.words.get(number as usize).map_or_else(|| json!(number), |word| json!(word))
    }
}

/// Collects the printed lines.
pub struct Printer {
    pub manner: Manner,
    pub lines: Vec<Value>,
    pub list: Option<&'static str>,
    pub state: Vec<Field>,
    /// Whether `from` names the whole node.
    pub from_node: bool,
    origin: Spot,
}

/// The numbers of a node: g, h and f.
pub type Numbers = [f64; 3];

impl Printer {
    pub fn new(manner: Manner, ground: &Ground) -> Self {
        Self { manner, lines: Vec::new(), list: None, state: Vec::new(), from_node: true, origin: ground.origin }
    }

    pub fn told(&self, (x, y): Spot) -> Value {
        json!([x + self.origin.0, y + self.origin.1])
    }

    pub fn event(&mut self, event: Value) {
        self.lines.push(event);
    }

    fn node(&self, event: &mut Value, node: Node) {
        event["at"] = self.told(node.at);
        for (field, number) in self.state.iter().zip(node.state) {
            event[field.name] = field.value(number);
        }
    }

    fn from(&self, event: &mut Value, from: Node) {
        let mut told = json!({});
        self.node(&mut told, from);
        event["from"] = if self.state.is_empty() || !self.from_node { self.told(from.at) } else { told };
    }

    fn start(&self, word: &str, node: Node) -> Value {
        let mut event = json!({ "event": word });
        self.node(&mut event, node);
        if let Some(list) = self.list {
            event["list"] = list.into();
        }
        event
    }

    pub fn numbers(&self, event: &mut Value, fields: &str, [g, h, f]: Numbers) {
        for (name, x) in [("g", g), ("h", h), ("f", f)] {
            if fields.contains(name) {
                event[name] = self.manner.number(x);
            }
        }
    }

    pub fn open(&mut self, node: Node, from: Option<Node>, numbers: Numbers) {
        let mut event = self.start("open", node);
        match (from, self.manner.root) {
            (Some(from), _) if self.manner.from => self.from(&mut event, from),
            (None, 1) => event["from"] = Value::Null,
            (None, 2) if self.state.is_empty() => event["from"] = event["at"].clone(),
            _ => {}
        }
        self.numbers(&mut event, self.manner.open_fields, numbers);
        self.event(event);
    }

    pub fn expand(&mut self, node: Node, from: Option<Node>, numbers: Numbers) {
        let mut event = self.start("expand", node);
        if let Some(from) = from.filter(|_| self.manner.expand_from) {
            self.from(&mut event, from);
        }
        self.numbers(&mut event, self.manner.expand_fields, numbers);
        self.event(event);
    }

    pub fn close(&mut self, node: Node) {
        let event = self.start("close", node);
        self.event(event);
    }

    /// Prints a refusal. `g` is the refused cost.
    pub fn reject(&mut self, node: Node, from: Node, why: &str, g: Option<f64>) {
        let told = match self.manner.rejects {
            Rejects::None => false,
            Rejects::Walls => ["wall", "corner"].contains(&why),
            Rejects::All => true,
        };
        if !told {
            return;
        }
        let mut event = self.start("reject", node);
        self.from(&mut event, from);
        event["why"] = why.into();
        if let Some(g) = g.filter(|_| self.manner.reject_g) {
            event["g"] = self.manner.number(g);
        }
        self.event(event);
    }

    pub fn path_line(&self, cells: &[Spot], cost: Option<f64>) -> Value {
        let cells: Vec<Value> = cells.iter().map(|&at| self.told(at)).collect();
        let mut path = json!({ "event": "path", "cells": cells });
        if let Some(cost) = cost.filter(|_| self.manner.path_cost) {
            path["cost"] = self.manner.number(cost);
        }
        path
    }

    /// Prints the end of a search, with its path and cost.
    pub fn finish(&mut self, found: Option<(&[Spot], f64)>) {
        self.list = None;
        let done = json!({ "event": "done", "result": if found.is_some() { "found" } else { "none" } });
        let path = found.map(|(cells, cost)| self.path_line(cells, Some(cost)));
        let all = match self.manner.ends {
            Ends::Both => [path, Some(done)],
            Ends::DoneFirst => [Some(done), path],
            Ends::Path => [path, None],
            Ends::Done => [Some(done), None],
        };
        for event in all.into_iter().flatten() {
            self.event(event);
        }
    }
}

/// A log: its lines, and a header with every field that it can have.
#[derive(Clone)]
pub struct Program {
    pub header: Map<String, Value>,
    /// Header fields that cannot be left out without making the header wrong.
    pub keep: Vec<&'static str>,
    pub lines: Vec<Value>,
    size: [i32; 2],
    noisy: bool,
    /// The map, for messages of tests.
    pub picture: String,
}

/// Header fields whose absence would change the meaning.
const KEPT: [&str; 13] = [
    "format",
    "version",
    "steps",
    "optimal",
    "state",
    "waits",
    "incremental",
    "blocked_ends",
    "wraps",
    "cost_of",
    "origin",
    "edges",
    "layers",
];

impl Program {
    pub fn new(ground: &Ground, printer: Printer, order: &[&str]) -> Self {
        let mut header = ground.facts();
        if !order.is_empty() {
            header.insert("order".into(), json!(order));
        }
        if !printer.state.is_empty() {
            header.insert("state".into(), printer.state.iter().map(|field| field.name).collect());
        }
        Self {
            header,
            keep: KEPT.to_vec(),
            lines: printer.lines,
            size: [ground.width, ground.height],
            noisy: printer.manner.noisy,
            picture: ground.picture(),
        }
    }

    pub fn with(mut self, name: &str, value: impl Into<Value>) -> Self {
        self.header.insert(name.to_owned(), value.into());
        self
    }

    pub fn without(mut self, name: &str) -> Self {
        self.header.remove(name);
        self
    }

    /// States the arithmetic, or leaves it out.
    pub fn maybe_precise(self, dice: &mut Rng, manner: &Manner) -> Self {
        if dice.below(2) == 0 { self.with("precision", manner.precision()) } else { self }
    }

    /// Returns the log with all header fields.
    pub fn full(&self) -> String {
        let header = Value::Object(self.header.clone()).to_string();
        std::iter::once(header).chain(self.lines.iter().map(ToString::to_string)).collect::<Vec<_>>().join("\n") + "\n"
    }

    /// Returns the log with a random part of the header fields, and possibly with lines that are not needed.
    pub fn text(&self, dice: &mut Rng) -> String {
        let mut header = self.header.clone();
        let keeps = |name: &str| self.keep.contains(&name);
        let manner = dice.below(5);
        let chosen: Vec<String> = header.keys().filter(|_| dice.below(3) > 0).cloned().collect();
        header.retain(|name, _| {
            let name = name.as_str();
            keeps(name)
                || match manner {
                    0 | 1 => true,
                    2 => chosen.iter().any(|c| c == name),
                    3 => ["map", "legend", "prices"].contains(&name),
                    _ => name != "map" && name != "prices",
                }
        });
        // A map without its legend or prices would mean something else.
        if header.contains_key("map") || header.contains_key("prices") {
            for name in ["map", "prices", "legend"] {
                if let Some(value) = self.header.get(name) {
                    header.insert(name.into(), value.clone());
                }
            }
        } else {
            let needs = header.contains_key("wraps") || header.contains_key("origin") || header.contains_key("edges");
            if needs || dice.below(2) == 0 {
                header.insert("size".into(), json!(self.size));
            }
            // Without the tiles, their costs mean nothing and the step costs are unknown.
            let priced = self.header.contains_key("prices") || self.header.contains_key("legend");
            if priced {
                header.remove("costs");
                header.remove("legend");
            }
        }
        let bare = header.keys().all(|name| ["format", "version"].contains(&name.as_str()));
        let mut text = String::new();
        if !(bare && dice.below(2) == 0) {
            text = Value::Object(header).to_string() + "\n";
        }
        for line in &self.lines {
            let mut line = line.clone();
            if self.noisy {
                match dice.below(14) {
                    0 => line["say"] = "Here I am.".into(),
                    1 if line.get("t").is_none() && !self.header.contains_key("state") => line["t"] = json!(text.len()),
                    2 => line["size"] = json!([1, { "a": 2 }]),
                    3 => text.push_str("\n// still running\n"),
                    4 => text.push_str("{\"event\":\"waits\",\"least\":Infinity,\"most\":NaN}\n"),
                    _ => {}
                }
            }
            text.push_str(&line.to_string());
            text.push('\n');
        }
        text
    }
}
