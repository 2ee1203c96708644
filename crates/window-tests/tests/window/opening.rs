//! Files that take long to open: the window says so, keeps running, and discards nothing.
#![cfg(target_os = "linux")]

use crate::worker::see;
use egui::{Key, Modifiers, ViewportCommand, ViewportEvent};
use egui_kittest::Harness;
use egui_kittest::kittest::Queryable as _;
use gridscope::app::App;
use gridscope::app::view::{Dialog, PathFor};
use gridscope::debugger::{SessionCommand, WindowCommand};
use gridscope::trace::{Cell, Tile};
use gridscope_window_tests::{key, scene, window_of, with_details};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{Duration, Instant};

/// A file dropped on the window.
#[derive(Debug)]
pub(crate) struct Dropped(pub PathBuf);

impl egui::DroppedFile for Dropped {
    fn path(&self) -> &Path {
        &self.0
    }

    fn bytes(&self) -> Result<Vec<u8>, String> {
        std::fs::read(&self.0).map_err(|error| error.to_string())
    }
}

/// Opening a slow file can be cancelled. Meanwhile the window says so and keeps running.
#[test]
fn opening_a_slow_file_can_be_cancelled() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut h = window_of(App::new(gridscope::session(scene("secret-door")), with_details()), 1400.0, 900.0);
    let before = h.state().session().scene().clone();
    // A pipe delivers nothing until something is written to it.
    let open = |h: &mut Harness<'_, App>, name: &str| {
        let pipe = folder.path().join(name);
        assert!(std::process::Command::new("mkfifo").arg(&pipe).status().expect("mkfifo").success());
        h.input_mut().dropped_files.push(Arc::new(Dropped(pipe.clone())));
        h.run_steps(1);
        pipe
    };
    for stop in ["Cancel", "Escape"] {
        let pipe = open(&mut h, &format!("{stop}.txt"));
        see(&mut h, &format!("{stop}.txt is being read."));
        match stop {
            "Cancel" => h.get_by_label("Cancel").click(),
            _ => key(&mut h, Modifiers::NONE, Key::Escape),
        }
        h.run_steps(2);
        assert!(h.query_by_label_contains("is being read").is_none(), "{stop}");
        // The reader of the pipe may already be gone.
        _ = std::fs::write(&pipe, "G.X\n");
        h.run_steps(3);
        assert_eq!(h.state().session().scene(), &before, "{stop}");
    }
    let pipe = open(&mut h, "slow.txt");
    see(&mut h, "slow.txt is being read.");
    std::fs::write(&pipe, "G..X\n").expect("somebody reads");
    see(&mut h, "event ");
    let begun = Instant::now();
    while h.state().session().scene().title != "slow" {
        assert!(begun.elapsed() < Duration::from_mins(1), "it is not opened");
        h.run_steps(1);
    }
    h.run_steps(2);
    assert!(h.query_by_label_contains("is being read").is_none());
    assert!(h.state_mut().view_mut().settings.recent[0].ends_with("slow.txt"));
    // Of two files that are dropped together, both are opened and the second one stays. While another dialog is open,
    // neither is.
    let files = ["one.txt", "two.txt"].map(|name| folder.path().join(name));
    for file in &files {
        std::fs::write(file, "G.X\n").expect("written");
        h.input_mut().dropped_files.push(Arc::new(Dropped(file.clone())));
    }
    h.run_steps(1);
    h.state_mut().view_mut().dialog = Some(Dialog::Keys);
    for _ in 0..20 {
        h.run_steps(1);
        std::thread::sleep(Duration::from_millis(5));
    }
    assert_ne!(h.state().session().scene().title, "two");
    key(&mut h, Modifiers::NONE, Key::Escape);
    see(&mut h, "two");
    while h.state().session().scene().title != "two" {
        assert!(begun.elapsed() < Duration::from_mins(2), "the second is not opened");
        h.run_steps(1);
    }
    let recent = h.state_mut().view_mut().settings.recent.clone();
    assert!(recent[0].ends_with("two.txt") && recent[1].ends_with("one.txt"), "{recent:?}");
    // Edits made in the meantime are kept, and another dialog cancels nothing.
    let pipe = open(&mut h, "other.txt");
    see(&mut h, "other.txt is being read.");
    h.state_mut().view_mut().dialog = Some(Dialog::Keys);
    h.run_steps(2);
    key(&mut h, Modifiers::NONE, Key::Escape);
    see(&mut h, "other.txt is being read.");
    h.state_mut().session_mut().apply(&SessionCommand::Describe("drawn".into(), String::new()));
    std::fs::write(&pipe, "GX\n").expect("somebody reads");
    see(&mut h, "Save the changes?");
    assert_eq!(h.state().session().scene().title, "drawn");
}

