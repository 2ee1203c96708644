//! *Why* answers over the whole side, one line for each cause, and with numbered beads on the map.

use super::user_input::Window;
use egui::{Rect, Shape};
use egui_kittest::kittest::Queryable as _;
use gridscope::app::App;
use gridscope::app::view::Settings;
use gridscope::debugger::SessionCommand;
use gridscope::debugger::session::window::{Arrangement, PanelId};
use gridscope::trace::geometry::Cell;
use gridscope_window_tests::{arrange, click, painted, scene, sees, texts_in, window_of};

/// Opens Debug on the first lesson in a window of 1280 × 800 points, with the goal selected at the end of the run.
fn debug() -> Window {
    let app = App::without_worker(gridscope::session(scene("hello")), Settings::default());
    let mut h = window_of(app, 1280.0, 800.0);
    arrange(&mut h, Arrangement::Debug);
    h.state_mut().session_mut().apply(&SessionCommand::End);
    h.state_mut().session_mut().apply(&SessionCommand::Select(Some(Cell::new(14, 12))));
    h.run_steps(4);
    h
}

/// Returns the painted texts in an area that are only a number.
fn numbers_in(h: &Window, area: Rect) -> Vec<usize> {
    let number = |(clip, shape): (Rect, &Shape)| match shape {
        Shape::Text(text) if area.contains(text.visual_bounding_rect().center()) && clip.is_positive() => {
            text.galley.text().parse().ok()
        }
        _ => None,
    };
    painted(h).into_iter().filter_map(number).collect()
}

#[test]
fn why_has_the_whole_side_until_it_ends() {
    let mut h = debug();
    assert!(sees(&h, "Line 1"));
    click(&mut h, "Why");
    h.run_steps(3);
    assert!(!sees(&h, "Line 1"), "the listing makes room");
    let rows = painted(&h).into_iter().filter(|(clip, shape)| match shape {
        Shape::Text(text) => {
            let rect = text.visual_bounding_rect();
            text.galley.text().trim_start().starts_with('#') && clip.y_range().contains(rect.center().y)
        }
        _ => false,
    });
    let rows: Vec<f32> = rows.map(|(_, shape)| shape.visual_bounding_rect().center().y).collect();
    assert!(rows.len() >= 10, "{} causes are in view", rows.len());
    let apart = rows.windows(2).map(|pair| pair[1] - pair[0]);
    assert!(apart.clone().all(|apart| apart < 26.0), "one line each: {:?}", apart.collect::<Vec<_>>());
    let head = texts_in(&h, "Because of ").first().copied().expect("a heading");
    assert!(!head.intersects(h.get_by_label("Go to the write").rect()), "the heading is beside the button");
    h.state_mut().show_panel(PanelId::Listing);
    h.run_steps(3);
    assert!(sees(&h, "Line 1"), "another panel ends the answer");
}

#[test]
fn beads_lead_back_to_the_start() {
    let mut h = debug();
    let map = h.get_by_label("Map canvas").rect();
    let before = numbers_in(&h, map).len();
    click(&mut h, "Why");
    h.run_steps(3);
    let beads = numbers_in(&h, map);
    assert!(beads.len() >= before + 8, "{beads:?}");
    for number in 1..=8 {
        assert!(beads.contains(&number), "{number} is missing: {beads:?}");
    }
    click(&mut h, "Why");
    h.run_steps(3);
    assert_eq!(numbers_in(&h, map).len(), before, "no bead is left");
}
