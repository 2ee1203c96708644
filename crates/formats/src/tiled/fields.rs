//! Fields of actors as properties of objects. Cells are written `x,y`, lists of cells with spaces between them, and lists
//! of words with commas.

use super::area::Area;
use super::model::Properties;
use crate::limits;
use gridscope_trace::actor::{FIELDS, FieldType, FieldValue};
use gridscope_trace::{Actor, Cell, Dir};
use serde_json::{Value, json};

/// Name of the field with the cells of a patrol.
pub(super) const ROUTE: &str = "route";

/// Sets a field of an actor from a property. Returns whether the property is a field and its value fits.
pub(super) fn set(actor: &mut Actor, name: &str, value: &Value, area: Area) -> bool {
    if value.as_str().is_some_and(|text| text.len() > limits::TEXT) {
        return false;
    }
    let Some(field) = FIELDS.iter().find(|field| field.name == name) else {
        if !name.starts_with("x-") || value.is_null() {
            return false;
        }
        let inside = value.as_str().and_then(|text| serde_json::from_str(text).ok());
        actor.set(name, Some(FieldValue::Other(inside.unwrap_or_else(|| value.clone()))));
        return true;
    };
    let text = match value {
        Value::String(text) => text.clone(),
        Value::Null => return false,
        other => other.to_string(),
    };
    let read = match field.holds {
        FieldType::Dir => direction(&text).map(|dir| json!(dir.name())),
        FieldType::Cell => cell(&text, area).map(|cell| json!(cell)),
        FieldType::Cells => cells(&text, area).map(|cells| json!(cells)),
        FieldType::Word => Some(json!(text)),
        FieldType::Words => Some(json!(words(&text))),
        FieldType::Number(..) => text.trim().parse::<u32>().ok().map(Value::from),
        FieldType::Flag(_) => text.trim().to_lowercase().parse::<bool>().ok().map(Value::from),
    };
    // The actor's own rules decide whether the value fits.
    let alone = read.and_then(|read| {
        serde_json::from_value::<Actor>(json!({ "kind": actor.kind, "at": actor.at, name: read })).ok()
    });
    let value = alone.and_then(|alone| alone.get(name).cloned());
    let fits = value.is_some();
    if fits {
        actor.set(name, value);
    }
    fits
}

/// Returns the fields of an actor as properties, in alphabetical order. A route of several cells is left out, because it
/// is an object of its own.
pub(super) fn properties(actor: &Actor) -> Properties {
    let mut all = Properties::new();
    for field in FIELDS {
        let value = match actor.get(field.name) {
            None => continue,
            Some(FieldValue::Cells(cells)) if field.name == ROUTE && cells.len() > 1 => continue,
            Some(FieldValue::Dir(dir)) => json!(dir.name()),
            Some(FieldValue::Cell(cell)) => json!(cell_text(*cell)),
            Some(FieldValue::Cells(cells)) => json!(cells.iter().copied().map(cell_text).collect::<Vec<_>>().join(" ")),
            Some(FieldValue::Word(word)) => json!(word),
            Some(FieldValue::Words(all)) => json!(words_text(all)),
            // Tiled reads whole numbers of 32 bits with a sign.
            Some(FieldValue::Number(number)) if i32::try_from(*number).is_err() => json!(number.to_string()),
            Some(FieldValue::Number(number)) => json!(number),
            Some(FieldValue::Flag(flag)) => json!(flag),
            Some(FieldValue::Other(other)) => json!(other.to_string()),
        };
        all.push((field.name.to_owned(), value));
    }
    let others = serde_json::to_value(actor).ok();
    for (name, value) in others.iter().filter_map(Value::as_object).flatten().filter(|(name, _)| name.starts_with("x-"))
    {
        all.push((name.clone(), json!(value.to_string())));
    }
    all.sort_by(|a, b| a.0.cmp(&b.0));
    all
}

fn direction(text: &str) -> Option<Dir> {
    let text = text.trim().to_lowercase();
    Dir::ALL.into_iter().find(|dir| dir.name() == text || dir.word() == text)
}

fn cell(text: &str, area: Area) -> Option<Cell> {
    let (x, y) = text.split_once(',')?;
    area.cell(x.trim().parse().ok()?, y.trim().parse().ok()?)
}

fn cells(text: &str, area: Area) -> Option<Vec<Cell>> {
    let all: Option<Vec<Cell>> = text.split_whitespace().map(|text| cell(text, area)).collect();
    all.filter(|all| !all.is_empty())
}

fn cell_text(cell: Cell) -> String {
    format!("{},{}", cell.x, cell.y)
}

/// Reads words with commas between them, or a JSON list of words.
fn words(text: &str) -> Vec<String> {
    if text.starts_with('[')
        && let Ok(all) = serde_json::from_str(text)
    {
        return all;
    }
    text.split(',').map(|word| word.trim().to_owned()).collect()
}

/// Writes words with commas between them. Words that would not be read again the same way are written as a JSON list.
fn words_text(all: &[String]) -> String {
    let text = all.join(", ");
    if words(&text) == all { text } else { json!(all).to_string() }
}
