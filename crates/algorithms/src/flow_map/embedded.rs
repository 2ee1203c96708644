//! A flow map that runs together with another algorithm that changes the same world. The caller drives its turns.

use super::event::{Cause, Context, ELSEWHERE, FlowEvent as E, WHOLE};
use super::run::Dungeon;
use super::walk::Ways;
use super::{Outcome, Problem};
use crate::world::World;
use crate::{Cell, Observer, ScriptLine, Tile};
use std::collections::BTreeMap;
use std::ops::ControlFlow;

/// Number of cells written by the waves of a change.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct Work {
    pub turn: u32,
    pub from: Cell,
    /// Whether the change freed the cell. Otherwise it closed it.
    pub freed: bool,
    /// Cells written in the maps of the rooms.
    pub each: u32,
    /// Cells written in the map of the whole.
    pub whole: u32,
}

impl E {
    /// Returns the number of cells that a finished wave wrote, and whether in the map of the whole.
    pub(crate) fn written_cells(&self, context: &Context) -> Option<(u32, bool)> {
        let Self::WaveEnded { cause, map, cells, .. } = *self else { return None };
        (cause != Cause::First).then(|| (cells, map == WHOLE || !context.has_rooms()))
    }
}

impl Problem {
    /// Returns the script lines with their index in the scene, sorted by turn.
    pub(crate) fn script(&self) -> &[(u32, ScriptLine)] {
        &self.script
    }
}

impl<'a, O: Observer<E>> Dungeon<'a, O> {
    /// Creates the dungeon before the first ripple, so that script lines of turn 0 can run first.
    pub(crate) fn set_up(problem: &'a Problem, on: &'a mut O) -> ControlFlow<O::Halt, Self> {
        let mut dungeon = Self::new(problem, on)?;
        dungeon.compares = true;
        dungeon.open()?;
        ControlFlow::Continue(dungeon)
    }

    pub(crate) fn first_ripple(&mut self) -> ControlFlow<O::Halt> {
        self.fill()
    }

    /// Runs a script line.
    pub(crate) fn line(&mut self, turn: u32, number: u32, line: &ScriptLine) -> ControlFlow<O::Halt> {
        self.turn = turn;
        self.play(number, line)
    }

    /// Runs the waves of a turn, then the prisoners.
    pub(crate) fn turn(&mut self, turn: u32) -> ControlFlow<O::Halt> {
        self.turn = turn;
        self.one_level()?;
        self.flee()?;
        self.everybody()
    }

    pub(crate) const fn world(&self) -> &World {
        &self.world
    }

    /// Updates the cell of an actor that is not a prisoner.
    pub(crate) fn stands(&mut self, actor: usize, at: Cell) {
        self.world.actors[actor].at = at;
    }

    /// Handles a tile change that the script did not make.
    pub(crate) fn became(&mut self, cell: Cell, from: Tile, to: Tile) -> ControlFlow<O::Halt> {
        self.world.tiles[cell] = to;
        self.changes += 1;
        self.changed(cell, (from, to), ELSEWHERE)
    }

    /// Removes a prisoner, by index among the prisoners, from the world.
    pub(crate) fn take(&mut self, prisoner: usize, cell: Cell) -> ControlFlow<O::Halt> {
        let Some(actor) = self.people.get(prisoner).map(|person| person.actor) else {
            return ControlFlow::Continue(());
        };
        self.world.gone[actor] = true;
        self.on.on(E::Removed { caught: true, actor: actor as u32, cell })
    }

    /// Returns whether no prisoner is left.
    pub(crate) fn is_empty(&self) -> bool {
        self.people.iter().all(|person| self.world.gone[person.actor])
    }

    /// Returns whether no wave is moving and no awake prisoner can move.
    pub(crate) fn is_still(&self) -> bool {
        self.waves.iter().all(|wave| wave.over) && !self.somebody_can_move()
    }

    pub(crate) fn finish(&mut self) -> ControlFlow<O::Halt, Outcome> {
        self.close()
    }

    /// Returns the lengths of each prisoner's paths out at the time it set out.
    pub(crate) fn ways_out(&self) -> Vec<Option<Ways>> {
        self.people.iter().map(|person| person.ways).collect()
    }

    /// Returns the work of the first ripples, and that of each change, in order of the changes.
    pub(crate) fn work(&self) -> (Work, Vec<Work>) {
        let (mut first, mut all) = (Work::default(), BTreeMap::<u32, Work>::new());
        let whole = self.maps.len() - 1;
        for wave in &self.waves {
            let is_first = wave.cause == Cause::First;
            let start = Work { turn: wave.turn, from: wave.from, freed: wave.cause == Cause::Freed, ..first };
            let work = if is_first {
                &mut first
            } else {
                all.entry(wave.change).or_insert(Work { each: 0, whole: 0, ..start })
            };
            let cells = wave.cells;
            if self.rooms().contains(&wave.map) {
                work.each += cells;
            }
            if wave.map == whole {
                work.whole += cells;
            }
        }
        (first, all.into_values().collect())
    }
}
