//! Measures field of view: each variant, plain and recorded, on a cave of 256² cells, in the open and among pillars,
//! and all asymmetric pairs of a cave of 100² cells. Prints the figures.

use gridscope::algorithms;
use gridscope::algorithms::shadowcast::{Look, Sight, Variant, asymmetric_pairs};
use gridscope::trace::geometry::Cell;
use gridscope::trace::grid::Grid;
use gridscope::trace::scene::{Actor, ActorKind, Scene};
use gridscope::trace::terrain::Tile;
use gridscope::trace::trace::Progress;
use std::hint::black_box;
use support::bench::{race, row, scene};

/// Builds a cave: noise, smoothed until a cell is a wall if most of its neighbours are.
fn cave(side: u16, seed: u64) -> Grid<Tile> {
    let mut tiles = scene(side, 40, seed).tiles;
    let size = tiles.size();
    for _ in 0..4 {
        let before = tiles.clone();
        for c in size.cells() {
            let around = (-1..=1).flat_map(|dy| (-1..=1).map(move |dx| (c.x as i32 + dx, c.y as i32 + dy)));
            let wall = |(x, y): (i32, i32)| {
                x < 0 || y < 0 || before.get(Cell::new(x as u16, y as u16)).is_none_or(|&t| t == Tile::Wall)
            };
            tiles[c] = if around.filter(|&p| wall(p)).count() >= 5 { Tile::Wall } else { Tile::Floor };
        }
    }
    tiles
}

/// Returns the floor cell nearest to the middle.
fn middle(tiles: &Grid<Tile>) -> Cell {
    let size = tiles.size();
    let off = |c: &Cell| c.x.abs_diff(size.width / 2) as u32 + c.y.abs_diff(size.height / 2) as u32;
    size.cells().filter(|&c| tiles[c] == Tile::Floor).min_by_key(off).unwrap_or_default()
}

fn main() {
    let progress = Progress::default();
    let grounds = [("cave", cave(256, 7)), ("pillars", scene(256, 3, 7).tiles), ("open", scene(256, 0, 7).tiles)];
    for (name, tiles) in grounds {
        let eye = middle(&tiles);
        let mut look_at = Scene::new(tiles.clone());
        look_at.actors = vec![Actor::new(ActorKind::Viewer, eye)];
        look_at.run.algorithm = "shadowcast".into();
        println!("{name}, 256 × 256, from {eye}; smallest of 15 turns each");
        let mut all = 0.0;
        for variant in Variant::ALL {
            look_at.run.params.set("variant", variant.name());
            let mut sight = Sight::default();
            let mut events = 0;
            let [plain, recorded] = race(
                15,
                [&mut || sight.look(&tiles, &Look::new(variant, eye)), &mut || {
                    events = algorithms::record(&look_at, &progress).map_or(0, |run| black_box(run.len()));
                }],
            );
            all += recorded;
            let cells = sight.cells().len();
            row(&format!("  {}, {cells} cells, plain", variant.name()), &format!("{:.3} ms", plain * 1e3), "");
            row(&format!("  {}, {events} events, recorded", variant.name()), &format!("{:.2} ms", recorded * 1e3), "");
        }
        row("  all five recorded", &format!("{:.1} ms", all * 1e3), "under 1000 ms");
    }
    let tiles = cave(100, 7);
    println!("asymmetric pairs of a cave, 100 × 100");
    for variant in Variant::ALL {
        let mut total = 0;
        let [time] = race(
            1,
            [&mut || {
                total = asymmetric_pairs(&tiles, &Look::new(variant, Cell::default()), 1000).map_or(0, |a| a.total);
            }],
        );
        row(&format!("  {}, {total} pairs", variant.name()), &format!("{:.0} ms", time * 1e3), "seconds");
    }
}
