//! The player: the buttons that move through time, and the position of the cursor.

use crate::canvas::shapes::NUMBERS_FROM;
use crate::debugger::lab::ending::ending;
use crate::debugger::session::command::{Command, SessionCommand, Stride, WindowCommand};
use crate::debugger::session::playback::SPEEDS;
pub(crate) use crate::formats::plain::thousands;
use crate::layout::stage;
use crate::style::fonts::{self, Icon};
use crate::style::memo::memo;
use crate::view::Cx;
use crate::view::shortcuts::hint;
use egui::containers::menu::MenuButton;
use egui::text::{LayoutJob, TextFormat};
use egui::{Align, Button, Color32, CornerRadius, Galley, Label, Layout, Rect, RichText, Shape, Ui, Vec2, vec2};
use gridscope_trace::card::LayerKind;
use gridscope_trace::trace::Replay;
use std::sync::Arc;

/// Draws the row of buttons.
pub(crate) fn show(ui: &mut Ui, cx: &mut Cx<'_>) {
    ui.horizontal(|ui| {
        ui.set_min_height(32.0);
        ui.spacing_mut().item_spacing = vec2(2.0, 0.0);
        let plate = cx.view.theme.widget;
        on_plate(ui, plate, |ui| travel(ui, cx));
        ui.add_space(8.0);
        speed(ui, cx);
        ui.add_space(8.0);
        on_plate(ui, plate, |ui| stops(ui, cx, USUAL));
        ui.add_space(4.0);
        more(ui, cx);
        ui.add_space(8.0);
        ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
            let Some(words) = moment(ui, cx) else { return pointed(ui, cx, ui.available_width()) };
            pointed(ui, cx, ui.available_width() - words.size().x - 8.0);
            ui.with_layout(Layout::left_to_right(Align::Center), |ui| place(ui, cx, words));
        });
    });
}

/// Draws buttons side by side on a common plate, so that they are seen as a group.
fn on_plate(ui: &mut Ui, plate: Color32, buttons: impl FnOnce(&mut Ui)) {
    // The plate is below the buttons, and its width is known after them. A frame would not be centred in the row.
    let below = ui.painter().add(Shape::Noop);
    let left = ui.cursor().min.x;
    let gap = std::mem::take(&mut ui.spacing_mut().item_spacing.x);
    let fill = std::mem::take(&mut ui.visuals_mut().widgets.inactive.weak_bg_fill);
    buttons(ui);
    ui.spacing_mut().item_spacing.x = gap;
    ui.visuals_mut().widgets.inactive.weak_bg_fill = fill;
    let rect = Rect::from_x_y_ranges(left..=ui.cursor().min.x, ui.min_rect().y_range());
    ui.painter().set(below, Shape::rect_filled(rect, 7.0, plate));
}

/// Draws a button for a command. `name` is its accessible name for screen readers and tests.
fn button(ui: &mut Ui, cx: &mut Cx<'_>, name: &str, command: impl Into<Command>, face: Button<'_>) {
    let command = command.into();
    let able = cx.session.moment().1 > 0;
    let response = ui.add_enabled(able, face.corner_radius(CornerRadius::same(7)));
    let response = response.accessible_name(name).on_hover_text(hint(&command));
    if response.on_disabled_hover_text("Nothing is recorded yet.").clicked() {
        cx.send(command);
    }
}

/// Widths of the player's buttons, in points.
#[derive(Clone, Copy)]
pub(crate) struct Widths {
    /// Width of a button that steps.
    pub step: f32,
    /// Width of the play button.
    pub play: f32,
    /// Least width of the list of targets.
    pub target: f32,
}

/// The usual widths.
const USUAL: Widths = Widths { step: 34.0, play: 40.0, target: 60.0 };

/// Creates a button of the player with an icon.
fn face(icon: Icon, colour: Color32, wide: f32) -> Button<'static> {
    Button::new(icon.text(16.0).color(colour)).min_size(vec2(wide, 32.0))
}

fn travel(ui: &mut Ui, cx: &mut Cx<'_>) {
    let ink = cx.view.theme.strong;
    button(ui, cx, "To the start", SessionCommand::Home, face(Icon::SKIP_BACK_FILLED, ink, USUAL.step));
    steps(ui, cx, USUAL);
    button(ui, cx, "To the end", SessionCommand::End, face(Icon::SKIP_FORWARD_FILLED, ink, USUAL.step));
}

