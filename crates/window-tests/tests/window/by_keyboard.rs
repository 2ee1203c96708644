//! The window by keyboard alone: the focus is visible, it activates the named element, and every part can be reached.

use super::user_input::Window;
use egui::{Key, Modifiers, Rect, Shape, pos2};
use egui_kittest::kittest::{NodeT as _, Queryable as _};
use gridscope::app::view::Dialog;
use gridscope::debugger::session::command::Mode;
use gridscope::debugger::session::command::new_map::NewMap;
use gridscope::debugger::session::window::{Arrangement, PanelId};
use gridscope::debugger::{SessionCommand, WindowCommand};
use gridscope::trace::geometry::Cell;
use gridscope_window_tests::{
    arrange, click_at, has_breakpoint, is_bracketed, key, lesson, moment, painted, sees, title, window,
};

fn focus(h: &mut Window, label: &str) {
    h.get_by_label(label).focus();
    h.run_steps(4);
    assert!(h.get_by_label(label).accesskit_node().is_focused(), "{label} has the keyboard");
}

/// Returns the name of the element with the focus.
fn focused(h: &Window) -> String {
    let node = h.root().children_recursive().find(|node| node.accesskit_node().is_focused());
    node.and_then(|node| node.accesskit_node().label()).unwrap_or_default()
}

#[test]
fn enter_presses_focused_button_before_the_default_answer() {
    let mut h = window("hello");
    h.state_mut().session_mut().apply(&SessionCommand::SetMode(Mode::Edit));
    h.state_mut().session_mut().apply(&SessionCommand::Describe("Changed".into(), "Other notes".into()));
    h.state_mut().view_mut().dialog = Some(Dialog::Unsaved(Box::new(WindowCommand::AskNew.into())));
    h.run_steps(3);
    focus(&mut h, "Cancel");
    key(&mut h, Modifiers::NONE, Key::Enter);
    assert!(!sees(&h, "Save the changes?") && !sees(&h, "New map"), "nothing was done");
    assert!(title(&h).starts_with("Changed* "), "and nothing was saved: {}", title(&h));
    // If no element has the focus, Enter gives the first answer.
    h.state_mut().view_mut().dialog = Some(Dialog::New(NewMap::default()));
    h.run_steps(3);
    focus(&mut h, "Cancel");
    key(&mut h, Modifiers::NONE, Key::Enter);
    assert!(title(&h).starts_with("Changed* "), "{}", title(&h));
}

#[test]
fn shortcuts_work_while_a_button_has_the_focus() {
    let mut h = window("secret-door");
    focus(&mut h, "Step forward");
    key(&mut h, Modifiers::NONE, Key::Home);
    assert_eq!(moment(&h).0, 0);
    key(&mut h, Modifiers::NONE, Key::Period);
    assert_eq!(moment(&h).0, 1);
    key(&mut h, Modifiers::NONE, Key::Enter);
    assert_eq!(moment(&h).0, 2, "Enter presses it");
    key(&mut h, Modifiers::NONE, Key::Space);
    assert_eq!(moment(&h).0, 3, "and so does Space, which plays nothing");
    assert!(h.query_by_label("Pause").is_none());
}

#[test]
fn the_arrows_go_through_time_on_the_timeline() {
    let mut h = window("secret-door");
    key(&mut h, Modifiers::NONE, Key::Home);
    focus(&mut h, "Timeline");
    for at in 1..4 {
        key(&mut h, Modifiers::NONE, Key::ArrowRight);
        assert_eq!(moment(&h).0, at);
    }
    key(&mut h, Modifiers::NONE, Key::ArrowLeft);
    assert_eq!((moment(&h).0, focused(&h).as_str()), (2, "Timeline"));
}

