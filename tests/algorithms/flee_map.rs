//! Flee maps: the worked example, and thousands of random rooms against maps that are relaxed until nothing changes.

use gridscope::algorithms;
use gridscope::trace::root2::Root2;
use gridscope::trace::trace::breakpoint::Condition;
use gridscope::trace::view::picture::picture;
use gridscope::trace::{Actor, ActorKind, Cell, Dir, Progress, Rng, Scene, Tile};
use serde_json::{Value, json};
use std::f64::consts::SQRT_2;
use support::HitsOf as _;
use support::{record, refused, scene, scene_with};

fn flee(picture: &str, params: &[&str]) -> Scene {
    let mut scene = scene_with(picture, params);
    scene.run.algorithm = "flee-map".into();
    scene
}

const RING: &str = "
    ###########
    #M........#
    #.#######.#
    #.........#
    ###########";

#[test]
fn flee_ring_has_the_values_of_the_page() {
    let mut run = record(&flee(RING, &["threshold=6"]));
    let out = run.outcome().clone();
    assert_eq!(out["frontier"], json!([[7, 1], [6, 3]]));
    assert_eq!(
        out["value"][1].as_array().expect("a row")[..9],
        json!([null, 28, 25, 22, 19, 16, 13, 10, null]).as_array().expect("a row")[..]
    );
    assert_eq!(out["value"][0], json!(vec![Value::Null; 11]));
    // ◆ marks the danger, ? the frontier. The other cells were never reached.
    let scene = flee(RING, &["threshold=6"]);
    run.seek(usize::MAX);
    let wanted = "
        ###########
        #M◆◆◆◆◆?..#
        #◆#######.#
        #◆◆◆◆◆?...#
        ###########";
    let wanted: String = wanted.lines().map(str::trim).filter(|l| !l.is_empty()).flat_map(|l| [l, "\n"]).collect();
    assert_eq!(picture(&scene, &run), wanted);
}

#[test]
fn flee_sentences_show_the_full_sums() {
    let run = record(&flee(RING, &["threshold=6"]));
    let told: Vec<_> = (0..run.len()).map(|i| run.event(i).sentence).collect();
    for line in [
        "The value of (1,1) is 10 + 6 − 0 + 2 · 6 = 28.",
        "(7,1) is on the frontier: its distance d = 6 is not below the threshold 6, so the search stops there.",
        "(6,3) is on the frontier: its distance d = 5+√2 = 6.4142 is not below the threshold 6, so the search stops there.",
    ] {
        assert!(told.iter().any(|t| t == line), "nobody says {line:?} of {told:#?}");
    }
}

#[test]
fn farthest_corner_is_the_refuge_without_frontier() {
    let map = "
        ########
        #M.@...#
        ########";
    let run = record(&flee(map, &[]));
    assert_eq!(run.outcome()["frontier"], json!([]));
    // 10 + 20 − d.
    assert_eq!(run.outcome()["value"][1], json!([null, 30, 29, 28, 27, 26, 25, null]));
    assert_eq!(run.outcome()["path"], json!([[3, 1], [4, 1], [5, 1], [6, 1]]));
    assert_eq!(run.hits_of(&Condition::check("there is no frontier")).len(), 1);
    assert_eq!(run.hits_of(&Condition::check("cornered")).len(), 1);
    assert!(run.why_not(Cell::new(0, 0)).sentence.contains("cannot be entered"));
}

#[test]
fn dice_choose_between_two_equal_escapes() {
    let map = "
        #########
        #.......#
        ####@####
        ####M####";
    let mut seen = [0; 2];
    for seed in 0..40 {
        let mut scene = flee(map, &["threshold=4"]);
        scene.run.seed = seed;
        let run = record(&scene);
        let tie = run.ties().first().and_then(|&i| run.tie(i as usize)).expect("two equal paths");
        assert_eq!((tie.candidates.len(), tie.probability), (2, Some(0.5)));
        let roll = tie.roll.expect("dice");
        assert_eq!(tie.chosen, tie.candidates[usize::from(roll >= 0.5)].0, "{tie:?}");
        seen[usize::from(roll >= 0.5)] += 1;
    }
    assert!(seen[0] > 5 && seen[1] > 5, "{seen:?}");
}

