//! Figures drawn over a field of view: the wedges at their exact slopes, the sectors, and the straight line between the
//! eye and the actor on the other end.

use super::Variant;
use super::context::Context;
use super::event::ShadowEvent as E;
use super::scan::{Slope, Wedge};
use super::tables::{View, at_hand, stack};
use crate::trace::Moment;
use crate::trace::replay::{Figure, Outline};
use crate::{Cell, Role};
use std::cmp::Ordering;

/// Largest number of waiting wedges that are drawn, from the top of the stack.
const MAX_WAITING: usize = 24;

/// Returns the sectors and the current wedge with both slopes as labels, and the waiting wedges. Returns the straight
/// line to the actor on the other end when the look is over.
pub(super) fn figures(now: &Moment<E>) -> Vec<Figure> {
    let (context, events) = (now.context(), now.trace().events());
    if now.player().cursor() == events.len() {
        return straight(context);
    }
    let mut all = sectors(now);
    let stack = stack(now);
    let waiting = stack.iter().rev().take(MAX_WAITING).filter_map(|&i| View::of(&events[i]));
    all.extend(waiting.filter_map(|view| area(context, &view, Role::Queued, String::new())));
    if let Some(view) = at_hand(now) {
        let row = format!("row {}", view.wedge.depth);
        let label = if view.cell.is_none() { row } else { view.sides(context) };
        all.extend(area(context, &view, Role::Current, label));
        all.extend(sides(context, view.sector, &view.wedge));
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

/// Returns the line between the middles of the eye and the actor on the other end. It is dashed where it is in a cell
/// that lets no light pass, between two dots.
fn straight(context: &Context) -> Vec<Figure> {
    let Some((other, wall)) = context.straight else { return Vec::new() };
    let (from, to) = (context.look.eye.middle(), other.middle());
    let at = |share: f64| [0, 1].map(|axis| from[axis] + (to[axis] - from[axis]) * share);
    let part = |outline, from, to| Figure::new(outline, vec![at(from), at(to)], Role::None, "").named(STRAIGHT);
    let Some((enters, leaves)) = wall.map(|wall| shares_inside(from, to, wall)) else {
        return vec![part(Outline::Line, 0.0, 1.0)];
    };
    vec![
        part(Outline::Line, 0.0, enters),
        part(Outline::Dashes, enters, leaves),
        part(Outline::Line, leaves, 1.0),
        part(Outline::Dots, enters, leaves),
    ]
}

/// Name of the line between the eye and the actor on the other end.
const STRAIGHT: &str = "straight from one to the other";

/// Returns the shares of a line at which it enters and leaves a cell that it crosses.
fn shares_inside(from: [f64; 2], to: [f64; 2], cell: Cell) -> (f64, f64) {
    let low = [f64::from(cell.x), f64::from(cell.y)];
    let both = [0, 1].into_iter().filter(|&axis| from[axis] != to[axis]).map(|axis| {
        let share = |edge: f64| (edge - from[axis]) / (to[axis] - from[axis]);
        let (a, b) = (share(low[axis]), share(low[axis] + 1.0));
        (a.min(b), a.max(b))
    });
    both.fold((0.0, 1.0), |(enters, leaves), (a, b)| (a.max(enters), b.min(leaves)))
}

/// Returns the sides of the sectors from the eye to the edges of the map, from the first event on. A sector is an area
/// when its scan begins.
fn sectors(now: &Moment<E>) -> Vec<Figure> {
    let context = now.context();
    if now.last().is_none() {
        return Vec::new();
    }
    let mut sides: Vec<[[f64; 2]; 2]> = Vec::new();
    for outline in (0..).map_while(|sector| sector_outline(context, sector)) {
        let (eye, ends) = (outline[0], [outline[1], outline[outline.len() - 1]]);
        // Two sectors share each side.
        sides.extend(ends.map(|end| [eye, end]));
    }
    sides.sort_by(|a, b| a[1].partial_cmp(&b[1]).unwrap_or(Ordering::Equal));
    sides.dedup();
    let side = |side: [[f64; 2]; 2]| Figure::new(Outline::Dashes, side.to_vec(), Role::None, "").named("the sectors");
    let mut all: Vec<Figure> = sides.into_iter().map(side).collect();
    if let Some(&E::Entered { sector }) = now.last() {
        let outline = sector_outline(context, sector);
        let begins = outline.map(|points| Figure::new(Outline::Area, points, Role::Current, ""));
        all.extend(begins.map(|figure| figure.named("the sector that is scanned")));
    }
    all
}

/// Returns the corners of a sector on the map: the eye, and the ends of its two sides at the edge of the map with the
/// corners of the map between them. In `portal` the sectors have no sides.
fn sector_outline(context: &Context, sector: u8) -> Option<Vec<[f64; 2]>> {
    let axes = context.axes(sector)?;
    let (low, high) = match context.look.variant {
        Variant::Symmetric => (-1.0, 1.0),
        Variant::Strips if sector.is_multiple_of(2) => (-1.0, 0.0),
        _ => (0.0, 1.0),
    };
    let eye = context.look.eye.middle();
    let room = |(dx, dy): (i32, i32)| {
        let room = |step: i32, at: f64, side: u16| if step < 0 { at } else { f64::from(side) - at };
        if dx != 0 { room(dx, eye[0], context.size.width) } else { room(dy, eye[1], context.size.height) }
    };
    let (depth, lateral) = (axes.depth.offset(), axes.lateral.offset());
    let far = room(depth);
    // The end of a diagonal side, and before it the corner of the map if that side ends at a lateral edge.
    let side = |slope: f64| {
        let wide = room(if slope < 0.0 { (-lateral.0, -lateral.1) } else { lateral });
        match (slope == 0.0, wide < far) {
            (true, _) => vec![(0.0, far)],
            (false, true) => vec![(slope * wide, far), (slope * wide, wide)],
            (false, false) => vec![(slope * far, far)],
        }
    };
    let ends = side(low).into_iter().rev().chain(side(high));
    let point = |(across, along): (f64, f64)| {
        let axis = |at: f64, lateral: i32, depth: i32| at + f64::from(lateral) * across + f64::from(depth) * along;
        [axis(eye[0], lateral.0, depth.0), axis(eye[1], lateral.1, depth.1)]
    };
    Some(std::iter::once(eye).chain(ends.map(point)).collect())
}

/// Returns the point of a slope at a depth, in map coordinates. The depth is in cells from the middle of the eye's
/// cell.
fn point(context: &Context, sector: u8, slope: Slope, depth: f64) -> Option<[f64; 2]> {
    let axes = context.axes(sector)?;
    let ((lx, ly), (dx, dy)) = (axes.lateral.offset(), axes.depth.offset());
    let lateral = slope.float() * depth;
    let [x, y] = context.look.eye.middle();
    Some([x + lx as f64 * lateral + dx as f64 * depth, y + ly as f64 * lateral + dy as f64 * depth])
}

/// Returns the area of a wedge from the eye to the far edge of its row. In a flood, it extends to the far side of
/// the cell.
fn area(context: &Context, view: &View, role: Role, label: String) -> Option<Figure> {
    let [x, y] = context.look.eye.middle();
    let end = |side: Slope| {
        let Some(cell) = view.cell else { return point(context, view.sector, side, view.wedge.depth as f64 + 0.5) };
        let [to_x, to_y] = cell.middle();
        let away = f64::hypot(to_x - x, to_y - y) + 0.5;
        let (vx, vy) = (side.lateral as f64, side.depth as f64);
        let stretch = away / f64::hypot(vx, vy).max(1.0);
        Some([x + vx * stretch, y + vy * stretch])
    };
    let points = vec![[x, y], end(view.wedge.low)?, end(view.wedge.high)?];
    Some(Figure::new(Outline::Area, points, role, label))
}

/// Returns a line from the eye along a slope, with the slope as the label.
fn ray(context: &Context, sector: u8, slope: Slope, depth: f64, role: Role) -> Option<Figure> {
    let points = vec![context.look.eye.middle(), point(context, sector, slope, depth)?];
    Some(Figure::new(Outline::Line, points, role, slope.to_string()))
}

/// Returns both sides of the current wedge, and the middle line of its row between them.
fn sides(context: &Context, sector: u8, wedge: &Wedge) -> Vec<Figure> {
    let (both, middle) = ([wedge.low, wedge.high], wedge.depth as f64);
    let rays = both.into_iter().filter_map(|s| ray(context, sector, s, middle + 0.5, Role::Current));
    let ends: Option<Vec<_>> = both.into_iter().map(|s| point(context, sector, s, middle)).collect();
    let line = |points| Figure::new(Outline::Line, points, Role::Candidate, "");
    rays.chain(ends.map(line)).collect()
}
