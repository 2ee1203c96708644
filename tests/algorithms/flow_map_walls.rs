//! Flow maps that start at the walls: distances, radius, centres and ridge against brute force, on all small maps and
//! on random ones, and after walls were removed and built.

use gridscope::algorithms::flow_map::{Outcome, PARAMS, Problem, play};
use gridscope::algorithms::world::World;
use gridscope::trace::observe::unhalted;
use gridscope::trace::trace::replay::Outline;
use gridscope::trace::{ActorKind, Cell, Grid, Rng, Scene, ScriptLine, Size, Tile, Verb};
use support::{any_tile, cases, one_of, record, scene_with};

fn outcome(scene: &Scene) -> Outcome {
    let params = scene.run.params.resolve(PARAMS).expect("parameters that fit");
    let problem = Problem::new(scene, &params, 1).unwrap_or_else(|e| panic!("{e}: {:?}", scene.script));
    unhalted(play(&problem, &mut ()))
}

fn walls(tiles: Grid<Tile>, params: &[(&str, &str)]) -> Scene {
    let mut scene = Scene::new(tiles);
    scene.run.algorithm = "flow-map".into();
    scene.run.params.set("sources", "edges");
    for &(name, value) in params {
        scene.run.params.set(name, value);
    }
    scene
}

/// Returns the cells of a map and a border of one cell round it, as numbers.
fn with_rim(size: Size) -> impl Iterator<Item = (i32, i32)> {
    (-1..=i32::from(size.height)).flat_map(move |y| (-1..=i32::from(size.width)).map(move |x| (x, y)))
}

/// Returns the number of steps from a free cell to the nearest wall. Cells outside the map count as walls.
fn brute(free: &Grid<bool>, eight: bool, cell: Cell) -> i64 {
    let size = free.size();
    let walls = with_rim(size).filter(|&(x, y)| {
        let inside = x >= 0 && y >= 0 && x < i32::from(size.width) && y < i32::from(size.height);
        !inside || !free[Cell::new(x as u16, y as u16)]
    });
    let steps = |(x, y): (i32, i32)| {
        let (dx, dy) = (i64::from((x - i32::from(cell.x)).abs()), i64::from((y - i32::from(cell.y)).abs()));
        if eight { dx.max(dy) } else { dx + dy }
    };
    walls.map(steps).min().expect("the rim is not free")
}

/// Returns the whole outcome by brute force: the table, the radius, the centres and the ridge.
fn expected(free: &Grid<bool>, eight: bool) -> (Vec<Vec<i64>>, i64, Vec<Cell>, Vec<Cell>) {
    let size = free.size();
    let value = |c: Cell| if free[c] { brute(free, eight, c) } else { -1 };
    let table: Vec<Vec<i64>> =
        (0..size.height).map(|y| (0..size.width).map(|x| value(Cell::new(x, y))).collect()).collect();
    let at = |c: Cell| table[c.y as usize][c.x as usize];
    let radius = table.iter().flatten().copied().max().unwrap_or(0).max(0);
    let near = |a: Cell, b: Cell| {
        let (dx, dy) = a.delta(b);
        if eight { dx.max(dy) == 1 } else { dx + dy == 1 }
    };
    let cells: Vec<Cell> = size.cells().collect();
    let ridge = cells.iter().copied().filter(|&c| free[c] && cells.iter().all(|&n| !near(c, n) || at(n) <= at(c)));
    let centres = cells.iter().copied().filter(|&c| free[c] && at(c) == radius);
    (table.clone(), radius, centres.collect(), ridge.collect())
}

fn agrees(scene: &Scene, free: &Grid<bool>, eight: bool) {
    let result = outcome(scene);
    let shape = result.shape.expect("it starts at the walls");
    let told = format!("{:?} {:?}", scene.run.params, scene.script);
    assert_eq!((result.distance, shape.radius, shape.centres, shape.ridge), expected(free, eight), "{told}");
}

#[test]
fn every_4x3_map_has_brute_force_wall_distances() {
    let size = Size::new(4, 3);
    for shape in 0..1u32 << size.area() {
        let mut tiles = Grid::new(size, Tile::Floor);
        for (i, c) in size.cells().enumerate() {
            if shape >> i & 1 == 1 {
                tiles[c] = Tile::Wall;
            }
        }
        let mut free = Grid::new(size, true);
        size.cells().for_each(|c| free[c] = tiles[c] == Tile::Floor);
        for (eight, corners) in [(false, "never"), (true, "never"), (true, "always")] {
            let neighbours = if eight { "8" } else { "4" };
            agrees(&walls(tiles.clone(), &[("neighbours", neighbours), ("corners", corners)]), &free, eight);
        }
    }
}

