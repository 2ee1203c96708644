//! Fields of an entity that become fields of an actor.

use super::super::limits;
use super::super::survey::{ANY, survey};
use super::REST;
use super::entities::listed;
use super::placing::EntityGrid;
use super::plain_text::with_backslashes;
use super::project::FieldInstance;
use super::terrain::are;
use gridscope_trace::actor::{FIELDS, Field, FieldType, FieldValue};
use gridscope_trace::{Actor, Cell, Dir};
use serde_json::Value;
use std::collections::BTreeMap;

/// Notes about the fields of all entities.
#[derive(Default)]
pub(super) struct FieldNotes {
    unread: BTreeMap<String, usize>,
    routes: BTreeMap<String, usize>,
    goals: BTreeMap<String, usize>,
    outside: usize,
}

impl FieldNotes {
    /// Returns a sentence for each kind of note.
    pub(super) fn sentences(&self) -> Vec<String> {
        let mut notes = Vec::new();
        for (what, all) in [
            ("Fields of entities that were not read", &self.unread),
            ("Points that were read as the route of a guard", &self.routes),
            ("Points that were read as the goal of a guard", &self.goals),
        ] {
            if !all.is_empty() {
                notes.push(format!("{what}: {}.", listed(all)));
            }
        }
        if self.outside > 0 {
            notes.push(format!("{} off the map and left out of the fields of entities.", are(self.outside, "cell")));
        }
        notes
    }
}

/// Sets the fields of an actor. A field is known by its name in any case; a guard also takes other points as its route or
/// its goal.
pub(super) fn read(actor: &mut Actor, fields: &[FieldInstance], grid: &EntityGrid, notes: &mut FieldNotes) {
    let count = |map: &mut BTreeMap<String, usize>, name: &str| {
        map.entry(name.to_owned()).and_modify(|count| *count = count.saturating_add(1)).or_insert(1);
    };
    let rest = fields.iter().find(|field| field.name.eq_ignore_ascii_case(REST)).and_then(|field| field.value.as_str());
    if let Some(rest) = rest {
        match with_rest(actor, &with_backslashes(rest)) {
            Some(whole) => *actor = whole,
            None => count(&mut notes.unread, REST),
        }
        let cells = cells_of(actor);
        actor.map_cells(|cell| Some(cell).filter(|&cell| grid.map.size.contains(cell)));
        notes.outside = notes.outside.saturating_add(cells.saturating_sub(cells_of(actor)));
    }
    let mut points = Vec::new();
    for field in fields {
        let name = field.name.to_lowercase();
        if field.value.is_null() || name == REST || field.value.as_array().is_some_and(Vec::is_empty) {
            continue;
        }
        let Some(own) = FIELDS.iter().find(|own| own.name == name) else {
            points.push(field);
            continue;
        };
        match value_of(own, &field.value, grid, &mut notes.outside) {
            Conversion::Value(value) => actor.set(own.name, Some(value)),
            Conversion::Outside => {}
            Conversion::WrongType => count(&mut notes.unread, &field.name),
        }
    }
    for field in points {
        let (is_list, named) = (field.value.is_array(), if field.value.is_array() { "route" } else { "goal" });
        let own = FIELDS.iter().find(|own| own.name == named);
        let own = own.filter(|own| own.kinds.contains(&actor.kind) && actor.get(named).is_none());
        let value = own.map(|own| value_of(own, &field.value, grid, &mut notes.outside));
        match value.unwrap_or(Conversion::WrongType) {
            Conversion::Value(value) => {
                actor.set(named, Some(value));
                count(if is_list { &mut notes.routes } else { &mut notes.goals }, &field.name);
            }
            Conversion::Outside => {}
            Conversion::WrongType => count(&mut notes.unread, &field.name),
        }
    }
}

/// Returns the actor with the fields of a JSON object, or `None` if they are not valid.
fn with_rest(actor: &Actor, json: &str) -> Option<Actor> {
    survey("", json, &ANY).ok()?;
    let mut all: serde_json::Map<String, Value> = serde_json::from_str(json).ok()?;
    all.insert("kind".into(), serde_json::to_value(actor.kind).ok()?);
    all.insert("at".into(), serde_json::to_value(actor.at).ok()?);
    serde_json::from_value(Value::Object(all)).ok()
}

/// Returns the number of cells in the fields of an actor.
fn cells_of(actor: &Actor) -> usize {
    actor.route().len().saturating_add(actor.goal().into_iter().chain(actor.to()).count())
}

/// A value of the editor as the value of an actor's field.
enum Conversion {
    Value(FieldValue),
    /// A cell, or a list of cells, none of which is on the map.
    Outside,
    WrongType,
}

/// Converts a value to the type of a field. Cells that are off the map are left out and counted.
fn value_of(field: &Field, value: &Value, grid: &EntityGrid, outside: &mut usize) -> Conversion {
    let points = match (field.holds, value) {
        (FieldType::Cell, point) => std::slice::from_ref(point),
        (FieldType::Cells, Value::Array(list)) if list.len() <= limits::LIST => list,
        (FieldType::Cells, _) => return Conversion::WrongType,
        _ => return plain_value(field.holds, value).map_or(Conversion::WrongType, Conversion::Value),
    };
    let place = |point: &Value| Some([point.get("cx")?.as_i64()?, point.get("cy")?.as_i64()?]);
    let Some(places) = points.iter().map(place).collect::<Option<Vec<_>>>() else { return Conversion::WrongType };
    let cells: Vec<Cell> = places.iter().filter_map(|&at| grid.cell(at)).collect();
    *outside = outside.saturating_add(places.len().saturating_sub(cells.len()));
    match (field.holds, cells.first()) {
        (_, None) => Conversion::Outside,
        (FieldType::Cell, Some(&cell)) => Conversion::Value(FieldValue::Cell(cell)),
        _ => Conversion::Value(FieldValue::Cells(cells)),
    }
}

/// Converts a value that is no cell. `None` means that it has another type.
fn plain_value(holds: FieldType, value: &Value) -> Option<FieldValue> {
    Some(match holds {
        FieldType::Dir => FieldValue::Dir(direction(value.as_str()?)?),
        FieldType::Word => FieldValue::Word(word(value)?),
        FieldType::Words => {
            let list = value.as_array().filter(|list| list.len() <= limits::LIST)?;
            FieldValue::Words(list.iter().map(word).collect::<Option<_>>()?)
        }
        FieldType::Number(_, most, _) => {
            let whole = |number: f64| (number.fract() == 0.0 && number >= 0.0).then_some(number as u64);
            let number = value.as_u64().or_else(|| value.as_f64().and_then(whole))?;
            let number = u32::try_from(number).ok().filter(|&number| most > 9 || number <= u8::MAX.into())?;
            FieldValue::Number(number)
        }
        FieldType::Flag(_) => FieldValue::Flag(value.as_bool()?),
        FieldType::Cell | FieldType::Cells => return None,
    })
}

fn word(value: &Value) -> Option<String> {
    value.as_str().filter(|word| word.len() <= limits::TEXT).map(str::to_owned)
}

/// Reads a direction: `n`, `north` or `up` in any case.
fn direction(text: &str) -> Option<Dir> {
    let text = text.to_lowercase();
    Dir::ALL.into_iter().find(|dir| dir.name() == text || dir.word() == text).or(match text.as_str() {
        "up" => Some(Dir::N),
        "down" => Some(Dir::S),
        "left" => Some(Dir::W),
        "right" => Some(Dir::E),
        _ => None,
    })
}
