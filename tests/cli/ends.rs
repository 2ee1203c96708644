//! Exit codes: 2 for a log with a bad line, a changed trace and a moment past the end, 3 for a run that a budget halted.
//! Contradictory files and files of other programs give one sentence.

use crate::program::{gridscope, gridscope_with, ok, says, text};
use crate::refused::write;
use std::path::Path;

const HEADER: &str = r#"{"format":"gridscope-trace","version":2,"map":[".....",".....","....."],"start":[1,1],"goal":[3,1],"neighbours":4}"#;

/// The lines before the bad one are printed, and then the reason why they are not all.
#[test]
fn bad_log_line_ends_every_command_with_2() {
    let folder = tempfile::tempdir().unwrap();
    let good = format!("{HEADER}\n{{\"event\":\"open\",\"at\":[1,1],\"g\":0}}\n");
    for (name, bad) in
        [("cut", "{\"event\":\"exp"), ("words", "hello\n"), ("outside", "{\"event\":\"open\",\"at\":[9,9]}\n")]
    {
        let log = write(folder.path(), &format!("{name}.trace.jsonl"), format!("{good}{bad}"));
        let (packed, picture) = (folder.path().join("a.trace.jsonl.gz"), folder.path().join("a.svg"));
        let (packed, picture) = (packed.to_str().unwrap(), picture.to_str().unwrap());
        let mut commands = vec![
            vec!["run", &log],
            vec!["run", &log, "--json"],
            vec!["step", &log],
            vec!["events", &log],
            vec!["why", &log, "1,1"],
            vec!["why-not", &log, "2,1"],
            vec!["diff", &log, "hello"],
            vec!["diff", "hello", &log],
            vec!["check", &log],
            vec!["convert", &log, "-", "--to", "text"],
            vec!["convert", &log, packed],
        ];
        if cfg!(feature = "gui") {
            commands.push(vec!["render", &log, "-o", picture]);
        }
        for args in commands {
            let out = gridscope(&args);
            let error = text(&out.stderr);
            assert_eq!(out.status.code(), Some(2), "{args:?}: {error}");
            assert!(error.contains("line 3") && error.contains(&format!("{name}.trace.jsonl")), "{args:?}: {error}");
            assert_eq!(error.matches("line 3").count(), 1, "{args:?}: said once: {error}");
            assert!(
                args[0] == "check" || args.get(2) == Some(&packed) || args[0] == "render" || !out.stdout.is_empty(),
                "{args:?}"
            );
        }
    }
}

/// A halted run is not a success. A moment before the halt is complete, so it is one.
#[test]
fn run_halted_by_its_budget_ends_with_3() {
    let folder = tempfile::tempdir().unwrap();
    // A run with more events than the budget.
    let endless = write(
        folder.path(),
        "endless.scene.json",
        r#"{"format":"gridscope-scene","version":1,"rows":["...",".#.","..."],"actors":[{"kind":"guard","at":[0,0]},{"kind":"goal","at":[2,2]}],"run":{"algorithm":"astar"}}"#,
    );
    let trace = folder.path().join("half.trace.jsonl");
    let trace = trace.to_str().unwrap();
    for args in [
        &["run", &endless, "--events", "9"][..],
        &["run", &endless, "--events", "9", "--json"],
        &["run", &endless, "--events", "9", "--picture"],
        &["run", &endless, "--events", "9", "--layer", "g"],
        &["run", &endless, "--events", "9", "--trace", trace],
    ] {
        let out = gridscope(args);
        assert_eq!((out.status.code(), text(&out.stderr).contains("stopped")), (Some(3), true), "{args:?}");
    }
    assert_eq!(gridscope(&["run", &endless, "--events", "100000"]).status.code(), Some(0));
    // The halted trace is the beginning of that run, and is not reported as changed.
    let step = gridscope(&["step", trace]);
    assert_eq!((step.status.code(), text(&step.stderr)), (Some(0), ""));
    assert_eq!(gridscope(&["check", trace]).status.code(), Some(0));
    assert_eq!(gridscope(&["convert", trace, &format!("{trace}.gz")]).status.code(), Some(0));
    let half = std::fs::read_to_string(trace).unwrap();
    let other = half.replacen("\"event\":\"rejected\",\"at\":[1,1]", "\"event\":\"rejected\",\"at\":[2,1]", 1);
    assert_ne!(half, other);
    let other = write(folder.path(), "other.trace.jsonl", other);
    says(&["convert", &other, "-", "--to", "jsonl"], "", &["the trace was changed"]);
}

