//! Ships whose hull is planned first: the laws of the page on every deck, the outcome recomputed from the map alone,
//! and every random choice repeated from the events.

use crate::helpers::decks::{blank, map, outcome, trace};
use gridscope::algorithms::ship::{Deck, Outcome, Owner, ShipEvent as E};
use gridscope::trace::event::{Event as _, Tone};
use gridscope::trace::{Cell, Dir, Scene};
use std::collections::{BTreeMap, BTreeSet};
use support::cases;

/// A plan of 30 × 18 cells. Its rectangle leaves out 2 cells on each side.
const PLAN: (usize, usize) = (30, 18);
const WHOLE: usize = 26 * 14;

fn scene(seed: u64) -> Scene {
    let mut scene = blank(64, 40, seed);
    scene.run.params.set("method", "hull-first");
    scene
}

/// Returns the cells of these glyphs that straight steps from a cell reach, by a simple flood fill.
fn flood(map: &[Vec<char>], from: (usize, usize), open: &[char]) -> BTreeSet<(usize, usize)> {
    let (mut seen, mut queue) = (BTreeSet::new(), vec![from]);
    while let Some((x, y)) = queue.pop() {
        if map.get(y).and_then(|row| row.get(x)).is_some_and(|c| open.contains(c)) && seen.insert((x, y)) {
            queue.extend([(x + 1, y), (x.wrapping_sub(1), y), (x, y + 1), (x, y.wrapping_sub(1))]);
        }
    }
    seen
}

/// A deck, computed from its map.
struct Told {
    /// Void that no wall separates from the edge of the map.
    outside: BTreeSet<(usize, usize)>,
    /// Enclosed void, in connected pieces.
    empty: Vec<BTreeSet<(usize, usize)>>,
    /// Floor enclosed by walls and doors, without the hallways.
    rooms: Vec<BTreeSet<(usize, usize)>>,
    doors: Vec<(usize, usize)>,
    /// Number of doors of each room.
    of_room: Vec<usize>,
    unreachable: usize,
}

fn told(deck: &Deck) -> Told {
    let map = map(deck);
    let outside = flood(&map, (0, 0), &[' ']);
    let mut empty = Vec::<BTreeSet<_>>::new();
    let mut rooms = Vec::<BTreeSet<_>>::new();
    let mut doors = Vec::new();
    let halls = deck.hallways.iter().flat_map(|h| flood(&map, (h.from.x.into(), h.from.y.into()), &['.']));
    let halls: BTreeSet<_> = halls.collect();
    for (y, row) in map.iter().enumerate() {
        for (x, &c) in row.iter().enumerate() {
            let known = |all: &[BTreeSet<_>]| all.iter().any(|of| of.contains(&(x, y)));
            match c {
                ' ' if !outside.contains(&(x, y)) && !known(&empty) => empty.push(flood(&map, (x, y), &[' '])),
                '.' if !halls.contains(&(x, y)) && !known(&rooms) => rooms.push(flood(&map, (x, y), &['.'])),
                '+' => doors.push((x, y)),
                _ => {}
            }
        }
    }
    let beside = |&(x, y): &(usize, usize)| [(x + 1, y), (x - 1, y), (x, y + 1), (x, y - 1)];
    let opens = |room: &BTreeSet<_>| doors.iter().filter(|door| beside(door).iter().any(|c| room.contains(c))).count();
    let of_room = rooms.iter().map(opens).collect();
    let reached = flood(&map, (deck.start.x.into(), deck.start.y.into()), &['.', '+']);
    let unreachable = rooms.iter().filter(|room| room.is_disjoint(&reached)).count();
    Told { outside, empty, rooms, doors, of_room, unreachable }
}

/// Returns the five numbers of a ship, counted from its maps.
fn counted(ship: &Outcome) -> (usize, usize, usize, usize, f64) {
    let all: Vec<Told> = ship.decks.iter().map(told).collect();
    let sum = |of: &dyn Fn(&Told) -> usize| all.iter().map(of).sum::<usize>();
    let (rooms, doors) = (sum(&|t| t.rooms.len()), sum(&|t| t.doors.len()));
    let ends = sum(&|t| t.of_room.iter().filter(|&&n| n == 1).count());
    let doors_a_room = if rooms == 0 { 0.0 } else { doors as f64 / rooms as f64 };
    (sum(&|t| t.empty.len()), rooms, ends, sum(&|t| t.unreachable), doors_a_room)
}

