//! No input can exhaust the machine: each limit is reported in a sentence with its value, before memory is allocated.

use crate::program::{gridscope, ok, sentence, text};
use flate2::Compression;
use flate2::write::{GzEncoder, ZlibEncoder};
use serde_json::{Value, json};
use std::io::Write as _;
use std::path::Path;
use support::read_log;

/// Returns a scene of 40 × 40 cells with additional fields.
fn scene(more: &Value) -> Value {
    let mut all = json!({
        "format": "gridscope-scene", "version": 1, "rows": vec![".".repeat(40); 40],
        "actors": [{ "kind": "guard", "at": [0, 0] }, { "kind": "goal", "at": [39, 39] }],
    });
    for (name, value) in more.as_object().unwrap() {
        all[name] = value.clone();
    }
    all
}

/// Asserts that a command fails with these words. The process has an address space of 1.2 GiB, and uses much less.
#[cfg(target_os = "linux")]
fn refused(args: &[&str], words: &[&str]) {
    let script = "ulimit -v 1258291; exec \"$@\"";
    let all = ["-c", script, "sh", env!("CARGO_BIN_EXE_gridscope")];
    let out =
        std::process::Command::new("sh").args(all).args(args).stdin(std::process::Stdio::null()).output().unwrap();
    let said = text(&out.stderr);
    assert_eq!(out.status.code(), Some(2), "{}: {said}", args[0]);
    assert!(said.matches('\n').count() == 1 && said.len() < 2500, "{said}");
    for word in words {
        assert!(said.contains(word), "{word:?} in: {said}");
    }
}

#[cfg(not(target_os = "linux"))]
fn refused(args: &[&str], words: &[&str]) {
    crate::program::says(args, "", words);
}

fn write(folder: &Path, name: &str, bytes: impl AsRef<[u8]>) -> String {
    let path = folder.join(name);
    std::fs::write(&path, bytes).unwrap();
    path.display().to_string()
}

#[test]
fn sweeps_are_bounded_in_length_count_and_size() {
    let zeros = format!("weight=1.{}..2", "0".repeat(66_000));
    refused(&["experiment", "hello", "--sweep", &zeros], &["the start of weight has 66002 characters", "at most 40"]);
    refused(&["experiment", "hello", "--sweep", "weight=1..1e308"], &["are 1e308 values", "at most 10000"]);
    refused(&["experiment", "hello", "--sweep", "weight=-1e308..1e308:1e-308"], &["values", "at most 10000"]);
    let list = format!("weight={}", vec!["1"; 10_001].join(","));
    refused(&["experiment", "hello", "--sweep", &list], &["are 10001 values", "at most 10000"]);
    refused(&["experiment", "hello", "--sweep", "size=16384"], &["size 16384", "too large", "16777216 cells"]);
    // Small steps keep their decimal places.
    let rows = ok(&["experiment", "hello", "--sweep", "weight=1..1.0002:1e-4", "--samples", "1", "--csv"]);
    let values: Vec<&str> = rows.lines().skip(1).filter_map(|row| row.split(',').nth(1)).collect();
    assert_eq!(values, ["1.0000", "1.0001", "1.0002"]);
}

/// A sweep over a large map holds one map for each worker, not one for each of its 101 values. A map and its run take some
/// 40 MB, and a second thread reserves more than 64 MB of addresses that it does not use.
#[test]
#[cfg(target_os = "linux")]
fn sweep_holds_one_map_for_each_worker() {
    let folder = tempfile::tempdir().unwrap();
    let mut all = scene(&json!({ "rows": vec![".".repeat(1000); 1000] }));
    all["actors"][1]["at"] = json!([1, 0]);
    let file = write(folder.path(), "large.scene.json", all.to_string());
    for (jobs, kilobytes) in [("1", "140000"), ("2", "400000")] {
        let script = format!("ulimit -v {kilobytes}; exec \"$@\"");
        let out = std::process::Command::new("sh")
            .args([
                "-c",
                &script,
                "sh",
                env!("CARGO_BIN_EXE_gridscope"),
                "experiment",
                &file,
                "--samples",
                "1",
                "--csv",
            ])
            .args(["--sweep", "weight=1..3:0.02", "--jobs", jobs])
            .output()
            .unwrap();
        assert_eq!(out.status.code(), Some(0), "{}", text(&out.stderr));
        assert_eq!(text(&out.stdout).lines().count(), 102);
    }
}

