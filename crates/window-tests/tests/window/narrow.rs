//! The layout of narrow windows, such as a phone held upright, and fingers on the map.

use egui::accesskit::Role;
use egui::{Event, Modifiers, PointerButton, Pos2, Rect, Shape, TouchDeviceId, TouchId, TouchPhase, Vec2, pos2, vec2};
use egui_kittest::Harness;
use egui_kittest::kittest::{NodeT as _, Queryable as _};
use gridscope::app::App;
use gridscope::debugger::SessionCommand;
use gridscope::debugger::session::command::{Brush, Mode, WindowCommand};
use gridscope::debugger::session::window::{Arrangement, PanelId};
use gridscope::trace::{Cell, Tile};
use gridscope_window_tests::{
    at, click, is_bracketed, is_wall, lesson, painted, scene, sees, square, texts_in, window_of, with_details,
};

/// A phone's page below the bars of its browser.
const PHONE: (f32, f32) = (390.0, 756.0);

fn phone(preset: &str) -> Harness<'static, App> {
    window_of(App::without_worker(gridscope::session(scene(preset)), with_details()), PHONE.0, PHONE.1)
}

fn map(h: &Harness<'_, App>) -> Rect {
    h.get_by_label("Map canvas").rect()
}

fn screen(h: &Harness<'_, App>) -> Rect {
    Rect::from_min_size(map(h).min - vec2(0.0, 48.0), vec2(PHONE.0, PHONE.1))
}

/// Returns the height of the sheet, as it is painted.
fn sheet(h: &Harness<'_, App>) -> f32 {
    let round = |shape: &Shape| match shape {
        Shape::Rect(rect) if rect.corner_radius.nw == 14 && rect.corner_radius.sw == 0 => Some(rect.rect),
        _ => None,
    };
    let rect = painted(h).into_iter().find_map(|(_, shape)| round(shape)).expect("a sheet");
    screen(h).max.y - rect.min.y
}

/// The events of a finger, as a browser sends them. The first finger also moves the pointer.
fn finger(id: u64, phase: TouchPhase, pos: Pos2) -> Vec<Event> {
    let press =
        |pressed| Event::PointerButton { pos, button: PointerButton::Primary, pressed, modifiers: Modifiers::NONE };
    let mut events = match phase {
        _ if id > 0 => Vec::new(),
        TouchPhase::Start => vec![press(true)],
        TouchPhase::Move => vec![Event::PointerMoved(pos)],
        TouchPhase::End | TouchPhase::Cancel => vec![press(false), Event::PointerGone],
    };
    events.push(Event::Touch { device_id: TouchDeviceId(0), id: TouchId(id), phase, pos, force: None });
    events
}

/// Runs a frame with these events.
fn frame(h: &mut Harness<'_, App>, events: Vec<Event>) {
    h.input_mut().events.extend(events);
    h.run_steps(1);
}

/// Taps with a finger, quickly enough for a double tap.
fn tap(h: &mut Harness<'_, App>, pos: Pos2) {
    frame(h, [finger(0, TouchPhase::Start, pos), finger(0, TouchPhase::End, pos)].concat());
}

/// Drags with a finger, in four moves.
fn drag(h: &mut Harness<'_, App>, from: Pos2, to: Pos2) {
    frame(h, finger(0, TouchPhase::Start, from));
    for step in 1..=4 {
        frame(h, finger(0, TouchPhase::Move, from + (to - from) * (step as f32 / 4.0)));
    }
    // The finger rests, so that this is no swipe.
    h.run_steps(2);
    frame(h, finger(0, TouchPhase::End, to));
    h.run_steps(2);
}

/// Moves two fingers, in four moves.
fn two(h: &mut Harness<'_, App>, from: [Pos2; 2], to: [Pos2; 2]) {
    frame(h, finger(0, TouchPhase::Start, from[0]));
    frame(h, finger(1, TouchPhase::Start, from[1]));
    for step in 1..=4 {
        let at = |k: usize| from[k] + (to[k] - from[k]) * (step as f32 / 4.0);
        frame(h, [finger(0, TouchPhase::Move, at(0)), finger(1, TouchPhase::Move, at(1))].concat());
    }
    frame(h, finger(1, TouchPhase::End, to[1]));
    frame(h, finger(0, TouchPhase::End, to[0]));
    h.run_steps(2);
}

