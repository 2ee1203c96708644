//! The hull of the hull-first method: a large rectangle, with smaller ones cut off its corners and edges until it looks
//! like a hull. This was the first attempt of the source, later given up.
//!
//! ```text
//! ··████████··     Two cuts at corners, each made twice, because the hull is mirrored. The third cut, at the north, is
//! ············     refused: in the middle the hull would be thinner than 4.
//! ············
//! ············
//! ··████████··
//! ```

use super::builder::Builder;
use super::event::ShipEvent as E;
use super::plan::{Extent, Owner, STRAIGHT, on_map};
use super::words::{CutRefusal, Part};
use crate::{Cell, Dir, Grid, Observer, Size};
use std::collections::VecDeque;
use std::ops::ControlFlow::{self, Continue};

/// Returns the initial rectangle of a hull: the plan minus a margin on each side.
pub(super) fn rectangle(plan: Size, margin: u16) -> Option<Extent> {
    let fits = |side: u16| side > 2 * margin;
    let to = |side: u16| side - margin - 1;
    let fits = fits(plan.width) && fits(plan.height);
    fits.then(|| Extent { from: Cell::new(margin, margin), to: Cell::new(to(plan.width), to(plan.height)) })
}

/// Returns the pieces that some cells form by straight steps. Each is in row order, and pieces are ordered by their
/// first cells.
pub(super) fn pieces(cells: &Grid<bool>) -> Vec<Vec<Cell>> {
    let size = cells.size();
    let mut visited = Grid::new(cells.size(), false);
    let mut all = Vec::new();
    for first in size.cells() {
        if !cells[first] || visited[first] {
            continue;
        }
        visited[first] = true;
        let (mut piece, mut next) = (vec![first], 0);
        while let Some(&cell) = piece.get(next) {
            next += 1;
            for near in STRAIGHT.into_iter().filter_map(|dir| cell.step(dir, size)) {
                if cells[near] && !visited[near] {
                    visited[near] = true;
                    piece.push(near);
                }
            }
        }
        piece.sort_by_key(|cell| (cell.y, cell.x));
        all.push(piece);
    }
    all
}

/// Returns the first cell where a hull is thinner than `thick`, if any. A square `thick` cells wide moves by straight
/// steps inside the hull, and cells it never covers are too thin. It starts as far up as it fits, then as far left.
pub(super) fn thin(hull: &Grid<bool>, thick: u16) -> Option<Cell> {
    let size = hull.size();
    // For each cell, the side of the largest square of the hull with this cell as its lower right corner.
    let mut square = Grid::new(size, 0u16);
    for cell in size.cells().filter(|&c| hull[c]) {
        let near = [Dir::W, Dir::N, Dir::Nw].map(|dir| cell.step(dir, size).map_or(0, |c| square[c]));
        square[cell] = 1 + near.into_iter().min().unwrap_or(0);
    }
    let fits = |c: Cell| square[c] >= thick;
    let (mut stood, mut covered) = (Grid::new(size, false), Grid::new(size, false));
    let mut queue: VecDeque<Cell> = size.cells().find(|&c| fits(c)).into_iter().collect();
    while let Some(corner) = queue.pop_front() {
        if std::mem::replace(&mut stood[corner], true) {
            continue;
        }
        let from = Cell::new(corner.x + 1 - thick, corner.y + 1 - thick);
        (Extent { from, to: corner }).cells().for_each(|cell| covered[cell] = true);
        queue.extend(STRAIGHT.into_iter().filter_map(|dir| corner.step(dir, size)).filter(|&c| fits(c)));
    }
    size.cells().find(|&c| hull[c] && !covered[c])
}

/// Returns the cells of a hull with at least `by` hull cells on all sides, diagonally too.
pub(super) fn inner(hull: &Grid<bool>, by: u16) -> Grid<bool> {
    let size = hull.size();
    let mut inner = Grid::new(size, false);
    let far = |at: u16, side: u16| at >= by && at + by < side;
    for cell in size.cells().filter(|c| far(c.x, size.width) && far(c.y, size.height)) {
        let round = Extent { from: Cell::new(cell.x - by, cell.y - by), to: Cell::new(cell.x + by, cell.y + by) };
        inner[cell] = round.cells().all(|c| hull[c]);
    }
    inner
}

