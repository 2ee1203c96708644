//! Solutions in the text of mapf-visualizer, which lacam, pibt and others write: lines `key=value`, then a line of cells for
//! each time. In the lifelong form, each cell has a goal and a task.

use super::actions::Facing;
use super::model::{Change, MoveCount, Mover, Place, Plan};
use crate::FormatError;
use serde_json::{Value, json};
use std::collections::HashMap;

/// A solution, and the name of its map.
pub(super) struct Solution {
    pub(super) plan: Plan,
    pub(super) map: String,
}

/// Returns whether a text has a line of cells with a time, `0:(1,2),(3,4),`.
pub(super) fn is_solution(start: &[u8]) -> bool {
    let lines = start.split(|&byte| byte == b'\n').map(<[u8]>::trim_ascii);
    let mut lines = lines.filter(|line| !line.is_empty()).take(200);
    let is_time = |line: &[u8]| {
        let digits = line.iter().take_while(|byte| byte.is_ascii_digit()).count();
        digits > 0 && line.get(digits..).is_some_and(|rest| rest.starts_with(b":("))
    };
    let is_setting = |line: &[u8]| {
        let end = line.iter().position(|byte| *byte == b'=');
        end.is_some_and(|end| {
            end > 0 && line.iter().take(end).all(|byte| byte.is_ascii_alphanumeric() || *byte == b'_')
        })
    };
    let mut has_settings = false;
    loop {
        match lines.next() {
            Some(line) if is_time(line) => return true,
            Some(line) if is_setting(line) => {
                has_settings |=
                    [&b"map_file="[..], b"solver=", b"solution=", b"starts="].iter().any(|name| line.starts_with(name));
            }
            Some(_) => return false,
            None => return has_settings,
        }
    }
}

/// Part of a line about one mover.
struct State {
    at: Place,
    facing: Option<Facing>,
    goal: Option<Place>,
    task: Option<i64>,
}

