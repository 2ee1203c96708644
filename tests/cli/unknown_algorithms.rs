//! Traces of unknown algorithms, and experiments with a program behind the map.

use crate::program::{gridscope, ok, ok_json, text};
use serde_json::Value;
use std::fs;

/// Writes the trace of a lesson into a folder, once as ours and once with an unknown algorithm.
fn both(algorithm: &str, lesson: &str) -> (tempfile::TempDir, [String; 2]) {
    let folder = tempfile::tempdir().unwrap();
    let at = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
    let [ours, theirs] = [at("ours.trace.jsonl"), at("theirs.trace.jsonl")];
    ok(&["run", algorithm, lesson, "--trace", &ours]);
    let trace = fs::read_to_string(&ours).unwrap();
    let renamed = trace.replacen(&format!("\"algorithm\":\"{algorithm}\""), "\"algorithm\":\"of-a-game\"", 1);
    assert_ne!(trace, renamed);
    fs::write(&theirs, renamed).unwrap();
    (folder, [ours, theirs])
}

#[test]
fn unknown_algorithms_trace_answers_like_its_run() {
    for (algorithm, lesson) in
        [("astar", "secret-door"), ("breadth-first", "secret-door"), ("flow-map", "rooms-and-globe")]
    {
        let (_folder, [ours, theirs]) = both(algorithm, lesson);
        for at in ["7", "30", "60"] {
            let step = |trace: &str| said(&["step", trace, "--at", at, "--why", "3,1"]);
            assert_eq!(events_of(&step(&ours)), events_of(&step(&theirs)), "{algorithm} at {at}");
        }
        let events =
            |trace: &str| serde_json::from_str::<Value>(&said(&["run", trace, "--json"])).unwrap()["events"].clone();
        assert_eq!(events(&theirs), events(&ours));
        assert!(said(&["diff", &ours, &theirs]).starts_with("the same, event by event"), "{algorithm}");
        assert_eq!(ok(&["check", &ours]), ok(&["check", &theirs]), "{algorithm}");
    }
    // For a search, nothing is missing.
    let (_folder, [ours, theirs]) = both("astar", "secret-door");
    for at in 1..175 {
        let step = |trace: &str| ok(&["step", trace, "--at", &at.to_string(), "--why", "5,1"]);
        assert_eq!(step(&ours), step(&theirs), "at {at}");
    }
}

/// Returns the standard output, whatever notes there are.
fn said(args: &[&str]) -> String {
    let out = gridscope(args);
    assert_eq!(out.status.code(), Some(0), "{args:?}: {}", text(&out.stderr));
    text(&out.stdout).to_owned()
}

#[test]
fn output_needing_algorithm_code_is_noted() {
    let (_folder, [ours, theirs]) = both("flow-map", "rooms-and-globe");
    let noted = |trace: &str| text(&gridscope(&["step", trace, "--at", "9"]).stderr).to_owned();
    assert_eq!(noted(&ours), "");
    let missing = noted(&theirs);
    assert!(missing.contains("the code of Flow map") && missing.contains("scoreboards"), "{missing}");
    let (_folder, [_, theirs]) = both("astar", "secret-door");
    assert_eq!(noted(&theirs), "");
}

/// Returns the lines of an answer about events: the first event with its listing line, and the history.
fn events_of(said: &str) -> Vec<&str> {
    let told = |line: &&str| line.starts_with("event ") || line.starts_with("line ") || line.contains('#');
    said.lines().filter(told).map(|line| line.split("  (").next().unwrap_or_default()).collect()
}

#[test]
fn cut_trace_is_shown_up_to_there() {
    let (_folder, [_, theirs]) = both("astar", "secret-door");
    let trace = fs::read_to_string(&theirs).unwrap();
    let lines: Vec<&str> = trace.lines().collect();
    let cut = format!("{}\n{}", lines[..20].join("\n"), &lines[20][..lines[20].len() / 2]);
    fs::write(&theirs, cut).unwrap();
    let out = gridscope(&["step", &theirs, "--at", "19"]);
    assert_eq!(out.status.code(), Some(2), "{}", text(&out.stderr));
    assert!(text(&out.stderr).contains("line 21"), "{}", text(&out.stderr));
    assert!(text(&out.stdout).starts_with("event 19 of 19"), "{}", text(&out.stdout));
}

