//! The event list: searching, moving by keys, and jumping by a click. Also answers that leave the cursor where it is
//! and offer to jump.

use super::user_input::Window;
use egui::{Event, Key, Modifiers, Rect};
use egui_kittest::kittest::Queryable as _;
use gridscope::app::App;
use gridscope::debugger::SessionCommand;
use gridscope::debugger::log::ConvertedLog;
use gridscope::debugger::session::window::{Arrangement, PanelId};
use gridscope::formats::log::Log;
use gridscope::trace::geometry::Cell;
use gridscope::trace::progress::at_once;
use gridscope_window_tests::{
    arrange, click, key, lesson, moment, sees, texts, texts_in, value, window, window_of, with_details,
};

/// Returns the numbers of the events whose rows are in view.
fn listed(h: &Window) -> Vec<usize> {
    let rows = texts(h, "Event ");
    rows.iter().filter_map(|row| row.strip_prefix("Event ")?.split_once(' ')?.0.parse().ok()).collect()
}

/// Returns the position in the list and the number of listed events, as the panel shows them: `2 of 24`, or `24 found`.
fn place(h: &Window) -> (Option<usize>, usize) {
    let clear = h.get_by_label("List all events").rect();
    let beside = Rect::from_x_y_ranges(clear.right()..=clear.right() + 120.0, clear.y_range());
    let text = texts_in(h, beside).join(" ");
    let numbers: Vec<usize> = text.split(' ').filter_map(|word| word.parse().ok()).collect();
    match numbers[..] {
        [all] => (None, all),
        [at, all] => (Some(at), all),
        _ => panic!("{text}"),
    }
}

fn type_in(h: &mut Window, text: &str) {
    h.event(Event::Text(text.into()));
    h.run_steps(3);
}

#[test]
fn ctrl_f_finds_events_and_enter_visits_them() {
    let mut h = window("hello");
    key(&mut h, Modifiers::NONE, Key::Home);
    key(&mut h, Modifiers::COMMAND, Key::F);
    type_in(&mut h, "expanded and f >= 51");
    assert_eq!(value(&h, "Filter events").as_deref(), Some("expanded and f >= 51"));
    assert!(sees(&h, "24 found"), "{:?}", texts(&h, "found"));
    key(&mut h, Modifiers::NONE, Key::Enter);
    assert!(sees(&h, "1 of 24"));
    let first = moment(&h).0;
    key(&mut h, Modifiers::NONE, Key::Enter);
    assert!(sees(&h, "2 of 24") && moment(&h).0 > first);
    key(&mut h, Modifiers::SHIFT, Key::Enter);
    assert_eq!(moment(&h).0, first);
    // Elsewhere, F3 finds the next one. A jump between matches can be undone like any other.
    key(&mut h, Modifiers::NONE, Key::Escape);
    key(&mut h, Modifiers::NONE, Key::F3);
    let second = moment(&h).0;
    key(&mut h, Modifiers::SHIFT, Key::F3);
    assert_eq!(moment(&h).0, first);
    key(&mut h, Modifiers::ALT, Key::ArrowLeft);
    assert_eq!(moment(&h).0, second);
    click(&mut h, "List all events");
    assert!(sees(&h, &format!("{second} of 824")));
}

#[test]
fn arrow_keys_walk_events_and_enter_travels() {
    let mut h = window("hello");
    key(&mut h, Modifiers::NONE, Key::Home);
    key(&mut h, Modifiers::COMMAND, Key::F);
    type_in(&mut h, "expanded");
    key(&mut h, Modifiers::NONE, Key::ArrowDown);
    for _ in 0..3 {
        key(&mut h, Modifiers::NONE, Key::ArrowDown);
    }
    assert_eq!(moment(&h).0, 0, "walking is not travelling");
    key(&mut h, Modifiers::NONE, Key::Enter);
    let (there, _) = moment(&h);
    let at = place(&h).0.expect("a place in the list");
    assert!((2..=5).contains(&at), "{there} is {at} of {:?}", listed(&h));
    key(&mut h, Modifiers::NONE, Key::Escape);
    // With the pointer: the row of the next match.
    let next = listed(&h).into_iter().find(|&event| event > there).expect("a row below");
    h.get_by_label_contains(&format!("Event {next} expanded: ")).click();
    h.run_steps(3);
    assert_eq!((moment(&h).0, place(&h).0), (next, Some(at + 1)));
    // A key selects the last row, and a click jumps there.
    key(&mut h, Modifiers::COMMAND, Key::F);
    key(&mut h, Modifiers::NONE, Key::ArrowDown);
    key(&mut h, Modifiers::NONE, Key::End);
    let last = listed(&h).into_iter().max().expect("some");
    assert!(sees(&h, &format!("Event {last} expanded: ")));
    key(&mut h, Modifiers::NONE, Key::Enter);
    let (at, all) = place(&h);
    assert_eq!((moment(&h).0, at), (last, Some(all)));
}