/// Returns where a cut of `cells` cells begins on a side: at one of the ends, or at random.
fn along(toward: i32, (from, to): (u16, u16), cells: u16, roll: impl FnOnce(usize) -> usize) -> u16 {
    match toward {
        ..0 => from,
        0 => from + roll((to - from + 2 - cells) as usize) as u16,
        _ => to + 1 - cells,
    }
}

impl<O: Observer<E>> Builder<'_, O> {
    /// Builds the hull by cuts.
    pub(super) fn hull(&mut self) -> ControlFlow<O::Halt, Grid<bool>> {
        let (problem, rules) = (self.problem, self.problem.context.rules());
        let mut hull = Grid::new(problem.plan, false);
        self.observer.on(E::Entered { part: Part::Hull, number: rules.whole })?;
        let Some(whole) = rectangle(problem.plan, rules.margin) else { return Continue(hull) };
        for cell in whole.cells() {
            hull[cell] = true;
            self.draft.owner[cell] = Some(Owner::Hull);
            self.observer.on(E::Stood { cell: on_map(cell) })?;
        }
        let mirrored = self.roll(100) < rules.mirror as usize;
        self.observer.on(E::Mirrored { mirrored })?;
        for cut in 1..=problem.constant("cuts") as u8 {
            self.cut(&mut hull, whole, mirrored, cut)?;
        }
        Continue(hull)
    }

    fn cut(&mut self, hull: &mut Grid<bool>, whole: Extent, mirrored: bool, cut: u8) -> ControlFlow<O::Halt> {
        let Size { width: wide, height: tall } = whole.size();
        let side = Dir::ALL[self.roll(Dir::ALL.len())];
        let width = (self.problem.span("cut-width").draw(&mut self.dice) as u16).min(wide);
        let height = (self.problem.span("cut-height").draw(&mut self.dice) as u16).min(tall);
        let (dx, dy) = side.offset();
        let x = along(dx, (whole.from.x, whole.to.x), width, |n| self.roll(n));
        let y = along(dy, (whole.from.y, whole.to.y), height, |n| self.roll(n));
        let at = on_map(Cell::new(x, y));
        let (wide, tall) = (width as u8, height as u8);
        self.observer.on(E::Aimed { at, side, width: wide, height: tall, cut })?;
        let off = Extent { from: Cell::new(x, y), to: Cell::new(x + width - 1, y + height - 1) };
        let flip = |cell: Cell| Cell::new(cell.x, whole.from.y + whole.to.y - cell.y);
        let is_cut = |&c: &Cell| hull[c] && (off.contains(c) || mirrored && off.contains(flip(c)));
        let cut_cells: Vec<Cell> = whole.cells().filter(is_cut).collect();
        let before = hull.clone();
        for &cell in &cut_cells {
            hull[cell] = false;
        }
        if let Some((why, fault, have)) = self.fault(hull, &cut_cells) {
            *hull = before;
            let fault = fault.map_or(at, on_map);
            return self.observer.on(E::Spared { at, side, width: wide, height: tall, cut, why, fault, have });
        }
        let mut left = before.as_slice().iter().filter(|&&of| of).count() as u32;
        for &cell in &cut_cells {
            self.draft.owner[cell] = None;
            left -= 1;
            self.observer.on(E::Stripped { cell: on_map(cell), cut, left })?;
        }
        let took = cut_cells.len() as u32;
        self.observer.on(E::Cut { at, side, width: wide, height: tall, cut, took, left })
    }

    /// Returns why a hull without these cells is refused, with the cell and the amount.
    fn fault(&self, hull: &Grid<bool>, taken: &[Cell]) -> Option<(CutRefusal, Option<Cell>, u32)> {
        let rules = self.problem.context.rules();
        if taken.is_empty() {
            return Some((CutRefusal::Nothing, None, 0));
        }
        let pieces = pieces(hull);
        if pieces.len() != 1 {
            let second = pieces.get(1).and_then(|piece| piece.first()).copied();
            return Some((CutRefusal::Apart, second, pieces.len() as u32));
        }
        if let Some(cell) = thin(hull, rules.thick) {
            return Some((CutRefusal::Thin, Some(cell), 0));
        }
        let lost = rules.whole - pieces[0].len() as u32;
        (lost * 100 > rules.whole * rules.loss as u32).then_some((CutRefusal::Loss, None, lost))
    }
}
