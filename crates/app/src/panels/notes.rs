//! The lesson: the title, notes and slides of the scene, with editing, and the list of built-in lessons.

use super::markdown::{field, markdown};
use crate::debugger::lesson::suggestion::{self, Suggestion};
use crate::debugger::session::window::Arrangement;
use crate::debugger::{SessionCommand, WindowCommand, lab::brief};
use crate::formats::plain::thousands;
use crate::layout::narrow::FINGER;
use crate::layout::stage::{details_row, stops, titles as stage_titles};
use crate::presets;
use crate::style::fonts::{self, Icon};
use crate::style::memo::memo;
use crate::style::steady;
use crate::view::Cx;
use crate::view::structure::{heading, live_line};
use egui::{
    Align, AtomExt as _, Button, CollapsingHeader, Id, Label, Layout, RichText, ScrollArea, TextEdit, TextStyle, Ui,
    UiBuilder, vec2,
};

/// Maximum height of a low panel, in points. In a low panel, the title is smaller.
const LOW: f32 = 340.0;

/// Draws the panel.
pub(crate) fn show(ui: &mut Ui, cx: &mut Cx<'_>) {
    let low = ui.available_height() <= LOW && cx.view.narrow.is_none();
    // In a narrow window, the bar at the top has the title, and the legend is a tab of its own.
    let narrow = cx.view.narrow.is_some();
    if narrow && cx.view.settings.arrangement == Arrangement::Learn {
        let (row, _) = ui.allocate_exact_size(vec2(ui.available_width(), FINGER), egui::Sense::hover());
        details_row(ui, cx, row);
        crate::canvas::at_head(ui, cx);
        super::before::show(ui, cx);
    }
    // Each scene's lesson starts at its top.
    let area = ScrollArea::vertical().id_salt(("lesson", cx.session.scene_number()));
    area.auto_shrink(false).show(ui, |ui| {
        if cx.view.settings.arrangement == Arrangement::Edit {
            edit(ui, cx);
            super::slides::draw_current_slide(ui, cx, true);
            opens_with(ui, cx);
            super::slides::list(ui, cx, true);
            return;
        }
        let editing = is_editing(ui);
        if !narrow || editing {
            ui.with_layout(Layout::right_to_left(Align::TOP), |ui| {
                pencils(ui, cx);
                ui.with_layout(Layout::left_to_right(Align::TOP), |ui| {
                    let scene = cx.session.scene();
                    let title = if scene.title.is_empty() { "Untitled" } else { &scene.title };
                    let size = if low || ui.available_width() < 200.0 { 16.0 } else { 20.0 };
                    let title = RichText::new(title).font(fonts::semibold(size)).color(cx.view.theme.strong);
                    heading(&ui.add(fonts::lines(ui, title, 4)), 1);
                });
            });
        }
        ui.add_space(2.0);
        let reads = cx.view.settings.arrangement == Arrangement::Learn && !editing;
        ui.scope(|ui| {
            // The lesson has larger letters than the panels.
            ui.style_mut().text_styles.insert(TextStyle::Body, fonts::text(14.0));
            super::slides::draw_current_slide(ui, cx, editing);
            if editing {
                edit(ui, cx);
                opens_with(ui, cx);
            } else if !has_slides(cx) {
                read(ui, cx);
            }
        });
        super::exercise::show(ui, cx);
        written_for(ui, cx);
        if reads {
            // Before the tables, so that it is in sight.
            steady(ui, "offered", |ui| offered(ui, cx));
            super::scores::brief(ui, cx, 7);
            super::turns::show(ui, cx);
        }
        if editing {
            steady(ui, "slides", |ui| super::slides::list(ui, cx, true));
        } else {
            about(ui, cx, false);
            steady(ui, "next lesson", |ui| next_lesson(ui, cx));
        }
    });
}

