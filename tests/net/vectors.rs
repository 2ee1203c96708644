//! The facts of the vectors: for each case its events and its outcome.

use crate::face::Run;
use crate::facts::old;
use crate::lessons::{scattered, wanted};
use crate::sheet::Sheet;
use gridscope::formats::{Options, read_bytes};

const FILES: [(&str, &str); 6] = [
    ("astar", include_str!("../data/vectors/astar.jsonl")),
    ("auto-explore", include_str!("../data/vectors/auto-explore.jsonl")),
    ("autochess", include_str!("../data/vectors/autochess.jsonl")),
    ("flow-map", include_str!("../data/vectors/flow-map.jsonl")),
    ("path-sampling", include_str!("../data/vectors/path-sampling.jsonl")),
    ("shadowcast", include_str!("../data/vectors/shadowcast.jsonl")),
];

/// Maximum number of events checked in a case.
const MOST_EVENTS: usize = 10_000;

/// Adds every case, such as `vectors astar/17`. Returns the number of cases.
pub fn add(sheet: &mut Sheet) -> usize {
    let mut cases = 0;
    for (file, text) in FILES {
        let whose = format!("vectors {file}");
        if !wanted(&whose) {
            continue;
        }
        for line in text.lines() {
            let case: serde_json::Value = serde_json::from_str(line).expect("a line of JSON");
            let id = case["id"].to_string();
            let json = case["scene"].to_string();
            let scene = read_bytes("a vector", json.as_bytes(), &Options::default()).expect("a scene").scene;
            let run = Run::record(&scene).unwrap_or_else(|e| panic!("{file} {id}: {e}"));
            sheet.say(&whose, &id, [run.len().to_string()]);
            for i in scattered(run.len(), MOST_EVENTS) {
                let e = run.event(i);
                let mut fields: Vec<_> = e.fields.iter().filter(|f| !f.value.word).collect();
                fields.sort_by_key(|f| old(&f.name));
                let values: Vec<&str> = fields.iter().map(|f| f.value.text.as_str()).collect();
                let (kind, level, line, tone) = (old(&e.kind), e.level, e.line, e.tone);
                let text = format!("{i} {kind} {level} {line} {tone} {} {} {} {values:?}", e.cell, e.from, e.replaced);
                sheet.say(&whose, &id, [text]);
            }
            sheet.say(&whose, &id, [run.outcome()]);
            cases += 1;
        }
    }
    cases
}
