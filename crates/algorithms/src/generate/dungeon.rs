//! A dungeon: one rectangle, split repeatedly into rooms that share their walls. Prisoners are in the dead ends,
//! guards in the other rooms.
//!
//! ```text
//! #################
//! #.P#.....#..G...#      Each room has a door toward the exit, so following the exits never leads in a circle.
//! #..+..G../......>      Prisoners are behind a shut door, in rooms that lead to no other room.
//! #################
//! ```
//!
//! Sources: Splitting a rectangle is as old as the genre. The rooms with their own maps, the doors that are smashed
//! and the prisoners in chains follow the design notes of *Dungeon Dregs*.

use super::{Generator, SceneRequest, named};
use crate::scene::{Actor, ActorKind, Room, Scene, ScriptLine};
use crate::{Cell, Dir, Grid, Rng, RunError, Size, Tile, Verb};

/// Smallest and largest number of rooms.
const ROOMS: (usize, usize) = (24, 40);
/// Smallest side of a room, including its walls.
const LEAST: u16 = 5;
/// Number of prisoners, if the prison cells have space for them, and number of guards.
const PRISONERS: usize = 64;
const GUARDS: usize = 16;
/// The share of prisoners in chains: one in this many.
const CHAINED: usize = 4;
/// Of the walls without a needed door, one in this many gets an extra door.
const LOOPS: u64 = 2;
/// How far a guard sees, in cells. It is dark.
const RANGE: u32 = 4;
/// Turns between smashing one prison cell and the next, and between the extra doors.
const EVERY: usize = 13;
/// Number of places on a guard's route, including its start.
const PLACES: usize = 4;

/// The dungeon generator.
pub(super) static DUNGEON: Generator = Generator {
    id: "rooms-dungeon",
    title: "Dungeon",
    help: "Rooms wall to wall, prisoners in cells, guards on routes, and a script that smashes one door after the other.",
    source: "Design notes of Dungeon Dregs",
    size: Size::new(64, 40),
    least: Size::new(48, 32),
    params: &[],
    decks: false,
    make,
};

/// A room with its walls, which it shares with its neighbours.
#[derive(Clone, Copy, Debug)]
struct Rect {
    from: Cell,
    to: Cell,
}

impl Rect {
    const fn width(self) -> u16 {
        self.to.x - self.from.x + 1
    }

    const fn height(self) -> u16 {
        self.to.y - self.from.y + 1
    }

    /// Returns whether a wall can split this into two rooms.
    const fn can_split(self) -> bool {
        self.width() >= 2 * LEAST - 1 || self.height() >= 2 * LEAST - 1
    }

    /// Returns the cells inside the walls.
    fn floor(self) -> impl Iterator<Item = Cell> {
        (self.from.y + 1..self.to.y).flat_map(move |y| (self.from.x + 1..self.to.x).map(move |x| Cell::new(x, y)))
    }

    /// Splits the room in two with a wall across its longer side, somewhere in the middle third.
    fn split(self, dice: &mut Rng) -> [Self; 2] {
        let along = self.width() >= self.height();
        let side = if along { self.width() } else { self.height() };
        let (first, last) = (LEAST - 1, side - LEAST);
        let (first, last) = (first.max(side / 3), last.min(side - 1 - side / 3));
        let at = first + dice.below((last - first) as u64 + 1) as u16;
        let Self { from, to } = self;
        if along {
            let x = from.x + at;
            [Self { from, to: Cell::new(x, to.y) }, Self { from: Cell::new(x, from.y), to }]
        } else {
            let y = from.y + at;
            [Self { from, to: Cell::new(to.x, y) }, Self { from: Cell::new(from.x, y), to }]
        }
    }