fn grabber(h: &Harness<'_, App>) -> Pos2 {
    pos2(screen(h).center().x, screen(h).max.y - sheet(h) + 6.0)
}

#[test]
fn narrow_window_has_one_column_and_large_buttons() {
    let mut h = phone("hello");
    let (screen, area) = (screen(&h), map(&h));
    assert_eq!((area.width(), area.height(), sheet(&h)), (390.0, 384.0, 112.0));
    // From top to bottom: title, map, sentence, buttons, timeline, counts, slides.
    let top = |text: &str| h.get_all_by_label_contains(text).map(|n| n.rect().min.y).fold(f32::INFINITY, f32::min);
    let tops = ["Tie at", "Play", "Timeline", "event 723", "Next slide"].map(top);
    assert!(tops.is_sorted() && tops[0] >= area.max.y, "{tops:?}");
    assert!(texts_in(&h, screen.with_max_y(area.min.y)).contains(&"Which way will the guard go?".to_owned()));
    assert!(texts_in(&h, screen).contains(&"step 78 of 89".to_owned()));
    // Buttons of the slides have 4 more above and below.
    let mut small = Vec::new();
    for arrangement in [Arrangement::Debug, Arrangement::Learn] {
        h.state_mut().request(WindowCommand::Arrange(arrangement));
        h.run_steps(3);
        for node in h.root().children_recursive() {
            let own = node.accesskit_node();
            if !matches!(own.role(), Role::Button | Role::CheckBox | Role::Tab | Role::Slider) {
                continue;
            }
            let rect = node.rect();
            let least = if own.label().is_some_and(|l| l.ends_with("slide")) { 36.0 } else { 44.0 };
            if rect.is_positive() && rect.height() < least {
                small.push((own.label(), rect));
            }
        }
    }
    assert!(small.is_empty(), "too low for a finger: {small:?}");
    // A wide window has its usual layout and sizes again.
    h.set_size(vec2(1440.0, 900.0));
    h.run_steps(3);
    assert!(sees(&h, "Arrangement: Learn") && h.query_by_label("Raise the sheet").is_none());
    let reference = lesson("hello");
    let high = |h: &Harness<'_, App>| h.get_by_label("Next slide").rect().height();
    assert_eq!(high(&h), high(&reference));
}

/// The cell of the sentence is in view with two cells around it, and its number can be read.
#[test]
fn map_keeps_the_sentences_cell_in_view() {
    let mut h = phone("hello");
    let is_in_view = |h: &mut Harness<'_, App>, cell: Cell| {
        let (square, area) = (square(h, cell.x, cell.y), map(h));
        assert!(square.width() >= 32.0, "{square:?}");
        let size = h.state().session().scene().size();
        // There is nothing beyond the edge of the map.
        let reach = |k: u16, all: u16| [f32::from(k.min(2)), f32::from((all - 1 - k).min(2))];
        let ([left, right], [up, down]) = (reach(cell.x, size.width), reach(cell.y, size.height));
        let around = Rect::from_min_max(
            square.min - vec2(left, up) * square.width(),
            square.max + vec2(right, down) * square.width(),
        );
        assert!(area.expand(1.0).contains_rect(around), "{cell}: {around:?} in {area:?}");
    };
    let told = |h: &Harness<'_, App>| {
        let replay = h.state().session().replay().expect("a run");
        replay.cell(replay.cursor() - 1).expect("a cell")
    };
    assert_eq!(told(&h), Cell::new(14, 12));
    is_in_view(&mut h, Cell::new(14, 12));
    for event in [5, 300, 600, 200, 201, 824] {
        h.state_mut().request(SessionCommand::Seek(event));
        h.run_steps(2);
        let cell = told(&h);
        is_in_view(&mut h, cell);
    }
    // Also where the sheet covers most of the map.
    click(&mut h, "Raise the sheet");
    assert_eq!(map(&h).height(), 196.0);
    let cell = told(&h);
    is_in_view(&mut h, cell);
    // The whole map stays whole.
    click(&mut h, "Whole map");
    h.state_mut().request(SessionCommand::Seek(40));
    h.run_steps(2);
    let size = h.state().session().scene().size();
    let (first, last) = (square(&mut h, 0, 0), square(&mut h, size.width - 1, size.height - 1));
    assert!(map(&h).contains_rect(first.union(last)), "{first:?} {last:?}");
    click(&mut h, "Near map");
    let cell = told(&h);
    is_in_view(&mut h, cell);
}

