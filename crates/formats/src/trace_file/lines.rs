//! The lines of a gridscope trace, as text. Each has the fields of an event and, under `_`, the data that the fields do
//! not hold.
//!
//! The entries of `_`:
//!
//! - `case`: number of the case among those of its kind
//! - `slot`: a layer and a cell, or a register
//! - `depth`: depth of a phase
//! - `keys`: keys in the open list
//! - `texts`: texts of the sentence
//! - `say`: the sentence itself, if its case has none
//! - `cell`, `from`: cell and parent, if no field holds them
//! - `types`: types of fields that JSON does not show
//! - `says`: facts computed by the algorithm's code, if they differ from those of the case
//! - `tie`, `choice`: a tie or a choice that the open list does not explain
//! - `second`: the line below the sentence
//! - `stage`: actors, changed tiles and watched values, if they change
//! - `checks`: the ready-made breakpoints that are true

use super::line_shape::{LineShape, LineShapes};
use super::schema_json::Habit;
use super::{choice, event_facts, stage, value};
use gridscope_trace::event::{Level, Slot, Value};
use gridscope_trace::geometry::Cell;
use gridscope_trace::trace::recorded_answers::RecordedAnswers;
use gridscope_trace::trace::{Replay, Trace};
use gridscope_trace::workers::Workers;

/// Field of a line that holds the data of an event outside its fields.
pub(crate) const BESIDE: &str = "_";

/// Number of events of each case that are sampled to find the usual types of its fields. The line of an event with another
/// type names it.
const SAMPLE: usize = 4096;

/// The facts about a run that its lines need.
pub(super) struct Lines<'a> {
    replay: &'a Replay,
    pub(super) answers: RecordedAnswers,
    pub(super) habits: Vec<Habit>,
    pub(super) types: Vec<Option<&'static str>>,
    /// Number of each case among those of its kind.
    within: Vec<usize>,
    /// A bit for each event: whether a ready-made breakpoint is true there.
    checked: Vec<u64>,
    /// Whether only the fields are written.
    bare: bool,
}

impl<'a> Lines<'a> {
    /// Creates the facts for lines that have only the fields.
    pub(super) fn bare(replay: &'a Replay) -> Self {
        Self {
            replay,
            answers: RecordedAnswers::default(),
            habits: Vec::new(),
            types: Vec::new(),
            within: Vec::new(),
            checked: Vec::new(),
            bare: true,
        }
    }

    /// Finds what the lines of a run need not repeat, from the first events of each case. The threads of the caller help.
    pub(super) fn of(replay: &'a Replay, workers: &Workers) -> Self {
        let (trace, schema) = (replay.trace(), replay.schema());
        let mut habits: Vec<Option<Habit>> = vec![None; schema.cases.len()];
        // For each field, the number of values of each type, including the plain type.
        let mut counts = vec![[0_usize; value::KIND_COUNT]; schema.fields.len()];
        let mut shapes = LineShapes::new(replay, super::VERSION);
        let mut sampled_events = vec![0_usize; schema.cases.len()];
        for i in 0..replay.len() {
            let number = trace.case_number(i);
            let Some(of_case) = sampled_events.get_mut(number).filter(|count| **count < SAMPLE) else { continue };
            *of_case = of_case.saturating_add(1);
            if let Some(none @ None) = habits.get_mut(number) {
                let layer = match (trace.written_slot(i), trace.cell(i)) {
                    (Some(Slot::Cell(layer, at)), Some(cell)) if at == cell => Some(layer),
                    _ => None,
                };
                *none = Some(Habit { layer });
            }
            let Some((fields, shape)) = shapes.of_event(i) else { continue };
            for ((_, field), &place) in fields.iter().zip(&shape.places) {
                let kind = value::KINDS.iter().position(|&kind| kind == value::kind(field));
                if let Some(count) = place.zip(kind).and_then(|(k, kind)| counts.get_mut(k)?.get_mut(kind)) {
                    *count = count.saturating_add(1);
                }
            }
        }
        let most_frequent = |all: &[usize; value::KIND_COUNT]| {
            let counted = value::KINDS.iter().zip(all).filter(|(_, count)| **count > 0);
            counted.max_by_key(|(_, count)| **count).and_then(|(kind, _)| *kind)
        };
        let mut case_counts = vec![0_usize; schema.kinds.len()];
        let number = |case: &gridscope_trace::trace::schema::Case| {
            case_counts.get_mut(usize::from(case.kind)).map_or(0, |n| std::mem::replace(n, n.saturating_add(1)))
        };
        let answers = replay.recorded_answers(workers);
        let mut checked = vec![0_u64; replay.len().div_ceil(64)];
        for &event in answers.hits.iter().flatten() {
            if let Some(word) = checked.get_mut(event as usize / 64) {
                *word |= 1 << (event % 64);
            }
        }
        Self {
            replay,
            answers,
            habits: habits.into_iter().map(Option::unwrap_or_default).collect(),
            // Only values of other types need to name their type.
            types: counts.iter().map(most_frequent).collect(),
            within: schema.cases.iter().map(number).collect(),
            checked,
            bare: false,
        }
    }

