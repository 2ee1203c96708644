//! Curious guards: a difference from the map is an errand. The tests recompute errands from what each guard saw.

use crate::guards_laws::night;
use crate::helpers::night::{at_turn, guards, outcome};
use crate::oracles::guards::{Account, brute, enters};
use gridscope::algorithms::guards::{Guards, GuardsEvent as E, Part, Problem};
use gridscope::presets::find;
use gridscope::trace::algorithm::Algorithm as _;
use gridscope::trace::progress::at_once;
use gridscope::trace::trace::{Progress, Recorder};
use gridscope::trace::{Actor, ActorKind, Cell, Dir, Grid, Rng, Scene, Size, Tile, Verb};
use serde_json::{Value, json};
use std::collections::{BTreeMap, BTreeSet};
use support::{Traced, cases};

fn trace(scene: &Scene) -> Option<(Problem, Traced<E>)> {
    let params = scene.run.params.resolve(Guards::CARD.params).expect("parameters that fit");
    let problem = at_once(Guards::prepare(scene, &params, scene.run.seed, &Progress::default())).ok()?;
    let progress = Progress::default();
    let mut recorder = Recorder::new(Guards::layout(&problem), &progress);
    let _ = Guards::run(&problem, &mut recorder);
    let trace = Traced::new(recorder.finish(Guards::context(&problem)));
    Some((problem, trace))
}

/// Builds a night without doors that guards open themselves, so only the script causes differences.
fn doorless(dice: &mut Rng) -> Scene {
    let mut scene = night(dice);
    for cell in scene.size().cells().collect::<Vec<_>>() {
        if matches!(scene.tiles[cell], Tile::Door | Tile::DoorLocked) {
            scene.tiles[cell] = Tile::SecretDoor;
        }
    }
    scene
}

/// The state of a guard, computed over the whole map.
#[derive(Default)]
struct Mind {
    overlay: BTreeSet<Cell>,
    at: Cell,
    /// The cells that differ from the map, each with the tile it saw, and whether it has examined the cell.
    odd: BTreeMap<Cell, (Tile, bool)>,
    errand: Option<Cell>,
}

impl Mind {
    /// Updates the differences. Returns those it notices, sees restored, and examines, each by row.
    fn wonders(&mut self, map: &Grid<Tile>, now: &Grid<Tile>) -> BTreeSet<(&'static str, Cell)> {
        let mut said = BTreeSet::new();
        for &cell in &self.overlay {
            if now[cell] == map[cell] {
                if self.odd.remove(&cell).is_some_and(|(_, looked)| !looked) {
                    said.insert(("righted", cell));
                }
            } else if self.odd.get(&cell).map(|o| o.0) != Some(now[cell]) {
                self.odd.insert(cell, (now[cell], false));
                said.insert(("noticed", cell));
            }
        }
        let (at, mut righted) = (self.at, Vec::new());
        for (&cell, (tile, looked)) in &mut self.odd {
            let (dx, dy) = at.delta(cell);
            if *looked || dx > 1 || dy > 1 {
                continue;
            }
            if now[cell] == map[cell] {
                righted.push(cell);
                said.insert(("righted", cell));
            } else {
                (*tile, *looked) = (now[cell], true);
                said.insert(("examined", cell));
            }
        }
        for cell in &righted {
            self.odd.remove(cell);
        }
        said
    }

    /// Returns the cell it should go to, by brute force over its knowledge, or `None` if no errand can be reached.
    fn goes_to(&mut self, (open, extra): &(Vec<bool>, Vec<u64>), size: Size) -> Option<Cell> {
        let best = brute(size, open, extra, self.at);
        let stand = |cell: Cell| {
            let beside = Dir::ALL.into_iter().filter(|d| !d.is_diagonal()).filter_map(|d| cell.step(d, size));
            let all: Vec<Cell> = if open[size.index(cell)] { vec![cell] } else { beside.collect() };
            let reached = all.into_iter().filter(|&c| open[size.index(c)]);
            reached.filter_map(|c| Some((best[size.index(c)]?, c.y, c.x))).min()
        };
        let pending = self.odd.iter().filter(|(cell, (_, looked))| !looked && **cell != self.at);
        let ways: Vec<_> = pending.filter_map(|(&c, _)| Some((stand(c)?, c))).collect();
        let under_way = ways.iter().find(|way| Some(way.1) == self.errand);
        let chosen = under_way.or_else(|| ways.iter().min_by_key(|(way, c)| (way.0, c.y, c.x)));
        self.errand = chosen.map(|way| way.1);
        chosen.map(|&((_, y, x), _)| Cell::new(x, y))
    }
}

