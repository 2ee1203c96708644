//! The input of a knowledge run, and its turns: script, looks and moves. Each event is reported after the change it
//! describes.

use super::cast::{Cast, StageEvent};
use super::event::{Context, GROUND, KnowledgeEvent as E};
use super::stage::{self, Mind, Stage, Stamping, Tally};
use crate::memory::Dirty;
use crate::params::Resolved;
use crate::{ActorKind, Cell, Observer, RunError, Scene, ScriptLine};
use serde::Serialize;
use std::ops::ControlFlow::{self, Continue};

/// The results of the looks: for each turn, in total, and for each character if there are several.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[expect(missing_docs, reason = "the names say it")]
pub struct Outcome {
    pub turns: Vec<Tally>,
    pub total: Tally,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub characters: Vec<Character>,
}

/// The results of one actor's looks, by turn. All zero after the actor is gone.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Character {
    actor: usize,
    turns: Vec<Tally>,
}

pub(super) fn run<O: Observer<E>>(problem: &Problem, observer: &mut O) -> ControlFlow<O::Halt, Outcome> {
    let mut stage = problem.stage.clone();
    let mut all = Vec::with_capacity(problem.context.turns as usize);
    for turn in 0..problem.context.turns {
        observer.on(E::Stage(StageEvent::TurnBegan { turn }))?;
        if !problem.after {
            stage.play(&problem.script, turn, stamping(turn, observer))?;
        }
        let mut looks = vec![Tally::default(); stage.minds.len()];
        for (mind, tally) in looks.iter_mut().enumerate() {
            if !stage.world.gone[stage.minds[mind].actor] {
                *tally = act(&mut stage, mind, turn, observer)?;
            }
        }
        all.push(looks);
        if problem.after {
            stage.play(&problem.script, turn, stamping(turn, observer))?;
        }
    }
    let of = |(k, mind): (usize, &Mind)| Character { actor: mind.actor, turns: all.iter().map(|t| t[k]).collect() };
    let characters = if stage.minds.len() > 1 { stage.minds.iter().enumerate().map(of).collect() } else { Vec::new() };
    let turns: Vec<Tally> = all.iter().map(|looks| looks.iter().copied().sum()).collect();
    Continue(Outcome { total: turns.iter().copied().sum(), turns, characters })
}

fn act<O: Observer<E>>(stage: &mut Stage, number: usize, turn: u32, observer: &mut O) -> ControlFlow<O::Halt, Tally> {
    let mind = number as u8;
    observer.on(E::Stage(StageEvent::CharacterBegan { mind, turn }))?;
    observer.on(E::Began { mind, moves: false, turn })?;
    let tally = stage.see(number, turn, |cell, look, changed, seen| {
        let (dirty, before) = (look.dirty, look.before);
        let tile = seen.tile;
        let crowd = seen.crowd;
        let top = seen.top;
        observer.on(E::Looked { cell, mind, dirty, turn, before, changed, tile, crowd, top })
    })?;
    let Tally { visible, rebuilt, refreshed } = tally;
    observer.on(E::Summed { mind, turn, visible, rebuilt, refreshed })?;
    let actor = stage.minds[number].actor;
    if let Some(to) = stage.along_route(actor) {
        observer.on(E::Began { mind, moves: true, turn })?;
        stage.step(actor, to, false, turn, stamping(turn, observer))?;
    }
    Continue(tally)
}

/// Returns a callback that reports each event on the stage, then each cell stamped by it.
fn stamping<O: Observer<E>>(turn: u32, observer: &mut O) -> impl FnMut(StageEvent, &[Cell]) -> ControlFlow<O::Halt> {
    move |event, stamped| {
        observer.on(E::Stage(event))?;
        stamped.iter().try_for_each(|&cell| observer.on(E::Stamped { cell, turn }))
    }
}

pub(super) const CHARACTERS: &[ActorKind] =
    &[ActorKind::Viewer, ActorKind::Guard, ActorKind::Explorer, ActorKind::Thief, ActorKind::Enemy];

/// The complete input of a run.
#[derive(Clone, Debug)]
pub struct Problem {
    /// Constants of the run, which the events do not repeat.
    pub context: Context,
    pub(super) stage: Stage,
    pub(super) script: Vec<ScriptLine>,
    /// Whether the script's changes come after the looks of their turn.
    pub(super) after: bool,
}

impl Problem {
    pub(super) fn new(scene: &Scene, params: &Resolved) -> Result<Self, RunError> {
        let minds = stage::characters(scene, CHARACTERS, "who looks")?;
        let dirty = Dirty::named(&params.word("dirty")).unwrap_or(Dirty::Le);
        let (variant, radius) = stage::sight(params);
        let mut stage = Stage::new(scene, &minds, dirty, variant, radius)?;
        stage.stamping = Stamping::named(&params.word("stamps")).unwrap_or_default();
        let mut script = scene.script.clone();
        script.sort_by_key(|line| line.turn);
        // Default: nine turns, or four from the last line of the script on.
        let enough = script.last().map_or(0, |line| line.turn.saturating_add(4)).clamp(9, stage::MAX_TURNS);
        let turns = params.int("turns").map_or(enough, |n| n as u32);
        let context = Context { cast: Cast::new(scene, minds, GROUND), dirty, turns };
        Ok(Self { context, stage, script, after: params.word("script-at") == "after-look" })
    }
}
