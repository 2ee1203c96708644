//! Random parts of scenes and of questions.

use gridscope::debugger::Session;
use gridscope::trace::Weight;
use gridscope::trace::geometry::{Cell, Dir, Size};
use gridscope::trace::params::Kind;
use gridscope::trace::question::{Question, Stop};
use gridscope::trace::rng::Rng;
use gridscope::trace::scene::{Actor, ActorKind, AdditionalRun, Scene, ScriptLine};
use gridscope::trace::terrain::{Tile, Verb};
use serde_json::{Value, json};

/// Texts that may occur anywhere.
pub(super) const TEXTS: &[&str] = &[
    "",
    "a",
    "a note",
    "# A title\n\nSee (1,2).",
    "\u{202e}turned",
    "\u{1b}[31m",
    "\"quoted\"",
    "ä→日",
    "\0",
    "seed 2",
];

/// Conditions, with names that some algorithms have.
pub(super) const CONDITIONS: &[&str] =
    &["at 1,1", "expanded", "f >= 3", "expanded and at 2,2", "not opened", "register turn > 1", "actor guard 1"];

/// Sweeps for experiments.
pub(super) const SWEEPS: &[&str] = &["weight=1..3:1", "seed=1..3", "ties=paths,parents", "no-such=1..2", "=="];

/// Returns a random cell, usually on the map, otherwise slightly outside it or far away.
pub fn cell(dice: &mut Rng, size: Size) -> Cell {
    match dice.below(24) {
        0 => Cell::new(dice.below(65_536) as u16, dice.below(65_536) as u16),
        1 | 2 => Cell::new(dice.below(u64::from(size.width) + 2) as u16, dice.below(u64::from(size.height) + 2) as u16),
        _ => size.cell(dice.below(size.area() as u64) as usize),
    }
}

pub(super) fn script_line(dice: &mut Rng, size: Size) -> ScriptLine {
    let verb = pick(dice, &[Verb::Open, Verb::Close, Verb::Smash, Verb::Move, Verb::Place, Verb::Remove, Verb::Light]);
    let to = matches!(verb, Verb::Move).then(|| cell(dice, size));
    let tile = (verb == Verb::Place).then(|| pick(dice, &["wall", "door", "no-such"]).to_owned());
    ScriptLine { turn: dice.below(6) as u32, verb, at: cell(dice, size), to, tile }
}

pub(super) fn change(actor: &mut Actor, dice: &mut Rng, size: Size) {
    match dice.below(6) {
        0 => actor.at = cell(dice, size),
        1 => actor.set_facing(Some(pick(dice, &Dir::ALL))),
        2 => actor.set_goal(Some(cell(dice, size))),
        3 => actor.set_route((0..dice.below(4)).map(|_| cell(dice, size)).collect()),
        4 => actor.set_range(Some(pick(dice, &[0, 1, 9, u32::MAX]))),
        _ => actor.kind = pick(dice, &ActorKind::ALL),
    }
}

pub(super) fn beside(dice: &mut Rng, session: &Session) -> AdditionalRun {
    let mut other = AdditionalRun::default();
    match dice.below(5) {
        0 => other.seed = Some(dice.below(9)),
        1 => other.start = Some(cell(dice, session.scene().size())),
        2 => other.eyes = Some(small(dice)),
        3 => other.algorithm = Some(pick(dice, &["dijkstra", "bfs", "greedy", "no-such"]).into()),
        _ => {
            let (name, value) = param(dice, session);
            other.params.set(&name, value);
        }
    }
    other
}

pub(super) fn question(dice: &mut Rng, session: &Session) -> Question {
    let size = session.scene().size();
    let mut question = if dice.below(3) == 0 { Question::default() } else { session.question_now() };
    match dice.below(6) {
        0 => question.cell = Some(cell(dice, size)),
        1 => question.why_not = vec![cell(dice, size)],
        2 => question.panel = Some(pick(dice, &["make-small", "no-such"]).into()),
        3 => question.breakpoints = vec![Stop { when: pick(dice, CONDITIONS).into(), ..Stop::default() }],
        4 => question.vary = Some(pick(dice, SWEEPS).into()),
        _ => question.predict = !question.predict,
    }
    question
}

/// Changes a whole scene. The result is not always valid.
pub(super) fn distort(scene: &mut Scene, dice: &mut Rng) {
    let at = cell(dice, scene.size());
    match dice.below(6) {
        0 => scene.title = pick(dice, TEXTS).into(),
        1 => scene.actors.push(Actor::new(pick(dice, &ActorKind::ALL), at)),
        2 => scene.actors.clear(),
        3 => scene.script.push(script_line(dice, scene.size())),
        4 => scene.tiles.set(at, pick(dice, Tile::ALL)),
        _ => _ = scene.set_weight(at, Weight::from(dice.below(11) as u8)),
    }
}

/// Returns a parameter of the current algorithm and a value, usually a valid one.
pub(super) fn param(dice: &mut Rng, session: &Session) -> (String, Value) {
    let params = session.card().params;
    let Some(param) = params.get(dice.below(params.len().max(1) as u64 + 1) as usize) else {
        return ("no-such".into(), json!([1, {"a": null}]));
    };
    let value = match (dice.below(6), param.kind) {
        (0, _) => Value::Null,
        (1, _) => pick(dice, &[json!(-1), json!("x"), json!(1e308), json!(true), json!([1, 2, 3, 4])]),
        (_, Kind::Int(lo, hi)) => json!(lo + dice.below((hi - lo).clamp(0, 20) as u64 + 1) as i64),
        (_, Kind::Real(lo, hi)) => json!(lo + (hi - lo).min(10.0) * dice.unit()),
        (_, Kind::Flag) => json!(dice.below(2) == 0),
        (_, Kind::Choice(words)) => json!(pick(dice, words)),
        (_, Kind::PerDirection(hi)) => json!(dice.below(hi as u64 + 1)),
    };
    (param.name.to_owned(), value)
}

pub(super) fn small(dice: &mut Rng) -> usize {
    if dice.below(20) == 0 { usize::MAX } else { dice.below(4) as usize }
}

pub(super) fn pick<T: Clone>(dice: &mut Rng, all: &[T]) -> T {
    all[dice.below(all.len() as u64) as usize].clone()
}
