//! Numbers over time: values that vary along the run, as curves. A click or drag on a curve moves the cursor.

use crate::core::trace::Replay;
use crate::core::trace::replay::Series;
use crate::debugger::command::SessionCommand;
use crate::theme::Theme;
use crate::view::Cx;
use egui::{Atom, Atoms, Checkbox, Color32, Id, Rangef, RichText, Stroke, Ui, WidgetInfo, vec2};
use egui_plot::{AxisHints, GridInput, GridMark, Line, LineStyle, Plot, PlotBounds, PlotPoints, Points, VLine};
use std::ops::RangeInclusive;

/// Curves whose largest values differ by more than this factor do not share a plot.
const APART: f64 = 20.0;
/// Minimum height of a plot, in points. If there is less room, the panel scrolls.
const LOWEST: f32 = 72.0;

/// Draws the switches and the plots.
pub(crate) fn show(ui: &mut Ui, cx: &mut Cx<'_>) {
    let Some(replay) = cx.session.replay().filter(|r| !r.is_empty()) else {
        empty(ui, &cx.view.theme, "Nothing is recorded yet: the numbers of the run appear here as curves.");
        return;
    };
    if replay.series().is_empty() {
        empty(ui, &cx.view.theme, "This algorithm draws no curves over time.");
        return;
    }
    let shown = switches(ui, cx, replay);
    let groups: Vec<Vec<usize>> = by_scale(replay.series())
        .into_iter()
        .map(|group| group.into_iter().filter(|&k| shown[k]).collect())
        .filter(|group: &Vec<usize>| !group.is_empty())
        .collect();
    if groups.is_empty() {
        empty(ui, &cx.view.theme, "Every curve is switched off: tick one above.");
        return;
    }
    let (space, n) = (ui.available_size(), groups.len() as f32);
    // Side by side in a wide and low panel, otherwise below each other.
    if n > 1.0 && space.x / n > 260.0 && space.y / n < 130.0 {
        ui.columns(groups.len(), |columns| {
            for (ui, group) in columns.iter_mut().zip(&groups) {
                curves(ui, cx, replay, group, space.y.max(LOWEST));
            }
        });
        return;
    }
    let height = (space.y / n - ui.spacing().item_spacing.y).max(LOWEST);
    egui::ScrollArea::vertical().auto_shrink(false).show(ui, |ui| {
        // Keeps the last number of the axis from being covered by the scroll bar.
        ui.set_max_width(ui.available_width() - 14.0);
        for group in &groups {
            curves(ui, cx, replay, group, height);
        }
    });
}

/// Draws a sentence in an empty panel.
fn empty(ui: &mut Ui, theme: &Theme, text: &str) {
    ui.add(egui::Label::new(RichText::new(text).color(theme.weak)).wrap());
}

/// Returns colour, dashes and width of a curve, so that curves also differ without colour.
fn pen(theme: &Theme, all: &[Series], curve: usize) -> (Color32, LineStyle, f32) {
    let colour = theme.curve(curve);
    if all.get(curve).is_some_and(restless) {
        return (colour, LineStyle::Solid, 1.0);
    }
    let style = match curve % 3 {
        0 => LineStyle::Solid,
        1 => LineStyle::Dashed { length: 9.0 },
        _ => LineStyle::Dotted { spacing: 5.0 },
    };
    (colour, style, 2.0)
}

/// Returns whether a curve goes up and down so much that dashes would only smear. Such a curve is drawn thin, behind
/// the others.
fn restless(series: &Series) -> bool {
    let ys = || series.points.iter().map(|p| p[1]);
    let way: f64 = ys().zip(ys().skip(1)).map(|(a, b)| (b - a).abs()).sum();
    let (low, high) = ys().fold((f64::MAX, f64::MIN), |(low, high), y| (low.min(y), high.max(y)));
    way > 12.0 * (high - low)
}

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

/// Draws a switch for each curve with its value at the cursor, as a legend. Returns which curves are on.
fn switches(ui: &mut Ui, cx: &Cx<'_>, replay: &Replay) -> Vec<bool> {
    let values = replay.watch();
    let mut shown = Vec::new();
    ui.horizontal_wrapped(|ui| {
        for (k, series) in replay.series().iter().enumerate() {
            // A curve that is always 0 is left out, such as the plan of a third guard if there are two.
            if series.is_nothing() {
                shown.push(false);
                continue;
            }
            let id = Id::unique(("curve is hidden", &replay.schema().algorithm, k));
            let mut on = !ui.data(|d| d.get_temp::<bool>(id).unwrap_or(false));
            let (colour, style, _) = pen(&cx.view.theme, replay.series(), k);
            let value = values.iter().find(|v| v.0 == series.name).and_then(|v| v.1.number());
            let value = value.map_or_else(String::new, |x| number(x, 0.0));
            let value = RichText::new(format!("{value:<5}")).monospace().color(colour);
            let check = ui.add(Checkbox::new(&mut on, Atoms::new((swatch(colour, style), &*series.name, value))));
            if check.changed() {
                ui.data_mut(|d| d.insert_temp(id, !on));
            }
            let help = format!("Shows or hides the curve of {}; the number is its value now.", series.name);
            check.accessible_name(&*series.name).on_hover_text(help);
            shown.push(on);
        }
    });
    shown
}

