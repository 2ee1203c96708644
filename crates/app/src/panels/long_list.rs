//! A list of any length. Only visible rows are drawn, and it scrolls by whole rows. A scroll area would scroll by
//! points, which are too coarse for millions of rows.

use super::open_list::ROW;
use crate::style::theme::Theme;
use egui::{Id, Key, Modifiers, Rect, Role, Sense, Ui, WidgetInfo, pos2, vec2};
use std::ops::Range;

/// Width of the scroll bar with the space around it, in points.
const BAR: f32 = 9.0;
/// Minimum height of its handle, in points.
const HANDLE: f32 = 22.0;

/// Scroll position of a list.
#[derive(Clone, Copy, Default, PartialEq, Debug)]
pub(super) struct Place {
    /// Index of the first visible row.
    pub(super) first: usize,
    /// Scrolled distance that is less than a row, in points.
    rest: f32,
}

impl Place {
    /// Scrolls a row into view together with its neighbours. Centres it if it was far away.
    pub(super) fn show(&mut self, row: usize, seen: usize) {
        let beside = usize::from(seen > 2);
        let (top, end) = (self.first, self.first + seen);
        if row + seen < top || row > end + seen {
            self.first = row.saturating_sub(seen / 2);
        } else if row < top + beside {
            self.first = row.saturating_sub(beside);
        } else if row + beside >= end {
            self.first = (row + beside + 1).saturating_sub(seen);
        }
    }

    /// Draws the scroll bar and handles wheel and drag. Returns the visible rows and the area to draw them in.
    pub(super) fn area(&mut self, ui: &mut Ui, theme: &Theme, id: Id, rows: usize) -> (Range<usize>, Rect) {
        let whole = ui.available_rect_before_wrap();
        let visible_rows = rows_that_fit(whole.height());
        let max_first_row = rows.saturating_sub(visible_rows);
        let over = ui.rect_contains_pointer(whole);
        if over {
            let scrolled = ui.input_mut(|i| std::mem::take(&mut i.smooth_scroll_delta.y));
            self.rest -= scrolled;
            let whole_rows = (self.rest / ROW).trunc();
            self.rest -= whole_rows * ROW;
            self.first = self.first.saturating_add_signed(whole_rows as isize);
        }
        self.first = self.first.min(max_first_row);
        let list = whole.with_max_x(whole.max.x - if max_first_row > 0 { BAR } else { 0.0 });
        if max_first_row > 0 {
            self.bar(ui, theme, id, (whole.with_min_x(whole.max.x - BAR), visible_rows, rows));
        }
        (self.first..(self.first + visible_rows).min(rows), list)
    }

    fn bar(&mut self, ui: &Ui, theme: &Theme, id: Id, (bar, seen, rows): (Rect, usize, usize)) {
        let max_first_row = rows - seen;
        let high = (bar.height() * (seen as f64 / rows as f64) as f32).max(HANDLE).min(bar.height());
        let room = (bar.height() - high).max(1.0);
        let response = ui.interact(bar, id.with("bar"), Sense::click_and_drag());
        response.widget_info(|| WidgetInfo::labeled(Role::ScrollBar, true, "Scroll the list"));
        if let Some(at) = response.interact_pointer_pos().filter(|_| response.is_pointer_button_down_on()) {
            let share = f64::from(((at.y - bar.min.y - high / 2.0) / room).clamp(0.0, 1.0));
            self.first = (share * max_first_row as f64).round() as usize;
        }
        let top = bar.min.y + room * (self.first as f64 / max_first_row as f64) as f32;
        let handle = Rect::from_min_size(pos2(bar.min.x + 2.0, top), vec2(5.0, high));
        let colour = if response.hovered() || response.dragged() { theme.faint } else { theme.scroll };
        ui.painter().rect_filled(handle, 3.0, colour);
    }
}

/// Returns the number of whole rows that fit.
pub(super) fn rows_that_fit(height: f32) -> usize {
    (height / ROW).floor().max(1.0) as usize
}

/// Returns the row that the pressed keys lead to, or `None` if none of the list's keys is pressed.
pub(super) fn moved(ui: &Ui, row: usize, rows: usize, seen: usize) -> Option<usize> {
    let keys: [(Key, isize); 6] = [
        (Key::ArrowUp, -1),
        (Key::ArrowDown, 1),
        (Key::PageUp, -(seen as isize)),
        (Key::PageDown, seen as isize),
        (Key::Home, isize::MIN),
        (Key::End, isize::MAX),
    ];
    let steps = ui.input_mut(|i| {
        let pressed = keys.into_iter().filter(|(key, _)| i.consume_key(Modifiers::NONE, *key));
        pressed.map(|(_, step)| step).reduce(isize::saturating_add)
    })?;
    Some(row.saturating_add_signed(steps).min(rows.saturating_sub(1)))
}
