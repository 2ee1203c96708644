//! The calls for games find the same paths as the recorded search: with jump points over bit words, over weights, and
//! repeatedly.

use gridscope::algorithms::astar::{self, Memory, Problem, search_in};
use gridscope::algorithms::search::Finder;
use gridscope::trace::DistanceMap;
use gridscope::trace::map::{GridMap, Path};
use gridscope::trace::movement::Corners;
use gridscope::trace::observe::unhalted;
use gridscope::trace::{Cell, Grid, Rng, Size};

/// Builds a map of any shape, from empty to nearly full, in blocks or in single cells.
fn map(dice: &mut Rng) -> GridMap {
    let mut side = |most: u64| 1 + dice.below(most) as u16;
    let size = Size::new(side(140), side(20));
    let (percent, block) = (dice.below(60), 1 + dice.below(4) as u16);
    let coarse: Vec<bool> = (0..size.area()).map(|_| dice.below(100) >= percent).collect();
    let mut free = Grid::new(size, true);
    for cell in size.cells() {
        free[cell] = coarse[size.index(Cell::new(cell.x / block, cell.y / block))];
    }
    GridMap::from(free)
}

fn cell(dice: &mut Rng, size: Size) -> Cell {
    Cell::new(dice.below(size.width.into()) as u16, dice.below(size.height.into()) as u16)
}

/// Asserts that every step of a path is possible, and that the path has the stated cost.
fn is_sound(floor: &GridMap, way: &Path, from: Cell, to: Cell) {
    assert_eq!((way.cells.first(), way.cells.last()), (Some(&from), Some(&to)));
    let passage = floor.passage();
    for pair in way.cells.windows(2) {
        let dir = pair[0].direction_to(pair[1]).expect("neighbours");
        assert!(passage.step(pair[0], dir).is_ok(), "{} to {}", pair[0], pair[1]);
    }
    assert_eq!(floor.path_along(way.cells.clone()).as_ref(), Some(way));
}

/// Returns the cost that the traced function finds on the same map, in units.
fn shown(floor: &GridMap, from: Cell, to: Cell) -> Option<u64> {
    let problem = Problem::on(floor, from, to);
    let mut count = |_| std::ops::ControlFlow::<std::convert::Infallible>::Continue(());
    let answer = unhalted(search_in(&mut Memory::default(), &problem, 0, &mut count));
    answer.found.then_some(answer.g)
}

fn units(way: &Path) -> u64 {
    way.cost.whole() as u64 * 470_832 + way.cost.roots() as u64 * 665_857
}

#[test]
fn jump_points_over_words_agree_with_astar() {
    let mut dice = Rng::new(11);
    let (mut found, mut turned) = (0, 0);
    for _ in 0..2500 {
        let floor = map(&mut dice);
        let mut finder = Finder::new(floor.clone());
        for _ in 0..4 {
            let (from, to) = (cell(&mut dice, floor.size()), cell(&mut dice, floor.size()));
            let way = finder.path(from, to);
            let stand = floor.is_free(from) && floor.is_free(to);
            let exact = if stand { shown(&floor, from, to) } else { None };
            assert_eq!(way.as_ref().map(units), exact, "{from} to {to} on {floor:?}");
            if let Some(way) = way {
                is_sound(&floor, &way, from, to);
                found += 1;
                turned += usize::from(way.cells.len() > 20);
            }
        }
    }
    assert!(found > 2000 && turned > 500, "{found} found, {turned} of them long");
}

#[test]
fn finder_agrees_with_astar_on_weights() {
    let mut dice = Rng::new(12);
    for round in 0..600 {
        let floor = map(&mut dice);
        // With the highest weights, steps lead beyond the ring of buckets.
        let heaviest = [9, 1_000_000][round / 4 % 2];
        let weights: Vec<u32> = (0..floor.size().area()).map(|_| 1 + dice.below(heaviest) as u32).collect();
        let size = floor.size();
        let floor = match round % 4 {
            0 => floor.weights(|c| weights[size.index(c)]),
            1 => floor.straight(),
            2 => floor.corners(Corners::One),
            _ => floor.corners(Corners::Always).weights(|c| weights[size.index(c)]),
        };
        let mut finder = Finder::new(floor.clone());
        for _ in 0..4 {
            let (from, to) = (cell(&mut dice, size), cell(&mut dice, size));
            let way = finder.path(from, to);
            let stand = floor.is_free(from) && floor.is_free(to);
            assert_eq!(way.as_ref().map(units), if stand { shown(&floor, from, to) } else { None });
            let cost = astar::path(&floor, from, to).map(|way| way.cost);
            assert_eq!(way.as_ref().map(|way| way.cost), cost, "the call on its own");
            assert_eq!(way, finder.path(from, to), "the same query again");
            if let Some(way) = way {
                is_sound(&floor, &way, from, to);
            }
        }
    }
}

