//! The plot of an experiment: the mean of each value with its spread. If only the seed varies, a histogram.

use crate::debugger::lab::experiment::{Spread, Summary};
use crate::debugger::session::background::work::ExperimentResults;
use crate::panels::compare::letter;
use crate::panels::plots::{number, still};
use crate::style::theme::Theme;
use egui::{Align2, RichText, Stroke, Ui, WidgetInfo};
use egui_plot::{Bar, BarChart, GridMark, Line, Plot, PlotPoint, PlotPoints, Points, Polygon, Text};
use gridscope_trace::params::Param;

/// Height of the plot, in points.
const HEIGHT: f32 = 190.0;
/// Number of bars in a histogram.
const BARS: usize = 24;

/// Returns whether both axes can be logarithmic: at least three values, all above 0.
pub(super) fn logarithmic(summary: &Summary, measure: usize) -> bool {
    summary.exponent(measure).is_some()
}

/// Describes how fast a measure grows in each run. Returns `None` if that is unknown for the first run.
pub(super) fn growth(measured: &ExperimentResults, summary: &Summary, measure: usize) -> Option<String> {
    let (what, name) = (&measured.what, &measured.measures.get(measure)?.name);
    let first = format!("grows as {what}^{:.2}", summary.exponent(measure)?);
    let others: Vec<String> = (1..)
        .zip(&measured.beside)
        .filter_map(|(k, other)| {
            let at = other.measures.iter().position(|own| own.name == *name)?;
            let exponent = Summary::new(&other.measures, &other.rows).exponent(at)?;
            Some(format!(", {} as {what}^{exponent:.2}", letter(k)))
        })
        .collect();
    Some(if others.is_empty() { first } else { format!("A {first}{}", others.concat()) })
}

/// What the axes of a plot are called, and the words for values of the parameter.
pub(super) struct AxisNames<'a> {
    /// Name of the parameter or size that varies.
    pub(super) what: String,
    /// Name of the measure.
    pub(super) measure: String,
    /// The parameter that varies, if it is one.
    pub(super) param: Option<&'a Param>,
}

/// Draws the plot.
pub(super) fn show(
    ui: &mut Ui,
    theme: &Theme,
    axes: &AxisNames<'_>,
    measured: &ExperimentResults,
    summary: &Summary,
    measure: usize,
    log: bool,
) {
    let name = &measured.measures[measure].name;
    if summary.points.len() == 1 {
        let all: Vec<f64> =
            measured.rows.iter().filter_map(|row| row.measures.get(measure).copied().flatten()).collect();
        histogram(ui, theme, axes, name, &all);
        return;
    }
    let numbers: Option<Vec<f64>> = summary.points.iter().map(|(value, _)| value.parse().ok()).collect();
    let Some(xs) = numbers else {
        words(ui, theme, axes, name, summary, measure);
        return;
    };
    let scale = |x: f64| if log { x.max(f64::MIN_POSITIVE).log10() } else { x };
    let points: Vec<(f64, Spread)> =
        xs.iter().zip(&summary.points).map(|(x, (_, s))| (scale(*x), s[measure])).collect();
    let points: Vec<(f64, Spread)> = points.into_iter().filter(|(_, s)| s.runs > 0).collect();
    let others: Vec<(&str, Vec<[f64; 2]>)> = measured
        .beside
        .iter()
        .filter_map(|other| {
            let at = other.measures.iter().position(|own| own.name == *name)?;
            let summed = Summary::new(&other.measures, &other.rows);
            let point = |(value, spreads): &(String, Vec<Spread>)| {
                let (x, spread) = (value.parse().ok()?, spreads.get(at).filter(|s| s.runs > 0)?);
                Some([scale(x), scale(spread.mean)])
            };
            Some((&*other.title, summed.points.iter().filter_map(point).collect()))
        })
        .collect();
    let line =
        |of: &dyn Fn(&Spread) -> f64| -> Vec<[f64; 2]> { points.iter().map(|(x, s)| [*x, scale(of(s))]).collect() };
    let back = move |x: f64| if log { 10f64.powf(x) } else { x };
    let plot = Plot::new(("experiment", name)).height(HEIGHT).include_y(if log { scale(1.0) } else { 0.0 });
    // The letters at the ends of the curves need room above and below them.
    let plot = plot.set_margin_fraction(egui::vec2(0.05, 0.12));
    let step = move |step: f64| if log { 0.0 } else { step };
    let plot = still(
        plot,
        theme,
        (&axes.what, move |mark, _| number(back(mark.value), step(mark.step_size))),
        (&axes.measure, move |mark, _| number(back(mark.value), step(mark.step_size))),
    );
    let colour = theme.curve(0);
    let response = plot.show(ui, |plot| {
        // Piece by piece, because a band that bends is not convex.
        let low = |s: &Spread| if log { (s.mean - s.sd).max(s.min) } else { s.mean - s.sd };
        let (high, low) = (line(&|s| s.mean + s.sd), line(&low));
        for (high, low) in high.windows(2).zip(low.windows(2)).filter(|(high, low)| high != low) {
            let piece = vec![high[0], high[1], low[1], low[0]];
            let piece = Polygon::new("one standard deviation", piece).stroke(Stroke::NONE);
            plot.polygon(piece.fill_color(colour.gamma_multiply(0.25)));
        }
        for (name, of) in [("smallest", (|s: &Spread| s.min) as fn(&Spread) -> f64), ("largest", |s: &Spread| s.max)] {
            plot.line(Line::new(name, PlotPoints::from(line(&of))).stroke(Stroke::new(1.0, theme.weak)));
        }
        for (k, (title, means)) in (1..).zip(&others) {
            let (colour, means) = (theme.curve(k), means.clone());
            plot.line(Line::new(*title, PlotPoints::from(means.clone())).stroke(Stroke::new(2.5, colour)));
            plot.points(Points::new(*title, PlotPoints::from(means.clone())).radius(3.0).color(colour));
            if let Some(&[x, y]) = means.last() {
                let curve_label = Text::new(*title, PlotPoint::new(x, y), RichText::new(letter(k)).size(13.0).strong());
                plot.text(curve_label.color(colour).anchor(Align2::LEFT_BOTTOM));
            }
        }
        if let (false, Some((x, last))) = (others.is_empty(), points.last()) {
            let mean_label =
                Text::new("mean", PlotPoint::new(*x, scale(last.mean)), RichText::new("A").size(13.0).strong());
            plot.text(mean_label.color(colour).anchor(Align2::LEFT_TOP));
        }
        plot.line(Line::new("mean", PlotPoints::from(line(&|s| s.mean))).stroke(Stroke::new(2.5, colour)));
        plot.points(Points::new("mean", PlotPoints::from(line(&|s| s.mean))).radius(4.0).color(colour));
    });
    response
        .response
        .widget_info(|| WidgetInfo::labeled(egui::Role::Image, true, format!("Plot of {name} over {}", measured.what)));
}

