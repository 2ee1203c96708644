//! New scenes: a map with chosen moves, a generated map, and slides.

use egui::{Event, Key, Modifiers};
use egui_kittest::kittest::Queryable as _;
use gridscope::app::view::Dialog;
use gridscope::core::generate::{GENERATORS, Unknown};
use gridscope::core::geometry::Size;
use gridscope::core::scene::ActorKind;
use gridscope::debugger::SessionCommand;
use gridscope::debugger::generator_request::GeneratorRequest;
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
    // A typed number has the same effect as a clicked one.
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

#[test]
fn a_generator_is_told_size_algorithm_and_how_much_is_unknown() {
    let mut h = lesson("hello");
    let ordered = |h: &mut egui_kittest::Harness<'static, gridscope::app::App>| {
        for label in ["Menu", "File menu", "New from generator", "From a generator…"] {
            h.get_by_label(label).click();
            h.run_steps(4);
        }
    };
    ordered(&mut h);
    click(&mut h, "Cave");
    assert!(!sees(&h, "Deck"), "a cave has no decks");
    click(&mut h, "For algorithm");
    h.event(Event::Text("auto-explore".into()));
    h.run_steps(3);
    key(&mut h, Modifiers::NONE, Key::Enter);
    click(&mut h, "a share");
    click(&mut h, "Create");
    let scene = h.state().session().scene().clone();
    assert_eq!((&*scene.run.algorithm, scene.of_kind(ActorKind::Explorer).count()), ("auto-explore", 1));
    let known = scene.known.as_ref().expect("something is unknown").as_slice();
    assert_eq!(known.iter().filter(|&&known| !known).count(), known.len().div_ceil(2));
    // The dialog keeps its choices, but takes another seed. Another generator has its own size and choices.
    ordered(&mut h);
    let Some(Dialog::Generate(order)) = h.state_mut().view_mut().dialog.clone() else { panic!("no dialog") };
    assert_eq!((&*order.generator, order.unknown), ("cave", Unknown::Share(0.5)));
    assert_eq!((order.algorithm.as_deref(), order.seed), (Some("auto-explore"), scene.run.seed + 1));
    click(&mut h, "Ship");
    click(&mut h, "All decks");
    click(&mut h, "nothing");
    click(&mut h, "Create");
    assert_eq!(h.state_mut().view_mut().settings.order.unknown, Unknown::Nothing);
    let ship = h.state().session().scene();
    assert!(ship.size().height > GENERATORS[0].size.height, "{}", ship.size());
}

#[test]
fn a_size_that_a_generator_cannot_make_is_said_before_it_is_asked_for() {
    let mut h = lesson("hello");
    let order = GeneratorRequest { generator: "rooms-dungeon".into(), width: 20, ..GeneratorRequest::default() };
    h.state_mut().view_mut().dialog = Some(Dialog::Generate(Box::new(order)));
    h.run_steps(3);
    assert!(sees(&h, "too small for dungeon"));
    key(&mut h, Modifiers::NONE, Key::Enter);
    assert!(h.state_mut().view_mut().dialog.is_some(), "nothing is made");
}
