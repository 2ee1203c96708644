//! Auto-explore: the conformance vectors, the worked examples as pictures, the counts of the flood, and scenes that
//! cannot be run.

use gridscope::algorithms::find;
use gridscope::formats::{Options, read_bytes};
use gridscope::trace::event::Value as V;
use gridscope::trace::trace::replay::Outline;
use gridscope::trace::view::picture::picture;
use gridscope::trace::{ActorKind, Cell, Dir, Grid, Progress, Scene, ScriptLine, Tile, Verb};
use serde_json::{Value, json};
use support::{count_of, pairs, record, set};

/// Builds a scene from a picture in which `?` is an unknown floor cell.
pub fn scene(text: &str, params: &[&str]) -> Scene {
    let mut scene = support::scene(&text.replace('?', "."));
    let size = scene.size();
    let glyphs = text.lines().map(str::trim).filter(|l| !l.is_empty()).flat_map(str::chars);
    scene.known = Grid::from_vec(size, glyphs.map(|c| c != '?').collect());
    "auto-explore".clone_into(&mut scene.run.algorithm);
    set(&mut scene, params);
    scene
}

fn one(text: &str) -> Value {
    outcome(&scene(text, &["picks=1"]))
}

pub fn outcome(scene: &Scene) -> Value {
    let runner = find("auto-explore").expect("it is on the list");
    runner
        .outcome(scene, &scene.run.params, scene.run.seed, &Progress::default())
        .expect("a scene that can be run")
        .into()
}

#[test]
fn auto_explore_vectors_agree() {
    let file = include_str!("../data/vectors/auto-explore.jsonl");
    for line in file.lines() {
        let case: Value = serde_json::from_str(line).expect("JSON");
        let scene =
            read_bytes("vector", case["scene"].to_string().as_bytes(), &Options::default()).expect("a scene").scene;
        let found = outcome(&scene);
        for (name, expected) in case["expect"].as_object().expect("an object") {
            assert_eq!(&found[name], expected, "vector {}: {name} of {found}", case["id"]);
        }
    }
}

#[test]
fn item_five_steps_farther_wins_unlike_six() {
    let near = one("###########\n#?.@......$\n###########");
    assert_eq!((&near["kind"], &near["target"], &near["value"]), (&json!("item"), &json!([10, 1]), &json!(7)));
    let far = one("############\n#?.@.......$\n############");
    assert_eq!((&far["kind"], &far["target"], &far["value"]), (&json!("single"), &json!([1, 1]), &json!(2)));
    assert!(near["why"].as_str().expect("a sentence").contains("at most 5 more than the 2"), "{near}");
}

const CORNER: &str = "
    ???????????
    /??#########
    /?#....@.??.
    /?#......??.
    /?##########";

#[test]
fn probable_corner_and_probable_wall_are_single_cells() {
    let rows = ["???????????", "??#########", "?#....@.??.", "?#......??.", "?##########"].join("\n");
    assert_eq!(CORNER.split_whitespace().map(|r| r.trim_start_matches('/')).collect::<Vec<_>>().join("\n"), rows);
    let corner = one(&rows);
    assert_eq!((&corner["kind"], &corner["target"]), (&json!("single"), &json!([1, 1])));
    assert_eq!(pairs(&corner["path"]), [(5, 2), (4, 2), (3, 2), (2, 2), (1, 1)]);
    let wall = one("?????????\n##?######\n#.......?\n#..@....?\n#########");
    assert_eq!((&wall["kind"], &wall["target"]), (&json!("single"), &json!([2, 1])));
}

#[test]
fn trap_is_avoided_by_a_short_detour_only() {
    let round = one("#######\n#@.^..?\n#.###.#\n#.....#\n#######");
    assert_eq!((&round["target"], &round["value"]), (&json!([6, 1]), &json!(6)));
    assert!(pairs(&round["path"]).contains(&(1, 2)), "by the south loop: {round}");
    let through = one("#######\n#@.^..?\n#######");
    assert_eq!(&through["value"], &json!(72));
    assert!(pairs(&through["path"]).contains(&(3, 1)));
}