/// Draws the text of the stop at hand on the stage, with its titles if `has_title` is set. The suggestions and the notes are
/// folded at the last stop. The details unfold the suggestions, and add the tables.
pub(crate) fn on_stage(ui: &mut Ui, cx: &mut Cx<'_>, has_title: bool) {
    let theme = cx.view.theme.clone();
    let (details, editing) = (cx.view.settings.details, is_editing(ui));
    if details || editing {
        let row = ui.max_rect().with_max_y(ui.cursor().min.y + 26.0).with_min_y(ui.cursor().min.y - 4.0);
        let layout = Layout::right_to_left(Align::TOP);
        pencils(&mut ui.new_child(UiBuilder::new().id_salt("pencils").max_rect(row).layout(layout)), cx);
    }
    let exercise = stops::is_exercise(cx.session, cx.view);
    let lesson = cx.session.scene().title.clone();
    let stop = if exercise { Some("Exercise".to_owned()) } else { super::slides::heading(cx) };
    let lesson = if lesson.is_empty() { "Untitled".to_owned() } else { lesson };
    let level = if stop.is_some() { 2 } else { 1 };
    let (small, large) = match stop {
        Some(stop) => (Some(lesson).filter(|_| has_title), stop),
        None => (None, lesson),
    };
    stage_titles(ui, &theme, small.as_deref(), (&large, level));
    if !editing && !exercise && has_slides(cx) {
        live_line(ui, "slide", &format!("{large}. {}", super::slides::plain_text(cx)));
    }
    if editing {
        super::slides::draw_current_slide(ui, cx, true);
        edit(ui, cx);
        opens_with(ui, cx);
        return steady(ui, "slides", |ui| super::slides::list(ui, cx, true));
    }
    if exercise {
        super::exercise::on_stage(ui, cx);
    } else if has_slides(cx) {
        super::slides::text(ui, cx);
    } else {
        read(ui, cx);
    }
    ui.add_space(6.0);
    ui.spacing_mut().item_spacing.y = 6.0;
    ui.style_mut().text_styles.insert(TextStyle::Body, fonts::text(13.0));
    written_for(ui, cx);
    if details {
        steady(ui, "offered", |ui| offered(ui, cx));
        super::scores::brief(ui, cx, 7);
        super::turns::show(ui, cx);
    }
    if details || stops::is_last(cx.session, cx.view) {
        about(ui, cx, !details);
    }
}

/// Returns whether the title and the notes are being edited outside Edit.
fn is_editing(ui: &Ui) -> bool {
    ui.data(|d| d.get_temp::<bool>(Id::unique("notes editing"))).unwrap_or(false)
}

/// Draws the buttons that edit the notes and add a slide.
fn pencils(ui: &mut Ui, cx: &mut Cx<'_>) {
    let (theme, editing) = (cx.view.theme.clone(), is_editing(ui));
    let face = Icon::PENCIL_SIMPLE.text(15.0).color(if editing { theme.now } else { theme.faint });
    let toggle = ui.add(Button::selectable(editing, face)).accessible_name("Edit notes");
    let help = "Edit notes\nChanges the title and the notes, which are Markdown. One entry of undo.";
    if toggle.on_hover_text(help).clicked() {
        ui.data_mut(|d| d.insert_temp(Id::unique("notes editing"), !editing));
    }
    if !editing {
        let face = Icon::PLUS.text(15.0).color(theme.faint);
        let add = ui.add(Button::selectable(false, face)).accessible_name("Add a slide");
        if add.on_hover_text(crate::view::shortcuts::hint(SessionCommand::AddSlide)).clicked() {
            cx.send(SessionCommand::AddSlide);
        }
    }
}

/// Returns whether the scene has slides, so that its notes are not the text to read first.
fn has_slides(cx: &Cx<'_>) -> bool {
    !cx.session.scene().run.slides.is_empty()
}

/// Draws what there is to know about the lesson beside its slides, folded: the notes, all slides, and the source. With
/// `offers`, the suggestions are there as well.
fn about(ui: &mut Ui, cx: &mut Cx<'_>, offers: bool) {
    if !has_slides(cx) {
        if offers {
            steady(ui, "offered", |ui| offered(ui, cx));
        }
        return source(ui, cx);
    }
    ui.add_space(8.0);
    let title = RichText::new("About this lesson").font(fonts::medium(13.0)).color(cx.view.theme.weak);
    // Each lesson is folded at first.
    let header = CollapsingHeader::new(title).id_salt(("about", cx.session.scene_number())).default_open(false);
    header.show_unindented(ui, |ui| {
        if !cx.session.scene().notes.is_empty() {
            read(ui, cx);
        }
        if offers {
            steady(ui, "offered", |ui| offered(ui, cx));
        }
        super::slides::list(ui, cx, false);
        source(ui, cx);
    });
}

/// Draws the algorithm's source, below the text of its lesson.
fn source(ui: &mut Ui, cx: &Cx<'_>) {
    let card = cx.session.card();
    if !card.source.is_empty() && !cx.session.scene().notes.is_empty() {
        let text = RichText::new(format!("{}: {}.", card.title, card.source)).small().color(cx.view.theme.weak);
        ui.add_space(6.0);
        ui.add(Label::new(text).wrap());
    }
}

