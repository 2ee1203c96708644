//! Logs of plans of several robots, written from their cells at each time step.

use serde_json::json;

/// A robot: its goal, and its cell at each time step from 0 on. It stays in its last cell.
pub type Robot<'a> = ([u16; 2], &'a [[u16; 2]]);

/// Returns the lines of a log of robots on a map: all are placed first, then a phase `t n` has the moves of each step.
pub fn plan_log(rows: &[&str], robots: &[Robot<'_>]) -> String {
    let header = json!({ "format": "gridscope-trace", "version": 2, "map": rows, "neighbours": 4 });
    let mut lines = vec![header];
    for (number, (goal, cells)) in robots.iter().enumerate() {
        lines.push(json!({ "event": "place", "actor": number, "kind": "robot", "at": cells[0], "goal": goal }));
    }
    let steps = robots.iter().map(|robot| robot.1.len()).max().unwrap_or(0);
    for t in 1..steps {
        lines.push(json!({ "event": "begin", "phase": format!("t {t}") }));
        for (number, (_, cells)) in robots.iter().enumerate() {
            if cells.get(t).is_some_and(|to| *to != cells[t - 1]) {
                lines.push(json!({ "event": "move", "actor": number, "at": cells[t] }));
            }
        }
        lines.push(json!({ "event": "end" }));
    }
    lines.iter().flat_map(|line| [line.to_string(), "\n".to_owned()]).collect()
}

/// Returns a log of three robots in a corridor. Robot 2 stands in the way until t = 3, and 1 and 0 wait behind it.
pub fn queue_log() -> String {
    plan_log(
        &["########", "#......#", "########"],
        &[
            ([4, 1], &[[1, 1], [1, 1], [1, 1], [1, 1], [2, 1], [3, 1], [4, 1]]),
            ([5, 1], &[[2, 1], [2, 1], [2, 1], [2, 1], [3, 1], [4, 1], [5, 1]]),
            ([6, 1], &[[3, 1], [3, 1], [3, 1], [4, 1], [5, 1], [6, 1]]),
        ],
    )
}

/// Returns a log of three robots with two conflicts: 1 enters the cell of 0 at t = 1, and 1 and 2 exchange their cells at
/// t = 3.
pub fn conflict_log() -> String {
    plan_log(
        &["......", "......"],
        &[
            ([1, 0], &[[1, 0]]),
            ([3, 0], &[[0, 0], [1, 0], [2, 0], [3, 0]]),
            ([2, 0], &[[5, 0], [4, 0], [3, 0], [2, 0]]),
        ],
    )
}
