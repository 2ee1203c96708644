//! Fewest jumps on thousands of random boards: against a simple second implementation; never more jumps than stock or
//! diagonal while all other pieces stay; against the call for games; an assassin's leap against brute force; and how
//! much the rules differ, counted.

use crate::helpers::chess::{chess, outcome};
use crate::oracles::chess::{P, fewest, plain, squared};
use gridscope::algorithms::find;
use gridscope::trace::{Actor, ActorKind, Cell, Grid, Progress, Rng, Scene, Size, Tile};
use serde_json::{Value, json};
use std::collections::BTreeSet;
use support::{cases, record, set};

/// Builds a board with units of two teams, the first of them active, some walls, and the game's ranges.
fn board(dice: &mut Rng) -> Scene {
    let mut side = |least: u64| (least + dice.below(9)) as u16;
    let size = Size::new(side(1), side(1));
    let mut tiles = Grid::new(size, Tile::Floor);
    let walls = dice.below(4) * 9;
    for cell in size.cells() {
        if dice.below(100) < walls {
            tiles[cell] = Tile::Wall;
        }
    }
    let mut scene = Scene::new(tiles);
    let mut cells: Vec<Cell> = size.cells().collect();
    for k in 0..=dice.below(12).min(cells.len() as u64 - 1) {
        let mut unit = Actor::new(ActorKind::Unit, cells.swap_remove(dice.below(cells.len() as u64) as usize));
        unit.set_team(Some(if k == 0 { 1 } else { 1 + dice.below(2) as u8 }));
        unit.set_active((k == 0).then_some(true));
        unit.set_range((dice.below(4) == 0).then(|| [205, 328, 400][dice.below(3) as usize]));
        scene.actors.push(unit);
    }
    scene.run.algorithm = "autochess".into();
    scene
}

fn cell(scene: &Scene, (x, y): P) -> Cell {
    Cell::new((x - 1) as u16, scene.size().height - y as u16)
}

#[test]
fn fewest_jumps_agree_with_an_independent_program() {
    let mut dice = Rng::new(81);
    let (mut several, mut none) = (0, 0);
    for round in 0..cases(4_000) {
        let mut scene = board(&mut dice);
        set(&mut scene, &["rule=fewest"]);
        let out = outcome(&scene);
        let wanted = fewest(&scene, 0);
        let context = format!("board {round}: {:?} {out}", scene.actors);
        let at = |p: Option<P>| json!(p.map(|p| cell(&scene, p)));
        assert_eq!(out["hop"], at(wanted.as_ref().map(|w| w.hop)), "{context}");
        assert_eq!(out["fewest"]["target"], at(wanted.as_ref().map(|w| w.target)), "{context}");
        assert_eq!(out["fewest"]["jumps"], json!(wanted.as_ref().map(|w| w.jumps)), "{context}");
        assert_eq!(out["chose"], if wanted.is_some() { "fewest" } else { "none" }, "{context}");
        assert_eq!((&out["stock"]["hop"], &out["alt"]), (&Value::Null, &Value::Null));
        let rows = out["candidates"].as_array().expect("rows");
        assert_eq!(rows.len(), scene.size().area());
        let leads: Vec<_> = rows.iter().filter(|r| r["refused"].is_null()).collect();
        assert_eq!(leads.last().map_or(&Value::Null, |r| &r["at"]), &out["fewest"]["target"], "{context}");
        assert!(leads.iter().all(|r| r["jumps"] == out["fewest"]["jumps"]), "{context}");
        several += usize::from(wanted.as_ref().is_some_and(|w| w.jumps > 1));
        none += usize::from(wanted.is_none());
    }
    assert!(several > cases(150) && none > cases(300), "{several} of several jumps, {none} without any");
}

/// Why-not answers on the final board agree with the outcome's list, for every cell.
#[test]
fn why_not_agrees_with_the_outcomes_candidates() {
    let mut dice = Rng::new(82);
    let mut reasons = std::collections::BTreeMap::new();
    for round in 0..60 {
        let mut scene = board(&mut dice);
        set(&mut scene, &["rule=fewest"]);
        let run = record(&scene);
        assert_eq!(run.outcome(), &outcome(&scene), "{round}: observing changes nothing");
        for row in run.outcome()["candidates"].as_array().expect("rows") {
            let at = Cell::new(row["at"][0].as_u64().expect("x") as u16, row["at"][1].as_u64().expect("y") as u16);
            let told = run.why_not(at);
            let out = run.outcome();
            let wanted = match row["refused"].as_str() {
                _ if row["at"] == out["hop"] => "chosen",
                _ if at == scene.actors[0].at => "no path",
                _ if row["at"] == out["fewest"]["target"] => "target",
                // The cell was the best for a while.
                None => "not nearer",
                // The number of jumps does not say whether a cell is occupied or too far away.
                Some("no path") if !out["hop"].is_null() => "more jumps",
                Some(reason) => reason,
            };
            assert_eq!(told.reason, wanted, "{round}: {at} {told:?} {row}");
            *reasons.entry(told.reason.to_string()).or_insert(0) += 1;
        }
    }
    for reason in ["chosen", "target", "not in reach", "more jumps", "not nearer", "no path"] {
        assert!(reasons.get(reason).is_some_and(|&n| n > 1), "{reason}: {reasons:?}");
    }
}

