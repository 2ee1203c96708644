//! Distance maps agree with the recorded flood, with A*, and, after any change, with a new distance map.

use gridscope::algorithms::astar;
use gridscope::trace::dijkstra::{distances, flood};
use gridscope::trace::map::GridMap;
use gridscope::trace::movement::Corners;
use gridscope::trace::observe::unhalted;
use gridscope::trace::{Cell, Cost, Dir, DistanceMap, Grid, Rng, Size};

fn cell(dice: &mut Rng, size: Size) -> Cell {
    Cell::new(dice.below(size.width.into()) as u16, dice.below(size.height.into()) as u16)
}

fn goals(dice: &mut Rng, size: Size) -> Vec<Cell> {
    (0..dice.below(5)).map(|_| cell(dice, size)).collect()
}

fn map(dice: &mut Rng, most: u64) -> Grid<bool> {
    let mut side = || 1 + dice.below(most) as u16;
    let size = Size::new(side(), side());
    let share = dice.below(65);
    Grid::from_vec(size, (0..size.area()).map(|_| dice.below(100) >= share).collect()).expect("as many as cells")
}

/// Returns one of four kinds of steps: four or eight neighbours, with three rules of corner cutting.
fn stepping(free: &Grid<bool>, kind: u64) -> GridMap {
    let floor = GridMap::from(free.clone());
    match kind % 4 {
        0 => floor,
        1 => floor.straight(),
        2 => floor.corners(Corners::One),
        _ => floor.corners(Corners::Always),
    }
}

/// Returns the distances of the recorded flood.
fn shown(floor: &GridMap, goals: &[Cell]) -> Grid<Option<Cost>> {
    let size = floor.size();
    let passage = floor.passage();
    let order = floor.rules().order;
    let step = |cell: Cell, dir: Dir| {
        let to = cell.step(dir, size).filter(|_| order.contains(&dir))?;
        passage.step(to, dir.opposite()).ok().filter(|_| passage.is_open(to)).map(|_| to)
    };
    let lengths = unhalted(flood(size, goals.iter().copied(), None, step, &mut ())).d;
    let costs = lengths.as_slice().iter().map(|length| length.map(Cost::from)).collect();
    Grid::from_vec(size, costs).expect("as many as cells")
}

#[test]
fn distance_map_equals_the_recorded_flood() {
    let mut dice = Rng::new(31);
    let mut far = 0;
    for round in 0..3000 {
        let free = map(&mut dice, 40);
        let floor = stepping(&free, round);
        let mut map = DistanceMap::new(&floor);
        assert_eq!(map.get(Cell::new(0, 0)), None, "nothing was measured yet");
        for _ in 0..2 {
            let goals = goals(&mut dice, floor.size());
            let exact = shown(&floor, &goals);
            assert_eq!(map.set_goals(&goals).grid(), exact, "{goals:?} on {floor:?}");
            assert_eq!(distances(&floor, &goals), exact, "the call on its own");
            far += exact.as_slice().iter().filter(|d| d.is_some_and(|d| d > Cost::new(30, 0, 1))).count();
        }
    }
    assert!(far > 10_000, "{far}");
}

#[test]
fn weighted_distance_map_equals_path_costs() {
    let mut dice = Rng::new(32);
    let mut ways = 0;
    for round in 0..600 {
        let free = map(&mut dice, 14);
        let size = free.size();
        let most = [9, 255][dice.below(2) as usize];
        let weights: Vec<u8> = (0..size.area()).map(|_| 1 + dice.below(most) as u8).collect();
        let floor = stepping(&free, round).weights(|c| weights[size.index(c)]);
        let goal = cell(&mut dice, size);
        let mut map = DistanceMap::new(&floor);
        map.set_goals(&[goal]);
        for _ in 0..12 {
            let from = cell(&mut dice, size);
            let way = if from == goal { None } else { astar::path(&floor, from, goal) };
            if from != goal {
                assert_eq!(map.get(from), way.as_ref().map(|way| way.cost), "{from} to {goal} on {floor:?}");
            }
            let Some(way) = way else { continue };
            ways += 1;
            let walked: Vec<Cell> = std::iter::successors(Some(from), |&at| map.next_step(at)).collect();
            assert_eq!(walked.last(), Some(&goal));
            assert_eq!(floor.path_along(walked).map(|way| way.cost), Some(way.cost));
        }
    }
    assert!(ways > 2000, "{ways}");
}