    /// Returns the cells of a shared wall where a door would have floor on both sides.
    fn shared(self, other: Self) -> Vec<Cell> {
        let common = |a: (u16, u16), b: (u16, u16)| a.0.max(b.0) + 1..a.1.min(b.1);
        let (rows, columns) = (
            common((self.from.y, self.to.y), (other.from.y, other.to.y)),
            common((self.from.x, self.to.x), (other.from.x, other.to.x)),
        );
        for (a, b) in [(self, other), (other, self)] {
            if a.to.x == b.from.x && !rows.is_empty() {
                return rows.map(|y| Cell::new(a.to.x, y)).collect();
            }
            if a.to.y == b.from.y && !columns.is_empty() {
                return columns.map(|x| Cell::new(x, a.to.y)).collect();
            }
        }
        Vec::new()
    }
}

/// A door between two rooms. It is an exit of the room that is farther from the way out.
#[derive(Clone, Copy, Debug)]
struct Door {
    at: Cell,
    inner: usize,
    outer: usize,
    /// Whether it is the one door toward the exit that every room has.
    needed: bool,
}

struct Plan {
    rooms: Vec<Rect>,
    doors: Vec<Door>,
    /// Number of doors between each room and the way out.
    depth: Vec<usize>,
    /// The exit cell in the outer wall.
    exit: Cell,
    /// Cells that are occupied or must stay free, such as those next to doors.
    taken: Grid<bool>,
}

fn make(wish: &SceneRequest) -> Result<Scene, RunError> {
    let (size, mut dice) = (wish.size, Rng::new(wish.seed));
    let wanted = ROOMS.0 + dice.below((ROOMS.1 - ROOMS.0) as u64 + 1) as usize;
    let rooms = split(size, wanted, &mut dice);
    if rooms.len() < ROOMS.0 {
        return Err(RunError::Scene(format!("a map of {size} cells is too small for a dungeon of {} rooms", ROOMS.0)));
    }
    let mut plan = Plan::new(size, rooms, &mut dice);
    let cells = plan.dead_ends();
    let mut scene = plan.ground(size, &cells);
    plan.exits(&mut scene);
    let chained = plan.prisoners(&mut scene, &cells, &mut dice);
    plan.guards(&mut scene, &cells, &mut dice);
    plan.script(&mut scene, &cells, &chained);
    let count = |kind| scene.of_kind(kind).count();
    let (prisoners, guards) = (count(ActorKind::Prisoner), count(ActorKind::Guard));
    scene.title = format!("Dungeon, seed {}", wish.seed);
    scene.notes = format!(
        "{} rooms on {size} cells, generated with seed {}: {prisoners} prisoners in {} cells, {} of them in chains, and \
         {guards} guards. The script smashes one door after the other.",
        plan.rooms.len(),
        wish.seed,
        cells.len(),
        chained.len(),
    );
    "dungeon".clone_into(&mut scene.run.algorithm);
    Ok(scene)
}

/// Returns the rooms, splitting the largest again and again. Returns fewer than wanted if no room can be split further.
fn split(size: Size, wanted: usize, dice: &mut Rng) -> Vec<Rect> {
    let mut rooms = vec![Rect { from: Cell::new(0, 0), to: Cell::new(size.width - 1, size.height - 1) }];
    while rooms.len() < wanted {
        let area = |room: &Rect| u32::from(room.width()) * u32::from(room.height());
        let largest = (0..rooms.len()).filter(|&i| rooms[i].can_split()).max_by_key(|&i| (area(&rooms[i]), i));
        let Some(largest) = largest else { break };
        let [a, b] = rooms.swap_remove(largest).split(dice);
        rooms.extend([a, b]);
    }
    rooms.sort_by_key(|room| (room.from.y, room.from.x));
    rooms
}

