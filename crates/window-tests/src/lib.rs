//! Shared code of the window tests: a window without a display, simulated input, and what is painted.
#![cfg(feature = "window")]
#![expect(clippy::missing_panics_doc, reason = "whatever a test cannot find, it fails by")]

mod painted;

pub use painted::{ground, painted, texts_in};

use egui::accesskit::Toggled;
use egui::epaint::ColorMode;
use egui::{Key, Modifiers, PointerButton, Pos2, Rect, Shape};
use egui_kittest::Harness;
use egui_kittest::kittest::{NodeT as _, Queryable as _};
use gridscope::app::view::Settings;
use gridscope::app::{App, style};
use gridscope::debugger::session::window::Arrangement;
use gridscope::trace::{Cell, Scene};

/// Returns the scene of a preset. It opens at the moment of its picture, which shows more than slide 1.
pub fn scene(preset: &str) -> Scene {
    let mut scene = gridscope::presets::find(preset).expect("a preset").scene().expect("a scene");
    scene.run.at = scene.run.picture_moment();
    scene
}

/// Returns the settings of the first start, with the details of lessons: the sentence, the player and the timeline.
pub fn with_details() -> Settings {
    Settings { details: true, ..Settings::default() }
}

/// Opens a window on a preset, with the size and layout of the first start: the lesson beside the map, with the details.
pub fn lesson(preset: &str) -> Harness<'static, App> {
    window_of(App::without_worker(gridscope::session(scene(preset)), with_details()), 1440.0, 900.0)
}

/// Like [`lesson`], but in the arrangement Debug.
pub fn window(preset: &str) -> Harness<'static, App> {
    let mut h = lesson(preset);
    arrange(&mut h, Arrangement::Debug);
    h
}

/// Switches to an arrangement by its keys.
pub fn arrange(h: &mut Harness<'_, App>, arrangement: Arrangement) {
    let keys = [Key::Num1, Key::Num2, Key::Num3, Key::Num4];
    key(h, Modifiers::COMMAND, keys[arrangement as usize]);
    h.run_steps(2);
}

/// Margin that the harness adds, both sides together.
const MARGIN: f32 = 16.0;

/// Opens a window of this size, and runs its first frames.
pub fn window_of(mut app: App, width: f32, height: f32) -> Harness<'static, App> {
    let theme = app.view_mut().theme.clone();
    let textures = painted::Textures::default();
    let mut harness = Harness::builder()
        .with_size([width + MARGIN, height + MARGIN])
        .renderer(textures.clone())
        .with_context_setup(move |ctx| {
            style(ctx, &theme);
            textures.keep_in(ctx);
        })
        .build_ui_state(frame, app);
    harness.run_steps(3);
    harness
}

/// Runs a frame on a cleared screen.
pub fn frame(ui: &mut egui::Ui, app: &mut App) {
    ui.painter().rect_filled(ui.max_rect(), 0.0, app.backdrop());
    app.frame(ui);
}

/// Returns all texts on the screen that contain `part`.
pub fn texts(h: &Harness<'_, App>, part: &str) -> Vec<String> {
    let found = h.query_all_by_label_contains(part);
    found.filter_map(|n| n.accesskit_node().value().or_else(|| n.accesskit_node().label())).collect()
}

/// Returns whether a text is on the screen, alone or as part of another.
pub fn sees(h: &Harness<'_, App>, part: &str) -> bool {
    h.query_all_by_label_contains(part).next().is_some()
}

/// Returns the cursor and the number of events, as the window shows them: `event 39 of 332 · step 12 of 80`.
pub fn moment(h: &Harness<'_, App>) -> (usize, usize) {
    let all = texts(h, " · step ");
    let [text] = &all[..] else { panic!("one text says the moment: {all:?}") };
    let numbers: Vec<usize> =
        text.replace(',', "").split(|c: char| !c.is_ascii_digit()).filter_map(|digits| digits.parse().ok()).collect();
    (numbers[0], numbers[1])
}

/// Returns the value that a field or list shows.
pub fn value(h: &Harness<'_, App>, label: &str) -> Option<String> {
    h.get_by_label(label).accesskit_node().value()
}

