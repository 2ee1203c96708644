//! The question of a slide: a card below its text with what the reader replies, and the answer of the run.

use crate::debugger::SessionCommand;
use crate::debugger::session::ask::{Reply, Verdict};
use crate::debugger::session::command::Mode;
use crate::debugger::session::window::Arrangement;
use crate::style::fonts::{self, Icon};
use crate::view::{Cx, View};
use egui::{
    Align, Button, Context, CornerRadius, Frame, Id, Key, Label, Layout, Margin, Modifiers, RichText, TextEdit, Ui,
    vec2,
};
use gridscope_trace::slide::{Ask, AskOption};

/// Largest number of choices with a key of their own.
const KEYS: [Key; 9] =
    [Key::Num1, Key::Num2, Key::Num3, Key::Num4, Key::Num5, Key::Num6, Key::Num7, Key::Num8, Key::Num9];

/// Returns whether the slide at hand asks its question here: in Learn and in Present.
pub(crate) fn is_asked(cx: &Cx<'_>) -> bool {
    let reads = matches!(cx.view.settings.arrangement, Arrangement::Learn | Arrangement::Present);
    reads && cx.session.hand().mode == Mode::Inspect && !crate::layout::stage::stops::is_exercise(cx.session, cx.view)
}

/// Returns whether a question waits for its answer.
pub(crate) fn is_open(cx: &Cx<'_>) -> bool {
    is_asked(cx) && cx.session.open_ask().is_some()
}

/// Returns whether things move by themselves, or change at once.
pub(crate) fn moves(view: &View, ctx: &Context) -> bool {
    !view.settings.less_motion && !view.cuts_to_slides && ctx.global_style().animation_time > 0.0
}

/// Returns the heading that takes the place of the slide's: the question, or what its answer is.
pub(crate) fn heading(cx: &Cx<'_>) -> Option<String> {
    let ask = cx.session.ask().filter(|_| is_asked(cx))?;
    Some(cx.session.ask_answer().map_or_else(|| ask.question().to_owned(), |answer| answer.title.clone()))
}

/// Returns the text of the answer, which takes the place of the slide's text.
pub(crate) fn answer_text(cx: &Cx<'_>) -> Option<String> {
    cx.session.ask_answer().filter(|_| is_asked(cx)).map(|answer| answer.text.clone())
}

/// Draws the card of the question, if the slide at hand asks one.
pub(crate) fn show(ui: &mut Ui, cx: &mut Cx<'_>) {
    let Some(ask) = cx.session.ask().filter(|_| is_asked(cx)).cloned() else { return };
    ui.add_space(16.0);
    if let Some(answer) = cx.session.ask_answer() {
        let words =
            if answer.path.is_empty() && !matches!(ask, Ask::Path { .. }) { "Answer again" } else { "Draw another" };
        let words =
            if matches!(ask, Ask::Path { .. }) && answer.verdict == Verdict::Shown { "Draw a path" } else { words };
        return again(ui, cx, words);
    }
    if cx.session.open_ask().is_none() {
        if cx.session.reply().is_some() {
            ui.label(RichText::new("Finding the answer…").font(fonts::text(13.0)).color(cx.view.theme.weak));
        }
        return;
    }
    match &ask {
        Ask::Path { .. } => {
            let draft = cx.session.draft().filter(|draft| !draft.summary.is_empty()).map(|draft| draft.summary.clone());
            match draft {
                Some(summary) => card(ui, cx, "Your path so far", &summary, true),
                None => card(ui, cx, "Your path so far", "Drag on the map", false),
            }
        }
        Ask::Cell { .. } => card(ui, cx, "Your answer", "Click a cell", false),
        Ask::Number { .. } => number(ui, cx),
        Ask::Choice { options, .. } => choice(ui, cx, options),
    }
}

