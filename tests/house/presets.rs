//! Every lesson works: it runs, opens at an existing moment, names existing keys and words, and its claims are true.

use gridscope::algorithms::all;
use gridscope::debugger::lesson::suggestion::offers;
use gridscope::debugger::session::command::table::TABLE;
use gridscope::debugger::session::variants;
use gridscope::presets::PRESETS;
use gridscope::trace::algorithm::Runner;
use gridscope::trace::params::{Kind, Params};
use gridscope::trace::trace::breakpoint::Condition;
use gridscope::trace::{Cell, Scene, Tile};
use serde_json::{Value, json};
use std::path::Path;
use std::sync::Arc;
use support::{count_of, lesson, outcome_json, record};

/// Returns the scene with parameters changed.
fn with(scene: &Scene, params: &[(&str, Value)]) -> Scene {
    let mut other = scene.clone();
    for (name, value) in params {
        other.run.params.set(name, value.clone());
    }
    other
}

/// Returns the scene with another algorithm and only these parameters.
fn by(scene: &Scene, algorithm: &str, params: &[(&str, Value)]) -> Scene {
    let mut other = scene.clone();
    algorithm.clone_into(&mut other.run.algorithm);
    other.run.params = Params::default();
    with(&other, params)
}

/// Returns the sentence of the event of the lesson's picture.
fn sentence(scene: &Scene) -> String {
    let at = scene.run.picture_moment().expect("a lesson has a picture");
    record(scene).event(at - 1).sentence
}

/// Returns the scene itself, then its side-by-side ones.
fn side_by_side(scene: &Scene) -> Vec<Scene> {
    variants(&gridscope::registry(), &Arc::new(scene.clone()))
        .into_iter()
        .map(|(_, scene)| Scene::clone(&scene))
        .collect()
}

fn costs(scene: &Scene) -> Vec<(bool, Value)> {
    let outcomes = side_by_side(scene).iter().map(outcome_json).collect::<Vec<_>>();
    outcomes.iter().map(|o| (o["found"] == true, o["cost"].clone())).collect()
}

/// Returns the exact probabilities of a rule's paths, the most likely first.
fn expected(outcome: &Value, rule: &str) -> Vec<f64> {
    let counts = outcome["rules"][rule]["counts"].as_array().expect("a tally");
    let mut all: Vec<_> = counts.iter().map(|c| c["expected"].as_f64().expect("a probability")).collect();
    all.sort_by(|a, b| b.total_cmp(a));
    all
}

fn count(outcome: &Value, rule: &str, path: &Value) -> (u64, f64) {
    let counts = outcome["rules"][rule]["counts"].as_array().expect("a tally");
    let found = counts.iter().find(|c| c["path"] == *path).expect("the path is listed");
    (found["count"].as_u64().expect("a count"), found["expected"].as_f64().expect("a probability"))
}

#[test]
fn preset_list_matches_the_folder() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("presets");
    let mut files: Vec<_> = std::fs::read_dir(folder)
        .expect("presets/")
        .filter_map(|entry| entry.ok()?.file_name().into_string().ok()?.strip_suffix(".scene.json").map(str::to_owned))
        .collect();
    files.sort();
    let mut ids: Vec<_> = PRESETS.iter().map(|p| p.id.to_owned()).collect();
    ids.sort();
    assert_eq!(files, ids);
}

