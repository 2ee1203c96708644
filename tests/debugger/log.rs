//! Logs of other programs can be queried like our own runs, and nothing is run to show them.

use gridscope::debugger::lab::compare::{divergence, no_divergence};
use gridscope::debugger::log::ConvertedLog;
use gridscope::debugger::{SessionCommand, lab::query};
use gridscope::formats::log::{Log, is_log};
use gridscope::trace::progress::at_once;
use gridscope::trace::view::board::{Board, Role};
use gridscope::trace::{ActorKind, Cell, Replay, Size, Tile};
use std::fmt::Write as _;

/// Returns a log as a run.
pub(crate) fn shown(text: &str) -> ConvertedLog {
    at_once(ConvertedLog::of(&Log::read("a log", text.as_bytes()).expect("a log")))
}

pub(crate) fn cell(x: u16, y: u16) -> Cell {
    Cell::new(x, y)
}

fn waits(run: &Replay) -> Vec<Cell> {
    run.queue(100).0.into_iter().map(|entry| entry.cell).collect()
}

fn role(run: &Replay, at: Cell) -> Role {
    let mut board = Board::default();
    run.board(None, &mut board);
    board.at(at).role
}

/// A small search, as a student logs it.
const CORRIDOR: &str = include_str!("../data/corridor.trace.jsonl");

#[test]
fn log_answers_questions_like_a_run() {
    let ConvertedLog { scene, replay: mut run, broken, places, .. } = shown(CORRIDOR);
    assert!(broken.is_none());
    assert_eq!((scene.title.as_str(), scene.size()), ("mine", Size::new(5, 4)));
    let at = |kind| scene.of_kind(kind).next().map(|a| a.at);
    assert_eq!((at(ActorKind::Guard), at(ActorKind::Goal)), (Some(cell(1, 1)), Some(cell(3, 2))));
    assert!(places.first(11).is_some() && places.first(12).is_none(), "the events of the log");
    assert_eq!(run.len(), 16, "the path's cells are events of their own");
    // The open list in its true order: for equal f, the larger g first.
    run.seek(7);
    assert_eq!(waits(&run), [cell(3, 1), cell(1, 2)]);
    run.seek(4);
    assert_eq!(waits(&run), [cell(2, 1), cell(1, 2)]);
    // In both directions.
    run.seek(run.len());
    run.seek(2);
    assert_eq!(waits(&run), []);
    assert_eq!((role(&run, cell(1, 1)), role(&run, cell(2, 1))), (Role::Current, Role::None));
    run.seek(run.len());
    assert_eq!(run.path(), [cell(1, 1), cell(2, 1), cell(3, 1), cell(3, 2)]);
    assert_eq!((role(&run, cell(3, 1)), role(&run, cell(1, 2))), (Role::Path, Role::Queued));
    // Layers, sentences, causes, why-not.
    let layer = |name: &str| run.schema().layer(name).expect("a layer");
    assert_eq!(run.value(layer("g"), cell(3, 2)).map(|v| v.to_string()), Some("3".into()));
    assert_eq!(run.value(layer("f"), cell(2, 1)).map(|v| v.to_string()), Some("3".into()));
    assert_eq!(run.event(8).sentence, "There it is.");
    assert_eq!(run.event(2).sentence, "Opened (2,1) from (1,1): g = 1, h = 2, f = 3.");
    let why = query::causes(&run, 9);
    let cells: Vec<Cell> = why.iter().filter_map(|&i| run.cell(i)).collect();
    assert_eq!((cells.first(), cells.last()), (Some(&cell(3, 2)), Some(&cell(1, 1))));
    let not = run.why_not(cell(0, 1));
    assert_eq!((&*not.reason, not.event), ("rejected", Some(4)));
    assert_eq!(run.why_not(cell(2, 1)).reason, "on-path");
    let waited = run.why_not(cell(1, 2));
    let told =
        "(1,2) was opened with f = 3, but was not expanded before the search ended: (3,2) was reached with g = 3.";
    assert_eq!((&*waited.reason, waited.sentence.as_str(), waited.event), ("waited", told, Some(3)));
    assert_eq!(run.outcome()["result"], "found");
    assert_eq!((&run.outcome()["cost"], &run.outcome()["expanded"]), (&3.0.into(), &4.into()));
    // The tie at the first choice, and the question before it.
    run.seek(5);
    let asked = run.question(5).map(|q| q.0);
    assert_eq!(asked, Some(5));
    assert_eq!(run.answers(5), [cell(2, 1), cell(1, 2)]);
}

