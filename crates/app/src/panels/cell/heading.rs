//! The heading of the cell inspector: one line with the cell, its ground and state, and its values at the right.

use super::{has_fields, history, show_fields, shows_fields};
use crate::debugger::Session;
use crate::style::fonts::{self, Icon};
use crate::style::theme::Theme;
use crate::view::Cx;
use egui::text::{LayoutJob, TextFormat, TextWrapping};
use egui::{Align, Button, Label, Layout, Ui, vec2};
use gridscope_trace::geometry::Cell;

/// Height of the heading, in points.
const HEIGHT: f32 = 24.0;

/// Draws the heading.
pub(super) fn show(ui: &mut Ui, cx: &mut Cx<'_>, theme: &Theme, cell: Cell) {
    let size = vec2(ui.available_width(), HEIGHT);
    ui.allocate_ui_with_layout(size, Layout::right_to_left(Align::Center), |ui| {
        ui.spacing_mut().item_spacing.x = 8.0;
        ui.spacing_mut().interact_size.y = 20.0;
        ui.add_space(8.0);
        history::filter_button(ui, cx);
        if has_fields(cx.session, cell) {
            let fields_visible = shows_fields(ui);
            let ink = if fields_visible { theme.now } else { theme.weak };
            let pencil = ui.add(Button::new(Icon::PENCIL_SIMPLE.text(14.0).color(ink)).frame(false));
            let help = "Shows the fields of the actor or tile in this cell, or the history.";
            if pencil.accessible_name("Fields of this cell").on_hover_text(help).clicked() {
                show_fields(ui, !fields_visible);
            }
        }
        let words = words(cx.session, theme, cell);
        let wide = ui.painter().layout_job(words.clone()).size().x;
        let values = values(cx.session, theme, cell);
        // Values are dropped from the end until the line fits.
        let room = ui.available_width() - wide - 30.0;
        let mut all = values.len();
        let job = |all: usize| {
            let mut job = LayoutJob::default();
            for part in &values[..all] {
                for (text, space, format) in part {
                    job.append(text, *space, format.clone());
                }
            }
            job
        };
        while all > 1 && ui.painter().layout_job(job(all)).size().x > room {
            all -= 1;
        }
        let every = values.iter().map(|part| part.iter().map(|p| &*p.0).collect::<Vec<_>>().join(" "));
        let every: Vec<String> = every.collect();
        ui.add(Label::new(job(all)).selectable(false)).on_hover_text(every.join("\n"));
        ui.with_layout(Layout::left_to_right(Align::Center), |ui| {
            ui.add_space(14.0);
            let mut words = words;
            words.wrap = TextWrapping::truncate_at_width(ui.available_width());
            ui.add(Label::new(words).selectable(false)).on_hover_text(kept_by(cx.session));
        });
    });
}

/// Returns why this cell is shown.
fn kept_by(session: &Session) -> &'static str {
    if session.display_state().selected.is_some() {
        "The selected cell. A click on another cell of the map selects that one."
    } else if session.display_state().hovered.is_some() {
        "The cell under the pointer. A click selects it, and it stays."
    } else {
        "The cell of the last event. A click on the map selects another, and it stays."
    }
}

/// Lays out the cell, its ground, its actors and its state.
fn words(session: &Session, theme: &Theme, cell: Cell) -> LayoutJob {
    let mut job = LayoutJob::default();
    let mut add = |text: &str, font: egui::FontId, colour, space: f32| {
        job.append(text, space, TextFormat { valign: Align::Center, ..TextFormat::simple(font, colour) });
    };
    add(&cell.to_string(), fonts::mono_semibold(13.0), theme.strong, 0.0);
    if session.shown_runs().nth(1).is_some() {
        add("in A", fonts::text(13.0), theme.weak, 6.0);
    }
    let all = session.describe_cell(cell);
    let mut descriptions = all.ground;
    let actors = session.scene().actors.iter().filter(|actor| actor.at == cell);
    descriptions.extend(actors.map(|actor| actor.kind.name().to_owned()));
    descriptions.extend(all.state.map(|(_, name)| name.to_string()));
    add(&descriptions.join(", "), fonts::text(13.0), theme.weak, 8.0);
    job
}

/// A piece of text with the space before it.
type Piece = (String, f32, TextFormat);

/// Returns name and value of each number that the cell has now. That of the layer shown is strong.
fn values(session: &Session, theme: &Theme, cell: Cell) -> Vec<[Piece; 2]> {
    let Some(replay) = session.replay() else { return Vec::new() };
    let format = |font, colour| TextFormat { valign: Align::Center, ..TextFormat::simple(font, colour) };
    let layers = session.layers();
    let numbers = layers.iter().enumerate().filter_map(|(i, layer)| {
        let value = replay.value(i, cell)?;
        value.number()?;
        let is_current_layer = i == session.display_state().layer;
        let (font, ink) =
            if is_current_layer { (fonts::mono_semibold(13.0), theme.strong) } else { (fonts::mono(13.0), theme.text) };
        let name = (layer.name.to_string(), 10.0, format(fonts::text(13.0), theme.weak));
        Some([name, (value.to_string(), 4.0, format(font, ink))])
    });
    numbers.collect()
}
