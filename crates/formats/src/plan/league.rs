//! Results of the League of Robot Runners: of 2023 (without a version, also for the plain model with its four directions),
//! 2024 and 2026.
//!
//! Cells are row and column. A list of actions, or of runs of actions, moves each robot from its start. The snapshots of
//! 2026 repeat the state of tick 0, so only the first one counts.

use super::actions::Facing;
use super::model::{MoveCount, Mover, Place, Plan, too_many};
use super::walk::{Walk, faults, orientation, walk};
use crate::survey::{ANY, survey, typed};
use crate::{FormatError, limits};
use gridscope_trace::Dir;
use gridscope_trace::scene::Scene;
use serde::Deserialize;
use serde_json::{Value, json};
use std::collections::HashMap;

/// The fields of a result that are read.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct League {
    #[serde(default)]
    version: Option<String>,
    #[serde(default)]
    action_model: String,
    #[serde(default, rename = "AllValid")]
    all_valid: Option<String>,
    team_size: usize,
    start: Vec<(i32, i32, Value)>,
    #[serde(default)]
    actual_paths: Vec<String>,
    #[serde(default)]
    errors: Vec<Vec<Value>>,
    #[serde(default)]
    schedule_errors: Vec<Vec<Value>>,
    #[serde(default)]
    events: Vec<Value>,
    #[serde(default)]
    tasks: Vec<Value>,
    #[serde(default)]
    actual_schedule: Vec<String>,
    #[serde(default)]
    num_task_finished: Option<u64>,
    #[serde(default)]
    num_planner_errors: Option<u64>,
    #[serde(default)]
    sum_of_cost: Option<f64>,
    #[serde(default)]
    makespan: Option<u64>,
    #[serde(default)]
    agent_max_counter: Option<u32>,
    #[serde(default)]
    delay_intervals: Vec<Vec<(u32, u32)>>,
}

impl League {
    pub(super) fn of(text: &str) -> Result<Self, FormatError> {
        survey("", text, &ANY)?;
        let mut all: Self = typed("", text)?;
        if all.actual_paths.is_empty() {
            let found = "the result has no \"actualPaths\"";
            return Err(FormatError::whole("", found, "a result that was written with the paths of all robots"));
        }
        let paths = all.actual_paths.len();
        if all.start.len() < all.team_size || paths < all.team_size {
            let found = format!("{} starts and {paths} paths for {} robots", all.start.len(), all.team_size);
            return Err(FormatError::whole("", &found, "one for each robot"));
        }
        if all.team_size > limits::ACTORS {
            return Err(too_many(all.team_size));
        }
        // A result may list more starts than there are robots.
        all.start.truncate(all.team_size);
        all.actual_paths.truncate(all.team_size);
        Ok(all)
    }

    pub(super) const fn movers(&self) -> usize {
        self.team_size
    }

    /// Returns the plan on a map.
    pub(super) fn plan(&self, map: &Scene) -> Result<Plan, FormatError> {
        let version = self.version.as_deref().unwrap_or("2023 LoRR");
        let mut plan = Plan {
            origin: format!("{}, {}", version.replace("LoRR", "League of Robot Runners"), self.action_model),
            heading: self.action_model != "MAPF",
            ..Plan::default()
        };
        let tasks = self.tasks()?;
        let goals = if self.version.is_none() { self.first_goals(&tasks) } else { Vec::new() };
        plan.arrives = !goals.is_empty();
        for (index, (row, column, facing)) in self.start.iter().enumerate() {
            let facing = facing.as_str().and_then(Facing::of).map(|facing| facing.0);
            plan.movers.push(Mover {
                at: (*column, *row),
                facing: facing.filter(|_| plan.heading),
                goal: goals.get(index).copied(),
                ..Mover::default()
            });
        }
        self.follow(&mut plan, map)?;
        self.add_claims(&mut plan);
        self.add_faults(&mut plan);
        if self.version.is_none() {
            self.add_events_of_2023(&mut plan, &tasks);
        } else {
            self.add_events(&mut plan, &tasks);
        }
        self.add_delays(&mut plan);
        Ok(plan)
    }