const GROUND: &str = "....,#%+/";

/// Builds a random map, mostly open, and a script that removes and builds walls.
fn any_scene(dice: &mut Rng) -> (Scene, bool) {
    let size = Size::new(1 + dice.below(22) as u16, 1 + dice.below(16) as u16);
    let open = dice.below(8);
    let mut tiles = Grid::new(size, Tile::Floor);
    for c in size.cells() {
        if dice.below(8) >= open {
            tiles[c] = any_tile(dice, GROUND);
        }
    }
    let eight = dice.below(2) == 0;
    let mut scene = walls(
        tiles,
        &[
            ("neighbours", if eight { "8" } else { "4" }),
            ("corners", one_of(dice, &["never", "one", "always"])),
            ("ripple", one_of(dice, &["whole", "level"])),
        ],
    );
    for _ in 0..dice.below(9) {
        let (turn, at) = (1 + dice.below(5) as u32, size.cell(dice.below(size.area() as u64) as usize));
        let tile = Some(any_tile(dice, GROUND).info().name.to_owned());
        scene.script.push(ScriptLine { turn, verb: Verb::Place, at, to: None, tile });
    }
    scene.script.sort_by_key(|l| l.turn);
    (scene, eight)
}

fn free(scene: &Scene) -> Grid<bool> {
    let mut world = World::new(scene);
    for line in &scene.script {
        let _ = world.apply(line);
    }
    let mut free = Grid::new(scene.size(), true);
    scene.size().cells().for_each(|c| free[c] = !world.tiles[c].is_solid());
    free
}

#[test]
fn wall_distances_after_smashes_and_placements_agree() {
    let mut dice = Rng::new(41);
    for _ in 0..cases(1500) {
        let (scene, eight) = any_scene(&mut dice);
        agrees(&scene, &free(&scene), eight);
    }
}

#[test]
fn waves_report_only_cells_whose_distance_changed() {
    let mut dice = Rng::new(42);
    let mut fell = 0;
    let mut built = 0;
    for _ in 0..cases(600) {
        let (mut scene, eight) = any_scene(&mut dice);
        scene.run.params.set("ripple", "whole");
        let lines = std::mem::take(&mut scene.script);
        let (mut before, mut told) = (free(&scene), 0);
        for line in lines {
            scene.script.push(line);
            // In the order of the turns, each line by itself.
            scene.script.last_mut().expect("a line").turn = scene.script.len() as u32;
            let (now, waves) = (free(&scene), outcome(&scene).waves);
            let (old, new) = (expected(&before, eight).0, expected(&now, eight).0);
            let changed = old.iter().flatten().zip(new.iter().flatten()).filter(|(a, b)| a != b).count();
            let cells: u32 = waves[told..].iter().map(|w| w.cells).sum();
            assert_eq!(cells as usize, changed, "{:?} {:?}", scene.run.params, scene.script);
            let walls = |free: &Grid<bool>| free.as_slice().iter().filter(|&&f| !f).count();
            fell += usize::from(walls(&now) < walls(&before));
            built += usize::from(walls(&now) > walls(&before));
            (before, told) = (now, waves.len());
        }
    }
    assert!(fell > cases(200) && built > cases(200), "{fell} {built}");
}

/// With diagonals of √2, the value of a cell is one more than the path cost to the nearest cell next to a wall.
#[test]
fn octile_wall_distance_exceeds_the_edge_by_one() {
    let mut dice = Rng::new(43);
    for _ in 0..200 {
        let (mut scene, _) = any_scene(&mut dice);
        scene.run.params.set("neighbours", 8);
        scene.run.params.set("costs", "octile");
        let free = free(&scene);
        let beside: Vec<Cell> = scene.size().cells().filter(|&c| free[c] && brute(&free, true, c) == 1).collect();
        let result = outcome(&scene);
        for c in scene.size().cells().filter(|&c| free[c]) {
            let way = |&s: &Cell| {
                let (dx, dy) = c.delta(s);
                u64::from(dx.abs_diff(dy)) * 13_860 + u64::from(dx.min(dy)) * 19_601
            };
            let units = beside.iter().map(way).min().expect("it has an edge") + 13_860;
            let printed = (units as f64 * 1000.0 / 13_860.0).round() as i64;
            assert_eq!(result.distance[c.y as usize][c.x as usize], printed, "{c} {:?}", scene.run.params);
        }
    }
}

