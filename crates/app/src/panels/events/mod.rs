//! The list of all events, to search and to go to: one per row, with the current one marked, for runs of any length.

mod filter;

pub(crate) use filter::{controls, controls_width};

use super::long_list::{Place, moved, rows_that_fit};
use super::open_list::{ROW, RowLook, RowText, detail, predicate};
use crate::debugger::SessionCommand;
use crate::debugger::lab::find::{ActorTurns, EventQuery};
use crate::formats::plain::thousands;
use crate::style::memo::memo;
use crate::view::Cx;
use crate::view::focus;
use egui::{Id, Key, Modifiers, Rect, RichText, Role, Sense, Stroke, Ui, UiBuilder, WidgetInfo, vec2};
use gridscope_trace::event::Tone;
use gridscope_trace::geometry::Cell;
use gridscope_trace::trace::Replay;
use std::sync::Arc;

/// State of the list between frames.
#[derive(Clone, Copy, Default)]
struct ListState {
    place: Place,
    /// Recording, moment, number of rows and visible rows for which the current row was last scrolled into view.
    followed: Option<(u64, usize, usize, usize)>,
    /// The row selected by keys.
    chosen: Option<usize>,
}

/// Least width of the panel, in points, in which the events of another run have room beside those of the main run.
const BESIDE: f32 = 560.0;

/// Draws the list. Its controls are in the tab row. If two runs are shown, the events of the second are
/// beside it, except for the result of a search.
pub(crate) fn show(ui: &mut Ui, cx: &mut Cx<'_>) {
    let all = cx.session.work().events.wanted().is_everything();
    let other = cx.session.shown_runs().nth(1).filter(|_| all && ui.available_width() >= BESIDE);
    let Some(other) = other else { return main_run(ui, cx, None, false) };
    let whole = ui.available_rect_before_wrap();
    let parts =
        super::compare::divergences(ui, cx).first().cloned().flatten().filter(|found| found.expansions.is_none());
    let first = parts.map(|found| [found.after, found.other]);
    let (left, right) = whole.split_left_right_at_fraction(0.5);
    let mut part = |area: Rect, letter: char| {
        let mut inner = ui.new_child(UiBuilder::new().id_salt(("events of", letter)).max_rect(area));
        inner.set_clip_rect(area.intersect(ui.clip_rect()));
        inner.spacing_mut().item_spacing.y = 0.0;
        if letter == 'A' {
            main_run(&mut inner, cx, first.map(|[event, _]| event), true);
        } else {
            other_run(&mut inner, cx, &other.replay, first.map(|[_, event]| event));
        }
    };
    part(left.with_max_x(left.max.x - 8.0), 'A');
    part(right, 'B');
    ui.allocate_rect(whole, Sense::hover());
}

/// Draws the events of another run, around its own moment. `first` is its first event that differs.
fn other_run(ui: &mut Ui, cx: &mut Cx<'_>, replay: &Replay, first: Option<usize>) {
    let (id, theme) = (Id::unique("event list of B"), cx.view.theme.clone());
    let mut list_state = ui.data(|d| d.get_temp::<ListState>(id)).unwrap_or_default();
    let (cursor, fit) = (replay.cursor(), rows_that_fit(ui.available_height()));
    let now = Some((cx.session.generation(), cursor, replay.len(), fit));
    if list_state.followed != now {
        list_state.followed = now;
        list_state.place.show(cursor.saturating_sub(1), fit);
    }
    let (sight, list) = list_state.place.area(ui, &theme, id, replay.len());
    ui.data_mut(|d| d.insert_temp(id, list_state));
    let mut inner = ui.new_child(UiBuilder::new().max_rect(list));
    inner.set_clip_rect(list.intersect(ui.clip_rect()));
    inner.spacing_mut().item_spacing.y = 0.0;
    for event in sight {
        let marks = RowMarks { chosen: false, run: Some('B'), differs: first == Some(event) };
        one(&mut inner, cx, replay, &ActorTurns::default(), (event, event), marks);
    }
}

