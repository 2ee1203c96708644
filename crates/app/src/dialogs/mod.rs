//! The dialogs, such as a new map, go to event, the command palette, the keys, about, and unsaved changes,
//! and what they show while work is under way: previews, exports, pictures of lessons.
//!
//! The dialogs of the operating system are in [`crate::host`].

pub mod export;
mod export_map;
pub(crate) mod exporting;
mod generated;
pub mod guide;
mod help;
mod keys;
pub(crate) mod lesson_pictures;
pub(crate) mod lessons;
mod new_map;
pub(crate) mod own_scenes;
pub mod palette;
mod path;
pub(crate) mod previewing;
mod recovered;
mod resize;
mod searches;
pub(crate) mod tiles;

use crate::debugger::{Command, Session, SessionCommand, WindowCommand};
use crate::formats::plain::thousands;
use crate::view::focus::{self, enter};
use crate::view::notices::keep_clear;
use crate::view::shortcuts::hint;
use crate::view::{Dialog, PathFor, View, structure};
use egui::text::{CCursor, CCursorRange};
use egui::text_edit::TextEditState;
use egui::{Button, Context, DragValue, Frame, Id, Key, Label, Modal, RichText, ScrollArea, TextEdit, Ui, vec2};

/// Maximum side of a map in the dialogs, in cells.
const LONGEST: u16 = 4096;

/// Draws the open dialog, if there is one. The user's answers become commands. If the user has confirmed them,
/// [`View::confirmed`] is set.
pub(crate) fn show(ctx: &Context, session: &Session, view: &mut View, out: &mut Vec<Command>) {
    exporting::show(ctx, view);
    let Some(dialog) = view.dialog.take() else { return };
    // Before these open, the user was asked about unsaved changes.
    let is_asked =
        matches!(dialog, Dialog::New(_) | Dialog::Generate(_) | Dialog::Path(PathFor::Open, _) | Dialog::Tiles(_));
    let commands_before = out.len();
    let stays = match dialog {
        Dialog::Generate(order) => generated::show(ctx, session.registry(), view, order, out),
        Dialog::New(map) => new_map::show(ctx, view, map, out),
        Dialog::Resize(size, sides) => resize::show(ctx, session, view, size, sides, out),
        Dialog::Seek(text) => seek(ctx, session, view, text, out),
        Dialog::Palette { query, row } => palette::show(ctx, session, view, query, row, out),
        Dialog::Lessons(query) => lessons::show(ctx, session, view, query, out),
        Dialog::Export(form) => export::show(ctx, session, view, form),
        Dialog::Path(purpose, text) => path::show(ctx, session, view, purpose, text, out),
        Dialog::Replace(purpose, text) => path::replace(ctx, view, purpose, text, out),
        Dialog::Searches(query) => searches::show(ctx, session, view, query, out),
        Dialog::Tiles(form) => tiles::show(ctx, session, view, form, out),
        Dialog::Opening(what, _) => Some(opening(ctx, view, what)),
        Dialog::Keys => keys::show(ctx, view),
        Dialog::About => about(ctx, view),
        Dialog::Help(page) => help::show(ctx, view, page, out),
        Dialog::Recovered(found) => recovered::show(ctx, view, found),
        Dialog::Unsaved(command) => unsaved(ctx, session, view, command, out),
    };
    view.dialog = stays;
    view.confirmed |= is_asked && out.len() > commands_before;
}

/// Draws a dialog in the middle of the window. Returns the result of `content`, or `None` if the user clicks outside or
/// presses Escape.
fn modal<T>(ctx: &Context, name: &str, width: f32, content: impl FnOnce(&mut Ui) -> Option<T>) -> Option<T> {
    let frame = Frame::popup(&ctx.global_style()).inner_margin(18.0).corner_radius(8.0);
    let screen = ctx.content_rect();
    let room = (screen.width() - 60.0).max(1.0);
    let (top, high) = span(ctx);
    let id = Id::unique(("dialog", name));
    // The top stays in place while the user types and the content changes.
    let area = Modal::default_area(id).anchor(egui::Align2::CENTER_TOP, vec2(0.0, top));
    let modal_response = Modal::new(id).area(area).frame(frame).show(ctx, |ui| {
        ui.set_width(width.min(room));
        // In a low window, or with large text, the content scrolls.
        ui.set_max_height(high);
        let scroll = ScrollArea::vertical().id_salt(name).max_height(high).auto_shrink([false, true]);
        scroll
            .show(ui, |ui| {
                focus::page(ui, high);
                content(ui)
            })
            .inner
    });
    keep_clear(ctx, modal_response.response.rect);
    if modal_response.should_close() { None } else { modal_response.inner }
}

