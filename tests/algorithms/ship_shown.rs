//! How a ship is looked at while it is drawn up: map, frontier, scoreboards, checks, why not, and the lessons.

use crate::common;
use crate::helpers::decks::{blank, map, outcome, reached, trace};
use gridscope::core::algorithms::ship::{PARAMS, Problem};
use gridscope::core::event::{Event as _, Level, Tone};
use gridscope::core::geometry::Cell;
use gridscope::core::scene::Scene;
use gridscope::core::terrain::Tile;
use gridscope::core::trace::Replay;
use gridscope::core::view::board::{Board, Role};
use serde_json::json;
use std::collections::BTreeSet;

/// The tiles of a moment as rows.
fn rows(scene: &Scene, replay: &Replay) -> Vec<String> {
    let mut tiles = scene.tiles.clone();
    for (cell, tile) in replay.tiles() {
        tiles[cell] = tile;
    }
    tiles.rows().map(|row| row.iter().map(|t| t.info().glyph).collect()).collect()
}

#[test]
fn the_map_of_the_moment_grows_into_the_deck_on_any_ground() {
    let mut ground = blank(64, 40, 3);
    for cell in ground.size().cells() {
        ground.tiles[cell] = Tile::ALL[(cell.x as usize * 7 + cell.y as usize) % Tile::ALL.len()];
    }
    for scene in [blank(64, 40, 3), ground] {
        let decks = outcome(&scene).decks;
        let mut replay = common::record(&scene);
        let ends: Vec<usize> = (0..replay.len()).filter(|&i| replay.kind(i) == "finished").collect();
        assert_eq!(ends.len(), 3);
        assert_eq!(
            rows(&scene, &replay),
            scene.tiles.rows().map(|r| r.iter().map(|t| t.info().glyph).collect::<String>()).collect::<Vec<_>>()
        );
        for (deck, &end) in decks.iter().zip(&ends) {
            replay.seek(end + 1);
            assert_eq!(rows(&scene, &replay), deck.rows);
            assert!(replay.explain().contains(&format!("{} rooms", deck.rooms.len())));
            // A plan later everything is void again.
            if end + 3 < replay.len() {
                replay.seek(end + 3);
                assert!(rows(&scene, &replay).iter().all(|row| row.trim().is_empty()));
            }
        }
    }
}

#[test]
fn a_hallway_is_two_wide_and_labels_what_is_near() {
    let mut scene = blank(38, 30, 2);
    common::set(&mut scene, &["short-least=4", "short-most=4", "long-least=4", "long-most=4", "near=1", "decks=1"]);
    let mut replay = common::record(&scene);
    let built = (0..replay.len()).find(|&i| replay.kind(i) == "built").expect("a hallway");
    replay.seek(built + 1);
    let text: Vec<String> =
        rows(&scene, &replay).into_iter().filter(|r| !r.trim().is_empty()).map(|r| r.trim().to_owned()).collect();
    let across = ["#########", "#.......#", "#.......#", "#.......#", "#########"];
    let along = ["#####", "#...#", "#...#", "#...#", "#...#", "#...#", "#...#", "#...#", "#####"];
    assert!(text == across || text == along, "{text:?}");
    let labelled = (built..replay.len()).take_while(|&i| matches!(replay.kind(i), "built" | "labelled")).count() - 1;
    assert_eq!(labelled, 4 * 6 - 2 * 4, "a ring of distance 1 round 4 × 2 cells");
}

