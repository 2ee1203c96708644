//! The run: the rules at the start, then for each unit of time the script, the loss of air, suction, and flames.

use super::air::{State, is_solid, is_void};
use super::event::{AirEvent as E, Cause, Stop};
use super::flames::Burn;
use super::numbers::LOSS;
use super::problem::{Blow, Breach, Loss, Outcome, Problem, Vent};
use super::rules::{distances, pressure, regions};
use crate::geometry::Cell;
use crate::observe::Observer;
use crate::rng::Rng;
use crate::scene::ScriptLine;
use crate::terrain::{Tile, Verb};
use crate::world::{Change, verb_name};
use std::ops::ControlFlow::{self, Continue};

/// How a part of a run ends: with what it gives, unless the observer stops it.
pub(super) type Flow<O, T = ()> = ControlFlow<<O as Observer<E>>::Halt, T>;

/// A run on its way.
pub(super) struct Run<'a, O> {
    pub(super) problem: &'a Problem,
    pub(super) observer: &'a mut O,
    pub(super) state: State,
    pub(super) dice: Rng,
    pub(super) turn: u32,
    pub(super) lost: Vec<Loss>,
    breaches: Vec<Breach>,
    /// What burns, in the order in which it caught fire, and for how many units of time.
    pub(super) flames: Vec<(Cell, u8)>,
    pub(super) burns: Vec<Burn>,
}

/// Whether a change lets air through that did not pass before, or the other way round.
fn cause(from: Tile, to: Tile) -> Option<Cause> {
    match (is_solid(from), is_solid(to)) {
        (false, true) => Some(Cause::Closed),
        (true, false) => Some(Cause::Opened),
        // A hole in the ground lets air out as a broken wall does.
        (false, false) if is_void(to) && !is_void(from) => Some(Cause::Opened),
        _ => None,
    }
}

pub(super) fn simulate<O: Observer<E>>(problem: &Problem, observer: &mut O) -> ControlFlow<O::Halt, Outcome> {
    let state = State::new(problem.world.clone());
    let dice = Rng::new(problem.seed);
    let (lost, breaches, flames, burns) = Default::default();
    let mut run = Run { problem, observer, state, dice, turn: 0, lost, breaches, flames, burns };
    let tiles = run.state.world.tiles.as_slice();
    run.observer.on(E::Began { void: tiles.iter().filter(|&&t| is_void(t)).count() as u32 })?;
    regions(&mut run.state, Cause::Start, run.observer)?;
    pressure(&mut run.state, Cause::Start, run.observer)?;
    let mut script = problem.script.iter().peekable();
    for turn in 0..=problem.turns {
        run.turn = turn;
        if turn > 0 {
            run.observer.on(E::TurnBegan { turn })?;
        }
        while let Some((number, line)) = script.next_if(|(_, line)| line.turn <= turn) {
            run.observer.on(E::Scripted { cell: line.at, verb: line.verb, line: *number })?;
            run.act(line)?;
        }
        if turn > 0 {
            run.drain()?;
            run.suck()?;
            run.blaze()?;
        }
    }
    let lost = run.lost.len() as u32;
    run.observer.on(E::Ended { turns: problem.turns, lost, unread: script.count() as u32, left: run.state.left })?;
    Continue(run.outcome())
}

