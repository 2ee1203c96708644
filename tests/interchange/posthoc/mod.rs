//! Search traces of Posthoc: read as logs, and written from runs.

mod read;
mod writing;

use crate::support::{is_clear, random_scene, sample, scenes};
use gridscope_formats::log::{Log, LogEvent, Word};
use gridscope_formats::trace_file::log_of;
use gridscope_formats::{
    Content, FormatError, LineCopy, Options, PosthocOptions, Written, file_endings, holds_lines, read_content,
    write_packed, write_posthoc, write_posthoc_log,
};
use gridscope_trace::progress::at_once;
use gridscope_trace::{Cell, Progress, Rng};
use serde_json::{Value, json};
use std::time::{Duration, Instant};

pub(super) fn read(text: impl AsRef<[u8]>) -> Result<Log, FormatError> {
    match at_once(read_content("the file", &mut text.as_ref(), &Options::default(), &Progress::default()))? {
        Content::Log(log) => Ok(*log),
        other => panic!("no log: {other:?}"),
    }
}

pub(super) fn read_sample(name: &str) -> Log {
    let log = read(std::fs::read(sample(name)).expect("a sample")).unwrap_or_else(|error| panic!("{name}: {error}"));
    assert_eq!(log.broken, None, "{name}");
    log
}

/// The events of a log as `word x,y`.
pub(super) fn brief(log: &Log) -> Vec<String> {
    let at = |event: &LogEvent| event.at.map_or_else(String::new, |at| format!(" {},{}", at.x, at.y));
    log.events.iter().map(|event| format!("{}{}", event.name(), at(&event))).collect()
}

#[expect(clippy::unnecessary_wraps, reason = "it is compared with cells that an event may lack")]
pub(super) fn cell(x: u16, y: u16) -> Option<Cell> {
    Some(Cell::new(x, y))
}

/// A document with these events.
pub(super) fn with_events(events: &Value) -> String {
    json!({ "version": "1.4.0", "views": {}, "events": events }).to_string()
}

pub(super) const EVENTS: [&str; 13] = [
    "source 1,1",
    "destination 4,4",
    "open 1,1",
    "expand 1,1",
    "open 2,1",
    "open 1,2",
    "closing 1,1",
    "expand 2,1",
    "open 3,1",
    "open 1,2",
    "x-end 3,1",
    "path",
    "done",
];
