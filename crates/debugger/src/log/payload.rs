//! The contents of the events of a run that a log became. They are unpacked from the log when they are asked for.

use super::places::Places;
use super::values::{is_true, number, own};
use crate::formats::log::{EventList, LogEvent, Word, tile_named};
use gridscope_trace::event::Value;
use gridscope_trace::trace::Payload;
use gridscope_trace::{Cell, Size};
use std::any::Any;
use std::collections::BTreeSet;
use std::ops::Range;

/// The events of a log as those of a run. Lists of events of the run are ascending.
#[derive(Debug)]
pub(super) struct LogPayload {
    events: EventList,
    size: Size,
    /// Number of events of the run.
    len: usize,
    pub(super) places: Places,
    /// Cells of events that are a part of their line, such as those of a path, and whether they are one. Also those of
    /// paths themselves.
    cells: Vec<(u32, (Cell, bool))>,
    /// Expansions, and the event that opened their node.
    opened: Vec<(u32, u32)>,
    /// Events that put an entry on an open list, and its ranks. Without a second key there are no second ranks.
    waiting: Vec<(u32, u32)>,
    second: Vec<u32>,
    /// Events whose word is shown as a field.
    others: Vec<u32>,
    /// Names of the fields of all events.
    pub(super) names: BTreeSet<String>,
}

/// Returns the value of an event in a list ordered by events.
fn find<T: Copy>(all: &[(u32, T)], event: usize) -> Option<T> {
    let at = all.binary_search_by_key(&event, |one| one.0 as usize).ok()?;
    all.get(at).map(|one| one.1)
}

impl LogPayload {
    /// Creates the contents of a run without events.
    pub(super) const fn new(events: EventList, size: Size) -> Self {
        Self {
            events,
            size,
            len: 0,
            places: Places::new(),
            cells: Vec::new(),
            opened: Vec::new(),
            waiting: Vec::new(),
            second: Vec::new(),
            others: Vec::new(),
            names: BTreeSet::new(),
        }
    }

    /// Returns the number of events of the run.
    pub(super) const fn len(&self) -> usize {
        self.len
    }

    /// Adds the next event of the run.
    pub(super) const fn push(&mut self) {
        self.len += 1;
    }

    /// Sets that the next event is a part of its line, about this cell.
    pub(super) fn is_part(&mut self, cell: Cell) {
        self.cells.push((self.len as u32, (cell, true)));
    }

    /// Sets the cell of the next event, which its line does not state.
    pub(super) fn is_about(&mut self, cell: Cell) {
        self.cells.push((self.len as u32, (cell, false)));
    }

    /// Sets that the next event takes a node off an open list that this event had put there.
    pub(super) fn takes(&mut self, opened: usize) {
        self.opened.push((self.len as u32, opened as u32));
    }

    /// Sets that the next event has its word as a field.
    pub(super) fn shows_word(&mut self) {
        self.others.push(self.len as u32);
    }

    /// Sets the ranks of the next waiting event.
    pub(super) fn rank(&mut self, event: usize, (first, second): (u64, u64), has_second: bool) {
        self.waiting.push((event as u32, first as u32));
        if has_second {
            self.second.push(second as u32);
        }
    }

    /// Returns what an event of the run states, and whether it is a part of its line.
    fn event(&self, index: usize) -> Option<(LogEvent, bool)> {
        let logged = self.places.logged(index)?;
        let Some((cell, true)) = find(&self.cells, index) else { return Some((self.events.get(logged)?, false)) };
        // The cells of a long path are not unpacked for each of them.
        let outline = self.events.outline(logged)?;
        let event = if outline.word == Word::Path { outline } else { self.events.get(logged)? };
        Some((part_of(&event, cell), true))
    }

    fn inside(&self, cell: Option<Cell>) -> Option<Cell> {
        cell.filter(|&cell| self.size.contains(cell))
    }

    /// Returns the cell that the line of an event names as its parent.
    fn stated_from(&self, index: usize) -> Option<Cell> {
        let mut event = self.events.outline(self.places.logged(index)?)?;
        if let Some((cell, true)) = find(&self.cells, index) {
            event = part_of(&event, cell);
        }
        self.inside(event.from).filter(|from| Some(*from) != event.at)
    }

    /// Visits the fields that the line of an event states.
    fn stated_fields<'a>(&'a self, index: usize, visit: &mut dyn FnMut(&'a str, Value)) {
        let Some((event, is_part)) = self.event(index) else { return };
        let shows_word = !self.others.is_empty() && self.others.binary_search(&(index as u32)).is_ok();
        fields(&event, is_part, shows_word, &mut |name, value| {
            if let Some(name) = self.names.get(name) {
                visit(name, value());
            }
        });
    }

    /// Returns whether an event equals that of another log.
    fn is_same(&self, other: &Self, index: usize) -> bool {
        let says = |all: &Self| {
            let mut fields = Vec::new();
            all.fields(index, &mut |name, value| fields.push((name.to_owned(), value)));
            (fields, all.custom_sentence(index), all.keys(index))
        };
        let word = |all: &Self| all.event(index).map(|event| event.0.word);
        word(self) == word(other) && says(self) == says(other)
    }
}

/// Returns a part of a line: a cell of a path, or of a layer or a sight that ends.
pub(super) fn part_of(event: &LogEvent, cell: Cell) -> LogEvent {
    let at = Some(cell);
    if event.word == Word::Path {
        return LogEvent { word: Word::Path, at, ..LogEvent::bare(event.line()) };
    }
    LogEvent { at, others: event.others.short(), ..event.clone() }
}

