//! Hallways: drawn by dice, two cells wide, and none near another.

use super::draft::Draft;
use super::event::ShipEvent as E;
use super::plan::{Extent, Owner, STRAIGHT, on_map};
use super::problem::{HallwayMade, Problem};
use super::reason::{HallwayRefusal, Part};
use crate::geometry::{Cell, Dir};
use crate::observe::Observer;
use crate::rng::Rng;
use std::ops::ControlFlow::{self, Continue};

/// How many draws a valid try may take: on a small plan most hallways leave it.
const DRAWS_A_TRY: u16 = 50;

/// A hallway that dice gave.
#[derive(Clone, Copy)]
struct Draw {
    from: Cell,
    dir: Dir,
    length: u8,
    batch: u8,
}

/// One batch: up to so many hallways with lengths of its own.
pub(super) fn batch<O: Observer<E>>(
    problem: &Problem,
    batch: u8,
    draft: &mut Draft,
    dice: &mut Rng,
    observer: &mut O,
) -> ControlFlow<O::Halt> {
    let c = &problem.constants;
    observer.on(E::Entered { part: Part::Hallways, number: batch as u32 })?;
    let (mut built, mut tries, mut draws) = (0, 0, 0);
    let most = c.tries as u16 * DRAWS_A_TRY;
    // How many columns and rows a start can be in.
    let room = [problem.plan.width, problem.plan.height].map(|side| side.saturating_sub(2 * c.inset) as u64);
    while built < c.hallways && tries < c.tries && draws < most && !room.contains(&0) {
        draws += 1;
        let from = Cell::new(c.inset + dice.below(room[0]) as u16, c.inset + dice.below(room[1]) as u16);
        let dir = STRAIGHT[dice.below(4) as usize];
        let length = c.lengths[batch as usize - 1].draw(dice) as u8;
        let draw = Draw { from, dir, length, batch };
        observer.on(E::Drawn { from: on_map(from), dir, length, batch })?;
        let refused = |at: Cell, why, tries| E::Refused { from: on_map(from), dir, length, at: on_map(at), why, tries };
        let cells = match draw.cells(problem) {
            Ok(cells) => cells,
            Err(last) => {
                observer.on(refused(last, HallwayRefusal::Border, tries))?;
                continue;
            }
        };
        tries += 1;
        if let Some((at, why)) = fault(draft, &cells) {
            observer.on(refused(at, why, tries))?;
            continue;
        }
        built += 1;
        lay(problem, draw, &cells, tries, draft, observer)?;
    }
    observer.on(E::Exhausted { batch, built, tries, draws })
}

impl Draw {
    /// The cells of both lanes, or the last cell before the hallway would come too near the edge.
    fn cells(self, problem: &Problem) -> Result<Vec<Cell>, Cell> {
        let (plan, border) = (problem.plan, problem.constants.border);
        let inside = |c: Cell| {
            let far = |at: u16, side: u16| at >= border && at + border < side;
            far(c.x, plan.width) && far(c.y, plan.height)
        };
        // The second lane lies to the south of one that runs east or west, else to the east.
        let beside = if matches!(self.dir, Dir::E | Dir::W) { Dir::S } else { Dir::E };
        let mut cells = Vec::with_capacity(2 * self.length as usize);
        let (mut at, mut last) = (Some(self.from), self.from);
        for _ in 0..self.length {
            let both = at.filter(|&c| inside(c)).and_then(|c| Some((c, c.step(beside, plan).filter(|&c| inside(c))?)));
            let (cell, lane) = both.ok_or(last)?;
            cells.extend([cell, lane]);
            last = cell;
            at = cell.step(self.dir, plan);
        }
        Ok(cells)
    }
}

/// The first cell where a hallway cannot be, and why.
fn fault(draft: &Draft, cells: &[Cell]) -> Option<(Cell, HallwayRefusal)> {
    let hallway = cells.iter().find(|&&c| draft.owner[c].is_some());
    let near = || cells.iter().find(|&&c| draft.near[c]);
    hallway.map(|&c| (c, HallwayRefusal::Hallway)).or_else(|| near().map(|&c| (c, HallwayRefusal::Near)))
}

fn lay<O: Observer<E>>(
    problem: &Problem,
    draw: Draw,
    cells: &[Cell],
    tries: u8,
    draft: &mut Draft,
    observer: &mut O,
) -> ControlFlow<O::Halt> {
    let hallway = draft.hallways.len() as u8 + 1;
    let mut extent = Extent::of(draw.from);
    for &cell in cells {
        extent.add(cell);
        let order = draft.take(cell, Owner::Hallway(hallway));
        observer.on(E::Laid { cell: on_map(cell), hallway, order })?;
    }
    let (from, to) = extent.on_map();
    draft.hallways.push(HallwayMade { from, to, length: draw.length, batch: draw.batch });
    observer.on(E::Built { from: on_map(draw.from), dir: draw.dir, length: draw.length, hallway, tries })?;
    label(problem, hallway, extent, draft, observer)?;
    for &cell in cells {
        draft.border(cell, observer)?;
    }
    Continue(())
}

/// Labels all cells round a hallway, diagonal steps counting 1. Hallways are rectangles, so no flood is needed.
fn label<O: Observer<E>>(
    problem: &Problem,
    hallway: u8,
    extent: Extent,
    draft: &mut Draft,
    observer: &mut O,
) -> ControlFlow<O::Halt> {
    let (plan, near) = (problem.plan, problem.constants.near);
    let (x0, y0) = (extent.from.x.saturating_sub(near), extent.from.y.saturating_sub(near));
    let (x1, y1) = ((extent.to.x + near).min(plan.width - 1), (extent.to.y + near).min(plan.height - 1));
    for y in y0..=y1 {
        for x in x0..=x1 {
            let cell = Cell::new(x, y);
            let off = |at: u16, from: u16, to: u16| from.saturating_sub(at).max(at.saturating_sub(to));
            let distance = off(x, extent.from.x, extent.to.x).max(off(y, extent.from.y, extent.to.y));
            if distance > 0 && !draft.near[cell] {
                draft.near[cell] = true;
                observer.on(E::Labelled { cell: on_map(cell), hallway, distance: distance as u8 })?;
            }
        }
    }
    Continue(())
}
