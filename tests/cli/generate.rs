//! Generators: their maps are connected, the same for the same seed, and can be run at once. Also the subcommand.

use gridscope::algorithms::{self, record};
use gridscope::debugger::SessionCommand;
use gridscope::debugger::session::command::generator_request::GeneratorRequest;
use gridscope::debugger::session::command::table::TABLE;
use gridscope::formats::{Options, format_for, read_bytes};
use gridscope::trace::generate::{ALL_DECKS, Generator, SceneRequest, Unknown};
use gridscope::trace::terrain::{Tile, Walk};
use gridscope::trace::{ActorKind, Cell, Dir, Params, Progress, Rng, Scene, Size};
use std::process::Output;
use support::cases;

/// Returns the generators of maps that any search can be tried on.
fn generators() -> Vec<&'static Generator> {
    let all = gridscope::registry().generators().iter().copied();
    all.filter(|generator| generator.id != "rooms-dungeon").collect()
}

const STRAIGHT: [Dir; 4] = [Dir::E, Dir::W, Dir::S, Dir::N];

fn wish(size: Size, seed: u64) -> SceneRequest {
    SceneRequest { size, seed, deck: 1, params: Params::default() }
}

pub fn make(id: &str, size: Size, seed: u64) -> Scene {
    gridscope::registry()
        .generator(id)
        .expect("a generator")
        .scene(&wish(size, seed))
        .unwrap_or_else(|e| panic!("{id} {size} {seed}: {e}"))
}

fn walks(scene: &Scene, c: Cell) -> bool {
    matches!(scene.tiles[c].info().walk, Walk::Yes | Walk::Opens)
}

/// Returns the number of walkable cells, and how many of them can be reached from the first one.
pub fn regions(scene: &Scene) -> (usize, usize) {
    let size = scene.size();
    let all: Vec<Cell> = size.cells().filter(|&c| walks(scene, c)).collect();
    let mut seen = std::collections::BTreeSet::new();
    let mut open: Vec<Cell> = all.first().copied().into_iter().collect();
    while let Some(cell) = open.pop() {
        if seen.insert(cell) {
            open.extend(STRAIGHT.into_iter().filter_map(|d| cell.step(d, size)).filter(|&c| walks(scene, c)));
        }
    }
    (all.len(), seen.len())
}

/// Asserts that a scene has a start and a goal on different floor cells, and that its map is connected.
fn is_useful(scene: &Scene, what: &str) {
    let (all, reached) = regions(scene);
    assert!(all >= 2 && all == reached, "{what}: {reached} of {all} cells are reached");
    let start: Vec<_> =
        scene.actors.iter().filter(|a| matches!(a.kind, ActorKind::Guard | ActorKind::Explorer)).collect();
    let goal: Vec<_> = scene.of_kind(ActorKind::Goal).collect();
    assert_eq!((start.len(), goal.len()), (1, 1), "{what}");
    assert!(start[0].at != goal[0].at && scene.actors.iter().all(|a| scene.tiles[a.at] == Tile::Floor), "{what}");
    scene.validate().unwrap_or_else(|e| panic!("{what}: {e}"));
}

#[test]
fn every_generator_makes_one_region_for_any_seed() {
    for generator in generators() {
        for seed in 0..150 {
            let scene = generator.plain(seed).unwrap_or_else(|e| panic!("{} {seed}: {e}", generator.id));
            assert_eq!(scene.size(), generator.size);
            is_useful(&scene, &format!("{} {seed}", generator.id));
            assert_eq!(scene, generator.plain(seed).expect("the same again"), "{} {seed}", generator.id);
        }
        assert_ne!(generator.plain(1).expect("a scene").tiles, generator.plain(2).expect("another").tiles);
    }
}

#[test]
fn every_size_from_the_minimum_generates() {
    let mut dice = Rng::new(3);
    for generator in generators().iter().filter(|g| g.id != "ship") {
        is_useful(&make(generator.id, generator.least, 1), generator.id);
        for seed in 0..120 {
            let side = |least: u16, dice: &mut Rng| least + dice.below(30) as u16;
            let size = Size::new(side(generator.least.width, &mut dice), side(generator.least.height, &mut dice));
            is_useful(&make(generator.id, size, seed), &format!("{} {size} {seed}", generator.id));
        }
        let less = Size::new(generator.least.width - 1, 50);
        let error = generator.scene(&wish(less, 1)).expect_err("too small").to_string();
        assert!(error.contains("too small") && error.contains(&generator.least.to_string()), "{error}");
    }
    is_useful(&make("ship", Size::new(90, 60), 1), "a large ship");
}

