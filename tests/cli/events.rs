//! `gridscope events`: all events of a run, or those that match a search.

use crate::program::{ok, ok_json, says};

#[test]
fn events_command_lists_and_filters_events() {
    let all = ok(&["events", "hello"]);
    let count = ok_json(&["run", "astar", "hello", "--json"])["events"].as_u64().unwrap();
    assert_eq!(all.lines().count() as u64, count + 1, "a line an event, and how many");
    assert!(all.trim_end().ends_with(&format!("{count} of {count} events")));
    assert_eq!(
        ok(&["events", "hello", "--kind", "expanded", "--cell", "12,5"]),
        "#219  expanded    Expanded (12,5): smallest f = 48 (g = 23, h = 25).\n1 of 824 events\n"
    );
    let json = ok_json(&["events", "hello", "--kind", "expanded", "--words", "f >= 51", "--json"]);
    let rows = json["rows"].as_array().unwrap();
    assert_eq!((json["found"].as_u64(), rows.len()), (Some(24), 24));
    assert!(rows.iter().all(|row| row["kind"] == "expanded" && row["sentence"].as_str().unwrap().contains("f = 51")));
    let acts = ok_json(&["events", "unseen-shutter", "--actor", "guard 1", "--words", "plans a path", "--json"]);
    let first = &acts["rows"][0];
    assert_eq!((first["actor"].as_str(), first["turn"].as_str()), (Some("guard 1"), Some("turn 0")));
    says(&["events", "hello", "--kind", "foo"], "", &["no kind of event \"foo\"", "expanded"]);
    says(&["events", "hello", "--actor", "guard"], "", &["nobody takes turns"]);
    says(&["events", "hello", "--cell", "99,1"], "", &["(99,1) is outside the map"]);
}