/// Draws the buttons back, play and forward.
pub(crate) fn steps(ui: &mut Ui, cx: &mut Cx<'_>, widths: Widths) {
    let ink = cx.view.theme.strong;
    // On the stage, the button to press first is *Next*.
    let on_stage = stage::is_on(cx.view) && cx.view.narrow.is_none();
    let (now, on) = if on_stage { (Color32::TRANSPARENT, ink) } else { (cx.view.theme.now, cx.view.theme.now_ink) };
    let caret = |icon| face(icon, ink, widths.step);
    button(ui, cx, "Step backward", SessionCommand::Back(Stride::Event), caret(Icon::CARET_LEFT_FILLED));
    play(ui, cx, now, on, widths.play);
    button(ui, cx, "Step forward", SessionCommand::Forward(Stride::Event), caret(Icon::CARET_RIGHT_FILLED));
}

/// Draws the play button, the most important one.
pub(super) fn play(ui: &mut Ui, cx: &mut Cx<'_>, fill: Color32, ink: Color32, wide: f32) {
    let playing = cx.session.display_state().playback.playing;
    let (name, icon) = if playing { ("Pause", Icon::PAUSE_FILLED) } else { ("Play", Icon::PLAY_FILLED) };
    button(ui, cx, name, SessionCommand::PlayPause, face(icon, ink, wide).fill(fill));
}

/// Draws the play button of the stage, in its colours and size.
pub(crate) fn large_play(ui: &mut Ui, cx: &mut Cx<'_>, (fill, ink): (Color32, Color32), size: Vec2) {
    let playing = cx.session.display_state().playback.playing;
    let (name, icon) = if playing { ("Pause", Icon::PAUSE_FILLED) } else { ("Play", Icon::PLAY_FILLED) };
    let face = (egui::Atom::grow(), icon.text(18.0).color(ink), egui::Atom::grow());
    let face = Button::new(face).min_size(size).fill(fill);
    button(ui, cx, name, SessionCommand::PlayPause, face);
}

fn speed(ui: &mut Ui, cx: &mut Cx<'_>) {
    let speed = cx.session.display_state().playback.speed;
    let caret = Icon::CARET_DOWN.text(12.0).color(cx.view.theme.weak);
    let face = Button::new((RichText::new(format!("{speed}×")), caret)).min_size(vec2(58.0, 32.0));
    let (response, _) = MenuButton::from_button(face.corner_radius(7)).ui(ui, |ui| {
        for s in SPEEDS {
            if ui.selectable_label(s == speed, format!("{s}×")).clicked() {
                cx.send(SessionCommand::SetSpeed(s));
                ui.close();
            }
        }
    });
    response
        .accessible_name("Speed")
        .on_hover_text("How fast it plays: 1× is ten events a second.\n↑ is faster, ↓ is slower.");
}

/// Target of *previous* and *next*.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Target(Stride, &'static str);

const TARGETS: [Target; 10] = [
    Target(Stride::Tie, "tie"),
    Target(Stride::Hit, "breakpoint"),
    Target(Stride::Step, "step"),
    Target(Stride::Phase, "phase"),
    Target(Stride::Turn, "turn"),
    Target(Stride::Actor, "actor"),
    Target(Stride::Visible, "visible change"),
    Target(Stride::Write, "write of this cell"),
    Target(Stride::Slide, "slide"),
    Target(Stride::Conflict, "conflict"),
];

/// Indices of the targets that the stepper may begin with.
const TIES: usize = 0;
const HITS: usize = 1;
const STEPS: usize = 2;

