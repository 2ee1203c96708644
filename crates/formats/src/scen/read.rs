//! Reads a search of a scenario as a scene: the map, a guard at the start, and the goal. Several searches become guards
//! with a goal each.

use super::super::movingai::{self, MovingAi, Row, line_numbers, read_scen};
use super::super::{Beside, Format as _, FormatError, Loaded, Options, limits, map_given, utf8};
use gridscope_trace::scene::RunSpec;
use gridscope_trace::{Actor, ActorKind, Registry, Scene};
use std::collections::BTreeSet;

/// Reads the search, or the searches, that the options choose: the first one by default.
///
/// # Errors
/// Returns an error if there is no such search, or if its map is not there or does not fit.
pub(super) fn read(name: &str, bytes: &[u8], options: &Options, beside: &mut Beside) -> Result<Loaded, FormatError> {
    let text = utf8(name, bytes)?;
    let all = read_scen(name, text)?;
    let first = first_row(name, &all, options)?;
    let (map_name, map) = map_of(name, &first.map, options, beside)?;
    let (mut scene, mut notes) = (map.scene, map.notes);
    let number = options.row.unwrap_or(1);
    let rows: Vec<(&Row, usize)> = all.iter().zip(line_numbers(text)).skip(number.saturating_sub(1)).collect();
    let rows = match options.movers {
        None => rows.get(..1).unwrap_or_default().to_vec(),
        Some(count) => movers(name, &rows, count, &mut notes)?,
    };
    for (row, line) in &rows {
        row.fits(name, *line, &map_name, scene.size())?;
    }
    if options.movers.is_none() {
        scene.actors = vec![Actor::new(ActorKind::Guard, first.start), Actor::new(ActorKind::Goal, first.goal)];
        if options.row.is_none() && all.len() > 1 {
            notes
                .push(format!("Search 1 of {} is open. --row N, or the list in the window, opens another.", all.len()));
        }
        scene.run = movingai::run();
    } else {
        let flags = rows.iter().map(|(row, _)| Actor::new(ActorKind::Goal, row.goal));
        scene.actors = rows.iter().map(|(row, _)| mover(row)).chain(flags).collect();
        scene.run = run_of_movers(&options.registry);
    }
    notes.extend(blocked_ends(&scene));
    Ok(Loaded::new(scene, "scen", notes))
}

/// Returns the row that the options choose.
fn first_row<'a>(name: &str, all: &'a [Row], options: &Options) -> Result<&'a Row, FormatError> {
    let number = options.row.unwrap_or(1);
    all.get(number.wrapping_sub(1)).ok_or_else(|| {
        if all.is_empty() {
            let expected = "one search per line: bucket, map, width, height, start, goal, length";
            return FormatError::whole(name, "the scenario has no rows", expected);
        }
        FormatError::whole(name, &format!("there is no search {number}"), &format!("1 to {}", all.len()))
    })
}

/// Returns the first `count` rows on one map whose starts all differ, and whose goals all differ. In a scenario for
/// several agents, these are simply the first rows.
fn movers<'a>(
    name: &str,
    rows: &[(&'a Row, usize)],
    count: usize,
    notes: &mut Vec<String>,
) -> Result<Vec<(&'a Row, usize)>, FormatError> {
    if count > limits::ACTORS / 2 {
        let expected = format!("at most {}", limits::ACTORS / 2);
        return Err(FormatError::whole("--agents", &format!("{count} movers are too many"), &expected));
    }
    let (mut starts, mut goals, mut chosen, mut passed) = (BTreeSet::new(), BTreeSet::new(), Vec::new(), 0_usize);
    let map = rows.first().map(|(row, _)| &row.map);
    for &(row, line) in rows {
        if chosen.len() == count {
            break;
        }
        if Some(&row.map) == map && !starts.contains(&row.start) && !goals.contains(&row.goal) {
            starts.insert(row.start);
            goals.insert(row.goal);
            chosen.push((row, line));
        } else {
            passed = passed.saturating_add(1);
        }
    }
    if chosen.len() < count {
        let found = format!("there are {} searches whose starts and goals all differ", chosen.len());
        return Err(FormatError::whole(name, &found, &format!("{count}, one for each mover")));
    }
    if passed > 0 {
        notes.push(format!("{passed} searches between these are left out: their start or goal is that of another."));
    }
    Ok(chosen)
}

/// Returns the guard of a row, with a goal of its own.
fn mover(row: &Row) -> Actor {
    let mut guard = Actor::new(ActorKind::Guard, row.start);
    guard.set_goal(Some(row.goal));
    guard
}

/// Reads the map: the one that the options name, the one that the rows name, or the scenario's name without its ending.
fn map_of(name: &str, map: &str, options: &Options, beside: &mut Beside) -> Result<(String, Loaded), FormatError> {
    if let Some(given) = map_given(options)? {
        return Ok(given);
    }
    let last = map.rsplit(['/', '\\']).next().unwrap_or_default();
    let own = options.path.as_deref().and_then(|path| path.file_stem()?.to_str()).unwrap_or_default();
    let mut reason = String::new();
    for source in [map, last, own].into_iter().filter(|source| !source.is_empty()) {
        match beside.read("", source, &["map"]) {
            Ok(bytes) => {
                // An error about a file that another file names does not quote it.
                let map = MovingAi.read(source, &bytes, options, beside).map_err(|_| {
                    let found = format!("its map {source} is no MovingAI map that can be read");
                    FormatError::whole(name, &found, "a MovingAI map; opened by itself, it says what is wrong")
                })?;
                return Ok((source.to_owned(), map));
            }
            Err(why) if reason.is_empty() || source == last => reason = why,
            Err(_) => {}
        }
    }
    let found = format!("its map {last} was not read: {reason}");
    Err(FormatError::whole(name, &found, &format!("{last} in the same folder, or --map FILE")))
}

/// Returns the run for several movers: the first algorithm whose main actors are guards, on a grid of four neighbours, as
/// most solvers for several agents have it.
fn run_of_movers(registry: &Registry) -> RunSpec {
    let mut run = movingai::run();
    let moves_guards = registry
        .all()
        .iter()
        .map(|runner| runner.card())
        .find(|card| card.actors.first().is_some_and(|need| need.many && need.kinds == [ActorKind::Guard]));
    if let Some(card) = moves_guards {
        card.id.clone_into(&mut run.algorithm);
        run.params.set("neighbours", 4);
        run.params.keep_taken(card.params);
    }
    run
}

/// Returns a note about starts and goals on blocked cells.
fn blocked_ends(scene: &Scene) -> Option<String> {
    let blocked = |actor: &&Actor| scene.tiles.get(actor.at).is_some_and(|tile| !tile.is_walkable());
    let on_walls: Vec<&Actor> = scene.actors.iter().filter(blocked).collect();
    let first = on_walls.first()?;
    let what = if first.kind == ActorKind::Goal { "goal" } else { "start" };
    Some(match on_walls.len() {
        1 => format!("The {what} {} is on blocked ground.", first.at),
        n => format!("{n} starts and goals are on blocked ground, the first at {}.", first.at),
    })
}
