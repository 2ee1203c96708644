//! Two rules for fleeing by Dijkstra maps: Sherratt's of 2016, and Brogue's.
//!
//! ```text
//! ###########    Cells nearer to the threat @ than the threshold are in danger. The frontier f bounds the danger.
//! #@......f.#    A corridor with a frontier leads out. A dead end inside the danger has none.
//! #.#######.#    value = padding + threshold − d + delay · d₂: d is the distance from the threat, and
//! #.....f...#    d₂ the distance from the frontier. The walker steps to lower values.
//! ###########
//! ```
//!
//! Sources: Stephen Sherratt, development notes and public code of his 7DRL game of 2016; the wiki `RogueBasin`,
//! *The Incredible Power of Dijkstra Maps*, for the rule of Brian Walker's *Brogue*.

mod card;
mod decision;
mod event;
mod lens;
mod run;

use card::CARD;
pub use event::FleeEvent;
pub use run::Problem;
pub(super) use run::leads_through;

use crate::algorithm::{Algorithm, RunError};
use crate::card::CardOf;
use crate::event::format_count;
use crate::params::Resolved;
use crate::root2::Root2;
use crate::trace::{Layout, Progress};
use crate::{Cell, Grid, Observer, Scene};
use event::{Context, Rule};
use serde::{Serialize, Serializer};
use serde_json::Value;
use std::ops::ControlFlow;

/// The flee map algorithm.
#[derive(Debug)]
pub struct FleeMap;

/// The result of a run.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
#[expect(missing_docs, reason = "the names say it")]
pub struct Outcome {
    /// Cells reached at or above the threshold, row by row. Empty under Brogue's rule, which has no threshold.
    pub frontier: Vec<Cell>,
    pub value: Values,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub brogue: Option<Values>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub path: Vec<Cell>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub brogue_path: Vec<Cell>,
}

/// Returns where the walks of an outcome end, in a sentence.
fn ending(outcome: &Value) -> Option<String> {
    let walk = |name: &str| {
        let path: Vec<Cell> = serde_json::from_value(outcome[name].clone()).ok()?;
        let (last, steps) = (path.last()?, path.len() - 1);
        Some(format!("at {last} after {}", format_count(steps as u64, "step")))
    };
    let frontier = outcome["frontier"].as_array().map_or(0, Vec::len);
    let danger = match frontier {
        0 => String::new(),
        1 => " The danger has a frontier of 1 cell.".to_owned(),
        cells => format!(" The danger has a frontier of {cells} cells."),
    };
    match (walk("path"), walk("brogue_path")) {
        (Some(one), Some(two)) => Some(format!("The walker stops {one}; by the other rule {two}.{danger}")),
        (Some(only), None) | (None, Some(only)) => Some(format!("The walker stops {only}.{danger}")),
        (None, None) => None,
    }
}

/// Value of each cell under a rule, serialized row by row. `null` if the cell was not reached.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Values {
    rule: Rule,
    cells: Grid<Option<Root2>>,
}

impl Serialize for Values {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        let value = |worth: &Option<Root2>| worth.map(|worth| self.rule.value(worth));
        to.collect_seq(self.cells.rows().map(|row| row.iter().map(value).collect::<Vec<_>>()))
    }
}

impl Algorithm for FleeMap {
    type Event = FleeEvent;
    type Problem = Problem;
    type Outcome = Outcome;

    const CARD: &'static CardOf<Self::Event> = &CARD;

    async fn prepare(scene: &Scene, params: &Resolved, seed: u64, progress: &Progress) -> Result<Problem, RunError> {
        Problem::new(scene, params, seed, progress)
    }

    fn layout(problem: &Problem) -> Layout {
        Layout::new(problem.context.size, event::LAYERS).with_passing(1, 1)
    }

    fn context(problem: &Problem) -> Context {
        problem.context.clone()
    }

    fn run<O: Observer<FleeEvent>>(problem: &Problem, observer: &mut O) -> ControlFlow<O::Halt, Outcome> {
        run::run(problem, observer)
    }
}
