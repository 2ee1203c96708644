//! One decision, or a whole fight: pieces move in turn, each seeing the moves before it, until everybody can attack.

use super::event::ChessEvent as E;
use super::exact::Exact;
use super::jumper::Jumper;
use super::problem::{Fight, Outcome, Problem};
use super::reason::{Ending, Part, Rule};
use super::turn::{Finders, Turn, attacked};
use crate::geometry::Cell;
use crate::observe::Observer;
use crate::world::{Change, World};
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::ops::ControlFlow::{self, Continue};

pub(super) fn run<O: Observer<E>>(problem: &Problem, observer: &mut O) -> ControlFlow<O::Halt, Outcome> {
    let area = problem.world.tiles.size().area();
    let finders = &mut (Jumper::new(area), Exact::new(area));
    if problem.fight {
        return fight(problem, finders, observer);
    }
    observer.on(E::Began { round: 0, units: problem.units.len() as u16 })?;
    let answer = Turn::begin((problem, &problem.world), problem.active, None, finders, observer)?.decide()?;
    Continue(Outcome::Answer(answer))
}

/// The board of one rule.
struct Field<'a> {
    problem: &'a Problem,
    rule: Rule,
    world: World,
    rounds: u16,
    jumps: u32,
    over: bool,
}

fn fight<O: Observer<E>>(problem: &Problem, finders: &mut Finders, observer: &mut O) -> ControlFlow<O::Halt, Outcome> {
    let field = |&rule| Field { problem, rule, world: problem.world.clone(), rounds: 0, jumps: 0, over: false };
    let mut fields: Vec<Field<'_>> = problem.rules.iter().map(field).collect();
    for round in 0..=problem.max_rounds {
        // Round 0 only looks whether there is anything to do.
        observer.on(E::Began { round, units: problem.units.len() as u16 })?;
        for field in fields.iter_mut().filter(|f| !f.over) {
            let moved = round == 0 || field.round(round, finders, observer)?;
            let why = if field.all_attack() {
                Ending::AllInReach
            } else if !moved {
                Ending::Still
            } else if round == problem.max_rounds {
                Ending::MaxRounds
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
    let by_rule = |value: fn(&Field<'_>) -> Value| match &fields[..] {
        [one] => value(one),
        all => json!(all.iter().map(|f| (f.rule.word(), value(f))).collect::<BTreeMap<_, _>>()),
    };
    Continue(Outcome::Fight(Fight {
        rounds: by_rule(|f| json!(f.rounds)),
        jumps: by_rule(|f| json!(f.jumps)),
        positions: by_rule(|f| json!(f.positions())),
    }))
}

impl Field<'_> {
    /// Everybody once. Says whether anybody moved.
    fn round<O: Observer<E>>(&mut self, round: u16, finders: &mut Finders, on: &mut O) -> ControlFlow<O::Halt, bool> {
        self.script(round, on)?;
        self.rounds = round;
        let (problem, rule, before) = (self.problem, self.rule, self.jumps);
        for (index, unit) in problem.units.iter().enumerate() {
            if self.world.gone[unit.actor] {
                continue;
            }
            let from = self.world.actors[unit.actor].at;
            let turn = Turn::begin((problem, &self.world), index, Some(rule), finders, on)?;
            let attacks = turn.attacks();
            let hop = if attacks { None } else { turn.decide()?.hop };
            on.on(E::PartBegan { part: Part::Move, at: from })?;
            let (number, unit) = (index as u16, unit.actor);
            let Some(cell) = hop else {
                on.on(E::Stayed { unit: number, rule, cell: from, attacks })?;
                continue;
            };
            self.world.actors[unit].at = cell;
            self.jumps += 1;
            on.on(E::Moved { unit: number, rule, from, cell, jumps: self.jumps })?;
        }
        Continue(self.jumps > before)
    }

    /// What the script does at the beginning of a round.
    fn script<O: Observer<E>>(&mut self, round: u16, observer: &mut O) -> ControlFlow<O::Halt> {
        let due = |turn: u32| turn == u32::from(round) || round == 1 && turn == 0;
        for line in self.problem.script.iter().filter(|line| due(line.turn)) {
            let (rule, cell) = (self.rule, line.at);
            let shifted = |actor: usize, from, to| {
                let unit = self.problem.units.iter().position(|u| u.actor == actor);
                unit.map_or(E::HadNoEffect { rule, cell, why: None }, |u| E::Shifted { unit: u as u16, rule, from, to })
            };
            observer.on(match self.world.apply(line) {
                Ok(Change::Tile { at, to, .. }) => E::Changed { rule, cell: at, tile: to },
                Ok(Change::Moved { actor, from, to }) => shifted(actor, from, Some(to)),
                Ok(Change::Removed { actor, at }) => shifted(actor, at, None),
                Ok(Change::Lamp { .. }) => E::HadNoEffect { rule, cell, why: None },
                Err(why) => E::HadNoEffect { rule, cell, why: Some(why) },
            })?;
        }
        Continue(())
    }

    fn all_attack(&self) -> bool {
        let attacks = |(index, unit): (usize, &super::problem::Unit)| {
            let at = self.world.actors[unit.actor].at;
            self.world.gone[unit.actor] || attacked(self.problem, &self.world, index, at).is_some()
        };
        self.problem.units.iter().enumerate().all(attacks)
    }

    fn positions(&self) -> Vec<Option<Cell>> {
        let at = |actor: usize| (!self.world.gone[actor]).then(|| self.world.actors[actor].at);
        self.problem.units.iter().map(|u| at(u.actor)).collect()
    }
}