/// Groups curves that can be read on the same scale, the largest first.
fn by_scale(series: &[Series]) -> Vec<Vec<usize>> {
    let most = |k: usize| series[k].points.iter().map(|p| p[1].abs()).filter(|y| y.is_finite()).fold(0.0, f64::max);
    let mut order: Vec<(usize, f64)> = (0..series.len()).map(|k| (k, most(k))).collect();
    order.sort_by(|a, b| b.1.total_cmp(&a.1));
    let mut groups: Vec<(f64, Vec<usize>)> = Vec::new();
    for (k, most) in order {
        match groups.last_mut() {
            // A curve that is always 0 can be read on any scale.
            Some((largest, group)) if most == 0.0 || *largest <= most * APART => group.push(k),
            _ => groups.push((most, vec![k])),
        }
    }
    groups
        .into_iter()
        .map(|(_, mut group)| {
            group.sort_unstable();
            group
        })
        .collect()
}

/// Returns the number of samples at or before a moment.
fn samples_until(series: &Series, moment: f64) -> usize {
    series.points.partition_point(|p| p[0] <= moment)
}

/// Draws a plot of some curves.
fn curves(ui: &mut Ui, cx: &mut Cx<'_>, replay: &Replay, group: &[usize], height: f32) {
    let (session, theme) = (cx.session, cx.view.theme.clone());
    let (cursor, len, all) = (replay.cursor(), replay.len() as f64, replay.series());
    let values = || group.iter().flat_map(|&k| all[k].points.iter().map(|p| p[1])).filter(|y| y.is_finite());
    let (low, high) = values().fold((0.0_f64, 0.0_f64), |(low, high), y| (low.min(y), high.max(y)));
    let room = ((high - low) * 0.08).max(0.5);
    let bounds = PlotBounds::from_min_max([-0.005 * len, low - room * 0.6], [1.005 * len, high + room]);
    let plot =
        still(Plot::new(("curves", group)), &theme, whole, |mark, _| number(mark.value, mark.step_size)).height(height);
    let shown = plot.show(ui, |plot| {
        plot.set_plot_bounds(bounds);
        let mut behind_first = group.to_vec();
        behind_first.sort_by_key(|&k| !restless(&all[k]));
        for k in behind_first {
            let (colour, style, width) = pen(&theme, all, k);
            let points: PlotPoints<'_> = std::iter::once([0.0, 0.0]).chain(all[k].points.iter().copied()).collect();
            let line = Line::new(&*all[k].name, points).stroke(Stroke::new(width, colour)).style(style);
            plot.line(line.allow_band(false).allow_hover(false));
            if let Some(last) = samples_until(&all[k], cursor as f64).checked_sub(1) {
                let dot = Points::new("", vec![[cursor as f64, all[k].points[last][1]]]);
                plot.points(dot.radius(4.0).color(colour).allow_hover(false));
            }
        }
        plot.vline(VLine::new("cursor", cursor as f64).stroke(Stroke::new(2.0, theme.now)).allow_hover(false));
    });
    let names: Vec<&str> = group.iter().map(|&k| &*all[k].name).collect();
    let response = shown.response;
    response.widget_info(|| WidgetInfo::slider(true, cursor as f64, format!("Plot of {}", names.join(", "))));
    let Some(at) = response.interact_pointer_pos().or(response.hover_pos()) else { return };
    // The sample nearest to the pointer. In a short run every event is a sample.
    let x = shown.transform.value_from_position(at).x.min(len).max(0.0);
    let k = group.first().map_or(0, |&k| samples_until(&all[k], x + 0.5));
    let moment = k.checked_sub(1).map_or(0, |k| all[group[0]].points[k][0] as usize);
    if (response.is_pointer_button_down_on() || response.clicked()) && moment != session.moment().0 {
        cx.send(SessionCommand::Seek(moment));
    }
    let line = shown.transform.position_from_point_x(moment as f64);
    ui.painter().vline(line, shown.transform.frame().y_range(), Stroke::new(1.0, theme.weak));
    response.on_hover_cursor(egui::CursorIcon::PointingHand).on_hover_ui_at_pointer(|ui| {
        ui.label(format!("event {} of {}", thousands(moment), thousands(replay.len())));
        for &curve in group {
            let value = k.checked_sub(1).and_then(|k| all[curve].points.get(k)).map_or(0.0, |p| p[1]);
            ui.colored_label(pen(&theme, all, curve).0, format!("{}  {}", all[curve].name, number(value, 0.0)));
        }
        ui.label(RichText::new("Click or drag to travel.").small().color(theme.weak));
    });
}

/// Configures a plot that the user cannot drag or zoom, because clicks in it have another meaning. Its axes show as
/// many numbers as fit.
pub(super) fn still<'a>(
    plot: Plot<'a>,
    theme: &Theme,
    x: impl Fn(GridMark, &RangeInclusive<f64>) -> String + 'a,
    y: impl Fn(GridMark, &RangeInclusive<f64>) -> String + 'a,
) -> Plot<'a> {
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
        .custom_x_axes(vec![AxisHints::new_x().formatter(x).label_spacing(Rangef::new(12.0, 16.0))])
        .custom_y_axes(vec![AxisHints::new_y().formatter(y).label_spacing(Rangef::new(12.0, 16.0)).min_thickness(40.0)])
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

/// Formats a number with thousands separators: `1,846`.
pub(crate) fn thousands(n: usize) -> String {
    let digits = n.to_string();
    let mut text = String::with_capacity(digits.len() + digits.len() / 3);
    for (i, digit) in digits.chars().enumerate() {
        if i > 0 && (digits.len() - i).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
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