#[test]
fn errands_are_exactly_the_oddities_seen() {
    let mut dice = Rng::new(77);
    let mut errands = 0;
    let mut went = 0;
    for _ in 0..1500 {
        let mut scene = doorless(&mut dice);
        scene.run.params.set("curiosity", "look");
        scene.run.params.set("others", "wait");
        let Some((problem, trace)) = trace(&scene) else { continue };
        let told = format!("{scene:?}");
        let mut account = Account::new(&scene, &problem, trace.context());
        let mut now = scene.tiles.clone();
        let mut minds: Vec<Mind> =
            scene.of_kind(ActorKind::Guard).map(|a| Mind { at: a.at, ..Mind::default() }).collect();
        let numbers: Vec<usize> =
            (0..scene.actors.len()).filter(|&i| scene.actors[i].kind == ActorKind::Guard).collect();
        let mut said = BTreeSet::new();
        let mut due = BTreeSet::new();
        let mut whose = 0;
        for &event in trace.events() {
            account.take(event, &told);
            account.step(event, &told);
            match event {
                E::Changed { cell, to, .. } => now[cell] = to,
                E::Saw { guard, cell, .. } => _ = minds[guard as usize].overlay.insert(cell),
                E::LostSight { guard, cell } => _ = minds[guard as usize].overlay.remove(&cell),
                E::Moved { guard, cell, .. } => minds[guard as usize].at = cell,
                E::Shifted { actor, cell, .. } => {
                    if let Some(g) = numbers.iter().position(|&n| n == actor as usize) {
                        minds[g].at = cell;
                    }
                }
                E::Noticed { guard, cell, tile, told } => {
                    assert!(!told && tile == now[cell] && tile != scene.tiles[cell]);
                    (whose, errands) = (guard as usize, errands + 1);
                    said.insert(("noticed", cell));
                }
                E::Examined { guard, cell, .. } => {
                    whose = guard as usize;
                    said.insert(("examined", cell));
                }
                E::Righted { guard, cell } => {
                    whose = guard as usize;
                    said.insert(("righted", cell));
                }
                E::PartBegan { part: Part::Believe, guard, .. } => {
                    due = minds[guard as usize].wonders(&scene.tiles, &now);
                    (said, whose) = (BTreeSet::new(), guard as usize);
                }
                E::PartBegan { part: Part::Plan, guard, to, .. } => {
                    assert_eq!((&said, whose), (&due, guard as usize), "{told}");
                    let goes = minds[guard as usize].goes_to(&account.mixture(guard.into()), scene.size());
                    went += u32::from(goes.is_some());
                    assert!(goes.is_none_or(|stand| stand == to), "guard {guard} to {to}, not {goes:?}: {told}");
                }
                _ => {}
            }
        }
    }
    assert!(errands > 150 && went > 200, "{errands} {went}");
}

#[test]
fn curiosity_without_oddities_changes_nothing() {
    let mut dice = Rng::new(78);
    for _ in 0..300 {
        let mut scene = doorless(&mut dice);
        scene.script.clear();
        let Some((_, off)) = trace(&scene) else { continue };
        for (curiosity, tells) in [("look", 0), ("close", 5)] {
            scene.run.params.set("curiosity", curiosity);
            scene.run.params.set("tells", tells);
            let (_, on) = trace(&scene).expect("a night that ran");
            assert_eq!(off.events(), on.events());
        }
    }
}

