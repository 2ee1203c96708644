//! The schema in the header of a gridscope trace. It describes all events, so that the trace can be shown without the
//! algorithm.
//!
//! The schema lists the cases of each kind (level, tone, role, line, sentence, effect on the open list) and the type of
//! each field. Then it lists layers, roles, numbers over time, ready-made breakpoints and the slot layout. Facts true for
//! most events of a case (`says`) are stored here once. A line repeats them only if they differ.

use super::{event_facts, stage, step, tally};
use gridscope_trace::card::{LayerKind, LayerSource};
use gridscope_trace::event::{Level, Tone};
use gridscope_trace::trace::Layout;
use gridscope_trace::trace::recorded_answers::RecordedAnswers;
use gridscope_trace::trace::schema::{Case, Check, Field, Kind, Layer, Name, OpenListChange, Schema};
use gridscope_trace::trace::tally::{Expectation, Tally};
use gridscope_trace::{Role, Scene, Size};
use serde_json::{Map, Value, json};
use std::collections::BTreeMap;

const TONES: [Tone; 4] = [Tone::Wrote, Tone::Refused, Tone::Tied, Tone::Looked];

/// Adds a text to an object, unless it is empty.
fn insert_text(to: &mut Map<String, Value>, name: &str, text: &str) {
    if !text.is_empty() {
        to.insert(name.into(), text.into());
    }
}

pub(super) fn role_word(role: Role) -> String {
    format!("{role:?}").to_lowercase()
}

pub(super) fn role_of(word: &str) -> Option<Role> {
    Role::ALL.into_iter().find(|&role| role_word(role) == word)
}

/// Limits on what a file may ask for.
const MAX_LAYERS: u64 = 64;
const MAX_REGISTERS: u64 = 1 << 20;

/// Property of a case that its schema does not state.
#[derive(Clone, Copy, Default, Debug)]
pub(super) struct Habit {
    /// Layer that the events of the case write at their cell.
    pub(super) layer: Option<u8>,
}

/// Returns a case as JSON.
fn case(case: &Case, habit: Habit, says: Value) -> Value {
    let mut all = Map::new();
    let level = match case.level {
        Level::Detail => json!("detail"),
        Level::Step => json!("step"),
        Level::Phase(depth) => json!(depth),
    };
    all.insert("level".into(), level);
    all.insert("tone".into(), case.tone.name().into());
    if case.role != Role::None {
        all.insert("role".into(), role_word(case.role).into());
    }
    all.insert("line".into(), case.line.into());
    for (name, text) in [("say", &case.say), ("called", &case.called), ("actor", &case.actor)] {
        if let Some(text) = text {
            all.insert(name.into(), (**text).into());
        }
    }
    match &case.queue {
        OpenListChange::Unmoved => {}
        OpenListChange::Enqueues(keys) => insert_text(&mut all, "enqueues", keys),
        OpenListChange::Dequeues => {
            all.insert("dequeues".into(), true.into());
        }
    }
    if let Some(layer) = habit.layer {
        all.insert("layer".into(), layer.into());
    }
    for (name, text) in [("counts_while", &case.counts_while), ("sight", &case.sight)] {
        if let Some(text) = text {
            insert_text(&mut all, name, text);
        }
    }
    all.insert("says".into(), says);
    all.into()
}

fn case_of(json: &Value, kind: u16) -> Option<(Case, Habit)> {
    let text = |name: &str| json.get(name).and_then(Value::as_str);
    let name = |name: &str| text(name).map(|text| Name::from(text.to_owned()));
    let level = match json.get("level")? {
        Value::String(word) if word == "detail" => Level::Detail,
        Value::String(word) if word == "step" => Level::Step,
        depth => Level::Phase(u8::try_from(depth.as_u64()?).ok()?),
    };
    let queue = match name("enqueues") {
        Some(keys) => OpenListChange::Enqueues(keys),
        None if json.get("dequeues").is_some() => OpenListChange::Dequeues,
        None => OpenListChange::Unmoved,
    };
    let tone = TONES.into_iter().find(|tone| Some(tone.name()) == text("tone"))?;
    let role = text("role").and_then(role_of).unwrap_or_default();
    let line = u8::try_from(json.get("line")?.as_u64()?).ok()?;
    let habit = Habit { layer: json.get("layer").and_then(Value::as_u64).and_then(|layer| u8::try_from(layer).ok()) };
    Some((
        Case {
            kind,
            level,
            tone,
            role,
            line,
            say: name("say"),
            called: name("called"),
            actor: name("actor"),
            queue,
            counts_while: name("counts_while"),
            sight: name("sight"),
        },
        habit,
    ))
}

