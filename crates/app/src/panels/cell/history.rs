//! The history of a cell: every event about it, in order, one per row. A click on a row goes to its event.

use crate::debugger::lab::query::{self, Change};
use crate::debugger::{Session, SessionCommand};
use crate::formats::plain::thousands;
use crate::panels::open_list::{ROW, RowLook, RowText, detail, empty, predicate};
use crate::panels::picker;
use crate::style::fonts::Icon;
use crate::style::memo::memo;
use crate::style::theme::Theme;
use crate::view::Cx;
use egui::containers::menu::MenuButton;
use egui::mutex::Mutex;
use egui::{Align, Id, Rect, Ui, pos2, vec2};
use gridscope_trace::event::Tone;
use gridscope_trace::{Cell, Replay};
use std::collections::BTreeMap;
use std::sync::Arc;

/// Height of the line between past and future events, in points.
const NOW: f32 = 12.0;

/// Number of extra rows drawn before and after the visible ones.
const BESIDE: usize = 3;

/// Filter for the rows of the history.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Filter {
    wrote: bool,
    refused: bool,
    tied: bool,
}

impl Filter {
    const ALL: Self = Self { wrote: true, refused: true, tied: true };

    /// Returns whether a row of this tone is shown. Cells that were only looked at count as refused.
    const fn shows(self, tone: Tone) -> bool {
        match tone {
            Tone::Wrote => self.wrote,
            Tone::Refused | Tone::Looked => self.refused,
            Tone::Tied => self.tied,
        }
    }
}

/// Returns every event about the cell that passes the filter, in order. Cached, because a filter checks each event.
fn filtered(ui: &Ui, session: &Session, replay: &Replay, cell: Cell, filter: Filter) -> Arc<Vec<u32>> {
    memo(ui, Id::unique("cell history"), (session.generation(), cell, filter), || {
        let mut rows = replay.history(cell);
        if filter != Filter::ALL {
            rows.retain(|&i| filter.shows(replay.event(i as usize).tone));
        }
        Arc::new(rows)
    })
}

/// Returns the id that stores the filter.
fn filter_id() -> Id {
    Id::unique("cell filter")
}

/// Draws the button with the filter for the history.
pub(super) fn filter_button(ui: &mut Ui, cx: &Cx<'_>) {
    let mut filter = ui.data(|d| d.get_temp::<Filter>(filter_id())).unwrap_or(Filter::ALL);
    let ink = if filter == Filter::ALL { cx.view.theme.faint } else { cx.view.theme.link };
    let face = egui::Button::new(Icon::FUNNEL.text(14.0).color(ink)).frame(false);
    let (response, _) = MenuButton::from_button(face).config(picker::config()).ui(ui, |ui| {
        ui.checkbox(&mut filter.wrote, "changes").on_hover_text("Events that changed the cell.");
        ui.checkbox(&mut filter.refused, "no change").on_hover_text("Events that tried to change it, or only looked.");
        ui.checkbox(&mut filter.tied, "ties").on_hover_text("Events at which something was equal.");
    });
    ui.data_mut(|d| d.insert_temp(filter_id(), filter));
    response.accessible_name("Filter the history").on_hover_text("Which events of this cell are listed.");
}

/// Draws the history: past events, a line *now*, and future events.
pub(super) fn show(ui: &mut Ui, cx: &mut Cx<'_>, replay: &Replay, theme: &Theme, cell: Cell) {
    let filter = ui.data(|d| d.get_temp::<Filter>(filter_id())).unwrap_or(Filter::ALL);
    let rows = filtered(ui, cx.session, replay, cell, filter);
    if rows.is_empty() {
        let is_filtered = filter != Filter::ALL;
        let text = if is_filtered {
            "The filter hides all events of this cell."
        } else {
            "No event of this run is about this cell."
        };
        return empty(ui, theme, text);
    }
    let holders = replay.holders(cell);
    let now = rows.partition_point(|&i| (i as usize) < replay.cursor());
    let height = ui.available_height();
    let id = Id::unique("history place");
    let place = (cx.session.generation(), cell, (now, rows.len()), height as u32);
    let moved = ui.data_mut(|d| {
        let previous_place = d.get_temp_mut_or_insert_with(id, || (0, cell, (usize::MAX, 0), 0));
        std::mem::replace(previous_place, place) != place
    });
    let all = rows.len() + 1;
    // The line *now* is lower than a row.
    let top_of = |i: usize| if i <= now { ROW * i as f32 } else { ROW * (i - 1) as f32 + NOW };
    let area = egui::ScrollArea::vertical().id_salt("history").auto_shrink(false);
    area.show_viewport(ui, |ui, view| {
        ui.set_height(top_of(all));
        let (left, top) = (ui.max_rect().left(), ui.max_rect().top());
        let at = top_of(now);
        // Scrolls only if the line is out of view, so that stepping does not shake the list.
        if moved && (at < view.min.y || at + NOW > view.max.y) {
            ui.scroll_to_rect(Rect::from_min_size(pos2(left, top + at), vec2(1.0, NOW)), Some(Align::Center));
        }
        let visible_rows = (view.min.y / ROW).max(0.0) as usize..(view.max.y / ROW).max(0.0) as usize + 2;
        // Also draws a few rows beyond, because Tab only reaches existing rows. These are then scrolled into view.
        let visible_rows = visible_rows.start.saturating_sub(BESIDE)..(visible_rows.end + BESIDE).min(all);
        let right = ui.max_rect().right();
        let mut beside = None;
        for i in visible_rows {
            let at = Rect::from_min_max(pos2(left, top + top_of(i)), pos2(right, top + top_of(i + 1)));
            let mut ui = ui.new_child(egui::UiBuilder::new().id_salt(i).max_rect(at));
            if i == now {
                now_row(&mut ui, theme, (now, rows.len()));
            } else if let Some(&event) = rows.get(if i < now { i } else { i - 1 }) {
                let changes = changed(&ui, cx.session.generation(), (replay, &mut beside), cell, event);
                row(&mut ui, cx, replay, theme, (event, holders.contains(&event)), &changes);
            }
        }
    });
}

