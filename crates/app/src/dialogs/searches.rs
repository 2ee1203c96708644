//! The dialog that chooses a search from a MovingAI scenario file: the one that is open, or the one beside the map.

use super::{answer, heading, modal};
use crate::debugger::lab::searches::SearchRuns;
use crate::debugger::session::window::Arrangement;
use crate::debugger::{Command, Session, WindowCommand};
use crate::formats::movingai::{Row, Verdict};
use crate::formats::plain::thousands;
use crate::style::fonts;
use crate::style::memo::memo;
use crate::view::{Dialog, View};
use egui::{Button, Context, Id, RichText, ScrollArea, TextEdit, vec2};
use gridscope_trace::later::{Here, later};
use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, PoisonError};

/// The lengths that our algorithm has found, by the index of the search. `None` is no path.
#[derive(Default)]
struct Lengths {
    runs: Option<SearchRuns>,
    found: BTreeMap<usize, Option<f64>>,
}

/// Returns the lengths for this map.
fn lengths(ctx: &Context, session: &Session) -> Arc<Mutex<Lengths>> {
    let key = (session.scene_number(), session.generation());
    memo(ctx, Id::unique("lengths of searches"), key, || {
        let runs = Here::now().and_then(|here| later(here, || SearchRuns::of(session.registry(), session.scene())));
        Arc::new(Mutex::new(Lengths { runs, ..Lengths::default() }))
    })
}

impl Lengths {
    /// Returns our result for a search as a text: the same length, another one, or none yet. Runs the search if
    /// `may_run` is set, which is then cleared.
    fn text(&mut self, k: usize, row: &Row, may_run: &mut bool) -> String {
        let Some(runs) = &mut self.runs else { return String::new() };
        if !self.found.contains_key(&k) && std::mem::take(may_run) {
            self.found.insert(k, runs.length(row));
        }
        match self.found.get(&k) {
            None => "…".into(),
            Some(None) => "no path".into(),
            Some(&Some(got)) => match row.verdict(got) {
                Verdict::Exact => "the same".into(),
                Verdict::TooLong => format!("{}, longer", length(got)),
                Verdict::TooShort => format!("{}, shorter", length(got)),
            },
        }
    }
}

/// Draws the list. Returns its state if it stays open.
pub(super) fn show(
    ctx: &Context,
    session: &Session,
    view: &View,
    mut query: String,
    out: &mut Vec<Command>,
) -> Option<Dialog> {
    let theme = &view.theme;
    let searches = &session.opened().searches;
    modal(ctx, "searches", 660.0, |ui| {
        heading(ui, "Searches of this scenario");
        let lengths = lengths(ctx, session);
        let mut lengths = lengths.lock().unwrap_or_else(PoisonError::into_inner);
        let title = lengths.runs.as_ref().map_or("", |runs| runs.title);
        let about = format!("{} searches. Ours is the length that {title} finds.", thousands(searches.len()));
        ui.label(RichText::new(about).color(theme.weak));
        let field = TextEdit::singleline(&mut query).hint_text("row, cell or length").desired_width(f32::INFINITY);
        let field = ui.add(field).accessible_name("Filter searches");
        crate::view::focus::first(&field);
        let line = |k: usize| {
            let row = &searches[k];
            let ends = (row.start.to_string(), row.goal.to_string());
            format!("{:>6} {:>7}   {:>11} → {:<11} {:<10}", k + 1, row.bucket, ends.0, ends.1, length(row.length))
        };
        let wanted = query.trim();
        let exact = wanted.parse::<usize>().ok().and_then(|row| row.checked_sub(1)).filter(|&k| k < searches.len());
        let all: Vec<usize> = match exact {
            Some(k) => vec![k],
            None => (0..searches.len()).filter(|&k| wanted.is_empty() || line(k).contains(wanted)).collect(),
        };
        let id = Id::unique("search chosen by keys");
        let open = || all.iter().position(|&k| session.has_search(&searches[k]));
        let before = ctx.data(|d| d.get_temp::<usize>(id));
        let mut at = before.or_else(open).unwrap_or(0);
        let pressed = |key| ctx.input_mut(|i| i.consume_key(egui::Modifiers::NONE, key));
        let (up, down) = (pressed(egui::Key::ArrowUp), pressed(egui::Key::ArrowDown));
        at = (at + usize::from(down)).saturating_sub(usize::from(up)).min(all.len().saturating_sub(1));
        let mut selected_search = None;
        let head = format!("{:>6} {:>7}   {:>11} → {:<11} {:<10} ours", "row", "bucket", "start", "goal", "length");
        ui.horizontal(|ui| {
            // The rows are buttons, whose text begins behind their padding.
            ui.add_space(ui.spacing().button_padding.x);
            ui.label(RichText::new(head).font(fonts::mono(13.0)).color(theme.weak));
        });
        let high = 24.0;
        let mut area = ScrollArea::vertical().max_height(360.0).auto_shrink([false, true]);
        ctx.data_mut(|d| d.insert_temp(id, at));
        if up || down || before.is_none() {
            area = area.vertical_scroll_offset((at as f32 * (high + ui.spacing().item_spacing.y) - 160.0).max(0.0));
        }
        // One search a frame, so that the window stays smooth while the list fills.
        let mut may_run = true;
        area.show_rows(ui, high, all.len(), |ui, rows| {
            for row in rows {
                let k = all[row];
                let text = format!("{} {}", line(k), lengths.text(k, &searches[k], &mut may_run));
                let face = RichText::new(text).font(fonts::mono(13.0)).color(theme.text);
                let row = Button::selectable(row == at, face).min_size(vec2(ui.available_width(), high));
                if ui.add(row).accessible_name(format!("Search {}", k + 1)).clicked() {
                    selected_search = Some(k);
                }
            }
        });
        if !may_run {
            ctx.request_repaint();
        }
        let enter = ctx.input_mut(|i| i.consume_key(egui::Modifiers::NONE, egui::Key::Enter));
        let selected_search = selected_search.or(all.get(at).copied().filter(|_| enter));
        ui.add_space(8.0);
        let close = ui.horizontal(|ui| answer(ui, view, "Cancel", false, true)).inner;
        if let Some(search) = selected_search {
            out.extend(session.open_search(search).into_iter().map(Command::from));
            out.push(WindowCommand::Arrange(Arrangement::Debug).into());
        }
        if close || selected_search.is_some() {
            ctx.data_mut(|d| d.remove::<usize>(id));
            return None;
        }
        Some(Dialog::Searches(query))
    })
}

/// Formats a length with the decimals that it has, at most four.
fn length(length: f64) -> String {
    let text = format!("{length:.4}");
    text.trim_end_matches('0').trim_end_matches('.').to_owned()
}