/// Draws the events of the main run. `differs_at` is the first one that differs from another run.
fn main_run(ui: &mut Ui, cx: &mut Cx<'_>, differs_at: Option<usize>, beside: bool) {
    let theme = cx.view.theme.clone();
    let Some(replay) = cx.session.replay() else {
        ui.label(RichText::new("The events of a run are listed here once there is one.").color(theme.weak));
        return;
    };
    let id = list();
    ui.spacing_mut().item_spacing.y = 0.0;
    let rows = cx.session.work().events.rows(replay.len());
    if rows == 0 {
        nothing(ui, cx);
        return;
    }
    let mut list_state = ui.data(|d| d.get_temp::<ListState>(id)).unwrap_or_default();
    keys(ui, cx, &mut list_state, id, rows);
    let (cursor, generation) = (replay.cursor(), cx.session.generation());
    let here = cursor.checked_sub(1).map(|event| cx.session.work().events.row_of(event, replay.len()));
    // While a search is running, new rows do not move the visible ones.
    let settled = cx.session.work().events.progress().is_none()
        || list_state.followed.is_none_or(|f| (f.0, f.1) != (generation, cursor));
    let fit = rows_that_fit(ui.available_height());
    if settled && list_state.followed != Some((generation, cursor, rows, fit)) {
        list_state.followed = Some((generation, cursor, rows, fit));
        let row = here.map_or(0, |row| row.unwrap_or_else(|next| next.saturating_sub(1)));
        list_state.place.show(row, fit);
    }
    let (sight, list) = list_state.place.area(ui, &theme, id, rows);
    ui.data_mut(|d| d.insert_temp(id, list_state));
    let whose = actor_turns(ui, generation, replay);
    let mut inner = ui.new_child(UiBuilder::new().max_rect(list));
    inner.set_clip_rect(list.intersect(ui.clip_rect()));
    inner.spacing_mut().item_spacing.y = 0.0;
    let first = sight.start;
    for row in sight {
        let Some(event) = cx.session.work().events.event(row).filter(|&event| event < replay.len()) else { break };
        let run = beside.then_some('A');
        let marks = RowMarks { chosen: list_state.chosen == Some(row), run, differs: differs_at == Some(event) };
        one(&mut inner, cx, replay, &whose, (row, event), marks);
    }
    if let Some(Err(next)) = here {
        // The last event is not in the list: a line marks its position.
        let y = list.min.y + (next.saturating_sub(first)) as f32 * ROW;
        if next >= first && y <= list.max.y {
            ui.painter().hline(list.x_range(), y, Stroke::new(1.5, theme.now));
        }
    }
    ui.allocate_rect(Rect::from_min_max(list.min, ui.max_rect().max), Sense::hover());
}

/// Returns the widget id of the list.
fn list() -> Id {
    Id::unique("event list")
}

/// Returns the widget id of the search field, which `Ctrl+F` focuses.
pub(crate) fn field() -> Id {
    list().with("words")
}

/// Explains why the list is empty.
fn nothing(ui: &mut Ui, cx: &mut Cx<'_>) {
    let weak = cx.view.theme.weak;
    if cx.session.work().events.progress().is_some() {
        ui.label(RichText::new("Nothing found so far…").color(weak));
        return;
    }
    ui.horizontal_wrapped(|ui| {
        let all = cx.session.work().events.wanted().is_everything();
        let text = if all { "The run reported no events." } else { "No event of this run is like that." };
        ui.label(RichText::new(text).color(weak));
        if let Some(words) = cx.session.work().events.no_condition().filter(|_| !all) {
            ui.label(RichText::new(crate::formats::plain::sentence(words)).color(weak));
        }
        if !all && ui.button("List all").clicked() {
            cx.send(SessionCommand::LookFor(Box::default()));
        }
    });
}

/// Handles the keys while the list has the focus: up and down select a row, Enter goes to it.
fn keys(ui: &mut Ui, cx: &mut Cx<'_>, kept: &mut ListState, id: Id, rows: usize) {
    let area = ui.available_rect_before_wrap();
    let response = ui.interact(area, id, Sense::focusable_noninteractive());
    response.widget_info(|| WidgetInfo::labeled(Role::ListBox, true, "List of events"));
    if !response.has_focus() {
        kept.chosen = None;
        return;
    }
    focus::is_list(ui, id);
    let (cursor, len) = cx.session.moment();
    let here =
        cx.session.work().events.row_of(cursor.saturating_sub(1), len).unwrap_or_else(|next| next.saturating_sub(1));
    let fit = rows_that_fit(area.height());
    // The first press selects the current row or the one after it.
    let from = kept.chosen.unwrap_or(here);
    if let Some(row) = moved(ui, from, rows, fit) {
        kept.chosen = Some(row);
        kept.place.show(row, fit);
    }
    if ui.input_mut(|i| i.consume_key(Modifiers::NONE, Key::Enter))
        && let Some(event) = cx.session.work().events.event(kept.chosen.unwrap_or(here))
    {
        cx.send(SessionCommand::Seek(event + 1));
    }
}

