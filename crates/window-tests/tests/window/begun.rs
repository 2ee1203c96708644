//! What one begins: a map of one's own with the moves that were chosen, and slides of one's own.

use egui::{Event, Key, Modifiers};
use egui_kittest::kittest::Queryable as _;
use gridscope::app::view::Dialog;
use gridscope::core::geometry::Size;
use gridscope::debugger::SessionCommand;
use gridscope::debugger::new_map::{Moves, NewMap};
use gridscope_window_tests::{click, key, lesson, sees};

#[test]
fn a_new_map_has_what_was_chosen_and_the_dialog_keeps_it() {
    let mut h = lesson("hello");
    key(&mut h, Modifiers::COMMAND, Key::N);
    click(&mut h, "5 × 5");
    click(&mut h, "4 directions, each step 1");
    click(&mut h, "Create");
    let scene = h.state().session().scene();
    assert_eq!(scene.size(), Size::new(5, 5));
    let params: Vec<String> = scene.run.params.0.iter().map(|(name, value)| format!("{name}={value}")).collect();
    assert_eq!(params, ["costs=\"1\"", "neighbours=4"]);
    key(&mut h, Modifiers::COMMAND, Key::N);
    let kept = NewMap { width: 5, height: 5, moves: Moves::Four };
    assert_eq!(h.state_mut().view_mut().dialog, Some(Dialog::New(kept)));
    // A number that is typed counts as much as one that is clicked.
    h.event(Event::Text("7".into()));
    h.run_steps(2);
    click(&mut h, "8 directions, straight 2, diagonal 3");
    click(&mut h, "Create");
    assert_eq!(h.state().session().scene().size(), Size::new(7, 5));
    assert!(h.state().session().scene().run.params.is_empty());
}

#[test]
fn a_slide_is_added_beside_the_title_and_written_at_once() {
    let mut h = lesson("hello");
    let before = h.state().session().scene().run.bookmarks.len();
    h.state_mut().session_mut().apply(&SessionCommand::Seek(5));
    h.run_steps(2);
    click(&mut h, "Add a slide");
    h.event(Event::Text("**Here** it begins.".into()));
    h.run_steps(3);
    let all = &h.state().session().scene().run.bookmarks;
    assert_eq!(all.len(), before + 1);
    let own = all.iter().find(|slide| slide.at == 5).expect("a slide at this moment");
    assert_eq!(own.note, "**Here** it begins.");
    click(&mut h, "Done");
    assert!(h.query_by_label("Note of this slide").is_none());
    assert!(sees(&h, "it begins."), "it is shown as it is read");
}
