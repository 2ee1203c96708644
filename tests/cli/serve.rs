//! `serve`: questions and answers line by line, blocks of bytes, several sessions, and bad lines.

use crate::program::{gridscope_with, ok, text};
use base64::Engine as _;
use base64::prelude::BASE64_STANDARD;
use serde_json::{Value, json};
use std::io::{BufRead as _, BufReader, Write as _};
use std::process::{Command, Stdio};

/// Returns the answers to lines, each with the bytes after it. Reports of progress are left out.
fn answers_to(input: &[u8]) -> Vec<(Value, Vec<u8>)> {
    let out = gridscope_with(&["serve"], input);
    assert_eq!((out.status.code(), text(&out.stderr)), (Some(0), ""));
    let (mut rest, mut all) = (&out.stdout[..], Vec::new());
    while let Some(end) = rest.iter().position(|&byte| byte == b'\n') {
        let line: Value = serde_json::from_slice(&rest[..end]).unwrap();
        let length = line["bytes"].as_u64().unwrap_or(0) as usize;
        let (block, after) = rest[end + 1..].split_at(length);
        if line.get("progress").is_none() {
            all.push((line, block.to_vec()));
        }
        rest = after;
    }
    assert!(rest.is_empty());
    all
}

fn answers(lines: &[Value]) -> Vec<Value> {
    let input: Vec<String> = lines.iter().map(Value::to_string).collect();
    answers_to(input.join("\n").as_bytes()).into_iter().map(|(line, _)| line).collect()
}

fn hello() -> Value {
    json!({ "id": 0, "ask": "open", "file": "hello" })
}

#[test]
fn served_answers_equal_the_subcommands() {
    let all = answers(&[
        hello(),
        json!({ "id": 1, "ask": "run" }),
        json!({ "id": 2, "ask": "step", "at": 30 }),
        json!({ "id": 3, "ask": "why", "cell": [14, 12] }),
        json!({ "id": 4, "ask": "why", "event": 30 }),
        json!({ "id": 5, "ask": "why-not", "cells": [[14, 12]] }),
        json!({ "id": 6, "ask": "open", "session": "b", "file": "hello", "set": { "weight": 2 } }),
        json!({ "id": 7, "ask": "diff", "with": "b" }),
    ]);
    assert!(all.iter().zip(0..).all(|(answer, id)| answer["id"] == id && answer.get("error").is_none()), "{all:?}");
    let run: Value = serde_json::from_str(&ok(&["run", "hello", "--json"])).unwrap();
    assert_eq!(
        [&all[1]["outcome"], &all[1]["events"], &all[1]["steps"]],
        [&run["outcome"], &run["events"], &run["steps"]]
    );
    let said = |args: &[&str]| Value::from(ok(args));
    assert_eq!(all[2]["text"], said(&["step", "hello", "--at", "30"]));
    assert_eq!(all[3]["text"], said(&["why", "hello", "14,12"]));
    assert_eq!(all[4]["text"], said(&["why", "hello", "--event", "30"]));
    assert_eq!(all[5]["text"], said(&["why-not", "hello", "14,12"]));
    assert_eq!(all[7]["text"], said(&["diff", "hello", "hello", "--set-b", "weight=2"]));
}

#[test]
fn many_requests_share_one_recording() {
    let questions = [
        hello(),
        json!({ "ask": "events" }),
        json!({ "ask": "layer", "layer": "g" }),
        json!({ "ask": "layer", "layer": "h" }),
        json!({ "ask": "why", "cell": [2, 2] }),
        json!({ "ask": "ties" }),
        json!({ "ask": "link", "at": 25 }),
        json!({ "ask": "render", "format": "html", "base64": true }),
        json!({ "ask": "run" }),
    ];
    let all = answers(&questions);
    assert_eq!(all[8]["recordings"], 1);
    assert_eq!(all[6]["link"], "lesson=hello&at=25");
    assert!(all[5]["events"].as_array().is_some_and(|events| !events.is_empty()));
}

#[test]
fn served_card_equals_algorithms_json() {
    let all =
        answers(&[json!({ "ask": "algorithm", "name": "astar" }), json!({ "ask": "algorithm", "name": "bstar" })]);
    let card: Value = serde_json::from_str(&ok(&["algorithms", "astar", "--json"])).unwrap();
    assert_eq!(all[0]["card"], card, "without a session");
    assert!(all[1]["error"]["sentence"].as_str().unwrap().contains("bstar"), "{}", all[1]);
}

