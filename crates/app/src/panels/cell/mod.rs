//! The cell inspector: what a cell holds now, why it holds that, and everything that ever happened to it.

pub(crate) mod answers;
mod fields;
mod history;

use super::listing::{flow, pair};
use super::plots::thousands;
use super::queue::sentence;
use crate::core::card::LayerKind;
use crate::core::event::Value;
use crate::core::geometry::Cell;
use crate::core::trace::Replay;
use crate::core::trace::breakpoint::Condition;
use crate::debugger::Session;
use crate::debugger::command::SessionCommand;
use crate::memo::memo;
use crate::shortcuts::hint;
use crate::theme::Theme;
use crate::view::Cx;
use egui::{Button, Id, RichText, Ui};

/// Maximum number of past events checked for the one that wrote the value.
const ASKED: usize = 64;
/// Maps with more cells are not forked to find the writer. The last holder is shown instead.
const LARGE: usize = 1 << 20;
/// Maximum number of nodes listed for a cell: those that were reached last.
const MOST_NODES: usize = 24;

/// Draws the inspector for the selected cell, or else the cell under the pointer, or else the cell of the last event.
pub(crate) fn show(ui: &mut Ui, cx: &mut Cx<'_>) {
    let theme = cx.view.theme.clone();
    let session = cx.session;
    let cell = session.shown.selected.or(session.shown.hovered).or_else(|| of_last_event(session));
    let Some(cell) = cell.filter(|&c| session.scene().size().contains(c)) else {
        ui.label(RichText::new("Select a cell on the map: its fields and history appear here.").color(theme.weak));
        return;
    };
    egui::ScrollArea::vertical().id_salt("cell").auto_shrink(false).show(ui, |ui| {
        // The area ends at the visible bottom, so that if possible only the history scrolls.
        let bottom = ui.clip_rect().bottom().min(ui.max_rect().bottom());
        heading(ui, session, &theme, cell);
        fields::show(ui, cx, cell);
        let Some(replay) = session.replay() else {
            ui.horizontal_wrapped(|ui| buttons(ui, cx, cell));
            ui.label(
                RichText::new("Nothing is recorded yet: what the run does to this cell appears here.")
                    .color(theme.weak),
            );
            return;
        };
        values(ui, session, replay, &theme, cell);
        nodes(ui, cx, replay, &theme, cell);
        why(ui, cx, replay, &theme, cell);
        answers::show(ui, cx, replay, &theme, cell);
        history::show(ui, cx, replay, &theme, (cell, bottom));
    });
}

/// Returns the cell of the last event, if cell histories are available. Returns `None` during playback, because the
/// panel would change at every event.
fn of_last_event(session: &Session) -> Option<Cell> {
    let replay = session.replay().filter(|_| !session.shown.playback.playing)?;
    let cell = replay.cell(replay.cursor().checked_sub(1)?)?;
    replay.known_history(cell).map(|_| cell)
}

/// Draws the heading: the cell, its tile, the actors on it, and why it is shown.
fn heading(ui: &mut Ui, session: &Session, theme: &Theme, cell: Cell) {
    let scene = session.scene();
    ui.horizontal_wrapped(|ui| {
        ui.label(RichText::new(format!("Cell ({}, {})", cell.x, cell.y)).font(crate::fonts::semibold(14.0)));
        if session.shown_runs().nth(1).is_some() {
            let help = "Of the runs that are shown, this panel tells of the first one.";
            ui.label(RichText::new("in A").color(theme.weak)).on_hover_text(help);
        }
        if let Some(info) = scene.tiles.get(cell).map(|tile| tile.info()) {
            let glyph = if info.glyph == ' ' { String::new() } else { format!("{} ", info.glyph) };
            let help = if info.cost > 0 {
                format!("Entering costs {} more.", info.cost)
            } else {
                "What the cell is made of.".to_owned()
            };
            ui.label(RichText::new(glyph + info.name).monospace()).on_hover_text(help);
        }
        if let Some(weight) = scene.weight(cell) {
            let help = "Entering costs so many times the step, in place of what the tile says.";
            ui.label(RichText::new(format!("cost {weight}")).monospace()).on_hover_text(help);
        }
        for actor in scene.actors.iter().filter(|a| a.at == cell) {
            let text = format!("{} {}", actor.glyph(), actor.kind.name());
            ui.label(RichText::new(text).monospace().color(theme.now)).on_hover_text("Who or what stands here.");
        }
        let (how, help) = if session.shown.selected.is_some() {
            ("selected", "A click on another cell of the map selects that one.")
        } else if session.shown.hovered.is_some() {
            ("pointed at", "The cell under the pointer. A click selects it, and it stays.")
        } else {
            (
                "of this event",
                "The cell that the last event is about. A click on the map selects another, and it stays.",
            )
        };
        ui.label(RichText::new(how).color(theme.weak)).on_hover_text(help);
    });
}

