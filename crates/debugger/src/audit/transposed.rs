//! Detects programs that log `[row, column]` where `[x, y]` is expected.

use super::{Report, Rule, report};
use crate::formats::log::{Log, LogEvent, Promises};
use gridscope_trace::geometry::Cell;
use gridscope_trace::trace::{Halt, Progress};
use serde_json::json;

/// Maximum number of events in a log that is checked again with x and y exchanged.
const MAX_EVENTS: usize = 1 << 20;

/// Returns a sentence if exchanging x and y would remove all findings.
pub(super) async fn hint(log: &Log, report: &Report, progress: &Progress) -> Result<Option<String>, Halt> {
    let about_ground =
        |rule: Rule| matches!(rule, Rule::Wall | Rule::Parent | Rule::PathBroken | Rule::NoPath | Rule::Line);
    let may = log.header.scene.is_some()
        && log.header.promises == Promises::default()
        && log.header.origin == [0, 0]
        && log.whole.is_none()
        && log.events.len() <= MAX_EVENTS;
    if !may || !report.findings.iter().any(|finding| about_ground(finding.rule)) {
        return Ok(None);
    }
    for ends in [true, false] {
        let Some(exchanged) = exchanged(log, ends) else { continue };
        let other = self::report(&exchanged, progress).await?;
        let asks_as_much = report.asked.iter().all(|rule| other.asked.contains(rule));
        if other.findings.is_empty() && asks_as_much {
            let hint = "With x and y exchanged there would be no fault: the program may say [row, column] where [x, y] is expected.";
            return Ok(Some(hint.to_owned()));
        }
    }
    Ok(None)
}

/// Returns the log with x and y of its events exchanged, and also of its start and goal if `ends` is set. Returns
/// `None` if a cell would be outside the map.
fn exchanged(log: &Log, ends: bool) -> Option<Log> {
    let size = log.header.scene.as_ref()?.size();
    let turned = |cell: Cell| Some(Cell::new(cell.y, cell.x)).filter(|&cell| size.contains(cell));
    let mut other = log.clone();
    other.whole = None;
    if ends {
        other.header.start = log.header.start.map(turned).map_or(Some(None), |cell| cell.map(Some))?;
        other.header.goal = log.header.goal.map(turned).map_or(Some(None), |cell| cell.map(Some))?;
    }
    let turned_event = |mut event: LogEvent| turn(&mut event, turned).map(|()| event);
    other.events = log.events.iter().map(turned_event).collect::<Option<_>>()?;
    Some(other)
}

/// Exchanges x and y of an event.
fn turn(event: &mut LogEvent, turned: impl Fn(Cell) -> Option<Cell>) -> Option<()> {
    for cell in [&mut event.at, &mut event.from].into_iter().flatten() {
        *cell = turned(*cell)?;
    }
    for name in ["start", "goal"] {
        if let Some(cell) = event.cell(name) {
            event.others.insert(name, json!(turned(cell)?).into());
        }
    }
    if let Some(cells) = event.cells("cells") {
        let cells: Vec<Cell> = cells.into_iter().map(turned).collect::<Option<_>>()?;
        event.others.insert("cells", json!(cells).into());
    }
    Some(())
}