impl Plan {
    /// Creates the exit on the right side, a door from each room toward it, and some extra doors.
    fn new(size: Size, rooms: Vec<Rect>, dice: &mut Rng) -> Self {
        let right: Vec<usize> = (0..rooms.len()).filter(|&i| rooms[i].to.x + 1 == size.width).collect();
        let first = right[dice.below(right.len() as u64) as usize];
        let room = rooms[first];
        let y = room.from.y + 1 + dice.below((room.height() - 2) as u64) as u16;
        let mut walls: Vec<(usize, usize, Vec<Cell>)> = Vec::new();
        for a in 0..rooms.len() {
            for b in a + 1..rooms.len() {
                let shared = rooms[a].shared(rooms[b]);
                if !shared.is_empty() {
                    walls.push((a, b, shared));
                }
            }
        }
        let mut depth = vec![usize::MAX; rooms.len()];
        depth[first] = 0;
        let mut doors = Vec::new();
        let place = |shared: &[Cell], dice: &mut Rng| shared[dice.below(shared.len() as u64) as usize];
        loop {
            // Walls between a room that already has a way out and one that has none yet.
            let reached = |i: usize| depth[i] != usize::MAX;
            let open: Vec<usize> = (0..walls.len()).filter(|&w| reached(walls[w].0) != reached(walls[w].1)).collect();
            if open.is_empty() {
                break;
            }
            let (a, b, shared) = walls.remove(open[dice.below(open.len() as u64) as usize]);
            let (inner, outer) = if reached(a) { (b, a) } else { (a, b) };
            depth[inner] = depth[outer] + 1;
            doors.push(Door { at: place(&shared, dice), inner, outer, needed: true });
        }
        for (a, b, shared) in walls {
            if dice.below(LOOPS) == 0 {
                let (inner, outer) = if (depth[a], a) > (depth[b], b) { (a, b) } else { (b, a) };
                doors.push(Door { at: place(&shared, dice), inner, outer, needed: false });
            }
        }
        let exit = Cell::new(size.width - 1, y);
        let mut reserved_cells = Grid::new(size, false);
        for at in doors.iter().map(|door| door.at).chain([exit]) {
            for near in Dir::STRAIGHT.into_iter().filter_map(|dir| at.step(dir, size)) {
                reserved_cells[near] = true;
            }
        }
        Self { rooms, doors, depth, exit, taken: reserved_cells }
    }

    /// Returns the rooms that lead to no other room, the deepest first. These become prison cells. Never returns all
    /// rooms.
    fn dead_ends(&mut self) -> Vec<usize> {
        let leads_on = |room: usize| self.doors.iter().any(|door| door.needed && door.outer == room);
        let mut cells: Vec<usize> = (0..self.rooms.len()).filter(|&i| self.depth[i] > 0 && !leads_on(i)).collect();
        cells.sort_by_key(|&i| (std::cmp::Reverse(self.depth[i]), i));
        // A prison cell has only one door.
        self.doors.retain(|door| door.needed || !(cells.contains(&door.inner) || cells.contains(&door.outer)));
        cells
    }

    fn ground(&self, size: Size, cells: &[usize]) -> Scene {
        let mut tiles = Grid::new(size, Tile::Wall);
        for cell in self.rooms.iter().flat_map(|room| room.floor()) {
            tiles[cell] = Tile::Floor;
        }
        for door in &self.doors {
            let open = door.needed && !cells.contains(&door.inner);
            tiles[door.at] = if open { Tile::DoorOpen } else { Tile::Door };
        }
        tiles[self.exit] = Tile::Floor;
        let mut scene = named(tiles, String::new(), String::new());
        let room = |(i, room): (usize, &Rect)| Room { name: name(i), from: room.from, to: room.to };
        scene.rooms = self.rooms.iter().enumerate().map(room).collect();
        scene
    }

    /// Adds the exits. Each door is an exit of one room, so following exits never leads in a circle.
    fn exits(&self, scene: &mut Scene) {
        scene.actors.push(Actor::new(ActorKind::Exit, self.exit));
        for door in &self.doors {
            let mut exit = Actor::new(ActorKind::Exit, door.at);
            exit.set_room(Some(name(door.inner)));
            scene.actors.push(exit);
        }
    }

