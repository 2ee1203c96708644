//! Walking: the script, looking around, doors, traps, the step that avoids an ambush, and the end of a walk.

use super::choose::List;
use super::event::{ExploreEvent as E, Part, Stop};
use super::memory::Ground;
use super::path;
use super::problem::things;
use super::run::{Aim, Flow, Run};
use crate::event::Event as _;
use crate::shadowcast::Look;
use crate::world::Change;
use crate::{ActorKind, Cell, Dir, Observer, Tile};
use std::collections::VecDeque;
use std::ops::ControlFlow::Continue;

#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Leg {
    /// The explorer picks again. `keep`: the same target, because nothing was learnt on the way.
    Again { keep: bool },
    /// The run stops, for a reason at this cell.
    Stop(Stop, Cell),
}

pub(super) const AGAIN: Leg = Leg::Again { keep: false };

impl<O: Observer<E>> Run<'_, O> {
    /// Walks to a target. `learnt` is the number of discoveries at the time of the pick. Cells walked are added to
    /// `walked`.
    pub(super) fn walk(&mut self, aim: &Aim, learnt: u32, walked: &mut Vec<Cell>) -> Flow<O, Leg> {
        self.observer.on(E::PartBegan { part: Part::Walk, at: self.me })?;
        let mut steps: VecDeque<Cell> = aim.path.iter().copied().collect();
        if aim.list == List::Door {
            // Only a run that begins beside a door opens it, as the player then presses the key there.
            if steps.len() == 1 && !self.is_where_it_began() && !self.problem.resume_doors {
                return Continue(Leg::Stop(Stop::AtDoor, aim.target));
            }
            if steps.len() == 1 {
                return self.open_and_look(aim.target);
            }
            // The explorer stops beside the door.
            steps.pop_back();
        }
        if steps.is_empty() {
            if aim.target == self.me && aim.list.is_exit() {
                return self.leave(aim.target, learnt);
            }
            return Continue(Leg::Stop(Stop::Lost, aim.target));
        }
        let mut fresh = true;
        while let Some(&planned) = steps.front() {
            if let Some(leg) = self.turn()? {
                return Continue(leg);
            }
            if let Some(leg) = self.deeds(planned)? {
                return Continue(leg);
            }
            let mut next = planned;
            let sidestep = self.sidestep(next);
            if let Some((free, event)) = sidestep {
                self.observer.on(event)?;
                next = free;
            } else {
                steps.pop_front();
            }
            if self.memory.is(next, Ground::Trap) && !fresh {
                let learnt = self.learnt != learnt;
                self.observer.on(E::Replanned { cell: next, learnt })?;
                return Continue(Leg::Again { keep: !learnt });
            }
            // Likewise, only a run that begins beside a trap steps onto it.
            if self.problem.stops_at_traps && self.memory.is(next, Ground::Trap) && !self.is_where_it_began() {
                return Continue(Leg::Stop(Stop::AtTrap, next));
            }
            if let Some(leg) = self.ask_door(next, aim)? {
                return Continue(leg);
            }
            // A detour step does not count as the first step of the path, unless something new was seen from it.
            fresh &= sidestep.is_some();
            if let Some(leg) = self.step(next, aim)? {
                return Continue(leg);
            }
            fresh &= self.learnt == learnt;
            walked.push(next);
            if let Some(leg) = self.arrived(aim)? {
                return Continue(leg);
            }
        }
        Continue(match aim.list {
            List::Door if !self.problem.resume_doors => Leg::Stop(Stop::AtDoor, aim.target),
            list if list.is_exit() => self.leave(aim.target, learnt)?,
            _ => AGAIN,
        })
    }

    /// Returns whether the explorer has not left the cell where the run began.
    fn is_where_it_began(&self) -> bool {
        self.moves == 0 && self.me == self.problem.context.start
    }

    /// Returns how the run continues if `next` is a closed door with an unknown cell beside it. No path crosses such a
    /// door. So it came into view on the way, or an item is on it.
    fn ask_door(&mut self, next: Cell, aim: &Aim) -> Flow<O, Option<Leg>> {
        let truth = self.problem.look(&self.world, &self.things, next);
        if let Ground::Chute(_) = truth.ground {
            self.learn(next)?;
        }
        if truth.ground != Ground::Door {
            return Continue(None);
        }
        // If the range of sight does not include the next cell, the explorer touches it.
        self.learn(next)?;
        if !self.memory.is_unexplored_door(next) {
            return Continue(None);
        }
        if aim.target == next && truth.item {
            let opens = self.problem.resume_doors || self.is_where_it_began();
            return Continue((!opens).then_some(Leg::Stop(Stop::AtDoor, next)));
        }
        self.observer.on(E::DoorMet { cell: next })?;
        Continue(Some(AGAIN))
    }

    pub(super) fn turn(&mut self) -> Flow<O, Option<Leg>> {
        self.observer.on(E::TurnBegan { turn: self.now() })?;
        let before = self.me;
        // If only the map changed, the path stays valid. Any new obstacle is found on the way.
        let leg = self.script()?;
        self.breathe()?;
        self.hunt()?;
        Continue(leg.filter(|&leg| leg != AGAIN || self.me != before))
    }

    /// Runs the script lines that are due, and looks around if they changed something. Returns `None` if nothing
    /// changed, or else how the run continues.
    pub(super) fn script(&mut self) -> Flow<O, Option<Leg>> {
        let mut any = false;
        for i in 0..self.scripted.len() {
            if !self.scripted[i] && self.problem.scene.script[i].turn <= self.now() {
                self.scripted[i] = true;
                any |= self.apply(i)?;
            }
        }
        if !any {
            return Continue(None);
        }
        if self.world.gone[self.problem.explorer] {
            return Continue(Some(Leg::Stop(Stop::Gone, self.me)));
        }
        self.things = things(&self.world, &self.visited);
        self.lay_out();
        self.me = self.world.actors[self.problem.explorer].at;
        self.see()?;
        Continue(Some(self.interrupted().unwrap_or(AGAIN)))
    }

    fn apply(&mut self, line: usize) -> Flow<O, bool> {
        let problem = self.problem;
        let line = &problem.scene.script[line];
        let event = match self.world.apply(line) {
            Ok(Change::Tile { at, from, to }) => E::Changed { cell: at, from, to, verb: Some(line.verb) },
            Ok(Change::Moved { actor, to, .. }) => E::Shifted { actor: actor as u16, cell: to },
            Ok(Change::Removed { actor, at }) => E::Removed { actor: actor as u16, cell: at },
            Ok(Change::Lamp { .. }) | Err(_) => E::Failed { cell: line.at },
        };
        self.observer.on(event)?;
        if let E::Changed { cell, from, to, .. } = event {
            self.let_air(cell, from, to)?;
        }
        Continue(!matches!(event, E::Failed { .. }))
    }

    fn step(&mut self, next: Cell, aim: &Aim) -> Flow<O, Option<Leg>> {
        let mut truth = self.problem.look(&self.world, &self.things, next);
        // A script line may close the door while the explorer opens it.
        while truth.ground == Ground::Door {
            self.open(next)?;
            if !self.problem.context.opening_turn {
                break;
            }
            if let Some(leg) = self.look_through()? {
                return Continue(Some(leg));
            }
            truth = self.problem.look(&self.world, &self.things, next);
        }
        if !self.memory.lets(self.me, next) {
            // The chute was unknown when the path was planned.
            self.observer.on(E::Barred { cell: next, tile: truth.tile })?;
            return Continue(Some(AGAIN));
        }
        if truth.ground == Ground::Wall {
            let embedded = next == aim.target && truth.item;
            if embedded && self.memory[next] == Some(truth) {
                self.visit(next)?;
                return Continue(Some(if self.problem.resume_items { AGAIN } else { Leg::Stop(Stop::Item, next) }));
            }
            self.observer.on(E::Barred { cell: next, tile: truth.tile })?;
            self.learn(next)?;
            return Continue(Some(AGAIN));
        }
        let from = self.me;
        self.me = next;
        self.hurts(truth.ground);
        self.world.actors[self.problem.explorer].at = next;
        self.moves += 1;
        let (actor, moves) = (self.problem.explorer as u16, self.moves);
        self.observer.on(E::Moved { cell: next, from, actor, moves })?;
        self.walked[next] += 1;
        self.observer.on(E::Walked { cell: next, count: self.walked[next] })?;
        self.see()?;
        Continue(None)
    }

    fn arrived(&mut self, aim: &Aim) -> Flow<O, Option<Leg>> {
        let item = self.things[self.me].item;
        if item {
            self.visit(self.me)?;
        }
        if let Some(leg) = self.interrupted() {
            return Continue(Some(leg));
        }
        if item && !self.problem.resume_items {
            return Continue(Some(Leg::Stop(Stop::Item, self.me)));
        }
        if aim.list.is_unknown() && self.memory[aim.target].is_some() {
            self.observer.on(E::Revealed { cell: aim.target })?;
            return Continue(Some(AGAIN));
        }
        // The item may be gone or the door open. Then there is no reason to continue.
        let target_memory = self.memory[aim.target];
        let still = match aim.list {
            List::Item => target_memory.is_some_and(|s| s.item),
            List::Door => {
                target_memory.is_some_and(|s| s.ground == Ground::Door) && self.memory.unknown_around(aim.target) > 0
            }
            _ => true,
        };
        Continue((!still && self.me != aim.target).then_some(AGAIN))
    }

    fn open_and_look(&mut self, door: Cell) -> Flow<O, Leg> {
        if let Some(leg) = self.turn()? {
            return Continue(leg);
        }
        if matches!(self.world.tiles[door], Tile::Door | Tile::DoorLocked) {
            self.open(door)?;
            self.acted += u32::from(self.problem.context.opening_turn);
        }
        self.see()?;
        // The open door is learnt even if it is out of sight.
        self.learn(door)?;
        Continue(self.interrupted().unwrap_or(AGAIN))
    }

    /// Spends the turn that opening a door takes, and starts the next one, in which the explorer may step on.
    fn look_through(&mut self) -> Flow<O, Option<Leg>> {
        self.acted += 1;
        self.see()?;
        match self.interrupted() {
            None => self.turn(),
            leg => Continue(leg),
        }
    }

    fn open(&mut self, door: Cell) -> Flow<O> {
        self.opened.push(door);
        self.retile(door, Tile::DoorOpen)
    }

    /// Changes the tile of a cell as an action of the explorer.
    pub(super) fn retile(&mut self, cell: Cell, to: Tile) -> Flow<O> {
        let from = std::mem::replace(&mut self.world.tiles[cell], to);
        self.observer.on(E::Changed { cell, from, to, verb: None })?;
        self.let_air(cell, from, to)
    }

    pub(super) fn visit(&mut self, cell: Cell) -> Flow<O> {
        let mut found = false;
        for (i, actor) in self.world.actors.iter().enumerate() {
            let here = actor.kind == ActorKind::Item && actor.at == cell && !self.world.gone[i];
            if here && !self.visited.contains(&cell) {
                self.observer.on(E::Visited { cell, actor: i as u16 })?;
                found = true;
            }
        }
        if found {
            self.visited.insert(cell);
        }
        self.things[cell].item = false;
        if let Some(seen) = &mut self.memory[cell] {
            seen.item = false;
        }
        Continue(())
    }

    /// Visits the items in walls beside the explorer, which it can touch but not step on.
    pub(super) fn touch(&mut self) -> Flow<O> {
        let (me, size) = (self.me, self.problem.context.size);
        for cell in Dir::ALL.into_iter().filter_map(|dir| me.step(dir, size)) {
            if self.memory[cell].is_some_and(|seen| seen.item && seen.ground == Ground::Wall) {
                self.visit(cell)?;
            }
        }
        Continue(())
    }

    pub(super) fn see(&mut self) -> Flow<O> {
        let mut sight = std::mem::take(&mut self.sight);
        let radius = self.problem.context.radius.unwrap_or(0);
        sight.look(&self.world.tiles, &Look::new(self.problem.sight, self.me).within(radius));
        for &cell in sight.cells() {
            self.learn(cell)?;
        }
        self.sight = sight;
        Continue(())
    }

    pub(super) fn learn(&mut self, cell: Cell) -> Flow<O> {
        let observation = self.problem.look(&self.world, &self.things, cell);
        let before = self.memory.learn(cell, Some(observation));
        if before == Some(observation) {
            return Continue(());
        }
        self.learnt += 1;
        let new = before.is_none();
        self.unknown = self.unknown.saturating_sub(new as u32);
        if new && self.problem.interesting == Some(observation.tile) {
            self.interesting = self.interesting.or(Some(cell));
        }
        let airless = self.things[cell].airless;
        self.observer.on(E::Discovered { cell, tile: observation.tile, new, turn: self.moves, airless })
    }

    /// Returns why the run stops here: an enemy in view, or interesting ground that came into view. Ground is reported
    /// once.
    pub(super) fn interrupted(&mut self) -> Option<Leg> {
        let (enemy, ground) = (self.enemy(), self.interesting.take());
        let stop = |why| move |cell| Leg::Stop(why, cell);
        enemy.map(stop(Stop::Enemy)).or_else(|| ground.map(stop(Stop::Interesting)))
    }

    fn enemy(&self) -> Option<Cell> {
        let hostile = |i: &usize| {
            let actor = &self.world.actors[*i];
            actor.kind == ActorKind::Enemy
                && actor.hostile() != Some(false)
                && !self.world.gone[*i]
                && !self.is_lesser(*i)
        };
        (0..self.world.actors.len()).filter(hostile).map(|i| self.world.actors[i].at).find(|&c| self.sight.sees(c))
    }

    pub(super) fn stop(&mut self, why: Stop, cell: Cell) -> Flow<O, String> {
        let (stopped, context) = (E::Stopped { why, cell, unknown: self.unknown }, &self.problem.context);
        let mut sentences = vec![stopped.sentence(context)];
        if why == Stop::Explored {
            for event in path::unreachable(&self.memory, self.me) {
                self.observer.on(event)?;
                sentences.push(event.sentence(context));
            }
        }
        self.observer.on(stopped)?;
        Continue(sentences.join(" "))
    }
}