#[test]
fn what_the_moment_shows_agrees_with_what_happened() {
    let scene = blank(64, 40, 11);
    let mut replay = common::record(&scene);
    let schema = replay.schema().clone();
    let layer = |name: &str| schema.layer(name).expect("a layer");
    // The frontier of the open list is what a seed is drawn from, each as likely as the others.
    let seeds: Vec<usize> = (0..replay.len()).filter(|&i| replay.kind(i) == "seeded").collect();
    for &seed in seeds.iter().step_by(5) {
        replay.seek(seed);
        let among = replay.event(seed).fields.iter().find(|f| f.0 == "among").expect("among").1.clone();
        assert_eq!(replay.queue(3).1.to_string(), among.to_string());
        let tie = replay.tie(seed).expect("dice");
        assert!((tie.probability.expect("even") - 1.0 / tie.among.len() as f64).abs() < 1e-12);
        assert!(tie.among.iter().all(|(_, words)| words.contains("beside")), "{:?}", tie.among);
        assert_eq!(tie.among.len().to_string(), among.to_string());
        let frontier = replay.watch().iter().find(|w| w.0 == "frontier").expect("a number over time").1.clone();
        assert_eq!(frontier.to_string(), among.to_string());
    }
    replay.seek(usize::MAX);
    let deck = outcome(&scene).decks.pop().expect("a deck");
    let rooms = &replay.tables()[0];
    assert_eq!(rooms.rows.len(), deck.rooms.len());
    assert_eq!(rooms.rows.iter().filter(|r| r.chosen).count(), 2);
    let mids: Vec<u32> = rooms.rows.iter().map(|r| r.values[1].parse().expect("a number")).collect();
    assert!(mids.is_sorted());
    let enemies: usize = rooms.rows.iter().map(|r| r.values[7].parse::<usize>().expect("a number")).sum();
    assert_eq!(enemies, deck.enemies.len());
    let mut board = Board::default();
    replay.board(None, &mut board);
    let threats: Vec<Cell> = scene.size().cells().filter(|&c| board.at(c).role == Role::Threat).collect();
    assert_eq!(threats.iter().collect::<BTreeSet<_>>(), deck.enemies.iter().collect());
    // The flood numbers every cell of floor and doors once.
    let reached: BTreeSet<String> =
        scene.size().cells().filter_map(|c| replay.value(layer("reached"), c)).map(|v| v.to_string()).collect();
    let walkable = deck.rows.iter().flat_map(|r| r.chars()).filter(|c| matches!(c, '.' | '+')).count();
    assert_eq!(reached.len(), walkable);
    for figure in replay.figures() {
        assert!(!figure.label.is_empty());
    }
    // One phase a deck, one a plan, one a part.
    let depth = |d: u8| replay.phases().iter().filter(|p| p.depth == d).count();
    assert_eq!(depth(0), 3);
    assert_eq!(depth(1) as u64, replay.outcome()["attempts"].as_u64().expect("attempts"));
    assert_eq!(depth(2), 7 * depth(1) + 3);
}

#[test]
fn every_cell_can_be_asked_why_there_is_no_room_or_door() {
    let scene = blank(64, 40, 5);
    let mut replay = common::record(&scene);
    let mut reasons = BTreeSet::new();
    let finished = (0..replay.len()).find(|&i| replay.kind(i) == "finished").expect("a deck");
    for at in [0, 40, finished / 2, finished + 1, usize::MAX] {
        replay.seek(at);
        for cell in scene.size().cells() {
            let why = replay.why_not(cell);
            assert!(why.sentence.ends_with('.') && why.event.is_none_or(|e| e < replay.len()), "{why:?}");
            reasons.insert(why.reason);
        }
    }
    for reason in ["owned", "reach", "frontier", "void", "door", "window", "no-door", "floor", "corner", "outside"] {
        assert!(reasons.contains(reason), "{reason} is not among {reasons:?}");
    }
    replay.seek(finished + 1);
    let deck = &outcome(&scene).decks[0];
    assert_eq!(replay.why_not(deck.doors[0]).reason, "door");
    assert_eq!(replay.why_not(deck.windows[0]).reason, "window");
    assert!(replay.why_not(deck.start).sentence.contains("deck 1"));
}

#[test]
fn checks_find_what_they_name() {
    let scene = blank(64, 40, 21);
    let replay = common::record(&scene);
    let hits = |name: &str| replay.hits(&gridscope::core::trace::breakpoint::Condition::check(name));
    for check in &replay.schema().checks[..8] {
        for hit in hits(&check.name) {
            assert_eq!(replay.event(hit as usize).tone, Tone::Refused, "{}", &check.name);
        }
    }
    assert!(!hits("a hallway left the border").is_empty() && !hits("a room stopped at its reach").is_empty());
    let refused = replay.outcome()["attempts"].as_u64().expect("attempts") - 3;
    assert_eq!(hits("a plan was refused").len() as u64, refused);
}

