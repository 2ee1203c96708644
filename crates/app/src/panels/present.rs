//! The strip below the map in the arrangement Present: the sentence, the slide's text in large type, and a small
//! player.

use super::pins_in_text;
use super::slides::at_moment;
use crate::debugger::lesson::suggestion::without_marks;
use crate::debugger::session::command::{SessionCommand, Stride, WindowCommand};
use crate::debugger::session::window::Arrangement;
use crate::style::fonts::{self, Icon};
use crate::view::Cx;
use crate::view::shortcuts::hint;
use crate::{canvas::sentence, presets};
use egui::text::{LayoutJob, TextFormat};
use egui::{Align, Button, CornerRadius, Layout, Rect, RichText, Sense, Ui, UiBuilder, WidgetInfo, vec2};
use std::sync::Arc;

/// Minimum height of the sentence and the slide's text together, in points.
const TEXT: f32 = 116.0;
/// Height that both may take in a low window, in points.
const LOW: f32 = 215.0;
/// Text size of a slide in points. Below `NARROW` points of width beside the player, it is `SMALL`.
const LETTERS: f32 = 20.0;
const SMALL: f32 = 16.0;
const NARROW: f32 = 460.0;
/// Maximum number of bytes of a text that are laid out.
const MAX_TEXT_BYTES: usize = 4 << 10;
/// Height of a line as a multiple of the text size, and width of the player in points.
const LINE: f32 = 1.5;
const PLAYER: f32 = 320.0;

/// Draws the strip.
pub(crate) fn show(ui: &mut Ui, cx: &mut Cx<'_>) {
    let top = ui.cursor().min.y;
    sentence::show(ui, cx);
    let sentence_height = ui.cursor().min.y - top;
    let width = (ui.available_width() - PLAYER - 16.0).max(1.0);
    let wanted = sentence_height + ui.painter().layout_job(words(cx, width)).size().y;
    // A long slide gets more room, but in a high window no more than a fifth of it.
    let high = ui.ctx().content_rect().height();
    let max_height = (high * 0.2).max((high * 0.45).min(LOW)).max(TEXT);
    let left = (wanted.min(max_height).max(TEXT) - sentence_height).max(40.0);
    let (rect, _) = ui.allocate_exact_size(vec2(ui.available_width().max(1.0), left), Sense::hover());
    let (text, right) = rect.split_left_right_at_x((rect.max.x - PLAYER).max(rect.min.x));
    let mut right = ui.new_child(UiBuilder::new().max_rect(right).layout(Layout::right_to_left(Align::Center)));
    player(&mut right, cx);
    slide(ui, cx, text.with_max_x(text.max.x - 16.0));
    progress(ui, cx);
}

/// Draws the slide's text, or the lesson's if there is no slide, as far as it fits.
fn slide(ui: &Ui, cx: &Cx<'_>, place: Rect) {
    let mut job = words(cx, place.width().max(1.0));
    job.wrap.max_rows = (place.height() / (letters(place.width()) * LINE)).max(1.0) as usize;
    let response = ui.interact(place, ui.scope_id().with("slide"), Sense::hover());
    response.widget_info(|| WidgetInfo::labeled(egui::Role::Label, true, &job.text));
    let galley = ui.painter().layout_job(job.clone());
    ui.painter().galley(place.min, Arc::clone(&galley), cx.view.theme.text);
    pins_in_text::cover_in(ui.painter(), cx, &galley, place.min);
}

/// Returns the text size of a slide for this width.
const fn letters(width: f32) -> f32 {
    if width < NARROW { SMALL } else { LETTERS }
}

/// Lays out the slide's text, or the lesson's if there is no slide.
fn words(cx: &Cx<'_>, width: f32) -> LayoutJob {
    let notes = &cx.session.scene().notes;
    let note = at_moment(cx.session).map_or(notes.as_str(), |(_, b)| b.note.as_str());
    // No screen has room for more.
    let answer = super::ask::answer_text(cx);
    let note = answer.as_deref().unwrap_or(note);
    let (title, text) = plain(&note[..note.floor_char_boundary(MAX_TEXT_BYTES)]);
    let title = super::ask::heading(cx).map_or(title, |heading| format!("{} ", sentence_of(&heading)));
    let theme = &cx.view.theme;
    let mut job = LayoutJob::default();
    let size = letters(width);
    let mut add = |words: &str, font, colour| {
        let format = TextFormat { line_height: Some(size * LINE), ..TextFormat::simple(font, colour) };
        job.append(words, 0.0, format);
    };
    add(&title, fonts::semibold(size), theme.strong);
    add(&pins_in_text::with_placeholders(cx, &text), fonts::text(size), theme.text);
    job.wrap.max_width = width;
    job
}

