//! The banner of the audit: it is shown in every arrangement, with a button to the first fault. A log with faults opens
//! in Debug.

use egui::{Key, Modifiers, Rect, vec2};
use egui_kittest::Harness;
use egui_kittest::kittest::Queryable as _;
use gridscope::app::App;
use gridscope::app::panels::banner::words;
use gridscope::app::view::Settings;
use gridscope::debugger::session::window::Arrangement;
use gridscope::debugger::{Session, SessionCommand};
use gridscope::trace::Cell;
use gridscope_window_tests::{arrange, click, key, scene, sees, square, texts, texts_in, window_of};

/// A log whose second line expands a cell in a wall.
const FAULTY: &str = r##"{"format":"gridscope-trace","version":2,"map":["...","#..","..."],"start":[0,0],"goal":[0,2],"neighbours":4}
{"event":"open","at":[0,0],"g":0,"h":2,"f":2}
{"event":"expand","at":[0,0],"g":0,"h":2,"f":2}
{"event":"open","at":[0,1],"from":[0,0],"g":1,"h":1,"f":2}
{"event":"expand","at":[0,1],"g":1,"h":1,"f":2}
"##;
/// A log without a fault.
const SOUND: &str = r#"{"format":"gridscope-trace","version":2,"map":["..."],"start":[0,0],"goal":[2,0],"neighbours":4}
{"event":"open","at":[0,0],"g":0,"h":2,"f":2}
{"event":"expand","at":[0,0],"g":0,"h":2,"f":2}
"#;

fn opened(log: &str, width: f32, height: f32) -> Harness<'static, App> {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("level.trace.jsonl");
    std::fs::write(&file, log).expect("written");
    let session = Session::on_file(gridscope::registry(), &file).expect("a log");
    window_of(App::without_worker(session, Settings::default()), width, height)
}

/// A fault that has happened has a ring and its number on the map.
#[test]
fn reached_fault_has_its_number_on_the_map() {
    let mut h = opened(FAULTY, 1440.0, 900.0);
    let numbered = |h: &mut Harness<'_, App>| {
        let corner = Rect::from_center_size(square(h, 0, 1).left_top(), vec2(16.0, 16.0));
        texts_in(h, corner)
    };
    key(&mut h, Modifiers::NONE, Key::Home);
    assert!(numbered(&mut h).is_empty(), "{:?}", numbered(&mut h));
    click(&mut h, "Go to first fault");
    assert_eq!(numbered(&mut h), ["1"]);
    assert!(sees(&h, "1  wall  "), "the list has the same number");
}

/// A log has no listing, so the panel has its lines. A click on a line goes to its event.
#[test]
fn the_listing_of_a_log_has_its_lines() {
    let mut h = opened(FAULTY, 1440.0, 900.0);
    key(&mut h, Modifiers::NONE, Key::End);
    let line = |h: &Harness<'_, App>, number: usize| {
        let found = texts(h, &format!("Line {number}"));
        found.first().unwrap_or_else(|| panic!("line {number}")).clone()
    };
    assert!(line(&h, 5).starts_with("Line 5, current: expand "), "{}", line(&h, 5));
    assert!(line(&h, 4).starts_with("Line 4: open ") && line(&h, 4).contains("g 1"), "{}", line(&h, 4));
    h.get_by_label_contains("Line 4: open").click();
    h.run_steps(3);
    assert!(line(&h, 4).starts_with("Line 4, current: "), "{}", line(&h, 4));
    assert_eq!(h.state().session().moment().0, 3);
}

#[test]
fn faulty_log_opens_in_debug_with_a_banner() {
    let mut h = opened(FAULTY, 1440.0, 900.0);
    assert_eq!(h.state_mut().view_mut().settings.arrangement, Arrangement::Debug);
    let report = h.state().session().log().expect("a log").report.clone();
    let said = words(&report);
    let (faults, first) = (said.faults.expect("a fault"), report.findings[0].clone());
    for arrangement in Arrangement::ALL {
        arrange(&mut h, arrangement);
        for part in [&faults, &said.rules, &format!("line {}: {}", first.line, first.sentence)] {
            assert!(sees(&h, part), "{arrangement:?}: {part}");
        }
        key(&mut h, Modifiers::NONE, Key::Home);
        click(&mut h, "Go to first fault");
        let session = h.state().session();
        let event = session.log().expect("a log").event_of(&first) as usize + 1;
        assert_eq!(
            (session.moment().0, session.display_state().selected),
            (event, Some(Cell::new(0, 1))),
            "{arrangement:?}"
        );
    }
    click(&mut h, "Close what the audit says");
    arrange(&mut h, Arrangement::Learn);
    assert!(h.query_by_label("Go to first fault").is_none(), "it stays closed");
    // Another log has its own banner.
    h.state_mut().session_mut().apply(&SessionCommand::PasteText(FAULTY.into()));
    h.run_steps(3);
    h.get_by_label("Go to first fault");
    h.state_mut().session_mut().apply(&SessionCommand::OpenPreset("hello"));
    h.run_steps(3);
    assert!(h.query_by_label("Go to first fault").is_none(), "a lesson has no audit");
}