#[test]
fn generated_maze_is_a_spanning_tree() {
    for seed in 0..50 {
        let scene = make("maze", Size::new(31, 21), seed);
        let floor: Vec<Cell> = scene.size().cells().filter(|&c| walks(&scene, c)).collect();
        let steps = |c: &Cell| {
            [Dir::E, Dir::S].iter().filter(|&&d| c.step(d, scene.size()).is_some_and(|n| walks(&scene, n))).count()
        };
        // A connected graph with one edge fewer than cells is a tree.
        assert_eq!(floor.iter().map(steps).sum::<usize>(), floor.len() - 1);
        assert_eq!(floor.len(), 2 * 15 * 10 - 1);
    }
    let even = make("maze", Size::new(32, 22), 1);
    assert!((0..22).all(|y| even.tiles[Cell::new(30, y)] == Tile::Wall));
}

#[test]
fn caves_are_roomy_and_rooms_have_doors() {
    for seed in 0..100 {
        let (cave, _) = regions(&gridscope::registry().generator("cave").expect("cave").plain(seed).expect("a cave"));
        assert!(cave * 10 >= 62 * 38 * 3, "seed {seed}: {cave} cells");
        let rooms = gridscope::registry().generator("rooms").expect("rooms").plain(seed).expect("rooms");
        let doors: Vec<Cell> = rooms.size().cells().filter(|&c| rooms.tiles[c] == Tile::Door).collect();
        assert!(doors.len() >= 8, "seed {seed}: {} doors", doors.len());
        for door in doors {
            let wall = |d: Dir| door.step(d, rooms.size()).is_none_or(|c| rooms.tiles[c] == Tile::Wall);
            assert!((wall(Dir::E) && wall(Dir::W)) != (wall(Dir::N) && wall(Dir::S)), "seed {seed}: {door}");
        }
    }
}

#[test]
fn generated_scene_runs_and_survives_its_file() {
    for generator in generators() {
        for seed in [1, 2, 77, u64::MAX] {
            let mut scene = generator.plain(seed).expect("a scene");
            let out = gridscope::registry()
                .named("astar")
                .expect("A*")
                .outcome(&scene, &scene.run.params, 1, &Progress::default())
                .expect("a run");
            assert_eq!(out["found"], true, "{} {seed}", generator.id);
            let format = format_for("scene.json").expect("scenes");
            let written = format.write(&scene, &Options::default()).expect("a file");
            assert!(written.lost.is_empty(), "{:?}", written.lost);
            let back = read_bytes("x.scene.json", &written.bytes, &Options::default()).expect("a scene");
            assert_eq!((back.scene, back.notes.len()), (scene.clone(), 0), "{} {seed}", generator.id);
            // A generated map works for every algorithm that needs no more, including the ship generator's own.
            if generator.id == "ship" {
                "ship".clone_into(&mut scene.run.algorithm);
                let mut run = record(&scene, &Progress::default()).expect("a run");
                run.seek(usize::MAX);
                assert_eq!(run.outcome()["complete"], true);
                let tokens = run.tokens();
                assert!(tokens.len() == scene.actors.len() && tokens[1].at.is_some());
            }
        }
    }
}

#[test]
fn each_ship_deck_has_its_stairs() {
    let ship = gridscope::registry().generator("ship").expect("a ship");
    for deck in 1..=3 {
        let scene = ship.scene(&SceneRequest { deck, ..wish(ship.size, 5) }).expect("a deck");
        let exits: Vec<_> = scene.of_kind(ActorKind::Exit).map(gridscope::trace::scene::Actor::down).collect();
        let expected: &[Option<bool>] = match deck {
            1 => &[Some(true)],
            2 => &[Some(false), Some(true)],
            _ => &[Some(false)],
        };
        assert_eq!(exits, expected, "deck {deck}");
        assert!((7..=30).contains(&scene.of_kind(ActorKind::Enemy).count()));
        assert!(scene.title.contains(&format!("deck {deck} of 3")) && scene.run.seed == 5);
        let text = format_for("txt").expect("text").write(&scene, &Options::default()).expect("text");
        let text = String::from_utf8(text.bytes).expect("UTF-8");
        assert!(text.contains('@') && text.contains('X') && text.contains('M') && text.contains('$'));
    }
    for (deck, words) in [(0, "decks 1 to 3"), (4, "decks 1 to 3")] {
        let error = ship.scene(&SceneRequest { deck, ..wish(ship.size, 5) }).expect_err("no such deck").to_string();
        assert!(error.contains(words), "{error}");
    }
    let error = ship.scene(&wish(Size::new(20, 20), 1)).expect_err("too small a ship").to_string();
    assert!(error.contains("given up") && error.contains("64 × 40"), "{error}");
    let mut params = Params::default();
    params.set("decks", 1);
    let one = ship.scene(&SceneRequest { params: params.clone(), ..wish(ship.size, 5) }).expect("a ship of one deck");
    assert_eq!(one.of_kind(ActorKind::Exit).count(), 0);
    let maze = gridscope::registry().generator("maze").expect("a maze");
    assert!(
        maze.scene(&SceneRequest { params, ..wish(maze.size, 1) })
            .expect_err("no parameters")
            .to_string()
            .contains("has no parameters")
    );
    assert!(
        maze.scene(&SceneRequest { deck: 2, ..wish(maze.size, 1) })
            .expect_err("no decks")
            .to_string()
            .contains("has no decks")
    );
}

