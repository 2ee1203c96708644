//! Walkers wider than a cell: their bodies fit at every position, their maps and plans equal brute force over anchors,
//! and the distance to the walls shows where they fit.

use crate::helpers::night::{at_turn, guards, moved, outcome as ran};
use gridscope::algorithms::flow_map::{Outcome, PARAMS, Problem, play};
use gridscope::algorithms::world::World;
use gridscope::trace::movement::Body;
use gridscope::trace::observe::unhalted;
use gridscope::trace::{Actor, ActorKind, Cell, Dir, Grid, Progress, Rng, Scene, ScriptLine, Size, Tile, Verb};
use serde_json::{Value, json};
use std::collections::{BTreeMap, BTreeSet};
use support::{any_cell, scene_with};

/// Returns the cells of a body, or `None` if one is outside the map. A second implementation of the rule.
fn body(width: i32, anchor: Cell, size: Size) -> Option<Vec<Cell>> {
    let before = (width - 1) / 2;
    let mut cells = Vec::new();
    for dy in 0..width {
        for dx in 0..width {
            let cell = anchor.moved((dx - before, dy - before))?;
            cells.push(Some(cell).filter(|&c| size.contains(c))?);
        }
    }
    Some(cells)
}

fn fits(width: i32, anchor: Cell, free: &Grid<bool>) -> bool {
    body(width, anchor, free.size()).is_some_and(|cells| cells.iter().all(|&c| free[c]))
}

#[test]
fn body_covers_the_same_cells_as_the_oracle() {
    let mut dice = Rng::new(51);
    for width in 1..=6 {
        let own = Body::new(width.into());
        for _ in 0..200 {
            let size = Size::new(1 + dice.below(12) as u16, 1 + dice.below(12) as u16);
            let (a, b) = (any_cell(size, &mut dice), any_cell(size, &mut dice));
            let free = Grid::new(size, true);
            assert_eq!(own.fits(a, size, |c| free[c]), fits(width, a, &free));
            let far = Size::new(40, 40);
            // Away from every border, both have all their cells.
            let (a, b) = (Cell::new(a.x + 12, a.y + 12), Cell::new(b.x + 12, b.y + 12));
            let (cells, others) = (body(width, a, far).expect("inside"), body(width, b, far).expect("inside"));
            assert_eq!(own.cells(a, far).collect::<Vec<_>>(), cells);
            assert_eq!(own.covers(a, b), cells.contains(&b));
            assert_eq!(own.meets(a, b), cells.iter().any(|c| others.contains(c)));
            let apart = cells.iter().map(|c| c.delta(b)).map(|(dx, dy)| dx.max(dy)).min();
            assert_eq!(Some(own.apart(a, b)), apart);
            let anchors: Vec<Cell> = far.cells().filter(|&c| own.covers(c, b)).collect();
            assert_eq!(own.anchors(b, far).collect::<Vec<_>>(), anchors);
        }
    }
}

fn flow(tiles: Grid<Tile>, params: &[(&str, Value)]) -> Scene {
    let mut scene = Scene::new(tiles);
    scene.run.algorithm = "flow-map".into();
    for (name, value) in params {
        scene.run.params.set(name, value.clone());
    }
    scene
}

fn outcome(scene: &Scene) -> Outcome {
    let params = scene.run.params.resolve(PARAMS).expect("parameters that fit");
    let problem = Problem::new(scene, &params, scene.run.seed).unwrap_or_else(|e| panic!("{e}: {:?}", scene.script));
    unhalted(play(&problem, &mut ()))
}

fn ground(size: Size, dice: &mut Rng) -> Grid<Tile> {
    let dense = 4 + dice.below(12);
    let mut tiles = Grid::new(size, Tile::Floor);
    for c in size.cells() {
        if dice.below(dense) == 0 {
            tiles[c] = [Tile::Wall, Tile::Crate, Tile::Door][dice.below(3) as usize];
        }
    }
    tiles
}

/// A body fits where the wall distance of its middle is at least half its width, rounded up.
#[test]
fn wall_distance_tells_where_a_body_fits() {
    let mut dice = Rng::new(52);
    let mut fitted = [0; 6];
    for _ in 0..400 {
        let size = Size::new(2 + dice.below(14) as u16, 2 + dice.below(10) as u16);
        let tiles = ground(size, &mut dice);
        let mut free = Grid::new(size, true);
        size.cells().for_each(|c| free[c] = !tiles[c].is_solid());
        let walls = flow(tiles.clone(), &[("sources", "edges".into()), ("neighbours", 8.into())]);
        let value = outcome(&walls).distance;
        for width in 1..=5 {
            let mut scene = flow(tiles.clone(), &[("width", width.into())]);
            scene.actors.push(Actor::new(ActorKind::Exit, Cell::new(0, 0)));
            let shut = outcome(&scene).distance;
            for c in size.cells() {
                let middle = body(if width % 2 == 0 { 2 } else { 1 }, c, size);
                let allowed = middle.is_some_and(|cells| {
                    cells.iter().all(|m| value[m.y as usize][m.x as usize] >= i64::from((width + 1) / 2))
                });
                assert_eq!(allowed, fits(width, c, &free), "{c} {width} {value:?}");
                assert_eq!(shut[c.y as usize][c.x as usize] == -1, !allowed, "{c} {width}");
                fitted[width as usize] += usize::from(allowed);
            }
        }
    }
    assert!(fitted[1..].iter().all(|&n| n > 200), "{fitted:?}");
}

