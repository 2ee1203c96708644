//! The rules of a run in words, for a printed sheet.

use crate::core::card::Card;
use crate::core::scene::Scene;
use crate::core::trace::schema::Schema;
use serde_json::Value;

/// Returns the rules of a run, each as `name: value`: the parameters, and the order of the open list.
pub fn parameters(scene: &Scene, card: &Card, schema: &Schema) -> Vec<String> {
    let mut all = Vec::new();
    if let Ok(resolved) = scene.run.params.resolve(card.params) {
        for param in card.params {
            match resolved.get(param.name) {
                None | Some(Value::Null) => {}
                // If the cost of a step is known, state it in numbers.
                Some(_) if param.name == "costs" && straight(schema).is_some() => all.extend(straight(schema)),
                Some(value) => all.push(format!("{}: {}", param.name.replace(['_', '-'], " "), word(value))),
            }
        }
    } else if let Some(contract) = &schema.contract {
        all.push(format!("neighbours: {}", contract.neighbours));
        all.extend(straight(schema));
    }
    if !schema.order.is_empty() {
        all.push(format!("first out of the open list: {}", order(schema)));
    }
    all
}

/// Describes the costs: `a straight step costs 2, a diagonal one 3`.
fn straight(schema: &Schema) -> Option<String> {
    let contract = schema.contract.as_ref()?;
    let (straight, diagonal) = contract.costs?;
    let both = format!("a straight step costs {straight}");
    Some(if contract.neighbours > 4 {
        format!("{both}, a diagonal one {}", crate::core::event::Value::Real(diagonal))
    } else {
        both
    })
}

/// Describes the order: `the smallest f, then the largest g`.
fn order(schema: &Schema) -> String {
    let keys = schema.order.iter().map(|key| match key.strip_prefix('-') {
        Some("#") => "the one that came last".to_owned(),
        Some(key) => format!("the largest {key}"),
        None if key == "#" => "the one that came first".to_owned(),
        None => format!("the smallest {key}"),
    });
    keys.collect::<Vec<_>>().join(", then ")
}

fn word(value: &Value) -> String {
    match value {
        Value::Bool(yes) => if *yes { "yes" } else { "no" }.to_owned(),
        Value::String(word) => word.replace(['_', '-'], " "),
        Value::Array(all) => all.iter().map(word).collect::<Vec<_>>().join(", "),
        other => other.to_string(),
    }
}
