//! The lines of a log, in place of a listing: the line of the last event is marked, and a click on a line goes there.

use super::long_list::{Place, rows_that_fit};
use super::open_list::{ROW, RowLook, RowText};
use crate::debugger::SessionCommand;
use crate::debugger::session::OpenedLog;
use crate::formats::plain::thousands;
use crate::view::Cx;
use egui::{Id, Rect, Sense, Ui, UiBuilder};
use gridscope_trace::event::Value;
use gridscope_trace::trace::Replay;

/// State of the list between frames.
#[derive(Clone, Copy, Default)]
struct ListState {
    place: Place,
    /// Recording, moment and visible rows for which the current line was last scrolled into view.
    followed: Option<(u64, usize, usize)>,
}

/// Returns the text of a line: the word of its event, and its fields by their names.
fn words(replay: &Replay, event: usize) -> (String, String) {
    let event = replay.event(event);
    let format_field = |(name, value): &(&str, Value)| match value {
        Value::Cell(cell) if Some(*cell) == event.cell && *name == "cell" => cell.to_string(),
        value => format!("{name} {value}"),
    };
    let fields: Vec<String> = event.fields.iter().map(format_field).collect();
    (event.kind.to_owned(), fields.join(", "))
}

/// Draws the lines, `below` points above the end of the panel.
pub(super) fn show(ui: &mut Ui, cx: &mut Cx<'_>, log: &OpenedLog, replay: &Replay, below: f32) {
    let (id, theme) = (Id::unique("lines of a log"), cx.view.theme.clone());
    let whole = ui.available_rect_before_wrap();
    let whole = whole.with_max_y((whole.max.y - below).max(whole.min.y + ROW));
    let mut ui = ui.new_child(UiBuilder::new().max_rect(whole));
    ui.spacing_mut().item_spacing.y = 0.0;
    let mut list_state = ui.data(|d| d.get_temp::<ListState>(id)).unwrap_or_default();
    let (cursor, fit) = (replay.cursor(), rows_that_fit(whole.height()));
    let current = cursor.checked_sub(1).and_then(|event| log.logged(event as u32));
    let now = Some((cx.session.generation(), cursor, fit));
    if list_state.followed != now {
        list_state.followed = now;
        list_state.place.show(current.unwrap_or(0), fit);
    }
    let (sight, list) = list_state.place.area(&mut ui, &theme, id, log.events.len());
    ui.data_mut(|d| d.insert_temp(id, list_state));
    let mut inner = ui.new_child(UiBuilder::new().max_rect(list));
    inner.set_clip_rect(list.intersect(ui.clip_rect()));
    inner.spacing_mut().item_spacing.y = 0.0;
    let digits = log.events.last().map_or(1, |event| event.line().to_string().len());
    for row in sight {
        let (line, first) = (log.events.line(row), log.places.first(row).unwrap_or(0) as usize);
        let (word, fields) = words(replay, first);
        let here = current == Some(row);
        let dim = |colour: egui::Color32| if first >= cursor { colour.gamma_multiply(0.6) } else { colour };
        let faulty = log.report.findings.iter().any(|finding| finding.event == row);
        let mut text = RowText::new(&inner);
        text.mono(if here { "▶ " } else { "  " }, theme.now);
        text.mono(&format!("{line:>digits$}  "), dim(if faulty { theme.wrong } else { theme.faint }));
        text.strong_mono(&format!("{word:<7} "), dim(if faulty { theme.wrong } else { theme.text }));
        text.mono(&fields.replace(", ", "  "), dim(theme.text));
        let place = if log.report.is_converted { "Event" } else { "Line" };
        let name = format!("{place} {line}{}: {word} {fields}", if here { ", current" } else { "" });
        let look = RowLook { fill: here.then(|| theme.current_background()), ..RowLook::default() };
        let response = text.show(&mut inner, row, &name, look);
        if response.hovered() {
            cx.view.point_at = replay.cell(first);
        }
        let help =
            format!("{word}\n{}\nEvent {}. A click goes there.", fields.replace(", ", "\n"), thousands(first + 1));
        if response.on_hover_text(help).clicked() {
            cx.send(SessionCommand::Seek(first + 1));
        }
    }
    ui.allocate_rect(Rect::from_min_max(list.min, whole.max), Sense::hover());
}