/// Returns the jumps of each rule, in the order of `Rule::ALL`, while all other pieces stay, and whether the piece
/// could attack in the end.
fn alone(scene: &Scene) -> Value {
    let mut scene = scene.clone();
    set(&mut scene, &["fight=on", "alone=on", "rule=all"]);
    outcome(&scene)
}

#[test]
fn fewest_rule_never_takes_more_jumps() {
    let mut dice = Rng::new(83);
    let (mut fewer, mut jumped) = (0, 0);
    for round in 0..cases(3_000) {
        let mut scene = board(&mut dice);
        // Without its conditions, the diagonal rule may go in circles.
        if dice.below(3) == 0 {
            set(&mut scene, &["reach=off", "far=off", "near=off"]);
        }
        let out = alone(&scene);
        assert_eq!(out["wins"]["fewest"], true, "board {round}: {:?} {out}", scene.actors);
        let count = |rule: &str| out["jumps"][rule].as_u64().expect("a count");
        assert!(count("fewest") <= count("stock").min(count("diagonal")), "board {round}: {out}");
        // The piece jumped as it had planned at first, and no other piece moved.
        let (plain, units) = plain(&scene, 0);
        let reach = i64::from(scene.actors[0].range().unwrap_or(210)) - 24;
        let foes = units.iter().zip(&scene.actors).filter(|(_, a)| a.team() != scene.actors[0].team());
        let attacks = foes.map(|f| squared(*f.0, units[0])).any(|d| 16_384 * d < reach * reach);
        let planned = fewest(&scene, 0).filter(|_| !attacks).map_or(0, |f| f.jumps);
        assert_eq!(count("fewest"), planned, "board {round}: {:?} {out}", plain.blocked);
        for rule in ["stock", "diagonal", "fewest"] {
            let places = out["positions"][rule].as_array().expect("places");
            assert!(places.iter().zip(&scene.actors).skip(1).all(|(place, a)| *place == json!(a.at)), "{out}");
        }
        fewer += usize::from(count("fewest") < count("stock").min(count("diagonal")));
        jumped += usize::from(count("fewest") > 0);
    }
    assert!(fewer > cases(40) && jumped > cases(700), "{fewer} boards with fewer jumps than both, {jumped} with any");
}

#[test]
fn observing_a_fight_under_all_rules_changes_nothing() {
    let mut dice = Rng::new(84);
    let (mut leaps, mut won) = (0, 0);
    for round in 0..120 {
        let mut scene = board(&mut dice);
        set(&mut scene, &["fight=on", "rule=all", "max-rounds=5"]);
        if round % 2 == 0 {
            set(&mut scene, &["scatter=on"]);
            scene.run.seed = round;
        }
        for actor in &mut scene.actors {
            actor.set_assassin((dice.below(4) == 0).then_some(true));
        }
        let silent = find("autochess").expect("it is on the list").outcome(
            &scene,
            &scene.run.params,
            scene.run.seed,
            &Progress::default(),
        );
        let Ok(silent) = silent else {
            let floor = scene.size().cells().filter(|&cell| scene.tiles[cell] == Tile::Floor).count();
            assert!(round % 2 == 0 && floor < scene.actors.len(), "{round}: there is room for all");
            continue;
        };
        let mut run = record(&scene);
        assert_eq!(run.outcome(), &silent, "fight {round}");
        leaps += (0..run.len()).filter(|&i| run.event(i).sentence.starts_with("Chose the leap")).count();
        won += ["stock", "diagonal"].iter().filter(|rule| silent["wins"][**rule] == false).count();
        // Tokens are at the cells of the outcome, on each of the boards.
        run.seek(run.len());
        for (eyes, rule) in [(1, "stock"), (2, "diagonal"), (3, "fewest")] {
            run.look_through(eyes);
            let tokens = run.tokens();
            let place = |i: usize, a: &Actor| json!(tokens.iter().find(|t| t.actor == i).map_or(Some(a.at), |t| t.at));
            let places = scene.actors.iter().enumerate().map(|(i, a)| place(i, a)).collect();
            assert_eq!(Value::Array(places), silent["positions"][rule], "fight {round}, {rule}");
        }
    }
    assert!(leaps > 50 && won > 5, "{leaps} leaps, {won} times a rule was beaten");
}