#[test]
fn all_decks_of_a_ship_share_one_map() {
    let ship = gridscope::registry().generator("ship").expect("a ship");
    let all = ship.scene(&SceneRequest { deck: ALL_DECKS, ..wish(ship.size, 5) }).expect("three decks");
    assert_eq!(all.size(), Size::new(64, 3 * 40 + 2));
    let decks: Vec<Scene> =
        (1..=3).map(|deck| ship.scene(&SceneRequest { deck, ..wish(ship.size, 5) }).expect("a deck")).collect();
    let mut holes = 0;
    for (i, deck) in decks.iter().enumerate() {
        for c in ship.size.cells() {
            let there = all.tiles[Cell::new(c.x, c.y + 41 * i as u16)];
            holes += u32::from(there != deck.tiles[c]);
            assert!(there == deck.tiles[c] || (deck.tiles[c] == Tile::Window && there == Tile::Floor), "deck {i}: {c}");
        }
    }
    assert_eq!(holes, 1, "one window is broken");
    // Each staircase leads to its other end. The teleporter leads off the map.
    let exits: Vec<_> = all.of_kind(ActorKind::Exit).collect();
    assert_eq!(exits.len(), 5);
    for exit in &exits {
        match exit.to() {
            Some(to) => assert!(exits.iter().any(|other| other.at == to && other.to() == Some(exit.at)), "{exit:?}"),
            None => assert!(exit.at.y > 82 && exit.down() == Some(true)),
        }
    }
    let out = gridscope(&["generate", "ship", "--deck", "all", "--seed", "5"]);
    assert_eq!(read_bytes("-", &out.stdout, &Options::default()).expect("a scene").scene, all);
}

#[test]
fn menu_offers_every_generator_with_a_fresh_seed() {
    let mut session =
        gridscope::session(gridscope::registry().generator("maze").expect("a maze").plain(7).expect("a scene"));
    let mut seeds = vec![7];
    for generator in generators() {
        let row = TABLE.iter().find(|row| row.command == SessionCommand::Generate(generator.id));
        assert_eq!(row.expect("a row").title, format!("New {}", generator.id));
        for _ in 0..2 {
            session.apply(&SessionCommand::Generate(generator.id));
            session.settle();
            assert!(session.opened().problem.is_none() && session.replay().is_some_and(|r| !r.is_empty()));
            assert!(!session.document().is_changed() && session.document().path.is_none());
            let seed = session.scene().run.seed;
            assert!(!seeds.contains(&seed), "{seed} again");
            seeds.push(seed);
        }
    }
    // The window's generator gives the same scene as the subcommand.
    let mut order = GeneratorRequest {
        width: 48,
        height: 30,
        seed: 9,
        unknown: Unknown::Share(0.4),
        ..GeneratorRequest::plain(generators()[2])
    };
    order.algorithm = Some("guards".into());
    session.apply(&SessionCommand::Make(Box::new(order.clone())));
    let words = ["generate", "cave", "--size", "48x30", "--seed", "9", "--for", "guards", "--unknown", "0.4"];
    let made = read_bytes("-", &gridscope(&words).stdout, &Options::default()).expect("a scene").scene;
    assert_eq!(*session.scene(), made);
    session.apply(&SessionCommand::Generate(generators()[1].id));
    assert!(session.scene().run.seed > 9, "a seed past those that were ordered");
    order.width = 2;
    session.apply(&SessionCommand::Make(Box::new(order)));
    assert!(session.work().notices.iter().any(|n| n.error && n.text.contains("too small for cave")));
    session.apply(&SessionCommand::Generate("nothing"));
    assert!(session.work().notices.iter().any(|n| n.error && n.text.contains("nothing")));
}