#[test]
fn small_maps_scale_and_give_up_in_a_sentence() {
    for (w, h) in [(9, 40), (64, 9), (1, 1), (513, 40)] {
        let scene = blank(w, h, 1);
        let params = scene.run.params.resolve(PARAMS).expect("parameters");
        let error = Problem::new(&scene, &params, 1).expect_err("no deck fits").to_string();
        assert!(error.contains("64 × 40") && error.contains(&format!("{w} × {h}")), "{error}");
    }
    let mut tight = blank(20, 16, 1);
    common::set(&mut tight, &["attempts=7"]);
    let replay = common::record(&tight);
    assert_eq!(replay.outcome()["complete"], false);
    assert_eq!(replay.outcome()["attempts"], json!(7));
    assert_eq!(replay.event(replay.len() - 1).kind, "gave-up");
    assert!(replay.event(replay.len() - 1).sentence.contains("7 plans"));
    // Fewer rooms and shorter hallways fit a smaller map; ends of a range may stand in any order.
    let mut small = blank(41, 33, 4);
    common::set(
        &mut small,
        &[
            "rooms-least=6",
            "rooms-most=4",
            "enemy-rooms-least=1",
            "enemy-rooms-most=2",
            "windows-least=5",
            "windows-most=5",
        ],
    );
    let ship = outcome(&small);
    assert!(ship.complete);
    for deck in &ship.decks {
        assert!((4..=6).contains(&deck.rooms.len()) && deck.windows.len() == 5);
        let map = map(deck);
        assert_eq!(reached(&map, deck.start), map.iter().flatten().filter(|c| matches!(c, '.' | '+')).count());
    }
}

#[test]
fn sentences_have_numbers_and_levels_nest() {
    let trace = trace(&blank(64, 40, 8));
    for (i, event) in trace.events().iter().enumerate() {
        let sentence = event.sentence(trace.context());
        assert!(sentence.ends_with('.') && !sentence.contains("  "), "{i}: {sentence}");
        assert!(sentence.chars().any(|c| c.is_ascii_digit()), "{i}: {sentence}");
        if let Some(from) = event.from() {
            assert!(trace.layout().size.contains(from), "{i}");
        }
        if matches!(event.level(trace.context()), Level::Phase(_)) {
            assert!(!event.phase_name(trace.context()).is_empty());
        }
    }
}

/// A lesson with its run at its moment.
fn lesson(id: &str) -> (Scene, Replay) {
    let scene = gridscope::presets::find(id).expect("a lesson").scene().expect("a scene");
    let mut replay = common::record(&scene);
    replay.seek(scene.run.at.expect("a moment"));
    (scene, replay)
}

/// The sentence of the event that has just happened.
fn told(replay: &Replay) -> String {
    replay.event(replay.cursor() - 1).sentence
}

fn times(replay: &Replay, kind: &str, why: &str, from: usize) -> usize {
    let is = |i: &usize| replay.kind(*i) == kind && (why.is_empty() || replay.event_json(*i)["why"] == why);
    (from..replay.cursor()).filter(is).count()
}

#[test]
fn the_lesson_of_a_ship_stands_at_a_whole_deck() {
    let (scene, replay) = lesson("a-ship");
    assert!(scene.tiles.as_slice().iter().all(|&t| t == Tile::Void) && scene.actors.is_empty());
    assert_eq!(told(&replay), "Deck 1 is done, at plan 1.");
    assert_eq!(replay.explain(), "It has 3 hallways, 20 rooms, 38 doors, 38 windows and 10 enemies.");
}