/// Draws the button for the next lesson.
fn next_lesson(ui: &mut Ui, cx: &mut Cx<'_>) {
    let Some(next) = presets::after(cx.session.scene()) else { return };
    ui.add_space(10.0);
    let face = (
        RichText::new("Next lesson").color(cx.view.theme.weak),
        RichText::new(next.title()).font(fonts::medium(13.0)).atom_shrink(true),
        egui::Atom::grow(),
        Icon::ARROW_RIGHT.text(14.0),
    );
    let button = Button::new(face).truncate().min_size(vec2(ui.available_width().max(1.0), 30.0));
    let help = crate::view::shortcuts::hint(WindowCommand::NextLesson);
    if ui.add(button).accessible_name("Next lesson").on_hover_text(help).clicked() {
        cx.send(WindowCommand::NextLesson);
    }
}

/// Says that the text was written for another map or run, if the current one differs, with a button that restores it.
fn written_for(ui: &mut Ui, cx: &mut Cx<'_>) {
    let scene = cx.session.scene();
    let saved_run = cx.session.document().saved_run();
    if scene.notes.is_empty() && scene.run.slides.is_empty() && saved_run.slides.is_empty() {
        return;
    }
    let document = &cx.session.document();
    let key = (cx.session.scene_number(), document.revision());
    let has_author_text = !saved_run.slides.is_empty() || presets::of(scene).is_some();
    let another_map = has_author_text && memo(ui, Id::unique("map is changed"), key, || document.is_map_changed());
    let map = another_map.then(|| "another map".to_owned());
    let differences: Vec<String> =
        map.into_iter().chain(suggestion::lost_settings(cx.session.registry(), saved_run, &scene.run)).collect();
    if differences.is_empty() {
        return;
    }
    let what = if saved_run.slides.is_empty() { "The text was" } else { "The slides were" };
    ui.add_space(4.0);
    ui.horizontal_wrapped(|ui| {
        Icon::INFO.show(ui, 14.0, cx.view.theme.weak);
        ui.label(RichText::new(format!("{what} written for {}.", differences.join(", "))).color(cx.view.theme.weak));
        let back = ui.add(Button::new(RichText::new("Back to it").color(cx.view.theme.link)));
        let help = "Restores the map, the algorithm and its settings as the lesson has them. Undo takes it back.";
        if back.on_hover_text(help).clicked() {
            cx.send(SessionCommand::RestoreSavedRun);
        }
    });
    ui.add_space(4.0);
}

/// Returns the first line of a note without its Markdown, or a placeholder for an empty note.
pub(super) fn headline(note: &str) -> String {
    let line = note.lines().map(|l| l.trim_matches(['#', '*', '_', ' '])).find(|l| !l.is_empty());
    line.map_or_else(|| "a slide without a note".to_owned(), suggestion::without_marks)
}

fn read(ui: &mut Ui, cx: &mut Cx<'_>) {
    let notes = cx.session.scene().notes.clone();
    if notes.is_empty() {
        ui.weak("No text yet. Click the pencil to write some (Markdown).");
        return;
    }
    markdown(ui, cx, &notes);
}

/// Draws the suggestions of the lesson and the current slide, each with the changes it makes.
fn offered(ui: &mut Ui, cx: &mut Cx<'_>) {
    let slide = super::slides::now(cx).map_or_else(String::new, |b| b.note.clone());
    let of_slide = suggestion::offers(&slide).1;
    let all: Vec<Suggestion> = of_slide.into_iter().chain(suggestion::offers(&cx.session.scene().notes).1).collect();
    if all.is_empty() {
        return;
    }
    let theme = cx.view.theme.clone();
    ui.add_space(10.0);
    ui.label(RichText::new("Try").font(fonts::medium(13.0)).color(theme.weak));
    for offer in all {
        let size = vec2(ui.available_width().max(1.0), 28.0);
        let change = RichText::new(offer.change.replace('=', " ")).size(12.0).color(theme.weak);
        let right = Some(change).filter(|c| (c.text().len() + offer.title.len()) as f32 * 7.0 < size.x - 24.0);
        let mut face = Button::new(RichText::new(&offer.title).font(fonts::medium(13.0))).min_size(size).truncate();
        if let Some(change) = right {
            face = face.right_text(change);
        }
        let button = ui.add_enabled(offer.commands.is_ok(), face).accessible_name(&offer.title);
        match offer.commands {
            Ok(commands) => {
                if button.on_hover_text(format!("{}\nUndo takes it back.", offer.change)).clicked() {
                    for command in commands {
                        cx.send(command);
                    }
                }
            }
            Err(problem) => _ = button.on_disabled_hover_text(format!("{problem}.")),
        }
    }
}