fn check_counts(ship: &Outcome, sections: bool, what: &str) {
    let said = (ship.refused, ship.rooms, ship.dead_ends, ship.unreachable);
    let (empty, rooms, ends, unreachable, doors_a_room) = counted(ship);
    // Growing rooms may enclose void between them. Such void was not refused, so it does not count.
    let refused = if sections { empty } else { 0 };
    assert_eq!(said, (refused as u32, rooms as u32, ends as u32, unreachable as u32), "{what}");
    assert!((ship.doors_a_room - doors_a_room).abs() < 1e-12, "{what}: {} doors a room", ship.doors_a_room);
    assert_eq!(ship.rooms as usize, ship.decks.iter().map(|d| d.rooms.len()).sum::<usize>(), "{what}");
}

/// Returns which cells of the plan belong to the hull: all that are not outside.
fn hull_of(told: &Told) -> Vec<Vec<bool>> {
    let inside = |x: usize, y: usize| !told.outside.contains(&(2 * x + 2, 2 * y + 2));
    (0..PLAN.1).map(|y| (0..PLAN.0).map(|x| inside(x, y)).collect()).collect()
}

/// Asserts that the hull is one piece, never thinner than 4 cells, has lost at most 45 %, and stays in the rectangle.
fn check_hull(hull: &[Vec<bool>], what: &str) {
    let cells: BTreeSet<(usize, usize)> =
        (0..PLAN.1).flat_map(|y| (0..PLAN.0).map(move |x| (x, y))).filter(|&(x, y)| hull[y][x]).collect();
    assert!(cells.iter().all(|&(x, y)| (2..28).contains(&x) && (2..16).contains(&y)), "{what}: beyond the rectangle");
    assert!((WHOLE - cells.len()) * 100 <= 45 * WHOLE, "{what}: {} cells are left", cells.len());
    let glyphs: Vec<Vec<char>> =
        hull.iter().map(|row| row.iter().map(|&of| if of { 'h' } else { ' ' }).collect()).collect();
    assert_eq!(flood(&glyphs, *cells.first().expect("a hull"), &['h']).len(), cells.len(), "{what}: not one piece");
    // Squares of 4 × 4 cells cover every cell, and one can slide from each of its places to every other.
    let square = |x: usize, y: usize| {
        (y..y + 4).all(|y| (x..x + 4).all(|x| hull.get(y).is_some_and(|row| row.get(x) == Some(&true))))
    };
    let places: Vec<Vec<char>> =
        (0..PLAN.1).map(|y| (0..PLAN.0).map(|x| if square(x, y) { 's' } else { ' ' }).collect()).collect();
    let first = (0..PLAN.1).flat_map(|y| (0..PLAN.0).map(move |x| (x, y))).find(|&(x, y)| places[y][x] == 's');
    let went = flood(&places, first.expect("a place"), &['s']);
    let covered: BTreeSet<_> =
        went.iter().flat_map(|&(x, y)| (y..y + 4).flat_map(move |y| (x..x + 4).map(move |x| (x, y)))).collect();
    assert_eq!(covered, cells, "{what}: thinner than 4");
}

