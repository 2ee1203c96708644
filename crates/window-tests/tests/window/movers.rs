//! A log of numbered movers in the window: badges, the panels Mover, Movers and Conflicts, and their keys.

use egui::{Key, Modifiers};
use egui_kittest::Harness;
use gridscope::app::App;
use gridscope::debugger::Session;
use gridscope::debugger::session::window::Arrangement;
use gridscope::formats::log::Log;
use gridscope_window_tests::{
    arrange, at, click, click_at, is_bracketed, key, sees, texts_on, window_of, with_details,
};
use support::plans::{conflict_log, queue_log};

fn window_on(lines: &str) -> Harness<'static, App> {
    let log = Log::read("plan.jsonl", lines.as_bytes()).expect("a log");
    let session = Session::on_log(gridscope::registry(), &log);
    let mut h = window_of(App::without_worker(session, with_details()), 1440.0, 900.0);
    arrange(&mut h, Arrangement::Debug);
    key(&mut h, Modifiers::NONE, Key::Home);
    h
}

#[test]
fn badge_has_its_number_and_a_click_selects_it() {
    let mut h = window_on(&queue_log());
    key(&mut h, Modifiers::NONE, Key::PageDown);
    assert_eq!(texts_on(&mut h, 2, 1), ["1"]);
    let badge = at(&mut h, 2, 1);
    click_at(&mut h, badge);
    assert!(is_bracketed(&mut h, 2, 1));
    assert!(sees(&h, "1 waits for 2 since t = 0."), "the sentence is about the mover");
    assert!(sees(&h, "waits for 2 since t = 0") && sees(&h, "behind it 0 since t = 0") && sees(&h, "delay 3"));
    assert!(!sees(&h, "cannot be run again"), "a click does not drag an actor of a log");
    key(&mut h, Modifiers::NONE, Key::Escape);
    assert!(!is_bracketed(&mut h, 2, 1) && sees(&h, "Click a badge on the map"));
}

#[test]
fn rows_select_movers_and_headings_sort_them() {
    let mut h = window_on(&queue_log());
    click(&mut h, "Mover 2, goal (6,1), waits ·, delay 2, conflicts ·");
    assert!(sees(&h, "needs alone 3") && sees(&h, "arrives at t 5"));
    let top =
        |h: &Harness<'_, App>| gridscope_window_tests::texts(h, "Mover ").into_iter().find(|row| row.contains("goal"));
    assert_eq!(top(&h).as_deref(), Some("Mover 0, goal (4,1), waits ·, delay 3, conflicts ·"));
    click(&mut h, "Sort by delay");
    assert_eq!(top(&h).as_deref(), Some("Mover 2, goal (6,1), waits ·, delay 2, conflicts ·"));
}

#[test]
fn n_goes_from_conflict_to_conflict() {
    let mut h = window_on(&conflict_log());
    assert!(sees(&h, "2 of 2 pairs, from t = 1"));
    key(&mut h, Modifiers::NONE, Key::N);
    let first = gridscope_window_tests::moment(&h).0;
    key(&mut h, Modifiers::NONE, Key::N);
    let second = gridscope_window_tests::moment(&h).0;
    key(&mut h, Modifiers::SHIFT, Key::N);
    assert!(0 < first && first < second && gridscope_window_tests::moment(&h).0 == first);
    click(&mut h, "t 3 swap 2 and 1 exchange (3,0) and (2,0)");
    assert_eq!(gridscope_window_tests::moment(&h).0, second);
}

#[test]
fn log_of_a_few_named_actors_keeps_its_tokens() {
    let mut h = window_on(&queue_log().replace("\"actor\":0", "\"actor\":\"red\""));
    assert!(h.state().session().movers().is_none());
    assert_ne!(texts_on(&mut h, 2, 1), ["1"]);
}