fn player(ui: &mut Ui, cx: &mut Cx<'_>) {
    ui.spacing_mut().item_spacing.x = 4.0;
    let theme = cx.view.theme.clone();
    let step = |ui: &mut Ui, cx: &mut Cx<'_>, icon: Icon, name: &str, command: SessionCommand| {
        let face = Button::new(icon.text(16.0).color(theme.strong)).min_size(vec2(34.0, 32.0));
        let response = ui.add(face.corner_radius(CornerRadius::same(7))).accessible_name(name);
        if response.on_hover_text(hint(&command)).clicked() {
            cx.send(command);
        }
    };
    let leave = Button::new(RichText::new("Leave").color(theme.weak)).frame(false);
    if ui.add(leave).on_hover_text("Back to the lesson  [Ctrl+1]").clicked() {
        cx.send(WindowCommand::Arrange(Arrangement::Learn));
    }
    let all = cx.session.scene().run.slides.len();
    let here = at_moment(cx.session).map(|(k, _)| k);
    if here.map_or(0, |k| k + 1) == all && presets::after(cx.session.scene()).is_some() {
        let face = (RichText::new("Next lesson").font(fonts::medium(14.0)), Icon::ARROW_RIGHT.text(16.0));
        let next = ui.add(Button::new(face).min_size(vec2(34.0, 32.0))).accessible_name("On to the next lesson");
        if next.on_hover_text(hint(WindowCommand::NextLesson)).clicked() {
            cx.send(WindowCommand::NextLesson);
        }
    } else {
        step(ui, cx, Icon::CARET_RIGHT_FILLED, "Next slide", SessionCommand::Forward(Stride::Slide));
    }
    super::transport::play(ui, cx, theme.now, theme.now_ink, 40.0);
    step(ui, cx, Icon::CARET_LEFT_FILLED, "Previous slide", SessionCommand::Back(Stride::Slide));
    super::ask::key_of_answer(ui, cx);
    if let Some(k) = here {
        ui.label(RichText::new(format!("{} of {all}", k + 1)).color(theme.weak));
    }
}

/// Draws the progress of the run as a thin line at the bottom.
fn progress(ui: &mut Ui, cx: &Cx<'_>) {
    let (cursor, len) = cx.session.moment();
    let (rect, _) = ui.allocate_exact_size(vec2(ui.available_width(), 4.0), Sense::hover());
    ui.painter().rect_filled(rect, 2.0, cx.view.theme.widget);
    let mut done = rect;
    done.set_width(rect.width() * cursor as f32 / len.max(1) as f32);
    ui.painter().rect_filled(done, 2.0, cx.view.theme.now);
}

/// Returns a heading that ends as a sentence does.
fn sentence_of(heading: &str) -> String {
    let heading = without_marks(heading);
    if heading.ends_with(['.', '?', '!']) { heading } else { format!("{heading}.") }
}

/// Splits a note without its Markdown into its bold start or heading, and the rest.
fn plain(note: &str) -> (String, String) {
    let bare = |text: &str| without_marks(text).replace('#', "");
    let lines: Vec<&str> = note.lines().map(str::trim).filter(|l| !l.is_empty()).collect();
    let text = lines.join(" ");
    let (title, rest) = match text.strip_prefix("**").and_then(|t| t.split_once("**")) {
        Some((title, rest)) => (title.to_owned(), rest.to_owned()),
        None => match (lines.first(), lines.get(1..)) {
            (Some(first), Some(rest)) if first.starts_with('#') => (format!("{first} "), rest.join(" ")),
            _ => (String::new(), text.clone()),
        },
    };
    (bare(&title), bare(&rest))
}
