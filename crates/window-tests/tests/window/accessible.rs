//! Accessibility of the window. Every command is found by its name in a window of 640 × 480 points, in all themes.
//! Every element that can be used has a name, and all of them can be used by keyboard.

use super::legible::opened;
use egui::accesskit::{Live, Role};
use egui::{Key, Modifiers, Pos2, Rect, Shape};
use egui_kittest::Harness;
use egui_kittest::kittest::{NodeT as _, Queryable as _};
use gridscope::app::App;
use gridscope::app::style::theme::ThemeName;
use gridscope::app::view::Dialog;
use gridscope::debugger::session::command::table::TABLE;
use gridscope::debugger::session::command::{Brush, Mode, SessionCommand};
use gridscope::debugger::session::window::Arrangement;
use gridscope::trace::{ActorKind, Cell, Tile};
use gridscope_window_tests::{at, has_breakpoint, is_bracketed, is_wall, key, lesson, painted, scene, texts_on, title};
use std::collections::BTreeSet;

/// A screen of 640 × 480 points, or one of 1280 × 960 with text at 200 %: both have the same size in points.
const SMALL: (f32, f32) = (640.0, 480.0);

/// Returns whether a text is completely visible: neither clipped nor shortened.
fn stands(h: &Harness<'_, App>, wanted: &str, screen: Rect) -> bool {
    painted(h).into_iter().any(|(clip, shape)| match shape {
        Shape::Text(text) if text.galley.text() == wanted && !text.galley.elided => {
            let rect = text.galley.rect.translate(text.pos.to_vec2());
            clip.intersect(screen).expand(1.0).contains_rect(rect)
        }
        _ => false,
    })
}

/// Every command is found in the command palette and fits on a small screen. Each is checked in one theme, or in every
/// theme with `GRIDSCOPE_LEGIBLE=all`.
#[test]
fn small_palette_finds_every_command_by_title() {
    let mut wrong = Vec::new();
    let all = std::env::var_os("GRIDSCOPE_LEGIBLE").is_some_and(|v| v == "all");
    for (first, theme) in ThemeName::ALL.into_iter().enumerate() {
        let (first, share) = if all { (0, 1) } else { (first, ThemeName::ALL.len()) };
        let mut h = opened("hello", theme, Arrangement::Learn, SMALL);
        key(&mut h, Modifiers::COMMAND, Key::P);
        let screen = Rect::from_min_size(egui::Pos2::ZERO, egui::vec2(SMALL.0 + 16.0, SMALL.1 + 16.0));
        for row in TABLE.iter().skip(first).step_by(share) {
            h.state_mut().view_mut().dialog = Some(Dialog::Palette { query: row.title.to_owned(), row: 0 });
            h.run_steps(2);
            let named = h
                .query_all_by_label(row.title)
                .any(|node| node.accesskit_node().role() == Role::Button && screen.contains_rect(node.rect()));
            if !named || !stands(&h, row.title, screen) {
                wrong.push(format!("{theme:?}: {}", row.title));
            }
        }
    }
    assert!(wrong.is_empty(), "{} commands cannot be read or used: {wrong:?}", wrong.len());
}

/// Returns whether elements of this role can be used.
const fn is_used(role: Role) -> bool {
    matches!(
        role,
        Role::Button
            | Role::CheckBox
            | Role::RadioButton
            | Role::ComboBox
            | Role::Slider
            | Role::SpinButton
            | Role::TextInput
            | Role::MultilineTextInput
            | Role::Link
            | Role::Image
            | Role::ListBox
            | Role::ColorWell
            | Role::ProgressIndicator
    )
}

/// Returns the elements without a name, each with its role and place.
fn nameless(h: &Harness<'_, App>) -> Vec<String> {
    let mut found = Vec::new();
    for node in h.root().children_recursive() {
        let own = node.accesskit_node();
        let says = |text: Option<String>| text.is_some_and(|text| text.chars().any(char::is_alphanumeric));
        if is_used(own.role()) && !says(own.label()) && !says(own.value()) && !own.is_hidden() {
            found.push(format!("{:?} {:?} at {:?}", own.role(), own.label(), node.rect()));
        }
    }
    found
}

#[test]
fn every_control_has_an_accessible_name() {
    let mut wrong = BTreeSet::new();
    for arrangement in Arrangement::ALL {
        let h = opened("hello", ThemeName::Dark, arrangement, (1440.0, 900.0));
        wrong.extend(nameless(&h).into_iter().map(|what| format!("{arrangement:?}: {what}")));
    }
    for (modifiers, letter) in [
        (Modifiers::COMMAND, Key::N),
        (Modifiers::COMMAND, Key::E),
        (Modifiers::COMMAND, Key::P),
        (Modifiers::COMMAND, Key::G),
        (Modifiers::COMMAND, Key::F),
        (Modifiers::NONE, Key::F1),
    ] {
        let mut h = lesson("hello");
        key(&mut h, modifiers, letter);
        h.run_steps(2);
        wrong.extend(nameless(&h).into_iter().map(|what| format!("{letter:?}: {what}")));
    }
    assert!(wrong.is_empty(), "without a name:\n{}", wrong.into_iter().collect::<Vec<_>>().join("\n"));
}