/// Returns the changes that an event made to the cell. They are computed once for each row that becomes visible, with a
/// second cursor that lives only for a frame: one that was kept would keep a run that is no longer shown.
fn changed(
    ui: &Ui,
    generation: u64,
    (replay, beside): (&Replay, &mut Option<Replay>),
    cell: Cell,
    event: u32,
) -> Arc<[Change]> {
    let (id, key) = (Id::unique("cell changes"), (generation, cell, replay.looking()));
    let known = memo(ui, id, key, || Arc::new(Mutex::new(BTreeMap::<u32, Arc<[Change]>>::new())));
    let find = || query::changes(beside.get_or_insert_with(|| replay.fork()), cell, event as usize).into();
    Arc::clone(known.lock().entry(event).or_insert_with(find))
}

/// Draws the line between past and future events.
fn now_row(ui: &mut Ui, theme: &Theme, (past, all): (usize, usize)) {
    let rect = ui.max_rect();
    let galley = ui.painter().layout_no_wrap("now".to_owned(), crate::style::fonts::medium(12.0), theme.now);
    let (y, width) = (rect.center().y, galley.size().x);
    let right = rect.right() - 10.0;
    ui.painter().galley(pos2(right - width, y - galley.size().y / 2.0), galley, theme.now);
    ui.painter().hline(rect.left() + 14.0..=right - width - 8.0, y, egui::Stroke::new(1.5, theme.now));
    let response = ui.interact(rect, ui.scope_id().with("now"), egui::Sense::hover());
    let text = format!("now, {} events of this cell come later", thousands(all - past));
    response.widget_info(|| egui::WidgetInfo::labeled(egui::Role::Label, true, &text));
    response.on_hover_text(&text);
}

/// Draws an event: number, kind, and its numbers or its sentence.
fn row(ui: &mut Ui, cx: &mut Cx<'_>, replay: &Replay, theme: &Theme, (index, holds): (u32, bool), changes: &[Change]) {
    let event = replay.event(index as usize);
    let future = event.index >= replay.cursor();
    let current = event.index + 1 == replay.cursor();
    let dim = |colour: egui::Color32| if future { colour.gamma_multiply(0.6) } else { colour };
    let mut text = RowText::new(ui);
    let digits = thousands(replay.number_of_moment(replay.len())).len();
    text.mono(&format!("{:>digits$}", thousands(replay.number(event.index))), dim(theme.link));
    text.mono(if holds { "● " } else { "  " }, theme.now);
    let kinds = replay.kinds().iter().map(|kind| kind.chars().count()).max().unwrap_or(0).min(11);
    let ink = if event.tone == Tone::Tied { theme.tie } else { theme.text };
    text.body_column(ui, event.kind, kinds as f32 * 6.6 + 8.0, dim(ink));
    text.body(&detail(&event, true).unwrap_or_else(|| predicate(&event)), dim(theme.text));
    let state = match (holds, future) {
        (true, _) => ", now holds",
        (_, true) => ", still to come",
        _ => "",
    };
    let name = format!("#{} {}{state}: {}", replay.number(event.index), event.kind, event.sentence);
    let fill = current.then_some(theme.current_background());
    let response = text.show(ui, 0, &name, RowLook { fill, wide: true, ..RowLook::default() });
    if response.hovered() {
        cx.view.point_at = event.cell;
        cx.view.point_at_path.extend(event.from.into_iter().chain(event.cell));
    }
    let when = if future { "Still to come. " } else { "" };
    let holds = if holds { "\nThe cell has a value of this event now." } else { "" };
    let changed: Vec<String> = changes.iter().map(Change::to_string).collect();
    let changed = if changed.is_empty() { String::new() } else { format!("\n{}", changed.join(", ")) };
    let help = format!("{}{changed}{holds}\n{when}Click to go there.", event.sentence);
    if response.on_hover_text(help).clicked() {
        cx.send(SessionCommand::Seek(event.index + 1));
    }
}
