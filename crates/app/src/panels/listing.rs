//! The algorithm's listing with the line of the last event marked, and the current numbers below it.

use super::log_lines;
use crate::debugger::{Session, lab::query, lesson::glossary};
use crate::layout::layout_fit::ROW;
use crate::style::fonts;
use crate::style::memo::memo;
use crate::style::theme::Theme;
use crate::view::Cx;
use egui::style::ScrollAnimation;
use egui::text::{LayoutJob, TextFormat, TextWrapping};
use egui::{Align, Color32, FontId, Id, Label, Response, Sense, TextStyle, Ui, UiBuilder, vec2};
use gridscope_trace::event::Value;
use gridscope_trace::trace::Replay;
use gridscope_trace::trace::schema::Name;
use std::sync::Arc;

/// Text size of the listing, in points.
const SIZE: f32 = 12.5;
/// Width of a space of indentation, in points: less than a character, because panels are narrow.
const INDENT: f32 = 3.5;
/// Height of a row of pairs, in points.
const LINE: f32 = 19.0;
/// Space before the sign of the current line, in points.
const LEFT: f32 = 16.0;
/// Number of frames until a panel has its final size after a new layout.
const SETTLES: u8 = 3;
/// Maximum number of events read to find which kinds report a line.
const LOOKED_AT: usize = 4000;

/// Draws the listing and the watch.
pub(crate) fn show(ui: &mut Ui, cx: &mut Cx<'_>) {
    let theme = cx.view.theme.clone();
    let session = cx.session;
    let card = session.card();
    let replay = session.replay();
    let line = replay.and_then(|r| r.cursor().checked_sub(1).map(|last| r.event(last).line));
    let watched = replay.map_or_else(Vec::new, watched);
    ui.spacing_mut().item_spacing.y = 0.0;
    // A log has no listing of its algorithm, but lines of its own.
    if let (Some(log), Some(replay)) = (session.log().filter(|log| !log.events.is_empty()), replay) {
        let id = Id::unique("height of the numbers below a log");
        let below = ui.data(|d| d.get_temp::<f32>(id)).unwrap_or(0.0);
        let end = ui.max_rect().max.y;
        log_lines::show(ui, cx, log, replay, below);
        let place = ui.max_rect().with_min_y((end - below).max(ui.max_rect().min.y));
        let numbers = ui.scope_builder(UiBuilder::new().max_rect(place), |ui| {
            ui.spacing_mut().item_spacing.y = 0.0;
            numbers(ui, cx, &theme, &watched);
        });
        ui.data_mut(|d| d.insert_temp(id, numbers.response.rect.height()));
        return;
    }
    egui::ScrollArea::vertical().id_salt("listing").auto_shrink(false).show(ui, |ui| {
        listing(ui, session, &theme, card.listing, line);
        // The numbers are below the listing, in the same scroll area.
        if replay.is_none() {
            let text = "The numbers of a run are shown here once there is one.";
            super::open_list::empty(ui, &theme, text);
        }
        numbers(ui, cx, &theme, &watched);
    });
}

/// Draws the watch with a margin.
fn numbers(ui: &mut Ui, cx: &mut Cx<'_>, theme: &Theme, watched: &[Watched]) {
    let margin = egui::Margin::symmetric(14, 8);
    egui::Frame::new().inner_margin(margin).show(ui, |ui| watch(ui, cx, theme, watched));
}

