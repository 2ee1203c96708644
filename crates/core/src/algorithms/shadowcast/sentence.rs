//! What a field of view says of its events: the test that decided, with its numbers.

use super::event::{Context, Hidden, How, ShadowEvent as E};
use super::slope::{Slope, Wedge};
use super::{Variant, bergstrom, recursive, strips, symmetric};
use crate::geometry::{Cell, Dir};

impl Context {
    /// A wedge's two sides as people write them: `1/3 … 5/7`; in `bergstrom` the start comes first; in `portal` they are
    /// vectors in half cells.
    pub fn sides(&self, low: Slope, high: Slope) -> String {
        match self.look.variant {
            Variant::Bergstrom => format!("{high} … {low}"),
            Variant::Portal => format!("{} … {}", vector(low), vector(high)),
            _ => format!("{low} … {high}"),
        }
    }

    /// The first and the last cell of the row that the wedge covers, counted along the row from the eye's column or
    /// row; in `strips` before they are clamped to the map.
    pub fn span(&self, sector: u8, wedge: &Wedge) -> (i32, i32) {
        match self.look.variant {
            Variant::Recursive => recursive::span(wedge),
            Variant::Symmetric => symmetric::span(wedge),
            Variant::Bergstrom => bergstrom::span(wedge),
            Variant::Strips => self.axes(sector).map_or((0, -1), |half| {
                let (viewer, _) = strips::along(half, self.look.eye, self.size);
                let (first, last) = strips::span(wedge, viewer);
                (first - viewer, last - viewer)
            }),
            Variant::Portal => (0, -1),
        }
    }

    /// (lateral, depth) of a cell in a sector; in `portal` (x, y) from the eye.
    pub fn place(&self, sector: u8, cell: Cell) -> (i32, i32) {
        self.axes(sector).map_or_else(
            || (cell.x as i32 - self.look.eye.x as i32, cell.y as i32 - self.look.eye.y as i32),
            |axes| axes.place(self.look.eye, cell),
        )
    }

    /// The radius in words.
    fn radius(&self) -> String {
        self.look.limit().map_or_else(|| "no limit".into(), |r| format!("the radius {r}"))
    }
}

fn vector(v: Slope) -> String {
    let part = |n: i16| if n < 0 { format!("−{}", n.unsigned_abs()) } else { n.to_string() };
    format!("({}, {})", part(v.lateral), part(v.depth))
}

/// `n` times a slope as an exact fraction, whole where it is whole.
fn times(n: i32, slope: Slope) -> String {
    let (lateral, depth) = slope.parts();
    let product = n * lateral;
    let sign = if product < 0 { "−" } else { "" };
    if depth != 0 && product % depth == 0 {
        format!("{sign}{}", (product / depth).abs())
    } else {
        format!("{sign}{}/{depth}", product.abs())
    }
}

fn signed(n: i32) -> String {
    if n < 0 { format!("−{}", n.unsigned_abs()) } else { n.to_string() }
}

