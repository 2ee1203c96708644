//! What path sampling is given: a search, its dice both ways, and the rules that are sampled.

use super::event::{Context, MOST_TRACKED, Rule};
use crate::algorithm::RunError;
use crate::algorithms::astar::{self, Ties, search};
use crate::geometry::Cell;
use crate::observe::unless_stopped;
use crate::params::Resolved;
use crate::scene::Scene;
use crate::trace::tally::{Expectation, Tally};
use crate::trace::{Control, Watch};
use crate::ways::Dag;
use std::ops::ControlFlow;
use std::sync::Arc;

/// Everything that a run of path sampling needs.
#[derive(Clone, Debug)]
pub struct Problem {
    /// The search with dice over parents, and the same with dice over paths.
    pub(super) parents: astar::Problem,
    pub(super) paths: astar::Problem,
    pub(super) end: Option<Cell>,
    pub(super) samples: u32,
    pub(super) rules: Vec<Rule>,
    pub(super) context: Context,
}

impl Problem {
    /// Works a scene out.
    ///
    /// # Errors
    /// When the scene has no start or no goal, or two of them.
    pub fn new(scene: &Scene, params: &Resolved, seed: u64, control: &Control) -> Result<Self, RunError> {
        let search_for = astar::Problem::within(scene, params, seed, control)?;
        let mut rules = vec![Rule::Parents, Rule::Paths];
        rules.extend(params.flag("replan").then_some(Rule::Replanned));
        rules.extend(params.flag("field").then_some(Rule::Field));
        let end = match search(&search_for, seed, &mut Watch::new(control)) {
            ControlFlow::Continue(answer) => answer.reached,
            ControlFlow::Break(halt) => return Err(halt.into()),
        };
        let replans = rules.contains(&Rule::Replanned);
        let end_or_goal = end.unwrap_or(search_for.goal);
        let graph = Dag::within(search_for.walk(), search_for.start, end_or_goal, &mut || control.goes_on());
        let graph = unless_stopped(graph)?;
        let expectation = Arc::new(Expectation::new(graph, search_for.size, replans, control)?);
        Ok(Self {
            end,
            samples: params.int("samples").unwrap_or(1).max(1) as u32,
            rules,
            context: Context { size: search_for.size, expectation },
            paths: astar::Problem { ties: Ties::Paths, ..search_for.clone() },
            parents: astar::Problem { ties: Ties::Parents, ..search_for },
        })
    }

    /// How its events say what was sampled.
    pub(super) fn tally(&self) -> Tally {
        Tally {
            walk: "walked".into(),
            sample: "sampled".into(),
            by: "rule".into(),
            count: "count".into(),
            rules: Rule::ALL.map(|rule| (rule.word().into(), rule.law())).into(),
            tracked: MOST_TRACKED,
            expectation: Arc::clone(&self.context.expectation),
        }
    }
}
