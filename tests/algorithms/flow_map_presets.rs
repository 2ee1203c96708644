//! Checks the claims of the lessons on flow maps.

use gridscope::trace::{Cell, Scene};
use serde_json::{Value, json};
use support::{lesson, record};

/// Returns the scene's side-by-side run.
fn beside(scene: &Scene) -> Scene {
    Scene::clone(
        &gridscope::debugger::session::variants(&gridscope::registry(), &std::sync::Arc::new(scene.clone()))[1].1,
    )
}

fn steps(outcome: &Value, prisoner: usize) -> usize {
    outcome["prisoners"][prisoner]["path"].as_array().expect("a path").len() - 1
}

/// Returns the kind and the sentence of the last event before the moment at which a lesson opens.
fn stands_at(scene: &Scene) -> (String, String) {
    let run = record(scene);
    let event = run.event(scene.run.picture_moment().expect("a lesson starts somewhere") - 1);
    (event.kind.to_owned(), event.sentence)
}

/// Returns the sentences of one kind of event, each with its turn.
fn told(scene: &Scene, kind: &str) -> Vec<(u32, String)> {
    let mut run = record(scene);
    let all: Vec<usize> = (0..run.len()).filter(|&i| run.kind(i) == kind).collect();
    all.into_iter()
        .map(|i| {
            run.seek(i + 1);
            (run.turn().unwrap_or(0), run.event(i).sentence)
        })
        .collect()
}

#[test]
fn lesson_dregs_before_blocks_at_the_crates() {
    let scene = lesson("dungeon-dregs-before");
    let run = record(&scene);
    assert_eq!((&run.outcome()["levels"], &run.outcome()["reached"]), (&json!(17), &json!(39)));
    assert_eq!(run.outcome()["distance"][1][4], 500);
    let (kind, sentence) = stands_at(&scene);
    assert!(kind == "blocked" && sentence.contains("(4,8)"), "{sentence}");
    let why = run.why_not(Cell::new(1, 1));
    assert!(why.reason == "not-reached" && why.sentence.contains("were not solid"), "{}", why.sentence);
}

#[test]
fn lesson_dregs_after_has_two_waves() {
    let scene = lesson("dungeon-dregs-after");
    let result = record(&scene).outcome().clone();
    assert_eq!(
        result["waves"],
        json!([{ "from": [8, 1], "levels": 6, "cells": 9 }, { "from": [4, 8], "levels": 5, "cells": 7 }])
    );
    assert_eq!((&result["reached"], steps(&result, 0)), (&json!(55), 15));
    let (kind, sentence) = stands_at(&scene);
    assert!(kind == "woke" && sentence.contains("(4,1)"), "{sentence}");
}

#[test]
fn lesson_rings_wakes_prisoners_one_by_one() {
    let scene = lesson("rings-on-water");
    let woke = told(&scene, "woke");
    assert_eq!(woke.iter().map(|w| w.0).collect::<Vec<_>>(), [5, 8, 9], "{woke:?}");
    assert!(woke[0].1.contains("(5,5)") && woke[1].1.contains("(17,3)"), "{woke:?}");
    assert_eq!(stands_at(&scene).1, woke[0].1);
    let run = record(&scene);
    let last_level = (0..run.len()).rposition(|i| run.kind(i) == "level-began").expect("levels");
    let first_step = (0..run.len()).position(|i| run.kind(i) == "stepped").expect("steps");
    assert!(first_step < last_level, "they walk while the rings spread");
    assert!(told(&scene, "left").len() == 3);
}

#[test]
fn lesson_closed_door_raises_values_until_it_opens() {
    let scene = lesson("door-closes");
    let (kind, sentence) = stands_at(&scene);
    assert!(kind == "raised", "{sentence}");
    let kept = told(&scene, "supported");
    assert!(kept.iter().any(|(_, s)| s.starts_with("(1,7) keeps its value 17")), "{kept:?}");
    let result = record(&scene).outcome().clone();
    let waves = result["waves"].as_array().expect("waves");
    assert_eq!(waves.len(), 2);
    assert_eq!(waves[0]["cells"], waves[1]["cells"], "what rose has fallen again");
    let mut open = scene.clone();
    open.script.clear();
    let without = record(&open).outcome().clone();
    assert_eq!(result["distance"], without["distance"]);
    for prisoner in 0..2 {
        assert!(steps(&result, prisoner) > steps(&without, prisoner), "turning round costs steps");
        assert!(!result["prisoners"][prisoner]["left"].is_null());
    }
}

#[test]
fn lesson_global_map_saves_8_of_18_steps() {
    let scene = lesson("rooms-and-globe");
    let mut global = scene.clone();
    global.run.params.set("follow", "global");
    let (chain, globe) = (record(&scene), record(&global));
    assert_eq!((steps(chain.outcome(), 0), steps(globe.outcome(), 0)), (18, 10));
    let crossed = told(&scene, "stepped");
    assert!(crossed[4].1.contains("through the exit (8,3)") && crossed[4].1.contains("room east"), "{crossed:?}");
    let mut run = record(&scene);
    run.seek(scene.run.picture_moment().expect("a moment"));
    let labels: Vec<String> = run.figures().into_iter().map(|f| f.label).filter(|l| !l.is_empty()).collect();
    assert_eq!(labels, ["by the whole map: 10 steps", "4 steps"]);
    // Both maps at one moment, as layers.
    let layer = |name: &str| run.schema().layers.iter().position(|l| l.name == name).expect("a layer");
    let at = |name: &str| run.value(layer(name), Cell::new(5, 2)).expect("a value").to_string();
    assert_eq!((at("distance"), at("global")), ("4".to_owned(), "10".to_owned()));
}

