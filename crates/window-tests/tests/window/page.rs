//! The window as it is in a page: tasks in turns with the frames, files on a shelf, and the fragment of the address.

use crate::opening::Dropped;
use egui::OutputCommand;
use egui_kittest::Harness;
use egui_kittest::kittest::Queryable as _;
use gridscope::app::view::Settings;
use gridscope::app::{App, fragment_of, scene_of};
use gridscope::core::{Cell, Tile};
use gridscope::debugger::disk::{Shelf, use_shelf};
use gridscope::debugger::work::{Plan, Task};
use gridscope::debugger::{Session, SessionCommand, WindowCommand};
use gridscope_window_tests::{scene, window_of};
use std::cell::RefCell;
use std::collections::BTreeMap;
use std::io;
use std::path::{Path, PathBuf};
use std::rc::Rc;
use std::sync::Arc;

/// A shelf in memory.
#[derive(Default)]
struct Memory(RefCell<BTreeMap<PathBuf, Vec<u8>>>);

impl Shelf for Memory {
    fn read(&self, path: &Path) -> Option<Vec<u8>> {
        self.0.borrow().get(path).cloned()
    }

    fn write(&self, path: &Path, bytes: &[u8]) -> io::Result<()> {
        self.0.borrow_mut().insert(path.to_owned(), bytes.to_vec());
        Ok(())
    }

    fn remove(&self, path: &Path) {
        self.0.borrow_mut().remove(path);
    }
}

fn window(preset: &str) -> Harness<'static, App> {
    window_of(App::in_turns(Session::new(scene(preset)), Settings::default()), 1400.0, 900.0)
}

/// Runs frames until `done`. Returns how many.
fn frames(h: &mut Harness<'_, App>, done: impl Fn(&App) -> bool) -> usize {
    (0..2000)
        .find(|_| {
            h.run_steps(1);
            done(h.state())
        })
        .expect("it ends")
}

#[test]
fn a_run_is_recorded_in_turns_with_the_frames() {
    let mut h = window("hello");
    frames(&mut h, App::is_settled);
    assert_eq!(h.state().session().moment(), (723, 824));
    h.state_mut().request(SessionCommand::NextSeed);
    h.run_steps(1);
    frames(&mut h, App::is_settled);
    assert_eq!(h.state().session().scene().run.seed, scene("hello").run.seed + 1);
    h.state_mut().request(SessionCommand::Seek(5));
    h.run_steps(1);
    assert_eq!(h.state().session().moment().0, 5);
}

/// Long work and an answer share the frames: neither waits for the end of the other.
#[test]
fn an_experiment_ends_in_turns() {
    let mut h = window("secret-door");
    frames(&mut h, App::is_settled);
    let plan = Plan { sweep: String::new(), samples: 20 };
    h.state_mut().request(SessionCommand::Begin(Task::Experiment(plan)));
    h.run_steps(1);
    frames(&mut h, |app| !app.session().work.tasks.is_running());
    let measured = h.state().session().work.tasks.measured.as_ref().expect("a table");
    assert_eq!(measured.rows.len(), 20);
}

