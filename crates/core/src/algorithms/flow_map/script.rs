//! What a line of the script does to the world, and which waves that sets going.

use super::event::FlowEvent as E;
use super::map::Wave;
use super::reason::Cause;
use super::run::Dungeon;
use crate::geometry::Cell;
use crate::observe::Observer;
use crate::scene::{ActorKind, ScriptLine};
use crate::terrain::{Tile, Verb};
use crate::world::Change;
use std::ops::ControlFlow;

impl<O: Observer<E>> Dungeon<'_, O> {
    pub(super) fn play(&mut self, place: usize) -> ControlFlow<O::Halt> {
        let (number, line) = &self.problem.script[place];
        let freed = self.unchain(line)?;
        match self.world.apply(line) {
            // Under chains that were smashed there may be nothing else to smash.
            Err(_) if freed => self.touch(line.at, line.at, *number)?,
            Err(why) => self.on.on(E::Failed { verb: line.verb, why, cell: line.at, line: *number })?,
            Ok(Change::Tile { at, from, to }) => self.changed(at, (from, to), *number)?,
            Ok(Change::Moved { actor, from, to }) => {
                self.on.on(E::Moved { actor: actor as u32, from, cell: to })?;
                if let Some(p) = self.people.iter_mut().find(|p| p.actor == actor) {
                    (p.map, p.last) = (None, None);
                    p.path.push(to);
                }
                self.touch(from, to, *number)?;
            }
            Ok(Change::Removed { actor, at }) => {
                self.on.on(E::Removed { actor: actor as u32, cell: at })?;
                self.touch(at, at, *number)?;
            }
            // Light changes nothing here.
            Ok(Change::Lamp { .. }) => {}
        }
        if freed {
            self.wake_if_reached(line.at)?;
        }
        ControlFlow::Continue(())
    }

    /// A smash frees whoever is chained on the cell.
    fn unchain(&mut self, line: &ScriptLine) -> ControlFlow<O::Halt, bool> {
        let mut freed = false;
        for actor in 0..self.world.actors.len() {
            let a = &mut self.world.actors[actor];
            let chained = a.kind == ActorKind::Prisoner && a.chained() == Some(true) && !self.world.gone[actor];
            if line.verb == Verb::Smash && a.at == line.at && chained {
                a.set_chained(Some(false));
                freed = true;
                self.on.on(E::Freed { actor: actor as u32, cell: line.at })?;
            }
        }
        if freed {
            self.find_sleepers();
        }
        ControlFlow::Continue(freed)
    }

    /// An actor came to or went from two cells: chained prisoners are solid, exits and goals are sources.
    fn touch(&mut self, from: Cell, to: Cell, line: u32) -> ControlFlow<O::Halt> {
        for cell in [from, to] {
            let tile = self.world.tiles[cell];
            self.changed(cell, (tile, tile), line)?;
        }
        if self.turn > 0 {
            for (map, cell, cause) in self.find_sources() {
                self.start(Wave::new(map, cell, cause))?;
            }
            self.wake_if_reached(to)?;
        }
        ControlFlow::Continue(())
    }

    /// A cell has another tile, or somebody chained came or went: waves start where it is no longer solid, or newly so,
    /// or costs something else.
    fn changed(&mut self, cell: Cell, (from, to): (Tile, Tile), line: u32) -> ControlFlow<O::Halt> {
        let was = self.ground.solid[cell];
        let costlier = self.ground.refresh(&self.world, cell);
        let solid = self.ground.solid[cell];
        if from != to || was != solid {
            self.on.on(E::Changed { from, to, solid, cell, line })?;
        }
        let cause = match (was, solid) {
            (true, false) => Cause::Freed,
            (false, true) => Cause::Closed,
            _ if costlier && !solid => Cause::Cost,
            _ => return ControlFlow::Continue(()),
        };
        for map in 0..self.maps.len() {
            if self.maps[map].area.contains(cell) {
                self.start(Wave::new(map, cell, cause))?;
            }
        }
        ControlFlow::Continue(())
    }
}