#[test]
fn exit_down_wins_over_a_nearer_exit_up() {
    let exit = one("########\n#<@...>#\n########");
    assert_eq!((&exit["kind"], &exit["target"]), (&json!("exit"), &json!([6, 1])));
    let up = one("########\n#<@....#\n########");
    assert_eq!((&up["kind"], &up["target"]), (&json!("exit"), &json!([1, 1])));
    let none = one("####\n#@.#\n####");
    assert_eq!((&none["kind"], &none["target"], &none["tied"]), (&json!("none"), &Value::Null, &json!([])));
}

#[test]
fn blind_corner_is_rounded_in_two_steps() {
    let ambush = one("#####\n#...#\n#@#?#\n#...#\n#####");
    let (path, walked) = (pairs(&ambush["path"]), pairs(&ambush["walked"]));
    assert_eq!((path, walked), (vec![(2, 3), (3, 2)], vec![(1, 3), (2, 3), (3, 2)]));
}

pub const DOOR: &str = "#########\n#@......#\n#.......#\n####+####\n?????????";

#[test]
fn run_stops_squarely_before_a_door() {
    let door = one(DOOR);
    assert_eq!((&door["kind"], &door["target"]), (&json!("door"), &json!([4, 3])));
    assert_eq!(pairs(&door["path"]), [(2, 2), (3, 2), (4, 2), (4, 3)]);
    assert_eq!(door["path"], door["walked"], "in a single pick the door stays the last cell of both");
    let scene = scene(DOOR, &[]);
    let run = outcome(&scene);
    assert_eq!(pairs(&run["picks"][0]["walked"]), [(2, 2), (3, 2), (4, 2)]);
    assert_eq!(run["moves"], json!(3));
    assert!(run["stopped"].as_str().expect("a sentence").starts_with("Stopped at the closed door"), "{run}");
    // If the run starts next to the door, it opens the door.
    let mut beside = scene.clone();
    beside.actors[0].at = Cell::new(4, 2);
    let run = outcome(&beside);
    assert_eq!((&run["picks"][0]["kind"], &run["picks"][0]["walked"]), (&json!("door"), &json!([])));
    assert!(run["stopped"].as_str().expect("a sentence").starts_with("Explored"), "{run}");
    let mut end = record(&beside);
    end.seek(usize::MAX);
    assert_eq!(end.tiles(), [(Cell::new(4, 3), Tile::DoorOpen)]);
}

fn open_ground() -> Scene {
    let mut rows = vec![".".repeat(21); 21];
    rows[10].replace_range(10..11, "@");
    rows[20].replace_range(20..21, "?");
    scene(&rows.join("\n"), &["picks=1"])
}

/// The unknown cell (4,1) is reached from the south first, where nothing suggests a corner. Then it is reached from the
/// north, between two walls, by a path of equal cost.
#[test]
fn corner_is_judged_from_every_equally_cheap_arrival() {
    let said = |found: &Value| (found["kind"].clone(), found["target"].clone(), found["value"].clone());
    assert_eq!(said(&one("....##\n@###??\n.....?")), (json!("single"), json!([4, 1]), json!(4)));
    assert_eq!(
        said(&one("..#.##\n@###??\n.....?")),
        (json!("unknown"), json!([4, 1]), json!(4)),
        "no way in the north"
    );
}

#[test]
fn directional_adjacency_checks_a_third_of_neighbours() {
    let run = record(&open_ground());
    let settled = (0..run.len()).rev().find(|&i| run.kind(i) == "settled").expect("the flood ends");
    assert!(run.event(settled).fields.contains(&("checks", V::Int(1160))), "{:?}", run.event(settled));
    // A plain flood checks all neighbours of every known cell.
    let size = run.size();
    let inside = |c: Cell| gridscope::trace::geometry::Dir::ALL.iter().filter(|d| c.step(**d, size).is_some()).count();
    let plain: usize = size.cells().filter(|&c| c != Cell::new(20, 20)).map(inside).sum();
    assert_eq!(plain, 3277);
    // A straight step is compared with one edge of the map, a diagonal step with two: 12 comparisons for the start, 5
    // or 8 for the other cells. A plain flood needs 12 for each of the 440 known cells.
    let dirs = (0..run.len()).filter(|&i| run.kind(i) == "expanded").map(|i| {
        let field = run.event(i).fields.into_iter().find(|f| f.0 == "direction");
        field.map(|f| matches!(f.1, V::Dir(dir) if dir.is_diagonal()))
    });
    let bounds: i64 = dirs.map(|diagonal| diagonal.map_or(12, |diagonal| if diagonal { 8 } else { 5 })).sum();
    assert_eq!((bounds, 12 * (size.area() - 1)), (2324, 5280));
    assert!(run.event(settled).fields.contains(&("bounds", V::Int(bounds))), "{:?}", run.event(settled));
    assert_eq!(run.outcome()["value"], json!(10));
}