#[test]
fn scene_beyond_the_limits_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let items: Vec<Value> = (0..100_000).map(|i| json!({ "kind": "item", "at": [i % 40, i / 40 % 40] })).collect();
    let besides: Vec<Value> = (0..5_000).map(|i| json!({ "seed": i })).collect();
    let slides: Vec<Value> = (0..100_000).map(|i| json!({ "at": i })).collect();
    let breakpoints: Vec<Value> = (0..10_000).map(|i| json!({ "when": format!("g > {i}") })).collect();
    let script: Vec<Value> = (0..10_001).map(|i| json!({ "turn": i, "do": "open", "at": [1, 1] })).collect();
    let rooms: Vec<Value> =
        (0..1_001).map(|i| json!({ "name": i.to_string(), "from": [0, 0], "to": [1, 1] })).collect();
    let route: Vec<Value> = (0..10_001).map(|_| json!([1, 1])).collect();
    let legend: serde_json::Map<String, Value> =
        (0..1_001).filter_map(|i| Some((char::from_u32(0x4e00 + i)?.to_string(), "wall".into()))).collect();
    let mut deep = json!(1);
    for _ in 0..70 {
        deep = json!([deep]);
    }
    for (more, words) in [
        (json!({ "actors": items }), ["\"actors\" has more than 10000 entries", "at most 10000"]),
        (json!({ "run": { "beside": besides } }), ["\"run.beside\" has more than 5 entries", "at most 5"]),
        (json!({ "run": { "bookmarks": slides } }), ["\"run.bookmarks\" has more than 1000", "at most 1000"]),
        (
            json!({ "run": { "question": { "breakpoints": breakpoints } } }),
            ["breakpoints\" has more than 100", "at most 100"],
        ),
        (json!({ "script": script }), ["\"script\" has more than 10000", "at most 10000"]),
        (json!({ "rooms": rooms }), ["\"rooms\" has more than 1000", "at most 1000"]),
        (
            json!({ "actors": [{ "kind": "guard", "at": [0, 0], "route": route }] }),
            ["\"actors.route\"", "at most 10000"],
        ),
        (json!({ "legend": legend }), ["more than 1000 fields in one object", "at most 1000"]),
        (json!({ "notes": "n".repeat(300_000) }), ["\"notes\" is a text of 300000 bytes", "at most 262144"]),
        (json!({ "title": "n".repeat(10_001) }), ["\"title\" is a text of 10001 bytes", "at most 10000"]),
        (
            json!({ "run": { "question": { "vary": format!("weight=1.{}..2", "0".repeat(66_000)) } } }),
            ["vary", "at most 10000"],
        ),
        (
            json!({ "run": { "question": { "vary": format!("weight=1.{}..2", "0".repeat(66)) } } }),
            ["vary", "at most 40"],
        ),
        (json!({ "run": { "params": { "ties": deep } } }), ["more than 64 lists and objects deep", "at most 64"]),
    ] {
        let file = write(folder.path(), "much.scene.json", scene(&more).to_string());
        refused(
            &["step", &file],
            &[&file, words[0], words[1], "line 1, column "]
                .into_iter()
                .take(if words[1] == "at most 40" { 3 } else { 4 })
                .collect::<Vec<_>>(),
        );
    }
    let crowd: String = std::iter::repeat_n(format!("{}\n", "$".repeat(150)), 70).collect();
    let file = write(folder.path(), "crowd.txt", crowd);
    refused(&["step", &file], &["line 67, column 101", "more than 10000 actors", "at most 10000"]);
}

