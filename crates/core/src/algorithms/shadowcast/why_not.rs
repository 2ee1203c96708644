//! Why a cell is not seen: the radius, the test that failed, or who stands before it, with the slopes.

use super::context::Context;
use super::event::{CUTS, HIDDEN, SEEN, ShadowEvent as E};
use super::reason::Hidden;
use super::scan::{OCTANTS, from_eye, on_grid};
use super::sight::Veil;
use super::slope::Slope;
use super::{Problem, Variant};
use crate::event::{Event, Value};
use crate::geometry::Cell;
use crate::trace::Moment;
use crate::trace::replay::WhyNot;

pub(super) fn why_not(problem: &Problem, end: &Moment<E>, cell: Cell) -> WhyNot {
    let context = end.context();
    let shown = |reason, i: usize| WhyNot::new(reason, end.trace().events()[i].sentence(context)).shown_by(i);
    if let Some(i) = end.at(cell).holder(SEEN) {
        return shown("seen", i);
    }
    let (dx, dy) = from_eye(problem.look.eye, cell);
    let (far, most) = (context.look.measured().measure(dx, dy), context.look.most());
    let hidden = end.at(cell).holder(HIDDEN);
    if far > most {
        let answer = WhyNot::new("out-of-range", format!("{cell} is hidden: {}.", context.too_far(cell)));
        return answer.shown_by(hidden).against(Value::Int(most as i64), Value::Int(far as i64));
    }
    if let Some(i) = hidden.filter(|&i| matches!(end.trace().events()[i], E::Hid { why: Hidden::OneWay, .. })) {
        return shown("one-way", i);
    }
    if let Some((wall, spent)) = blocker(problem, cell) {
        let event = end.at(wall).holder(CUTS).or_else(|| end.at(wall).holder(SEEN)).or(hidden);
        return WhyNot::new("blocked", behind(problem, cell, wall, spent)).shown_by(event);
    }
    hidden.map_or_else(|| between(end, context, cell), |i| shown("test", i))
}

/// The first cell on the line between the middles of the eye's cell and `cell` at which no light is left, and how many
/// cells before it took some.
fn blocker(problem: &Problem, cell: Cell) -> Option<(Cell, usize)> {
    let (eye, size) = (problem.look.eye, problem.tiles.size());
    let (dx, dy) = from_eye(eye, cell);
    let steep = dy.abs() > dx.abs();
    let (long, short) = if steep { (dy as i64, dx as i64) } else { (dx as i64, dy as i64) };
    let (mut light, mut dimmed) = (u8::MAX as i32, 0);
    for step in 0..=long.abs() {
        // In this row the line is in at most three cells: the one at its middle and those beside it.
        let middle = (2 * step * short + long.abs()).div_euclid(2 * long.abs().max(1));
        for beside in [0, -1, 1] {
            let (along, across) = (step * long.signum(), middle + beside * short.signum());
            let (x, y) = if steep { (across, along) } else { (along, across) };
            let Some(at) = on_grid(eye.x as i32 + x as i32, eye.y as i32 + y as i32, size) else { continue };
            if at == eye || at == cell || !crosses(eye, cell, at) || (beside != 0 && short == 0) {
                continue;
            }
            let opacity = match Veil::from(problem.tiles[at]) {
                Veil { way: Some(_), .. } if problem.look.variant == Variant::Portal => 0,
                veil if veil.opacity == u8::MAX || problem.look.variant.grades_light() => veil.opacity as i32,
                _ => 0,
            };
            light -= opacity;
            if light <= 0 {
                return Some((at, dimmed));
            }
            dimmed += (opacity > 0) as usize;
        }
    }
    None
}

/// Whether the line between the middles of two cells goes through the inside of a third.
fn crosses(eye: Cell, cell: Cell, at: Cell) -> bool {
    let ((dx, dy), (ax, ay)) = (from_eye(eye, cell), from_eye(eye, at));
    let side = |(cx, cy): (i32, i32)| dx as i64 * (2 * ay + cy) as i64 - dy as i64 * (2 * ax + cx) as i64;
    let sides = [(-1, -1), (1, -1), (-1, 1), (1, 1)].map(side);
    sides.iter().any(|&s| s < 0) && sides.iter().any(|&s| s > 0)
}

/// What a wall hides, in the octant of the hidden cell.
fn behind(problem: &Problem, cell: Cell, wall: Cell, dimmed: usize) -> String {
    let eye = problem.look.eye;
    let octant =
        OCTANTS.into_iter().find(|o| matches!(o.place(eye, cell), (lateral, depth) if (0..=depth).contains(&lateral)));
    let tile = problem.tiles[wall].english();
    let Some(octant) = octant else { return format!("{cell} is hidden by the {tile} at {wall}.") };
    let ((lateral, depth), (l, d)) = (octant.place(eye, cell), octant.place(eye, wall));
    let spare = match dimmed {
        0 => "",
        1 => ", and another cell before it has taken some of the light",
        n => &format!(", and {n} cells before it have taken some of the light"),
    };
    if d < 1 {
        return format!("{cell} is hidden by the {tile} at {wall}{spare}.");
    }
    let near = |n: i32, low: bool| Slope::new(n, if (n < 0) == low { 2 * d - 1 } else { 2 * d + 1 });
    format!(
        "{cell} is hidden by the {tile} at {wall}{spare}: in octant {} that spans the slopes {} … {}, \
         and the middle of {cell} lies at {}.",
        octant.name,
        near(2 * l - 1, true),
        near(2 * l + 1, false),
        Slope::new(lateral, depth)
    )
}

/// No wall stands on the line: the wedges of the cell's row went by on either side.
fn between(end: &Moment<E>, context: &Context, cell: Cell) -> WhyNot {
    let covers = |i: usize| match end.trace().events()[i] {
        E::Scanned { sector, wedge, .. } => {
            let (lateral, depth) = context.place(sector, cell);
            let near = depth == wedge.depth as i32 && lateral.abs() <= depth;
            near.then(|| (i, context.sides(wedge.low, wedge.high)))
        }
        _ => None,
    };
    let phases = end.trace().phases().iter();
    let (events, wedges): (Vec<_>, Vec<_>) = phases.filter_map(|p| covers(p.start as usize)).take(3).unzip();
    let rule = context.look.variant.name();
    let but = match &wedges[..] {
        [] => format!("no wedge of {rule} came to its row"),
        some => format!("of its row {rule} scanned only {}", some.join(", ")),
    };
    let sentence = format!("{cell} is hidden, though no wall stands on the line between the middles: {but}.");
    WhyNot::new("between-wedges", sentence).shown_by(events.first().copied())
}
