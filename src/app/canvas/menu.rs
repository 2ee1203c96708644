//! The menu of a cell: what can be asked of it, and done to it at the turn that is looked at.

use super::start_kind;
use crate::app::view::Cx;
use crate::core::geometry::Cell;
use crate::core::scene::{ActorKind, ScriptLine};
use crate::core::terrain::{Tile, Verb};
use crate::debugger::window::PanelId;
use crate::debugger::{SessionCommand, WindowCommand};
use egui::{Popup, Rect, Response, Ui};

/// The menu of the cell that was clicked, or that the keyboard stands on.
pub(super) fn show(cx: &mut Cx<'_>, response: &Response, rect: Rect, cell: Option<Cell>) {
    if response.secondary_clicked() {
        cx.send(SessionCommand::Select(cell));
    }
    // The click that opens the menu also selects, but only after this frame.
    let target = if response.secondary_clicked() { cell } else { cx.session.selected };
    let Some(cell) = target else { return };
    let mut popup = Popup::context_menu(response);
    if response.has_focus() {
        popup = popup.at_position(cx.view.camera.cell_rect(rect, cell).max.min(rect.max));
    }
    popup.show(|ui| {
        ui.strong(format!("Cell {cell}"));
        let kind = start_kind(cx);
        let rows = [
            ("Show history", SessionCommand::Select(Some(cell))),
            ("Why not this cell?", SessionCommand::WhyNot(cell)),
            ("Break here", SessionCommand::BreakAt(cell)),
            ("Set as start", SessionCommand::PutActor(kind, cell)),
            ("Set as goal", SessionCommand::PutActor(ActorKind::Goal, cell)),
        ];
        for (title, command) in rows {
            if ui.button(title).clicked() {
                if matches!(command, SessionCommand::Select(_) | SessionCommand::WhyNot(_)) {
                    cx.send(WindowCommand::ShowPanel(PanelId::Cell));
                }
                cx.send(command);
                ui.close();
            }
        }
        interventions(ui, cx, cell);
    });
}

/// What a hand can do to the world at the turn that is looked at.
fn interventions(ui: &mut Ui, cx: &mut Cx<'_>, cell: Cell) {
    let Some(turn) = cx.session.turn_now() else { return };
    let line = |verb, tile: Option<&str>| ScriptLine { turn, verb, at: cell, to: None, tile: tile.map(str::to_owned) };
    let tile = cx.session.tile_now(cell);
    let mut rows: Vec<(String, ScriptLine)> = tile
        .info()
        .becomes
        .iter()
        .map(|&(verb, to)| (format!("{verb:?} the {tile}: {to}"), line(verb, None)))
        .collect();
    match cx.session.actor_now(cell).map(|i| cx.session.scene().actors[i].kind) {
        Some(ActorKind::Lamp) => {
            rows.push(("Light the lamp".into(), line(Verb::Light, None)));
            rows.push(("Put the lamp out".into(), line(Verb::Douse, None)));
        }
        Some(kind) => rows.push((format!("Take the {} away", kind.name()), line(Verb::Remove, None))),
        None if tile == Tile::Floor => rows.push(("Put a wall here".into(), line(Verb::Place, Some("wall")))),
        None => {}
    }
    if rows.is_empty() {
        return;
    }
    ui.separator();
    ui.weak(format!("At turn {turn}, and the run goes on from there:"));
    for (title, line) in rows {
        if ui.button(title).clicked() {
            cx.send(SessionCommand::Intervene(line));
            ui.close();
        }
    }
}
