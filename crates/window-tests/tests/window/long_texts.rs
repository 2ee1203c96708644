//! Texts as long as a scene, a log or a link may hold them: no frame lays out more letters than a screen could show, in no
//! panel and no dialog, and the memory for it is bounded.
#![cfg(target_os = "linux")]

use super::user_input::Window;
use egui::{Key, Modifiers, Shape};
use egui_kittest::Harness;
use gridscope::app::style::theme::{Theme, ThemeName};
use gridscope::app::{App, style};
use gridscope::debugger::session::window::{Arrangement, PanelId};
use gridscope::debugger::{Session, SessionCommand, WindowCommand};
use gridscope::trace::scene::{AdditionalRun, Room, Slide};
use gridscope::trace::{Cell, Scene};
use gridscope_window_tests::{frame as draw, key, painted, scene, with_details};
use serde_json::json;

/// Longest text of each kind, in bytes: a title or a name, and notes.
const TEXT: usize = 10_000;
const NOTES: usize = 250_000;
/// Letters that a frame may lay out, and texts that it may lay out. A window full of small text has a fifth of them.
const LETTERS: usize = 100_000;
const GALLEYS: usize = 4_000;
/// Memory that all windows of the walk may take in addition to those with short texts, in bytes.
const MEMORY: u64 = 64 << 20;

/// Ways in which a text is long, each with what is repeated.
const WAYS: [(&str, &str); 3] = [("words", "bbbbbbb "), ("one word", "m"), ("right to left", "שלום ")];

/// Returns a text of this many bytes.
fn long(part: &str, bytes: usize) -> String {
    part.repeat(bytes / part.len())
}

/// Returns a scene in which each text is long.
fn long_scene(part: &str, text: usize, notes: usize) -> Scene {
    let (text, notes) = (long(part, text), long(part, notes));
    let mut scene = scene("secret-door");
    (scene.title, scene.notes) = (text.clone(), notes.clone());
    let moments = [0, 5, 10, 20, 30, 40];
    scene.run.slides = moments.map(|at| Slide { at, note: notes.clone(), ..Slide::default() }).to_vec();
    scene.run.slides.push(Slide { at: 50, note: format!("**{notes}**\n{notes}"), ..Slide::default() });
    scene.run.exercise.say = notes;
    scene.run.exercise.done = vec![format!("hits kind {text}"), format!("outcome {text} = 3"), text.clone()];
    scene.run.params.set("speed", text.as_str());
    scene.run.params.set(&text, text.as_str());
    let mut other = AdditionalRun::default();
    other.params.set("speed", text.as_str());
    scene.run.beside.push(other);
    scene.rooms.push(Room { name: text.clone(), from: Cell::new(0, 0), to: Cell::new(2, 2) });
    for actor in &mut scene.actors {
        actor.set_keys(vec![text.clone()]);
        actor.set_room(Some(text.clone()));
    }
    scene
}

/// Returns a log in which each text is long.
fn long_log(part: &str, text: usize) -> String {
    let text = long(part, text);
    let mut layers = serde_json::Map::new();
    layers.insert(text.clone(), json!({ "kind": "distance" }));
    let header = json!({
        "format": "gridscope-trace", "version": 2, "title": text, "algorithm": text, "map": ["..~", "..."],
        "legend": { "~": { "name": text, "enter": 3 } }, "start": [0, 0], "goal": [2, 0], "neighbours": 4,
        "layers": layers, "x-own": text,
    });
    let mut lines = vec![
        header,
        json!({ "event": "begin", "phase": text, "actor": text }),
        json!({ "event": "place", "actor": text, "kind": text, "at": [0, 1] }),
        json!({ "event": "open", "at": [0, 0], "g": 0, "h": 2, "say": text, "list": text }),
        json!({ "event": "expand", "at": [0, 0], "g": 0, "say": text }),
        json!({ "event": "set", "layer": text, "at": [1, 1], "value": 3 }),
        json!({ "event": "set", "layer": text, "at": [1, 0], "value": text }),
        json!({ "event": "tile", "at": [0, 1], "tile": text }),
        json!({ "event": "weigh", "name": text, "score": 3, "set": text }),
        json!({ "event": "weigh", "at": [1, 0], "score": 4, "set": text }),
        json!({ "event": "choose", "name": text, "set": text }),
        json!({ "event": "note", "text": text, "at": [1, 1] }),
        json!({ "event": text, "at": [1, 1], "why": text, "detail": text }),
        json!({ "event": "reject", "at": [1, 1], "from": [0, 0], "why": text }),
    ];
    for at in 0..40 {
        lines.push(json!({ "event": "open", "at": [at % 3, at % 2], "from": [0, 0], "g": at, "say": text }));
        lines.push(json!({ "event": "expand", "at": [at % 3, at % 2], "g": at, "own": text }));
    }
    lines.push(json!({ "event": "done", "result": text, "own": text }));
    lines.iter().flat_map(|line| [line.to_string(), "\n".to_owned()]).collect()
}