/// Asserts that hallways are 2 cells wide, straight, at least 4 cells long, 2 cells inside the hull and apart from
/// parallel ones, and that rooms have 4 to 30 cells.
fn check_inside(deck: &Deck, told: &Told, hull: &[Vec<bool>], what: &str) {
    let plan = |c: Cell| ((c.x as usize - 2) / 2, (c.y as usize - 2) / 2);
    let along = deck.hallways.iter().filter(|h| h.batch == 1).count();
    assert!((1..=2).contains(&along) && deck.hallways.len() - along <= 2, "{what}: {:?}", deck.hallways);
    for (i, h) in deck.hallways.iter().enumerate() {
        let ((x0, y0), (x1, y1)) = (plan(h.from), plan(h.to));
        let (w, t) = (x1 - x0 + 1, y1 - y0 + 1);
        assert!(h.length >= 4 && [(w, t), (t, w)].contains(&(2, h.length as usize)), "{what}: {h:?}");
        assert_eq!(
            h.batch == 1,
            h.length as usize == w && t == 2,
            "{what}: {h:?}, the longer axis of a plan is its width"
        );
        assert!((y0 - 2..=y1 + 2).all(|y| (x0 - 2..=x1 + 2).all(|x| hull[y][x])), "{what}: {h:?} is not inside by 2");
        for other in deck.hallways[..i].iter().filter(|o| o.batch == h.batch) {
            let ((a0, b0), (a1, b1)) = (plan(other.from), plan(other.to));
            let apart = if h.batch == 1 {
                y0.saturating_sub(b1 + 1) + b0.saturating_sub(y1 + 1)
            } else {
                x0.saturating_sub(a1 + 1) + a0.saturating_sub(x1 + 1)
            };
            assert!(apart >= 2, "{what}: {h:?} beside {other:?}");
        }
        let crosses = |o: &&gridscope::algorithms::ship::Deck| {
            o.hallways.iter().any(|o| {
                let ((a0, b0), (a1, b1)) = (plan(o.from), plan(o.to));
                o.batch == 1 && a0 <= x1 && x0 <= a1 && b0 <= y1 && y0 <= b1
            })
        };
        assert!(h.batch == 1 || crosses(&deck), "{what}: {h:?} crosses none");
    }
    let cells = |of: &BTreeSet<(usize, usize)>| of.iter().filter(|(x, y)| x % 2 == 0 && y % 2 == 0).count();
    assert!(told.rooms.iter().all(|room| (4..=30).contains(&cells(room))), "{what}: a room is too small or too large");
    assert!(told.empty.iter().all(|of| cells(of) > 0), "{what}");
    let mut sizes: Vec<usize> = told.rooms.iter().map(cells).collect();
    let mut said: Vec<usize> = deck.rooms.iter().map(|room| room.cells as usize).collect();
    sizes.sort_unstable();
    said.sort_unstable();
    assert_eq!(sizes, said, "{what}: no two rooms and no hallway overlap");
}

fn check(seeds: std::ops::Range<u64>) {
    for seed in seeds {
        let ship = outcome(&scene(seed));
        assert!(ship.complete && ship.decks.len() == 3, "seed {seed}");
        check_counts(&ship, true, &format!("seed {seed}, hull first"));
        check_counts(&outcome(&blank(64, 40, seed)), false, &format!("seed {seed}, grown"));
        for (k, deck) in ship.decks.iter().enumerate() {
            let what = format!("seed {seed}, deck {}", k + 1);
            let told = told(deck);
            let hull = hull_of(&told);
            check_hull(&hull, &what);
            check_inside(deck, &told, &hull, &what);
        }
    }
}

#[test]
fn hulls_obey_the_page_and_its_counts() {
    std::thread::scope(|scope| {
        for part in 0..4 {
            scope.spawn(move || check(part * 250..part * 250 + cases(250) as u64));
        }
    });
}

#[test]
fn hull_seed_is_reproducible() {
    let mut grown = blank(64, 40, 3);
    let plain = outcome(&grown);
    grown.run.params.set("method", "grown");
    assert_eq!((outcome(&grown), plain.refused, plain.unreachable), (plain.clone(), 0, 0));
    assert_eq!(outcome(&scene(3)), outcome(&scene(3)));
    assert_ne!(outcome(&scene(3)).decks, outcome(&scene(4)).decks);
}

