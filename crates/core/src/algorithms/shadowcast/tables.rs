//! The row at hand, the stack and the tree of wedges, as tables, and what waits.

use super::event::{Context, ShadowEvent as E};
use super::figures::stack;
use super::lens::begun;
use super::slope::Slope;
use super::{Variant, bergstrom};
use crate::event::Event;
use crate::geometry::Cell;
use crate::trace::Moment;
use crate::trace::replay::{QueueEntry, Row, Table};

/// How many rows a table has at most.
const MOST_ROWS: usize = 200;

pub(super) fn tables(player: &Moment<E>) -> Vec<Table> {
    [row(player), tree(player)].into_iter().flatten().collect()
}

/// A cell of the map in the middle of what an event of the stack waits for; the last row on the map where its own lies
/// outside.
fn middle(context: &Context, event: &E) -> Cell {
    let eye = context.look.eye;
    match *event {
        E::Pushed { sector, wedge, .. } | E::Called { sector, wedge, .. } => {
            let Some(axes) = context.axes(sector) else { return eye };
            let lateral = f64::midpoint(wedge.low.float(), wedge.high.float()) * wedge.depth as f64;
            let ((lx, ly), (dx, dy)) = (axes.lateral.offset(), axes.depth.offset());
            let (l, d) = (lateral.round() as i32, wedge.depth as i32);
            let (x, y) = (eye.x as i32 + lx * l + dx * d, eye.y as i32 + ly * l + dy * d);
            let on = |n: i32, side: u16| n.clamp(0, side as i32 - 1) as u16;
            Cell::new(on(x, context.size.width), on(y, context.size.height))
        }
        E::Opened { cell, .. } => cell,
        _ => eye,
    }
}

/// What waits, the top of the stack first.
pub(super) fn waiting(player: &Moment<E>) -> Vec<QueueEntry> {
    let context = player.trace().context();
    let entry = |&i: &usize| {
        let event = &player.trace().events()[i];
        let key = match *event {
            E::Pushed { wedge, .. } if context.look.variant.grades_light() => {
                format!("row {}: {}  light {}", wedge.depth, context.sides(wedge.low, wedge.high), wedge.light)
            }
            E::Pushed { wedge, .. } => format!("row {}: {}", wedge.depth, context.sides(wedge.low, wedge.high)),
            E::Called { wedge, .. } => format!(
                "row {} behind a blocker, after {}",
                wedge.depth.saturating_sub(1),
                context.sides(wedge.low, wedge.high)
            ),
            E::Opened { left, right, .. } => context.sides(left, right),
            _ => String::new(),
        };
        QueueEntry { cell: middle(context, event), event: i, key, tied: false }
    };
    stack(player).iter().rev().map(entry).collect()
}

/// The cells of the row at hand, each with its own slopes and what the test said.
fn row(player: &Moment<E>) -> Option<Table> {
    let (trace, start) = (player.trace(), begun(player)?);
    let context = trace.context();
    if context.look.variant == Variant::Portal {
        return edges(player, start);
    }
    let (E::Scanned { sector, wedge, .. } | E::Resumed { sector, wedge, .. }) = trace.events()[start] else {
        return None;
    };
    let mut rows = Vec::new();
    for (i, event) in trace.events().iter().enumerate().take(player.cursor()).skip(start) {
        let (verdict, low, high) = match event {
            E::Lit { low, high, .. } => ("seen", low, high),
            E::Brightened { low, high, .. } => ("brighter", low, high),
            E::Repeated { low, high, .. } => ("seen already", low, high),
            E::Hid { why, low, high, .. } => (why.word(), low, high),
            E::Cut { now, low, high, .. } => (if *now == 0 { "cut: darker" } else { "cut" }, low, high),
            _ => continue,
        };
        let Some(cell) = event.cell() else { continue };
        let (lateral, depth) = context.place(sector, cell);
        let (from, to) = corners(context.look.variant, lateral, depth);
        rows.push(Row {
            values: vec![
                cell.to_string(),
                lateral.to_string(),
                format!("{from} … {to}"),
                context.sides(*low, *high),
                verdict.to_owned(),
            ],
            cell: Some(cell),
            event: Some(i),
            chosen: matches!(event, E::Lit { .. } | E::Brightened { .. }),
        });
        if rows.len() == MOST_ROWS {
            break;
        }
    }
    (!rows.is_empty()).then(|| Table {
        candidates: true,
        title: format!("Row {} of {}", wedge.depth, context.sector(sector)),
        columns: vec!["cell", "lateral", "its slopes", "wedge", "verdict"],
        rows,
    })
}