#[test]
fn second_search_starts_with_empty_list() {
    let text = CORRIDOR.trim().to_owned()
        + r#"
{"event":"open","at":[3,2],"g":0,"h":3}
{"event":"expand","at":[3,2]}
{"event":"open","at":[3,1],"from":[3,2],"g":1,"h":2}
"#;
    let mut run = shown(&text).replay;
    run.seek(16);
    assert_eq!(waits(&run), [cell(1, 2)]);
    assert_eq!(run.path(), [cell(1, 1), cell(2, 1), cell(3, 1), cell(3, 2)]);
    run.seek(18);
    assert_eq!(run.path(), [cell(3, 2)], "the second search has expanded its start only");
    run.seek(17);
    assert_eq!(waits(&run), [cell(3, 2)]);
    assert_eq!(role(&run, cell(2, 1)), Role::None, "what the first search held is stale");
    assert_eq!(run.event(16).sentence, "Opened the start (3,2): g = 0, h = 3, f = 3.");
    run.seek(16);
    assert_eq!(role(&run, cell(2, 1)), Role::Path, "and is there again on the way back");
}

/// If a line becomes many events, only one of them has its long text.
#[test]
fn long_text_is_stored_for_one_cell_only() {
    let mut text = String::new();
    for x in 0..100 {
        writeln!(text, "{{\"event\":\"see\",\"actor\":\"guard\",\"at\":[{x},0]}}").expect("written");
    }
    let long = "x".repeat(1_000);
    writeln!(text, "{{\"event\":\"hide\",\"actor\":\"guard\",\"why\":\"{long}\"}}").expect("written");
    let ConvertedLog { replay: run, .. } = shown(&text);
    assert_eq!(run.len(), 100 + 1 + 100);
    let told = (0..run.len()).filter(|&i| run.event_json(i).to_string().contains(&long)).count();
    assert_eq!(told, 1);
}

