//! Files whose names the command line does not give, beside an output or in a folder: what gridscope did not write stays,
//! and a link is never followed.

use crate::program::{gridscope, says, text};
use std::fs;
use std::path::Path;

/// Grades a scene, and writes the pages of a class.
const CLASS: &[&str] = &["grade", "tests/data/grade", "--exercise", "three-mazes", "--html", "DIR"];

/// Returns each derived name, and the command that writes it. `DIR` stands for a folder.
fn derived() -> Vec<(&'static str, &'static [&'static str])> {
    let mut all: Vec<(_, &[_])> = vec![
        ("a.tiles.png", &["convert", "hello", "DIR/a.tmx"]),
        ("a.tiles.png", &["convert", "hello", "DIR/a.tscn"]),
        ("a.tiles.json", &["convert", "hello", "DIR/a.npy"]),
        ("a.pgm", &["convert", "hello", "DIR/a.yaml", "--to", "ros"]),
        ("a.co", &["convert", "corners", "DIR/a.gr"]),
        ("a.map", &["convert", "hello", "DIR/a.scen"]),
        ("a.map", &["run", "hello", "--trace", "DIR/a.trace.json"]),
        ("a.npy.names.json", &["run", "hello", "--events-npy", "DIR/a.npy"]),
        ("gridscope-run.1", &["man", "--out", "DIR"]),
        ("index.html", CLASS),
        ("solved.scene.json.html", CLASS),
        ("solved.scene.json.player.html", CLASS),
    ];
    if cfg!(feature = "gui") {
        all.push(("a-2.svg", &["render", "cave-96x64", "--handout", "-o", "DIR/a.svg"]));
    }
    all
}

/// Returns the arguments with a folder in place of `DIR`.
fn within(folder: &Path, args: &[&str]) -> Vec<String> {
    args.iter().map(|arg| arg.replace("DIR", folder.to_str().unwrap())).collect()
}

fn refuses(folder: &Path, args: &[&str], words: &[&str]) {
    let args = within(folder, args);
    says(&args.iter().map(String::as_str).collect::<Vec<_>>(), "", words);
}

#[test]
fn files_not_written_by_gridscope_are_not_replaced() {
    for (name, args) in derived() {
        let folder = tempfile::tempdir().unwrap();
        let there = folder.path().join(name);
        fs::write(&there, "export PRECIOUS=1\n").unwrap();
        refuses(folder.path(), args, &[name, "a file that gridscope may not have written is there"]);
        assert_eq!(fs::read_to_string(&there).unwrap(), "export PRECIOUS=1\n", "{args:?}");
        fs::remove_file(&there).unwrap();
        // The second time, the file is gridscope's own.
        for _ in 0..2 {
            let args = within(folder.path(), args);
            let out = gridscope(&args.iter().map(String::as_str).collect::<Vec<_>>());
            assert_eq!(out.status.code(), Some(0), "{args:?}: {}", text(&out.stderr));
        }
        let bytes = fs::read(&there).unwrap();
        assert!(gridscope::formats::is_ours(&bytes) || name == "a.map", "{args:?}: the file says who wrote it");
    }
}

#[cfg(unix)]
#[test]
fn planted_link_is_not_followed() {
    for (name, args) in derived() {
        let folder = tempfile::tempdir().unwrap();
        let home = tempfile::tempdir().unwrap();
        let (there, startup) = (folder.path().join(name), home.path().join("startup"));
        fs::write(&startup, "# gridscope\n").unwrap();
        for target in ["startup", "nothing"] {
            std::os::unix::fs::symlink(home.path().join(target), &there).unwrap();
            refuses(folder.path(), args, &[name, "a link is there"]);
            assert!(fs::symlink_metadata(&there).unwrap().is_symlink(), "{args:?}");
            fs::remove_file(&there).unwrap();
        }
        assert_eq!(fs::read_to_string(&startup).unwrap(), "# gridscope\n", "{args:?}");
        assert!(!home.path().join("nothing").exists(), "{args:?}");
    }
}