#[test]
fn bottom_sheet_has_three_heights_and_shows_panels() {
    let mut h = phone("hello");
    let handle = grabber(&h);
    tap(&mut h, handle);
    h.run_steps(2);
    assert_eq!((sheet(&h), map(&h).height()), (512.0, 196.0));
    let lower = |h: &Harness<'_, App>| texts_in(h, screen(h).with_min_y(screen(h).max.y - sheet(h)));
    assert!(lower(&h).iter().any(|text| text == "723 of 824"), "{:?}", lower(&h));
    let play = h.get_by_label("Play").rect();
    assert!(screen(&h).max.y - play.min.y < 64.0 && play.height() == 44.0, "the player is at the foot: {play:?}");
    // The sentence is below the sheet, but a screen reader still reads it.
    assert!(sees(&h, "Tie at (14,12)"));
    assert!(!texts_in(&h, screen(&h)).iter().any(|text| text.starts_with("Tie at")));
    for (tab, part) in
        [("Cell", "(14,12)"), ("Legend", "closed"), ("Parameters", "algorithm"), ("Lesson", "A late tie")]
    {
        h.get_by_role_and_label(Role::Tab, tab).click();
        h.run_steps(3);
        assert!(lower(&h).iter().any(|text| text.contains(part)), "{tab}: {:?}", lower(&h));
    }
    let height = PHONE.1 - 48.0;
    let (from, top) = (grabber(&h), screen(&h).min.y);
    drag(&mut h, from, pos2(from.x, top + 70.0));
    assert_eq!(sheet(&h), height - 8.0, "full");
    let from = grabber(&h);
    drag(&mut h, from, from + vec2(0.0, 150.0));
    assert_eq!(sheet(&h), 512.0);
    let from = grabber(&h);
    tap(&mut h, from);
    h.run_steps(2);
    assert_eq!(sheet(&h), 112.0);
    // A panel that is requested by name is raised.
    h.state_mut().request(WindowCommand::ShowPanel(PanelId::Ties));
    h.run_steps(3);
    assert_eq!(sheet(&h), 512.0);
    assert!(lower(&h).iter().any(|text| text.contains("Tie 98 of")), "{:?}", lower(&h));
}

#[test]
fn two_fingers_zoom_and_move_the_map() {
    let mut h = phone("hello");
    let (before, area) = (square(&mut h, 12, 9), map(&h));
    let [left, right] = [-40.0, 40.0].map(|x| area.center() + vec2(x, 0.0));
    two(&mut h, [left, right], [left - vec2(40.0, 0.0), right + vec2(40.0, 0.0)]);
    let near = square(&mut h, 12, 9);
    assert!((near.width() / before.width() - 2.0).abs() < 0.05, "{before:?} {near:?}");
    let by = vec2(-60.0, 30.0);
    two(&mut h, [left, right], [left + by, right + by]);
    let moved = square(&mut h, 12, 9);
    assert!((moved.center() - near.center() - by).length() < 4.0, "{near:?} {moved:?}");
    assert_eq!(moved.width().round(), near.width().round());
    assert_eq!(h.state().session().display_state().selected, None, "two fingers select nothing");
}

#[test]
fn one_finger_selects_and_double_tap_zooms() {
    let mut h = phone("hello");
    let cell = at(&mut h, 12, 11);
    tap(&mut h, cell);
    h.run_steps(8);
    assert!(is_bracketed(&mut h, 12, 11));
    let foot = |h: &Harness<'_, App>| texts_in(h, screen(h).with_min_y(screen(h).max.y - 112.0));
    assert!(foot(&h).iter().any(|text| text.starts_with("(12,11)")), "the lowest stop shows the cell: {:?}", foot(&h));
    // A double tap zooms to the cell.
    let wide = square(&mut h, 12, 11).width();
    let cell = at(&mut h, 12, 11);
    tap(&mut h, cell);
    tap(&mut h, cell);
    h.run_steps(4);
    assert!(square(&mut h, 12, 11).width() > wide * 1.5);
    // A finger that stays opens the menu of the cell, and lifting it leaves the menu open.
    let cell = at(&mut h, 13, 11);
    frame(&mut h, finger(0, TouchPhase::Start, cell));
    h.run_steps(6);
    frame(&mut h, finger(0, TouchPhase::End, cell));
    h.run_steps(3);
    assert!(sees(&h, "Cell (13,11)") && sees(&h, "Why not this cell?"));
    click(&mut h, "Why not this cell?");
    assert_eq!(sheet(&h), 512.0, "the answer is raised");
}