/// Returns the distances of anchors, by relaxing everything until nothing changes.
fn oracle(free: &Grid<bool>, width: i32, eight: bool, exits: &[Cell]) -> Vec<Vec<i64>> {
    let size = free.size();
    let stands: BTreeSet<Cell> = size.cells().filter(|&c| fits(width, c, free)).collect();
    let mut best: BTreeMap<Cell, i64> = BTreeMap::new();
    for &c in &stands {
        if body(width, c, size).is_some_and(|cells| cells.iter().any(|cell| exits.contains(cell))) {
            best.insert(c, 0);
        }
    }
    let mut changed = true;
    while std::mem::take(&mut changed) {
        for &c in &stands {
            for dir in &Dir::ALL[..if eight { 8 } else { 4 }] {
                let (dx, dy) = dir.offset();
                let Some(n) = c.moved((dx, dy)) else { continue };
                let beside = [c.moved((dx, 0)), c.moved((0, dy))];
                if dir.is_diagonal() && !beside.iter().all(|b| b.is_some_and(|b| stands.contains(&b))) {
                    continue;
                }
                if let Some(value) = best.get(&n).map(|v| v + 1).filter(|v| best.get(&c).is_none_or(|old| v < old)) {
                    best.insert(c, value);
                    changed = true;
                }
            }
        }
    }
    let value = |c: Cell| if stands.contains(&c) { best.get(&c).copied().unwrap_or(500) } else { -1 };
    (0..size.height).map(|y| (0..size.width).map(|x| value(Cell::new(x, y))).collect()).collect()
}

#[test]
fn repaired_maps_of_wide_walkers_equal_the_oracle() {
    let (mut dice, mut reached) = (Rng::new(53), 0);
    for round in 0..700 {
        let size = Size::new(2 + dice.below(13) as u16, 2 + dice.below(9) as u16);
        let (width, eight) = (1 + dice.below(4) as i32, dice.below(2) == 0);
        let params = [
            ("width", width.into()),
            ("neighbours", if eight { 8 } else { 4 }.into()),
            ("ripple", ["whole", "level"][dice.below(2) as usize].into()),
        ];
        let mut scene = flow(ground(size, &mut dice), &params);
        let exits: Vec<Cell> = (0..=dice.below(3)).map(|_| any_cell(size, &mut dice)).collect();
        scene.actors.extend(exits.iter().map(|&at| Actor::new(ActorKind::Exit, at)));
        for _ in 0..dice.below(8) {
            let tile = Some(["floor", "wall", "floor", "crate"][dice.below(4) as usize].to_owned());
            let (turn, at) = (1 + dice.below(4) as u32, any_cell(size, &mut dice));
            scene.script.push(ScriptLine { turn, verb: Verb::Place, at, to: None, tile });
        }
        scene.script.sort_by_key(|l| l.turn);
        let mut world = World::new(&scene);
        for line in &scene.script {
            let _ = world.apply(line);
        }
        let mut free = Grid::new(size, true);
        size.cells().for_each(|c| free[c] = !world.tiles[c].is_solid());
        let result = outcome(&scene);
        let expected = oracle(&free, width, eight, &exits);
        assert_eq!(result.distance, expected, "round {round}: {:?} {:?}", scene.run.params, scene.script);
        reached += result.reached;
    }
    assert!(reached > 3000, "{reached}");
}

/// Wherever prisoners walk, each cell of their bodies is free and in no other body.
#[test]
fn bodies_of_prisoners_fit_and_never_meet() {
    let mut dice = Rng::new(54);
    let mut steps = 0;
    let mut out = 0;
    for round in 0..400 {
        let size = Size::new(6 + dice.below(14) as u16, 6 + dice.below(10) as u16);
        let width = 2 + dice.below(2) as i32;
        let mut scene = flow(ground(size, &mut dice), &[("width", width.into())]);
        scene.run.params.set("neighbours", [4, 8][dice.below(2) as usize]);
        scene.actors.push(Actor::new(ActorKind::Exit, any_cell(size, &mut dice)));
        let mut free = Grid::new(size, true);
        size.cells().for_each(|c| free[c] = !scene.tiles[c].is_solid());
        let mut taken: BTreeSet<Cell> = BTreeSet::new();
        for _ in 0..6 {
            let at = any_cell(size, &mut dice);
            let own = body(width, at, size).unwrap_or_default();
            if fits(width, at, &free) && own.iter().all(|c| !taken.contains(c)) {
                taken.extend(own);
                support::put(&mut scene, ActorKind::Prisoner, at.x, at.y);
            }
        }
        let run = support::record(&scene);
        let mut at: BTreeMap<u64, Cell> =
            (0..).zip(&scene.actors).filter(|(_, a)| a.kind == ActorKind::Prisoner).map(|(i, a)| (i, a.at)).collect();
        for i in 0..run.len() {
            let event = run.event_json(i);
            let actor = event["actor"].as_u64();
            match (run.kind(i), actor) {
                ("stepped", Some(actor)) => {
                    let cell = &event["cell"];
                    let cell =
                        Cell::new(cell[0].as_u64().expect("a column") as u16, cell[1].as_u64().expect("a row") as u16);
                    assert!(fits(width, cell, &free), "round {round}: {cell} {width}");
                    at.insert(actor, cell);
                    steps += 1;
                }
                ("left", Some(actor)) => {
                    at.remove(&actor);
                    out += 1;
                }
                _ => continue,
            }
            let all: Vec<Cell> = at.values().filter_map(|&c| body(width, c, size)).flatten().collect();
            let own: BTreeSet<Cell> = all.iter().copied().collect();
            assert_eq!(all.len(), own.len(), "round {round}: two bodies share a cell");
        }
    }
    assert!(steps > 500 && out > 50, "{steps} {out}");
}

