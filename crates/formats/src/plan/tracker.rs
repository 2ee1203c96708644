//! Tables of the MAPF Tracker: many rows, each with the name of its map and scenario, or one row without them. A plan has a
//! line of letters for each agent, in the order of the scenario, which has the starts and goals.

use super::Found;
use super::ground::Ground;
use super::model::{MoveCount, Mover, Plan};
use super::walk::{Walk, faults, orientation, walk};
use crate::{FormatError, Options};
use csv::StringRecord;
use gridscope_trace::Dir;
use serde_json::Value;
use std::path::Path;

/// Returns whether a table has the columns of the Tracker.
pub(super) fn is_table(start: &[u8]) -> bool {
    let line = start.split(|&byte| byte == b'\n').next().unwrap_or_default();
    let line = String::from_utf8_lossy(line).replace('"', "");
    let columns: Vec<&str> = line.split(',').map(str::trim).collect();
    let has = |name: &str| columns.contains(&name);
    has("agents") && has("solution_cost") && (has("path") || has("solution_plan"))
}

/// Reads the row with the most agents, or the one that `--level` names by its number.
pub(super) fn read(text: &str, options: &Options) -> Result<Found, FormatError> {
    let mut reader = csv::ReaderBuilder::new().has_headers(false).flexible(true).from_reader(text.as_bytes());
    let is_blank = |row: &StringRecord| row.iter().all(|field| field.trim().is_empty());
    let rows: Vec<StringRecord> = reader.records().flatten().filter(|row| !is_blank(row)).collect();
    let (columns, rows) =
        rows.split_first().ok_or_else(|| FormatError::whole("", "the table is empty", "a row with a plan"))?;
    let column = |name: &str| columns.iter().position(|column| column.trim() == name);
    let value =
        |row: &StringRecord, name: &str| column(name).and_then(|index| row.get(index)).map(|v| v.trim().to_owned());
    let plan_of =
        |row: &StringRecord| value(row, "solution_plan").or_else(|| value(row, "path")).filter(|plan| !plan.is_empty());
    let agents = |row: &StringRecord| value(row, "agents").and_then(|count| count.parse::<usize>().ok()).unwrap_or(0);
    let with_plan = || rows.iter().enumerate().filter(|(_, row)| plan_of(row).is_some());
    let plan_row = match options.level.as_deref() {
        Some(level) => with_plan().find(|(index, _)| level.parse() == Ok(index.saturating_add(1))),
        None => with_plan().max_by_key(|(_, row)| agents(row)),
    };
    let (index, row) = plan_row.ok_or_else(|| {
        let found =
            options.level.as_ref().map_or("no row has a plan".to_owned(), |level| format!("row {level} has no plan"));
        FormatError::whole("", &found, &format!("a row with a plan, of the {} in the table", rows.len()))
    })?;
    let paths = plan_of(row).unwrap_or_default();
    let paths: Vec<&str> = paths.lines().map(str::trim).filter(|path| !path.is_empty()).collect();
    let what = format!("a plan of the MAPF Tracker for {} agents", paths.len());
    let map = value(row, "map_name").map(|name| format!("{name}.map"));
    let ground = Ground::find(map.as_slice(), &what, options)?;
    let named = value(row, "map_name").zip(value(row, "scen_type")).zip(value(row, "type_id"));
    let scenario =
        named.map(|((map, kind), id)| format!("{map}-{kind}-{id}.scen")).or_else(|| scenario_of_name(options));
    let rows_of_scenario = ground.scenario(scenario.as_slice(), options).ok_or_else(|| {
        let expected = format!(
            "{}the scenario in place of the map: --map FILE.scen",
            scenario.map(|name| format!("{name} beside it, or ")).unwrap_or_default()
        );
        FormatError::whole("", "the plan states no starts", &expected)
    })?;
    if rows_of_scenario.len() < paths.len() {
        let found = format!("the scenario has {} rows, and the plan {} agents", rows_of_scenario.len(), paths.len());
        return Err(FormatError::whole("", &found, "the scenario of this plan"));
    }
    let mut plan = Plan { origin: "MAPF Tracker".into(), arrives: true, ..Plan::default() };
    let place = |cell: gridscope_trace::Cell| (i32::from(cell.x), i32::from(cell.y));
    plan.movers = rows_of_scenario
        .iter()
        .take(paths.len())
        .map(|row| Mover { at: place(row.start), goal: Some(place(row.goal)), ..Mover::default() })
        .collect();
    let walks = |up: Dir| {
        let mut count = MoveCount::default();
        let all: Result<Vec<Walk>, FormatError> = (plan.movers.iter().zip(&paths).enumerate())
            .map(|(agent, (mover, path))| {
                // The letters follow each other without separators.
                let letters: String = path.chars().flat_map(|letter| [letter, ',']).collect();
                walk(mover, &letters, (1, up), (&mut count, &mut (0, 0))).map_err(|found| {
                    found.unwrap_or_else(|found| {
                        FormatError::whole("", &format!("agent {agent}: {found}"), "letters u, d, l, r, w")
                    })
                })
            })
            .collect();
        all
    };
    let (up, down) = (walks(Dir::N)?, walks(Dir::S)?);
    let (of_up, of_down) = (faults(&plan, &up, &ground.scene), faults(&plan, &down, &ground.scene));
    // In the Tracker, u is y + 1.
    let best = if of_up < of_down { up } else { down };
    plan.notes.push(orientation('u', of_up, of_down));
    for (mover, walk) in plan.movers.iter_mut().zip(best) {
        plan.last = plan.last.max(walk.length);
        mover.changes = walk.changes;
    }
    plan.claim("cost", value(row, "solution_cost").and_then(|cost| cost.parse::<u64>().ok()).map(Value::from));
    if rows.len() > 1 {
        plan.notes.push(format!("Row {} of {}; --level N chooses another.", index.saturating_add(1), rows.len()));
    }
    Ok(Found::Plan(plan, ground))
}

/// Returns the name of the scenario that the name of the file says: `NAME-random-1.scen` for `NAME_random_1_300.csv`.
fn scenario_of_name(options: &Options) -> Option<String> {
    let stem = options.path.as_deref().and_then(Path::file_stem)?.to_str()?;
    let parts: Vec<&str> = stem.split('_').collect();
    let [name @ .., kind, id, _agents] = parts.as_slice() else { return None };
    (!name.is_empty()).then(|| format!("{}-{kind}-{id}.scen", name.join("_")))
}
