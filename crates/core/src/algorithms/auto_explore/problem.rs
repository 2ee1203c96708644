//! What auto-explore is given: the scene, what is known of it, and the parameters, all worked out.

use super::choose::{Greed, List};
use super::event::Context;
use super::memory::{Ground, Memory, Remembered};
use crate::algorithm::RunError;
use crate::algorithms::shadowcast::Variant;
use crate::geometry::{Cell, Size};
use crate::grid::Grid;
use crate::movement::Mover;
use crate::params::Resolved;
use crate::scene::{ActorKind, Scene};
use crate::terrain::Tile;
use crate::world::{self, World};
use std::sync::Arc;

/// The numbers of the rule; costs are in steps and come beside the step.
#[derive(Clone, Copy, Debug)]
pub(super) struct Rules {
    pub(super) greed: Greed,
    /// How many rings are still done when there is enough to choose from.
    pub(super) extra_rings: u32,
    trap: u32,
    harm: u32,
    breathless: u32,
    pub(super) safe_door: u32,
}

impl Rules {
    /// What stepping on some ground costs beside the step.
    #[inline]
    pub(super) const fn extra(&self, ground: Ground) -> u32 {
        match ground {
            Ground::Trap => self.trap,
            Ground::Harm => self.harm,
            Ground::Breathless => self.breathless,
            Ground::Free | Ground::Door | Ground::Wall => 0,
        }
    }
}

/// Everything that a run needs.
#[derive(Clone, Debug)]
pub struct Problem {
    pub(super) scene: Scene,
    /// The number of the explorer in the scene.
    pub(super) explorer: usize,
    mover: Mover,
    pub(super) rules: Rules,
    /// How many picks are made; 0: until nothing is left, or something interrupts.
    pub(super) picks: u32,
    pub(super) sight: Variant,
    /// How far the explorer sees, in cells.
    pub(super) radius: u32,
    /// Whether a run goes on after a door and an item.
    pub(super) resume: bool,
    /// Whether every sixth pick of a run prefers what keeps a large area together.
    together: bool,
    pub(super) seed: u64,
}

impl Problem {
    /// Works a scene out.
    ///
    /// # Errors
    /// When the scene has no explorer, two of them, or one in a wall; when its mask has another size than its map; when
    /// a line of its script can never do anything.
    pub fn new(scene: &Scene, params: &Resolved, seed: u64) -> Result<Self, RunError> {
        scene.validate().map_err(|e| RunError::Scene(format!("{e}")))?;
        let explorer = explorer(scene).map_err(RunError::Scene)?;
        let mover = Mover::of(&scene.actors[explorer]);
        let at = scene.actors[explorer].at;
        let tile = scene.tiles[at];
        let lock = scene.details.get(&at).and_then(|d| d.key.as_deref());
        if Ground::of(tile, mover.opens(lock)) == Ground::Wall {
            return Err(RunError::Scene(format!("the explorer at {at} stands in a {tile}; place it on open ground")));
        }
        world::check(scene).map_err(RunError::Scene)?;
        let number = |name: &str| params.int(name).unwrap_or(0).max(0) as u32;
        Ok(Self {
            explorer,
            mover,
            rules: Rules {
                greed: Greed {
                    item: number("item-greed"),
                    single: number("single-greed"),
                    door_weight: number("door-weight"),
                },
                extra_rings: number("extra-rings"),
                trap: number("trap-cost"),
                harm: number("lava-cost"),
                breathless: number("airless-cost"),
                safe_door: number("door-cost"),
            },
            picks: number("picks"),
            // The card lets only the names of variants through, so the fallback is never taken.
            sight: Variant::named(&params.word("sight")).unwrap_or(Variant::Recursive),
            radius: number("radius"),
            resume: params.flag("resume"),
            together: params.flag("together"),
            seed,
            scene: scene.clone(),
        })
    }

    pub(super) const fn size(&self) -> Size {
        self.scene.size()
    }

    /// Where the explorer stands at first.
    pub(super) fn start(&self) -> Cell {
        self.scene.actors[self.explorer].at
    }

    /// Whether this is one pick, made where the explorer stands and with what it knows.
    pub(super) const fn is_single(&self) -> bool {
        self.picks == 1
    }

    /// Whether the pick of that number keeps large areas together.
    pub(super) const fn keeps_together(&self, pick: u32) -> bool {
        self.together && !self.is_single() && pick.is_multiple_of(6)
    }

    /// Which cells are known at first: those of the mask, and the one that the explorer stands on.
    fn known(&self) -> Grid<bool> {
        let mut known = self.scene.known.clone().unwrap_or_else(|| Grid::new(self.size(), true));
        known[self.start()] = true;
        known
    }

    /// What lies on a cell, as the explorer sees it.
    pub(super) fn look(&self, world: &World, things: &Grid<Thing>, cell: Cell) -> Remembered {
        let tile = world.tiles[cell];
        let lock = || world.details.get(&cell).and_then(|d| d.key.as_deref());
        let opens = tile == Tile::DoorLocked && self.mover.opens(lock());
        Remembered { tile, ground: Ground::of(tile, opens), item: things[cell].item, exit: things[cell].exit }
    }

    /// What the explorer knows at first.
    pub(super) fn memory(&self, world: &World, things: &Grid<Thing>) -> Memory {
        let mut memory = Grid::new(self.size(), None);
        let known = self.known();
        for cell in self.size().cells().filter(|&c| known[c]) {
            memory[cell] = Some(self.look(world, things, cell));
        }
        memory
    }

    /// What the events do not repeat.
    pub(super) fn context(&self) -> Context {
        Context {
            size: self.size(),
            explorer: self.explorer as u16,
            start: self.start(),
            known: Arc::new(self.known()),
            actors: self.scene.actors.len().min(u16::MAX as usize) as u16,
            greed: self.rules.greed,
            radius: (!self.is_single()).then_some(self.radius),
            together: self.together && !self.is_single(),
        }
    }
}

/// The number of the one explorer.
fn explorer(scene: &Scene) -> Result<usize, String> {
    let mut all = scene.actors.iter().enumerate().filter(|(_, a)| a.kind == ActorKind::Explorer);
    match (all.next(), all.next()) {
        // Events name actors by 16 bits.
        _ if scene.actors.len() > u16::MAX as usize => {
            Err("there are too many actors; at most 65535 are allowed".into())
        }
        (None, _) => Err("there is no explorer; place one (@)".into()),
        (Some((i, _)), None) => Ok(i),
        (Some((_, a)), Some((_, b))) => {
            Err(format!("there are two explorers, at {} and at {}; auto-explore moves one", a.at, b.at))
        }
    }
}

/// What lies on a cell besides its tile.
#[derive(Clone, Copy, Default)]
pub(super) struct Thing {
    /// Whether an item lies there that was not visited.
    pub(super) item: bool,
    /// The list of the exit that lies there.
    pub(super) exit: Option<List>,
}

/// What lies on every cell now.
pub(super) fn things(world: &World) -> Grid<Thing> {
    let mut all = Grid::new(world.tiles.size(), Thing::default());
    for (actor, _) in world.actors.iter().zip(&world.gone).filter(|(_, gone)| !**gone) {
        match actor.kind {
            ActorKind::Item if actor.seen != Some(true) => all[actor.at].item = true,
            ActorKind::Exit => all[actor.at].exit = Some(if actor.down == Some(false) { List::Up } else { List::Down }),
            _ => {}
        }
    }
    all
}
