//! The panels of Debug keep their rows in every window: the list of events, the open list, the history of a cell, and the
//! listing from its first line on.

use super::user_input::Window;
use egui::{Key, Modifiers, Rect, Shape};
use egui_kittest::kittest::Queryable as _;
use gridscope::app::App;
use gridscope::app::view::Settings;
use gridscope::debugger::SessionCommand;
use gridscope::debugger::session::window::{Arrangement, PanelId};
use gridscope::trace::geometry::Cell;
use gridscope_window_tests::{arrange, click, key, painted, scene, sees, texts, texts_in, window_of};

/// Opens Debug on the first lesson with a cell selected, in a window of this size in points.
fn debug(width: f32, height: f32) -> Window {
    let mut h = window_of(App::without_worker(gridscope::session(scene("hello")), Settings::default()), width, height);
    arrange(&mut h, Arrangement::Debug);
    h.state_mut().session_mut().apply(&SessionCommand::Select(Some(Cell::new(14, 12))));
    h.run_steps(4);
    h
}

/// Returns the number of texts that are painted whole, and begin in this way.
fn whole(h: &Window, begins: impl Fn(&str) -> bool) -> usize {
    let is_whole = |(clip, shape): (Rect, &Shape)| match shape {
        Shape::Text(text) => {
            let rect = text.visual_bounding_rect();
            begins(text.galley.text()) && clip.y_range().contains(rect.min.y) && clip.y_range().contains(rect.max.y)
        }
        _ => false,
    };
    painted(h).into_iter().filter(|shape| is_whole(*shape)).count()
}

/// Returns the numbers of visible rows of the events, the open list, and the history.
fn visible(h: &Window) -> [usize; 3] {
    let numbered = |text: &str| {
        let number = text.split_whitespace().next().unwrap_or_default().replace(',', "");
        number.parse::<usize>().is_ok() && text.len() > number.len() + 4
    };
    // The list of events draws its visible rows, and no others.
    let events = texts(h, "Event ").len();
    let open = whole(h, |text| text.starts_with('(') && text.split_whitespace().count() >= 4);
    [events, open, whole(h, numbered) - events]
}

#[test]
fn lists_show_enough_rows_in_every_window_size() {
    for (width, height, least) in [(1440.0, 900.0, 6), (1280.0, 720.0, 4)] {
        let h = debug(width, height);
        let [events, open, history] = visible(&h);
        assert!(events >= least && open >= least, "{width} × {height}: {events} events, {open} open cells");
        // The cell has six events.
        assert!(history >= least.min(5), "{width} × {height}: {history} rows of history");
    }
}

/// A window of 1280 × 720 with text at 150 %: two panels with room for four rows, and all others as tabs.
#[test]
fn low_window_shows_two_panels_beside_tabs() {
    let mut h = debug(853.0, 480.0);
    let [events, open, _] = visible(&h);
    assert!(events >= 4 && open >= 4, "{events} events, {open} open cells");
    assert!(!sees(&h, "Line 1"), "the listing is a tab");
    h.query_all_by_label("More panels").next().expect("a menu of tabs").click();
    h.run_steps(3);
    click(&mut h, "Phases");
    assert!(sees(&h, "Phase "), "a panel comes from the menu");
}

#[test]
fn the_listing_begins_with_its_first_line() {
    let h = debug(1440.0, 900.0);
    let first = h.get_by_label_contains("Line 1:").rect();
    let tab = h.get_by_label("Listing").rect();
    assert!(first.top() >= tab.bottom() - 1.0, "{first:?} below {tab:?}");
    let last = h.get_by_label_contains("Line 14:").rect();
    assert!(last.bottom() <= h.get_by_label("Filter the history").rect().top(), "{last:?}");
}

/// The tab in front is underlined in the colour of the current item, and no other tab is.
#[test]
fn the_tab_in_front_is_underlined() {
    let mut h = debug(1440.0, 900.0);
    let is_underlined = |h: &mut Window, tab: &str| {
        let (tab, colour) = (h.get_by_label(tab).rect(), h.state_mut().view_mut().theme.now);
        let is_line = |shape: &Shape| match shape {
            Shape::Rect(line) => line.fill == colour && line.rect.height() <= 3.0 && tab.contains_rect(line.rect),
            _ => false,
        };
        painted(h).into_iter().any(|(_, shape)| is_line(shape))
    };
    assert!(is_underlined(&mut h, "Listing") && !is_underlined(&mut h, "Phases"));
    click(&mut h, "Phases");
    assert!(!is_underlined(&mut h, "Listing") && is_underlined(&mut h, "Phases"));
}

/// A double click on a tab gives its panel the whole side, and another one takes it back.
#[test]
fn double_click_on_tab_enlarges_its_panel() {
    let mut h = debug(1440.0, 900.0);
    let before = visible(&h)[1];
    // A frame of a test takes a quarter of a second.
    h.ctx.options_mut(|options| options.input_options.max_double_click_delay = 2.0);
    for enlarged in [true, false] {
        let tab = h.get_by_label("Open list").rect().center();
        h.hover_at(tab);
        h.run_steps(1);
        for pressed in [true, false, true, false] {
            gridscope_window_tests::button(&mut h, tab, pressed);
        }
        h.run_steps(3);
        let now = visible(&h)[1];
        assert_eq!(sees(&h, "Line 1"), !enlarged);
        // The next two clicks are no part of these.
        h.run_steps(12);
        if enlarged {
            assert!(now >= 3 * before, "{now} rows after {before}");
        } else {
            assert_eq!(now, before);
        }
    }
}

/// The title of a panel is on its tab, and not a second time below it.
#[test]
fn no_panel_repeats_the_title_of_its_tab() {
    let mut h = debug(1440.0, 900.0);
    for panel in [PanelId::Breakpoints, PanelId::Cell, PanelId::OpenList, PanelId::Events, PanelId::Ties] {
        h.state_mut().show_panel(panel);
        h.run_steps(3);
        let all = texts_in(&h, Rect::EVERYTHING);
        let n = all.iter().filter(|text| **text == panel.title()).count();
        assert_eq!(n, 1, "{}: {n} times", panel.title());
    }
}

/// Curves have their names at their ends, with the values of the moment.
#[test]
fn curves_have_their_names_at_their_ends() {
    let mut h = debug(1440.0, 900.0);
    let plot = h.get_by_label_contains("Plot of ").rect();
    let beside =
        Rect::from_min_max(plot.right_top() - egui::vec2(0.0, 20.0), plot.right_bottom() + egui::vec2(140.0, 20.0));
    let names = texts_in(&h, beside);
    for name in ["open 32", "closed 77", "path cost 34"] {
        assert!(names.iter().any(|text| text == name), "{name}: {names:?}");
    }
    // A click on a name hides its curve.
    click(&mut h, "closed");
    key(&mut h, Modifiers::NONE, Key::ArrowRight);
    let faint = h.state_mut().view_mut().theme.faint;
    let hidden = painted(&h).into_iter().any(|(_, shape)| match shape {
        Shape::Text(text) => {
            text.galley.text().starts_with("closed ") && text.galley.job.sections[0].format.color == faint
        }
        _ => false,
    });
    assert!(hidden, "its name is faint");
}
