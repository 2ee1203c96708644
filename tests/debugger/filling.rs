//! The cells that a stroke paints: fills, compared with a plain flood fill, and cells that are painted twice.

use gridscope::debugger::Document;
use gridscope::debugger::document::paint::{self, Spans};
use gridscope::trace::{Cell, Dir, Grid, Rng, Scene, Size, Tile, Weight};
use support::scene;

fn at(x: u16, y: u16) -> Cell {
    Cell::new(x, y)
}

/// Returns the cells with the same tile and weight that straight steps reach, found one by one.
fn flooded(scene: &Scene, from: Cell) -> Vec<Cell> {
    let what = |c: Cell| (scene.tiles[c], scene.weight(c));
    let (mut all, mut next) = (vec![from], 0);
    while let Some(&cell) = all.get(next) {
        next += 1;
        for to in [Dir::N, Dir::E, Dir::S, Dir::W].into_iter().filter_map(|dir| cell.step(dir, scene.size())) {
            if what(to) == what(from) && !all.contains(&to) {
                all.push(to);
            }
        }
    }
    all.sort_unstable();
    all
}

#[test]
fn fill_reaches_cells_by_straight_steps_only() {
    let mut dice = Rng::new(5);
    for round in 0..120 {
        let mut scene = support::random(&mut dice, 12, &[Tile::Floor, Tile::Floor, Tile::Wall, Tile::Rubble]);
        let size = scene.size();
        for _ in 0..round % 9 {
            scene.set_weight(size.cell(dice.below(size.area() as u64) as usize), Weight::from(3));
        }
        let from = size.cell(dice.below(size.area() as u64) as usize);
        let mut filled: Vec<Cell> = paint::fill(&scene, from).cells(size).collect();
        filled.sort_unstable();
        assert_eq!(filled, flooded(&scene, from), "from {from}");
    }
    let scene = scene("...");
    assert!(paint::fill(&scene, at(9, 9)).is_empty(), "nothing off the map");
}

/// Rows may be longer than the 64 cells that are processed together, or than several times as many.
#[test]
fn fill_crosses_rows_wider_than_64_cells() {
    let mut dice = Rng::new(6);
    for width in [63, 64, 65, 127, 128, 129, 200] {
        for _ in 0..6 {
            let size = Size::new(width, 1 + dice.below(7) as u16);
            let mut tiles = Grid::new(size, Tile::Floor);
            let walls = 3 + dice.below(8);
            for cell in size.cells() {
                if dice.below(walls) == 0 {
                    tiles[cell] = Tile::Wall;
                }
            }
            let scene = Scene::new(tiles);
            let from = size.cell(dice.below(size.area() as u64) as usize);
            let filled: Vec<Cell> = paint::fill(&scene, from).cells(size).collect();
            let mut by_row = filled.clone();
            by_row.sort_unstable_by_key(|cell| (cell.y, cell.x));
            assert_eq!(filled, by_row, "row by row");
            by_row.sort_unstable();
            assert_eq!(by_row, flooded(&scene, from), "from {from} on {size}");
        }
    }
}

/// A cell that a stroke paints twice is restored by undo.
#[test]
fn undo_restores_a_cell_painted_twice() {
    let mut document = Document::new(scene("...\n..."), None);
    let before = document.scene().clone();
    let size = before.size();
    document.begin();
    let (twice, then) = (vec![at(1, 0), at(2, 1)], vec![at(0, 0), at(1, 0), at(2, 0)]);
    for (cells, tile) in [(twice, Tile::Wall), (then, Tile::Water), (vec![at(1, 0)], Tile::Rubble)] {
        assert!(document.paint(Spans::of(cells, size), tile));
    }
    document.end();
    let after = document.scene().clone();
    assert_eq!((after.tiles[at(1, 0)], after.tiles[at(2, 1)]), (Tile::Rubble, Tile::Wall));
    assert!(document.undo().is_some() && *document.scene() == before);
    assert!(document.redo().is_some() && *document.scene() == after);
    assert!(!document.paint(Spans::of([at(2, 1)], size), Tile::Wall), "it is so already");
}

/// Rectangles and filters give the right cells, even if they extend beyond the edge.
#[test]
fn spans_contain_exactly_their_cells() {
    let (size, mut dice) = (Size::new(7, 5), Rng::new(9));
    for _ in 0..300 {
        let [a, b] = [(); 2].map(|()| at(dice.below(9) as u16, dice.below(7) as u16));
        let within =
            |c: &Cell| (a.x.min(b.x)..=a.x.max(b.x)).contains(&c.x) && (a.y.min(b.y)..=a.y.max(b.y)).contains(&c.y);
        let (all, spans): (Vec<Cell>, _) = (size.cells().filter(within).collect(), Spans::rectangle(a, b, size));
        assert_eq!(spans.cells(size).collect::<Vec<_>>(), all, "{a} to {b}");
        assert_eq!((spans.len(), spans.is_empty()), (all.len(), all.is_empty()));
        assert_eq!(Spans::of(all.iter().copied().chain([at(7, 0), at(0, 5)]), size), spans, "{a} to {b}");
        let odd = spans.filter(|at| at % 3 == 1);
        let odd_ones: Vec<Cell> = all.into_iter().filter(|&c| size.index(c) % 3 == 1).collect();
        assert_eq!((odd.cells(size).collect::<Vec<_>>(), odd.len()), (odd_ones.clone(), odd_ones.len()));
    }
}
