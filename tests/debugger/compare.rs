//! Side-by-side runs: adding, removing and saving them, measures, and the first difference, compared with a plain scan.

use gridscope::debugger::lab::compare::{divergence, measures};
use gridscope::debugger::session::command::Stride;
use gridscope::debugger::{Session, SessionCommand};
use gridscope::formats::trace_file;
use gridscope::trace::progress::at_once;
use gridscope::trace::scene::AdditionalRun;
use gridscope::trace::trace::compare::{differing_cells, first_divergence_of};
use gridscope::trace::{Cell, Progress, Replay};
use serde_json::json;
use support::scene;

const OPEN: &str = "G.....\n..##..\n..#...\n..#..X\n......";

fn session() -> Session {
    let mut session = gridscope::session(scene(OPEN));
    session.settle();
    session
}

fn beside(name: &str, value: serde_json::Value) -> AdditionalRun {
    let mut other = AdditionalRun::default();
    other.params.set(name, value);
    other
}

pub fn apply(session: &mut Session, command: &SessionCommand) {
    session.apply(command);
    session.settle();
}

/// Returns the first event that differs, found by comparing one event after another.
fn plain_scan(a: &Replay, b: &Replay) -> Option<usize> {
    let told = |r: &Replay, i: usize| (i < r.len()).then(|| format!("{} {:?}", r.kind(i), r.event(i).fields));
    (0..a.len().max(b.len())).find(|&i| told(a, i) != told(b, i))
}

/// A name stays until the run differs from the others in another way.
#[test]
fn name_of_a_run_goes_with_what_it_says() {
    let mut session = session();
    apply(&mut session, &SessionCommand::AddRun(beside("ties", json!("paths"))));
    for (i, name) in ["each parent alike", "each path alike"].into_iter().enumerate() {
        apply(&mut session, &SessionCommand::SetRunName(i, name.to_owned()));
    }
    let titles = |session: &Session| session.shown_runs().map(|run| run.title.clone()).collect::<Vec<_>>();
    assert_eq!(titles(&session), ["each parent alike", "each path alike"]);
    apply(&mut session, &SessionCommand::SetParam("weight".into(), json!(2.0)));
    assert_eq!(titles(&session), ["each parent alike", "each path alike"], "no run differs in it");
    apply(&mut session, &SessionCommand::SetParam("ties".into(), json!("last")));
    assert_eq!(titles(&session), ["ties take last", "each path alike"]);
    let other = AdditionalRun { name: Some("each path alike".into()), ..beside("ties", json!("first")) };
    apply(&mut session, &SessionCommand::SetRunDifferences(0, other));
    assert_eq!(titles(&session), ["ties take last", "ties keep first"]);
    for _ in 0..2 {
        apply(&mut session, &SessionCommand::Undo);
    }
    assert_eq!(titles(&session), ["each parent alike", "each path alike"]);
}

#[test]
fn runs_are_added_changed_and_removed() {
    let mut session = session();
    apply(&mut session, &SessionCommand::AddRun(beside("neighbours", json!(4))));
    apply(&mut session, &SessionCommand::AddRun(AdditionalRun { seed: Some(7), ..AdditionalRun::default() }));
    let other = AdditionalRun { algorithm: Some("path-sampling".into()), ..beside("samples", json!(10)) };
    apply(&mut session, &SessionCommand::AddRun(other));
    let titles: Vec<_> = session.shown_runs().map(|r| r.title.clone()).collect();
    assert_eq!(titles, ["A*, seed 1, neighbours 8", "neighbours 4", "seed 7", "Path sampling, samples 10"]);
    assert_eq!(session.opened().additional_runs[1].scene.run.seed, 7);
    assert_eq!(session.opened().additional_runs[2].replay.schema().algorithm, "path-sampling");
    apply(&mut session, &SessionCommand::SetRunDifferences(0, beside("weight", json!(3.0))));
    assert_eq!(session.opened().additional_runs[0].title, "weight 3.0");
    apply(&mut session, &SessionCommand::AddRun(beside("weight", json!(3.0))));
    assert_eq!(session.take_notices().pop().expect("a notice").text, "That run is shown already.");
    apply(&mut session, &SessionCommand::RemoveRun(0));
    assert_eq!(session.opened().additional_runs.len(), 2);
    for _ in 0..5 {
        apply(&mut session, &SessionCommand::Undo);
    }
    assert_eq!(session.shown_runs().count(), 1, "each addition is an edit");
}