/// Runs the program.
pub fn gridscope(args: &[&str]) -> Output {
    std::process::Command::new(env!("CARGO_BIN_EXE_gridscope")).args(args).output().expect("the program")
}

#[test]
fn generate_writes_any_format_and_explains_errors() {
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    let folder = tempfile::tempdir().expect("a folder");
    for (id, name) in [("ship", "s.scene.json"), ("maze", "m.txt"), ("cave", "c.map"), ("rooms", "r.scene.json")] {
        let path = folder.path().join(name).display().to_string();
        let out = gridscope(&["generate", id, "--seed", "9", "-o", &path]);
        assert!(out.status.success() && out.stdout.is_empty(), "{id}: {}", text(&out.stderr));
        let bytes = std::fs::read(&path).expect("a file");
        let back = read_bytes(name, &bytes, &Options::default()).expect("a scene").scene;
        let made = gridscope::registry().generator(id).expect("a generator").plain(9).expect("a scene");
        assert_eq!(back.size(), made.size(), "{id}");
        if name.ends_with("json") {
            assert_eq!(back, made, "{id}");
        }
    }
    let out = gridscope(&["generate", "maze", "--seed", "3", "--size", "11x7"]);
    let scene = read_bytes("-", &out.stdout, &Options::default()).expect("a scene").scene;
    assert_eq!(scene, make("maze", Size::new(11, 7), 3));
    let out = gridscope(&["generate", "maze", "--size", "11x7", "-o", "-", "--to", "txt"]);
    assert!(text(&out.stdout).contains("###########"), "{}", text(&out.stdout));
    let [short, long] = [&["--method", "hull-first"], &["--set", "method=hull-first"]]
        .map(|set| gridscope(&[&["generate", "ship", "--seed", "3"][..], set].concat()).stdout);
    assert!(short == long && String::from_utf8_lossy(&short).contains("its hull first"), "one name for both");
    let out = gridscope(&["generate", "ship", "--deck", "3", "--set", "rooms-least=14", "--seed", "4"]);
    assert!(text(&out.stdout).contains("deck 3 of 3"), "{}", text(&out.stderr));
    for (args, words) in [
        (&["generate"][..], "GENERATOR"),
        (&["generate", "castle"], "expected one of ship, maze, cave, rooms"),
        (&["generate", "maze", "--size", "big"], "64x40"),
        (&["generate", "maze", "--size", "0x9"], "no cells"),
        (&["generate", "cave", "--size", "3x3"], "at least 8 × 8"),
        (&["generate", "rooms", "--deck", "2"], "no decks"),
        (&["generate", "ship", "--deck", "9"], "decks 1 to 3"),
        (&["generate", "ship", "--size", "600x40"], "512"),
        (&["generate", "ship", "--set", "rooms=3"], "rooms-least"),
        (&["generate", "ship", "--method", "drawn"], "grown, hull-first"),
        (&["generate", "maze", "--method", "grown"], "maze has no parameters"),
        (&["generate", "maze", "-o", "x.nope"], "x.nope"),
        (&["generate", "maze", "--seed", "many"], "many"),
    ] {
        let out = gridscope(args);
        let error = text(&out.stderr);
        assert_eq!((out.status.code(), error.matches('\n').count()), (Some(2), 1), "{args:?}: {error}");
        assert!(error.contains(words), "{args:?} says {error:?}, not {words:?}");
    }
}

/// Maximum number of events of a run on a generated map in this test.
const BUDGET: usize = 400_000;