/// Repeats every plan of some ships from its events.
#[test]
fn hull_events_follow_the_pages_rules() {
    let mut kinds = BTreeSet::new();
    let mut reasons = BTreeSet::new();
    let mut coins = [0; 2];
    for seed in 0..cases(100) as u64 {
        let trace = trace(&scene(seed));
        let (events, context) = (trace.events(), trace.context());
        let starts: Vec<usize> = (0..events.len()).filter(|&i| matches!(events[i], E::Started { .. })).collect();
        for (k, &start) in starts.iter().enumerate() {
            let end = starts.get(k + 1).copied().unwrap_or(events.len());
            let what = format!("seed {seed}, events {start} to {end}");
            coins[usize::from(check_cuts(&events[start..end], &what))] += 1;
            check_sections(&events[start..end], &what);
            check_doors(&events[start..end], &what);
        }
        for event in events {
            kinds.insert(event.kind(context));
            let sentence = event.sentence(context);
            assert!(sentence.ends_with('.') && !sentence.contains("  "), "{sentence}");
            assert!(sentence.chars().any(|c| c.is_ascii_digit()), "{sentence}");
            if event.tone(context) == Tone::Refused {
                event.fields(context, &mut |name, value| {
                    if name == "why" {
                        reasons.insert(format!("{} {value}", event.kind(context)));
                    }
                });
            }
        }
    }
    for kind in
        ["mirrored", "stood", "aimed", "stripped", "cut", "spared", "parted", "split", "kept", "furnished", "sealed"]
    {
        assert!(kinds.contains(kind), "{kind} never happened");
    }
    for kind in ["discarded", "faced", "hung", "cut-off", "passed-over", "drawn", "refused", "built", "exhausted"] {
        assert!(kinds.contains(kind), "{kind} never happened");
    }
    for reason in
        ["spared thin", "spared loss", "spared nothing", "refused near", "refused crosses-none", "discarded small"]
    {
        assert!(reasons.contains(reason), "{reason} is not among {reasons:?}");
    }
    // Three decks of each ship, and some more plans: three of four are mirrored, within four standard deviations.
    let all = f64::from(coins[0] + coins[1]);
    let off = f64::from(coins[1]) - 0.75 * all;
    assert!(all >= cases(300) as f64 && off * off < 16.0 * all * 0.75 * 0.25, "{coins:?}");
}

/// Repeats the cuts of the hull: which are taken and which refused. Asserts that a mirrored hull is symmetric. Returns
/// whether it is mirrored.
fn check_cuts(events: &[E], what: &str) -> bool {
    let mut hull = vec![vec![false; PLAN.0]; PLAN.1];
    let plan = |c: Cell| ((c.x as usize - 2) / 2, (c.y as usize - 2) / 2);
    let mut mirrored = None;
    let mut cuts = 0;
    let mut stripped = BTreeSet::new();
    for event in events {
        match *event {
            E::Stood { cell } => hull[plan(cell).1][plan(cell).0] = true,
            E::Mirrored { mirrored: is } => mirrored = Some(is),
            E::Stripped { cell, .. } => assert!(stripped.insert(plan(cell)), "{what}: {cell} is taken twice"),
            E::Aimed { at, side, width, height, cut } => {
                cuts += 1;
                assert_eq!(cut, cuts, "{what}");
                let ((x, y), (w, t)) = (plan(at), (usize::from(width), usize::from(height)));
                assert!((2..=7).contains(&w) && (2..=5).contains(&t), "{what}: cut {cut} is {w} × {t}");
                let (dx, dy) = side.offset();
                let at_end = |d: i32, from: usize, len: usize, (a, b): (usize, usize)| match d {
                    0 => a <= from && from + len <= b,
                    1 => from + len == b,
                    _ => from == a,
                };
                assert!(at_end(dx, x, w, (2, 28)) && at_end(dy, y, t, (2, 16)), "{what}: cut {cut} is not at {side:?}");
            }
            E::Cut { at, width, height, took, left, .. } => {
                let ((x, y), (w, t)) = (plan(at), (usize::from(width), usize::from(height)));
                let mut taken = BTreeSet::new();
                for (x, y) in (y..y + t).flat_map(|y| (x..x + w).map(move |x| (x, y))) {
                    let image = mirrored.expect("the dice were thrown").then_some((x, 17 - y));
                    taken.extend([Some((x, y)), image].into_iter().flatten().filter(|&(x, y)| hull[y][x]));
                }
                assert_eq!((&taken, taken.len() as u32), (&stripped, took), "{what}");
                for &(x, y) in &taken {
                    hull[y][x] = false;
                }
                stripped.clear();
                assert_eq!(hull.iter().flatten().filter(|&&of| of).count(), left as usize, "{what}");
                check_hull(&hull, what);
            }
            E::Spared { .. } => assert!(stripped.is_empty(), "{what}: a refused cut takes nothing"),
            _ => {}
        }
    }
    let mirrored = mirrored.expect("the dice were thrown");
    assert!(
        cuts == 12 && (!mirrored || (0..18).all(|y| hull[y] == hull[17 - y])),
        "{what}: {cuts} cuts, not symmetric"
    );
    mirrored
}

