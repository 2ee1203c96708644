//! Finds what must change for a candidate to win: for each parameter that affects a scoreboard, the nearest value at
//! which the candidate is chosen. All other parameters stay the same.

use crate::lab::outcome::{OutcomeError, look};
use gridscope_trace::event::Name;
use gridscope_trace::params::{Kind, Param};
use gridscope_trace::{Cell, Progress, Registry, Replay, RunError, Scene};
use serde::{Deserialize, Serialize};
use serde_json::Value;

/// A change that makes a candidate win.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct WinningChange {
    /// Name of the parameter.
    pub param: Name,
    /// Current value.
    pub from: Value,
    /// Nearest value at which the candidate wins.
    pub to: Value,
}

/// Reason why there is no answer.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum WhatWouldWinError {
    /// The scene cannot be run, or the caller cancelled.
    #[error(transparent)]
    Run(#[from] OutcomeError),
    /// No parameter of the algorithm affects a scoreboard.
    #[error("no parameter changes what {0} weighs")]
    NoParams(&'static str),
    /// The candidate is already chosen.
    #[error("{0} has won already")]
    Won(Cell),
}

impl From<RunError> for WhatWouldWinError {
    fn from(error: RunError) -> Self {
        Self::Run(error.into())
    }
}

/// Returns the number of the decision at the cursor, from 0: the index of the outermost phase. A run with at most one
/// outermost phase has a single decision.
pub fn decision(replay: &Replay) -> usize {
    let started_phases =
        replay.phases().iter().filter(|p| p.depth == 0 && (p.start as usize) < replay.cursor()).count();
    started_phases.saturating_sub(1)
}

/// Moves the cursor to the end of a decision. Returns whether there is such a decision.
fn go_to_decision(replay: &mut Replay, decision: usize) -> bool {
    let ends: Vec<usize> = replay.phases().iter().filter(|p| p.depth == 0).map(|p| p.end as usize).collect();
    let at = if ends.len() > 1 { ends.get(decision).copied() } else { (decision == 0).then_some(usize::MAX) };
    if let Some(at) = at {
        replay.seek(at);
    }
    at.is_some()
}

/// Returns whether a decision chooses a cell. Returns `false` if the run fails or is cancelled.
pub fn wins(registry: &Registry, scene: &Scene, cell: Cell, decision: usize, progress: &Progress) -> bool {
    look(registry, scene, progress, |run| go_to_decision(run, decision) && run.decided() == Some(cell)).unwrap_or(false)
}

/// Tries every parameter that affects a scoreboard. Each run is under `progress`.
///
/// # Errors
/// Returns an error if no parameter affects the algorithm's scoreboards, if the candidate is already chosen, or if the
/// caller cancels.
pub fn what_would_win(
    registry: &Registry,
    scene: &Scene,
    cell: Cell,
    decision: usize,
    progress: &Progress,
) -> Result<Vec<WinningChange>, WhatWouldWinError> {
    let card = registry.named(&scene.run.algorithm)?.card();
    if card.score_params.is_empty() {
        return Err(WhatWouldWinError::NoParams(card.title));
    }
    if wins(registry, scene, cell, decision, progress) {
        return Err(WhatWouldWinError::Won(cell));
    }
    let now = scene.run.params.resolve(card.params).map_err(RunError::from)?;
    let params = card.score_params.iter().filter_map(|name| card.params.iter().find(|p| p.name == *name));
    let mut all = Vec::new();
    for param in params {
        let from = now.get(param.name).cloned().unwrap_or_default();
        let holds = |value: &Value| {
            if progress.is_stopped() {
                return false;
            }
            let mut other = scene.clone();
            other.run.params.set(param.name, value.clone());
            wins(registry, &other, cell, decision, progress)
        };
        if let Some(to) = nearest(param, &from, &holds) {
            all.push(WinningChange { param: param.name.into(), from, to });
        }
    }
    // An incomplete search is not an answer.
    progress.check().map_err(OutcomeError::from)?;
    Ok(all)
}

/// Returns the nearest other value of a parameter for which `holds` is true.
fn nearest(param: &Param, from: &Value, holds: &dyn Fn(&Value) -> bool) -> Option<Value> {
    match param.kind {
        Kind::Flag => [true, false].map(Value::from).into_iter().find(|v| v != from && holds(v)),
        Kind::Choice(words) => {
            let value = |w: &&str| w.parse::<i64>().map_or_else(|_| (*w).into(), Value::from);
            words.iter().map(value).find(|v| v != from && holds(v))
        }
        Kind::Int(low, high) => {
            let from = from.as_f64().unwrap_or(low as f64);
            let ways =
                [1.0, -1.0].map(|way| walk(from, way, (low as f64, high as f64), 1.0, &|x| holds(&(x as i64).into())));
            closest(from, ways).map(|x| (x as i64).into())
        }
        Kind::Real(low, high) => {
            let from = from.as_f64().unwrap_or(low);
            let step = ((high - low) / 1024.0).min(0.05);
            let ways = [1.0, -1.0].map(|way| walk(from, way, (low, high), step, &|x| holds(&x.into())));
            closest(from, ways).map(Value::from)
        }
        Kind::PerDirection(_) => None,
    }
}

fn closest(from: f64, found: [Option<f64>; 2]) -> Option<f64> {
    found.into_iter().flatten().min_by(|a, b| (a - from).abs().total_cmp(&(b - from).abs()))
}

/// Searches from a number in one direction: first in single steps, then in doubling steps. When `holds` is true,
/// searches back for the first step where it is.
fn walk(from: f64, way: f64, (low, high): (f64, f64), step: f64, holds: &dyn Fn(f64) -> bool) -> Option<f64> {
    let max_steps = ((if way > 0.0 { high - from } else { from - low }) / step).floor();
    let at = |steps: f64| (from + way * steps * step).clamp(low, high);
    let (mut failed, mut steps) = (0.0, 1.0);
    while steps <= max_steps {
        if holds(at(steps)) {
            let mut found = steps;
            while found - failed > 1.0 {
                let middle = f64::midpoint(found, failed).floor();
                if holds(at(middle)) { found = middle } else { failed = middle }
            }
            return Some(at(found));
        }
        failed = steps;
        if steps >= max_steps {
            return None;
        }
        steps = if steps < 16.0 { steps + 1.0 } else { (steps * 2.0).min(max_steps) };
    }
    None
}