/// Every algorithm runs within a budget on the map of every generator, if its actors are added. On the unchanged map it
/// may refuse, in one sentence.
#[test]
fn every_algorithm_runs_or_refuses_every_generated_map() {
    for generator in generators() {
        for runner in algorithms::all() {
            for seed in 1..=cases(5) as u64 {
                let what = format!("{} {} {seed}", generator.id, runner.card().id);
                let mut scene = generator.plain(seed).expect("a scene");
                runner.card().id.clone_into(&mut scene.run.algorithm);
                let progress = Progress::default().with_budget(BUDGET);
                if let Err(refused) = record(&scene, &progress) {
                    let said = refused.to_string();
                    assert!(!said.contains('\n') && said.contains("place one"), "{what}: {said}");
                }
                let plain = scene.actors.len();
                gridscope::trace::generate::people(&mut scene, runner.card());
                scene.validate().unwrap_or_else(|error| panic!("{what}: {error}"));
                assert_eq!(scene.run.algorithm, runner.card().id);
                let fresh = runner.card().params.iter().filter_map(|param| Some((param.name, param.fresh?)));
                for (name, word) in fresh {
                    let value = &scene.run.params.0[name];
                    assert!(
                        value == word || value.as_bool().is_some_and(|flag| flag == (word == "true")),
                        "{what}: what new scenes say"
                    );
                }
                let count = |kind| scene.of_kind(kind).count();
                match runner.card().id {
                    "guards" => assert_eq!((count(ActorKind::Thief), count(ActorKind::Goal)), (1, 0), "{what}"),
                    "auto-explore" => {
                        assert!(count(ActorKind::Item) >= 1 && count(ActorKind::Exit) >= 1, "{what}: things to find");
                        assert!(scene.known.as_ref().is_some_and(|known| known.as_slice().contains(&false)), "{what}");
                    }
                    _ => {}
                }
                assert!(scene.actors.len() <= plain + 8, "{what}: no more than it needs");
                let feet = scene.actors[plain..].iter().flat_map(|a| [&[a.at][..], a.route()].concat());
                assert!(feet.into_iter().all(|c| scene.tiles[c] == Tile::Floor), "{what}: on floor");
                let run = record(&scene, &progress).unwrap_or_else(|error| panic!("{what}: {error}"));
                assert!(!run.is_empty() && run.len() <= BUDGET, "{what}: {} events", run.len());
                if generator.id == "cave" && seed == 1 {
                    // Generate it again, and once with unknown cells.
                    let mut again = generator.plain(seed).expect("a scene");
                    gridscope::trace::generate::people(&mut again, runner.card());
                    assert_eq!(again, scene, "{what}");
                    gridscope::trace::generate::unknown(&mut again);
                    let known = again.known.as_ref().expect("a mask").as_slice().iter().filter(|&&k| k).count();
                    assert!((1..=49).contains(&known), "{what}: {known} cells are known");
                    record(&again, &progress).unwrap_or_else(|error| panic!("{what}, unknown: {error}"));
                }
            }
        }
    }
}

#[test]
fn generate_leaves_the_given_share_unknown() {
    let unknown = |words: &[&str]| {
        let out = gridscope(&[&["generate", "cave", "--seed", "3", "--for", "auto-explore"], words].concat());
        let scene = read_bytes("-", &out.stdout, &Options::default()).expect("a scene").scene;
        let own = scene.of_kind(ActorKind::Explorer).next().expect("an explorer").at;
        let known = scene.known.clone().expect("a mask");
        assert!(known[own]);
        let far = |c: Cell| {
            let (dx, dy) = c.delta(own);
            dx.max(dy)
        };
        let (near, hidden): (Vec<Cell>, Vec<Cell>) = scene.size().cells().partition(|&c| known[c]);
        assert!(near.iter().map(|&c| far(c)).max() <= hidden.iter().map(|&c| far(c)).min().or(Some(u32::MAX)));
        (hidden.len() as f64 / scene.size().area() as f64 * 100.0).round() as u32
    };
    assert_eq!([unknown(&["--unknown", "0.4"]), unknown(&["--unknown=1"]), unknown(&["--unknown", "0"])], [40, 100, 0]);
    assert!(unknown(&["--unknown"]) > 90);
    let out = gridscope(&["generate", "cave", "--unknown", "2"]);
    assert!(String::from_utf8_lossy(&out.stderr).contains("from 0 to 1"));
}

#[test]
fn generated_guards_have_routes_and_units_enemies() {
    let made = |id: &str| {
        let out = gridscope(&["generate", "ship", "--seed", "2", "--for", id, "--unknown"]);
        assert!(out.status.success(), "{}", String::from_utf8_lossy(&out.stderr));
        read_bytes("-", &out.stdout, &Options::default()).expect("a scene").scene
    };
    let guards = made("guards");
    assert_eq!(guards.of_kind(ActorKind::Guard).filter(|guard| guard.route().len() == 3).count(), 3);
    let fight = made("autochess");
    let teams: Vec<_> = fight.of_kind(ActorKind::Unit).map(|unit| (unit.team(), unit.active())).collect();
    assert_eq!(teams, [(Some(1), Some(true)), (Some(2), None), (Some(2), None)]);
    assert!(made("auto-explore").known.is_some());
    let out = gridscope(&["generate", "cave", "--for", "nobody"]);
    let said = String::from_utf8_lossy(&out.stderr).into_owned();
    assert!(out.status.code() == Some(2) && said.contains("--for: ") && said.matches('\n').count() == 1, "{said}");
}
