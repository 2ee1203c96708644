//! What a run is, whatever the moment: its events, their kinds and fields, its phases and turns.

use super::Replay;
use crate::event::Value;
use crate::geometry::Cell;
use crate::outcome::Outcome;
use crate::trace::answers::EventView;
use crate::trace::log::Phase;
use std::ops::Range;

impl Replay {
    /// The event of an index below [`Replay::len`]; past the end, the last one. Must not be asked of an empty trace.
    pub fn event(&self, index: usize) -> EventView<'_> {
        let index = index.min(self.len().saturating_sub(1));
        let (trace, mut fields) = (self.trace(), Vec::new());
        trace.fields(index, &mut fields);
        let case = trace.case(index);
        EventView {
            index,
            kind: trace.kind(index),
            level: trace.level(index),
            line: case.line.saturating_sub(1).into(),
            cell: trace.cell(index),
            from: trace.from(index),
            tone: case.tone,
            sentence: trace.sentence(index),
            fields,
            replaced: trace.replaced(index),
        }
    }

    /// The fields of an event, without the rest, in place of what `fields` held.
    pub fn fields_of<'a>(&'a self, index: usize, fields: &mut Vec<(&'a str, Value)>) {
        fields.clear();
        if index < self.len() {
            self.trace().fields(index, fields);
        }
    }

    /// The cell that an event is about, without the rest.
    pub fn cell(&self, index: usize) -> Option<Cell> {
        self.trace().cell(index)
    }

    /// How many events from one on are the very same in another run, at least: a quick look where both are runs of one
    /// algorithm with the same constants; else 0.
    pub fn same_from(&self, index: usize, other: &Self) -> usize {
        self.trace().payload.same_from(index, &*other.trace().payload)
    }

    /// The kind of an event, without the rest.
    pub fn kind(&self, index: usize) -> &str {
        if index < self.len() { self.trace().kind(index) } else { "" }
    }

    /// How many bytes of memory its trace takes: events, links and keyframes.
    pub fn bytes(&self) -> usize {
        self.trace().bytes()
    }

    /// Every kind that events of this algorithm can have.
    pub fn kinds(&self) -> Vec<&str> {
        self.schema().kinds.iter().map(|k| &*k.name).collect()
    }

    /// The fields with numbers that events of this algorithm can have.
    pub fn fields(&self) -> Vec<&str> {
        self.schema().fields.iter().filter(|f| f.number).map(|f| &*f.name).collect()
    }

    /// The indices of the events of level step or phase, ascending.
    pub fn steps(&self) -> &[u32] {
        self.trace().steps()
    }

    /// All phases, in the order of their beginnings.
    pub fn phases(&self) -> &[Phase] {
        self.trace().phases()
    }

    /// The turns of a run that has some, the phases whose names begin with *turn*, or the rounds of a fight: from the event
    /// that begins each to the one after its last.
    pub fn turns(&self) -> &[Range<usize>] {
        self.shared.turns.get_or_init(|| self.find_turns(&mut || true).unwrap_or_default())
    }

    /// The name of a phase, by the event that begins it.
    pub fn phase_name(&self, start: usize) -> String {
        if start < self.len() { self.trace().phase_name(start) } else { String::new() }
    }

    /// The events that begin the turn of an actor, ascending.
    pub fn acting(&self) -> Vec<u32> {
        let starts = self.phases().iter().map(|p| p.start);
        starts.filter(|&i| self.trace().case(i as usize).actor.is_some()).collect()
    }

    /// The names of those that act, in the order of their first turns: what conditions call them.
    pub fn actors(&self) -> Vec<String> {
        self.find_actors()
    }

    /// Whether an event can change what is watched besides the numbers over time.
    pub fn rewatches(&self, index: usize) -> bool {
        index < self.len() && (self.trace().is_turn(index) || self.lens().rewatches(self.trace(), index))
    }

    /// Whether an event can change who stands where and how, or which tiles are there.
    pub fn restages(&self, index: usize) -> bool {
        index < self.len() && (self.trace().is_turn(index) || self.lens().restages(self.trace(), index))
    }

    /// Why the recording ended early, as a sentence; `None` when it is whole.
    pub fn halted(&self) -> Option<String> {
        let halted = self.trace().halted()?;
        Some(self.trace().stray().map_or_else(|| halted.to_string(), str::to_owned))
    }

    /// What came out, as the command line prints it; null when the recording ended early.
    pub fn outcome(&self) -> &Outcome {
        &self.shared.outcome
    }

    /// The event as a line of a trace file: `{"event": kind, …fields}`.
    pub fn event_json(&self, index: usize) -> serde_json::Value {
        let mut line = serde_json::Map::new();
        if index < self.len() {
            line.insert("event".into(), self.kind(index).into());
            let mut fields = Vec::new();
            self.trace().fields(index, &mut fields);
            line.extend(fields.into_iter().map(|(name, value)| (name.to_owned(), value.json())));
        }
        serde_json::Value::Object(line)
    }
}
