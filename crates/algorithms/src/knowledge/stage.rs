//! The stage of a turn-based algorithm: the real world with its stamps of change, and the characters that look and
//! remember.
//!
//! Seeing a cell allocates nothing, because sight and memories are reused.

use super::cast::StageEvent;
use crate::event::Word;
use crate::memory::{Dirty, Memory, Observed, Stamps};
use crate::params::Resolved;
use crate::shadowcast::{Look, Sight, Variant};
use crate::terrain::{Tile, Verb, Walk};
use crate::world::{Change, World};
use crate::{ActorKind, Cell, Dir, RunError, Scene, ScriptLine, Size};
use std::ops::ControlFlow::{self, Continue};

pub(crate) const NOBODY: u16 = u16::MAX;
pub(crate) const MAX_MINDS: usize = 64;
const MAX_CELLS: usize = 1 << 25;

/// The visible contents of a cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[expect(missing_docs, reason = "the names say it")]
pub struct Contents {
    pub tile: Tile,
    /// Number of actors in the cell. 255 means 255 or more.
    pub crowd: u8,
    /// The topmost actor, which is the last one in the scene's order. `u16::MAX` if there is no actor.
    pub top: u16,
}

impl Default for Contents {
    fn default() -> Self {
        Self { tile: Tile::Void, crowd: 0, top: NOBODY }
    }
}

/// A character that looks and remembers.
#[derive(Clone, Debug)]
#[expect(missing_docs, reason = "the names say it")]
pub struct Mind {
    pub actor: usize,
    /// How far it sees, in cells. `None` means no limit.
    pub radius: Option<u32>,
    pub memory: Memory<Contents>,
}

/// Number of cells that a look saw, and how many of them were rebuilt or refreshed.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, serde::Serialize)]
#[expect(missing_docs, reason = "the fields of the event with the same names say it")]
pub struct Tally {
    pub visible: u32,
    pub rebuilt: u32,
    pub refreshed: u32,
}

impl std::iter::Sum for Tally {
    fn sum<I: Iterator<Item = Self>>(all: I) -> Self {
        all.fold(Self::default(), |a, b| Self {
            visible: a.visible + b.visible,
            rebuilt: a.rebuilt + b.rebuilt,
            refreshed: a.refreshed + b.refreshed,
        })
    }
}

/// Which changes stamp the cell where they happen.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Word)]
pub enum Stamping {
    /// Changes of what is remembered of a cell: its tile and the actors on it.
    #[default]
    Knowable,
    /// All changes, including lamps, which no character remembers.
    Every,
    /// Only actors coming and going, not tile changes. This simulates a forgotten stamp.
    Moves,
}

/// The world, its stamps, and the characters that look.
#[derive(Clone, Debug)]
#[expect(missing_docs, reason = "the names say it")]
pub struct Stage {
    pub world: World,
    pub stamps: Stamps,
    pub minds: Vec<Mind>,
    pub dirty: Dirty,
    pub stamping: Stamping,
    variant: Variant,
    sight: Sight,
    next: Vec<usize>,
}

pub(crate) fn first_kind(scene: &Scene, kinds: &[ActorKind], lacks: &str) -> Result<ActorKind, RunError> {
    kinds.iter().copied().find(|&kind| scene.of_kind(kind).next().is_some()).ok_or_else(|| {
        let names: Vec<_> = kinds.iter().map(|kind| kind.name()).collect();
        RunError::Scene(format!("the scene has {lacks}; put one of {} on the map", names.join(", ")))
    })
}

/// Returns the indices of the actors of `kinds`, in the scene's order.
pub fn characters(scene: &Scene, kinds: &[ActorKind], what: &str) -> Result<Vec<usize>, RunError> {
    first_kind(scene, kinds, &format!("nobody {what}"))?;
    let all: Vec<usize> = (0..scene.actors.len()).filter(|&i| kinds.contains(&scene.actors[i].kind)).collect();
    let (n, size) = (all.len(), scene.size());
    let fail = |text| Err(RunError::Scene(text));
    if n > MAX_MINDS {
        return fail(format!("{n} characters are too many; at most {MAX_MINDS} can remember"));
    }
    if n * size.area() > MAX_CELLS {
        let limit_text = format!("at most {MAX_CELLS} cells can be remembered in all");
        return fail(format!("{n} characters on a map of {size} cells are too many; {limit_text}"));
    }
    Ok(all)
}