#[test]
fn every_lesson_runs_and_starts_at_a_moment() {
    for preset in PRESETS {
        let scene = lesson(preset.id);
        assert!(!scene.title.is_empty(), "{} has no title", preset.id);
        let text = offers(&scene.notes).0;
        let words = text.split_whitespace().count();
        assert!((30..=120).contains(&words), "the notes of {} have {words} words", preset.id);
        // The first paragraph is the text of the card in the gallery.
        let card = text.lines().next().unwrap_or_default();
        assert!(card.chars().count() <= 72 && card.ends_with(['.', '?']), "{}: {card:?}", preset.id);
        assert!(!card.contains(". ") && !card.contains(&scene.title), "{}: {card:?}", preset.id);
        assert!(scene.title.chars().count() <= 48, "{}: {:?}", preset.id, scene.title);
        for variant in side_by_side(&scene) {
            let run = record(&variant);
            assert_eq!(run.halted(), None, "{}", preset.id);
            assert!(!run.outcome().is_null(), "{}", preset.id);
        }
        let first = scene.run.slides.first().map(|slide| slide.at);
        assert_eq!((scene.run.opening_moment(), first), (Some(0), Some(0)), "{} opens on its untouched map", preset.id);
        let at = scene.run.picture_moment().unwrap_or_else(|| panic!("{} has no picture", preset.id));
        assert!((1..=record(&scene).len()).contains(&at), "{}: {at} is past its end", preset.id);
    }
}

#[test]
fn legend_glyphs_occur_on_the_map() {
    for preset in PRESETS {
        let file: Value = serde_json::from_str(preset.json).expect("JSON");
        let rows = file["rows"].to_string();
        for glyph in file["legend"].as_object().expect("a legend").keys() {
            assert!(rows.contains(glyph.as_str()), "{} has no {glyph:?} on its map", preset.id);
        }
    }
}

/// Returns the pieces of Markdown between pairs of a mark.
fn marked<'a>(text: &'a str, mark: &str) -> Vec<&'a str> {
    text.split(mark).skip(1).step_by(2).collect()
}

#[test]
fn notes_name_existing_keys() {
    let spelled = |key: &str| {
        [("←", "ArrowLeft"), ("→", "ArrowRight"), ("↑", "ArrowUp"), ("↓", "ArrowDown"), ("Page ", "Page")]
            .iter()
            .fold(key.to_owned(), |key, (shown, name)| key.replace(shown, name))
    };
    for preset in PRESETS {
        for bold in marked(&lesson(preset.id).notes, "**") {
            let known = TABLE.iter().any(|info| info.keys.contains(&spelled(bold).as_str()));
            assert!(known, "{}: there is no key {bold:?}", preset.id);
        }
    }
}

#[test]
fn notes_name_existing_parameters() {
    let cards: Vec<_> = all().into_iter().map(Runner::card).collect();
    let known = |word: &str| {
        // Words in a lesson about a question: a symptom, a measure, a command, or a combined condition.
        let asked = ["longer", "expanded"].contains(&word) || word.starts_with("gridscope experiment");
        let condition = word.contains(' ') && word.parse::<Condition>().is_ok();
        asked
            || condition
            || cards.iter().any(|card| {
                card.layers.iter().any(|l| l.name == word)
                    || card
                        .params
                        .iter()
                        .any(|p| p.name == word || matches!(p.kind, Kind::Choice(words) if words.contains(&word)))
            })
    };
    for preset in PRESETS {
        for code in marked(&lesson(preset.id).notes, "`") {
            assert!(known(code), "{}: there is no parameter, value or layer {code:?}", preset.id);
        }
    }
    for check in ["a corner was refused", "a closed cell was opened again"] {
        assert!(cards.iter().any(|card| card.checks.iter().any(|c| c.name == check)));
    }
}

#[test]
fn hello_opens_at_a_tie() {
    let hello = lesson("hello");
    let run = record(&hello);
    assert_eq!((run.len(), hello.run.at, hello.run.picture), (824, Some(0), Some(723)));
    let tie = run.tie(722).expect("a tie has just happened");
    assert_eq!(tie.chosen, Cell::new(13, 11));
    assert!(tie.candidates.iter().any(|(cell, _)| *cell == Cell::new(14, 11)));
    assert_eq!(tie.probability, Some(0.5));
    let outcome = run.outcome();
    assert_eq!((&outcome["cost"], &outcome["ways"]), (&json!(51), &json!(72)));
    assert!(outcome["path"].as_array().expect("a path").contains(&json!([13, 11])));
    let still = with(&hello, &[("ties", json!("first"))]);
    assert_eq!(count_of(&record(&still), "rolled"), 0);
    let mut other = hello.clone();
    other.run.seed = 1;
    assert_ne!(outcome["path"], outcome_json(&other)["path"]);
}

