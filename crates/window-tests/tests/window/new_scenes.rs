//! New scenes: a map with chosen moves, a generated map, and slides.

use super::user_input::Window;
use egui::accesskit::Role;
use egui::{Event, Key, Modifiers};
use egui_kittest::kittest::{NodeT as _, Queryable as _};
use gridscope::app::view::Dialog;
use gridscope::debugger::SessionCommand;
use gridscope::debugger::session::command::generator_request::GeneratorRequest;
use gridscope::debugger::session::window::PanelId;
use gridscope_window_tests::{
    at, click, ground, is_selected, key, lesson, map_size, moment, sees, texts, texts_in, value,
};

/// Returns the parameters in the Run panel that are not at their defaults, with their values.
fn set(h: &mut Window) -> Vec<String> {
    h.state_mut().show_panel(PanelId::Run);
    h.run_steps(3);
    let names = texts(h, "Reset ").into_iter().filter(|label| !h.get_by_label(label).accesskit_node().is_disabled());
    let names = names.filter_map(|label| Some(label.strip_prefix("Reset ")?.to_owned()));
    names.map(|name| format!("{name} {}", value(h, &name).unwrap_or_default())).collect()
}

#[test]
fn new_map_dialog_applies_and_remembers_its_choices() {
    let mut h = lesson("hello");
    key(&mut h, Modifiers::COMMAND, Key::N);
    click(&mut h, "5 × 5");
    click(&mut h, "4 directions, each step 1");
    click(&mut h, "Create");
    assert_eq!(map_size(&mut h), (5, 5));
    assert_eq!(set(&mut h), ["neighbours 4", "costs 1 and 1"]);
    key(&mut h, Modifiers::COMMAND, Key::N);
    assert!(is_selected(&h, "5 × 5") && is_selected(&h, "4 directions, each step 1"));
    // A typed number has the same effect as a clicked one.
    h.event(Event::Text("7".into()));
    h.run_steps(2);
    click(&mut h, "8 directions, straight 2, diagonal 3");
    click(&mut h, "Create");
    assert_eq!(map_size(&mut h), (7, 5));
    assert!(set(&mut h).is_empty());
}

#[test]
fn added_slide_opens_its_note_for_typing() {
    let mut h = lesson("hello");
    let slides = |h: &Window| h.state().session().scene().run.slides.len();
    let before = slides(&h);
    h.state_mut().session_mut().apply(&SessionCommand::Seek(5));
    h.run_steps(2);
    click(&mut h, "Add a slide");
    h.event(Event::Text("**Here** it begins.".into()));
    h.run_steps(3);
    assert_eq!((slides(&h), moment(&h).0), (before + 1, 5));
    assert_eq!(value(&h, "Note of this slide").as_deref(), Some("**Here** it begins."));
    click(&mut h, "Done");
    assert!(h.query_by_label("Note of this slide").is_none());
    assert!(sees(&h, "it begins."), "it is shown as it is read");
}

#[test]
fn generator_dialog_passes_size_algorithm_and_unknown_share() {
    let mut h = lesson("hello");
    let ordered = |h: &mut Window| {
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
    let explorer = value(&h, "For algorithm").expect("an algorithm");
    assert!(explorer.starts_with("Auto-explore"), "{explorer}");
    click(&mut h, "a share");
    let seed = |h: &Window| -> u64 {
        let box_beside = h.query_all_by_label("Seed").find(|node| node.accesskit_node().role() == Role::SpinButton);
        box_beside.and_then(|node| node.accesskit_node().value()?.parse().ok()).expect("a seed")
    };
    let first = seed(&h);
    click(&mut h, "Create");
    assert!(texts_in(&h, h.get_by_label("Algorithm").rect()).contains(&explorer));
    key(&mut h, Modifiers::NONE, Key::Home);
    let (width, height) = map_size(&mut h);
    let unknown = h.state_mut().view_mut().theme.unknown;
    let cells: Vec<_> = (0..height).flat_map(|y| (0..width).map(move |x| (x, y))).collect();
    let colours = cells.iter().map(|&(x, y)| {
        let pos = at(&mut h, x, y);
        ground(&h, pos)
    });
    let hidden = colours.filter(|colour| *colour == Some(unknown)).count();
    assert_eq!(hidden, cells.len().div_ceil(2), "half of {width} × {height}");
    assert!(moment(&h).1 > 0, "an explorer is placed, so it runs");
    // The dialog keeps its choices, but takes another seed. Another generator has its own size and choices.
    ordered(&mut h);
    assert!(is_selected(&h, "Cave") && is_selected(&h, "a share"));
    assert_eq!(value(&h, "Share of the cells that is unknown").as_deref(), Some("50 %"));
    assert_eq!((value(&h, "For algorithm"), seed(&h)), (Some(explorer), first + 1));
    click(&mut h, "Ship");
    click(&mut h, "All decks");
    click(&mut h, "nothing");
    click(&mut h, "Create");
    let ship = map_size(&mut h);
    assert!(ship.1 > gridscope::registry().generators()[0].size.height, "{ship:?}");
    ordered(&mut h);
    assert!(is_selected(&h, "All decks") && is_selected(&h, "nothing"));
}

#[test]
fn generator_dialog_refuses_too_small_a_size() {
    let mut h = lesson("hello");
    let order = GeneratorRequest { generator: "rooms-dungeon".into(), width: 20, ..GeneratorRequest::default() };
    h.state_mut().view_mut().dialog = Some(Dialog::Generate(Box::new(order)));
    h.run_steps(3);
    assert!(sees(&h, "too small for dungeon"));
    key(&mut h, Modifiers::NONE, Key::Enter);
    assert!(sees(&h, "New from a generator"), "nothing is made");
}