#[test]
fn served_arrays_are_blocks_or_base64() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("events.npy").display().to_string();
    let layer = gridscope_with(&["run", "hello", "--layer", "g", "--to", "npy"], b"").stdout;
    ok(&["run", "hello", "--events-npy", &file]);
    let lines = [
        hello(),
        json!({ "ask": "layer", "layer": "g" }),
        json!({ "ask": "layer", "layer": "g", "base64": true }),
        json!({ "ask": "events" }),
        json!({ "ask": "events", "from": 28, "to": 30, "form": "json" }),
    ];
    let all = answers_to(lines.map(|line| line.to_string() + "\n").concat().as_bytes());
    assert_eq!((all[1].1.as_slice(), all[1].0["bytes"].as_u64()), (&layer[..], Some(layer.len() as u64)));
    assert_eq!(BASE64_STANDARD.decode(all[2].0["base64"].as_str().unwrap()).unwrap(), layer);
    assert_eq!(all[3].1, std::fs::read(&file).unwrap());
    let list = all[4].0["list"].as_array().unwrap();
    assert_eq!((list.len(), &list[1]["number"]), (2, &json!(30)));
}

#[test]
fn served_pages_equal_render() {
    let folder = tempfile::tempdir().unwrap();
    let page = folder.path().join("a.html").display().to_string();
    ok(&["render", "hello", "-o", &page, "--at", "30", "--from", "20", "--to", "60", "--theme", "light"]);
    let question = json!({ "ask": "render", "format": "html", "at": 30, "from": 20, "to": 60, "theme": "light" });
    let all = answers_to(format!("{}\n{question}\n", hello()).as_bytes());
    assert_eq!(text(&all[1].1), std::fs::read_to_string(page).unwrap());
}

#[test]
fn bytes_after_a_request_line_are_opened() {
    let map = "S...\n.##.\n...G\n";
    let lines = format!(
        "{}\n{map}{}\n",
        json!({ "id": 1, "ask": "open", "bytes": map.len(), "algorithm": "astar" }),
        json!({ "id": 2, "ask": "scene" })
    );
    let all = answers_to(lines.as_bytes());
    assert_eq!((&all[0].0["size"], &all[1].0["scene"]["rows"][1]), (&json!([4, 3]), &json!(".##.")));
}

#[test]
fn serving_continues_after_a_bad_request() {
    let lines = [
        "{",
        "[]",
        "7",
        "{\"ask\": \"nothing\", \"id\": 3}",
        "{\"ask\": \"run\", \"id\": 4, \"at\": 3}",
        "{\"ask\": \"run\", \"id\": 5}",
        "{\"ask\": \"open\", \"id\": 6}",
        "{\"ask\": \"open\", \"id\": 7, \"file\": \"helo\"}",
        "{\"ask\": \"open\", \"id\": 8, \"file\": \"hello\"}",
        "{\"ask\": \"why\", \"id\": 9, \"cell\": [99, 2]}",
        "{\"ask\": \"step\", \"id\": 10, \"at\": 9999}",
        "{\"ask\": \"layer\", \"id\": 11, \"layer\": \"none\"}",
        "{\"ask\": \"run\", \"id\": 12}",
    ];
    let all = answers_to(lines.join("\n").as_bytes());
    let kinds: Vec<_> = all.iter().map(|(line, _)| line["error"]["kind"].as_str().unwrap_or("none")).collect();
    let question = ["question"; 6];
    assert_eq!(kinds, [&question[..], &["input", "input", "none", "input", "input", "input", "none"]].concat());
    assert_eq!(all[7].0["error"]["place"], "helo");
    assert!(all[7].0["error"]["sentence"].as_str().unwrap().contains("hello"));
    assert!(all[5].0["error"]["sentence"].as_str().unwrap().contains("there is no session"));
}

#[test]
fn halted_run_is_stated_in_the_answer() {
    let all = answers(&[hello(), json!({ "ask": "run", "events": 10 }), json!({ "ask": "run" })]);
    assert!(all[1]["halted"].as_str().unwrap().contains("budget"), "{}", all[1]);
    assert_eq!([&all[1]["events"], &all[2]["events"], &all[2]["halted"]], [&json!(10), &json!(824), &Value::Null]);
}

