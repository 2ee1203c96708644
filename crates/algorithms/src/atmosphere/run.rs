//! The main loop: the rules at the start, then the phases of each unit of time.

use super::air::{State, is_solid, is_void};
use super::beacon::Signal;
use super::bodies::Bodies;
use super::event::{AirEvent as E, Cause, Stop};
use super::flames::{Burn, Flame};
use super::links::{CauseRecorder, Link};
use super::numbers::{BIG, LOSS};
use super::problem::{Blow, Breach, Loss, Outcome, Problem, Vent};
use super::rules::{distances, pressure, regions};
use super::shots::{flight, way};
use crate::world::Change;
use crate::{Cell, Observer, Rng, ScriptLine, Tile, Verb};
use std::ops::ControlFlow::{self, Continue};

/// Result of a part of a run: its value, unless the observer halts it.
pub(super) type Flow<O, T = ()> = ControlFlow<<O as Observer<E>>::Halt, T>;

/// A run in progress.
pub(super) struct Run<'a, O> {
    pub(super) problem: &'a Problem,
    pub(super) observer: CauseRecorder<'a, O>,
    pub(super) state: State,
    pub(super) dice: Rng,
    pub(super) turn: u32,
    pub(super) lost: Vec<Loss>,
    breaches: Vec<Breach>,
    /// The burning cells, in the order in which they caught fire.
    pub(super) flames: Vec<Flame>,
    pub(super) burns: Vec<Burn>,
    pub(super) bodies: Bodies,
    pub(super) signal: Signal,
    /// Whether the run was won, once the ship has arrived.
    pub(super) won: Option<bool>,
    /// For each actor, the cell where it last saw a player, and that event.
    pub(super) seen: Vec<Option<(Cell, Link)>>,
    /// New holes since the last search for venting distances, each with the event that made it.
    holes: Vec<(Cell, Link)>,
}

/// Returns whether a tile change opens or closes a passage for air.
pub(super) fn cause(from: Tile, to: Tile) -> Option<Cause> {
    match (is_solid(from), is_solid(to)) {
        (false, true) => Some(Cause::Closed),
        (true, false) => Some(Cause::Opened),
        // A hole in the ground lets air out like a broken wall.
        (false, false) if is_void(to) && !is_void(from) => Some(Cause::Opened),
        _ => None,
    }
}

pub(super) fn simulate<O: Observer<E>>(problem: &Problem, observer: &mut O) -> ControlFlow<O::Halt, Outcome> {
    let state = State::new(problem.world.clone());
    let dice = Rng::new(problem.seed);
    let observer = CauseRecorder::new(observer, problem.told);
    let actors = state.world.actors.len();
    let bodies = Bodies::new(actors, state.size(), observer.root());
    let (lost, breaches, flames, burns, signal) = Default::default();
    let last_sightings = vec![None; actors];
    let mut run = Run {
        problem,
        observer,
        state,
        dice,
        turn: 0,
        lost,
        breaches,
        flames,
        burns,
        bodies,
        signal,
        won: None,
        seen: last_sightings,
        holes: Vec::new(),
    };
    let tiles = run.state.world.tiles.as_slice();
    run.observer.on(E::Began { void: tiles.iter().filter(|&&t| is_void(t)).count() as u32 })?;
    regions(&mut run.state, Cause::Start, &mut run.observer)?;
    pressure(&mut run.state, Cause::Start, &mut run.observer)?;
    let mut script = problem.script.iter().peekable();
    for turn in 0..=problem.turns {
        run.turn = turn;
        // The observer may halt here, even in a turn without events.
        run.observer.goes_on()?;
        if turn > 0 {
            run.observer.on(E::TurnBegan { turn })?;
            if run.arrive()? {
                break;
            }
            run.burst_all()?;
        }
        while let Some((number, line)) = script.next_if(|(_, line)| line.turn <= turn) {
            let cause = run.observer.root();
            let read = run.report_cause(E::Scripted { cell: line.at, verb: line.verb, line: *number, cause })?;
            run.act(line, read)?;
        }
        if turn > 0 {
            run.people()?;
            run.drain()?;
            run.suck()?;
            run.blaze()?;
            run.choke()?;
            run.hold()?;
        }
    }
    let lost = run.lost.len() as u32;
    run.observer.on(E::Ended { turns: problem.turns, lost, unread: script.count() as u32, left: run.state.left })?;
    Continue(run.outcome())
}

