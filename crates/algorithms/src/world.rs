//! The world while a run changes it: tiles and actors, and what a line of the script does to them.

use super::geometry::Cell;
use super::grid::Grid;
use super::movement::Body;
use super::params::Param;
use super::scene::{Actor, ActorKind, Scene, ScriptLine, TileDetail};
use super::terrain::{Tile, Verb};

/// The parameter that sets how wide a walker is.
pub const WIDTH: Param = Param::int(
    "width",
    (1, Body::MOST),
    1,
    "How many cells wide and high a walker is: it stands only where all of it is free. Its place is the cell in its middle; where the width is even, the one up and left of that.",
);
use std::collections::{BTreeMap, BTreeSet};

/// A scene's tiles and actors as they are now.
#[derive(Clone, Debug)]
pub struct World {
    /// The ground.
    pub tiles: Grid<Tile>,
    /// What a tile's kind alone does not say.
    pub details: BTreeMap<Cell, TileDetail>,
    /// What entering a cell costs, as [`Scene::weights`] says; no line of the script changes it.
    pub weights: Option<Grid<u8>>,
    /// Who stands where, by the scene's numbers.
    pub actors: Vec<Actor>,
    /// For each actor whether it has left the map.
    pub gone: Vec<bool>,
    /// Whether items hold a door open, as bodies do.
    pub items_hold: bool,
    /// Those of a kind that take up more than the cell they stand on; the others take up that one.
    pub wide: Option<(ActorKind, Body)>,
}

/// What a line of the script did.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Change {
    /// A tile became another.
    Tile {
        /// Where.
        at: Cell,
        /// What it was.
        from: Tile,
        /// What it is.
        to: Tile,
    },
    /// An actor was moved.
    Moved {
        /// Its number in the scene.
        actor: usize,
        /// From here.
        from: Cell,
        /// To here.
        to: Cell,
    },
    /// An actor was taken away.
    Removed {
        /// Its number in the scene.
        actor: usize,
        /// From here.
        at: Cell,
    },
    /// A lamp was lit or put out.
    Lamp {
        /// Its number in the scene.
        actor: usize,
        /// Whether it burns now.
        lit: bool,
    },
}

/// Why a line of the script did nothing.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Unchanged {
    /// The tile is not one that this can be done to now.
    Tile(Tile),
    /// Somebody stands there.
    Occupied,
    /// Nobody and nothing is there to do it to.
    Nothing,
}

impl Unchanged {
    /// The reason as the end of a sentence.
    pub fn because(self) -> String {
        match self {
            Self::Tile(tile) => format!("{} does not do that", tile.a()),
            Self::Occupied => "somebody stands there".into(),
            Self::Nothing => "there is nothing there to change".into(),
        }
    }
}

impl World {
    /// The world as the scene begins.
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

    /// The topmost actor on a cell that is still there: the last in the scene's order.
    pub fn actor_at(&self, cell: Cell) -> Option<usize> {
        (0..self.actors.len()).rev().find(|&i| !self.gone[i] && self.actors[i].at == cell)
    }

    /// The cells that an actor takes up.
    fn body(&self, actor: &Actor) -> Body {
        self.wide.map_or(Body::CELL, |(kind, body)| if kind == actor.kind { body } else { Body::CELL })
    }

    /// Whether an actor that is still there takes a cell up, and does so in some way.
    fn any_on(&self, cell: Cell, so: impl Fn(ActorKind) -> bool) -> bool {
        let on = |actor: &Actor| so(actor.kind) && self.body(actor).covers(actor.at, cell);
        self.actors.iter().zip(&self.gone).any(|(actor, gone)| !gone && on(actor))
    }

