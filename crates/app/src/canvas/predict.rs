//! Prediction mode: a strip above the map with the question, the score and the right answer, and marks on the candidate
//! cells.

use super::shapes::{Draw, SIGNS_FROM};
use crate::debugger::SessionCommand;
use crate::debugger::session::window::Arrangement;
use crate::style::fonts;
use crate::view::Cx;
use crate::view::shortcuts::hint;
use egui::{Align, Align2, Button, Frame, Label, Layout, Margin, Rect, RichText, Ui, UiBuilder, vec2};

/// Maximum number of candidates that are marked on the map.
const MAX_CANDIDATES: usize = 400;

impl Draw<'_> {
    /// Draws a question mark in each candidate cell while the question is open.
    pub(super) fn draw_question_marks(&self) {
        let main = self.cx.session.replay();
        let Some(replay) = self.replay.filter(|&r| main.is_some_and(|main| std::ptr::eq(main, r))) else { return };
        let predict = self.cx.session.display_state().predict.as_ref().filter(|predict| predict.given.is_none());
        let cells = match predict {
            Some(predict) if replay.asked_at(predict.event) != replay.cursor() => return,
            Some(predict) => predict.cells.clone(),
            None if crate::panels::ask::is_open(self.cx) => self.cx.session.ask_candidates(),
            None => return,
        };
        if self.zoom < SIGNS_FROM {
            return;
        }
        for &cell in cells.iter().take(MAX_CANDIDATES) {
            let square = self.at(cell);
            // A number keeps the centre.
            let (at, size) = if self.numbered(cell) {
                (square.right_top() + vec2(-0.24, 0.24) * self.zoom, 0.34)
            } else {
                (square.center(), 0.6)
            };
            let radius = self.zoom * size / 2.0;
            self.painter.circle_filled(at, radius, self.theme.now);
            let font = fonts::semibold(radius * 1.5);
            self.painter.text(at, Align2::CENTER_CENTER, "?", font, self.theme.now_ink);
        }
    }
}

/// Draws the strip in prediction mode. Returns the remaining room for the map.
pub(super) fn show(ui: &mut Ui, cx: &mut Cx<'_>, whole: Rect) -> Rect {
    let Some(predict) = cx.session.display_state().predict.clone() else { return whole };
    let theme = cx.view.theme.clone();
    // Present is read from a distance, so the question is as large as the sentence.
    let present = cx.view.settings.arrangement == Arrangement::Present;
    let (question, rest, lines) = if present { (24.0, 20.0, 92.0) } else { (16.0, 13.0, 64.0) };
    let height = if whole.width() > 760.0 { lines } else { lines * 1.44_f32 };
    let (strip, map) = whole.split_top_bottom_at_y(whole.top() + height.min(whole.height() / 2.0));
    let mut ui = ui.new_child(UiBuilder::new().max_rect(strip));
    Frame::new().fill(theme.current_background()).inner_margin(Margin::symmetric(12, 7)).show(&mut ui, |ui| {
        ui.set_min_size(ui.available_size());
        let face = |words: &str| Button::new(RichText::new(words).font(fonts::medium(rest)));
        ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
            if ui
                .add(face("End"))
                .accessible_name("End predicting")
                .on_hover_text(hint(SessionCommand::TogglePredict))
                .clicked()
            {
                cx.send(SessionCommand::TogglePredict);
            }
            let next = if predict.given.is_some() { "Next" } else { "Skip" };
            if ui
                .add(face(next))
                .accessible_name("Next question")
                .on_hover_text(hint(SessionCommand::NextQuestion))
                .clicked()
            {
                cx.send(SessionCommand::NextQuestion);
            }
            let score = format!("{} of {} right", predict.right, predict.asked);
            ui.label(RichText::new(score).size(rest).strong().color(theme.text));
            ui.with_layout(Layout::left_to_right(Align::Center), |ui| {
                let (text, colour) = match &predict.given {
                    None => (format!("{} Click it on the map.", predict.question), theme.text),
                    Some(given) if given.right => (format!("✓ Right. {}", given.reason), theme.path),
                    Some(given) => (format!("✕ No. {}", given.reason), theme.wrong),
                };
                ui.add(Label::new(RichText::new(text).size(question).color(colour)).wrap());
            });
        });
    });
    map
}