/// Returns the rule of sight and the default range, from the parameters `SIGHT`. The range is for characters without
/// their own.
pub(crate) fn sight(params: &Resolved) -> (Variant, Option<u32>) {
    let variant = Variant::named(&params.word("variant")).unwrap_or(Variant::Recursive);
    (variant, params.int("radius").map(|radius| radius as u32))
}

pub(crate) const MAX_TURNS: u32 = 10_000;

impl Stage {
    /// Creates the stage at the start of the scene, where no character knows anything. `radius` is for characters
    /// without their own range.
    pub fn new(
        scene: &Scene,
        minds: &[usize],
        dirty: Dirty,
        variant: Variant,
        radius: Option<u32>,
    ) -> Result<Self, RunError> {
        scene.check_script().map_err(RunError::Scene)?;
        let size = scene.size();
        let mind =
            |&actor: &usize| Mind { actor, radius: scene.actors[actor].range().or(radius), memory: Memory::new(size) };
        Ok(Self {
            world: World::new(scene),
            stamps: Stamps::new(size),
            minds: minds.iter().map(mind).collect(),
            dirty,
            stamping: Stamping::default(),
            variant,
            sight: Sight::default(),
            next: vec![0; scene.actors.len()],
        })
    }

    pub(crate) const fn size(&self) -> Size {
        self.world.tiles.size()
    }

    pub(crate) fn at(&self, mind: usize) -> Cell {
        self.world.actors[self.minds[mind].actor].at
    }

    /// Lets a character look in a turn. Each visible cell is either cleared and seen again, or only its turn is set.
    /// `on` gets each cell after the look: the cell, the observation, the turn of its last change, and what is
    /// remembered now.
    pub fn see<H>(
        &mut self,
        mind: usize,
        turn: u32,
        mut on: impl FnMut(Cell, Observed, u32, &Contents) -> ControlFlow<H>,
    ) -> ControlFlow<H, Tally> {
        let Self { world, stamps, minds, dirty, variant, sight, .. } = self;
        let Mind { actor, radius, memory, .. } = &mut minds[mind];
        let eye = world.actors[*actor].at;
        sight.look(&world.tiles, &Look { radius: *radius, ..Look::new(*variant, eye) });
        let mut tally = Tally::default();
        for &cell in sight.cells() {
            let changed = stamps.of(cell);
            let observed = memory.look(cell, turn, changed, *dirty, |seen| {
                *seen = Contents { tile: world.tiles[cell], ..Contents::default() };
                let here = |&i: &usize| world.actors[i].at == cell && !world.gone[i];
                for i in (0..world.actors.len()).filter(here) {
                    (seen.crowd, seen.top) = (seen.crowd.saturating_add(1), i as u16);
                }
            });
            tally.visible += 1;
            *(if observed.dirty { &mut tally.rebuilt } else { &mut tally.refreshed }) += 1;
            if let Some(seen) = memory.last_seen(cell) {
                on(cell, observed, changed, seen)?;
            }
        }
        Continue(tally)
    }

    /// Returns whether the character that looked last sees a cell.
    pub fn sees(&self, cell: Cell) -> bool {
        self.sight.sees(cell)
    }

    /// Moves an actor. Leaving and entering a cell are knowable changes.
    pub fn go(&mut self, actor: usize, to: Cell, turn: u32) {
        let from = std::mem::replace(&mut self.world.actors[actor].at, to);
        self.stamps.touch(from, turn);
        self.stamps.touch(to, turn);
    }

    /// Opens a door that opens when an actor walks into it. Returns the new tile, or `None` if nothing opened.
    fn open(&mut self, cell: Cell, turn: u32) -> Option<Tile> {
        let tile = match self.world.tiles[cell] {
            Tile::DoorLocked => Tile::Door.after(Verb::Open),
            tile if tile.info().walk == Walk::Opens => tile.after(Verb::Open),
            _ => None,
        }?;
        self.world.tiles[cell] = tile;
        if self.stamping != Stamping::Moves {
            self.stamps.touch(cell, turn);
        }
        Some(tile)
    }