#[test]
fn counter_example_lesson_has_its_probabilities() {
    let scene = lesson("counter-example");
    let outcome = outcome_json(&scene);
    assert_eq!((&outcome["ways"], &outcome["samples"], &outcome["distinct"]), (&json!(3), &json!(1_000), &json!(3)));
    let east_east = json!([[0, 0], [1, 0], [2, 0], [2, 1]]);
    let east_south = json!([[0, 0], [1, 0], [1, 1], [2, 1]]);
    let south = json!([[0, 0], [0, 1], [1, 1], [2, 1]]);
    for (rule, probabilities) in [
        ("parents", [0.5, 0.25, 0.25]),
        ("paths", [1.0 / 3.0; 3]),
        ("replanned", [0.375, 0.375, 0.25]),
        ("field", [0.25, 0.25, 0.5]),
    ] {
        for (path, probability) in [&east_east, &east_south, &south].into_iter().zip(probabilities) {
            let (came, expected) = count(&outcome, rule, path);
            assert!((expected - probability).abs() < 1e-12, "{rule} {path}: {expected}");
            assert!((came as f64 - 1e3 * probability).abs() < 50.0, "{rule} {path}: {came}");
        }
        let p = outcome["rules"][rule]["p"].as_f64().expect("p");
        assert_eq!(p > 0.001, rule == "paths", "{rule}: p = {p}");
    }
    assert!(sentence(&scene).contains("chi-square 116.6"));
}

#[test]
fn field_has_120_paths_and_edges_win() {
    let scene = lesson("field-8x4");
    let outcome = outcome_json(&scene);
    assert_eq!((&outcome["ways"], &outcome["distinct"]), (&json!(120), &json!(120)));
    let parents = expected(&outcome, "parents");
    assert_eq!((parents[0], parents[119]), (1.0 / 8.0, 1.0 / 512.0));
    let edge = json!([[0, 0], [1, 0], [2, 0], [3, 0], [4, 0], [5, 0], [6, 0], [7, 0], [7, 1], [7, 2], [7, 3]]);
    assert_eq!(count(&outcome, "parents", &edge), (1270, 1.0 / 8.0));
    let paths = expected(&outcome, "paths");
    assert!(paths.iter().all(|p| (p - 1.0 / 120.0).abs() < 1e-12));
    let p = outcome["rules"]["paths"]["p"].as_f64().expect("p");
    assert!((p - 0.07).abs() < 0.005, "p = {p}");
}

#[test]
fn secret_door_lesson_stops_at_the_closest_cell() {
    let closed = lesson("secret-door");
    let out = outcome_json(&closed);
    assert_eq!((&out["found"], &out["reached"], &out["cost"]), (&json!(false), &json!([5, 1]), &json!(8)));
    assert_eq!((&out["expanded"], &out["path"]), (&json!(18), &json!([[1, 1], [2, 1], [3, 1], [4, 1], [5, 1]])));
    assert!(sentence(&closed).starts_with("The goal is out of reach. Going to (5,1)"));

    let mut south = closed.clone();
    south.actors[0].at = Cell::new(1, 3);
    let out = outcome_json(&south);
    assert_eq!((&out["reached"], &out["cost"]), (&json!([5, 3]), &json!(8)));

    let mut open = closed.clone();
    open.tiles[Cell::new(5, 2)] = Tile::Floor;
    let out = outcome_json(&open);
    assert_eq!((&out["found"], &out["cost"]), (&json!(true), &json!(10)));

    let out = outcome_json(&with(&closed, &[("fallback", json!(false))]));
    assert_eq!((&out["reached"], &out["path"]), (&Value::Null, &json!([])));
}