/// The edited text, and the version that the edit started from. If that version is gone, so is the draft.
#[derive(Clone)]
struct Draft {
    /// Number of the opened scene that it belongs to.
    opened: u64,
    base: (String, String),
    now: (String, String),
}

/// Draws text fields for title and notes. The scene changes when the user leaves a field, not with each letter.
fn edit(ui: &mut Ui, cx: &mut Cx<'_>) {
    let id = Id::unique("notes draft");
    let scene = cx.session.scene();
    let base = (scene.title.clone(), scene.notes.clone());
    let opened = cx.session.scene_number();
    let saved_draft = ui.data(|d| d.get_temp::<Draft>(id)).filter(|d| d.opened == opened && d.base == base);
    let mut draft = saved_draft.unwrap_or_else(|| Draft { opened, now: base.clone(), base });
    let label = ui.label("Title");
    // A long title wraps to a second line, but contains no line break.
    let line = TextEdit::multiline(&mut draft.now.0)
        .id(Id::unique("title of the scene"))
        .desired_width(f32::INFINITY)
        .desired_rows(1)
        .return_key(None);
    let title = ui.add(line).labelled_by(label.id);
    draft.now.0 = draft.now.0.replace('\n', " ");
    let label = ui.label("Notes");
    let notes = field(ui, Id::unique("notes of the scene"), &mut draft.now.1, (8, "")).labelled_by(label.id);
    let changed = draft.now != draft.base;
    if changed && !title.has_focus() && !notes.has_focus() {
        cx.send(SessionCommand::Describe(draft.now.0.clone(), draft.now.1.clone()));
    }
    ui.data_mut(|d| {
        if changed {
            d.insert_temp(id, draft);
        } else {
            d.remove::<Draft>(id);
        }
    });
}

/// Draws the moment and the question that the scene opens with, with buttons to take the current ones or to remove
/// them.
fn opens_with(ui: &mut Ui, cx: &mut Cx<'_>) {
    let (at, (now, end)) = (cx.session.scene().run.at, cx.session.numbers());
    let opens = match at {
        Some(at) => format!("Opens at event {}", thousands(at)),
        None if has_slides(cx) => "Opens at its first slide".to_owned(),
        None => "Opens at its end".to_owned(),
    };
    ui.label(RichText::new(opens).color(cx.view.theme.weak));
    ui.horizontal_wrapped(|ui| {
        let here = Some(now).filter(|&now| now < end || has_slides(cx));
        let take = ui.add_enabled(at != Some(now) && at != here, Button::new("Open here"));
        let take = take.on_hover_text("The moment that is shown now is the one that the scene opens at.");
        if take.on_disabled_hover_text("It opens here already.").clicked() {
            cx.send(SessionCommand::OpenAt(here));
        }
    });
    let (kept, now) = (&cx.session.scene().run.question, cx.session.question_now());
    let question_text = serde_json::to_value(kept).map(|v| brief::rows(&v)).unwrap_or_default();
    let question_text: Vec<String> =
        question_text.into_iter().map(|(name, value)| format!("{} {value}", name.replace('_', " "))).collect();
    let question_text = if kept.is_empty() { "no question".to_owned() } else { question_text.join(" · ") };
    ui.add(Label::new(RichText::new(format!("Opens with {question_text}")).color(cx.view.theme.weak)).wrap());
    ui.horizontal_wrapped(|ui| {
        let take = ui.add_enabled(now != *kept, Button::new("Use the current question"));
        let help = "Breakpoints, the selected cell, why not, an experiment, a symptom, predicting: the scene opens with \
                    all of that as it is now.";
        let take = take.on_hover_text(help).on_disabled_hover_text("The scene is set to this already.");
        if take.clicked() {
            cx.send(SessionCommand::SetQuestion(Box::new(now)));
        }
        if ui.add_enabled(!kept.is_empty(), Button::new("Remove the question")).clicked() {
            cx.send(SessionCommand::SetQuestion(Box::default()));
        }
    });
}