#[test]
fn kind_cell_and_actor_filters_narrow_the_list() {
    let mut h = window("unseen-shutter");
    let all = moment(&h).1;
    h.state_mut().show_panel(PanelId::Events);
    h.run_steps(2);
    click(&mut h, "Filter by kind, cell or actor");
    click(&mut h, "Kind guard-began");
    key(&mut h, Modifiers::NONE, Key::Escape);
    let moves = place(&h).1;
    assert!(moves > 0 && moves < all);
    assert!(listed(&h).iter().all(|event| sees(&h, &format!("Event {event} guard-began: "))));
    h.state_mut().session_mut().apply(&SessionCommand::Select(Some(Cell::new(5, 2))));
    h.run_steps(2);
    click(&mut h, "Filter by kind, cell or actor");
    click(&mut h, "The selected cell");
    assert!(place(&h).1 < moves);
    assert_eq!(value(&h, "Cell of events").as_deref(), Some("5,2"));
    key(&mut h, Modifiers::NONE, Key::Escape);
    click(&mut h, "List all events");
    click(&mut h, "Filter by kind, cell or actor");
    click(&mut h, "guard 1");
    key(&mut h, Modifiers::NONE, Key::Escape);
    assert!(place(&h).1 < all);
}

#[test]
fn log_events_are_listed_with_their_outcome() {
    let text = include_str!("../../../../tests/data/corridor.trace.jsonl");
    let log = Log::read("a log", text.as_bytes()).expect("a log");
    assert!(at_once(ConvertedLog::of(&log)).broken.is_none());
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("corridor.trace.jsonl");
    std::fs::write(&path, text).expect("written");
    let mut session = gridscope::session(gridscope_window_tests::scene("hello"));
    session.apply(&SessionCommand::Open(path));
    let mut h = window_of(App::without_worker(session, with_details()), 1440.0, 900.0);
    arrange(&mut h, Arrangement::Debug);
    key(&mut h, Modifiers::COMMAND, Key::F);
    type_in(&mut h, "expand");
    assert!(place(&h).1 > 0 && !listed(&h).is_empty());
    key(&mut h, Modifiers::NONE, Key::End);
    assert!(sees(&h, "Result: ") || sees(&h, "Done"), "the status line has the outcome of a log");
}

/// A "why" question is answered at the current moment. Jumping to the cause is offered, and can be undone.
#[test]
fn why_answers_without_travelling_and_offers_a_jump() {
    let mut h = window("hello");
    let before = moment(&h).0;
    h.state_mut().session_mut().apply(&SessionCommand::Select(Some(Cell::new(12, 5))));
    h.run_steps(3);
    assert!(!sees(&h, "back to the start"));
    click(&mut h, "Why");
    assert!(sees(&h, "back to the start"));
    assert_eq!(moment(&h).0, before, "asking does not travel");
    click(&mut h, "Go to the write");
    assert_eq!(moment(&h).0, 219);
    key(&mut h, Modifiers::ALT, Key::ArrowLeft);
    assert_eq!(moment(&h).0, before);
    // The card beside the map shows the answer over the map.
    let mut h = lesson("hello");
    h.state_mut().session_mut().apply(&SessionCommand::Select(Some(Cell::new(14, 12))));
    h.run_steps(3);
    click(&mut h, "Why");
    assert!(sees(&h, "back to the start") && moment(&h).0 == before);
}

/// If entries have the same lowest f, the rule of this open list prefers one of them by g, so this is not a tie.
#[test]
fn entries_ordered_by_g_are_no_tie() {
    let mut h = window("hello");
    h.state_mut().show_panel(PanelId::OpenList);
    h.run_steps(3);
    assert!(sees(&h, "32 open, the first is next"), "{:?}", texts(&h, " open"));
    assert!(sees(&h, "cell") && sees(&h, "parent"));
}

#[test]
fn result_is_shown_only_at_the_end() {
    for (preset, words) in [
        ("hello", "Goal (21,12) reached. Cost 51"),
        ("secret-door", "was not reached"),
        ("unseen-shutter", "arrived"),
        ("explore-cave", "Explored: nothing is left but the exit"),
        ("dead-end-and-flee", "The danger has a frontier of 2 cells"),
        ("a-whole-fight", "rounds"),
    ] {
        let mut h = window(preset);
        for before in [Key::Home, Key::ArrowRight] {
            key(&mut h, Modifiers::NONE, before);
            assert!(!sees(&h, "Result: "), "{preset}: {:?}", texts(&h, "Result: "));
        }
        key(&mut h, Modifiers::NONE, Key::End);
        assert!(!texts(&h, words).is_empty(), "{preset}");
        assert!(sees(&h, "Result: "), "{preset}");
    }
}