/// Draws *previous* and *next* for a chosen target.
pub(crate) fn stops(ui: &mut Ui, cx: &mut Cx<'_>, widths: Widths) {
    let id = egui::Id::unique("player target");
    let has_ties = cx.session.replay().is_none_or(|r| r.known_ties().is_none_or(|ties| !ties.is_empty()));
    let has_breakpoints = !cx.session.display_state().breakpoints.is_empty();
    let first = if has_ties {
        TIES
    } else if has_breakpoints {
        HITS
    } else {
        STEPS
    };
    let first = if cx.session.movers().is_some() { TARGETS.len() - 1 } else { first };
    let k = ui.data(|d| d.get_temp::<usize>(id)).unwrap_or(first).min(TARGETS.len() - 1);
    let Target(stride, kind) = TARGETS[k];
    let chosen_kind = cx.session.display_state().chosen_kind.clone();
    let title = match &chosen_kind {
        Some(kind) if stride == Stride::Hit => kind.clone(),
        _ => kind.to_owned(),
    };
    let colour = match stride {
        Stride::Tie => cx.view.theme.tie,
        Stride::Hit | Stride::Conflict => cx.view.theme.wrong,
        _ => cx.view.theme.now,
    };
    let word = if stride == Stride::Hit { "hit" } else { kind };
    let step = |ui: &mut Ui, cx: &mut Cx<'_>, name: &str, command: SessionCommand, icon: Icon| {
        button(ui, cx, &format!("{name} {word}"), command, face(icon, colour, widths.step));
    };
    step(ui, cx, "Previous", SessionCommand::Back(stride), Icon::CARET_LEFT_FILLED);
    let caret = Icon::CARET_DOWN.text(12.0).color(cx.view.theme.weak);
    let middle = Button::new((RichText::new(title), caret)).min_size(vec2(widths.target, 32.0));
    let (response, _) = MenuButton::from_button(middle.corner_radius(7)).ui(ui, |ui| {
        for (n, Target(_, name)) in TARGETS.iter().enumerate() {
            if ui.selectable_label(n == k && chosen_kind.is_none(), *name).clicked() {
                ui.data_mut(|d| d.insert_temp(id, n));
                cx.send(SessionCommand::ChooseKind(None));
                ui.close();
            }
        }
        let Some(replay) = cx.session.replay() else { return };
        ui.separator();
        let (other, _) = MenuButton::new("events of a kind").ui(ui, |ui| {
            egui::ScrollArea::vertical().max_height(420.0).show(ui, |ui| {
                for kind in replay.kinds() {
                    if ui.selectable_label(chosen_kind.as_deref() == Some(kind), kind).clicked() {
                        ui.data_mut(|d| d.insert_temp(id, HITS));
                        cx.send(SessionCommand::ChooseKind(Some(kind.to_owned())));
                        ui.close();
                    }
                }
            });
        });
        other.on_hover_text("Where no breakpoint is set, the next event of this kind.");
    });
    response.accessible_name("Next hit stops at").on_hover_text("What the arrows on both sides go to.");
    step(ui, cx, "Next", SessionCommand::Forward(stride), Icon::CARET_RIGHT_FILLED);
}

/// Draws a menu with less frequent commands.
fn more(ui: &mut Ui, cx: &mut Cx<'_>) {
    let icon = Button::new(Icon::DOTS_THREE.text(18.0).color(cx.view.theme.weak)).frame(false);
    let (response, _) = MenuButton::from_button(icon).ui(ui, |ui| {
        let rows: [(&str, Command); 8] = [
            ("Go to event…", WindowCommand::AskSeek.into()),
            ("Add a slide here", SessionCommand::AddSlide.into()),
            ("Loop the range", SessionCommand::ToggleLoop.into()),
            ("Predict what comes next", SessionCommand::TogglePredict.into()),
            ("Compare with the run before", SessionCommand::ToggleCompare.into()),
            ("Copy link to this moment", WindowCommand::CopyLink.into()),
            ("Run again", SessionCommand::Rerun.into()),
            ("Record from here", SessionCommand::RecordFromHere.into()),
        ];
        for (title, command) in rows {
            let on = match &command {
                Command::Session(SessionCommand::ToggleLoop) => cx.session.display_state().playback.looping,
                Command::Session(SessionCommand::TogglePredict) => cx.session.display_state().predict.is_some(),
                _ => false,
            };
            if ui.add(Button::selectable(on, title)).on_hover_text(hint(&command)).clicked() {
                cx.send(command);
                ui.close();
            }
        }
    });
    response.accessible_name("More").on_hover_text("Go to an event, add a slide, loop, predict, compare");
}

/// Lays out event and step numbers, in as many words as fit, if any fit.
fn moment(ui: &Ui, cx: &Cx<'_>) -> Option<Arc<Galley>> {
    let replay = cx.session.replay()?;
    let (cursor, len, steps) = (replay.cursor(), replay.len(), replay.steps());
    let step = steps.partition_point(|&i| (i as usize) < cursor);
    let theme = &cx.view.theme;
    let layout_text = |parts: &[&str]| {
        let formats = [(fonts::text(13.0), theme.weak), (fonts::semibold(13.0), theme.strong)];
        let formats = formats.map(|(font, colour)| TextFormat::simple(font, colour));
        let mut job = LayoutJob::default();
        // Words and numbers alternate.
        for (part, format) in parts.iter().zip(formats.iter().cycle()) {
            job.append(part, 0.0, format.clone());
        }
        ui.painter().layout_job(job)
    };
    let (cursor, len) = (replay.number_of_moment(cursor), replay.number_of_moment(len));
    let [cursor, len, step, steps] = [cursor, len, step, steps.len()].map(thousands);
    // The steps before a window are not counted.
    let is_whole = replay.trace().first() == 0;
    let both = ["event ", &cursor, &format!(" of {len} · step "), &step, &format!(" of {steps}")];
    let event = ["event ", &cursor, &format!(" of {len}")];
    let fits = |words: &Arc<Galley>| words.size().x <= ui.available_width();
    let short = ["", &cursor, &format!("/{len}")];
    let texts = [Some(&both[..]).filter(|_| is_whole), Some(&event), Some(&short)];
    texts.into_iter().flatten().map(layout_text).find(fits)
}