    /// Does what a line of the script says.
    ///
    /// # Errors
    /// Why nothing changed; that is part of many a story and ends no run.
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
                None => self.put(line.at, Tile::Floor, false),
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
            // What flies is known to the algorithm of the air alone.
            Verb::Shoot | Verb::Blast | Verb::Rocket | Verb::Burn => Err(Unchanged::Nothing),
            Verb::Place => {
                let tile = line.tile.as_deref().and_then(Tile::from_name).ok_or(Unchanged::Nothing)?;
                self.put(line.at, tile, self.any_on(line.at, |_| true))
            }
            verb => {
                let from = self.tiles[line.at];
                let to = from.after(verb).ok_or(Unchanged::Tile(from))?;
                self.put(line.at, to, self.held(line.at))
            }
        }
    }

    /// Whether something keeps the door on a cell from closing.
    fn held(&self, at: Cell) -> bool {
        self.any_on(at, |kind| kind.is_body() || (self.items_hold && kind == ActorKind::Item))
    }

    /// Makes a cell another tile; a solid one only where nothing is in its way.
    fn put(&mut self, at: Cell, to: Tile, occupied: bool) -> Result<Change, Unchanged> {
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

/// Checks a scene's script before a run: every line must do something that what is, or may come to be, at its cell
/// can suffer. Lines need not be in the order of their turns.
///
/// # Errors
/// A sentence that names the line, the cell and what was expected.
pub fn check(scene: &Scene) -> Result<(), String> {
    for (i, line) in scene.script.iter().enumerate() {
        let place = format!("script line {} (turn {}, at {})", i + 1, line.turn, line.at);
        if let Some(off) = [Some(line.at), line.to].into_iter().flatten().find(|&cell| !scene.size().contains(cell)) {
            return Err(format!("{place}: {off} lies outside the map of {} cells", scene.size()));
        }
        match line.verb {
            Verb::Move if line.to.is_none() => return Err(format!("{place}: move needs a cell to move to, as `to`")),
            Verb::Place => match line.tile.as_deref() {
                Some(name) if Tile::from_name(name).is_some() => {}
                Some(name) => return Err(format!("{place}: there is no tile {name:?} to place")),
                None => return Err(format!("{place}: place needs the name of a tile, as `tile`")),
            },
            Verb::Light | Verb::Douse => {
                let lamps = || scene.of_kind(ActorKind::Lamp).map(|a| a.at);
                let moved = scene.script.iter().filter_map(|l| l.to);
                if !lamps().chain(moved).any(|c| c == line.at) {
                    return Err(format!("{place}: there is no lamp there"));
                }
            }
            Verb::Shoot | Verb::Rocket | Verb::Burn if line.to.is_none() => {
                let word = verb_name(line.verb);
                return Err(format!("{place}: {word} needs a cell to fire at, as `to`"));
            }
            Verb::Move | Verb::Remove | Verb::Shoot | Verb::Rocket | Verb::Blast | Verb::Burn => {}
            verb => {
                let chained = scene.of_kind(ActorKind::Prisoner).any(|a| a.at == line.at && verb == Verb::Smash);
                let possible = ever(scene, line.at);
                if !chained && possible.iter().all(|t| t.after(verb).is_none()) {
                    let word = verb_name(verb);
                    let able: Vec<_> =
                        Tile::ALL.iter().filter(|t| t.after(verb).is_some()).map(|t| t.info().name).collect();
                    let tile = scene.tiles[line.at];
                    return Err(format!("{place}: {word} does nothing to a {tile}; expected {}", able.join(", ")));
                }
            }
        }
    }
    Ok(())
}

/// The name of a verb in scene files.
pub const fn verb_name(verb: Verb) -> &'static str {
    match verb {
        Verb::Open => "open",
        Verb::Close => "close",
        Verb::Smash => "smash",
        Verb::Lock => "lock",
        Verb::Unlock => "unlock",
        Verb::Move => "move",
        Verb::Place => "place",
        Verb::Remove => "remove",
        Verb::Light => "light",
        Verb::Douse => "douse",
        Verb::Shoot => "shoot",
        Verb::Blast => "blast",
        Verb::Rocket => "rocket",
        Verb::Burn => "burn",
    }
}

/// Every tile that a cell can ever hold: its own, those placed there, and what verbs make of them.
fn ever(scene: &Scene, at: Cell) -> BTreeSet<Tile> {
    let placed = scene.script.iter().filter(|l| l.at == at && l.verb == Verb::Place);
    let mut open: Vec<Tile> = placed.filter_map(|l| Tile::from_name(l.tile.as_deref()?)).collect();
    open.push(scene.tiles[at]);
    let mut all = BTreeSet::new();
    while let Some(tile) = open.pop() {
        if all.insert(tile) {
            open.extend(tile.info().becomes.iter().map(|&(_, to)| to));
        }
    }
    all
}