#[test]
fn actors_tiles_sight_and_choices_are_shown() {
    let text = r#"
{"event":"place","actor":"guard 1","kind":"guard","at":[0,0]}
{"event":"begin","phase":"turn 1","actor":"guard 1"}
{"event":"see","at":[2,0],"actor":"guard 1"}
{"event":"see","at":[3,1],"actor":"guard 1"}
{"event":"weigh","at":[1,0],"score":4,"distance":2}
{"event":"weigh","at":[0,1],"score":4}
{"event":"weigh","at":[1,1],"score":7}
{"event":"choose","at":[1,0]}
{"event":"move","actor":"guard 1","at":[1,0]}
{"event":"tile","at":[2,0],"tile":"door-open"}
{"event":"hide","actor":"guard 1"}
{"event":"set","layer":"heat","at":[3,1],"value":2.5}
{"event":"clear","layer":"heat"}
{"event":"alarm","at":[0,0],"loud":true}
{"event":"remove","actor":"guard 1"}
"#;
    let ConvertedLog { scene, replay: mut run, .. } = shown(text);
    assert_eq!(scene.size(), Size::new(4, 2), "the smallest ground that holds all");
    let stands = |run: &Replay| run.tokens().first().and_then(|t| t.at);
    assert_eq!(stands(&run), None);
    run.seek(1);
    assert_eq!(stands(&run), Some(cell(0, 0)));
    run.seek(4);
    assert_eq!(role(&run, cell(2, 0)), Role::Seen);
    // The choice: a scoreboard, a tie, why-not.
    run.seek(8);
    let table = &run.tables()[0];
    assert_eq!((table.rows.len(), table.rows[0].chosen), (3, true));
    assert_eq!(run.ties(), [7]);
    assert_eq!(run.tie(7).map(|t| t.candidates.len()), Some(2));
    assert_eq!(run.why_not(cell(1, 1)).sentence, "(1,1) lost to (1,0): its score 7 is more than 4.");
    assert_eq!(run.explain(), "Tied with (0,1): the log says which one was chosen.");
    let acts = |run: &Replay| run.tokens()[0].acts;
    assert!(!acts(&run), "it chooses, but does not move yet");
    run.seek(9);
    assert_eq!((stands(&run), acts(&run)), (Some(cell(1, 0)), true));
    run.seek(10);
    assert!(!acts(&run), "a door opened after its move");
    assert_eq!(run.tiles(), [(cell(2, 0), Tile::DoorOpen)]);
    run.seek(run.len());
    assert_eq!(stands(&run), None);
    assert_eq!(role(&run, cell(3, 1)), Role::Remembered);
    let heat = run.schema().layer("heat").expect("a layer of its own");
    assert_eq!(run.value(heat, cell(3, 1)), None, "cleared");
    let kinds: Vec<&str> = (0..run.len()).map(|i| run.kind(i)).collect();
    assert!(kinds.contains(&"alarm"));
    assert_eq!(run.trace().phases().len(), 1);
    assert_eq!(run.phase_name(1), "turn 1");
}

#[test]
fn broken_log_ends_at_the_bad_line() {
    let cut = format!("{}\n{{\"event\":\"open\",\"at\":[9", CORRIDOR.trim());
    let shown = shown(&cut);
    assert_eq!(shown.replay.len(), 16);
    let said = shown.broken.expect("a reason").to_string();
    assert!(said.starts_with("a log, line 16: "), "{said}");
    for (line, words) in [
        ("{\"event\":\"open\",\"at\":[9,9]}", "a cell inside the ground of 5 × 4"),
        ("{\"event\":\"open\",\"at\":[1.5,1]}", "two whole numbers from 0"),
        ("{\"event\":\"open\"}", "\"at\": [x, y]"),
        ("{\"at\":[1,1]}", "there is no \"event\""),
        ("{\"event\":\"open\",\"at\":[1,1],\"g\":\"much\"}", "a number"),
        ("[1,2]", "a JSON object on one line"),
    ] {
        let text = format!("{}\n{line}\n", CORRIDOR.trim());
        let said = at_once(ConvertedLog::of(&Log::read("a log", text.as_bytes()).expect("a log")))
            .broken
            .expect(line)
            .to_string();
        assert!(said.contains("line 16") && said.contains(words), "{said}");
    }
}

#[test]
fn log_is_recognised_by_its_first_line() {
    for (text, log) in [
        ("{\"event\":\"open\",\"at\":[1,1]}", true),
        ("\n// mine\n{\"event\": \"note\"}\n", true),
        ("{\"format\":\"gridscope-trace\",\"version\":2,\"map\":[\"#", true),
        ("{\"format\":\"gridscope-trace\"}\n", true),
        ("{\"format\":\"gridscope-trace\",\"version\":1,\"scene\":{}}\n", false),
        ("{\"format\":\"gridscope-scene\",\"version\":1}", false),
        ("#####\n#...#", false),
        ("", false),
    ] {
        assert_eq!(is_log(text.as_bytes()), log, "{text}");
    }
}

#[test]
fn python_infinity_and_nan_are_read() {
    let text = "{\"event\":\"open\",\"at\":[1,0],\"g\":Infinity,\"h\":NaN,\"say\":\"NaN \\\" Infinity\"}\n";
    let run = shown(text).replay;
    assert_eq!(run.event(0).sentence, "NaN \" Infinity");
    assert_eq!(run.value(run.schema().layer("g").expect("g"), cell(1, 0)), None, "before it happens");
}