/// Returns the top of a dialog and the maximum height of its content, both in points.
fn span(ctx: &Context) -> (f32, f32) {
    let height = ctx.content_rect().height();
    let top = ((height - 540.0) * 0.2).clamp(8.0, 72.0);
    (top, (height - top - 44.0).max(60.0))
}

/// Draws contents side by side, at most `high` points high. A separator between them is no longer than that.
fn beside(ui: &mut Ui, high: f32, content: impl FnOnce(&mut Ui)) {
    let size = vec2(ui.available_width(), high);
    ui.allocate_ui_with_layout(size, egui::Layout::left_to_right(egui::Align::Min), |ui| {
        ui.set_height(high);
        content(ui);
    });
}

fn heading(ui: &mut Ui, text: &str) {
    structure::heading(&ui.label(RichText::new(text).heading().strong()), 1);
    ui.add_space(6.0);
}

/// Draws a button in a dialog's last row. Returns whether it was clicked. The first button is the action of Enter.
fn answer(ui: &mut Ui, view: &View, name: &str, first: bool, enabled: bool) -> bool {
    answer_button(ui, view, name, first, enabled).clicked()
}

/// Like [`answer`], but returns the button.
fn answer_button(ui: &mut Ui, view: &View, name: &str, first: bool, enabled: bool) -> egui::Response {
    let theme = &view.theme;
    let mut button = Button::new(name).min_size(vec2(96.0, 30.0));
    if first {
        button =
            Button::new(RichText::new(name).color(theme.text_on(theme.now))).min_size(vec2(96.0, 30.0)).fill(theme.now);
    }
    let response = ui.add_enabled(enabled, button);
    keep_clear(ui.ctx(), response.rect);
    response
}

/// Draws the name of a field, followed by room up to a width, so that fields are aligned.
fn named(ui: &mut Ui, name: &str, wide: f32) -> egui::Response {
    let label = ui.label(name);
    ui.add_space((wide - label.rect.width()).max(0.0));
    label
}

/// Draws fields for width and height, aligned at `wide`. The first has the focus with its text selected, so that typing
/// replaces it.
fn sides(ctx: &Context, ui: &mut Ui, wide: f32, width: &mut u16, height: &mut u16) {
    for (name, side) in [("Width", width), ("Height", height)] {
        ui.horizontal(|ui| {
            let label = named(ui, name, wide);
            let digits = side.to_string().len();
            let field = ui.add(DragValue::new(side).range(1..=LONGEST).speed(0.2)).labelled_by(label.id);
            if ctx.memory(|m| m.focused().is_none()) {
                field.request_focus();
                let all = CCursorRange::two(CCursor::new(0), CCursor::new(digits));
                let mut state = TextEditState::default();
                state.cursor.set_char_range(Some(all));
                state.store(ctx, field.id);
            }
            field.on_hover_text("Cells. Drag, or click and type.");
            ui.weak("cells");
        });
    }
}

/// Parses the number of an event. Accepts any thousands separator.
fn moment(text: &str, len: usize) -> Result<usize, String> {
    let digits: String =
        text.chars().filter(|c| !c.is_whitespace() && !matches!(c, ',' | '.' | '_' | '\'' | '’')).collect();
    let fail = || format!("A whole number from 0 to {} is expected.", thousands(len));
    digits.parse().ok().filter(|&n| n <= len).ok_or_else(fail)
}

