//! Facts about single events that an algorithm's code computes, in a trace file.

use super::schema_json::{role_of, role_word};
use gridscope_trace::trace::schema::{Name, Schema};
use gridscope_trace::trace::{Change, EventAnswers, Number};
use gridscope_trace::view::board::Role;
use serde_json::{Map, Value, json};

/// Returns a number as JSON: the name of a field, or the number itself.
fn number(number: &Number) -> Value {
    match number {
        Number::Field(name) => (**name).into(),
        Number::Is(x) => (*x).into(),
    }
}

fn number_of(json: &Value) -> Option<Number> {
    match json {
        Value::String(name) => Some(Number::Field(name.clone().into())),
        other => other.as_f64().map(Number::Is),
    }
}

/// Returns the facts about an event as JSON.
pub(super) fn write(said: &EventAnswers, schema: &Schema) -> Value {
    let mut all = Map::new();
    if said.role != Role::None {
        all.insert("role".into(), role_word(said.role).into());
    }
    for (name, flag) in [("tie", said.tie), ("rewatches", said.rewatches), ("restages", said.restages)] {
        if flag {
            all.insert(name.into(), true.into());
        }
    }
    if let Some(question) = &said.question {
        all.insert("question".into(), (**question).into());
    }
    let name = |names: Option<&Name>| names.map_or_else(String::new, ToString::to_string);
    let numbers = said.numbers.iter().map(|(layer, slots, n)| {
        (name(schema.layers.get(usize::from(*layer)).map(|l| &l.name)), json!([slots, number(n)]))
    });
    let numbers: Map<String, Value> = numbers.collect();
    let changes: Map<String, Value> = said
        .changes
        .iter()
        .map(|(series, change)| {
            let change = match change {
                Change::Add(n) => json!(n),
                Change::Set(n) => json!([number(n)]),
            };
            (name(schema.series.get(usize::from(*series))), change)
        })
        .collect();
    for (name, all_of) in [("numbers", numbers), ("changes", changes)] {
        if !all_of.is_empty() {
            all.insert(name.into(), all_of.into());
        }
    }
    all.into()
}

/// Reads the facts about an event. Skips entries that it does not understand.
pub(super) fn read(json: &Value, schema: &Schema) -> EventAnswers {
    let flag = |name: &str| json.get(name).and_then(Value::as_bool).unwrap_or(false);
    let object = |name: &str| json.get(name).and_then(Value::as_object).into_iter().flatten();
    let number = |(name, value): (&String, &Value)| {
        let slots = u8::try_from(value.get(0)?.as_u64()?).ok()?;
        Some((u8::try_from(schema.layer(name)?).ok()?, slots, number_of(value.get(1)?)?))
    };
    let change = |(name, value): (&String, &Value)| {
        let series = u8::try_from(schema.series.iter().position(|s| s == name)?).ok()?;
        let change = match value {
            Value::Array(one) => Change::Set(number_of(one.first()?)?),
            other => Change::Add(other.as_i64()?),
        };
        Some((series, change))
    };
    EventAnswers {
        role: json.get("role").and_then(Value::as_str).and_then(role_of).unwrap_or_default(),
        tie: flag("tie"),
        question: json.get("question").and_then(Value::as_str).map(|q| q.to_owned().into()),
        rewatches: flag("rewatches"),
        restages: flag("restages"),
        numbers: object("numbers").filter_map(number).collect(),
        changes: object("changes").filter_map(change).collect(),
    }
}