#[test]
fn additional_runs_are_saved_with_the_scene() {
    let mut session = session();
    let other =
        AdditionalRun { algorithm: Some("path-sampling".into()), seed: Some(3), ..beside("samples", json!(10)) };
    apply(&mut session, &SessionCommand::AddRun(other.clone()));
    let link = session.as_link().expect("a link");
    let mut again = gridscope::session(scene("G"));
    apply(&mut again, &SessionCommand::PasteText(link));
    assert_eq!(again.scene().run.beside, [other]);
}

#[test]
fn edit_is_compared_with_the_map_before() {
    let mut session = session();
    apply(&mut session, &SessionCommand::GoToDivergence(0));
    assert!(session.take_notices().pop().is_some_and(|n| n.text.contains("One run is shown")));
    apply(&mut session, &SessionCommand::SetParam("neighbours".into(), json!(4)));
    apply(&mut session, &SessionCommand::ToggleCompare);
    apply(&mut session, &SessionCommand::GoToDivergence(0));
    let (main, before) = (session.replay().expect("a run"), &session.opened().previous.as_ref().expect("run B").replay);
    let first = plain_scan(main, before).expect("they part");
    assert_eq!((main.cursor(), before.cursor()), (first + 1, first + 1), "both stand right after the event");
}

/// If run B exists but is hidden, jumping to the difference moves only the other run.
#[test]
fn jump_to_difference_ignores_a_hidden_run_b() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("other.scene.json");
    let mut other = scene(OPEN);
    other.run.params.set("weight", json!(3.0));
    gridscope::session(other).apply(&SessionCommand::SaveAs(file.clone()));
    let mut session = session();
    apply(&mut session, &SessionCommand::SetParam("neighbours".into(), json!(4)));
    apply(&mut session, &SessionCommand::SetParam("neighbours".into(), json!(8)));
    apply(&mut session, &SessionCommand::CompareWith(file));
    assert!(session.opened().previous.is_some() && !session.opened().comparing);
    for index in [0, 1] {
        session.apply(&SessionCommand::End);
        let before = session.opened().previous.as_ref().map(|run| run.replay.cursor());
        session.apply(&SessionCommand::GoToDivergence(index));
        let (main, other) = (session.replay().expect("a run"), &session.opened().other_runs[0].replay);
        let divergence = divergence(main, other).expect("they part");
        assert_eq!((main.cursor(), other.cursor()), (divergence.after + 1, divergence.other + 1), "{index}");
        if !session.opened().comparing {
            assert_eq!(
                session.opened().previous.as_ref().map(|run| run.replay.cursor()),
                before,
                "run B is left where it is"
            );
            session.apply(&SessionCommand::ToggleCompare);
        }
    }
}

#[test]
fn large_runs_are_freed_before_the_next_recording() {
    let edit = |room: usize| {
        let mut session = session();
        session.set_room(room);
        session.apply(&SessionCommand::Seek(9));
        session.apply(&SessionCommand::SetParam("weight".into(), json!(1.5)));
        let job = session.take_job().expect("an edit");
        let kept = (session.opened().main.is_some(), session.take_retired().len());
        session.finish(job.run());
        (session, kept)
    };
    let run = session().replay().expect("a run").bytes();
    let (much, gone) = edit(run - 1);
    assert_eq!(gone, (false, 1));
    assert!(much.opened().previous.is_none(), "there is no run B then");
    let (little, kept) = edit(run);
    assert_eq!(kept, (true, 0));
    assert!(little.opened().previous.is_some());
    let cursor = |session: &Session| session.replay().expect("a run").cursor();
    assert_eq!(cursor(&much), cursor(&little), "it still stands where it stood");
    assert_eq!(cursor(&much), 9);
    // The run before would not fit into memory together with the runs that are shown.
    let mut both = little;
    both.set_room(both.replay().expect("a run").bytes());
    both.apply(&SessionCommand::SetParam("weight".into(), json!(2.0)));
    assert!(both.take_job().is_some() && both.opened().main.is_some() && both.opened().previous.is_none());
}

