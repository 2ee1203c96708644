//! The audit of logs: sound programs of every manner are left in peace, and each fault is found where it was planted.

mod beyond_choice;
mod beyond_distance;
mod beyond_moves;
mod beyond_sight;
mod causes;
mod faults;
mod found;
#[path = "../../common/logs/mod.rs"]
mod logs;
mod of_nodes;
mod planted;
mod quiet;
mod sound;

use gridscope::debugger::audit::{Report, audit};
use gridscope::formats::log::Log;

/// What the audit says of a log.
fn report(text: &str) -> Report {
    let log = Log::read("a log", text.as_bytes()).expect("a log");
    assert!(log.broken.is_none(), "{:?}\n{text}", log.broken);
    audit(&log)
}