#[test]
fn program_receives_each_seed_and_value() {
    // The program reports what it was sent: the seed and the parameter.
    let sent =
        r#"sed -n 's/.*/&/;H;${x;s/\n//g;s/.*"seed": *\([0-9]*\).*/{"event":"done","result":"found","sent":\1}/p}'"#;
    let csv = ok(&["experiment", "secret-door", "--with", sent, "--samples", "3", "--seed", "5", "--csv"]);
    let rows: Vec<&str> = csv.lines().collect();
    let mark = rows[1].rsplit_once(',').expect("a mark").1;
    let expected = ["0,,5,5,1,0", "1,,6,6,1,0", "2,,7,7,1,0"].map(|row| format!("{row},{mark}"));
    assert_eq!(
        (rows[0], &rows[1..]),
        ("run,value,seed,sent,events,findings,part-of", &expected.each_ref().map(|r| &**r)[..])
    );
    let measured =
        ok(&["experiment", "secret-door", "--with", sent, "--sweep", "weight=1,2", "--samples", "1", "--csv"]);
    assert_eq!(measured.lines().count(), 3, "{measured}");
}

/// The first seed finds no path. The others do, so their measures have columns.
#[test]
fn measure_missing_at_first_gets_a_column() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name).display().to_string();
    let even = r#"seed=$(sed -n 's/.*"seed": *\([0-9]*\).*/\1/p' | head -n 1)
        if [ $((seed % 2)) = 0 ]; then more=',"cost":7'; fi; echo '{"event":"done","result":"x"'"$more"'}'"#;
    let some = ["experiment", "hello", "--with", even, "--samples", "4", "--seed", "1"];
    let rows = ok(&[&some[..], &["--csv"]].concat());
    let mark = rows.trim_end().rsplit_once(',').expect("a mark").1;
    let expected = ["0,,1,1,0,", "1,,2,1,0,7", "2,,3,1,0,", "3,,4,1,0,7"].map(|row| format!("{row},{mark}\n")).concat();
    assert_eq!(rows, format!("run,value,seed,events,findings,cost,part-of\n{expected}"));
    let table = ok(&some);
    assert!(table.contains("cost\n  all  7 ± 0  median 7  from 7 to 7  in 2 runs"), "{table}");
    assert!(table.starts_with("mean ± standard deviation, median, smallest and largest\n"), "{table}");
    // A file gets the column when the measure first occurs, also if it was interrupted before or after.
    ok(&[&some[..], &["--out", &path("rows.csv")]].concat());
    assert_eq!(std::fs::read_to_string(path("rows.csv")).unwrap(), rows);
    for kept in 1..=4 {
        let begun: String = rows.split_inclusive('\n').take(kept).collect();
        std::fs::write(path("begun.csv"), begun).unwrap();
        let out = gridscope(&[&some[..], &["--out", &path("begun.csv")]].concat());
        assert!(out.status.success(), "{kept}: {}", text(&out.stderr));
        assert_eq!(std::fs::read_to_string(path("begun.csv")).unwrap(), rows, "{kept}");
    }
    // Parts with and without the measure are merged to the same table as from a single machine.
    let parts: Vec<String> = (1..=2)
        .map(|part| {
            let name = path(&format!("part{part}.csv"));
            std::fs::write(&name, ok(&[&some[..], &["--csv", "--shard", &format!("{part}/2")]].concat())).unwrap();
            name
        })
        .collect();
    assert_eq!(ok(&["merge", &parts[0], &parts[1], "--csv"]), rows);
    assert_eq!(ok(&["merge", &parts[1], &parts[0], "-o", &path("merged.csv")]), "");
    assert_eq!(std::fs::read_to_string(path("merged.csv")).unwrap(), rows);
    let out = gridscope(&["merge", &parts[0], &parts[1], "-o", &parts[0]]);
    assert!(text(&out.stderr).contains("this is the input file"), "{}", text(&out.stderr));
    let out = gridscope(&["merge", &parts[0], &parts[0]]);
    assert!(text(&out.stderr).contains("part1.csv: run 0 appears twice, or the file is given twice"));
}

/// A count that is 1 in all runs is not shown as a probability.
#[test]
fn count_is_not_shown_as_a_share() {
    let table = ok(&["experiment", "hello", "--samples", "2"]);
    assert!(table.contains("found\n  all  true in 2 of 2 runs: a share of 1, 95 % interval"), "{table}");
    assert_eq!(table.matches("a share of").count(), 1, "{table}");
}

#[test]
fn program_input_rows_are_the_unchanged_map() {
    // The lesson has a title, which is not a row of its map.
    let width =
        r#"awk 'NR == 1 { printf "{\"event\": \"done\", \"result\": \"found\", \"width\": %d}\n", length($0) }'"#;
    let said: Value = ok_json(&["run", "--with", width, "--stdin", "text", "secret-door", "--json"]);
    assert_eq!(said["outcome"]["width"], 10, "{said}");
}

#[test]
fn a_program_that_fails_fails_the_experiment() {
    let out = gridscope(&["experiment", "secret-door", "--with", "echo no ground >&2; exit 3", "--samples", "2"]);
    assert_eq!(out.status.code(), Some(2));
    let said = text(&out.stderr);
    assert!(said.contains('3') && said.contains("no ground") && said.matches('\n').count() == 1, "{said}");
}