#[test]
fn finder_still_answers_after_70000_searches() {
    let floor = GridMap::new(Size::new(5, 1), |_| true);
    let mut finder = Finder::new(floor.clone());
    let mut steps = Finder::new(floor.straight());
    let ends = [Cell::new(0, 0), Cell::new(4, 0)];
    for k in 0..70_000 {
        let (a, b) = (ends[k % 2], ends[(k + 1) % 2]);
        assert_eq!(finder.path(a, b).map(|way| way.cells.len()), Some(5), "search {k}");
        assert_eq!(steps.path(a, b).map(|way| way.cells.len()), Some(5), "search {k}");
    }
}

#[test]
fn one_memory_serves_maps_of_any_size_and_weight() {
    let mut dice = Rng::new(14);
    let mut memory = Memory::default();
    let mut found = 0;
    for round in 0..1500 {
        let floor = map(&mut dice);
        let size = floor.size();
        let heaviest = [1, 9, 1000, 1_000_000][round % 4];
        let weights: Vec<u32> = (0..size.area()).map(|_| 1 + dice.below(heaviest) as u32).collect();
        let floor = if round % 3 == 0 { floor } else { floor.weights(|c| weights[size.index(c)]) };
        for _ in 0..3 {
            let problem = Problem::on(&floor, cell(&mut dice, size), cell(&mut dice, size));
            let again = unhalted(search_in(&mut memory, &problem, 0, &mut ()));
            assert_eq!(again, unhalted(astar::search(&problem, 0, &mut ())), "round {round}");
            found += usize::from(again.found);
        }
    }
    assert!(found > 1000, "{found} found");
}

/// The costs of a map of 1030² with one weight of a million need more bits than a record has for them.
#[test]
fn heaviest_weights_are_counted_to_the_last_unit() {
    let mut dice = Rng::new(15);
    let size = Size::new(1030, 1030);
    let weights: Vec<u32> = (0..size.area()).map(|_| 1 + dice.below(9) as u32).collect();
    let heaviest = Cell::new(3, 900);
    let weight = |c: Cell| if c == heaviest { 1_000_000 } else { weights[size.index(c)] };
    let floor = GridMap::new(size, |_| true).weights(weight);
    let mut finder = Finder::new(&floor);
    for _ in 0..2 {
        let (from, to) = (cell(&mut dice, size), cell(&mut dice, size));
        let mut distances = DistanceMap::new(&floor);
        distances.set_goals(&[to]);
        let way = finder.path(from, to).expect("a path");
        assert_eq!(Some(way.cost), distances.get(from), "{from} to {to}");
        assert_eq!(shown(&floor, from, to), Some(units(&way)));
    }
}

#[test]
fn changed_finder_equals_a_new_finder() {
    let mut dice = Rng::new(13);
    let mut found = 0;
    for round in 0..300 {
        let map = map(&mut dice);
        let mut map = if round % 3 == 0 { map.straight() } else { map };
        let mut finder = Finder::new(&map);
        for _ in 0..12 {
            let (changed, open) = (cell(&mut dice, map.size()), dice.below(2) == 0);
            if open {
                finder.open(changed);
                map.open(changed);
            } else {
                finder.close(changed);
                map.close(changed);
            }
            assert_eq!(finder.map(), &map);
            let (from, to) = (cell(&mut dice, map.size()), cell(&mut dice, map.size()));
            let path = finder.path(from, to);
            assert_eq!(path, Finder::new(&map).path(from, to), "{from} to {to}");
            found += usize::from(path.is_some());
        }
    }
    assert!(found > 500, "{found} found");
    // A cell outside the map changes nothing.
    let mut finder = Finder::new(GridMap::new(Size::new(3, 2), |_| true));
    finder.close(Cell::new(3, 0));
    finder.open(Cell::new(0, 2));
    assert_eq!(finder.path(Cell::new(0, 0), Cell::new(2, 0)).map(|path| path.cells.len()), Some(3));
}
