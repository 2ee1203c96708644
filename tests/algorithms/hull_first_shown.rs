//! Display of a ship whose hull is planned first: the map of a moment, dice, tables, why-not, and the lesson.

use crate::helpers::decks::{blank, outcome};
use crate::ship_shown::rows;
use gridscope::trace::trace::breakpoint::Condition;
use gridscope::trace::{Cell, Replay, Scene, Size, Tile};
use serde_json::json;
use std::collections::BTreeSet;
use support::HitsOf as _;

fn scene(size: Size, seed: u64) -> Scene {
    let mut scene = blank(size.width, size.height, seed);
    scene.run.params.set("method", "hull-first");
    scene
}

fn last(replay: &Replay, kind: &str) -> usize {
    (0..replay.len()).rfind(|&i| replay.kind(i) == kind).unwrap_or_else(|| panic!("no {kind}"))
}

#[test]
fn hull_map_ends_as_the_deck() {
    let scene = scene(Size::new(64, 40), 3220);
    let decks = outcome(&scene).decks;
    let mut replay = support::record(&scene);
    let ends: Vec<usize> = (0..replay.len()).filter(|&i| replay.kind(i) == "finished").collect();
    for (deck, &end) in decks.iter().zip(&ends) {
        replay.seek(end + 1);
        assert_eq!(rows(&scene, &replay), deck.rows);
        assert!(replay.explain().contains("became no room, and "), "{}", replay.explain());
    }
    // Before the first cut, the rectangle is floor with a single wall round it.
    let mirrored = (0..replay.len()).find(|&i| replay.kind(i) == "mirrored").expect("dice");
    replay.seek(mirrored + 1);
    let tiles: String = rows(&scene, &replay).concat();
    assert_eq!(tiles.matches('.').count(), (2 * 26 - 1) * (2 * 14 - 1));
    assert_eq!(tiles.matches('#').count(), 2 * (2 * 26 + 1) + 2 * (2 * 14 - 1));
}

#[test]
fn hull_dice_tables_and_checks_agree_with_events() {
    let scene = scene(Size::new(64, 40), 3220);
    let mut replay = support::record(&scene);
    let doors: Vec<usize> = (0..replay.len()).filter(|&i| replay.kind(i) == "hung").collect();
    for &door in &doors {
        let event = replay.event_json(door);
        let among = event["among"].as_u64().expect("a number");
        replay.seek(door);
        match replay.tie(door) {
            Some(tie) => {
                assert_eq!(
                    (tie.candidates.len() as u64, tie.probability),
                    (among, Some(1.0 / among as f64)),
                    "{event}"
                );
            }
            None => assert_eq!(among, 1, "{event}"),
        }
    }
    replay.seek(last(&replay, "hung") + 1);
    let tables = replay.tables();
    let titles: Vec<&str> = tables.iter().map(|table| &*table.title).collect();
    assert_eq!(titles, ["Rooms by mid-x", "Sections", "Hallways drawn", "Cuts drawn"]);
    assert_eq!(tables[3].rows.len(), 12);
    let hits = |check: &str| replay.hits_of(&Condition::check(check)).len();
    let counted = |kinds: &[&str]| (0..replay.len()).filter(|&i| kinds.contains(&replay.kind(i))).count();
    assert_eq!(hits("a cut was refused"), counted(&["spared"]));
    assert_eq!(hits("a section became no room"), counted(&["discarded"]));
    assert_eq!(hits("a room is cut off"), counted(&["cut-off", "doorless"]));
}

#[test]
fn every_hull_cell_answers_why_not() {
    let scene = scene(Size::new(64, 40), 3220);
    let mut replay = support::record(&scene);
    let mut reasons = BTreeSet::new();
    let finished = (0..replay.len()).find(|&i| replay.kind(i) == "finished").expect("a deck");
    let hung = (0..finished).rfind(|&i| replay.kind(i) == "hung").expect("a door");
    for at in [0, 100, 500, 560, 1000, hung - 1, finished + 1] {
        replay.seek(at);
        for cell in scene.size().cells() {
            let why = replay.why_not(cell);
            assert!(why.sentence.ends_with('.') && why.event.is_none_or(|e| e < replay.len()), "{why:?}");
            reasons.insert(why.reason.to_string());
        }
    }
    for reason in
        ["owned", "cut", "void", "door", "window", "no-door", "candidate", "floor", "corner", "outside", "wall"]
    {
        assert!(reasons.contains(reason), "{reason} is not among {reasons:?}");
    }
    replay.seek(finished + 1);
    let said = |x, y| replay.why_not(Cell::new(x, y)).sentence;
    assert!(said(24, 22).contains("section 12, which became no room"), "{}", said(24, 22));
    assert!(said(6, 30).contains("Cut 1 removed (6,30)"), "{}", said(6, 30));
}

