//! What a map that starts at the walls says of the shape of the free ground: its radius, its centres, and its ridge.
//!
//! ```text
//! 1 1 1 1 1 1 1
//! 1 2 2 2 2 2 1     the radius is 3, and the three cells that hold it are the centres; by eight neighbours they are the
//! 1 2 3 3 3 2 1     ridge, too, by four it runs on from each corner to the nearest of them
//! 1 2 2 2 2 2 1
//! 1 1 1 1 1 1 1
//! ```
//!
//! Source: the design notes of Dungeon Dregs name the distance transform of image processing as where their map comes
//! from, and the highest value as the *generalised radius* of a shape (Rosenfeld, Pfaltz: Sequential Operations in
//! Digital Picture Processing, 1966).

use super::event::{Context, FAR, FlowEvent as E, ROOMS, WAVES};
use super::map::Ground;
use super::state::{shown, shut};
use crate::event::Slot;
use crate::geometry::{Cell, Size};
use crate::trace::Moment;
use crate::trace::replay::{Figure, Outline};
use crate::view::board::Role;
use serde::Serialize;
use std::collections::BTreeMap;

/// The largest map of which the ridge is drawn, in cells.
const DRAWN: usize = 1 << 14;

/// What the outcome says of a shape; nothing where there is no free cell.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct Shape {
    /// The highest value there is: how far the middle is from the nearest wall. In thousandths where diagonals cost √2.
    pub radius: i64,
    /// The cells that hold it, row by row.
    pub centres: Vec<Cell>,
    /// The cells that are not lower than any of their neighbours, row by row.
    pub ridge: Vec<Cell>,
}

/// Where values stand: a table of a run, or a moment of it.
pub(super) struct Values<'a, V, S> {
    pub ground: &'a Ground,
    pub size: Size,
    /// The value of a cell; `FAR` where it has none.
    pub value: V,
    /// Whether nobody can stand there.
    pub shut: S,
}

impl<V: Fn(Cell) -> i64, S: Fn(Cell) -> bool> Values<'_, V, S> {
    /// Whether a cell is not lower than any of its neighbours; as long as one of them has no value, that is not known.
    pub fn is_ridge(&self, cell: Cell) -> bool {
        let own = (self.value)(cell);
        let mut around = self.ground.dirs().iter().filter_map(|&dir| cell.step(dir, self.size));
        own != FAR && around.all(|n| (self.shut)(n) || (self.value)(n) <= own)
    }

    /// The highest value, and the cells that hold it.
    fn highest(&self) -> Option<(i64, Vec<Cell>)> {
        let values = || self.size.cells().map(|c| (c, (self.value)(c))).filter(|&(_, v)| v != FAR);
        let most = values().map(|(_, v)| v).max()?;
        Some((most, values().filter(|&(_, v)| v == most).map(|(c, _)| c).collect()))
    }

    pub fn shape(&self, context: &Context) -> Shape {
        let (radius, centres) = self.highest().unwrap_or_default();
        let ridge = self.size.cells().filter(|&c| self.is_ridge(c)).collect();
        Shape { radius: context.printed(radius), centres, ridge }
    }
}

/// The values of a moment.
fn values<'a>(now: &'a Moment<E>) -> Values<'a, impl Fn(Cell) -> i64, impl Fn(Cell) -> bool> {
    let context = now.context();
    Values {
        ground: &context.ground,
        size: context.size,
        value: |cell| shown(&now.at(cell), ROOMS),
        shut: |cell| shut(now, cell),
    }
}

/// Whether a cell is on the ridge at a moment; nothing where the map does not start at the walls.
pub(super) fn on_ridge(now: &Moment<E>, cell: Cell) -> Option<bool> {
    now.context().ground.edges.then(|| values(now).is_ridge(cell))
}

/// The ridge, the centres, and the largest circle there is round the middle one of them: once no wave moves.
pub(super) fn figures(now: &Moment<E>) -> Vec<Figure> {
    let context = now.context();
    if !context.ground.edges || context.size.area() > DRAWN {
        return Vec::new();
    }
    let last = |kind: &str| {
        let all = now.trace().of_kind(kind);
        all[..all.partition_point(|&i| (i as usize) < now.cursor())].last().map(|&i| i as usize)
    };
    let over = now.holder(Slot::Register(WAVES)).is_some_and(|end| {
        let began = [last("wave-began"), last("level-began")].into_iter().flatten().max();
        began.is_none_or(|began| began < end)
    });
    if !over {
        return Vec::new();
    }
    let values = values(now);
    let Some((most, centres)) = values.highest() else { return Vec::new() };
    let ridge = context.size.cells().filter(|&c| values.is_ridge(c));
    let ridge = Figure::through(Outline::Ring(2), ridge, Role::Candidate, "").named("the ridge");
    let label = format!("radius {}", context.value(most));
    let frames = Figure::through(Outline::Frame, centres.iter().copied(), Role::Chosen, "").named("centres");
    // Where ground is dear, what is near by its cost is no circle.
    let middle = centres.get(centres.len() / 2).filter(|_| !context.ground.is_uneven());
    let circle = middle.map(|&c| circle(context, c, most, label));
    circle.into_iter().chain([ridge, frames]).collect()
}

/// The rim of all that lies nearer to a cell than so far, as if nothing were in the way; row by row that is one stretch.
fn circle(context: &Context, middle: Cell, far: i64, label: String) -> Figure {
    let mut rows: BTreeMap<u16, (u16, u16)> = BTreeMap::new();
    for cell in context.size.cells().filter(|&c| context.ground.as_the_crow_flies(middle, c) < far) {
        let row = rows.entry(cell.y).or_insert((cell.x, cell.x));
        *row = (row.0.min(cell.x), row.1.max(cell.x));
    }
    let side = |x: u16, y: u16| [[f64::from(x), f64::from(y)], [f64::from(x), f64::from(y) + 1.0]];
    let right = rows.iter().flat_map(|(&y, &(_, last))| side(last + 1, y));
    let left = rows.iter().flat_map(|(&y, &(first, _))| side(first, y)).rev();
    let mut points: Vec<[f64; 2]> = right.chain(left).collect();
    points.extend(points.first().copied());
    Figure::new(Outline::Line, points, Role::Seen, label).named("the largest circle")
}
