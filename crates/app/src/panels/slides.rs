//! A lesson as slides: the slides of the scene, each a moment with a note.

use super::markdown::{field, paragraphs};
use super::notes::headline;
use crate::debugger::lesson::heading::{MAX_HEADING, split};
use crate::debugger::lesson::suggestion::without_marks;
use crate::debugger::session::command::{SessionCommand, Stride, WindowCommand};
use crate::formats::plain::format_count;
use crate::formats::plain::thousands;
use crate::presets;
use crate::style::fonts::{self, Icon};
use crate::style::theme::Theme;
use crate::view::Cx;
use crate::view::shortcuts::hint;
use crate::view::structure;
use egui::text::LayoutJob;
use egui::{Align, Button, Color32, Id, Key, Layout, Rect, Response, RichText, Sense, TextWrapMode, Ui, pos2, vec2};
use gridscope_trace::scene::Slide;

/// Least number of letters of a title that is cut on the button to its slide.
const LEAST_HEAD: usize = 6;
/// Width of the buttons beside the dots, in points.
const BUTTONS: f32 = 160.0;

/// Returns the slide at hand.
pub(super) fn now<'a>(cx: &Cx<'a>) -> Option<&'a Slide> {
    at_moment(cx.session).map(|(_, slide)| slide)
}

/// Draws the current slide, and buttons for the others.
pub(super) fn draw_current_slide(ui: &mut Ui, cx: &mut Cx<'_>, editing: bool) {
    let all = &cx.session.scene().run.slides;
    if editing {
        let face = Button::new((Icon::PLUS.text(14.0), RichText::new("Add a slide at this moment")));
        let help = hint(SessionCommand::AddSlide);
        if ui.add(face).accessible_name("Add a slide at this moment").on_hover_text(help).clicked() {
            cx.send(SessionCommand::AddSlide);
        }
    }
    if all.is_empty() {
        return;
    }
    let here = cx.session.slide_at_hand();
    let is_writing = is_writing_slide(ui, cx, here.map(|i| &all[i]));
    row(ui, cx, all, editing);
    ui.add_space(4.0);
    if let Some(i) = here {
        if editing || is_writing {
            let left = write(ui, cx, i, &all[i]).lost_focus() && ui.input(|i| i.key_pressed(Key::Escape));
            if editing {
                super::slide_fields::show(ui, cx, i, &all[i]);
            }
            if is_writing
                && (ui.button("Done").on_hover_text("Shows the slide as it is read.  [Esc]").clicked() || left)
            {
                ui.data_mut(|d| d.remove::<usize>(note().with("of")));
            }
        } else if all[i].note.is_empty() {
            if ui.button("Write what there is to see").clicked() {
                cx.view.write_slide = true;
            }
        } else {
            let (own, rest) = split(&all[i].note);
            if let Some(heading) = super::ask::heading(cx).or(own) {
                let ink = cx.view.theme.strong;
                let label = ui.label(RichText::new(heading).font(fonts::semibold(16.0)).color(ink));
                structure::heading(&label, 2);
                ui.add_space(2.0);
            }
            let answer = super::ask::answer_text(cx);
            paragraphs(ui, cx, answer.as_deref().unwrap_or(rest));
            super::ask::show(ui, cx);
        }
    }
    ui.add_space(4.0);
}

/// Returns the heading of the slide at hand, if it has one.
pub(super) fn heading(cx: &Cx<'_>) -> Option<String> {
    super::ask::heading(cx).or_else(|| now(cx).and_then(|slide| split(&slide.note).0))
}

/// Returns the text of the slide at hand without its heading and without marks, or the answer to its question.
pub(super) fn plain_text(cx: &Cx<'_>) -> String {
    let own = || at_moment(cx.session).map_or("", |(_, slide)| split(&slide.note).1).to_owned();
    without_marks(&super::ask::answer_text(cx).unwrap_or_else(own))
}

/// Draws the text of the slide at hand without its heading, or the field in which it is written.
pub(super) fn text(ui: &mut Ui, cx: &mut Cx<'_>) {
    let Some((i, slide)) = at_moment(cx.session) else { return };
    if is_writing_slide(ui, cx, Some(slide)) {
        let left = write(ui, cx, i, slide).lost_focus() && ui.input(|i| i.key_pressed(Key::Escape));
        if ui.button("Done").on_hover_text("Shows the slide as it is read.  [Esc]").clicked() || left {
            ui.data_mut(|d| d.remove::<usize>(note().with("of")));
        }
    } else if slide.note.is_empty() {
        if ui.button("Write what there is to see").clicked() {
            cx.view.write_slide = true;
        }
    } else {
        let answer = super::ask::answer_text(cx);
        paragraphs(ui, cx, answer.as_deref().unwrap_or_else(|| split(&slide.note).1));
        super::ask::show(ui, cx);
    }
}

