//! What auto-explore is given: the scene, what is known of it, and the parameters, all worked out.

use super::choose::Greed;
use super::event::Context;
use super::memory::{Ground, Memory, Seen, Way, blank};
use crate::algorithm::RunError;
use crate::algorithms::shadowcast::Variant;
use crate::geometry::{Cell, Size};
use crate::grid::Grid;
use crate::movement::Mover;
use crate::params::Resolved;
use crate::scene::{ActorKind, Scene};
use crate::world::{self, World};
use std::sync::Arc;

/// The numbers of the rule.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Rules {
    /// How far one goes for items, single cells, doors and exits.
    pub greed: Greed,
    /// How many rings are still done when there is enough to choose from.
    pub extra_rings: u32,
    /// The extra cost of a trap, in steps.
    pub trap: u32,
    /// The extra cost of damaging ground, in steps.
    pub harm: u32,
    /// The extra cost of airless ground and deep water, in steps.
    pub breathless: u32,
    /// The extra cost of a safe door, in steps.
    pub safe_door: u32,
}

impl Rules {
    /// What stepping on some ground costs beside the step.
    #[inline]
    pub const fn extra(&self, ground: Ground) -> u32 {
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
    /// The scene.
    pub scene: Scene,
    /// The number of the explorer in it.
    pub explorer: usize,
    /// Who it is: which locks open to it.
    pub mover: Mover,
    /// The numbers of the rule.
    pub rules: Rules,
    /// How many picks are made; 0: until nothing is left, or something interrupts.
    pub picks: u32,
    /// The rule of sight.
    pub sight: Variant,
    /// How far the explorer sees, in cells.
    pub radius: u32,
    /// Whether a run goes on after a door and an item.
    pub resume: bool,
    /// Whether every sixth pick of a run prefers what keeps a large area together.
    pub together: bool,
    /// The seed of the dice.
    pub seed: u64,
}

impl Problem {
    /// Works a scene out.
    ///
    /// # Errors
    /// When the scene has no explorer, two of them, or one in a wall; when its mask has another size than its map; when
    /// a line of its script can never do anything.
    pub fn new(scene: &Scene, params: &Resolved, seed: u64) -> Result<Self, RunError> {
        scene.validate().map_err(|e| RunError::Scene(format!("{e}")))?;
        let explorer = explorer(scene)?;
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

    /// Width and height of the map.
    pub const fn size(&self) -> Size {
        self.scene.size()
    }

    /// Where the explorer stands at first.
    pub fn start(&self) -> Cell {
        self.scene.actors[self.explorer].at
    }

    /// Whether this is one pick, made where the explorer stands and with what it knows.
    pub const fn is_single(&self) -> bool {
        self.picks == 1
    }

    /// Which cells are known at first: those of the mask, and the one that the explorer stands on.
    fn known(&self) -> Grid<bool> {
        let mut known = self.scene.known.clone().unwrap_or_else(|| Grid::new(self.size(), true));
        known[self.start()] = true;
        known
    }

    /// What lies on a cell, as the explorer sees it.
    pub fn look(&self, world: &World, things: &Grid<Thing>, cell: Cell) -> Seen {
        let tile = world.tiles[cell];
        let lock = || world.details.get(&cell).and_then(|d| d.key.as_deref());
        let opens = tile == crate::terrain::Tile::DoorLocked && self.mover.opens(lock());
        Seen { tile, ground: Ground::of(tile, opens), item: things[cell].item, exit: things[cell].exit }
    }

    /// What the explorer knows at first.
    pub fn memory(&self, world: &World, things: &Grid<Thing>) -> Memory {
        let mut memory = blank(self.size());
        let known = self.known();
        for cell in self.size().cells().filter(|&c| known[c]) {
            memory[cell] = Some(self.look(world, things, cell));
        }
        memory
    }

    /// What the events do not repeat.
    pub fn context(&self) -> Context {
        Context {
            size: self.size(),
            explorer: self.explorer as u16,
            start: self.start(),
            known: Arc::new(self.known()),
            actors: self.scene.actors.len().min(u16::MAX as usize) as u16,
            greed: self.rules.greed,
            extra_rings: self.rules.extra_rings,
            radius: (!self.is_single()).then_some(self.radius),
        }
    }
}

/// The number of the one explorer.
fn explorer(scene: &Scene) -> Result<usize, RunError> {
    let fail = |text: String| Err(RunError::Scene(text));
    let mut all = scene.actors.iter().enumerate().filter(|(_, a)| a.kind == ActorKind::Explorer);
    match (all.next(), all.next()) {
        // Events name actors by 16 bits.
        _ if scene.actors.len() > u16::MAX as usize => {
            fail("there are too many actors; at most 65535 are allowed".into())
        }
        (None, _) => fail("there is no explorer; place one (@)".into()),
        (Some((i, _)), None) => Ok(i),
        (Some((_, a)), Some((_, b))) => {
            fail(format!("there are two explorers, at {} and at {}; auto-explore moves one", a.at, b.at))
        }
    }
}

/// What lies on a cell besides its tile.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Thing {
    /// Whether an item lies there that was not visited.
    pub item: bool,
    /// The exit that lies there.
    pub exit: Way,
}

/// What lies on every cell now.
pub fn things(world: &World) -> Grid<Thing> {
    let mut all = Grid::new(world.tiles.size(), Thing::default());
    for (actor, _) in world.actors.iter().zip(&world.gone).filter(|(_, gone)| !**gone) {
        match actor.kind {
            ActorKind::Item if actor.seen != Some(true) => all[actor.at].item = true,
            ActorKind::Exit => all[actor.at].exit = if actor.down == Some(false) { Way::Up } else { Way::Down },
            _ => {}
        }
    }
    all
}
