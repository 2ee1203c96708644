//! The slides of a lesson as they are read: links within sentences, the button to the next slide, and the colours of
//! differences between runs.

use super::user_input::Window;
use egui::{Rect, Shape};
use egui_kittest::kittest::Queryable as _;
use gridscope::app::App;
use gridscope::app::view::Settings;
use gridscope::debugger::SessionCommand;
use gridscope::trace::Scene;
use gridscope_window_tests::{lesson, painted, texts_in, window_of};

/// Opens a lesson at its first slide, in a window of this width.
fn at_slide_1(id: &str, width: f32) -> Window {
    let scene = gridscope::presets::find(id).expect("a lesson").scene().expect("a scene");
    window_of(App::without_worker(gridscope::session(scene), Settings::default()), width, 640.0)
}

fn seek(h: &mut Window, event: usize) {
    h.state_mut().session_mut().apply(&SessionCommand::Seek(event));
    h.run_steps(4);
}

/// The comma behind a cell stays beside it, wherever the line ends.
#[test]
fn no_slide_line_begins_with_punctuation() {
    for id in ["explore-cave", "what-takes-a-turn", "an-assassin-leaps", "at-any-angle", "hello"] {
        let mut h = at_slide_1(id, 1000.0);
        let slides: Vec<usize> = h.state().session().scene().run.slides.iter().map(|slide| slide.at).collect();
        for (k, at) in (1..).zip(slides) {
            seek(&mut h, at);
            let side = Rect::everything_right_of(h.get_by_label("Map canvas").rect().max.x);
            let wrong = texts_in(&h, side).into_iter().find(|text| text.starts_with([',', '.', ';', ':']));
            assert_eq!(wrong, None, "{id}, slide {k}");
        }
    }
}

/// The button to the next slide has its title, or *Next*, and never only the first letters of a title.
#[test]
fn next_slide_button_shows_a_whole_word() {
    for width in [860.0, 1000.0, 1280.0] {
        let mut h = at_slide_1("hello", width);
        for at in [0, 23, 723] {
            seek(&mut h, at);
            let button = h.get_by_label("Next slide").rect();
            let texts = texts_in(&h, button);
            let shown = texts.iter().find(|text| text.chars().any(|c| c.is_ascii_alphabetic())).expect("a word");
            let word = shown.replace(|c: char| !c.is_ascii_alphabetic(), "");
            assert!(word.len() >= 4, "{width}, event {at}: {texts:?}");
        }
    }
}

/// In a narrow side, the number of the slide takes the place of the dots, which the buttons would cover.
#[test]
fn slide_number_is_beside_the_buttons() {
    for width in [860.0, 1000.0, 1440.0] {
        let mut h = at_slide_1("hello", width);
        seek(&mut h, 824);
        let button = h.get_by_label("Previous slide").rect();
        let row = Rect::everything_left_of(button.min.x).intersect(Rect::everything_above(button.max.y));
        let row = row.intersect(Rect::everything_below(button.min.y));
        assert!(texts_in(&h, row).iter().any(|text| text == "5 of 5"), "{width}: {:?}", texts_in(&h, row));
    }
}

/// Where almost every cell differs, the colours of the lesson would not be seen. Such a scene says so.
#[test]
fn lesson_decides_whether_differences_start_coloured() {
    for (id, coloured) in [("unseen-shutter", true), ("six-side-by-side", false), ("corners", true)] {
        let mut h = lesson(id);
        assert_eq!(h.state_mut().view_mut().settings.differences, coloured, "{id}");
        h.state_mut().session_mut().apply(&SessionCommand::OpenPreset("corners"));
        h.run_steps(4);
        assert!(h.state_mut().view_mut().settings.differences, "after {id}");
    }
}

/// A scene without a text leaves its room to the legend, which then shows its last sign.
#[test]
fn legend_fills_the_room_without_lesson_text() {
    let mut scene = gridscope::presets::find("secret-door").expect("a lesson").scene().expect("a scene");
    (scene.notes, scene.run.slides) = (String::new(), Vec::new());
    std::mem::take(&mut scene.run.question);
    let h = window_of(App::without_worker(gridscope::session(scene), Settings::default()), 1280.0, 720.0);
    let is_whole = |(clip, shape): (Rect, &Shape)| match shape {
        Shape::Text(text) => text.galley.text() == "goal" && clip.contains_rect(text.visual_bounding_rect()),
        _ => false,
    };
    assert!(painted(&h).into_iter().any(is_whole), "the goal is the last sign of the legend");
    let side = Rect::everything_right_of(h.get_by_label("Map canvas").rect().max.x);
    let headings = texts_in(&h, side).into_iter().filter(|text| text == "Numbers in a cell").count();
    assert_eq!(headings, 1, "the legend is there once");
}

/// A lesson that says no moment opens at its first slide. *Open here* can still choose the end.
#[test]
fn a_lesson_opens_at_its_first_slide() {
    let mut scene = gridscope::presets::find("hello").expect("a lesson").scene().expect("a scene");
    scene.run.at = None;
    let opened = |scene: &Scene| {
        let mut session = gridscope::session(scene.clone());
        session.settle();
        session.moment()
    };
    let (at, end) = opened(&scene);
    assert_eq!(Some(at), scene.run.slides.iter().map(|slide| slide.at).min());
    scene.run.at = Some(end);
    assert_eq!(opened(&scene).0, end);
    (scene.run.at, scene.run.slides) = (None, Vec::new());
    assert_eq!(opened(&scene).0, end, "without slides");
}