/// Returns the schema of a run as JSON, with the facts that the algorithm's code states for the events of each case.
pub(super) fn write(
    schema: &Schema,
    layout: Layout,
    told: &RecordedAnswers,
    habits: &[Habit],
    types: &[Option<&'static str>],
    missing: &[&'static str],
) -> Value {
    let mut kinds = Map::new();
    for (number, kind) in schema.kinds.iter().enumerate() {
        let mut all = Map::new();
        insert_text(&mut all, "as", &kind.stands);
        insert_text(&mut all, "help", &kind.help);
        if !kind.was.is_empty() {
            all.insert("was".into(), kind.was.iter().map(|was| &**was).collect());
        }
        let own = schema.cases.iter().enumerate().filter(|(_, case)| usize::from(case.kind) == number);
        let cases = own.map(|(i, of)| {
            let says = told.cases.get(i).map_or_else(|| json!({}), |says| event_facts::write(says, schema));
            case(of, habits.get(i).copied().unwrap_or_default(), says)
        });
        all.insert("cases".into(), cases.collect());
        kinds.insert(kind.name.to_string(), all.into());
    }
    let mut fields = Map::new();
    for (k, field) in schema.fields.iter().enumerate() {
        let kind = types.get(k).copied().flatten();
        let mut all = Map::new();
        insert_text(&mut all, "type", kind.unwrap_or_default());
        insert_text(&mut all, "help", &field.help);
        if field.number {
            all.insert("number".into(), true.into());
        }
        if !field.was.is_empty() {
            all.insert("was".into(), field.was.iter().map(|was| &**was).collect());
        }
        fields.insert(field.name.to_string(), all.into());
    }
    let check =
        |check: &Check| [&check.name, &check.help].into_iter().chain(&check.former).cloned().collect::<Vec<_>>();
    let layer = |layer: &Layer| {
        let kind = if layer.kind == LayerKind::Scalar { "number" } else { "words" };
        let shows = match layer.shows {
            LayerSource::Field => json!("field"),
            LayerSource::FieldOr(other) => json!(other),
            LayerSource::Order => json!("order"),
            LayerSource::Walked => json!("walked"),
        };
        json!({ "name": layer.name, "help": layer.help, "kind": kind, "shows": shows })
    };
    let mut roles = Map::new();
    for (role, name) in &schema.roles {
        roles.insert(role_word(*role), (**name).into());
    }
    let mut slots = json!({
        "size": [layout.size.width, layout.size.height], "layers": layout.layers, "registers": layout.registers,
        "passing": layout.passing, "scope": layout.scope,
    });
    if let Some(slots) = slots.as_object_mut().filter(|_| layout.lasting > 0) {
        slots.insert("lasting".into(), layout.lasting.into());
    }
    let told_whole = |all: &&Tally| all.expectation.graph().cells.len() <= Expectation::MAX_TOLD;
    json!({
        "whole": true,
        "missing": missing,
        "kinds": kinds,
        "fields": fields,
        "listing": schema.listing,
        "layers": schema.layers.iter().map(layer).collect::<Vec<_>>(),
        "first": schema.first_layer,
        "roles": roles,
        "series": schema.series,
        "checks": schema.checks.iter().map(check).collect::<Vec<_>>(),
        "slots": slots,
        "lists": told.lists,
        "taking_ties": told.taking_ties,
        "newest_first": told.newest_first,
        "paint": told.paint,
        "stage": told.stages.as_ref().map(|all| all.get(&0).map_or_else(|| json!({}), stage::write)),
        "step": schema.contract.as_ref().and_then(step::write),
        "tally": schema.tally.as_ref().filter(told_whole).map(tally::write),
    })
}

/// Contents of a trace header about its events.
#[derive(Debug)]
pub(super) struct HeaderContents {
    pub(super) schema: Schema,
    pub(super) layout: Layout,
    pub(super) told: RecordedAnswers,
    pub(super) habits: Vec<Habit>,
    /// Type of each field, if JSON does not show it.
    pub(super) types: Vec<Option<String>>,
}

fn names(json: &Value) -> Vec<Name> {
    json.as_array().into_iter().flatten().filter_map(Value::as_str).map(|name| name.to_owned().into()).collect()
}

fn text(json: &Value) -> Name {
    json.as_str().unwrap_or_default().to_owned().into()
}

/// Reads the schema from a header. If something is missing, the error says what.
pub(super) fn read(header: &Map<String, Value>, scene: &Scene) -> Result<HeaderContents, &'static str> {
    let json = header.get("schema").ok_or("\"schema\"")?;
    let mut schema = Schema {
        algorithm: header.get("algorithm").map(text).unwrap_or_default(),
        title: header.get("algorithm_title").map(text).unwrap_or_default(),
        listing: names(&json["listing"]),
        series: names(&json["series"]),
        missing: names(&json["missing"]),
        order: header.get("order").map(names).unwrap_or_default(),
        first_layer: json["first"].as_u64().map_or(0, |first| first as usize),
        ..Schema::default()
    };
    for layer in json["layers"].as_array().into_iter().flatten() {
        let kind = if layer["kind"] == "number" { LayerKind::Scalar } else { LayerKind::Status };
        let shows = match &layer["shows"] {
            Value::String(word) if word == "order" => LayerSource::Order,
            Value::String(word) if word == "walked" => LayerSource::Walked,
            other => other.as_i64().map_or(LayerSource::Field, LayerSource::FieldOr),
        };
        schema.layers.push(Layer { name: text(&layer["name"]), help: text(&layer["help"]), kind, shows });
    }
    for (word, name) in json["roles"].as_object().into_iter().flatten() {
        schema.roles.extend(role_of(word).map(|role| (role, text(name))));
    }
    for check in json["checks"].as_array().into_iter().flatten() {
        let former = check.as_array().into_iter().flatten().skip(2).map(text).collect();
        schema.checks.push(Check { name: text(&check[0]), help: text(&check[1]), former });
    }
    let mut types = Vec::new();
    for (name, field) in json["fields"].as_object().ok_or("\"fields\" in the schema")? {
        types.push(field["type"].as_str().map(str::to_owned));
        schema.fields.push(Field {
            name: name.clone().into(),
            was: names(&field["was"]),
            help: text(&field["help"]),
            number: field["number"].as_bool().unwrap_or(false),
        });
    }
    let (mut habits, mut says) = (Vec::new(), Vec::new());
    for (name, kind) in json["kinds"].as_object().ok_or("\"kinds\" in the schema")? {
        let number = u16::try_from(schema.kinds.len()).map_err(|_| "at most 65,535 kinds")?;
        schema.kinds.push(Kind {
            name: name.clone().into(),
            was: names(&kind["was"]),
            help: text(&kind["help"]),
            stands: text(&kind["as"]),
        });
        for json in kind["cases"].as_array().into_iter().flatten() {
            let (case, habit) = case_of(json, number).ok_or("level, tone and line for each case in the schema")?;
            says.push(event_facts::read(&json["says"], &schema));
            schema.cases.push(case);
            habits.push(habit);
        }
    }
    if schema.cases.is_empty() || schema.cases.len() > 256 {
        return Err("1 to 256 cases in the schema");
    }
    let slots = &json["slots"];
    let bounded_number = |name: &str, most: u64| slots[name].as_u64().filter(|&n| n <= most);
    let side =
        |k: usize| slots["size"].get(k).and_then(Value::as_u64).filter(|n| (1..=4096).contains(n)).map(|n| n as u16);
    let size = side(0).zip(side(1)).map(|(width, height)| Size::new(width, height));
    let layout = Layout::new(
        size.ok_or("the size of the map, at most 4096 × 4096, in the schema")?,
        bounded_number("layers", MAX_LAYERS).ok_or("at most 64 layers of slots in the schema")? as u8,
    )
    .with_registers(
        bounded_number("registers", MAX_REGISTERS).ok_or("at most 1,048,576 registers in the schema")? as u32
    )
    .with_passing(
        bounded_number("passing", MAX_LAYERS).unwrap_or(0) as u8,
        bounded_number("scope", u64::from(u8::MAX)).unwrap_or(0) as u8,
    )
    .with_lasting(bounded_number("lasting", MAX_LAYERS).unwrap_or(0) as u8);
    schema.tally = tally::read(&json["tally"], layout.size, layout.registers);
    let bytes = |json: &Value| -> Vec<u8> {
        let all = json.as_array().into_iter().flatten();
        all.filter_map(|n| u8::try_from(n.as_u64()?).ok()).filter(|&layer| layer < layout.layers).collect()
    };
    let recorded_answers = RecordedAnswers {
        cases: says,
        lists: bytes(&json["lists"]),
        taking_ties: json["taking_ties"].as_bool().unwrap_or(true),
        newest_first: json["newest_first"].as_bool().unwrap_or(false),
        paint: json["paint"].as_array().into_iter().flatten().map(bytes).collect(),
        stages: json["stage"].as_object().map(|_| BTreeMap::from([(0, stage::read(&json["stage"]))])),
        search: step::read(&json["step"], scene),
        hits: vec![Vec::new(); schema.checks.len()],
        ..RecordedAnswers::default()
    };
    Ok(HeaderContents { schema, layout, told: recorded_answers, habits, types })
}