#[test]
fn another_program_is_compared_expansion_by_expansion() {
    let ours = {
        let ConvertedLog { scene, .. } = shown(CORRIDOR);
        let mut scene = scene;
        scene.run.params.set("neighbours", 4);
        scene.run.params.set("open-order", "high-g");
        support::record(&scene)
    };
    let theirs = shown(CORRIDOR).replay;
    assert_eq!(divergence(&theirs, &ours), None, "both expand the same cells in the same order");
    assert_eq!(no_divergence(&theirs, &ours), "expand the same cells in the same order");
    let other = CORRIDOR.replacen("{\"event\":\"expand\",\"at\":[3,1]}", "{\"event\":\"expand\",\"at\":[1,2]}", 1);
    let other = shown(&other).replay;
    let apart = divergence(&other, &ours).expect("another cell");
    assert_eq!(apart.expansions, Some(2));
    assert_eq!((other.cell(apart.after), ours.cell(apart.other)), (Some(cell(1, 2)), Some(cell(3, 1))));
    assert_eq!(apart.sentences[0].as_deref(), Some("Expanded (1,2): f = 3, g = 1, h = 2."));
}

/// Two logs are compared event by event, whatever extra lines one of them has.
#[test]
fn logs_are_compared_event_by_event() {
    let other = format!("{}\n{{\"event\":\"rested\",\"at\":[3,2]}}\n", CORRIDOR.trim_end());
    let (mine, other) = (shown(CORRIDOR).replay, shown(&other).replay);
    assert_eq!(no_divergence(&mine, &mine), "are the same, event by event");
    let apart = divergence(&mine, &other).expect("one goes on");
    assert_eq!(apart.expansions, None);
}

#[test]
fn a_log_that_is_pasted_is_opened() {
    let mut session = gridscope::session(shown(CORRIDOR).scene);
    session.apply(&SessionCommand::PasteText(CORRIDOR.to_owned()));
    session.settle();
    assert!(session.log().is_some() && session.replay().is_some_and(|run| run.len() == 16));
    assert_eq!(session.algorithm_title(), "a log");
    session.apply(&SessionCommand::PasteText("{\"event\":\"open\",\"at\":[1,1]}\nno".into()));
    session.settle();
    assert_eq!(session.replay().map(Replay::len), Some(1));
    assert!(session.work().notices.iter().any(|told| told.text.contains("line 2")), "{:?}", session.work().notices);
}

#[test]
fn log_with_many_names_fits_into_memory() {
    let header = "{\"format\":\"gridscope-trace\",\"version\":2,\"size\":[4096,4096]}".to_owned();
    let lines = (0..300).flat_map(|k| {
        [
            format!("{{\"event\":\"open\",\"at\":[{k},0],\"g\":{k},\"list\":\"{k}\"}}"),
            format!("{{\"event\":\"set\",\"at\":[{k},1],\"layer\":\"layer {k}\",\"value\":{k},\"own {k}\":1}}"),
            format!("{{\"event\":\"kind {k}\",\"level\":\"phase\"}}"),
            "{\"event\":\"begin\",\"phase\":\"deeper\"}".to_owned(),
        ]
    });
    let text = std::iter::once(header).chain(lines).collect::<Vec<_>>().join("\n");
    let mut run = shown(&text).replay;
    assert_eq!(run.len(), 1200);
    assert!(run.trace().layout().slots() <= 128 << 20, "{}", run.trace().layout().slots());
    run.seek(usize::MAX);
    assert!(!run.watch().is_empty());
}