/// Visits the fields of an event, each with its name and a function that computes its value.
pub(super) fn fields(
    event: &LogEvent,
    is_part: bool,
    shows_word: bool,
    visit: &mut dyn FnMut(&str, &dyn Fn() -> Value),
) {
    let f = event.f().or_else(|| Some(event.g()? + event.h()?));
    for (name, value) in [("g", event.g()), ("h", event.h()), ("f", f)] {
        if let Some(value) = value {
            visit(name, &|| number(value));
        }
    }
    for (name, value) in event.others.iter() {
        if matches!(name, "say" | "level" | "line" | "cells") || value.is_null() {
            continue;
        }
        let is_flag = event.word == Word::Dice && name == "won";
        visit(name, &|| if is_flag { Value::Flag(is_true(value)) } else { own(value) });
    }
    // Several fields as one text.
    let listed = |without: &'static [&'static str]| {
        let listed_fields = event.others.iter().filter(move |(name, _)| !without.contains(name));
        listed_fields.map(|(name, value)| format!("{name} {}", own(value))).collect::<Vec<_>>().join(", ")
    };
    let mut list = |name: &str, without: &'static [&'static str]| {
        if event.others.iter().any(|(name, _)| !without.contains(&name)) {
            visit(name, &|| Value::Word(listed(without).into()));
        }
    };
    match event.word {
        Word::Set => {
            if let (Some(layer), Some(value)) = (event.text("layer"), event.others.get("value")) {
                visit(layer, &|| own(value));
            }
        }
        Word::Own(_) => list("fields", &["say", "level", "line", "t"]),
        Word::Weigh => list("terms", &["name", "score", "set", "say", "level", "line", "t"]),
        _ => {}
    }
    if shows_word {
        visit("event", &|| Value::Word(event.name().into()));
    }
    match event.word {
        Word::Path if !is_part => {
            visit("length", &|| Value::Int(event.cells("cells").map_or(0, |cells| cells.len() as i64)));
        }
        Word::Tile => {
            if let Some(tile) = event.at.and(event.text("tile")).and_then(tile_named) {
                visit("tile", &|| Value::Tile(tile));
            }
        }
        _ => {}
    }
}

impl Payload for LogPayload {
    fn cell(&self, index: usize) -> Option<Cell> {
        match find(&self.cells, index) {
            Some((cell, true)) => self.inside(Some(cell)),
            Some((cell, false)) => Some(cell),
            None => self.inside(self.events.outline(self.places.logged(index)?)?.at),
        }
    }

    fn from(&self, index: usize) -> Option<Cell> {
        self.stated_from(index).or_else(|| self.stated_from(find(&self.opened, index)? as usize))
    }

    fn cells(&self, events: Range<usize>, visit: &mut dyn FnMut(usize, Cell)) {
        let Some(mut next) = self.places.logged(events.start) else { return };
        let mut outlines = self.events.outlines(next);
        let mut at = None;
        for event in events.start..events.end.min(self.len) {
            let logged = self.places.logged(event).unwrap_or(next);
            while next <= logged {
                at = outlines.next().and_then(|event| event.at);
                next += 1;
            }
            let cell = match find(&self.cells, event) {
                Some((cell, true)) => self.inside(Some(cell)),
                Some((cell, false)) => Some(cell),
                None => self.inside(at),
            };
            if let Some(cell) = cell {
                visit(event, cell);
            }
        }
    }

    fn fields<'a>(&'a self, index: usize, visit: &mut dyn FnMut(&'a str, Value)) {
        for (name, cell) in [("cell", self.cell(index)), ("from", self.from(index))] {
            if let Some(cell) = cell {
                visit(name, Value::Cell(cell));
            }
        }
        let Some(opened) = find(&self.opened, index) else { return self.stated_fields(index, visit) };
        // An expansion has the fields of the event that opened its node, unless it states others.
        let mut own_fields = Vec::new();
        self.stated_fields(index, &mut |name, value| {
            own_fields.push(name);
            visit(name, value);
        });
        self.stated_fields(opened as usize, &mut |name, value| {
            if !own_fields.contains(&name) {
                visit(name, value);
            }
        });
    }

    fn texts<'a>(&'a self, _: usize, _: &mut dyn FnMut(&'a str, String)) {}

    fn custom_sentence(&self, index: usize) -> Option<String> {
        self.event(index)?.0.text("say").map(str::to_owned)
    }

    fn keys(&self, index: usize) -> Option<(u64, u64)> {
        let at = self.waiting.binary_search_by_key(&index, |one| one.0 as usize).ok()?;
        Some((self.waiting.get(at)?.1.into(), self.second.get(at).copied().unwrap_or(0).into()))
    }

    fn same_from(&self, index: usize, other: &dyn Payload) -> usize {
        let Some(other) = other.as_any().downcast_ref::<Self>().filter(|o| o.names == self.names) else { return 0 };
        let common = self.len.min(other.len);
        (index..common).take_while(|&i| self.is_same(other, i)).count()
    }

    fn bytes(&self) -> usize {
        let lists = size_of_val(&*self.cells) + size_of_val(&*self.opened) + size_of_val(&*self.waiting);
        self.events.bytes() + self.places.bytes() + lists + size_of_val(&*self.second) + size_of_val(&*self.others)
    }

    fn as_any(&self) -> &dyn Any {
        self
    }
}