/// A few bytes that decompress to very many are rejected before they are parsed.
#[test]
fn decompression_bombs_in_links_and_files_are_refused() {
    let folder = tempfile::tempdir().unwrap();
    let items = format!(
        "{{\"format\":\"gridscope-scene\",\"version\":1,\"rows\":[\".\"],\"actors\":[{}]}}",
        vec!["{\"kind\":\"item\",\"at\":[0,0]}"; 300_000].join(",")
    );
    let link = |bytes: &[u8]| {
        use base64::Engine as _;
        let mut packer = ZlibEncoder::new(Vec::new(), Compression::fast());
        packer.write_all(bytes).unwrap();
        let packed = base64::engine::general_purpose::URL_SAFE_NO_PAD.encode(packer.finish().unwrap());
        format!("gridscope:1:{packed}")
    };
    let file = write(folder.path(), "link.txt", link(items.as_bytes()));
    refused(&["step", &file], &["the scene inside", "\"actors\" has more than 10000 entries"]);
    let file = write(folder.path(), "blank.txt", link(&vec![b' '; (64 << 20) + 1]));
    refused(&["step", &file], &["unfolds into more than 64 MiB"]);
    let mut packer = GzEncoder::new(Vec::new(), Compression::fast());
    packer.write_all(&vec![b'.'; (64 << 20) + 1]).unwrap();
    let file = write(folder.path(), "dots.txt.gz", packer.finish().unwrap());
    refused(&["step", &file], &["larger than gridscope reads", "at most 64 MiB"]);
}

#[test]
fn overlong_lines_and_streams_are_refused() {
    let folder = tempfile::tempdir().unwrap();
    // A list of small values takes forty times the memory of its text.
    let values = format!("{{\"format\":\"gridscope-trace\",\"version\":2,\"x\":[{}0]}}\n", "0,".repeat(5_000_000));
    let file = write(folder.path(), "values.trace.jsonl", &values);
    refused(&["check", &file], &["line 1", "more than 4000000 values", "at most 4000000"]);
    let file = write(
        folder.path(),
        "event.trace.jsonl",
        format!("{{\"event\":\"note\",\"x\":[{}0]}}\n", "0,".repeat(5_000_000)),
    );
    refused(&["check", &file], &["line 1", "more than 4000000 values"]);
    let file =
        write(folder.path(), "vectors.jsonl", format!("{{\"scene\":{{\"x\":[{}0]}}}}\n", "0,".repeat(5_000_000)));
    refused(&["run", "--vectors", &file], &["line 1", "more than 4000000 values"]);
    for (args, words) in [
        (&["run", "--vectors", "/dev/zero"][..], &["line 1", "longer than 64 MiB"][..]),
        (&["check", "/dev/zero"], &["larger than gridscope reads", "at most 64 MiB"]),
        (&["convert", "/dev/zero", "-"], &["larger than gridscope reads; expected at most 64 MiB"]),
        (&["suite", "/dev/zero"], &["larger than gridscope reads; expected at most 64 MiB"]),
        (&["merge", "/dev/zero"], &["larger than gridscope reads; expected at most 64 MiB"]),
    ] {
        if Path::new("/dev/zero").exists() {
            refused(args, words);
        }
    }
}

#[test]
fn program_with_endless_output_is_stopped() {
    // An endless line, and endless lines.
    for (command, words) in [
        ("cat /dev/zero", "wrote a line longer than 64 MiB"),
        ("yes some words that are no log", "wrote more than 4096 MiB; expected no more than that"),
    ] {
        if cfg!(target_os = "linux") {
            refused(&["run", "--with", command, "hello"], &[words]);
        }
    }
}

#[test]
fn merging_tables_does_not_overflow_run_numbers() {
    let folder = tempfile::tempdir().unwrap();
    let table = |run: u64| format!("run,value,seed,cost\n{run},,1,2\n");
    let file = write(folder.path(), "last.csv", table(u64::MAX));
    let out = gridscope(&["merge", &file]);
    assert_eq!(out.status.code(), Some(2));
    assert!(text(&out.stderr).contains(&format!("at least {} runs are missing", u64::MAX)), "{}", text(&out.stderr));
    // A file of an older version does not contain more than that.
    let old = write(folder.path(), "old.csv", "run,value,seed,cost,part-of\n1,,1,2,7538803692b34b4d\n");
    refused(&["merge", &old], &["at least 1 run is missing, from run 0 on"]);
    let wide = format!("run,value,seed{}\n", ",measure".repeat(200_000));
    let file = write(folder.path(), "wide.csv", wide);
    refused(&["merge", &file], &["wide.csv", "a row is longer than 1 MiB; expected at most that"]);
}

