//! Display of a ship while it is generated: map, frontier, scoreboards, checks, why-not, and the lessons.

use crate::helpers::decks::{blank, map, outcome, reached, trace};
use gridscope::algorithms::ship::{Deck, Owner, PARAMS, Problem, ShipEvent as E};
use gridscope::trace::event::{Event as _, Level, Tone};
use gridscope::trace::view::board::{Board, Role};
use gridscope::trace::{Cell, Replay, Scene, Tile};
use serde_json::json;
use std::collections::{BTreeMap, BTreeSet};
use support::HitsOf as _;

/// Returns the tiles of a moment as rows.
pub fn rows(scene: &Scene, replay: &Replay) -> Vec<String> {
    let mut tiles = scene.tiles.clone();
    for (cell, tile) in replay.tiles() {
        tiles[cell] = tile;
    }
    tiles.rows().map(|row| row.iter().map(|t| t.info().glyph).collect()).collect()
}

#[test]
fn ship_map_ends_as_the_deck() {
    let mut ground = blank(64, 40, 3);
    for cell in ground.size().cells() {
        ground.tiles[cell] = Tile::ALL[(cell.x as usize * 7 + cell.y as usize) % Tile::ALL.len()];
    }
    for scene in [blank(64, 40, 3), ground] {
        let decks = outcome(&scene).decks;
        let mut replay = support::record(&scene);
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
            // At the next plan, everything is void again.
            if end + 3 < replay.len() {
                replay.seek(end + 3);
                assert!(rows(&scene, &replay).iter().all(|row| row.trim().is_empty()));
            }
        }
    }
}

