//! The open list in the order in which entries will be popped, and the row used by all lists in the panels.

use super::columns::Columns;
use super::plots::thousands;
use crate::core::trace::replay::{QueueEntry, Replay};
use crate::debugger::Session;
use crate::debugger::command::SessionCommand;
use crate::memo::memo;
use crate::theme::Theme;
use crate::view::Cx;
use egui::text::{LayoutJob, TextFormat, TextWrapping};
use egui::{
    Align2, Color32, FontId, Id, Rect, Response, RichText, Role, Sense, Stroke, StrokeKind, TextStyle, Ui, WidgetInfo,
    pos2, vec2,
};
use std::sync::Arc;

/// Maximum number of entries listed.
const MOST: usize = 500;
/// Width of the column of a sign, in points.
const SIGN: f32 = 12.0;
/// Height of a row, in points.
pub(super) const ROW: f32 = 23.0;

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
        ui.label(RichText::new("Nothing is recorded yet: what waits in the open list appears here.").color(theme.weak));
        return;
    };
    let queue = queue_now(ui, session, replay);
    let (entries, len) = (&queue.entries, queue.len);
    let noun = if len == 1 { "entry" } else { "entries" };
    let title = |ui: &mut Ui| {
        let text = RichText::new(format!("{} {noun}", thousands(len))).font(crate::fonts::semibold(14.0));
        ui.label(text)
            .on_hover_text("The cells that wait at this moment, the one that is popped next on top. Hover lights a cell; a click selects it.");
    };
    if entries.is_empty() {
        title(ui);
        ui.label(RichText::new("Nothing waits.").color(theme.weak));
        ui.label(
            RichText::new("The list fills when a run opens cells: step forward or back to a moment in between.")
                .color(theme.weak),
        );
        return;
    }
    let order: Vec<&str> = replay.schema().order.iter().map(|key| &**key).collect();
    let note = heading(session, entries, || queue.columns.note(&order));
    ui.horizontal(|ui| {
        title(ui);
        ui.add(egui::Label::new(RichText::new(note).color(theme.weak)).truncate());
    });
    ui.spacing_mut().item_spacing.y = 1.0;
    let rest = usize::from(len > entries.len());
    let character = ui.fonts_mut(|f| f.glyph_width(&TextStyle::Monospace.resolve(ui.style()), '0'));
    let look = Look::of(&queue, ui.available_width() - 14.0, character);
    head(ui, &theme, &queue.columns, &look);
    egui::ScrollArea::vertical().auto_shrink(false).show_rows(ui, ROW, entries.len() + rest, |ui, rows| {
        for i in rows {
            match entries.get(i) {
                Some(entry) => row(ui, cx, &theme, (i, entry, &queue.columns, &look)),
                None => {
                    ui.label(RichText::new(format!("… and {} more", thousands(len - entries.len()))).color(theme.weak));
                }
            }
        }
    });
}

/// Layout of the rows, the same for all.
struct Look {
    /// Width of an entry's position and of its cell, in characters.
    place: usize,
    cell: usize,
    /// The columns that fit.
    shown: Vec<usize>,
    /// Whether the button that goes to the pushing event is a single sign.
    narrow: bool,
}

impl Look {
    /// Lays out the rows in `wide` points, with characters of this width.
    fn of(queue: &Queue, wide: f32, character: f32) -> Self {
        let place = queue.entries.len().to_string().len() + 2;
        let cell = queue.entries.iter().map(|entry| entry.cell.to_string().len()).max().unwrap_or(0).max(4);
        let last = queue.entries.iter().map(|entry| entry.event + 1).max().unwrap_or(0);
        let fit = |button: f32| {
            let letters = ((wide - button) / character).max(0.0) as usize;
            queue.columns.that_fit(letters.saturating_sub(place + cell))
        };
        let (whole, sign) = (fit(button_width(&button_text(last, false))), fit(button_width(&button_text(last, true))));
        // The columns g and h have priority over the number of the event.
        let narrow = sign.len() > whole.len() && !queue.columns.has_sheet(&whole);
        Self { place, cell, shown: if narrow { sign } else { whole }, narrow }
    }
}

/// Returns the text of the button that goes to the event which pushed an entry.
fn button_text(event: usize, narrow: bool) -> String {
    if narrow { "#".to_owned() } else { format!("#{}", thousands(event)) }
}

/// Returns the width of that button, in points.
fn button_width(text: &str) -> f32 {
    text.chars().count() as f32 * 7.6 + 12.0
}

/// Draws the headings of the columns.
fn head(ui: &mut Ui, theme: &Theme, columns: &Columns, look: &Look) {
    let Look { place, cell, shown, .. } = look;
    let names = shown.iter().map(|&k| format!("  {:>wide$}", columns.names[k], wide = columns.widths[k]));
    let text = format!("{:place$}{:<cell$}{}", "", "cell", names.collect::<String>());
    let mut row = RowText::new(ui);
    row.mono(&text, theme.faint);
    row.show(ui, usize::MAX, text.trim(), RowLook { right: 2.0, still: true, ..RowLook::default() });
}

/// Returns the open list at the cursor. Cached while the cursor rests.
fn queue_now(ui: &Ui, session: &Session, replay: &Replay) -> Arc<Queue> {
    memo(ui, Id::unique("open list now"), (session.generation, replay.cursor()), || {
        let (entries, len) = replay.queue(MOST);
        let columns = Columns::of(replay, &entries);
        Arc::new(Queue { entries, len, columns })
    })
}

