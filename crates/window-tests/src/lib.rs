//! What the tests of the window share: a window without a display, and a hand.
#![cfg(feature = "window")]
#![expect(clippy::missing_panics_doc, reason = "whatever a test cannot find, it fails by")]

use egui::{Key, Modifiers, PointerButton, Pos2};
use egui_kittest::kittest::{NodeT as _, Queryable as _};
use egui_kittest::{Harness, LazyRenderer, TestRenderer};
use gridscope::app::view::Settings;
use gridscope::app::{App, style};
use gridscope::core::geometry::Cell;
use gridscope::core::scene::Scene;
use gridscope::debugger::Session;
use gridscope::debugger::window::Arrangement;

/// The scene of a preset.
pub fn scene(preset: &str) -> Scene {
    gridscope::presets::find(preset).expect("a preset").scene().expect("a scene")
}

/// A window on a preset, as it opens and as large as at the first start: the lesson beside the map.
pub fn lesson(preset: &str) -> Harness<'static, App> {
    window_of(App::without_worker(Session::new(scene(preset)), Settings::default()), 1440.0, 900.0)
}

/// The same in the arrangement Debug.
pub fn window(preset: &str) -> Harness<'static, App> {
    let mut h = lesson(preset);
    arrange(&mut h, Arrangement::Debug);
    h
}

/// Takes an arrangement by its keys.
pub fn arrange(h: &mut Harness<'_, App>, arrangement: Arrangement) {
    let keys = [Key::Num1, Key::Num2, Key::Num3, Key::Num4];
    key(h, Modifiers::COMMAND, keys[arrangement as usize]);
    h.run_steps(2);
}

/// What the harness puts round everything, on both sides together.
const MARGIN: f32 = 16.0;

/// A window of that size, after its first frames.
pub fn window_of(app: App, width: f32, height: f32) -> Harness<'static, App> {
    window_drawn_by(app, (width, height), LazyRenderer::default())
}

/// The same, where somebody takes the pictures that it uploads.
pub fn window_drawn_by(
    mut app: App,
    (width, height): (f32, f32),
    renderer: impl TestRenderer + 'static,
) -> Harness<'static, App> {
    let theme = app.view_mut().theme.clone();
    let mut harness = Harness::builder()
        .with_size([width + MARGIN, height + MARGIN])
        .renderer(renderer)
        .with_context_setup(move |ctx| style(ctx, &theme))
        .build_ui_state(frame, app);
    harness.run_steps(3);
    harness
}

/// A frame on a screen that was cleared.
pub fn frame(ui: &mut egui::Ui, app: &mut App) {
    ui.painter().rect_filled(ui.max_rect(), 0.0, app.backdrop());
    app.frame(ui);
}

/// All texts on the screen with a part of it in them.
pub fn texts(h: &Harness<'_, App>, part: &str) -> Vec<String> {
    let found = h.query_all_by_label_contains(part);
    found.filter_map(|n| n.accesskit_node().value().or_else(|| n.accesskit_node().label())).collect()
}

/// Whether a text is on the screen, alone or as part of another.
pub fn sees(h: &Harness<'_, App>, part: &str) -> bool {
    h.query_all_by_label_contains(part).next().is_some()
}

/// Where the run stands, and how many events it has, as the window says it: `event 39 of 332 · step 12 of 80`.
pub fn moment(h: &Harness<'_, App>) -> (usize, usize) {
    let all = texts(h, " · step ");
    let [text] = &all[..] else { panic!("one text says the moment: {all:?}") };
    let numbers: Vec<usize> =
        text.replace(',', "").split(|c: char| !c.is_ascii_digit()).filter_map(|digits| digits.parse().ok()).collect();
    (numbers[0], numbers[1])
}

/// What a field or list shows.
pub fn value(h: &Harness<'_, App>, label: &str) -> Option<String> {
    h.get_by_label(label).accesskit_node().value()
}

/// Clicks what is called so, and lets it be seen.
pub fn click(h: &mut Harness<'_, App>, label: &str) {
    h.get_by_label(label).click();
    h.run_steps(3);
}

/// Presses a key and lets it go.
pub fn key(h: &mut Harness<'_, App>, modifiers: Modifiers, key: Key) {
    h.key_press_modifiers(modifiers, key);
    h.run_steps(2);
}

/// The middle of a cell on the screen.
pub fn at(h: &mut Harness<'_, App>, x: u16, y: u16) -> Pos2 {
    let rect = h.get_by_label("Map canvas").rect();
    h.state_mut().view_mut().camera.cell_centre(rect, Cell::new(x, y))
}

/// The left button, pressed or let go.
pub fn button(h: &mut Harness<'_, App>, pos: Pos2, pressed: bool) {
    h.event(egui::Event::PointerButton { pos, button: PointerButton::Primary, pressed, modifiers: Modifiers::NONE });
    h.run_steps(1);
}

/// Drags from one cell to another.
pub fn drag(h: &mut Harness<'_, App>, from: (u16, u16), to: (u16, u16)) {
    let (a, b) = (at(h, from.0, from.1), at(h, to.0, to.1));
    h.hover_at(a);
    h.run_steps(1);
    button(h, a, true);
    for step in 1..=8 {
        h.hover_at(a + (b - a) * (step as f32 / 8.0));
        h.run_steps(1);
    }
    button(h, b, false);
    h.run_steps(2);
}
