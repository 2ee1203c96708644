//! Ships: the constants of the page hold on every deck, every deck is connected, and every event follows the page.

use crate::helpers::decks::{blank, map, outcome, reached, trace};
use gridscope::algorithms::ship::{Deck, ShipEvent as E, on_map, plan_size};
use gridscope::trace::event::{Event as _, Tone};
use gridscope::trace::geometry::{Cell, Size};
use std::collections::{BTreeMap, BTreeSet};
use support::{Traced, cases};

/// Checks everything that the page says about a deck, on its rows and lists.
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
    // The start and the goal.
    let mid = |r: &gridscope::algorithms::ship::RoomMade| r.from.x + r.to.x;
    let large = |r: &&gridscope::algorithms::ship::RoomMade| r.to.x - r.from.x > 2 && r.to.y - r.from.y > 2;
    let role = |role: &str| deck.rooms.iter().find(|r| r.role == role).expect("an end");
    let (start, goal) = (role("start"), role("goal"));
    let (left, right) = if number % 2 == 1 { (start, goal) } else { (goal, start) };
    assert!(deck.rooms.iter().filter(large).all(|r| mid(left) <= mid(r) && mid(r) <= mid(right)), "{what}: ends");
    assert!(large(&start) && large(&goal), "{what}: small ends");
    let inside = |c: Cell, r: &gridscope::algorithms::ship::RoomMade| {
        r.from.x <= c.x && c.x <= r.to.x && r.from.y <= c.y && c.y <= r.to.y
    };
    assert!(inside(deck.start, start) && inside(deck.goal, goal), "{what}");
    // People and things: none twice, and none in a wall.
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

/// Asserts that doors are between floor and floor, windows between floor and void, and that nothing is open to the
/// void.
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
fn ships_obey_every_constant_of_the_generator() {
    std::thread::scope(|scope| {
        for part in 0..4 {
            scope.spawn(move || check_ships(part * 2500..part * 2500 + cases(2500) as u64));
        }
    });
}

/// Returns every plan of a run as the range of its events, and whether it was accepted.
fn plans(trace: &Traced<E>) -> Vec<(usize, usize, bool)> {
    let events = trace.events();
    let plans = trace.phases().iter().filter(|p| p.depth == 1);
    plans
        .map(|p| {
            let range = p.start as usize..p.end as usize;
            (range.start, range.end, events[range].iter().any(|e| matches!(e, E::Accepted { .. })))
        })
        .collect()
}

/// Returns the Chebyshev distance between map cells, in cells of the plan.
fn far(a: Cell, b: Cell) -> u32 {
    let (dx, dy) = a.delta(b);
    dx.max(dy) / 2
}

/// Repeats one hallway after another from the draws alone: which are refused and why, and which are laid.
fn check_draws(events: &[E], what: &str) {
    let mut laid = Vec::<Cell>::new();
    let mut batch = 0;
    let mut tries = 0;
    let mut built = 0;
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
            E::Refused { why, from: f, .. } => assert_eq!((why.word(), f), (expected, from), "{what}: draw at {from}"),
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
            // A hallway labels its surroundings. Those of another hallway do not reach it.
            let nearest = laid.iter().map(|l| far(*c, *l)).min().unwrap_or(99);
            (1..=4).contains(&nearest)
        })
        .collect();
    assert_eq!(labels, expected, "{what}: labels");
}

/// Repeats the rooms: the frontier, the direction of each seed, the extent of each room, and every contact.
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
    let mut seed = Cell::default();
    let mut reach = 0;
    let mut linked = BTreeSet::new();
    let mut candidates = BTreeMap::new();
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
                let name = to.to_string();
                let kind = if name.starts_with('h') { 'h' } else { 'r' };
                assert!(kind == 'h' || beside.iter().all(|b| b.0 == 'r'), "{what}: a hallway comes first");
                assert!(beside.iter().any(|b| name.ends_with(&format!(" {}", b.1)) && b.0 == kind), "{what}: {name}");
                if kind == 'r' {
                    linked.insert((room, name[5..].parse::<u8>().expect("a number")));
                }
            }
            E::Grew { cell, room, distance, .. } => {
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

/// Kinds of events that occur only if the hull is planned first; see `hull_first.rs`.
const HULL_FIRST: &str = "mirrored stood aimed stripped cut spared parted split kept furnished sealed discarded faced hung \
                          doorless cut-off";

#[test]
fn ship_events_follow_the_pages_rules() {
    let mut kinds = BTreeSet::new();
    let mut refusals = BTreeSet::new();
    for seed in 0..cases(100) as u64 {
        let mut scene = blank(64, 40, seed);
        scene.run.params.set("hallway-doors", seed % 2 == 1);
        let trace = trace(&scene);
        let events = trace.events();
        for (start, end, accepted) in plans(&trace) {
            let what = format!("seed {seed}, events {start} to {end}");
            check_draws(&events[start..end], &what);
            check_rooms(&events[start..end], &what);
            let rejected = events[start..end].iter().filter(|e| matches!(e, E::Rejected { .. })).count();
            assert_eq!(rejected, usize::from(!accepted), "{what}");
        }
        for event in events {
            kinds.insert(event.kind(trace.context()));
            if event.tone(trace.context()) == Tone::Refused {
                event.fields(trace.context(), &mut |name, value| {
                    if name == "why" {
                        refusals.insert((event.kind(trace.context()), value.to_string()));
                    }
                });
            }
        }
    }
    let never: Vec<_> = E::CASES
        .iter()
        .map(|c| c.kind)
        .filter(|k| !kinds.contains(k) && *k != "gave-up" && !HULL_FIRST.split(' ').any(|kind| kind == *k))
        .collect();
    assert!(never.is_empty(), "{never:?} never happened");
    let reasons: Vec<_> = refusals.iter().map(|(kind, why)| format!("{kind} {why}")).collect();
    for reason in [
        "passed-over hallway",
        "passed-over linked",
        "passed-over lost",
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
