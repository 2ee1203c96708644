//! The open list in the order in which entries will be popped, and the row used by all lists in the panels.

use super::columns::Columns;
use crate::debugger::{Session, SessionCommand};
use crate::formats::plain::thousands;
use crate::panels::tab_row::is_wide;
use crate::style::fonts;
use crate::style::memo::memo;
use crate::style::theme::Theme;
use crate::view::Cx;
use egui::text::{LayoutJob, TextFormat, TextWrapping};
use egui::{
    Align2, Color32, FontId, Id, Rect, Response, RichText, Role, Sense, Stroke, StrokeKind, TextStyle, Ui, WidgetInfo,
    pos2, vec2,
};
use gridscope_trace::event::Value;
use gridscope_trace::trace::replay::{EventView, QueueEntry, Replay};
use std::sync::Arc;

/// Maximum number of entries listed.
const MAX_ENTRIES: usize = 500;
/// Maximum number of an event's numbers that are listed in its row.
const MAX_NUMBERS: usize = 5;
/// Space before the text of a row, in points.
const INSET: f32 = 14.0;
pub(super) use crate::layout::layout_fit::ROW;

/// The head of the open list.
struct Queue {
    entries: Vec<QueueEntry>,
    /// Number of all entries.
    len: usize,
    columns: Columns,
}

/// Draws the open list.
pub(crate) fn show(ui: &mut Ui, cx: &mut Cx<'_>) {
    let theme = cx.view.theme.clone();
    let session = cx.session;
    let Some(replay) = session.replay() else {
        return empty(ui, &theme, "The open list is shown here once there is a run.");
    };
    let queue = queue_now(ui, session, replay);
    let (entries, len) = (&queue.entries, queue.len);
    if entries.is_empty() {
        empty(ui, &theme, "The open list is empty at this moment. Step back or forward to one where cells are open.");
        return;
    }
    ui.spacing_mut().item_spacing.y = 0.0;
    let rest = usize::from(len > entries.len());
    let character = ui.fonts_mut(|f| f.glyph_width(&TextStyle::Monospace.resolve(ui.style()), '0'));
    let look = Look::of(&queue, ui.available_width() - INSET - 16.0, character);
    head(ui, &theme, &queue.columns, &look);
    egui::ScrollArea::vertical().auto_shrink(false).show_rows(ui, ROW, entries.len() + rest, |ui, rows| {
        for i in rows {
            if let Some(entry) = entries.get(i) {
                row(ui, cx, &theme, (i, entry, &queue.columns, &look));
                continue;
            }
            let text = format!("and {} more", thousands(len - entries.len()));
            let mut last = RowText::new(ui);
            last.body(&text, theme.weak);
            last.show(ui, usize::MAX, &text, RowLook { still: true, wide: true, ..RowLook::default() });
        }
    });
}

/// Draws a sentence in a list without rows.
pub(super) fn empty(ui: &mut Ui, theme: &Theme, text: &str) {
    egui::Frame::new().inner_margin(egui::Margin::symmetric(14, 6)).show(ui, |ui| {
        ui.add(egui::Label::new(RichText::new(text).color(theme.weak)).wrap());
    });
}

/// Returns the text at the right end of the tab row: the number of open cells, or the place of the cell that is pointed
/// at.
fn summary(ui: &Ui, cx: &Cx<'_>) -> Option<(String, String)> {
    let replay = cx.session.replay()?;
    let queue = queue_now(ui, cx.session, replay);
    let order: Vec<&str> = replay.schema().order.iter().map(|key| &**key).collect();
    let next = if queue.columns.equal > 1 {
        format!("the first {} tie", queue.columns.equal)
    } else {
        "the first is next".to_owned()
    };
    let text = if queue.len == 0 { "none open".to_owned() } else { format!("{} open, {next}", thousands(queue.len)) };
    Some((heading(cx.session, &queue.entries, || text), queue.columns.note(&order)))
}

/// Returns the width of the text in the tab row, in points. A narrow tab row has none.
pub(crate) fn controls_width(ui: &Ui, cx: &Cx<'_>, width: f32) -> f32 {
    if !is_wide(width) {
        return 0.0;
    }
    let width =
        |text| ui.painter().layout_no_wrap(text, TextStyle::Body.resolve(ui.style()), Color32::PLACEHOLDER).size().x;
    // Pointing at a cell must not move a tab into the menu.
    summary(ui, cx).map_or(0.0, |_| width("9,999 open, the first is next".to_owned()))
}

