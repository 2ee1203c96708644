//! The open list in the order in which it will be popped, and the row that all lists of the panels are made of.

use super::plots::thousands;
use crate::app::theme::Theme;
use crate::app::view::Cx;
use crate::core::card::LayerKind;
use crate::core::trace::replay::{QueueEntry, Replay};
use crate::debugger::Session;
use crate::debugger::command::SessionCommand;
use egui::text::{LayoutJob, TextFormat, TextWrapping};
use egui::{
    Align2, Color32, FontId, Id, Rect, Response, RichText, Role, Sense, Stroke, StrokeKind, TextStyle, Ui, WidgetInfo,
    pos2, vec2,
};
use std::sync::Arc;

/// How many entries are listed.
const MOST: usize = 500;
/// How high a row is.
pub(super) const ROW: f32 = 23.0;

/// The head of the list, and how long it is in all.
type Queue = (Vec<QueueEntry>, usize);

/// Draws the open list.
pub fn show(ui: &mut Ui, cx: &mut Cx<'_>) {
    let theme = cx.view.theme.clone();
    let session = cx.session;
    let Some(replay) = session.replay() else {
        ui.label(RichText::new("Nothing is recorded yet: what waits in the open list appears here.").color(theme.weak));
        return;
    };
    let queue = queue_now(ui, session, replay);
    let (entries, len) = (&queue.0, queue.1);
    let noun = if len == 1 { "entry" } else { "entries" };
    ui.label(RichText::new(format!("Open list: {} {noun}", thousands(len))).font(crate::app::fonts::semibold(14.0)))
        .on_hover_text("The cells that wait at this moment, the one that is popped next on top. Hover lights a cell; a click selects it.");
    if entries.is_empty() {
        ui.label(RichText::new("Nothing waits.").color(theme.weak));
        ui.label(
            RichText::new("The list fills when a run opens cells: step forward or back to a moment in between.")
                .color(theme.weak),
        );
        return;
    }
    let tied = entries.iter().filter(|e| e.tied).count();
    ui.label(RichText::new(heading(session, entries, tied)).color(theme.weak));
    ui.spacing_mut().item_spacing.y = 1.0;
    let rest = usize::from(len > entries.len());
    // What does not fit beside the button with the event's number is set closer, all rows alike.
    let character = ui.fonts_mut(|f| f.glyph_width(&TextStyle::Monospace.resolve(ui.style()), '0'));
    let longest = entries.iter().map(|e| e.key.len()).max().unwrap_or(0);
    let narrow = ui.available_width() < (15 + longest) as f32 * character + 78.0;
    egui::ScrollArea::vertical().auto_shrink(false).show_rows(ui, ROW, entries.len() + rest, |ui, rows| {
        for i in rows {
            match entries.get(i) {
                Some(entry) => row(ui, cx, &theme, (i, entry, tied > 1, narrow)),
                None => {
                    ui.label(RichText::new(format!("… and {} more", thousands(len - entries.len()))).color(theme.weak));
                }
            }
        }
    });
}

/// The open list of the cursor's moment, kept while it rests.
fn queue_now(ui: &Ui, session: &Session, replay: &Replay) -> Arc<Queue> {
    type Kept = ((u64, usize), Arc<Queue>);
    let (id, at) = (Id::unique("open list now"), (session.generation, replay.cursor()));
    if let Some((_, queue)) = ui.data(|d| d.get_temp::<Kept>(id)).filter(|kept| kept.0 == at) {
        return queue;
    }
    let queue = Arc::new(replay.queue(MOST));
    ui.data_mut(|d| d.insert_temp::<Kept>(id, (at, Arc::clone(&queue))));
    queue
}

/// What stands under the title: where the cell under the pointer waits, else how many are equal at the top.
fn heading(session: &Session, entries: &[QueueEntry], tied: usize) -> String {
    let pointed = session.hovered.and_then(|c| entries.iter().position(|e| e.cell == c).map(|i| (c, i + 1)));
    match (pointed, tied) {
        (Some((cell, place)), _) => format!("{cell} is number {place} in the list."),
        (None, 2..) => format!("= {tied} share the best first key: a tie."),
        (None, _) => "No tie at the top.".into(),
    }
}