#[test]
fn brogue_rule_runs_past_the_threat_if_farther() {
    // By steps alone, the dead end is farthest. Multiplied by −1.2 and relaxed, the long path past the threat is
    // better.
    let map = "
        ######################
        #@.M.................#
        ######################";
    let run = record(&flee(map, &["rule=brogue"]));
    let row = &run.outcome()["value"][1];
    // Threat 0, then −1.2 per step to −20.4 at (20,1). Relaxed from there with 1 per step.
    let wanted: Vec<f64> =
        (1..=20).map(|x: i32| (-20.4 + f64::from(20 - x)).min(-1.2 * f64::from((x - 3).abs()))).collect();
    for (x, want) in wanted.iter().enumerate() {
        let got = row[x + 1].as_f64().expect("a number");
        assert!((got - want).abs() < 1e-9, "x = {}: {got} for {want}", x + 1);
    }
    // At (1,1), the neighbour (2,1) would be lower if relaxation had reached it: −20.4 + 18 = −2.4 against −20.4 + 19.
    assert_eq!(run.outcome()["path"], json!([[1, 1]]), "−2.4 at (1,1) is as low as (2,1) gets: −2.4");
    let both = record(&flee(map, &["rule=both", "threshold=6"]));
    assert_eq!(both.outcome()["brogue"], run.outcome()["value"]);
    let alone = record(&flee(map, &["threshold=6"]));
    assert_eq!(both.outcome()["value"], alone.outcome()["value"]);
    assert_eq!(both.outcome()["path"], alone.outcome()["path"]);
}

#[test]
fn flee_map_refuses_bad_scenes_in_a_sentence() {
    let text = refused(&flee("...\n.#.", &[]));
    assert_eq!(text, "the scene has nobody to flee from; put one of enemy, guard, explorer, thief, viewer on the map");
    assert!(refused(&flee(RING, &["threshold=0"])).contains("threshold"));
    // A threat in a wall is still a threat.
    let mut walled = flee("#####\n#...#\n#####", &[]);
    walled.actors.push(Actor::new(ActorKind::Enemy, Cell::new(2, 0)));
    assert_eq!(record(&walled).outcome()["value"][1][2], json!(29));
    // An actor in a wall, away from everything, stays.
    let mut stuck = flee("#####\n#.M.#\n#####\n#####", &[]);
    stuck.actors.push(Actor::new(ActorKind::Explorer, Cell::new(2, 3)));
    assert_eq!(record(&stuck).outcome()["path"], json!([[2, 3]]));
}

#[test]
fn root_2_lengths_compare_like_real_numbers() {
    let mut dice = Rng::new(3);
    let mut number = || dice.below(4001) as i32 - 2000;
    for _ in 0..20_000 {
        let (a, b) = (Root2::new(number(), number()), Root2::new(number(), number()));
        // |a + b√2| ≥ 1 / (|a| + |b|√2) unless it is 0, so floats can distinguish lengths of this size.
        let by_float = a.approx().total_cmp(&b.approx());
        assert_eq!(a.cmp(&b), if a == b { std::cmp::Ordering::Equal } else { by_float }, "{a} {b}");
        assert_eq!((a + b) - b, a);
        let (a, b) = (Root2::new(a.whole.abs(), a.roots.abs()), Root2::new(b.whole.abs(), b.roots.abs()));
        assert_eq!(a.cmp(&b), a.rank().cmp(&b.rank()), "{a} {b}");
    }
    assert!(Root2::new(i32::MAX, i32::MIN) < Root2::new(i32::MIN, i32::MAX));
    let told: Vec<_> = [(0, 0), (2, 0), (0, 1), (1, -1), (-3, 2)].map(|(a, b)| Root2::new(a, b).to_string()).into();
    assert_eq!(told, ["0", "2", "√2", "1−√2", "-3+2√2"]);
}

