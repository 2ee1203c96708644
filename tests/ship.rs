//! Ships: the constants of the page hold on every deck, every deck is one region, and what is told of it is so.

mod common;

use gridscope::core::algorithms::Algorithm as _;
use gridscope::core::algorithms::ship::{Deck, Outcome, PARAMS, Problem, Ship, ShipEvent as E, on_map, plan_size};
use gridscope::core::event::{Event as _, Level, Tone};
use gridscope::core::geometry::{Cell, Size};
use gridscope::core::grid::Grid;
use gridscope::core::observe::unhalted;
use gridscope::core::scene::Scene;
use gridscope::core::terrain::Tile;
use gridscope::core::trace::{Control, Recorder, Replay, Trace};
use gridscope::core::view::board::{Board, Role};
use serde_json::json;
use std::collections::{BTreeMap, BTreeSet};

/// A scene that gives a ship nothing but size and seed.
fn blank(width: u16, height: u16, seed: u64) -> Scene {
    let mut scene = Scene::new(Grid::new(Size::new(width, height), Tile::Void));
    "ship".clone_into(&mut scene.run.algorithm);
    scene.run.seed = seed;
    scene
}

fn problem(scene: &Scene) -> Problem {
    let params = scene.run.params.resolve(PARAMS).expect("parameters that fit");
    Problem::new(scene, &params, scene.run.seed).expect("a scene that fits")
}

fn outcome(scene: &Scene) -> Outcome {
    unhalted(Ship::run(&problem(scene), &mut ()))
}

fn trace(scene: &Scene) -> Trace<E> {
    let problem = problem(scene);
    let control = Control::default();
    let mut recorder = Recorder::new(Ship::layout(&problem), &control);
    let _ = Ship::run(&problem, &mut recorder);
    recorder.finish(Ship::context(&problem))
}

fn map(deck: &Deck) -> Vec<Vec<char>> {
    deck.rows.iter().map(|row| row.chars().collect()).collect()
}

/// How many cells straight steps over floor and doors lead to, on the rows of the outcome alone.
fn reached(map: &[Vec<char>], from: Cell) -> usize {
    let mut seen = vec![vec![false; map[0].len()]; map.len()];
    let mut open = vec![(from.x as usize, from.y as usize)];
    seen[from.y as usize][from.x as usize] = true;
    let mut count = 0;
    while let Some((x, y)) = open.pop() {
        count += 1;
        for (x, y) in [(x + 1, y), (x - 1, y), (x, y + 1), (x, y - 1)] {
            if matches!(map[y][x], '.' | '+') && !std::mem::replace(&mut seen[y][x], true) {
                open.push((x, y));
            }
        }
    }
    count
}