/// While a scene is being saved slowly, the window keeps running. A command that would discard the scene waits.
#[test]
fn discarding_command_waits_for_the_save() {
    let folder = tempfile::tempdir().expect("a folder");
    let pipe = folder.path().join("slow.scene.json");
    // A pipe accepts nothing until it has a reader.
    assert!(std::process::Command::new("mkfifo").arg(&pipe).status().expect("mkfifo").success());
    let mut h = window_of(App::new(gridscope::session(scene("secret-door")), with_details()), 1400.0, 900.0);
    see(&mut h, "event ");
    for closes in [false, true] {
        let mut drawn = h.state().session().scene().clone();
        drawn.tiles[Cell::new(1, 1)] = if closes { Tile::Water } else { Tile::Lava };
        h.state_mut().session_mut().apply(&SessionCommand::Replace(Box::new(drawn)));
        assert!(h.state().session().document().loses_work());
        h.state_mut().session_mut().perform(&SessionCommand::SaveAs(pipe.clone()));
        see(&mut h, "is being saved");
        if closes {
            assert_eq!(close(&mut h), [ViewportCommand::CancelClose]);
        } else {
            key(&mut h, Modifiers::COMMAND, Key::N);
        }
        h.run_steps(3);
        assert!(h.state().session().is_saving() && h.state_mut().view_mut().dialog.is_none(), "nothing asks");
        assert!(h.state_mut().view_mut().after_save.is_some(), "it waits");
        key(&mut h, Modifiers::NONE, Key::Home);
        assert_eq!(h.state().session().moment().0, 0, "the window goes on");
        assert!(std::fs::read_to_string(&pipe).expect("a scene").contains("gridscope-scene"));
        let begun = Instant::now();
        while h.state_mut().view_mut().after_save.is_some() {
            assert!(begun.elapsed() < Duration::from_mins(1), "it still waits");
            h.run_steps(1);
        }
        h.run_steps(2);
        assert!(!h.state().session().document().loses_work(), "it is saved");
        if closes {
            assert_eq!(close(&mut h), [], "it closes now");
        } else {
            see(&mut h, "New map");
            key(&mut h, Modifiers::NONE, Key::Escape);
            h.run_steps(3);
        }
    }
    h.state_mut().leave();
}

/// If the user closes the window a second time during a slow save, the window asks what to do with the changes.
#[test]
fn second_close_during_a_save_asks() {
    let folder = tempfile::tempdir().expect("a folder");
    let pipe = folder.path().join("slow.scene.json");
    assert!(std::process::Command::new("mkfifo").arg(&pipe).status().expect("mkfifo").success());
    let mut h = window_of(App::new(gridscope::session(scene("secret-door")), with_details()), 1400.0, 900.0);
    see(&mut h, "event ");
    let mut drawn = h.state().session().scene().clone();
    drawn.tiles[Cell::new(1, 1)] = Tile::Water;
    h.state_mut().session_mut().apply(&SessionCommand::Replace(Box::new(drawn)));
    h.state_mut().session_mut().perform(&SessionCommand::SaveAs(pipe.clone()));
    see(&mut h, "is being saved");
    assert_eq!(close(&mut h), [ViewportCommand::CancelClose]);
    h.run_steps(2);
    assert!(h.state_mut().view_mut().dialog.is_none(), "it waits");
    assert_eq!(close(&mut h), [ViewportCommand::CancelClose]);
    see(&mut h, "Save the changes?");
    h.get_by_label("Don't save").click();
    h.run_steps(2);
    assert_eq!(close(&mut h), [], "it was meant");
    // The writer that waited for a reader may already be gone.
    assert!(std::fs::read_to_string(&pipe).expect("a scene").contains("gridscope-scene"));
    h.state_mut().leave();
}

/// Sends a close request, and returns the window's answer.
fn close(h: &mut Harness<'_, App>) -> Vec<ViewportCommand> {
    let root = h.input().viewport_id;
    h.input_mut().viewports.entry(root).or_default().events = vec![ViewportEvent::Close];
    h.step();
    h.input_mut().viewports.entry(root).or_default().events.clear();
    let said = &h.output().viewport_output[&root].commands;
    said.iter().filter(|command| matches!(command, ViewportCommand::CancelClose)).cloned().collect()
}

/// Unsaved changes are asked about once, whatever comes between the command and the new scene: a path, the size of a map,
/// or what is to be generated.
#[test]
fn unsaved_changes_are_asked_about_once() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("other.txt");
    std::fs::write(&file, "G..X\n").expect("written");
    for command in [WindowCommand::AskOpen, WindowCommand::AskNew, WindowCommand::AskGenerate] {
        let mut h =
            window_of(App::without_worker(gridscope::session(scene("secret-door")), with_details()), 1400.0, 900.0);
        let drawn = SessionCommand::Describe("drawn".into(), String::new());
        h.state_mut().session_mut().apply(&drawn);
        h.state_mut().request(command);
        h.run_steps(2);
        see(&mut h, "Save the changes?");
        h.get_by_label("Don't save").click();
        h.run_steps(3);
        if command == WindowCommand::AskOpen {
            h.state_mut().view_mut().dialog = Some(Dialog::Path(PathFor::Open, file.display().to_string()));
            h.run_steps(2);
        }
        key(&mut h, Modifiers::NONE, Key::Enter);
        h.run_steps(6);
        assert!(h.query_by_label("Save the changes?").is_none(), "{command:?}");
        assert_ne!(h.state().session().scene().title, "drawn", "{command:?}");
    }
}
