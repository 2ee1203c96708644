//! A whole fight: pieces move in turn, each seeing the moves before it, until everybody can attack.

use super::board::{below, squared};
use super::decide::{Finders, decide};
use super::event::ChessEvent as E;
use super::problem::{Decision, Fight, Outcome, Problem};
use super::terms::{Over, Part, Rule};
use crate::observe::Observer;
use crate::world::{Change, World};
use std::ops::ControlFlow::{self, Continue};

/// One decision of the active piece, or a fight.
///
/// # Errors
/// Breaks when the observer asks for it.
pub(super) fn play<O: Observer<E>>(problem: &Problem, observer: &mut O) -> ControlFlow<O::Halt, Outcome> {
    let mut finders = Finders::new(problem.world.tiles.size().area());
    if problem.fight {
        return fight(problem, &mut finders, observer);
    }
    observer.on(E::Began { round: 0, units: problem.units.len() as u16 })?;
    turned(problem, &problem.world, problem.active, None, observer)?;
    let made = decide(problem, &problem.world, problem.active, None, &mut finders, observer)?;
    Continue(Outcome::Decision(Decision {
        hop: made.hop,
        chose: made.chose.name(),
        stock: made.stock,
        alt: made.alt,
        candidates: made.candidates,
    }))
}

fn turned<O: Observer<E>>(
    problem: &Problem,
    world: &World,
    unit: usize,
    rule: Option<Rule>,
    observer: &mut O,
) -> ControlFlow<O::Halt> {
    let Some(me) = problem.units.get(unit) else { return Continue(()) };
    let at = world.actors[me.actor].at;
    observer.on(E::TurnBegan { unit: unit as u16, rule, at, range: me.range, hull: problem.hull })
}

/// The board of one rule.
struct Field {
    rule: Rule,
    world: World,
    rounds: u16,
    jumps: u32,
    over: bool,
}

fn fight<O: Observer<E>>(problem: &Problem, finders: &mut Finders, observer: &mut O) -> ControlFlow<O::Halt, Outcome> {
    let mut fields: Vec<Field> = problem
        .rules
        .iter()
        .map(|&rule| Field { rule, world: problem.world.clone(), rounds: 0, jumps: 0, over: false })
        .collect();
    for round in 0..=problem.max_rounds {
        // Round 0 only looks whether there is anything to do.
        observer.on(E::Began { round, units: problem.units.len() as u16 })?;
        for field in fields.iter_mut().filter(|f| !f.over) {
            let moved = round == 0 || field.round(problem, round, finders, observer)?;
            let why = if field.all_attack(problem) {
                Over::AllInReach
            } else if !moved {
                Over::Still
            } else if round == problem.max_rounds {
                Over::MaxRounds
            } else {
                continue;
            };
            field.over = true;
            observer.on(E::Ended { rule: field.rule, why, rounds: field.rounds, jumps: field.jumps })?;
        }
        if fields.iter().all(|f| f.over) {
            break;
        }
    }
    let mut results: Vec<(Rule, Fight)> = fields.iter().map(|f| (f.rule, f.result(problem))).collect();
    if let [_] = results[..]
        && let Some((_, one)) = results.pop()
    {
        return Continue(Outcome::Fight(one));
    }
    Continue(Outcome::Fights {
        rounds: results.iter().map(|(rule, f)| (rule.name(), f.rounds)).collect(),
        jumps: results.iter().map(|(rule, f)| (rule.name(), f.jumps)).collect(),
        positions: results.into_iter().map(|(rule, f)| (rule.name(), f.positions)).collect(),
    })
}

impl Field {
    /// Everybody once. Says whether anybody moved.
    fn round<O: Observer<E>>(
        &mut self,
        problem: &Problem,
        round: u16,
        finders: &mut Finders,
        observer: &mut O,
    ) -> ControlFlow<O::Halt, bool> {
        self.script(problem, round, observer)?;
        self.rounds = round;
        let before = self.jumps;
        for unit in 0..problem.units.len() {
            let actor = problem.units[unit].actor;
            if self.world.gone[actor] {
                continue;
            }
            turned(problem, &self.world, unit, Some(self.rule), observer)?;
            let from = self.world.actors[actor].at;
            let (unit_number, rule) = (unit as u16, self.rule);
            if self.attacks(problem, unit) {
                observer.on(E::PartBegan { part: Part::Move, at: from })?;
                observer.on(E::Stayed { unit: unit_number, rule, cell: from, attacks: true })?;
                continue;
            }
            let made = decide(problem, &self.world, unit, Some(rule), finders, observer)?;
            observer.on(E::PartBegan { part: Part::Move, at: from })?;
            match made.hop {
                Some(cell) => {
                    self.world.actors[actor].at = cell;
                    self.jumps += 1;
                    observer.on(E::Moved { unit: unit_number, rule, from, cell, jumps: self.jumps })?;
                }
                None => observer.on(E::Stayed { unit: unit_number, rule, cell: from, attacks: false })?,
            }
        }
        Continue(self.jumps > before)
    }

    /// What the script does at the beginning of a round.
    fn script<O: Observer<E>>(&mut self, problem: &Problem, round: u16, observer: &mut O) -> ControlFlow<O::Halt> {
        let due = |turn: u32| turn == u32::from(round) || round == 1 && turn == 0;
        for line in problem.script.iter().filter(|line| due(line.turn)) {
            let (rule, cell) = (self.rule, line.at);
            let shoved = |actor: usize, from, to| {
                let unit = problem.units.iter().position(|u| u.actor == actor);
                unit.map_or(E::HadNoEffect { rule, cell, why: None }, |u| E::Shifted { unit: u as u16, rule, from, to })
            };
            observer.on(match self.world.apply(line) {
                Ok(Change::Tile { at, to, .. }) => E::Changed { rule, cell: at, tile: to },
                Ok(Change::Moved { actor, from, to }) => shoved(actor, from, Some(to)),
                Ok(Change::Removed { actor, at }) => shoved(actor, at, None),
                Ok(Change::Lamp { .. }) => E::HadNoEffect { rule, cell, why: None },
                Err(why) => E::HadNoEffect { rule, cell, why: Some(why) },
            })?;
        }
        Continue(())
    }

    /// Whether a unit can attack from where it stands.
    fn attacks(&self, problem: &Problem, unit: usize) -> bool {
        let me = problem.units[unit];
        let at = self.world.actors[me.actor].at;
        let foes = problem.units.iter().filter(|u| u.team != me.team && !self.world.gone[u.actor]);
        foes.map(|u| squared(at, self.world.actors[u.actor].at)).any(|d| below(d, problem.reach_of(unit)))
    }

    fn all_attack(&self, problem: &Problem) -> bool {
        (0..problem.units.len()).all(|u| self.world.gone[problem.units[u].actor] || self.attacks(problem, u))
    }

    fn result(&self, problem: &Problem) -> Fight {
        let at = |actor: usize| (!self.world.gone[actor]).then(|| self.world.actors[actor].at);
        Fight { rounds: self.rounds, jumps: self.jumps, positions: problem.units.iter().map(|u| at(u.actor)).collect() }
    }
}