/// Builds a random room with threats and an actor that flees.
fn room(dice: &mut Rng) -> Scene {
    let mut scene = support::random(
        dice,
        14,
        &[Tile::Floor, Tile::Floor, Tile::Floor, Tile::Door, Tile::Wall, Tile::Window, Tile::Void, Tile::DoorLocked],
    );
    let size = scene.size();
    scene.actors.clear();
    let cell = |dice: &mut Rng| size.cell(dice.below(size.area() as u64) as usize);
    for _ in 0..=dice.below(5) / 4 {
        scene.actors.push(Actor::new(ActorKind::Enemy, cell(dice)));
    }
    scene.actors.push(Actor::new(ActorKind::Thief, cell(dice)));
    scene.run.algorithm = "flee-map".into();
    support::set(&mut scene, &[&format!("threshold={}", 1 + dice.below(12)), &format!("delay={}", dice.below(4))]);
    scene
}

fn walkable(scene: &Scene, c: Cell) -> bool {
    !matches!(scene.tiles[c], Tile::Wall | Tile::Window | Tile::Void)
}

/// Computes distances by relaxing every cell until nothing changes. `through` returns from which values the flood
/// continues.
fn relaxed(scene: &Scene, sources: &[Cell], into: &dyn Fn(Cell) -> bool, through: &dyn Fn(f64) -> bool) -> Vec<f64> {
    let size = scene.size();
    let mut d = vec![f64::INFINITY; size.area()];
    for &source in sources {
        d[size.index(source)] = 0.0;
    }
    loop {
        let mut changed = false;
        for from in size.cells() {
            let here = d[size.index(from)];
            if here.is_infinite() || !through(here) {
                continue;
            }
            for dir in Dir::ALL {
                let Some(to) = from.step(dir, size).filter(|&to| into(to)) else { continue };
                let there = here + if dir.is_diagonal() { SQRT_2 } else { 1.0 };
                if there < d[size.index(to)] - 1e-9 {
                    d[size.index(to)] = there;
                    changed = true;
                }
            }
        }
        if !changed {
            return d;
        }
    }
}

#[test]
fn flee_values_agree_with_relaxation() {
    let mut dice = Rng::new(11);
    let mut with_frontier = 0;
    for k in 0..3000 {
        let scene = room(&mut dice);
        let size = scene.size();
        let run = algorithms::find("flee-map").expect("it is there");
        let out = run.outcome(&scene, &scene.run.params, scene.run.seed, &Progress::default()).expect("an outcome");
        let threshold = scene.run.params.0["threshold"].as_f64().expect("a number");
        let delay = scene.run.params.0["delay"].as_f64().expect("a number");
        let threats: Vec<Cell> = scene.of_kind(ActorKind::Enemy).map(|a| a.at).collect();
        let d = relaxed(&scene, &threats, &|c| walkable(&scene, c), &|d| d < threshold - 1e-9);
        let frontier: Vec<Cell> =
            size.cells().filter(|&c| d[size.index(c)].is_finite() && d[size.index(c)] >= threshold - 1e-9).collect();
        assert_eq!(out["frontier"], json!(frontier), "room {k}");
        with_frontier += usize::from(!frontier.is_empty());
        let d2 = relaxed(&scene, &frontier, &|c| walkable(&scene, c) && d[size.index(c)].is_finite(), &|_| true);
        let value = |c: Cell| out["value"][c.y as usize][c.x as usize].as_f64();
        for c in size.cells() {
            let i = size.index(c);
            let want =
                d[i].is_finite().then(|| 10.0 + threshold - d[i] + delay * if d2[i].is_finite() { d2[i] } else { 0.0 });
            match (value(c), want) {
                (Some(got), Some(want)) => assert!((got - want).abs() < 1e-6, "room {k} {c}: {got} for {want}"),
                (got, want) => assert_eq!(got, want, "room {k} {c}"),
            }
            // With delay 2, only the frontier can be a dead end if there is a way out.
            if delay >= 2.0 && d2[i].is_finite() && d2[i] > 0.0 {
                let near = Dir::ALL.into_iter().filter_map(|dir| c.step(dir, size)).filter_map(value);
                assert!(near.fold(f64::INFINITY, f64::min) < value(c).expect("a value"), "room {k}: {c} is a dead end");
            }
        }
        // Values decrease along the walk, one neighbour per step. It ends only where no neighbour is lower.
        let path: Vec<Cell> = serde_json::from_value(out["path"].clone()).expect("a path");
        assert_eq!(path[0], scene.of_kind(ActorKind::Thief).next().expect("the thief").at);
        for step in path.windows(2) {
            assert!(step[0].direction_to(step[1]).is_some());
            assert!(value(step[1]) < value(step[0]), "room {k}: {step:?}");
        }
        let end = *path.last().expect("a cell");
        if let Some(here) = value(end) {
            let near = Dir::ALL.into_iter().filter_map(|dir| end.step(dir, size)).filter_map(value);
            assert!(near.into_iter().all(|v| v >= here), "room {k}: {end} is not the end");
        }
    }
    assert!(with_frontier > 1000, "{with_frontier}");
}