#[test]
fn lesson_prisoner_flees_to_the_goal() {
    let scene = lesson("flee-with-goals");
    let end = |s: &Scene| record(s).outcome()["prisoners"][0]["path"].as_array().expect("a path").last().cloned();
    assert_eq!((end(&scene), steps(record(&scene).outcome(), 0)), (Some(json!([19, 1])), 14));
    let cowers = beside(&scene);
    assert_eq!((end(&cowers), steps(record(&cowers).outcome(), 0)), (Some(json!([8, 1])), 1));
    assert_eq!(
        stands_at(&scene),
        ("stepped".into(), "Prisoner 1 moved from (8,2) to (8,3), where the map says −9.8.".into())
    );
    // In the niche, 1.2 is not enough, but 1.3 is.
    let mut niche = scene.clone();
    niche.actors[2].at = Cell::new(8, 1);
    assert_eq!(steps(record(&niche).outcome(), 0), 0);
    niche.run.params.set("flee-factor", 1.3);
    assert!(steps(record(&niche).outcome(), 0) > 10);
}

/// A smash changes the maps of the rooms next to it, or, with a single map, everything behind it.
#[test]
fn smash_updates_neighbouring_rooms_or_everything() {
    let scene = lesson("one-map-or-many");
    let written = |scene: &Scene| -> Vec<u64> {
        let waves = record(scene).outcome()["waves"].as_array().expect("waves").clone();
        waves.iter().map(|wave| wave["cells"].as_u64().expect("a number")).collect()
    };
    let (rooms, whole) = (record(&scene), record(&beside(&scene)));
    assert_eq!((written(&scene), written(&beside(&scene))), (vec![23, 1], vec![136]));
    assert_eq!([steps(rooms.outcome(), 0), steps(whole.outcome(), 0)], [16, 16], "and nobody walks farther");
}

/// The single map of the whole dungeon is the same with and without the maps of the rooms: the same waves, table and
/// paths.
#[test]
fn whole_map_is_equal_without_room_maps() {
    for id in ["rooms-and-globe", "one-map-or-many"] {
        let with = |name: &str, value: &str| {
            let mut scene = lesson(id);
            scene.run.params.set(name, value);
            record(&scene)
        };
        let (alone, beside) = (with("rooms", "whole"), with("follow", "global"));
        assert_eq!(alone.outcome(), beside.outcome(), "{id}");
        assert!(alone.len() < beside.len(), "{id}: and nothing is done for the rooms");
    }
    let walked = |rooms: &str| {
        let mut scene = lesson("rooms-and-globe");
        scene.run.params.set("rooms", rooms);
        steps(record(&scene).outcome(), 0)
    };
    assert_eq!((walked("each"), walked("whole")), (18, 10));
}

#[test]
fn lesson_without_a_map_compares_shares_of_escapes() {
    let scene = lesson("without-a-map");
    let runs: Vec<Value> =
        gridscope::debugger::session::variants(&gridscope::registry(), &std::sync::Arc::new(scene.clone()))
            .iter()
            .map(|(_, scene)| Value::clone(record(scene).outcome()))
            .collect();
    let shares: Vec<(u64, f64)> = runs
        .iter()
        .map(|o| (o["out"].as_u64().expect("a number"), o["share_out"].as_f64().expect("a share")))
        .collect();
    // The map, the right-hand rule, random turns, and walking toward the exit.
    assert_eq!((shares[0], shares[1], shares[3]), ((8, 1.0), (4, 0.5), (2, 0.25)));
    assert!(shares[2].0 <= 1, "{shares:?}");
    let of = |run: usize, field: &str| -> Vec<Value> {
        runs[run]["prisoners"].as_array().expect("prisoners").iter().map(|p| p[field].clone()).collect()
    };
    // The ring arrives in the same turn, whatever rule the prisoners walk by.
    for run in 0..4 {
        assert_eq!(of(run, "cheered"), [25, 20, 23, 17, 16, 6, 25, 19]);
    }
    assert_eq!(of(0, "left"), [51, 41, 47, 35, 33, 13, 52, 39]);
    // A prisoner that walks toward the exit stops at the east wall of a house. With the right-hand rule, it walks round
    // one.
    let ends =
        |run: usize| of(run, "path").iter().map(|p| p.as_array().and_then(|p| p.last().cloned())).collect::<Vec<_>>();
    assert_eq!((&ends(3)[0], &ends(3)[1]), (&Some(json!([7, 5])), &Some(json!([17, 5]))));
    // More turns help only the prisoners with random turns.
    for (walk, out) in [("map", 8), ("right-hand", 4), ("toward-exit", 2)] {
        let mut long = scene.clone();
        long.run.params.set("walk", walk);
        long.run.params.set("turns", 3000);
        assert_eq!(record(&long).outcome()["out"], out, "{walk}");
    }
    let mut long = scene.clone();
    long.run.params.set("walk", "random-turn");
    long.run.params.set("turns", 3000);
    assert!(record(&long).outcome()["out"].as_u64() > Some(shares[2].0));
}