    /// Returns a writer of these lines.
    pub(super) fn texts(&self) -> LineTexts<'_> {
        LineTexts { lines: self, shapes: LineShapes::new(self.replay, super::VERSION) }
    }

    /// Adds the entries of `_` to a line.
    fn write_beside(&self, index: usize, fields: &[(&str, Value)], shape: &LineShape<'_>, out: &mut Vec<u8>) {
        let trace = self.replay.trace();
        let number = trace.case_number(index);
        let case = trace.case(index);
        let mut beside = Beside { out, is_begun: false };
        if let Some(&n) = self.within.get(number).filter(|&&n| n > 0) {
            value::write_number(n as u64, beside.entry("case"));
        }
        let about = trace.cell(index);
        for (name, place, cell) in [("cell", shape.cell, about), ("from", shape.from, trace.from(index))] {
            let field_cell = match place.and_then(|place| fields.get(place)) {
                Some((_, Value::Cell(cell))) => Some(*cell),
                _ => None,
            };
            if field_cell != cell {
                write_cell(cell, beside.entry(name));
            }
        }
        let usual = self.habits.get(number).and_then(|h| Some(Slot::Cell(h.layer?, about?)));
        let slot = trace.written_slot(index);
        if slot != usual {
            write_slot(slot, beside.entry("slot"));
        }
        if let Level::Phase(usual) = case.level
            && let Level::Phase(depth) = trace.level(index)
            && usual != depth
        {
            value::write_number(depth.into(), beside.entry("depth"));
        }
        if let Some((first, second)) = trace.keys(index) {
            let out = beside.entry("keys");
            out.push(b'[');
            value::write_number(first, out);
            out.push(b',');
            value::write_number(second, out);
            out.push(b']');
        }
        write_texts(trace, index, &mut beside);
        self.write_types(fields, shape, &mut beside);
        if case.say.is_none() {
            value::write_text(&trace.sentence(index), beside.entry("say"));
        }
        self.write_answers(index, &mut beside);
        beside.end();
    }

    /// Adds the types of fields whose JSON reads back as another value.
    fn write_types(&self, fields: &[(&str, Value)], shape: &LineShape<'_>, beside: &mut Beside<'_>) {
        let mut is_begun = false;
        for &source in &shape.sources {
            let place = shape.places.get(source).copied().flatten();
            let usual = place.and_then(|k| self.types.get(k)).copied().flatten();
            let Some((name, field)) = fields.get(source).filter(|(_, field)| !value::reads_back(field, usual)) else {
                continue;
            };
            if is_begun {
                beside.out.push(b',');
            } else {
                beside.entry("types").push(b'{');
            }
            is_begun = true;
            value::write_text(name, beside.out);
            beside.out.push(b':');
            value::write_text(value::kind(field).unwrap_or("plain"), beside.out);
        }
        if is_begun {
            beside.out.push(b'}');
        }
    }

    /// Adds the answers of the algorithm's code about an event.
    fn write_answers(&self, index: usize, beside: &mut Beside<'_>) {
        let i = index as u32;
        if let Some(says) = self.answers.events.get(&i) {
            value::write_json(&event_facts::write(says, self.replay.schema()), beside.entry("says"));
        }
        if let Some(tie) = self.answers.ties.get(&i) {
            value::write_json(&choice::tie(tie), beside.entry("tie"));
        }
        if let Some(taken) = self.answers.decisions.get(&i) {
            value::write_json(&choice::decision(taken), beside.entry("choice"));
        }
        if let Some(second) = self.answers.second.get(&i) {
            value::write_text(second, beside.entry("second"));
        }
        if let Some(stage) = self.answers.stages.as_ref().and_then(|all| all.get(&i.saturating_add(1))) {
            value::write_json(&stage::write(stage), beside.entry("stage"));
        }
        if self.checked.get(index / 64).is_some_and(|word| word >> (index % 64) & 1 == 1) {
            let holds = |(check, hits): (usize, &Vec<u32>)| hits.binary_search(&i).ok().map(|_| check);
            let checks: Vec<usize> = self.answers.hits.iter().enumerate().filter_map(holds).collect();
            value::write_json(&checks, beside.entry("checks"));
        }
    }
}

