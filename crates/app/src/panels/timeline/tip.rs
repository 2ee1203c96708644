//! The tooltip of the timeline.

use crate::formats::plain::thousands;
use crate::panels::notes::headline;
use crate::view::Cx;
use egui::{CursorIcon, Response};
use gridscope_trace::trace::Replay;

/// Shows the tooltip of the event under the pointer, and highlights its cell on the map.
pub(super) fn show_tooltip(response: Response, cx: &mut Cx<'_>, replay: &Replay, moment: usize) {
    let response = response.on_hover_cursor(CursorIcon::PointingHand);
    let (session, theme) = (cx.session, cx.view.theme.clone());
    // The timeline has room before a window, too.
    let moment = moment.max(replay.trace().first());
    let event = moment.checked_sub(1).map(|i| replay.event(i));
    let number = replay.number_of_moment(moment);
    if let Some(cell) = event.as_ref().and_then(|e| e.cell) {
        cx.view.point_at = Some(cell);
    }
    response.on_hover_ui_at_pointer(|ui| {
        ui.set_max_width(420.0);
        match &event {
            None => ui.label("Before the first event"),
            Some(event) => ui.label(format!("event {}: {}", thousands(number), event.sentence)),
        };
        for b in session.scene().run.slides.iter().filter(|b| b.at == number) {
            ui.colored_label(theme.now, format!("Slide: {}", headline(&b.note)));
        }
        let index = moment.wrapping_sub(1) as u32;
        for b in session.display_state().breakpoints.iter().filter(|b| b.hits.binary_search(&index).is_ok()) {
            ui.colored_label(theme.wrong, format!("● breakpoint: {}", b.condition));
        }
        for finding in session.log().into_iter().flat_map(|log| log.at(index)) {
            ui.colored_label(theme.wrong, format!("✕ {}: {}", finding.rule.name(), finding.sentence));
        }
        if replay.known_ties().is_some_and(|ties| ties.binary_search(&index).is_ok()) {
            ui.colored_label(theme.tie, "= something was equal here");
        }
        let help = "Click or drag to go there · Shift+drag loops a range · double click clears it";
        ui.label(egui::RichText::new(help).small().color(theme.weak));
    });
}
