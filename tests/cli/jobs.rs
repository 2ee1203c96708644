//! `--jobs`: the output of several threads is that of one, byte for byte.

use crate::program::{gridscope, says, text};
use std::fs;
use std::path::Path;

/// Returns the exit code and the output of a command with each number of jobs. Fails if they differ.
fn same(args: &[&str]) -> (Option<i32>, String) {
    let with = |jobs: &str| {
        let out = gridscope(&[args, &["--jobs", jobs]].concat());
        (out.status.code(), text(&out.stdout).to_owned(), text(&out.stderr).to_owned())
    };
    let (one, two, four) = (with("1"), with("2"), with("4"));
    assert_eq!(one, two, "{args:?}");
    assert_eq!(one, four, "{args:?}");
    (one.0, one.1)
}

#[test]
fn experiments_do_not_depend_on_jobs() {
    let swept = ["experiment", "counter-example", "--set", "samples=20", "--sweep", "turn=0,1", "--samples", "9"];
    let (code, table) = same(&[&swept[..], &["--csv"]].concat());
    assert_eq!((code, table.lines().count()), (Some(0), 19));
    same(&[&swept[..], &["--json"]].concat());
    same(&swept);
    // The error is that of the first run that fails.
    let (code, _) = same(&["experiment", "hello", "--sweep", "actors=1,2,99999", "--samples", "3", "--csv"]);
    assert_eq!(code, Some(2));
    says(&["experiment", "hello", "--jobs", "0"], "", &["--jobs"]);
}

#[test]
fn experiment_files_do_not_depend_on_jobs() {
    let folder = tempfile::tempdir().unwrap();
    let rows = |jobs: &str| {
        let file = folder.path().join(format!("{jobs}.csv"));
        let sweep = ["experiment", "hello", "--sweep", "weight=1..3:0.5", "--samples", "20", "--jobs", jobs, "-o"];
        let out = gridscope(&[&sweep[..], &[file.to_str().unwrap()]].concat());
        assert_eq!(out.status.code(), Some(0), "{}", text(&out.stderr));
        // A part of the file is done again.
        let whole = fs::read(&file).unwrap();
        fs::write(&file, &whole[..whole.len() / 3]).unwrap();
        gridscope(&[&sweep[..], &[file.to_str().unwrap()]].concat());
        assert!(fs::read(&file).unwrap() == whole, "{jobs} jobs resume");
        whole
    };
    let one = rows("1");
    assert!(one == rows("2") && one == rows("4"));
}

#[cfg(unix)]
#[test]
fn experiments_of_programs_do_not_depend_on_jobs() {
    // Each run answers with its seed, and some seeds take longer.
    let program = r#"seed=$(sed -n 's/.*"seed": *\([0-9]*\).*/\1/p' | head -1); [ $((seed % 3)) = 0 ] && sleep 0.05; echo "{\"event\":\"done\",\"result\":\"found\",\"n\":$seed}""#;
    let (code, table) = same(&["experiment", "hello", "--with", program, "--samples", "12", "--csv"]);
    assert_eq!(code, Some(0), "{table}");
    let seeds: Vec<&str> = table.lines().skip(1).filter_map(|line| line.split(',').nth(2)).collect();
    assert_eq!(seeds.len(), 12, "{table}");
    assert!(seeds.windows(2).all(|pair| pair[0].parse::<u64>().unwrap() < pair[1].parse().unwrap()), "{table}");
    // One program is stopped by its time limit.
    let late = r#"grep -q '"seed": *3\b' && sleep 60; echo '{"event":"done","result":"found","n":1}'"#;
    let (code, table) =
        same(&["experiment", "hello", "--with", late, "--timeout", "2", "--seed", "1", "--samples", "4", "--csv"]);
    assert_eq!((code, table.lines().count()), (Some(0), 5), "{table}");
}

#[test]
fn smallest_scenes_do_not_depend_on_jobs() {
    for (scene, keep) in [
        ("hello", "hits tied"),
        ("secret-door", "outcome cost > 12"),
        ("counter-example", "longer"),
        ("hello", "finding not-shortest"),
    ] {
        same(&["minimise", scene, "--keep", keep, "--json"]);
    }
}

