//! Properties of a run that do not depend on the moment: its events, their kinds and fields, its phases and turns.

use super::Replay;
use crate::event::Value;
use crate::geometry::Cell;
use crate::outcome::Outcome;
use crate::progress::{Progress, at_once};
use crate::trace::answers::EventView;
use crate::trace::log::Phase;
use std::ops::Range;

impl Replay {
    /// Returns the number of an event in the whole run, from 1. See [`Trace::number`](crate::trace::Trace::number).
    pub fn number(&self, index: usize) -> usize {
        self.trace().number(index)
    }

    /// Returns how many events of the whole run have happened at a moment.
    pub fn number_of_moment(&self, cursor: usize) -> usize {
        self.trace().number_of_moment(cursor)
    }

    /// Returns how many events of the whole run have happened at the cursor.
    pub fn number_now(&self) -> usize {
        self.number_of_moment(self.cursor())
    }

    /// Returns the moment at which this many events of the whole run have happened, or the nearest one.
    pub fn moment_of_number(&self, number: usize) -> usize {
        self.trace().moment_of_number(number)
    }

    /// Returns the event with an index, or the last one if the index is too large. The trace must not be empty.
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

    /// Replaces the contents of `fields` with the fields of an event.
    pub fn fields_of<'a>(&'a self, index: usize, fields: &mut Vec<(&'a str, Value)>) {
        fields.clear();
        if index < self.len() {
            self.trace().fields(index, fields);
        }
    }

    /// Returns the cell that an event is about.
    pub fn cell(&self, index: usize) -> Option<Cell> {
        self.trace().cell(index)
    }

    /// Returns a number of events, from an index on, that are certainly identical in another run. This is a quick check
    /// for two runs of one algorithm with the same constants; otherwise it returns 0.
    pub fn same_from(&self, index: usize, other: &Self) -> usize {
        self.trace().payload.same_from(index, &*other.trace().payload)
    }

    /// Returns the kind of an event.
    pub fn kind(&self, index: usize) -> &str {
        if index < self.len() { self.trace().kind(index) } else { "" }
    }

    /// Returns the number of bytes of memory that the run uses: events, links, keyframes, and the slots of two cursors.
    pub fn bytes(&self) -> usize {
        self.trace().bytes() + self.trace().layout().bytes()
    }

    /// Returns all kinds of event of this algorithm.
    pub fn kinds(&self) -> Vec<&str> {
        self.schema().kinds.iter().map(|k| &*k.name).collect()
    }

    /// Returns the numeric fields of events of this algorithm.
    pub fn fields(&self) -> Vec<&str> {
        self.schema().fields.iter().filter(|f| f.number).map(|f| &*f.name).collect()
    }

    /// Returns the indices of the events of level step or phase, ascending.
    pub fn steps(&self) -> &[u32] {
        self.trace().steps()
    }

    /// Returns all phases, ordered by their first event.
    pub fn phases(&self) -> &[Phase] {
        self.trace().phases()
    }

    /// Returns the turns of a run: the phases whose names begin with *turn*, or *round* in a fight. Each range goes
    /// from the event that begins the turn to the one after its last.
    pub fn turns(&self) -> &[Range<usize>] {
        self.shared.turns.get_or_init(|| at_once(self.find_turns(&Progress::default())).unwrap_or_default())
    }

    /// Returns the name of a phase, given the event that begins it.
    pub fn phase_name(&self, start: usize) -> String {
        if start < self.len() { self.trace().phase_name(start) } else { String::new() }
    }

    /// Returns the events that begin the turn of an actor, ascending.
    pub fn acting(&self) -> Vec<u32> {
        let starts = self.phases().iter().map(|p| p.start);
        starts.filter(|&i| self.trace().case(i as usize).actor.is_some()).collect()
    }

    /// Returns the names of the actors as used in conditions, in the order of their first turns.
    pub fn actors(&self) -> Vec<String> {
        self.find_actors()
    }

    /// Returns whether an event can change watched values besides the series.
    pub fn rewatches(&self, index: usize) -> bool {
        index < self.len() && (self.trace().is_turn(index) || self.lens().rewatches(self.trace(), index))
    }

    /// Returns whether an event can change actors or tiles.
    pub fn restages(&self, index: usize) -> bool {
        index < self.len() && (self.trace().is_turn(index) || self.lens().restages(self.trace(), index))
    }

    /// Returns why the recording ended early, as a sentence, or `None` if it is complete.
    pub fn halted(&self) -> Option<String> {
        let halted = self.trace().halted()?;
        Some(self.trace().stray().map_or_else(|| halted.to_string(), str::to_owned))
    }

    /// Returns the outcome as the command line prints it. It is null if the recording ended early.
    pub fn outcome(&self) -> &Outcome {
        &self.shared.outcome
    }

    /// Returns the event as a line of a trace file: `{"event": kind, …fields}`.
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
