//! Under the map: what the last event was, the buttons that move through time, and where the cursor stands.

mod icons;

use self::icons::{BACK, BACK_BY_STEP, END, LEFT, PAUSE, PLAY, Part, RIGHT, START, STEP, STEP_BY_STEP, icon};
pub(super) use super::plots::thousands;
use crate::app::shortcuts::hint;
use crate::app::view::Cx;
use crate::core::trace::Replay;
use crate::debugger::Session;
use crate::debugger::command::{Command, SessionCommand, Stride, WindowCommand};
use crate::debugger::playback::SPEEDS;
use egui::text::{LayoutJob, TextFormat, TextWrapping};
use egui::{
    Align, Atoms, Button, Color32, ComboBox, FontId, Galley, Id, Label, Layout, Rect, RichText, Sense, TextStyle, Ui,
    UiBuilder, pos2, vec2,
};
use std::sync::Arc;

/// The size of the sentence, to be read from the back of the room.
const SENTENCE: f32 = 17.5;
/// Recordings shorter than this, in seconds, are not worth a progress bar beside the sentence.
const SHORT: f64 = 0.35;

/// Draws the sentence and the row of buttons.
pub fn show(ui: &mut Ui, cx: &mut Cx<'_>) {
    sentence(ui, cx);
    ui.horizontal_wrapped(|ui| {
        ui.spacing_mut().item_spacing = vec2(4.0, 5.0);
        travel(ui, cx);
        ui.add_space(6.0);
        speed_and_loop(ui, cx);
        ui.add_space(6.0);
        stops(ui, cx);
        ui.add_space(6.0);
        place(ui, cx);
    });
}

/// The last event's sentence and what the moment adds to it; kept while the cursor rests, for the second may be slow.
struct Told {
    at: (u64, usize),
    sentence: String,
    explained: String,
    halted: Option<String>,
}

fn told(ui: &Ui, session: &Session, replay: &Replay) -> Arc<Told> {
    let (id, at) = (Id::unique("transport told"), (session.generation, replay.cursor()));
    if let Some(told) = ui.data(|d| d.get_temp::<Arc<Told>>(id)).filter(|t| t.at == at) {
        return told;
    }
    let (sentence, explained) = match replay.cursor().checked_sub(1) {
        _ if replay.is_empty() => ("The run reported no events.".into(), String::new()),
        None => ("Nothing has happened yet: step forward, or play.".into(), String::new()),
        Some(last) => (replay.event(last).sentence, replay.explain()),
    };
    let halted = replay.halted().filter(|_| replay.cursor() == replay.len());
    let told = Arc::new(Told { at, sentence, explained, halted });
    ui.data_mut(|d| d.insert_temp(id, Arc::clone(&told)));
    told
}

/// The place of the sentence: two lines high whatever it says, so that the map above keeps still.
fn sentence(ui: &mut Ui, cx: &mut Cx<'_>) {
    let (session, theme) = (cx.session, &cx.view.theme);
    let line = ui.fonts_mut(|f| f.row_height(&FontId::proportional(SENTENCE)));
    let size = vec2(ui.available_width().max(1.0), (2.0 * line).max(ui.spacing().interact_size.y) + 2.0);
    let (rect, _) = ui.allocate_exact_size(size, Sense::hover());
    let long = records_long(ui, session);
    let (mut left, mut beside) = (rect, None);
    let parts: Vec<(String, Color32)> = match (session.replay(), &session.problem, session.progress()) {
        (Some(replay), ..) => {
            beside = session.progress().filter(|_| long && rect.width() > 420.0);
            let told = told(ui, session, replay);
            let halted = told.halted.iter().map(|text| (text.clone(), theme.error));
            [(told.sentence.clone(), theme.ink), (told.explained.clone(), theme.accent)]
                .into_iter()
                .chain(halted)
                .collect()
        }
        (None, Some(problem), progress) => {
            beside = progress.filter(|_| long && rect.width() > 420.0);
            vec![
                (format!("✖ This cannot run: {}.", problem.to_string().trim_end_matches('.')), theme.error),
                ("Paint what is missing (P edits), choose other parameters, or undo (Ctrl+Z).".into(), theme.faint),
            ]
        }
        (None, None, Some(progress)) => {
            let mut ui = ui.new_child(UiBuilder::new().max_rect(rect).layout(Layout::left_to_right(Align::Center)));
            recording(&mut ui, cx, progress, (rect.width() - 110.0).clamp(60.0, 420.0));
            return;
        }
        (None, None, None) => vec![("Nothing is recorded yet: run again with F5.".into(), theme.faint)],
    };
    if beside.is_some() {
        left.max.x -= 300.0;
    }
    let galley = two_lines(ui, &parts, left.width());
    let mut text = ui.new_child(UiBuilder::new().max_rect(left));
    text.set_clip_rect(left.expand(2.0).intersect(ui.clip_rect()));
    text.add(Label::new(galley));
    if let Some(progress) = beside {
        let right = Rect::from_min_max(pos2(left.max.x + 10.0, rect.min.y), rect.max);
        let mut ui = ui.new_child(UiBuilder::new().max_rect(right).layout(Layout::left_to_right(Align::Center)));
        recording(&mut ui, cx, progress, 200.0);
    }
}