/// Returns a path from the north-east corner of the map along two walls to the south-west corner.
fn along_the_walls(north_west: bool) -> Value {
    let (xs, ys) = ((1..=8).rev().collect::<Vec<_>>(), (1..=5).collect::<Vec<_>>());
    let (edge_y, edge_x) = if north_west { (1, 1) } else { (5, 8) };
    let across = xs.iter().map(|&x| [x, edge_y]);
    let along = ys.iter().map(|&y| [edge_x, y]);
    let mut path: Vec<[i32; 2]> =
        if north_west { across.chain(along).collect() } else { along.chain(across).collect() };
    path.dedup();
    json!(path)
}

#[test]
fn fixed_tie_rules_drift_to_one_side() {
    let scene = lesson("northwest-drift");
    let outcomes: Vec<_> = side_by_side(&scene).iter().map(outcome_json).collect();
    assert_eq!(outcomes.len(), 2);
    let last = outcome_json(&with(&scene, &[("ties", json!("last"))]));
    for (outcome, north_west) in outcomes.iter().chain([&last]).zip([true, false, false]) {
        assert_eq!((&outcome["ways"], &outcome["cost"]), (&json!(330), &json!(11)));
        assert_eq!(outcome["path"], along_the_walls(north_west));
    }
    for seed in 0..20 {
        let mut other = scene.clone();
        other.run.seed = seed;
        assert_eq!(outcome_json(&other)["path"], along_the_walls(true));
    }
}

#[test]
fn dice_over_paths_remove_the_drift() {
    let cure = lesson("northwest-cure");
    assert_eq!(cure.tiles, lesson("northwest-drift").tiles);
    let [paths, parents] = &side_by_side(&cure)[..] else { panic!("two runs") };
    // A random number keeps the parent under one rule, and takes the newcomer under the other.
    for (run, chance, x, y) in [(paths, 2.0 / 3.0, 7, 2), (parents, 0.5, 8, 3)] {
        let tie = record(run).tie(32).expect("the second slide stands at a tie");
        assert_eq!(tie.chosen, Cell::new(x, y));
        assert!((tie.probability.expect("dice") - chance).abs() < 1e-6);
    }
    let measured = outcome_json(&by(&cure, "path-sampling", &[("neighbours", json!(4)), ("costs", json!("1"))]));
    assert_eq!((&measured["ways"], &measured["distinct"]), (&json!(330), &json!(330)));
    let walls = along_the_walls(true);
    assert_eq!(count(&measured, "parents", &walls).1, 1.0 / 16.0);
    assert!((count(&measured, "paths", &walls).1 - 1.0 / 330.0).abs() < 1e-12);
    assert!(measured["rules"]["parents"]["p"].as_f64() < Some(0.001));
    assert!(measured["rules"]["paths"]["p"].as_f64() > Some(0.001));
}

#[test]
fn lesson_high_g_finds_one_path_only() {
    let scene = lesson("one-path-only");
    let out = outcome_json(&scene);
    assert_eq!((&out["ways"], &out["distinct"]), (&json!(120), &json!(1)));
    for rule in ["parents", "paths"] {
        let counts = out["rules"][rule]["counts"].as_array().expect("a tally");
        assert_eq!(counts[0]["count"], 10_000);
        assert!(counts[1..].iter().all(|c| c["count"] == 0) && counts.len() == 120);
        assert_eq!(out["rules"][rule]["chi2"].as_f64(), Some(1_190_000.0));
    }
    let low = with(&scene, &[("open-order", json!("low-g"))]);
    assert_eq!(outcome_json(&low)["distinct"], 120);
    let plain = [("neighbours", json!(4)), ("costs", json!("1")), ("ties", json!("parents"))];
    let fast = record(&with(&by(&scene, "astar", &plain), &[("open-order", json!("high-g"))]));
    assert_eq!((fast.outcome()["expanded"].as_u64(), count_of(&fast, "tied")), (Some(11), 0));
    let slow = record(&by(&scene, "astar", &plain));
    assert_eq!(slow.outcome()["expanded"].as_u64(), Some(32));
    assert!(count_of(&slow, "tied") > 0);
}

