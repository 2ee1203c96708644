//! Answers about a cell: why it did not win, and the chain of causes behind what it holds.

use super::history;
use crate::app::panels::plots::thousands;
use crate::app::theme::Theme;
use crate::app::view::Cx;
use crate::core::geometry::Cell;
use crate::core::trace::Replay;
use crate::debugger::SessionCommand;
use crate::debugger::query;
use egui::{CollapsingHeader, Frame, Id, Label, Margin, RichText, Ui};
use std::sync::Arc;

/// How many links of the chain are listed.
const LINKS: usize = 200;

/// Draws the answer to *why not* where it was asked, and the chain under a header that opens.
pub(super) fn show(ui: &mut Ui, cx: &mut Cx<'_>, replay: &Replay, theme: &Theme, cell: Cell) {
    if let Some((_, why)) = cx.session.why_not.as_ref().filter(|(asked, _)| asked.last() == Some(&cell)) {
        Frame::new().fill(theme.at_hand()).corner_radius(4).inner_margin(Margin::symmetric(8, 6)).show(ui, |ui| {
            ui.add(Label::new(RichText::new(&why.sentence).color(theme.text)).wrap());
            if let Some(i) = why.event {
                let text = format!("Go to event {}", thousands(i + 1));
                if ui.button(text).on_hover_text(replay.event(i).sentence).clicked() {
                    cx.send(SessionCommand::Seek(i + 1));
                }
            }
        });
    }
    let chain = causes(ui, cx, replay, cell);
    if chain.len() < 2 {
        return;
    }
    let title = RichText::new(format!("Because of {} events, back to the start", chain.len() - 1));
    let header = CollapsingHeader::new(title).id_salt("because").show(ui, |ui| {
        let height = 8.0 * crate::app::panels::queue::ROW;
        let area = egui::ScrollArea::vertical().id_salt("causes").auto_shrink([false, true]).max_height(height);
        area.show(ui, |ui| {
            ui.spacing_mut().item_spacing.y = 1.0;
            for &i in chain.iter().take(LINKS) {
                history::row(ui, cx, replay, theme, (i as u32, false), &[]);
            }
            if chain.len() > LINKS {
                ui.label(RichText::new(format!("and {} more", chain.len() - LINKS)).color(theme.weak));
            }
        });
    });
    let response = header.header_response.on_hover_text("What this came from, and that from, link by link.");
    if response.hovered() {
        cx.view.point_at_path.extend(chain.iter().take(LINKS).filter_map(|&i| replay.event(i).cell));
    }
}

/// The chain behind what the cell holds, kept while moment and cell stay.
fn causes(ui: &Ui, cx: &Cx<'_>, replay: &Replay, cell: Cell) -> Arc<Vec<usize>> {
    type Kept = ((u64, Cell, usize), Arc<Vec<usize>>);
    let (id, key) = (Id::unique("cell causes"), (cx.session.generation, cell, replay.cursor()));
    if let Some((_, chain)) = ui.data(|d| d.get_temp::<Kept>(id)).filter(|kept| kept.0 == key) {
        return chain;
    }
    let chain = Arc::new(query::held(replay, cell).map_or_else(Vec::new, |i| query::causes(replay, i)));
    ui.data_mut(|d| d.insert_temp::<Kept>(id, (key, Arc::clone(&chain))));
    chain
}
