//! Numbers over time: values that vary along the run, as curves with their names at the ends. A click or drag on a curve
//! moves the cursor.

use super::open_list::empty;
use super::plots::number;
use crate::debugger::session::command::SessionCommand;
use crate::formats::plain::thousands;
use crate::style::fonts;
use crate::style::theme::Theme;
use crate::view::Cx;
use egui::{
    Align2, Color32, Galley, Id, Painter, Pos2, Rangef, Rect, Response, RichText, Role, Sense, Stroke, Ui, UiBuilder,
    WidgetInfo, pos2, vec2,
};
use gridscope_trace::trace::Replay;
use gridscope_trace::trace::replay::Series;
use std::sync::Arc;

/// Curves whose largest values differ by more than this factor do not share a plot.
const APART: f64 = 20.0;
/// Minimum distance between two names, in points.
const LINE: f32 = 17.0;
/// Height of the numbers below a plot, in points.
const FOOT: f32 = 16.0;
/// Space between a curve's end and its name, in points.
const GAP: f32 = 10.0;
/// Opacity of the part of a curve that is still to come.
const TO_COME: f32 = 0.35;
/// Minimum width of plots side by side, in points.
const NARROWEST: f32 = 230.0;

/// Draws the plots.
pub(crate) fn show(ui: &mut Ui, cx: &mut Cx<'_>) {
    let theme = cx.view.theme.clone();
    let Some(replay) = cx.session.replay().filter(|r| !r.is_empty()) else {
        return empty(ui, &theme, "The numbers of a run are shown here as curves once there is one.");
    };
    // A curve that is always 0 is left out, such as the plan of a third guard if there are two.
    let groups: Vec<Vec<usize>> = by_scale(replay.series())
        .into_iter()
        .map(|group| group.into_iter().filter(|&k| !replay.series()[k].is_nothing()).collect())
        .filter(|group: &Vec<usize>| !group.is_empty())
        .collect();
    if groups.is_empty() {
        return empty(ui, &theme, "This algorithm has no curves.");
    }
    let (whole, n) = (ui.available_rect_before_wrap(), groups.len() as f32);
    // Side by side in a wide and low panel, otherwise below each other.
    let beside = whole.width() / n >= NARROWEST && whole.height() / n < 130.0;
    let part = if beside { vec2(whole.width() / n, whole.height()) } else { vec2(whole.width(), whole.height() / n) };
    for (i, group) in groups.iter().enumerate() {
        let shift = part * if beside { vec2(i as f32, 0.0) } else { vec2(0.0, i as f32) };
        let rect = Rect::from_min_size(whole.min + shift, part - vec2(if beside { 8.0 } else { 0.0 }, 2.0));
        let mut ui = ui.new_child(UiBuilder::new().id_salt(("curves", i)).max_rect(rect));
        Plot::new(&ui, cx, replay, group, rect).show(&mut ui, cx);
    }
    ui.allocate_rect(whole, Sense::hover());
}

/// Groups curves that can be read on the same scale, the largest first.
fn by_scale(series: &[Series]) -> Vec<Vec<usize>> {
    let max_magnitude =
        |k: usize| series[k].points.iter().map(|p| p[1].abs()).filter(|y| y.is_finite()).fold(0.0, f64::max);
    let mut order: Vec<(usize, f64)> = (0..series.len()).map(|k| (k, max_magnitude(k))).collect();
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

/// Returns the id that stores whether a curve is hidden.
fn hidden_id(replay: &Replay, curve: usize) -> Id {
    Id::unique(("curve is hidden", &replay.schema().algorithm, curve))
}

/// A plot of some curves.
struct Plot<'a> {
    replay: &'a Replay,
    theme: Theme,
    /// The curves, each with its name and value as laid out text, and whether it is shown.
    curves: Vec<(usize, Arc<Galley>, bool)>,
    /// Area of the curves.
    rect: Rect,
    /// Values at the lines across the plot.
    lines: [f64; 3],
}

