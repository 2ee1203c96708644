//! Tables of values: each value of a layer, state of an actor and path is stored once.

use crate::look::layer_numbers::short;
use gridscope_trace::event::Value;
use serde_json::{Value as Json, json};
use std::collections::BTreeMap;

/// Values as JSON, numbered from 0 in the order in which they were first used.
#[derive(Debug, Default)]
pub(super) struct Interned {
    ids: BTreeMap<String, i32>,
    /// The values.
    pub(super) all: Vec<Json>,
}

impl Interned {
    /// Returns the number of a value.
    pub(super) fn id(&mut self, value: Json) -> i32 {
        *self.ids.entry(value.to_string()).or_insert_with(|| {
            self.all.push(value);
            self.all.len() as i32 - 1
        })
    }
}

/// The values of a layer. Number 0 is *no value*.
#[derive(Debug, Default)]
pub(super) struct LayerTable {
    whole: BTreeMap<i64, i32>,
    others: BTreeMap<(String, u64), i32>,
    /// The values, each with its number for colours.
    values: Vec<Value>,
}

impl LayerTable {
    /// Returns the number of a value.
    pub(super) fn id(&mut self, value: Option<Value>) -> i32 {
        let Some(value) = value else { return 0 };
        let next = self.values.len() as i32 + 1;
        let id = match &value {
            Value::Int(n) => *self.whole.entry(*n).or_insert(next),
            value => {
                let number = value.number().map_or(u64::MAX, f64::to_bits);
                *self.others.entry((value.to_string(), number)).or_insert(next)
            }
        };
        if id == next {
            self.values.push(value);
        }
        id
    }

    /// Returns the text of a value, or `None` for number 0.
    pub(super) fn text(&self, id: i32) -> Option<String> {
        Some(self.values.get(usize::try_from(id - 1).ok()?)?.to_string())
    }

    /// Returns the new number of each value, so that larger numbers have larger values, and the values in that order. A
    /// value is a whole number, a text, or its text, its number, and its short text on the map.
    pub(super) fn sorted(&self) -> (Vec<i32>, Vec<Json>) {
        let mut order: Vec<usize> = (0..self.values.len()).collect();
        let number = |k: usize| self.values[k].number().unwrap_or(f64::INFINITY);
        order.sort_by(|&a, &b| {
            number(a).total_cmp(&number(b)).then_with(|| self.values[a].to_string().cmp(&self.values[b].to_string()))
        });
        let (mut new, mut table) = (vec![0; self.values.len() + 1], vec![Json::Null]);
        for k in order {
            new[k + 1] = table.len() as i32;
            table.push(value_json(&self.values[k]));
        }
        (new, table)
    }
}

/// Returns a value as the page stores it.
fn value_json(value: &Value) -> Json {
    match (value, value.number()) {
        (Value::Int(n), _) if n.abs() < 1000 => json!(n),
        (_, Some(number)) => {
            json!([value.to_string(), number.clamp(f64::MIN, f64::MAX), short(value).unwrap_or_default()])
        }
        (_, None) => json!(value.to_string()),
    }
}
