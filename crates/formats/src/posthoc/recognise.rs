//! Recognises a search trace by the beginning of the file.

use crate::head;
use crate::outer_keys::OuterKeys;

/// Names of the list of events.
const EVENTS: [&[u8]; 2] = [b"events", b"eventList"];
/// Names of the parts that draw events. They may be longer than the beginning of the file.
const VIEWS: [&[u8]; 2] = [b"views", b"render"];
/// Names that files of gridscope begin with.
const OURS: [&[u8]; 2] = [b"format", b"event"];

/// Returns whether a file with this beginning is a search trace.
pub(super) fn is_search_trace(beginning: &[u8]) -> bool {
    let text = head(beginning);
    if text.starts_with(b"{") {
        let names: Vec<&[u8]> = OuterKeys::of(text).map(|(name, _)| name).collect();
        let has = |all: &[&[u8]]| names.iter().any(|name| all.contains(name));
        return !has(&OURS) && (has(&EVENTS) || has(&VIEWS));
    }
    is_yaml(text)
}

/// Returns whether a text has the outermost names of a search trace in YAML.
fn is_yaml(text: &[u8]) -> bool {
    let mut names = text.split(|&byte| byte == b'\n').filter_map(|line| {
        let end = line.iter().position(|&byte| byte == b':')?;
        let after = line.get(end.saturating_add(1)).is_none_or(u8::is_ascii_whitespace);
        line.get(..end).filter(|name| after && name.iter().all(u8::is_ascii_alphanumeric))
    });
    let first = names.next();
    let has = |all: &[&[u8]], name: Option<&[u8]>| name.is_some_and(|name| all.contains(&name));
    let begins_events = has(&EVENTS, first) && text.split(|&byte| byte == b'\n').any(is_entry);
    let all: Vec<&[u8]> = first.into_iter().chain(names).collect();
    let version = all.contains(&&b"version"[..]);
    begins_events || (version && all.iter().any(|name| EVENTS.contains(name) || VIEWS.contains(name)))
}

/// Returns whether a line is an entry of a list.
fn is_entry(line: &[u8]) -> bool {
    line.trim_ascii_start().starts_with(b"- ")
}