/// Draws the number of open cells at the right end of the tab row.
pub(crate) fn controls(ui: &mut Ui, cx: &mut Cx<'_>, width: f32) {
    let Some((text, help)) = summary(ui, cx).filter(|_| is_wide(width)) else { return };
    let label = egui::Label::new(RichText::new(text).color(cx.view.theme.faint)).truncate().selectable(false);
    ui.add(label).on_hover_text(format!("{help}\nThe cells are in the order in which they will be expanded."));
}

/// Layout of the rows, the same for all.
struct Look {
    /// Width of the sign of a tie and of an entry's cell, in characters.
    sign: usize,
    cell: usize,
    /// The columns that fit.
    shown: Vec<usize>,
    /// Additional characters before each column, so that the table is as wide as the panel.
    apart: usize,
}

impl Look {
    /// Lays out the rows in `wide` points, with characters of this width.
    fn of(queue: &Queue, wide: f32, character: f32) -> Self {
        let sign = if queue.columns.equal > 1 { 2 } else { 0 };
        let cell = queue.entries.iter().map(|entry| entry.cell.to_string().len()).max().unwrap_or(0).max(4);
        let letters = ((wide / character).max(0.0) as usize).saturating_sub(sign + cell);
        let visible_columns = queue.columns.that_fit(letters);
        let used: usize = visible_columns.iter().map(|&k| queue.columns.widths[k] + 2).sum();
        let apart = letters.saturating_sub(used) / visible_columns.len().max(1);
        Self { sign, cell, apart: apart.min(5), shown: visible_columns }
    }

    /// Returns the text of a column with the space before it.
    fn column(&self, columns: &Columns, k: usize, text: &str) -> String {
        format!("{:>wide$}", text, wide = columns.widths[k] + 2 + self.apart)
    }
}

/// Returns the width of the button that goes to the event which pushed an entry, in points.
fn button_width(text: &str) -> f32 {
    text.chars().count() as f32 * 7.6 + 12.0
}

/// Draws the headings of the columns.
fn head(ui: &mut Ui, theme: &Theme, columns: &Columns, look: &Look) {
    let names: String = look.shown.iter().map(|&k| look.column(columns, k, &columns.names[k])).collect();
    let text = format!("{:sign$}{:<cell$}{names}", "", "cell", sign = look.sign, cell = look.cell);
    let mut row = RowText::new(ui);
    row.mono(&text, theme.faint);
    row.show(ui, usize::MAX, text.trim(), RowLook { still: true, wide: true, ..RowLook::default() });
}

/// Returns the open list at the cursor. Cached while the cursor rests.
fn queue_now(ui: &Ui, session: &Session, replay: &Replay) -> Arc<Queue> {
    memo(ui, Id::unique("open list now"), (session.generation(), replay.cursor()), || {
        let (entries, len) = replay.queue(MAX_ENTRIES);
        let columns = Columns::of(replay, &entries);
        Arc::new(Queue { entries, len, columns })
    })
}

/// Returns the text beside the title: the position of the cell under the pointer, or else what is equal at the top.
fn heading(session: &Session, entries: &[QueueEntry], note: impl FnOnce() -> String) -> String {
    let pointed =
        session.display_state().hovered.and_then(|c| entries.iter().position(|e| e.cell == c).map(|i| (c, i + 1)));
    match pointed {
        Some((cell, place)) => format!("{cell} is number {place}"),
        None => note(),
    }
}