/// A guard on a round that knows everything closes every open door that it can reach.
#[test]
fn every_reachable_open_door_ends_closed() {
    let (mut dice, mut closed) = (Rng::new(79), 0);
    for _ in 0..400 {
        let size = Size::new(9, 7);
        let mut scene = Scene::new(Grid::new(size, Tile::Floor));
        "guards".clone_into(&mut scene.run.algorithm);
        for cell in size.cells() {
            scene.tiles[cell] = match dice.below(10) {
                0 | 1 => Tile::Wall,
                2 => [Tile::SecretDoor, Tile::Shutter][dice.below(2) as usize],
                _ => Tile::Floor,
            };
        }
        let free: Vec<Cell> = size.cells().filter(|&c| scene.tiles[c] == Tile::Floor).collect();
        let mut draw = || free[dice.below(free.len() as u64) as usize];
        let mut guard = Actor::new(ActorKind::Guard, draw());
        guard.set_route((0..4).map(|_| draw()).collect());
        scene.actors.push(guard);
        for cell in size.cells().filter(|&c| scene.tiles[c].after(Verb::Open).is_some()).collect::<Vec<_>>() {
            scene.script.push(at_turn(dice.below(6) as u32, Verb::Open, cell.x, cell.y));
        }
        for (name, value) in [("curiosity", "close"), ("knowledge", "omniscient")] {
            scene.run.params.set(name, value);
        }
        let mut run = support::record(&scene);
        run.seek(usize::MAX);
        let mut end = scene.tiles.clone();
        for (cell, tile) in run.tiles() {
            end[cell] = tile;
        }
        let at = run.outcome()["guards"][0]["path"].as_array().and_then(|path| path.last().cloned()).expect("a path");
        let at = Cell::new(at[0].as_u64().expect("x") as u16, at[1].as_u64().expect("y") as u16);
        let open: Vec<bool> = size.cells().map(|c| enters(end[c], None, &[])).collect();
        let best = brute(size, &open, &vec![0; size.area()], at);
        for errand in run.outcome()["errands"].as_array().cloned().unwrap_or_default() {
            let cell = &errand["cell"];
            let cell = Cell::new(cell[0].as_u64().expect("x") as u16, cell[1].as_u64().expect("y") as u16);
            closed += u32::from(errand["done"].is_u64());
            let reached = best[size.index(cell)].is_some() && cell != at;
            assert!(errand["done"].is_u64() || !reached, "{errand} in {scene:?}");
        }
    }
    assert!(closed > 300, "{closed}");
}

/// A door that a guard opened itself is not an errand for it, nor for another guard that sees it open.
#[test]
fn guard_lists_no_errand_for_its_own_door() {
    let scene = guards("##########\n#G..+...X#\n##########", &["curiosity=close", "tells=9"]);
    let alone = outcome(&scene);
    assert_eq!((&alone["errands"], &alone["guards"][0]["arrived"]), (&Value::Null, &json!(true)));
    let mut scene = guards("###########\n#G..+....X#\n#...#.....#\n###########", &["curiosity=look"]);
    let mut other = Actor::new(ActorKind::Guard, Cell::new(8, 2));
    other.set_route(vec![Cell::new(8, 2), Cell::new(6, 2)]);
    scene.actors.push(other);
    let errands = outcome(&scene)["errands"].clone();
    let whose: Vec<&Value> = errands.as_array().expect("errands").iter().map(|e| &e["guard"]).collect();
    assert_eq!(whose, [&json!(1)], "{errands}");

    let mut dice = Rng::new(80);
    let mut own = 0;
    let mut others = 0;
    for round in 0..4500 {
        let mut scene = night(&mut dice);
        scene.run.params.set("curiosity", ["look", "close"][round % 2]);
        scene.run.params.set("tells", dice.below(4) as u32);
        let Some((_, trace)) = trace(&scene) else { continue };
        let mut opened: BTreeMap<Cell, u8> = BTreeMap::new();
        for &event in trace.events() {
            match event {
                E::Changed { cell, to: Tile::DoorOpen, by: Some(guard), .. } => {
                    opened.insert(cell, guard);
                    own += 1;
                }
                E::Changed { cell, .. } => _ = opened.remove(&cell),
                E::Noticed { guard, cell, .. } => {
                    assert_ne!(opened.get(&cell), Some(&guard), "{cell} was opened by guard {guard} itself\n{scene:?}");
                    others += u32::from(opened.contains_key(&cell));
                }
                _ => {}
            }
        }
    }
    assert!(own > 300 && others > 20, "{own} {others}");
}

const HALL: &str = "
    ###############
    #G............#
    #.............#
    #......X......#
    ###############
    #.............#
    ###############";