/// Draws the row of the slides, and the headline of the current one or of the notes.
pub(crate) fn brief(ui: &mut Ui, cx: &mut Cx<'_>) {
    let all = &cx.session.scene().run.slides;
    if !all.is_empty() {
        row(ui, cx, all, false);
        ui.add_space(8.0);
    }
    let note = now(cx).map_or(&cx.session.scene().notes, |slide| &slide.note);
    if !note.is_empty() {
        let text = RichText::new(title(note)).font(fonts::semibold(16.0)).color(cx.view.theme.strong);
        structure::heading(&ui.add(fonts::one_line(ui, text)), 2);
    }
}

/// Draws a dot for each slide, the number of the current one, and buttons for the others.
fn row(ui: &mut Ui, cx: &mut Cx<'_>, all: &[Slide], editing: bool) {
    let theme = cx.view.theme.clone();
    let here = cx.session.slide_at_hand();
    ui.horizontal(|ui| {
        ui.set_min_height(28.0);
        if cx.view.narrow.is_some() {
            // egui also takes a finger beside a button, so these need not be as high as others.
            ui.spacing_mut().interact_size.y = 36.0;
        }
        let room = ui.available_width() >= dots_width(all.len()) + BUTTONS;
        if room {
            dots(ui, &theme, here, all.len());
        }
        let place = here.map_or_else(|| format_count(all.len(), "slide"), |i| format!("{} of {}", i + 1, all.len()));
        if !room || ui.available_width() > 190.0 {
            ui.label(RichText::new(place).size(13.0).color(theme.weak));
        }
        ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
            let next = here.map_or(0, |i| i + 1);
            if next == all.len() && !editing && presets::after(cx.session.scene()).is_some() {
                let face =
                    Button::new((RichText::new("Next lesson").font(fonts::medium(13.0)), Icon::ARROW_RIGHT.text(14.0)));
                let button = ui.add(face.min_size(vec2(30.0, 28.0))).accessible_name("On to the next lesson");
                if button.on_hover_text(hint(WindowCommand::NextLesson)).clicked() {
                    cx.send(WindowCommand::NextLesson);
                }
            }
            // The button is named for where it leads, in the room that the one for the way back leaves.
            let word = all.get(next).map_or_else(|| "Next".to_owned(), |b| title(&b.note));
            let word = fitting(ui, &word, ui.available_width() - 30.0 - 8.0 - 44.0);
            let forward = (RichText::new(word).font(fonts::medium(13.0)), Icon::ARROW_RIGHT.text(14.0));
            let rows = [
                (Button::new(forward), "Next slide", SessionCommand::Forward(Stride::Slide)),
                (Button::new(Icon::ARROW_LEFT.text(14.0)), "Previous slide", SessionCommand::Back(Stride::Slide)),
            ];
            // The next lesson comes after the last slide.
            let ended = next == all.len() && !editing && presets::after(cx.session.scene()).is_some();
            for (face, name, command) in rows.into_iter().skip(usize::from(ended)) {
                let button = ui.add(face.min_size(vec2(30.0, 28.0))).accessible_name(name);
                let to = all.get(next).filter(|_| name == "Next slide").map(|b| format!("{}\n", title(&b.note)));
                let help = to.unwrap_or_default() + &hint(&command);
                if button.on_hover_text(help).clicked() {
                    cx.send(command);
                }
            }
        });
    });
}

/// Returns the title of a slide: its bold beginning, or else its first line.
pub(crate) fn title(note: &str) -> String {
    let note = fonts::cut(note, MAX_HEADING);
    let bold = note.strip_prefix("**").and_then(|rest| rest.split_once("**")).map(|(lead, _)| lead);
    bold.map_or_else(|| headline(note), |lead| without_marks(lead).trim_end_matches('.').to_owned())
}

/// Returns as many words of a title as are at most `width` points wide.
fn fitting(ui: &Ui, title: &str, width: f32) -> String {
    let mut job = LayoutJob::simple(title.to_owned(), fonts::medium(13.0), Color32::PLACEHOLDER, width.max(0.0));
    fonts::limit(&mut job, 1);
    let galley = ui.painter().layout_job(job);
    let head = galley.rows.first().map_or_else(String::new, |row| row.text());
    // The first letters alone say nothing: "A …".
    let says_little = galley.elided && head.trim_end_matches([' ', '…']).chars().count() < LEAST_HEAD;
    if says_little { "Next".to_owned() } else { head }
}

