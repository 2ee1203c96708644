//! A perfect maze: between any two cells there is exactly one path.
//!
//! Source: Jamis Buck, *Mazes for Programmers*, 2015: the recursive backtracker, a depth-first search that takes its
//! neighbours in random order. This version uses an explicit stack, so that large mazes need no deep recursion.

use super::{Generator, SceneRequest, named, with_ends};
use crate::{Cell, Dir, Grid, Rng, RunError, Scene, Size, Tile};

/// The maze generator.
pub(super) static MAZE: Generator = Generator {
    id: "maze",
    title: "Maze",
    help: "A perfect maze: between any two cells there is exactly one path.",
    source: "Jamis Buck: Mazes for Programmers (2015), the recursive backtracker",
    size: Size::new(41, 25),
    least: Size::new(5, 3),
    params: &[],
    decks: false,
    make,
};

#[expect(clippy::unnecessary_wraps, reason = "one signature for all generators")]
fn make(wish: &SceneRequest) -> Result<Scene, RunError> {
    let (size, mut dice) = (wish.size, Rng::new(wish.seed));
    let mut tiles = Grid::new(size, Tile::Wall);
    // Chambers are in odd columns and rows. If a side is even, the last wall is twice as thick.
    let across = |side: u16| (side - 1) / 2;
    let pick = |side: u16, dice: &mut Rng| 1 + 2 * dice.below(across(side).into()) as u16;
    let first = Cell::new(pick(size.width, &mut dice), pick(size.height, &mut dice));
    tiles[first] = Tile::Floor;
    let mut stack = vec![first];
    while let Some(&cell) = stack.last() {
        let ways = [Dir::E, Dir::W, Dir::S, Dir::N].map(|dir| passage(cell, dir, size));
        let mut open = ways.into_iter().flatten().filter(|&(_, to)| tiles[to] == Tile::Wall);
        let count = open.clone().count() as u64;
        match open.nth(dice.below(count) as usize) {
            None => _ = stack.pop(),
            Some((between, to)) => {
                (tiles[between], tiles[to]) = (Tile::Floor, Tile::Floor);
                stack.push(to);
            }
        }
    }
    let title = format!("Maze, seed {}", wish.seed);
    let notes =
        format!("A perfect maze of {size} cells, generated with seed {}: there is exactly one path.", wish.seed);
    Ok(with_ends(named(tiles, title, notes)))
}

/// Returns the next wall in a direction and the chamber behind it. Returns `None` at the edge of the map.
fn passage(cell: Cell, dir: Dir, size: Size) -> Option<(Cell, Cell)> {
    let between = cell.step(dir, size)?;
    let to = between.step(dir, size)?;
    to.step(dir, size).map(|_| (between, to))
}
