//! Answers about a cell: why it did not win, and the chain of causes of its value.

use crate::canvas::chain::numbered;
use crate::debugger::{SessionCommand, lab::query};
use crate::formats::plain::thousands;
use crate::style::fonts::{mono, semibold, text};
use crate::style::memo::memo;
use crate::style::theme::Theme;
use crate::view::Cx;
use egui::{Align, Align2, Button, Frame, Id, Label, Layout, Margin, RichText, Sense, Ui, vec2};
use gridscope_trace::{Cell, Replay};
use std::sync::Arc;

/// Maximum number of links listed from the chain.
const LINKS: usize = 200;
/// Diameter of the bead of a link, in points.
const BEAD: f32 = 18.0;
/// Maximum height of the chain in a popup before it scrolls, in points.
pub(crate) const HIGHEST: f32 = 150.0;

/// Draws the answer to *why not*, if the user has asked.
pub(super) fn why_not(ui: &mut Ui, cx: &mut Cx<'_>, replay: &Replay, theme: &Theme, cell: Cell) {
    if let Some((_, why)) = cx.session.display_state().why_not.as_ref().filter(|(asked, _)| asked.last() == Some(&cell))
    {
        Frame::new().fill(theme.current_background()).corner_radius(4).inner_margin(Margin::symmetric(8, 6)).show(
            ui,
            |ui| {
                let several = cx.session.shown_runs().nth(1).is_some();
                let text = if several { format!("In A: {}", why.sentence) } else { why.sentence.clone() };
                ui.add(Label::new(RichText::new(text).color(theme.text)).wrap());
                if let Some(i) = why.event {
                    let text = format!("Go to event {}", thousands(replay.number(i)));
                    if ui.button(text).on_hover_text(replay.event(i).sentence).clicked() {
                        cx.send(SessionCommand::Seek(i + 1));
                    }
                }
            },
        );
        ui.add_space(4.0);
    }
    if cx.session.display_state().why_not.is_none()
        && cx.session.asked_why_not().is_some_and(|asked| asked.last() == Some(&cell))
    {
        ui.label(RichText::new("Looking for the reason…").color(theme.weak));
    }
}

/// Draws the chain of causes, the nearest first: a line for each, with the number of its bead on the map and a link to
/// its event. It scrolls if it is higher than `highest` points.
pub(crate) fn because(ui: &mut Ui, cx: &mut Cx<'_>, replay: &Replay, (cell, highest): (Cell, f32)) {
    let theme = cx.view.theme.clone();
    let chain = causes(ui, cx, replay, cell);
    let Some(&first) = chain.first() else {
        ui.label(RichText::new("Nothing has written this cell yet, so there is no cause.").color(theme.weak));
        return;
    };
    let cells: Vec<Option<Cell>> = chain.iter().take(LINKS).map(|&i| replay.cell(i)).collect();
    let beads = numbered(cells.iter().copied());
    let mut on_map: Vec<Cell> = Vec::new();
    for (cell, bead) in cells.iter().zip(&beads) {
        on_map.extend(cell.filter(|_| bead.is_some_and(|bead| bead > on_map.len())));
    }
    cx.view.next_chain = on_map;
    let frame = Frame::new().fill(theme.current_background()).corner_radius(4).inner_margin(Margin::symmetric(8, 6));
    frame.show(ui, |ui| {
        heading(ui, cx, &theme, (chain.len() - 1, first + 1, replay.cursor()));
        let area = egui::ScrollArea::vertical().id_salt("causes").auto_shrink([false, true]).max_height(highest);
        area.show(ui, |ui| {
            ui.spacing_mut().item_spacing.y = 3.0;
            ui.spacing_mut().interact_size.y = BEAD;
            let digits = chain.iter().map(|&i| thousands(replay.number(i)).len()).max().unwrap_or(1);
            for (&i, bead) in chain.iter().zip(beads) {
                link(ui, cx, replay, (i, digits, bead));
            }
            if chain.len() > LINKS {
                ui.label(RichText::new(format!("and {} more", thousands(chain.len() - LINKS))).color(theme.weak));
            }
        });
    });
}

/// Draws the number of causes, and a button that goes to the event that wrote the cell.
fn heading(ui: &mut Ui, cx: &mut Cx<'_>, theme: &Theme, (more, write, cursor): (usize, usize, usize)) {
    let text = match more {
        0 => "This is where it began".to_owned(),
        1 => "Because of 1 event before".to_owned(),
        _ => format!("Because of {} events, back to the start", thousands(more)),
    };
    let size = vec2(ui.available_width(), ui.spacing().interact_size.y);
    ui.allocate_ui_with_layout(size, Layout::right_to_left(Align::Center), |ui| {
        let go = ui.add_enabled(cursor != write, Button::new("Go there")).accessible_name("Go to the write");
        let go = go.on_hover_text("Goes to the event that wrote it; Alt+← comes back.");
        if go.on_disabled_hover_text("The cursor is at the event that wrote it.").clicked() {
            cx.send(SessionCommand::Seek(write));
        }
        ui.with_layout(Layout::left_to_right(Align::Center), |ui| {
            let text = RichText::new(text).font(crate::style::fonts::medium(13.0)).color(theme.text);
            ui.add(Label::new(text).truncate());
        });
    });
}

/// Draws one link of the chain in a line. The event's number goes there. Under the pointer, its cell is marked on the map.
fn link(ui: &mut Ui, cx: &mut Cx<'_>, replay: &Replay, (event, digits, bead): (usize, usize, Option<usize>)) {
    let theme = cx.view.theme.clone();
    let here = event + 1 == replay.cursor();
    let row = ui.horizontal(|ui| {
        ui.spacing_mut().item_spacing.x = 6.0;
        let (place, _) = ui.allocate_exact_size(vec2(BEAD, BEAD), Sense::hover());
        if let Some(bead) = bead {
            ui.painter().circle_filled(place.center(), BEAD / 2.0, theme.link);
            let ink = theme.text_on(theme.link);
            ui.painter().text(place.center(), Align2::CENTER_CENTER, bead.to_string(), semibold(11.0), ink);
        }
        let number = format!("{:>wide$}", format!("#{}", thousands(replay.number(event))), wide = digits + 1);
        let face = RichText::new(number).font(mono(12.5)).color(if here { theme.now } else { theme.link });
        let go = ui.add(egui::Link::new(face)).on_hover_text("Goes to this event; Alt+← comes back.");
        if go.clicked() {
            cx.send(SessionCommand::Seek(event + 1));
        }
        let sentence = replay.event(event).sentence;
        ui.add(Label::new(RichText::new(sentence).font(text(13.0)).color(theme.text)).truncate());
    });
    if row.response.contains_pointer() {
        cx.view.point_at = replay.cell(event).or(cx.view.point_at);
    }
}

/// Returns the chain of causes of the cell's value. Cached until the moment or the cell changes.
fn causes(ui: &Ui, cx: &Cx<'_>, replay: &Replay, cell: Cell) -> Arc<Vec<usize>> {
    memo(ui, Id::unique("cell causes"), (cx.session.generation(), cell, replay.cursor()), || {
        Arc::new(query::current_event(replay, cell).map_or_else(Vec::new, |i| query::causes(replay, i)))
    })
}