/// Returns the widget id of the field for a note.
fn note() -> Id {
    Id::unique("note of a slide")
}

/// Returns whether the current slide is being edited outside edit mode. That starts when it is added, and ends when the
/// cursor moves or the focus leaves the field.
fn is_writing_slide(ui: &Ui, cx: &mut Cx<'_>, here: Option<&Slide>) -> bool {
    let of = note().with("of");
    let at = here.map(|slide| slide.at);
    if at == Some(cx.session.numbers().0) && std::mem::take(&mut cx.view.write_slide) {
        ui.data_mut(|d| d.insert_temp(of, cx.session.numbers().0));
        ui.memory_mut(|m| m.request_focus(note()));
        // The key that added the slide must not be typed into its text.
        ui.input_mut(|i| i.events.retain(|event| !matches!(event, egui::Event::Text(_))));
    }
    let edited_moment = ui.data(|d| d.get_temp::<usize>(of));
    if edited_moment.is_some() && edited_moment != at {
        ui.data_mut(|d| d.remove::<usize>(of));
    }
    edited_moment.is_some() && edited_moment == at
}

/// Returns the width of the dots, in points.
fn dots_width(all: usize) -> f32 {
    all.min(12) as f32 * 10.0 + 12.0
}

/// Draws a dot for each slide. The current one is longer.
fn dots(ui: &mut Ui, theme: &Theme, here: Option<usize>, all: usize) {
    let dot_count = all.min(12);
    let (rect, _) = ui.allocate_exact_size(vec2(dots_width(all), 12.0), Sense::hover());
    let mut x = rect.min.x + 2.0;
    for k in 0..dot_count {
        let (wide, colour) = if here == Some(k) { (16.0, theme.now) } else { (5.0, theme.hover) };
        let dot = Rect::from_min_size(pos2(x, rect.center().y - 2.5), vec2(wide, 5.0));
        ui.painter().rect_filled(dot, 2.5, colour);
        x += wide + 5.0;
    }
}

/// Draws the list of all slides.
pub(super) fn list(ui: &mut Ui, cx: &mut Cx<'_>, editing: bool) {
    let theme = cx.view.theme.clone();
    let all = &cx.session.scene().run.slides;
    if all.is_empty() {
        return;
    }
    let len = cx.session.numbers().1;
    let here = cx.session.slide_at_hand();
    ui.add_space(6.0);
    ui.separator();
    ui.strong("Slides");
    for (i, slide) in all.iter().enumerate() {
        let row = Layout::right_to_left(Align::Center);
        ui.allocate_ui_with_layout(vec2(ui.available_width(), 26.0), row, |ui| {
            if editing && ui.button("✕").accessible_name(format!("Remove slide {}", i + 1)).clicked() {
                cx.send(SessionCommand::RemoveSlide(i));
            }
            let text = format!("{}  {}", i + 1, title(&slide.note));
            let ink = if slide.at <= len { theme.text } else { theme.weak };
            let face = (RichText::new(text).color(ink), egui::Atom::grow());
            let button = Button::selectable(here == Some(i), face).wrap_mode(TextWrapMode::Truncate);
            let response = ui.add(button.min_size(vec2(ui.available_width().max(1.0), 24.0)));
            let response = response.accessible_name(format!("Slide {}", i + 1));
            if response.on_hover_text(format!("Event {}", thousands(slide.at))).clicked() {
                cx.send(SessionCommand::ToSlide(i));
            }
        });
    }
}

/// Draws the note of a slide as a text field. Each letter is stored, but all of them are one undo step.
fn write(ui: &mut Ui, cx: &mut Cx<'_>, i: usize, slide: &Slide) -> Response {
    let mut words = slide.note.clone();
    let hint = "What there is to see here, in Markdown";
    let area = field(ui, note(), &mut words, (4, hint)).accessible_name("Note of this slide");
    if area.changed() {
        cx.send(SessionCommand::SetSlide(i, Slide { note: words, ..slide.clone() }));
    }
    area
}

/// Returns the slide at hand, with its index.
pub(crate) fn at_moment(session: &crate::debugger::Session) -> Option<(usize, &Slide)> {
    let slide = session.slide_at_hand()?;
    Some((slide, &session.scene().run.slides[slide]))
}
