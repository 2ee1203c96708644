//! The stage of a play by turns: the real world with its stamps of change, and everybody who looks at it and remembers.
//!
//! Nothing here is allocated for each cell seen: sight, memories and the lists of who stands in a cell are used again.

use crate::algorithm::RunError;
use crate::algorithms::shadowcast::{Look, Shape, Sight, Variant};
use crate::event::Value;
use crate::geometry::{Cell, Dir, Size};
use crate::memory::{Dirty, Memory, Observed, Stamps};
use crate::params::Resolved;
use crate::scene::{ActorKind, Scene, ScriptLine};
use crate::terrain::{Tile, Verb, Walk};
use crate::world::{self, Change, Unchanged, World};
use std::ops::ControlFlow::{self, Continue};

/// The number of an actor where there is none.
pub const NOBODY: u16 = u16::MAX;
/// The most characters that can remember.
pub const MOST_MINDS: usize = 64;
/// The most knowledge cells of all characters together.
const MOST_CELLS: usize = 1 << 25;

/// Everything that can be seen in a cell.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Seen {
    /// The ground.
    pub tile: Tile,
    /// Who is in it, by the scene's numbers, ascending. The last is on top.
    pub who: Vec<u16>,
}

impl Default for Seen {
    fn default() -> Self {
        Self { tile: Tile::Void, who: Vec::new() }
    }
}

impl Seen {
    /// Who is on top; [`NOBODY`] where nobody is there.
    pub fn top(&self) -> u16 {
        self.who.last().copied().unwrap_or(NOBODY)
    }

    /// How many are there; 255 and more count as 255.
    pub fn crowd(&self) -> u8 {
        self.who.len().min(255) as u8
    }
}

/// Somebody who looks and remembers.
#[derive(Clone, Debug)]
pub struct Mind {
    /// Its number in the scene.
    pub actor: usize,
    /// How far it sees, in cells; `None`: no limit.
    pub radius: Option<u32>,
    /// The next waypoint of its route.
    next: usize,
    /// What it knows.
    pub memory: Memory<Seen>,
}

/// How many cells a look saw, and what became of them.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, serde::Serialize)]
pub struct Tally {
    /// How many cells were visible.
    pub visible: u32,
    /// How many of them were dirty: cleared and seen again.
    pub rebuilt: u32,
    /// How many were clean: only their turn was set.
    pub refreshed: u32,
}

impl std::ops::AddAssign for Tally {
    fn add_assign(&mut self, other: Self) {
        self.visible += other.visible;
        self.rebuilt += other.rebuilt;
        self.refreshed += other.refreshed;
    }
}

/// The world, its stamps, and everybody who looks.
#[derive(Clone, Debug)]
pub struct Stage {
    /// The real cells.
    pub world: World,
    /// When each of them changed last.
    pub stamps: Stamps,
    /// Who looks, in the scene's order.
    pub minds: Vec<Mind>,
    /// The rule of dirty cells.
    pub dirty: Dirty,
    variant: Variant,
    sight: Sight,
}

/// The numbers of the actors of `kinds`, in the scene's order.
///
/// # Errors
/// When there is none, or their memories would not fit.
pub fn characters(scene: &Scene, kinds: &[ActorKind], what: &str) -> Result<Vec<usize>, RunError> {
    let all: Vec<usize> = (0..scene.actors.len()).filter(|&i| kinds.contains(&scene.actors[i].kind)).collect();
    if all.is_empty() {
        let names: Vec<_> = kinds.iter().map(|k| k.name()).collect();
        return Err(RunError::Scene(format!(
            "the scene has nobody {what}; put one of {} on the map",
            names.join(", ")
        )));
    }
    if all.len() > MOST_MINDS {
        return Err(RunError::Scene(format!(
            "{} characters are too many; at most {MOST_MINDS} can remember",
            all.len()
        )));
    }
    if all.len() * scene.size().area() > MOST_CELLS {
        return Err(RunError::Scene(format!(
            "{} characters on a map of {} cells are too many; at most {MOST_CELLS} cells can be remembered in all",
            all.len(),
            scene.size()
        )));
    }
    Ok(all)
}

/// The turns of a run where nobody chose: nine, or four from the last line of the script on.
pub fn turns(scene: &Scene, params: &Resolved) -> u32 {
    let last = scene.script.iter().map(|l| l.turn.saturating_add(4)).max().unwrap_or(0);
    params.int("turns").map_or(last.clamp(9, MOST_TURNS), |n| n as u32)
}

/// The most turns of a run.
pub const MOST_TURNS: u32 = 10_000;

/// Names for all actors: the kind, with a number where there are several of it.
pub fn names(scene: &Scene) -> Vec<String> {
    let name = |i: usize| {
        let kind = scene.actors[i].kind;
        match scene.of_kind(kind).count() {
            1 => kind.name().to_owned(),
            _ => format!("{} {}", kind.name(), scene.actors[..=i].iter().filter(|a| a.kind == kind).count()),
        }
    };
    (0..scene.actors.len()).map(name).collect()
}

