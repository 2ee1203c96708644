//! Bar charts of an algorithm: counts, expected counts, and whether the two agree.

use super::plots::{counted_from, number, still, swatch, whole};
use crate::debugger::Session;
use crate::style::memo::memo;
use crate::style::theme::Theme;
use crate::view::Cx;
use egui::{Atom, Atoms, Id, Label, RichText, Role, Stroke, TextWrapMode, Ui, WidgetAtom, WidgetInfo, vec2};
use egui_plot::{BarChart, GridMark, HLine, Line, LineStyle, Plot, PlotBounds, PlotPoints};
use gridscope_trace::tool::ToolAction;
use gridscope_trace::trace::replay::{Bar, Chart, Rose};
use gridscope_trace::{Cell, Replay};
use std::sync::Arc;

/// Minimum width of a chart beside another one, in points.
const NARROWEST: f32 = 300.0;
/// Charts lower than this, in points, have their note beside the title.
const LOW: f32 = 190.0;
/// From this number of bars on, some samples may be missing, so that the sum of the bars is not the total.
const MANY: usize = 400;

/// Draws all charts at the cursor.
pub(crate) fn show(ui: &mut Ui, cx: &mut Cx<'_>) {
    let Some(replay) = cx.session.replay() else {
        ui.label(
            RichText::new("Nothing is recorded yet: the counts of the run appear here as bars.")
                .color(cx.view.theme.weak),
        );
        return;
    };
    let chart_data = charts_now(ui, cx.session, replay);
    let (charts, roses) = (&chart_data.0, &chart_data.1);
    counted_from(ui, replay, &cx.view.theme);
    if charts.is_empty() {
        none(ui, cx, replay);
        return;
    }
    legend(ui, &cx.view.theme, charts);
    let width = ui.available_width();
    let columns = ((width / NARROWEST) as usize).min(charts.len()).max(1);
    let rows = charts.len().div_ceil(columns);
    let spacing = ui.spacing().item_spacing.y;
    let height = (ui.available_height() / rows as f32 - spacing).max(100.0);
    egui::ScrollArea::vertical().auto_shrink(false).show(ui, |ui| {
        for row in charts.chunks(columns) {
            ui.columns(columns, |uis| {
                for (ui, chart) in uis.iter_mut().zip(row) {
                    one(ui, cx, chart, height);
                }
            });
        }
        if !roses.is_empty() {
            super::roses::show(ui, &cx.view.theme, roses);
        }
    });
}

/// Returns the charts at the cursor. Cached while the cursor rests, because counting thousands of paths takes a while.
fn charts_now(ui: &Ui, session: &Session, replay: &Replay) -> Arc<(Vec<Chart>, Vec<Rose>)> {
    memo(ui, Id::unique("charts now"), (session.generation(), replay.cursor()), || {
        Arc::new((replay.charts(), replay.roses()))
    })
}

/// Explains why there is no chart: the run has charts later, or its algorithm has none.
fn none(ui: &mut Ui, cx: &mut Cx<'_>, replay: &Replay) {
    let later = memo(ui, Id::unique("charts at the end"), cx.session.generation(), || {
        let mut end = replay.fork();
        end.seek(replay.len());
        !end.charts().is_empty()
    });
    let faint = cx.view.theme.weak;
    if later {
        ui.label(RichText::new("There is no sample yet: step forward or play, and the bars grow.").color(faint));
        return;
    }
    ui.label(RichText::new("This run keeps no chart.").color(faint));
    for tool in replay.card().into_iter().flat_map(|card| card.tools).filter(|t| matches!(t.does, ToolAction::Run(_))) {
        ui.label(RichText::new(tool.help).color(faint));
        super::findings::button(ui, cx, tool);
    }
}

/// Draws a legend of colours and lines, once for all charts.
fn legend(ui: &mut Ui, theme: &Theme, charts: &[Chart]) {
    let square = Atom::paint(vec2(12.0, 12.0), |ui, args| {
        ui.painter().rect_filled(args.rect, 2.0, theme.bar());
    });
    let mut entries = vec![(
        square,
        "counted so far",
        "A bar for each thing that is counted, such as a path. Bars through the cell under the pointer are lit.",
    )];
    if charts.iter().any(|c| c.bars.iter().any(|b| b.expected.is_some())) {
        let help = "The number expected so far: for a path, its exact probability under its rule times the samples.";
        entries.push((swatch(theme.expected(), LineStyle::Solid), "expected", help));
    }
    if charts.iter().any(|c| c.level.is_some()) {
        let help = "How high every bar would be if all were equally likely.";
        entries.push((swatch(theme.text, LineStyle::Dashed { length: 9.0 }), "all equal", help));
    }
    ui.horizontal_wrapped(|ui| {
        ui.spacing_mut().item_spacing.x = 16.0;
        for (sign, text, help) in entries {
            let entry_response = WidgetAtom::new(Atoms::new((sign, text))).wrap_mode(TextWrapMode::Extend).show(ui);
            entry_response.response.widget_info(|| WidgetInfo::labeled(Role::Label, true, text));
            entry_response.response.on_hover_text(help);
        }
    });
}

