//! The world during a run: tiles, actors, and the effect of script lines on them.

use super::geometry::Cell;
use super::grid::Grid;
use super::movement::Body;
use super::params::Param;
use super::scene::{Actor, ActorKind, Scene, ScriptLine, TileDetail};
use super::terrain::{Tile, Verb};
use super::weight::Weights;
use crate::event::Encode;

/// The parameter that sets the width of a walker.
pub(crate) const WIDTH: Param = Param::int(
    "width",
    (1, Body::MAX_WIDTH),
    1,
    "How many cells wide and high a walker is. It can be only where all its cells are free. Its place is its middle cell, or for an even width the one up and left of the middle.",
);
use std::collections::BTreeMap;

/// The tiles and actors of a scene in their current state.
#[derive(Clone, Debug)]
pub struct World {
    /// The tile of each cell.
    pub tiles: Grid<Tile>,
    /// Details of tiles beyond their kind.
    pub details: BTreeMap<Cell, TileDetail>,
    /// Costs of entering cells, from [`Scene::weights`]. No script line changes them.
    pub weights: Option<Weights>,
    /// The actors, in the order of the scene.
    pub actors: Vec<Actor>,
    /// For each actor, whether it has left the map.
    pub gone: Vec<bool>,
    /// Whether items keep a door from closing, as bodies do.
    pub items_hold: bool,
    /// The kind of actor that covers more than one cell, and the shape it covers. All other actors cover one cell.
    pub wide: Option<(ActorKind, Body)>,
}

/// The effect of a script line.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Change {
    /// A tile became another.
    Tile {
        /// The cell.
        at: Cell,
        /// The tile before.
        from: Tile,
        /// The tile after.
        to: Tile,
    },
    /// An actor was moved.
    Moved {
        /// Index of the actor in the scene.
        actor: usize,
        /// The cell it left.
        from: Cell,
        /// The cell it moved to.
        to: Cell,
    },
    /// An actor was removed.
    Removed {
        /// Index of the actor in the scene.
        actor: usize,
        /// The cell it was removed from.
        at: Cell,
    },
    /// A lamp was lit or put out.
    Lamp {
        /// Index of the lamp in the scene.
        actor: usize,
        /// Whether it is lit now.
        lit: bool,
    },
}

/// Why a script line had no effect.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Encode)]
pub enum Unchanged {
    /// The verb does not apply to this tile.
    Tile(Tile),
    /// An actor is in the way.
    Occupied,
    /// There is no actor or tile at the cell that the verb applies to, or it is in that state already.
    Nothing,
}

impl Unchanged {
    /// Returns the reason as the end of a sentence.
    pub(crate) fn because(self) -> String {
        match self {
            Self::Tile(tile) => format!("that has no effect on {}", tile.a()),
            Self::Occupied => "an actor is there".into(),
            Self::Nothing => "there is nothing there to change".into(),
        }
    }
}

impl World {
    /// Creates the world in the initial state of the scene.
    pub fn new(scene: &Scene) -> Self {
        Self {
            tiles: scene.tiles.clone(),
            details: scene.details.clone(),
            weights: scene.weights.clone(),
            actors: scene.actors.clone(),
            gone: vec![false; scene.actors.len()],
            items_hold: false,
            wide: None,
        }
    }

    /// Returns the topmost actor on a cell, which is the last in the order of the scene. Actors that have left are
    /// ignored.
    pub(crate) fn actor_at(&self, cell: Cell) -> Option<usize> {
        (0..self.actors.len()).rev().find(|&i| !self.gone[i] && self.actors[i].at == cell)
    }

    /// Returns the shape of an actor.
    fn body(&self, actor: &Actor) -> Body {
        self.wide.map_or(Body::CELL, |(kind, body)| if kind == actor.kind { body } else { Body::CELL })
    }

    /// Returns whether an actor of a kind for which `so` holds covers the cell. Actors that have left are ignored.
    fn any_on(&self, cell: Cell, so: impl Fn(ActorKind) -> bool) -> bool {
        let on = |actor: &Actor| so(actor.kind) && self.body(actor).covers(actor.at, cell);
        self.actors.iter().zip(&self.gone).any(|(actor, gone)| !gone && on(actor))
    }

    /// Applies a script line.
    ///
    /// # Errors
    /// Returns why nothing changed. This is normal in many scripts and does not end the run.
    pub fn apply(&mut self, line: &ScriptLine) -> Result<Change, Unchanged> {
        match line.verb {
            Verb::Move => {
                let (actor, to) = self.actor_at(line.at).zip(line.to).ok_or(Unchanged::Nothing)?;
                self.actors[actor].at = to;
                Ok(Change::Moved { actor, from: line.at, to })
            }
            Verb::Remove => match self.actor_at(line.at) {
                Some(actor) => {
                    self.gone[actor] = true;
                    Ok(Change::Removed { actor, at: line.at })
                }
                None => self.set_tile(line.at, Tile::Floor, false),
            },
            Verb::Light | Verb::Douse => {
                let lit = line.verb == Verb::Light;
                let lamp = |i: &usize| self.actors[*i].kind == ActorKind::Lamp && self.actors[*i].at == line.at;
                let actor = (0..self.actors.len()).find(lamp).ok_or(Unchanged::Nothing)?;
                if self.actors[actor].lit().unwrap_or(true) == lit {
                    return Err(Unchanged::Nothing);
                }
                self.actors[actor].set_lit(Some(lit));
                Ok(Change::Lamp { actor, lit })
            }
            // Only the atmosphere simulation handles projectiles and fire.
            Verb::Shoot | Verb::Blast | Verb::Rocket | Verb::Burn => Err(Unchanged::Nothing),
            Verb::Place => {
                let tile = line.tile.as_deref().and_then(Tile::from_name).ok_or(Unchanged::Nothing)?;
                self.set_tile(line.at, tile, self.any_on(line.at, |_| true))
            }
            verb => {
                let from = self.tiles[line.at];
                let to = from.after(verb).ok_or(Unchanged::Tile(from))?;
                self.set_tile(line.at, to, self.is_held_open(line.at))
            }
        }
    }

    /// Returns whether something keeps the door on a cell from closing.
    fn is_held_open(&self, at: Cell) -> bool {
        self.any_on(at, |kind| kind.is_body() || (self.items_hold && kind == ActorKind::Item))
    }

    /// Changes the tile of a cell. A solid tile is refused if the cell is occupied.
    fn set_tile(&mut self, at: Cell, to: Tile, occupied: bool) -> Result<Change, Unchanged> {
        let from = self.tiles[at];
        if from == to {
            return Err(Unchanged::Nothing);
        }
        if to.is_solid() && occupied {
            return Err(Unchanged::Occupied);
        }
        self.tiles[at] = to;
        Ok(Change::Tile { at, from, to })
    }
}