/// Repeats the splits: each splits a section of more than 30 cells across its longer side, at a third to two thirds.
fn check_sections(events: &[E], what: &str) {
    let mut section: BTreeMap<Cell, u8> = BTreeMap::new();
    let mut before = section.clone();
    for event in events {
        match *event {
            E::Parted { cell, section: n, split } => {
                if !split {
                    before.insert(cell, n);
                }
                section.insert(cell, n);
            }
            E::Split { section: n, cells, dir, place, .. } => {
                let own: Vec<Cell> = before.iter().filter(|of| *of.1 == n).map(|of| *of.0).collect();
                assert!(own.len() == cells as usize && cells > 30, "{what}: section {n} has {} cells", own.len());
                let span = |of: fn(&Cell) -> u16| {
                    let all: Vec<u16> = own.iter().map(of).collect();
                    let (least, most) = (*all.iter().min().expect("cells"), *all.iter().max().expect("cells"));
                    (least, (most - least) / 2 + 1)
                };
                let ((x, w), (y, t)) = (span(|c| c.x), span(|c| c.y));
                let (from, long) = if w >= t { (x, w) } else { (y, t) };
                assert_eq!(dir == Dir::E, w >= t, "{what}: the longer side of {w} × {t}");
                let k = (place - from) / 2;
                assert!(3 * k >= long && 3 * k <= 2 * long, "{what}: {k} of {long}");
                // No section is on both sides of the line.
                for c in &own {
                    let side = |c: &Cell| if dir == Dir::E { c.x < place } else { c.y < place };
                    assert!(own.iter().all(|o| section[o] != section[c] || side(o) == side(c)), "{what}: {c}");
                }
                before.clone_from(&section);
            }
            E::Kept { section: n, cells, .. } => {
                let own = section.values().filter(|of| **of == n).count();
                assert!(own == cells as usize && cells <= 30, "{what}: section {n}");
            }
            E::Furnished { cells, .. } => assert!((4..=30).contains(&cells), "{what}"),
            _ => {}
        }
    }
}

/// Repeats the doors: one on each side of a room with a hallway, otherwise one to a room that has a hallway.
fn check_doors(events: &[E], what: &str) {
    let mut owner: BTreeMap<Cell, Owner> = BTreeMap::new();
    let mut hung: BTreeMap<u8, Vec<(Dir, Owner, Cell)>> = BTreeMap::new();
    for event in events {
        match *event {
            E::Laid { cell, hallway, .. } => assert_eq!(owner.insert(cell, Owner::Hallway(hallway)), None, "{what}"),
            E::Grew { cell, room, .. } => assert_eq!(owner.insert(cell, Owner::Room(room)), None, "{what}: {cell}"),
            E::Hung { face, room, side, to, .. } => {
                if let Owner::Room(other) = to {
                    assert!(hung.contains_key(&other), "{what}: room {other} has no door yet");
                }
                hung.entry(room).or_default().push((side, to, face));
            }
            _ => {}
        }
    }
    let mut wanted: BTreeMap<u8, BTreeMap<(u8, Owner), Vec<Cell>>> = BTreeMap::new();
    for (&cell, &own) in &owner {
        let Owner::Room(room) = own else { continue };
        for dir in Dir::STRAIGHT {
            let (dx, dy) = dir.offset();
            let Some((next, face)) = cell.moved((2 * dx, 2 * dy)).zip(cell.moved((dx, dy))) else { continue };
            if let Some(&to @ Owner::Hallway(_)) = owner.get(&next) {
                wanted.entry(room).or_default().entry((dir as u8, to)).or_default().push(face);
            }
        }
    }
    for (room, doors) in &hung {
        let Some(sides) = wanted.get(room) else {
            assert!(doors.len() == 1 && matches!(doors[0].1, Owner::Room(_)), "{what}: room {room} {doors:?}");
            continue;
        };
        assert_eq!(doors.len(), sides.len(), "{what}: room {room}");
        assert!(doors.iter().all(|&(side, to, face)| sides[&(side as u8, to)].contains(&face)), "{what}: room {room}");
    }
    assert!(wanted.keys().all(|room| hung.contains_key(room)), "{what}: a room beside a hallway has a door");
}
