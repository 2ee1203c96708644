//! How a moment of a field of view is looked at: layers, roles, numbers over time, checks, registers.

use super::event::{Context, HIDDEN, SEEN, ShadowEvent as E};
use super::slope::{Slope, Wedge};
use super::words::Hidden;
use super::{Variant, strips};
use crate::event::Value;
use crate::geometry::Cell;
use crate::trace::lens::Gauge;
use crate::trace::{CellState, Moment};
use crate::view::board::Role;

/// The light by which an event shows its cell.
const fn light(event: &E) -> Option<u8> {
    match event {
        E::Started { .. } => Some(u8::MAX),
        E::Lit { light, .. } | E::Brightened { light, .. } => Some(*light),
        _ => None,
    }
}

fn row(cell: Cell, context: &Context) -> i64 {
    let (dx, dy) = context.look.eye.delta(cell);
    dx.max(dy) as i64
}

pub(super) fn value(layer: usize, cell: &CellState<E>) -> Option<Value> {
    let seen = cell.layer(SEEN);
    match layer {
        0 => match seen {
            Some(event) if light(event) == Some(u8::MAX) => Some(Value::Word("seen".into())),
            Some(_) => Some(Value::Word("dimmed".into())),
            None => cell.layer(HIDDEN).map(|_| Value::Word("hidden".into())),
        },
        1 => seen.map(|_| Value::Int(row(cell.cell(), cell.player().trace().context()))),
        2 => seen.and_then(light).map(|l| Value::Int(l as i64)),
        _ => cell.holder(SEEN).map(|i| Value::Int(i as i64 + 1)),
    }
}

pub(super) fn number(layer: usize, event: &E, context: &Context) -> Option<(u8, f64)> {
    match (layer, *event) {
        (2, _) => light(event).map(|l| (SEEN, l as f64)),
        (1, E::Started { cell } | E::Lit { cell, .. } | E::Brightened { cell, .. }) => {
            Some((SEEN, row(cell, context) as f64))
        }
        _ => None,
    }
}

pub(super) fn role(event: &E) -> Role {
    match (event, light(event)) {
        (_, Some(u8::MAX)) => Role::Seen,
        (_, Some(_)) => Role::Dimmed,
        (E::Hid { .. }, _) => Role::Hidden,
        _ => Role::None,
    }
}

pub(super) fn gauge(series: usize, event: &E, context: &Context) -> Gauge {
    // In `bergstrom` a row is begun without anything being taken off the stack: there calls wait, not wedges.
    let calls = context.look.variant == Variant::Bergstrom;
    match (series, event) {
        (0, E::Started { .. } | E::Lit { .. })
        | (1, E::Pushed { .. } | E::Called { .. } | E::Opened { .. })
        | (2, E::Scanned { .. } | E::Flooded { .. }) => Gauge::Add(1),
        (1, E::Scanned { .. } | E::Ended { .. }) if !calls => Gauge::Add(-1),
        (1, E::Resumed { .. } | E::Flooded { .. }) => Gauge::Add(-1),
        _ => Gauge::Same,
    }
}

pub(super) fn check(check: usize, context: &Context, event: &E) -> bool {
    match (check, event) {
        (0, E::Repeated { .. } | E::Brightened { .. })
        | (1, E::Cut { .. })
        | (2, E::Dropped { .. })
        | (3, E::Emptied { .. }) => true,
        (4, _) => light(event).is_some_and(|l| l < u8::MAX),
        (5, E::Hid { why, .. }) => *why == Hidden::Centre,
        (6, E::Scanned { sector, wedge, .. }) => clamped(context, *sector, wedge),
        (7, E::Hid { why, .. }) => *why == Hidden::Range,
        _ => false,
    }
}

/// Whether a strip reaches past the edge of the map.
fn clamped(context: &Context, sector: u8, wedge: &Wedge) -> bool {
    let Some(half) = context.axes(sector).filter(|_| context.look.variant == Variant::Strips) else { return false };
    let (viewer, width) = strips::along(half, context.look.eye, context.size);
    let (first, last) = strips::span(wedge, viewer);
    first < 0 || last >= width
}

/// What is scanned at a moment.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) enum Now {
    /// A row of a sector's wedge.
    Row(u8, Wedge),
    /// A cell that the flood came into, with the sides of the wedge.
    Cell(Cell, Slope, Slope),
}

/// The index of the event that began the phase at hand.
pub(super) fn begun(player: &Moment<E>) -> Option<usize> {
    let phases = player.trace().phases();
    let k = phases.partition_point(|p| (p.start as usize) < player.cursor()).checked_sub(1)?;
    Some(phases[k].start as usize)
}

/// What is scanned at a player's moment: the row or the cell that was begun last.
pub(super) fn now(player: &Moment<E>) -> Option<Now> {
    match player.trace().events()[begun(player)?] {
        E::Scanned { sector, wedge, .. } | E::Resumed { sector, wedge, .. } => Some(Now::Row(sector, wedge)),
        E::Flooded { cell, left, right, .. } => Some(Now::Cell(cell, left, right)),
        _ => None,
    }
}

pub(super) fn explain(player: &Moment<E>) -> String {
    match player.last() {
        Some(E::Repeated { cell, .. } | E::Brightened { cell, .. }) => player
            .at(*cell)
            .holder(SEEN)
            .filter(|&i| i + 1 < player.cursor())
            .map_or_else(String::new, |i| format!("It was seen at event {}.", i + 1)),
        _ => String::new(),
    }
}

pub(super) fn watch(player: &Moment<E>) -> Vec<(&'static str, Value)> {
    let context = player.trace().context();
    let int = |n: i32| Value::Int(n as i64);
    let mut all = vec![("eye", Value::Cell(context.look.eye))];
    match now(player) {
        Some(Now::Row(sector, wedge)) => {
            let (first, last) = context.span(sector, &wedge);
            let ((ml, md), (hl, hd)) = (wedge.low.parts(), wedge.high.parts());
            all.extend([
                ("sector", Value::Word(context.sector_name(sector).into())),
                ("row", int(wedge.depth as i32)),
                ("min", Value::Ratio(ml, md)),
                ("max", Value::Ratio(hl, hd)),
                ("first", int(first)),
                ("last", int(last)),
            ]);
            if context.look.variant.grades_light() {
                all.push(("light", int(wedge.light as i32)));
            }
            if context.look.variant == Variant::Recursive {
                all.push(("minimum included", Value::Flag(wedge.inclusive)));
            }
        }
        Some(Now::Cell(cell, left, right)) => {
            let ((lx, ly), (rx, ry)) = (left.parts(), right.parts());
            all.extend([
                ("cell", Value::Cell(cell)),
                ("left x", int(lx)),
                ("left y", int(ly)),
                ("right x", int(rx)),
                ("right y", int(ry)),
            ]);
        }
        None => {}
    }
    all
}
