//! Learn as a stage: few controls, parts that keep their place, the details, and the exercise as the last stop.

use super::user_input::Window;
use egui::accesskit::{Role, Toggled};
use egui::{Key, Modifiers, Rect};
use egui_kittest::kittest::{NodeT as _, Queryable as _};
use gridscope::app::App;
use gridscope::app::view::Settings;
use gridscope::debugger::SessionCommand;
use gridscope_window_tests::{click, key, sees, square, window_of};

/// Opens a lesson at its first slide, as at the first start or with the details.
fn opened(id: &str, details: bool, (width, height): (f32, f32)) -> Window {
    let scene = gridscope::presets::find(id).expect("a lesson").scene().expect("a scene");
    let settings = Settings { details, ..Settings::default() };
    window_of(App::without_worker(gridscope::session(scene), settings), width, height)
}

const USUAL: (f32, f32) = (1440.0, 900.0);

/// Returns the names of the controls in view.
fn controls(h: &Window) -> Vec<String> {
    let is_control = |role| {
        matches!(
            role,
            Role::Button
                | Role::CheckBox
                | Role::Switch
                | Role::RadioButton
                | Role::ComboBox
                | Role::Slider
                | Role::SpinButton
                | Role::TextInput
                | Role::MultilineTextInput
                | Role::Tab
                | Role::MenuItem
        )
    };
    let all = h.root().children_recursive();
    let all = all.filter(|node| is_control(node.accesskit_node().role()) && node.rect().is_positive());
    // *Back* cannot be used on the first slide.
    let all = all.filter(|node| !node.accesskit_node().is_disabled());
    all.map(|node| node.accesskit_node().label().unwrap_or_default()).collect()
}

#[test]
fn first_slide_has_twelve_controls() {
    let h = opened("hello", false, USUAL);
    let all = controls(&h);
    assert!(all.len() <= 12, "{}: {all:?}", all.len());
    for name in ["Play", "Slides", "Details", "Lessons", "Menu"] {
        assert!(all.iter().any(|own| own == name), "{name}: {all:?}");
    }
}

/// Returns the words of the legend: the texts between the map and the strip.
fn legend(h: &mut Window) -> Vec<String> {
    let height = h.state().session().scene().size().height;
    let (foot, strip) = (square(h, 0, height - 1).max.y, USUAL.1 - 88.0);
    let labels = h.root().children_recursive().filter(|node| node.accesskit_node().role() == Role::Label);
    let all = labels.filter(|node| {
        let rect = node.rect();
        rect.min.y > foot && rect.max.y < strip && rect.max.x < 1000.0
    });
    all.filter_map(|node| node.accesskit_node().value().or_else(|| node.accesskit_node().label())).collect()
}

#[test]
fn lessons_of_the_route_ask_and_show_little() {
    let (mut faults, mut entries) = (Vec::new(), 0);
    for id in gridscope::presets::route() {
        let mut h = opened(id, false, USUAL);
        let count = controls(&h).len();
        if count > 12 {
            faults.push(format!("{id}: {count} controls, {:?}", controls(&h)));
        }
        let slides = h.state().session().scene().run.slides.clone();
        if !slides.iter().any(|slide| slide.ask.is_some()) {
            faults.push(format!("{id} asks nothing"));
        }
        for number in 0..slides.len() {
            h.state_mut().session_mut().apply(&SessionCommand::ToSlide(number));
            h.run_steps(3);
            let words = legend(&mut h);
            entries += words.len();
            if words.len() > 5 {
                faults.push(format!("{id}, slide {}: {words:?}", number + 1));
            }
        }
    }
    assert!(faults.is_empty(), "{}", faults.join("\n"));
    assert!(entries > 200, "{entries} entries of legends");
}

/// Returns the places of the map, of *Back*, of *Next* or *Next lesson*, and of *Details*.
fn places(h: &mut Window) -> Vec<Rect> {
    let map = square(h, 0, 0);
    let next =
        ["Show me", "Next slide", "Next lesson", "All lessons"].into_iter().find_map(|name| h.query_by_label(name));
    let mut all = vec![map, next.expect("a button to go on").rect()];
    all.extend(["Previous slide", "Details"].map(|name| h.get_by_label(name).rect()));
    all
}

#[test]
fn parts_keep_their_place_on_every_slide() {
    for size in [USUAL, (1280.0, 800.0), (1024.0, 640.0)] {
        for id in ["hello", "a-long-detour", "rings-on-water"] {
            let mut h = opened(id, false, size);
            let first = places(&mut h);
            let slides = h.state().session().scene().run.slides.len();
            for stop in 1..=slides {
                key(&mut h, Modifiers::NONE, Key::PageDown);
                h.run_steps(60);
                assert_eq!(places(&mut h), first, "{id} at {size:?}, stop {stop}");
            }
            if size.0 > 1100.0 {
                key(&mut h, Modifiers::SHIFT, Key::D);
                h.run_steps(4);
                assert_eq!(places(&mut h), first, "{id} at {size:?}, with details");
            }
        }
    }
}