impl<'a> Plot<'a> {
    fn new(ui: &Ui, cx: &Cx<'_>, replay: &'a Replay, group: &[usize], whole: Rect) -> Self {
        let (theme, series) = (cx.view.theme.clone(), replay.series());
        let values = replay.watch();
        let curve = |&k: &usize| {
            let is_visible = !ui.data(|d| d.get_temp::<bool>(hidden_id(replay, k)).unwrap_or(false));
            let value = values.iter().find(|v| v.0 == series[k].name).and_then(|v| v.1.number());
            let value = value.filter(|x| x.is_finite()).map_or_else(String::new, |x| format!(" {}", number(x, 0.0)));
            let ink = if is_visible { theme.curve(k) } else { theme.faint };
            let text = format!("{}{value}", series[k].name);
            (k, ui.painter().layout_no_wrap(text, fonts::medium(13.0), ink), is_visible)
        };
        let curves: Vec<_> = group.iter().map(curve).collect();
        let (low, high) = group
            .iter()
            .flat_map(|&k| series[k].points.iter().map(|p| p[1]))
            .filter(|y| y.is_finite())
            .fold((0.0_f64, 0.0_f64), |(low, high), y| (low.min(y), high.max(y)));
        let lines = lines(low, high);
        let font = fonts::mono(11.0);
        let width = |x: f64| ui.painter().layout_no_wrap(number(x, 0.0), font.clone(), theme.faint).size().x;
        let left = lines.iter().map(|&x| width(x)).fold(12.0, f32::max) + 8.0;
        let right = curves.iter().map(|(_, galley, _)| galley.size().x).fold(0.0, f32::max) + GAP + 2.0;
        let right = right.min(whole.width() * 0.5);
        let rect = Rect::from_min_max(
            whole.min + vec2(left, 7.0),
            pos2((whole.max.x - right).max(whole.min.x + left + 8.0), (whole.max.y - FOOT).max(whole.min.y + 12.0)),
        );
        Self { replay, theme, curves, rect, lines }
    }

    fn x(&self, moment: f64) -> f32 {
        self.rect.left() + (moment / self.replay.len().max(1) as f64) as f32 * self.rect.width()
    }

    fn y(&self, value: f64) -> f32 {
        let [low, _, high] = self.lines;
        self.rect.bottom() - ((value - low) / (high - low)) as f32 * self.rect.height()
    }

    fn show(&self, ui: &mut Ui, cx: &mut Cx<'_>) {
        let painter = ui.painter().clone();
        self.axes(&painter);
        let cursor = self.replay.cursor();
        let now = self.x(cursor as f64);
        for &(k, _, _) in self.curves.iter().filter(|(_, _, shown)| *shown) {
            let colour = self.theme.curve(k);
            let points = self.points(&self.replay.series()[k]);
            let split = points.partition_point(|p| p.x <= now);
            let (past, rest) = (points[..split].to_vec(), points[split.saturating_sub(1)..].to_vec());
            painter.line(rest, Stroke::new(1.5, colour.gamma_multiply(TO_COME)));
            painter.line(past, Stroke::new(1.5, colour));
        }
        painter.vline(now, self.rect.y_range(), Stroke::new(2.0, self.theme.now));
        for &(k, _, _) in self.curves.iter().filter(|(_, _, shown)| *shown) {
            let series = &self.replay.series()[k];
            if let Some(last) = samples_until(series, cursor as f64).checked_sub(1) {
                let at = pos2(now, self.y(series.points[last][1]));
                painter.circle(at, 3.5, self.theme.curve(k), Stroke::new(1.0, self.theme.panel));
            }
        }
        self.travel(ui, cx);
        self.names(ui);
    }