/// An exit in the outer wall is reached when part of the body is on it. An exit that is too far inside is not reached.
#[test]
fn wide_prisoner_leaves_when_partly_on_the_exit() {
    let left = |picture: &str, width: u32| {
        let mut scene = scene_with(picture, &[&format!("width={width}")]);
        scene.run.algorithm = "flow-map".into();
        let result = outcome(&scene);
        (result.prisoners[0].path.len() - 1, result.prisoners[0].left.is_some())
    };
    let open = "########\n#.......\n#P.....>\n#.......\n########";
    assert_eq!((left(open, 1), left(open, 2)), ((6, true), (5, true)));
    let gap = "########\n#......#\n#P.....>\n#......#\n########";
    assert_eq!(left(gap, 1), (6, true));
    assert!(!left(gap, 2).1, "two cells do not fit into the gap");
}

const GAPS: &str = "
    ###############
    #......#......#
    #.G....#....X.#
    #.............#
    #......#......#
    #......#......#
    #......#......#
    #......#......#
    #.............#
    #.............#
    ###############";

#[test]
fn wide_guard_detours_and_wider_guard_stays() {
    let walked = |width: &str| {
        let run = ran(&guards(GAPS, &[width]));
        (run["guards"][0]["arrived"].clone(), run["guards"][0]["plan_costs"][0].clone())
    };
    assert_eq!(walked("width=1"), (json!(true), json!(22)));
    assert_eq!(walked("width=2"), (json!(true), json!(37)));
    assert_eq!(walked("width=3").0, json!(false));
    let mut scene = guards(GAPS, &["width=3"]);
    scene.actors[0].at = Cell::new(1, 1);
    let refused = gridscope::algorithms::record(&scene, &Progress::default());
    let refused = refused.err().map(|e| e.to_string());
    assert!(refused.as_ref().is_some_and(|e| e.contains("3 cells wide, and does not fit")), "{refused:?}");
}

/// A script does not put a wide guard where it does not fit, nor close a door on any part of it.
#[test]
fn a_script_cannot_squeeze_a_wide_guard() {
    let mut scene = guards("########\n#G.//..#\n#...//.#\n#.....X#\n########", &["width=2", "max-turns=6"]);
    scene.script = vec![moved(0, (1, 1), (5, 3)), moved(1, (1, 1), (2, 1)), at_turn(2, Verb::Close, 3, 1)];
    scene.actors[1].at = Cell::new(6, 1);
    let run = support::record(&scene);
    let said: Vec<String> =
        (0..run.len()).filter(|&i| run.kind(i) == "denied").map(|i| run.event(i).sentence).collect();
    assert!(said.iter().any(|s| s.contains("its body does not fit there")), "{said:?}");
    assert!(said.iter().any(|s| s.contains("an actor is there")), "{said:?}");
}

/// Two doors side by side: both are opened before a wide guard walks in. A curious guard leaves its own doors open.
#[test]
fn wide_guard_opens_both_doors() {
    let doors = |params: &[&str]| {
        let run = support::record(&guards("#########\n#G..+.X.#\n#...+...#\n#########", params));
        let kinds = (0..run.len()).map(|i| run.kind(i)).filter(|kind| ["changed", "moved"].contains(kind));
        (kinds.map(|kind| &kind[..1]).collect::<String>(), run.outcome()["turns"].clone())
    };
    // m is a move, c a door that is opened or closed.
    assert_eq!(doors(&["width=2"]), ("mccmmmm".to_owned(), json!(5)));
    assert_eq!(doors(&["width=2", "opening-turns=1"]), ("mccmmmm".to_owned(), json!(7)));
    // A guard does not go back to close the doors that it opened itself.
    assert_eq!(doors(&["width=2", "opening-turns=1", "curiosity=close"]), ("mccmmmm".to_owned(), json!(7)));
}
