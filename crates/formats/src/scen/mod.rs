//! MovingAI scenarios (`.scen`): searches on a map, each with the exact length of its shortest path. The map is beside it,
//! as a MovingAI map. One search is read as a scene, or several as movers that share the map.
//!
//! ```text
//! version 1
//! 1   room.map   8   6   1   1   6   4   7.41421356
//! ```
//!
//! The columns are separated by tabs: bucket, map, width, height, start x and y, goal x and y, length. Straight steps cost
//! 1 and diagonal steps √2, and no step cuts a corner. The bucket is the length divided by four, rounded down. If the
//! scene has a start and a goal, their search is the first row, or the searches of its movers are the first rows. The others follow in the order of the buckets.
//!
//! Solvers for several agents take the first rows as agents. For these, the starts of all rows differ, the goals differ,
//! and the rows are in random order: in the order of the buckets, the first agents would have the shortest ways.
//!
//! Source: Nathan Sturtevant, *Benchmarks for Grid-Based Pathfinding*, 2012; Roni Stern and others, *Multi-Agent
//! Pathfinding: Definitions, Variants, and Benchmarks*, 2019.

mod agents;
mod queries;
mod read;

use super::movingai::{MovingAi, lists_searches};
use super::{Beside, Format, FormatError, FormatInfo, Keeps, Kept, Loaded, Options, Written, head, limits};
use gridscope_trace::cost::Cost;
use gridscope_trace::ends::ends;
use gridscope_trace::{Actor, ActorKind, Cell, DistanceMap, Finder, GridMap, Rng, Scene};
use std::collections::BTreeSet;
use std::fmt::Write as _;

/// Maximum number of rows.
const ROWS: usize = 100_000;

/// The MovingAI scenario format.
#[derive(Debug)]
pub(crate) struct Scen;

/// A search with the length of its shortest path.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Query {
    start: Cell,
    goal: Cell,
    length: Cost,
}

impl Query {
    /// Returns the bucket of a length: a quarter of it, rounded down.
    fn bucket(length: Cost) -> usize {
        (length.approx() / 4.0) as usize
    }
}

impl Format for Scen {
    fn info(&self) -> &FormatInfo {
        static INFO: FormatInfo = FormatInfo::new(
            "scen",
            "MovingAI scenario",
            &["scen"],
            Keeps::of([Kept::Part, Kept::Nothing, Kept::Part, Kept::Nothing, Kept::Nothing]),
        );
        &INFO
    }

    fn recognises(&self, bytes: &[u8]) -> bool {
        let head = head(bytes);
        let line = head.split(|&byte| byte == b'\n').next().unwrap_or(head);
        std::str::from_utf8(line).is_ok_and(lists_searches)
    }

    fn read(&self, name: &str, bytes: &[u8], options: &Options, beside: &mut Beside) -> Result<Loaded, FormatError> {
        read::read(name, bytes, options, beside)
    }

    fn write(&self, scene: &Scene, options: &Options) -> Result<Written, FormatError> {
        FormatError::check_scene("the scene", scene)?;
        let size = scene.size();
        let map =
            GridMap::new(size, |cell| scene.tiles.get(cell).is_some_and(|&tile| options.dialect.is_walkable(tile)));
        let free: Vec<Cell> = size.cells().filter(|&cell| map.is_free(cell)).collect();
        let mut dice = Rng::new(options.write.seed);
        let mut distances = DistanceMap::new(&map);
        let mut finder = Finder::new(&map);
        let (mut own, mut held, mut without_path) = (Vec::new(), Vec::new(), Vec::new());
        let agents = options.write.agents as usize;
        for (actor, goal) in searches_of(scene, agents > 0) {
            match between(&map, &mut finder, actor.at, goal) {
                Some(query) => {
                    own.push(query);
                    held.push((actor, goal));
                }
                None => without_path.push(format!(
                    "the search from {} to {goal} (there is no path between two walkable cells)",
                    actor.at
                )),
            }
        }
        let mut lost = map_losses(scene, options, &held)?;
        lost.extend(without_path);
        if agents > limits::ACTORS {
            let expected = format!("at most {}", limits::ACTORS);
            return Err(FormatError::whole("--agents", &format!("{agents} agents are too many"), &expected));
        }
        let rows = if agents > 0 {
            let rows = agents::rows(&map, &free, &own, agents, &mut dice);
            if rows.len() < agents {
                lost.push(format!(
                    "{} of {agents} agents (the map has no room for more)",
                    agents.saturating_sub(rows.len())
                ));
            }
            rows
        } else {
            queries::rows(&mut distances, &free, &own, options.write.queries as usize, &mut dice)
        };
        if rows.is_empty() {
            return Err(if options.write.queries == 0 && agents == 0 {
                FormatError::whole("--queries", "no searches are asked for", "at least 1")
            } else {
                let found = "no path joins two of its cells";
                FormatError::whole("the scene", found, "walkable cells next to each other")
            });
        }
        let name = map_name(options);
        let text = text(&rows, &name, scene);
        let beside = vec![(name, MovingAi.write(scene, options)?.bytes)];
        Ok(Written { beside, ..Written::new(text.into_bytes(), lost) })
    }
}