/// Returns whether the element with this label is shown as selected.
pub fn is_selected(h: &Harness<'_, App>, label: &str) -> bool {
    h.get_by_label(label).accesskit_node().toggled() == Some(Toggled::True)
}

/// Returns the title of the window. It ends with a star before the name of the program if work is unsaved.
pub fn title(h: &Harness<'_, App>) -> String {
    h.root().accesskit_node().label().expect("a title")
}

/// Clicks the element with this label, and runs some frames.
pub fn click(h: &mut Harness<'_, App>, label: &str) {
    h.get_by_label(label).click();
    h.run_steps(3);
}

/// Presses and releases a key.
pub fn key(h: &mut Harness<'_, App>, modifiers: Modifiers, key: Key) {
    h.key_press_modifiers(modifiers, key);
    h.run_steps(2);
}

/// Returns the square of a cell on the screen.
pub fn square(h: &mut Harness<'_, App>, x: u16, y: u16) -> Rect {
    let rect = h.get_by_label("Map canvas").rect();
    h.state_mut().view_mut().camera.cell_rect(rect, Cell::new(x, y))
}

/// Returns the centre of a cell on the screen.
pub fn at(h: &mut Harness<'_, App>, x: u16, y: u16) -> Pos2 {
    square(h, x, y).center()
}

/// Returns the texts painted on a cell: its numbers, and the icons of the actors on it.
pub fn texts_on(h: &mut Harness<'_, App>, x: u16, y: u16) -> Vec<String> {
    let square = square(h, x, y);
    texts_in(h, square)
}

/// Returns the numbers of columns and rows that are painted of the map.
pub fn map_size(h: &mut Harness<'_, App>) -> (u16, u16) {
    let mut is_there = |(x, y): &(u16, u16)| {
        let pos = at(h, *x, *y);
        ground(h, pos).is_some()
    };
    let width = (0..u16::MAX).map(|x| (x, 0)).take_while(&mut is_there).count();
    let height = (0..u16::MAX).map(|y| (0, y)).take_while(&mut is_there).count();
    (width as u16, height as u16)
}

/// Returns whether a cell has the colour of a wall.
pub fn is_wall(h: &mut Harness<'_, App>, x: u16, y: u16) -> bool {
    let pos = at(h, x, y);
    let theme = &h.state_mut().view_mut().theme;
    let walls = [theme.wall, theme.seen_wall, theme.remembered_wall];
    ground(h, pos).is_some_and(|colour| walls.contains(&colour))
}

/// Returns whether the brackets of the selected cell are painted around a cell.
pub fn is_bracketed(h: &mut Harness<'_, App>, x: u16, y: u16) -> bool {
    let (square, colour) = (square(h, x, y), h.state_mut().view_mut().theme.brackets);
    let is_corner = |shape: &Shape| match shape {
        Shape::Path(path) if path.stroke.color == ColorMode::Solid(colour) && path.points.len() == 3 => {
            square.expand(5.0).contains_rect(Rect::from_points(&path.points)) && !square.contains(path.points[1])
        }
        _ => false,
    };
    painted(h).into_iter().filter(|(_, shape)| is_corner(shape)).count() == 4
}

/// Returns whether the red dot of a breakpoint is painted on a cell.
pub fn has_breakpoint(h: &mut Harness<'_, App>, x: u16, y: u16) -> bool {
    let (square, colour) = (square(h, x, y), h.state_mut().view_mut().theme.wrong);
    let is_dot = |shape: &Shape| matches!(shape, Shape::Circle(c) if c.fill == colour && square.contains(c.center));
    painted(h).into_iter().any(|(_, shape)| is_dot(shape))
}

/// Presses or releases the left button.
pub fn button(h: &mut Harness<'_, App>, pos: Pos2, pressed: bool) {
    h.event(egui::Event::PointerButton { pos, button: PointerButton::Primary, pressed, modifiers: Modifiers::NONE });
    h.run_steps(1);
}

/// Clicks at a place on the screen.
pub fn click_at(h: &mut Harness<'_, App>, pos: Pos2) {
    h.hover_at(pos);
    h.run_steps(1);
    button(h, pos, true);
    button(h, pos, false);
    h.run_steps(2);
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
