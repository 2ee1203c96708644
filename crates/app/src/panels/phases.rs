//! The phases of the run as a tree: turns, recursion, parts. Those that contain the cursor are marked.

use super::open_list::{ROW, RowLook, RowText};
use crate::debugger::session::command::SessionCommand;
use crate::formats::plain::thousands;
use crate::view::Cx;
use egui::{Id, Label, RichText, ScrollArea, Ui};
use gridscope_trace::trace::Phase;

/// Maximum depth that is drawn indented.
const DEEPEST: u8 = 24;

/// Draws the panel.
pub(crate) fn show(ui: &mut Ui, cx: &mut Cx<'_>) {
    let theme = cx.view.theme.clone();
    let Some(replay) = cx.session.replay() else {
        ui.label(RichText::new("Nothing is recorded yet: the run's phases appear here.").color(theme.weak));
        return;
    };
    let (phases, cursor) = (replay.phases(), replay.cursor());
    if phases.is_empty() {
        let text = "This run has no phases: it is one piece from start to end.";
        ui.add(Label::new(RichText::new(text).color(theme.weak)).wrap());
        return;
    }
    let around = around(phases, cursor);
    let chain: Vec<String> = around.iter().map(|&k| replay.phase_name(phases[k].start as usize)).collect();
    let text = if chain.is_empty() { "before the first phase".to_owned() } else { chain.join(" › ") };
    ui.add(Label::new(RichText::new(text).strong()).wrap());
    ui.spacing_mut().item_spacing.y = 1.0;
    let (id, at) = (Id::unique("phases cursor"), (cx.session.generation(), cursor));
    let moved = ui.data(|d| d.get_temp::<(u64, usize)>(id)) != Some(at);
    ui.data_mut(|d| d.insert_temp(id, at));
    let mut area = ScrollArea::vertical().auto_shrink(false);
    if let Some(&here) = around.last().filter(|_| moved) {
        // Centres the current row whenever the cursor moves.
        let offset = here as f32 * (ROW + 1.0) - ui.available_height() / 2.0;
        area = area.vertical_scroll_offset(offset.max(0.0));
    }
    area.show_rows(ui, ROW, phases.len(), |ui, rows| {
        for k in rows {
            let phase = &phases[k];
            let inside = around.contains(&k);
            let mut text = RowText::new(ui);
            text.mono(&"│ ".repeat(phase.depth.min(DEEPEST) as usize), theme.weak);
            text.mono(if inside { "▶ " } else { "• " }, if inside { theme.now } else { theme.weak });
            let name = replay.phase_name(phase.start as usize);
            text.body(&name, if inside { theme.now } else { theme.text });
            let events = thousands((phase.end - phase.start) as usize);
            text.body(&format!("   {events} events"), theme.weak);
            let look = RowLook { fill: inside.then_some(theme.current_background()), ..RowLook::default() };
            let response =
                text.show(ui, k, &format!("Phase {name}, event {}", replay.number(phase.start as usize)), look);
            if response.on_hover_text("Click to go to its beginning.").clicked() {
                cx.send(SessionCommand::Seek(phase.start as usize + 1));
            }
        }
    });
}

/// Returns the phases that contain the cursor, outermost first.
fn around(phases: &[Phase], cursor: usize) -> Vec<usize> {
    let mut all = Vec::new();
    let mut depth = u8::MAX;
    for k in (0..phases.partition_point(|p| (p.start as usize) < cursor)).rev() {
        let phase = &phases[k];
        if phase.depth < depth {
            depth = phase.depth;
            if phase.end as usize >= cursor {
                all.push(k);
            }
            if depth == 0 {
                break;
            }
        }
    }
    all.reverse();
    all
}