impl<O: Observer<E>> Run<'_, O> {
    /// Does a line of the script, and works out anew what it changed.
    fn act(&mut self, line: &ScriptLine) -> Flow<O> {
        let (cell, verb, blow) = (line.at, line.verb, self.problem.blow);
        let to = line.to.unwrap_or(cell);
        if verb == Verb::Burn {
            return self.burn(cell, to);
        }
        let fired = match (verb, blow) {
            (Verb::Smash, Blow::Bullet) => Some((cell, blow.word(), self.shoot(self.shooter(cell), cell)?)),
            (Verb::Smash, Blow::Blast) => Some((cell, blow.word(), self.explode(cell)?)),
            (Verb::Shoot, _) => Some((to, Blow::Bullet.word(), self.shoot(cell, to)?)),
            (Verb::Blast, _) => Some((cell, Blow::Blast.word(), self.explode(cell)?)),
            (Verb::Rocket, _) => Some((to, verb_name(verb), self.launch(cell, to)?)),
            _ => None,
        };
        if let Some((at, by, broken)) = fired {
            return self.opened(at, by, broken);
        }
        match self.state.world.apply(line) {
            Ok(Change::Tile { at, from, to }) => {
                self.changed(at, from, to)?;
                match cause(from, to) {
                    Some(Cause::Closed) => {
                        regions(&mut self.state, Cause::Closed, self.observer)?;
                        distances(&mut self.state, Cause::Closed, self.observer)?;
                        pressure(&mut self.state, Cause::Closed, self.observer)
                    }
                    Some(_) => self.opened(at, verb_name(verb), vec![at]),
                    None => Continue(()),
                }
            }
            Ok(Change::Moved { actor, from, to }) => self.observer.on(E::Carried { actor: actor as u32, from, to }),
            Ok(Change::Removed { actor, at }) => self.observer.on(E::Taken { actor: actor as u32, cell: at }),
            Ok(Change::Lamp { actor, lit }) => self.observer.on(E::Lit { actor: actor as u32, cell, lit }),
            Err(why) => self.observer.on(E::Refused { cell, verb, why }),
        }
    }

    /// Reports that a tile changed; where the new one is void, its air is gone.
    fn changed(&mut self, cell: Cell, from: Tile, to: Tile) -> Flow<O> {
        self.state.count_change(cell, from, to);
        self.observer.on(E::Changed { cell, from, to, left: self.state.left })?;
        if is_void(to) && self.state.air[cell] > 0 {
            self.state.set_air(cell, 0);
            self.observer.on(E::LostAir { cell, air: 0, left: self.state.left })?;
        }
        Continue(())
    }

    /// Breaks what a verb, a bullet or a shockwave broke for good.
    pub(super) fn smash(&mut self, cell: Cell) -> Flow<O> {
        let line = ScriptLine { turn: self.turn, verb: Verb::Smash, at: cell, to: None, tile: None };
        match self.state.world.apply(&line) {
            Ok(Change::Tile { at, from, to }) => self.changed(at, from, to),
            // What was asked before did break, so nothing else can come out.
            _ => Continue(()),
        }
    }

    /// A breach: distances and pressure walls are worked out anew, once for all cells that were opened.
    fn opened(&mut self, at: Cell, by: &'static str, opened: Vec<Cell>) -> Flow<O> {
        if opened.is_empty() {
            return Continue(());
        }
        let vented = distances(&mut self.state, Cause::Opened, self.observer)?;
        self.breaches.push(Breach { turn: self.turn, at, by, opened, vented });
        pressure(&mut self.state, Cause::Opened, self.observer)
    }

    /// Each venting cell loses a tenth; at 0 it stops.
    fn drain(&mut self) -> Flow<O> {
        if self.state.venting.is_empty() {
            return Continue(());
        }
        let venting = std::mem::take(&mut self.state.venting);
        self.observer.on(E::Drained { cells: venting.len() as u32 })?;
        for cell in venting {
            let air = self.state.air[cell].saturating_sub(LOSS);
            self.state.set_air(cell, air);
            self.observer.on(E::LostAir { cell, air, left: self.state.left })?;
            if air > 0 {
                self.state.venting.push(cell);
            } else {
                self.state.vents[cell] = None;
                self.observer.on(E::StoppedVenting { cell, why: Stop::Empty })?;
            }
        }
        Continue(())
    }

    fn outcome(self) -> Outcome {
        let state = self.state;
        let tenths = |air: &[u8]| air.iter().map(|&n| n as f64 / 10.0).collect();
        let marks = |walls: &[bool]| walls.iter().map(|&wall| if wall { '#' } else { '.' }).collect();
        let vent = |&at: &Cell| state.vents[at].map(|d| Vent { at, distance: d.approx() });
        let things = state.world.actors.iter().zip(&state.world.gone);
        Outcome {
            turns: self.problem.turns,
            air: state.air.rows().map(tenths).collect(),
            air_left: state.left as f64 / 10.0,
            pressure: state.walls.rows().map(marks).collect(),
            venting: state.venting.iter().filter_map(vent).collect(),
            breaches: self.breaches,
            lost: self.lost,
            burns: self.burns,
            things: things.map(|(actor, &gone)| (!gone).then_some(actor.at)).collect(),
        }
    }
}