    /// Paints three lines across the plot with their values, and the moments below.
    fn axes(&self, painter: &Painter) {
        let (font, ink) = (fonts::mono(11.0), self.theme.faint);
        for value in self.lines {
            let y = self.y(value);
            painter.hline(self.rect.x_range(), y, Stroke::new(1.0, self.theme.line));
            let at = pos2(self.rect.left() - 6.0, y);
            painter.text(at, Align2::RIGHT_CENTER, number(value, 0.0), font.clone(), ink);
        }
        let len = self.replay.len() as f64;
        let step = nice(len / f64::from((self.rect.width() / 80.0).max(1.0))).max(1.0);
        let [first, last] = [0, self.replay.len()].map(|moment| self.replay.number_of_moment(moment));
        let mut named = false;
        let mut number = (first as f64 / step).ceil() * step;
        while number <= last as f64 {
            let moment = self.replay.moment_of_number(number as usize);
            let at = pos2(self.x(moment as f64), self.rect.bottom() + 3.0);
            let tick = painter.text(at, Align2::CENTER_TOP, thousands(number as usize), font.clone(), ink);
            if !std::mem::replace(&mut named, true) {
                // The name of the axis is between its first two numbers.
                painter.text(tick.right_top() + vec2(8.0, 0.0), Align2::LEFT_TOP, "events", fonts::text(11.0), ink);
            }
            number += step;
        }
    }

    /// Returns the points of a curve on the screen: at most the lowest and the highest of each column of pixels.
    fn points(&self, series: &Series) -> Vec<Pos2> {
        // A window has a sample where it begins.
        let is_whole = self.replay.trace().first() == 0;
        let mut all: Vec<Pos2> = is_whole.then(|| pos2(self.x(0.0), self.y(0.0))).into_iter().collect();
        let mut column: Option<(f32, Rangef, f32)> = None;
        let push = |all: &mut Vec<Pos2>, (x, span, last): (f32, Rangef, f32)| {
            if span.span() > 0.5 {
                all.extend([pos2(x, span.min), pos2(x, span.max)]);
            }
            all.push(pos2(x, last));
        };
        for point in series.points.iter().filter(|p| p[1].is_finite()) {
            let (x, y) = (self.x(point[0]).round(), self.y(point[1]));
            match &mut column {
                Some((own, span, last)) if *own == x => {
                    (span.min, span.max, *last) = (span.min.min(y), span.max.max(y), y);
                }
                _ => {
                    column.replace((x, Rangef::point(y), y)).into_iter().for_each(|done| push(&mut all, done));
                }
            }
        }
        if let Some(done) = column {
            push(&mut all, done);
        }
        all
    }

    /// Draws the names at the ends of the curves. A click on a name hides its curve.
    fn names(&self, ui: &mut Ui) {
        let end = |k: usize| self.replay.series()[k].points.iter().rev().map(|p| p[1]).find(|y| y.is_finite());
        let mut names: Vec<(f32, usize)> =
            self.curves.iter().enumerate().map(|(i, (k, _, _))| (self.y(end(*k).unwrap_or(0.0)), i)).collect();
        names.sort_by(|a, b| a.0.total_cmp(&b.0));
        spread(&mut names, self.rect.y_range().expand(LINE / 2.0));
        for (y, i) in names {
            let (k, galley, shown) = &self.curves[i];
            let left = self.rect.right() + GAP;
            let place = Rect::from_min_size(pos2(left, y - LINE / 2.0), vec2(galley.size().x, LINE));
            let id = hidden_id(self.replay, *k);
            let response = ui.interact(place, id.with("name"), Sense::click());
            let name = &self.replay.series()[*k].name;
            response.widget_info(|| WidgetInfo::selected(Role::CheckBox, true, *shown, &**name));
            let at = pos2(left, y - galley.size().y / 2.0);
            let clip = ui.painter().with_clip_rect(ui.max_rect().expand(4.0));
            clip.galley(at, Arc::clone(galley), Color32::PLACEHOLDER);
            let help = format!("Click hides the curve of {name}, or shows it. The number is its value now.");
            if response.on_hover_text(help).clicked() {
                ui.data_mut(|d| d.insert_temp(id, *shown));
            }
        }
    }

