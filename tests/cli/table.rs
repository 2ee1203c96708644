//! The table of expansions, read back as CSV and as Markdown.

use crate::program::{gridscope, ok, ok_json, says, scene_file, text};
use gridscope::trace::geometry::Cell;

fn rows(csv: &str) -> (Vec<String>, Vec<Vec<String>>) {
    let mut reader = csv::Reader::from_reader(csv.as_bytes());
    let head = reader.headers().unwrap().iter().map(str::to_owned).collect();
    let rows = reader.records().map(|row| row.unwrap().iter().map(str::to_owned).collect()).collect();
    (head, rows)
}

#[test]
fn the_table_has_every_expansion_with_its_parent() {
    let (_folder, scene) = scene_file();
    let (head, rows) = rows(&ok(&["table", &scene]));
    assert_eq!(head[..5], ["order", "cell", "g", "h", "f"]);
    assert_eq!(head.last().unwrap(), "parent");
    let outcome = ok_json(&["run", &scene, "--json"]);
    assert_eq!(rows.len() as u64, outcome["outcome"]["expanded"].as_u64().unwrap());
    let mut expanded: Vec<Cell> = Vec::new();
    for (i, row) in rows.iter().enumerate() {
        let number = |c: usize| row[c].parse::<u64>().unwrap();
        assert_eq!(number(0), i as u64 + 1);
        assert_eq!(number(2) + number(3), number(4), "f = g + h: {row:?}");
        let cell = Cell::from_text(&row[1]).unwrap();
        match Cell::from_text(row.last().unwrap()) {
            None => assert_eq!((i, cell), (0, Cell::new(1, 1)), "only the start has no parent"),
            Some(parent) => {
                assert!(expanded.contains(&parent), "a parent was expanded before: {row:?}");
                assert!(parent.x.abs_diff(cell.x) <= 1 && parent.y.abs_diff(cell.y) <= 1, "{row:?}");
            }
        }
        expanded.push(cell);
    }
}

#[test]
fn markdown_has_the_same_rows() {
    let (_folder, scene) = scene_file();
    let (head, rows) = rows(&ok(&["table", &scene, "--csv"]));
    let markdown = ok(&["table", &scene, "--markdown"]);
    let cells = |line: &str| line.trim_matches('|').split('|').map(|c| c.trim().to_owned()).collect::<Vec<_>>();
    let lines: Vec<&str> = markdown.lines().collect();
    assert_eq!(cells(lines[0]), head);
    assert!(cells(lines[1]).iter().all(|c| c.ends_with("-:")), "{}", lines[1]);
    assert_eq!(lines[2..].iter().map(|l| cells(l)).collect::<Vec<_>>(), rows);
}

#[test]
fn table_leaves_missing_h_empty_or_shows_steps() {
    let (folder, scene) = scene_file();
    let out = folder.path().join("d.scene.json");
    let mut flood = crate::program::secret_door();
    flood["run"] = serde_json::json!({ "algorithm": "breadth-first" });
    std::fs::write(&out, flood.to_string()).unwrap();
    let (head, all) = rows(&ok(&["table", out.to_str().unwrap()]));
    let h = head.iter().position(|c| c == "h").unwrap();
    assert!(!all.is_empty() && all.iter().all(|row| row[h].is_empty()), "{all:?}");
    assert!(head.contains(&"steps".to_owned()), "{head:?}");
    let steps = gridscope(&["table", "i-see-you"]);
    assert!(
        text(&steps.stderr).starts_with("note: ") && text(&steps.stderr).contains("steps"),
        "{}",
        text(&steps.stderr)
    );
    assert_eq!(rows(text(&steps.stdout)).0[..3], ["event", "kind", "cell"]);
    says(&["table", &scene, "--run", "B"], "", &["no run B"]);
}

#[test]
fn a_trace_has_the_table_of_its_run() {
    let (folder, scene) = scene_file();
    let trace = folder.path().join("a.trace.jsonl");
    let trace = trace.to_str().unwrap();
    ok(&["run", &scene, "--trace", trace]);
    assert_eq!(ok(&["table", trace]), ok(&["table", &scene]));
}

/// In a bidirectional search, each row names its side.
#[test]
fn bidirectional_table_names_the_side_of_each_row() {
    let (head, rows) = rows(&ok(&["table", "hello", "--algorithm", "bidirectional-astar"]));
    let side = head.iter().position(|c| c == "list").expect("a column");
    assert_eq!((&*rows[0][side], &*rows[1][side]), ("start", "goal"));
}