    /// Integrates the actions.
    fn follow(&self, plan: &mut Plan, map: &Scene) -> Result<(), FormatError> {
        let ticks = self.agent_max_counter.filter(|_| self.version.as_deref() == Some("2026 LoRR")).unwrap_or(1).max(1);
        let mut snapshots = (0_u64, 0_u64);
        let walks = |up: Dir, plan: &Plan| {
            let mut count = MoveCount::default();
            let mut snapshots = (0_u64, 0_u64);
            let all: Result<Vec<_>, FormatError> = (plan.movers.iter().zip(&self.actual_paths).enumerate())
                .map(|(index, (mover, text))| {
                    let bad = |found: String| {
                        FormatError::whole(
                            "",
                            &format!("actualPaths[{index}]: {found}"),
                            "actions such as F,R,C,W or U,D,L,R,W",
                        )
                    };
                    walk(mover, text, (ticks, up), (&mut count, &mut snapshots)).map_err(|found| match found {
                        Ok(error) => error,
                        Err(found) => bad(found),
                    })
                })
                .collect();
            all.map(|all| (all, snapshots))
        };
        let is_plain = self.action_model == "MAPF";
        let mut best = walks(Dir::N, plan)?;
        if is_plain {
            let other = walks(Dir::S, plan)?;
            let faults = |walks: &[Walk]| faults(plan, walks, map);
            let (up, down) = (faults(&best.0), faults(&other.0));
            plan.notes.push(orientation('U', up, down));
            if down < up {
                best = other;
            }
        }
        snapshots.0 = snapshots.0.saturating_add(best.1.0);
        snapshots.1 = snapshots.1.saturating_add(best.1.1);
        for (mover, walk) in plan.movers.iter_mut().zip(best.0) {
            (mover.changes, plan.last) = (walk.changes, plan.last.max(walk.length));
        }
        if snapshots.0 < snapshots.1 {
            plan.notes.push(format!(
                "{} of {} snapshots in the paths differ from the actions before them. Only the first one of each robot counts.",
                snapshots.1.saturating_sub(snapshots.0),
                snapshots.1
            ));
        }
        Ok(())
    }

    /// Returns the cells of each task, in their order.
    fn tasks(&self) -> Result<HashMap<i64, Vec<Place>>, FormatError> {
        let mut all = HashMap::new();
        for (index, task) in self.tasks.iter().enumerate() {
            let bad = || {
                let found = format!("tasks[{index}] is {task}");
                FormatError::whole("", &found, "[id, row, column] or [id, release, [row, column, …]]")
            };
            let numbers =
                |values: &[Value]| values.iter().map(|v| v.as_i64().and_then(|n| i32::try_from(n).ok())).collect();
            let whole: Option<Vec<i32>> = match task.as_array().map(Vec::as_slice) {
                Some([_, row, column]) if column.is_number() => numbers(&[row.clone(), column.clone()]),
                Some([_, _, Value::Array(cells)]) => numbers(cells),
                _ => None,
            };
            let cells: Vec<Place> = whole
                .ok_or_else(bad)?
                .chunks_exact(2)
                .filter_map(|pair| Some((*pair.get(1)?, *pair.first()?)))
                .collect();
            let id = task.get(0).and_then(Value::as_i64).ok_or_else(bad)?;
            all.insert(id, cells);
        }
        Ok(all)
    }

    /// Returns the goal of each robot, if each gets exactly one task, at the beginning.
    fn first_goals(&self, tasks: &HashMap<i64, Vec<Place>>) -> Vec<Place> {
        let only_goal = |events: &Value| {
            let mut assigned =
                events.as_array()?.iter().filter(|event| event.get(2).and_then(Value::as_str) == Some("assigned"));
            let only = assigned.next().filter(|event| event.get(1).and_then(Value::as_i64) == Some(0))?;
            let task = only.get(0)?.as_i64()?;
            assigned.next().is_none().then(|| tasks.get(&task)?.first().copied())?
        };
        let goals: Option<Vec<Place>> = self.events.iter().take(self.team_size).map(only_goal).collect();
        goals.filter(|goals| goals.len() == self.team_size).unwrap_or_default()
    }

    fn add_claims(&self, plan: &mut Plan) {
        // With tasks one after the other, the stated cost is the number of robots times that of steps.
        let cost = if plan.arrives { "cost" } else { "steps" };
        let makespan = if plan.arrives { "makespan" } else { "end" };
        plan.claim(cost, self.sum_of_cost);
        plan.claim(makespan, self.makespan);
        plan.claim("finished", self.num_task_finished);
        plan.claim("errors", self.num_planner_errors);
        plan.claim("valid", self.all_valid.as_ref().map(|word| word.eq_ignore_ascii_case("yes")));
    }