/// A word that is too long for its column extends beyond it.
#[test]
fn overlong_words_are_listed_beyond_their_column() {
    let folder = tempfile::tempdir().unwrap();
    let long = "w".repeat(70_000);
    let done = format!("{{\"event\":\"done\",\"result\":\"found\",\"{long}\":1}}\n");
    let file = write(folder.path(), "long.trace.jsonl", format!("{{\"event\":\"{long}\",\"at\":[1,1]}}\n{done}"));
    let all = [&["events", &file][..], &["run", &file], &["why", &file, "1,1"], &["table", &file, "--markdown"]];
    for args in all {
        let out = gridscope(args);
        assert_eq!(out.status.code(), Some(0), "{args:?}: {}", text(&out.stderr).chars().take(300).collect::<String>());
        assert!(args[0] == "table" || text(&out.stdout).contains(&long), "{args:?}");
    }
}

#[test]
fn overlong_parameter_is_refused_with_the_limit() {
    let long = format!("ties={}", "x".repeat(60_000));
    for args in
        [&["run", "hello", "--set", &long][..], &["step", "hello", "--set", &long], &["ship", "a-ship", "--set", &long]]
    {
        let said = sentence(args, "");
        assert!(said.len() < 2_000, "{} bytes", said.len());
    }
    let said = sentence(&["run", "hello", "--set", &long], "");
    assert!(said.contains("60005 bytes are too many; expected at most 10000"), "{said}");
}

/// A run that exceeds its memory budget ends, says so, and shows its events so far. It takes no more memory than the
/// budget.
#[test]
#[cfg(target_os = "linux")]
fn run_stays_within_its_memory_budget() {
    let folder = tempfile::tempdir().unwrap();
    let mut all = scene(&json!({ "rows": vec![".".repeat(600); 600] }));
    all["actors"][1]["at"] = json!([599, 599]);
    let file = write(folder.path(), "large.scene.json", all.to_string());
    // 140 MB of address space, of which the program itself takes half.
    let script = "ulimit -v 140000; exec \"$@\"";
    let run = |more: &[&str]| {
        let args = ["-c", script, "sh", env!("CARGO_BIN_EXE_gridscope"), "run", "astar", &file, "--json"];
        std::process::Command::new("sh").args(args).args(["--set", "heuristic=zero"]).args(more).output().unwrap()
    };
    let out = run(&["--memory", "32"]);
    assert_eq!(out.status.code(), Some(3), "{}", text(&out.stderr));
    let summary: Value = serde_json::from_slice(&out.stdout).unwrap();
    assert_eq!(summary["halted"], "stopped: the run takes more memory than the budget allows");
    assert!(summary["events"].as_u64() > Some(300_000) && summary["outcome"].is_null(), "{summary}");
    assert!(text(&out.stderr).contains("more memory than the budget"));
    assert!(!run(&[]).status.success(), "without that budget it takes more than there is");
    let said = sentence(&["run", "astar", &file, "--memory", "2"], "");
    assert!(said.contains("layers of 600 × 600 cells") && said.contains("at most 2 MiB"), "{said}");
}

/// docs/log-format.md says how many events a log may have, and how much memory plain ones take.
#[test]
fn documented_event_limit_matches_memory_per_event() {
    use gridscope::formats::limits::{EVENTS, LOG_MEMORY};
    use gridscope::formats::log::Bounds;
    let event = "{\"event\":\"open\",\"at\":[1000,1001],\"from\":[1000,1000],\"g\":1.7142135623730951,\"h\":2.4142135623730951}\n";
    let share = Bounds { memory: 60 * 1000, ..Bounds::default() };
    let log = read_log("a log", event.repeat(2000).as_bytes(), None, share).unwrap();
    assert!((1000..2000).contains(&log.told), "{}", log.told);
    const { assert!(60 * EVENTS <= LOG_MEMORY) };
    for (file, words) in [
        ("docs/log-format.md", "may have 32 million events and 4 GiB of text"),
        ("docs/log-format.md", "less than 60 bytes each"),
    ] {
        assert!(std::fs::read_to_string(file).unwrap().contains(words), "{file}: {words}");
    }
}
