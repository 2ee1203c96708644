//! Drawing up a plan: hallways by dice, rooms from the frontier outward, doors, windows, and the test for one region.

use super::Problem;
use super::event::ShipEvent as E;
use super::plan::{Extent, Owner, STRAIGHT, distance, face, on_map};
use super::words::{Part, Refusal};
use crate::{Cell, Dir, Grid, Observer, Rng};
use serde::Serialize;
use std::collections::VecDeque;
use std::ops::ControlFlow::{self, Continue};

/// Maximum number of draws per valid try. On a small plan most hallways leave it.
const DRAWS_A_TRY: u16 = 50;
/// Parameter name prefixes for the lengths of the batches of hallways.
pub(super) const LENGTHS: [&str; 3] = ["long", "middle", "short"];

/// Pairs that touch, by number, and the faces where they do.
type Contacts = Vec<((u8, u8), Vec<Cell>)>;

/// Adds a face to a pair that touches. Returns the number of its faces.
fn gather(contacts: &mut Contacts, two: (u8, u8), face: Cell) -> u16 {
    let there = contacts.iter().rposition(|c| c.0 == two).unwrap_or_else(|| {
        contacts.push((two, Vec::new()));
        contacts.len() - 1
    });
    contacts[there].1.push(face);
    contacts[there].1.len() as u16
}

/// The plan being drawn up. Cells are those of the plan, faces those of the map.
#[derive(Default)]
pub(super) struct Draft {
    pub(super) owner: Grid<Option<Owner>>,
    near: Grid<bool>,
    /// Cells that have ever been on the frontier.
    bordered: Grid<bool>,
    frontier: Vec<Cell>,
    /// Number of cells with an owner.
    order: u32,
    pub(super) hallways: Vec<HallwayMade>,
    pub(super) rooms: Vec<Room>,
    /// Pairs of rooms that touch without a door between them, and the faces where a door could be.
    pairs: Contacts,
    /// Pairs of a room and a hallway that touch without a door, and their faces.
    halls: Contacts,
    pub(super) doors: Vec<Cell>,
    pub(super) windows: Vec<Cell>,
    /// Floor cells of each room, row by row. Known once the plan is tested.
    pub(super) floors: Vec<Vec<Cell>>,
    pub(super) taken: Grid<bool>,
    /// Number of sections that did not become a room.
    pub(super) refused: u32,
    /// Whether the flood of the test missed each room.
    pub(super) dry: Vec<bool>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct HallwayMade {
    pub from: Cell,
    pub to: Cell,
    /// Length in cells of the plan.
    pub length: u8,
    /// The batch it belongs to, from 1.
    pub batch: u8,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Item {
    pub at: Cell,
    pub kind: &'static str,
}

#[derive(Clone, Copy, Debug)]
pub(super) struct Room {
    pub(super) extent: Extent,
    pub(super) cells: u32,
    /// Owner that its first door leads to.
    pub(super) parent: Owner,
}

/// Draws up plans with the dice, and reports events.
pub(super) struct Builder<'a, O> {
    pub(super) problem: &'a Problem,
    pub(super) dice: Rng,
    pub(super) observer: &'a mut O,
    pub(super) draft: Draft,
}

impl Draft {
    pub(super) fn new(problem: &Problem) -> Self {
        Self {
            owner: Grid::new(problem.plan, None),
            near: Grid::new(problem.plan, false),
            bordered: Grid::new(problem.plan, false),
            taken: Grid::new(problem.map, false),
            ..Self::default()
        }
    }

    /// Gives a cell to an owner. Returns the number of owned cells. The caller reports the event.
    pub(super) fn take(&mut self, cell: Cell, owner: Owner) -> u32 {
        self.owner[cell] = Some(owner);
        self.order += 1;
        self.order
    }

    /// Returns the frontier cells that are still without an owner, in the order in which they joined.
    fn frontier(&mut self) -> &[Cell] {
        let owner = &self.owner;
        self.frontier.retain(|&cell| owner[cell].is_none());
        &self.frontier
    }
}

impl<O: Observer<E>> Builder<'_, O> {
    pub(super) fn roll(&mut self, n: usize) -> usize {
        self.dice.below(n as u64) as usize
    }

