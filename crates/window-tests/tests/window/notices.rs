//! Notices: where they are shown.

use super::user_input::Window;
use egui::{Rect, Shape};
use egui_kittest::kittest::Queryable as _;
use gridscope::app::App;
use gridscope::debugger::session::window::Arrangement;
use gridscope::debugger::{SessionCommand, WindowCommand};
use gridscope::trace::Cell;
use gridscope_window_tests::{arrange, lesson, painted, scene, window_of, with_details};

/// A notice is on the map, in every arrangement. It covers neither the timeline nor a panel.
#[test]
fn notice_is_shown_inside_the_map() {
    for arrangement in Arrangement::ALL {
        let mut h = lesson("hello");
        arrange(&mut h, arrangement);
        h.state_mut().request(WindowCommand::CopyPicture);
        h.run_steps(12);
        let place = notice_at(&h, "Copied");
        let map = h.get_by_label("Map canvas").rect();
        assert!(map.contains_rect(place), "{arrangement:?}: {place:?} in {map:?}");
    }
}

/// Returns the rectangle of a notice.
fn notice_at(h: &Window, begin: &str) -> Rect {
    let notice = |(_, shape): (Rect, &Shape)| match shape {
        Shape::Text(text) if text.galley.text().starts_with(begin) => Some(text.visual_bounding_rect()),
        _ => None,
    };
    painted(h).into_iter().find_map(notice).expect("a notice")
}

/// A notice covers neither the card of the selected cell nor the buttons of a dialog.
#[test]
fn a_notice_leaves_cards_and_buttons_free() {
    for (width, height) in [(1280.0, 800.0), (1440.0, 900.0)] {
        let app = App::without_worker(gridscope::session(scene("hello")), with_details());
        let mut h = window_of(app, width, height);
        h.state_mut().session_mut().apply(&SessionCommand::Select(Some(Cell::new(14, 12))));
        h.state_mut().request(WindowCommand::CopyPicture);
        h.run_steps(12);
        let notice = notice_at(&h, "Copied");
        for button in ["History", "Why not", "Why"] {
            assert!(!h.get_by_label(button).rect().intersects(notice), "{width}: {button}");
        }
        h.state_mut().request(WindowCommand::AskExport);
        h.run_steps(4);
        let notice = notice_at(&h, "Copied");
        for button in ["Export", "Cancel"] {
            let all: Vec<Rect> = h.query_all_by_label(button).map(|node| node.rect()).collect();
            assert!(!all.is_empty() && all.iter().all(|rect| !rect.intersects(notice)), "{width}: {button}: {all:?}");
        }
    }
}