impl<O: Observer<E>> Run<'_, O> {
    /// Runs a line of the script and recomputes what it changed.
    fn act(&mut self, line: &ScriptLine, read: Link) -> Flow<O> {
        let cell = line.at;
        let verb = line.verb;
        let blow = self.problem.blow;
        let to = line.to.unwrap_or(cell);
        if verb == Verb::Burn {
            return self.burn(cell, to, read);
        }
        let fired = match (verb, blow) {
            (Verb::Smash, Blow::Bullet) => {
                let from = self.shooter(cell);
                Some((cell, blow.word(), self.shoot(from, cell, &way(from, cell), read)?))
            }
            (Verb::Smash, Blow::Blast) => Some((cell, blow.word(), self.explode(cell, BIG, read)?)),
            (Verb::Shoot, _) => {
                let broken = self.shoot(cell, to, &flight(cell, to, self.state.size()), read)?;
                Some((broken.first().copied().unwrap_or(to), Blow::Bullet.word(), broken))
            }
            (Verb::Blast, _) => Some((cell, Blow::Blast.word(), self.explode(cell, BIG, read)?)),
            (Verb::Rocket, _) => {
                let (at, broken) = self.launch(cell, to, read)?;
                Some((at, verb.name(), broken))
            }
            _ => None,
        };
        if let Some((at, by, broken)) = fired {
            return self.opened(at, by, broken);
        }
        match self.state.world.apply(line) {
            Ok(Change::Tile { at, from, to }) => {
                self.changed(at, from, to, read)?;
                match cause(from, to) {
                    Some(Cause::Closed) => {
                        regions(&mut self.state, Cause::Closed, &mut self.observer)?;
                        distances(&mut self.state, Cause::Closed, &mut self.observer)?;
                        pressure(&mut self.state, Cause::Closed, &mut self.observer)
                    }
                    Some(_) => self.opened(at, verb.name(), vec![at]),
                    None => Continue(()),
                }
            }
            Ok(Change::Moved { actor, from, to }) => {
                self.bodies.came[actor] =
                    self.report_cause(E::Carried { actor: actor as u32, from, to, cause: read })?;
                Continue(())
            }
            Ok(Change::Removed { actor, at }) => self.observer.on(E::Taken { actor: actor as u32, cell: at }),
            Ok(Change::Lamp { actor, lit }) => self.observer.on(E::Lit { actor: actor as u32, cell, lit }),
            Err(why) => self.observer.on(E::Refused { cell, verb, why }),
        }
    }

    /// Reports a changed tile. If the new tile never holds air, the air of the cell is gone.
    pub(super) fn changed(&mut self, cell: Cell, from: Tile, to: Tile, due: Link) -> Flow<O> {
        self.state.count_change(cell, from, to);
        let changed = self.report_cause(E::Changed { cell, from, to, left: self.state.left, cause: due })?;
        if cause(from, to) == Some(Cause::Opened) {
            self.holes.push((cell, changed));
        }
        if is_void(to) && self.state.air[cell] > 0 {
            self.state.set_air(cell, 0);
            self.bodies.thinned[cell] =
                self.report_cause(E::LostAir { cell, air: 0, left: self.state.left, cause: changed })?;
        }
        Continue(())
    }

    /// Breaks a tile permanently.
    pub(super) fn smash(&mut self, cell: Cell, due: Link) -> Flow<O> {
        let line = ScriptLine { turn: self.turn, verb: Verb::Smash, at: cell, to: None, tile: None };
        match self.state.world.apply(&line) {
            Ok(Change::Tile { at, from, to }) => self.changed(at, from, to, due),
            // The caller has checked that the tile breaks, so nothing else can happen.
            _ => Continue(()),
        }
    }

    /// Handles a breach: recomputes distances and pressure walls, once for all opened cells.
    pub(super) fn opened(&mut self, at: Cell, by: &'static str, opened: Vec<Cell>) -> Flow<O> {
        if opened.is_empty() {
            return Continue(());
        }
        let before = self.problem.told.then(|| self.state.vents.clone());
        let vented = distances(&mut self.state, Cause::Opened, &mut self.observer)?;
        let holes = std::mem::take(&mut self.holes);
        if let Some(before) = before {
            self.bodies.blame(&self.state, &before, &holes);
        }
        self.breaches.push(Breach { turn: self.turn, at, by, opened, vented });
        pressure(&mut self.state, Cause::Opened, &mut self.observer)
    }

    /// Takes a tenth of air from each venting cell. A cell that reaches 0 stops venting.
    fn drain(&mut self) -> Flow<O> {
        if self.state.venting.is_empty() {
            return Continue(());
        }
        let venting = std::mem::take(&mut self.state.venting);
        self.observer.on(E::Drained { cells: venting.len() as u32 })?;
        for cell in venting {
            let air = self.state.air[cell].saturating_sub(LOSS);
            self.state.set_air(cell, air);
            let cause = self.bodies.vents[cell];
            self.bodies.thinned[cell] = self.report_cause(E::LostAir { cell, air, left: self.state.left, cause })?;
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
        let fight = self.fight();
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
            fight,
        }
    }
}
