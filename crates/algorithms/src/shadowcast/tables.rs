//! The current and waiting wedges, and the current row and the tree of wedges as tables.

use super::Variant;
use super::context::Context;
use super::event::{STACK, ShadowEvent as E};
use super::rules::bergstrom_slopes;
use super::scan::{Slope, Wedge};
use super::sight::Found;
use crate::event::Slot;
use crate::geometry::Cell;
use crate::trace::Moment;
use crate::trace::replay::{QueueEntry, Row, Table};

/// Largest number of rows in a table.
const MAX_ROWS: usize = 200;

/// A scan in progress or waiting: a row of a sector's wedge, or a cell that the flood enters.
#[derive(Clone, Copy, Debug)]
pub(super) struct View {
    pub sector: u8,
    pub wedge: Wedge,
    pub cell: Option<Cell>,
}

impl View {
    pub(super) const fn of(event: &E) -> Option<Self> {
        match *event {
            E::Pushed { sector, wedge, .. }
            | E::Called { sector, wedge, .. }
            | E::Scanned { sector, wedge, .. }
            | E::Resumed { sector, wedge, .. } => Some(Self { sector, wedge, cell: None }),
            E::Opened { cell, left, right, .. } | E::Flooded { cell, left, right, .. } => {
                Some(Self { sector: 0, wedge: Wedge::whole(left, right), cell: Some(cell) })
            }
            _ => None,
        }
    }

    pub(super) fn sides(&self, context: &Context) -> String {
        context.sides(self.wedge.low, self.wedge.high)
    }
}

/// Returns the event that began the current row or cell.
pub(super) fn scan_start(now: &Moment<E>) -> Option<usize> {
    let phases = now.trace().phases();
    let k = phases.partition_point(|p| (p.start as usize) < now.cursor()).checked_sub(1)?;
    Some(phases[k].start as usize)
}

pub(super) fn at_hand(now: &Moment<E>) -> Option<View> {
    View::of(&now.trace().events()[scan_start(now)?])
}

/// Returns the events that pushed the entries now on the stack, from the bottom.
pub(super) fn stack(now: &Moment<E>) -> Vec<usize> {
    let events = now.trace().events();
    (0..STACK).filter_map(|n| now.holder(Slot::Register(n))).filter(|&i| events[i].waits()).collect()
}

/// Returns a cell in the middle of a waiting wedge. If that place is outside the map, returns the nearest cell on
/// the map.
fn middle(context: &Context, view: &View) -> Cell {
    let (eye, wedge) = (context.look.eye, view.wedge);
    let Some(axes) = context.axes(view.sector) else { return view.cell.unwrap_or(eye) };
    let lateral = f64::midpoint(wedge.low.float(), wedge.high.float()) * wedge.depth as f64;
    let (x, y) = axes.point(eye, lateral.round() as i32, wedge.depth as i32);
    let on = |n: i32, side: u16| n.clamp(0, side as i32 - 1) as u16;
    Cell::new(on(x, context.size.width), on(y, context.size.height))
}

/// Returns the waiting entries, the top of the stack first.
pub(super) fn waiting(now: &Moment<E>) -> Vec<QueueEntry> {
    let (context, events) = (now.context(), now.trace().events());
    let entry = |&i: &usize| {
        let view = View::of(&events[i])?;
        let sides = view.sides(context);
        let row = view.wedge.depth;
        let key = match context.look.variant {
            Variant::Recursive | Variant::Strips => format!("row {row}: {sides}  light {}", view.wedge.light),
            Variant::Bergstrom => format!("row {} behind a blocker, after {sides}", row.saturating_sub(1)),
            Variant::Symmetric => format!("row {row}: {sides}"),
            Variant::Portal => sides,
        };
        Some(QueueEntry { cell: middle(context, &view), event: i, key, tied: false })
    };
    stack(now).iter().rev().filter_map(entry).collect()
}

