//! The wedges as they truly are, over the map: the one at hand with both slopes written out, and those that wait.

use super::event::{Context, STACK, ShadowEvent as E};
use super::lens::{Now, now};
use super::slope::{Slope, Wedge};
use crate::event::Slot;
use crate::geometry::Cell;
use crate::trace::Moment;
use crate::trace::replay::{Figure, Outline};
use crate::view::board::Role;

/// How many of the wedges that wait are drawn, from the top of the stack.
const MOST_WAITING: usize = 24;

/// Every entry of the stack at a moment, from the bottom, with the event that put it there.
pub(super) fn stack(player: &Moment<E>) -> Vec<usize> {
    let events = player.trace().events();
    let waits = |i: &usize| matches!(events[*i], E::Pushed { .. } | E::Called { .. } | E::Opened { .. });
    (0..STACK).filter_map(|n| player.holder(Slot::Register(n))).filter(waits).collect()
}

pub(super) fn figures(player: &Moment<E>) -> Vec<Figure> {
    let context = player.trace().context();
    let mut all = Vec::new();
    for &i in stack(player).iter().rev().take(MOST_WAITING) {
        match player.trace().events()[i] {
            E::Pushed { sector, wedge, .. } | E::Called { sector, wedge, .. } => {
                all.extend(area(context, sector, &wedge, Role::Queued, String::new()));
            }
            E::Opened { cell, left, right, .. } => {
                all.push(portal(context, cell, left, right, Role::Queued, String::new()));
            }
            _ => {}
        }
    }
    match now(player) {
        Some(Now::Row(sector, wedge)) => {
            all.extend(area(context, sector, &wedge, Role::Current, format!("row {}", wedge.depth)));
            all.extend(sides(context, sector, &wedge));
        }
        Some(Now::Cell(cell, left, right)) => {
            let label = context.sides(left, right);
            all.push(portal(context, cell, left, right, Role::Current, label));
        }
        None => {}
    }
    if let Some(E::Cut { sector, cell, low, high, .. }) = player.last() {
        let depth = context.place(*sector, *cell).1 as f64 + 0.5;
        all.extend(ray(context, *sector, *low, depth, Role::Refused));
        if low != high {
            all.extend(ray(context, *sector, *high, depth, Role::Refused));
        }
    }
    all
}

fn eye(context: &Context) -> [f64; 2] {
    [context.look.eye.x as f64 + 0.5, context.look.eye.y as f64 + 0.5]
}

/// Where a slope of a sector is at a depth, in cells from the middle of the eye's cell.
fn point(context: &Context, sector: u8, slope: Slope, depth: f64) -> Option<[f64; 2]> {
    let axes = context.axes(sector)?;
    let ((lx, ly), (dx, dy)) = (axes.lateral.offset(), axes.depth.offset());
    let lateral = slope.float() * depth;
    let [x, y] = eye(context);
    Some([x + lx as f64 * lateral + dx as f64 * depth, y + ly as f64 * lateral + dy as f64 * depth])
}

/// A wedge from the eye to the far edge of its row.
fn area(context: &Context, sector: u8, wedge: &Wedge, role: Role, label: String) -> Option<Figure> {
    let far = wedge.depth as f64 + 0.5;
    let points = vec![eye(context), point(context, sector, wedge.low, far)?, point(context, sector, wedge.high, far)?];
    Some(Figure { outline: Outline::Area, points, role, label })
}

/// A line from the eye along a slope, which is written at its end.
fn ray(context: &Context, sector: u8, slope: Slope, depth: f64, role: Role) -> Option<Figure> {
    let points = vec![eye(context), point(context, sector, slope, depth)?];
    Some(Figure { outline: Outline::Line, points, role, label: slope.to_string() })
}

/// Both sides of the wedge at hand, and the middle of its row between them.
fn sides(context: &Context, sector: u8, wedge: &Wedge) -> Vec<Figure> {
    let far = wedge.depth as f64 + 0.5;
    let mut all: Vec<Figure> =
        [wedge.low, wedge.high].into_iter().filter_map(|s| ray(context, sector, s, far, Role::Current)).collect();
    let middle = wedge.depth as f64;
    let ends = [wedge.low, wedge.high].map(|s| point(context, sector, s, middle));
    if let [Some(a), Some(b)] = ends {
        all.push(Figure { outline: Outline::Line, points: vec![a, b], role: Role::Candidate, label: String::new() });
    }
    all
}

/// The wedge of a flood, as far as the cell's far side.
fn portal(context: &Context, cell: Cell, left: Slope, right: Slope, role: Role, label: String) -> Figure {
    let [x, y] = eye(context);
    let away = f64::hypot(cell.x as f64 + 0.5 - x, cell.y as f64 + 0.5 - y) + 0.5;
    let end = |side: Slope| {
        let (vx, vy) = (side.lateral as f64, side.depth as f64);
        let stretch = away / f64::hypot(vx, vy).max(1.0);
        [x + vx * stretch, y + vy * stretch]
    };
    Figure { outline: Outline::Area, points: vec![[x, y], end(left), end(right)], role, label }
}