pub(super) fn sentence(event: &E, cx: &Context) -> String {
    match *event {
        E::Stood { cell } if cx.in_wall => {
            format!("The eye stands at {cell}, in something opaque; its own cell is seen all the same.")
        }
        E::Stood { cell } => format!("The eye stands at {cell}; its own cell is always seen."),
        E::Entered { sector } => format!("Began {}.", cx.sector(sector)),
        E::Pushed { height, wedge, .. } => format!(
            "The wedge {}{} waits for row {}, at place {} of the stack{}.",
            cx.sides(wedge.low, wedge.high),
            if wedge.inclusive || cx.look.variant != Variant::Recursive { "" } else { " (minimum excluded)" },
            wedge.depth,
            height + 1,
            left(wedge.light, cx)
        ),
        E::Dropped { why: Hidden::Inverted, wedge, .. } => {
            format!("The call ends at once: its start {} lies below its end {}.", wedge.high, wedge.low)
        }
        E::Dropped { wedge, .. } => {
            format!("The wedge {} is dropped: both ends are the same slope.", cx.sides(wedge.low, wedge.high))
        }
        E::Ended { why, wedge, .. } => {
            let rest = match why {
                Hidden::Range => format!("row {} lies beyond {}", wedge.depth, cx.radius()),
                _ => format!("row {} lies outside the map", wedge.depth),
            };
            format!("The wedge {} ends: {rest}.", cx.sides(wedge.low, wedge.high))
        }
        E::Scanned { sector, wedge, .. } => scanned(cx, sector, &wedge),
        E::Emptied { wedge, .. } => format!(
            "No cell of row {} on the map is covered by the wedge {}: nothing is pushed.",
            wedge.depth,
            cx.sides(wedge.low, wedge.high)
        ),
        E::Cut { cell, sector, was, now, low, high } => cut(cx, cell, sector, (was, now), (low, high)),
        E::Lit { cell, sector, light, how, low, high } => {
            format!("{cell} is {}: {}.", shade(light), test(cx, cell, sector, how, low, high))
        }
        E::Brightened { cell, sector, light, how, low, high } => {
            format!("{cell} came again, with more light ({light}): {}.", test(cx, cell, sector, how, low, high))
        }
        E::Repeated { cell, sector, how, low, high, .. } => {
            format!("{cell} came again, and is seen already: {}.", test(cx, cell, sector, how, low, high))
        }
        E::Hid { cell, sector, why, low, high } => {
            format!("{cell} is hidden: {}.", hidden(cx, cell, sector, why, low, high))
        }
        E::Called { wedge, .. } => format!(
            "The row waits at the blocker while what lies before it, the wedge {}, is scanned from row {} on.",
            cx.sides(wedge.low, wedge.high),
            wedge.depth
        ),
        E::Resumed { wedge, .. } => {
            format!("Row {} goes on behind its blocker; the wedge ends at {}.", wedge.depth, wedge.low)
        }
        E::Opened { cell, dir, left, right, .. } => format!(
            "Through the {} edge, clipped to {}, the look goes on to {cell}: {} · {} − {} · {} = {} > 0.",
            side(dir),
            cx.sides(left, right),
            signed(left.lateral as i32),
            signed(right.depth as i32),
            signed(left.depth as i32),
            signed(right.lateral as i32),
            left.cross(right)
        ),
        E::Closed { cell, dir, left, right } => format!(
            "Nothing of the {} edge of {cell} lies in the wedge: clipped to {}, its left side is not left of its right.",
            side(dir),
            cx.sides(left, right)
        ),
        E::Flooded { cell, dir, left, right, .. } => {
            format!("The look came into {cell} going {}, with the wedge {}.", side(dir), cx.sides(left, right))
        }
    }
}

fn left(light: u8, cx: &Context) -> String {
    if cx.look.variant.grades_light() { format!(", with light {light} of 255 left") } else { String::new() }
}

fn shade(light: u8) -> String {
    if light == u8::MAX { "lit".into() } else { format!("dimmed, with light {light} of 255") }
}

pub(super) fn side(dir: Dir) -> &'static str {
    match dir {
        Dir::E => "east",
        Dir::W => "west",
        Dir::S => "south",
        _ => "north",
    }
}

fn scanned(cx: &Context, sector: u8, wedge: &Wedge) -> String {
    let (first, last) = cx.span(sector, wedge);
    let sides = cx.sides(wedge.low, wedge.high);
    let d = wedge.depth as i32;
    let how = match cx.look.variant {
        Variant::Recursive => format!(
            "first lateral ⌊{d} · {} + ½⌋{} = {first}, last ⌈{d} · {} + ½⌉ − 1 = {last}",
            wedge.low,
            if wedge.inclusive { "" } else { " + 1, as the minimum is excluded," },
            wedge.high
        ),
        Variant::Strips => {
            let (viewer, width) = cx.axes(sector).map_or((0, 0), |half| strips::along(half, cx.look.eye, cx.size));
            let (from, to) = (first + viewer, last + viewer);
            let clamped = if from < 0 || to >= width {
                format!("; clamped to the map they are {} to {}", from.max(0), to.min(width - 1))
            } else {
                String::new()
            };
            format!("its near and far edge give the indices {} to {}{clamped}", signed(from), signed(to))
        }
        Variant::Symmetric => format!(
            "columns ⌊{} + ½⌋ = {} to ⌈{} − ½⌉ = {}",
            times(d, wedge.low),
            signed(first),
            times(d, wedge.high),
            signed(last)
        ),
        _ => format!(
            "from lateral {last}, the first whose right slope the start reaches, down to {first}, the last whose left slope reaches the end"
        ),
    };
    format!("Row {d} of {}, wedge {sides}: {how}.", cx.sector(sector))
}

