//! Shared code of the command line's tests: runs the program with arguments and input.

use serde_json::{Value, json};
use std::io::Write;
use std::process::{Command, Output, Stdio};

/// The second scene of spec/guards.md, section 3: the goal is a closed secret door.
pub const SECRET_DOOR: &str = "##########\n#G.......#\n#.###S##.#\n#........#\n##########\n";

pub fn gridscope(args: &[&str]) -> Output {
    gridscope_with(args, b"")
}

pub fn gridscope_with(args: &[&str], input: &[u8]) -> Output {
    let mut child = Command::new(env!("CARGO_BIN_EXE_gridscope"))
        .args(args)
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    // A program that does not read its input may have ended already.
    let _ = child.stdin.take().unwrap().write_all(input);
    child.wait_with_output().unwrap()
}

pub fn text(bytes: &[u8]) -> &str {
    std::str::from_utf8(bytes).unwrap()
}

/// Returns the standard output of a run that must succeed and print nothing on standard error.
pub fn ok(args: &[&str]) -> String {
    let out = gridscope(args);
    assert_eq!((out.status.code(), text(&out.stderr)), (Some(0), ""), "{args:?}");
    text(&out.stdout).to_owned()
}

pub fn ok_json(args: &[&str]) -> Value {
    serde_json::from_str(&ok(args)).unwrap()
}

/// Returns the single sentence of a run that must fail with code 2.
pub fn sentence(args: &[&str], input: &str) -> String {
    let out = gridscope_with(args, input.as_bytes());
    let error = text(&out.stderr);
    assert_eq!(out.status.code(), Some(2), "{args:?}: {error}");
    assert_eq!(error.matches('\n').count(), 1, "{args:?}: {error}");
    assert!(error.starts_with("gridscope: ") && error.ends_with('\n'), "{args:?}: {error}");
    error.trim_end().to_owned()
}

pub fn says(args: &[&str], input: &str, words: &[&str]) {
    let said = sentence(args, input);
    for word in words {
        assert!(said.contains(word), "{args:?} says {said:?}, not {word:?}");
    }
}

pub fn secret_door() -> Value {
    json!({
        "format": "gridscope-scene", "version": 1, "title": "secret",
        "legend": { "#": "wall", ".": "floor", "S": "secret-door" },
        "rows": SECRET_DOOR.replace('G', ".").lines().collect::<Vec<_>>(),
        "actors": [{ "kind": "guard", "at": [1, 1] }, { "kind": "goal", "at": [5, 2] }],
        "run": { "algorithm": "astar", "params": { "ties": "first" }, "seed": 1 },
    })
}

/// Writes the secret door scene into a folder of its own, and returns its path.
pub fn scene_file() -> (tempfile::TempDir, String) {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("secret.scene.json");
    std::fs::write(&path, secret_door().to_string()).unwrap();
    (folder, path.display().to_string())
}