    /// Returns a free place in a room and marks it as taken.
    fn spot(&mut self, room: usize, dice: &mut Rng) -> Option<Cell> {
        let free: Vec<Cell> = self.rooms[room].floor().filter(|&c| !self.taken[c]).collect();
        let cell = *free.get(dice.below(free.len().max(1) as u64) as usize)?;
        self.taken[cell] = true;
        Some(cell)
    }

    /// Places prisoners, one in each prison cell in turn, until there is no space. Returns those in chains.
    fn prisoners(&mut self, scene: &mut Scene, cells: &[usize], dice: &mut Rng) -> Vec<Cell> {
        let mut chained = Vec::new();
        let mut room = cells.iter().copied().cycle();
        let mut full = 0;
        for number in 1..=PRISONERS {
            // No prison cell is more than half full, so that a prisoner can walk out past those in chains.
            let at = loop {
                let Some(cell) = room.next().filter(|_| full < cells.len()) else { return chained };
                let inside = self.rooms[cell];
                let prisoner_count =
                    scene.of_kind(ActorKind::Prisoner).filter(|a| inside.floor().any(|c| c == a.at)).count();
                match self.spot(cell, dice).filter(|_| 2 * prisoner_count < inside.floor().count()) {
                    Some(at) => break at,
                    None => full += 1,
                }
            };
            full = 0;
            let mut prisoner = Actor::new(ActorKind::Prisoner, at);
            if number.is_multiple_of(CHAINED) {
                prisoner.set_chained(Some(true));
                chained.push(at);
            }
            scene.actors.push(prisoner);
        }
        chained
    }

    /// Places guards in the other rooms, each with a route through connected rooms.
    fn guards(&mut self, scene: &mut Scene, cells: &[usize], dice: &mut Rng) {
        let halls: Vec<usize> = (0..self.rooms.len()).filter(|i| !cells.contains(i)).collect();
        for number in 0..GUARDS {
            let mut room = halls[number * halls.len() / GUARDS];
            let Some(at) = self.spot(room, dice) else { continue };
            let mut route = vec![at];
            for _ in 1..PLACES {
                let next = |door: &Door| match (door.inner, door.outer) {
                    (a, b) if a == room => Some(b),
                    (a, b) if b == room => Some(a),
                    _ => None,
                };
                let ways: Vec<usize> = self.doors.iter().filter_map(next).filter(|r| halls.contains(r)).collect();
                if let Some(&to) = ways.get(dice.below(ways.len().max(1) as u64) as usize) {
                    room = to;
                }
                route.extend(self.spot(room, dice));
            }
            let mut guard = Actor::new(ActorKind::Guard, at);
            guard.set_route(route);
            guard.set_range(Some(RANGE));
            guard.set_facing(Some(Dir::STRAIGHT[dice.below(4) as usize]));
            scene.actors.push(guard);
        }
    }

    /// Writes the script: it smashes the doors of the prison cells one by one, the deepest last, and the chains
    /// inside. In between it smashes the extra doors.
    fn script(&self, scene: &mut Scene, cells: &[usize], chained: &[Cell]) {
        let mut smash = |turn: usize, at| {
            scene.script.push(ScriptLine { turn: turn as u32, verb: Verb::Smash, at, to: None, tile: None });
        };
        for (k, &cell) in cells.iter().rev().enumerate() {
            let turn = 4 + EVERY * k;
            let door = self.doors.iter().find(|door| door.inner == cell);
            if let Some(door) = door {
                smash(turn, door.at);
            }
            for &at in chained.iter().filter(|&&at| self.rooms[cell].floor().any(|c| c == at)) {
                smash(turn + 4, at);
            }
        }
        for (k, door) in self.doors.iter().filter(|door| !door.needed).enumerate() {
            smash(9 + EVERY * k, door.at);
        }
        scene.script.sort_by_key(|line| line.turn);
    }
}

fn name(room: usize) -> String {
    format!("room {}", room + 1)
}
