//! `gridscope suite` on real maps: every length equals that of the benchmark.

use crate::program::{gridscope, ok_json, text};
use serde_json::json;
use std::path::PathBuf;

#[test]
fn movingai_lengths_are_exact() {
    let named = std::env::var_os("GRIDSCOPE_MOVINGAI").map(PathBuf::from);
    let folder = named.unwrap_or_else(|| support::files::shared("movingai"));
    let suite = folder.join("arena.map.scen");
    if !suite.is_file() {
        support::skip::skip("movingai", &format!("there are no MovingAI maps in {}", folder.display()));
        return;
    }
    for id in ["astar", "dijkstra", "bidirectional-astar", "jump-points", "ida-star"] {
        let got = ok_json(&["suite", suite.to_str().unwrap(), "--json", "--algorithm", id]);
        assert_eq!((&got["rows"], &got["exact"]), (&json!(160), &json!(160)), "{id}: {got}");
    }
}

/// Seven rows of a map. All but the first state a length that is too small.
#[test]
fn every_suite_row_is_listed_or_counted() {
    let folder = tempfile::tempdir().unwrap();
    let at = |name: &str| folder.path().join(name);
    std::fs::write(at("m.map"), "type octile\nheight 2\nwidth 9\nmap\n.........\n.........\n").unwrap();
    let rows: Vec<String> =
        (1..8).map(|x| format!("0\tm.map\t9\t2\t0\t0\t{x}\t0\t{}\n", if x == 1 { 1.0 } else { 0.5 })).collect();
    std::fs::write(at("m.map.scen"), format!("version 1\n{}", rows.concat())).unwrap();
    let suite = at("m.map.scen").display().to_string();
    let out = gridscope(&["suite", &suite]);
    assert_eq!((out.status.code(), text(&out.stdout).matches("too long; expected").count()), (Some(1), 5));
    assert!(text(&out.stdout).ends_with("and 1 more; --csv prints every row\n"), "{}", text(&out.stdout));
    let command = format!("\n    gridscope open {suite} --row 3\n");
    assert!(text(&out.stdout).contains(&command), "{}", text(&out.stdout));
    let row: serde_json::Value = ok_json(&["run", &suite, "--row", "3", "--json"]);
    assert_eq!(row["outcome"]["cost"].as_f64(), Some(3.0), "{row}");
    let out = gridscope(&["suite", &suite, "--csv"]);
    let table = text(&out.stdout);
    let all: Vec<Vec<&str>> = table.lines().map(|line| line.split(',').collect()).collect();
    assert_eq!((out.status.code(), all.len(), all[0].len()), (Some(1), 8, 12), "{table}");
    assert_eq!(all[0][..3], ["line", "map", "algorithm"]);
    assert_eq!(all[1][..11], ["2", "m.map", "astar", "0", "0", "1", "0", "1", "1", "exact", "2"], "{table}");
    assert_eq!(all[7][..10], ["8", "m.map", "astar", "0", "0", "7", "0", "7", "0.5", "too_long"], "{table}");
}

/// A row that starts or ends in a wall says nothing about the search. It is reported as blocked and counted separately.
#[test]
fn suite_rows_on_blocked_ground_are_counted_separately() {
    let folder = tempfile::tempdir().unwrap();
    let at = |name: &str| folder.path().join(name);
    std::fs::write(at("m.map"), "type octile\nheight 2\nwidth 3\nmap\n...\n.@.\n").unwrap();
    let rows = "1 1 0 0 1.41421356\n0 0 1 1 2\n1 1 1 1 0\n0 0 2 0 2\n0 0 0 0 0\n";
    let rows: Vec<String> = rows.lines().map(|row| format!("0\tm.map\t3\t2\t{}\n", row.replace(' ', "\t"))).collect();
    let rows = rows.concat();
    std::fs::write(at("m.map.scen"), format!("version 1\n{rows}")).unwrap();
    let suite = at("m.map.scen").display().to_string();
    for id in ["astar", "dijkstra", "jump-points"] {
        let out = gridscope(&["suite", &suite, "--json", "--algorithm", id]);
        let all: serde_json::Value = serde_json::from_str(text(&out.stdout)).unwrap();
        let counts = ["rows", "exact", "too_short", "unsolved", "blocked"].map(|name| all[name].as_u64());
        assert_eq!((out.status.code(), counts), (Some(1), [5, 2, 0, 0, 3].map(Some)), "{id}: {all}");
    }
    let out = gridscope(&["suite", &suite]);
    let told = text(&out.stdout);
    assert!(told.contains("line 2 starts on blocked ground, at (1,1)"), "{told}");
    assert!(told.contains("line 3 ends on blocked ground, at (1,1)"), "{told}");
    assert!(told.contains("line 4 starts on (1,1) and ends on (1,1), both on blocked ground"), "{told}");
    let out = gridscope(&["suite", &suite, "--csv"]);
    assert_eq!(text(&out.stdout).matches(",blocked,").count(), 3);
}