#[test]
fn check_answers_for_logs_and_exercises() {
    let log = "{\"format\": \"gridscope-trace\", \"version\": 2, \"map\": [\"..\"], \"start\": [0, 0], \"goal\": [1, 0]}\n\
               {\"event\": \"expand\", \"at\": [0, 0], \"g\": 7}\n";
    let all = answers(&[
        json!({ "ask": "open", "text": log }),
        json!({ "ask": "check" }),
        json!({ "ask": "open", "file": "over-open-ground" }),
        json!({ "ask": "check" }),
        hello(),
        json!({ "ask": "check" }),
    ]);
    let printed = |args: &[&str], input: &str| Value::from(text(&gridscope_with(args, input.as_bytes()).stdout));
    assert_eq!(all[1]["text"], printed(&["check", "-"], log));
    assert_eq!(all[3]["text"], printed(&["check", "over-open-ground"], ""));
    assert!(all[5]["error"]["sentence"].as_str().unwrap().contains("no exercise"));
}

#[test]
fn long_request_reports_progress_and_can_be_cancelled() {
    let mut child = Command::new(env!("CARGO_BIN_EXE_gridscope"))
        .arg("serve")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let (mut to, from) = (child.stdin.take().unwrap(), child.stdout.take().unwrap());
    let actors = json!([{ "kind": "explorer", "at": [0, 0] }, { "kind": "goal", "at": [399, 399] }]);
    let scene = json!({
        "format": "gridscope-scene", "version": 1, "rows": vec![".".repeat(400); 400], "legend": { ".": "floor" },
        "actors": actors, "run": { "algorithm": "dijkstra" },
    });
    writeln!(to, "{}", json!({ "id": 1, "ask": "open", "scene": scene })).unwrap();
    writeln!(to, "{}", json!({ "id": 2, "ask": "minimise", "keep": "outcome expanded > 150000" })).unwrap();
    let (mut all, mut was_cancelled) = (Vec::new(), false);
    for line in BufReader::new(from).lines() {
        let line: Value = serde_json::from_str(&line.unwrap()).unwrap();
        if line["id"] == 2 && line.get("progress").is_some() && !was_cancelled {
            was_cancelled = true;
            writeln!(to, "{}", json!({ "id": 3, "ask": "cancel", "what": 2 })).unwrap();
        }
        let is_last = line["id"] == 2 && line.get("progress").is_none();
        all.push(line);
        if is_last {
            break;
        }
    }
    drop(to);
    assert!(child.wait().unwrap().success());
    assert!(was_cancelled && all.iter().any(|line| line["id"] == 3 && line["found"] == true));
    assert_eq!(all.last().unwrap()["error"]["kind"], "cancelled");
}

#[test]
fn no_question_starts_a_program() {
    let all = answers(&[json!({ "ask": "open", "file": "hello", "with": "touch /tmp/never" })]);
    assert_eq!(all[0]["error"]["kind"], "question");
}

#[test]
fn mcp_answers_each_tool_with_a_link() {
    let call = |id: u64, name: &str, arguments: Value| json!({ "jsonrpc": "2.0", "id": id, "method": "tools/call", "params": { "name": name, "arguments": arguments } });
    let lines = [
        json!({ "jsonrpc": "2.0", "id": 0, "method": "initialize", "params": { "protocolVersion": "2025-06-18" } }),
        json!({ "jsonrpc": "2.0", "method": "notifications/initialized" }),
        json!({ "jsonrpc": "2.0", "id": 1, "method": "tools/list" }),
        call(2, "open", json!({ "file": "hello" })),
        call(3, "run", json!({})),
        call(4, "step", json!({ "at": 30 })),
        call(5, "why", json!({ "cell": [14, 12] })),
        call(6, "why_not", json!({ "cells": [[14, 12]] })),
        call(7, "open", json!({ "session": "b", "file": "hello", "set": { "weight": 2 } })),
        call(8, "diff", json!({ "with": "b" })),
        call(9, "check", json!({})),
        call(10, "minimise", json!({ "keep": "outcome cost = 51" })),
        call(11, "run", json!({ "with": "sh" })),
        call(12, "no-tool", json!({})),
        json!({ "jsonrpc": "2.0", "id": 13, "method": "no/method" }),
    ];
    let out = gridscope_with(
        &["serve", "--mcp", "--app", "https://example.org/"],
        lines.map(|line| line.to_string() + "\n").concat().as_bytes(),
    );
    assert_eq!((out.status.code(), text(&out.stderr)), (Some(0), ""));
    let all: Vec<Value> = text(&out.stdout).lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    let of = |id: u64| all.iter().find(|answer| answer["id"] == id).unwrap();
    assert_eq!(of(0)["result"]["protocolVersion"], "2025-06-18");
    let tools = of(1)["result"]["tools"].as_array().unwrap();
    let names: Vec<_> = tools.iter().map(|tool| tool["name"].as_str().unwrap()).collect();
    assert_eq!(names, ["open", "run", "step", "why", "why_not", "diff", "check", "minimise"]);
    for id in [2, 3, 4, 5, 6, 7, 8, 10] {
        let link = of(id)["result"]["content"][1]["text"].as_str().unwrap_or_default();
        assert!(link.starts_with("link: https://example.org/#"), "{id}: {}", of(id));
    }
    assert_eq!(of(4)["result"]["content"][1]["text"], "link: https://example.org/#lesson=hello&at=30");
    assert_eq!(of(9)["result"]["isError"], true, "the lesson has no exercise");
    assert_eq!(of(11)["result"]["isError"], true, "no tool starts a program");
    assert_eq!([&of(12)["error"]["code"], &of(13)["error"]["code"]], [&json!(-32_602), &json!(-32_601)]);
}