/// A trace of a halted run whose scene cannot be run again shows that run. Every command says that it is incomplete.
#[test]
fn halted_unknown_trace_ends_commands_with_3() {
    let folder = tempfile::tempdir().unwrap();
    let half = folder.path().join("half.trace.jsonl");
    let half = half.to_str().unwrap();
    assert_eq!(gridscope(&["run", "hello", "--events", "100", "--trace", half]).status.code(), Some(3));
    let trace = std::fs::read_to_string(half).unwrap();
    std::fs::write(half, trace.replacen("\"algorithm\":\"astar\"", "\"algorithm\":\"of-a-game\"", 1)).unwrap();
    let page = folder.path().join("a.html");
    for args in [
        &["run", half][..],
        &["run", half, "--json"],
        &["step", half],
        &["step", half, "--at", "50"],
        &["step", half, "--at", "101"],
        &["events", half],
        &["why", half, "3,2"],
        &["why", half, "--event", "101"],
        &["why-not", half, "3,3"],
        &["diff", half, "hello"],
        &["table", half],
        &["render", half, "--at", "50", "-o", page.to_str().unwrap()],
    ] {
        let out = gridscope(args);
        let error = text(&out.stderr);
        assert_eq!(out.status.code(), Some(3), "{args:?}: {error}");
        assert!(error.contains("more events than the budget allows") || args.contains(&"--event"), "{args:?}: {error}");
    }
}

/// Commands that show a changed trace print its events, and then the reason why they are at fault.
#[test]
fn a_changed_trace_ends_every_command_with_2() {
    let folder = tempfile::tempdir().unwrap();
    let at = |name: &str| folder.path().join(name).display().to_string();
    ok(&["run", "hello", "--trace", &at("hello.trace.jsonl")]);
    let own = std::fs::read_to_string(at("hello.trace.jsonl")).unwrap();
    let (head, body) = own.split_at(own.len() - 2000);
    let changed = write(folder.path(), "changed.trace.jsonl", format!("{head}{}", body.replacen("[2", "[1", 1)));
    let (page, picture) = (at("a.html"), at("a.svg"));
    let mut shows = vec![
        vec!["step", &changed, "--at", "3"],
        vec!["events", &changed],
        vec!["why", &changed, "3,3"],
        vec!["why-not", &changed, "3,3"],
        vec!["diff", &changed, "hello"],
        vec!["diff", "hello", &changed],
        vec!["table", &changed],
        vec!["table", &changed, "--npy"],
        vec!["render", &changed, "-o", &page],
    ];
    if cfg!(feature = "gui") {
        shows.push(vec!["render", &changed, "-o", &picture]);
    }
    for args in shows {
        let out = gridscope(&args);
        let error = String::from_utf8_lossy(&out.stderr).into_owned();
        assert_eq!(out.status.code(), Some(2), "{args:?}: {error}");
        assert!(error.starts_with("gridscope: the recorded events are shown: "), "{args:?}: {error}");
        assert_eq!(error.matches("the trace was changed").count(), 1, "{args:?}: {error}");
        assert!(!out.stdout.is_empty() || Path::new(args[args.len() - 1]).exists(), "{args:?}");
    }
}

/// A program that fails after it logged something ends every command with 2.
#[test]
fn program_failing_late_ends_commands_with_2() {
    let log = r#"echo '{"event":"expand","at":[0,0],"g":0}'; exit 3"#;
    for command in ["run", "step", "events", "table"] {
        says(&[command, "hello", "--with", log], "", &["exit status: 3"]);
    }
}