fn seek(ctx: &Context, session: &Session, view: &View, mut text: String, out: &mut Vec<Command>) -> Option<Dialog> {
    let (cursor, len) = session.numbers();
    let enter = enter(ctx);
    modal(ctx, "seek", 360.0, |ui| {
        heading(ui, "Go to event");
        let label = ui.label(format!("Now {} of {}. To which?", thousands(cursor), thousands(len)));
        let field = ui.add(
            TextEdit::singleline(&mut text)
                .hint_text("such as 1,846")
                .desired_width(f32::INFINITY)
                .font(egui::TextStyle::Monospace),
        );
        let field = field.labelled_by(label.id).accessible_name("Event number");
        focus::first(&field);
        let target = moment(&text, len);
        match &target {
            Err(error) if !text.trim().is_empty() => ui.colored_label(view.theme.wrong, format!("✕ {error}")),
            _ => ui.weak("0 is before the first event. Enter goes, Esc stays."),
        };
        ui.add_space(8.0);
        let mut done = false;
        ui.horizontal(|ui| {
            let go = answer(ui, view, "Go", true, target.is_ok()) || enter;
            if let (true, Ok(at)) = (go, target) {
                out.push(SessionCommand::Seek(session.moment_of_number(at)).into());
                done = true;
            }
            done |= answer(ui, view, "Cancel", false, true);
        });
        (!done).then_some(Dialog::Seek(text))
    })
}

/// Draws the dialog shown while a file or map takes long. It blocks everything else.
fn opening(ctx: &Context, view: &View, what: String) -> Dialog {
    let mut stop = ctx.input(|i| i.key_pressed(Key::Escape));
    // A click outside the dialog stops nothing.
    modal(ctx, "opening", 420.0, |ui| {
        heading(ui, "Opening…");
        ui.horizontal(|ui| {
            ui.spinner();
            ui.add(Label::new(&what).wrap());
        });
        ui.add_space(10.0);
        stop |= ui.horizontal(|ui| answer(ui, view, "Cancel", false, true)).inner;
        Some(())
    });
    Dialog::Opening(what, stop)
}

fn about(ctx: &Context, view: &View) -> Option<Dialog> {
    modal(ctx, "about", 420.0, |ui| {
        heading(ui, concat!("gridscope ", env!("CARGO_PKG_VERSION")));
        ui.label(concat!(env!("CARGO_PKG_DESCRIPTION"), "."));
        ui.label("Move through everything that an algorithm did, forward and backward, and ask any cell who wrote it, when and why.");
        ui.add_space(6.0);
        ui.weak(concat!(
            "Licence: ",
            env!("CARGO_PKG_LICENSE"),
            ". The colours of the colour-blind theme are those of Okabe and Ito."
        ));
        ui.add_space(10.0);
        let close = ui.horizontal(|ui| answer(ui, view, "Close", false, true)).inner;
        (!close).then_some(Dialog::About)
    })
}

fn unsaved(
    ctx: &Context,
    session: &Session,
    view: &mut View,
    command: Box<Command>,
    out: &mut Vec<Command>,
) -> Option<Dialog> {
    let name = match session.scene().title.as_str() {
        "" => "This scene".to_owned(),
        title => format!("“{title}”"),
    };
    let enter = enter(ctx);
    modal(ctx, "unsaved", 460.0, |ui| {
        heading(ui, "Save the changes?");
        ui.label(format!("{name} has changes that were not saved. They would be lost."));
        ui.add_space(10.0);
        let mut save = enter;
        let mut drop = false;
        let mut cancel = false;
        ui.horizontal_wrapped(|ui| {
            save |= answer(ui, view, "Save", true, true);
            drop = answer(ui, view, "Don't save", false, true);
            cancel = answer(ui, view, "Cancel", false, true);
        });
        if save {
            view.after_save = Some((*command).clone());
            out.push(WindowCommand::Save.into());
        } else if drop {
            view.confirmed = true;
            out.push((*command).clone());
        }
        (!save && !drop && !cancel).then_some(Dialog::Unsaved(command))
    })
}

/// Returns the tooltip for a row of the palette.
fn row_hint(command: &Command, help: &str) -> String {
    let text = hint(command);
    if text.is_empty() { help.to_owned() } else { text }
}