/// Returns the cells of the current row, each with its slopes and the result of the test. In `portal`, returns the
/// edges of the cell.
pub(super) fn row(now: &Moment<E>) -> Option<Table> {
    let trace = now.trace();
    let context = now.context();
    let start = scan_start(now)?;
    let since = (start..).zip(&trace.events()[start..now.cursor()]);
    let View { sector, wedge, cell } = View::of(&trace.events()[start])?;
    if let Some(here) = cell {
        let rows = since.filter_map(|(i, e)| edge(context, i, e)).collect();
        let columns = ["edge", "wedge after clipping", "left × right", "verdict"];
        return Table::new(format!("Edges of {here}"), &columns, rows).unless_empty();
    }
    let tested = |(i, event): (usize, &E)| {
        let (cell, verdict, low, high) = match *event {
            E::Lit { cell, found, low, high, .. } => (cell, found.word(), low, high),
            E::Hid { cell, why, low, high, .. } => (cell, why.word(), low, high),
            E::Cut { cell, now, low, high, .. } => (cell, if now == 0 { "cut: darker" } else { "cut" }, low, high),
            _ => return None,
        };
        let (lateral, depth) = context.place(sector, cell);
        let (to, from) = corners(context.look.variant, lateral, depth);
        let own = format!("{from} … {to}");
        let values = [cell.to_string(), lateral.to_string(), own, context.sides(low, high), verdict.to_owned()];
        let is_newly_lit = matches!(event, E::Lit { found, .. } if *found != Found::Again);
        Some(Row { chosen: is_newly_lit, ..Row::new(values).at(cell).shown_by(i) })
    };
    let rows = since.filter_map(tested).take(MAX_ROWS).collect();
    let title = format!("Row {} of {}", wedge.depth, context.sector(sector));
    let table = Table::new(title, &["cell", "lateral", "its slopes", "wedge", "verdict"], rows);
    Table { candidates: true, ..table }.unless_empty()
}

/// Returns the slopes of a cell that a variant uses: both ends of its middle line, or the corners that stick out.
const fn corners(variant: Variant, lateral: i32, depth: i32) -> (Slope, Slope) {
    match variant {
        Variant::Bergstrom => bergstrom_slopes(lateral, depth),
        _ => (Slope::new(2 * lateral + 1, 2 * depth), Slope::new(2 * lateral - 1, 2 * depth)),
    }
}

fn edge(context: &Context, event: usize, e: &E) -> Option<Row> {
    let (E::Opened { cell, dir, left, right, .. } | E::Closed { cell, dir, left, right }) = *e else { return None };
    let open = matches!(e, E::Opened { .. });
    let verdict = if open { "open" } else { "closed" };
    let values = [dir.name(), &context.sides(left, right), &left.cross(right).to_string(), verdict].map(str::to_owned);
    Some(Row { chosen: open, ..Row::new(values).at(cell).shown_by(event) })
}

/// Returns the tree of the sector so far: every row or cell that began, each under the one that pushed it.
pub(super) fn tree(now: &Moment<E>) -> Option<Table> {
    let trace = now.trace();
    let context = now.context();
    let phases = now.trace().phases();
    let end = phases.partition_point(|p| (p.start as usize) < now.cursor());
    let mut rows = Vec::new();
    let (mut title, mut next) = ("The last wedges".to_owned(), now.cursor());
    for phase in phases[..end].iter().rev().take(MAX_ROWS) {
        let start = phase.start as usize;
        let Some(view) = View::of(&trace.events()[start]) else {
            title = format!("Wedges of {}", trace.phase_name(start));
            break;
        };
        let indent = "· ".repeat(phase.depth.saturating_sub(1).min(24) as usize);
        let name = trace.phase_name(start);
        let what = name.split(':').next().unwrap_or_default();
        let first = |e: &&E| matches!(e, E::Lit { found: Found::First, .. });
        let new_cell_count = trace.events()[start..next].iter().filter(first).count();
        let row = Row::new([format!("{indent}{what}"), view.sides(context), new_cell_count.to_string()]);
        rows.push(Row { chosen: rows.is_empty(), ..row.at(view.cell).shown_by(start) });
        next = start;
    }
    rows.reverse();
    Table::new(title, &["scanned", "wedge", "newly seen"], rows).unless_empty()
}
