//! The timeline: the whole run on one strip. A click or drag moves the cursor.
//!
//! Everything is looked up by binary search for each pixel column. So the cost depends on the width of the window, not
//! on the length of the run.

mod paint;
mod strip;
mod tip;

use crate::debugger::session::command::{SessionCommand, Stride};
use crate::debugger::session::window::Arrangement;
use crate::view::Cx;
use egui::accesskit::{Action, ActionData, ActionRequest};
use egui::{Align2, Event, EventFilter, FontId, Id, PointerButton, Pos2, Rect, Response, Sense, Ui, WidgetInfo, vec2};
use gridscope_trace::trace::Replay;
use strip::Strip;

/// Height of the strip in a window lower than [`LOW`], both in points.
const COMPACT: f32 = 38.0;
const LOW: f32 = 800.0;
/// Height of the strip in the arrangement Edit, in points.
const THIN: f32 = 16.0;

/// Returns the widget id of the strip.
pub(crate) fn id() -> Id {
    Id::unique("timeline")
}

/// Content of the strip.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Detail {
    /// Phases, density of steps, marks and flags.
    All,
    /// Only the progress of the run.
    Progress,
}

/// Draws the strip and moves the cursor to where the user clicks.
pub(crate) fn show(ui: &mut Ui, cx: &mut Cx<'_>) {
    // While editing, the strip only shows the progress of the run.
    if cx.view.settings.arrangement == Arrangement::Edit {
        return strip(ui, cx, THIN, Detail::Progress);
    }
    let low = ui.ctx().content_rect().height() < LOW;
    let height = if low { COMPACT } else { strip::height(cx.session.shown_runs().count()) };
    strip(ui, cx, height, Detail::All);
}

/// Like [`show`], with this height in points and this content.
pub(crate) fn strip(ui: &mut Ui, cx: &mut Cx<'_>, height: f32, detail: Detail) {
    let thin = detail == Detail::Progress;
    let (_, rect) = ui.allocate_space(vec2(ui.available_width().max(1.0), height));
    let (response, painter) = (ui.interact(rect, id(), Sense::click_and_drag()), ui.painter_at(rect));
    // A finger needs more height than the progress.
    let rect = if thin { Rect::from_center_size(rect.center(), vec2(rect.width(), THIN)) } else { rect };
    if response.has_focus() {
        // The arrows move through time, here as everywhere.
        let arrows = EventFilter { horizontal_arrows: true, vertical_arrows: true, ..EventFilter::default() };
        ui.memory_mut(|m| m.set_focus_lock_filter(id(), arrows));
    }
    let (cursor, len) = cx.session.moment();
    response.widget_info(|| WidgetInfo::slider(len > 0, cx.session.numbers().0 as f64, "Timeline"));
    let theme = &cx.view.theme;
    painter.rect_filled(rect, 6.0, theme.panel);
    let replay = match cx.session.replay() {
        Some(replay) if len > 0 => replay,
        _ => {
            let text = if thin { "" } else { "Nothing is recorded yet: the run appears here." };
            painter.text(rect.center(), Align2::CENTER_CENTER, text, FontId::proportional(15.0), theme.weak);
            return;
        }
    };
    let runs: Vec<&Replay> = cx.session.shown_runs().map(|run| &run.replay).collect();
    let strip = Strip::new(rect, cx.session.generation(), replay, &runs, thin);
    let history = cx
        .session
        .display_state()
        .hovered
        .or(cx.session.display_state().selected)
        .and_then(|cell| replay.known_history(cell))
        .unwrap_or_default();
    strip.paint_range(&painter, cx);
    if thin {
        let done = rect.with_max_x(strip.x(cursor));
        painter.rect_filled(done.shrink2(vec2(0.0, 4.0)), 3.0, theme.selected);
    } else {
        strip.paint_phases(&painter, theme, replay);
        if runs.len() > 1 {
            let divergences = super::compare::divergences(ui, cx);
            strip.paint_bands(&painter, cx, &runs, &divergences);
        } else {
            strip.paint_density(&painter, theme, replay, (0, strip.density), None);
        }
        strip.paint_marks(&painter, theme, cx.session, &history);
        strip.paint_flags(&painter, theme, cx.session);
    }
    strip.paint_cursor(&painter, theme, cursor);
    let aim = |at: Pos2| strip.aim(at, cx.session, &history);
    let pointed = response.hover_pos().map(aim);
    drive(ui, &response, &strip, cx, &history);
    if let Some(moment) = pointed {
        tip::show_tooltip(response, cx, replay, moment);
    }
}

