//! What the tests of the window share: a window without a display, and a hand.
#![cfg(feature = "window")]

use egui::{Key, Modifiers, PointerButton, Pos2};
use egui_kittest::Harness;
use egui_kittest::kittest::Queryable as _;
use gridscope::app::view::Settings;
use gridscope::app::{App, style};
use gridscope::core::geometry::Cell;
use gridscope::core::scene::Scene;
use gridscope::debugger::Session;

/// The scene of a preset.
pub fn scene(preset: &str) -> Scene {
    gridscope::presets::find(preset).expect("a preset").scene().expect("a scene")
}

/// A window on a preset, as large as at the first start.
pub fn window(preset: &str) -> Harness<'static, App> {
    window_of(App::without_worker(Session::new(scene(preset)), Settings::default()), 1400.0, 900.0)
}

/// A window of that size, after its first frames.
pub fn window_of(mut app: App, width: f32, height: f32) -> Harness<'static, App> {
    let theme = app.view_mut().theme.clone();
    let mut harness = Harness::builder()
        .with_size([width, height])
        .with_context_setup(move |ctx| style(ctx, &theme))
        .build_ui_state(|ui, app: &mut App| app.frame(ui), app);
    harness.run_steps(3);
    harness
}

/// The cursor, and how many events there are.
pub fn moment(h: &Harness<'_, App>) -> (usize, usize) {
    h.state().session().moment()
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