const ROOM: &str = "
    .......
    .......
    .......
    .......
    .......";

#[test]
fn room_shape_has_radius_centres_and_ridge() {
    let mut scene = scene_with(ROOM, &["sources=edges", "neighbours=8"]);
    scene.run.algorithm = "flow-map".into();
    let shape = outcome(&scene).shape.expect("a shape");
    assert_eq!((shape.radius, shape.centres.len(), shape.ridge.len()), (3, 3, 3), "{shape:?}");
    let mut run = record(&scene);
    run.seek(usize::MAX);
    let ridge = run.schema().layers.iter().position(|l| l.name == "ridge").expect("a layer");
    let shown: Vec<Cell> = scene
        .size()
        .cells()
        .filter(|&c| run.value(ridge, c).is_some_and(|v| v.to_string() == "yes" || v.to_string() == "true"))
        .collect();
    assert_eq!(shown, shape.ridge, "the layer is what the outcome says");
    let figures = run.figures();
    assert!(figures.iter().any(|f| f.outline == Outline::Frame && f.points.len() == 3), "{figures:?}");
    let circle = figures.iter().find(|f| f.label == "radius 3").expect("the largest circle");
    assert_eq!(area(&circle.points), 25, "5 by 5 cells round a centre are free");
    // With four neighbours the circle is a diamond, and the ridge extends into the corners.
    scene.run.params.set("neighbours", 4);
    let shape = outcome(&scene).shape.expect("a shape");
    assert_eq!((shape.radius, shape.centres.len(), shape.ridge.len()), (3, 3, 11), "{shape:?}");
    let mut run = record(&scene);
    run.seek(usize::MAX);
    let figures = run.figures();
    let circle = figures.iter().find(|f| f.label == "radius 3").expect("the largest circle");
    assert_eq!(area(&circle.points), 13, "a cell, its neighbours, and theirs");
}

/// Returns the area inside a closed line.
fn area(points: &[[f64; 2]]) -> i64 {
    let twice: f64 = points.windows(2).map(|side| side[0][0] * side[1][1] - side[1][0] * side[0][1]).sum();
    twice.abs() as i64 / 2
}

/// From any cell, steps to lower values are a shortest path to a wall. A prisoner walks it.
#[test]
fn downhill_walk_is_a_shortest_path() {
    let mut dice = Rng::new(44);
    for _ in 0..300 {
        let (mut scene, _) = any_scene(&mut dice);
        scene.script.clear();
        let free = free(&scene);
        let cells: Vec<Cell> = scene.size().cells().filter(|&c| free[c]).collect();
        if cells.is_empty() {
            continue;
        }
        let at = one_of(&mut dice, &cells);
        support::put(&mut scene, ActorKind::Prisoner, at.x, at.y);
        let result = outcome(&scene);
        let steps = result.prisoners[0].path.len() as i64 - 1;
        assert_eq!(steps, result.distance[at.y as usize][at.x as usize] - 1, "{:?}", scene.run.params);
    }
}

#[test]
fn smashed_and_placed_walls_are_described_as_walls() {
    let mut scene = scene_with("#######\n#.....#\n#..%..#\n#.....#\n#######", &["sources=edges"]);
    scene.run.algorithm = "flow-map".into();
    let line = |turn, verb, tile: Option<&str>| ScriptLine {
        turn,
        verb,
        at: Cell::new(3, 2),
        to: None,
        tile: tile.map(str::to_owned),
    };
    scene.script = vec![line(1, Verb::Smash, None), line(2, Verb::Place, Some("wall"))];
    let run = record(&scene);
    let said: Vec<String> = (0..run.len()).map(|i| run.event(i).sentence).collect();
    let has = |text: &str| assert!(said.iter().any(|s| s == text), "{text} in {said:#?}");
    has("(1,1) is beside a wall: its value is 1.");
    has("(3,2) is free: cells that had only that wall beside them are raised, and all values are computed again.");
    has("Raised (2,2) from 1 to not reached: no neighbour supports its value.");
    has("(3,2) is solid: free cells beside it have value 1 now.");
    assert!(said.iter().all(|s| !s.contains("exit")), "{said:#?}");
    let waves: Vec<(u32, u32)> = outcome(&scene).waves.iter().map(|w| (w.levels, w.cells)).collect();
    // The crate gave two neighbours their 1, to its left and right. Above and below, the walls do that. When the crate
    // is rebuilt, these two are lowered again.
    assert_eq!(waves, [(2, 3), (2, 3)]);
}
