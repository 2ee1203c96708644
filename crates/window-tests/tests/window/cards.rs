//! Cards: none is wider than its panel, and none is cut, at any size of the window and of its text.

use super::legible::unreadable;
use super::user_input::Window;
use egui::{Key, Modifiers, Rect, Shape};
use gridscope::app::App;
use gridscope::app::view::Settings;
use gridscope::debugger::session::window::{Arrangement, PanelId};
use gridscope::debugger::{SessionCommand, WindowCommand};
use gridscope::trace::Cell;
use gridscope_window_tests::{arrange, key, painted, scene, sees, window_of};

const SIZES: [(f32, f32); 4] = [(1024.0, 768.0), (1280.0, 800.0), (1440.0, 900.0), (1920.0, 1080.0)];
const TEXT_SIZES: [f32; 4] = [0.8, 1.0, 1.5, 2.0];

/// Returns all frames of cards that reach beyond the left or right end of where they are drawn, and texts that are cut
/// there. Tabs scroll.
fn too_wide(h: &Window) -> Vec<String> {
    let is_card = |rect: Rect| rect.width() > 60.0 && rect.height() > 20.0;
    let outside = |clip: Rect, rect: Rect| rect.min.x < clip.min.x - 1.0 || rect.max.x > clip.max.x + 1.0;
    let card = |(clip, shape): (Rect, &Shape)| match shape {
        Shape::Rect(r)
            if is_card(r.rect) && r.corner_radius.nw >= 6 && clip.intersects(r.rect) && outside(clip, r.rect) =>
        {
            Some(format!("a card at {:?} in {clip:?}", r.rect))
        }
        _ => None,
    };
    let cut = unreadable(&h.output().shapes).into_iter().filter(|text| text.contains(" is cut at "));
    let is_tab = |text: &String| PanelId::ALL.iter().any(|panel| text.starts_with(&format!("{:?} of", panel.title())));
    painted(h).into_iter().filter_map(card).chain(cut.filter(|text| !is_tab(text))).collect()
}

/// Opens `hello` in an arrangement, with two cells selected one after the other and the question between them asked.
fn asked(arrangement: Arrangement, (width, height): (f32, f32), text: f32) -> Window {
    let app = App::without_worker(gridscope::session(scene("hello")), Settings::default());
    let mut h = window_of(app, width / text, height / text);
    arrange(&mut h, arrangement);
    h.state_mut().session_mut().apply(&SessionCommand::Select(Some(Cell::new(14, 12))));
    h.run_steps(2);
    h.state_mut().request(WindowCommand::WhyBefore(Some([Cell::new(13, 11), Cell::new(14, 12)])));
    h.run_steps(4);
    h
}

#[test]
fn no_card_is_wider_than_its_panel() {
    let mut wrong = Vec::new();
    for size in SIZES {
        for text in TEXT_SIZES {
            for arrangement in [Arrangement::Learn, Arrangement::Debug] {
                let mut h = asked(arrangement, size, text);
                let mut look = |h: &Window, what: &str| {
                    let found = too_wide(h).into_iter();
                    wrong.extend(
                        found.take(3).map(|found| format!("{size:?}, {text}, {arrangement:?}, {what}: {found}")),
                    );
                };
                assert!(sees(&h, "Why (13,11) before (14,12)?"), "{size:?} {text} {arrangement:?}");
                look(&h, "why before");
                h.state_mut().session_mut().apply(&SessionCommand::TogglePredict);
                h.run_steps(3);
                look(&h, "predict");
            }
            for lesson in ["rings-on-water", "one-jump-instead-of-two"] {
                let app = App::without_worker(gridscope::session(scene(lesson)), Settings::default());
                let mut h = window_of(app, size.0 / text, size.1 / text);
                h.state_mut().session_mut().apply(&SessionCommand::Select(Some(Cell::new(2, 2))));
                h.run_steps(3);
                let found = too_wide(&h).into_iter();
                wrong.extend(found.take(3).map(|found| format!("{size:?}, {text}, {lesson}: {found}")));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// The question has a key. It asks about the selected cell and the one under the pointer, or first about one and then
/// about the other.
#[test]
fn why_this_before_that_question_has_a_key() {
    let open = |arrangement| {
        let mut h =
            window_of(App::without_worker(gridscope::session(scene("hello")), Settings::default()), 1440.0, 900.0);
        arrange(&mut h, arrangement);
        h
    };
    let select = |h: &mut Window, cell| {
        h.state_mut().session_mut().apply(&SessionCommand::Select(Some(cell)));
        h.run_steps(2);
    };
    for arrangement in Arrangement::ALL {
        let mut h = open(arrangement);
        h.state_mut()
            .session_mut()
            .apply(&SessionCommand::SetMode(gridscope::debugger::session::command::Mode::Inspect));
        select(&mut h, Cell::new(13, 11));
        key(&mut h, Modifiers::SHIFT, Key::Y);
        assert!(!sees(&h, "Why (13,11) before (14,12)?"), "{arrangement:?}");
        select(&mut h, Cell::new(14, 12));
        key(&mut h, Modifiers::SHIFT, Key::Y);
        h.run_steps(3);
        assert!(sees(&h, "Why (13,11) before (14,12)?"), "{arrangement:?}");
    }
    let mut h = open(Arrangement::Learn);
    select(&mut h, Cell::new(14, 12));
    let pointed = gridscope_window_tests::at(&mut h, 13, 11);
    h.hover_at(pointed);
    h.run_steps(2);
    key(&mut h, Modifiers::SHIFT, Key::Y);
    h.run_steps(2);
    assert!(sees(&h, "Why (13,11) before (14,12)?"));
}