#[test]
fn cheapest_errand_comes_first_and_then_the_route() {
    let mut scene = guards(HALL, &["curiosity=look"]);
    for x in [4, 11] {
        scene.tiles[Cell::new(x, 4)] = Tile::SecretDoor;
    }
    scene.script = vec![at_turn(0, Verb::Open, 4, 4), at_turn(0, Verb::Open, 11, 4)];
    let run = outcome(&scene);
    assert_eq!(
        run["errands"],
        json!([
            {"guard": 0, "cell": [4, 4], "seen": 0, "reached": 2, "done": 2},
            {"guard": 0, "cell": [11, 4], "seen": 0, "reached": 9, "done": 9}
        ])
    );
    assert_eq!(
        (&run["guards"][0]["arrived"], run["guards"][0]["path"].as_array().map(Vec::len)),
        (&json!(true), Some(13))
    );
    // Closed again before the guard arrives, so the errand ends.
    scene.script.push(at_turn(4, Verb::Close, 11, 4));
    let errand = &outcome(&scene)["errands"][1];
    assert_eq!((&errand["reached"], &errand["done"]), (&json!(null), &json!(4)));
    // With *close* it closes both, one turn each.
    scene.script.pop();
    scene.run.params.set("curiosity", "close");
    let run = support::record(&scene);
    let said: Vec<String> =
        (0..run.len()).filter(|&i| run.kind(i) == "changed").map(|i| run.event(i).sentence).collect();
    assert_eq!(
        said[2..],
        [
            "Guard 1 closed the open secret door at (4,4): it is a secret door now.",
            "Guard 1 closed the open secret door at (11,4): it is a secret door now."
        ]
    );
}

/// A guard that passes tells the other what it saw, and the other goes there, too. Examined errands are passed on as
/// examined.
#[test]
fn meeting_guards_tell_each_other_their_errands() {
    let mut scene = find("curious-guards").expect("a lesson").scene().expect("a scene");
    let told = |scene: &Scene| {
        let run = support::record(scene);
        let told = (0..run.len()).filter(|&i| run.kind(i) == "noticed" && run.event_json(i)["told"] == true).count();
        (told, run.outcome()["errands"].as_array().map_or(0, Vec::len))
    };
    let (told_of, errands) = told(&scene);
    scene.run.params.set("tells", 0);
    let (silent, fewer) = told(&scene);
    assert!(told_of >= 1 && silent == 0 && errands > fewer, "{told_of} {silent} {errands} {fewer}");
}

/// News was seen by another guard, later than by the guard that receives it, and at most `tells` turns ago.
#[test]
fn news_is_newer_than_the_receivers_knowledge() {
    let (mut dice, mut told_of) = (Rng::new(81), 0);
    for _ in 0..cases(30_000) {
        let mut scene = doorless(&mut dice);
        let tells = 1 + dice.below(2) as u32;
        scene.run.params.set("curiosity", "look");
        scene.run.params.set("tells", tells);
        let Some((_, trace)) = trace(&scene) else { continue };
        let guards = scene.of_kind(ActorKind::Guard).count();
        let (mut now, mut views) = (0, vec![BTreeSet::new(); guards]);
        // For each guard, the cells that it no longer sees, with the last turn in which it did.
        let mut seen = vec![BTreeMap::new(); guards];
        for &event in trace.events() {
            match event {
                E::TurnBegan { turn, .. } => now = turn,
                E::Saw { guard, cell, .. } => _ = views[guard as usize].insert(cell),
                E::LostSight { guard, cell } => {
                    views[guard as usize].remove(&cell);
                    seen[guard as usize].insert(cell, now);
                }
                E::Noticed { guard, cell, told: true, .. } => {
                    let until = |g: usize| {
                        let before = seen[g].get(&cell).copied();
                        if views[g].contains(&cell) { Some(now) } else { before }
                    };
                    let me = guard as usize;
                    let newest = (0..guards).filter(|&g| g != me).filter_map(until).max();
                    let fresh = newest.is_some_and(|turn| now - turn <= tells);
                    let newer = !views[me].contains(&cell) && until(me) <= newest;
                    assert!(fresh && newer, "turn {now}: guard {me} was told of {cell}\n{scene:?}");
                    told_of += 1;
                }
                _ => {}
            }
        }
    }
    assert!(told_of > cases(50), "only {told_of} cells were told of");
}
