//! The page of an experiment's plots: A against B with its diagonal, cactus, and success over work.

use super::ink::{A4, Anchor, Page, Set};
use super::paper::sheets;
use crate::debugger::export::ExportError;
use crate::debugger::lab::experiment::{PlotCurve, PlotFormat, Plots};
use crate::debugger::session::window::ThemeName;
use crate::formats::plain::thousands;
use crate::style::theme::Theme;
use egui::Color32;
use std::collections::BTreeSet;

/// Margin at the sides, and right edge of the content, in millimetres.
const MARGIN: f32 = 22.0;
const RIGHT: f32 = A4.0 - MARGIN;
/// Side of the scatter, and of the two plots below it.
const SCATTER: f32 = 112.0;
const SMALL: f32 = 68.0;
/// Radius of a mark, and distance within which two points are drawn as one.
const MARK: f32 = 0.8;
const SAME: f32 = 0.1;
/// Number of curves that the legend names.
const NAMED: usize = 12;

/// Draws the plots on one page of A4.
///
/// # Errors
/// Returns an error if the PDF cannot be written.
pub fn plots_page(plots: &Plots, format: PlotFormat) -> Result<Vec<u8>, ExportError> {
    let theme = Theme::new(ThemeName::Light).on_paper();
    let page = Sheet { theme: &theme, page: Page::default() }.drawn(plots);
    match format {
        PlotFormat::Svg => Ok(page.svg(A4, &plots.title, &theme).into_bytes()),
        PlotFormat::Pdf => sheets(&[page], &plots.title, &theme),
    }
}

/// An axis of a plot.
#[derive(Clone, Copy)]
struct Axis {
    low: f64,
    high: f64,
    is_log: bool,
}

impl Axis {
    /// Returns a logarithmic axis for numbers above 0.
    fn log(numbers: impl Iterator<Item = f64>) -> Self {
        let (low, high) = numbers.fold((f64::MAX, f64::MIN_POSITIVE), |(low, high), x| (low.min(x), high.max(x)));
        let (low, high) = if low > high { (1.0, 10.0) } else { (low, high) };
        // A single number needs some room.
        let margin = (high / low).powf(0.05).max(1.1);
        Self { low: low / margin, high: high * margin, is_log: true }
    }

    fn linear(high: f64) -> Self {
        Self { low: 0.0, high: high.max(f64::MIN_POSITIVE) * 1.02, is_log: false }
    }

    /// Returns the place of a number, 0 to 1.
    fn share(self, x: f64) -> f32 {
        let scale = |x: f64| if self.is_log { x.log10() } else { x };
        ((scale(x) - scale(self.low)) / (scale(self.high) - scale(self.low))) as f32
    }

    /// Returns the numbers with a line, and whether each is written.
    fn marks(self) -> Vec<(f64, bool)> {
        if !self.is_log {
            let power = 10.0_f64.powf((self.high / 5.0).log10().floor());
            let step = [1.0, 2.0, 5.0, 10.0].map(|n| n * power).into_iter().find(|step| self.high / step <= 5.5);
            let step = step.unwrap_or(10.0 * power);
            return (0..=5).map(|n| (f64::from(n) * step, true)).filter(|mark| mark.0 <= self.high).collect();
        }
        let decades = (self.high / self.low).log10();
        let powers = self.low.log10().floor() as i32..=self.high.log10().ceil() as i32;
        let every = ((decades / 6.0).ceil() as i32).max(1);
        let numbers = powers.flat_map(|power| [1, 2, 5].map(|n| (f64::from(n) * 10.0_f64.powi(power), n, power)));
        let is_within = |x: f64| x >= self.low * 0.999 && x <= self.high * 1.001;
        let numbers = numbers.filter(|&(x, n, _)| is_within(x) && (n == 1 || decades < 3.0));
        numbers.map(|(x, n, power)| (x, if n == 1 { power % every == 0 } else { decades < 2.0 })).collect()
    }
}

/// A plot: its square on the page, and its axes.
struct Frame {
    left: f32,
    top: f32,
    side: f32,
    x: Axis,
    y: Axis,
}

impl Frame {
    fn place(&self, [x, y]: [f64; 2]) -> (f32, f32) {
        (self.left + self.x.share(x) * self.side, self.top + (1.0 - self.y.share(y)) * self.side)
    }
}

/// The page that is drawn.
struct Sheet<'a> {
    theme: &'a Theme,
    page: Page,
}