/// Each part on a line of its own where that makes two lines, else one after the other and cut off after two.
fn two_lines(ui: &Ui, parts: &[(String, Color32)], width: f32) -> Arc<Galley> {
    let layout = |between: &str, max_rows| {
        let mut job = LayoutJob {
            wrap: TextWrapping { max_width: width.max(1.0), max_rows, ..TextWrapping::default() },
            ..LayoutJob::default()
        };
        for (text, colour) in parts.iter().filter(|(text, _)| !text.is_empty()) {
            let between = if job.text.is_empty() { "" } else { between };
            job.append(&format!("{between}{text}"), 0.0, TextFormat::simple(FontId::proportional(SENTENCE), *colour));
        }
        ui.painter().layout_job(job)
    };
    let apart = layout("\n", 3);
    if apart.rows.len() <= 2 { apart } else { layout(" ", 2) }
}

/// Whether the recording under way has taken a while.
fn records_long(ui: &Ui, session: &Session) -> bool {
    let (id, now) = (Id::unique("transport recording since"), ui.input(|i| i.time));
    ui.data_mut(|d| {
        if session.progress().is_none() {
            d.remove::<f64>(id);
            return false;
        }
        now - *d.get_temp_mut_or_insert_with(id, || now) > SHORT
    })
}

fn recording(ui: &mut Ui, cx: &mut Cx<'_>, progress: f32, width: f32) {
    let progress = progress.clamp(0.0, 1.0);
    let text = format!("Recording… {:.0} %", progress * 100.0);
    ui.add(egui::ProgressBar::new(progress).desired_width(width).fill(cx.view.theme.density).text(text));
    if ui.button("Cancel").on_hover_text(hint(SessionCommand::Cancel)).clicked() {
        cx.send(SessionCommand::Cancel);
    }
}

/// A button for a command: what it shows, and the name by which screen readers and tests find it.
fn button(ui: &mut Ui, cx: &mut Cx<'_>, name: &str, command: impl Into<Command>, face: Button<'_>) {
    let command = command.into();
    let able = cx.session.moment().1 > 0;
    let response = ui.add_enabled(able, face.min_size(vec2(32.0, 28.0)));
    let response = response.accessible_name(name).on_hover_text(hint(&command));
    if response.on_disabled_hover_text("Nothing is recorded yet.").clicked() {
        cx.send(command);
    }
}

fn travel(ui: &mut Ui, cx: &mut Cx<'_>) {
    let (ink, accent, playing) = (cx.view.theme.ink, cx.view.theme.accent, cx.session.playback.playing);
    let icon = |parts: &'static [Part]| Button::new(icon(parts, ink));
    button(ui, cx, "To the start", SessionCommand::Home, icon(START));
    button(ui, cx, "Step backward by step", SessionCommand::Back(Stride::Step), icon(BACK_BY_STEP));
    button(
        ui,
        cx,
        "Step backward",
        SessionCommand::Back(Stride::Event),
        Button::new(Atoms::new((self::icon(BACK, ink), "Back"))),
    );
    let (name, parts) = if playing { ("Pause", PAUSE) } else { ("Play", PLAY) };
    let face = self::icon(parts, cx.view.theme.text_on(accent));
    button(ui, cx, name, SessionCommand::PlayPause, Button::new(face).fill(accent).min_size(vec2(46.0, 28.0)));
    button(
        ui,
        cx,
        "Step forward",
        SessionCommand::Forward(Stride::Event),
        Button::new(Atoms::new(("Step", self::icon(STEP, ink)))),
    );
    button(ui, cx, "Step forward by step", SessionCommand::Forward(Stride::Step), icon(STEP_BY_STEP));
    button(ui, cx, "To the end", SessionCommand::End, icon(END));
}

fn speed_and_loop(ui: &mut Ui, cx: &mut Cx<'_>) {
    let speed = cx.session.playback.speed;
    let list = ComboBox::from_id_salt("speed").selected_text(format!("Speed {speed}×")).width(94.0).height(420.0);
    let shown = list.show_ui(ui, |ui| {
        for s in SPEEDS {
            if ui.selectable_label(s == speed, format!("{s}×")).clicked() {
                cx.send(SessionCommand::SetSpeed(s));
            }
        }
    });
    shown
        .response
        .accessible_name("Speed")
        .on_hover_text("How fast it plays: 1× is ten events a second.\n↑ is faster, ↓ is slower.");
    let face = Button::selectable(cx.session.playback.looping, "Loop").frame_when_inactive(true);
    button(ui, cx, "Loop the range", SessionCommand::ToggleLoop, face);
}

