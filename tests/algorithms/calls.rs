//! The short calls agree with their algorithms, and with each other.

use gridscope::algorithms::{astar, shadowcast};
use gridscope::trace::map::GridMap;
use gridscope::trace::movement::Corners;
use gridscope::trace::{Cell, Cost, Grid, Rng, Scene, Size, dijkstra};

fn floors() -> impl Iterator<Item = (GridMap, Grid<bool>)> {
    let mut dice = Rng::new(7);
    (0..60).map(move |k| {
        let size = Size::new(1 + k % 13, 1 + k % 9);
        let cells = (0..size.area()).map(|_| dice.below(3) > 0).collect();
        let free = Grid::from_vec(size, cells).expect("as many as cells");
        let floor = GridMap::from(free.clone());
        let floor = if k % 2 == 0 { floor } else { floor.straight() };
        (if k % 3 == 0 { floor.corners(Corners::Always) } else { floor }, free)
    })
}

#[test]
fn path_cost_equals_the_distance_map() {
    let (mut ways, mut none) = (0, 0);
    for (floor, free) in floors() {
        let to = Cell::new(0, 0);
        let far = dijkstra::distances(&floor, &[to, Cell::new(999, 999)]);
        for from in floor.size().cells().filter(|&from| free[from] && free[to]) {
            let way = astar::path(&floor, from, to);
            assert_eq!(way.as_ref().map(|way| way.cost), far[from], "from {from} in {free:?}");
            let Some(way) = way else {
                none += 1;
                continue;
            };
            ways += 1;
            assert_eq!((way.cells.first(), way.cells.last()), (Some(&from), Some(&to)));
            assert!(way.cells.iter().all(|&cell| free[cell]));
        }
    }
    assert!(ways > 300 && none > 100, "{ways} ways, {none} times none");
}

#[test]
fn path_along_accepts_only_adjacent_map_cells() {
    let floor = GridMap::new(Size::new(5, 5), |_| true).weights(|cell| cell.x as u8);
    let way = |cells: &[(u16, u16)]| floor.path_along(cells.iter().map(|&(x, y)| Cell::new(x, y)).collect());
    let cost = |cells: &[(u16, u16)]| way(cells).map(|way| way.cost);
    assert_eq!(cost(&[(0, 0), (1, 1), (2, 2), (3, 2)]), Some(Cost::new(3, 3, 1)));
    assert_eq!((cost(&[]), cost(&[(4, 4)])), (Some(Cost::ZERO), Some(Cost::ZERO)));
    let gaps: [&[(u16, u16)]; 5] =
        [&[(0, 0), (4, 0)], &[(0, 0), (1, 2)], &[(1, 1), (1, 1)], &[(4, 0), (5, 0)], &[(400, 0)]];
    assert!(gaps.into_iter().all(|cells| way(cells).is_none()));
}

#[test]
fn cells_outside_or_in_walls_have_no_path() {
    let floor = GridMap::new(Size::new(3, 1), |cell| cell.x != 1);
    let cell = |x| Cell::new(x, 0);
    assert_eq!(astar::path(&floor, cell(0), cell(1)), None);
    assert_eq!(astar::path(&floor, cell(9), cell(0)), None);
    assert_eq!(astar::path(&floor, cell(2), cell(2)).map(|way| way.cells), Some(vec![cell(2)]));
    assert_eq!(shadowcast::visible(&floor, cell(9), 5), []);
    assert_eq!(shadowcast::visible(&floor, cell(0), 5), [cell(0), cell(1)]);
    assert_eq!(dijkstra::distances(&floor, &[cell(0)]).as_slice(), [Some(Cost::ZERO), None, None]);
}

#[test]
fn closed_door_passes_walkers_and_blocks_sight() {
    let scene = Scene::from_rows(&["..+.."]).expect("a map");
    let floor = GridMap::from(&scene);
    assert_eq!(astar::path(&floor, Cell::new(0, 0), Cell::new(4, 0)).map(|way| way.cost), Some(Cost::new(4, 0, 1)));
    assert_eq!(shadowcast::visible(&floor, Cell::new(0, 0), 9).len(), 3);
    assert!(Scene::from_rows(&["..?"]).is_err_and(|e| e.to_string().contains("(2,0)")));
    assert!(Scene::from_rows(&[""]).is_err());
}