#[test]
fn a_moment_past_the_end_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let picture = folder.path().join("a.html");
    let picture = picture.to_str().unwrap();
    for args in [
        &["step", "hello", "--at", "99999"][..],
        &["step", "hello", "--json", "--at", "99999"],
        &["why", "hello", "3,3", "--at", "99999"],
        &["why", "hello", "--event", "99999"],
        &["why-not", "hello", "3,3", "--at", "99999"],
        &["render", "hello", "--at", "99999", "-o", picture],
        &["render", "hello", "--to", "99999", "-o", picture],
    ] {
        says(args, "", &["there is no event 99999; the run has 824 events"]);
    }
    assert!(!Path::new(picture).exists());
    assert!(ok(&["step", "hello", "--at", "824"]).starts_with("event 824 of 824"));
}

/// A flag takes the word after it, so a number below 0 is refused as a number, and a file may have any name.
#[test]
fn words_beginning_with_dashes_are_values_and_files() {
    let folder = tempfile::tempdir().unwrap();
    let run = |args: &[&str]| {
        let mut command = std::process::Command::new(env!("CARGO_BIN_EXE_gridscope"));
        let out = command.args(args).current_dir(folder.path()).output().unwrap();
        (out.status.code(), text(&out.stderr).to_owned())
    };
    for (args, words) in [
        (&["step", "hello", "--at", "-1"][..], "invalid value '-1' for '--at <N>'"),
        (&["run", "hello", "--seed", "-1"], "invalid value '-1' for '--seed <SEED>'"),
        (&["step", "hello", "--why", "-1,2"], "two whole numbers from 0"),
        (&["why", "hello", "-1,2"], "'-1,2' found; tip: numbers and cells are not below 0"),
        (&["run", "-1"], "a file of that name is ./-1"),
        (&["run", "hello", "--trace", "--json"], "--trace needs a value, and --json is a flag"),
        (&["run", "hello", "--jsn"], "a similar argument exists: '--json'"),
        (&["convert", "hello", "--new.txt"], "a file of that name is ./--new.txt"),
    ] {
        let (code, error) = run(args);
        assert_eq!((code, error.contains(words)), (Some(2), true), "{args:?}: {error}");
        assert!(!error.contains("use '--"), "{args:?}: {error}");
    }
    for args in [
        &["generate", "cave", "-o", "--cave.scene.json"][..],
        &["convert", "--cave.scene.json", "./--new.txt"],
        &["convert", "--", "--cave.scene.json", "--new.txt"],
        &["convert", "hello", "--hello.scene.json"],
        &["run", "hello", "--trace", "--t.trace.jsonl"],
        &["step", "--t.trace.jsonl", "--at", "3", "--json"],
        &["experiment", "hello", "--samples", "2", "--out", "--rows.csv"],
        &["merge", "--rows.csv", "--csv"],
        &["minimise", "hello", "--keep", "hits tied", "-o", "--small.scene.json"],
        &["minimise", "--small.scene.json", "--keep", "hits tied"],
        &["presets", "--export", "--lessons"],
    ] {
        if args[2] == "--hello.scene.json" {
            std::fs::write(folder.path().join(args[2]), "").unwrap();
        }
        assert_eq!(run(args).0, Some(0), "{args:?}: {}", run(args).1);
    }
}