/// Returns a trace of hello in which one number was changed, as a text.
fn changed_trace() -> String {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("hello.trace.jsonl").display().to_string();
    ok(&["run", "hello", "--trace", &file]);
    let trace = std::fs::read_to_string(file).unwrap();
    let line = trace.lines().nth(399).unwrap();
    assert!(line.contains("\"g\":"), "{line}");
    trace.replacen(line, &line.replacen("\"g\":", "\"g\":1", 1), 1)
}

/// A short log of another program, with an empty line and a path that becomes two events.
const LOG: &str = "{\"format\": \"gridscope-trace\", \"version\": 2, \"map\": [\"..\"], \"start\": [0, 0], \"goal\": [1, 0]}\n\
    {\"event\": \"expand\", \"at\": [0, 0], \"g\": 0}\n\n{\"event\": \"path\", \"cells\": [[0, 0], [1, 0]]}\n\
    {\"event\": \"done\", \"result\": \"found\"}\n";

#[test]
fn what_cannot_be_run_again_is_not_minimised() {
    let all = answers(&[
        json!({ "ask": "open", "text": LOG }),
        json!({ "ask": "minimise", "keep": "outcome cost >= 1" }),
        json!({ "ask": "open", "text": changed_trace() }),
        json!({ "ask": "minimise", "keep": "outcome cost >= 1" }),
        json!({ "ask": "check" }),
        json!({ "ask": "run", "events": 300 }),
    ]);
    let sentence = |answer: &Value| answer["error"]["sentence"].as_str().unwrap_or_default().to_owned();
    assert!(sentence(&all[1]).contains("cannot be run again"), "{}", all[1]);
    assert!(sentence(&all[3]).contains("event 399"), "{}", all[3]);
    assert!(all[4]["passes"] == false && all[4]["text"].as_str().unwrap().contains("event 399"), "{}", all[4]);
    assert_eq!(all[5]["fault"], Value::Null, "the first 300 events agree");
}

#[test]
fn step_finds_the_event_of_a_line() {
    let step = |line: u64| json!({ "ask": "step", "line": line });
    let all = answers(&[json!({ "ask": "open", "text": LOG }), step(2), step(4), step(5), step(3), step(99)]);
    let numbers: Vec<_> = all[1..].iter().map(|answer| answer["data"]["at"].as_u64()).collect();
    assert_eq!(numbers[..2], [Some(1), Some(2)], "{all:?}");
    assert!(numbers[2] > Some(2) && all[1]["data"]["line"].is_null(), "{all:?}");
    assert!(all[4..].iter().all(|answer| answer["error"]["sentence"].as_str().unwrap().contains("no event on line")));
    let both = answers(&[hello(), json!({ "ask": "step", "line": 2, "at": 2 }), step(2)]);
    assert!(both[1..].iter().all(|answer| answer.get("error").is_some()), "{both:?}");
}

#[test]
fn failed_open_keeps_what_was_open() {
    let broken = json!({ "ask": "open", "text": "{\"format\": \"gridscope-sc" });
    let all = answers(&[hello(), broken, json!({ "ask": "run" })]);
    assert_eq!((all[1]["error"]["kind"].as_str(), &all[2]["events"]), (Some("input"), &json!(824)));
}