#[test]
fn details_are_remembered_for_all_lessons() {
    let mut h = opened("hello", false, USUAL);
    assert!(!sees(&h, " · step "), "no count of events");
    click(&mut h, "Details");
    assert!(sees(&h, " · step ") && sees(&h, "Timeline") && sees(&h, "Algorithm"));
    assert_eq!(h.get_by_label("Details").accesskit_node().toggled(), Some(Toggled::True));
    h.state_mut().session_mut().apply(&SessionCommand::OpenPreset("doorway"));
    h.run_steps(4);
    assert!(sees(&h, " · step "), "in the next lesson");
    let settings = h.state_mut().view_mut().settings.clone();
    let stored = serde_json::to_string(&settings).expect("stored");
    assert!(serde_json::from_str::<Settings>(&stored).expect("read").details, "after a restart");
}

#[test]
fn exercise_is_the_last_stop_at_the_end() {
    let mut h = opened("rings-on-water", false, USUAL);
    let slides = h.state().session().scene().run.slides.len();
    assert!(!sees(&h, "Start again"), "not at the first slide");
    for _ in 0..slides {
        key(&mut h, Modifiers::NONE, Key::PageDown);
        h.run_steps(60);
    }
    assert!(sees(&h, "Start again") && sees(&h, "Move the exits"), "{:?}", controls(&h));
    let (cursor, len) = h.state().session().moment();
    assert_eq!(cursor, len, "the whole run is on the map");
    assert!(sees(&h, "Next lesson"));
    key(&mut h, Modifiers::NONE, Key::PageUp);
    h.run_steps(60);
    assert!(!sees(&h, "Start again"), "back on the last slide");
    assert_eq!(h.state().session().slide_at_hand(), Some(slides - 1));
}

/// A click on a mark goes to its stop, and the arrows turn slides while the bar has the focus.
#[test]
fn bar_goes_to_slides_and_events() {
    let mut h = opened("hello", false, USUAL);
    let bar = h.get_by_label("Slides").rect();
    let slides: Vec<usize> = h.state().session().scene().run.slides.iter().map(|slide| slide.at).collect();
    let count = slides.len() as f32;
    let mark = |k: f32| bar.min.x + 40.0 + (bar.width() - 80.0) / (count - 1.0) * k;
    let y = bar.min.y + 14.0;
    gridscope_window_tests::click_at(&mut h, egui::pos2(mark(2.0), y));
    h.run_steps(60);
    assert_eq!(h.state().session().moment().0, slides[2]);
    gridscope_window_tests::click_at(&mut h, egui::pos2(f32::midpoint(mark(2.0), mark(3.0)), y));
    h.run_steps(4);
    let middle = usize::midpoint(slides[2], slides[3]);
    assert!(h.state().session().moment().0.abs_diff(middle) <= 2, "{:?} of {middle}", h.state().session().moment());
    h.get_by_label("Slides").focus();
    h.run_steps(3);
    key(&mut h, Modifiers::NONE, Key::ArrowRight);
    h.run_steps(60);
    assert_eq!(h.state().session().moment().0, slides[3]);
}

/// A panel that is asked for has the place of the lesson until the user goes back.
#[test]
fn panel_takes_the_place_of_the_lesson() {
    use gridscope::debugger::WindowCommand;
    use gridscope::debugger::session::window::PanelId;
    let mut h = opened("hello", false, USUAL);
    h.state_mut().request(WindowCommand::ShowPanel(PanelId::Layers));
    h.run_steps(4);
    assert!(sees(&h, "Numbers in corners"));
    click(&mut h, "Back to the lesson");
    assert!(!sees(&h, "Numbers in corners") && sees(&h, "Draw the way you think"));
}

#[test]
fn phone_has_map_text_bar_and_large_buttons() {
    let mut h = opened("hello", false, (390.0, 844.0));
    // The first slide asks, and has no button *Next* yet.
    key(&mut h, Modifiers::NONE, Key::PageDown);
    h.run_steps(4);
    for name in ["Play", "Previous slide", "Next slide"] {
        assert!(h.get_by_label(name).rect().height() >= 48.0, "{name}");
    }
    let (next, bar) = (h.get_by_label("Next slide").rect(), h.get_by_label("Slides").rect());
    assert!(bar.max.y <= next.min.y && square(&mut h, 0, 0).width() >= 30.0);
    click(&mut h, "Next slide");
    h.run_steps(60);
    let third = h.state().session().scene().run.slides[2].at;
    assert_eq!(h.state().session().moment().0, third);
}
