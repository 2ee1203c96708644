//! The context menu of a cell: questions about it, and changes to it at the current turn.

use super::start_kind;
use crate::debugger::session::window::PanelId;
use crate::debugger::{SessionCommand, WindowCommand};
use crate::view::Cx;
use egui::{EventFilter, Id, Key, Modifiers, Popup, Rect, Response, Ui};
use gridscope_trace::geometry::Cell;
use gridscope_trace::scene::{ActorKind, ScriptLine};
use gridscope_trace::terrain::{Tile, Verb};

/// Shows the menu of the cell that was clicked, or that the keyboard has selected.
pub(super) fn show(cx: &mut Cx<'_>, response: &Response, rect: Rect, cell: Option<Cell>) {
    // The cell that was selected before the click is the other one of a question about two cells.
    let other_cell_id = Id::unique("other cell of the menu");
    if response.secondary_clicked() {
        response.ctx.data_mut(|d| d.insert_temp(other_cell_id, cx.session.display_state().selected));
        cx.send(SessionCommand::Select(cell));
    }
    let other = response.ctx.data(|d| d.get_temp::<Option<Cell>>(other_cell_id)).flatten();
    // The click that opens the menu also selects, but only after this frame.
    let target = if response.secondary_clicked() { cell } else { cx.session.display_state().selected };
    let Some(cell) = target else { return };
    let mut popup = Popup::context_menu(response);
    // If it was opened by Enter, it is at its cell, and its entries have the focus.
    let keyed = Id::unique("menu of a cell by keyboard");
    let open = popup.is_open();
    if response.has_focus() && open {
        response.ctx.data_mut(|d| d.insert_temp(keyed, true));
    }
    let by_keys = response.ctx.data(|d| d.get_temp::<bool>(keyed)).unwrap_or(false);
    if !open && by_keys {
        response.ctx.data_mut(|d| d.remove::<bool>(keyed));
        response.request_focus();
    }
    if by_keys {
        popup = popup.at_position(cx.view.camera.cell_rect(rect, cell).max.min(rect.max));
    }
    popup.show(|ui| {
        let mut entries = Entries { by_keys, all: Vec::new() };
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
            if entries.show(ui, title) {
                if matches!(command, SessionCommand::Select(_) | SessionCommand::WhyNot(_)) {
                    cx.send(WindowCommand::ShowPanel(PanelId::Cell));
                }
                cx.send(command);
                ui.close();
            }
        }
        if let Some(other) = other.filter(|&other| other != cell && cx.session.replay().is_some())
            && entries.show(ui, &format!("Why {other} before {cell}?"))
        {
            cx.send(WindowCommand::WhyBefore(Some([other, cell])));
            ui.close();
        }
        interventions(ui, cx, cell, &mut entries);
        entries.keys(ui);
    });
}

/// The entries of the menu, in order.
struct Entries {
    by_keys: bool,
    all: Vec<Id>,
}

impl Entries {
    /// Draws an entry. Returns whether it was chosen.
    fn show(&mut self, ui: &mut Ui, title: &str) -> bool {
        let response = ui.button(title);
        self.all.push(response.id);
        response.clicked()
    }

    /// Moves from entry to entry with up, down and Tab. Wraps around at the ends.
    fn keys(&self, ui: &Ui) {
        if !self.by_keys || self.all.is_empty() {
            return;
        }
        let now = ui.memory(egui::Memory::focused).and_then(|id| self.all.iter().position(|&one| one == id));
        let by = ui.input_mut(|i| {
            let mut times = |key, modifiers| i.count_and_consume_key(modifiers, key) as isize;
            -times(Key::Tab, Modifiers::SHIFT)
                + times(Key::Tab, Modifiers::NONE)
                + times(Key::ArrowDown, Modifiers::NONE)
                - times(Key::ArrowUp, Modifiers::NONE)
        });
        let next = now.map_or(0, |k| (k as isize + by).rem_euclid(self.all.len() as isize) as usize);
        let id = self.all[next];
        ui.memory_mut(|m| {
            m.request_focus(id);
            m.set_focus_lock_filter(
                id,
                EventFilter { tab: true, horizontal_arrows: true, vertical_arrows: true, escape: false },
            );
        });
    }
}

/// Draws entries that change the world at the current turn.
fn interventions(ui: &mut Ui, cx: &mut Cx<'_>, cell: Cell, entries: &mut Entries) {
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
        if entries.show(ui, &title) {
            cx.send(SessionCommand::Intervene(line));
            ui.close();
        }
    }
}
