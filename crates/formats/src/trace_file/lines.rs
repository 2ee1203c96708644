//! The lines of a gridscope trace. Each has the fields of an event and, under `_`, the data that the fields do not
//! hold.
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

use super::schema_json::{Habit, HeaderContents};
use super::{choice, event_facts, stage, value};
use gridscope_trace::event::{Level, Slot, Value};
use gridscope_trace::geometry::Cell;
use gridscope_trace::trace::imported_log::Written;
use gridscope_trace::trace::recorded_answers::RecordedAnswers;
use gridscope_trace::trace::{Replay, Trace};
use serde_json::{Map, Value as Json, json};
use std::collections::BTreeMap;

/// Field of a line that holds the data of an event outside its fields.
pub(crate) const BESIDE: &str = "_";

/// Builds the lines of a trace.
pub(super) struct Lines<'a> {
    replay: &'a Replay,
    pub(super) told: RecordedAnswers,
    pub(super) habits: Vec<Habit>,
    pub(super) types: Vec<Option<&'static str>>,
    /// Number of each case among those of its kind.
    within: Vec<usize>,
    /// Whether only the fields are written.
    bare: bool,
}

fn written_slot(trace: &Trace, index: usize) -> Option<Slot> {
    trace.written_slot(index)
}

fn slot_json(slot: Option<Slot>) -> Json {
    match slot {
        None => Json::Null,
        Some(Slot::Cell(layer, cell)) => json!([layer, cell.x, cell.y]),
        Some(Slot::Register(n)) => json!(n),
    }
}

fn slot_of(json: &Json) -> Option<Slot> {
    if let Some(n) = json.as_u64() {
        return Some(Slot::Register(u32::try_from(n).ok()?));
    }
    let all = json.as_array()?;
    let number = |k: usize| u16::try_from(all.get(k)?.as_u64()?).ok();
    Some(Slot::Cell(u8::try_from(number(0)?).ok()?, Cell::new(number(1)?, number(2)?)))
}

impl<'a> Lines<'a> {
    /// Creates a builder that writes only the fields.
    pub(super) fn bare(replay: &'a Replay) -> Self {
        Self {
            replay,
            told: RecordedAnswers::default(),
            habits: Vec::new(),
            types: Vec::new(),
            within: Vec::new(),
            bare: true,
        }
    }

    /// Creates a builder. Goes through the run once to find what its lines need not repeat.
    pub(super) fn of(replay: &'a Replay) -> Self {
        let (trace, schema) = (replay.trace(), replay.schema());
        let mut habits: Vec<Option<Habit>> = vec![None; schema.cases.len()];
        // For each field, the number of values of each type, including the plain type.
        let mut counts: Vec<BTreeMap<Option<&'static str>, usize>> = vec![BTreeMap::new(); schema.fields.len()];
        let mut fields = Vec::new();
        for i in 0..replay.len() {
            if let Some(none @ None) = habits.get_mut(trace.case_number(i)) {
                let layer = match (written_slot(trace, i), trace.cell(i)) {
                    (Some(Slot::Cell(layer, at)), Some(cell)) if at == cell => Some(layer),
                    _ => None,
                };
                *none = Some(Habit { layer });
            }
            trace.fields(i, &mut fields);
            for (name, field) in &fields {
                let place = schema.fields.iter().position(|f| f.name == *name);
                if let Some(count) = place.and_then(|k| counts.get_mut(k)) {
                    count
                        .entry(value::kind(field))
                        .and_modify(|count| *count = count.saturating_add(1))
                        .or_insert(1_usize);
                }
            }
        }
        let mut case_counts = vec![0_usize; schema.kinds.len()];
        let number = |case: &gridscope_trace::trace::schema::Case| {
            case_counts.get_mut(usize::from(case.kind)).map_or(0, |n| std::mem::replace(n, n.saturating_add(1)))
        };
        Self {
            replay,
            told: replay.recorded_answers(),
            habits: habits.into_iter().map(Option::unwrap_or_default).collect(),
            // Only values of other types need to name their type.
            types: counts
                .iter()
                .map(|all| all.iter().max_by_key(|(_, count)| **count).and_then(|(kind, _)| *kind))
                .collect(),
            within: schema.cases.iter().map(number).collect(),
            bare: false,
        }
    }

