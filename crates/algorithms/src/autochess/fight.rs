//! Whole fights: pieces move in turn, each seeing the moves before it, until all can attack. Several rules play round
//! by round, each on its own board.

use super::event::{ChessEvent as E, Ending, Part, Rule};
use super::jumps::Jumps;
use super::run::{Turn, attacked};
use super::{Fight, Outcome, Problem, Unit};
use crate::world::{Change, World};
use crate::{Cell, Observer};
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::ops::ControlFlow::{self, Continue};

/// The board of one rule.
struct Field<'a> {
    problem: &'a Problem,
    rule: Rule,
    world: World,
    rounds: u16,
    jumps: u32,
    /// For each unit, whether the first move of an assassin is still to come.
    leaps: Vec<bool>,
    /// Reason why the fight ended, once it has.
    end: Option<Ending>,
}

pub(super) fn fight<O: Observer<E>>(
    problem: &Problem,
    jumps: &mut Jumps,
    observer: &mut O,
) -> ControlFlow<O::Halt, Outcome> {
    let leaps: Vec<bool> = problem.units.iter().map(|unit| unit.assassin).collect();
    let field = |&rule| Field {
        problem,
        rule,
        world: problem.world.clone(),
        rounds: 0,
        jumps: 0,
        leaps: leaps.clone(),
        end: None,
    };
    let mut fields: Vec<Field<'_>> = problem.rules.iter().map(field).collect();
    for round in 0..=problem.max_rounds {
        // Round 0 only checks whether anything is to be done.
        observer.on(E::Began { round, units: problem.units.len() as u16 })?;
        for field in fields.iter_mut().filter(|f| f.end.is_none()) {
            let moved = round == 0 || field.round(round, jumps, observer)?;
            let why = if field.all_attack() {
                if problem.alone { Ending::PieceInReach } else { Ending::AllInReach }
            } else if !moved {
                Ending::Still
            } else if round == problem.max_rounds {
                Ending::MaxRounds
            } else {
                continue;
            };
            field.end = Some(why);
            observer.on(E::Ended { rule: field.rule, why, rounds: field.rounds, jumps: field.jumps })?;
        }
        if fields.iter().all(|f| f.end.is_some()) {
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
        // With only the two rules of the article, the outcome keeps the form it had before the third rule.
        wins: (fields.len() == Rule::ALL.len()).then(|| wins(&fields)),
        needed: (fields.len() == Rule::ALL.len()).then(|| fields.iter().any(|f| f.jumps > 0)),
    }))
}

/// Returns which rules won, by name. A rule won if no other rule beat it. A rule beats another by getting all moving
/// units into reach when the other did not, or by doing so in fewer jumps.
fn wins(fields: &[Field<'_>]) -> BTreeMap<&'static str, bool> {
    let arrived = |f: &Field<'_>| matches!(f.end, Some(Ending::AllInReach | Ending::PieceInReach));
    let beats = |a: &Field<'_>, b: &Field<'_>| arrived(a) && (!arrived(b) || a.jumps < b.jumps);
    fields.iter().map(|f| (f.rule.word(), !fields.iter().any(|other| beats(other, f)))).collect()
}

impl Field<'_> {
    /// Lets every unit move once. Returns whether any unit moved.
    fn round<O: Observer<E>>(&mut self, round: u16, jumps: &mut Jumps, on: &mut O) -> ControlFlow<O::Halt, bool> {
        self.script(round, on)?;
        self.rounds = round;
        let problem = self.problem;
        let rule = self.rule;
        let before = self.jumps;
        for (index, unit) in self.movers() {
            let from = self.world.actors[unit.actor].at;
            let mut turn = Turn::begin((problem, &self.world), index, Some(rule), jumps, on)?;
            let leap = if std::mem::take(&mut self.leaps[index]) { turn.leap()? } else { None };
            let attacks = leap.is_none() && attacked(problem, &self.world, index, from).is_some();
            let hop = if leap.is_some() || attacks { leap } else { turn.decide()?.hop };
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

    /// Runs the script lines at the start of a round.
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

    /// Returns the units that move, with their indices: all on the board, or only the active one.
    fn movers(&self) -> Vec<(usize, Unit)> {
        let problem = self.problem;
        let moves = |&(index, unit): &(usize, Unit)| {
            !self.world.gone[unit.actor] && (!problem.alone || index == problem.active)
        };
        problem.units.iter().copied().enumerate().filter(moves).collect()
    }

    /// Returns whether all moving units can attack and no assassin still has its first move.
    fn all_attack(&self) -> bool {
        let attacks = |unit: usize, at: Cell| attacked(self.problem, &self.world, unit, at).is_some();
        self.movers().into_iter().all(|(i, unit)| !self.leaps[i] && attacks(i, self.world.actors[unit.actor].at))
    }

    fn positions(&self) -> Vec<Option<Cell>> {
        let at = |actor: usize| (!self.world.gone[actor]).then(|| self.world.actors[actor].at);
        self.problem.units.iter().map(|u| at(u.actor)).collect()
    }
}
