//! What one stroke paints: fills against a plain flood, and cells that are painted twice.

use crate::common::{self, scene};
use gridscope::core::geometry::{Cell, Dir};
use gridscope::core::rng::Rng;
use gridscope::core::scene::Scene;
use gridscope::core::terrain::Tile;
use gridscope::debugger::{Document, paint};

fn at(x: u16, y: u16) -> Cell {
    Cell::new(x, y)
}

/// The cells that straight steps reach on the same tile and weight, one by one.
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
fn a_fill_takes_what_straight_steps_reach() {
    let mut dice = Rng::new(5);
    for round in 0..120 {
        let mut scene = common::random(&mut dice, 12, &[Tile::Floor, Tile::Floor, Tile::Wall, Tile::Rubble]);
        let size = scene.size();
        for _ in 0..round % 9 {
            scene.set_weight(size.cell(dice.below(size.area() as u64) as usize), 3);
        }
        let from = size.cell(dice.below(size.area() as u64) as usize);
        let mut filled = paint::fill(&scene, from);
        filled.sort_unstable();
        assert_eq!(filled, flooded(&scene, from), "from {from}");
    }
    let scene = scene("...");
    assert!(paint::fill(&scene, at(9, 9)).is_empty(), "nothing off the map");
}

/// A cell that a stroke passes twice comes back as it was.
#[test]
fn what_is_painted_twice_is_undone_to_the_first() {
    let mut document = Document::new(scene("...\n..."), None);
    let before = document.scene().clone();
    let paint = [(at(1, 0), Tile::Wall), (at(1, 0), Tile::Water), (at(2, 1), Tile::Wall), (at(1, 0), Tile::Rubble)];
    assert!(document.paint(paint));
    let after = document.scene().clone();
    assert_eq!(after.tiles[at(1, 0)], Tile::Rubble);
    assert!(document.undo() && *document.scene() == before);
    assert!(document.redo() && *document.scene() == after);
}