/// Texts for screen readers contain no icons, since an icon is a private letter that no voice can read.
#[test]
fn no_icon_is_read_as_a_letter() {
    let icon = |text: &String| text.chars().any(|c| ('\u{e000}'..='\u{f8ff}').contains(&c));
    let mut wrong = BTreeSet::new();
    for arrangement in Arrangement::ALL {
        for name in ["hello", "into-the-pocket"] {
            let h = opened(name, ThemeName::Dark, arrangement, (1440.0, 900.0));
            for node in h.root().children_recursive() {
                let own = node.accesskit_node();
                if [own.label(), own.value()].iter().flatten().any(icon) {
                    wrong.insert(format!("{arrangement:?}, {name}: {:?} at {:?}", own.label(), node.rect()));
                }
            }
        }
    }
    assert!(wrong.is_empty(), "read as letters: {wrong:?}");
}

#[test]
fn window_title_shows_scene_name_and_unsaved_mark() {
    let mut h = lesson("hello");
    assert_eq!(title(&h), "Which way will the guard go? · gridscope");
    // Changing the seed only tries a lesson out. It needs no saving, so the title has no mark.
    h.state_mut().session_mut().apply(&SessionCommand::NextSeed);
    h.run_steps(2);
    assert_eq!(title(&h), "Which way will the guard go? · gridscope");
    h.state_mut().session_mut().apply(&SessionCommand::PutActor(ActorKind::Goal, Cell::new(20, 11)));
    h.run_steps(2);
    assert_eq!(title(&h), "Which way will the guard go?* · gridscope");
    // A title from a file is made plain and shortened.
    let long = format!("\u{202e}{}", "long ".repeat(200));
    h.state_mut().session_mut().apply(&SessionCommand::Describe(long, scene("hello").notes));
    h.run_steps(2);
    let name = title(&h);
    assert!(name.starts_with("\\u{202e}long ") || name.starts_with("\\u202elong "), "{name}");
    assert!(name.chars().count() < 100, "{name}");
}

/// The sentence of an event is read aloud after each step, but not while a run plays.
#[test]
fn sentence_is_read_aloud_after_each_step_only() {
    let mut h = lesson("hello");
    let said = |h: &Harness<'_, App>| {
        let all = h.root().children_recursive();
        let live = all.filter(|node| node.accesskit_node().live() == Live::Polite);
        let lines = live.filter_map(|node| node.accesskit_node().value());
        // A slide is read as a whole when it is turned.
        lines.filter(|line| !line.starts_with("A late tie. ")).collect::<Vec<_>>()
    };
    let before = said(&h);
    assert!(before.len() == 1 && before[0].starts_with("Tie at (14,12): from (13,11)"), "{before:?}");
    key(&mut h, Modifiers::NONE, Key::ArrowRight);
    let after = said(&h);
    assert!(after.len() == 1 && after[0].starts_with("Opened (12,12) from (13,11)"), "{after:?}");
    h.state_mut().session_mut().apply(&SessionCommand::PlayPause);
    h.run_steps(2);
    assert!(said(&h).is_empty());
}

/// Returns the names of all elements that Tab reaches, until it is back at the first.
fn tabbed(h: &mut Harness<'_, App>) -> BTreeSet<String> {
    let (mut names, mut first) = (BTreeSet::new(), None);
    for _ in 0..400 {
        h.key_press(Key::Tab);
        h.run_steps(1);
        let focused = h.root().children_recursive().find(|node| node.accesskit_node().is_focused());
        let Some(node) = focused else { continue };
        let (own, place) = (node.accesskit_node(), node.rect());
        let here = format!("{:?} {:?} {place:?}", own.role(), own.label());
        names.insert(own.label().or_else(|| own.value()).unwrap_or_default());
        if first.as_ref() == Some(&here) {
            break;
        }
        first.get_or_insert(here);
    }
    names
}