    /// Adds the neighbours of a cell that have no owner to the frontier.
    fn border(&mut self, cell: Cell) -> ControlFlow<O::Halt> {
        let draft = &mut self.draft;
        for next in STRAIGHT.into_iter().filter_map(|dir| cell.step(dir, draft.owner.size())) {
            if draft.owner[next].is_none() && !draft.bordered[next] {
                draft.bordered[next] = true;
                draft.frontier.push(next);
                self.observer.on(E::Bordered { cell: on_map(next) })?;
            }
        }
        Continue(())
    }

    /// Returns the cells of both lanes, or the last cell before the hallway would come too near the edge.
    fn lanes(&self, from: Cell, dir: Dir, length: u8) -> Result<Vec<Cell>, Cell> {
        let (plan, border): (_, u16) = (self.problem.plan, self.problem.context.border.into());
        let far = |at: u16, side: u16| at >= border && at + border < side;
        let inside = |c: &Cell| far(c.x, plan.width) && far(c.y, plan.height);
        // The second lane is to the south of a lane that runs east or west, else to the east.
        let beside = if matches!(dir, Dir::E | Dir::W) { Dir::S } else { Dir::E };
        let mut cells = Vec::with_capacity(2 * length as usize);
        let (mut at, mut last) = (Some(from), from);
        for _ in 0..length {
            let both = at.filter(inside).and_then(|c| Some([c, c.step(beside, plan).filter(inside)?]));
            let both = both.ok_or(last)?;
            cells.extend(both);
            last = both[0];
            at = last.step(dir, plan);
        }
        Ok(cells)
    }

    /// Builds a batch of hallways, with lengths of its own.
    pub(super) fn hallways(&mut self, batch: u8) -> ControlFlow<O::Halt> {
        let (problem, plan) = (self.problem, self.problem.plan);
        let [most, most_tries, inset] = ["hallways", "hallway-tries", "inset"].map(|name| problem.constant(name));
        let lengths = problem.span(LENGTHS[batch as usize - 1]);
        self.observer.on(E::Entered { part: Part::Hallways, number: batch as u32 })?;
        let (mut built, mut tries, mut draws) = (0, 0, 0);
        // Number of columns and rows in which a start can be.
        let room = [plan.width, plan.height].map(|side| side.saturating_sub(2 * inset) as usize);
        while built < most && tries < most_tries && draws < most_tries * DRAWS_A_TRY && !room.contains(&0) {
            draws += 1;
            let from = Cell::new(inset + self.roll(room[0]) as u16, inset + self.roll(room[1]) as u16);
            let dir = STRAIGHT[self.roll(4)];
            let length = lengths.draw(&mut self.dice) as u8;
            self.observer.on(E::Drawn { from: on_map(from), dir, length, batch })?;
            let hallway_cells = self.lanes(from, dir, length).map_err(|last| (last, Refusal::Border));
            tries += u16::from(hallway_cells.is_ok());
            let fits = |cells: Vec<Cell>| {
                let owned = cells.iter().find(|&&c| self.draft.owner[c].is_some()).map(|&c| (c, Refusal::Hallway));
                let near = || cells.iter().find(|&&c| self.draft.near[c]).map(|&c| (c, Refusal::Near));
                owned.or_else(near).map_or(Ok(cells), Err)
            };
            match hallway_cells.and_then(fits) {
                Ok(cells) => {
                    built += 1;
                    self.lay(from, dir, length, batch, &cells, tries as u8)?;
                }
                Err((at, why)) => {
                    let from = on_map(from);
                    let at = on_map(at);
                    let tries = tries as u8;
                    self.observer.on(E::Refused { from, dir, length, at, why, tries })?;
                }
            }
        }
        self.observer.on(E::Exhausted { batch, built: built as u8, tries: tries as u8, draws })
    }

    fn lay(&mut self, start: Cell, dir: Dir, length: u8, batch: u8, cells: &[Cell], tries: u8) -> ControlFlow<O::Halt> {
        let hallway = self.draft.hallways.len() as u8 + 1;
        let mut extent = Extent::of(start);
        for &cell in cells {
            extent.add(cell);
            let order = self.draft.take(cell, Owner::Hallway(hallway));
            self.observer.on(E::Laid { cell: on_map(cell), hallway, order })?;
        }
        let (from, to) = extent.on_map();
        self.draft.hallways.push(HallwayMade { from, to, length, batch });
        self.observer.on(E::Built { from: on_map(start), dir, length, hallway, tries })?;
        self.label(hallway, extent)?;
        for &cell in cells {
            self.border(cell)?;
        }
        Continue(())
    }