/// Returns whose turn each event belongs to. Cached for each run.
fn actor_turns(ui: &Ui, generation: u64, replay: &Replay) -> Arc<ActorTurns> {
    memo(ui, Id::unique("whose turn"), generation, || Arc::new(ActorTurns::of(replay)))
}

/// How a row is marked.
#[derive(Clone, Copy, Default)]
struct RowMarks {
    /// Whether keys have selected it.
    chosen: bool,
    /// The letter of its run, if the events of two runs are shown.
    run: Option<char>,
    /// Whether it is the first event that differs between the runs.
    differs: bool,
}

/// Draws an event: number, kind, cell, actor and sentence. A click goes there.
fn one(
    ui: &mut Ui,
    cx: &mut Cx<'_>,
    replay: &Replay,
    whose: &ActorTurns,
    (row, index): (usize, usize),
    marks: RowMarks,
) {
    let theme = cx.view.theme.clone();
    let event = replay.event(index);
    let cursor = replay.cursor();
    let dim = |colour: egui::Color32| if index >= cursor { colour.gamma_multiply(0.6) } else { colour };
    let mut text = RowText::new(ui);
    let digits = thousands(replay.number_of_moment(replay.len())).len();
    let current = index + 1 == cursor;
    if let Some(letter) = marks.run {
        let (sign, ink) = if marks.differs { ('≠', theme.difference) } else { (letter, theme.faint) };
        text.mono(&format!("{sign} "), ink);
    }
    text.mono(
        &format!("{:>digits$}  ", thousands(replay.number(index))),
        if current { theme.now } else { dim(theme.faint) },
    );
    // Shows as many columns as fit. Those that the sentence also mentions are dropped first.
    let wide = ui.available_width();
    let kinds = replay.kinds().iter().map(|kind| kind.chars().count()).max().unwrap_or(0).min(14);
    let kind = if event.tone == Tone::Tied { theme.tie } else { theme.text };
    text.body_column(ui, event.kind, kinds as f32 * 6.6 + 10.0, dim(kind));
    let cell = event.cell.map_or_else(String::new, |cell| cell.to_string());
    // On small maps, the column is as wide as on one of 100 × 100.
    let size = cx.session.scene().size();
    let widest = Cell::new(size.width.saturating_sub(1), size.height.saturating_sub(1)).to_string().len();
    text.mono(&format!("{cell:<0$}", (widest + 1).max(9)), dim(theme.link));
    let who = whose.say(replay, index);
    if !who.is_empty() && wide > 480.0 {
        text.body(&format!("{who}  "), dim(theme.faint));
    }
    text.body(&detail(&event, wide > 340.0).unwrap_or_else(|| predicate(&event)), dim(theme.text));
    let of = marks.run.filter(|&letter| letter != 'A').map_or_else(String::new, |letter| format!(" of {letter}"));
    let name = format!("Event {}{of} {}: {}", replay.number(index), event.kind, event.sentence);
    let differs = marks.differs.then(|| crate::style::theme::mix(theme.panel, theme.difference, 0.25));
    let fill = current.then_some(theme.current_background()).or(differs);
    let look = RowLook { fill, rim: marks.chosen.then_some(theme.link), wide: true, ..RowLook::default() };
    let response = text.show(ui, row, &name, look);
    if response.hovered() {
        cx.view.point_at = event.cell;
        cx.view.point_at_path.extend(event.from.into_iter().chain(event.cell));
    }
    let who = if who.is_empty() { String::new() } else { format!("\n{who}") };
    let when = if index >= cursor { "Still to come. " } else { "" };
    let help = format!("{}: {}{who}\n{when}Click to go there; Alt+← comes back.", event.kind, event.sentence);
    if response.on_hover_text(help).clicked() {
        cx.send(SessionCommand::Seek(index + 1));
    }
}

/// Changes the search.
fn look_for(cx: &mut Cx<'_>, change: impl FnOnce(&mut EventQuery)) {
    let mut wanted = cx.session.work().events.wanted().clone();
    change(&mut wanted);
    if wanted != *cx.session.work().events.wanted() {
        cx.send(SessionCommand::LookFor(Box::new(wanted)));
    }
}

/// Creates a small button for the search bar.
fn small<'a>(face: impl egui::IntoAtoms<'a>) -> egui::Button<'a> {
    egui::Button::new(face).min_size(vec2(24.0, 24.0))
}
