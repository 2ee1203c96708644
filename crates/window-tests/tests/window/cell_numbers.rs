//! The numbers in the corners of large cells, and the question why one cell was expanded before another.

use super::user_input::Window;
use egui::{Event, Key, Modifiers, PointerButton};
use gridscope::app::App;
use gridscope::app::view::Settings;
use gridscope::core::{ActorKind, Cell, Grid, Scene, Size, Tile};
use gridscope::debugger::{Session, SessionCommand};
use gridscope_window_tests::{at, click, key, lesson, sees, texts, texts_on, window_of};

/// Opens a search on an empty map of 5 × 5 cells, at its end.
fn five_by_five() -> Window {
    let mut session = Session::new(Scene::new(Grid::new(Size::new(5, 5), Tile::Floor)));
    session.apply(&SessionCommand::PutActor(ActorKind::Guard, Cell::new(0, 0)));
    session.apply(&SessionCommand::PutActor(ActorKind::Goal, Cell::new(4, 3)));
    let mut h = window_of(App::without_worker(session, Settings::default()), 1440.0, 900.0);
    h.state_mut().session_mut().apply(&SessionCommand::End);
    h.state_mut().session_mut().apply(&SessionCommand::SetMode(gridscope::debugger::command::Mode::Inspect));
    h.run_steps(3);
    h
}

/// Returns the value of a layer in a cell, as the map shows it.
fn value(h: &Window, layer: &str, cell: Cell) -> Option<String> {
    let replay = h.state().session().replay().expect("a run");
    let layer = replay.schema().layers.iter().position(|own| own.name == layer)?;
    gridscope::debugger::layer_numbers::short(&replay.value(layer, cell)?)
}

#[test]
fn large_cells_show_h_f_and_the_order_in_their_corners() {
    let mut h = five_by_five();
    let mut seen = 0;
    for (x, y) in (0..5).flat_map(|x| (0..5).map(move |y| (x, y))) {
        let shown = texts_on(&mut h, x, y);
        for (layer, letter) in [("h", "h"), ("f", "f"), ("order", "#")] {
            let Some(number) = value(&h, layer, Cell::new(x, y)) else { continue };
            assert!(shown.contains(&format!("{letter}{number}")), "({x},{y}) {layer} {number}: {shown:?}");
            seen += 1;
        }
    }
    assert!(seen > 20, "{seen} numbers");
    assert!(sees(&h, "Numbers in a cell"), "the legend explains them");
    // One switch hides them, and the number in the middle stays.
    let middle = value(&h, "g", Cell::new(1, 0)).expect("it was reached");
    key(&mut h, Modifiers::SHIFT, Key::N);
    h.run_steps(2);
    let shown = texts_on(&mut h, 1, 0);
    assert!(shown.contains(&middle) && !shown.iter().any(|text| text.starts_with(['h', 'f', '#'])), "{shown:?}");
    assert!(!sees(&h, "Numbers in a cell"));
}

#[test]
fn small_cells_show_one_number() {
    let mut h = lesson("hello");
    let shown = texts_on(&mut h, 4, 3);
    assert!(shown.len() == 1 && shown[0].chars().all(|c| c.is_ascii_digit()), "{shown:?}");
}

/// The menu of a cell asks about the cell that was selected before.
#[test]
fn why_this_before_that_is_answered_for_two_cells() {
    let mut h = five_by_five();
    let (one, two) = (Cell::new(0, 1), Cell::new(1, 0));
    h.state_mut().session_mut().apply(&SessionCommand::Select(Some(one)));
    h.run_steps(2);
    let pos = at(&mut h, two.x, two.y);
    h.hover_at(pos);
    h.run_steps(1);
    for pressed in [true, false] {
        h.event(Event::PointerButton { pos, button: PointerButton::Secondary, pressed, modifiers: Modifiers::NONE });
        h.run_steps(2);
    }
    click(&mut h, &format!("Why {one} before {two}?"));
    let said = texts(&h, "was expanded, at event ");
    let [answer] = &said[..] else { panic!("one answer: {said:?}") };
    let event: usize = answer
        .split("at event ")
        .nth(1)
        .and_then(|rest| rest.split(',').next()?.parse().ok())
        .expect("the deciding event");
    let replay = h.state().session().replay().expect("a run");
    let decided = replay.event(event - 1);
    assert!(decided.cell == Some(one) || decided.cell == Some(two), "{}", decided.sentence);
    assert!(answer.contains("against") || answer.contains("opened earlier") || answer.contains("not open"), "{answer}");
    click(&mut h, &format!("Go to event {event}"));
    assert_eq!(h.state().session().moment().0, event);
    click(&mut h, "Close this answer");
    assert!(texts(&h, "was expanded, at event ").is_empty());
}
