//! Nodes and values in the text of a Godot scene.

use super::super::actor_fields::{foreign_fields, known_fields};
use super::super::plain::quoted;
use super::super::{plain, tileset};
use gridscope_trace::actor::FieldValue;
use gridscope_trace::{Cell, Scene};
use std::collections::BTreeMap;
use std::fmt::Write as _;

/// Returns a name with the characters replaced that the name of a node cannot contain.
pub(super) fn node_name(name: &str) -> String {
    name.replace(['.', ':', '@', '/', '"', '%'], "_").replace(char::is_control, "_")
}

/// Adds a marker for each actor, in the scene's order, with its kind and fields as metadata. Returns what cannot be kept.
pub(super) fn write_actors(text: &mut String, scene: &Scene) -> Option<String> {
    let mut counts = BTreeMap::new();
    let mut foreign = 0_usize;
    for actor in &scene.actors {
        let kind = actor.kind.name();
        let number = counts.entry(kind).or_insert(0_usize);
        *number = number.saturating_add(1);
        let number = if *number == 1 { String::new() } else { format!("_{number}") };
        // Writing to a String cannot fail.
        let _ = writeln!(text, "\n[node name=\"{kind}{number}\" type=\"Marker2D\" parent=\".\"]");
        let centre = |at: u16| u32::from(at).saturating_mul(tileset::PIXELS).saturating_add(tileset::PIXELS / 2);
        let _ = writeln!(text, "position = Vector2({}, {})", centre(actor.at.x), centre(actor.at.y));
        let _ = writeln!(text, "metadata/gridscope_kind = \"{kind}\"");
        for (name, _, value) in known_fields(actor) {
            if let Some(value) = variant(value) {
                let _ = writeln!(text, "metadata/gridscope_{name} = {value}");
            }
        }
        foreign = foreign.saturating_add(foreign_fields(actor).len());
    }
    (foreign > 0).then(|| format!("{} of other programs", plain::format_count(foreign, "field")))
}

/// Returns a value as Godot writes it. Fields of other programs have none.
fn variant(value: &FieldValue) -> Option<String> {
    let cell = |at: &Cell| format!("Vector2i({}, {})", at.x, at.y);
    let list = |all: Vec<String>| all.join(", ");
    Some(match value {
        FieldValue::Dir(dir) => quoted(dir.name()),
        FieldValue::Cell(at) => cell(at),
        FieldValue::Cells(all) => format!("[{}]", list(all.iter().map(cell).collect())),
        FieldValue::Word(word) => quoted(word),
        FieldValue::Words(all) => format!("PackedStringArray({})", list(all.iter().map(|word| quoted(word)).collect())),
        FieldValue::Number(number) => number.to_string(),
        FieldValue::Flag(flag) => flag.to_string(),
        FieldValue::Other(_) => return None,
    })
}
