//! The fields of a slide beside its note: what it draws, its pins, what it asks, and its motion.

use crate::debugger::SessionCommand;
use crate::debugger::lesson::cell_texts::{Part, parts};
use crate::view::Cx;
use egui::{Button, ComboBox, Id, TextEdit, Ui};
use gridscope_trace::geometry::Cell;
use gridscope_trace::scene::Slide;
use gridscope_trace::slide::{Ask, AskOption, Motion, Show};

/// Width of the names of the rows, in points.
const NAME: f32 = 52.0;
/// Kinds of questions: the name in the menu, and the first question of the kind.
const KINDS: [(&str, &str); 5] = [
    ("Nothing", ""),
    ("A path", "Which way does it go?"),
    ("A cell", "Which cell comes next?"),
    ("A number", "How much does the path cost?"),
    ("One of several", "Which one is true?"),
];

/// Draws the rows of fields. Each change is stored, and all changes of a slide in a row are one undo step.
pub(super) fn show(ui: &mut Ui, cx: &mut Cx<'_>, i: usize, slide: &Slide) {
    ui.spacing_mut().item_spacing.y = 4.0;
    let id = Id::unique(("field of a slide", cx.session.scene_number(), i));
    let mut new = slide.clone();
    let show = match &slide.show {
        None => String::new(),
        Some(Show::All) => "all".to_owned(),
        Some(Show::Signs(words)) => words.join(", "),
    };
    if let Some(text) = line(ui, id.with("draws"), ("Draws", "closed, open, path"), &show) {
        let words: Vec<String> = words_of(&text, ',').map(str::to_owned).collect();
        new.show = match &words[..] {
            [] => None,
            [word] if word == "all" => Some(Show::All),
            _ => Some(Show::Signs(words)),
        };
    }
    let names = |cells: &[Cell]| cells.iter().map(ToString::to_string).collect::<Vec<_>>().join(" ");
    let pins = slide.pins.as_deref().map_or_else(String::new, names);
    ui.horizontal(|ui| {
        let selected = cx.session.display_state().selected;
        let text = line(ui, id.with("pins"), ("Pins", "cells that the note names"), &pins);
        if let Some(text) = text {
            let cell = |part: Part<'_>| if let Part::Cell(cell, _) = part { Some(cell) } else { None };
            let cells: Vec<Cell> = parts(&text).into_iter().filter_map(cell).collect();
            new.pins = (!text.trim().is_empty()).then_some(cells);
        }
        let add = ui.add_enabled(selected.is_some(), Button::new("+")).accessible_name("Pin at the selected cell");
        if let Some(cell) =
            selected.filter(|_| add.on_hover_text("Adds the cell that is selected on the map.").clicked())
        {
            let all = new.pins.get_or_insert_default();
            match all.iter().position(|pin| *pin == cell) {
                Some(known) => _ = all.remove(known),
                None => all.push(cell),
            }
        }
    });
    asks(ui, id, &mut new);
    let (auto, cut) = ("as long as it needs", "cut");
    let motion = match slide.play {
        None => String::new(),
        Some(Motion::Cut) => cut.to_owned(),
        Some(Motion::Seconds(seconds)) => seconds.to_string(),
    };
    if let Some(text) = line(ui, id.with("motion"), ("Motion", &format!("{auto}; seconds, or {cut}")), &motion) {
        let text = text.trim();
        let seconds = text.parse().ok().filter(|seconds| *seconds > 0.0 && *seconds <= 60.0).map(Motion::Seconds);
        new.play = if text == cut { Some(Motion::Cut) } else { seconds };
    }
    if new != *slide {
        cx.send(SessionCommand::SetSlide(i, new));
    }
}