    fn kind_of(&self, name: &str) -> Option<&'static str> {
        let k = self.replay.schema().fields.iter().position(|f| f.name == name)?;
        self.types.get(k).copied().flatten()
    }

    /// Returns the line of an event.
    pub(super) fn line(&self, index: usize) -> Json {
        let mut line = line(self.replay, index, super::VERSION);
        if self.bare {
            return line;
        }
        let beside = self.event_answers_json(index);
        if let (Some(line), false) = (line.as_object_mut(), beside.is_empty()) {
            line.insert(BESIDE.into(), beside.into());
        }
        line
    }

    fn event_answers_json(&self, index: usize) -> Map<String, Json> {
        let trace = self.replay.trace();
        let number = trace.case_number(index);
        let case = trace.case(index);
        let mut all = Map::new();
        let mut insert_field = |name: &str, value: Json| {
            all.insert(name.into(), value);
        };
        if let Some(&n) = self.within.get(number).filter(|&&n| n > 0) {
            insert_field("case", n.into());
        }
        let mut fields = Vec::new();
        trace.fields(index, &mut fields);
        let field = |name: &str| fields.iter().find(|f| f.0 == name).map(|f| &f.1);
        for (name, cell) in [("cell", trace.cell(index)), ("from", trace.from(index))] {
            let field_cell = match field(name) {
                Some(Value::Cell(cell)) => Some(*cell),
                _ => None,
            };
            if field_cell != cell {
                insert_field(name, json!(cell));
            }
        }
        let usual = self.habits.get(number).and_then(|h| Some(Slot::Cell(h.layer?, trace.cell(index)?)));
        let slot = written_slot(trace, index);
        if slot != usual {
            insert_field("slot", slot_json(slot));
        }
        if let (Level::Phase(usual), Level::Phase(depth)) = (case.level, trace.level(index))
            && usual != depth
        {
            insert_field("depth", depth.into());
        }
        if let Some((first, second)) = trace.keys(index) {
            insert_field("keys", json!([first, second]));
        }
        let mut texts = Map::new();
        trace.texts(index, &mut |name, text| {
            texts.insert(name.to_owned(), text.into());
        });
        if !texts.is_empty() {
            insert_field("texts", texts.into());
        }
        let mut types = Map::new();
        for (name, field) in &fields {
            let json = field.json();
            if value::read(&json, self.kind_of(name)).as_ref() != Some(field) {
                types.insert((*name).to_owned(), value::kind(field).unwrap_or("plain").into());
            }
        }
        if !types.is_empty() {
            insert_field("types", types.into());
        }
        if case.say.is_none() {
            insert_field("say", trace.sentence(index).into());
        }
        let i = index as u32;
        if let Some(says) = self.told.events.get(&i) {
            insert_field("says", event_facts::write(says, self.replay.schema()));
        }
        if let Some(tie) = self.told.ties.get(&i) {
            insert_field("tie", choice::tie(tie));
        }
        if let Some(taken) = self.told.decisions.get(&i) {
            insert_field("choice", choice::decision(taken));
        }
        if let Some(second) = self.told.second.get(&i) {
            insert_field("second", second.as_str().into());
        }
        if let Some(stage) = self.told.stages.as_ref().and_then(|all| all.get(&i.saturating_add(1))) {
            insert_field("stage", stage::write(stage));
        }
        let holds = |(check, hits): (usize, &Vec<u32>)| hits.binary_search(&i).ok().map(|_| Json::from(check));
        let checks: Vec<Json> = self.told.hits.iter().enumerate().filter_map(holds).collect();
        if !checks.is_empty() {
            insert_field("checks", checks.into());
        }
        all
    }
}

/// Reads the lines of a trace.
pub(super) struct Reader {
    pub(super) whole: HeaderContents,
    pub(super) events: Vec<Written>,
}

