//! The turns: script, looks and moves. Every `on` stands after the change that it reports.

use super::cast::StageEvent;
use super::event::KnowledgeEvent as E;
use super::problem::Problem;
use super::stage::{Stage, Tally};
use crate::geometry::Cell;
use crate::observe::Observer;
use std::ops::ControlFlow::{self, Continue};

/// Plays all turns: for each turn and character how many cells it saw.
pub(super) fn run<O: Observer<E>>(problem: &Problem, observer: &mut O) -> ControlFlow<O::Halt, Vec<Vec<Tally>>> {
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
    Continue(all)
}

/// One character: looks, then takes a step of its round.
fn act<O: Observer<E>>(stage: &mut Stage, number: usize, turn: u32, observer: &mut O) -> ControlFlow<O::Halt, Tally> {
    let mind = number as u8;
    observer.on(E::Stage(StageEvent::CharacterBegan { mind, turn }))?;
    observer.on(E::Began { mind, moves: false, turn })?;
    let tally = stage.see(number, turn, |cell, look, changed, seen| {
        let (dirty, before) = (look.dirty, look.before);
        let (tile, crowd, top) = (seen.tile, seen.crowd(), seen.top());
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

/// Reports what happens on the stage, and then each cell that was stamped by it.
fn stamping<O: Observer<E>>(turn: u32, observer: &mut O) -> impl FnMut(StageEvent, &[Cell]) -> ControlFlow<O::Halt> {
    move |event, stamped| {
        observer.on(E::Stage(event))?;
        stamped.iter().try_for_each(|&cell| observer.on(E::Stamped { cell, turn }))
    }
}
