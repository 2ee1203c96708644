//! The audit of logs: it reports nothing in sound programs, and finds each planted fault where it is.

mod beyond_choice;
mod beyond_distance;
mod beyond_moves;
mod beyond_sight;
mod cases;
mod causes;
mod faults;
mod found;
mod links;
mod of_nodes;
mod parents;
mod plans;
mod planted;
mod promised_sight;
mod promises;
mod quiet;
mod sound;

use gridscope::debugger::audit::Report;
use gridscope::formats::log::Log;
use support::audit;

/// Returns the audit's report of a log.
fn report(text: &str) -> Report {
    let log = Log::read("a log", text.as_bytes()).expect("a log");
    assert!(log.broken.is_none(), "{:?}\n{text}", log.broken);
    audit(&log)
}
