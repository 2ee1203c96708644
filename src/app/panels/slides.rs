//! A lesson as slides: the bookmarks of the scene, each a moment with a note.

use super::notes::{headline, markdown};
use super::plots::thousands;
use crate::app::shortcuts::hint;
use crate::app::view::Cx;
use crate::core::scene::Bookmark;
use crate::debugger::command::{SessionCommand, Stride};
use egui::{Align, Button, Label, Layout, RichText, TextEdit, TextWrapMode, Ui, vec2};

/// The slide that is shown at a moment: the last that lies at or before it.
fn current(all: &[Bookmark], cursor: usize) -> Option<usize> {
    (0..all.len()).filter(|&i| all[i].at <= cursor).max_by_key(|&i| all[i].at)
}

/// Draws the slide at hand and the way to the others.
pub(super) fn at_hand(ui: &mut Ui, cx: &mut Cx<'_>, editing: bool) {
    let theme = cx.view.theme.clone();
    let all = cx.session.scene().run.bookmarks.clone();
    if all.is_empty() {
        return;
    }
    let here = current(&all, cx.session.moment().0);
    ui.horizontal(|ui| {
        let place = here.map_or_else(|| "Before the first".to_owned(), |i| format!("Slide {}", i + 1));
        ui.label(RichText::new(format!("⚑ {place} of {}", all.len())).strong());
        for (glyph, name, command) in [
            ("◀", "Previous slide", SessionCommand::Back(Stride::Bookmark)),
            ("▶", "Next slide", SessionCommand::Forward(Stride::Bookmark)),
        ] {
            if ui.button(glyph).accessible_name(name).on_hover_text(hint(&command)).clicked() {
                cx.send(command);
            }
        }
    });
    if let Some(i) = here {
        if editing {
            write(ui, cx, i, &all[i]);
        } else if all[i].note.is_empty() {
            ui.add(Label::new(RichText::new("No note yet: the pen above writes one.").color(theme.faint)).wrap());
        } else {
            markdown(ui, &all[i].note);
        }
    }
    ui.separator();
}

/// The list of all slides.
pub(super) fn list(ui: &mut Ui, cx: &mut Cx<'_>, editing: bool) {
    let theme = cx.view.theme.clone();
    let all = cx.session.scene().run.bookmarks.clone();
    if all.is_empty() {
        return;
    }
    let (cursor, len) = cx.session.moment();
    let here = current(&all, cursor);
    ui.add_space(6.0);
    ui.separator();
    ui.strong("Slides");
    for (i, bookmark) in all.iter().enumerate() {
        let row = Layout::right_to_left(Align::Center);
        ui.allocate_ui_with_layout(vec2(ui.available_width(), 26.0), row, |ui| {
            if editing && ui.button("✖").accessible_name(format!("Remove slide {}", i + 1)).clicked() {
                cx.send(SessionCommand::RemoveBookmark(i));
            }
            let text = format!("{}  {}", i + 1, headline(&bookmark.note));
            let ink = if bookmark.at <= len { theme.ink } else { theme.faint };
            let face = (RichText::new(text).color(ink), egui::Atom::grow());
            let button = Button::selectable(here == Some(i), face).wrap_mode(TextWrapMode::Truncate);
            let response = ui.add(button.min_size(vec2(ui.available_width().max(1.0), 24.0)));
            let response = response.accessible_name(format!("Slide {}", i + 1));
            if response.on_hover_text(format!("Event {}", thousands(bookmark.at))).clicked() {
                cx.send(SessionCommand::Seek(bookmark.at));
            }
        });
    }
}

/// The note of a slide, to write; each letter is kept, and all of them are one entry of undo.
fn write(ui: &mut Ui, cx: &mut Cx<'_>, i: usize, bookmark: &Bookmark) {
    let mut note = bookmark.note.clone();
    let area = TextEdit::multiline(&mut note)
        .desired_width(f32::INFINITY)
        .desired_rows(4)
        .hint_text("What is to see here, in Markdown");
    if ui.add(area).accessible_name("Note of this slide").changed() {
        cx.send(SessionCommand::SetBookmark(i, Bookmark { note, ..bookmark.clone() }));
    }
}