/// Draws an entry: tie, cell, keys and numbers, and parent. While the row is pointed at, a button goes to the event which
/// pushed it.
fn row(ui: &mut Ui, cx: &mut Cx<'_>, theme: &Theme, (i, entry, columns, look): (usize, &QueueEntry, &Columns, &Look)) {
    let mut text = RowText::new(ui);
    let tied = columns.equal > 1 && i < columns.equal;
    if look.sign > 0 {
        text.mono(if tied { "= " } else { "  " }, theme.tie);
    }
    text.mono(&format!("{:<wide$}", entry.cell.to_string(), wide = look.cell), theme.link);
    for &k in &look.shown {
        let words = look.column(columns, k, &columns.rows[i][k]);
        let parent = columns.names[k] == "parent";
        match k {
            0 => text.strong_mono(&words, if tied { theme.tie } else { theme.strong }),
            _ if parent => text.mono(&words, theme.link),
            _ => text.mono(&words, if k < columns.keys && tied { theme.tie } else { theme.text }),
        }
    }
    let name = format!("{} {} {}{}", i + 1, entry.cell, entry.key, if tied { ", tied with the first" } else { "" });
    let pointed = (cx.session.display_state().hovered == Some(entry.cell)).then_some(theme.hover);
    let selected = cx.session.display_state().selected == Some(entry.cell);
    let fill = if selected { Some(theme.selected) } else { pointed };
    let response = text.show(ui, i, &name, RowLook { fill, wide: true, ..RowLook::default() });
    let rect = response.rect;
    let hovered = response.hovered();
    let numbers = columns.names.iter().zip(&columns.rows[i]).map(|(name, value)| format!("{name} {value}"));
    if response
        .on_hover_text(format!(
            "{}: {}\n{}\nA click selects the cell.",
            entry.cell,
            numbers.collect::<Vec<_>>().join(", ").trim_start(),
            sentence(cx.session, entry.event)
        ))
        .clicked()
    {
        cx.send(SessionCommand::Select(Some(entry.cell)));
    }
    let number = cx.session.replay().map_or(0, |run| run.number(entry.event));
    let to = format!("#{}", thousands(number));
    let width = button_width(&to);
    let place =
        Rect::from_min_max(pos2((rect.right() - width).max(rect.left()), rect.top() + 1.0), rect.max - vec2(2.0, 1.0));
    let button = ui.interact(place, ui.scope_id().with(("pushed", i)), Sense::click());
    button.widget_info(|| WidgetInfo::labeled(Role::Button, true, format!("Go to event {number}")));
    if button.hovered() || hovered || button.has_focus() {
        let look = *ui.style().interact(&button);
        ui.painter().rect_filled(place, 4.0, look.weak_bg_fill);
        ui.painter().text(place.center(), Align2::CENTER_CENTER, to, FontId::monospace(12.5), theme.link);
        cx.view.point_at = Some(entry.cell);
    }
    if button.on_hover_text("Goes to the event that added it to the open list.").clicked() {
        cx.send(SessionCommand::Seek(entry.event + 1));
    }
}

/// Returns an event's numbers in a few words, such as `from (13,11): g 37, f 51`. Returns `None` for an event that does
/// not join two cells, which its sentence describes better. `origin` is whether the other cell is named.
pub(super) fn detail(event: &EventView<'_>, origin: bool) -> Option<String> {
    let from = event.from.filter(|from| Some(*from) != event.cell)?;
    let number = |(name, value): &(&str, Value)| {
        let text = value.number().map(|number| short(number, value))?;
        Some(format!("{name} {text}"))
    };
    let numbers: Vec<String> = event.fields.iter().filter_map(number).collect();
    if numbers.is_empty() || numbers.len() > MAX_NUMBERS {
        return None;
    }
    let numbers = numbers.join(", ");
    Some(if origin { format!("from {from}: {numbers}") } else { numbers })
}

/// Returns an event's sentence without the cell that its row names already: `from (15,9): it cannot be entered.`
pub(super) fn predicate(event: &EventView<'_>) -> String {
    let rest = event.cell.and_then(|cell| {
        let (before, rest) = event.sentence.split_once(&cell.to_string())?;
        let rest = rest.trim_start_matches([':', ',', ' ']);
        // Only a verb is left out.
        (before.trim().chars().all(char::is_alphabetic) && !rest.is_empty()).then(|| rest.to_owned())
    });
    rest.unwrap_or_else(|| event.sentence.clone())
}

/// Formats a number of an event with at most two decimals.
fn short(number: f64, value: &Value) -> String {
    if !number.is_finite() || number.fract() == 0.0 { value.to_string() } else { super::plots::number(number, 0.0) }
}

/// Returns the sentence of an event, with its number.
pub(super) fn sentence(session: &Session, event: usize) -> String {
    match session.replay() {
        Some(replay) if event < replay.len() => {
            format!("#{}: {}", thousands(replay.number(event)), replay.event(event).sentence)
        }
        _ => String::new(),
    }
}

