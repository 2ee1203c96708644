//! The sentence about the last event. Cells in it are links that highlight and select them on the map.

use crate::canvas::sentence_badges::{BADGE, with_badges};
use crate::debugger::lab::ending::{BEFORE, NO_EVENTS, ending, sentence_now};
pub(crate) use crate::debugger::lesson::cell_texts::{Part, parts};
use crate::debugger::session::command::{Brush, Mode, SessionCommand, WindowCommand};
use crate::debugger::session::window::Arrangement;
use crate::debugger::session::{Problem, ProgramTime};
use crate::debugger::{Session, document::scene_warnings, lesson::glossary};
use crate::formats::plain::thousands;
use crate::style::fonts;
use crate::style::memo::memo;
use crate::view::Cx;
use egui::accesskit::Live;
use egui::{
    Align, Button, Color32, CursorIcon, FontId, Label, Layout, Rect, RichText, Sense, Ui, UiBuilder, pos2, vec2,
};
use gridscope_trace::event::capital;
use gridscope_trace::{ActorKind, Cell, Replay};
use std::collections::HashSet;
use std::sync::Arc;

/// Room at the right for the explanation behind the sentence, as a share of the width.
const ASIDE: f32 = 0.36;

/// Minimum room for the explanation, in points, including the gap. With less, it is left out.
const BESIDE: f32 = 60.0;
/// Number of letters of a sentence that are shown at most. An event of a log may say more.
const LONGEST: usize = 1_200;
/// Minimum text size of a sentence that does not fit, as a share of its usual size.
const SMALLEST: f32 = 0.78;

/// The last event's sentence and its explanation. Cached while the cursor rests, because explaining may be slow.
struct LastSentence {
    sentence: String,
    explained: String,
    halted: Option<String>,
    /// The cell of the event.
    cell: Option<Cell>,
}

fn update_sentence(ui: &Ui, session: &Session, replay: &Replay) -> Arc<LastSentence> {
    memo(ui, egui::Id::unique("sentence told"), (session.generation(), replay.cursor()), || {
        let last = replay.cursor().checked_sub(1);
        let (sentence, explained) = match last {
            _ if replay.is_empty() => (NO_EVENTS.into(), String::new()),
            None => (BEFORE.into(), String::new()),
            Some(last) => (replay.event(last).sentence, replay.explain()),
        };
        let ended = replay.cursor() == replay.len() && !replay.is_empty();
        let halted = replay.halted().filter(|_| ended || replay.is_empty());
        let (sentence, explained) = match ending(session.scene(), replay).filter(|_| ended && halted.is_none()) {
            Some(outcome) => (outcome, String::new()),
            None => (sentence, explained),
        };
        let cell = last.and_then(|last| replay.cell(last));
        Arc::new(LastSentence { sentence, explained, halted, cell })
    })
}

/// Returns a sentence about the current moment: the last event, the outcome of the run, or why there is no run.
pub(crate) fn words(session: &Session) -> String {
    let Some(replay) = session.replay() else {
        return session.opened().problem.as_ref().map_or_else(String::new, |p| format!("No run yet: {p}."));
    };
    if replay.cursor() == 0 && !replay.is_empty() {
        // A picture has no buttons.
        return "Nothing has happened yet.".to_owned();
    }
    sentence_now(session.scene(), replay)
}

/// Draws a button for each kind of actor that the algorithm needs, if the scene lacks one. A click takes it as the brush.
fn offers(ui: &mut Ui, cx: &mut Cx<'_>) {
    let scene = cx.session.scene();
    let needs = cx.session.card().actors.iter();
    let needs = needs.filter_map(|need| {
        let there = need.kinds.iter().any(|&kind| scene.of_kind(kind).next().is_some());
        need.kinds.first().map(|&kind| (kind, there))
    });
    let needs: Vec<(ActorKind, bool)> = needs.collect();
    // A button stays where it is when its actor is placed, so that the next one does not move under the pointer.
    let lacks_some = needs.iter().any(|(_, there)| !there);
    for (kind, there) in needs.into_iter().filter(|_| lacks_some) {
        let button = ui.add_enabled(!there, Button::new(format!("Place {}", kind.name())));
        if button.on_hover_text("Then click its cell on the map.").clicked() {
            cx.send(WindowCommand::Arrange(Arrangement::Edit));
            cx.send(SessionCommand::SetMode(Mode::Edit));
            cx.send(SessionCommand::SetBrush(Brush::Actor(kind)));
        }
    }
    let n = cx.session.opened().searches.len();
    let searches = format!("Choose from {} searches…", thousands(n));
    if n > 0 && ui.button(searches).on_hover_text("Start and goal from the scenario.").clicked() {
        cx.send(WindowCommand::AskSearch);
    }
}

