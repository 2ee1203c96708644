//! Input of auto-explore: the scene, the known cells, and the parameters.

use super::choose::{Greed, List};
use super::decks;
use super::event::Context;
use super::memory::{Ground, Guesses, Memory, Remembered};
use crate::movement::Mover;
use crate::params::Resolved;
use crate::shadowcast::Variant;
use crate::world::World;
use crate::{Actor, ActorKind, Cell, Grid, RunError, Scene, Tile};
use std::collections::BTreeSet;
use std::sync::Arc;

/// Parameters of the flood. Costs are in steps and are added to the step itself.
#[derive(Clone, Copy, Debug)]
pub(super) struct Rules {
    pub(super) extra_rings: u32,
    trap: u32,
    harm: u32,
    breathless: u32,
    pub(super) safe_door: u32,
    /// Cost of a diagonal step.
    pub(super) diagonal: u32,
    /// Whether cells behind a known trap come after all others except exits, whatever their cost.
    pub(super) traps_last: bool,
    pub(super) guesses: Guesses,
    /// Whether ground adds the cost from the table of tiles.
    terrain: bool,
    /// Whether one-way windows are chutes.
    pub(super) chutes: bool,
}

impl Rules {
    pub(super) fn of(params: &Resolved) -> Self {
        let number = |name: &str| params.int(name).unwrap_or(0).max(0) as u32;
        Self {
            extra_rings: number("extra-rings"),
            trap: number("trap-cost"),
            harm: number("lava-cost"),
            breathless: number("airless-cost"),
            safe_door: number("door-cost"),
            diagonal: if params.flag("dear-diagonals") { 2 } else { 1 },
            traps_last: params.word("traps") == "last",
            guesses: Guesses::of(params),
            terrain: params.flag("terrain-costs"),
            chutes: params.flag("chutes"),
        }
    }

    /// Returns how an explorer uses a tile: a one-way window may be a chute.
    pub(super) fn ground(&self, tile: Tile, opens: bool) -> Ground {
        match tile.info().sight.filter(|_| self.chutes) {
            Some(way) => Ground::Chute(way),
            None => Ground::of(tile, opens),
        }
    }

    /// Returns the extra cost of a known cell: that of its kind of ground, or that of its tile if it is higher.
    #[inline]
    pub(super) fn extra(&self, seen: Remembered) -> u32 {
        let own = match seen.ground {
            Ground::Trap => self.trap,
            Ground::Harm => self.harm,
            Ground::Breathless => self.breathless,
            Ground::Free | Ground::Door | Ground::Chute(_) | Ground::Wall => 0,
        };
        if self.terrain { own.max(seen.tile.info().cost) } else { own }
    }
}

/// Behaviour of the explorer apart from the flood.
#[derive(Clone, Copy, Debug)]
pub(super) struct Conduct {
    /// Whether the explorer acts as well as walks: picks up, opens, disarms, bumps and rests.
    pub(super) actions: bool,
    /// Whether a diagonal step past a blind corner is split into two steps.
    pub(super) ambush: bool,
    /// Whether the explorer looks at the true tiles of unknown cells when it picks.
    pub(super) cheat: bool,
    pub(super) dangers: Dangers,
}

/// Dangers for an explorer that acts.
#[derive(Clone, Copy, Debug)]
pub(super) struct Dangers {
    /// Whether enemies that saw the explorer walk after it.
    pub(super) hunted: bool,
    /// Whether the map has air.
    pub(super) air: bool,
}

/// Complete input of a run.
#[derive(Clone, Debug)]
pub struct Problem {
    pub(super) scene: Scene,
    pub(super) explorer: usize,
    mover: Mover,
    pub(super) rules: Rules,
    /// Number of picks; 0 means until nothing is left or something interrupts. With 1, the explorer picks once from its
    /// cell, without looking around.
    pub(super) picks: u32,
    pub(super) sight: Variant,
    /// Whether a run continues after an item, and after a door it reached.
    pub(super) resume_items: bool,
    pub(super) resume_doors: bool,
    /// Whether a run stops before a known trap at the start of its path. It does not stop if the run itself began
    /// there.
    pub(super) stops_at_traps: bool,
    pub(super) conduct: Conduct,
    /// The tile that stops a run when it comes into view.
    pub(super) interesting: Option<Tile>,
    pub(super) seed: u64,
    pub(super) context: Context,
}

