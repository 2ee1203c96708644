//! Files that take long to open: the window says so, goes on, and throws nothing away.
#![cfg(target_os = "linux")]

use crate::worker::see;
use egui::{Key, Modifiers};
use egui_kittest::Harness;
use egui_kittest::kittest::Queryable as _;
use gridscope::app::App;
use gridscope::app::view::{Dialog, Settings};
use gridscope::debugger::{Session, SessionCommand};
use gridscope_window_tests::{key, scene, window_of};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{Duration, Instant};

/// A file that is dropped on the window.
#[derive(Debug)]
struct Dropped(PathBuf);

impl egui::DroppedFile for Dropped {
    fn path(&self) -> &Path {
        &self.0
    }

    fn bytes(&self) -> Result<Vec<u8>, String> {
        std::fs::read(&self.0).map_err(|error| error.to_string())
    }
}

/// A file may take as long to read as it likes: the window says so, and goes on.
#[test]
fn a_file_that_takes_long_to_open_can_be_called_off() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut h = window_of(App::new(Session::new(scene("secret-door")), Settings::default()), 1400.0, 900.0);
    let before = h.state().session().scene().clone();
    // Nothing comes out of a pipe until something is written into it.
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
        // Nobody may be left who reads it.
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
    // Of two that are dropped together both are opened, the second one stays; beneath another dialog nothing is.
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
    // What is drawn meanwhile is not thrown away, and another question calls nothing off.
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