    /// Labels all cells around a hallway, with diagonal steps counting 1. Hallways are rectangles, so no flood is
    /// needed.
    fn label(&mut self, hallway: u8, Extent { from, to }: Extent) -> ControlFlow<O::Halt> {
        let (plan, near): (_, u16) = (self.problem.plan, self.problem.context.near.into());
        let off = |at: u16, from: u16, to: u16| from.saturating_sub(at).max(at.saturating_sub(to));
        for y in from.y.saturating_sub(near)..=(to.y + near).min(plan.height - 1) {
            for x in from.x.saturating_sub(near)..=(to.x + near).min(plan.width - 1) {
                let cell = Cell::new(x, y);
                let distance = off(x, from.x, to.x).max(off(y, from.y, to.y));
                if distance > 0 && !self.draft.near[cell] {
                    self.draft.near[cell] = true;
                    self.observer.on(E::Labelled { cell: on_map(cell), hallway, distance: distance as u8 })?;
                }
            }
        }
        Continue(())
    }

    /// Makes rooms until dice have enough or the frontier is empty.
    pub(super) fn rooms(&mut self) -> ControlFlow<O::Halt> {
        let reach = self.problem.span("reach");
        let wanted = self.problem.span("rooms").draw(&mut self.dice);
        self.observer.on(E::Entered { part: Part::Rooms, number: wanted })?;
        for room in 1..=wanted as u8 {
            let among = self.draft.frontier().len();
            if among == 0 {
                break;
            }
            let seed_index = self.roll(among);
            let seed = self.draft.frontier()[seed_index];
            let reach = reach.draw(&mut self.dice) as u8;
            self.observer.on(E::Seeded { cell: on_map(seed), room, reach, among: among as u32 })?;
            self.link(room, seed)?;
            self.grow(room, seed, reach)?;
            let cells = self.draft.rooms[room as usize - 1].cells;
            self.observer.on(E::Closed { cell: on_map(seed), room, cells })?;
        }
        Continue(())
    }

    /// Adds the door that links a room to the rest: toward a hallway beside its seed, or else toward a room.
    fn link(&mut self, room: u8, seed: Cell) -> ControlFlow<O::Halt> {
        let owner = &self.draft.owner;
        let beside = |dir: &Dir| Some((*dir, owner[seed.step(*dir, owner.size())?]?));
        let mut all: Vec<(Dir, Owner)> = STRAIGHT.iter().filter_map(beside).collect();
        if all.iter().any(|(_, owner)| owner.hallway().is_some()) {
            all.retain(|(_, owner)| owner.hallway().is_some());
        }
        // A frontier cell always has an owner beside it.
        let Some(&(dir, parent)) = all.get(self.roll(all.len())) else { return Continue(()) };
        let door = face(seed, dir);
        self.draft.doors.push(door);
        self.draft.rooms.push(Room { extent: Extent::of(seed), cells: 0, parent });
        self.observer.on(E::Linked { face: door, room, to: parent, among: all.len() as u8 })
    }

    /// Grows a room breadth-first, in four directions, over cells without an owner.
    fn grow(&mut self, room: u8, seed: Cell, reach: u8) -> ControlFlow<O::Halt> {
        let mut open = VecDeque::from([seed]);
        self.take(room, seed, seed, None)?;
        while let Some(cell) = open.pop_front() {
            for dir in STRAIGHT {
                let Some(next) = cell.step(dir, self.problem.plan) else {
                    let (distance, why) = (distance(seed, cell) as u8 + 1, Refusal::Edge);
                    self.observer.on(E::Stopped { cell: face(cell, dir), room, distance, why })?;
                    continue;
                };
                let distance = distance(seed, next) as u8;
                match self.draft.owner[next] {
                    None if distance < reach => {
                        self.take(room, seed, next, Some(dir.opposite()))?;
                        open.push_back(next);
                    }
                    None => {
                        let why = Refusal::Reach;
                        self.observer.on(E::Stopped { cell: on_map(next), room, distance, why })?;
                    }
                    Some(Owner::Room(own)) if own == room => {}
                    Some(owner) => self.meet(room, face(cell, dir), owner)?,
                }
            }
        }
        Continue(())
    }