/// Draws the kind of question and its fields.
fn asks(ui: &mut Ui, id: Id, slide: &mut Slide) {
    let kind = match &slide.ask {
        None => 0,
        Some(Ask::Path { .. }) => 1,
        Some(Ask::Cell { .. }) => 2,
        Some(Ask::Number { .. }) => 3,
        Some(Ask::Choice { .. }) => 4,
    };
    ui.horizontal(|ui| {
        name(ui, "Asks");
        let mut chosen = kind;
        let menu = ComboBox::from_id_salt(id.with("kind")).selected_text(KINDS[kind].0).show_ui(ui, |ui| {
            for (k, (words, _)) in KINDS.iter().enumerate() {
                ui.selectable_value(&mut chosen, k, *words);
            }
        });
        menu.response.accessible_name("Kind of question");
        if chosen != kind {
            let question = KINDS[chosen].1.to_owned();
            let option = |words: &str, holds: &str| AskOption { words: words.to_owned(), holds: holds.to_owned() };
            slide.ask = match chosen {
                1 => Some(Ask::Path { question, then: None }),
                2 => Some(Ask::Cell { question, hits: None, then: None }),
                3 => Some(Ask::Number { question, of: "cost".to_owned(), then: None }),
                4 => {
                    let options =
                        vec![option("It is found", "outcome found = 1"), option("It is not", "outcome found = 0")];
                    Some(Ask::Choice { question, options, then: None })
                }
                _ => None,
            };
        }
    });
    match &mut slide.ask {
        None => {}
        Some(Ask::Path { question, .. }) => change(ui, id.with("question"), ("", "the question"), question),
        Some(Ask::Cell { question, hits, .. }) => {
            change(ui, id.with("question"), ("", "the question"), question);
            let mut text = hits.clone().unwrap_or_default();
            change(ui, id.with("hits"), ("if", "the next choice, or: expanded and at 3,2"), &mut text);
            *hits = Some(text).filter(|text| !text.trim().is_empty());
        }
        Some(Ask::Number { question, of, .. }) => {
            change(ui, id.with("question"), ("", "the question"), question);
            change(ui, id.with("of"), ("of", "cost"), of);
        }
        Some(Ask::Choice { question, options, .. }) => {
            change(ui, id.with("question"), ("", "the question"), question);
            let mut text: Vec<String> = options.iter().map(|one| format!("{} | {}", one.words, one.holds)).collect();
            for (k, line) in text.iter_mut().enumerate() {
                change(ui, id.with(("option", k)), (&format!("{}", k + 1), "words | outcome cost >= 60"), line);
            }
            let count = options.len();
            for (option, line) in options.iter_mut().zip(&text) {
                let (words, holds) = line.split_once('|').unwrap_or((line, ""));
                (option.words, option.holds) = (words.trim().to_owned(), holds.trim().to_owned());
            }
            ui.horizontal(|ui| {
                name(ui, "");
                if count < 9 && ui.button("Add an answer").clicked() {
                    options.push(AskOption { words: "Another".to_owned(), holds: "outcome cost > 99".to_owned() });
                }
                if count > 2 && ui.button("Remove the last").clicked() {
                    options.pop();
                }
            });
        }
    }
    if let Some(ask) = &mut slide.ask {
        let mut text = ask.then().unwrap_or_default().to_owned();
        change(ui, id.with("then"), ("then", "a last sentence of the answer"), &mut text);
        *ask.then_mut() = Some(text).filter(|text| !text.trim().is_empty());
    }
}

/// Draws a row and stores its text.
fn change(ui: &mut Ui, id: Id, words: (&str, &str), text: &mut String) {
    if let Some(new) = line(ui, id, words, text) {
        *text = new;
    }
}

/// Draws a name and a text field of one line. Returns the text if it was changed. While the field has the focus, it keeps what
/// is typed.
fn line(ui: &mut Ui, id: Id, (title, hint): (&str, &str), current: &str) -> Option<String> {
    let mut text = ui.data(|d| d.get_temp::<String>(id)).unwrap_or_else(|| current.to_owned());
    let field = ui
        .horizontal(|ui| {
            name(ui, title);
            // The row of the pins has a button, too.
            let beside = if title == "Pins" { 34.0 } else { 0.0 };
            let width = (ui.available_width() - beside - 8.0).max(60.0);
            let field = TextEdit::singleline(&mut text).id(id).hint_text(hint).desired_width(width);
            let name = if title.is_empty() { "Question" } else { title };
            ui.add(field).accessible_name(name).on_hover_text(hint)
        })
        .inner;
    if field.has_focus() {
        ui.data_mut(|d| d.insert_temp(id, text.clone()));
    } else {
        ui.data_mut(|d| d.remove::<String>(id));
    }
    field.changed().then_some(text)
}

fn name(ui: &mut Ui, title: &str) {
    let size = egui::vec2(NAME, ui.spacing().interact_size.y);
    ui.allocate_ui(size, |ui| {
        ui.set_min_width(NAME);
        ui.label(title);
    });
}

fn words_of(text: &str, separator: char) -> impl Iterator<Item = &str> {
    text.split(separator).map(str::trim).filter(|word| !word.is_empty())
}