#[test]
fn f6_moves_focus_from_map_through_all_panels() {
    let mut h = window("hello");
    arrange(&mut h, Arrangement::Debug);
    let mut way = Vec::new();
    for _ in 0..7 {
        key(&mut h, Modifiers::NONE, Key::F6);
        h.run_steps(2);
        way.push(focused(&h));
    }
    assert_eq!(way[0], way[6], "round and round: {way:?}");
    assert!(way[0].starts_with("Map canvas"));
    for panel in [PanelId::Listing, PanelId::Cell, PanelId::OpenList, PanelId::Events, PanelId::Curves] {
        assert!(way.iter().any(|name| name == panel.title()), "{} in {way:?}", panel.title());
    }
    key(&mut h, Modifiers::SHIFT, Key::F6);
    h.run_steps(2);
    assert_eq!(focused(&h), way[5]);
    // If a whole panel has the focus, the keys still move through time, except for those that turn the panel's pages.
    let at = moment(&h).0;
    key(&mut h, Modifiers::NONE, Key::ArrowLeft);
    assert_eq!(moment(&h).0, at - 1);
    key(&mut h, Modifiers::NONE, Key::PageDown);
    assert_eq!(moment(&h).0, at - 1);
}

#[test]
fn page_down_scrolls_the_focused_panel() {
    // With large letters, the text needs more room than there is.
    let mut h = lesson("hello");
    h.set_size(egui::vec2(1120.0, 560.0));
    h.run_steps(3);
    let top = |h: &Window| h.get_by_label("Edit notes").rect().top();
    let before = top(&h);
    for _ in 0..2 {
        key(&mut h, Modifiers::NONE, Key::F6);
        h.run_steps(2);
    }
    assert_eq!(focused(&h), PanelId::Lesson.title());
    let at = moment(&h).0;
    key(&mut h, Modifiers::NONE, Key::PageDown);
    h.run_steps(20);
    assert_eq!(moment(&h).0, at, "no phase is gone to");
    assert!(h.query_by_label("Edit notes").is_none_or(|node| node.rect().top() < before - 50.0), "it scrolled");
    key(&mut h, Modifiers::NONE, Key::PageUp);
    h.run_steps(20);
    assert!((top(&h) - before).abs() < 1.0);
}

#[test]
fn cell_menu_opens_and_moves_by_keyboard() {
    let mut h = lesson("secret-door");
    key(&mut h, Modifiers::NONE, Key::F6);
    h.run_steps(2);
    h.state_mut().session_mut().apply(&SessionCommand::Select(Some(Cell::new(3, 3))));
    key(&mut h, Modifiers::NONE, Key::Enter);
    h.run_steps(3);
    assert_eq!(focused(&h), "Show history");
    for title in ["Why not this cell?", "Break here"] {
        key(&mut h, Modifiers::NONE, Key::ArrowDown);
        assert_eq!(focused(&h), title);
    }
    assert!(is_bracketed(&mut h, 3, 3), "the cell stays");
    assert!(!has_breakpoint(&mut h, 3, 3));
    key(&mut h, Modifiers::NONE, Key::Enter);
    h.run_steps(3);
    assert!(has_breakpoint(&mut h, 3, 3));
    assert!(focused(&h).starts_with("Map canvas"), "the map has the keyboard again, not {:?}", focused(&h));
    // Escape leaves the menu and closes it completely.
    key(&mut h, Modifiers::NONE, Key::Enter);
    h.run_steps(3);
    key(&mut h, Modifiers::NONE, Key::Escape);
    h.run_steps(3);
    assert!(focused(&h).starts_with("Map canvas") && !sees(&h, "Set as goal"));
    key(&mut h, Modifiers::NONE, Key::ArrowRight);
    assert!(is_bracketed(&mut h, 4, 3) && !is_bracketed(&mut h, 3, 3));
}

#[test]
fn control_that_gets_the_focus_scrolls_into_view() {
    let mut h = window("hello");
    arrange(&mut h, Arrangement::Debug);
    h.state_mut().show_panel(PanelId::Breakpoints);
    h.run_steps(3);
    let screen = h.ctx.content_rect();
    // Tab goes through the check boxes. Each is visible while it has the focus.
    h.state_mut().view_mut().focus_panel = Some(PanelId::Breakpoints);
    h.run_steps(3);
    let mut seen = 0;
    for _ in 0..24 {
        key(&mut h, Modifiers::NONE, Key::Tab);
        h.run_steps(12);
        let Some(node) = h.root().children_recursive().find(|n| n.accesskit_node().is_focused()) else { continue };
        assert!(screen.contains_rect(node.rect()), "{:?} at {:?}", node.accesskit_node().label(), node.rect());
        seen += 1;
    }
    assert!(seen > 20);
}