/// Draws a card with a small line, a large one, and *Start again*.
fn card(ui: &mut Ui, cx: &mut Cx<'_>, small: &str, large: &str, can_start_again: bool) {
    let theme = cx.view.theme.clone();
    let help =
        "With the keyboard: Tab to the map, then the arrows. 7 9 1 3 make slanted steps, Enter shows the answer.";
    let frame =
        Frame::new().fill(theme.window).corner_radius(CornerRadius::same(8)).inner_margin(Margin::symmetric(20, 14));
    let response = frame.show(ui, |ui| {
        ui.horizontal(|ui| {
            ui.set_min_size(vec2(ui.available_width(), 44.0));
            ui.vertical(|ui| {
                ui.spacing_mut().item_spacing.y = 4.0;
                ui.label(RichText::new(small).font(fonts::text(13.0)).color(theme.weak));
                ui.label(RichText::new(large).font(fonts::semibold(18.0)).color(theme.strong));
            });
            if can_start_again {
                ui.with_layout(Layout::right_to_left(Align::Center), |ui| again(ui, cx, "Start again"));
            }
        });
    });
    response.response.on_hover_text(help);
}

/// Draws the button that asks again.
fn again(ui: &mut Ui, cx: &mut Cx<'_>, words: &str) {
    let theme = &cx.view.theme;
    let face = (
        Icon::ARROW_CLOCKWISE.text(15.0).color(theme.weak),
        RichText::new(words).font(fonts::medium(13.0)).color(theme.strong),
    );
    if ui.add(Button::new(face).min_size(vec2(0.0, 28.0))).accessible_name(words).clicked() {
        cx.send(SessionCommand::AskAgain);
    }
}

/// Draws the field for a number. Enter shows the answer.
fn number(ui: &mut Ui, cx: &mut Cx<'_>) {
    let id = Id::unique(("number", cx.session.scene_number(), cx.session.slide_at_hand()));
    let mut text = ui.data(|d| d.get_temp::<String>(id)).unwrap_or_default();
    if cx.session.draft().is_none() && text.parse::<f64>().is_ok() {
        text.clear();
    }
    let theme = cx.view.theme.clone();
    let label = ui.label(RichText::new("Your answer").font(fonts::text(13.0)).color(theme.weak));
    let field = TextEdit::singleline(&mut text).font(fonts::semibold(18.0)).hint_text("a number").desired_width(120.0);
    let field = ui.add(field).labelled_by(label.id);
    if field.changed() {
        ui.data_mut(|d| d.insert_temp(id, text.clone()));
        let number = text.trim().replace(',', ".").parse::<f64>().ok().filter(|number| number.is_finite());
        cx.send(SessionCommand::DraftReply(number.map_or(Reply::Nothing, Reply::Number)));
    }
    if field.lost_focus() && ui.input(|i| i.key_pressed(Key::Enter)) && !text.trim().is_empty() {
        cx.send(SessionCommand::ShowAnswer);
    }
}

/// Draws a button for each choice. The keys 1 to 9 press them.
fn choice(ui: &mut Ui, cx: &mut Cx<'_>, options: &[AskOption]) {
    let theme = cx.view.theme.clone();
    let types = ui.ctx().egui_wants_keyboard_input();
    for (i, option) in options.iter().enumerate() {
        let key = KEYS.get(i).filter(|_| !types);
        let pressed = key.is_some_and(|&key| ui.input_mut(|input| input.consume_key(Modifiers::NONE, key)));
        let number = RichText::new(format!("{}", i + 1)).font(fonts::text(13.0)).color(theme.weak);
        let words = RichText::new(&option.words).font(fonts::text(15.0)).color(theme.strong);
        let face = Button::new((number, words, egui::Atom::grow())).wrap();
        let button = ui.add(face.min_size(vec2(ui.available_width(), 36.0)).corner_radius(CornerRadius::same(8)));
        if button.clone().accessible_name(&option.words).clicked() || pressed {
            cx.send(SessionCommand::DraftReply(Reply::Choice(i)));
            cx.send(SessionCommand::ShowAnswer);
        }
    }
}

/// Draws a line that says which key shows the answer, for a speaker.
pub(crate) fn key_of_answer(ui: &mut Ui, cx: &Cx<'_>) {
    if is_open(cx) {
        ui.add(Label::new(RichText::new("Space: the answer").font(fonts::text(13.0)).color(cx.view.theme.weak)));
    }
}