/// Returns the text beside the title: the position of the cell under the pointer, or else what is equal at the top.
fn heading(session: &Session, entries: &[QueueEntry], note: impl FnOnce() -> String) -> String {
    let pointed = session.shown.hovered.and_then(|c| entries.iter().position(|e| e.cell == c).map(|i| (c, i + 1)));
    match pointed {
        Some((cell, place)) => format!("{cell} is number {place} in the list."),
        None => note(),
    }
}

/// Draws an entry: position, tie, cell, keys and numbers, parent, and a button that goes to the event which pushed it.
fn row(ui: &mut Ui, cx: &mut Cx<'_>, theme: &Theme, (i, entry, columns, look): (usize, &QueueEntry, &Columns, &Look)) {
    let mut text = RowText::new(ui);
    let tied = columns.equal > 1 && i < columns.equal;
    let colour = if tied { theme.tie } else { theme.text };
    let (place, cell) = (look.place, look.cell);
    let sign = if tied { "=" } else { " " };
    text.mono(&format!("{:>wide$}{sign} ", i + 1, wide = place - 2), if tied { theme.tie } else { theme.weak });
    text.mono(&format!("{:<cell$}", entry.cell.to_string()), colour);
    for &k in &look.shown {
        let ink = if k < columns.keys { colour } else { theme.weak };
        text.mono(&format!("  {:>wide$}", columns.rows[i][k], wide = columns.widths[k]), ink);
    }
    let name = format!("{} {} {}{}", i + 1, entry.cell, entry.key, if tied { ", tied with the first" } else { "" });
    let fill = (cx.session.shown.hovered == Some(entry.cell)).then_some(theme.current_background());
    let selected = cx.session.shown.selected == Some(entry.cell);
    let to = button_text(entry.event + 1, look.narrow);
    let width = button_width(&to);
    let rim = selected.then_some(theme.now);
    let response = text.show(ui, i, &name, RowLook { fill, rim, right: width, ..RowLook::default() });
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
    let place =
        Rect::from_min_max(pos2((rect.right() - width).max(rect.left()), rect.top() + 2.0), rect.max - vec2(2.0, 2.0));
    let button = ui.interact(place, ui.scope_id().with(("pushed", i)), Sense::click());
    button.widget_info(|| WidgetInfo::labeled(Role::Button, true, format!("Go to event {}", entry.event + 1)));
    let look = *ui.style().interact(&button);
    ui.painter().rect_filled(place, 3.0, look.weak_bg_fill);
    ui.painter().text(place.center(), Align2::CENTER_CENTER, to, FontId::monospace(12.5), theme.text);
    if button.hovered() || hovered {
        cx.view.point_at = Some(entry.cell);
    }
    if button.on_hover_text("Travels to the event that pushed it.").clicked() {
        cx.send(SessionCommand::Seek(entry.event + 1));
    }
}

/// Returns the sentence of an event, with its number.
pub(super) fn sentence(session: &Session, event: usize) -> String {
    match session.replay() {
        Some(replay) if event < replay.len() => format!("#{}: {}", thousands(event + 1), replay.event(event).sentence),
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
    /// Height in points. `None` means the usual height.
    pub(super) high: Option<f32>,
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

    /// Adds monospaced text.
    pub(super) fn mono(&mut self, text: &str, colour: Color32) {
        let pad = std::mem::take(&mut self.pad);
        self.job.append(text, pad, TextFormat::simple(self.mono.clone(), colour));
    }

    /// Adds a sign in a column of its own, because signs differ in width.
    pub(super) fn sign(&mut self, ui: &Ui, sign: &str, colour: Color32) {
        let wide = ui.painter().layout_no_wrap(sign.to_owned(), self.mono.clone(), colour).size().x;
        self.job.append(sign, 0.0, TextFormat::simple(self.mono.clone(), colour));
        self.pad = (SIGN - wide).max(0.0);
    }

    /// Adds proportional text.
    pub(super) fn body(&mut self, text: &str, colour: Color32) {
        let pad = std::mem::take(&mut self.pad);
        self.job.append(text, pad, TextFormat::simple(self.body.clone(), colour));
    }

    /// Draws the row and makes it clickable. `name` is its accessible name, `salt` its index in the list.
    pub(super) fn show(mut self, ui: &mut Ui, salt: usize, name: &str, look: RowLook) -> Response {
        let (_, rect) = ui.allocate_space(vec2(ui.available_width().max(1.0), look.high.unwrap_or(ROW)));
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
            ui.painter().rect_filled(rect, 3.0, fill);
        } else if response.hovered() && !look.still {
            ui.painter().rect_filled(rect, 3.0, ui.visuals().widgets.hovered.weak_bg_fill);
        }
        if let Some(rim) = look.rim {
            ui.painter().rect_stroke(rect, 3.0, Stroke::new(1.0, rim), StrokeKind::Inside);
        }
        let max_width = (rect.width() - 8.0 - look.right).max(1.0);
        self.job.wrap = TextWrapping { max_width, max_rows: 1, break_anywhere: true, ..TextWrapping::default() };
        let galley = ui.painter().layout_job(self.job);
        let at = pos2(rect.left() + 4.0, rect.center().y - galley.size().y / 2.0);
        ui.painter().galley(at, galley, ui.visuals().text_color());
        response
    }
}