/// Everything that the page says of a deck, checked on its rows and lists.
fn check_deck(deck: &Deck, number: usize, what: &str) {
    let map = map(deck);
    assert_eq!((map.len(), map[0].len()), (40, 64), "{what}");
    let walkable = map.iter().flatten().filter(|c| matches!(c, '.' | '+')).count();
    assert_eq!(reached(&map, deck.start), walkable, "{what}: not one region");
    let at = |c: Cell| map[c.y as usize][c.x as usize];
    assert_eq!((at(deck.start), at(deck.goal)), ('.', '.'), "{what}");
    assert!((1..=6).contains(&deck.hallways.len()) && (12..=20).contains(&deck.rooms.len()), "{what}");
    assert!((30..=40).contains(&deck.windows.len()), "{what}: {} windows", deck.windows.len());
    check_hallways(deck, what);
    check_faces(deck, &map, what);
    // The ends.
    let mid = |r: &gridscope::core::algorithms::ship::RoomMade| r.from.x + r.to.x;
    let large = |r: &&gridscope::core::algorithms::ship::RoomMade| r.to.x - r.from.x > 2 && r.to.y - r.from.y > 2;
    let role = |role: &str| deck.rooms.iter().find(|r| r.role == role).expect("an end");
    let (start, goal) = (role("start"), role("goal"));
    let (left, right) = if number % 2 == 1 { (start, goal) } else { (goal, start) };
    assert!(deck.rooms.iter().filter(large).all(|r| mid(left) <= mid(r) && mid(r) <= mid(right)), "{what}: ends");
    assert!(large(&start) && large(&goal), "{what}: small ends");
    let inside = |c: Cell, r: &gridscope::core::algorithms::ship::RoomMade| {
        r.from.x <= c.x && c.x <= r.to.x && r.from.y <= c.y && c.y <= r.to.y
    };
    assert!(inside(deck.start, start) && inside(deck.goal, goal), "{what}");
    // Who and what is there, nothing twice and nothing in the walls.
    let weapons = deck.items.iter().filter(|i| i.kind == "weapon").count();
    let kits = deck.items.iter().filter(|i| i.kind == "kit").count();
    assert!((4..=8).contains(&weapons) && (3..=6).contains(&kits), "{what}: {weapons} weapons, {kits} kits");
    assert!((7..=30).contains(&deck.enemies.len()), "{what}: {} enemies", deck.enemies.len());
    let all: Vec<Cell> = deck.enemies.iter().copied().chain(deck.items.iter().map(|i| i.at)).collect();
    assert!(all.iter().all(|&c| at(c) == '.'), "{what}");
    let different: BTreeSet<Cell> = all.iter().copied().chain([deck.start, deck.goal]).collect();
    assert_eq!(different.len(), all.len() + 2, "{what}: two at a place");
    assert_eq!(deck.exit, if number == 3 { "teleporter" } else { "stairs-down" }, "{what}");
}

fn check_hallways(deck: &Deck, what: &str) {
    let plan = |c: Cell| ((c.x - 2) / 2, (c.y - 2) / 2);
    for (i, h) in deck.hallways.iter().enumerate() {
        let (a, b) = (plan(h.from), plan(h.to));
        let sides = [b.0 - a.0 + 1, b.1 - a.1 + 1];
        let lengths = [10..=20, 7..=12, 4..=8];
        assert!(lengths[h.batch as usize - 1].contains(&h.length), "{what}: {h:?}");
        assert!(sides == [2, h.length.into()] || sides == [h.length.into(), 2], "{what}: {h:?}");
        assert!(a.0 >= 2 && a.1 >= 2 && b.0 + 2 < 30 && b.1 + 2 < 18, "{what}: {h:?} comes near the edge");
        for other in &deck.hallways[..i] {
            let (c, d) = (plan(other.from), plan(other.to));
            let apart = |a0: u16, a1: u16, b0: u16, b1: u16| a0.saturating_sub(b1).max(b0.saturating_sub(a1));
            let distance = apart(a.0, b.0, c.0, d.0).max(apart(a.1, b.1, c.1, d.1));
            assert!(distance > 4, "{what}: {h:?} lies {distance} from {other:?}");
        }
    }
    for batch in 1..=3 {
        assert!(deck.hallways.iter().filter(|h| h.batch == batch).count() <= 2, "{what}");
    }
}

/// Doors stand between floor and floor, windows between floor and void, and nothing is open toward the void.
fn check_faces(deck: &Deck, map: &[Vec<char>], what: &str) {
    let count = |glyph: char| map.iter().flatten().filter(|&&c| c == glyph).count();
    assert_eq!((count('+'), count('=')), (deck.doors.len(), deck.windows.len()), "{what}");
    let across = |c: Cell| {
        let (x, y) = (c.x as usize, c.y as usize);
        if x % 2 == 1 { [map[y][x - 1], map[y][x + 1]] } else { [map[y - 1][x], map[y + 1][x]] }
    };
    assert!(deck.doors.iter().all(|&c| across(c) == ['.', '.']), "{what}: a door leads nowhere");
    assert!(
        deck.windows.iter().all(|&c| matches!(across(c), ['.', ' '] | [' ', '.'])),
        "{what}: a window shows nothing"
    );
    for (y, row) in map.iter().enumerate() {
        for (x, &c) in row.iter().enumerate() {
            if c == '.' || c == '+' {
                let round = (y - 1..=y + 1).flat_map(|y| (x - 1..=x + 1).map(move |x| (x, y)));
                assert!(round.into_iter().all(|(x, y)| map[y][x] != ' '), "{what}: ({x},{y}) is open to the void");
            }
        }
    }
}