fn cut(cx: &Context, cell: Cell, sector: u8, (was, now): (u8, u8), (low, high): (Slope, Slope)) -> String {
    let (_, depth) = cx.place(sector, cell);
    match cx.look.variant {
        Variant::Bergstrom if now == 0 => {
            format!("A run of blockers begins at {cell}: what lies before it ends at its left slope {low}.")
        }
        Variant::Bergstrom => {
            format!("{cell} is clear again: the start becomes {low}, the right slope of the last blocker.")
        }
        Variant::Symmetric => {
            let (from, to) = if now == 0 { ("floor", "wall") } else { ("wall", "floor") };
            let end = if now == 0 { "end of what is pushed" } else { "start" };
            format!("Before {cell} {from} meets {to}: {low}, half a column back, becomes the {end}.")
        }
        Variant::Strips => format!(
            "Before {cell} the light left goes from {was} to {now}: the corner's outer slope is {low}, its inner slope {high}."
        ),
        _ => {
            let (verb, at) = if now < was { ("falls", "far") } else { ("rises", "near") };
            format!(
                "Before {cell} the light left {verb} from {was} to {now}: the wedge is cut at {low}, the corner on the {at} side of row {depth}."
            )
        }
    }
}

fn test(cx: &Context, cell: Cell, sector: u8, how: How, low: Slope, high: Slope) -> String {
    let (lateral, depth) = cx.place(sector, cell);
    let l = signed(lateral);
    match how {
        How::Row if cx.look.variant == Variant::Strips => {
            format!("lateral {l} of row {depth} lies in the strip that the wedge {low} … {high} covers")
        }
        How::Row | How::Diagonal => format!(
            "on the middle of row {depth} the wedge {low} … {high} runs from {} to {}, and the cell from {} to {}",
            times(depth, low),
            times(depth, high),
            halves(2 * lateral - 1),
            halves(2 * lateral + 1)
        ),
        How::Wall => format!("a wall that the wedge {low} … {high} touches is always revealed"),
        How::Centre => {
            format!("{depth} · {low} = {} ≤ column {l} ≤ {depth} · {high} = {}", times(depth, low), times(depth, high))
        }
        How::Slopes => {
            let (left, right) = bergstrom::slopes(lateral, depth);
            format!("start {high} ≥ its right slope {right}, and end {low} ≤ its left slope {left}")
        }
        How::Edge => format!("the wedge {} came in through its edge", cx.sides(low, high)),
        How::Corner if low == high => "the eye's cell shows all four neighbours at its corners".into(),
        How::Corner => {
            format!("the corner that it shares with the cell before lies inside the wedge {}", cx.sides(low, high))
        }
    }
}

/// Half cells as cells: `2½`.
fn halves(n: i32) -> String {
    let sign = if n < 0 { "−" } else { "" };
    match (n.abs() / 2, n % 2 != 0) {
        (0, true) => format!("{sign}½"),
        (whole, true) => format!("{sign}{whole}½"),
        (whole, false) => format!("{sign}{whole}"),
    }
}

fn hidden(cx: &Context, cell: Cell, sector: u8, why: Hidden, low: Slope, high: Slope) -> String {
    let (lateral, depth) = cx.place(sector, cell);
    match why {
        Hidden::Range => too_far(cx, cell),
        Hidden::Centre if depth * low.parts().0 > lateral * low.parts().1 => {
            format!(
                "column {} < {depth} · {low} = {}, so its centre lies before the start",
                signed(lateral),
                times(depth, low)
            )
        }
        Hidden::Centre => {
            format!(
                "column {} > {depth} · {high} = {}, so its centre lies past the end",
                signed(lateral),
                times(depth, high)
            )
        }
        Hidden::Slopes => {
            let (left, _) = bergstrom::slopes(lateral, depth);
            format!("its left slope {left} lies below the end {low}, and the row is left here")
        }
        Hidden::OneWay => "a one-way window, entered against its direction".into(),
        Hidden::OffMap | Hidden::Equal | Hidden::Inverted => why.word().into(),
    }
}

/// That a cell is out of range, with the numbers.
pub(super) fn too_far(cx: &Context, cell: Cell) -> String {
    let (dx, dy) = (cell.x as i32 - cx.look.eye.x as i32, cell.y as i32 - cx.look.eye.y as i32);
    let shape = cx.look.measured();
    let sum = match shape {
        super::Shape::Circle => format!("{}² + {}²", dx.abs(), dy.abs()),
        super::Shape::Square => format!("the larger of {} and {}", dx.abs(), dy.abs()),
        super::Shape::Diamond => format!("{} + {}", dx.abs(), dy.abs()),
    };
    format!(
        "it is out of range: {sum} = {}, and {} reaches to {}",
        shape.measure(dx, dy),
        cx.radius(),
        cx.look.most().max(0)
    )
}
