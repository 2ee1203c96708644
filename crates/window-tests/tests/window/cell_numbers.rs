//! The numbers in the corners of large cells, and the question why one cell was expanded before another.

use super::user_input::Window;
use egui::{Event, Key, Modifiers, PointerButton};
use egui_kittest::kittest::Queryable as _;
use gridscope::app::App;
use gridscope::debugger::session::window::PanelId;
use gridscope::debugger::{SessionCommand, WindowCommand};
use gridscope::trace::{ActorKind, Cell, Grid, Scene, Size, Tile};
use gridscope_window_tests::{at, click, key, lesson, sees, texts, texts_in, texts_on, window_of, with_details};

/// Opens a search on an empty map of 5 × 5 cells, at its end.
fn five_by_five() -> Window {
    let mut session = gridscope::session(Scene::new(Grid::new(Size::new(5, 5), Tile::Floor)));
    session.apply(&SessionCommand::PutActor(ActorKind::Guard, Cell::new(0, 0)));
    session.apply(&SessionCommand::PutActor(ActorKind::Goal, Cell::new(4, 3)));
    let mut h = window_of(App::without_worker(session, with_details()), 1440.0, 900.0);
    h.state_mut().session_mut().apply(&SessionCommand::End);
    h.state_mut().session_mut().apply(&SessionCommand::SetMode(gridscope::debugger::session::command::Mode::Inspect));
    h.run_steps(3);
    h
}

/// Returns the value of a layer in a cell, as the map shows it.
fn value(h: &Window, layer: &str, cell: Cell) -> Option<String> {
    let replay = h.state().session().replay().expect("a run");
    let layer = replay.schema().layers.iter().position(|own| own.name == layer)?;
    gridscope::debugger::look::layer_numbers::short(&replay.value(layer, cell)?)
}

#[test]
fn large_cells_have_h_f_and_order_corners() {
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
    h.state_mut().request(WindowCommand::ShowPanel(PanelId::Layers));
    h.run_steps(4);
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
fn cell_menu_explains_why_one_cell_precedes_another() {
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

/// The legend's sample is a cell of the map: it has the numbers that the map shows, and none that it lacks.
#[test]
fn legend_sample_shows_the_same_numbers_as_cells() {
    let mut h = five_by_five();
    for at in [1, 2, 5, 20, usize::MAX] {
        h.state_mut().session_mut().apply(&SessionCommand::Seek(at));
        h.run_steps(3);
        let map = h.get_by_label("Map canvas").rect();
        let side = egui::Rect::everything_right_of(map.max.x);
        let corner = |text: &String| text.starts_with(['h', 'f', '#']) && text[1..].chars().all(|c| c.is_ascii_digit());
        let in_sample: Vec<String> = texts_in(&h, side).into_iter().filter(corner).collect();
        let named: Vec<String> = texts_in(&h, side).into_iter().filter(|t| ["h", "f", "#"].contains(&&**t)).collect();
        assert_eq!(
            in_sample.iter().filter(|text| text.len() > 1).count(),
            named.len(),
            "{at}: {in_sample:?} {named:?}"
        );
        let cells = (0..5).flat_map(|x| (0..5).map(move |y| (x, y)));
        let numbers = in_sample.iter().filter(|text| text.len() > 1);
        let numbers: Vec<&String> = numbers.collect();
        let is_there = cells.map(|(x, y)| texts_on(&mut h, x, y)).any(|on| numbers.iter().all(|n| on.contains(n)));
        assert!(is_there || !sees(&h, "Numbers in a cell"), "{at}: {numbers:?}");
    }
    h.state_mut().session_mut().apply(&SessionCommand::Home);
    h.run_steps(3);
    assert!(!sees(&h, "Numbers in a cell"), "no cell has a number yet");
}

/// Boards of auto chess have large cells, and no numbers in their corners.
#[test]
fn auto_chess_has_no_sample_of_corner_numbers() {
    for id in ["one-jump-instead-of-two", "squeezed", "near-prose-and-code"] {
        let mut h = lesson(id);
        for at in [0, 5, usize::MAX] {
            h.state_mut().session_mut().apply(&SessionCommand::Seek(at));
            h.run_steps(3);
            assert!(!sees(&h, "Numbers in a cell"), "{id} at {at}");
        }
    }
}