impl Problem {
    /// Builds the problem from a scene.
    ///
    /// # Errors
    /// Returns an error if the scene is not valid, does not have exactly one explorer, or has the explorer in a wall.
    /// Also if a script line can never do anything, or if stairs lead to a wall.
    pub fn new(scene: &Scene, params: &Resolved, seed: u64) -> Result<Self, RunError> {
        scene.validate().map_err(|e| RunError::Scene(format!("{e}")))?;
        let explorer = explorer(scene).map_err(RunError::Scene)?;
        let mover = Mover::of(&scene.actors[explorer]);
        let at = scene.actors[explorer].at;
        let tile = scene.tiles[at];
        let lock = scene.details.get(&at).and_then(|d| d.key.as_deref());
        let rules = Rules::of(params);
        if rules.ground(tile, mover.opens(lock)) == Ground::Wall {
            return Err(RunError::Scene(format!("the explorer at {at} is in a {tile}; place it on open ground")));
        }
        scene.check_script().map_err(RunError::Scene)?;
        decks::check(scene).map_err(RunError::Scene)?;
        let number = |name: &str| params.int(name).unwrap_or(0).max(0) as u32;
        let mut known = scene.known.clone().unwrap_or_else(|| Grid::new(scene.size(), true));
        known[at] = true;
        let (picks, actions) = (number("picks"), params.flag("actions"));
        let context = Context {
            size: scene.size(),
            explorer: explorer as u16,
            start: at,
            known: Arc::new(known),
            actors: scene.actors.len() as u16,
            exits: Arc::new(decks::names(scene)),
            greed: Greed::of(params),
            radius: (picks != 1).then_some(number("radius")),
            together: picks != 1 && params.flag("together"),
            opening_turn: params.flag("opening-turn"),
        };
        Ok(Self {
            explorer,
            mover,
            rules,
            picks,
            // The card only accepts the names of variants, so the fallback is never used.
            sight: Variant::named(&params.word("sight")).unwrap_or(Variant::Recursive),
            resume_items: actions || params.flag("resume") || params.flag("resume-items"),
            resume_doors: actions || params.flag("resume") || params.flag("resume-doors"),
            stops_at_traps: params.word("at-trap") == "before",
            conduct: Conduct {
                actions,
                ambush: params.flag("ambush"),
                cheat: params.flag("cheat"),
                dangers: Dangers {
                    hunted: actions && params.word("people") == "hunt",
                    air: actions && params.flag("air"),
                },
            },
            interesting: Tile::ALL.iter().copied().find(|tile| tile.info().name == params.word("interesting")),
            seed,
            scene: scene.clone(),
            context,
        })
    }

    pub(super) fn look(&self, world: &World, things: &Grid<Thing>, cell: Cell) -> Remembered {
        let tile = world.tiles[cell];
        let lock = || world.details.get(&cell).and_then(|d| d.key.as_deref());
        let opens = tile == Tile::DoorLocked && self.mover.opens(lock());
        let Thing { item, exit, airless } = things[cell];
        let ground = match self.rules.ground(tile, opens) {
            Ground::Free if airless => Ground::Breathless,
            ground => ground,
        };
        Remembered { tile, ground, item, exit }
    }

    /// Returns the unknown cells that hold a wall and no item. An explorer that peeks does not go to look at them.
    pub(super) fn peek(&self, world: &World, things: &Grid<Thing>, memory: &Memory) -> Grid<bool> {
        let mut walls = Grid::new(self.context.size, false);
        for cell in self.context.size.cells().filter(|&c| memory[c].is_none()) {
            let truth = self.look(world, things, cell);
            walls[cell] = truth.ground == Ground::Wall && !truth.item;
        }
        walls
    }

    pub(super) fn memory(&self, world: &World, things: &Grid<Thing>) -> Memory {
        let mut memory = Memory::new(self.context.size);
        for cell in self.context.size.cells().filter(|&c| self.context.known[c]) {
            memory[cell] = Some(self.look(world, things, cell));
        }
        memory
    }
}

fn explorer(scene: &Scene) -> Result<usize, String> {
    let explorers = (0..scene.actors.len()).filter(|&i| scene.actors[i].kind == ActorKind::Explorer);
    match explorers.collect::<Vec<_>>()[..] {
        // Events store actors in 16 bits.
        _ if scene.actors.len() > u16::MAX as usize => {
            Err("there are too many actors; at most 65535 are allowed".into())
        }
        [] => Err("there is no explorer; place one (@)".into()),
        [one] => Ok(one),
        [a, b, ..] => {
            let [a, b] = [a, b].map(|i| scene.actors[i].at);
            Err(format!("there are two explorers, at {a} and at {b}; auto-explore moves one"))
        }
    }
}

/// Facts about a cell that the explorer sees, apart from the tile.
#[derive(Clone, Copy, Default)]
pub(super) struct Thing {
    pub(super) item: bool,
    pub(super) exit: Option<List>,
    /// Whether the cell has lost its air, if the map has air.
    pub(super) airless: bool,
}

/// Returns the cells whose items were seen before the run.
pub(super) fn visited(world: &World) -> BTreeSet<Cell> {
    let is_seen_item = |actor: &&Actor| actor.kind == ActorKind::Item && actor.seen() == Some(true);
    world.actors.iter().filter(is_seen_item).map(|actor| actor.at).collect()
}

/// Returns the facts about all cells. Items on cells that were visited are not among them, as with `obj_seen` of the
/// article, which belongs to a cell and not to an item.
pub(super) fn things(world: &World, visited: &BTreeSet<Cell>) -> Grid<Thing> {
    let mut all = Grid::new(world.tiles.size(), Thing::default());
    for (actor, _) in world.actors.iter().zip(&world.gone).filter(|(_, gone)| !**gone) {
        match actor.kind {
            ActorKind::Item => all[actor.at].item = !visited.contains(&actor.at),
            ActorKind::Exit => {
                all[actor.at].exit = Some(if actor.down() == Some(false) { List::Up } else { List::Down });
            }
            _ => {}
        }
    }
    all
}