impl Sheet<'_> {
    fn words(&self, size: f32, anchor: Anchor) -> Set {
        Set { size, weight: 400, mono: false, anchor, colour: self.theme.text }
    }

    fn drawn(mut self, plots: &Plots) -> Page {
        let title = Set { weight: 600, colour: self.theme.strong, ..self.words(5.2, Anchor::Start) };
        self.page.text((MARGIN, 22.0), title, RIGHT - MARGIN, &plots.title);
        let work = |curves: &[PlotCurve], at: usize| {
            Axis::log(
                curves
                    .iter()
                    .flat_map(|curve| curve.points.iter().map(move |point| point[at]))
                    .collect::<Vec<_>>()
                    .into_iter(),
            )
        };
        let named = |value: &str| format!("{} {value}", plots.what);
        let mut top = 40.0;
        if !plots.scatter.is_empty() {
            let all = plots.scatter.iter().flat_map(|curve| curve.points.iter().flatten().copied());
            let axis = Axis::log(all);
            let frame = Frame { left: MARGIN + 12.0, top, side: SCATTER, x: axis, y: axis };
            let other = match &plots.scatter[..] {
                [one] => named(&one.name),
                _ => format!("the other values of {}", plots.what),
            };
            let (x, y) = (format!("{}, {}", plots.work, named(&plots.first)), format!("{}, {other}", plots.work));
            self.frame(&frame, &x, &y);
            self.page.stroke(
                vec![(frame.left, top + SCATTER), (frame.left + SCATTER, top)],
                self.theme.weak,
                0.25,
                1.2,
            );
            for curve in &plots.scatter {
                self.marks(&frame, curve);
            }
            self.legend((frame.left + SCATTER + 6.0, top + 3.0), plots, &plots.scatter, true);
            top += SCATTER + 30.0;
        }
        let longest_curve = plots.cactus.iter().map(|curve| curve.points.len()).max().unwrap_or(0);
        let cactus = Frame {
            left: MARGIN + 8.0,
            top,
            side: SMALL,
            x: Axis::linear(longest_curve as f64),
            y: work(&plots.cactus, 1),
        };
        self.frame(&cactus, "runs that succeeded, least work first", &plots.work);
        let success = work(&plots.success_over_work, 0);
        let success = Frame { left: RIGHT - SMALL, top, side: SMALL, x: success, y: Axis::linear(1.0) };
        self.frame(&success, &plots.work, "share of the runs that succeeded");
        for (curve, over) in plots.cactus.iter().zip(&plots.success_over_work) {
            self.line(&cactus, curve.index, curve.points.iter().copied());
            let steps =
                over.points.iter().scan(0.0, |before, &[x, y]| Some([[x, std::mem::replace(before, y)], [x, y]]));
            let end = over.points.last().map(|&[_, y]| [success.x.high, y]);
            self.line(&success, curve.index, steps.flatten().chain(end));
        }
        let below = top + SMALL + 16.0;
        if plots.cactus.len() > 1 {
            self.legend((MARGIN + 8.0, below), plots, &plots.cactus, false);
        }
        let success = plots.success.as_ref().map_or_else(
            || "Each run with a number counts as one that succeeded.".to_owned(),
            |flag| format!("A run succeeded if its outcome has the flag {flag}."),
        );
        let left_out = match plots.left_out {
            0 => String::new(),
            1 => " 1 run is left out.".to_owned(),
            n => format!(" {} runs are left out.", thousands(n)),
        };
        let small = Set { colour: self.theme.weak, ..self.words(2.8, Anchor::Start) };
        self.page.text((MARGIN, A4.1 - 14.0), small, RIGHT - MARGIN, &format!("{success}{left_out}"));
        self.page
    }

    /// Draws the square, its lines and numbers, and the names of its axes.
    fn frame(&mut self, frame: &Frame, x_name: &str, y_name: &str) {
        let Frame { left, top, side, x, y } = *frame;
        let (small, name) = (2.7, Set { colour: self.theme.strong, ..self.words(3.1, Anchor::Start) });
        for (number, is_written) in x.marks() {
            let at = left + x.share(number) * side;
            self.page.line([at, top, at, top + side], self.theme.line, 0.1);
            if is_written {
                self.page.text((at, top + side + 4.2), self.words(small, Anchor::Middle), 14.0, &written(number));
            }
        }
        for (number, is_written) in y.marks() {
            let at = top + (1.0 - y.share(number)) * side;
            self.page.line([left, at, left + side, at], self.theme.line, 0.1);
            if is_written {
                self.page.text((left - 1.6, at + 1.0), self.words(small, Anchor::End), 16.0, &written(number));
            }
        }
        self.page.rect([left, top, side, side], None, (self.theme.weak, 0.2));
        self.page.text((left, top - 2.6), name, side, y_name);
        let end = Set { anchor: Anchor::End, ..name };
        self.page.text((left + side, top + side + 9.0), end, side, x_name);
    }

    fn marks(&mut self, frame: &Frame, curve: &PlotCurve) {
        let mut marked_places = BTreeSet::new();
        for &point in &curve.points {
            let (x, y) = frame.place(point);
            if marked_places.insert([x, y].map(|at| (at / SAME) as i32)) {
                self.mark((x, y), curve.index);
            }
        }
    }

    /// Draws the mark of a curve: each has its shape, and its colour.
    fn mark(&mut self, (x, y): (f32, f32), index: usize) {
        let colour = self.colour(index);
        let shape: &[(f32, f32)] = match index % 5 {
            0 | 1 => return self.page.dot((x, y), MARK * 0.8, colour),
            2 => &[(-0.8, -0.8), (0.8, -0.8), (0.8, 0.8), (-0.8, 0.8), (-0.8, -0.8)],
            3 => &[(0.0, -1.0), (0.95, 0.75), (-0.95, 0.75), (0.0, -1.0)],
            _ => &[(0.0, -1.1), (1.1, 0.0), (0.0, 1.1), (-1.1, 0.0), (0.0, -1.1)],
        };
        let points = shape.iter().map(|(dx, dy)| (x + dx * MARK, y + dy * MARK)).collect();
        self.page.stroke(points, colour, 0.25, 0.0);
    }

    /// Draws the line of a curve: each has its dashes, and its colour.
    fn line(&mut self, frame: &Frame, index: usize, points: impl Iterator<Item = [f64; 2]>) {
        let mut places: Vec<(f32, f32)> = Vec::new();
        let mut skipped = None;
        for place in points.map(|point| frame.place(point)) {
            let is_far = |last: &(f32, f32)| (last.0 - place.0).abs().max((last.1 - place.1).abs()) >= SAME;
            if places.last().is_none_or(is_far) {
                places.push(place);
                skipped = None;
            } else {
                skipped = Some(place);
            }
        }
        places.extend(skipped);
        if let [(x, y)] = places[..] {
            self.mark((x, y), index);
        } else if !places.is_empty() {
            self.page.stroke(places, self.colour(index), 0.5, dash(index));
        }
    }

    fn colour(&self, index: usize) -> Color32 {
        self.theme.curve(index)
    }

    /// Draws a sample of each curve with its name: one below the other, or beside each other.
    fn legend(&mut self, (left, top): (f32, f32), plots: &Plots, curves: &[PlotCurve], is_column: bool) {
        let words = self.words(2.9, Anchor::Start);
        let (mut x, mut y) = (left, top);
        for (n, curve) in curves.iter().enumerate() {
            if n == NAMED {
                self.page.text((x, y + 1.0), words, RIGHT - x, &format!("and {} more", curves.len() - n));
                break;
            }
            let name = format!("{} {}", plots.what, curve.name);
            let sample = if is_column { 3.0 } else { 10.0 };
            if is_column {
                self.mark((x + 1.0, y), curve.index);
            } else {
                self.page.stroke(vec![(x, y), (x + 8.0, y)], self.colour(curve.index), 0.5, dash(curve.index));
            }
            let room = if is_column { RIGHT - x - sample } else { 30.0 };
            self.page.text((x + sample, y + 1.0), words, room, &name);
            if is_column {
                y += 5.0;
            } else {
                x += 42.0;
                if x + 42.0 > RIGHT {
                    (x, y) = (left, y + 5.0);
                }
            }
        }
    }
}

/// Returns a number of an axis as text: `0.2`, `1,000`, `10⁶`.
fn written(number: f64) -> String {
    let power = number.log10();
    if (power - power.round()).abs() < 1e-9 && !(-3.5..4.5).contains(&power) {
        let digits = ['⁰', '¹', '²', '³', '⁴', '⁵', '⁶', '⁷', '⁸', '⁹'];
        let text = (power.round() as i32).to_string();
        let raised = text.chars().map(|c| c.to_digit(10).map_or('⁻', |digit| digits[digit as usize]));
        return format!("10{}", raised.collect::<String>());
    }
    if number >= 1.0 && number.fract() < 1e-9 {
        thousands(number as usize)
    } else {
        format!("{}", (number * 1e6).round() / 1e6)
    }
}

/// Returns the length of the dashes of a curve's line. 0 means a solid line.
const fn dash(index: usize) -> f32 {
    [0.0, 2.4, 1.2, 4.0, 0.6][index % 5]
}
