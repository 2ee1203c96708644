//! Properties of the five fields of view on random maps: cells that are always or never seen, symmetry, and the
//! rotations and reflections that change nothing.

use crate::helpers::ground::{any_cell, drawn, random_map};
use gridscope::algorithms::shadowcast::{Look, Shape, Sight, Variant, asymmetric_pairs};
use gridscope::trace::{Cell, Grid, Rng, Size, Tile};
use std::collections::{BTreeMap, BTreeSet};

#[test]
fn eye_is_visible_and_nothing_beyond_the_radius() {
    let mut dice = Rng::new(12);
    let mut sight = Sight::default();
    for _ in 0..2000 {
        let tiles = random_map(&mut dice, 24);
        let size = tiles.size();
        let (eye, radius) = (any_cell(&mut dice, size), dice.below(12) as u32);
        for variant in Variant::ALL {
            for shape in [Shape::Circle, Shape::Square, Shape::Diamond] {
                let look = Look { radius: Some(radius), shape, ..Look::new(variant, eye) };
                sight.look(&tiles, &look);
                assert!(sight.sees(eye));
                let near = |c: Cell| {
                    let (dx, dy) = (c.x as i32 - eye.x as i32, c.y as i32 - eye.y as i32);
                    look.measured().measure(dx, dy) <= look.max_measure()
                };
                for &cell in sight.cells().iter().skip(1) {
                    // Portal's diagonal marks are not tested against the radius, but they touch a cell that is.
                    let touches = |c: &Cell| c.x.abs_diff(cell.x) == 1 && c.y.abs_diff(cell.y) == 1 && near(*c);
                    let marked = variant == Variant::Portal && (sight.cells().iter().any(touches));
                    assert!(near(cell) || marked, "{look:?} {cell}");
                }
                // A smaller radius never shows more, except for light: the scan does not depend on what is in range.
                let few = sight.cells().to_vec();
                sight.look(&tiles, &Look { radius: Some(radius + 1), ..look });
                assert!(few.iter().all(|&c| sight.sees(c)), "{look:?}");
            }
        }
    }
}

#[test]
fn symmetric_variant_has_no_asymmetric_floor_pair() {
    let mut dice = Rng::new(13);
    let mut sight = Sight::default();
    let mut found: BTreeMap<Variant, u64> = BTreeMap::new();
    for round in 0..400 {
        let tiles = random_map(&mut dice, 12);
        let size = tiles.size();
        let radius = [None, Some(4)][dice.below(2) as usize];
        for variant in Variant::ALL {
            if variant != Variant::Symmetric && round >= 80 {
                continue;
            }
            let look = Look { radius, ..Look::new(variant, Cell::default()) };
            let pairs = asymmetric_pairs(&tiles, &look, usize::MAX).expect("a small map");
            assert_eq!(pairs.total, pairs.pairs.len() as u64);
            *found.entry(variant).or_default() += pairs.total;
            if variant == Variant::Symmetric {
                assert_eq!(pairs.total, 0, "{radius:?}\n{}", drawn(&tiles));
                continue;
            }
            let floors: Vec<Cell> = size.cells().filter(|&c| tiles[c].info().opacity < 255).collect();
            let mut sees = |a: Cell, b: Cell| {
                sight.look(&tiles, &Look { eye: a, ..look });
                sight.sees(b)
            };
            let mut slowly = Vec::new();
            for &a in floors.iter().step_by(5) {
                slowly.extend(floors.iter().filter(|&&b| sees(a, b) && !sees(b, a)).map(|&b| (a, b)));
            }
            let chosen: BTreeSet<Cell> = floors.iter().step_by(5).copied().collect();
            let quickly: Vec<_> = pairs.pairs.iter().filter(|p| chosen.contains(&p.0)).copied().collect();
            assert_eq!(quickly, slowly, "{variant:?}\n{}", drawn(&tiles));
        }
    }
    for variant in Variant::ALL {
        assert_eq!(found[&variant] > 0, variant != Variant::Symmetric, "{variant:?}");
    }
}

#[test]
fn asymmetry_of_too_many_floors_is_refused() {
    let open = Grid::new(Size::new(129, 128), Tile::Floor);
    let error = asymmetric_pairs(&open, &Look::new(Variant::Portal, Cell::default()), 0).expect_err("too many");
    assert!(error.contains("16512 floors") && error.contains("16384"), "{error}");
}

/// Returns one of the eight symmetric images of a map: `k` & 4 swaps x and y, & 1 mirrors x, & 2 mirrors y.
fn moved(tiles: &Grid<Tile>, k: u8, place: impl Fn(Cell) -> Cell) -> Grid<Tile> {
    let size = tiles.size();
    let turned = if k & 4 == 0 { size } else { Size::new(size.height, size.width) };
    let mut out = Grid::new(turned, Tile::Floor);
    for c in size.cells() {
        out[place(c)] = tiles[c];
    }
    out
}

/// Tests which of the eight symmetries of the grid a rule has.
///
/// `recursive`, `bergstrom` (octants by mirror images), `symmetric` (ties round toward the middle on both sides) and
/// `portal` (corners on either side count as inside) have all eight. `strips` takes every corner on a cell's left side,
/// where its index is. Only swapping x and y preserves that; rotations and reflections show different cells.
#[test]
fn variants_keep_their_symmetries_of_the_grid() {
    let mut dice = Rng::new(14);
    let (mut sight, mut other) = (Sight::default(), Sight::default());
    let mut broken = BTreeSet::new();
    for _ in 0..2000 {
        let mut tiles = random_map(&mut dice, 14);
        // One-way windows would have to be rotated, too.
        tiles.as_mut_slice().iter_mut().filter(|t| t.info().sight.is_some()).for_each(|t| *t = Tile::Wall);
        let size = tiles.size();
        let (eye, radius) = (any_cell(&mut dice, size), [None, Some(6)][dice.below(2) as usize]);
        for k in 1..8u8 {
            let place = |c: Cell| {
                let x = if k & 1 == 0 { c.x } else { size.width - 1 - c.x };
                let y = if k & 2 == 0 { c.y } else { size.height - 1 - c.y };
                if k & 4 == 0 { Cell::new(x, y) } else { Cell::new(y, x) }
            };
            let laid = moved(&tiles, k, place);
            for variant in Variant::ALL {
                let look = Look { radius, ..Look::new(variant, eye) };
                sight.look(&tiles, &look);
                other.look(&laid, &Look { eye: place(eye), ..look });
                let same = sight.cells().len() == other.cells().len()
                    && sight.cells().iter().all(|&c| other.sees(place(c)) && other.light(place(c)) == sight.light(c));
                if !same {
                    broken.insert((variant, k));
                }
            }
        }
    }
    let strips: BTreeSet<_> = [1, 2, 3, 5, 6, 7].map(|k| (Variant::Strips, k)).into();
    assert_eq!(broken, strips);
}

#[test]
fn huge_radii_and_long_maps_finish() {
    let mut sight = Sight::default();
    let long = Grid::new(Size::new(16_384, 1), Tile::Floor);
    for variant in Variant::ALL {
        for radius in [None, Some(40), Some(u32::MAX)] {
            let look = Look { radius, ..Look::new(variant, Cell::new(9, 0)) };
            sight.look(&long, &look);
            let want = match (variant, radius) {
                (Variant::Portal, None) => 9 + 1 + 20,
                (Variant::Strips | Variant::Bergstrom, Some(40)) => 9 + 1 + 39,
                (_, Some(40)) => 9 + 1 + 40,
                _ => 16_384,
            };
            assert_eq!(sight.cells().len(), want, "{look:?}");
        }
    }
}
