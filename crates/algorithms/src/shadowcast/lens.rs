//! Views of a moment of a field of view.

use super::context::{Context, Hidden, How};
use super::event::{CUTS, HIDDEN_CELLS, ShadowEvent as E, VISIBLE_CELLS};
use super::scan::{OCTANTS, Sector, Slope, from_eye, on_grid};
use super::sight::{Found, Veil};
use super::tables::{self, View, at_hand};
use super::{Problem, Shadowcast, Variant, figures};
use crate::Cell;
use crate::algorithm::Lens;
use crate::event::{Event as _, Value, capital};
use crate::trace::Moment;
use crate::trace::lens::{Gauge, Paint};
use crate::trace::replay::{Figure, QueueEntry, Table, WhyNot};

/// Returns the light with which an event shows its cell.
pub(super) const fn light(event: &E) -> Option<u8> {
    match *event {
        E::Started { .. } => Some(u8::MAX),
        E::Lit { light, found: Found::First | Found::Brighter, .. } => Some(light),
        _ => None,
    }
}

/// Returns how many rows from the eye a cell is seen.
pub(super) fn row(event: &E, context: &Context) -> Option<Value> {
    light(event)?;
    let (dx, dy) = context.look.eye.delta(event.cell()?);
    Some(Value::Int(dx.max(dy).into()))
}

/// Returns how an event changes the number of waiting wedges. In `bergstrom` a row begins without taking anything off the
/// stack, because calls wait there, not wedges.
pub(super) fn waiting(event: &E, context: &Context) -> Gauge {
    match event {
        e if e.waits() => Gauge::Add(1),
        E::Scanned { .. } | E::Ended { .. } if context.look.variant != Variant::Bergstrom => Gauge::Add(-1),
        E::Resumed { .. } | E::Flooded { .. } => Gauge::Add(-1),
        _ => Gauge::Same,
    }
}