#[test]
fn ring_and_direction_layers_match_the_distances() {
    let mut run = record(&open_ground());
    run.seek(usize::MAX);
    let layer = |name: &str| run.schema().layers.iter().position(|l| l.name == name).expect("a layer");
    let centre = Cell::new(10, 10);
    for cell in run.size().cells().filter(|c| *c != centre) {
        let (dx, dy) = cell.delta(centre);
        assert_eq!(run.value(layer("ring"), cell), Some(V::Int(dx.max(dy) as i64)), "{cell}");
    }
    assert_eq!(run.value(layer("direction"), centre), None, "the start");
    assert_eq!(run.value(layer("direction"), Cell::new(10, 11)), Some(V::Dir(Dir::S)));
    let direction = |i: usize| run.event(i).fields.iter().find(|f| f.0 == "direction").map(|f| f.1.clone());
    let arrows = |dir: Option<Dir>| {
        let is = |&i: &usize| run.kind(i) == "expanded" && direction(i) == dir.map(V::Dir);
        let i = (0..run.len()).find(is).expect("a node of that direction");
        let mut then = run.fork();
        then.seek(i + 1);
        then.figures().iter().filter(|f| f.outline == Outline::Arrow && f.points.len() == 2).count()
    };
    assert_eq!(arrows(None), 8);
    assert!(Dir::ALL.into_iter().all(|dir| arrows(Some(dir)) == if dir.is_diagonal() { 5 } else { 3 }));
}

#[test]
fn cardinal_arrivals_are_tested_before_diagonal_arrivals() {
    let run = record(&open_ground());
    let (mut ring, mut diagonal) = (0, false);
    for i in 0..run.len() {
        let event = run.event(i);
        match event.kind {
            "ring-began" => (ring, diagonal) = (ring + 1, false),
            "sorted" => diagonal = event.fields.contains(&("diagonal", V::Flag(true))),
            "reached" | "ignored" if ring > 0 => {
                let dir = event.fields.iter().find(|f| f.0 == "direction").map(|f| f.1.clone());
                let Some(V::Dir(dir)) = dir else { panic!("a direction: {}", event.sentence) };
                assert_eq!(dir.is_diagonal(), diagonal, "event {i}: {}", event.sentence);
            }
            _ => {}
        }
    }
    assert!(ring > 5);
}

#[test]
fn scoreboard_lists_every_candidate_with_the_winner_first() {
    let text = "############\n#?.@......$.\n#####?######";
    let mut run = record(&scene(text, &["picks=1"]));
    run.seek(usize::MAX);
    let tables = run.tables();
    let rows = &tables[0].rows;
    assert_eq!(rows.len(), 3, "{rows:?}");
    assert!(rows[0].chosen && rows[1..].iter().all(|r| !r.chosen));
    assert!(rows.iter().all(|r| r.values.len() == tables[0].columns.len() && r.event.is_some()));
    let why = |r: &gridscope::trace::trace::replay::Row| r.values.last().cloned().unwrap_or_default();
    assert!(rows[1..].iter().all(|r| why(r).contains("its list comes after that of the item")), "{rows:?}");
    assert_eq!(tables[1].rows[0].values[4], "7", "2 and a greed of 5");
    assert_eq!(tables[1].rows[1].values[4], "6", "2 and a greed of 4");
    // With less greed the unknown cell wins, and the item's row says why.
    let mut run = record(&scene(text, &["picks=1", "item-greed=4"]));
    run.seek(usize::MAX);
    let item = run.tables()[0].rows.iter().find(|r| r.values[0] == "item").cloned().expect("it is listed");
    assert!(why(&item).contains("above the bound 6"), "{item:?}");
    assert!(run.why_not(Cell::new(10, 1)).sentence.contains("above the bound 6"));
}

