//! `gridscope suite` on real maps: every length is that of the benchmark.

use crate::program::ok_json;
use serde_json::json;
use std::path::{Path, PathBuf};

#[test]
fn movingai_lengths_are_exact() {
    let named = std::env::var_os("GRIDSCOPE_MOVINGAI").map(PathBuf::from);
    let folder = named.unwrap_or_else(|| Path::new(env!("CARGO_MANIFEST_DIR")).join("../shared/movingai"));
    let suite = folder.join("arena.map.scen");
    if !suite.is_file() {
        println!("skipped: no MovingAI data in {}", folder.display());
        return;
    }
    for id in ["astar", "dijkstra", "bidirectional-astar", "jump-points", "ida-star"] {
        let got = ok_json(&["suite", suite.to_str().unwrap(), "--json", "--algorithm", id]);
        assert_eq!((&got["rows"], &got["exact"]), (&json!(160), &json!(160)), "{id}: {got}");
    }
}