/// Draws a bar for each word. Bars of flags also show the bounds of their share.
fn words(ui: &mut Ui, theme: &Theme, axes: &AxisNames<'_>, name: &str, summary: &Summary, measure: usize) {
    let label = |value: &String| axes.param.map_or(&**value, |param| param.label(value)).to_owned();
    let labels: Vec<String> = summary.points.iter().map(|(value, _)| label(value)).collect();
    let bars = summary.points.iter().enumerate().map(|(i, (_, s))| Bar::new(i as f64, s[measure].mean).width(0.6));
    let bars: Vec<Bar> = bars.collect();
    let label = move |x: f64| {
        let whole = x.round();
        let at = (whole >= 0.0 && (x - whole).abs() < 1e-6).then_some(whole as usize);
        at.and_then(|i| labels.get(i)).cloned().unwrap_or_default()
    };
    let plot = Plot::new(("experiment words", name)).height(HEIGHT);
    let measure_number = |mark: GridMark, _: &_| number(mark.value, mark.step_size);
    let plot = still(plot, theme, (&axes.what, move |mark, _| label(mark.value)), (&axes.measure, measure_number));
    let bounds = summary.points.iter().enumerate().filter_map(|(i, (_, s))| {
        let [low, high] = s[measure].share?;
        Some(vec![[i as f64, low], [i as f64, high]])
    });
    plot.show(ui, |plot| {
        plot.bar_chart(BarChart::new("mean", bars).color(theme.curve(0)));
        for ends in bounds {
            let line = Line::new("95 %", PlotPoints::from(ends.clone()));
            plot.line(line.stroke(Stroke::new(2.5, theme.strong)));
            plot.points(Points::new("95 %", PlotPoints::from(ends)).radius(4.0).color(theme.strong));
        }
    });
}

/// Draws how often each number occurred.
fn histogram(ui: &mut Ui, theme: &Theme, axes: &AxisNames<'_>, name: &str, all: &[f64]) {
    let (low, high) = all.iter().fold((f64::MAX, f64::MIN), |(low, high), x| (low.min(*x), high.max(*x)));
    if all.is_empty() {
        return;
    }
    let whole = all.iter().all(|x| x.fract() == 0.0);
    let width = ((high - low) / BARS as f64).max(if whole { 1.0 } else { 1e-9 });
    let width = if whole { width.ceil() } else { width };
    let mut counts = vec![0_u32; ((high - low) / width).floor() as usize + 1];
    for x in all {
        let k = (((x - low) / width).floor() as usize).min(counts.len() - 1);
        counts[k] += 1;
    }
    let middle = if whole && width == 1.0 { 0.0 } else { width / 2.0 };
    let bar = |(k, n): (usize, &u32)| Bar::new(low + k as f64 * width + middle, f64::from(*n)).width(width * 0.9);
    let bars: Vec<Bar> = counts.iter().enumerate().map(bar).collect();
    let plot = Plot::new(("experiment histogram", name)).height(HEIGHT);
    let mark_number = |mark: GridMark, _: &_| number(mark.value, mark.step_size);
    let plot = still(plot, theme, (&axes.measure, mark_number), ("runs", mark_number));
    let response = plot.show(ui, |plot| plot.bar_chart(BarChart::new("runs", bars).color(theme.curve(0))));
    response
        .response
        .widget_info(|| WidgetInfo::labeled(egui::Role::Image, true, format!("How often each {name} occurred")));
}
