//! The cell inspector: what a cell holds now, why it holds that, and everything that ever happened to it. Its buttons
//! are in its tab row.

pub(crate) mod answers;
mod fields;
mod heading;
mod history;

use super::before;
use super::open_list::{empty, sentence};
use crate::debugger::{Session, SessionCommand};
use crate::style::theme::Theme;
use crate::view::Cx;
use crate::view::shortcuts::hint;
use egui::{Button, Frame, Id, Margin, RichText, ScrollArea, Ui, vec2};
use gridscope_trace::actor::FIELDS;
use gridscope_trace::trace::breakpoint::Condition;
use gridscope_trace::{ActorKind, Cell, Replay, Tile};

/// Maximum number of nodes listed for a cell: those that were reached last.
const MAX_NODES: usize = 24;

/// Draws the inspector for the selected cell, or else the cell under the pointer, or else the cell of the last event.
pub(crate) fn show(ui: &mut Ui, cx: &mut Cx<'_>) {
    let theme = cx.view.theme.clone();
    let Some(cell) = cell_at_hand(cx.session) else {
        return empty(ui, &theme, "Select a cell on the map. Its values and its history are shown here.");
    };
    ui.spacing_mut().item_spacing.y = 0.0;
    heading::show(ui, cx, &theme, cell);
    if shows_fields(ui) && has_fields(cx.session, cell) {
        padded(ui, |ui| _ = ScrollArea::vertical().auto_shrink(false).show(ui, |ui| fields::show(ui, cx, cell)));
        return;
    }
    let Some(replay) = cx.session.replay() else {
        return empty(ui, &theme, "The history of this cell is shown here once there is a run.");
    };
    if before::compared_cells(ui, cx).is_some() {
        padded(ui, |ui| {
            ScrollArea::vertical().auto_shrink(false).show(ui, |ui| before::show(ui, cx));
        });
        return;
    }
    nodes(ui, cx, replay, &theme, cell);
    padded(ui, |ui| answers::why_not(ui, cx, replay, &theme, cell));
    // One list at a time has the rest of the panel.
    if cx.view.asks_why {
        padded(ui, |ui| answers::because(ui, cx, replay, (cell, f32::INFINITY)));
    } else {
        history::show(ui, cx, replay, &theme, cell);
    }
}

/// Draws content with the panel's margin.
fn padded(ui: &mut Ui, content: impl FnOnce(&mut Ui)) {
    Frame::new().inner_margin(Margin { left: 14, right: 10, top: 0, bottom: 0 }).show(ui, content);
}

/// Returns the cell that the inspector shows.
fn cell_at_hand(session: &Session) -> Option<Cell> {
    let cell = session.display_state().selected.or(session.display_state().hovered).or_else(|| of_last_event(session));
    cell.filter(|&cell| session.scene().size().contains(cell))
}

/// Returns the cell of the last event, if cell histories are available. Returns `None` during playback, because the
/// panel would change at every event.
fn of_last_event(session: &Session) -> Option<Cell> {
    let replay = session.replay().filter(|_| !session.display_state().playback.playing)?;
    let cell = replay.cell(replay.cursor().checked_sub(1)?)?;
    replay.known_history(cell).map(|_| cell)
}

/// Returns whether an actor or the tile of a cell has fields of its own.
fn has_fields(session: &Session, cell: Cell) -> bool {
    let scene = session.scene();
    let fielded = |kind: ActorKind| FIELDS.iter().any(|field| field.kinds.contains(&kind));
    scene.actors.iter().any(|actor| actor.at == cell && actor.kind != ActorKind::Goal && fielded(actor.kind))
        || matches!(scene.tiles.get(cell), Some(Tile::Shutter | Tile::ShutterOpen | Tile::DoorLocked))
}

/// Returns whether fields are shown instead of the history.
fn shows_fields(ui: &Ui) -> bool {
    ui.data(|d| d.get_temp::<bool>(Id::unique("cell fields"))).unwrap_or(false)
}

/// Shows the fields, or the history.
fn show_fields(ui: &Ui, shown: bool) {
    ui.data_mut(|d| d.insert_temp(Id::unique("cell fields"), shown));
}

/// Lists the nodes of the cell if a search has several in one cell. The map shows the last one.
fn nodes(ui: &mut Ui, cx: &mut Cx<'_>, replay: &Replay, theme: &Theme, cell: Cell) {
    let nodes = replay.nodes(cell);
    if nodes.len() < 2 {
        return;
    }
    let all = nodes.len();
    padded(ui, |ui| {
        ui.horizontal_wrapped(|ui| {
            ui.label(RichText::new(format!("{all} nodes in this cell, the map shows the last:")).color(theme.weak));
            for (node, event) in nodes.into_iter().skip(all.saturating_sub(MAX_NODES)) {
                if ui.small_button(&node).on_hover_text(sentence(cx.session, event)).clicked() {
                    cx.send(SessionCommand::Seek(event + 1));
                }
            }
        });
    });
}

/// Returns the width of the buttons in the tab row, in points.
pub(crate) fn controls_width(ui: &Ui, cx: &Cx<'_>) -> f32 {
    let font = egui::TextStyle::Button.resolve(ui.style());
    let width = |text: &str| {
        let galley = ui.painter().layout_no_wrap(text.to_owned(), font.clone(), cx.view.theme.text);
        galley.size().x + 16.0 + 6.0
    };
    width("Why") + width("Why not") + 30.0
}

/// Draws the buttons in the tab row, from right to left: breakpoint, *why not*, *why*.
pub(crate) fn controls(ui: &mut Ui, cx: &mut Cx<'_>) {
    let Some(cell) = cell_at_hand(cx.session) else { return };
    let theme = cx.view.theme.clone();
    let set = cx.session.display_state().breakpoints.iter().any(|b| b.condition == Condition::at_cell(cell));
    let dot = crate::style::fonts::Icon::CIRCLE_FILLED.text(12.0).color(if set { theme.wrong } else { theme.faint });
    let face = Button::selectable(set, dot).frame_when_inactive(true).min_size(vec2(24.0, 24.0));
    let keys = hint(SessionCommand::BreakHere);
    let help = if set { format!("Removes the breakpoint on {cell}.\n{keys}") } else { keys };
    if ui.add(face).accessible_name("Break here").on_hover_text(help).clicked() {
        cx.send(SessionCommand::BreakAt(cell));
    }
    let help = format!("Why {cell} was not chosen: what was in the way, or what it would have cost.");
    if ui.button("Why not").on_hover_text(help).clicked() {
        cx.send(SessionCommand::WhyNot(cell));
    }
    let why_is_active = cx.view.asks_why;
    let why = Button::selectable(why_is_active, "Why").frame_when_inactive(true);
    let last = cx.session.replay().and_then(|replay| replay.holders(cell).last().copied());
    let last = last.map_or_else(String::new, |event| format!("\n{}", sentence(cx.session, event as usize)));
    let help = format!("The chain of events that led to the value of {cell}. Click again for its history.{last}");
    if ui.add_enabled(cx.session.replay().is_some(), why).on_hover_text(help).clicked() {
        cx.view.asks_why = !why_is_active;
    }
}
