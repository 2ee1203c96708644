//! Questions of slides in the window, by mouse and by keyboard, and the motion to the next slide.

use super::user_input::Window;
use egui::{Key, Modifiers};
use egui_kittest::kittest::Queryable as _;
use gridscope::app::App;
use gridscope::app::view::Settings;
use gridscope::debugger::SessionCommand;
use gridscope::debugger::session::ask::Verdict;
use gridscope::debugger::session::window::Arrangement;
use gridscope_window_tests::{arrange, at, button, click, click_at, key, sees, window_of};
use serde_json::{Value, json};

/// Opens the first lesson with a question on its first slide.
fn window_asking(ask: &Value) -> Window {
    let mut scene = gridscope::presets::find("hello").expect("a lesson").scene().expect("a scene");
    "Asked".clone_into(&mut scene.title);
    let slides = json!([{ "at": 0, "note": "**First**\n\nText.", "ask": ask }, { "at": 723, "note": "**Second**\n\nMore.", "play": 30 }]);
    (scene.run.slides, scene.run.at) = (serde_json::from_value(slides).expect("slides"), None);
    window_of(App::without_worker(gridscope::session(scene), Settings::default()), 1440.0, 900.0)
}

fn verdict(h: &Window) -> Option<Verdict> {
    h.state().session().ask_answer().map(|answer| answer.verdict)
}

fn moment(h: &Window) -> usize {
    h.state().session().moment().0
}

#[test]
fn path_is_drawn_by_mouse_and_answered() {
    let mut h = window_asking(&json!({ "path": "Draw it" }));
    assert!(sees(&h, "Draw it") && sees(&h, "Drag on the map"));
    assert!(h.query_by_label("Ask about a cell").is_none(), "it rests");
    let from = at(&mut h, 2, 2);
    h.hover_at(from);
    h.run_steps(1);
    button(&mut h, from, true);
    for (x, y) in [(2, 3), (3, 4), (4, 5), (4, 4), (4, 5), (4, 6)] {
        let to = at(&mut h, x, y);
        h.hover_at(to);
        h.run_steps(2);
    }
    let end = at(&mut h, 4, 6);
    button(&mut h, end, false);
    h.run_steps(2);
    assert!(sees(&h, "Start again"), "{:?}", h.state().session().draft());
    let draft = h.state().session().draft().expect("a draft").summary.clone();
    assert!(draft.starts_with("4 steps, cost "), "{draft}");
    assert_eq!(h.state().session().scene().actors[0].at, gridscope::trace::Cell::new(2, 2), "the guard stays");
    click(&mut h, "Show me");
    assert_eq!(verdict(&h), Some(Verdict::Unfinished));
    assert!(sees(&h, "Not finished") && h.query_by_label("Next slide").is_some());
    click(&mut h, "Draw another");
    assert!(verdict(&h).is_none() && sees(&h, "Draw it"));
    click(&mut h, "Show me");
    assert!(sees(&h, "The guard pays 51"));
}

#[test]
fn path_is_drawn_by_keys() {
    let mut h = window_asking(&json!({ "path": "Draw it" }));
    h.get_by_label("Map canvas").focus();
    h.run_steps(2);
    for pressed in [Key::ArrowDown, Key::ArrowRight, Key::ArrowLeft, Key::Num3] {
        key(&mut h, Modifiers::NONE, pressed);
        h.run_steps(2);
    }
    let draft = h.state().session().draft().expect("a draft").summary.clone();
    assert_eq!(draft, "2 steps, cost 5");
    key(&mut h, Modifiers::NONE, Key::Enter);
    h.run_steps(2);
    assert_eq!(verdict(&h), Some(Verdict::Unfinished));
}

#[test]
fn cell_number_and_choice_are_answered() {
    let mut h = window_asking(&json!({ "cell": "Which?" }));
    let to = at(&mut h, 20, 3);
    click_at(&mut h, to);
    assert_eq!(verdict(&h), Some(Verdict::Wrong));
    let mut h = window_asking(&json!({ "number": "How much?" }));
    let field = h.get_by_label("Your answer");
    field.focus();
    h.run_steps(1);
    h.get_by_label("Your answer").type_text("51");
    h.run_steps(2);
    key(&mut h, Modifiers::NONE, Key::Enter);
    h.run_steps(2);
    assert_eq!(verdict(&h), Some(Verdict::Right));
    let options =
        json!([{ "words": "Few", "holds": "outcome cost < 9" }, { "words": "Many", "holds": "outcome cost >= 9" }]);
    let mut h = window_asking(&json!({ "choice": "How many?", "options": options }));
    assert!(h.query_by_label("Few").is_some());
    key(&mut h, Modifiers::NONE, Key::Num2);
    h.run_steps(2);
    assert_eq!(verdict(&h), Some(Verdict::Right));
}

#[test]
fn present_shows_the_answer_on_space() {
    let mut h = window_asking(&json!({ "number": "How much?" }));
    arrange(&mut h, Arrangement::Present);
    assert!(sees(&h, "How much?") && sees(&h, "Space: the answer"));
    key(&mut h, Modifiers::NONE, Key::Space);
    h.run_steps(2);
    assert!(sees(&h, "It is 51") && !sees(&h, "Space: the answer"));
}

#[test]
fn next_slide_plays_and_a_second_press_jumps() {
    let mut h = window_asking(&json!({ "number": "How much?" }));
    h.state_mut().view_mut().cuts_to_slides = false;
    // A window of a test has no motion.
    h.ctx.all_styles_mut(|style| style.animation_time = 0.1);
    key(&mut h, Modifiers::NONE, Key::PageDown);
    assert!(moment(&h) < 723 && sees(&h, "Second"), "{}", moment(&h));
    key(&mut h, Modifiers::NONE, Key::PageDown);
    assert_eq!((h.state().session().slide_at_hand(), moment(&h)), (Some(1), 723));
    h.state_mut().session_mut().apply(&SessionCommand::ToSlide(0));
    h.state_mut().view_mut().settings.less_motion = true;
    key(&mut h, Modifiers::NONE, Key::PageDown);
    assert_eq!(moment(&h), 723, "with less motion it cuts");
}