/// Returns the target of an assassin's leap, by the page alone. Takes the farthest enemy with a free cell that is
/// farther from the piece than the enemy, and of these cells the one nearest to that enemy.
fn leap(scene: &Scene) -> Option<P> {
    let (plain, units) = plain(scene, 0);
    let me = units[0];
    let all = || (1..=plain.width).flat_map(|x| (1..=plain.height).map(move |y| (x, y)));
    let behind = |e: P| {
        let free = all().filter(|&p| p != me && plain.free(p) && squared(p, me) > squared(e, me));
        free.min_by_key(|&p| (squared(p, e), -squared(p, me), p))
    };
    let foe = |p: &P| units.iter().zip(&scene.actors).any(|(u, a)| u == p && a.team() != scene.actors[0].team());
    let mut foes: Vec<P> = all().filter(foe).collect();
    foes.sort_by_key(|&e| (-squared(e, me), e));
    foes.into_iter().find_map(behind)
}

#[test]
fn assassins_leap_agrees_with_brute_force() {
    let mut dice = Rng::new(85);
    let (mut leaps, mut none) = (0, 0);
    for round in 0..3_000 {
        let mut scene = board(&mut dice);
        let plain = outcome(&scene);
        scene.actors[0].set_assassin(Some(true));
        let (out, wanted) = (outcome(&scene), leap(&scene));
        match wanted {
            Some(p) => {
                assert_eq!((&out["chose"], &out["hop"]), (&json!("leap"), &json!(cell(&scene, p))), "board {round}");
            }
            None => assert_eq!(out, plain, "board {round}: by the rule, where nobody has a free cell behind"),
        }
        leaps += usize::from(wanted.is_some());
        none += usize::from(wanted.is_none() && scene.actors.len() > 1);
        if round < 60 {
            let run = record(&scene);
            assert_eq!(run.outcome(), &out);
            for at in scene.size().cells().filter(|_| wanted.is_some()) {
                let told = run.why_not(at);
                assert_eq!(told.reason == "chosen", json!(at) == out["hop"], "board {round}: {at} {told:?}");
            }
        }
    }
    assert!(leaps > 1_000 && none > 50, "{leaps} leaps, {none} boards without one");
}

#[test]
fn assassin_leaps_only_with_its_first_move() {
    // Behind the archer in the corner no cell is free, so it chooses the other enemy.
    let mut scene = chess("E.......\n........\n........\n........\n..E.....\n........\n........\n.....U..", &[]);
    let unit = scene.actors.iter().position(|a| a.active() == Some(true)).expect("a piece");
    scene.actors[unit].set_assassin(Some(true));
    let run = record(&scene);
    let sentences: Vec<String> = (0..run.len()).map(|i| run.event(i).sentence).collect();
    let has = |words: &str| sentences.iter().any(|s| s == words);
    assert!(has("The farthest enemy is at (0,0), 8.6 cells from the piece."), "{sentences:#?}");
    assert!(has("There is no free cell behind that enemy. The next farthest is at (2,4), 4.2 cells from the piece."));
    assert!(has("Chose the leap from (5,7) to (1,4), behind the enemy at (2,4)."), "{sentences:#?}");
    set(&mut scene, &["fight=on", "rule=fewest", "alone=on"]);
    assert_eq!(outcome(&scene)["jumps"], 1, "it stands beside that enemy");
    // An assassin leaps even if it can already attack. In the second round it moves like other pieces.
    let mut near = chess("U.E......", &["fight=on", "rule=stock", "range=400"]);
    near.actors[0].set_assassin(Some(true));
    near.actors[1].set_range(Some(900));
    assert_eq!(outcome(&near), json!({ "rounds": 1, "jumps": 1, "positions": [[3, 0], [2, 0]] }));
    near.actors[0].set_assassin(None);
    assert_eq!(outcome(&near)["jumps"], 0);
}