#[test]
fn banner_counts_add_up_and_unchecked_is_stated() {
    let h = opened(SOUND, 1440.0, 900.0);
    let report = h.state().session().log().expect("a log").report.clone();
    let said = words(&report);
    assert_eq!(said.faults, None);
    let numbers: Vec<usize> = said.rules.split(' ').filter_map(|word| word.parse().ok()).collect();
    let [hold, all, unchecked] = numbers[..] else { panic!("{}", said.rules) };
    assert_eq!((hold + unchecked, unchecked), (all, report.skipped.len()), "{}", said.rules);
    assert!(sees(&h, &said.rules) && h.query_by_label("Go to first fault").is_none());
    assert!(!sees(&h, "Not checked: "), "without faults it is folded");
}

#[test]
fn unchecked_rules_are_listed_after_unfolding_the_banner() {
    let mut h = opened(SOUND, 1440.0, 900.0);
    click(&mut h, "Unfold what the audit says");
    assert!(sees(&h, "Not checked: "));
    click(&mut h, "Fold what the audit says");
    assert!(!sees(&h, "Not checked: "));
}

/// A log with faults does not switch from Edit or Present to Debug.
#[test]
fn faulty_log_does_not_leave_edit_or_present() {
    let settings = Settings { arrangement: Arrangement::Present, ..Settings::default() };
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("level.trace.jsonl");
    std::fs::write(&file, FAULTY).expect("written");
    let session = Session::on_file(gridscope::registry(), &file).expect("a log");
    let mut h = window_of(App::without_worker(session, settings), 1280.0, 720.0);
    assert_eq!(h.state_mut().view_mut().settings.arrangement, Arrangement::Present);
    let mut h = window_of(App::without_worker(gridscope::session(scene("hello")), Settings::default()), 1280.0, 720.0);
    h.state_mut().session_mut().apply(&SessionCommand::Describe("drawn".into(), String::new()));
    h.run_steps(2);
    assert_eq!(h.state_mut().view_mut().settings.arrangement, Arrangement::Learn);
}

#[test]
fn the_banner_fits_a_narrow_window() {
    let mut h = opened(FAULTY, 480.0, 400.0);
    let button = h.get_by_label("Go to first fault").rect();
    assert!(button.max.x <= 480.0 + 8.0 && button.width() > 20.0, "{button:?}");
    click(&mut h, "Go to first fault");
    assert_eq!(h.state().session().display_state().selected, Some(Cell::new(0, 1)));
}

/// A log that opens two cells in walls.
const TWO_FAULTS: &str = r###"{"format":"gridscope-trace","version":2,"map":["....","##..","...."],"start":[0,0],"goal":[0,2],"neighbours":4}
{"event":"open","at":[0,0],"g":0,"h":2,"f":2}
{"event":"expand","at":[0,0],"g":0,"h":2,"f":2}
{"event":"open","at":[0,1],"from":[0,0],"g":1,"h":1,"f":2}
{"event":"open","at":[1,0],"from":[0,0],"g":1,"h":3,"f":4}
{"event":"expand","at":[1,0],"g":1,"h":3,"f":4}
{"event":"open","at":[1,1],"from":[1,0],"g":2,"h":2,"f":4}
"###;

/// The button of the banner leads from fault to fault, and from the last one back to the first.
#[test]
fn banner_button_goes_from_fault_to_fault() {
    let mut h = opened(TWO_FAULTS, 1440.0, 900.0);
    let log = h.state().session().log().expect("a log");
    let all: Vec<(usize, String)> =
        log.report.findings.iter().map(|f| (log.event_of(f) as usize + 1, f.sentence.clone())).collect();
    assert!(all.len() >= 2, "{all:?}");
    key(&mut h, Modifiers::NONE, Key::Home);
    for (k, (event, sentence)) in all.iter().enumerate() {
        click(&mut h, if k == 0 { "Go to first fault" } else { "Go to next fault" });
        h.run_steps(2);
        assert_eq!(h.state().session().moment().0, *event, "{sentence}");
        assert!(sees(&h, sentence), "the banner has the sentence of the fault: {sentence}");
    }
    click(&mut h, "Go to first fault");
    assert_eq!(h.state().session().moment().0, all[0].0);
}