/// Maximum number of lines of the sentence in a narrow window. The room for them is always kept, so that nothing moves.
pub(crate) const NARROW_LINES: f32 = 3.0;
/// Height of a line of the sentence in a narrow window, in points.
pub(crate) const NARROW_LINE: f32 = 22.0;

/// Returns the text size of the sentence, and the height of its line, both in points.
fn size(cx: &Cx<'_>) -> (f32, f32) {
    if cx.view.narrow.is_some() {
        return (15.0, NARROW_LINE);
    }
    match cx.view.settings.arrangement {
        Arrangement::Present => (24.0, 36.0),
        Arrangement::Debug => (15.0, 22.0),
        Arrangement::Learn | Arrangement::Edit => (16.0, 24.0),
    }
}

/// Returns whether the sentence says that there is no run, or that one is being recorded for a while.
pub(crate) fn is_without_run(cx: &Cx<'_>) -> bool {
    cx.session.replay().is_none() || cx.session.is_recording_long()
}

/// Draws the sentence in one or two lines, with its explanation in weak text beside it.
pub(crate) fn show(ui: &mut Ui, cx: &mut Cx<'_>) {
    let (session, theme) = (cx.session, cx.view.theme.clone());
    let (size, line) = size(cx);
    let narrow = cx.view.narrow.is_some();
    let present = cx.view.settings.arrangement == Arrangement::Present;
    let wide = ui.available_width().max(1.0);
    let long = session.is_recording_long();
    // The words with marks for the badges of movers.
    let mut marked = None;
    let mut words = String::new();
    let mut aside = String::new();
    let mut colour = theme.strong;
    let mut subject = None;
    match (session.replay(), &session.opened().problem, session.progress()) {
        (Some(replay), ..) => {
            let current_sentence = update_sentence(ui, session, replay);
            words.clone_from(&current_sentence.sentence);
            aside.clone_from(&current_sentence.explained);
            subject = current_sentence.cell;
            // The sentence is about the selected mover of a log.
            if let Some((movers, mover, step)) = session.selected_mover() {
                (words, aside) = (movers.sentence(mover, step), movers.outlook(mover, step));
                marked = Some(movers.marked_sentence(mover, step, BADGE));
                subject = movers.cell(mover, step);
            }
            // With several runs, the sentence of the second is more important than the explanation of the first.
            let second = session.shown_runs().nth(1).filter(|run| run.replay.cursor() > 0 && !run.replay.is_empty());
            if let Some(said) = second.map(|run| sentence_now(&run.scene, &run.replay)).filter(|said| *said != words) {
                aside = format!("Run B: {said}");
            }
            if let Some(halted) = &current_sentence.halted {
                (words, colour) = (halted.clone(), theme.wrong);
            }
        }
        (None, Some(problem), _) => {
            let problem_text = problem.to_string();
            let problem_text = problem_text.trim_end_matches('.');
            if matches!(problem, Problem::Run(_)) {
                // Nothing is wrong: the user still has to place or choose something.
                words = format!("No run yet: {problem_text}.");
                colour = theme.text;
            } else if *problem == Problem::Cancelled {
                (words, colour) = (format!("{}.", capital(problem_text)), theme.text);
            } else {
                words = format!("This cannot run: {problem_text}.");
                colour = theme.wrong;
            }
        }
        (None, None, Some(_)) => {}
        (None, None, None) => words = "Nothing is recorded yet: run again with F5.".into(),
    }
    let odd = scene_warnings(ui, session);
    if let Some(odd) = &odd {
        aside.clone_from(odd);
    }
    words.truncate(fonts::cut(&words, LONGEST).len());
    aside.truncate(fonts::cut(&aside, LONGEST).len());
    // In Present the slide's text follows directly, and both together keep their height. Cells are links, in letters
    // that are a little wider.
    let broad = |size: f32| {
        let plain = ui.painter().layout_no_wrap(words.clone(), fonts::medium(size), colour).size().x;
        plain * 1.04 + words.matches('(').count() as f32 * 0.5 * size
    };
    let wanted = broad(size);
    let rows = match () {
        () if narrow => NARROW_LINES,
        () if present && wanted > wide => 2.0,
        () => 1.0,
    };
    // A long sentence in a narrow window gets smaller letters. Wrapped lines are not filled to their ends.
    let room = if rows > 1.0 { wide * rows * 0.9 } else { wide };
    let size = if wanted > room { (size * room / wanted).max(size * SMALLEST) } else { size };
    let broad = broad(size);
    let (rect, response) = ui.allocate_exact_size(vec2(wide, line * rows + 2.0), Sense::hover());
    label(ui, session, &response, format!("{words} {aside}").trim());
    if wanted + BESIDE >= wide {
        // A sentence that does not fit is shown in a tooltip.
        response.on_hover_text(format!("{words}\n{aside}").trim());
    }
    let mut left = rect;
    if let Some(progress) = session.progress().filter(|_| long || session.replay().is_none()) {
        left.max.x -= 300.0_f32.min(wide / 2.0);
        let right = Rect::from_min_max(pos2(left.max.x + 10.0, rect.min.y), rect.max);
        let mut ui = ui.new_child(UiBuilder::new().max_rect(right).layout(Layout::left_to_right(Align::Center)));
        recording(&mut ui, cx, progress, 180.0);
    } else if session.replay().is_none() && session.opened().problem.is_some() {
        left.max.x -= 420.0_f32.min(wide / 2.0);
        let right = Rect::from_min_max(pos2(left.max.x + 8.0, rect.min.y), rect.max);
        let mut ui = ui.new_child(UiBuilder::new().max_rect(right).layout(Layout::right_to_left(Align::Center)));
        offers(&mut ui, cx);
    } else if !aside.is_empty() && !present && !narrow && wanted + BESIDE < wide {
        // The explanation is beside the sentence if there is room, otherwise in a tooltip.
        let font = fonts::text(13.0);
        let free = (wide - broad - 24.0).max(wide * ASIDE * 0.5).min(wide * 0.6);
        left.max.x -= free;
        let right = Rect::from_min_max(pos2(left.max.x + 8.0, rect.min.y), rect.max);
        let mut ui = ui.new_child(UiBuilder::new().max_rect(right).layout(Layout::right_to_left(Align::Center)));
        if odd.is_some() {
            // An oddity of the scene replaces the explanation, with a link to its cell.
            ui.with_layout(Layout::left_to_right(Align::Center), |ui| {
                linked(ui, cx, &aside, &font, theme.now, None);
            });
        } else {
            let label = fonts::one_line(&ui, RichText::new(&aside).font(font).color(theme.weak));
            ui.add(label).on_hover_text(&aside);
        }
    }
    // A sentence that may not fit leaves room for an ellipsis.
    let more = ui.painter().layout_no_wrap("…".to_owned(), fonts::medium(size), colour);
    if broad > left.width() * rows * if rows > 1.0 { 0.9 } else { 1.0 } {
        left.max.x -= more.size().x;
    }
    let mut inner = ui.new_child(UiBuilder::new().max_rect(left));
    inner.set_clip_rect(left.expand(2.0).intersect(ui.clip_rect()));
    linked(&mut inner, cx, marked.as_deref().unwrap_or(&words), &fonts::medium(size), colour, subject);
    if inner.min_rect().max.y > left.max.y + size / 2.0 {
        ui.painter().galley(pos2(left.max.x, left.min.y + line * (rows - 1.0)), more, colour);
    }
}