/// A changed trace no longer shows what its scene does, so it is not converted to any format.
#[test]
fn convert_refuses_a_changed_trace() {
    let folder = tempfile::tempdir().unwrap();
    let trace = folder.path().join("hello.trace.jsonl");
    ok(&["run", "hello", "--trace", trace.to_str().unwrap()]);
    let own = std::fs::read_to_string(&trace).unwrap();
    let (head, body) = own.split_at(own.len() - 2000);
    let changed = write(folder.path(), "changed.trace.jsonl", format!("{head}{}", body.replacen("[2", "[1", 1)));
    assert_ne!(std::fs::read_to_string(&changed).unwrap(), own);
    let to = |name: &str| folder.path().join(name).display().to_string();
    for name in ["a.trace.jsonl", "a.trace.jsonl.gz", "a.columns.gz", "a.scene.json"] {
        says(&["convert", &changed, &to(name)], "", &["changed.trace.jsonl", "the trace was changed"]);
        assert!(!Path::new(&to(name)).exists(), "{name}: nothing is written");
        let out = gridscope(&["convert", trace.to_str().unwrap(), &to(name)]);
        assert_eq!(out.status.code(), Some(0), "{name}: {}", text(&out.stderr));
    }
    assert_eq!(std::fs::read_to_string(to("a.trace.jsonl")).unwrap(), own);
}

