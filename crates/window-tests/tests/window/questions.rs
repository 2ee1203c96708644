//! The questions of the window, asked as a person would: predict, compare, experiment, minimise, asymmetry, a drawn
//! path, and the user's interference with a run.

use egui::{Event, Key, Modifiers, PointerButton};
use egui_kittest::kittest::Queryable as _;
use gridscope::app::App;
use gridscope::debugger::SessionCommand;
use gridscope::debugger::session::window::{Arrangement, PanelId};
use gridscope::trace::geometry::Cell;
use gridscope::trace::scene::AdditionalRun;
use gridscope_window_tests::{
    arrange, at, click_at, key, lesson, moment, scene, sees, window, window_of, with_details,
};
use serde_json::json;

#[test]
fn predicting_by_clicks_keeps_a_score() {
    let mut h = window("secret-door");
    key(&mut h, Modifiers::NONE, Key::Home);
    key(&mut h, Modifiers::NONE, Key::Q);
    assert!(h.query_by_label_contains("Which cell is expanded next?").is_some());
    let ask = |h: &egui_kittest::Harness<'_, gridscope::app::App>| {
        let predict = h.state().session().display_state().predict.clone().expect("a question");
        h.state().session().replay().expect("a run").answers(predict.event)
    };
    let right = ask(&h)[0];
    let there = at(&mut h, right.x, right.y);
    click_at(&mut h, there);
    assert!(h.query_by_label_contains("1 of 1 right").is_some());
    key(&mut h, Modifiers::NONE, Key::J);
    let answers = ask(&h);
    let wrong = Cell::new(8, 3);
    assert!(!answers.contains(&wrong));
    let there = at(&mut h, wrong.x, wrong.y);
    click_at(&mut h, there);
    assert!(h.query_by_label_contains("1 of 2 right").is_some());
    assert!(h.query_by_label_contains("does not wait in the open list").is_some());
    h.get_by_label("End predicting").click();
    h.run_steps(2);
    assert!(h.query_by_label_contains("of 2 right").is_none());
}

/// A prediction does not show the outcome in advance. In Present, the question is in large type.
#[test]
fn prediction_hides_the_result() {
    let mut h = lesson("one-jump-instead-of-two");
    key(&mut h, Modifiers::NONE, Key::Home);
    key(&mut h, Modifiers::NONE, Key::Q);
    assert!(!sees(&h, "The piece jumps"));
    let high =
        |h: &egui_kittest::Harness<'_, gridscope::app::App>, name: &str| h.get_by_label_contains(name).rect().height();
    let parts = ["Where does the piece jump?", "0 of 0 right", "End predicting"];
    let before = parts.map(|part| high(&h, part));
    arrange(&mut h, Arrangement::Present);
    for (part, before) in parts.into_iter().zip(before) {
        let now = high(&h, part);
        assert!(now >= before * 1.2, "{part}: {now} after {before}");
    }
    arrange(&mut h, Arrangement::Learn);
    key(&mut h, Modifiers::NONE, Key::Q);
    assert!(!sees(&h, "The piece jumps"), "the run has not reached it");
    key(&mut h, Modifiers::NONE, Key::End);
    assert!(sees(&h, "The piece jumps"), "{:?}", gridscope_window_tests::texts(&h, "piece"));
}

/// The progress of an exercise would show the outcome, so it is hidden during a prediction.
#[test]
fn prediction_hides_the_exercise_progress() {
    let mut h = lesson("hello");
    let told = |h: &egui_kittest::Harness<'_, gridscope::app::App>| sees(h, "solved") || sees(h, "condition holds");
    let mut exercise = h.state().session().scene().run.exercise.clone();
    exercise.say = "Look.".into();
    exercise.done = vec!["run algorithm = astar".into()];
    h.state_mut().session_mut().apply(&SessionCommand::SetExercise(Box::new(exercise)));
    h.run_steps(4);
    for _ in 0..5 {
        key(&mut h, Modifiers::NONE, Key::PageDown);
    }
    assert!(told(&h), "the exercise is the last stop");
    key(&mut h, Modifiers::NONE, Key::Home);
    key(&mut h, Modifiers::NONE, Key::Q);
    assert!(h.state().session().display_state().predict.is_some());
    assert!(!told(&h) && !sees(&h, "Missing: "));
}