#[test]
fn the_lesson_of_the_refused_hallway_counts_its_tries() {
    let (scene, mut replay) = lesson("a-refused-hallway");
    assert!(
        told(&replay).contains("from (20,24), 14 cells east: (20,24) lies within 4") && told(&replay).contains("try 2")
    );
    assert_eq!(replay.tables()[0].rows.last().map(|r| r.chosen), Some(false));
    let rooms = (0..replay.len()).find(|&i| replay.kind(i) == "exhausted" && replay.event_json(i)["batch"] == 3);
    replay.seek(rooms.expect("an end") + 1);
    assert_eq!(times(&replay, "built", "", 0), 3);
    assert!(times(&replay, "refused", "border", 0) * 2 > times(&replay, "drawn", "", 0));
    let mut close = scene;
    close.run.params.set("near", 1);
    let deck = outcome(&close).decks.swap_remove(0);
    assert_eq!((deck.hallways.len(), deck.tries), (5, 4));
}

#[test]
fn the_lesson_of_the_doors_stands_at_eight_candidates() {
    let (_, mut replay) = lesson("one-door-a-pair");
    assert_eq!(told(&replay), "Door at (43,20) between rooms 9 and 8, drawn from 8 candidates.");
    let tie = replay.tie(replay.cursor() - 1).expect("dice");
    assert_eq!((tie.among.len(), tie.chosen, tie.probability), (8, Cell::new(43, 20), Some(0.125)));
    let from = replay.cursor();
    replay.seek(from + 7);
    assert_eq!(times(&replay, "passed-over", "lost", from), 7);
    replay.seek(from + 200);
    assert_eq!(times(&replay, "glazed", "", from), 38);
}

#[test]
fn the_lesson_of_the_two_halves_has_two() {
    let (scene, replay) = lesson("two-halves-of-a-ship");
    assert!(told(&replay).contains("reached 253 of 716 cells"));
    let dry = "Not reached: hallway 1, hallway 2, room 3, room 5, room 6, room 9, room 10, room 11, room 12.";
    assert_eq!(replay.explain(), dry);
    assert_eq!((times(&replay, "closed", "", 0), times(&replay, "touched", "", 0)), (12, 6));
    let half = |room: &serde_json::Value| [3, 5, 6, 9, 10, 11, 12].iter().any(|n| room == n);
    for i in (0..replay.cursor()).filter(|&i| replay.kind(i) == "touched") {
        let event = replay.event_json(i);
        assert_eq!(half(&event["room"]), half(&event["other"]));
    }
    let attempts = |least: i64| {
        let one = |seed: u64| {
            let mut scene = scene.clone();
            scene.run.params.set("rooms-least", least);
            scene.run.seed = seed;
            outcome(&scene).attempts
        };
        (0..60).map(one).sum::<u32>()
    };
    assert!(attempts(16) < attempts(12));
}

/// With `hallway-doors` a ship keeps everything that it has without; half of the rooms and hallways that touch without a
/// door get one.
#[test]
fn doors_to_hallways_come_on_top() {
    let (mut opened, mut shut) = (0, 0);
    for seed in 1..=40 {
        let made = |on: bool| {
            let mut scene = blank(64, 40, seed);
            scene.run.params.set("hallway-doors", on);
            common::record(&scene)
        };
        let (without, with) = (made(false), made(true));
        let count = |kind: &str| (0..with.len()).filter(|&i| with.kind(i) == kind).count();
        assert!((0..without.len()).all(|i| !matches!(without.kind(i), "pierced" | "left-shut")));
        let (yes, no) = (count("pierced"), count("left-shut"));
        (opened, shut) = (opened + yes, shut + no);
        let decks = |run: &Replay| run.outcome()["decks"].as_array().expect("decks").clone();
        let mut more = 0;
        for (a, b) in decks(&without).iter().zip(decks(&with)) {
            for same in ["rooms", "hallways", "windows", "enemies", "items", "start", "goal"] {
                assert_eq!(a[same], b[same], "seed {seed}");
            }
            let (a, b) = (a["doors"].as_array().expect("doors"), b["doors"].as_array().expect("doors"));
            assert_eq!(a[..], b[..a.len()], "seed {seed}");
            more += b.len() - a.len();
        }
        assert_eq!(more, yes, "seed {seed}");
    }
    let share = f64::from(opened as u32) / f64::from((opened + shut) as u32);
    assert!(opened > 100 && (0.43..0.57).contains(&share), "{opened} of {}", opened + shut);
}