/// The slopes that a variant looks at in a cell: both ends of its middle line, or the corners that stand out.
const fn corners(variant: Variant, lateral: i32, depth: i32) -> (Slope, Slope) {
    match variant {
        Variant::Bergstrom => {
            let (left, right) = bergstrom::slopes(lateral, depth);
            (right, left)
        }
        _ => (Slope::new(2 * lateral - 1, 2 * depth), Slope::new(2 * lateral + 1, 2 * depth)),
    }
}

/// The four edges of the cell that a flood is in.
fn edges(player: &Moment<E>, start: usize) -> Option<Table> {
    let trace = player.trace();
    let context = trace.context();
    let E::Flooded { cell: here, .. } = trace.events()[start] else { return None };
    let mut rows = Vec::new();
    for (i, event) in trace.events().iter().enumerate().take(player.cursor()).skip(start) {
        let (dir, left, right, open, cell) = match *event {
            E::Opened { cell, dir, left, right, .. } => (dir, left, right, true, cell),
            E::Closed { cell, dir, left, right } => (dir, left, right, false, cell),
            _ => continue,
        };
        rows.push(Row {
            values: vec![
                dir.name().to_owned(),
                context.sides(left, right),
                left.cross(right).to_string(),
                if open { "open" } else { "closed" }.to_owned(),
            ],
            cell: Some(cell),
            event: Some(i),
            chosen: open,
        });
    }
    (!rows.is_empty()).then(|| Table {
        candidates: false,
        title: format!("Edges of {here}"),
        columns: vec!["edge", "wedge after clipping", "left × right", "verdict"],
        rows,
    })
}

/// The tree of the sector so far: every row or cell that was begun, each under the one that pushed it.
fn tree(player: &Moment<E>) -> Option<Table> {
    let trace = player.trace();
    let (context, phases) = (trace.context(), trace.phases());
    let end = phases.partition_point(|p| (p.start as usize) < player.cursor());
    let mut rows = Vec::new();
    let (mut name, mut next) = (None, player.cursor());
    for phase in phases[..end].iter().rev() {
        let start = phase.start as usize;
        let indent = "· ".repeat(phase.depth.saturating_sub(1).min(24) as usize);
        let (what, wedge, cell) = match trace.events()[start] {
            E::Entered { sector } => {
                name = Some(context.sector(sector));
                break;
            }
            E::Scanned { wedge, .. } => (format!("row {}", wedge.depth), context.sides(wedge.low, wedge.high), None),
            E::Resumed { wedge, .. } => {
                (format!("row {} goes on", wedge.depth), context.sides(wedge.low, wedge.high), None)
            }
            E::Flooded { cell, left, right, .. } => (cell.to_string(), context.sides(left, right), Some(cell)),
            _ => continue,
        };
        let seen = trace.events()[start..next].iter().filter(|e| matches!(e, E::Lit { .. })).count();
        next = start;
        rows.push(Row {
            values: vec![format!("{indent}{what}"), wedge, seen.to_string()],
            cell,
            event: Some(start),
            chosen: rows.is_empty(),
        });
        if rows.len() == MOST_ROWS {
            break;
        }
    }
    rows.reverse();
    (!rows.is_empty()).then(|| Table {
        candidates: false,
        title: name.map_or_else(|| "The last wedges".to_owned(), |name| format!("Wedges of {name}")),
        columns: vec!["scanned", "wedge", "newly seen"],
        rows,
    })
}