impl Solution {
    pub(super) fn of(text: &str) -> Result<Self, FormatError> {
        let mut plan = Plan { arrives: true, ..Plan::default() };
        let mut settings: HashMap<&str, &str> = HashMap::new();
        let (mut count, mut is_lifelong, mut has_begun) = (MoveCount::default(), false, false);
        let mut tasks: Vec<Option<(Option<Place>, Option<i64>)>> = Vec::new();
        for (number, line) in (1_usize..).zip(text.lines()) {
            let line = line.trim();
            let bad = |found: &str, expected: &str| FormatError::at("", number, None, found, expected);
            let Some((t, states)) = line.split_once(":(") else {
                settings.extend(line.split_once('='));
                continue;
            };
            if t.contains('=') {
                settings.extend(line.split_once('='));
                continue;
            }
            let t: u32 = t.parse().map_err(|_| bad(&format!("the time is {t:?}"), "a whole number"))?;
            if (!has_begun && t != 0) || (has_begun && t <= plan.last) {
                let expected =
                    if has_begun { format!("a time after {}", plan.last) } else { "time 0 first".to_owned() };
                return Err(bad(&format!("the time is {t}"), &expected));
            }
            let states = states_of(&format!("({states}"))
                .ok_or_else(|| bad("a cell is not of the form (x,y)", "such as (1,2),(3,4),"))?;
            if !has_begun {
                let movers = states.iter().map(|state| Mover {
                    at: state.at,
                    facing: state.facing.map(|facing| facing.0),
                    ..Mover::default()
                });
                plan.movers = movers.collect();
                plan.heading = states.iter().all(|state| state.facing.is_some()) && !states.is_empty();
                tasks.resize(states.len(), None);
            } else if states.len() != plan.movers.len() {
                let found = format!("the line has {} cells", states.len());
                return Err(bad(&found, &format!("{}, one for each mover", plan.movers.len())));
            }
            (has_begun, plan.last) = (true, t);
            for (index, state) in states.iter().enumerate() {
                let Some(mover) = plan.movers.get_mut(index) else { continue };
                let facing = state.facing.map(|facing| facing.0);
                let before = mover.changes.last().map_or((mover.at, mover.facing), |change| (change.at, change.facing));
                if before != (state.at, facing) {
                    count.add()?;
                    mover.changes.push(Change { t, at: state.at, facing });
                }
                let Some(slot) = tasks
                    .get_mut(index)
                    .filter(|slot| state.goal.is_some() && **slot != Some((state.goal, state.task)))
                else {
                    continue;
                };
                is_lifelong = true;
                let (x, y) = state.goal.unwrap_or_default();
                *slot = Some((state.goal, state.task));
                let mut event = json!({ "event": "goal", "actor": index.to_string(), "goal": [x, y] });
                if let (Some(task), Some(event)) = (state.task.filter(|&task| task >= 0), event.as_object_mut()) {
                    event.insert("task".into(), task.into());
                }
                plan.event(t, event);
            }
        }
        let setting = |name: &str| settings.get(name).copied().map(str::trim).filter(|value| !value.is_empty());
        if !has_begun {
            let found =
                if setting("solved") == Some("0") { "the solver found no plan" } else { "there is no time in it" };
            return Err(FormatError::whole("", found, "lines of cells such as 0:(1,2),(3,4),"));
        }
        plan.origin = setting("solver").map_or_else(|| "mapf-visualizer".to_owned(), str::to_owned);
        plan.arrives = !is_lifelong;
        let places = |name: &str| setting(name).and_then(states_of).unwrap_or_default();
        let (starts, goals) = (places("starts"), places("goals"));
        if goals.is_empty() && !is_lifelong {
            plan.notes.push("The file states no goals, so the last cell of each mover is its goal.".into());
        }
        for (index, mover) in plan.movers.iter_mut().enumerate() {
            mover.start = starts.get(index).map(|state| state.at);
            let end = mover.end();
            mover.goal = goals.get(index).map(|state| state.at).or((goals.is_empty() && !is_lifelong).then_some(end));
        }
        let number = |name: &str| setting(name).and_then(|value| value.parse::<u64>().ok()).map(Value::from);
        // In the lifelong form, these are figures of its own.
        if !is_lifelong {
            for (name, claim) in [("soc", "cost"), ("makespan", "makespan"), ("sum_of_loss", "loss")] {
                plan.claim(claim, number(name));
            }
        }
        let map = setting("map_file").unwrap_or_default().to_owned();
        Ok(Self { plan, map })
    }
}

/// Reads `(x,y),(x,y,X_PLUS),(x,y)->(x,y):task,`.
fn states_of(text: &str) -> Option<Vec<State>> {
    let mut all = Vec::new();
    let mut rest = text.trim();
    while !rest.is_empty() {
        let (at, facing, after) = place(rest)?;
        rest = after;
        let mut state = State { at, facing, goal: None, task: None };
        if let Some(goal) = rest.strip_prefix("->") {
            let (goal, _, after) = place(goal)?;
            state.goal = Some(goal);
            rest = after;
            if let Some(task) = rest.strip_prefix(':') {
                let end = task.find(|c: char| !c.is_ascii_digit() && c != '-').unwrap_or(task.len());
                state.task = task.get(..end)?.parse().ok();
                rest = task.get(end..)?;
            }
        }
        all.push(state);
        rest = rest.trim_start_matches(',').trim_start();
    }
    Some(all)
}

/// Reads one cell. Returns the text after it.
fn place(text: &str) -> Option<(Place, Option<Facing>, &str)> {
    let (inside, rest) = text.strip_prefix('(')?.split_once(')')?;
    let mut parts = inside.split(',').map(str::trim);
    let at = (parts.next()?.parse().ok()?, parts.next()?.parse().ok()?);
    Some((at, parts.next().and_then(Facing::of), rest))
}
