//! The wedges as they truly are, over the map: the one at hand with both slopes written out, and those that wait.

use super::context::Context;
use super::event::ShadowEvent as E;
use super::slope::{Slope, Wedge};
use super::state::{View, at_hand, stack};
use crate::trace::Moment;
use crate::trace::replay::{Figure, Outline};
use crate::view::board::Role;

/// How many of the wedges that wait are drawn, from the top of the stack.
const MOST_WAITING: usize = 24;

pub(super) fn figures(now: &Moment<E>) -> Vec<Figure> {
    let (context, events) = (now.context(), now.trace().events());
    let stack = stack(now);
    let waiting = stack.iter().rev().take(MOST_WAITING).filter_map(|&i| View::of(&events[i]));
    let mut all: Vec<_> = waiting.filter_map(|view| area(context, &view, Role::Queued, String::new())).collect();
    if let Some(view) = at_hand(now) {
        let label = match view {
            View::Row(_, wedge) => format!("row {}", wedge.depth),
            View::Cell(..) => view.sides(context),
        };
        all.extend(area(context, &view, Role::Current, label));
        if let View::Row(sector, wedge) = view {
            all.extend(sides(context, sector, &wedge));
        }
    }
    if let Some(E::Cut { sector, cell, low, high, .. }) = now.last() {
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

/// A wedge from the eye to the far edge of its row; of a flood as far as the cell's far side.
fn area(context: &Context, view: &View, role: Role, label: String) -> Option<Figure> {
    let [x, y] = eye(context);
    let ends = match *view {
        View::Row(sector, wedge) => {
            let far = wedge.depth as f64 + 0.5;
            [point(context, sector, wedge.low, far)?, point(context, sector, wedge.high, far)?]
        }
        View::Cell(cell, left, right) => [left, right].map(|side| {
            let away = f64::hypot(cell.x as f64 + 0.5 - x, cell.y as f64 + 0.5 - y) + 0.5;
            let (vx, vy) = (side.lateral as f64, side.depth as f64);
            let stretch = away / f64::hypot(vx, vy).max(1.0);
            [x + vx * stretch, y + vy * stretch]
        }),
    };
    Some(Figure { outline: Outline::Area, points: vec![[x, y], ends[0], ends[1]], role, label })
}

/// A line from the eye along a slope, which is written at its end.
fn ray(context: &Context, sector: u8, slope: Slope, depth: f64, role: Role) -> Option<Figure> {
    let points = vec![eye(context), point(context, sector, slope, depth)?];
    Some(Figure { outline: Outline::Line, points, role, label: slope.to_string() })
}

/// Both sides of the wedge at hand, and the middle of its row between them.
fn sides(context: &Context, sector: u8, wedge: &Wedge) -> Vec<Figure> {
    let (both, middle) = ([wedge.low, wedge.high], wedge.depth as f64);
    let rays = both.into_iter().filter_map(|s| ray(context, sector, s, middle + 0.5, Role::Current));
    let mut all: Vec<Figure> = rays.collect();
    let ends: Vec<_> = both.into_iter().filter_map(|s| point(context, sector, s, middle)).collect();
    if ends.len() == 2 {
        all.push(Figure { outline: Outline::Line, points: ends, role: Role::Candidate, label: String::new() });
    }
    all
}