    /// Adds what the simulator found wrong with planned moves and schedules.
    fn add_faults(&self, plan: &mut Plan) {
        let last = plan.last;
        let kinds = [("planned moves", &self.errors), ("schedule", &self.schedule_errors)];
        for (kind, error) in kinds.into_iter().flat_map(|(kind, errors)| errors.iter().map(move |error| (kind, error)))
        {
            // The task stands first since 2024.
            let fields = error.get(error.len().saturating_sub(4)..).unwrap_or_default();
            let [one, other, t, text] = fields else { continue };
            let robot = |value: &Value| value.as_i64().filter(|&n| n >= 0).map(|n| n.to_string());
            let text = text.as_str().unwrap_or("an error");
            let mut event = json!({ "event": "fault", "text": format!("{text}, in the {kind}") });
            for (name, robot) in [("actor", robot(one)), ("other", robot(other))] {
                if let (Some(robot), Some(event)) = (robot, event.as_object_mut()) {
                    event.insert(name.to_owned(), robot.into());
                }
            }
            let t = t.as_u64().and_then(|t| u32::try_from(t).ok()).unwrap_or(last);
            plan.event(t.min(last), event);
        }
    }

    /// Adds the tasks of each robot, as listed for each robot.
    fn add_events_of_2023(&self, plan: &mut Plan, tasks: &HashMap<i64, Vec<Place>>) {
        let last = plan.last;
        for (robot, events) in self.events.iter().take(self.team_size).enumerate() {
            for event in events.as_array().into_iter().flatten() {
                let (Some(task), Some(t)) = (event.get(0).and_then(Value::as_i64), time(event.get(1))) else {
                    continue;
                };
                let Some(&at) = tasks.get(&task).and_then(|cells| cells.first()) else { continue };
                match event.get(2).and_then(Value::as_str) {
                    Some("finished") => plan.event(t, reached(robot, at, task)),
                    Some("assigned") if !plan.arrives && t <= last => plan.event(t, goal(robot, at, task)),
                    _ => {}
                }
            }
        }
    }

    /// Adds the errands of each robot: the next one of its task is its goal.
    fn add_events(&self, plan: &mut Plan, tasks: &HashMap<i64, Vec<Place>>) {
        // Task and errand of each robot, after each time when they change.
        let mut turns: Vec<(u32, bool, usize, i64, usize)> = Vec::new();
        for (robot, schedule) in self.actual_schedule.iter().take(self.team_size).enumerate() {
            for change in schedule.split(',') {
                let pair =
                    change.trim().split_once(':').and_then(|(t, task)| Some((t.parse().ok()?, task.parse().ok()?)));
                turns.extend(pair.map(|(t, task)| (t, true, robot, task, 0)));
            }
        }
        for event in &self.events {
            let number = |index: usize| event.get(index).and_then(Value::as_i64);
            let robot = number(1).and_then(|robot| usize::try_from(robot).ok());
            if let (Some(t), Some(robot), Some(task), Some(errand)) = (time(event.get(0)), robot, number(2), number(3))
                && robot < self.team_size
            {
                turns.push((t, false, robot, task, usize::try_from(errand).unwrap_or(0)));
            }
        }
        turns.sort_unstable();
        // Errands that were reached, of tasks that may change their robot.
        let mut errands: HashMap<i64, usize> = HashMap::new();
        for (t, is_assigned, robot, task, errand) in turns {
            let at = |errand: usize| tasks.get(&task).and_then(|cells| cells.get(errand)).copied();
            if !is_assigned {
                errands.insert(task, errand);
                if let Some(at) = errand.checked_sub(1).and_then(at) {
                    let mut event = reached(robot, at, task);
                    let is_last = tasks.get(&task).is_none_or(|cells| errand >= cells.len());
                    if let Some(event) = event.as_object_mut().filter(|_| !is_last) {
                        event.insert("final".into(), false.into());
                    }
                    plan.event(t, event);
                }
            }
            let next = errands.get(&task).copied().unwrap_or(0);
            if let Some(at) = at(next).filter(|_| t <= plan.last) {
                plan.event(t, goal(robot, at, task));
            }
        }
    }

    fn add_delays(&self, plan: &mut Plan) {
        for (robot, delays) in self.delay_intervals.iter().take(self.team_size).enumerate() {
            // The last tick of an interval is the first one without the delay.
            for &(from, to) in delays.iter().filter(|(from, to)| from < to && *from < plan.last) {
                let event = json!({ "event": "delay", "actor": robot.to_string(), "until": to });
                plan.before.entry(from.saturating_add(1)).or_default().push(event);
            }
        }
    }
}

fn time(value: Option<&Value>) -> Option<u32> {
    u32::try_from(value?.as_u64()?).ok()
}

fn reached(robot: usize, (x, y): Place, task: i64) -> Value {
    json!({ "event": "reached", "actor": robot.to_string(), "at": [x, y], "task": task })
}

fn goal(robot: usize, (x, y): Place, task: i64) -> Value {
    json!({ "event": "goal", "actor": robot.to_string(), "goal": [x, y], "task": task })
}