#[test]
fn failing_program_is_not_mistaken_for_missing_symptom() {
    let failed = |command: &str| {
        let out = gridscope(&["minimise", "secret-door", "--with", command, "--keep", "finding heuristic"]);
        assert_eq!(out.status.code(), Some(2));
        text(&out.stderr).to_owned()
    };
    let said = failed("echo no ground >&2; exit 3");
    assert!(said.contains('3') && said.contains("no ground") && !said.contains("does not show this"), "{said}");
    let said = failed(r#"echo '{"event":"note","text":"here"}'"#);
    assert!(said.contains("does not show this symptom on this scene"), "{said}");
}

/// The log of a program is stored with the scene it was sent, although the scene's own algorithm did not write it.
#[test]
fn stored_log_remains_its_programs_log() {
    let folder = tempfile::tempdir().unwrap();
    let kept = folder.path().join("kept.trace.jsonl");
    let kept = kept.to_str().unwrap();
    let program = r#"printf '{"event":"open","at":[1,1],"g":0}\n{"event":"expand","at":[1,1],"g":0}\n'"#;
    ok(&["run", "--with", program, "secret-door", "--trace", kept]);
    assert!(fs::read_to_string(kept).unwrap().contains("\"algorithm\":\"astar\""), "the scene says what it would run");
    assert!(ok(&["check", kept]).starts_with("2 events: "));
    assert!(ok(&["step", kept, "--at", "2"]).starts_with("event 2 of 2, expand"));
    // Even if the program's name is that of one of our algorithms.
    let named = format!("echo '{}'; {program}", r#"{"format":"gridscope-trace","version":2,"algorithm":"astar"}"#);
    ok(&["run", "--with", &named, "secret-door", "--trace", kept]);
    assert!(ok(&["check", kept]).starts_with("2 events: "));
}

/// All commands count events in the same way: the outcome at the end of a trace is not an event.
#[test]
fn all_commands_count_the_same_events() {
    let folder = tempfile::tempdir().unwrap();
    let trace = folder.path().join("run.trace.jsonl").display().to_string();
    ok(&["run", "hello", "--trace", &trace]);
    let events = ok_json(&["run", "hello", "--json"])["events"].clone();
    assert_eq!(ok_json(&["check", &trace, "--json"])["events"], events);
    assert_eq!(ok_json(&["events", &trace, "--json"])["events"], events);
    // A path of three cells is three events.
    let say = r#"echo '{"event":"path","cells":[[0,0],[1,0],[2,0]]}'; echo '{"event":"done","result":"found"}'"#;
    let events = ok_json(&["run", "hello", "--with", say, "--json"])["events"].clone();
    let table = ok_json(&["experiment", "hello", "--with", say, "--samples", "1", "--json"]);
    assert_eq!(table["points"][0]["measures"]["events"]["mean"].as_f64(), events.as_f64(), "{table}");
}

#[test]
fn missing_arguments_are_named() {
    for (args, said) in
        [(&["run"][..], "run: expected a scene: a file"), (&["run", "hello", "--with", " "], "the command is empty")]
    {
        let out = gridscope(args);
        assert_eq!(out.status.code(), Some(2));
        assert!(text(&out.stderr).contains(said), "{}", text(&out.stderr));
    }
}

/// A run that hangs is a row without numbers, and the experiment goes on.
#[test]
#[cfg(unix)]
fn hanging_run_is_a_row_without_numbers() {
    let folder = tempfile::tempdir().unwrap();
    let hangs = r#"seed=$(sed -n 's/.*"seed": *\([0-9]*\).*/\1/p' | head -n 1)
        if [ $seed = 6 ]; then sleep 1000; fi; echo '{"event":"done","result":"found","sent":'$seed'}'"#;
    let args = ["experiment", "secret-door", "--with", hangs, "--samples", "3", "--seed", "5", "--timeout", "4"];
    let file = folder.path().join("rows.csv").display().to_string();
    for (more, rows) in [(["--csv", "--json"], false), (["--out", &file], true)] {
        let out = gridscope(&[&args[..], if rows { &more[..] } else { &more[..1] }].concat());
        let error = text(&out.stderr);
        assert_eq!(out.status.code(), Some(0), "{error}");
        assert!(error.contains("warning: 1 run of 3 without numbers (1): ") && error.contains("4 seconds"), "{error}");
        let csv = if rows { fs::read_to_string(&file).unwrap() } else { text(&out.stdout).to_owned() };
        let rows: Vec<_> = csv.lines().skip(1).map(|row| row.rsplit_once(',').unwrap().0).collect();
        assert_eq!(rows, ["0,,5,5,1,0", "1,,6,,,", "2,,7,7,1,0"], "{csv}");
    }
    // The file is complete, and can be merged.
    assert!(ok(&["merge", &file]).contains("in 2 runs"));
}