#[test]
fn one_finger_paints_and_two_do_not() {
    let mut h = phone("hello");
    h.state_mut().request(WindowCommand::Arrange(Arrangement::Edit));
    h.state_mut().session_mut().apply(&SessionCommand::SetMode(Mode::Edit));
    h.state_mut().session_mut().apply(&SessionCommand::SetBrush(Brush::Tile(Tile::Wall)));
    h.run_steps(3);
    let before = h.state().session().scene().tiles.clone();
    // Three cells of floor in a row, in view, without actors.
    let (size, area) = (h.state().session().scene().size(), map(&h).shrink(40.0));
    let is_free = |h: &mut Harness<'_, App>, x, y| {
        let scene = h.state().session().scene();
        let floor = scene.tiles[Cell::new(x, y)] == Tile::Floor && scene.actor_at(Cell::new(x, y)).is_none();
        floor && area.contains(at(h, x, y))
    };
    let cells = (0..size.height).flat_map(|y| (1..size.width - 1).map(move |x| (x, y)));
    let mut rows = cells.filter(|&(x, y)| (x - 1..=x + 1).all(|x| is_free(&mut h, x, y)));
    let (x, y) = rows.next().expect("floor to paint on");
    let row = [x - 1, x, x + 1];
    let ends = [at(&mut h, row[0], y), at(&mut h, row[2], y)];
    two(&mut h, ends, [ends[0] + vec2(-20.0, 0.0), ends[1] + vec2(20.0, 0.0)]);
    assert_eq!(h.state().session().scene().tiles, before, "two fingers paint nothing");
    let (from, to) = (at(&mut h, row[0], y), at(&mut h, row[2], y));
    drag(&mut h, from, to);
    assert!(row.iter().all(|&x| is_wall(&mut h, x, y)), "a finger draws a line");
    h.state_mut().session_mut().apply(&SessionCommand::Undo);
    h.run_steps(2);
    assert_eq!(h.state().session().scene().tiles, before, "one entry of undo");
    // A tap paints one cell, and a finger that stays takes its tile.
    let cell = at(&mut h, x, y);
    tap(&mut h, cell);
    h.run_steps(2);
    assert!(is_wall(&mut h, x, y) && !is_wall(&mut h, row[2], y));
    let cell = at(&mut h, row[2], y);
    frame(&mut h, finger(0, TouchPhase::Start, cell));
    h.run_steps(6);
    frame(&mut h, finger(0, TouchPhase::End, cell));
    h.run_steps(2);
    assert_eq!(h.state().session().hand().brush, Brush::Tile(Tile::Floor));
    assert!(!is_wall(&mut h, row[2], y));
}

/// No text of the column is cut or covered, with the sheet at each stop, in the narrowest window too.
#[test]
fn the_column_fits_the_narrowest_window() {
    for size in [PHONE, (340.0, 500.0), (360.0, 640.0), (680.0, 900.0)] {
        let app = App::without_worker(gridscope::session(scene("hello")), with_details());
        let mut h = window_of(app, size.0, size.1);
        for stop in 0..2 {
            let screen = Rect::from_min_size(map(&h).min - vec2(0.0, 48.0), Vec2::from(size));
            let map = map(&h);
            assert!(map.height() >= 100.0 || stop == 1, "{size:?}: {map:?}");
            for node in h.root().children_recursive() {
                let own = node.accesskit_node();
                if own.role() != Role::Button || !node.rect().is_positive() {
                    continue;
                }
                let rect = node.rect();
                let label = own.label().unwrap_or_default();
                // A list in the sheet scrolls.
                let listed = stop == 1 && rect.min.y > map.max.y + 110.0 && rect.max.y > screen.max.y - 64.0;
                assert!(listed || screen.expand(1.0).contains_rect(rect), "{size:?}, {label}: {rect:?}");
            }
            click(&mut h, if stop == 0 { "Raise the sheet" } else { "Lower the sheet" });
        }
    }
}

#[test]
fn lessons_page_fills_a_phone() {
    let mut h = phone("hello");
    h.state_mut().request(WindowCommand::AskLesson);
    h.run_steps(4);
    for name in ["Continue", "Filter lessons"] {
        let rect = h.get_by_label(name).rect();
        assert!(rect.width() >= 310.0, "{name}: {rect:?}");
    }
}