/// One entry: place, tie, cell, key, and a way to the event that pushed it.
fn row(ui: &mut Ui, cx: &mut Cx<'_>, theme: &Theme, (i, entry, tie, narrow): (usize, &QueueEntry, bool, bool)) {
    let mut text = RowText::new(ui);
    let tied = tie && entry.tied;
    let colour = if tied { theme.tie } else { theme.text };
    text.mono(&format!("{:>3}{}", i + 1, if tied { "=" } else { " " }), if tied { theme.tie } else { theme.weak });
    if narrow {
        text.mono(&format!("{} {}", entry.cell, entry.key.replace("  ", " ")), colour);
    } else {
        text.mono(&format!(" {:<9} {}", entry.cell.to_string(), entry.key), colour);
        text.mono(&besides(cx.session, entry), theme.weak);
    }
    let name = format!("{} {} {}{}", i + 1, entry.cell, entry.key, if tied { ", tied with the first" } else { "" });
    let fill = (cx.session.hovered == Some(entry.cell)).then_some(theme.at_hand());
    let selected = cx.session.selected == Some(entry.cell);
    let to = if narrow { "#".to_owned() } else { format!("#{}", thousands(entry.event + 1)) };
    let width = to.len() as f32 * 7.6 + 12.0;
    let response = text.show(ui, i, &name, RowLook { fill, rim: selected.then_some(theme.now), right: width });
    let rect = response.rect;
    let hovered = response.hovered();
    if response
        .on_hover_text(format!(
            "{}: {}\n{}\nA click selects the cell.",
            entry.cell,
            entry.key,
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

/// What a sheet would have beside the keys: the other short numbers of the cell, and where it came from.
fn besides(session: &Session, entry: &QueueEntry) -> String {
    let Some(replay) = session.replay() else { return String::new() };
    let mut text = String::new();
    for (i, layer) in replay.schema().layers.iter().enumerate() {
        let new = layer.kind == LayerKind::Scalar
            && layer.name.chars().count() == 1
            && !entry.key.split(' ').any(|word| *word == *layer.name);
        if let Some(value) = replay.value(i, entry.cell).filter(|_| new) {
            text.extend(["  ", &*layer.name, " ", &value.to_string()]);
        }
    }
    if let Some(from) = replay.arrow(entry.cell).and_then(|dir| entry.cell.step(dir, replay.size())) {
        text.extend(["  from ", &from.to_string()]);
    }
    text
}

/// The sentence of an event, with its number.
pub(super) fn sentence(session: &Session, event: usize) -> String {
    match session.replay() {
        Some(replay) if event < replay.len() => format!("#{}: {}", thousands(event + 1), replay.event(event).sentence),
        _ => String::new(),
    }
}

/// How a row looks beside its text.
#[derive(Clone, Copy, Default)]
pub(super) struct RowLook {
    /// Behind the text.
    pub(super) fill: Option<Color32>,
    /// Around the row.
    pub(super) rim: Option<Color32>,
    /// How much room is left at the right.
    pub(super) right: f32,
}

/// The text of one row of a list: coloured pieces on one line that is cut off where the row ends.
pub(super) struct RowText {
    job: LayoutJob,
    mono: FontId,
    body: FontId,
}

impl RowText {
    /// An empty row.
    pub(super) fn new(ui: &Ui) -> Self {
        let (mono, body) = (TextStyle::Monospace.resolve(ui.style()), TextStyle::Body.resolve(ui.style()));
        Self { job: LayoutJob::default(), mono, body }
    }

    /// Adds text whose characters are equally wide.
    pub(super) fn mono(&mut self, text: &str, colour: Color32) {
        self.job.append(text, 0.0, TextFormat::simple(self.mono.clone(), colour));
    }

    /// Adds running text.
    pub(super) fn body(&mut self, text: &str, colour: Color32) {
        self.job.append(text, 0.0, TextFormat::simple(self.body.clone(), colour));
    }

    /// Draws the row as something to click, found by `name`; `salt` is its number in the list.
    pub(super) fn show(mut self, ui: &mut Ui, salt: usize, name: &str, look: RowLook) -> Response {
        let (_, rect) = ui.allocate_space(vec2(ui.available_width().max(1.0), ROW));
        let response = ui.interact(rect, ui.scope_id().with(("row", salt)), Sense::click());
        response.widget_info(|| WidgetInfo::labeled(Role::Button, true, name));
        if !ui.is_rect_visible(rect) {
            return response;
        }
        // Every second row is a shade off, so that the eye keeps its line; a head has no number.
        if salt % 2 == 1 && salt != usize::MAX {
            ui.painter().rect_filled(rect, 0.0, ui.visuals().faint_bg_color);
        }
        if let Some(fill) = look.fill {
            ui.painter().rect_filled(rect, 3.0, fill);
        } else if response.hovered() {
            ui.painter().rect_filled(rect, 3.0, ui.visuals().widgets.hovered.weak_bg_fill);
        }
        let focus = response.has_focus().then(|| ui.visuals().selection.stroke.color);
        if let Some(rim) = look.rim.or(focus) {
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