/// A drag on the timeline, from press to release.
#[derive(Clone, Copy)]
pub struct Grip {
    /// The moment where the press happened.
    from: usize,
    /// Whether it selects a range to loop (Shift) instead of moving the playhead.
    range: bool,
}

/// Returns where the pointer was pressed and released on the strip in this frame. Press, drag and release may all
/// happen between two frames. Then egui reports neither a click nor a drag, so the events are read directly.
fn hand(ui: &Ui, response: &Response, gripped: bool) -> (Option<Pos2>, Option<Pos2>) {
    let (press, release, origin) = ui.input(|i| {
        let of = |down: bool| {
            i.events.iter().rev().find_map(|event| match event {
                Event::PointerButton { pos, button: PointerButton::Primary, pressed, .. } if *pressed == down => {
                    Some(*pos)
                }
                _ => None,
            })
        };
        (of(true), of(false), i.pointer.press_origin())
    });
    if response.is_pointer_button_down_on() {
        return (origin.filter(|_| !gripped), None);
    }
    let on_strip = |at: &Pos2| {
        response.interact_rect.contains(*at) && ui.ctx().layer_id_at(*at) == Some(response.layer_id) && ui.is_enabled()
    };
    let press = press.filter(|_| !gripped).filter(on_strip);
    (press, release.filter(|_| gripped || press.is_some()))
}

/// Turns pointer input and requests of assistive technology into commands.
fn drive(ui: &Ui, response: &Response, strip: &Strip, cx: &mut Cx<'_>, history: &[u32]) {
    let (down, up) = hand(ui, response, cx.view.grip.is_some());
    if let Some(at) = down {
        cx.view.grip = Some(Grip { from: strip.moment(at.x), range: ui.input(|i| i.modifiers.shift) });
    }
    if let Some(grip) = cx.view.grip {
        let is_button_down = response.is_pointer_button_down_on();
        let at = up.or(response.interact_pointer_pos());
        if !is_button_down {
            cx.view.grip = None;
        }
        match at.map(|at| (strip.moment(at.x), strip.aim(at, cx.session, history))) {
            Some(_) if grip.range && is_button_down => {}
            Some((to, _)) if grip.range && to != grip.from => {
                cx.send(SessionCommand::SetRange(Some((grip.from.min(to), grip.from.max(to)))));
            }
            // The press is a jump. Dragging on from there is not another one.
            Some((_, moment)) if moment != cx.session.moment().0 => {
                cx.send(if down.is_some() || grip.range {
                    SessionCommand::Seek(moment)
                } else {
                    SessionCommand::Scrub(moment)
                });
            }
            _ => {}
        }
    }
    if response.double_clicked() && cx.session.display_state().playback.range.is_some() {
        cx.send(SessionCommand::SetRange(None));
    }
    ui.ctx().accesskit_node_builder(response.id, |node| {
        node.set_min_numeric_value(0.0);
        node.set_max_numeric_value(strip.len as f64);
        node.add_action(Action::Increment);
        node.add_action(Action::Decrement);
        node.add_action(Action::SetValue);
    });
    let set = |request: &ActionRequest| match request.data {
        Some(ActionData::NumericValue(moment)) => Some(moment.max(0.0).min(strip.len as f64) as usize),
        _ => None,
    };
    let set = ui.input(|i| i.accesskit_action_requests(response.id, Action::SetValue).filter_map(set).last());
    if let Some(moment) = set {
        cx.send(SessionCommand::Seek(moment));
    }
    for (action, command) in [
        (Action::Increment, SessionCommand::Forward(Stride::Event)),
        (Action::Decrement, SessionCommand::Back(Stride::Event)),
    ] {
        for _ in 0..ui.input(|i| i.num_accesskit_action_requests(response.id, action)) {
            cx.send(command.clone());
        }
    }
}