#[test]
fn repaired_distance_map_equals_a_rebuilt_map() {
    let mut dice = Rng::new(33);
    let mut changes = 0;
    for round in 0..700 {
        let mut free = map(&mut dice, 24);
        let size = free.size();
        let weights: Vec<u8> = (0..size.area()).map(|_| 1 + dice.below(9) as u8).collect();
        let floor = |free: &Grid<bool>| {
            let floor = stepping(free, round);
            if round % 8 < 4 { floor } else { floor.weights(|c| weights[size.index(c)]) }
        };
        let mut goals = goals(&mut dice, size);
        let mut map = DistanceMap::new(&floor(&free));
        map.open(cell(&mut dice, size));
        map = DistanceMap::new(&floor(&free));
        map.set_goals(&goals);
        for _ in 0..25 {
            // Sometimes a goal itself.
            let at = match goals.first() {
                Some(&goal) if dice.below(8) == 0 => goal,
                _ => cell(&mut dice, size),
            };
            free[at] = !free[at];
            if free[at] {
                map.open(at);
            } else {
                map.close(at);
            }
            assert_eq!(map.is_free(at), free[at]);
            let anew = DistanceMap::new(&floor(&free)).set_goals(&goals).grid();
            assert_eq!(map.grid(), anew, "{at} changed, goals {goals:?}, {free:?}");
            changes += 1;
            if dice.below(10) == 0 {
                goals = self::goals(&mut dice, size);
                map.set_goals(&goals);
            }
        }
    }
    assert!(changes > 15_000);
}

/// Builds a map whose odd rows are walls with one gap, alternately at either end. It has the longest possible path,
/// about half as long as the number of cells.
fn snake(width: u16, height: u16) -> Grid<bool> {
    let size = Size::new(width, height);
    let gap = |y: u16| if y % 4 == 1 { width - 1 } else { 0 };
    Grid::from_vec(size, size.cells().map(|c| c.y % 2 == 0 || c.x == gap(c.y)).collect()).expect("as many as cells")
}

#[test]
fn distances_beyond_16_bits_are_exact() {
    // At least 401 · 200 + 401 steps: more than 16 bits hold, and more than 32 bits can represent exactly with diagonal
    // steps.
    let free = snake(401, 401);
    let goal = Cell::new(400, 200);
    for floor in [
        GridMap::from(free.clone()),
        GridMap::from(free.clone()).straight(),
        GridMap::from(free.clone()).corners(Corners::Always),
    ] {
        let mut map = DistanceMap::new(&floor);
        let goals = [Cell::new(0, 0)];
        assert_eq!(map.set_goals(&goals).grid(), shown(&floor, &goals));
        assert!(map.get(Cell::new(400, 400)).is_some_and(|d| d > Cost::new(70_000, 0, 1)));
        let short = Cell::new(200, 201);
        map.open(short);
        map.close(Cell::new(7, 0));
        map.open(Cell::new(7, 0));
        map.close(short);
        assert_eq!(map.grid(), shown(&floor, &goals));
        assert_eq!(map.set_goals(&[goal]).grid(), shown(&floor, &[goal]));
    }
}

#[test]
fn repair_that_outgrows_its_numbers_measures_again() {
    // First, each wall row has a second gap. When these are closed, the path is longer than 16 bits hold.
    let free = snake(401, 401);
    let size = free.size();
    let mut open = free.clone();
    let doors: Vec<Cell> = (0..200).map(|k| Cell::new(200, 2 * k + 1)).collect();
    for &door in &doors {
        open[door] = true;
    }
    for straight in [true, false] {
        let floor = |free: &Grid<bool>| {
            if straight { GridMap::from(free.clone()).straight() } else { GridMap::from(free.clone()) }
        };
        let mut map = DistanceMap::new(&floor(&open));
        map.set_goals(&[Cell::new(0, 0)]);
        assert!(map.get(Cell::new(400, 400)).is_some_and(|d| d < Cost::new(900, 0, 1)));
        for &door in &doors {
            map.close(door);
        }
        assert_eq!(map.grid(), shown(&floor(&free), &[Cell::new(0, 0)]), "{size:?}");
    }
}

