//! Instances and schedules of libMultiRobotPlanning, in YAML: `agents` with start and goal and a `map` with obstacles; or a
//! `schedule` with a list of cells and times for each agent. A schedule names no map: its instance is given as the map.

use super::Found;
use super::ground::Ground;
use super::model::{Change, MoveCount, Mover, Place, Plan, cell};
use crate::survey::typed;
use crate::{FormatError, Options, yaml};
use gridscope_trace::scene::Scene;
use gridscope_trace::{Grid, Size, Tile};
use memchr::memmem;
use serde::Deserialize;
use serde::de::DeserializeOwned;
use serde_json::{Map, Value};

#[derive(Deserialize)]
struct Instance {
    agents: Vec<Agent>,
    map: Obstacles,
}

#[derive(Deserialize)]
struct Agent {
    start: Place,
    #[serde(default)]
    goal: Option<Place>,
    /// Several goals, of which one is reached.
    #[serde(default, rename = "potentialGoals")]
    goals: Vec<Place>,
    #[serde(default)]
    name: Option<String>,
}

#[derive(Deserialize)]
struct Obstacles {
    dimensions: (u64, u64),
    #[serde(default)]
    obstacles: Option<Vec<Place>>,
}

#[derive(Deserialize)]
struct Schedule {
    #[serde(default)]
    statistics: Map<String, Value>,
    #[serde(default)]
    cost: Option<Value>,
    #[serde(rename = "schedule")]
    agents: Map<String, Value>,
}

#[derive(Deserialize)]
struct State {
    t: u32,
    x: i32,
    y: i32,
}

/// Returns whether a text has the outermost names of an instance or a schedule.
pub(super) fn is_plan(start: &[u8]) -> bool {
    let mut names = start.split(|&byte| byte == b'\n').filter(|line| line.first().is_some_and(u8::is_ascii_alphabetic));
    let lines = || start.split(|&byte| byte == b'\n').map(<[u8]>::trim_ascii);
    let has = |name: &str| has_name(start, name);
    if is_instance(start) && has("map:") {
        return [b"obstacles:".as_slice(), b"dimensions:"].iter().any(|name| memmem::find(start, name).is_some());
    }
    let is_state =
        |line: &[u8]| line == b"-" || line.contains(&b'{') || STATE.iter().any(|name| line.starts_with(name));
    has("schedule:") && names.all(|line| line.contains(&b':')) && lines().any(is_state)
}

/// Returns whether a text has the outermost name of an instance, and not of a schedule.
pub(super) fn is_instance(text: &[u8]) -> bool {
    has_name(text, "agents:")
}

/// How the first line of a state may begin. Its names have no order.
const STATE: [&[u8]; 3] = [b"- t:", b"- x:", b"- y:"];

/// Returns whether a text has an outermost name: at the beginning of a line, or in braces around everything.
fn has_name(start: &[u8], name: &str) -> bool {
    let is_in_braces = start.trim_ascii_start().starts_with(b"{") && memmem::find(start, name.as_bytes()).is_some();
    is_in_braces || start.split(|&byte| byte == b'\n').any(|line| line.starts_with(name.as_bytes()))
}

fn parse<T: DeserializeOwned>(text: &str) -> Result<T, FormatError> {
    // Lists of Python programs are marked as tuples.
    let json = yaml::json(&text.replace("!!python/tuple ", "").replace("!!python/tuple", ""))?;
    typed("", &json).map_err(|error| FormatError { column: None, ..error })
}

/// Returns the map of an instance.
pub(super) fn scene(text: &str) -> Result<Scene, FormatError> {
    let instance: Instance = parse(text)?;
    let (width, height) = instance.map.dimensions;
    let size = Size::checked(width, height)
        .map_err(|error| FormatError::whole("", &format!("map.dimensions: {error}"), ""))?;
    let mut scene = Scene::new(Grid::new(size, Tile::Floor));
    for &obstacle in instance.map.obstacles.iter().flatten() {
        let at = cell(&scene, obstacle).ok_or_else(|| {
            let found = format!("the obstacle ({},{}) is off the map", obstacle.0, obstacle.1);
            FormatError::whole("", &found, &format!("cells within {width} × {height}"))
        })?;
        scene.tiles.set(at, Tile::Wall);
    }
    Ok(scene)
}

/// Returns the movers of an instance at their starts.
fn movers(instance: &Instance) -> Vec<Mover> {
    let goal = |agent: &Agent| agent.goal.or((agent.goals.len() == 1).then(|| agent.goals.first().copied()).flatten());
    instance.agents.iter().map(|agent| Mover { at: agent.start, goal: goal(agent), ..Mover::default() }).collect()
}

/// Reads an instance, or a schedule with its instance.
pub(super) fn read(text: &str, options: &Options) -> Result<Found, FormatError> {
    let origin = "libMultiRobotPlanning".to_owned();
    if is_instance(text.as_bytes()) {
        let plan = Plan { origin, movers: movers(&parse(text)?), ..Plan::default() };
        let name = "part of this file".to_owned();
        return Ok(Found::Plan(plan, Ground { scene: scene(text)?, name, scenario: None, text: None }));
    }
    let schedule: Schedule = parse(text)?;
    let what = format!("a schedule of libMultiRobotPlanning for {} agents", schedule.agents.len());
    let ground = Ground::find(&[], &what, options)
        .map_err(|error| FormatError { expected: "its instance, or a map, with --map FILE".into(), ..error })?;
    let mut plan = Plan { origin, ..Plan::default() };
    let agents = ground.text.as_deref().map(parse::<Instance>).transpose()?;
    let instance_movers = agents.as_ref().map(movers).unwrap_or_default();
    plan.arrives = !instance_movers.is_empty() && instance_movers.iter().all(|mover| mover.goal.is_some());
    let mut count = MoveCount::default();
    for (index, (name, states)) in schedule.agents.iter().enumerate() {
        let bad = |found: &str| {
            FormatError::whole("", &format!("schedule.{name}: {found}"), "cells such as {x: 1, y: 2, t: 0}")
        };
        let states: Vec<State> = serde_json::from_value(states.clone()).map_err(|error| bad(&error.to_string()))?;
        let first = states.first().ok_or_else(|| bad("there are no cells"))?;
        let named =
            agents.as_ref().and_then(|all| all.agents.iter().position(|agent| agent.name.as_deref() == Some(name)));
        let instance_mover = instance_movers.get(named.unwrap_or(index));
        let mut mover = Mover {
            at: (first.x, first.y),
            goal: instance_mover.and_then(|mover| mover.goal),
            start: instance_mover.map(|mover| mover.at),
            ..Mover::default()
        };
        let mut last = first.t;
        for state in states.iter().skip(1) {
            if state.t <= last {
                return Err(bad(&format!("t = {} follows {last}", state.t)));
            }
            last = state.t;
            if mover.end() != (state.x, state.y) {
                count.add()?;
                mover.changes.push(Change { t: state.t, at: (state.x, state.y), facing: None });
            }
        }
        plan.last = plan.last.max(last);
        plan.movers.push(mover);
    }
    if plan.arrives {
        let figure = |name: &str| schedule.statistics.get(name).and_then(Value::as_u64);
        plan.claim("cost", figure("cost"));
        plan.claim("makespan", figure("makespan"));
    }
    // The program that writes it there counts the cells of all paths. Others may count the moves.
    if schedule.cost.is_some() {
        plan.notes.push("The cost beside the schedule does not say what it counts, so it was not compared.".to_owned());
    }
    Ok(Found::Plan(plan, ground))
}
