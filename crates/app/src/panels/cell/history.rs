//! The history of a cell: every event about it, in order, one per row. A click on a row goes to its event.

use crate::core::event::Tone;
use crate::core::geometry::Cell;
use crate::core::trace::Replay;
use crate::debugger::Session;
use crate::debugger::command::SessionCommand;
use crate::debugger::query::{self, Change};
use crate::memo::memo;
use crate::panels::plots::thousands;
use crate::panels::queue::{ROW, RowLook, RowText};
use crate::theme::Theme;
use crate::view::Cx;
use egui::mutex::Mutex;
use egui::{Align, Id, Rect, RichText, Ui, pos2, vec2};
use std::collections::BTreeMap;
use std::sync::Arc;

/// Minimum height of the history, in points.
const LOWEST: f32 = 150.0;

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
    memo(ui, Id::unique("cell history"), (session.generation, cell, filter), || {
        let mut rows = replay.history(cell);
        if filter != Filter::ALL {
            rows.retain(|&i| filter.shows(replay.event(i as usize).tone));
        }
        Arc::new(rows)
    })
}

/// Draws the history: past events, a row with *now*, and future events.
pub(super) fn show(ui: &mut Ui, cx: &mut Cx<'_>, replay: &Replay, theme: &Theme, (cell, bottom): (Cell, f32)) {
    let id = Id::unique("cell filter");
    let mut filter = ui.data(|d| d.get_temp::<Filter>(id)).unwrap_or(Filter::ALL);
    ui.separator();
    ui.horizontal_wrapped(|ui| {
        ui.label(RichText::new("History").strong())
            .on_hover_text("Every event about this cell, in order. A click travels there.");
        ui.checkbox(&mut filter.wrote, "wrote").on_hover_text("Events that changed the cell.");
        ui.checkbox(&mut filter.refused, "refused").on_hover_text("Events that tried, or only looked.");
        ui.checkbox(&mut filter.tied, "tied").on_hover_text("Events at which something was equal.");
    });
    ui.data_mut(|d| d.insert_temp(id, filter));
    let rows = filtered(ui, cx.session, replay, cell, filter);
    if rows.is_empty() {
        let hidden = filter != Filter::ALL;
        let text = if hidden {
            "Nothing of this sort happened here: tick more above."
        } else {
            "No event of this run is about this cell."
        };
        ui.label(RichText::new(text).color(theme.weak));
        return;
    }
    let holders = replay.holders(cell);
    let now = rows.partition_point(|&i| (i as usize) < replay.cursor());
    let height = (bottom - ui.cursor().top() - 2.0).max(LOWEST);
    let place = (cx.session.generation, cell, (now, rows.len()), height as u32);
    let moved = ui.data_mut(|d| {
        let kept = d.get_temp_mut_or_insert_with(id.with("place"), || (0, cell, (usize::MAX, 0), 0));
        std::mem::replace(kept, place) != place
    });
    ui.spacing_mut().item_spacing.y = 1.0;
    let all = rows.len() + 1;
    let area = egui::ScrollArea::vertical().id_salt("history").auto_shrink(false).max_height(height);
    area.show_viewport(ui, |ui, view| {
        let step = ROW + 1.0;
        ui.set_height(step * all as f32);
        let (left, top) = (ui.max_rect().left(), ui.max_rect().top());
        let at = step * now as f32;
        // Scrolls only if the row is out of view, so that stepping does not shake the list.
        if moved && (at < view.min.y || at + ROW > view.max.y) {
            ui.scroll_to_rect(Rect::from_min_size(pos2(left, top + at), vec2(1.0, ROW)), Some(Align::Center));
        }
        let seen = (view.min.y / step).max(0.0) as usize..(view.max.y / step).max(0.0) as usize + 1;
        // Also draws a few rows beyond, because Tab only reaches existing rows. These are then scrolled into view.
        let seen = seen.start.saturating_sub(BESIDE)..(seen.end + BESIDE).min(all);
        let right = ui.max_rect().right();
        for i in seen {
            let at = Rect::from_min_max(pos2(left, top + step * i as f32), pos2(right, top + step * (i + 1) as f32));
            let mut ui = ui.new_child(egui::UiBuilder::new().id_salt(i).max_rect(at));
            if i == now {
                now_row(&mut ui, theme, (now, rows.len()));
            } else if let Some(&event) = rows.get(if i < now { i } else { i - 1 }) {
                let changes = changed(&ui, cx.session, replay, cell, event);
                row(&mut ui, cx, replay, theme, (event, holders.contains(&event)), &changes);
            }
        }
    });
}

