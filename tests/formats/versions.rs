//! Old files can always be opened: a sample of each version of each format is in tests/data/versions. A newer version
//! is refused by its number.

use gridscope::debugger::log::ConvertedLog;
use gridscope::formats::{Content, Options, movingai, open};
use gridscope::trace::progress::{Progress, at_once};
use serde_json::{Map, Value};
use std::path::{Path, PathBuf};
use support::read_content_of;

fn sample(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/versions").join(name)
}

fn refused(name: &str, text: &str) -> String {
    read_content_of(name, &mut text.as_bytes(), &Options::with_registry(&gridscope::registry()))
        .expect_err(text)
        .to_string()
}

/// Returns the numbers of cells, actors and events of a sample.
fn opened(name: &str) -> (usize, usize, usize) {
    let file = sample(name);
    let options = Options::with_registry(&gridscope::registry()).at(&file);
    let from = &mut open(&file).unwrap_or_else(|e| panic!("{e}"));
    match read_content_of(name, from, &options).unwrap_or_else(|e| panic!("{e}")) {
        Content::Scene(loaded) => (loaded.scene.size().area(), loaded.scene.actors.len(), 0),
        Content::Trace(trace) => {
            let run = gridscope::algorithms::record(&trace.scene, &Progress::default());
            let run = run.expect("a run");
            at_once(trace.agrees(&run, &Progress::default())).unwrap_or_else(|e| panic!("{name}: {e}"));
            (trace.scene.size().area(), trace.scene.actors.len(), run.len())
        }
        Content::Log(log) => {
            assert_eq!(log.broken, None, "{name}");
            let shown = at_once(ConvertedLog::of(&log));
            (shown.scene.size().area(), shown.scene.actors.len(), log.events.len())
        }
    }
}

#[test]
fn a_sample_of_each_version_opens() {
    for (name, said) in [
        ("scene-1.scene.json", (50, 2, 0)),
        ("scene-1-solution.scene.json", (28, 2, 0)),
        ("link-1.txt", (50, 2, 0)),
        ("map.txt", (50, 2, 0)),
        ("octile.map", (12, 0, 0)),
        ("trace-1.trace.jsonl", (50, 2, 175)),
        ("trace-2.trace.jsonl", (50, 2, 175)),
        ("trace-2.trace.jsonl.gz", (50, 2, 175)),
        ("trace-2.trace.jsonl.zst", (50, 2, 175)),
        ("trace-2.columns", (50, 2, 175)),
        ("trace-2.columns.gz", (50, 2, 175)),
        ("log-2.trace.jsonl", (12, 2, 5)),
    ] {
        assert_eq!(opened(name), said, "{name}");
    }
    let suite = std::fs::read_to_string(sample("octile.map.scen")).expect("a sample");
    assert_eq!(movingai::read_scen("a suite", &suite).expect("rows").len(), 2);
    let table = std::fs::read_to_string(sample("table.csv")).expect("a sample");
    let table = gridscope::debugger::lab::experiment::read_csv("a table", table.as_bytes()).expect("rows");
    assert_eq!((table.what.as_str(), table.rows.len()), ("weight", 4));
}

/// Returns a sample with another version, in its first line or in the whole file.
fn with_version(name: &str, version: &Value) -> String {
    let text = std::fs::read_to_string(sample(name)).expect("a sample");
    let (first, rest) = match serde_json::from_str::<Map<String, Value>>(&text) {
        Ok(_) => (text.as_str(), ""),
        Err(_) => text.split_once('\n').expect("lines"),
    };
    let mut header: Map<String, Value> = serde_json::from_str(first).expect("JSON");
    assert!(header.insert("version".into(), version.clone()).is_some(), "{name} says its version");
    format!("{}\n{rest}", Value::Object(header))
}

#[test]
fn a_newer_version_is_refused_by_its_name() {
    for (name, newer) in [
        ("scene-1.scene.json", 2),
        ("trace-1.trace.jsonl", 3),
        ("trace-2.trace.jsonl", 3),
        ("log-2.trace.jsonl", 3),
        ("log-2.trace.jsonl", 999),
    ] {
        let said = refused(name, &with_version(name, &newer.into()));
        let named = format!("version {newer}");
        assert!(said.contains(name) && said.contains(&named) && said.contains("newer than this program"), "{said}");
        for none in [Value::from(0), "two".into(), 1.5.into(), Value::Null, (-1).into()] {
            let said = refused(name, &with_version(name, &none));
            assert!(said.contains("expected") && !said.contains("newer"), "{none}: {said}");
        }
    }
    let link = std::fs::read_to_string(sample("link-1.txt")).expect("a sample");
    let said = refused("a link", &link.replacen("gridscope:1:", "gridscope:3:", 1));
    assert!(said.contains("version 3") && said.contains("a newer gridscope wrote this"), "{said}");
}
