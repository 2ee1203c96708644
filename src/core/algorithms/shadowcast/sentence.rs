//! What a field of view says of its events.

use super::event::{Context, ShadowEvent as E};
use crate::core::event::{Event, Value};

pub(super) fn sentence(event: &E, _: &Context) -> String {
    format!("{}.", event.kind())
}

pub(super) fn fields(event: &E, _: &Context, visit: &mut dyn FnMut(&'static str, Value)) {
    if let Some(cell) = event.cell() {
        visit("cell", Value::Cell(cell));
    }
}

pub(super) fn phase_name(event: &E, context: &Context) -> String {
    match event {
        E::Entered { sector } => context.sector(*sector),
        E::Scanned { wedge, .. } => format!("row {}", wedge.depth),
        E::Resumed { wedge, .. } => format!("row {} goes on", wedge.depth),
        E::Flooded { cell, .. } => format!("cell {cell}"),
        _ => event.kind().to_owned(),
    }
}