fn check_ships(seeds: std::ops::Range<u64>) {
    for seed in seeds {
        let ship = outcome(&blank(64, 40, seed));
        assert!(ship.complete && ship.decks.len() == 3, "seed {seed}");
        assert_eq!(ship.attempts, ship.decks.iter().map(|d| d.tries).sum::<u32>(), "seed {seed}");
        for (i, deck) in ship.decks.iter().enumerate() {
            check_deck(deck, i + 1, &format!("seed {seed}, deck {}", i + 1));
        }
    }
}

#[test]
fn ten_thousand_ships_keep_every_constant() {
    std::thread::scope(|scope| {
        for part in 0..4 {
            scope.spawn(move || check_ships(part * 2500..(part + 1) * 2500));
        }
    });
}

/// Every plan of a run as the range of its events, with the deck and whether it was accepted.
fn plans(trace: &Trace<E>) -> Vec<(usize, usize, bool)> {
    let events = trace.events();
    let plans = trace.phases().iter().filter(|p| p.depth == 1);
    plans
        .map(|p| {
            let range = p.start as usize..p.end as usize;
            (range.start, range.end, events[range].iter().any(|e| matches!(e, E::Accepted { .. })))
        })
        .collect()
}

/// Chebyshev distance between map cells, in cells of the plan.
fn far(a: Cell, b: Cell) -> u32 {
    let (dx, dy) = a.delta(b);
    dx.max(dy) / 2
}

/// One hallway after another, told again from nothing but the draws: what is refused and why, and what is laid.
fn check_draws(events: &[E], what: &str) {
    let (mut laid, mut batch, mut tries, mut built) = (Vec::<Cell>::new(), 0, 0, 0);
    for (i, event) in events.iter().enumerate() {
        let E::Drawn { from, dir, length, batch: now } = *event else { continue };
        if now != batch {
            (batch, tries, built) = (now, 0, 0);
        }
        assert!(built < 2 && tries < 20, "{what}: batch {batch} goes on after {built} hallways and {tries} tries");
        let plan = |c: Cell| ((c.x as i32 - 2) / 2, (c.y as i32 - 2) / 2);
        let ((x, y), (dx, dy)) = (plan(from), dir.offset());
        assert!((4..26).contains(&x) && (4..14).contains(&y), "{what}: starts at {from}");
        let end = (x + dx * (length as i32 - 1), y + dy * (length as i32 - 1));
        let inside = (2..28).contains(&end.0) && (2..16).contains(&end.1);
        let (lx, ly) = if dx == 0 { (1, 0) } else { (0, 1) };
        let cells: Vec<Cell> = (0..length as i32)
            .flat_map(|k| [(x + k * dx, y + k * dy), (x + k * dx + lx, y + k * dy + ly)])
            .filter(|&(x, y)| x >= 0 && y >= 0)
            .map(|(x, y)| on_map(Cell::new(x as u16, y as u16)))
            .collect();
        let near = cells.iter().any(|c| laid.iter().any(|l| far(*c, *l) <= 4));
        let over = cells.iter().any(|c| laid.contains(c));
        let expected = if !inside {
            "border"
        } else if over {
            "hallway"
        } else if near {
            "near"
        } else {
            ""
        };
        tries += u32::from(inside);
        match events[i + 1] {
            E::Refused { why, from: f, .. } => assert_eq!((why.name(), f), (expected, from), "{what}: draw at {from}"),
            E::Laid { .. } => {
                assert_eq!(expected, "", "{what}: laid at {from}");
                built += 1;
                let own: Vec<Cell> = events[i + 1..]
                    .iter()
                    .map_while(|e| if let E::Laid { cell, .. } = e { Some(*cell) } else { None })
                    .collect();
                assert_eq!(own, cells, "{what}");
                laid.extend(own);
            }
            other => panic!("{what}: after a draw {other:?}"),
        }
    }
    let labels: BTreeSet<Cell> =
        events.iter().filter_map(|e| if let E::Labelled { cell, .. } = e { Some(*cell) } else { None }).collect();
    let size = plan_size(Size::new(64, 40));
    let expected: BTreeSet<Cell> = size
        .cells()
        .map(on_map)
        .filter(|c| {
            // A hallway labels its surroundings; those of another do not reach it.
            let nearest = laid.iter().map(|l| far(*c, *l)).min().unwrap_or(99);
            (1..=4).contains(&nearest)
        })
        .collect();
    assert_eq!(labels, expected, "{what}: labels");
}

