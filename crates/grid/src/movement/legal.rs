//! Legal steps from each cell, as one byte of direction bits per cell. Computed once for a map.

use super::Corners;
use crate::observe::StepCounter;
use crate::{Cell, Dir, Grid};
use std::ops::ControlFlow;

/// Computes the byte of every cell. `enter` holds, for each cell, the directions in which it may be entered.
pub(super) fn moves<H>(
    enter: &Grid<u8>,
    corners: Corners,
    goes_on: &mut impl FnMut() -> ControlFlow<H>,
) -> ControlFlow<H, Grid<u8>> {
    // Each rule has a loop of its own, without branches in it, so that many cells are computed at a time.
    match corners {
        Corners::Never => moves_by(|across, along| passes(Corners::Never, across, along), enter, goes_on),
        Corners::One => moves_by(|across, along| passes(Corners::One, across, along), enter, goes_on),
        Corners::Always => moves_by(|across, along| passes(Corners::Always, across, along), enter, goes_on),
    }
}

/// Computes the byte of every cell. `corner` says whether a diagonal step is legal, by whether the two cells beside it may
/// be entered.
fn moves_by<H>(
    corner: impl Fn(u8, u8) -> u8 + Copy,
    enter: &Grid<u8>,
    goes_on: &mut impl FnMut() -> ControlFlow<H>,
) -> ControlFlow<H, Grid<u8>> {
    let size = enter.size();
    let width = usize::from(size.width).max(1);
    // The map with a blocked cell at either end of each row.
    let padded_width = width + 2;
    let mut padded = vec![0u8; padded_width * (usize::from(size.height) + 2)];
    for (row, cells) in padded.chunks_exact_mut(padded_width).skip(1).zip(enter.as_slice().chunks_exact(width)) {
        row[1..=width].copy_from_slice(cells);
    }
    let (mut all, mut pace) = (Grid::new(size, 0u8), StepCounter::default());
    for (y, out) in all.as_mut_slice().chunks_exact_mut(width).enumerate() {
        let row = |y: usize| &padded[y * padded_width..][..out.len() + 2];
        let (above, here, below) = (row(y), row(y + 1), row(y + 2));
        for (x, out) in out.iter_mut().enumerate() {
            let column = |x: usize| Column { above: above[x], here: here[x], below: below[x] };
            *out = from_here([column(x), column(x + 1), column(x + 2)], corner);
        }
        pace.steps(width, goes_on)?;
    }
    ControlFlow::Continue(all)
}

/// Recomputes the bytes around a cell after its entry in `enter` changed.
pub(super) fn renew(legal: &mut Grid<u8>, enter: &Grid<u8>, corners: Corners, changed: Cell) {
    let size = enter.size();
    let (width, cells) = (size.width as usize, enter.as_slice());
    for y in changed.y.saturating_sub(1)..=changed.y.saturating_add(1).min(size.height - 1) {
        for x in changed.x.saturating_sub(1)..=changed.x.saturating_add(1).min(size.width - 1) {
            let row = |dy: i32| {
                let y = i32::from(y) + dy;
                let from = usize::try_from(y).ok().map(|y| y * width);
                from.and_then(|from| cells.get(from..from + width)).unwrap_or(&[])
            };
            let column = |dx: usize| match (x as usize + dx).checked_sub(1) {
                Some(x) => Column::of(row(-1), row(0), row(1), x),
                None => Column::default(),
            };
            let corner = |across, along| passes(corners, across, along);
            legal[Cell::new(x, y)] = from_here([column(0), column(1), column(2)], corner);
        }
    }
}

/// The bytes of three cells in a column. A byte is 0 outside the map.
#[derive(Clone, Copy, Default)]
struct Column {
    above: u8,
    here: u8,
    below: u8,
}

impl Column {
    #[inline]
    fn of(above: &[u8], here: &[u8], below: &[u8], x: usize) -> Self {
        let at = |row: &[u8]| row.get(x).copied().unwrap_or(0);
        Self { above: at(above), here: at(here), below: at(below) }
    }
}

/// Returns 1 if a diagonal step passes its corner, else 0. The arguments say the same of the two cells beside it: whether they
/// may be entered.
#[inline]
const fn passes(corners: Corners, across: u8, along: u8) -> u8 {
    match corners {
        Corners::Never => across & along,
        Corners::One => across | along,
        Corners::Always => 1,
    }
}

/// Returns the legal steps from the middle of nine cells.
#[inline]
fn from_here([west, middle, east]: [Column; 3], corner: impl Fn(u8, u8) -> u8) -> u8 {
    let bit = |byte: u8, dir: Dir| byte >> dir as u8 & 1;
    let (e, w) = (bit(east.here, Dir::E), bit(west.here, Dir::W));
    let (s, n) = (bit(middle.below, Dir::S), bit(middle.above, Dir::N));
    let diagonal = |byte: u8, dir: Dir, across: u8, along: u8| (bit(byte, dir) & corner(across, along)) << dir as u8;
    e << Dir::E as u8
        | w << Dir::W as u8
        | s << Dir::S as u8
        | n << Dir::N as u8
        | diagonal(east.below, Dir::Se, e, s)
        | diagonal(west.below, Dir::Sw, w, s)
        | diagonal(east.above, Dir::Ne, e, n)
        | diagonal(west.above, Dir::Nw, w, n)
}