impl Stage {
    /// The scene at its beginning. Nobody knows anything. `radius` holds for whoever has no range of its own.
    ///
    /// # Errors
    /// When a line of the script can never do anything.
    pub fn new(
        scene: &Scene,
        minds: &[usize],
        dirty: Dirty,
        variant: Variant,
        radius: Option<u32>,
    ) -> Result<Self, RunError> {
        world::check(scene).map_err(RunError::Scene)?;
        let size = scene.size();
        let mind = |&actor: &usize| Mind {
            actor,
            radius: scene.actors[actor].range.or(radius),
            next: 0,
            memory: Memory::new(size),
        };
        Ok(Self {
            world: World::new(scene),
            stamps: Stamps::new(size),
            minds: minds.iter().map(mind).collect(),
            dirty,
            variant,
            sight: Sight::default(),
        })
    }

    /// The size of the map.
    pub const fn size(&self) -> Size {
        self.world.tiles.size()
    }

    /// Where a character stands.
    pub fn at(&self, mind: usize) -> Cell {
        self.world.actors[self.minds[mind].actor].at
    }

    /// A character looks round in a turn: for each visible cell its memory is cleared and everything seen again, or
    /// only its turn set. `on` is told of each cell after it was looked at: what happened, and what is remembered now.
    ///
    /// # Errors
    /// Breaks when `on` does.
    pub fn see<H>(
        &mut self,
        mind: usize,
        turn: u32,
        mut on: impl FnMut(Cell, Observed, u32, &Seen) -> ControlFlow<H>,
    ) -> ControlFlow<H, Tally> {
        let Self { world, stamps, minds, dirty, variant, sight } = self;
        let Mind { actor, radius, memory, .. } = &mut minds[mind];
        let eye = world.actors[*actor].at;
        sight.look(&world.tiles, &Look { eye, radius: *radius, variant: *variant, shape: Shape::Circle });
        let mut tally = Tally::default();
        for &cell in sight.cells() {
            let changed = stamps.of(cell);
            let observed = memory.look(cell, turn, changed, *dirty, |seen| real(world, cell, seen));
            tally.visible += 1;
            if observed.dirty {
                tally.rebuilt += 1;
            } else {
                tally.refreshed += 1;
            }
            if let Some(seen) = memory.seen(cell) {
                on(cell, observed, changed, seen)?;
            }
        }
        Continue(tally)
    }

    /// Whether the character who looked last sees a cell.
    pub fn sees(&self, cell: Cell) -> bool {
        self.sight.sees(cell)
    }

    /// Moves an actor; leaving and entering are knowable changes.
    pub fn go(&mut self, actor: usize, to: Cell, turn: u32) {
        let from = std::mem::replace(&mut self.world.actors[actor].at, to);
        self.stamps.touch(from, turn);
        self.stamps.touch(to, turn);
    }

    /// Opens whatever in a cell opens by being walked into: the tile that it becomes, where it does.
    pub fn open(&mut self, cell: Cell, turn: u32) -> Option<Tile> {
        let tile = match self.world.tiles[cell] {
            Tile::DoorLocked => Tile::Door.after(Verb::Open),
            tile if tile.info().walk == Walk::Opens => tile.after(Verb::Open),
            _ => None,
        }?;
        self.world.tiles[cell] = tile;
        self.stamps.touch(cell, turn);
        Some(tile)
    }

    /// Does what a line of the script says, and stamps what changed.
    ///
    /// # Errors
    /// Why nothing changed.
    pub fn apply(&mut self, line: &ScriptLine, turn: u32) -> Result<Change, Unchanged> {
        let change = self.world.apply(line)?;
        match change {
            Change::Tile { at, .. } | Change::Removed { at, .. } => self.stamps.touch(at, turn),
            Change::Moved { from, to, .. } => {
                self.stamps.touch(from, turn);
                self.stamps.touch(to, turn);
            }
            Change::Lamp { actor, .. } => self.stamps.touch(self.world.actors[actor].at, turn),
        }
        Ok(change)
    }

    /// The next cell on an actor's route: a step straight toward the next waypoint, round and round. `None` where it
    /// has no route, is there already, or something stands in the way.
    pub fn along_route(&self, actor: usize, next: &mut usize) -> Option<Cell> {
        let actor = &self.world.actors[actor];
        for _ in 0..actor.route.len() {
            let goal = actor.route[*next % actor.route.len()];
            if goal == actor.at {
                *next = (*next + 1) % actor.route.len();
                continue;
            }
            let toward = |from: u16, to: u16| (i32::from(to) - i32::from(from)).signum();
            let offset = (toward(actor.at.x, goal.x), toward(actor.at.y, goal.y));
            let dir = Dir::ALL.into_iter().find(|d| d.offset() == offset)?;
            return actor.at.step(dir, self.size()).filter(|&to| walks(self.world.tiles[to]));
        }
        None
    }

    /// The same for a character, with the waypoint kept here.
    pub fn patrol(&mut self, mind: usize) -> Option<Cell> {
        let (actor, mut next) = (self.minds[mind].actor, self.minds[mind].next);
        let to = self.along_route(actor, &mut next);
        self.minds[mind].next = next;
        to
    }
}

/// Clears what was seen in a cell and sees everything in it.
fn real(world: &World, cell: Cell, seen: &mut Seen) {
    seen.tile = world.tiles[cell];
    seen.who.clear();
    for (i, actor) in world.actors.iter().enumerate() {
        if actor.at == cell && !world.gone[i] {
            seen.who.push(i as u16);
        }
    }
}

/// Whether an actor on its rounds walks over a tile.
fn walks(tile: Tile) -> bool {
    matches!(tile.info().walk, Walk::Yes | Walk::NotThief | Walk::Opens)
}

/// A tile's name as a value.
pub fn word(tile: Tile) -> Value {
    Value::Word(tile.info().name.into())
}