/// Rooms told again: the frontier, what a seed opens toward, how far a room goes, and every contact.
fn check_rooms(events: &[E], what: &str) {
    let mut owner: BTreeMap<Cell, (char, u8)> = BTreeMap::new();
    let size = Size::new(64, 40);
    let plan: BTreeSet<Cell> = plan_size(size).cells().map(on_map).collect();
    let next = |c: Cell| -> Vec<Cell> {
        [(2, 0), (-2, 0), (0, 2), (0, -2)]
            .iter()
            .map(|(dx, dy)| (c.x as i32 + dx, c.y as i32 + dy))
            .filter(|&(x, y)| x >= 0 && y >= 0)
            .map(|(x, y)| Cell::new(x as u16, y as u16))
            .filter(|c| plan.contains(c))
            .collect()
    };
    let (mut seed, mut reach, mut linked, mut candidates) = (Cell::default(), 0, BTreeSet::new(), BTreeMap::new());
    let mut opened = BTreeMap::new();
    for event in events {
        match *event {
            E::Laid { cell, hallway, .. } => assert_eq!(owner.insert(cell, ('h', hallway)), None, "{what}"),
            E::Seeded { cell, reach: r, among, .. } => {
                let frontier =
                    plan.iter().filter(|c| !owner.contains_key(c) && next(**c).iter().any(|n| owner.contains_key(n)));
                assert_eq!(frontier.clone().count() as u32, among, "{what}: the frontier");
                assert!(frontier.clone().any(|c| *c == cell) && (2..=4).contains(&r), "{what}: seed {cell}");
                (seed, reach) = (cell, r);
            }
            E::Linked { room, to, .. } => {
                let beside: Vec<(char, u8)> = next(seed).iter().filter_map(|n| owner.get(n).copied()).collect();
                let name = to.name();
                let kind = if name.starts_with('h') { 'h' } else { 'r' };
                assert!(kind == 'h' || beside.iter().all(|b| b.0 == 'r'), "{what}: a hallway comes first");
                assert!(beside.iter().any(|b| name.ends_with(&format!(" {}", b.1)) && b.0 == kind), "{what}: {name}");
                if kind == 'r' {
                    linked.insert((room, name[5..].parse::<u8>().expect("a number")));
                }
            }
            E::Grown { cell, room, distance, .. } => {
                assert!(far(cell, seed) == u32::from(distance) && distance < reach, "{what}: room {room} at {cell}");
                assert_eq!(owner.insert(cell, ('r', room)), None, "{what}: {cell} is taken");
            }
            E::Touched { face, room, other, candidates: n } => {
                assert!(!linked.contains(&(room, other)), "{what}: {room} and {other} are linked");
                let all: &mut Vec<Cell> = candidates.entry((room, other)).or_default();
                all.push(face);
                assert_eq!(all.len(), n as usize, "{what}");
            }
            E::Opened { face, room, other, among } => {
                let all = &candidates[&(room, other)];
                assert!(all.contains(&face) && all.len() == among as usize, "{what}");
                assert_eq!(opened.insert((room, other), face), None, "{what}: two doors for a pair");
            }
            _ => {}
        }
    }
    assert_eq!(opened.len(), candidates.len(), "{what}: a door for every pair");
    // Every contact of two rooms is linked or has candidates, and exactly the contacts are candidates.
    let mut contacts: BTreeMap<(u8, u8), usize> = BTreeMap::new();
    for (&cell, &(kind, a)) in &owner {
        for n in next(cell) {
            if let Some(&(other, b)) = owner.get(&n)
                && (kind, other) == ('r', 'r')
                && a > b
                && !linked.contains(&(a, b))
            {
                *contacts.entry((a, b)).or_default() += 1;
            }
        }
    }
    assert_eq!(contacts, candidates.iter().map(|(k, v)| (*k, v.len())).collect(), "{what}: contacts");
}