#[test]
fn lesson_fewest_steps_cost_more_than_the_cheapest() {
    let runs = side_by_side(&lesson("steps-are-not-cost"));
    let outs: Vec<Value> = runs.iter().map(outcome_json).collect();
    assert_eq!((&outs[0]["steps"], &outs[1]["cost"]), (&json!(8), &json!(24)));
    assert_eq!(outs[1]["path"].as_array().map(Vec::len), Some(13), "twelve steps");
    // Cost of the path through the swamp: eight straight steps of 2, seven cells of swamp of 3.
    let mut straight = runs[1].clone();
    for cell in straight.size().cells().filter(|c| c.y != 3).collect::<Vec<_>>() {
        straight.tiles[cell] = Tile::Wall;
    }
    assert_eq!(outcome_json(&straight)["cost"], 37);
    let mut run = record(&runs[0]);
    run.seek(runs[0].run.slides[1].at);
    let steps: Vec<_> = run.queue(99).0.iter().map(|w| w.key.clone()).collect();
    assert!(
        steps.iter().all(|key| key == "steps 5" || key == "steps 6"),
        "those that wait lie one step apart: {steps:?}"
    );
}

#[test]
fn lesson_corner_rules_have_different_paths() {
    let corners = lesson("corners");
    let all = |costs: [i64; 4]| costs.map(|c| (true, json!(c))).to_vec();
    assert_eq!(costs(&corners), all([23, 22, 21, 26]));
    let runs = side_by_side(&corners);
    let sentences: Vec<_> = runs[..3].iter().map(|run| record(run).event(79).sentence).collect();
    assert_eq!(sentences[0], "No step from (4,3) to (5,4): the diagonal would cut a corner.");
    assert_eq!(sentences[0], sentences[1]);
    assert!(sentences[2].starts_with("Opened (5,4) from (4,3)"));
    let history = |run: &Scene| {
        let run = record(run);
        run.history(Cell::new(5, 4)).into_iter().map(|i| run.kind(i as usize).to_owned()).collect::<Vec<_>>()
    };
    assert_eq!(history(&runs[0]), ["rejected", "rejected"]);
    let mut shut = corners.clone();
    shut.tiles[Cell::new(5, 1)] = Tile::Wall;
    let found: Vec<_> = costs(&shut).into_iter().map(|(found, _)| found).collect();
    assert_eq!(found, [false, false, true, false]);
}

#[test]
fn cave_lesson_states_its_numbers() {
    let cave = lesson("cave-96x64");
    assert_eq!((cave.size().width, cave.size().height), (96, 64));
    for tile in [Tile::Door, Tile::Water, Tile::Rubble, Tile::Bush, Tile::Swamp] {
        assert!(cave.size().cells().any(|c| cave.tiles[c] == tile), "no {tile}");
    }
    let mut first = cave.clone();
    first.run.picture = Some(cave.run.slides[1].at);
    assert!(sentence(&first).starts_with("Opened (37,40) from (36,39): g = 4284"));
    let told = |params: &[(&str, Value)]| {
        let run = record(&with(&cave, params));
        let water = run.outcome()["path"].as_array().expect("a path").iter().filter(|c| {
            let at = |i: usize| c[i].as_u64().expect("a cell") as u16;
            cave.tiles[Cell::new(at(0), at(1))] == Tile::Water
        });
        let water = water.count();
        let (cost, expanded) = (run.outcome()["cost"].clone(), run.outcome()["expanded"].clone());
        (cost.as_u64(), expanded.as_u64(), water, count_of(&run, "reopened"))
    };
    assert_eq!(told(&[]), (Some(382), Some(2402), 0, 0));
    let flat = told(&[("terrain-costs", json!(false))]);
    assert_eq!((flat.0, flat.2), (Some(365), 2));
    let blind = told(&[("heuristic", json!("zero"))]);
    assert_eq!((blind.0, blind.1), (Some(382), Some(2688)));
    assert_eq!(told(&[("weight", json!(2))]), (Some(382), Some(6711), 0, 4754));
    let shut = told(&[("weight", json!(2)), ("reopen", json!(false))]);
    assert_eq!((shut.0, shut.1, shut.3), (Some(389), Some(1971), 0));
}