#[test]
fn hallway_is_two_cells_wide() {
    let mut scene = blank(38, 30, 2);
    support::set(&mut scene, &["short-least=4", "short-most=4", "long-least=4", "long-most=4", "near=1", "decks=1"]);
    let mut replay = support::record(&scene);
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
fn moments_of_a_ship_agree_with_its_events() {
    let scene = blank(64, 40, 11);
    let mut replay = support::record(&scene);
    let schema = replay.schema().clone();
    let layer = |name: &str| schema.layer(name).expect("a layer");
    // A seed is drawn from the frontier in the open list, with equal probabilities.
    let seeds: Vec<usize> = (0..replay.len()).filter(|&i| replay.kind(i) == "seeded").collect();
    for &seed in seeds.iter().step_by(5) {
        replay.seek(seed);
        let among = replay.event(seed).fields.iter().find(|f| f.0 == "among").expect("among").1.clone();
        assert_eq!(replay.queue(3).1.to_string(), among.to_string());
        let tie = replay.tie(seed).expect("dice");
        assert!((tie.probability.expect("even") - 1.0 / tie.candidates.len() as f64).abs() < 1e-12);
        assert!(tie.candidates.iter().all(|(_, words)| words.contains("beside")), "{:?}", tie.candidates);
        assert_eq!(tie.candidates.len().to_string(), among.to_string());
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
    // Phases for each deck, each plan and each part.
    let depth = |d: u8| replay.phases().iter().filter(|p| p.depth == d).count();
    assert_eq!(depth(0), 3);
    assert_eq!(depth(1) as u64, replay.outcome()["attempts"].as_u64().expect("attempts"));
    assert_eq!(depth(2), 7 * depth(1) + 3);
}

#[test]
fn every_cell_explains_why_it_has_no_room() {
    let scene = blank(64, 40, 5);
    let mut replay = support::record(&scene);
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
fn ship_checks_hit_only_matching_events() {
    let scene = blank(64, 40, 21);
    let replay = support::record(&scene);
    let hits = |name: &str| replay.hits_of(&gridscope::trace::trace::breakpoint::Condition::check(name));
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
fn too_small_ship_maps_are_explained() {
    for (w, h) in [(9, 40), (64, 9), (1, 1), (513, 40)] {
        let scene = blank(w, h, 1);
        let params = scene.run.params.resolve(PARAMS).expect("parameters");
        let error = Problem::new(&scene, &params, 1).expect_err("no deck fits").to_string();
        assert!(error.contains("64 × 40") && error.contains(&format!("{w} × {h}")), "{error}");
    }
    let mut tight = blank(20, 16, 1);
    support::set(&mut tight, &["attempts=7"]);
    let replay = support::record(&tight);
    assert_eq!(replay.outcome()["complete"], false);
    assert_eq!(replay.outcome()["attempts"], json!(7));
    assert_eq!(replay.event(replay.len() - 1).kind, "gave-up");
    assert!(replay.event(replay.len() - 1).sentence.contains("7 attempts"));
    // Fewer rooms and shorter hallways fit on a smaller map. The ends of a range may be in any order.
    let mut small = blank(41, 33, 4);
    support::set(
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
fn ship_sentences_have_numbers_and_phases_nest() {
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

/// Returns a lesson with its run at its moment.
fn lesson(id: &str) -> (Scene, Replay) {
    let scene = gridscope::presets::find(id).expect("a lesson").scene().expect("a scene");
    let mut replay = support::record(&scene);
    replay.seek(scene.run.picture_moment().expect("a moment"));
    (scene, replay)
}

/// Returns the sentence of the last event.
fn told(replay: &Replay) -> String {
    replay.event(replay.cursor() - 1).sentence
}

fn times(replay: &Replay, kind: &str, why: &str, from: usize) -> usize {
    let is = |i: &usize| replay.kind(*i) == kind && (why.is_empty() || replay.event_json(*i)["why"] == why);
    (from..replay.cursor()).filter(is).count()
}

#[test]
fn ship_lesson_opens_at_a_whole_deck() {
    let (scene, replay) = lesson("a-ship");
    assert!(scene.tiles.as_slice().iter().all(|&t| t == Tile::Void) && scene.actors.is_empty());
    assert_eq!(told(&replay), "Deck 1 is done, with plan 1.");
    let explained = replay.explain();
    assert!(explained.starts_with("It has 3 hallways, 20 rooms, 41 doors, 38 windows and 10 enemies; "), "{explained}");
}

#[test]
fn refused_hallway_lesson_counts_136_refusals() {
    let (scene, mut replay) = lesson("a-refused-hallway");
    let said = told(&replay);
    assert!(said.contains("from (26,16), 8 cells west: (26,16) is within 4") && said.contains("attempt 7"), "{said}");
    assert_eq!(replay.tables()[0].rows.last().map(|r| r.chosen), Some(false));
    let rooms = (0..replay.len()).find(|&i| replay.kind(i) == "exhausted" && replay.event_json(i)["batch"] == 3);
    replay.seek(rooms.expect("an end") + 1);
    assert_eq!(times(&replay, "built", "", 0), 2);
    assert_eq!(times(&replay, "refused", "", 0), 136);
    let mut close = scene;
    close.run.params.set("near", 1);
    let deck = outcome(&close).decks.swap_remove(0);
    assert_eq!((deck.hallways.len(), deck.tries), (3, 2));
}

#[test]
fn door_lesson_opens_at_eight_candidates() {
    let (_, mut replay) = lesson("one-door-a-pair");
    assert_eq!(told(&replay), "Door at (43,20) between rooms 9 and 8, chosen by the dice from 8 places.");
    let tie = replay.tie(replay.cursor() - 1).expect("dice");
    assert_eq!((tie.candidates.len(), tie.chosen, tie.probability), (8, Cell::new(43, 20), Some(0.125)));
    let from = replay.cursor();
    replay.seek(from + 7);
    assert_eq!(times(&replay, "passed-over", "lost", from), 7);
    replay.seek(from + 200);
    assert_eq!(times(&replay, "glazed", "", from), 38);
}

#[test]
fn lesson_two_halves_reaches_253_of_716_cells() {
    let (scene, replay) = lesson("two-halves-of-a-ship");
    assert!(told(&replay).contains("reached only 253 of 716 cells"));
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

/// Returns each room and hallway that touch without a door between them, from the cells of the accepted plan.
fn touching(events: &[E]) -> BTreeSet<(u8, u8)> {
    let (mut owner, mut linked) = (BTreeMap::new(), BTreeSet::new());
    for event in events {
        match *event {
            E::Laid { cell, hallway, .. } => _ = owner.insert(cell, (hallway, 0)),
            E::Grew { cell, room, .. } => _ = owner.insert(cell, (0, room)),
            E::Linked { room, to: Owner::Hallway(hallway), .. } => _ = linked.insert((room, hallway)),
            _ => {}
        }
    }
    let beside =
        |c: Cell| [Cell::new(c.x + 2, c.y), Cell::new(c.x - 2, c.y), Cell::new(c.x, c.y + 2), Cell::new(c.x, c.y - 2)];
    let rooms = owner.iter().filter(|(_, own)| own.1 > 0);
    let all = rooms.flat_map(|(&c, own)| beside(c).into_iter().filter_map(|n| Some((own.1, owner.get(&n)?.0))));
    all.filter(|pair| pair.1 > 0 && !linked.contains(pair)).collect()
}

/// With `hallway-doors`, a ship keeps everything it has without. Every room and hallway that touch without a door get
/// one with probability ½. (The first 40 ships alone have 200 doors for 445 pairs, 2.1 standard deviations below.)
#[test]
fn hallway_doors_are_added_to_an_unchanged_ship() {
    let (mut opened, mut shut) = (0u32, 0u32);
    for seed in 1..=400 {
        let mut scene = blank(64, 40, seed);
        let without = outcome(&scene);
        scene.run.params.set("hallway-doors", true);
        let trace = trace(&scene);
        let mut more = 0;
        for (a, b) in without.decks.iter().zip(outcome(&scene).decks) {
            let kept =
                |d: &Deck| (d.rooms.len(), d.hallways.len(), d.windows.clone(), d.enemies.clone(), d.start, d.goal);
            assert_eq!((kept(a), a.items.len()), (kept(&b), b.items.len()), "seed {seed}");
            assert_eq!(a.doors[..], b.doors[..a.doors.len()], "seed {seed}");
            more += b.doors.len() - a.doors.len();
        }
        let (mut start, mut asked) = (0, BTreeSet::new());
        for (i, event) in trace.events().iter().enumerate() {
            match *event {
                E::Started { .. } => (start, asked) = (i, BTreeSet::new()),
                E::Pierced { room, hallway, .. } => {
                    (opened, more) = (opened + 1, more - 1);
                    assert!(asked.insert((room, hallway)), "seed {seed}: two doors for a pair");
                }
                E::LeftShut { room, hallway, .. } => {
                    shut += 1;
                    assert!(asked.insert((room, hallway)), "seed {seed}: asked twice");
                }
                E::Finished { .. } => assert_eq!(asked, touching(&trace.events()[start..i]), "seed {seed}"),
                _ => {}
            }
        }
        assert_eq!(more, 0, "seed {seed}");
    }
    // Four standard deviations for this number of fair coins.
    let (pairs, off) = (f64::from(opened + shut), f64::from(opened) - f64::from(shut));
    assert!(pairs > 4000.0 && off * off < 16.0 * pairs, "{opened} doors for {pairs} pairs");
}
