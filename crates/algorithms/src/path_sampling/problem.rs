//! The input of path sampling: a search with both kinds of dice, and the rules to sample.

use super::event::{Context, MAX_TRACKED, Rule};
use crate::astar::{self, Met, OpenOrder, Ties, search_in};
use crate::cheapest_paths::Dag;
use crate::observe::unless_stopped;
use crate::params::Resolved;
use crate::trace::tally::{Expectation, Law, Tally};
use crate::trace::{Progress, Watch};
use crate::{Cell, RunError, Scene};
use gridscope_trace::workers::Workers;
use std::ops::ControlFlow;
use std::sync::Arc;

/// The complete input of a run.
#[derive(Clone, Debug)]
pub struct Problem {
    /// The search with dice over parents, and the same search with dice over paths.
    pub(super) parents: astar::Problem,
    pub(super) paths: astar::Problem,
    pub(super) end: Option<Cell>,
    pub(super) samples: u32,
    pub(super) rules: Vec<Rule>,
    pub(super) context: Context,
    /// Threads that find the paths.
    pub(super) workers: Workers,
}

impl Problem {
    /// Builds the problem of a scene.
    ///
    /// # Errors
    /// Returns an error if the scene has no start or no goal, or two of them, or if `progress` stops it.
    pub async fn new(scene: &Scene, params: &Resolved, seed: u64, progress: &Progress) -> Result<Self, RunError> {
        let search_for = astar::Problem::within(scene, params, seed, progress)?;
        let mut rules = vec![Rule::Parents, Rule::Paths];
        rules.extend(params.flag("replan").then_some(Rule::Replanned));
        rules.extend(params.flag("field").then_some(Rule::Field));
        let paths = astar::Problem { ties: Ties::Paths, ..search_for.clone() };
        let mut memory = astar::Memory::default();
        progress.pause().await?;
        let end = match search_in(&mut memory, &paths, seed, &mut Watch::new(progress)) {
            ControlFlow::Continue(answer) => answer.reached,
            ControlFlow::Break(halt) => return Err(halt.into()),
        };
        let replans = rules.contains(&Rule::Replanned);
        let end_or_goal = end.unwrap_or(search_for.goal);
        progress.pause().await?;
        let graph = Dag::new(search_for.walk(), search_for.start, end_or_goal, &mut || progress.goes_on());
        let graph = unless_stopped(graph)?;
        progress.pause().await?;
        let coverage = Met::of(&memory, search_for.size, &graph);
        let laws = Rule::ALL.map(|rule| {
            let holds = match rule {
                Rule::Field => true,
                _ if !search_for.is_optimal() => false,
                Rule::Parents => coverage.parents,
                Rule::Paths => coverage.paths,
                // Replanning also searches from other cells. With this order, each of those searches meets all parents.
                Rule::Replanned => coverage.parents && search_for.open_order == OpenOrder::LowG,
            };
            if holds { rule.law() } else { Law::Unknown }
        });
        progress.pause().await?;
        let expectation = Arc::new(Expectation::new(graph, search_for.size, replans, progress)?);
        let samples = params.int("samples").unwrap_or(1).max(1) as u32;
        Ok(Self {
            end,
            samples,
            rules,
            context: Context { size: search_for.size, samples, expectation, laws },
            workers: progress.workers().clone(),
            paths,
            parents: astar::Problem { ties: Ties::Parents, ..search_for },
        })
    }

    /// Describes how the samples are read from the events.
    pub(super) fn tally(&self) -> Tally {
        Tally {
            walk: "walked".into(),
            sample: "sampled".into(),
            by: "rule".into(),
            count: "count".into(),
            rules: Rule::ALL.map(|rule| (rule.word().into(), self.context.law(rule))).into(),
            tracked: MAX_TRACKED,
            expectation: Arc::clone(&self.context.expectation),
        }
    }
}
