//! A flow map that goes on beside something else which changes the same world: its turns are led from outside.

use super::event::{Cause, Context, ELSEWHERE, FlowEvent as E, WHOLE};
use super::run::Dungeon;
use super::walk::Ways;
use super::{Outcome, Problem};
use crate::geometry::Cell;
use crate::observe::Observer;
use crate::scene::ScriptLine;
use crate::terrain::Tile;
use crate::world::World;
use std::collections::BTreeMap;
use std::ops::ControlFlow;

/// How many cells the waves of a change wrote.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Work {
    pub turn: u32,
    pub from: Cell,
    /// Whether it freed the cell, or shut it.
    pub freed: bool,
    /// In the maps of the rooms.
    pub each: u32,
    /// In the one map of the whole.
    pub whole: u32,
}

impl E {
    /// How many cells a wave wrote that is over, and whether in the map of the whole.
    pub(crate) fn written(&self, context: &Context) -> Option<(u32, bool)> {
        let Self::WaveEnded { cause, map, cells, .. } = *self else { return None };
        (cause != Cause::First).then(|| (cells, map == WHOLE || !context.has_rooms()))
    }
}

impl Problem {
    /// The lines of the script with their numbers in the scene, by turns.
    pub fn script(&self) -> &[(u32, ScriptLine)] {
        &self.script
    }
}

impl<'a, O: Observer<E>> Dungeon<'a, O> {
    /// Before the first ripple; lines of the script for turn 0 may be played then.
    pub fn set_up(problem: &'a Problem, on: &'a mut O) -> ControlFlow<O::Halt, Self> {
        let mut dungeon = Self::new(problem, on)?;
        dungeon.compares = true;
        dungeon.open()?;
        ControlFlow::Continue(dungeon)
    }

    pub fn first_ripple(&mut self) -> ControlFlow<O::Halt> {
        self.fill()
    }

    /// Plays a line of the script.
    pub fn line(&mut self, turn: u32, number: u32, line: &ScriptLine) -> ControlFlow<O::Halt> {
        self.turn = turn;
        self.play(number, line)
    }

    /// The waves of a turn, then the prisoners.
    pub fn turn(&mut self, turn: u32) -> ControlFlow<O::Halt> {
        self.turn = turn;
        self.one_level()?;
        self.flee()?;
        self.everybody()
    }

    pub const fn world(&self) -> &World {
        &self.world
    }

    /// Somebody who is no prisoner has gone to another cell.
    pub fn stands(&mut self, actor: usize, at: Cell) {
        self.world.actors[actor].at = at;
    }

    /// A cell has become another tile, and not by the script.
    pub fn became(&mut self, cell: Cell, from: Tile, to: Tile) -> ControlFlow<O::Halt> {
        self.world.tiles[cell] = to;
        self.changes += 1;
        self.changed(cell, (from, to), ELSEWHERE)
    }

    /// A prisoner, by its number among them, is taken out of the world.
    pub fn take(&mut self, prisoner: usize, cell: Cell) -> ControlFlow<O::Halt> {
        let Some(actor) = self.people.get(prisoner).map(|person| person.actor) else {
            return ControlFlow::Continue(());
        };
        self.world.gone[actor] = true;
        self.on.on(E::Removed { caught: true, actor: actor as u32, cell })
    }

    /// Whether no prisoner is left.
    pub fn is_empty(&self) -> bool {
        self.people.iter().all(|person| self.world.gone[person.actor])
    }

    /// Whether no wave is moving and nobody who is awake can move.
    pub fn is_still(&self) -> bool {
        self.waves.iter().all(|wave| wave.over) && !self.somebody_can_move()
    }

    pub fn finish(&mut self) -> ControlFlow<O::Halt, Outcome> {
        self.close()
    }

    /// How long each prisoner's ways out were as it set out.
    pub fn ways_out(&self) -> Vec<Option<Ways>> {
        self.people.iter().map(|person| person.ways).collect()
    }

    /// What the first ripples wrote, and then what each change did, in the order in which the changes came.
    pub fn work(&self) -> (Work, Vec<Work>) {
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