#[test]
fn dice_between_equal_picks_are_fair_and_recorded() {
    let mut came = [0; 2];
    for seed in 0..400 {
        let mut cross = scene("#####\n?.@.?\n#####", &["picks=1"]);
        cross.run.seed = seed;
        let run = record(&cross);
        let rolled = (0..run.len()).find(|&i| run.kind(i) == "rolled").expect("two are equal");
        let tie = run.tie(rolled).expect("dice");
        assert_eq!((tie.candidates.len(), tie.probability), (2, Some(0.5)));
        came[(tie.chosen.x == 4) as usize] += 1;
    }
    assert!(came.iter().all(|&n| (160..=240).contains(&n)), "{came:?}");
}

#[test]
fn decision_at_each_pick_names_the_chosen_target() {
    let (mut picks, mut ties) = (0, 0);
    for round in 0..12 {
        let mut scene = match round % 3 {
            0 => gridscope::presets::find("explore-cave").expect("a preset").scene().expect("a scene"),
            1 => scene("?????????????\n?...........?\n?.....@.....?\n?...........?\n?????????????", &["radius=1"]),
            _ => scene("#####\n?.@.?\n#####", &["picks=1"]),
        };
        scene.run.seed = round;
        set(&mut scene, &[if round % 2 == 0 { "together=true" } else { "together=false" }]);
        let mut run = record(&scene);
        for i in (0..run.len()).filter(|&i| run.kind(i) == "aimed").collect::<Vec<_>>() {
            run.seek(i + 1);
            let (choice, event) = (run.decision().expect("a choice"), run.event(i));
            let tied = event.fields.iter().find(|f| f.0 == "tied").and_then(|f| f.1.number()).expect("a number");
            assert_eq!(choice.chosen_candidate().and_then(|c| c.cell), event.cell, "{}", event.sentence);
            assert_eq!(choice.equals().count() + 1, tied as usize, "{}", event.sentence);
            assert_eq!(run.decided(), event.cell);
            picks += 1;
            if tied > 1.0 {
                ties += 1;
                let tie = run.tie(i - 1).expect("dice before it");
                assert_eq!((Some(tie.chosen), tie.candidates.len()), (event.cell, tied as usize));
                assert!(tie.roll.is_some_and(|roll| (0.0..1.0).contains(&roll)) && !run.explain().is_empty());
            }
        }
    }
    assert!(picks > 100 && ties > 5, "{picks} picks, {ties} ties");
}

#[test]
fn picture_shows_a_picks_flood_and_path() {
    let scene = scene(DOOR, &["picks=1"]);
    let mut run = record(&scene);
    run.seek(usize::MAX);
    let shown = picture(&scene, &run);
    let rows: Vec<&str> = shown.lines().collect();
    assert_eq!(rows[1..4], ["#@xxxxxx#", "#x***xxx#", "####!####"], "{shown}");
    assert_eq!(rows[4], "░░░░░░░░░", "{shown}");
}

#[test]
fn items_in_walls_and_doors_are_targets() {
    let mut niche = scene("#######\n#@....#\n#######", &[]);
    support::put(&mut niche, ActorKind::Item, 6, 1);
    let run = outcome(&niche);
    assert_eq!((&run["picks"][0]["kind"], &run["picks"][0]["target"]), (&json!("item"), &json!([6, 1])));
    assert_eq!(run["moves"], json!(4), "it stops before the wall");
    assert!(run["stopped"].as_str().expect("a sentence").starts_with("Reached the item"));
    // Items next to the first or last cell of a run are seen from there, whether they are the target or not.
    let visited = |scene: &Scene| count_of(&record(scene), "visited");
    support::put(&mut niche, ActorKind::Item, 1, 0);
    support::put(&mut niche, ActorKind::Item, 4, 2);
    let run = outcome(&niche);
    assert_eq!((&run["picks"][0]["target"], &run["moves"], visited(&niche)), (&json!([4, 2]), &json!(2), 2));
    support::put(&mut niche, ActorKind::Item, 4, 0);
    assert_eq!(visited(&niche), 3, "two beside where it stops, one of them the target, and the first");
    let door = one("#######\n#@...+?\n#######");
    assert_eq!(&door["kind"], &json!("door"));
    let mut laid = scene("#######\n#@...+?\n#######", &["picks=1"]);
    support::put(&mut laid, ActorKind::Item, 5, 1);
    assert_eq!((&outcome(&laid)["kind"], &outcome(&laid)["value"]), (&json!("item"), &json!(4)));
    laid.actors[1].set_seen(Some(true));
    assert_eq!(outcome(&laid)["kind"], json!("door"), "a visited item is none");
}