    fn take(&mut self, room: u8, seed: Cell, cell: Cell, from: Option<Dir>) -> ControlFlow<O::Halt> {
        let order = self.draft.take(cell, Owner::Room(room));
        let own = &mut self.draft.rooms[room as usize - 1];
        own.extent.add(cell);
        own.cells += 1;
        self.observer.on(E::Grew { cell: on_map(cell), from, room, distance: distance(seed, cell) as u8, order })?;
        self.border(cell)
    }

    /// Handles a contact. With a room that has no door to this one yet, the face is a door candidate.
    fn meet(&mut self, room: u8, at: Cell, to: Owner) -> ControlFlow<O::Halt> {
        // This is the face of the door itself.
        if self.draft.doors.last() == Some(&at) {
            return Continue(());
        }
        let linked = self.draft.rooms[room as usize - 1].parent == to;
        let other = match to {
            Owner::Room(other) if !linked => other,
            _ => {
                if let Some(hallway) = to.hallway().filter(|_| !linked) {
                    gather(&mut self.draft.halls, (room, hallway), at);
                }
                let why = if to.room().is_some() { Refusal::Linked } else { Refusal::NotSeed };
                return self.observer.on(E::PassedOver { face: at, room, to, why });
            }
        };
        let candidates = gather(&mut self.draft.pairs, (room, other), at);
        self.observer.on(E::Touched { face: at, room, other, candidates })
    }

    /// Opens one random candidate of each pair of rooms.
    pub(super) fn doors(&mut self) -> ControlFlow<O::Halt> {
        self.observer.on(E::Entered { part: Part::Doors, number: self.draft.pairs.len() as u32 })?;
        for &((room, other), ref faces) in &self.draft.pairs {
            let door_face = faces[self.dice.below(faces.len() as u64) as usize];
            self.draft.doors.push(door_face);
            self.observer.on(E::Opened { face: door_face, room, other, among: faces.len() as u16 })?;
            for &lost in faces.iter().filter(|&&f| f != door_face) {
                let (to, why) = (Owner::Room(other), Refusal::Lost);
                self.observer.on(E::PassedOver { face: lost, room, to, why })?;
            }
        }
        Continue(())
    }

    /// Opens one random candidate of each room and hallway that touch without a door, with probability ½. It uses
    /// separate dice, seeded from the state of the main dice. So the main dice roll the same with and without it.
    pub(super) fn hallway_doors(&mut self) -> ControlFlow<O::Halt, Vec<Cell>> {
        let mut dice = Rng::new(self.dice.clone().below(u64::MAX));
        let (halls, mut doors) = (&self.draft.halls, Vec::new());
        self.observer.on(E::Entered { part: Part::HallwayDoors, number: halls.len() as u32 })?;
        for &((room, hallway), ref faces) in halls {
            let (opens, among) = (dice.below(2) == 1, faces.len() as u16);
            let face = faces[dice.below(faces.len() as u64) as usize];
            if opens {
                doors.push(face);
                self.observer.on(E::Pierced { face, room, hallway, among })?;
            } else {
                self.observer.on(E::LeftShut { face, room, hallway })?;
            }
        }
        Continue(doors)
    }

    /// Turns random faces toward outside into windows: as many as dice say, or all of them.
    pub(super) fn windows(&mut self) -> ControlFlow<O::Halt> {
        let (owner, plan) = (&self.draft.owner, self.problem.plan);
        let open = |cell: Cell, dir| cell.step(dir, plan).is_none_or(|next| owner[next].is_none());
        // All faces of an owned cell toward a cell without an owner, row by row.
        let faces = |c| STRAIGHT.into_iter().filter(move |&dir| open(c, dir)).map(move |dir| face(c, dir));
        let is_floor = |c: &Cell| owner[*c].is_some_and(Owner::is_floor);
        let mut outside: Vec<Cell> = plan.cells().filter(is_floor).flat_map(faces).collect();
        let wanted = self.problem.span("windows").draw(&mut self.dice).min(outside.len() as u32) as usize;
        self.observer.on(E::Entered { part: Part::Windows, number: wanted as u32 })?;
        for k in 0..wanted {
            // The first k faces are taken. The next one is drawn from the rest.
            let among = outside.len() - k;
            outside.swap(k, k + self.roll(among));
            self.draft.windows.push(outside[k]);
            self.observer.on(E::Glazed { face: outside[k], number: k as u16 + 1, among: among as u32 })?;
        }
        Continue(())
    }
}
