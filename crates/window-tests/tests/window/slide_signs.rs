//! What a slide draws in the window: its signs, its legend, and its pins on the map and in the text.

use super::user_input::Window;
use egui::{Key, Modifiers, Rect, Shape};
use egui_kittest::kittest::Queryable as _;
use gridscope::app::App;
use gridscope::app::view::Settings;
use gridscope::debugger::SessionCommand;
use gridscope::debugger::session::window::{Arrangement, ThemeName};
use gridscope_window_tests::{arrange, key, painted, sees, square, texts_in, window_of};

/// Opens a lesson without details.
fn opened(id: &str) -> Window {
    let scene = gridscope::presets::find(id).expect("a lesson").scene().expect("a scene");
    window_of(App::without_worker(gridscope::session(scene), Settings::default()), 1440.0, 900.0)
}

fn seek(h: &mut Window, event: usize) {
    h.state_mut().session_mut().apply(&SessionCommand::Seek(event));
    h.run_steps(4);
}

/// Returns the number of closed shapes with three corners of a colour on the map.
fn triangles(h: &mut Window, colour: egui::Color32) -> usize {
    let map = h.get_by_label("Map canvas").rect();
    let is_one = |shape: &&Shape| match shape {
        Shape::Path(path) => {
            path.closed && path.points.len() == 3 && path.fill == colour && map.contains(path.points[0])
        }
        _ => false,
    };
    painted(h).into_iter().map(|(_, shape)| shape).filter(is_one).count()
}

fn tie_colour() -> egui::Color32 {
    gridscope::app::style::theme::Theme::new(ThemeName::Dark).tie
}

/// The legend of the late tie has the words of the slide, in its order, and nothing else.
#[test]
fn legend_lists_what_the_slide_draws() {
    let mut h = opened("hello");
    seek(&mut h, 723);
    let words = ["closed: its cost is known", "open: waits its turn", "path so far", "refused by the dice", "door"];
    let places: Vec<Rect> = words.map(|word| h.get_by_label(word).rect()).to_vec();
    let is_after = |pair: &[Rect]| pair[0].max.x <= pair[1].min.x || pair[0].max.y <= pair[1].min.y;
    assert!(places.windows(2).all(is_after), "{places:?}");
    for word in ["tie", "parent", "guard", "current"] {
        assert!(!sees(&h, word), "{word}");
    }
}

#[test]
fn ties_are_drawn_with_details_only() {
    let mut h = opened("hello");
    seek(&mut h, 723);
    let colour = tie_colour();
    assert_eq!(triangles(&mut h, colour), 0);
    h.state_mut().view_mut().settings.details = true;
    h.run_steps(3);
    assert!(triangles(&mut h, colour) > 3);
}

/// A key brings a sign until the slide is turned.
#[test]
fn key_draws_parents_until_the_next_slide() {
    let mut h = opened("hello");
    seek(&mut h, 723);
    assert!(!sees(&h, "parent"));
    key(&mut h, Modifiers::NONE, Key::A);
    h.run_steps(3);
    assert!(sees(&h, "parent"), "drawn and listed");
    seek(&mut h, 800);
    assert!(!sees(&h, "parent"));
}

#[test]
fn debug_draws_everything() {
    let mut h = opened("hello");
    arrange(&mut h, Arrangement::Debug);
    seek(&mut h, 723);
    let colour = tie_colour();
    assert!(triangles(&mut h, colour) > 3);
}

/// A cell with a pin has a disc in the text and one on the map, with the same number.
#[test]
fn pins_are_on_the_map_and_in_the_text() {
    let mut h = opened("hello");
    seek(&mut h, 723);
    let map = h.get_by_label("Map canvas").rect();
    let cell = square(&mut h, 14, 12);
    let around = Rect::from_center_size(cell.center(), cell.size() * 2.4);
    assert!(texts_in(&h, around).iter().any(|text| text == "2"), "{:?}", texts_in(&h, around));
    let column = texts_in(&h, Rect::everything_right_of(map.max.x));
    assert!(column.iter().any(|text| text == "1") && column.iter().any(|text| text == "2"), "{column:?}");
    assert!(!column.iter().any(|text| text.contains("(14,12)")), "{column:?}");
    arrange(&mut h, Arrangement::Debug);
    h.run_steps(3);
    let cell = square(&mut h, 14, 12);
    let around = Rect::from_center_size(cell.center(), cell.size() * 2.4);
    assert!(!texts_in(&h, around).iter().any(|text| text == "2"), "no pins in Debug");
}