#[test]
fn a_header_that_contradicts_itself_is_refused() {
    let header = |fields: &str| format!("{{\"format\":\"gridscope-trace\",\"version\":2,{fields}}}\n");
    let map = r#""map":["...","..."]"#;
    let scene = |rows: &str| format!(r#""scene":{{"format":"gridscope-scene","version":1,"rows":[{rows}]}}"#);
    let event = "{\"event\":\"open\",\"at\":[0,0],\"g\":1,\"fuel\":2}\n";
    for (fields, words) in [
        (format!(r#"{map},"size":[4,2]"#), &["\"size\" is 4 × 2", "\"map\" has 3 × 2 cells"][..]),
        (format!(r"{map},{}", scene(r#""....","....""#)), &["\"map\" has 3 × 2", "4 × 2", "one of the two"]),
        (format!(r"{map},{}", scene(r#""...",".#.""#)), &["differ at (1, 1)", "one of the two"]),
        (format!(r#"{},"size":[2,2]"#, scene(r#""...","...""#)), &["\"size\" is 2 × 2", "\"scene\" has 3 × 2"]),
        (format!(r#"{map},"order":["cheapness"]"#), &["\"order\" names \"cheapness\"", "no event has"]),
        (format!(r#"{map},"order":["f","-depth"]"#), &["\"order\" names \"depth\"", "no event has"]),
    ] {
        for command in ["check", "run"] {
            let out = gridscope_with(&[command, "-"], format!("{}{event}", header(&fields)).as_bytes());
            let error = text(&out.stderr);
            assert_eq!(out.status.code(), Some(2), "{fields}: {error}");
            assert!(words.iter().all(|word| error.contains(word)) && error.contains("line 1"), "{fields}: {error}");
        }
    }
    // Two statements that agree are no contradiction, and neither is an order by an existing field.
    for fields in [
        format!(r#"{map},"size":[3,2]"#),
        format!(r"{map},{}", scene(r#""...","...""#)),
        format!(r##"{map},"order":["g","-fuel","#"]"##),
        // The loggers' default, with a search that has no heuristic.
        format!(r#"{map},"order":["f"]"#),
    ] {
        let out = gridscope_with(&["check", "-"], format!("{}{event}", header(&fields)).as_bytes());
        assert_eq!((out.status.code(), text(&out.stderr)), (Some(0), ""), "{fields}");
    }
}

#[test]
fn foreign_files_are_refused_with_advice() {
    let folder = tempfile::tempdir().unwrap();
    for (name, bytes, what, instead) in [
        ("a.pgm", &b"P2\n4 1\n255\n254 0 0 254\n"[..], "picture (PGM", ".yaml"),
        ("b.pgm", b"P5 2 1 255\n\xff\x00", "picture (PGM", ".yaml"),
        ("c.png", b"\x89PNG\n\x1a\n", "damaged picture (PNG)", "one pixel a cell"),
        ("d.jpg", b"\xff\xd8\xff\xe0\0\x10JFIF", "picture (JPEG)", "PNG"),
        ("a.npz", b"PK\x03\x04\0\0", "packed file (ZIP)", "packed in it"),
        ("a.svg", b"<?xml version=\"1.0\"?>\n<svg version=\"1.1\"></svg>\n", "drawing (SVG)", "PNG"),
        ("a.txt", b"0 0 0\n0 1 0\n", "table of numbers", "--from csv"),
        ("a.json", b"[[0, 0], [0, 1]]", "list in JSON", "CSV"),
    ] {
        let path = write(folder.path(), name, bytes);
        for command in ["run", "check"] {
            says(&[command, &path], "", &[name, what, "which is not read", instead]);
        }
    }
    // Numbers in a table may mean anything.
    for (name, table) in
        [("a.csv", "0,0,0\n0,1,0\n0,0,0\n"), ("b.csv", "1;0;1\r\n1;-1;2.5\r\n"), ("c.csv", "1,2,2,\n1,1,2,\n")]
    {
        let path = write(folder.path(), name, table.as_bytes());
        says(&["run", &path], "", &[name, "whose meaning is not known", "--array", "--map-tiles"]);
    }
    // A text map is none of these, whatever its first characters are.
    for map in [
        "...\n.#.\n",
        "P..\n",
        "legend:\n1 = wall\n0 = floor\n\nmap:\n001\n100\n",
        "[.]\n\nlegend:\n[ = wall\n] = wall\n",
    ] {
        let out = gridscope_with(&["convert", "-", "-", "--to", "text"], map.as_bytes());
        let error = text(&out.stderr);
        assert!(!error.contains("which is not read"), "{map}: {error}");
    }
}

#[test]
fn cells_off_the_map_are_refused() {
    for command in ["why", "why-not", "step", "events"] {
        let flag = match command {
            "step" => "--why",
            "events" => "--cell",
            _ => "200,200",
        };
        let mut args = vec![command, "hello", flag];
        args.extend(flag.starts_with('-').then_some("200,200"));
        says(&args, "", &["hello: (200,200) is outside the map"]);
    }
    says(&["presets", "--export", ""], "", &["--export", "empty", "expected a folder"]);
    says(&["presets", "--dir", ""], "", &["--dir", "empty", "expected a folder"]);
}

/// The program provides the first run. The algorithm of the second one can be named.
#[test]
fn program_is_compared_with_the_named_algorithm() {
    let folder = tempfile::tempdir().unwrap();
    let map = write(folder.path(), "m.txt", "G..X\n");
    let log = r#"echo '{"event":"open","at":[0,0],"g":0}'"#;
    for id in ["dijkstra", "jump-points"] {
        let out = gridscope(&["diff", "--with", log, "--algorithm", id, "--json", &map, &map]);
        assert_eq!((out.status.code(), text(&out.stderr)), (Some(0), ""), "{id}");
        let all: serde_json::Value = serde_json::from_str(text(&out.stdout)).unwrap();
        assert_eq!((&all["algorithms"][1], &all["events"][0]), (&id.into(), &1.into()), "{id}");
    }
}

/// A program that does not end is stopped, in every command that runs one.
#[test]
fn a_program_behind_any_command_ends_in_time() {
    let folder = tempfile::tempdir().unwrap();
    let map = write(folder.path(), "m.txt", "G..X\n");
    let with = ["--with", "sleep 86400", "--timeout", "0.3"];
    for args in [
        vec!["run", &map],
        vec!["check", &map],
        vec!["step", &map],
        vec!["events", &map],
        vec!["why", &map, "1,0"],
        vec!["diff", &map, &map],
        vec!["table", &map],
        vec!["experiment", &map, "--samples", "2"],
        vec!["minimise", &map, "--keep", "finding path-cost"],
    ] {
        let args: Vec<&str> = args.into_iter().chain(with).collect();
        says(&args, "", &["had not ended after 0.3 seconds", "--timeout"]);
    }
    says(&["run", &map, "--with", "true", "--timeout", "0"], "", &["--timeout", "a number of seconds above 0"]);
    says(&["run", &map, "--with", "true", "--timeout", "soon"], "", &["--timeout", "a number of seconds above 0"]);
    says(&["run", &map, "--timeout", "3"], "", &["--with"]);
}