#[test]
fn first_difference_agrees_with_a_plain_scan() {
    let mut session = session();
    for (name, value) in [
        ("weight", json!(1.5)),
        ("neighbours", json!(4)),
        ("open-order", json!("fifo")),
        ("ties", json!("last")),
        ("heuristic", json!("zero")),
        ("reopen", json!(false)),
    ] {
        apply(&mut session, &SessionCommand::AddRun(beside(name, value)));
        let (main, other) = (session.replay().expect("a run"), &session.opened().additional_runs[0].replay);
        let plain = plain_scan(main, other);
        assert_eq!(first_divergence_of(main, other), plain, "{name}");
        let found = divergence(main, other);
        assert_eq!(found.as_ref().map(|p| p.after), plain, "{name}");
        if let Some(found) = found {
            let told = |run: &Replay| (found.after < run.len()).then(|| run.event(found.after).sentence);
            assert_eq!(found.sentences, [told(main), told(other)], "{name}");
        }
        apply(&mut session, &SessionCommand::RemoveRun(0));
    }
}

#[test]
fn measures_state_whether_they_differ() {
    let mut session = session();
    apply(&mut session, &SessionCommand::AddRun(beside("heuristic", json!("zero"))));
    let all = measures(session.shown_runs().map(|r| &r.replay));
    let measure = |name: &str| all.iter().find(|m| m.name == name).unwrap_or_else(|| panic!("{name}"));
    assert!(!measure("cost").differs, "the same cost either way");
    assert!(measure("expanded").differs, "a blind search expands more");
    let expanded: Vec<usize> = measure("expanded").values.iter().map(|v| v.parse().expect("a number")).collect();
    assert!(expanded[0] < expanded[1], "{expanded:?}");
    assert_eq!(all[0].name, "events");
    assert_eq!(all[0].values[0], session.replay().expect("a run").len().to_string());
}

/// Lists of objects are displayed by their length. Two lists of equal length may still differ.
#[test]
fn measures_differ_by_value_not_by_text() {
    let scene = gridscope::presets::find("unseen-shutter").expect("a preset").scene().expect("a scene");
    let mut session = gridscope::session(scene);
    session.settle();
    apply(&mut session, &SessionCommand::AddRun(beside("knowledge", json!("omniscient"))));
    let all = measures(session.shown_runs().map(|r| &r.replay));
    let guards = all.iter().find(|m| m.name == "guards").expect("a measure");
    assert_eq!(guards.values[0], guards.values[1]);
    assert!(guards.differs);
}

#[test]
fn differing_cells_have_other_values() {
    let mut session = session();
    apply(&mut session, &SessionCommand::AddRun(beside("heuristic", json!("zero"))));
    apply(
        &mut session,
        &SessionCommand::AddRun(AdditionalRun { algorithm: Some("path-sampling".into()), ..AdditionalRun::default() }),
    );
    apply(&mut session, &SessionCommand::End);
    let (main, zero) = (session.replay().expect("a run"), &session.opened().additional_runs[0].replay);
    for layer in 0..main.schema().layers.len() {
        let expected: Vec<_> = main.size().cells().filter(|&c| main.value(layer, c) != zero.value(layer, c)).collect();
        assert_eq!(differing_cells(main, zero, layer), expected);
    }
    // For two algorithms, the roles of cells are compared, because their layers mean different things.
    let parts = differing_cells(main, &session.opened().additional_runs[1].replay, 0);
    assert!(!parts.is_empty());
    // A wall has no role in either run.
    assert!(!parts.contains(&Cell::new(2, 1)) && !parts.contains(&Cell::new(3, 1)), "{parts:?}");
    // The other algorithm expands nothing, so the runs are compared event by event.
    let apart = divergence(main, &session.opened().additional_runs[1].replay).expect("another algorithm");
    assert_eq!((apart.after, apart.expansions), (0, None));
    assert!(differing_cells(main, main, 0).is_empty());
    apply(&mut session, &SessionCommand::Back(Stride::Step));
    assert!(differing_cells(session.replay().expect("a run"), session.replay().expect("a run"), 0).is_empty());
}

