//! The window as it is in a page: tasks in turns with the frames, files on a shelf, and the fragment of the address.

use crate::opening::Dropped;
use egui::OutputCommand;
use egui_kittest::Harness;
use egui_kittest::kittest::Queryable as _;
use gridscope::app::{App, fragment_of};
use gridscope::debugger::disk::{Shelf, use_shelf};
use gridscope::debugger::session::background::work::{Plan, Task};
use gridscope::debugger::session::window::Arrangement;
use gridscope::debugger::{Session, SessionCommand, WindowCommand};
use gridscope::formats::log::Log;
use gridscope::trace::progress::at_once;
use gridscope::trace::{Cell, Tile};
use gridscope_window_tests::{scene, sees, window_of, with_details};
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
    window_of(App::in_turns(gridscope::session(scene(preset)), with_details()), 1400.0, 900.0)
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
fn page_records_a_run_in_turns_between_frames() {
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
fn page_runs_an_experiment_in_turns() {
    let mut h = window("secret-door");
    frames(&mut h, App::is_settled);
    let plan = Plan { sweep: String::new(), samples: 20 };
    h.state_mut().request(SessionCommand::Begin(Task::Experiment(plan)));
    h.run_steps(1);
    frames(&mut h, |app| !app.session().work().tasks.is_running());
    let measured = h.state().session().work().tasks.measured.as_ref().expect("a table");
    assert_eq!(measured.rows.len(), 20);
}

#[test]
fn page_opens_and_saves_files_on_its_shelf() {
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
    assert!(sees(&h, "there is no such file in this page"));
    use_shelf(None);
}

/// A fragment opens the scene and moment that it was made from.
#[test]
fn address_fragment_reopens_its_scene_and_moment() {
    let opened =
        |fragment: &str| Session::on_address(gridscope::registry(), fragment).expect("a scene").scene().clone();
    let mut session = gridscope::session(scene("secret-door"));
    session.settle();
    session.apply(&SessionCommand::Seek(25));
    let fragment = fragment_of(&session).expect("a fragment");
    assert_eq!(fragment, "lesson=secret-door&at=25");
    assert_eq!(opened(&fragment).run.at, Some(25));
    session.apply(&SessionCommand::NextSeed);
    session.settle();
    session.apply(&SessionCommand::Seek(7));
    let link = fragment_of(&session).expect("a link");
    assert!(link.starts_with("gridscope:1:"), "{link}");
    let scene = opened(&link);
    assert_eq!((scene.run.at, scene.run.seed), (Some(7), session.scene().run.seed));
    for preset in gridscope::presets::PRESETS {
        let lesson = preset.scene().expect("a scene");
        assert_eq!(opened(preset.id), lesson);
        let named = fragment_of(&gridscope::session(lesson)).expect("a fragment");
        assert!(named.starts_with(&format!("lesson={}", preset.id)), "{named}");
    }
}

/// A link states the arrangement, and the receiver's window shows it.
#[test]
fn link_restores_arrangement_cell_and_layer() {
    let mut sender = window("secret-door");
    frames(&mut sender, App::is_settled);
    sender.state_mut().request(SessionCommand::Seek(25));
    sender.state_mut().request(SessionCommand::Select(Some(Cell::new(5, 2))));
    sender.state_mut().request(SessionCommand::SetLayer(0));
    sender.state_mut().request(WindowCommand::Arrange(Arrangement::Debug));
    sender.run_steps(3);
    let (link, _) = at_once(sender.state().link().into_text()).expect("a link");
    assert!(link.starts_with("lesson=secret-door&at=25&cell=5,2&view=debug"), "{link}");
    let mut receiver = window("hello");
    frames(&mut receiver, App::is_settled);
    receiver.state_mut().open_fragment(&link);
    receiver.run_steps(1);
    frames(&mut receiver, App::is_settled);
    let (sent, received) = (sender.state().session(), receiver.state().session());
    let moment =
        |session: &Session| (session.moment(), session.display_state().selected, session.display_state().layer);
    assert_eq!(moment(received), moment(sent));
    assert_eq!(at_once(receiver.state().link().into_text()).expect("a link").0, link);
}

/// The line about a link that opens nothing stays until it is closed, and what is open stays open.
#[test]
fn broken_link_message_stays_until_it_is_closed() {
    let mut h = window("hello");
    frames(&mut h, App::is_settled);
    for fragment in ["lesson=no-such", "gridscope:1:AAAA", "lesson=hello&at=x"] {
        h.state_mut().open_fragment(fragment);
        h.run_steps(1);
        frames(&mut h, App::is_settled);
        h.run_steps(20);
        assert!(sees(&h, "This link opens nothing"), "{fragment}");
        assert_eq!(h.state().session().moment(), (723, 824), "{fragment}");
        h.get_by_label("Close").click();
        h.run_steps(3);
        assert!(!sees(&h, "This link opens nothing"), "{fragment}");
    }
}

/// A log without a link offers the page that plays.
#[test]
fn log_too_long_to_link_offers_page_export() {
    let noise = |i: u32| i.wrapping_mul(2_654_435_761);
    let line = |i: u32| format!("{{\"event\":\"note\",\"at\":[{},{}],\"text\":\"{:x}\"}}\n", i % 9, i % 7, noise(i));
    let lines: String = (0..12_000).map(line).collect();
    let log = Log::read("long.jsonl", lines.as_bytes()).expect("a log");
    let app = App::in_turns(Session::on_log(gridscope::registry(), &log), with_details());
    let mut h = window_of(app, 1400.0, 900.0);
    frames(&mut h, App::is_settled);
    h.state_mut().request(WindowCommand::CopyLink);
    let is_reported = (0..400).any(|_| {
        h.run_steps(1);
        sees(&h, "too long for a link")
    });
    assert!(is_reported);
    h.get_by_label("Export a page that plays…").click();
    h.run_steps(3);
    assert!(!sees(&h, "too long for a link") && sees(&h, "Page that plays"));
}

#[test]
fn file_lost_on_reload_is_reported() {
    let mut h = window("hello");
    frames(&mut h, App::is_settled);
    h.state_mut().not_reloaded("the browser does not keep it: the quota is exceeded");
    h.run_steps(2);
    assert!(sees(&h, "A reload of this page does not open this file again: the browser does not keep it"));
    assert!(h.state_mut().view_mut().dialog.is_none());
}

#[test]
fn a_copied_link_opens_the_configured_page() {
    let copied_by = |page: &str| {
        let app = App::in_turns(gridscope::session(scene("secret-door")), with_details()).linking_to(page);
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
    let (text, mut refused) = copied_by("file:///home/page#here");
    assert_eq!(text.as_deref(), Some("#lesson=secret-door&at=25"));
    refused.run_steps(5);
    assert!(refused.query_all_by_label_contains("GRIDSCOPE_PAGE").next().is_some(), "it is said");
}
