//! Outputs and their names: none replaces an input or another output, and `-` is standard output.

use crate::program::{gridscope, ok, says, text};
use std::fs;
use std::path::Path;
use std::process::{Command, Output};

const MAP: &str = "G...X\n";

/// Runs the program in a folder, where names are short.
fn inside(folder: &Path, args: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_gridscope")).args(args).current_dir(folder).output().unwrap()
}

/// Returns the names of the files in a folder.
fn names(folder: &Path) -> Vec<String> {
    let mut names: Vec<String> =
        fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
    names.sort();
    names
}

#[test]
fn no_command_overwrites_its_input() {
    let folder = tempfile::tempdir().unwrap();
    let files = ["a.txt", "a.png", "a.svg", "a.names.json", "class/a.json"];
    fs::create_dir(folder.path().join("class")).unwrap();
    for name in files {
        fs::write(folder.path().join(name), MAP).unwrap();
    }
    let mut cases: Vec<&[&str]> = vec![
        &["run", "a.txt", "--trace", "./a.txt"],
        &["run", "a.txt", "--events-npy", "a.txt"],
        &["run", "a.names.json", "--events-npy", "a"],
        &["run", "hello", "--map", "a.txt", "--trace", "a.txt"],
        &["minimise", "a.txt", "--keep", "outcome cost >= 2", "-o", "class/../a.txt"],
        &["experiment", "a.txt", "--samples", "2", "-o", "a.txt"],
        &["merge", "a.txt", "-o", "a.txt"],
        &["generate", "maze", "--template", "a.txt", "-o", "a.txt"],
        &["convert", "hello", "--map", "a.txt", "a.txt"],
        &["grade", "class", "--exercise", "a.txt", "--csv", "a.txt"],
        &["grade", "class", "--exercise", "three-mazes", "--junit", "class/a.json"],
        &["grade", "class", "--search", "s", "--map", "a.txt", "--gradescope", "a.txt"],
    ];
    if cfg!(feature = "gui") {
        cases.push(&["render", "a.png", "-o", "a.png"]);
        cases.push(&["experiment", "a.svg", "--samples", "2", "--plot", "a.svg"]);
    }
    for args in cases {
        // A class of searches has a file in Python.
        if args.contains(&"--search") {
            fs::write(folder.path().join("class/a.py"), "").unwrap();
        }
        let out = inside(folder.path(), args);
        let error = text(&out.stderr);
        assert_eq!(out.status.code(), Some(2), "{args:?}: {error}");
        assert!(error.contains("this is the input file; expected another file"), "{args:?}: {error}");
    }
    for name in files {
        assert_eq!(fs::read_to_string(folder.path().join(name)).unwrap(), MAP, "{name}");
    }
}

#[test]
fn two_outputs_have_two_names() {
    let folder = tempfile::tempdir().unwrap();
    fs::create_dir(folder.path().join("class")).unwrap();
    fs::write(folder.path().join("class/a.json"), "{}").unwrap();
    let grade = ["grade", "class", "--exercise", "three-mazes"];
    let (table, tests) =
        ([&grade[..], &["--csv", "f", "--junit", "class/../f"]].concat(), ["--csv", "-", "--junit", "-"]);
    let streams = [&grade[..], &tests].concat();
    let mut cases: Vec<&[&str]> = vec![
        &["run", "hello", "--trace", "x.jsonl", "--events-npy", "./x.jsonl"],
        &["run", "hello", "--trace", "x.npy.names.json", "--events-npy", "x.npy"],
        &["run", "hello", "--trace", "-", "--events-npy", "-"],
        &table,
        &streams,
    ];
    if cfg!(feature = "gui") {
        cases.push(&["experiment", "hello", "--samples", "2", "-o", "y.svg", "--plot", "y.svg"]);
    }
    for args in cases {
        let out = inside(folder.path(), args);
        let error = text(&out.stderr);
        assert_eq!((out.status.code(), text(&out.stdout)), (Some(2), ""), "{args:?}: {error}");
        assert!(error.contains("another output has this name; expected another file"), "{args:?}: {error}");
    }
    assert_eq!(names(folder.path()), ["class"]);
}

#[test]
fn dash_is_standard_output_and_dot_slash_dash_is_a_file() {
    let folder = tempfile::tempdir().unwrap();
    let printed = |args: &[&str]| {
        let out = inside(folder.path(), args);
        assert_eq!(out.stderr, b"", "{args:?}");
        text(&out.stdout).to_owned()
    };
    let rows = ok(&["experiment", "hello", "--samples", "2", "--csv"]);
    assert_eq!(printed(&["experiment", "hello", "--samples", "2", "-o", "-"]), rows);
    fs::write(folder.path().join("rows.csv"), &rows).unwrap();
    assert_eq!(printed(&["merge", "rows.csv", "-o", "-"]), rows);
    fs::write(folder.path().join("a.json"), "{}").unwrap();
    let grade = ["grade", "a.json", "--exercise", "three-mazes"];
    for flag in ["--csv", "--junit", "--gradescope"] {
        let marks = printed(&[&grade[..], &[flag, "-"]].concat());
        printed(&[&grade[..], &[flag, "./-"]].concat());
        let file = folder.path().join("-");
        let without_times = |text: &str| text.chars().filter(|c| !c.is_ascii_digit()).collect::<String>();
        assert_eq!(without_times(&fs::read_to_string(&file).unwrap()), without_times(&marks), "{flag}");
        fs::remove_file(&file).unwrap();
    }
    printed(&["experiment", "hello", "--samples", "2", "-o", "./-"]);
    assert_eq!(fs::read_to_string(folder.path().join("-")).unwrap(), rows);
    assert_eq!(names(folder.path()), ["-", "a.json", "rows.csv"]);
    says(&["experiment", "hello", "--samples", "2", "-o", "-", "--json"], "", &["expected one of the two"]);
    #[cfg(feature = "gui")]
    says(
        &["grade", "tests/data/grade", "--exercise", "three-mazes", "--pdf", "-"],
        "",
        &["--pdf -", "expected a file"],
    );
}

/// The note about the form of a trace comes after the trace.
#[test]
fn unwritable_trace_has_no_note_about_its_form() {
    let folder = tempfile::tempdir().unwrap();
    let out = gridscope(&["run", "hello", "--trace", folder.path().to_str().unwrap()]);
    assert_eq!(out.status.code(), Some(2));
    assert!(!text(&out.stderr).contains("packed columns"), "{}", text(&out.stderr));
}
