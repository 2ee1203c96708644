//! Programs with several searches in one log, and ground that changes.

use super::heaps::{How, ORDERS, search};
use super::print::{Ends, Print};
use super::sound::Sound;
use super::world::{World, one};
use gridscope::trace::{Cell, Rng, Tile};
use serde_json::json;

/// Three searches, each announced with its start and goal. The order is stated there, or in the header.
pub fn three_announced(dice: &mut Rng) -> Sound {
    let (world, mut print) = (World::new(dice), Print::new(dice));
    let (order, in_header) = (one(dice, &ORDERS), dice.below(2) == 0);
    for _ in 0..3 {
        let ends = (world.any_free(dice), world.any_free(dice));
        let mut begin = json!({ "event": "begin", "phase": "search", "start": ends.0, "goal": ends.1 });
        if !in_header {
            begin["order"] = json!(order);
        }
        print.event(begin);
        print.ends = one(dice, &[Ends::Both, Ends::DoneFirst, Ends::Path, Ends::Done]);
        let found = search(&world, &mut print, ends, &How::by(order));
        print.finish(found.as_ref());
        if dice.below(2) == 0 {
            print.event(json!({ "event": "end" }));
        }
    }
    Sound::new(&world, print, if in_header { order } else { &[] })
}

/// Three searches, one after the other. The path or the `done` event of one ends it.
pub fn three_by_their_ends(dice: &mut Rng) -> Sound {
    let (world, mut print) = (World::new(dice), Print::new(dice));
    print.root = dice.below(2);
    let order = one(dice, &ORDERS);
    for _ in 0..3 {
        print.ends = one(dice, &[Ends::Both, Ends::DoneFirst, Ends::Path, Ends::Done]);
        let ends = (world.any_free(dice), world.any_free(dice));
        let found = search(&world, &mut print, ends, &How::by(order));
        print.finish(found.as_ref());
    }
    Sound { ends: false, ..Sound::new(&world, print, order) }
}

/// The second of three searches finds nothing, and does not say so.
pub fn one_that_failed_silently(dice: &mut Rng) -> Sound {
    let (mut world, mut print) = (World::new(dice), Print::new(dice));
    let order = one(dice, &ORDERS);
    // A cell that cannot be reached, if there is room for one.
    let size = world.tiles.size();
    let corner = Cell::new(size.width - 1, size.height - 1);
    for near in world.look(corner) {
        world.tiles[near.0] = Tile::Wall;
    }
    for cell in [Cell::new(0, 0), corner] {
        world.tiles[cell] = Tile::Floor;
    }
    for n in 0..3 {
        let goal = if n == 1 { corner } else { world.any_free(dice) };
        let start = world.any_free(dice);
        print.event(json!({ "event": "begin", "phase": format!("unit {n}"), "start": start, "goal": goal }));
        print.ends = if n == 1 { Ends::Path } else { Ends::Both };
        let found = search(&world, &mut print, (start, goal), &How::by(order));
        print.finish(found.as_ref());
    }
    Sound { ends: false, ..Sound::new(&world, print, order) }
}

/// An agent that takes unseen cells for floor, finds walls on its way, and plans again.
pub fn walls_that_are_found_on_the_way(dice: &mut Rng) -> Sound {
    let (world, mut print) = (World::plain(dice), Print::new(dice));
    let mut known = world.clone();
    for cell in known.tiles.size().cells().filter(|&cell| cell != world.goal) {
        if dice.below(2) == 0 {
            known.tiles[cell] = Tile::Floor;
        }
    }
    let first = known.clone();
    let (mut at, order) = (world.start, one(dice, &ORDERS));
    for _ in 0..6 {
        for (cell, _) in known.look(at) {
            if known.tiles[cell] != world.tiles[cell] {
                known.tiles[cell] = world.tiles[cell];
                print.event(json!({ "event": "tile", "at": cell, "tile": "wall" }));
            }
        }
        print.event(json!({ "event": "begin", "phase": "plan", "start": at, "goal": world.goal }));
        let found = search(&known, &mut print, (at, world.goal), &How::by(order));
        print.finish(found.as_ref());
        let Some(next) = found.and_then(|way| way.0.get(1).copied()) else { break };
        at = next;
        print.event(json!({ "event": "move", "actor": "hero", "at": at }));
    }
    Sound::new(&first, print, order)
}

/// Tiles change in a part of the map that the search has not reached yet.
pub fn ground_that_changes_far_away(dice: &mut Rng) -> Sound {
    let (mut world, mut print) = (World::plain(dice), Print::new(dice));
    // A wall with one gate divides the map, so the upper half is searched first.
    let size = world.tiles.size();
    let middle = size.height / 2;
    for x in 0..size.width {
        world.tiles[Cell::new(x, middle)] = if x == 0 { Tile::Floor } else { Tile::Wall };
    }
    world.start = Cell::new(size.width - 1, 0);
    world.tiles[world.start] = Tile::Floor;
    let first = world.clone();
    let gate = Cell::new(0, middle);
    let order = one(dice, &ORDERS);
    // The changes below the gate must come before the search looks there. So they are inserted into the finished log,
    // before the line that expands the gate.
    let mut changes = Vec::new();
    for cell in size.cells().filter(|cell| cell.y > middle + 1 && *cell != world.goal) {
        if dice.below(4) == 0 {
            let (tile, name) = one(dice, &[(Tile::Floor, "floor"), (Tile::Wall, "wall")]);
            if world.tiles[cell] != tile {
                world.tiles[cell] = tile;
                changes.push(json!({ "event": "tile", "at": cell, "tile": name }).to_string());
            }
        }
    }
    let found = search(&world, &mut print, (world.start, world.goal), &How::by(order));
    print.finish(found.as_ref());
    let mark = format!("\"event\":\"expand\",\"at\":{}", json!(gate));
    let line = print.text.lines().position(|line| line.contains(&mark)).unwrap_or(1);
    let lines: Vec<&str> = print.text.lines().collect();
    let (before, after) = lines.split_at(line.min(lines.len()));
    let changes: Vec<&str> = changes.iter().map(String::as_str).collect();
    print.text = [before, &changes, after, &[""]].concat().join("\n");
    Sound::new(&first, print, order)
}