#[cfg(unix)]
#[test]
fn smallest_scenes_of_programs_do_not_depend_on_jobs() {
    // Opens the last wall it reads.
    let program = r##"awk '{ i = index($0, "#"); if (i) { x = i - 1; y = NR - 1 } } END { if (x != "") printf "{\"event\":\"open\",\"at\":[%d,%d]}\n", x, y }'"##;
    let (code, small) =
        same(&["minimise", "secret-door", "--with", program, "--stdin", "text", "--keep", "finding wall", "--json"]);
    assert_eq!(code, Some(0));
    assert!(small.contains(r#""after":[1,1]"#), "{small}");
}

#[test]
fn tools_do_not_depend_on_jobs() {
    let (_, pairs) = same(&["asymmetry", "secret-door", "--algorithm", "shadowcast", "--json"]);
    assert!(pairs.contains("\"pairs\":"), "{pairs}");
    let (_, paths) = same(&["sample-paths", "counter-example", "--algorithm", "astar", "--json"]);
    assert!(paths.contains("\"samples\":1000,"), "{paths}");
}

#[test]
fn suites_do_not_depend_on_jobs() {
    let folder = tempfile::tempdir().unwrap();
    let write = |name: &str, text: &str| fs::write(folder.path().join(name), text).unwrap();
    for name in ["a", "b"] {
        write(&format!("{name}.map"), &format!("type octile\nheight 2\nwidth 99\nmap\n{0}\n{0}\n", ".".repeat(99)));
    }
    let row = |n: usize| {
        let name = if n < 70 { "a" } else { "b" };
        // Each seventh row states a length that is too small.
        let length = if n.is_multiple_of(7) { 0.5 } else { (n % 90) as f64 };
        format!("0\t{name}.map\t99\t2\t0\t0\t{}\t0\t{length}\n", n % 90)
    };
    let scenario = format!("version 1\n{}", (1..150).map(row).collect::<String>());
    write("m.scen", &scenario);
    let file = folder.path().join("m.scen");
    let without_times = |text: &str| {
        let line = |line: &str| line.rsplit_once(',').map_or(line, |(line, _)| line).to_owned();
        text.lines().map(line).filter(|line| !line.starts_with("time")).collect::<Vec<_>>()
    };
    for more in [&["--csv"][..], &["--json"], &[]] {
        let with = |jobs: &str| {
            let out = gridscope(&[&["suite", file.to_str().unwrap(), "--jobs", jobs], more].concat());
            (out.status.code(), without_times(text(&out.stdout)))
        };
        let one = with("1");
        assert_eq!(one.0, Some(1));
        assert_eq!((&one, &one), (&with("2"), &with("4")));
    }
    // A row that does not fit its map is refused with its line.
    write("m.scen", &scenario.replace("\t99\t2\t0\t0\t60\t", "\t99\t2\t0\t9\t60\t"));
    let refused = |jobs: &str| text(&gridscope(&["suite", file.to_str().unwrap(), "--jobs", jobs]).stderr).to_owned();
    assert!(refused("1").contains("line 61"), "{}", refused("1"));
    assert_eq!(refused("1"), refused("4"));
}

#[test]
fn marks_do_not_depend_on_jobs() {
    let folder = tempfile::tempdir().unwrap();
    let class = folder.path().join("class");
    fs::create_dir(&class).unwrap();
    let lesson = folder.path().join("lesson.scene.json");
    gridscope(&["convert", "into-the-pocket", lesson.to_str().unwrap()]);
    for n in 0..9 {
        fs::copy(&lesson, class.join(format!("{n}.json"))).unwrap();
    }
    fs::write(class.join("5.json"), "{").unwrap();
    let csv = |jobs: &str| {
        let to: &Path = &folder.path().join(format!("{jobs}.csv"));
        let args = ["grade", class.to_str().unwrap(), "--exercise", "into-the-pocket", "--jobs", jobs, "--csv"];
        let out = gridscope(&[&args[..], &[to.to_str().unwrap()]].concat());
        (text(&out.stdout).to_owned(), fs::read_to_string(to).unwrap())
    };
    let one = csv("1");
    assert_eq!(one.1.lines().count(), 10, "{}", one.1);
    assert_eq!((&one, &one), (&csv("2"), &csv("4")));
}
