//! The panels of a log of numbered movers: the selected mover, the list of all, and their conflicts.

pub(crate) mod conflicts;
pub(crate) mod list;
pub(crate) mod mover;

use super::open_list::empty;
use crate::debugger::movers::Movers;
use crate::style::fonts;
use crate::style::theme::Theme;
use crate::view::Cx;
use egui::{Align2, Color32, FontId, Pos2, Ui};

/// Returns the movers of the log. Without them, draws the sentence `what`.
fn movers_of<'a>(ui: &mut Ui, cx: &Cx<'a>, what: &str) -> Option<&'a Movers> {
    let movers = cx.session.movers();
    if movers.is_none() {
        let text = format!("{what} once a log of numbered movers is open, such as a plan of many robots.");
        empty(ui, &cx.view.theme, &text);
    }
    movers
}

/// Draws a text at a point, and returns its width.
fn text_at(ui: &Ui, at: Pos2, align: Align2, text: &str, font: FontId, colour: Color32) -> f32 {
    ui.painter().text(at, align, text, font, colour).width()
}

/// Draws words and cells beside each other, from a point on. Cells are in the colour of links.
fn sentence_at(ui: &Ui, theme: &Theme, mut at: Pos2, text: &str, (size, colour): (f32, Color32)) {
    for part in crate::canvas::sentence::parts(text) {
        at.x += match part {
            crate::canvas::sentence::Part::Words(words) => {
                text_at(ui, at, Align2::LEFT_CENTER, words, fonts::text(size), colour)
            }
            crate::canvas::sentence::Part::Cell(_, words) => {
                text_at(ui, at, Align2::LEFT_CENTER, words, fonts::mono(size), theme.link)
            }
        };
    }
}
