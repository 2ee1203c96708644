//! `paths`: cheapest paths on one map that is kept.

use crate::program::{SECRET_DOOR, gridscope_with, says, text};
use std::io::{Read as _, Write as _};
use std::process::{Command, Stdio};

fn map() -> (tempfile::TempDir, String) {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("map.txt");
    std::fs::write(&path, ".....\n.###.\n.....\n").unwrap();
    let name = path.display().to_string();
    (folder, name)
}

fn answers(args: &[&str], queries: &str) -> Vec<String> {
    let out = gridscope_with(&[&["paths"], args].concat(), queries.as_bytes());
    assert_eq!((out.status.code(), text(&out.stderr)), (Some(0), ""));
    text(&out.stdout).lines().map(str::to_owned).collect()
}

#[test]
fn queries_are_answered_per_line_with_changing_doors() {
    let (_folder, map) = map();
    let found =
        answers(&[&map], "0,1 4,1\n\n2,1 0,0\nopen 1,1\nopen 2,1\nopen 3,1\n0,1 4,1\nclose 2,1\n0,1 2,1\n-1,0 9,70000");
    let around = "6 0,1 0,0 1,0 2,0 3,0 4,0 4,1";
    assert_eq!(found, [around, "none", "4 0,1 1,1 2,1 3,1 4,1", "none", "none"]);
}

#[test]
fn corner_and_neighbour_rules_change_path_costs() {
    let folder = tempfile::tempdir().unwrap();
    let map = folder.path().join("map.txt");
    std::fs::write(&map, "..\n#.\n..\n").unwrap();
    let map = map.display().to_string();
    let cost = |args: &[&str]| answers(&[&[&*map], args].concat(), "0,0 0,2")[0].split(' ').next().unwrap().to_owned();
    assert_eq!(cost(&[]), "4");
    assert_eq!(cost(&["--corners", "one"]), (2.0 * 2f64.sqrt()).to_string());
    assert_eq!(cost(&["--neighbours", "4"]), "4");
}

#[test]
fn binary_answers_equal_text_answers() {
    let (_folder, map) = map();
    let bytes: Vec<u8> = [[0, 0, 1, 4, 1], [0, 2, 1, 0, 0], [1, 2, 1, 0, 0], [0, 2, 1, 2, 1]]
        .concat()
        .into_iter()
        .flat_map(i32::to_le_bytes)
        .collect();
    let out = gridscope_with(&["paths", &map, "--binary"], &bytes);
    assert_eq!((out.status.code(), text(&out.stderr)), (Some(0), ""));
    let cells = [[0_u16, 1], [0, 0], [1, 0], [2, 0], [3, 0], [4, 0], [4, 1]].concat();
    let mut expected = [&6f64.to_le_bytes()[..], &7_u32.to_le_bytes()].concat();
    expected.extend(cells.into_iter().flat_map(u16::to_le_bytes));
    expected.extend([&f64::NAN.to_le_bytes()[..], &0_u32.to_le_bytes()].concat());
    expected
        .extend([&0f64.to_le_bytes()[..], &1_u32.to_le_bytes(), &2_u16.to_le_bytes(), &1_u16.to_le_bytes()].concat());
    assert_eq!(out.stdout, expected);
}

/// A caller that waits for an answer wakes up once, although a 10 among its bytes is a line break in text.
#[test]
fn binary_answer_arrives_in_one_piece() {
    let folder = tempfile::tempdir().unwrap();
    let map = folder.path().join("map.txt");
    std::fs::write(&map, "............\n").unwrap();
    let mut program = Command::new(env!("CARGO_BIN_EXE_gridscope"))
        .args(["paths".as_ref(), map.as_os_str(), "--binary".as_ref()])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let mut queries = program.stdin.take().unwrap();
    let mut answers = program.stdout.take().unwrap();
    for goal in [10, 11] {
        queries.write_all(&[0, 0, 0, goal, 0].map(i32::to_le_bytes).concat()).unwrap();
        assert_eq!(answers.read(&mut [0; 256]).unwrap(), 12 + 4 * (goal as usize + 1));
    }
    drop(queries);
    assert!(program.wait().unwrap().success());
}

#[test]
fn malformed_queries_are_refused() {
    let (_folder, map) = map();
    for query in ["0,0", "0,0 1", "open", "north 1,1", "a,b 1,1"] {
        says(&["paths", &map], query, &["standard input, line 1", "expected two cells such as 0,1 4,1"]);
    }
    says(&["paths", "-"], SECRET_DOOR, &["standard input has the queries"]);
    let out = gridscope_with(&["paths", &map, "--binary"], &[0; 19]);
    assert_eq!(out.status.code(), Some(2), "{}", text(&out.stderr));
}