/// Appearance of a row, apart from its text.
#[derive(Clone, Copy, Default)]
pub(super) struct RowLook {
    /// Background colour.
    pub(super) fill: Option<Color32>,
    /// Outline colour.
    pub(super) rim: Option<Color32>,
    /// Room left free at the right, in points.
    pub(super) right: f32,
    /// Whether it cannot be clicked, as the head of a table.
    pub(super) still: bool,
    /// Whether it is as wide as its panel, so that its text needs a margin.
    pub(super) wide: bool,
}

/// Text of a row in a list: coloured pieces on one line, cut off at the end of the row.
pub(super) struct RowText {
    job: LayoutJob,
    mono: FontId,
    body: FontId,
    /// Space before the next piece, in points.
    pad: f32,
}

impl RowText {
    /// Creates an empty row.
    pub(super) fn new(ui: &Ui) -> Self {
        let (mono, body) = (TextStyle::Monospace.resolve(ui.style()), TextStyle::Body.resolve(ui.style()));
        Self { job: LayoutJob::default(), mono, body, pad: 0.0 }
    }

    fn add(&mut self, text: &str, font: FontId, colour: Color32) {
        let pad = std::mem::take(&mut self.pad);
        self.job.append(fonts::cut(text, fonts::LINE), pad, TextFormat::simple(font, colour));
    }

    /// Adds monospaced text.
    pub(super) fn mono(&mut self, text: &str, colour: Color32) {
        self.add(text, self.mono.clone(), colour);
    }

    /// Adds monospaced text of weight 600.
    pub(super) fn strong_mono(&mut self, text: &str, colour: Color32) {
        self.add(text, fonts::mono_semibold(self.mono.size), colour);
    }

    /// Adds proportional text in a column of this width, in points.
    pub(super) fn body_column(&mut self, ui: &Ui, text: &str, width: f32, colour: Color32) {
        let text = fonts::cut(text, fonts::LINE);
        let wide = ui.painter().layout_no_wrap(text.to_owned(), self.body.clone(), colour).size().x;
        self.body(text, colour);
        self.pad = (width - wide).max(6.0);
    }

    /// Adds proportional text.
    pub(super) fn body(&mut self, text: &str, colour: Color32) {
        self.add(text, self.body.clone(), colour);
    }

    /// Draws the row and makes it clickable. `name` is its accessible name, `salt` its index in the list.
    pub(super) fn show(mut self, ui: &mut Ui, salt: usize, name: &str, look: RowLook) -> Response {
        let (_, rect) = ui.allocate_space(vec2(ui.available_width().max(1.0), ROW));
        let sense = if look.still { Sense::hover() } else { Sense::click() };
        let response = ui.interact(rect, ui.scope_id().with(("row", salt)), sense);
        let role = if look.still { Role::Label } else { Role::Button };
        response.widget_info(|| WidgetInfo::labeled(role, true, name));
        if !ui.is_rect_visible(rect) {
            return response;
        }
        // Every second row is shaded, so that lines are easier to follow. A head has no index.
        if salt % 2 == 1 && salt != usize::MAX {
            ui.painter().rect_filled(rect, 0.0, ui.visuals().faint_bg_color);
        }
        if let Some(fill) = look.fill {
            ui.painter().rect_filled(rect, if look.wide { 0.0 } else { 3.0 }, fill);
        } else if response.hovered() && !look.still {
            ui.painter().rect_filled(rect, 3.0, ui.visuals().widgets.hovered.weak_bg_fill);
        }
        if let Some(rim) = look.rim {
            ui.painter().rect_stroke(rect, 3.0, Stroke::new(1.0, rim), StrokeKind::Inside);
        }
        let inset = if look.wide { INSET } else { 4.0 };
        let max_width = (rect.width() - inset - 4.0 - look.right).max(1.0);
        self.job.wrap = TextWrapping { max_width, max_rows: 1, break_anywhere: true, ..TextWrapping::default() };
        let galley = ui.painter().layout_job(self.job);
        let at = pos2(rect.left() + inset, rect.center().y - galley.size().y / 2.0);
        ui.painter().galley(at, galley, ui.visuals().text_color());
        response
    }
}