#[test]
fn fields_around_a_question_are_checked() {
    let lines = "{\"id\": 1, \"ask\": \"open\", \"bytes\": -3}\n\
         {\"id\": 2, \"ask\": \"open\", \"file\": \"hello\", \"base64\": \"yes\"}\n\
         {\"id\": 3, \"ask\": \"cancel\", \"wat\": 2}\n\
         {\"id\": 4, \"ask\": \"run\", \"bytes\": 2}\nab\
         {\"id\": 5, \"ask\": \"open\", \"bytes\": 300000000000}\n";
    let all = answers_to(lines.as_bytes());
    let ids: Vec<_> = all.iter().filter_map(|(line, _)| line["id"].as_u64()).collect();
    assert!(ids.iter().all(|id| (1..=5).contains(id)) && ids.len() == 5, "{all:?}");
    assert!(all.iter().all(|(line, _)| line["error"]["kind"] == "question"), "{all:?}");
    let short = answers_to(b"{\"id\": 1, \"ask\": \"open\", \"bytes\": 100}\n####\n");
    assert!(short[0].0["error"]["sentence"].as_str().unwrap().contains("5 of 100 bytes"), "{short:?}");
}

#[test]
fn moments_and_slides_that_do_not_exist_are_refused() {
    let asked = [
        json!({ "ask": "link", "at": 825 }),
        json!({ "ask": "render", "format": "html", "at": 825 }),
        json!({ "ask": "render", "format": "svg", "slide": 0 }),
        json!({ "ask": "events", "from": 0, "to": 825, "form": "json" }),
    ];
    let all = answers(&[&[hello()][..], &asked].concat());
    assert!(all[1..].iter().all(|answer| answer["error"]["kind"] == "input"), "{all:?}");
}

#[cfg(unix)]
#[test]
fn pipe_is_not_opened_by_its_name() {
    let folder = tempfile::tempdir().unwrap();
    let pipe = folder.path().join("pipe");
    assert!(Command::new("mkfifo").arg(&pipe).status().unwrap().success());
    let all = answers(&[json!({ "ask": "open", "file": pipe.display().to_string() }), hello()]);
    assert!(all[0]["error"]["sentence"].as_str().unwrap().contains("pipe") && all[1]["answer"] == "open", "{all:?}");
}

/// Returns the answers of the Model Context Protocol to lines.
fn mcp_answers(lines: &[Value]) -> Vec<Value> {
    let input: Vec<String> = lines.iter().map(|line| line.to_string() + "\n").collect();
    let out = gridscope_with(&["serve", "--mcp"], input.concat().as_bytes());
    assert_eq!((out.status.code(), text(&out.stderr)), (Some(0), ""));
    text(&out.stdout).lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

#[test]
fn mcp_refuses_arguments_of_another_type_and_tells_of_changed_traces() {
    let call = |id: u64, name: &str, arguments: Value| json!({ "jsonrpc": "2.0", "id": id, "method": "tools/call", "params": { "name": name, "arguments": arguments } });
    let all = mcp_answers(&[
        call(1, "open", json!({ "text": changed_trace() })),
        call(2, "run", json!({ "session": 5 })),
        call(3, "run", json!("x")),
        call(4, "minimise", json!({ "keep": "outcome cost >= 1", "into": 7 })),
        call(5, "check", json!({})),
        call(6, "why", json!({ "cell": [14, 12] })),
    ]);
    let (is_error, text) =
        (|i: usize| all[i]["result"]["isError"] == true, |i: usize| all[i]["result"]["content"][0]["text"].to_string());
    assert!((1..4).all(is_error) && !is_error(0) && !is_error(5), "{all:?}");
    assert!((4..6).all(|i| text(i).contains("event 399")), "{all:?}");
}

#[test]
fn mcp_answers_batches_and_refuses_what_is_no_request() {
    let ping = |id: u64| json!({ "jsonrpc": "2.0", "id": id, "method": "ping" });
    let all = mcp_answers(&[json!([ping(3), ping(4)]), json!([]), json!(5), json!({ "jsonrpc": "2.0", "id": 15 })]);
    let row = |answer: &Value| (answer["id"].clone(), answer["error"]["code"].as_i64());
    let expected = [(json!(3), None), (json!(4), None), (json!(null), Some(-32_600)), (json!(null), Some(-32_600))];
    let rows: Vec<_> = all.iter().map(row).collect();
    assert_eq!(rows, [&expected[..], &[(json!(15), Some(-32_600))]].concat());
}
