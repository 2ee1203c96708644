//! Hallways: drawn by dice, two cells wide, and none near another.

use super::draft::{Builder, Draft};
use super::event::ShipEvent as E;
use super::plan::{Extent, Owner, STRAIGHT, on_map};
use super::problem::{HallwayMade, Problem};
use super::reason::{Part, Refusal};
use crate::geometry::{Cell, Dir};
use crate::observe::Observer;
use std::ops::ControlFlow::{self, Continue};

/// How many draws a valid try may take: on a small plan most hallways leave it.
const DRAWS_A_TRY: u16 = 50;

/// The lengths of the batches, by the names of their parameters.
pub(super) const LENGTHS: [&str; 3] = ["long", "middle", "short"];

/// A hallway that dice gave.
#[derive(Clone, Copy)]
struct Draw {
    from: Cell,
    dir: Dir,
    length: u8,
    batch: u8,
}

impl Draw {
    /// The cells of both lanes, or the last cell before the hallway would come too near the edge.
    fn cells(self, problem: &Problem) -> Result<Vec<Cell>, Cell> {
        let (plan, border): (_, u16) = (problem.plan, problem.context.border.into());
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

impl<O: Observer<E>> Builder<'_, O> {
    /// One batch: up to so many hallways with lengths of its own.
    pub(super) fn hallways(&mut self, batch: u8) -> ControlFlow<O::Halt> {
        let (problem, plan) = (self.problem, self.problem.plan);
        let [most, most_tries, inset] = ["hallways", "hallway-tries", "inset"].map(|name| problem.constant(name));
        let lengths = problem.span(LENGTHS[batch as usize - 1]);
        self.observer.on(E::Entered { part: Part::Hallways, number: batch as u32 })?;
        let (mut built, mut tries, mut draws) = (0, 0, 0);
        // How many columns and rows a start can be in.
        let room = [plan.width, plan.height].map(|side| side.saturating_sub(2 * inset) as usize);
        while built < most && tries < most_tries && draws < most_tries * DRAWS_A_TRY && !room.contains(&0) {
            draws += 1;
            let from = Cell::new(inset + self.roll(room[0]) as u16, inset + self.roll(room[1]) as u16);
            let dir = STRAIGHT[self.roll(4)];
            let length = lengths.draw(&mut self.dice) as u8;
            let draw = Draw { from, dir, length, batch };
            self.observer.on(E::Drawn { from: on_map(from), dir, length, batch })?;
            let laid = draw.cells(self.problem).map_err(|last| (last, Refusal::Border));
            tries += u16::from(laid.is_ok());
            match laid.and_then(|cells| fault(&self.draft, &cells).map_or(Ok(cells), Err)) {
                Ok(cells) => {
                    built += 1;
                    self.lay(draw, &cells, tries as u8)?;
                }
                Err((at, why)) => {
                    self.observer.on(E::Refused {
                        from: on_map(from),
                        dir,
                        length,
                        at: on_map(at),
                        why,
                        tries: tries as u8,
                    })?;
                }
            }
        }
        self.observer.on(E::Exhausted { batch, built: built as u8, tries: tries as u8, draws })
    }

    fn lay(&mut self, draw: Draw, cells: &[Cell], tries: u8) -> ControlFlow<O::Halt> {
        let hallway = self.draft.hallways.len() as u8 + 1;
        let mut extent = Extent::of(draw.from);
        for &cell in cells {
            extent.add(cell);
            let order = self.draft.take(cell, Owner::Hallway(hallway));
            self.observer.on(E::Laid { cell: on_map(cell), hallway, order })?;
        }
        let (from, to) = extent.on_map();
        self.draft.hallways.push(HallwayMade { from, to, length: draw.length, batch: draw.batch });
        self.observer.on(E::Built { from: on_map(draw.from), dir: draw.dir, length: draw.length, hallway, tries })?;
        self.label(hallway, extent)?;
        for &cell in cells {
            self.border(cell)?;
        }
        Continue(())
    }

    /// Labels all cells round a hallway, diagonal steps counting 1. Hallways are rectangles, so no flood is needed.
    fn label(&mut self, hallway: u8, Extent { from, to }: Extent) -> ControlFlow<O::Halt> {
        let (plan, near): (_, u16) = (self.problem.plan, self.problem.context.near.into());
        let off = |at: u16, from: u16, to: u16| from.saturating_sub(at).max(at.saturating_sub(to));
        for y in from.y.saturating_sub(near)..=(to.y + near).min(plan.height - 1) {
            for x in from.x.saturating_sub(near)..=(to.x + near).min(plan.width - 1) {
                let cell = Cell::new(x, y);
                let distance = off(x, from.x, to.x).max(off(y, from.y, to.y));
                if distance > 0 && !self.draft.near[cell] {
                    self.draft.near[cell] = true;
                    self.observer.on(E::Labelled { cell: on_map(cell), hallway, distance: distance as u8 })?;
                }
            }
        }
        Continue(())
    }
}

/// The first cell where a hallway cannot be, and why.
fn fault(draft: &Draft, cells: &[Cell]) -> Option<(Cell, Refusal)> {
    let hallway = cells.iter().find(|&&c| draft.owner[c].is_some());
    let near = || cells.iter().find(|&&c| draft.near[c]);
    hallway.map(|&c| (c, Refusal::Hallway)).or_else(|| near().map(|&c| (c, Refusal::Near)))
}