fn stops(ui: &mut Ui, cx: &mut Cx<'_>) {
    let (hit, tie) = (cx.view.theme.breakpoint, cx.view.theme.tie);
    let (before, after) = (
        |colour, text| Button::new(Atoms::new((icon(LEFT, colour), text))),
        |colour, text| Button::new(Atoms::new((text, icon(RIGHT, colour)))),
    );
    button(ui, cx, "Previous hit", SessionCommand::Back(Stride::Hit), before(hit, "Hit"));
    button(ui, cx, "Next hit", SessionCommand::Forward(Stride::Hit), after(hit, "Hit"));
    button(ui, cx, "Previous tie", SessionCommand::Back(Stride::Tie), before(tie, "Tie"));
    button(ui, cx, "Next tie", SessionCommand::Forward(Stride::Tie), after(tie, "Tie"));
    let (replay, chosen) = (cx.session.replay(), cx.session.chosen_kind.as_deref());
    let list = ComboBox::from_id_salt("next hit stops at").width(118.0).height(420.0);
    let shown = list.selected_text(format!("at {}", chosen.unwrap_or("breakpoints"))).show_ui(ui, |ui| {
        let kinds = replay.map_or_else(Vec::new, |run| run.kinds()).into_iter().map(Some);
        for kind in std::iter::once(None).chain(kinds) {
            if ui.selectable_label(kind == chosen, kind.unwrap_or("breakpoints")).clicked() {
                cx.send(SessionCommand::ChooseKind(kind.map(str::to_owned)));
            }
        }
    });
    shown.response.accessible_name("Next hit stops at").on_hover_text(
        "Next hit and previous hit stop at breakpoints, and at events of the kind chosen here.\n\
         Without both they stop at events about the selected cell.",
    );
}

/// Where the cursor stands: event, step, phases.
fn place(ui: &mut Ui, cx: &mut Cx<'_>) {
    button(ui, cx, "Go to", WindowCommand::AskSeek, Button::new("Go to…"));
    let Some(replay) = cx.session.replay() else { return };
    let (cursor, len, steps) = (replay.cursor(), replay.len(), replay.steps());
    let step = steps.partition_point(|&i| (i as usize) < cursor);
    let mut job = LayoutJob::default();
    let mut write = |words: &str, n: usize, all: usize| {
        let (n, all) = (thousands(n), thousands(all));
        let n = format!("{n:>0$}", all.len());
        for (text, style) in [
            (words, TextStyle::Body),
            (&n, TextStyle::Monospace),
            (" of ", TextStyle::Body),
            (&all, TextStyle::Monospace),
        ] {
            job.append(text, 0.0, TextFormat::simple(style.resolve(ui.style()), cx.view.theme.ink));
        }
    };
    write("event ", cursor, len);
    write(" · step ", step, steps.len());
    ui.add_space(3.0);
    ui.add(Label::new(job).extend()).on_hover_text(
        "How many events have happened, of all that were recorded; and how many \
             of them were steps: expansions, samples, or phases.",
    );
    let phases = phases_at(replay);
    if !phases.is_empty() {
        let names = phases.join(" › ");
        let text = RichText::new(format!("· {names}")).color(cx.view.theme.accent);
        // A row of its own would move everything below; where there is no room the Phases panel says it.
        let room = ui.available_size_before_wrap().x;
        if room > 50.0 {
            let height = ui.spacing().interact_size.y;
            let line = egui::Layout::left_to_right(egui::Align::Center);
            let label = ui.allocate_ui_with_layout(vec2(room, height), line, |ui| ui.add(Label::new(text).truncate()));
            label.inner.on_hover_text(format!("The phases that the cursor stands in, outermost first: {names}."));
        }
    }
}

/// The names of the phases that the last event lies in, outermost first.
fn phases_at(replay: &Replay) -> Vec<String> {
    let Some(last) = replay.cursor().checked_sub(1).map(|i| i as u32) else { return Vec::new() };
    let phases = replay.phases();
    let begun = phases.partition_point(|p| p.start <= last);
    let mut names = Vec::new();
    let mut within = u16::MAX;
    for phase in phases[..begun].iter().rev() {
        if u16::from(phase.depth) < within && last < phase.end {
            within = phase.depth.into();
            names.push(replay.phase_name(phase.start as usize));
        }
        if within == 0 {
            break;
        }
    }
    names.reverse();
    names
}
