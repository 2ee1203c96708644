//! Rooms and corridors: separate rectangles, joined by bent corridors along a shortest tree, with doors.
//!
//! Sources: Michael Toy and Glenn Wichman, *Rogue*, 1980, for rooms and corridors with doors; Robert C. Prim,
//! *Shortest Connection Networks and Some Generalizations*, 1957, for choosing which rooms to join.

use super::{Generator, SceneRequest, named, with_ends};
use crate::{Cell, Dir, Grid, Rng, RunError, Scene, Size, Tile};

/// The rooms generator.
pub(super) static ROOMS: Generator = Generator {
    id: "rooms",
    title: "Rooms",
    help: "Rooms that corridors join, with doors where they enter.",
    source: "Michael Toy, Glenn Wichman: Rogue (1980); Prim: Shortest Connection Networks (1957)",
    size: Size::new(64, 40),
    least: Size::new(12, 8),
    params: &[],
    decks: false,
    make,
};

/// Shortest and longest side of a room, in cells of floor.
const SIDES: (u16, u16) = (3, 9);
/// Number of rooms per extra corridor, in addition to the tree.
const LOOPS: usize = 4;

/// A rectangle of floor, including both corners.
#[derive(Clone, Copy)]
struct Room {
    from: Cell,
    to: Cell,
}

impl Room {
    const fn middle(self) -> Cell {
        Cell::new(u16::midpoint(self.from.x, self.to.x), u16::midpoint(self.from.y, self.to.y))
    }

    /// Returns whether at least two cells of wall are between the rooms.
    const fn is_apart(self, other: Self) -> bool {
        self.to.x + 2 < other.from.x
            || other.to.x + 2 < self.from.x
            || self.to.y + 2 < other.from.y
            || other.to.y + 2 < self.from.y
    }

    const fn holds(self, c: Cell) -> bool {
        self.from.x <= c.x && c.x <= self.to.x && self.from.y <= c.y && c.y <= self.to.y
    }
}

#[expect(clippy::unnecessary_wraps, reason = "one signature for all generators")]
fn make(wish: &SceneRequest) -> Result<Scene, RunError> {
    let (size, mut dice) = (wish.size, Rng::new(wish.seed));
    let rooms = placed(size, &mut dice);
    let mut tiles = Grid::new(size, Tile::Wall);
    for room in &rooms {
        for y in room.from.y..=room.to.y {
            for x in room.from.x..=room.to.x {
                tiles[Cell::new(x, y)] = Tile::Floor;
            }
        }
    }
    for (a, b) in choose_room_pairs(&rooms, &mut dice) {
        dig(&mut tiles, rooms[a].middle(), rooms[b].middle(), dice.below(2) == 0);
    }
    hang_doors(&mut tiles, &rooms);
    let title = format!("Rooms, seed {}", wish.seed);
    let notes = format!("{} rooms on {size} cells, generated with seed {}.", rooms.len(), wish.seed);
    Ok(with_ends(named(tiles, title, notes)))
}

/// Returns at least one room, with all rooms apart from each other.
fn placed(size: Size, dice: &mut Rng) -> Vec<Room> {
    let mut rooms: Vec<Room> = Vec::new();
    let side = |most: u16, dice: &mut Rng| {
        let max_side = SIDES.1.min(most - 2);
        SIDES.0 + dice.below((max_side - SIDES.0) as u64 + 1) as u16
    };
    // About one attempt per twenty cells fills the map well.
    for _ in 0..(size.area() / 20).clamp(20, 4000) {
        let (w, h) = (side(size.width, dice), side(size.height, dice));
        let x = 1 + dice.below((size.width - 1 - w) as u64) as u16;
        let y = 1 + dice.below((size.height - 1 - h) as u64) as u16;
        let room = Room { from: Cell::new(x, y), to: Cell::new(x + w - 1, y + h - 1) };
        if rooms.iter().all(|&other| room.is_apart(other)) {
            rooms.push(room);
        }
    }
    rooms
}

/// Returns the pairs of rooms to join: a shortest tree over the distances of their centres, and some random extra
/// pairs.
fn choose_room_pairs(rooms: &[Room], dice: &mut Rng) -> Vec<(usize, usize)> {
    let length = |a: usize, b: usize| {
        let (dx, dy) = rooms[a].middle().delta(rooms[b].middle());
        dx + dy
    };
    let mut pairs = Vec::new();
    // For each room outside the tree, the nearest room in it.
    let mut nearest: Vec<(usize, usize)> = (1..rooms.len()).map(|b| (b, 0)).collect();
    while let Some(k) = (0..nearest.len()).min_by_key(|&k| (length(nearest[k].0, nearest[k].1), nearest[k].0)) {
        let (new, old) = nearest.remove(k);
        pairs.push((old, new));
        for (room, near) in &mut nearest {
            if length(*room, new) < length(*room, *near) {
                *near = new;
            }
        }
    }
    for _ in 0..rooms.len() / LOOPS {
        let (a, b) = (dice.below(rooms.len() as u64) as usize, dice.below(rooms.len() as u64) as usize);
        if a != b {
            pairs.push((a, b));
        }
    }
    pairs
}

/// Digs a corridor with one bend.
fn dig(tiles: &mut Grid<Tile>, from: Cell, to: Cell, across_first: bool) {
    let bend = if across_first { Cell::new(to.x, from.y) } else { Cell::new(from.x, to.y) };
    for (a, b) in [(from, bend), (bend, to)] {
        for y in a.y.min(b.y)..=a.y.max(b.y) {
            for x in a.x.min(b.x)..=a.x.max(b.x) {
                tiles[Cell::new(x, y)] = Tile::Floor;
            }
        }
    }
}

/// Puts a door wherever a corridor enters a room through its wall, between two cells of wall.
fn hang_doors(tiles: &mut Grid<Tile>, rooms: &[Room]) {
    let size = tiles.size();
    for &room in rooms {
        let (a, b) = (room.from, room.to);
        let sides = (a.y - 1..=b.y + 1).flat_map(|y| (a.x - 1..=b.x + 1).map(move |x| Cell::new(x, y)));
        for cell in sides.filter(|&c| !room.holds(c)) {
            let is = |dir: Dir, tile: Tile| cell.step(dir, size).is_some_and(|c| tiles[c] == tile);
            let through =
                |a, b, c, d| is(a, Tile::Floor) && is(b, Tile::Floor) && is(c, Tile::Wall) && is(d, Tile::Wall);
            let fits = through(Dir::E, Dir::W, Dir::N, Dir::S) || through(Dir::N, Dir::S, Dir::E, Dir::W);
            let enters =
                [Dir::E, Dir::W, Dir::S, Dir::N].into_iter().any(|d| cell.step(d, size).is_some_and(|c| room.holds(c)));
            if tiles[cell] == Tile::Floor && fits && enters {
                tiles[cell] = Tile::Door;
            }
        }
    }
}