/// Runs a frame, and adds to `found` if it lays out too much.
fn frame(h: &mut Window, place: &str, found: &mut Vec<String>) {
    h.run_steps(1);
    let texts = painted(h).into_iter().filter_map(|(_, shape)| match shape {
        Shape::Text(text) => Some(text.galley.text().len()),
        _ => None,
    });
    let mut texts: Vec<usize> = texts.collect();
    texts.sort_unstable_by(|a, b| b.cmp(a));
    if std::env::var_os(OWN_PROCESS).is_some_and(|v| v == "print") {
        eprintln!("{place}: {} letters, {} MB", texts.iter().sum::<usize>(), memory() >> 20);
    }
    let letters = texts.iter().sum::<usize>();
    #[expect(clippy::redundant_closure_for_method_calls, reason = "the method alone is not general enough")]
    let galleys = h.ctx.fonts(|fonts| fonts.num_galleys_in_cache());
    if letters > LETTERS || galleys > GALLEYS {
        let longest = &texts[..texts.len().min(12)];
        found.push(format!("{place}: {letters} letters, the longest {longest:?}; {galleys} texts laid out"));
    }
}

/// Shows every panel of Debug, every arrangement and the dialogs of a window, within the run and at its end.
fn walk(session: impl Fn() -> Session, place: &str, found: &mut Vec<String>) {
    let moments = [SessionCommand::Seek(10), SessionCommand::End];
    for size in [(1280.0, 800.0), (390.0, 844.0)] {
        let app = App::without_worker(session(), with_details());
        // No font has letters from right to left.
        let harness = Harness::builder().with_size([size.0, size.1]).allow_missing_glyphs();
        let styled = harness.with_context_setup(|ctx| style(ctx, &Theme::new(ThemeName::Dark)));
        let mut h = styled.build_ui_state(draw, app);
        h.run_steps(2);
        h.state_mut().session_mut().apply(&SessionCommand::Select(Some(Cell::new(1, 1))));
        for arrangement in Arrangement::ALL {
            h.state_mut().arrange(arrangement);
            for command in &moments {
                h.state_mut().session_mut().apply(command);
                frame(&mut h, &format!("{place}, {size:?}, {arrangement:?}, {command:?}"), found);
            }
        }
        h.state_mut().arrange(Arrangement::Debug);
        for panel in PanelId::ALL {
            h.state_mut().show_panel(panel);
            frame(&mut h, &format!("{place}, {size:?}, {panel:?}"), found);
        }
        for command in
            [WindowCommand::Palette, WindowCommand::AskLesson, WindowCommand::AskExport, WindowCommand::AskNew]
        {
            h.state_mut().request(command);
            for _ in 0..2 {
                frame(&mut h, &format!("{place}, {size:?}, {command:?}"), found);
            }
            key(&mut h, Modifiers::NONE, Key::Escape);
        }
    }
}

/// Walks through a scene and a log.
fn walk_both(way: &str, part: &str, text: usize, notes: usize, found: &mut Vec<String>) {
    walk(|| gridscope::session(long_scene(part, text, notes)), &format!("scene, {way}"), found);
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("long.trace.jsonl");
    std::fs::write(&file, long_log(part, text)).expect("written");
    walk(|| Session::on_file(gridscope::registry(), &file).expect("a log"), &format!("log, {way}"), found);
}

/// Name of the variable of the environment that says that this process is only for the walk.
const OWN_PROCESS: &str = "GRIDSCOPE_LONG_TEXTS";

/// The largest memory that this process has taken so far, in bytes.
fn memory() -> u64 {
    let status = std::fs::read_to_string("/proc/self/status").expect("a status");
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:")).expect("the memory");
    line.trim().trim_end_matches(" kB").parse::<u64>().expect("a number") << 10
}

/// Runs in a process of its own, because other tests take memory, too.
#[test]
fn long_texts_stay_within_the_memory_limit() {
    if std::env::var_os(OWN_PROCESS).is_none() {
        let own = std::env::current_exe().expect("this program");
        let mut command = std::process::Command::new(own);
        let name = "long_texts::long_texts_stay_within_the_memory_limit";
        let output = command.args(["--exact", name]).env(OWN_PROCESS, "1").output().expect("it runs");
        let printed = String::from_utf8_lossy(&output.stdout);
        assert!(output.status.success() && printed.contains("1 passed"), "{printed}");
        return;
    }
    let mut found = Vec::new();
    walk_both("short", "a", 20, 20, &mut found);
    let before = memory();
    for (way, part) in WAYS {
        walk_both(way, part, TEXT, NOTES, &mut found);
        let more = memory() - before;
        if more > MEMORY {
            found.push(format!("{way}: {} MB more", more >> 20));
        }
    }
    assert!(found.is_empty(), "{}", found.join("\n"));
}