#[test]
fn distance_map_ignores_cells_outside() {
    let mut map = DistanceMap::new(&GridMap::new(Size::new(3, 1), |c| c.x != 1));
    map.set_goals(&[Cell::new(9, 9), Cell::new(1, 0)]);
    assert_eq!(map.grid().as_slice(), [None, Some(Cost::ZERO), None]);
    map.open(Cell::new(1, 0));
    assert_eq!(map.grid().as_slice(), [Some(Cost::new(1, 0, 1)), Some(Cost::ZERO), Some(Cost::new(1, 0, 1))]);
    map.close(Cell::new(3, 0));
    assert_eq!(
        (map.get(Cell::new(3, 0)), map.next_step(Cell::new(3, 0)), map.is_free(Cell::new(0, 7))),
        (None, None, false)
    );
    assert_eq!(map.next_step(Cell::new(0, 0)), Some(Cell::new(1, 0)));
    assert_eq!(map.next_step(Cell::new(1, 0)), None);
    assert_eq!(map.size(), Size::new(3, 1));
}

/// Builds diagonal corridors side by side. Of every three diagonals, `lines` are free and the rest are walls. The
/// corridors are joined at alternate ends.
fn corridors(size: Size, lines: i32) -> Grid<bool> {
    let (width, height) = (i32::from(size.width), i32::from(size.height));
    let mut free =
        Grid::from_vec(size, size.cells().map(|c| (i32::from(c.x) - i32::from(c.y)).rem_euclid(3) < lines).collect())
            .expect("as many as cells");
    for line in (1 - height..width).filter(|line| line.rem_euclid(3) >= lines) {
        let below = line.div_euclid(3).rem_euclid(2) == 0;
        let x = if below { (width - 1).min(height - 1 + line) } else { line.max(0) };
        free.set(Cell::new(x as u16, (x - line) as u16), true);
    }
    free
}

/// Returns the numbers of straight and diagonal steps to the goal, and the last cell. Each step comes nearer to the
/// goal.
fn walked(map: &DistanceMap, from: Cell) -> (i64, i64, Cell) {
    let mut straight = 0;
    let mut diagonal = 0;
    let mut at = from;
    while let Some(next) = map.next_step(at).filter(|_| straight + diagonal < 1 << 24) {
        if next.x == at.x || next.y == at.y {
            straight += 1;
        } else {
            diagonal += 1;
        }
        at = next;
    }
    (straight, diagonal, at)
}

#[test]
#[ignore = "half a minute: cargo test --release --test algorithms -- --ignored longest_distances"]
fn longest_distances_on_costliest_ground_are_exact() {
    // 8.7 million straight steps of cost 255.
    let size = Size::new(4096, 3200);
    let floor = GridMap::from(corridors(size, 2)).straight().weights(|_| 255);
    let (goal, far) = (Cell::new(4095, 0), Cell::new(0, 3198));
    let mut map = DistanceMap::new(&floor);
    map.set_goals(&[goal]);
    let (straight, diagonal, end) = walked(&map, far);
    assert_eq!((diagonal, end), (0, goal));
    assert!(straight * 255 > i64::from(i32::MAX), "{straight}");
    assert_eq!(map.get(far), Some(Cost::new(straight * 255, 0, 1)));
    // 5.2 million diagonal steps of cost 255: more than numbers with 1,311,738,121 units per straight step can
    // represent exactly.
    let size = Size::new(4096, 3840);
    let floor = GridMap::from(corridors(size, 1)).corners(Corners::Always).weights(|_| 255);
    let (goal, far) = (Cell::new(4095, 0), Cell::new(0, 3837));
    map = DistanceMap::new(&floor);
    map.set_goals(&[goal]);
    let (straight, diagonal, end) = walked(&map, far);
    assert_eq!(end, goal);
    assert!(diagonal * 255 > 1_311_738_121, "{diagonal}");
    assert_eq!(map.get(far), Some(Cost::new(straight * 255, diagonal * 255, 1)));
}