#[test]
fn one_focus_ring_shows_the_focused_control() {
    let mut h = lesson("hello");
    let colour = h.state_mut().view_mut().theme.brackets;
    let ring = |shape: &Shape| match shape {
        Shape::Rect(r) if r.stroke.color == colour && r.stroke.width >= 2.0 => Some(r.rect),
        _ => None,
    };
    let rings = |h: &Window| painted(h).into_iter().filter_map(|(_, shape)| ring(shape)).collect::<Vec<Rect>>();
    for label in ["Arrangement: Learn", "Next slide", "Play", "Timeline", "Edit notes"] {
        let Some(place) = h.query_by_label(label).map(|node| node.rect()) else { panic!("{label} is not there") };
        assert!(!rings(&h).iter().any(|r| r.center().distance(place.center()) < 3.0));
        focus(&mut h, label);
        let all = rings(&h);
        assert!(all.iter().any(|r| r.center().distance(place.center()) < 3.0), "{label}: {place:?} in {all:?}");
    }
}

#[test]
fn a_dialog_gives_the_keyboard_back() {
    let mut h = window("hello");
    key(&mut h, Modifiers::NONE, Key::F6);
    h.run_steps(2);
    for (modifiers, opens) in [(Modifiers::COMMAND, Key::P), (Modifiers::COMMAND, Key::G), (Modifiers::NONE, Key::F1)] {
        key(&mut h, modifiers, opens);
        h.run_steps(3);
        assert!(!focused(&h).starts_with("Map canvas"), "after {opens:?} the dialog has the keyboard");
        key(&mut h, Modifiers::NONE, Key::Escape);
        h.run_steps(3);
        assert!(focused(&h).starts_with("Map canvas"), "after {opens:?} not {:?}", focused(&h));
    }
}

#[test]
fn timeline_range_is_set_and_looped_by_keyboard() {
    let mut h = window("hello");
    let apply = |h: &mut Window, command: SessionCommand| {
        h.state_mut().session_mut().apply(&command);
        h.run_steps(2);
    };
    // The colour of the range on the timeline is strong while it is looped.
    let range = |h: &mut Window| {
        let (strip, selected) = (h.get_by_label("Timeline").rect(), h.state_mut().view_mut().theme.selected);
        let mut strengths = [(selected.gamma_multiply(0.4), false), (selected.gamma_multiply(0.85), true)].into_iter();
        strengths.find_map(|(colour, looped)| {
            let range = |shape: &Shape| match shape {
                Shape::Rect(r) if r.fill == colour && strip.contains_rect(r.rect) => Some(r.rect.x_range()),
                _ => None,
            };
            Some((painted(h).into_iter().find_map(|(_, shape)| range(shape))?, looped))
        })
    };
    key(&mut h, Modifiers::NONE, Key::L);
    assert_eq!(range(&mut h), None, "there is nothing to loop");
    apply(&mut h, SessionCommand::Seek(100));
    apply(&mut h, SessionCommand::LoopFrom);
    apply(&mut h, SessionCommand::Seek(200));
    apply(&mut h, SessionCommand::LoopTo);
    let (looped, is_looped) = range(&mut h).expect("a range");
    assert!(is_looped);
    // The loop reaches from event 100 to event 200.
    for (end, moment_there) in [(looped.min, 100), (looped.max, 200)] {
        let pos = pos2(end + 0.5, h.get_by_label("Timeline").rect().center().y);
        click_at(&mut h, pos);
        assert!(moment(&h).0.abs_diff(moment_there) <= 1, "{} is not {moment_there}", moment(&h).0);
    }
    key(&mut h, Modifiers::NONE, Key::L);
    assert_eq!(range(&mut h), Some((looped, false)));
}

#[test]
fn gallery_is_reached_by_tab_and_enter() {
    let mut h = lesson("hello");
    key(&mut h, Modifiers::COMMAND, Key::L);
    h.run_steps(3);
    // The way there is at the foot, after the filters.
    for _ in 0..80 {
        key(&mut h, Modifiers::NONE, Key::Tab);
        h.run_steps(2);
        if focused(&h) == "Draw a new map" {
            break;
        }
    }
    assert_eq!(focused(&h), "Draw a new map");
    key(&mut h, Modifiers::NONE, Key::Enter);
    h.run_steps(3);
    assert!(sees(&h, "cells of floor."), "the button opens the dialog, and not the lesson chosen");
}