/// A trace file is compared with a run of its scene, wherever it is opened from.
#[test]
fn opened_trace_is_compared_with_its_scene() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("run.trace.jsonl");
    let scene = support::scene("G..\n..X");
    let replay = support::record(&scene);
    let mut bytes = Vec::new();
    let trace = trace_file::Writer::new(&scene, &replay).expect("a header");
    trace.write(&mut bytes).expect("written");
    let text = String::from_utf8(bytes).expect("text");
    let open = |text: &str| {
        std::fs::write(&path, text).expect("written");
        let mut session = session();
        apply(&mut session, &SessionCommand::Open(path.clone()));
        session
    };
    let session = open(&text);
    assert!(session.replay().is_some_and(|r| r.len() == replay.len()), "its scene is run and shown");
    assert_eq!((&session.opened().trace_differs, &session.work().notices[..]), (&None, &[][..]));
    let mut session = open(&text.replacen("\"g\":0", "\"g\":9", 1));
    let differs = session.opened().trace_differs.clone().expect("another run");
    assert_eq!(differs.line, Some(3), "{differs}");
    let told = session.take_notices().pop().expect("a notice");
    assert!(told.error && told.text.starts_with(&differs.to_string()) && told.text.contains("run.trace.jsonl"));
    // The recorded events are shown.
    let shown = session.replay().expect("the log");
    assert_eq!(shown.trace().field(1, "g").map(|g| g.to_string()), Some("9".into()));
    // A log cannot be run with another seed. One of our algorithms can run on its map.
    apply(&mut session, &SessionCommand::SetSeed(5));
    assert!(session.take_notices().pop().is_some_and(|told| told.text.contains("Choose an algorithm")));
    apply(&mut session, &SessionCommand::SetAlgorithm("astar".into()));
    assert!(session.work().notices.is_empty() && session.log().is_none());
    assert!(session.replay().is_some_and(|r| r.len() == replay.len()));
    assert!(session.opened().previous.is_some(), "the log stays as run B");
    let map = folder.path().join("map.txt");
    std::fs::write(&map, "G.X").expect("written");
    apply(&mut session, &SessionCommand::Open(map));
    assert_eq!(session.opened().trace_differs, None);
}

#[test]
fn compared_file_is_shown_as_another_run() {
    let folder = tempfile::tempdir().expect("a folder");
    let (map, missing) = (folder.path().join("other.txt"), folder.path().join("missing.txt"));
    std::fs::write(&map, "G...\n...X\n").expect("a map");
    let mut session = session();
    apply(&mut session, &SessionCommand::CompareWith(map));
    assert_eq!(session.opened().other_runs.len(), 1, "{:?}", session.work().notices);
    assert_eq!(session.opened().other_runs[0].title, "other.txt");
    apply(&mut session, &SessionCommand::CompareWith(missing));
    assert!(session.take_notices().pop().is_some_and(|n| n.error && n.text.contains("missing.txt")));
    apply(&mut session, &SessionCommand::Home);
    assert_eq!(session.opened().other_runs[0].replay.cursor(), 0, "one clock for all");
    apply(&mut session, &SessionCommand::RemoveOtherRun(0));
    assert_eq!(session.shown_runs().count(), 1);
    for _ in 0..9 {
        apply(&mut session, &SessionCommand::CompareWith(folder.path().join("other.txt")));
    }
    assert_eq!(session.shown_runs().count(), 6, "more would be too small to read");
}

