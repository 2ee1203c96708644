//! Printing of the programs' events. Each log has a random style, of those that real programs have.

use super::world::one;
use gridscope::trace::{Cell, Rng};
use serde_json::{Value, json};

/// The refusals that are printed.
#[derive(Clone, Copy, PartialEq)]
pub enum Rejects {
    None,
    Walls,
    All,
}

/// The events that are printed at the end.
#[derive(Clone, Copy, PartialEq)]
pub enum Ends {
    /// `path`, then `done`.
    Both,
    /// `done`, then `path`.
    DoneFirst,
    /// Only `path`, and nothing if there is none.
    Path,
    /// Only `done`.
    Done,
}

pub struct Print {
    pub text: String,
    /// Numbers of an `open` event, and those of an `expand` event.
    pub fields: &'static str,
    pub expand_fields: &'static str,
    pub rejects: Rejects,
    pub ends: Ends,
    /// Parent of the start: missing, `null`, or the start itself.
    pub root: u64,
    /// Whether the log has fields and lines that are not needed.
    noisy: bool,
    /// Whether numbers have six decimals, as with C's `%f`.
    cut: bool,
    list: Option<&'static str>,
    dice: Rng,
}

impl Print {
    pub fn new(dice: &mut Rng) -> Self {
        let fields = one(dice, &["gh", "gh", "ghf", "g", "f", ""]);
        Self {
            text: String::new(),
            fields,
            expand_fields: one(dice, &[fields, "", "g"]),
            rejects: one(dice, &[Rejects::None, Rejects::Walls, Rejects::All, Rejects::All]),
            ends: one(dice, &[Ends::Both, Ends::Both, Ends::DoneFirst, Ends::Path, Ends::Done]),
            root: dice.below(3),
            noisy: dice.below(4) == 0,
            cut: dice.below(4) == 0,
            list: None,
            dice: Rng::new(dice.below(1 << 40)),
        }
    }

    /// Prints only what is needed, with all digits.
    pub fn plain(dice: &mut Rng) -> Self {
        Self { noisy: false, cut: false, ..Self::new(dice) }
    }

    /// Prints these numbers in all events.
    pub fn with(mut self, fields: &'static str) -> Self {
        (self.fields, self.expand_fields) = (fields, fields);
        self
    }

    /// Sets the name of the open list for the following events.
    pub fn list(&mut self, name: &'static str) {
        self.list = Some(name);
    }

    pub fn event(&mut self, mut event: Value) {
        if let Some(list) =
            self.list.filter(|_| ["open", "expand", "reject"].contains(&event["event"].as_str().unwrap()))
        {
            event["list"] = list.into();
        }
        if self.noisy {
            match self.dice.below(12) {
                0 => event["say"] = "Here I am.".into(),
                1 => event["t"] = json!(self.text.len()),
                2 => event["size"] = json!([1, { "a": 2 }]),
                3 => self.text.push_str("\n// still running\n"),
                4 => self.text.push_str("{\"event\":\"waits\",\"least\":Infinity,\"most\":NaN}\n"),
                _ => {}
            }
        }
        self.text.push_str(&event.to_string());
        self.text.push('\n');
    }

    fn numbers(&self, event: &mut Value, fields: &str, [g, h, f]: [f64; 3]) {
        for (name, value) in [("g", g), ("h", h), ("f", f)] {
            if fields.contains(name) {
                event[name] = self.number(value);
            }
        }
    }

    fn number(&self, value: f64) -> Value {
        if value.is_infinite() {
            return "inf".into();
        }
        if self.cut { json!((value * 1e6).round() / 1e6) } else { json!(value) }
    }

    /// Prints an `open` event. `numbers` are g, h and f.
    pub fn open(&mut self, at: Cell, from: Option<Cell>, numbers: [f64; 3]) {
        let mut event = json!({ "event": "open", "at": at });
        match (from, self.root) {
            (Some(from), _) => event["from"] = json!(from),
            (None, 1) => event["from"] = Value::Null,
            (None, 2) => event["from"] = json!(at),
            _ => {}
        }
        self.numbers(&mut event, self.fields, numbers);
        self.event(event);
    }

    pub fn expand(&mut self, at: Cell, numbers: [f64; 3]) {
        let mut event = json!({ "event": "expand", "at": at });
        self.numbers(&mut event, self.expand_fields, numbers);
        self.event(event);
    }

    pub fn reject(&mut self, at: Cell, from: Cell, why: &str) {
        let told = match self.rejects {
            Rejects::None => false,
            Rejects::Walls => ["wall", "corner"].contains(&why),
            Rejects::All => true,
        };
        if told {
            self.event(json!({ "event": "reject", "at": at, "from": from, "why": why }));
        }
    }

    /// Prints the end of a search, with its path and cost.
    pub fn finish(&mut self, found: Option<&(Vec<Cell>, f64)>) {
        self.list = None;
        let done = json!({ "event": "done", "result": if found.is_some() { "found" } else { "none" } });
        let path = found.map(|(cells, cost)| {
            let mut path = json!({ "event": "path", "cells": cells });
            if self.ends != Ends::DoneFirst {
                path["cost"] = self.number(*cost);
            }
            path
        });
        let all = match self.ends {
            Ends::Both => vec![path, Some(done)],
            Ends::DoneFirst => vec![Some(done), path],
            Ends::Path => vec![path],
            Ends::Done => vec![Some(done)],
        };
        for event in all.into_iter().flatten() {
            self.event(event);
        }
    }
}
