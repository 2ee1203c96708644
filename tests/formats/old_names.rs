//! Names of earlier versions are still understood, in trace files and in conditions.

use gridscope::debugger::lab::query;
use gridscope::formats::FormatError;
use gridscope::formats::trace_file;
use gridscope::trace::progress::at_once;
use gridscope::trace::trace::breakpoint::Condition;
use gridscope::trace::{Progress, Replay};
use serde_json::Value;
use support::HitsOf as _;
use support::{record, scene_with};

const MAP: &str = "G...\n.#..\n...X";

fn agrees(text: &str, replay: &Replay) -> Result<bool, FormatError> {
    let trace = trace_file::read(&gridscope::registry(), "old", text.as_bytes()).expect("a trace");
    at_once(trace.agrees(replay, &Progress::default()))
}

#[test]
fn trace_with_old_names_agrees_with_its_run() {
    let scene = scene_with(MAP, &[]);
    let replay = record(&scene);
    let mut bytes = Vec::new();
    let trace = trace_file::Writer::new(&scene, &replay).expect("a header");
    trace.write(&mut bytes).expect("written");
    let now = String::from_utf8(bytes).expect("text");
    assert!(now.contains("\"event\":\"costlier\"") && now.contains("cannot be entered"), "something to call otherwise");
    let agrees = |text: &str| agrees(text, &replay);
    let old = now.replace("\"event\":\"costlier\"", "\"event\":\"dearer\"").replace("cannot", "can not");
    assert_eq!(agrees(&old), Ok(true));
    let other = old.replacen("\"event\":\"dearer\"", "\"event\":\"closed\"", 1);
    assert!(agrees(&other).is_err(), "a kind that never was");
    let changed = old.replacen("\"g\":2", "\"g\":3", 1);
    assert!(changed != old && agrees(&changed).is_err(), "a number");
}

#[test]
fn condition_accepts_the_old_name_of_a_kind() {
    let replay = record(&scene_with(MAP, &[]));
    let ask = |text: &str| text.parse::<Condition>().expect("a condition");
    let (old, new) = (ask("dearer"), ask("costlier"));
    assert!(!replay.hits_of(&new).is_empty());
    assert_eq!(replay.hits_of(&old), replay.hits_of(&new));
    assert_eq!(query::unknown(&replay, &old), None);
    assert!(query::unknown(&replay, &ask("cheaper")).is_some_and(|told| told.contains("costlier")));
}

#[test]
fn a_field_is_known_by_its_old_name() {
    let scene = gridscope::presets::find("item-against-unknown").expect("a preset").scene().expect("a scene");
    let replay = record(&scene);
    let ask = |text: &str| replay.hits_of(&text.parse::<Condition>().expect("a condition"));
    assert!(!ask("direction = w").is_empty());
    assert_eq!(ask("key = w"), ask("direction = w"));
    let mut bytes = Vec::new();
    let trace = trace_file::Writer::new(&scene, &replay).expect("a header");
    trace.write(&mut bytes).expect("written");
    let now = String::from_utf8(bytes).expect("text");
    let old = now.replace("\"direction\":\"w\"", "\"key\":4");
    assert_ne!(old, now);
    assert_eq!(agrees(&old, &replay), Ok(true));
}

/// Version 1 had `cell` for `at`, no last line, nothing besides the fields, and no parent in a tie.
#[test]
fn trace_of_version_1_agrees_with_its_run() {
    let scene = scene_with(MAP, &["ties=last"]);
    let replay = record(&scene);
    let mut bytes = Vec::new();
    let trace = trace_file::Writer::new(&scene, &replay).expect("a header");
    trace.write(&mut bytes).expect("written");
    let now = String::from_utf8(bytes).expect("text");
    assert!(now.contains("\"parent\":"));
    let older = |(n, line): (usize, &str)| {
        let mut all: serde_json::Map<String, Value> = serde_json::from_str(line).expect("a line");
        if n == 0 {
            all["version"] = 1.into();
            all.shift_remove("schema");
            return Some(Value::Object(all).to_string());
        }
        if all["event"] == "done" {
            return None;
        }
        all.shift_remove("_");
        all.shift_remove("parent");
        let renamed = all.into_iter().map(|(name, value)| (if name == "at" { "cell".into() } else { name }, value));
        Some(Value::Object(renamed.collect()).to_string())
    };
    let old: Vec<String> = now.lines().enumerate().filter_map(older).collect();
    let agrees = |text: &str| agrees(text, &replay);
    assert_eq!(agrees(&old.join("\n")), Ok(true));
    let changed = old.join("\n").replacen("\"g\":2", "\"g\":3", 1);
    assert!(agrees(&changed).is_err(), "a number");
}
