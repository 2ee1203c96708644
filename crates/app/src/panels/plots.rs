//! Parts that plots share: legends, axes, and the format of numbers.

use crate::formats::plain::thousands;
use crate::style::theme::Theme;
use egui::{Atom, Color32, Label, Rangef, RichText, Stroke, Ui, vec2};
use egui_plot::{AxisHints, GridInput, GridMark, LineStyle, Plot};
use gridscope_trace::Replay;
use std::ops::RangeInclusive;

/// Returns a short piece of a line, for legends.
pub(super) fn swatch(colour: Color32, style: LineStyle) -> Atom<'static> {
    Atom::paint(vec2(24.0, 12.0), move |ui, args| {
        let (painter, stroke) = (ui.painter(), Stroke::new(2.5, colour));
        let ends = [args.rect.left_center(), args.rect.right_center()];
        match style {
            LineStyle::Solid => {
                painter.line_segment(ends, stroke);
            }
            LineStyle::Dashed { length } => {
                painter.extend(egui::Shape::dashed_line(&ends, stroke, length * 0.7, length * 0.4));
            }
            LineStyle::Dotted { spacing } => {
                painter.extend(egui::Shape::dotted_line(&ends, colour, spacing, 1.6));
            }
        }
    })
}

/// Configures a plot that the user cannot drag or zoom, because clicks in it have another meaning. Its axes show as
/// many numbers as fit, and its name.
pub(super) fn still<'a>(
    plot: Plot<'a>,
    theme: &Theme,
    (x_name, x): (&str, impl Fn(GridMark, &RangeInclusive<f64>) -> String + 'a),
    (y_name, y): (&str, impl Fn(GridMark, &RangeInclusive<f64>) -> String + 'a),
) -> Plot<'a> {
    let named = |axis: AxisHints<'a>, name: &str| {
        axis.label(RichText::new(name).size(12.0).color(theme.weak)).label_spacing(Rangef::new(12.0, 16.0))
    };
    plot.allow_drag(false)
        .allow_zoom(false)
        .allow_scroll(false)
        .allow_boxed_zoom(false)
        .allow_axis_zoom_drag(false)
        .allow_double_click_reset(false)
        .show_x(false)
        .show_y(false)
        .show_crosshair(false)
        .grid_color(theme.line)
        .x_grid_spacer(|input| marks(&input, 90.0, 1.0))
        .y_grid_spacer(|input| marks(&input, 20.0, 0.0))
        .custom_x_axes(vec![named(AxisHints::new_x().formatter(x), x_name)])
        .custom_y_axes(vec![named(AxisHints::new_y().formatter(y).min_thickness(40.0), y_name)])
}

/// Returns round numbers along an axis, about `apart` points from each other and at least `least` in value.
fn marks(input: &GridInput, apart: f64, least: f64) -> Vec<GridMark> {
    // `egui_plot` passes the value of eight points as the step.
    let wanted = (input.base_step_size / 8.0 * apart).max(least).max(f64::MIN_POSITIVE);
    let power = 10.0_f64.powf(wanted.log10().floor());
    let step = [1.0, 2.0, 5.0].map(|n| n * power).into_iter().find(|&s| s >= wanted * 0.999).unwrap_or(10.0 * power);
    let (from, to) = ((input.bounds.0 / step).ceil(), (input.bounds.1 / step).floor());
    if !(to - from).is_finite() || to - from > 200.0 {
        return Vec::new();
    }
    (0..=(to - from).max(-1.0) as i64).map(|k| GridMark { value: (from + k as f64) * step, step_size: step }).collect()
}

/// Formats whole numbers of events from 0 on, with thousands separators. Returns nothing for other numbers.
pub(super) fn whole(mark: GridMark, _: &RangeInclusive<f64>) -> String {
    if mark.value < 0.0 || mark.value.fract() != 0.0 { String::new() } else { thousands(mark.value as usize) }
}

/// Formats a number for an axis or a tooltip. It is whole if the value or the step is.
pub(super) fn number(value: f64, step: f64) -> String {
    if value.fract().abs() < 1e-9 || step >= 1.0 {
        let sign = if value < -0.5 { "-" } else { "" };
        return format!("{sign}{}", thousands(value.abs().round() as usize));
    }
    let text = format!("{value:.3}");
    text.trim_end_matches('0').trim_end_matches('.').to_owned()
}

/// Says from which event on a panel counts, if the recording begins in the middle of the run.
pub(super) fn counted_from(ui: &mut Ui, replay: &Replay, theme: &Theme) {
    if replay.trace().first() > 0 {
        let event = thousands(replay.number_of_moment(0) + 1);
        let text = format!("Counted from event {event} on, where the recording begins.");
        ui.add(Label::new(RichText::new(text).color(theme.weak)).wrap());
    }
}