    /// Moves the cursor to where the user clicks or drags, and shows the values under the pointer.
    fn travel(&self, ui: &mut Ui, cx: &mut Cx<'_>) {
        let series = self.replay.series();
        let names: Vec<&str> = self.curves.iter().map(|(k, _, _)| &*series[*k].name).collect();
        let id = ui.scope_id().with("plot");
        let response: Response = ui.interact(self.rect, id, Sense::click_and_drag());
        let number_now = self.replay.number_now() as f64;
        response.widget_info(|| WidgetInfo::slider(true, number_now, format!("Plot of {}", names.join(", "))));
        let Some(at) = response.interact_pointer_pos().or(response.hover_pos()) else { return };
        // The sample nearest to the pointer. In a short run every event is a sample.
        let len = self.replay.len() as f64;
        let x = (f64::from((at.x - self.rect.left()) / self.rect.width()) * len)
            .max(self.replay.trace().first() as f64)
            .min(len);
        let first = self.curves.first().map(|(k, _, _)| &series[*k]);
        let sample = first.map_or(0, |series| samples_until(series, x + 0.5)).checked_sub(1);
        let moment = sample.zip(first).map_or(0, |(sample, series)| series.points[sample][0] as usize);
        if (response.is_pointer_button_down_on() || response.clicked()) && moment != cx.session.moment().0 {
            cx.send(SessionCommand::Seek(moment));
        }
        ui.painter().vline(self.x(moment as f64), self.rect.y_range(), Stroke::new(1.0, self.theme.weak));
        response.on_hover_cursor(egui::CursorIcon::PointingHand).on_hover_ui_at_pointer(|ui| {
            ui.label(format!(
                "event {} of {}",
                thousands(self.replay.number_of_moment(moment)),
                thousands(self.replay.number_of_moment(self.replay.len()))
            ));
            for &(k, _, _) in &self.curves {
                let value = sample.and_then(|sample| series[k].points.get(sample)).map_or(0.0, |p| p[1]);
                ui.colored_label(self.theme.curve(k), format!("{}  {}", series[k].name, number(value, 0.0)));
            }
            ui.label(RichText::new("Click or drag to go there.").small().color(self.theme.weak));
        });
    }
}

/// Returns the number of samples at or before a moment.
fn samples_until(series: &Series, moment: f64) -> usize {
    series.points.partition_point(|p| p[0] <= moment)
}

/// Returns three round values that contain all values between `low` and `high`, with equal steps.
fn lines(low: f64, high: f64) -> [f64; 3] {
    let step = nice(((high - low) / 2.0).max(f64::MIN_POSITIVE));
    let first = (low / step).floor() * step;
    let step = if first + 2.0 * step < high { nice(step * 1.01) } else { step };
    let first = (low / step).floor() * step;
    [first, first + step, first + 2.0 * step]
}

/// Returns the smallest round number of at least `wanted`: 1, 2 or 5 times a power of ten.
fn nice(wanted: f64) -> f64 {
    let power = 10.0_f64.powf(wanted.log10().floor());
    [1.0, 2.0, 5.0].map(|n| n * power).into_iter().find(|&n| n >= wanted * 0.999).unwrap_or(10.0 * power)
}

/// Moves names apart that would touch, within a range. They are in order from top to bottom.
fn spread(names: &mut [(f32, usize)], range: Rangef) {
    let mut free = range.min + LINE / 2.0;
    for (y, _) in names.iter_mut() {
        *y = y.max(free);
        free = *y + LINE;
    }
    let mut free = range.max - LINE / 2.0;
    for (y, _) in names.iter_mut().rev() {
        *y = y.min(free);
        free = *y - LINE;
    }
}