/// Draws the position of the cursor: event, step, phases.
fn place(ui: &mut Ui, cx: &mut Cx<'_>, words: Arc<Galley>) {
    let Some(replay) = cx.session.replay() else { return };
    let theme = &cx.view.theme;
    ui.add(Label::new(words).extend().selectable(false)).on_hover_text(
        "How many events have happened, of all that were recorded; and how many \
             of them were steps: expansions, samples, or phases.",
    );
    let names = phases_at(replay).join(" › ");
    if !names.is_empty() && ui.available_width() > 50.0 {
        ui.add_space(8.0);
        let label = fonts::one_line(ui, RichText::new(&names).color(theme.weak));
        ui.add(label).on_hover_text(format!("The phases that the cursor is in, outermost first: {names}."));
    }
    outcome(ui, cx, replay);
}

/// Draws the outcome of the run at its end.
fn outcome(ui: &mut Ui, cx: &Cx<'_>, replay: &Replay) {
    if replay.cursor() < replay.len() {
        return;
    }
    let id = egui::Id::unique("how it ends");
    let ending_text = memo(ui, id, cx.session.generation(), || ending(cx.session.scene(), replay));
    let Some(said) = ending_text.filter(|_| ui.available_width() > 120.0) else { return };
    let colour = if replay.halted().is_some() { cx.view.theme.wrong } else { cx.view.theme.weak };
    ui.add_space(8.0);
    let ending_text = format!("Result: {}", said.strip_prefix("Done: ").unwrap_or(&said));
    let label = fonts::one_line(ui, RichText::new(&ending_text).color(colour));
    ui.add(label).on_hover_text(format!("How the run comes out.\n{ending_text}"));
}

/// Draws the cell under the pointer, or the zoom from which numbers are shown if they are hidden. Draws nothing if
/// there is no room.
fn pointed(ui: &mut Ui, cx: &Cx<'_>, room: f32) {
    let theme = &cx.view.theme;
    let wide =
        |ui: &Ui, text: &str| ui.painter().layout_no_wrap(text.to_owned(), fonts::text(13.0), theme.weak).size().x;
    ui.spacing_mut().item_spacing.x = 6.0;
    let cell = cx
        .session
        .display_state()
        .hovered
        .or(cx.session.display_state().selected)
        .filter(|&c| cx.session.scene().size().contains(c));
    if let Some(cell) = cell {
        let tile = cx.session.tile_now(cell).english();
        let mut what =
            cx.session.scene().weight(cell).map_or(tile.to_owned(), |weight| format!("{tile}, cost {weight}"));
        if let Some(movers) = cx.session.movers()
            && let [mover, ..] = movers.in_cell(cell, cx.session.moment().0)[..]
        {
            what += ", mover ";
            what += movers.label(mover);
        }
        if wide(ui, &what) + 100.0 > room {
            return;
        }
        ui.label(RichText::new(what).color(theme.weak));
        ui.label(RichText::new(cell.to_string()).font(fonts::mono(13.0)).color(theme.text));
        Icon::CURSOR.show(ui, 14.0, theme.weak);
        return;
    }
    let layers = cx.session.layers();
    let layer = layers.get(cx.session.display_state().layer);
    let scalar = layer.is_some_and(|l| l.kind == LayerKind::Scalar);
    if scalar && cx.view.settings.numbers && cx.view.camera.zoom < NUMBERS_FROM && cx.session.replay().is_some() {
        let text = "zoom in to see the numbers";
        if wide(ui, text) <= room {
            ui.label(RichText::new(text).color(theme.faint));
        }
    }
}

/// Returns the names of the phases that contain the last event, outermost first.
fn phases_at(replay: &Replay) -> Vec<String> {
    let Some(last) = replay.cursor().checked_sub(1).map(|i| i as u32) else { return Vec::new() };
    let phases = replay.phases();
    let started_phases = phases.partition_point(|p| p.start <= last);
    let mut names = Vec::new();
    let mut within = u16::MAX;
    for phase in phases[..started_phases].iter().rev() {
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