#[test]
fn tab_reaches_every_control() {
    for arrangement in [Arrangement::Edit, Arrangement::Debug] {
        let mut h = opened("hello", ThemeName::Dark, arrangement, (1440.0, 900.0));
        let wanted: BTreeSet<String> = h
            .root()
            .children_recursive()
            .filter(|node| {
                let own = node.accesskit_node();
                let pressed = matches!(own.role(), Role::Button | Role::CheckBox | Role::Slider | Role::TextInput);
                pressed && !own.is_disabled() && node.rect().is_positive()
            })
            .filter_map(|node| node.accesskit_node().label())
            .chain(["Map canvas".to_owned()])
            .collect();
        let names = tabbed(&mut h);
        let missed: Vec<_> = wanted.difference(&names).collect();
        assert!(missed.is_empty(), "{arrangement:?}: Tab does not come to {missed:?}");
    }
}

fn on_the_map(h: &mut Harness<'static, App>, x: u16, y: u16) {
    h.state_mut().session_mut().apply(&SessionCommand::Select(Some(Cell::new(x, y))));
    h.get_by_label("Map canvas").focus();
    h.run_steps(2);
}

fn press(h: &mut Harness<'static, App>, keys: &[Key]) {
    for &one in keys {
        key(h, Modifiers::NONE, one);
    }
}

#[test]
fn map_is_drawn_by_keyboard_alone() {
    let mut h = lesson("hello");
    press(&mut h, &[Key::P, Key::B]);
    h.state_mut().session_mut().apply(&SessionCommand::SetBrush(Brush::Tile(Tile::Wall)));
    let before = scene("hello");
    on_the_map(&mut h, 2, 1);
    let row = |h: &mut Harness<'static, App>| [2, 3, 4, 5].map(|x| is_wall(h, x, 1));
    assert_eq!(row(&mut h), [false; 4]);
    press(&mut h, &[Key::Enter, Key::ArrowRight, Key::ArrowRight, Key::Enter, Key::ArrowRight]);
    assert_eq!(row(&mut h), [true, true, true, false], "a stroke of three");
    assert!(is_bracketed(&mut h, 5, 1));
    // Plain keys, and undo, are still commands.
    press(&mut h, &[Key::E]);
    assert_eq!(h.state().session().hand().tool, gridscope::debugger::session::command::Tool::Erase);
    key(&mut h, Modifiers::COMMAND, Key::Z);
    assert_eq!(row(&mut h), [false; 4], "one entry of undo");
    assert_eq!(h.state().session().scene(), &before);
    // An actor on the cell is moved.
    press(&mut h, &[Key::B]);
    let guard = before.actors.iter().position(|actor| actor.kind == ActorKind::Guard).expect("a guard");
    let at = before.actors[guard].at;
    on_the_map(&mut h, at.x, at.y);
    let icon = texts_on(&mut h, at.x, at.y).remove(0);
    press(&mut h, &[Key::Enter, Key::ArrowRight, Key::Enter]);
    assert!(texts_on(&mut h, at.x + 1, at.y).contains(&icon) && !texts_on(&mut h, at.x, at.y).contains(&icon));
    // Escape returns the keyboard, and ends a stroke.
    press(&mut h, &[Key::Enter, Key::ArrowRight, Key::Escape]);
    h.run_steps(2);
    press(&mut h, &[Key::ArrowRight]);
    assert!(texts_on(&mut h, at.x + 2, at.y).contains(&icon) && !texts_on(&mut h, at.x + 1, at.y).contains(&icon));
    assert_eq!(h.state().session().hand().mode, Mode::Edit, "the first Escape does no more than that");
}

#[test]
fn map_is_questioned_by_keyboard_alone() {
    let mut h = lesson("hello");
    on_the_map(&mut h, 3, 2);
    press(&mut h, &[Key::ArrowDown]);
    assert!(is_bracketed(&mut h, 3, 3));
    let told = h.get_by_label("Map canvas").accesskit_node().value().expect("what lies there");
    assert!(told.starts_with("(3,3), floor"), "{told}");
    // The context menu of the cell.
    press(&mut h, &[Key::Enter]);
    assert!(h.query_by_label("Why not this cell?").is_some());
    h.get_by_label("Break here").click_accesskit();
    h.run_steps(3);
    assert!(has_breakpoint(&mut h, 3, 3));
    // A path is drawn with Shift, and a question is asked about it.
    on_the_map(&mut h, 3, 3);
    key(&mut h, Modifiers::SHIFT, Key::Enter);
    press(&mut h, &[Key::ArrowRight, Key::ArrowRight, Key::ArrowDown, Key::Enter]);
    let corners = [(3, 3), (5, 3), (5, 4)].map(|(x, y)| at(&mut h, x, y));
    let is_there = |points: &[Pos2]| points.iter().zip(&corners).all(|(a, b)| a.distance(*b) < 1.0);
    let asked = |shape: &Shape| matches!(shape, Shape::Path(path) if path.points.len() == 3 && is_there(&path.points));
    assert!(painted(&h).into_iter().any(|(_, shape)| asked(shape)), "the path asked about");
}