/// Makes the whole sentence available in one label, for screen readers and tests. A screen reader reads each new sentence
/// aloud, except during playback, when it would read without a pause.
fn label(ui: &Ui, session: &Session, response: &egui::Response, text: &str) {
    response.widget_info(|| egui::WidgetInfo::labeled(egui::Role::Label, true, text));
    if !session.display_state().playback.playing {
        ui.ctx().accesskit_node_builder(response.id, |node| node.set_live(Live::Polite));
    }
}

/// Makes the sentence available to screen readers at a place where it is covered.
pub(crate) fn unseen(ui: &Ui, cx: &Cx<'_>, place: Rect) {
    let response = ui.interact(place, egui::Id::unique("sentence that is covered"), Sense::hover());
    label(ui, cx.session, &response, &words(cx.session));
}

/// Returns the first oddity, such as a guard in a wall, and the number of further ones. Also checks the scenes run
/// beside this one. Cached while scene and runs do not change.
fn scene_warnings(ui: &Ui, session: &Session) -> Option<String> {
    let key = (session.scene_number(), session.document().revision(), session.generation());
    if session.shows_log_only() {
        // The algorithm of the map does not run.
        return None;
    }
    memo(ui, egui::Id::unique("scene_warnings"), key, || {
        let warnings = |scene| scene_warnings::scene_warnings(session.registry(), scene);
        let mut all = warnings(session.scene());
        let known: HashSet<String> = all.iter().map(|odd| odd.text.clone()).collect();
        for run in &session.opened().additional_runs {
            all.extend(warnings(&run.scene).into_iter().filter(|odd| !known.contains(&odd.text)));
        }
        all.first().map(|first| match all.len() {
            1 => first.text.clone(),
            n => format!("{} And {} more.", first.text, n - 1),
        })
    })
}

