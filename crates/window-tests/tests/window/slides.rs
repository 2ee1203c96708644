//! The slides of a lesson as they are read: links within sentences, the button to the next slide, and the colours of
//! differences between runs.

use super::user_input::Window;
use egui::Rect;
use egui_kittest::kittest::Queryable as _;
use gridscope::app::App;
use gridscope::app::view::Settings;
use gridscope::debugger::SessionCommand;
use gridscope::trace::Scene;
use gridscope_window_tests::{lesson, texts_in, window_of};

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
        let mut h = at_slide_1(id, 1200.0);
        let slides: Vec<usize> = h.state().session().scene().run.slides.iter().map(|slide| slide.at).collect();
        for (k, at) in (1..).zip(slides) {
            seek(&mut h, at);
            let side = Rect::everything_right_of(h.get_by_label("Details").rect().max.x - 350.0);
            let wrong = texts_in(&h, side).into_iter().find(|text| text.starts_with([',', '.', ';', ':']));
            assert_eq!(wrong, None, "{id}, slide {k}");
        }
    }
}

/// If not all titles fit below the bar, only that of the slide at hand is there.
#[test]
fn bar_names_all_slides_or_the_one_at_hand() {
    for (count, more) in [(5, ""), (1, ", which is told in so many words")] {
        let mut h = at_slide_1("hello", 1440.0);
        let mut slides = h.state().session().scene().run.slides.clone();
        for (k, slide) in slides.iter_mut().enumerate() {
            slide.note = slide.note.replacen("**\n", &format!("{more}**\n"), 1);
            h.state_mut().session_mut().apply(&SessionCommand::SetSlide(k, slide.clone()));
        }
        seek(&mut h, 723);
        let bar = h.get_by_label("Slides").rect();
        let names = texts_in(&h, bar.expand2(egui::vec2(40.0, 12.0)));
        let titles: Vec<String> = names.into_iter().filter(|text| text.chars().any(char::is_alphabetic)).collect();
        assert_eq!(titles.len(), count, "{titles:?}");
        assert!(titles.iter().any(|title| title.starts_with("A late tie")), "{titles:?}");
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
