//! Plans of many movers, read as logs: results and problems of the League of Robot Runners, solutions of mapf-visualizer,
//! rows of the MAPF Tracker, and instances and schedules of libMultiRobotPlanning.
//!
//! Such a file holds no map, but for the last kind. The map is given by the user, or is found beside the file by a name that
//! the file says. The lines of the log are those of docs/log-format.md: all movers are placed, then each step is a phase
//! with its moves.

mod actions;
mod ground;
mod league;
mod lines;
mod model;
mod multi_robot;
mod problem;
mod tracker;
mod visualizer;
mod walk;

use super::outer_keys::OuterKeys;
use super::reading::Content;
use super::{FormatError, Loaded, Options, head, utf8};
use gridscope_trace::progress::Progress;
use ground::Ground;
use model::Plan;

/// Number of bytes in which a plan is recognised.
const HEAD: usize = 64 << 10;

/// A kind of file with a plan.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Kind {
    /// A result of the League of Robot Runners.
    League,
    /// A problem of the League of Robot Runners: names of a map, of robots and of tasks.
    Problem,
    /// A list of robots or tasks of such a problem.
    ProblemList,
    /// A solution of mapf-visualizer.
    Visualizer,
    /// A table of the MAPF Tracker.
    Tracker,
    /// An instance or a schedule of libMultiRobotPlanning.
    MultiRobot,
}

/// Returns whether a JSON object is a result or a problem of the League of Robot Runners. It may be cut.
pub(super) fn is_league(beginning: &[u8]) -> bool {
    league_kind(head(beginning)).is_some()
}

fn league_kind(text: &[u8]) -> Option<Kind> {
    if !text.starts_with(b"{") {
        return None;
    }
    let names: Vec<&[u8]> = OuterKeys::of(text.get(..HEAD).unwrap_or(text)).map(|(name, _)| name).collect();
    let has = |name: &str| names.contains(&name.as_bytes());
    if has("mapFile") && has("agentFile") {
        return Some(Kind::Problem);
    }
    (has("teamSize") && (has("actionModel") || has("actualPaths") || has("start"))).then_some(Kind::League)
}

/// Returns the kind of plan that a file holds. Its name counts only for lists of numbers.
pub(super) fn recognise(name: &str, bytes: &[u8]) -> Option<Kind> {
    let text = head(bytes);
    let start = text.get(..HEAD).unwrap_or(text);
    if let Some(kind) = league_kind(text) {
        return Some(kind);
    }
    if tracker::is_table(start) {
        return Some(Kind::Tracker);
    }
    if visualizer::is_solution(start) {
        return Some(Kind::Visualizer);
    }
    if multi_robot::is_plan(start) {
        return Some(Kind::MultiRobot);
    }
    let is_list = [".agents", ".tasks"].iter().any(|end| name.to_ascii_lowercase().ends_with(end));
    (is_list && start.first().is_some_and(|byte| byte.is_ascii_digit() || *byte == b'#')).then_some(Kind::ProblemList)
}

/// Reads a plan as a log. A problem whose robots are not there is only its map.
///
/// # Errors
/// Returns an error if the file is not valid, if its map is not there, and if `progress` is stopped.
pub(super) async fn read(
    kind: Kind,
    name: &str,
    bytes: &[u8],
    options: &Options,
    progress: &Progress,
) -> Result<Content, FormatError> {
    let named = |error: FormatError| {
        if error.source.is_empty() { FormatError { source: name.to_owned(), ..error } } else { error }
    };
    let text = utf8(name, bytes)?;
    let (plan, ground) = match plan(kind, text, options).map_err(named)? {
        Found::Plan(plan, ground) => (plan, ground),
        Found::Map(loaded) => return Ok(Content::Scene(loaded)),
    };
    plan.check().map_err(named)?;
    Ok(Content::Log(Box::new(lines::log(name, plan, &ground, progress).await.map_err(named)?)))
}

/// Contents of a file.
enum Found {
    Plan(Plan, Ground),
    /// Only a map.
    Map(Loaded),
}

fn plan(kind: Kind, text: &str, options: &Options) -> Result<Found, FormatError> {
    match kind {
        Kind::League => {
            let result = league::League::of(text)?;
            let what = format!("a result of the League of Robot Runners with {} robots", result.movers());
            let ground = Ground::find(&[], &what, options)?;
            Ok(Found::Plan(result.plan(&ground.scene)?, ground))
        }
        Kind::Problem => problem::read(text, options),
        Kind::ProblemList => {
            let found = "this lists robots or tasks of a problem of the League of Robot Runners";
            Err(FormatError::whole("", found, "the .json file of the problem, which names this file and the map"))
        }
        Kind::Visualizer => {
            let solution = visualizer::Solution::of(text)?;
            let what = format!("a solution for {} movers", solution.plan.movers.len());
            let ground = Ground::find(std::slice::from_ref(&solution.map), &what, options)?;
            Ok(Found::Plan(solution.plan, ground))
        }
        Kind::Tracker => tracker::read(text, options),
        Kind::MultiRobot => multi_robot::read(text, options),
    }
}