#[test]
fn any_size_gives_a_ship_or_a_sentence() {
    for (w, h, set) in [
        (10, 10, vec![]),
        (20, 16, vec!["attempts=5"]),
        (40, 64, vec![]),
        (200, 120, vec!["decks=1"]),
        (512, 300, vec!["decks=1", "attempts=1"]),
        (64, 40, vec!["cuts=0", "decks=1"]),
        (64, 40, vec!["thick=1", "loss=100", "cuts=20", "attempts=3"]),
        (64, 40, vec!["section-most=1", "section-least=1", "decks=1"]),
        (64, 40, vec!["inside=0", "along=4", "across=4", "shortest=2", "decks=1"]),
        (64, 40, vec!["margin=0", "inside=0", "mirror=100", "decks=1"]),
        (64, 40, vec!["margin=50", "attempts=2"]),
        (64, 40, vec!["cut-width-most=100", "cut-height-least=100", "attempts=2", "hallway-doors=on"]),
    ] {
        let mut scene = scene(Size::new(w, h), 5);
        support::set(&mut scene, &set);
        let replay = support::record(&scene);
        let outcome = replay.outcome();
        let end = replay.event(replay.len() - 1);
        let expected = if outcome["complete"] == json!(true) { "finished" } else { "gave-up" };
        assert_eq!(end.kind, expected, "{w} × {h} {set:?}: {}", end.sentence);
        if outcome["complete"] == json!(true) {
            assert!(outcome["rooms"].as_u64() > Some(1), "{w} × {h} {set:?}");
        }
    }
    assert!(outcome(&scene(Size::new(40, 64), 5)).complete, "a hull may be taller than wide");
}

#[test]
fn deck_without_cuts_is_the_rectangle() {
    let mut scene = scene(Size::new(64, 40), 1);
    support::set(&mut scene, &["cuts=0", "decks=1"]);
    let deck = outcome(&scene).decks.swap_remove(0);
    let wall = |x: usize, y: usize| matches!(deck.rows[y].as_bytes()[x], b'#' | b'=');
    assert!((5..=57).all(|x| wall(x, 5) && wall(x, 33)) && (5..=33).all(|y| wall(5, y) && wall(57, y)));
    assert!(scene.tiles.as_slice().iter().all(|&t| t == Tile::Void));
}

/// A cell of the plan is two cells of the map, so a cut is drawn twice as wide and as high as it is. Of a mirrored hull,
/// both cuts are drawn, equally far from the middle.
#[test]
fn cut_is_drawn_from_wall_to_wall() {
    let mut scene = scene(Size::new(64, 40), 3220);
    support::set(&mut scene, &["mirror=100", "decks=1"]);
    let mut replay = support::record(&scene);
    let aimed: Vec<usize> = (0..replay.len()).filter(|&i| replay.kind(i) == "aimed").collect();
    assert!(aimed.len() >= 12);
    for event in aimed {
        let number = |field: &str| replay.event_json(event)[field].as_f64().expect(field);
        let width = number("width");
        let height = number("height");
        let at = replay.cell(event).expect("a cell");
        replay.seek(event + 1);
        let figures = replay.figures();
        let [cut, image] = &figures[..] else { panic!("{figures:?}") };
        let corner = [f64::from(at.x) - 0.5, f64::from(at.y) - 0.5];
        assert_eq!(cut.points[0], corner, "the middle of the wall before the first cell");
        assert_eq!(cut.points[2], [corner[0] + 2.0 * width, corner[1] + 2.0 * height]);
        // The hull reaches from row 5 to row 33, so its middle is the middle of row 19.
        for (point, other) in cut.points.iter().zip(&image.points) {
            assert_eq!((point[0], point[1] + other[1]), (other[0], 2.0 * 19.5), "{figures:?}");
        }
    }
}