impl Lens for Shadowcast {
    fn paint<'a>(_: &Moment<'a, E>) -> Paint<'a> {
        Paint::Last(vec![HIDDEN_CELLS, VISIBLE_CELLS])
    }

    /// Returns the numbers of a test. For a cell that is met again, also the event at which it was seen before.
    fn explain(now: &Moment<E>) -> String {
        let cx = now.context();
        let numbers = match now.last() {
            Some(&E::Lit { cell, sector, how, low, high, .. }) if !matches!(how, How::Edge) => {
                how.because(cx, cell, sector, low, high)
            }
            Some(&E::Hid { cell, sector, why, low, high }) => why.because(cx, cell, sector, low, high),
            Some(&E::Scanned { sector, wedge, .. }) => cx.covered(sector, &wedge),
            Some(&E::Opened { left, right, .. }) => {
                format!("clipped to {}: {} > 0", cx.sides(left, right), left.product(right))
            }
            Some(&E::Closed { left, right, .. }) => {
                format!("clipped to {}, its left side is not left of its right", cx.sides(left, right))
            }
            _ => String::new(),
        };
        let numbers = if numbers.is_empty() { numbers } else { format!("{}.", capital(&numbers)) };
        let before = match now.last() {
            Some(E::Lit { cell, found: Found::Again, .. }) => now.at(*cell).holder(VISIBLE_CELLS),
            Some(E::Lit { found: Found::Brighter, .. }) => now.trace().replaced(now.cursor() - 1),
            _ => None,
        };
        let before = before.map(|i| format!("It was seen at event {}.", now.trace().number(i)));
        before.into_iter().chain(Some(numbers).filter(|numbers| !numbers.is_empty())).collect::<Vec<_>>().join(" ")
    }

    fn question(event: &E, _: &Context) -> Option<&'static str> {
        matches!(event, E::Scanned { .. }).then_some("Which cell will be lit in the next row?")
    }

    /// Returns the cells that are lit before the next row begins.
    fn answers(before: &Moment<E>, _: &E) -> Option<Vec<Cell>> {
        let after = before.trace().events().iter().skip(before.cursor() + 1);
        let row = after.take_while(|e| !matches!(e, E::Scanned { .. } | E::Entered { .. }));
        let lit = |e: &E| match *e {
            E::Lit { cell, found: Found::First, .. } => Some(cell),
            _ => None,
        };
        Some(row.filter_map(lit).collect())
    }

    fn watch(now: &Moment<E>) -> Vec<(&'static str, Value)> {
        let context = now.context();
        let int = |n: i32| Value::Int(n as i64);
        let mut all = vec![("eye", Value::Cell(context.look.eye))];
        match at_hand(now) {
            Some(View { sector, wedge, cell: None }) => {
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
            Some(View { cell: Some(cell), wedge, .. }) => {
                let ((lx, ly), (rx, ry)) = (wedge.low.parts(), wedge.high.parts());
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
        Some(unseen(problem, end, cell))
    }
}

/// Returns the end of the straight line from the eye, and the first cell on it at which no light is left.
pub(super) fn straight_line(problem: &Problem, other: Cell) -> (Cell, Option<Cell>) {
    (other, blocker(problem, other).map(|blocker| blocker.0))
}

/// Explains why a cell is not seen: the radius, the test that failed, or the cell that blocks the view, with the
/// slopes.
fn unseen(problem: &Problem, end: &Moment<E>, cell: Cell) -> WhyNot {
    let context = end.context();
    let explain_by_event =
        |reason, i: usize| WhyNot::new(reason, end.trace().events()[i].sentence(context)).shown_by(i);
    if let Some(i) = end.at(cell).holder(VISIBLE_CELLS) {
        return explain_by_event("seen", i);
    }
    let (dx, dy) = from_eye(problem.look.eye, cell);
    let (far, most) = (context.look.measured().measure(dx, dy), context.look.max_measure());
    let hiding_event = end.at(cell).holder(HIDDEN_CELLS);
    if far > most {
        let answer = WhyNot::new("out-of-range", format!("{cell} is hidden: {}.", context.too_far(cell)));
        return answer.shown_by(hiding_event).against(Value::Int(most as i64), Value::Int(far as i64));
    }
    if let Some(i) = hiding_event.filter(|&i| matches!(end.trace().events()[i], E::Hid { why: Hidden::OneWay, .. })) {
        return explain_by_event("one-way", i);
    }
    if let Some((wall, spent)) = blocker(problem, cell) {
        let event = end.at(wall).holder(CUTS).or_else(|| end.at(wall).holder(VISIBLE_CELLS)).or(hiding_event);
        return WhyNot::new("blocked", behind(problem, cell, wall, spent)).shown_by(event);
    }
    hiding_event.map_or_else(|| between(end, context, cell), |i| explain_by_event("test", i))
}

/// Returns the first cell at which no light is left, on the line between the middles of the eye's cell and `cell`. Also
/// returns the number of cells before it that took some light.
fn blocker(problem: &Problem, cell: Cell) -> Option<(Cell, usize)> {
    let (eye, size) = (problem.look.eye, problem.tiles.size());
    let (dx, dy) = from_eye(eye, cell);
    let steep = dy.abs() > dx.abs();
    let (long, short) = if steep { (dy as i64, dx as i64) } else { (dx as i64, dy as i64) };
    let (mut light, mut dimmed) = (u8::MAX as i32, 0);
    for step in 0..=long.abs() {
        // In this row the line crosses at most three cells: the one at its middle and the two next to it.
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

/// Returns whether the line between the middles of two cells crosses the inside of a third.
fn crosses(eye: Cell, cell: Cell, at: Cell) -> bool {
    let ((dx, dy), (ax, ay)) = (from_eye(eye, cell), from_eye(eye, at));
    let side = |(cx, cy): (i32, i32)| dx as i64 * (2 * ay + cy) as i64 - dy as i64 * (2 * ax + cx) as i64;
    let sides = [(-1, -1), (1, -1), (-1, 1), (1, 1)].map(side);
    sides.iter().any(|&s| s < 0) && sides.iter().any(|&s| s > 0)
}

/// Describes what a wall hides, in the octant of the hidden cell.
fn behind(problem: &Problem, cell: Cell, wall: Cell, dimmed: usize) -> String {
    let eye = problem.look.eye;
    let holds = |o: &Sector| matches!(o.place(eye, cell), (lateral, depth) if (0..=depth).contains(&lateral));
    let octant = OCTANTS.into_iter().find(holds).unwrap_or(OCTANTS[0]);
    let ((lateral, depth), (l, d)) = (octant.place(eye, cell), octant.place(eye, wall));
    let tile = problem.tiles[wall].english();
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
         and the middle of {cell} is at {}.",
        octant.name,
        near(2 * l - 1, true),
        near(2 * l + 1, false),
        Slope::new(lateral, depth)
    )
}

/// Explains a hidden cell with no wall on the line: the wedges of the cell's row passed it on either side.
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
    let sentence = format!("{cell} is hidden, though no wall is on the line between the middles: {but}.");
    WhyNot::new("between-wedges", sentence).shown_by(events.first().copied())
}