/// Draws a chart: title, bars, note.
fn one(ui: &mut Ui, cx: &mut Cx<'_>, chart: &Chart, height: f32) {
    let theme = cx.view.theme.clone();
    let row = ui.text_style_height(&egui::TextStyle::Body) + ui.spacing().item_spacing.y;
    let low = height < LOW;
    let (title, note) = (RichText::new(&chart.title).strong().size(16.0), RichText::new(&chart.note).color(theme.weak));
    let noted = |ui: &mut Ui| {
        let help = "Chi-square sums how far the counts lie from all equal. A small p says that equal \
                    paths would hardly ever look like this.";
        ui.add(Label::new(note).truncate().show_tooltip_when_elided(false))
            .on_hover_text(format!("{}\n{help}", chart.note));
    };
    let lit = cx.session.display_state().hovered;
    if low {
        ui.horizontal(|ui| {
            ui.label(title);
            noted(ui);
        });
        hover(cx, bars(ui, &theme, chart, lit, (height - row).max(60.0)));
    } else {
        ui.add(Label::new(title).truncate());
        hover(cx, bars(ui, &theme, chart, lit, height - 2.0 * row - 4.0));
        noted(ui);
    }
}

/// Highlights the path of the bar under the pointer.
fn hover(cx: &mut Cx<'_>, bar: Option<&Bar>) {
    if let Some(bar) = bar {
        cx.view.point_at_path.clone_from(&bar.cells);
    }
}

/// Draws the plot. Returns the bar under the pointer.
fn bars<'c>(ui: &mut Ui, theme: &Theme, chart: &'c Chart, lit: Option<Cell>, height: f32) -> Option<&'c Bar> {
    let n = chart.bars.len() as f64;
    let tops = chart.bars.iter().flat_map(|b| [b.count, b.expected.unwrap_or(0.0)]);
    let max_count = tops.chain(chart.level).filter(|y| y.is_finite()).fold(1.0, f64::max);
    let bounds = PlotBounds::from_min_max([0.4, 0.0], [n.max(1.0) + 0.6, max_count * 1.1]);
    let paths = move |mark: GridMark, range: &_| {
        if mark.value >= 1.0 && mark.value <= n { whole(mark, range) } else { String::new() }
    };
    let [x, y] = chart.axes;
    let plot = Plot::new(("bars", &chart.title)).height(height).show_grid([false, true]);
    let plot = still(plot, theme, (x, paths), (y, whole));
    let wide = f64::from(ui.available_width() - 44.0) / n.max(1.0) >= 5.0;
    let through = |bar: &Bar| lit.is_some_and(|cell| bar.cells.contains(&cell));
    let plot_bars = chart.bars.iter().enumerate().map(|(i, bar)| {
        let fill = if through(bar) { theme.now } else { theme.bar() };
        egui_plot::Bar::new((i + 1) as f64, bar.count)
            .width(if wide { 0.8 } else { 1.0 })
            .fill(fill)
            .stroke(Stroke::NONE)
    });
    let plot_bars = BarChart::new("counted so far", plot_bars.collect()).color(theme.bar()).allow_hover(false);
    // As wide as the bars, joined to steps if there are many. The line breaks at bars without an expected count.
    let reach = if wide { 0.42 } else { 0.5 };
    let mut pieces: Vec<Vec<[f64; 2]>> = Vec::new();
    for (i, bar) in chart.bars.iter().enumerate() {
        let ends =
            bar.expected.filter(|y| y.is_finite()).map(|y| [[i as f64 + 1.0 - reach, y], [i as f64 + 1.0 + reach, y]]);
        match (ends, pieces.last_mut()) {
            (Some(ends), Some(piece)) if !wide => piece.extend(ends),
            (ends, _) => pieces.push(ends.map_or_else(Vec::new, |ends| ends.to_vec())),
        }
    }
    let plot_response = plot.show(ui, |plot| {
        plot.set_plot_bounds(bounds);
        plot.bar_chart(plot_bars);
        if let Some(level) = chart.level.filter(|y| y.is_finite()) {
            let line = HLine::new("all equal", level).stroke(Stroke::new(1.5, theme.text));
            plot.hline(line.style(LineStyle::Dashed { length: 9.0 }).allow_hover(false));
        }
        for piece in pieces.into_iter().filter(|p| !p.is_empty()) {
            let line = Line::new("expected by the rule", PlotPoints::from(piece));
            plot.line(line.stroke(Stroke::new(2.5, theme.expected())).allow_band(false).allow_hover(false));
        }
    });
    let response = plot_response.response;
    response.widget_info(|| WidgetInfo::labeled(Role::Image, true, format!("Chart of {}", chart.title)));
    let at = response.hover_pos()?;
    let x = plot_response.transform.value_from_position(at).x.round();
    let bar = chart.bars.get((x as usize).checked_sub(1)?)?;
    response.on_hover_ui_at_pointer(|ui| {
        ui.strong(&bar.label);
        ui.label(format!("counted {}", number(bar.count, 1.0)));
        if let Some(expected) = bar.expected {
            ui.label(format!("expected by the rule {expected:.1}"));
            let total: f64 = chart.bars.iter().map(|b| b.count).sum();
            if total > 0.0 && chart.bars.len() < MANY {
                ui.label(format!("probability {:.4}", expected / total));
            }
        }
    });
    Some(bar)
}
