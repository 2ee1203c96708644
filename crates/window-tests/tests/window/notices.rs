//! Notices: where they are shown.

use egui::{Rect, Shape};
use egui_kittest::kittest::Queryable as _;
use gridscope::debugger::WindowCommand;
use gridscope::debugger::window::Arrangement;
use gridscope_window_tests::{arrange, lesson, painted};

/// A notice is on the map, in every arrangement. It covers neither the timeline nor a panel.
#[test]
fn a_notice_is_on_the_map() {
    for arrangement in Arrangement::ALL {
        let mut h = lesson("hello");
        arrange(&mut h, arrangement);
        h.state_mut().request(WindowCommand::CopyPicture);
        h.run_steps(12);
        let notice = |(_, shape): (Rect, &Shape)| match shape {
            Shape::Text(text) if text.galley.text().starts_with("Copied") => Some(text.visual_bounding_rect()),
            _ => None,
        };
        let place = painted(&h).into_iter().find_map(notice).expect("a notice");
        let map = h.get_by_label("Map canvas").rect();
        assert!(map.contains_rect(place), "{arrangement:?}: {place:?} in {map:?}");
    }
}
