//! Lines below the menu that stay until the user answers: what cannot be done here, and what to do instead.

use crate::debugger::session::command::WindowCommand;
use crate::files::{changed_file, log_being_read};
use crate::style::fonts::{self, Icon};
use crate::view::{Cx, View};
use egui::{Align, Button, Frame, Layout, Margin, Panel, RichText, Ui, vec2};

/// Height of a line, in points.
const HIGH: f32 = 40.0;

/// Subject of a line. There is one line of each at a time.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Subject {
    /// An address opens nothing.
    Address,
    /// A log is too long for a link.
    LongLog,
    /// Unsaved work or settings cannot be stored.
    Storage,
    /// The rest of the program cannot be fetched.
    Program,
    /// The part of a map that decides where it is solid.
    Tiles,
}

/// A line, with the command that its first button asks for.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct NoticeLine {
    subject: Subject,
    text: String,
    offer: Option<(&'static str, WindowCommand)>,
}

impl View {
    /// Shows a line, in place of the one about the same subject.
    pub(crate) fn put_line(
        &mut self,
        subject: Subject,
        text: impl Into<String>,
        offer: Option<(&'static str, WindowCommand)>,
    ) {
        self.drop_line(subject);
        self.lines.push(NoticeLine { subject, text: text.into(), offer });
    }

    /// Removes the line about a subject.
    pub(crate) fn drop_line(&mut self, subject: Subject) {
        self.lines.retain(|line| line.subject != subject);
    }

    /// Returns whether there is a line about a subject.
    pub(crate) fn has_line(&self, subject: Subject) -> bool {
        self.lines.iter().any(|line| line.subject == subject)
    }
}

/// Draws all lines.
pub(crate) fn show(ui: &mut Ui, cx: &mut Cx<'_>) {
    changed_file::show(ui, cx);
    log_being_read::show(ui, cx);
    for line in cx.view.lines.clone() {
        let offer = line.offer.map(|(name, _)| (name, ""));
        match draw(ui, cx.view, &format!("{:?}", line.subject), &line.text, (offer, "Close")) {
            Some(Answer::Offer) => {
                cx.view.drop_line(line.subject);
                cx.out.extend(line.offer.map(|(_, command)| command.into()));
            }
            Some(Answer::Decline) => cx.view.drop_line(line.subject),
            None => {}
        }
    }
}

/// Answer to a line.
pub(crate) enum Answer {
    /// The user takes what the line offers.
    Offer,
    /// The user does not want it.
    Decline,
}

/// Draws a line. It offers something, with a tooltip, and has a button that declines.
pub(crate) fn draw(
    ui: &mut Ui,
    view: &View,
    id: &str,
    text: &str,
    (offer, decline): (Option<(&str, &str)>, &str),
) -> Option<Answer> {
    let theme = &view.theme;
    let frame = Frame::new().fill(theme.panel).inner_margin(Margin { left: 16, right: 12, top: 5, bottom: 5 });
    let panel = Panel::top(egui::Id::unique(("notice line", id))).frame(frame).exact_size(HIGH);
    let mut answer = None;
    panel.show_separator_line(false).show(ui, |ui| {
        ui.allocate_ui_with_layout(vec2(ui.available_width(), 30.0), Layout::right_to_left(Align::Center), |ui| {
            if ui.add(Button::new(decline).min_size(vec2(0.0, 28.0))).clicked() {
                answer = Some(Answer::Decline);
            }
            if let Some((name, help)) = offer {
                let face = Button::new(RichText::new(name).color(theme.text_on(theme.now)))
                    .fill(theme.now)
                    .min_size(vec2(0.0, 28.0));
                let mut response = ui.add(face);
                if !help.is_empty() {
                    response = response.on_hover_text(help);
                }
                if response.clicked() {
                    answer = Some(Answer::Offer);
                }
            }
            ui.with_layout(Layout::left_to_right(Align::Center), |ui| {
                Icon::INFO.show(ui, 18.0, theme.weak);
                let label = fonts::one_line(ui, RichText::new(text).font(fonts::text(14.0)).color(theme.strong));
                ui.add(label).on_hover_text(text);
            });
        });
    });
    answer
}