#[test]
fn the_events_of_fifty_ships_are_what_the_page_says() {
    let mut kinds = BTreeSet::new();
    let mut refusals = BTreeSet::new();
    for seed in 0..50 {
        let trace = trace(&blank(64, 40, seed));
        let events = trace.events();
        for (start, end, accepted) in plans(&trace) {
            let what = format!("seed {seed}, events {start} to {end}");
            check_draws(&events[start..end], &what);
            check_rooms(&events[start..end], &what);
            let rejected = events[start..end].iter().filter(|e| matches!(e, E::Rejected { .. })).count();
            assert_eq!(rejected, usize::from(!accepted), "{what}");
        }
        for event in events {
            kinds.insert(event.kind());
            if event.tone() == Tone::Refused {
                event.fields(trace.context(), &mut |name, value| {
                    if name == "why" {
                        refusals.insert((event.kind(), value.to_string()));
                    }
                });
            }
        }
    }
    let never: Vec<_> = E::KINDS.iter().filter(|k| !kinds.contains(**k) && **k != "gave-up").collect();
    assert!(never.is_empty(), "{never:?} never happened");
    let reasons: Vec<_> = refusals.iter().map(|(kind, why)| format!("{kind} {why}")).collect();
    for reason in [
        "passed hallway",
        "passed linked",
        "passed lost",
        "refused border",
        "refused hallway",
        "refused near",
        "rejected apart",
        "stopped edge",
        "stopped reach",
    ] {
        assert!(reasons.iter().any(|r| r == reason), "{reason} is not among {reasons:?}");
    }
}