/// Changes of the current cell by event, computed once for each row that becomes visible.
struct Changes {
    beside: Replay,
    known: BTreeMap<u32, Arc<[Change]>>,
}

/// Returns the changes that an event made to the cell.
fn changed(ui: &Ui, session: &Session, replay: &Replay, cell: Cell, event: u32) -> Arc<[Change]> {
    let (id, key) = (Id::unique("cell changes"), (session.generation, cell, replay.looking()));
    let kept = memo(ui, id, key, || Arc::new(Mutex::new(Changes { beside: replay.fork(), known: BTreeMap::new() })));
    let mut kept = kept.lock();
    let Changes { beside, known, .. } = &mut *kept;
    Arc::clone(known.entry(event).or_insert_with(|| query::changes(beside, cell, event as usize).into()))
}

/// Draws the line between past and future events.
fn now_row(ui: &mut Ui, theme: &Theme, (past, all): (usize, usize)) {
    let rect = ui.max_rect();
    let text = if past == all { "now".to_owned() } else { format!("now; {} still to come", thousands(all - past)) };
    let galley = ui.painter().layout_no_wrap(text, egui::FontId::proportional(13.0), theme.now);
    let y = rect.center().y;
    let width = galley.size().x;
    ui.painter().galley(pos2(rect.left() + 30.0, y - galley.size().y / 2.0), galley, theme.now);
    let stroke = egui::Stroke::new(1.5, theme.now);
    ui.painter().hline(rect.left()..=rect.left() + 24.0, y, stroke);
    ui.painter().hline((rect.left() + width + 36.0).min(rect.right())..=rect.right(), y, stroke);
}

/// Draws an event: sign, number, value of the layer before and after, kind unless the sentence starts with it, and
/// sentence.
fn row(ui: &mut Ui, cx: &mut Cx<'_>, replay: &Replay, theme: &Theme, (index, holds): (u32, bool), changes: &[Change]) {
    let event = replay.event(index as usize);
    let future = event.index >= replay.cursor();
    let dim = |colour: egui::Color32| if future { colour.gamma_multiply(0.6) } else { colour };
    let (colour, glyph) = theme.tone(event.tone);
    let mut text = RowText::new(ui);
    text.sign(ui, glyph, dim(colour));
    text.mono(&format!("#{} ", thousands(event.index + 1)), dim(theme.weak));
    if holds {
        text.mono("●", theme.now);
        text.body(" now holds ", theme.now);
    }
    let layers = cx.session.layers();
    let shown = layers.get(cx.session.shown.layer).map(|l| &l.name);
    if let Some(change) = changes.iter().find(|c| Some(&c.layer) == shown) {
        text.mono(&format!("{change} "), dim(theme.now));
    }
    let told = event.sentence.to_lowercase().starts_with(event.kind);
    if !told {
        text.body(&format!("{} ", event.kind), dim(theme.weak));
    }
    text.body(&event.sentence, dim(theme.text));
    let state = match (holds, future) {
        (true, _) => ", now holds",
        (_, true) => ", still to come",
        _ => "",
    };
    let name = format!("#{} {}{state}: {}", event.index + 1, event.kind, event.sentence);
    let fill = (event.index + 1 == replay.cursor()).then_some(theme.current_background());
    let response = text.show(ui, 0, &name, RowLook { fill, ..RowLook::default() });
    if response.hovered() {
        cx.view.point_at = event.cell;
        cx.view.point_at_path.extend(event.from.into_iter().chain(event.cell));
    }
    let when = if future { "Still to come. " } else { "" };
    let changed: Vec<String> = changes.iter().map(Change::to_string).collect();
    let changed = if changed.is_empty() { String::new() } else { format!("\n{}", changed.join(", ")) };
    if response.on_hover_text(format!("{}{changed}\n{when}A click travels there.", event.sentence)).clicked() {
        cx.send(SessionCommand::Seek(event.index + 1));
    }
}