#[test]
fn f_layer_needs_f_or_g_and_h() {
    let layers = |numbers: &str| {
        let text = format!(
            "{{\"format\":\"gridscope-trace\",\"version\":2,\"map\":[\"..\"],\"start\":[0,0],\"goal\":[1,0]}}\n\
             {{\"event\":\"open\",\"at\":[0,0],{numbers}}}"
        );
        let shown = shown(&text);
        shown.replay.schema().layers.iter().map(|layer| layer.name.to_string()).collect::<Vec<_>>()
    };
    assert_eq!(layers("\"g\":1"), ["status", "g"]);
    assert_eq!(layers("\"h\":1"), ["status", "h"]);
    assert_eq!(layers("\"g\":1,\"h\":1"), ["status", "f", "g", "h"]);
    assert_eq!(layers("\"f\":1"), ["status", "f"]);
}

/// A log may name the event that caused another. Any other value in that field is not a cause.
#[test]
fn log_events_may_name_their_cause() {
    let text = r#"{"format":"gridscope-trace","version":2,"size":[3,1]}
{"event":"set","at":[0,0],"layer":"fire","value":1}
{"event":"set","at":[2,0],"layer":"fire","value":1}
{"event":"set","at":[1,0],"layer":"fire","value":1,"caused-by":1}
{"event":"burnt","at":[1,0],"caused-by":3}
{"event":"burnt","at":[1,0],"caused-by":7}"#;
    let run = shown(text).replay;
    assert_eq!(query::causes(&run, 3), [3, 2, 0]);
    assert_eq!(query::cause(&run, 4), None, "an effect is no cause");
}

/// If a cell in the open list is opened again, it moves in the list if the cost is lower, but not if it is higher.
#[test]
fn cheaper_reopened_cell_moves_in_the_list() {
    let log = |g: u8| {
        format!(
            r#"{{"format":"gridscope-trace","version":2,"size":[3,1],"start":[0,0],"goal":[2,0]}}
{{"event":"open","at":[0,0],"g":5}}
{{"event":"open","at":[1,0],"g":3}}
{{"event":"open","at":[0,0],"g":{g}}}"#
        )
    };
    for (g, first) in [(1, cell(0, 0)), (4, cell(1, 0)), (7, cell(1, 0))] {
        let mut run = shown(&log(g)).replay;
        run.seek(run.len());
        assert_eq!(waits(&run).first(), Some(&first), "opened again with {g}");
        let held = run.value(run.schema().layer("g").expect("a layer"), cell(0, 0)).map(|v| v.to_string());
        assert_eq!(held, Some(g.min(5).to_string()));
    }
}

/// A number without a cell is a curve over time.
#[test]
fn number_without_a_cell_becomes_a_curve() {
    let text = r#"{"format":"gridscope-trace","version":2,"size":[3,1]}
{"event":"burnt","fuel":7}
{"event":"burnt","at":[1,0],"fuel":5}
{"event":"burnt","fuel":3}"#;
    let run = shown(text).replay;
    let all = run.series();
    let fuel = all.iter().find(|series| series.name == "fuel").expect("a curve");
    let mut values: Vec<f64> = fuel.points.iter().map(|point| point[1]).filter(|&value| value != 0.0).collect();
    values.dedup();
    assert_eq!(values, [7.0, 3.0]);
}

/// If there are several open lists, each entry is shown with the name of its list.
#[test]
fn entries_of_several_open_lists_show_their_list() {
    let text = r#"{"format":"gridscope-trace","version":2,"size":[3,1]}
{"event":"open","at":[0,0],"g":2,"list":"there"}
{"event":"open","at":[2,0],"g":1,"list":"back"}"#;
    let mut run = shown(text).replay;
    run.seek(run.len());
    let all: Vec<(Cell, String)> = run.queue(9).0.into_iter().map(|entry| (entry.cell, entry.key)).collect();
    let starts =
        |k: usize, at: Cell, list: &str| all.get(k).is_some_and(|(cell, key)| *cell == at && key.starts_with(list));
    assert!(all.len() == 2 && starts(0, cell(2, 0), "back") && starts(1, cell(0, 0), "there"), "{all:?}");
}