    /// Plays the script lines of a turn and stamps the changed cells. `on` gets each event with the cells it stamped.
    pub(crate) fn play<H>(
        &mut self,
        script: &[ScriptLine],
        turn: u32,
        mut on: impl FnMut(StageEvent, &[Cell]) -> ControlFlow<H>,
    ) -> ControlFlow<H> {
        let from = script.partition_point(|l| l.turn < turn);
        for (i, line) in script[from..].iter().take_while(|l| l.turn == turn).enumerate() {
            if i == 0 {
                on(StageEvent::ScriptBegan { turn }, &[])?;
            }
            let (event, stamped): (_, &[Cell]) = match self.world.apply(line) {
                Ok(Change::Tile { at: cell, from: was, to: tile }) => {
                    (StageEvent::Changed { cell, was, tile, by: NOBODY, turn }, &[cell])
                }
                Ok(Change::Moved { actor, from, to }) => {
                    (StageEvent::Moved { actor: actor as u16, from, to, turn, scripted: true }, &[from, to])
                }
                Ok(Change::Removed { actor, at: cell }) => {
                    (StageEvent::Removed { actor: actor as u16, cell, turn }, &[cell])
                }
                Ok(Change::Lamp { actor, lit }) => {
                    let cell = self.world.actors[actor].at;
                    (StageEvent::Switched { actor: actor as u16, cell, lit }, &[cell])
                }
                Err(why) => {
                    let (verb, cell) = (line.verb, line.at);
                    (StageEvent::Denied { verb, cell, tile: self.world.tiles[cell], turn, why }, &[])
                }
            };
            let stamped = match (event, self.stamping) {
                (StageEvent::Switched { .. }, Stamping::Knowable | Stamping::Moves)
                | (StageEvent::Changed { .. }, Stamping::Moves) => &[],
                _ => stamped,
            };
            for &cell in stamped {
                self.stamps.touch(cell, turn);
            }
            on(event, stamped)?;
        }
        Continue(())
    }

    /// Lets an actor walk into a cell. It opens a closed door there, and enters in the same turn only if `through`
    /// is set. `on` gets the events as in [`Stage::play`]. Returns whether the actor moved.
    pub(crate) fn step<H>(
        &mut self,
        actor: usize,
        to: Cell,
        through: bool,
        turn: u32,
        mut on: impl FnMut(StageEvent, &[Cell]) -> ControlFlow<H>,
    ) -> ControlFlow<H, bool> {
        let was = self.world.tiles[to];
        if let Some(tile) = self.open(to, turn) {
            let stamped: &[Cell] = if self.stamping == Stamping::Moves { &[] } else { &[to] };
            on(StageEvent::Changed { cell: to, was, tile, by: actor as u16, turn }, stamped)?;
            if !through {
                return Continue(false);
            }
        }
        let from = self.world.actors[actor].at;
        self.go(actor, to, turn);
        on(StageEvent::Moved { actor: actor as u16, from, to, turn, scripted: false }, &[from, to])?;
        Continue(true)
    }

    /// Returns the next cell on an actor's route: a step toward the next waypoint, in an endless loop. Returns
    /// `None` if the actor has no route, is already there, or cannot enter the cell.
    pub(crate) fn along_route(&mut self, actor: usize) -> Option<Cell> {
        let (actor, next) = (&self.world.actors[actor], &mut self.next[actor]);
        for _ in 0..actor.route().len() {
            let goal = actor.route()[*next % actor.route().len()];
            if goal != actor.at {
                let toward = |from: u16, to: u16| (i32::from(to) - i32::from(from)).signum();
                let offset = (toward(actor.at.x, goal.x), toward(actor.at.y, goal.y));
                let dir = Dir::ALL.into_iter().find(|d| d.offset() == offset)?;
                let walks =
                    |to: &Cell| matches!(self.world.tiles[*to].info().walk, Walk::Yes | Walk::NotThief | Walk::Opens);
                return actor.at.step(dir, self.world.tiles.size()).filter(walks);
            }
            *next = (*next + 1) % actor.route().len();
        }
        None
    }
}