impl Reader {
    /// Reads the next event. If the line does not fit the schema, the error says what was expected.
    pub(super) fn take(&mut self, line: &Map<String, Json>) -> Result<(), String> {
        let HeaderContents { schema, layout, told, habits, types } = &mut self.whole;
        let nothing = Json::Null;
        let beside = line.get(BESIDE).unwrap_or(&nothing);
        let kind = line.get("event").and_then(Json::as_str).unwrap_or_default();
        let number = schema.kind(kind).ok_or("an event of a kind that the schema has")?;
        let within = beside["case"].as_u64().unwrap_or(0) as usize;
        let of_kind = |(_, case): &(usize, &gridscope_trace::trace::schema::Case)| case.kind == number;
        let case = schema.cases.iter().enumerate().filter(of_kind).nth(within).map(|(i, _)| i);
        let case = case.ok_or("a case that the schema has")?;
        let (level, habit) =
            (schema.cases.get(case).map(|case| case.level), habits.get(case).and_then(|habit| habit.layer));
        let mut fields = Vec::new();
        for (name, json) in line {
            if name == "event" || name == BESIDE {
                continue;
            }
            let name = if name == "at" { "cell" } else { name };
            let k = schema.fields.iter().position(|f| f.name == name).ok_or("fields that the schema has")?;
            let kind = beside["types"].get(name).and_then(Json::as_str).or(types.get(k).and_then(Option::as_deref));
            let value = value::read(json, kind).ok_or_else(|| format!("a value for {name}"))?;
            fields.push((k as u16, value));
        }
        let inside =
            |cell: Cell| if layout.size.contains(cell) { Ok(cell) } else { Err("cells on the map".to_owned()) };
        let cell = |name: &str| -> Result<Option<Cell>, String> {
            let json = match beside.get(name) {
                Some(json) => Some(json),
                None => line.get(if name == "cell" { "at" } else { name }),
            };
            json.and_then(value::cell).map(inside).transpose()
        };
        let (at, from) = (cell("cell")?, cell("from")?);
        let slot = match beside.get("slot") {
            Some(json) => slot_of(json),
            None => habit.zip(at).map(|(layer, cell)| Slot::Cell(layer, cell)),
        };
        let index = self.events.len() as u32;
        if let Some(json) = beside.get("says") {
            told.events.insert(index, event_facts::read(json, schema));
        }
        if let Some(tie) = beside.get("tie").and_then(choice::tie_of) {
            told.ties.insert(index, tie);
        }
        if let Some(taken) = beside.get("choice").and_then(choice::decision_of) {
            told.decisions.insert(index, taken);
        }
        if let (Some(json), Some(stages)) = (beside.get("stage"), &mut told.stages) {
            stages.insert(index.saturating_add(1), stage::read(json));
        }
        if let Some(second) = beside["second"].as_str() {
            told.second.insert(index, second.to_owned());
        }
        for check in beside["checks"].as_array().into_iter().flatten() {
            if let Some(hits) = check.as_u64().and_then(|check| told.hits.get_mut(check as usize)) {
                hits.push(index);
            }
        }
        let text = |(name, text): (&String, &Json)| Some((name.clone().into(), text.as_str()?.to_owned()));
        let depth = match level {
            Some(Level::Phase(depth)) => beside["depth"].as_u64().map_or(depth, |depth| depth as u8),
            Some(Level::Detail | Level::Step) | None => 0,
        };
        self.events.push(Written {
            case: case as u8,
            slot,
            cell: at,
            from,
            fields,
            texts: beside["texts"].as_object().into_iter().flatten().filter_map(text).collect(),
            say: beside["say"].as_str().map(str::to_owned),
            keys: value::pair(&beside["keys"], Json::as_u64),
            depth,
            wipes: false,
        });
        Ok(())
    }
}

/// Returns the line of an event in the spelling of `version`, without the data under `_`.
pub(super) fn line(replay: &Replay, index: usize, version: u64) -> Json {
    let event = replay.event_json(index);
    if version == 1 {
        return event;
    }
    let Json::Object(fields) = event else { return event };
    let named = fields.into_iter().map(|(name, value)| (if name == "cell" { "at".to_owned() } else { name }, value));
    Json::Object(named.collect())
}