/// If no margin has room for the card of a cell, it is in the column at the right. The key asks the same question as
/// its button.
#[test]
fn cell_card_is_beside_the_lesson_without_margins() {
    let app = App::without_worker(gridscope::session(scene("hello")), with_details());
    let mut h = window_of(app, 1440.0, 840.0);
    let there = at(&mut h, 5, 4);
    click_at(&mut h, there);
    h.run_steps(1);
    let (card, map) = (h.get_by_label("History").rect(), h.get_by_label("Map canvas").rect());
    assert!(card.min.x > map.max.x, "{card} beside {map}");
    key(&mut h, Modifiers::NONE, Key::Y);
    h.run_steps(2);
    let (_, why) = h.state().session().display_state().why_not.clone().expect("an answer");
    assert!(sees(&h, &why.sentence));
    // Another lesson opens with its text in front, whatever panel it points at.
    for preset in ["corners", "the-other-way"] {
        h.state_mut().show_panel(PanelId::Cell);
        h.run_steps(2);
        assert!(h.query_by_label("Edit notes").is_none());
        h.state_mut().session_mut().apply(&SessionCommand::OpenPreset(preset));
        h.run_steps(4);
        assert!(h.query_by_label("Edit notes").is_some(), "{preset}");
    }
}

#[test]
fn answer_names_its_run_among_several() {
    let mut h = window("five-sights");
    h.state_mut().session_mut().apply(&SessionCommand::WhyNot(Cell::new(10, 1)));
    h.state_mut().show_panel(PanelId::Cell);
    h.run_steps(3);
    assert!(sees(&h, "In A: "));
    let mut h = window("secret-door");
    h.state_mut().session_mut().apply(&SessionCommand::WhyNot(Cell::new(3, 1)));
    h.state_mut().show_panel(PanelId::Cell);
    h.run_steps(3);
    assert!(!sees(&h, "In A: "));
}

#[test]
fn compare_panel_finds_the_divergence_and_jumps_there() {
    let mut h = window("secret-door");
    h.state_mut().show_panel(PanelId::Compare);
    h.run_steps(2);
    assert!(h.query_by_label_contains("One run is shown").is_some());
    let mut other = AdditionalRun::default();
    other.params.set("heuristic", json!("zero"));
    h.state_mut().session_mut().apply(&SessionCommand::AddRun(other));
    h.run_steps(4);
    assert!(h.query_by_label_contains("A and B part at event").is_some());
    h.get_by_label("Map canvas 2");
    h.get_by_label("Go to where A and B part").click_accesskit();
    h.run_steps(2);
    let session = h.state().session();
    let cursors: Vec<usize> = session.shown_runs().map(|r| r.replay.cursor()).collect();
    assert_eq!(cursors[0], cursors[1]);
    let said: Vec<String> = session.shown_runs().map(|r| r.replay.event(r.replay.cursor() - 1).sentence).collect();
    assert_ne!(said[0], said[1], "this is the event that differs");
    h.get_by_label("Remove run B").click_accesskit();
    h.run_steps(4);
    assert_eq!(h.state().session().shown_runs().count(), 1);
}

#[test]
fn experiment_runs_by_its_button_and_shows_shares() {
    let mut h = window("secret-door");
    h.state_mut().show_panel(PanelId::Experiment);
    h.run_steps(2);
    h.get_by_label("Run the experiment").click();
    h.run_steps(4);
    let measured = h.state().session().work().tasks.measured.clone().expect("a table");
    assert_eq!(measured.rows.len(), 100);
    h.get_by_label("Copy table");
    // Whether a path was found is a flag, and no path was found. Its share has bounds, of which 1 − 0.025^(1/100) is
    // the upper one.
    assert!(h.query_by_label_contains("all: share of 1 0, 95 % from 0, to 0.0362").is_some());
}