#[test]
fn fewest_jumps_of_the_module_board_are_two() {
    let board = "
        ........
        ........
        ........
        ....E...
        ........
        ........
        .A......
        U.......";
    let mut scene = chess(board, &["rule=fewest"]);
    let out = outcome(&scene);
    assert_eq!((&out["hop"], &out["fewest"]), (&json!([3, 7]), &json!({ "target": [3, 4], "jumps": 2 })));
    let mut run = record(&scene);
    run.seek(run.len());
    assert_eq!(
        run.event(run.len() - 1).sentence,
        "Chose the first of the fewest jumps, from (0,7) to (3,7), toward (3,4)."
    );
    let jumps = run.schema().layers.iter().position(|l| l.name == "jumps").expect("a layer");
    let shown = |x, y| run.value(jumps, Cell::new(x, y)).map(|v| v.to_string());
    assert_eq!(
        [shown(0, 7), shown(7, 7), shown(3, 4), shown(1, 6)],
        ["0", "1", "2"].map(|n| Some(n.to_owned())).into_iter().chain([None]).collect::<Vec<_>>()[..]
    );
    // In the queue: the first entry is taken next.
    let taken: Vec<usize> = (0..run.len()).filter(|&i| run.kind(i) == "took").collect();
    assert!(taken.len() > 10);
    for i in taken {
        run.seek(i);
        assert_eq!(run.queue(1).0.first().map(|e| e.cell), run.event(i).cell, "event {i}");
    }
    set(&mut scene, &["fight=on", "alone=on", "rule=all"]);
    assert_eq!(outcome(&scene)["jumps"]["fewest"], 2);
}

/// Builds a tournament board with `team` pieces per team, in random cells for each seed.
fn tournament(team: usize) -> Scene {
    let mut scene = Scene::new(Grid::new(Size::new(8, 8), Tile::Floor));
    for (k, at) in Size::new(8, 8).cells().take(2 * team).enumerate() {
        let mut unit = Actor::new(ActorKind::Unit, at);
        unit.set_team(Some(if k < team { 1 } else { 2 }));
        unit.set_active((k == 0).then_some(true));
        scene.actors.push(unit);
    }
    scene.run.algorithm = "autochess".into();
    set(&mut scene, &["fight=on", "rule=all", "scatter=on"]);
    scene
}

/// Returns the sums of the jumps of stock, diagonal and fewest over many seeds, and the number of boards with any
/// jumps.
fn counted(scene: &Scene, boards: u64) -> [u64; 4] {
    let runner = find("autochess").expect("it is on the list");
    let mut sums = [0; 4];
    for seed in 1..=boards {
        let out = runner.outcome(scene, &scene.run.params, seed, &Progress::default()).expect("a board");
        for (sum, rule) in sums.iter_mut().zip(["stock", "diagonal", "fewest"]) {
            *sum += out["jumps"][rule].as_u64().expect("a count");
        }
        sums[3] += u64::from(out["needed"] == true);
    }
    sums
}

/// Two pieces per team on an empty 8 × 8 board. Only the active piece moves, until it can attack. The jumps are added
/// up.
#[test]
fn jumps_by_rule_on_1000_boards_match() {
    let mut scene = tournament(2);
    set(&mut scene, &["alone=on"]);
    assert_eq!(counted(&scene, 1_000), JUMPS_OF_1_000);
}

/// Like the test above, but on ten thousand boards, for several team sizes, and for whole fights:
/// `cargo test --release --test algorithms -- --ignored --nocapture jumps_by_rule`.
#[test]
#[ignore = "minutes without optimisation"]
fn jumps_by_rule_on_10000_boards_are_ordered() {
    for team in [1, 2, 3, 5, 8] {
        let mut scene = tournament(team);
        let fights = counted(&scene, 10_000);
        set(&mut scene, &["alone=on"]);
        let still = counted(&scene, 10_000);
        eprintln!("{team} a team: alone {still:?}, whole fights {fights:?}");
        assert!(still[2] <= still[1] && still[1] < still[0], "{team}: {still:?}");
        if team == 2 {
            assert_eq!(still, JUMPS_OF_10_000);
        }
    }
}

const JUMPS_OF_1_000: [u64; 4] = [1030, 927, 837, 804];
const JUMPS_OF_10_000: [u64; 4] = [10_297, 9_292, 8_414, 8_094];

/// A first jump is listed once, however many cells it leads towards.
#[test]
fn each_first_jump_is_listed_once() {
    let mut run = record(&gridscope::presets::find("fewest-jumps").expect("a preset").scene().expect("a scene"));
    let mut listed = 0;
    for at in 0..=run.len() {
        run.seek(at);
        let Some(choice) = run.decision().filter(|choice| choice.title == "The first jump") else { continue };
        let cells: BTreeSet<Cell> = choice.candidates.iter().filter_map(|candidate| candidate.cell).collect();
        assert_eq!(cells.len(), choice.candidates.len(), "at {at}: {cells:?}");
        listed += cells.len();
    }
    assert!(listed > 0);
}