#[test]
fn brogue_values_agree_with_relaxation() {
    let mut dice = Rng::new(12);
    for k in 0..1500 {
        let mut scene = room(&mut dice);
        support::set(&mut scene, &["rule=brogue"]);
        let size = scene.size();
        let run = algorithms::find("flee-map").expect("it is there");
        let out = run.outcome(&scene, &scene.run.params, scene.run.seed, &Progress::default()).expect("an outcome");
        let mut v: Vec<Option<i64>> = vec![None; size.area()];
        for a in scene.of_kind(ActorKind::Enemy) {
            v[size.index(a.at)] = Some(0);
        }
        let step = |v: &mut Vec<Option<i64>>, add: i64, only: bool| loop {
            let mut changed = false;
            for c in size.cells() {
                let near = Dir::ALL.into_iter().filter_map(|dir| c.step(dir, size)).filter_map(|n| v[size.index(n)]);
                let lowest = near.min();
                let here = v[size.index(c)];
                if let Some(n) = lowest
                    && here.map_or(!only, |h| h > n + add)
                    && walkable(&scene, c)
                {
                    v[size.index(c)] = Some(n + add);
                    changed = true;
                }
            }
            if !changed {
                break;
            }
        };
        step(&mut v, 1, false);
        v.iter_mut().flatten().for_each(|n| *n *= -120);
        step(&mut v, 100, true);
        for c in size.cells() {
            let got = out["value"][c.y as usize][c.x as usize].as_f64();
            let want = v[size.index(c)].map(|n| n as f64 / 100.0);
            assert_eq!(got, want, "room {k} {c}");
        }
        let path: Vec<Cell> = serde_json::from_value(out["path"].clone()).expect("a path");
        assert!(path.windows(2).all(|s| v[size.index(s[1])] < v[size.index(s[0])]), "room {k}");
    }
}

#[test]
fn walker_and_its_phases_follow_the_escape_path() {
    let map = "
        ############
        #M.@.......#
        #.########.#
        #..........#
        ############";
    let mut run = record(&flee(map, &["threshold=6"]));
    assert_eq!(run.outcome()["path"].as_array().expect("a path").len(), 5);
    run.seek(usize::MAX);
    assert_eq!(run.tokens()[0].at, Some(Cell::new(7, 1)));
    let names: Vec<_> = run.phases().iter().map(|p| run.phase_name(p.start as usize)).collect();
    assert_eq!(names[..4], ["danger", "escape", "values", "walk"]);
    assert_eq!(names[4], "turn 0");
    let hit = run.hits_of(&Condition::Kind("stepped".into()))[0] as usize;
    run.seek(hit + 1);
    let table = &run.tables()[0];
    assert!(table.title.starts_with("Neighbours of (3,1), value 22: "), "{}", table.title);
    assert_eq!(table.rows[0].values, ["→", "(4,1)", "19", "chosen"]);
    assert_eq!(table.rows[1].values[3], "not lower than the current cell");
    assert!(run.why_not(Cell::new(2, 1)).sentence.contains("lost to (4,1): not lower than the current cell"));
    assert_eq!(scene("...").size().width, 3);
}