#[test]
fn shift_drag_asks_why_not_a_path() {
    let mut h = window("secret-door");
    key(&mut h, Modifiers::NONE, Key::End);
    let (a, b) = (at(&mut h, 1, 1), at(&mut h, 1, 3));
    let down = |pos, pressed| Event::PointerButton {
        pos,
        button: PointerButton::Primary,
        pressed,
        modifiers: Modifiers::SHIFT,
    };
    h.hover_at(a);
    h.run_steps(1);
    h.event_modifiers(down(a, true), Modifiers::SHIFT);
    h.run_steps(1);
    for step in 1..=6 {
        h.event_modifiers(Event::PointerMoved(a + (b - a) * (step as f32 / 6.0)), Modifiers::SHIFT);
        h.run_steps(1);
    }
    h.event_modifiers(down(b, false), Modifiers::SHIFT);
    h.run_steps(3);
    let (asked, why) = h.state().session().display_state().why_not.clone().expect("an answer");
    assert_eq!(asked, [Cell::new(1, 1), Cell::new(1, 2), Cell::new(1, 3)]);
    assert!(h.query_by_label(&why.sentence).is_some(), "{}", why.sentence);
}

#[test]
fn asymmetric_sight_pairs_are_shown_both_ways() {
    let mut h = window("i-see-you");
    h.state_mut().show_panel(PanelId::Findings);
    h.run_steps(2);
    h.get_by_label("Find all pairs").click();
    h.run_steps(4);
    assert!(h.query_by_label_contains("356 ordered pairs, by recursive").is_some());
    let [a, b] = h.state().session().work().tasks.findings.as_ref().expect("pairs").row(0)[..] else {
        panic!("a pair")
    };
    h.get_by_label(&format!("{a} sees {b}")).click();
    h.run_steps(4);
    let runs: Vec<_> = h.state().session().shown_runs().collect();
    assert_eq!(runs.len(), 2);
    let lit = |run: &gridscope::debugger::session::Run, c: Cell| {
        run.replay.outcome()["visible_rows"][c.y as usize].as_str().map(|r| r.as_bytes()[c.x as usize] == b'1')
    };
    assert_eq!((lit(runs[0], b), lit(runs[1], a)), (Some(true), Some(false)), "{a} {b}");
}

#[test]
fn intervention_is_added_at_the_turn_being_viewed() {
    let mut h = window("unseen-shutter");
    let sees = h.state().session().scene().run.slides[2].at;
    h.state_mut().session_mut().apply(&SessionCommand::Seek(sees));
    h.run_steps(2);
    let (turn, lines) = (h.state().session().turn_now().expect("a turn"), h.state().session().scene().script.len());
    // The shutter at (5,2) is open now. Close it again.
    let there = at(&mut h, 5, 2);
    h.hover_at(there);
    h.run_steps(1);
    for pressed in [true, false] {
        h.event(Event::PointerButton {
            pos: there,
            button: PointerButton::Secondary,
            pressed,
            modifiers: Modifiers::NONE,
        });
        h.run_steps(2);
    }
    h.get_by_label_contains("Close the shutter-open").click();
    h.run_steps(4);
    let script = &h.state().session().scene().script;
    assert_eq!(script.len(), lines + 1);
    assert_eq!(script.iter().filter(|l| l.turn == turn && l.at == Cell::new(5, 2)).count(), 1);
    let (cursor, len) = moment(&h);
    assert!(cursor <= len && h.state().session().opened().problem.is_none());
}

#[test]
fn every_generated_map_of_the_menu_runs() {
    for kind in ["New ship", "New maze", "New cave", "New rooms"] {
        let mut h = window("hello");
        let command = gridscope::debugger::session::command::table::TABLE
            .iter()
            .find(|i| i.title == kind)
            .expect(kind)
            .command
            .clone();
        h.get_by_label("Menu").click();
        h.run_steps(2);
        h.get_by_label("File menu").click();
        h.run_steps(2);
        h.get_by_label("New from generator").click();
        h.run_steps(2);
        h.get_by_label(kind).click();
        h.run_steps(4);
        let session = h.state().session();
        assert!(session.opened().problem.is_none(), "{kind}: {:?}", session.opened().problem);
        assert!(session.replay().is_some_and(|r| !r.is_empty()), "{kind}: {command:?}");
    }
}
