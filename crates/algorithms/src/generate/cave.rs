//! A cave: noise, smoothed by a cellular automaton. Only the largest hollow is kept.
//!
//! Source: Lawrence Johnson, Georgios N. Yannakakis and Julian Togelius, *Cellular automata for real-time generation
//! of infinite cave levels*, 2010. A cell becomes rock if at least 5 of the 9 cells of its block are rock.

use super::{Generator, SceneRequest, flood, named, with_ends};
use crate::{Cell, Dir, Grid, Rng, RunError, Scene, Size, Tile};

/// The cave generator.
pub(super) static CAVE: Generator = Generator {
    id: "cave",
    title: "Cave",
    help: "A cave in one piece, smoothed out of noise by a cellular automaton.",
    source: "Johnson, Yannakakis, Togelius: Cellular automata for real-time generation of infinite cave levels (2010)",
    size: Size::new(64, 40),
    least: Size::new(8, 8),
    params: &[],
    decks: false,
    make,
};

/// Percentage of cells that are rock at first.
const ROCK: u64 = 44;
/// Number of passes of the automaton.
const PASSES: usize = 5;
/// Largest number of attempts to get a cave that is large enough.
const TRIES: usize = 40;

#[expect(clippy::unnecessary_wraps, reason = "one signature for all generators")]
fn make(wish: &SceneRequest) -> Result<Scene, RunError> {
    let (size, mut dice) = (wish.size, Rng::new(wish.seed));
    let inside = (size.width as usize - 2) * (size.height as usize - 2);
    let mut best = Vec::new();
    for _ in 0..TRIES {
        let hollow = hollow(size, &mut dice);
        if hollow.len() > best.len() {
            best = hollow;
        }
        // Large enough: at least three tenths of the interior.
        if best.len() * 10 >= inside * 3 {
            break;
        }
    }
    let mut tiles = Grid::new(size, Tile::Wall);
    if best.len() < 2 {
        // A small map may become solid by chance. Two cells can always be dug.
        best = vec![Cell::new(1, 1), Cell::new(2, 1)];
    }
    for cell in best {
        tiles[cell] = Tile::Floor;
    }
    let title = format!("Cave, seed {}", wish.seed);
    let notes = format!("A cave of {size} cells in one piece, generated with seed {}.", wish.seed);
    Ok(with_ends(named(tiles, title, notes)))
}

/// Returns the largest hollow after all passes.
fn hollow(size: Size, dice: &mut Rng) -> Vec<Cell> {
    let mut tiles = Grid::new(size, Tile::Wall);
    for cell in size.cells().filter(|&c| !on_edge(c, size)) {
        if dice.below(100) >= ROCK {
            tiles[cell] = Tile::Floor;
        }
    }
    for _ in 0..PASSES {
        tiles = smoothed(&tiles);
    }
    let mut visited_cells = Grid::new(size, false);
    let mut largest = Vec::new();
    for cell in size.cells() {
        if tiles[cell] == Tile::Floor && !visited_cells[cell] {
            let cells = flood(&tiles, cell);
            for &c in &cells {
                visited_cells[c] = true;
            }
            if cells.len() > largest.len() {
                largest = cells;
            }
        }
    }
    largest
}

const fn on_edge(c: Cell, size: Size) -> bool {
    c.x == 0 || c.y == 0 || c.x + 1 == size.width || c.y + 1 == size.height
}

fn smoothed(tiles: &Grid<Tile>) -> Grid<Tile> {
    let size = tiles.size();
    let mut next = Grid::new(size, Tile::Wall);
    for cell in size.cells().filter(|&c| !on_edge(c, size)) {
        let rock = |c: Cell| usize::from(tiles[c] == Tile::Wall);
        let round: usize = Dir::ALL.into_iter().filter_map(|d| cell.step(d, size)).map(rock).sum();
        if rock(cell) + round < 5 {
            next[cell] = Tile::Floor;
        }
    }
    next
}