/// Returns the searches of a scene: that of its start and its goal, or, for several agents, those of its guards with goals
/// of their own.
fn searches_of(scene: &Scene, has_agents: bool) -> Vec<(&Actor, Cell)> {
    match ends(scene) {
        Ok(pair) => vec![pair],
        Err(_) if !has_agents => Vec::new(),
        Err(_) => scene.of_kind(ActorKind::Guard).filter_map(|guard| Some((guard, guard.goal()?))).collect(),
    }
}

/// Returns the search between two cells, if there is a path with at least one step.
fn between(map: &GridMap, finder: &mut Finder, start: Cell, goal: Cell) -> Option<Query> {
    if start == goal || !map.is_free(start) || !map.is_free(goal) {
        return None;
    }
    let length = finder.path(start, goal)?.cost;
    Some(Query { start, goal, length })
}

/// Returns the name of the map's file. The columns of a scenario are separated by tabs, so a name has none.
fn map_name(options: &Options) -> String {
    let stem: String = options.stem().chars().map(|c| if c.is_control() { '_' } else { c }).collect();
    format!("{stem}.map")
}

/// Lists what the map and the scenario cannot hold. `searches` are those that a row holds.
fn map_losses(scene: &Scene, options: &Options, searches: &[(&Actor, Cell)]) -> Result<Vec<String>, FormatError> {
    let mut bare = scene.clone();
    let goals: BTreeSet<Cell> = searches.iter().map(|search| search.1).collect();
    let starts: BTreeSet<Cell> = searches.iter().map(|search| search.0.at).collect();
    bare.actors.retain(|actor| match actor.kind {
        ActorKind::Goal => !goals.contains(&actor.at),
        kind => !starts.contains(&actor.at) || searches.iter().all(|search| search.0.kind != kind),
    });
    let mut lost = MovingAi.write(&bare, options)?.lost;
    let plain = |actor: &Actor, goal: Cell| {
        let mut plain = Actor::new(actor.kind, actor.at);
        plain.set_goal(actor.goal().filter(|&own| own == goal));
        *actor == plain
    };
    let mut with_fields = searches.iter().filter(|(actor, goal)| !plain(actor, *goal));
    if let Some((actor, _)) = with_fields.next() {
        let (name, more) = (actor.kind.name(), with_fields.count());
        let whose = if more == 0 { format!("the {name}") } else { format!("{} {name}s", more.saturating_add(1)) };
        lost.push(format!("of {whose}: all but its cell"));
    }
    Ok(lost)
}

/// Returns the text of the scenario.
fn text(rows: &[Query], map: &str, scene: &Scene) -> String {
    let mut text = String::from("version 1\n");
    let size = scene.size();
    for &Query { start, goal, length } in rows {
        // Writing to a String cannot fail.
        let _ = writeln!(
            text,
            "{}\t{map}\t{}\t{}\t{}\t{}\t{}\t{}\t{:.8}",
            Query::bucket(length),
            size.width,
            size.height,
            start.x,
            start.y,
            goal.x,
            goal.y,
            length.approx()
        );
    }
    text
}
