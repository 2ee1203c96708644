//! A field of view over bit words sees the same cells as the recorded look, on all kinds of maps, and repeatedly.

use gridscope::algorithms::shadowcast::{Look, Sight, Variant, Veil, visible};
use gridscope::trace::map::GridMap;
use gridscope::trace::{Cell, FieldOfView, Grid, Rng, Size};
use support::cases;

fn cell(dice: &mut Rng, size: Size) -> Cell {
    Cell::new(dice.below(size.width.into()) as u16, dice.below(size.height.into()) as u16)
}

/// Builds a map from empty to nearly full, in single cells or in blocks.
fn walls(dice: &mut Rng) -> Grid<bool> {
    let mut side = |most: u64| 1 + dice.below(most) as u16;
    let size = Size::new(side(150), side(100));
    let (share, block) = ([0, 2, 10, 30, 60][dice.below(5) as usize], 1 + dice.below(4) as u16);
    let coarse: Vec<bool> = (0..size.area()).map(|_| dice.below(100) < share).collect();
    let mut walls = Grid::new(size, false);
    for c in size.cells() {
        walls[c] = coarse[size.index(Cell::new(c.x / block, c.y / block))];
    }
    walls
}

fn shown(walls: &Grid<bool>, eye: Cell, radius: Option<u32>) -> Sight {
    let mut sight = Sight::default();
    let veil = |c| if walls[c] { Veil::OPAQUE } else { Veil::CLEAR };
    sight.look(&(walls.size(), veil), &Look { radius, ..Look::new(Variant::Symmetric, eye) });
    sight
}

fn sorted(cells: impl IntoIterator<Item = Cell>) -> Vec<Cell> {
    let mut cells: Vec<Cell> = cells.into_iter().collect();
    cells.sort();
    cells
}

#[test]
fn field_of_view_radius_may_exceed_any_map() {
    let size = Size::new(u16::MAX, 1);
    let mut view = FieldOfView::new(&GridMap::new(size, |_| true));
    for (radius, seen) in [(40_000, 40_001), (65_534, 65_535), (u32::MAX, 65_535)] {
        assert_eq!(view.look(Cell::new(0, 0), radius).cells().count(), seen, "{radius}");
    }
}

#[test]
fn field_of_view_equals_the_recorded_look() {
    let mut dice = Rng::new(21);
    let mut hidden = 0;
    for round in 0..cases(2500) {
        let mut walls = walls(&mut dice);
        let size = walls.size();
        let mut view = FieldOfView::new(&GridMap::new(size, |_| true).opaque(|c| walls[c]));
        for _ in 0..4 {
            let eye = cell(&mut dice, size);
            let radius = [None, Some(dice.below(9) as u32), Some(dice.below(200) as u32)][dice.below(3) as usize];
            let exact = shown(&walls, eye, radius);
            let seen: Vec<Cell> = view.look(eye, radius).cells().collect();
            assert_eq!(seen.first(), Some(&eye));
            assert_eq!(sorted(seen.clone()), sorted(exact.cells().iter().copied()), "{eye} {radius:?} {walls:?}");
            for _ in 0..20 {
                let any = cell(&mut dice, size);
                assert_eq!(view.sees(any), exact.sees(any), "{any} from {eye}");
            }
            hidden += size.area() - seen.len();
            if round % 5 == 0 {
                let radius = radius.unwrap_or(u32::MAX);
                let floor = GridMap::new(size, |c| !walls[c]);
                assert_eq!(sorted(visible(&floor, eye, radius)), sorted(seen));
            }
            let changed = cell(&mut dice, size);
            walls[changed] = !walls[changed];
            view.set_opaque(changed, walls[changed]);
        }
    }
    assert!(hidden > cases(1_000_000), "{hidden}");
}

#[test]
fn eye_off_the_map_sees_nothing() {
    let mut view = FieldOfView::new(&GridMap::new(Size::new(3, 2), |_| true));
    assert_eq!(view.cells().count(), 0);
    assert_eq!(view.look(Cell::new(1, 1), 0).cells().collect::<Vec<_>>(), [Cell::new(1, 1)]);
    assert_eq!(view.look(Cell::new(0, 0), None).cells().count(), 6);
    view.look(Cell::new(3, 0), 5);
    assert!(view.cells().next().is_none() && !view.sees(Cell::new(0, 0)) && !view.sees(Cell::new(3, 0)));
    view.set_opaque(Cell::new(9, 9), true);
}