/// Draws a text in which every cell is a link. Pointing at a link highlights the cell on the map, a click selects it.
pub(crate) fn linked(ui: &mut Ui, cx: &mut Cx<'_>, text: &str, font: &FontId, colour: Color32, subject: Option<Cell>) {
    let theme = cx.view.theme.clone();
    let size = font.size;
    // egui makes a line of text at least as high as a button.
    let high = ui.spacing().interact_size.y.min(26.0);
    ui.spacing_mut().interact_size.y = high;
    ui.horizontal_wrapped(|ui| {
        ui.spacing_mut().item_spacing = vec2(0.0, 2.0);
        for part in parts(text) {
            match part {
                Part::Words(words) if words.contains(BADGE) => with_badges(ui, cx, words, font, colour),
                Part::Words(words) => {
                    for (words, meaning) in glossary::parts(words, cx.session.card()) {
                        let face = RichText::new(words).font(font.clone()).color(colour);
                        let label = ui.add(Label::new(face).selectable(false));
                        if let Some(meaning) = meaning {
                            label.on_hover_cursor(CursorIcon::Help).on_hover_text(meaning);
                        }
                    }
                }
                Part::Cell(cell, words) => {
                    let mut face = RichText::new(words).font(fonts::mono(size * 0.94)).color(theme.link).underline();
                    if subject == Some(cell) {
                        face = face.background_color(theme.selected);
                    }
                    let link = ui.add(Label::new(face).selectable(false).sense(Sense::click()));
                    let link = link.on_hover_cursor(CursorIcon::PointingHand);
                    if link.hovered() {
                        cx.view.point_at = Some(cell);
                    }
                    if link.clicked() {
                        cx.send(SessionCommand::Select(Some(cell)));
                    }
                }
            }
        }
    });
}

/// Draws how long the user's program has run, and a button that ends it.
fn program(ui: &mut Ui, cx: &mut Cx<'_>, time: &ProgramTime, width: f32) {
    let seconds = time.taken.floor();
    let (share, most) = match time.most {
        Some(most) => ((time.taken / most) as f32, format!(" of {most} s")),
        None => (0.0, String::new()),
    };
    // Short enough for the bar.
    let name: String = time.name.chars().take(16).collect();
    let text = format!("{name}: {seconds} s{most}");
    ui.add(egui::ProgressBar::new(share.min(1.0)).desired_width(width).fill(cx.view.theme.bar()).text(text));
    let hint = "Ends the program. What it logged so far is dropped.";
    if ui.button("Stop").on_hover_text(hint).clicked() {
        cx.send(SessionCommand::Cancel);
    }
    // The time must keep updating.
    ui.ctx().request_repaint_after(std::time::Duration::from_millis(200));
}

fn recording(ui: &mut Ui, cx: &mut Cx<'_>, progress: f32, width: f32) {
    if let Some(time) = cx.session.program_time() {
        return program(ui, cx, &time, width);
    }
    let progress = progress.clamp(0.0, 1.0);
    let events = cx.session.recorded_so_far();
    // If the total is unknown, shows the number of events so far.
    let (progress, text) = match (cx.session.linked(), progress) {
        // All events are recorded. They are now linked in one pass.
        (Some(linked), _) => (linked, format!("Linking {} events… {:.0} %", thousands(events), linked * 100.0)),
        (None, progress) if progress < 0.01 && events > 0 => {
            (progress, format!("Recording… {} events", thousands(events)))
        }
        (None, progress) => (progress, format!("Recording… {:.0} %", progress * 100.0)),
    };
    ui.add(egui::ProgressBar::new(progress).desired_width(width).fill(cx.view.theme.bar()).text(text));
    let cancel = ui.button("Cancel").on_hover_text(crate::view::shortcuts::hint(SessionCommand::Cancel));
    if cancel.clicked() {
        cx.send(SessionCommand::Cancel);
    }
}

/// Maximum number of characters in a line of a toast.
pub(crate) const TOAST: usize = 80;

/// Maximum number of characters in a line of a toast in a narrow window.
pub(crate) const NARROW_TOAST: usize = 42;

/// Wraps a text at spaces into lines of at most `most` characters. A longer word is not split.
pub(crate) fn in_lines(text: &str, most: usize) -> String {
    let (mut out, mut line) = (String::with_capacity(text.len()), 0);
    for word in text.split(' ') {
        let letters = word.chars().count();
        if line > 0 && line + 1 + letters > most {
            out.push('\n');
            line = 0;
        } else if line > 0 {
            out.push(' ');
            line += 1;
        }
        out.push_str(word);
        line += letters;
    }
    out
}
