//! How a moment of a field of view is looked at: layers, numbers over time, checks, registers.

use super::context::Context;
use super::event::{HIDDEN, SEEN, ShadowEvent as E};
use super::reason::Hidden;
use super::sight::Found;
use super::slope::Wedge;
use super::state::{View, at_hand};
use super::{Problem, Shadowcast, Variant, figures, strips, tables, why_not};
use crate::algorithm::{Algorithm as _, Lens};
use crate::event::Value;
use crate::geometry::Cell;
use crate::trace::lens::{Gauge, Paint};
use crate::trace::replay::{Figure, QueueEntry, Table, WhyNot};
use crate::trace::{CellState, Moment};
use crate::view::board::Role;

/// The light by which an event shows its cell.
const fn light(event: &E) -> Option<u8> {
    match *event {
        E::Started { .. } => Some(u8::MAX),
        E::Lit { light, found: Found::First | Found::Brighter, .. } => Some(light),
        _ => None,
    }
}

/// Whether a strip reaches past the edge of the map.
fn clamped(context: &Context, sector: u8, wedge: &Wedge) -> bool {
    let Some(half) = context.axes(sector).filter(|_| context.look.variant == Variant::Strips) else { return false };
    let (viewer, width) = strips::along(half, context.look.eye, context.size);
    let (first, last) = strips::span(wedge, viewer);
    first < 0 || last >= width
}

impl Lens for Shadowcast {
    fn value(layer: usize, cell: &CellState<E>) -> Option<Value> {
        match layer {
            0 => {
                let role = Self::role_at(layer, cell);
                (role != Role::None).then(|| Value::Word(Self::CARD.role_name(role).into()))
            }
            3 => cell.holder(SEEN).map(|i| Value::Int(i as i64 + 1)),
            _ => {
                let (_, number) = Self::number(layer, cell.layer(SEEN)?, cell.player().context())?;
                Some(Value::Int(number as i64))
            }
        }
    }

    fn number(layer: usize, event: &E, context: &Context) -> Option<(u8, f64)> {
        let light = light(event)?;
        match (layer, *event) {
            (1, E::Started { cell } | E::Lit { cell, .. }) => {
                let (dx, dy) = context.look.eye.delta(cell);
                Some((SEEN, dx.max(dy) as f64))
            }
            (2, _) => Some((SEEN, light as f64)),
            _ => None,
        }
    }

    fn paint<'a>(_: usize, _: &Moment<'a, E>) -> Paint<'a> {
        Paint::Last(vec![HIDDEN, SEEN])
    }

    /// When a cell that came again was seen before.
    fn explain(now: &Moment<E>) -> String {
        let before = match now.last() {
            Some(E::Lit { cell, found: Found::Again, .. }) => now.at(*cell).holder(SEEN),
            Some(E::Lit { found: Found::Brighter, .. }) => now.trace().replaced(now.cursor() - 1),
            _ => None,
        };
        before.map_or_else(String::new, |i| format!("It was seen at event {}.", i + 1))
    }

    fn question(event: &E, _: &Context) -> Option<&'static str> {
        matches!(event, E::Scanned { .. }).then_some("Which cell will be lit in the next row?")
    }

    /// What is lit until the next row.
    fn answers(before: &Moment<E>, _: &E) -> Option<Vec<Cell>> {
        let after = before.trace().events().iter().skip(before.cursor() + 1);
        let row = after.take_while(|e| !matches!(e, E::Scanned { .. } | E::Entered { .. }));
        let lit = |e: &E| match *e {
            E::Lit { cell, found: Found::First, .. } => Some(cell),
            _ => None,
        };
        Some(row.filter_map(lit).collect())
    }

    fn gauge(series: usize, event: &E, context: &Context) -> Gauge {
        // In `bergstrom` a row is begun without anything being taken off the stack: there calls wait, not wedges.
        let calls = context.look.variant == Variant::Bergstrom;
        match (series, event) {
            (0, E::Started { .. } | E::Lit { found: Found::First, .. })
            | (2, E::Scanned { .. } | E::Flooded { .. }) => Gauge::Add(1),
            (1, e) if e.waits() => Gauge::Add(1),
            (1, E::Scanned { .. } | E::Ended { .. }) if !calls => Gauge::Add(-1),
            (1, E::Resumed { .. } | E::Flooded { .. }) => Gauge::Add(-1),
            _ => Gauge::Same,
        }
    }

    fn check(check: usize, before: &Moment<E>, event: &E, _: bool) -> bool {
        match (check, event) {
            (0, E::Lit { found, .. }) => *found != Found::First,
            (1, E::Cut { .. }) | (2, E::Dropped { .. }) | (3, E::Emptied { .. }) => true,
            (4, _) => light(event).is_some_and(|l| l < u8::MAX),
            (5, E::Hid { why, .. }) => *why == Hidden::Centre,
            (6, E::Scanned { sector, wedge, .. }) => clamped(before.context(), *sector, wedge),
            (7, E::Hid { why, .. }) => *why == Hidden::Range,
            _ => false,
        }
    }

    fn watch(now: &Moment<E>) -> Vec<(&'static str, Value)> {
        let context = now.context();
        let int = |n: i32| Value::Int(n as i64);
        let mut all = vec![("eye", Value::Cell(context.look.eye))];
        match at_hand(now) {
            Some(View::Row(sector, wedge)) => {
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
            Some(View::Cell(cell, left, right)) => {
                let ((lx, ly), (rx, ry)) = (left.parts(), right.parts());
                let sides = [("left x", lx), ("left y", ly), ("right x", rx), ("right y", ry)];
                all.push(("cell", Value::Cell(cell)));
                all.extend(sides.map(|(name, part)| (name, int(part))));
            }
            None => {}
        }
        all
    }

    fn figures(now: &Moment<E>) -> Vec<Figure> {
        figures::figures(now)
    }

    fn tables(now: &Moment<E>) -> Vec<Table> {
        [tables::row(now), tables::tree(now)].into_iter().flatten().collect()
    }

    fn waiting(now: &Moment<E>) -> Option<Vec<QueueEntry>> {
        Some(tables::waiting(now))
    }

    fn why_not(problem: &Problem, end: &Moment<E>, cell: Cell) -> Option<WhyNot> {
        Some(why_not::why_not(problem, end, cell))
    }
}
