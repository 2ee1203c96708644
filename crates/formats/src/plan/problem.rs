//! Problems of the League of Robot Runners: the names of a map, of a list of robots and of a list of tasks. A cell in a list
//! is one number: row × width + column.

use super::Found;
use super::ground::Ground;
use super::model::{Mover, Place, Plan};
use crate::survey::typed;
use crate::{Beside, FormatError, Loaded, Options, utf8};
use gridscope_trace::Dir;
use serde::Deserialize;

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Problem {
    map_file: String,
    agent_file: String,
    #[serde(default)]
    task_file: String,
    #[serde(default)]
    team_size: Option<usize>,
    #[serde(default)]
    task_assignment_strategy: Option<String>,
    #[serde(default)]
    version: Option<String>,
}

/// Reads a problem: the robots at their starts.
pub(super) fn read(text: &str, options: &Options) -> Result<Found, FormatError> {
    let problem: Problem = typed("", text)?;
    let what = "a problem of the League of Robot Runners";
    let ground = Ground::find(std::slice::from_ref(&problem.map_file), what, options)?;
    let width = i32::from(ground.scene.size().width);
    let place = |index: i32| -> Option<Place> { Some((index.checked_rem(width)?, index.checked_div(width)?)) };
    let mut beside = Beside::of(options.path.as_deref());
    let mut list = |name: &str, ending: &str| {
        let bytes = beside.read("", name, &[ending]).map_err(|why| format!("{name}: {why}"))?;
        rows(utf8(name, &bytes).map_err(|error| error.to_string())?).map_err(|found| format!("{name}, {found}"))
    };
    let robots = match list(&problem.agent_file, "agents") {
        Ok(robots) => robots,
        Err(why) => {
            let notes = vec![format!("This is the map {} of a problem, without its robots: {why}.", ground.name)];
            return Ok(Found::Map(Loaded::new(ground.scene, "league", notes)));
        }
    };
    let mut plan = Plan {
        origin: format!(
            "{}, problem",
            problem.version.as_deref().unwrap_or("2023 LoRR").replace("LoRR", "League of Robot Runners")
        ),
        ..Plan::default()
    };
    let starts = robots.iter().filter_map(|row| row.first().copied().and_then(place));
    for at in starts.take(problem.team_size.unwrap_or(usize::MAX)) {
        plan.movers.push(Mover { at, facing: Some(Dir::E), ..Mover::default() });
    }
    match list(&problem.task_file, "tasks") {
        Ok(tasks) if problem.task_assignment_strategy.as_deref() == Some("roundrobin") => {
            // Robot i gets task i first.
            for (mover, task) in plan.movers.iter_mut().zip(&tasks) {
                mover.goal = task.first().copied().and_then(place);
            }
            plan.notes.push(format!("{} tasks; robot n has task n first.", tasks.len()));
        }
        Ok(tasks) => plan.notes.push(format!("{} tasks, which a scheduler would assign.", tasks.len())),
        Err(why) => plan.notes.push(format!("Without its tasks: {why}.")),
    }
    Ok(Found::Plan(plan, ground))
}

/// Returns the rows after the number of rows. Lines that begin with `#` do not count.
fn rows(text: &str) -> Result<Vec<Vec<i32>>, String> {
    let lines = (1..).zip(text.lines()).map(|(number, line): (usize, _)| (number, line.trim()));
    let mut lines = lines.filter(|(_, line)| !line.is_empty() && !line.starts_with('#'));
    let count = lines.next().and_then(|(_, line)| line.parse::<usize>().ok());
    let count = count.ok_or("line 1: the number of rows is missing")?;
    lines
        .take(count)
        .map(|(number, line)| {
            let cells: Option<Vec<i32>> =
                line.split(',').map(|cell| cell.trim().parse().ok().filter(|&n: &i32| n >= 0)).collect();
            cells.ok_or_else(|| {
                format!("line {number}: {:?} is no list of cells", line.chars().take(40).collect::<String>())
            })
        })
        .collect()
}