fn write_cell(cell: Option<Cell>, out: &mut Vec<u8>) {
    match cell {
        Some(cell) => value::write(&Value::Cell(cell), out),
        None => out.extend_from_slice(b"null"),
    }
}

fn write_slot(slot: Option<Slot>, out: &mut Vec<u8>) {
    match slot {
        None => out.extend_from_slice(b"null"),
        Some(Slot::Register(n)) => value::write_number(n.into(), out),
        Some(Slot::Cell(layer, cell)) => {
            for (before, number) in [(b'[', u16::from(layer)), (b',', cell.x), (b',', cell.y)] {
                out.push(before);
                value::write_number(number.into(), out);
            }
            out.push(b']');
        }
    }
}

/// Adds the texts of an event's sentence. Of two texts with the same name, the later one counts.
fn write_texts(trace: &Trace, index: usize, beside: &mut Beside<'_>) {
    let mut texts: Option<serde_json::Map<String, serde_json::Value>> = None;
    trace.texts(index, &mut |name, text| {
        texts.get_or_insert_default().insert(name.to_owned(), text.into());
    });
    if let Some(texts) = texts {
        value::write_json(&texts, beside.entry("texts"));
    }
}

/// The object `_` of a line, which is begun with its first entry.
struct Beside<'o> {
    out: &'o mut Vec<u8>,
    is_begun: bool,
}

impl Beside<'_> {
    /// Begins an entry. Its value is written next.
    fn entry(&mut self, name: &str) -> &mut Vec<u8> {
        self.out.extend_from_slice(if self.is_begun { b",\"" } else { b",\"_\":{\"" });
        self.is_begun = true;
        self.out.extend_from_slice(name.as_bytes());
        self.out.extend_from_slice(b"\":");
        self.out
    }

    fn end(self) {
        if self.is_begun {
            self.out.push(b'}');
        }
    }
}

/// Writes the lines of a run one after the other.
pub(super) struct LineTexts<'a> {
    lines: &'a Lines<'a>,
    shapes: LineShapes<'a>,
}

impl LineTexts<'_> {
    /// Appends the line of an event, without a line feed.
    pub(super) fn write(&mut self, index: usize, out: &mut Vec<u8>) {
        let Some((fields, shape)) = self.shapes.of_event(index) else { return };
        shape.write(fields, out);
        if !self.lines.bare {
            self.lines.write_beside(index, fields, shape, out);
        }
        out.push(b'}');
    }
}
