//! A number of the run turn by turn, as bars in the lesson, so that a sawtooth is visible at once.

use super::plots::number;
use crate::debugger::session::command::SessionCommand;
use crate::style::fonts;
use crate::view::Cx;
use egui::{Align2, CursorIcon, Rect, RichText, Sense, Stroke, Ui, WidgetInfo, pos2, vec2};
use gridscope_trace::event::capital;
use gridscope_trace::trace::Replay;
use gridscope_trace::trace::replay::Series;
use std::ops::Range;

/// Height of the highest bar, in points.
const HIGH: f32 = 48.0;
/// Left edge of the bars, in points. The numbers of the axis are before it.
const BEFORE: f32 = 30.0;
/// Maximum nesting depth of an actor's turn.
const DEEPEST: u8 = 4;
/// Minimum width of a bar with its gap, in points. A run with more turns is left to the curves.
const NARROWEST: f32 = 2.0;

/// Draws the bars if the run has turns and a number that changes with them. A click goes to the end of a turn.
pub(super) fn show(ui: &mut Ui, cx: &mut Cx<'_>) {
    let Some(replay) = cx.session.replay() else { return };
    let turns = replay.turns();
    let room = ui.available_width() - BEFORE;
    let step = (room / turns.len() as f32).min(16.0);
    // Values are only read if there are few enough turns.
    if turns.len() < 3 || step < NARROWEST {
        return;
    }
    let Some(series) = of_interest(replay) else { return };
    let theme = cx.view.theme.clone();
    let values = at_ends(turns, series);
    let top = values.iter().copied().fold(0.0, f64::max);
    if top <= 0.0 || values.iter().any(|v| *v < 0.0) {
        return;
    }
    ui.add_space(10.0);
    let title = RichText::new(format!("{}, turn by turn", capital(&series.name)));
    ui.label(title.font(fonts::medium(13.0)).color(theme.weak));
    let (rect, response) = ui.allocate_exact_size(vec2(ui.available_width().max(1.0), HIGH + 12.0), Sense::click());
    let (floor, left) = (rect.max.y - 6.0, rect.min.x + BEFORE);
    for share in [0.0, 0.5, 1.0] {
        let y = floor - HIGH * share;
        ui.painter().hline(left..=rect.max.x, y, Stroke::new(1.0, theme.line));
        let value = number(top * f64::from(share), top / 2.0);
        ui.painter().text(pos2(left - 6.0, y), Align2::RIGHT_CENTER, value, fonts::mono(10.0), theme.faint);
    }
    let cursor = replay.cursor();
    let now = turns.partition_point(|turn| turn.start < cursor).checked_sub(1);
    for (k, value) in values.iter().enumerate() {
        let x = left + step * k as f32;
        let y = floor - HIGH * (value / top) as f32;
        let colour = match now {
            Some(now) if k < now => theme.link.gamma_multiply(0.62),
            Some(now) if k == now => theme.now,
            _ => theme.link.gamma_multiply(0.22),
        };
        let bar = Rect::from_min_max(pos2(x, y), pos2(x + (step - 1.5).max(1.0), floor));
        ui.painter().rect_filled(bar, 1.0, colour);
    }
    response.widget_info(|| WidgetInfo::labeled(egui::Role::Image, true, format!("Bars of {}", series.name)));
    let pointer = response.interact_pointer_pos().or(response.hover_pos());
    let under = pointer.map(|at| ((at.x - left) / step).floor()).filter(|k| *k >= 0.0).map(|k| k as usize);
    if let Some((k, turn)) = under.and_then(|k| Some((k, turns.get(k)?))) {
        let name = replay.phase_name(turn.start);
        let tooltip_text = format!("{name}: {}\nA click goes to its end.", number(values[k], 0.0));
        if response.on_hover_cursor(CursorIcon::PointingHand).on_hover_text(tooltip_text).clicked() {
            cx.send(SessionCommand::Seek(turn.end));
        }
    }
}

/// Returns the number's value at the end of each turn.
fn at_ends(turns: &[Range<usize>], series: &Series) -> Vec<f64> {
    let after = |end: usize| {
        let k = series.points.partition_point(|p| p[0] <= end as f64);
        k.checked_sub(1).map_or(0.0, |k| series.points[k][1])
    };
    turns.iter().map(|turn| after(turn.end)).collect()
}

/// Returns a series with more than two values at the ends of turns: the acting actor's, or else the first one.
fn of_interest(replay: &Replay) -> Option<&Series> {
    let changes = |s: &&Series| {
        let mut values = at_ends(replay.turns(), s);
        values.sort_by(f64::total_cmp);
        values.dedup();
        values.len() > 2
    };
    let acting = |depth: u8| replay.trace().actor(replay.player().phase_start(depth)?);
    let actor = (0..DEEPEST).rev().find_map(acting);
    let all = || replay.series().iter().filter(changes);
    let of_actor = actor.and_then(|actor| all().find(|s| s.name.ends_with(actor.as_str())));
    of_actor.or_else(|| all().next())
}
