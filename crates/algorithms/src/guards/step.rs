//! Changes to the world: the script, doors that guards open, and the step of a guard.

use super::event::{Denial, GuardsEvent as E, Part, Wait};
use super::problem::shut;
use super::run::{Sim, Walker};
use crate::world::{Change, Unchanged};
use crate::{ActorKind, Cell, Dir, Observer, ScriptLine, Tile, Verb};
use std::ops::ControlFlow::{self, Continue};

impl<O: Observer<E>> Sim<'_, O> {
    pub(super) fn play(&mut self, lines: &[usize]) -> ControlFlow<O::Halt> {
        if lines.is_empty() {
            return Continue(());
        }
        self.observer.on(E::ScriptBegan)?;
        for &i in lines {
            let line = &self.problem.scene.script[i];
            if let Err(why) = self.line(line)? {
                self.observer.on(E::Denied { cell: line.at, verb: line.verb, why })?;
            }
        }
        Continue(())
    }

    pub(super) fn line(&mut self, line: &ScriptLine) -> ControlFlow<O::Halt, Result<(), Denial>> {
        if let (Verb::Move, Some(to)) = (line.verb, line.to)
            && let Err(why) = self.make_room(line.at, to)?
        {
            return Continue(Err(why));
        }
        let (actor, event) = match self.world.apply(line) {
            Err(why) => return Continue(Err(Denial::World(why))),
            Ok(Change::Tile { at, from, to }) => return self.changed(at, from, to, None).map_continue(Ok),
            Ok(Change::Moved { actor, from, to }) => {
                let mut facing = self.world.actors[actor].facing();
                if let Some(guard) = self.guards.iter_mut().find(|guard| guard.spec.actor == actor) {
                    guard.at = to;
                    guard.out.path.push(to);
                    (guard.looked, guard.opening, facing) = (None, None, guard.facing);
                }
                (actor, E::Shifted { actor: actor as u16, cell: to, from, facing })
            }
            Ok(Change::Removed { actor, at }) => {
                if let Some(w) = self.guards.iter_mut().find(|w| w.spec.actor == actor) {
                    w.gone = true;
                }
                (actor, E::Removed { actor: actor as u16, cell: at })
            }
            Ok(Change::Lamp { actor, lit }) => (actor, E::Switched { actor: actor as u16, cell: line.at, lit }),
        };
        self.stirred = true;
        // A change to a lamp changes sight.
        self.version += u32::from(self.world.actors[actor].kind == ActorKind::Lamp);
        self.observer.on(event).map_continue(Ok)
    }

    /// Checks a move by the script. No guard may move onto another, and no guard or thief into a wall. A thief passes a
    /// shutter only from its inner side, which opens it.
    fn make_room(&mut self, at: Cell, to: Cell) -> ControlFlow<O::Halt, Result<(), Denial>> {
        let Some(actor) = self.world.actor_at(at) else { return Continue(Err(Denial::World(Unchanged::Nothing))) };
        let (kind, tile) = (self.world.actors[actor].kind, self.world.tiles[to]);
        let guard = self.guards.iter().position(|walker| walker.spec.actor == actor);
        if let Some(own) = guard {
            // A move to its own cell is refused: the guard itself occupies it.
            let own = if at == to { usize::MAX } else { own };
            if self.other_at(to, own).is_some() {
                return Continue(Err(Denial::World(Unchanged::Occupied)));
            }
            let (body, tiles) = (self.problem.body(), &self.world.tiles);
            if !shut(tile) && !body.fits(to, tiles.size(), |cell| !shut(tiles[cell])) {
                return Continue(Err(Denial::Narrow));
            }
        }
        if kind == ActorKind::Thief && tile == Tile::Shutter {
            let inside = self.world.details.get(&to).and_then(|d| d.inside);
            let size = self.world.tiles.size();
            if inside.and_then(|dir| to.step(dir, size)) != Some(at) {
                return Continue(Err(Denial::Outside));
            }
            self.world.tiles[to] = Tile::ShutterOpen;
            self.changed(to, tile, Tile::ShutterOpen, None)?;
        } else if matches!(kind, ActorKind::Guard | ActorKind::Thief) && shut(tile) {
            return Continue(Err(Denial::Solid(tile)));
        }
        Continue(Ok(()))
    }

    /// Handles a changed tile. It affects the paths of all guards at once, but no belief yet.
    pub(super) fn changed(&mut self, cell: Cell, from: Tile, to: Tile, by: Option<u8>) -> ControlFlow<O::Halt> {
        if self.guards.iter().all(|walker| !walker.beliefs.contains_key(&cell)) {
            self.touched.push(cell);
        }
        for walker in &mut self.guards {
            walker.beliefs.entry(cell).or_insert(self.problem.scene.tiles[cell]);
            self.problem.set(&mut walker.truth, walker.spec, cell, to);
        }
        self.version += 1;
        self.stirred = true;
        if by.is_some() {
            self.made.push((cell, from, to));
        }
        self.observer.on(E::Changed { cell, from, to, by })
    }

    fn other_at(&self, cell: Cell, g: usize) -> Option<usize> {
        let meets = |walker: &Walker<'_>| !walker.gone && walker.spec.body.meets(walker.at, cell);
        (0..self.guards.len()).find(|&o| o != g && meets(&self.guards[o]))
    }

    pub(super) fn step(&mut self, g: usize, path: &[Cell]) -> ControlFlow<O::Halt> {
        let at = self.guards[g].at;
        self.observer.on(E::PartBegan { part: Part::Move, guard: g as u8, cell: at, to: at })?;
        let Some((to, dir)) = path.get(1).and_then(|&to| Some((to, at.direction_to(to)?))) else {
            let why = match self.guards[g].aim {
                None => Wait::NoGoal,
                Some(aim) if aim == at => Wait::There,
                Some(_) if path.is_empty() => Wait::NoWay,
                Some(_) => Wait::Closest,
            };
            self.wait(g, None, why)?;
            return self.stuck(g);
        };
        if let Some(other) = self.other_at(to, g) {
            return self.wait(g, Some(dir), Wait::Guard(other as u8));
        }
        if let Err((_, why)) = self.guards[g].truth.step(at, dir) {
            return self.wait(g, Some(dir), Wait::Refused(why));
        }
        if !self.open(g, to, dir)? {
            return Continue(());
        }
        let walker = &mut self.guards[g];
        walker.at = to;
        walker.opening = None;
        walker.facing = walker.facing.map(|_| dir);
        walker.out.path.push(to);
        self.world.actors[walker.spec.actor].at = to;
        self.stirred = true;
        let (actor, facing) = (walker.spec.actor as u16, walker.facing);
        self.observer.on(E::Moved { guard: g as u8, actor, cell: to, from: at, facing })?;
        self.catch(g)
    }

    /// Opens the closed doors that a guard's body would be in on its next cell. Returns whether the guard may go on
    /// this turn.
    fn open(&mut self, g: usize, to: Cell, dir: Dir) -> ControlFlow<O::Halt, bool> {
        let closed = |tile: Tile| matches!(tile, Tile::Door | Tile::DoorLocked);
        let cells = self.guards[g].spec.body.cells(to, self.world.tiles.size());
        let doors: Vec<Cell> = cells.filter(|&cell| closed(self.world.tiles[cell])).collect();
        for door in doors {
            if !self.open_one(g, door, dir)? {
                return Continue(false);
            }
        }
        Continue(true)
    }

    /// Opens a closed door on the path of a guard. Returns whether the guard may go on this turn.
    fn open_one(&mut self, g: usize, to: Cell, dir: Dir) -> ControlFlow<O::Halt, bool> {
        let tile = self.world.tiles[to];
        let all = self.problem.opening_turns;
        if all > 0 {
            let left = match self.guards[g].opening {
                Some((door, left)) if door == to => left,
                _ => all,
            } - 1;
            self.guards[g].opening = (left > 0).then_some((to, left));
            self.stirred = true;
            self.wait(g, Some(dir), Wait::Opens(left.min(255) as u8))?;
            if left > 0 {
                return Continue(false);
            }
        }
        self.world.tiles[to] = Tile::DoorOpen;
        let turn = self.turn;
        self.guards[g].curious.opens(to, turn);
        self.changed(to, tile, Tile::DoorOpen, Some(g as u8))?;
        Continue(all == 0)
    }

    /// Ends a turn in which a guard closed a cell beside it, or failed to.
    pub(super) fn shut_beside(&mut self, g: usize, cell: Cell, closed: bool) -> ControlFlow<O::Halt> {
        let dir = self.guards[g].at.direction_to(cell);
        self.wait(g, dir, if closed { Wait::Closes } else { Wait::Held })
    }

    fn wait(&mut self, g: usize, dir: Option<Dir>, why: Wait) -> ControlFlow<O::Halt> {
        let walker = &mut self.guards[g];
        let facing = walker.facing.map(|old| dir.unwrap_or(old));
        self.stirred |= facing != walker.facing;
        walker.facing = facing;
        let (actor, cell) = (walker.spec.actor as u16, walker.at);
        self.observer.on(E::Waited { guard: g as u8, actor, cell, why, facing })
    }
}