#[test]
fn enemies_exits_and_locks_end_runs_with_reasons() {
    let enemy = outcome(&scene("########\n#@...M?#\n########", &[]));
    assert!(
        enemy["stopped"].as_str().expect("a sentence").starts_with("Stopped: an enemy is in view at (5,1)"),
        "{enemy}"
    );
    assert_eq!((&enemy["moves"], &enemy["picks"]), (&json!(0), &json!([])));
    let mut friend = scene("########\n#@...M?#\n########", &[]);
    friend.actors[1].set_hostile(Some(false));
    assert!(outcome(&friend)["stopped"].as_str().expect("a sentence").starts_with("Explored"));
    let exit = outcome(&scene("########\n#@....>#\n########", &[]));
    assert!(exit["stopped"].as_str().expect("a sentence").contains("exit at (6,1)"), "{exit}");
    let locked = outcome(&scene("########\n#@.*.$.#\n########", &[]));
    assert!(
        locked["stopped"]
            .as_str()
            .expect("a sentence")
            .contains("The item at (5,1) cannot be reached: the locked door at (3,1) is in the way."),
        "{locked}"
    );
    let mut key = scene("########\n#@.*.$.#\n########", &[]);
    key.actors[0].set_keys(vec!["red".into()]);
    assert!(outcome(&key)["stopped"].as_str().expect("a sentence").starts_with("Reached the item"));
}

#[test]
fn exit_aimed_at_before_an_interruption_is_kept() {
    let text = "############\n#?.@...>..<#\n############";
    assert_eq!(one(text)["kind"], json!("single"));
    let mut again = scene(text, &["picks=1"]);
    again.actors[0].set_goal(Some(Cell::new(10, 1)));
    let kept = outcome(&again);
    assert_eq!((&kept["kind"], &kept["target"]), (&json!("exit"), &json!([10, 1])));
    // If the run starts on an exit, it goes to another one.
    let mut on = scene("########\n#@....<#\n########", &["picks=1"]);
    let mut exit = gridscope::trace::scene::Actor::new(ActorKind::Exit, Cell::new(1, 1));
    exit.set_down(Some(true));
    on.actors.push(exit);
    assert_eq!(outcome(&on)["target"], json!([6, 1]));
}

#[test]
fn auto_explore_scenes_that_cannot_run_are_explained() {
    let error = |scene: &Scene| {
        let result = gridscope::algorithms::record(scene, &Progress::default());
        result.err().map(|e| e.to_string()).unwrap_or_default()
    };
    assert!(error(&scene("...", &[])).contains("no explorer"));
    assert!(error(&scene("@.@", &[])).contains("two explorers, at (0,0) and at (2,0)"));
    let mut walled = scene("@.?", &[]);
    walled.tiles[Cell::new(0, 0)] = Tile::Wall;
    assert!(error(&walled).contains("the explorer at (0,0) is in a wall"));
    let mut mask = scene("@.?", &[]);
    mask.known = Some(Grid::new(gridscope::trace::geometry::Size::new(2, 2), true));
    assert!(error(&mask).contains("known mask is 2 × 2 cells and the map is 3 × 1"), "{}", error(&mask));
    let mut script = scene("@#?", &[]);
    script.script.push(ScriptLine { turn: 1, verb: Verb::Open, at: Cell::new(1, 0), to: None, tile: None });
    assert!(error(&script).contains("open does nothing to a wall"), "{}", error(&script));
    assert!(error(&scene("@.?", &["item-greed=-1"])).contains("item-greed"));
}

/// The first node emits all eight neighbours. A node that was reached eastward emits only what lies to the east, in the
/// order of the lists.
#[test]
fn expansion_sentence_shows_the_emitted_directions_as_arrows() {
    let run = record(&scene("######\n#...?#\n#@..?#\n#...?#\n######", &["picks=1"]));
    let said = |x, y| {
        let expanded = (0..run.len()).filter(|&i| run.kind(i) == "expanded");
        let all: Vec<String> =
            expanded.map(|i| run.event(i)).filter(|e| e.cell == Some(Cell::new(x, y))).map(|e| e.sentence).collect();
        all.into_iter().next().expect("an expansion")
    };
    let first = said(1, 2);
    assert!("→←↑↓↗↘↖↙".chars().all(|arrow| first.contains(arrow)), "{first}");
    let east = said(2, 2);
    assert!(east.contains("It looks → and ↘ ↗"), "{east}");
}
