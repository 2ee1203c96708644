//! Walking: the script, the look round, doors, traps, the step that avoids an ambush, and what ends a walk.

use super::barrier::{self, Barrier};
use super::choose::List;
use super::event::{ExploreEvent as E, Part, Stop};
use super::memory::Ground;
use super::path::Ambush;
use super::problem::things;
use super::run::{Aim, Run};
use crate::algorithms::shadowcast::Look;
use crate::event::Event as _;
use crate::geometry::Cell;
use crate::observe::Observer;
use crate::scene::ActorKind;
use crate::terrain::Tile;
use crate::world::{Change, Unchanged};
use std::collections::VecDeque;
use std::ops::ControlFlow::{self, Continue};

/// How a walk ended.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Leg {
    /// It is picked again; `keep`: the same target, since nothing was learnt on the way.
    Again { keep: bool },
    /// The run stops for a reason, which lies there.
    Stop(Stop, Cell),
}

/// Pick again, and anything goes.
const AGAIN: Leg = Leg::Again { keep: false };

impl Run<'_> {
    /// Walks to a target; `learnt` is how much had been learnt when it was picked. What is walked is added to `walked`.
    pub(super) fn walk<O: Observer<E>>(
        &mut self,
        aim: &Aim,
        learnt: u32,
        walked: &mut Vec<Cell>,
        observer: &mut O,
    ) -> ControlFlow<O::Halt, Leg> {
        observer.on(E::PartBegan { part: Part::Walk, at: self.me })?;
        let mut steps: VecDeque<Cell> = aim.path.iter().copied().collect();
        if aim.list == List::Door {
            if steps.len() == 1 {
                return self.open_and_look(aim.target, observer);
            }
            // One stops next to it.
            steps.pop_back();
        }
        if steps.is_empty() {
            return Continue(Leg::Stop(Stop::Lost, aim.target));
        }
        let mut fresh = true;
        while let Some(&planned) = steps.front() {
            if let Some(leg) = self.turn(observer)? {
                return Continue(leg);
            }
            let mut next = planned;
            let sidestep = Ambush::find(&self.memory, self.me, next);
            if let Some(ambush) = sidestep {
                observer.on(ambush.event(next))?;
                next = ambush.free;
            } else {
                steps.pop_front();
            }
            if self.memory.is_trap(next) && !fresh {
                let learnt = self.learnt != learnt;
                observer.on(E::Shunned { cell: next, learnt })?;
                return Continue(Leg::Again { keep: !learnt });
            }
            // What was put in front of the path does not count as its first step.
            fresh &= sidestep.is_some();
            if let Some(leg) = self.step(next, aim, observer)? {
                return Continue(leg);
            }
            walked.push(next);
            if let Some(leg) = self.arrived(aim, observer)? {
                return Continue(leg);
            }
        }
        Continue(match aim.list {
            List::Door if !self.problem.resume => Leg::Stop(Stop::AtDoor, aim.target),
            List::Down | List::Up => Leg::Stop(Stop::Exit, aim.target),
            _ => AGAIN,
        })
    }

    /// A turn begins: the script has its say.
    fn turn<O: Observer<E>>(&mut self, observer: &mut O) -> ControlFlow<O::Halt, Option<Leg>> {
        observer.on(E::TurnBegan { turn: self.moves })?;
        let before = self.me;
        // Where only the map changed the path still stands; what bars it is met on the way.
        let leg = self.script(observer)?;
        Continue(leg.filter(|&leg| leg != AGAIN || self.me != before))
    }

    /// Does the lines of the script that are due, and looks round where they changed something: `None` where nothing
    /// changed, else whether the run goes on.
    pub(super) fn script<O: Observer<E>>(&mut self, observer: &mut O) -> ControlFlow<O::Halt, Option<Leg>> {
        let mut any = false;
        for i in 0..self.scripted.len() {
            if !self.scripted[i] && self.problem.scene.script[i].turn <= self.moves {
                self.scripted[i] = true;
                any |= self.apply(i, observer)?;
            }
        }
        if !any {
            return Continue(None);
        }
        if self.world.gone[self.problem.explorer] {
            return Continue(Some(Leg::Stop(Stop::Gone, self.me)));
        }
        self.things = things(&self.world);
        self.me = self.world.actors[self.problem.explorer].at;
        self.see(observer)?;
        Continue(Some(self.enemy().map_or(AGAIN, |enemy| Leg::Stop(Stop::Enemy, enemy))))
    }

    /// A line of the script. Says whether anything changed.
    fn apply<O: Observer<E>>(&mut self, line: usize, observer: &mut O) -> ControlFlow<O::Halt, bool> {
        let problem = self.problem;
        let line = &problem.scene.script[line];
        match self.world.apply(line) {
            Ok(Change::Tile { at, from, to }) => {
                observer.on(E::Changed { cell: at, from, to, verb: Some(line.verb) })?;
            }
            Ok(Change::Moved { actor, to, .. }) => observer.on(E::Shifted { actor: actor as u16, cell: to })?,
            Ok(Change::Removed { actor, at }) => observer.on(E::Removed { actor: actor as u16, cell: at })?,
            Ok(Change::Lamp { .. }) | Err(Unchanged::Tile(_) | Unchanged::Occupied | Unchanged::Nothing) => {
                observer.on(E::Failed { cell: line.at })?;
                return Continue(false);
            }
        }
        Continue(true)
    }

    /// One step, or why there is none.
    fn step<O: Observer<E>>(&mut self, next: Cell, aim: &Aim, observer: &mut O) -> ControlFlow<O::Halt, Option<Leg>> {
        let truth = self.problem.look(&self.world, &self.things, next);
        if truth.ground == Ground::Wall {
            let embedded = next == aim.target && truth.item;
            if embedded && self.memory[next] == Some(truth) {
                self.visit(next, observer)?;
                return Continue(Some(if self.problem.resume { AGAIN } else { Leg::Stop(Stop::Item, next) }));
            }
            observer.on(E::Barred { cell: next, tile: truth.tile })?;
            self.learn(next, observer)?;
            return Continue(Some(AGAIN));
        }
        if truth.ground == Ground::Door {
            self.open(next, observer)?;
        }
        let from = self.me;
        self.me = next;
        self.world.actors[self.problem.explorer].at = next;
        self.moves += 1;
        let (actor, moves) = (self.problem.explorer as u16, self.moves);
        observer.on(E::Moved { cell: next, from, actor, moves })?;
        self.walked[next] += 1;
        observer.on(E::Walked { cell: next, count: self.walked[next] })?;
        self.see(observer)?;
        Continue(None)
    }

    /// What a step led to, besides the next one.
    fn arrived<O: Observer<E>>(&mut self, aim: &Aim, observer: &mut O) -> ControlFlow<O::Halt, Option<Leg>> {
        let item = self.things[self.me].item;
        if item {
            self.visit(self.me, observer)?;
        }
        if let Some(enemy) = self.enemy() {
            return Continue(Some(Leg::Stop(Stop::Enemy, enemy)));
        }
        if item && !self.problem.resume {
            return Continue(Some(Leg::Stop(Stop::Item, self.me)));
        }
        if aim.list.is_unknown() && self.memory[aim.target].is_some() {
            observer.on(E::Revealed { cell: aim.target })?;
            return Continue(Some(AGAIN));
        }
        // An item may be gone, a door open: then there is nothing to go on for.
        let seen = self.memory[aim.target];
        let still = match aim.list {
            List::Item => seen.is_some_and(|s| s.item),
            List::Door => seen.is_some_and(|s| s.ground == Ground::Door) && self.memory.borders_unknown(aim.target),
            _ => true,
        };
        Continue((!still && self.me != aim.target).then_some(AGAIN))
    }

    /// Opens a door, looks through it, and goes on.
    fn open_and_look<O: Observer<E>>(&mut self, door: Cell, observer: &mut O) -> ControlFlow<O::Halt, Leg> {
        if let Some(leg) = self.turn(observer)? {
            return Continue(leg);
        }
        if matches!(self.world.tiles[door], Tile::Door | Tile::DoorLocked) {
            self.open(door, observer)?;
        }
        self.see(observer)?;
        // However little is seen, the door itself is open now.
        self.learn(door, observer)?;
        Continue(self.enemy().map_or(AGAIN, |enemy| Leg::Stop(Stop::Enemy, enemy)))
    }

    fn open<O: Observer<E>>(&mut self, door: Cell, observer: &mut O) -> ControlFlow<O::Halt> {
        let from = std::mem::replace(&mut self.world.tiles[door], Tile::DoorOpen);
        observer.on(E::Changed { cell: door, from, to: Tile::DoorOpen, verb: None })
    }

    /// Marks the items on a cell as seen.
    pub(super) fn visit<O: Observer<E>>(&mut self, cell: Cell, observer: &mut O) -> ControlFlow<O::Halt> {
        for (i, actor) in self.world.actors.iter_mut().enumerate() {
            let here = actor.kind == ActorKind::Item && actor.at == cell && !self.world.gone[i];
            if here && actor.seen != Some(true) {
                actor.seen = Some(true);
                observer.on(E::Visited { cell, actor: i as u16 })?;
            }
        }
        self.things[cell].item = false;
        if let Some(seen) = &mut self.memory[cell] {
            seen.item = false;
        }
        Continue(())
    }

    /// Looks round and remembers what is seen.
    pub(super) fn see<O: Observer<E>>(&mut self, observer: &mut O) -> ControlFlow<O::Halt> {
        let mut sight = std::mem::take(&mut self.sight);
        sight.look(&self.world.tiles, &Look::new(self.problem.sight, self.me).within(self.problem.radius));
        for &cell in sight.cells() {
            self.learn(cell, observer)?;
        }
        self.sight = sight;
        Continue(())
    }

    /// Remembers what lies on a cell.
    fn learn<O: Observer<E>>(&mut self, cell: Cell, observer: &mut O) -> ControlFlow<O::Halt> {
        let seen = self.problem.look(&self.world, &self.things, cell);
        let before = self.memory[cell].replace(seen);
        if before == Some(seen) {
            return Continue(());
        }
        self.learnt += 1;
        let new = before.is_none();
        self.unknown = self.unknown.saturating_sub(new as u32);
        observer.on(E::Discovered { cell, tile: seen.tile, new, turn: self.moves })
    }

    /// An enemy that is in view now.
    pub(super) fn enemy(&self) -> Option<Cell> {
        let hostile = |i: &usize| {
            let actor = &self.world.actors[*i];
            actor.kind == ActorKind::Enemy && actor.hostile != Some(false) && !self.world.gone[*i]
        };
        (0..self.world.actors.len()).filter(hostile).map(|i| self.world.actors[i].at).find(|&c| self.sight.sees(c))
    }

    /// Says why the run stopped, and what is left that cannot be reached.
    pub(super) fn stop<O: Observer<E>>(
        &mut self,
        why: Stop,
        cell: Cell,
        observer: &mut O,
    ) -> ControlFlow<O::Halt, String> {
        let (stopped, context) = (E::Stopped { why, cell, unknown: self.unknown }, self.problem.context());
        let mut sentences = vec![stopped.sentence(&context)];
        if why == Stop::Explored {
            for Barrier { list, cell, by, tile } in barrier::find(&self.memory, self.me) {
                let event = E::Unreachable { list, cell, by, tile };
                observer.on(event)?;
                sentences.push(event.sentence(&context));
            }
        }
        observer.on(stopped)?;
        Continue(sentences.join(" "))
    }
}