/// Draws the value of each layer that has one now, and of the layer shown.
fn values(ui: &mut Ui, session: &Session, replay: &Replay, theme: &Theme, cell: Cell) {
    flow(ui, |ui| {
        for (i, layer) in session.layers().iter().enumerate() {
            let (value, chosen) = (replay.value(i, cell), i == session.shown.layer);
            if value.is_none() && !chosen {
                continue;
            }
            let value = value.map_or_else(|| "—".to_owned(), |v| v.to_string());
            let shown = if chosen { theme.now } else { theme.weak };
            pair(ui, (&layer.name, shown), (&value, theme.text)).on_hover_text(&*layer.help);
        }
    });
}

/// Lists the nodes of the cell if a search has several in one cell. The map shows the last one.
fn nodes(ui: &mut Ui, cx: &mut Cx<'_>, replay: &Replay, theme: &Theme, cell: Cell) {
    let nodes = replay.nodes(cell);
    if nodes.len() < 2 {
        return;
    }
    let all = nodes.len();
    ui.horizontal_wrapped(|ui| {
        ui.label(RichText::new(format!("{all} nodes here, the map shows the last:")).color(theme.weak));
        for (node, event) in nodes.into_iter().skip(all.saturating_sub(MOST_NODES)) {
            if ui.small_button(&node).on_hover_text(sentence(cx.session, event)).clicked() {
                cx.send(SessionCommand::Seek(event + 1));
            }
        }
    });
}

/// Draws the cell's value and the event that wrote it, with buttons that explain it.
fn why(ui: &mut Ui, cx: &mut Cx<'_>, replay: &Replay, theme: &Theme, cell: Cell) {
    let holders = replay.holders(cell);
    let Some(&last) = holders.last() else {
        ui.label(RichText::new("Nothing has been written here yet.").color(theme.weak));
        ui.horizontal_wrapped(|ui| {
            why_not(ui, cx, cell);
            buttons(ui, cx, cell);
        });
        return;
    };
    let named = named_layer(cx.session, replay, cell);
    let event = named
        .clone()
        .map_or(last as usize, |(layer, value)| writer(ui, cx.session, replay, (cell, layer, value, last)));
    let what = named.map_or_else(
        || "Written by".to_owned(),
        |(layer, value)| format!("Holds {} {value} since", cx.session.layers()[layer].name),
    );
    // No # here, because only rows of the history are found by it.
    let text = format!("{what} event {}: {}", thousands(event + 1), replay.event(event).sentence);
    ui.add(crate::fonts::one_line(ui, RichText::new(&text).color(theme.text))).on_hover_text(&text);
    ui.horizontal_wrapped(|ui| {
        let asked = answers::asks_why(ui);
        let why = Button::selectable(asked, "Why?").frame_when_inactive(true);
        let help = format!("What this came from, and that from, link by link.\n{}", sentence(cx.session, event));
        if ui.add(why).on_hover_text(help).clicked() {
            answers::ask_why(ui, !asked);
        }
        why_not(ui, cx, cell);
        buttons(ui, cx, cell);
    });
}

fn why_not(ui: &mut Ui, cx: &mut Cx<'_>, cell: Cell) {
    let help = "Why this cell did not win: what stood in the way, or what it would have cost.";
    if ui.button("Why not?").on_hover_text(help).clicked() {
        cx.send(SessionCommand::WhyNot(cell));
    }
}

/// Returns the number to explain: the one of the layer shown, or else of the first layer with a number.
fn named_layer(session: &Session, replay: &Replay, cell: Cell) -> Option<(usize, Value)> {
    let layers = session.layers();
    let shown = std::iter::once(session.shown.layer).chain(0..layers.len());
    shown
        .filter(|&i| layers.get(i).is_some_and(|l| l.kind == LayerKind::Scalar))
        .find_map(|i| replay.value(i, cell).map(|v| (i, v)))
}

/// Returns the event at which a layer got its current value: the latest about the cell before which the value was
/// different.
fn writer(ui: &Ui, session: &Session, replay: &Replay, (cell, layer, value, last): (Cell, usize, Value, u32)) -> usize {
    let history = replay.history(cell);
    let past = history.partition_point(|&i| (i as usize) < replay.cursor());
    // The value changes only at events about the cell, so it is computed again only after one.
    memo(ui, Id::unique("cell writer"), (session.generation, cell, layer, past), || {
        if replay.size().area() > LARGE {
            return last as usize;
        }
        let mut before = replay.fork();
        let mut asked = history[..past].iter().rev().take(ASKED).map(|&i| i as usize);
        let found = asked.find(|&i| {
            before.seek(i);
            before.value(layer, cell).as_ref() != Some(&value)
        });
        found.unwrap_or(last as usize)
    })
}

/// Draws the button that sets a breakpoint on the cell.
fn buttons(ui: &mut Ui, cx: &mut Cx<'_>, cell: Cell) {
    let session = cx.session;
    let set = session.shown.breakpoints.iter().any(|b| b.condition == Condition::at_cell(cell));
    let face = Button::selectable(set, "Break here").frame_when_inactive(true);
    let keys = hint(SessionCommand::BreakHere);
    if ui.add(face).on_hover_text(if set { format!("Takes the breakpoint away.\n{keys}") } else { keys }).clicked() {
        cx.send(SessionCommand::BreakAt(cell));
    }
}