/// The tiles of a moment as rows.
fn rows(scene: &Scene, replay: &dyn Replay) -> Vec<String> {
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
            rows(&scene, &*replay),
            scene.tiles.rows().map(|r| r.iter().map(|t| t.info().glyph).collect::<String>()).collect::<Vec<_>>()
        );
        for (deck, &end) in decks.iter().zip(&ends) {
            replay.seek(end + 1);
            assert_eq!(rows(&scene, &*replay), deck.rows);
            assert!(replay.explain().contains(&format!("{} rooms", deck.rooms.len())));
            // A plan later everything is void again.
            if end + 3 < replay.len() {
                replay.seek(end + 3);
                assert!(rows(&scene, &*replay).iter().all(|row| row.trim().is_empty()));
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
        rows(&scene, &*replay).into_iter().filter(|r| !r.trim().is_empty()).map(|r| r.trim().to_owned()).collect();
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
    let card = replay.card();
    let layer = |name: &str| card.layers.iter().position(|l| l.name == name).expect("a layer");
    // The frontier of the open list is what a seed is drawn from, each as likely as the others.
    let seeds: Vec<usize> = (0..replay.len()).filter(|&i| replay.kind(i) == "seeded").collect();
    for &seed in seeds.iter().step_by(5) {
        replay.seek(seed);
        let among = replay.event(seed).fields.iter().find(|f| f.0 == "among").expect("among").1;
        assert_eq!(replay.queue(3).1.to_string(), among.to_string());
        let tie = replay.tie(seed).expect("dice");
        assert!((tie.probability.expect("even") - 1.0 / tie.among.len() as f64).abs() < 1e-12);
        assert!(tie.among.iter().any(|(c, beside)| *c == tie.chosen && beside.starts_with("beside ")));
        assert_eq!(tie.among.len().to_string(), among.to_string());
        let frontier = replay.watch().iter().find(|w| w.0 == "frontier").expect("a number over time").1;
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
    for check in &replay.card().checks[..8] {
        for hit in hits(check.name) {
            assert_eq!(replay.event(hit as usize).tone, Tone::Refused, "{}", check.name);
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
        if matches!(event.level(), Level::Phase(_)) {
            assert!(!event.phase_name(trace.context()).is_empty());
        }
    }
}

/// A lesson with its run at its moment.
fn lesson(id: &str) -> (Scene, Box<dyn Replay>) {
    let scene = gridscope::presets::find(id).expect("a lesson").scene().expect("a scene");
    let mut replay = common::record(&scene);
    replay.seek(scene.run.at.expect("a moment"));
    (scene, replay)
}

/// The sentence of the event that has just happened.
fn told(replay: &dyn Replay) -> String {
    replay.event(replay.cursor() - 1).sentence
}

fn times(replay: &dyn Replay, kind: &str, why: &str, from: usize) -> usize {
    let is = |i: &usize| replay.kind(*i) == kind && (why.is_empty() || replay.event_json(*i)["why"] == why);
    (from..replay.cursor()).filter(is).count()
}

#[test]
fn the_lesson_of_a_ship_stands_at_a_whole_deck() {
    let (scene, replay) = lesson("a-ship");
    assert!(scene.tiles.as_slice().iter().all(|&t| t == Tile::Void) && scene.actors.is_empty());
    assert_eq!(told(&*replay), "Deck 1 is done, at plan 1.");
    assert_eq!(replay.explain(), "It has 3 hallways, 20 rooms, 38 doors, 38 windows and 10 enemies.");
}

#[test]
fn the_lesson_of_the_refused_hallway_counts_its_tries() {
    let (scene, mut replay) = lesson("a-refused-hallway");
    assert!(
        told(&*replay).contains("from (20,24), 14 cells east: (20,24) lies within 4")
            && told(&*replay).contains("try 2")
    );
    assert_eq!(replay.tables()[0].rows.last().map(|r| r.chosen), Some(false));
    let rooms = (0..replay.len()).find(|&i| replay.kind(i) == "exhausted" && replay.event_json(i)["batch"] == 3);
    replay.seek(rooms.expect("an end") + 1);
    assert_eq!(times(&*replay, "built", "", 0), 3);
    assert!(times(&*replay, "refused", "border", 0) * 2 > times(&*replay, "drawn", "", 0));
    let mut close = scene;
    close.run.params.set("near", 1);
    let deck = outcome(&close).decks.swap_remove(0);
    assert_eq!((deck.hallways.len(), deck.tries), (5, 4));
}

#[test]
fn the_lesson_of_the_doors_stands_at_eight_candidates() {
    let (_, mut replay) = lesson("one-door-a-pair");
    assert_eq!(told(&*replay), "Door at (43,20) between rooms 9 and 8, drawn from 8 candidates.");
    let tie = replay.tie(replay.cursor() - 1).expect("dice");
    assert_eq!((tie.among.len(), tie.chosen, tie.probability), (8, Cell::new(43, 20), Some(0.125)));
    let from = replay.cursor();
    replay.seek(from + 7);
    assert_eq!(times(&*replay, "passed", "lost", from), 7);
    replay.seek(from + 200);
    assert_eq!(times(&*replay, "glazed", "", from), 38);
}

#[test]
fn the_lesson_of_the_two_halves_has_two() {
    let (scene, replay) = lesson("two-halves-of-a-ship");
    assert!(told(&*replay).contains("reached 253 of 716 cells"));
    let dry = "Not reached: hallway 1, hallway 2, room 3, room 5, room 6, room 9, room 10, room 11, room 12.";
    assert_eq!(replay.explain(), dry);
    assert_eq!((times(&*replay, "closed", "", 0), times(&*replay, "touched", "", 0)), (12, 6));
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
