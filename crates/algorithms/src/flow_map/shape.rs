//! Shape of the free ground, from a map that starts at the walls: radius, centres and ridge.
//!
//! ```text
//! 1 1 1 1 1 1 1
//! 1 2 2 2 2 2 1     The radius is 3, and the three cells with that value are the centres. With eight neighbours they
//! 1 2 3 3 3 2 1     are also the ridge. With four, the ridge also runs from each corner to the nearest centre.
//! 1 2 2 2 2 2 1
//! 1 1 1 1 1 1 1
//! ```
//!
//! Source: the design notes of Dungeon Dregs name the distance transform of image processing as the origin of their
//! map. They call the highest value the *generalised radius* of a shape (Rosenfeld, Pfaltz: Sequential Operations in
//! Digital Picture Processing, 1966).

use super::event::{Context, FAR, FlowEvent as E, ROOMS, WAVES};
use super::map::Ground;
use super::state::{displayed_value, shut};
use crate::event::Slot;
use crate::trace::Moment;
use crate::trace::replay::{Figure, Outline};
use crate::{Cell, Role, Size};
use serde::Serialize;
use std::collections::BTreeMap;

/// Maximum size of a map whose ridge is drawn, in cells.
const MAX_RIDGE_CELLS: usize = 1 << 14;

/// Shape of the ground in the outcome; empty if there is no free cell.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct Shape {
    /// The highest value: the distance of the middle from the nearest wall. In thousandths if diagonals cost √2.
    pub radius: i64,
    /// The cells with that value, row by row.
    pub centres: Vec<Cell>,
    /// The cells that are not lower than any of their neighbours, row by row.
    pub ridge: Vec<Cell>,
}

/// Access to values, from the table of a run or from a moment of it.
pub(super) struct Values<'a, V, S> {
    pub ground: &'a Ground,
    pub size: Size,
    /// Value of a cell; `FAR` if it has none.
    pub value: V,
    /// Whether a walker cannot stand on a cell.
    pub shut: S,
}

impl<V: Fn(Cell) -> i64, S: Fn(Cell) -> bool> Values<'_, V, S> {
    /// Returns whether a cell is not lower than any of its neighbours. `false` while a free neighbour has no value.
    pub(super) fn is_ridge(&self, cell: Cell) -> bool {
        let own = (self.value)(cell);
        let mut around = self.ground.dirs().iter().filter_map(|&dir| cell.step(dir, self.size));
        own != FAR && around.all(|n| (self.shut)(n) || (self.value)(n) <= own)
    }

    /// Returns the highest value and the cells that have it.
    fn highest(&self) -> Option<(i64, Vec<Cell>)> {
        let values = || self.size.cells().map(|c| (c, (self.value)(c))).filter(|&(_, v)| v != FAR);
        let max_value = values().map(|(_, v)| v).max()?;
        Some((max_value, values().filter(|&(_, v)| v == max_value).map(|(c, _)| c).collect()))
    }

    pub(super) fn shape(&self, context: &Context) -> Shape {
        let (radius, centres) = self.highest().unwrap_or_default();
        let ridge = self.size.cells().filter(|&c| self.is_ridge(c)).collect();
        Shape { radius: context.printed(radius), centres, ridge }
    }
}

/// Returns access to the values of a moment.
fn values<'a>(now: &'a Moment<E>) -> Values<'a, impl Fn(Cell) -> i64, impl Fn(Cell) -> bool> {
    let context = now.context();
    Values {
        ground: &context.ground,
        size: context.size,
        value: |cell| displayed_value(&now.at(cell), ROOMS),
        shut: |cell| shut(now, cell),
    }
}

/// Returns whether a cell is on the ridge; `None` if the map does not start at the walls.
pub(super) fn on_ridge(now: &Moment<E>, cell: Cell) -> Option<bool> {
    now.context().ground.edges.then(|| values(now).is_ridge(cell))
}

/// Returns the ridge, the centres, and the largest circle around the middle centre, once no wave moves.
pub(super) fn figures(now: &Moment<E>) -> Vec<Figure> {
    let context = now.context();
    if !context.ground.edges || context.size.area() > MAX_RIDGE_CELLS {
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
    // On uneven ground, equal costs do not form a circle.
    let middle = centres.get(centres.len() / 2).filter(|_| !context.ground.is_uneven());
    let circle = middle.map(|&c| circle(context, c, most, label));
    circle.into_iter().chain([ridge, frames]).collect()
}

/// Returns the outline of all cells nearer than `far` to a cell, ignoring obstacles. In each row they form one stretch.
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
