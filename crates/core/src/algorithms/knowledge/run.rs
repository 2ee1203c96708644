//! The turns: script, looks and moves. Every `on` stands after the change that it reports.

use super::event::{Context, KnowledgeEvent as E};
use super::stage::{self, NOBODY, Stage, Tally};
use crate::algorithm::RunError;
use crate::algorithms::shadowcast::Variant;
use crate::geometry::Cell;
use crate::memory::Dirty;
use crate::observe::Observer;
use crate::params::Resolved;
use crate::scene::{ActorKind, Scene, ScriptLine};
use crate::world::Change;
use std::ops::ControlFlow::{self, Continue};
use std::sync::Arc;

/// Who remembers.
pub const CHARACTERS: &[ActorKind] =
    &[ActorKind::Viewer, ActorKind::Guard, ActorKind::Explorer, ActorKind::Thief, ActorKind::Enemy];

/// Everything that a run needs.
#[derive(Clone, Debug)]
pub struct Problem {
    /// What the events do not repeat.
    pub context: Context,
    /// The stage at its beginning.
    stage: Stage,
    /// The script, in the order of its turns.
    script: Vec<ScriptLine>,
    /// Whether the script's changes come after the looks of their turn.
    after: bool,
}

impl Problem {
    /// Works a scene out.
    ///
    /// # Errors
    /// When nobody is there to look, too many are, or a line of the script can never do anything.
    pub fn new(scene: &Scene, params: &Resolved) -> Result<Self, RunError> {
        let minds = stage::characters(scene, CHARACTERS, "who looks")?;
        let dirty = Dirty::named(&params.word("dirty")).unwrap_or(Dirty::Le);
        let variant = Variant::named(&params.word("variant")).unwrap_or(Variant::Recursive);
        let radius = params.int("radius").map(|r| r as u32);
        let mut script = scene.script.clone();
        script.sort_by_key(|line| line.turn);
        let context = Context {
            size: scene.size(),
            tiles: Arc::new(scene.tiles.clone()),
            starts: scene.actors.iter().map(|a| a.at).collect(),
            names: stage::names(scene),
            minds: minds.clone(),
            dirty,
            turns: stage::turns(scene, params),
        };
        let stage = Stage::new(scene, &minds, dirty, variant, radius)?;
        Ok(Self { context, stage, script, after: params.word("script-at") == "after-look" })
    }
}

/// Plays all turns: for each turn and character how many cells it saw.
///
/// # Errors
/// Breaks when the observer asks for it.
pub fn run<O: Observer<E>>(problem: &Problem, observer: &mut O) -> ControlFlow<O::Halt, Vec<Vec<Tally>>> {
    let mut stage = problem.stage.clone();
    let mut all = Vec::with_capacity(problem.context.turns as usize);
    for turn in 0..problem.context.turns {
        observer.on(E::TurnBegan { turn })?;
        if !problem.after {
            script(problem, &mut stage, turn, observer)?;
        }
        let mut looks = vec![Tally::default(); stage.minds.len()];
        for (mind, tally) in looks.iter_mut().enumerate() {
            if !stage.world.gone[stage.minds[mind].actor] {
                *tally = act(&mut stage, mind, turn, observer)?;
            }
        }
        all.push(looks);
        if problem.after {
            script(problem, &mut stage, turn, observer)?;
        }
    }
    Continue(all)
}

/// One character: looks, then takes a step of its round.
fn act<O: Observer<E>>(stage: &mut Stage, number: usize, turn: u32, observer: &mut O) -> ControlFlow<O::Halt, Tally> {
    let mind = number as u8;
    observer.on(E::CharacterBegan { mind, turn })?;
    observer.on(E::Began { mind, moves: false, turn })?;
    let tally = stage.see(number, turn, |cell, look, changed, seen| {
        let (dirty, before) = (look.dirty, look.before);
        let (tile, crowd, top) = (seen.tile, seen.crowd(), seen.top());
        observer.on(E::Looked { cell, mind, dirty, turn, before, changed, tile, crowd, top })
    })?;
    let Tally { visible, rebuilt, refreshed } = tally;
    observer.on(E::Summed { mind, turn, visible, rebuilt, refreshed })?;
    if let Some(to) = stage.patrol(number) {
        observer.on(E::Began { mind, moves: true, turn })?;
        let actor = stage.minds[number].actor;
        let was = stage.world.tiles[to];
        if let Some(tile) = stage.open(to, turn) {
            observer.on(E::Changed { cell: to, was, tile, by: actor as u16, turn })?;
        } else {
            let from = stage.at(number);
            stage.go(actor, to, turn);
            observer.on(E::Moved { actor: actor as u16, from, to, turn, scripted: false })?;
            observer.on(E::Stamped { cell: from, turn })?;
        }
        observer.on(E::Stamped { cell: to, turn })?;
    }
    Continue(tally)
}

/// What the script says for a turn.
fn script<O: Observer<E>>(problem: &Problem, stage: &mut Stage, turn: u32, observer: &mut O) -> ControlFlow<O::Halt> {
    let from = problem.script.partition_point(|l| l.turn < turn);
    let lines = problem.script[from..].iter().take_while(|l| l.turn == turn);
    for (i, line) in lines.enumerate() {
        if i == 0 {
            observer.on(E::ScriptBegan { turn })?;
        }
        match stage.apply(line, turn) {
            Ok(change) => report(stage, change, turn, observer)?,
            Err(why) => {
                let tile = stage.world.tiles[line.at];
                observer.on(E::Denied { verb: line.verb, cell: line.at, tile, turn, why })?;
            }
        }
    }
    Continue(())
}

fn report<O: Observer<E>>(stage: &Stage, change: Change, turn: u32, observer: &mut O) -> ControlFlow<O::Halt> {
    let mut stamp = |cells: &[Cell], event: E| {
        observer.on(event)?;
        cells.iter().try_for_each(|&cell| observer.on(E::Stamped { cell, turn }))
    };
    match change {
        Change::Tile { at, from, to } => stamp(&[at], E::Changed { cell: at, was: from, tile: to, by: NOBODY, turn }),
        Change::Moved { actor, from, to } => {
            stamp(&[from, to], E::Moved { actor: actor as u16, from, to, turn, scripted: true })
        }
        Change::Removed { actor, at } => stamp(&[at], E::Removed { actor: actor as u16, cell: at, turn }),
        Change::Lamp { actor, lit } => {
            let cell = stage.world.actors[actor].at;
            stamp(&[cell], E::Switched { actor: actor as u16, cell, lit })
        }
    }
}