/// Draws all lines. The current one is scrolled into view when it changes.
fn listing(ui: &mut Ui, session: &Session, theme: &Theme, lines: &[&str], current: Option<usize>) {
    let (font, id) = (FontId::monospace(SIZE), Id::unique("listing line shown"));
    let character = ui.fonts_mut(|f| f.glyph_width(&font, '0'));
    let moved = ui.data_mut(|d| {
        // A resized panel counts as a change of the line. After a new layout, its size is final only some frames later.
        type Shown = ((u64, Option<usize>, u32), u8);
        let now = (session.generation(), current, ui.clip_rect().height() as u32);
        let scroll_state = d.get_temp_mut_or_insert_with::<Shown>(id, || ((u64::MAX, None, 0), 0));
        *scroll_state = if scroll_state.0 == now { (now, scroll_state.1.saturating_sub(1)) } else { (now, SETTLES) };
        scroll_state.1 > 0
    });
    for (i, text) in lines.iter().enumerate() {
        let here = current == Some(i);
        let code = text.trim_start();
        // A wrapped line is indented below its start.
        let indent = (text.len() - code.len()) as f32 * INDENT;
        let gutter = LEFT + 5.0 * character;
        let width = ui.available_width();
        let (ink, mark) = if here { (theme.text, "▶") } else { (theme.text.gamma_multiply(0.88), " ") };
        let mut job = LayoutJob::simple(code.to_owned(), font.clone(), ink, (width - gutter - indent - 4.0).max(20.0));
        job.halign = Align::LEFT;
        let galley = ui.painter().layout_job(job);
        let rows = (galley.size().y / font.size / 1.2).round().max(1.0);
        let height = if rows > 1.0 { galley.size().y + 4.0 } else { ROW };
        let (rect, response) = ui.allocate_exact_size(vec2(width.max(1.0), height), Sense::hover());
        let name = format!("Line {}{}: {code}", i + 1, if here { ", current" } else { "" });
        response.widget_info(|| egui::WidgetInfo::labeled(egui::Role::Label, true, &name));
        if here {
            ui.painter().rect_filled(rect, 0.0, theme.current_background());
        }
        let mut number = LayoutJob::default();
        number.append(mark, 0.0, TextFormat::simple(font.clone(), theme.now));
        number.append(&format!("{:>2}", i + 1), 0.8 * character, TextFormat::simple(font.clone(), theme.faint));
        let top = rect.min + vec2(LEFT, ((height - galley.size().y) / 2.0).max(1.0));
        ui.painter().galley(top, ui.painter().layout_job(number), theme.weak);
        ui.painter().galley(top + vec2(gutter - LEFT + indent, 0.0), galley, ink);
        if here && moved {
            // With a line of context around it, unless that is already visible. Not animated, because an unfinished
            // scroll would add to the next one.
            let (wanted, seen) = (rect.expand2(vec2(0.0, 1.2 * SIZE)), ui.clip_rect().y_range());
            if !seen.contains(wanted.min.y) || !seen.contains(wanted.max.y) {
                ui.scroll_to_rect_animation(rect, Some(Align::Center), ScrollAnimation::none());
            }
        }
        if let Some(replay) = session.replay().filter(|_| response.hovered()) {
            let kinds = kinds_by_line(ui, session.generation(), replay, lines.len());
            let kinds = kinds.get(i).filter(|k| !k.is_empty());
            let kinds = kinds.map(|kinds| format!("Reported by events: {}", kinds.join(", ")));
            let terms = Some(glossary::explained(code, session.card())).filter(|terms| !terms.is_empty());
            let all: Vec<String> = kinds.into_iter().chain(terms).collect();
            if !all.is_empty() {
                response.on_hover_text(all.join("\n"));
            }
        }
    }
}

/// Returns which kinds of event report each line, learnt from events all along the run.
fn kinds_by_line(ui: &Ui, generation: u64, replay: &Replay, lines: usize) -> Arc<Vec<Vec<String>>> {
    memo(ui, Id::unique("kinds by line"), generation, || {
        let mut all: Vec<Vec<String>> = vec![Vec::new(); lines];
        let from_start = (0..replay.len()).take(LOOKED_AT / 2);
        let spread = (0..replay.len()).step_by((replay.len() / (LOOKED_AT / 2)).max(1));
        for event in from_start.chain(spread).map(|i| replay.event(i)) {
            if let Some(kinds) = all.get_mut(event.line).filter(|k| !k.iter().any(|k| k == event.kind)) {
                kinds.push(event.kind.to_owned());
            }
        }
        Arc::new(all)
    })
}

/// A name, its current value, and the cell it is about, if any.
type Watched = (String, String, Option<gridscope_trace::geometry::Cell>);

/// Returns the watched values at this moment.
fn watched(replay: &Replay) -> Vec<Watched> {
    let watched_row = |(name, value): (Name, Value)| {
        let text = match value {
            Value::Real(x) | Value::About(x) if !x.is_finite() => "—".to_owned(),
            _ => value.to_string(),
        };
        let cell = if let Value::Cell(c) = value { Some(c) } else { None };
        (name.into_owned(), text, cell)
    };
    query::watched(replay).into_iter().map(watched_row).collect()
}

/// Draws names and values side by side, as many in a row as fit.
fn watch(ui: &mut Ui, cx: &mut Cx<'_>, theme: &Theme, all: &[Watched]) {
    flow(ui, |ui| {
        for (name, value, cell) in all {
            let lit = cell.is_some() && *cell == cx.session.display_state().hovered;
            let response = pair(ui, (name, theme.weak), (value, if lit { theme.now } else { theme.text }));
            if response.hovered() && cell.is_some() {
                cx.view.point_at = *cell;
            }
        }
    });
}

/// Draws rows of pairs, no higher than their text.
fn flow(ui: &mut Ui, content: impl FnOnce(&mut Ui)) {
    ui.scope(|ui| {
        ui.spacing_mut().interact_size.y = LINE;
        ui.spacing_mut().item_spacing = vec2(14.0, 2.0);
        ui.horizontal_wrapped(content);
    });
}

/// Draws a name and its value on one line. Text that does not fit is cut off.
fn pair(ui: &mut Ui, (name, faint): (&str, Color32), (value, ink): (&str, Color32)) -> Response {
    let mut job = LayoutJob::default();
    let (body, mono) = (TextStyle::Body.resolve(ui.style()), TextStyle::Monospace.resolve(ui.style()));
    job.append(name, 0.0, TextFormat::simple(body, faint));
    job.append(value, 5.0, TextFormat::simple(mono, ink));
    job.wrap = TextWrapping::truncate_at_width(ui.max_rect().width());
    fonts::limit(&mut job, 1);
    let galley = ui.painter().layout_job(job);
    ui.add(Label::new(galley))
}