#[test]
fn files_are_opened_from_the_shelf_and_saved_to_it() {
    let shelf = Rc::new(Memory::default());
    use_shelf(Some(Rc::clone(&shelf) as Rc<dyn Shelf>));
    let (map, saved) = (PathBuf::from("corridor.txt"), PathBuf::from("corridor.scene.json"));
    shelf.write(&map, b"#####\n#G.X#\n#####\n").expect("written");
    let mut h = window("hello");
    frames(&mut h, App::is_settled);
    h.input_mut().dropped_files.push(Arc::new(Dropped(map)));
    h.run_steps(1);
    frames(&mut h, App::is_settled);
    assert_eq!(h.state().session().scene().title, "corridor");
    h.state_mut().request(SessionCommand::SaveAs(saved.clone()));
    h.run_steps(1);
    frames(&mut h, |app| !app.session().is_saving());
    let first = shelf.read(&saved).expect("saved");
    // A second save replaces nothing that a user could lose, so there is no copy beside it.
    let mut drawn = h.state().session().scene().clone();
    drawn.tiles[Cell::new(2, 1)] = Tile::Water;
    h.state_mut().request(SessionCommand::Replace(Box::new(drawn)));
    h.state_mut().request(SessionCommand::SaveAs(saved.clone()));
    h.run_steps(1);
    frames(&mut h, |app| !app.session().is_saving());
    assert_ne!(shelf.read(&saved).expect("saved"), first);
    assert_eq!(shelf.0.borrow().len(), 2, "{:?}", shelf.0.borrow().keys());
    h.state_mut().request(SessionCommand::Open("missing.txt".into()));
    h.run_steps(1);
    frames(&mut h, App::is_settled);
    assert!(gridscope_window_tests::sees(&h, "there is no such file in this page"));
    use_shelf(None);
}

/// A fragment opens the scene and moment that it was made from.
#[test]
fn fragments_of_the_address_lead_back() {
    let mut session = Session::new(scene("secret-door"));
    session.settle();
    session.apply(&SessionCommand::Seek(25));
    let fragment = fragment_of(&session).expect("a fragment");
    assert_eq!(fragment, "lesson=secret-door&at=25");
    let opened = scene_of(&session, &fragment).expect("a scene");
    assert_eq!(opened.run.at, Some(25));
    session.apply(&SessionCommand::NextSeed);
    session.settle();
    session.apply(&SessionCommand::Seek(7));
    let link = fragment_of(&session).expect("a link");
    assert!(link.starts_with("gridscope:1:"), "{link}");
    let opened = scene_of(&session, &link).expect("a scene");
    assert_eq!((opened.run.at, opened.run.seed), (Some(7), session.scene().run.seed));
    for preset in gridscope::presets::PRESETS {
        let lesson = preset.scene().expect("a scene");
        assert_eq!(scene_of(&session, preset.id).expect("a scene"), lesson);
        let named = fragment_of(&Session::new(lesson)).expect("a fragment");
        assert!(named.starts_with(&format!("lesson={}&at=", preset.id)), "{named}");
    }
    for (fragment, part) in [
        ("lesson=no-such", "no lesson \"no-such\""),
        ("lesson=hello&at=-1", "at=-1"),
        ("lesson=hello&at=x", "at=x"),
        ("gridscope:1:AAAA", "link"),
    ] {
        let error = scene_of(&session, fragment).expect_err(fragment);
        assert!(error.contains(part), "{error}");
    }
}

#[test]
fn a_copied_link_opens_the_configured_page() {
    let copied_by = |page: &str| {
        let app = App::in_turns(Session::new(scene("secret-door")), Settings::default()).linking_to(page);
        let mut h = window_of(app, 1400.0, 900.0);
        h.state_mut().session_mut().apply(&SessionCommand::Seek(25));
        h.run_steps(3);
        h.state_mut().request(WindowCommand::CopyLink);
        let copied = (0..4).find_map(|_| {
            h.step();
            h.output().platform_output.commands.iter().find_map(|command| match command {
                OutputCommand::CopyText(text) => Some(text.clone()),
                _ => None,
            })
        });
        (copied, h)
    };
    let (address, _) = copied_by("https://example.org/gridscope/");
    assert_eq!(address.as_deref(), Some("https://example.org/gridscope/#lesson=secret-door&at=25"));
    // A value that is not the address of a page is reported, and links stay text.
    let (_, mut refused) = copied_by("file:///home/page#here");
    refused.run_steps(5);
    let link = refused.state().session().as_link().expect("a link");
    assert!(link.starts_with("gridscope:1:"), "{link}");
    assert!(refused.query_all_by_label_contains("GRIDSCOPE_PAGE").next().is_some(), "it is said");
}