#[test]
fn compared_fights_show_the_same_round() {
    let mut session =
        gridscope::session(gridscope::presets::find("a-whole-fight").expect("a lesson").scene().expect("a scene"));
    session.settle();
    let rounds = |session: &Session| -> Vec<_> { session.shown_runs().map(|run| run.replay.turn()).collect() };
    let turns = session.replay().expect("a run").turns().to_vec();
    assert_eq!(turns.len(), 2, "a round is a turn");
    for (turn, round) in turns.iter().zip(1..) {
        for at in [turn.start + 1, usize::midpoint(turn.start, turn.end), turn.end - 1] {
            session.apply(&SessionCommand::Seek(at));
            assert_eq!(rounds(&session), [Some(round), Some(round)], "at event {at}");
        }
    }
}

/// With runs of two algorithms, the layer with the same name is shown in both.
#[test]
fn layer_is_shown_by_name_in_all_runs() {
    let mut session =
        gridscope::session(gridscope::presets::find("deeper-and-deeper").expect("a lesson").scene().expect("a scene"));
    session.settle();
    let named = |session: &Session| -> Vec<String> {
        let runs = session.shown_runs().map(|run| &run.replay);
        runs.map(|run| run.schema().layers[session.layer_of(run)].name.to_string()).collect()
    };
    assert_eq!(named(&session), ["iteration", "g"], "A* has no iterations: its first layer");
    let f = session.layers().iter().position(|layer| layer.name == "f").expect("a layer");
    session.apply(&SessionCommand::SetLayer(f));
    assert_eq!(named(&session), ["f", "f"]);
}

/// An outcome field named steps or events does not replace the run's own counts.
#[test]
fn outcome_fields_do_not_replace_the_counts() {
    let scene = gridscope::presets::find("steps-are-not-cost").expect("a lesson").scene().expect("a scene");
    let mut runs = ["breadth-first", "astar"].map(|algorithm| {
        let mut scene = scene.clone();
        scene.run.algorithm = algorithm.to_owned();
        scene.run.params = gridscope::trace::params::Params::default();
        gridscope::algorithms::record(&scene, &Progress::default()).expect("a run")
    });
    for run in &mut runs {
        run.seek(usize::MAX);
    }
    let all = measures(&runs);
    let values = |name: &str| all.iter().find(|m| m.name == name).map(|m| (m.values.clone(), m.differs));
    let counts = runs.each_ref().map(|run| run.steps().len().to_string());
    assert_eq!(values("steps"), Some((counts.to_vec(), counts[0] != counts[1])));
    // A* has no such field, so this is not a difference.
    assert_eq!(values("outcome steps"), Some((vec!["8".to_owned(), String::new()], false)));
}

/// If two sentences are equal, the field that differs is named.
#[test]
fn equal_sentences_name_the_field_that_differs() {
    let log = |age: u8| {
        let text = format!("{{\"event\":\"open\",\"at\":[1,1],\"g\":0,\"age\":{age}}}\n");
        let log = gridscope::formats::log::Log::read("a log", text.as_bytes()).expect("a log");
        at_once(gridscope::debugger::log::ConvertedLog::of(&log)).replay
    };
    let apart = divergence(&log(1), &log(2)).expect("another age");
    let said = |age: u8| Some(format!("Opened the start (1,1): g = 0. (age = {age})"));
    assert_eq!(apart.sentences, [said(1), said(2)]);
}

/// Six runs fit side by side. Those that are not recorded yet count too.
#[test]
fn six_runs_fit_side_by_side() {
    let has_room = |others: u64| {
        let mut scene = scene(OPEN);
        scene.run.beside =
            (0..others).map(|seed| AdditionalRun { seed: Some(seed), ..AdditionalRun::default() }).collect();
        gridscope::session(scene).has_room()
    };
    assert_eq!([0, 4, 5].map(has_room), [true, true, false]);
    let mut session = session();
    for seed in 0..5 {
        assert!(session.has_room(), "{seed} others");
        apply(&mut session, &SessionCommand::AddRun(AdditionalRun { seed: Some(seed), ..AdditionalRun::default() }));
    }
    assert!(!session.has_room());
}
