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
//! scene has a start and a goal, their search is the first row. The others follow in the order of the buckets.
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
use gridscope_trace::{Actor, ActorKind, Cell, DistanceMap, GridMap, Rng, Scene};
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
        scene.validate().map_err(|e| FormatError::whole("the scene", &e.to_string(), "everything on the map"))?;
        let size = scene.size();
        let map =
            GridMap::new(size, |cell| scene.tiles.get(cell).is_some_and(|&tile| options.dialect.is_walkable(tile)));
        let free: Vec<Cell> = size.cells().filter(|&cell| map.is_free(cell)).collect();
        let mut dice = Rng::new(options.write.seed);
        let mut distances = DistanceMap::new(&map);
        let pair = ends(scene).ok();
        let own = pair.and_then(|(actor, goal)| between(&mut distances, actor.at, goal));
        let mut lost = map_losses(scene, options, own.and(pair))?;
        if let (Some((actor, goal)), None) = (pair, own) {
            lost.push(format!("the search from {} to {goal} (there is no path between two walkable cells)", actor.at));
        }
        let agents = options.write.agents as usize;
        if agents > limits::ACTORS {
            let expected = format!("at most {}", limits::ACTORS);
            return Err(FormatError::whole("--agents", &format!("{agents} agents are too many"), &expected));
        }
        let rows = if agents > 0 {
            let rows = agents::rows(&map, &free, own, agents, &mut dice);
            if rows.len() < agents {
                lost.push(format!(
                    "{} of {agents} agents (the map has no room for more)",
                    agents.saturating_sub(rows.len())
                ));
            }
            rows
        } else {
            queries::rows(&mut distances, &free, own, options.write.queries as usize, &mut dice)
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

/// Returns the search between two cells, if there is a path with at least one step.
fn between(distances: &mut DistanceMap, start: Cell, goal: Cell) -> Option<Query> {
    if start == goal || !distances.is_free(start) || !distances.is_free(goal) {
        return None;
    }
    let length = distances.set_goals(&[goal]).get(start)?;
    Some(Query { start, goal, length })
}

/// Returns the name of the map's file. The columns of a scenario are separated by tabs, so a name has none.
fn map_name(options: &Options) -> String {
    let stem: String = options.stem().chars().map(|c| if c.is_control() { '_' } else { c }).collect();
    format!("{stem}.map")
}

/// Lists what the map and the scenario cannot hold. `pair` is the start and the goal, if a row holds them.
fn map_losses(scene: &Scene, options: &Options, pair: Option<(&Actor, Cell)>) -> Result<Vec<String>, FormatError> {
    let Some((start, goal)) = pair else { return Ok(MovingAi.write(scene, options)?.lost) };
    let mut bare = scene.clone();
    bare.actors.retain(|actor| actor != start && (actor.kind != ActorKind::Goal || actor.at != goal));
    let mut lost = MovingAi.write(&bare, options)?.lost;
    if *start != Actor::new(start.kind, start.at) {
        lost.push(format!("of the {}: all but its cell", start.kind.name()));
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
