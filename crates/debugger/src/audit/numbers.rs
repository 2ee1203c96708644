//! Decides how closely two numbers of a log can be compared: by the arithmetic of the program, and by the digits that
//! it prints.

use crate::formats::log::{Header, LogEvent, Precision, Word};

/// Number of fractions whose digits are examined.
const SAMPLES: usize = 20_000;
/// Limit below which 64-bit floating-point numbers represent every whole number exactly (2^53).
const WHOLE: f64 = 9_007_199_254_740_992.0;

/// Bounds within which numbers of a log count as equal.
#[derive(Clone, Copy, Debug)]
pub(super) struct Rounding {
    /// Whether whole numbers are compared exactly.
    exact: bool,
    /// Relative rounding error of one addition.
    epsilon: f64,
    /// Maximum number of digits after the decimal point.
    decimals: i32,
    /// Maximum number of digits in a number.
    digits: i32,
    /// Whether numbers may have been rounded to those digits.
    printed: bool,
    /// Whether a sum of inexact numbers may be printed as a whole number: fractions are printed with few decimals, or
    /// costs such as 1.4 have few.
    rounds_to_whole: bool,
    /// Maximum difference between the stated cost of a step and the one that the program adds.
    slack: f64,
}

/// Returns the number of digits of a number in its shortest form, and how many are after the decimal point.
fn digits(x: f64) -> (i32, i32) {
    let text = format!("{:e}", x.abs());
    let (mantissa, exponent) = text.split_once('e').unwrap_or((&text, "0"));
    let count = mantissa.bytes().filter(u8::is_ascii_digit).count() as i32;
    let exponent: i32 = exponent.parse().unwrap_or(0);
    (count, (count - 1 - exponent).max(0))
}

/// Returns whether a number is no sum of powers of two down to 1/1024, so that a computer rounds it.
fn is_rounded_sum(x: f64) -> bool {
    (x * 1024.0).fract() != 0.0
}

impl Rounding {
    /// Decides from the header and the numbers of a log how closely they can be compared.
    pub(super) fn of(header: &Header, number_stats: &NumberStats) -> Self {
        let header_prices = prices(header);
        let whole =
            number_stats.whole && number_stats.largest < WHOLE && header_prices.iter().all(|x| x.fract() == 0.0);
        let precision = header.precision.unwrap_or(if whole {
            Precision::Exact
        } else if number_stats.single > 0 || number_stats.long == 0 {
            Precision::F32
        } else {
            Precision::F64
        });
        // Numbers that are sums of short decimals are printed without rounding.
        let finest =
            header_prices.iter().map(|&x| digits(x).1).max().filter(|_| states_steps(header)).unwrap_or(i32::MAX);
        let printed = !number_stats.whole && (number_stats.decimals > 3 || finest > number_stats.decimals);
        Self {
            exact: precision == Precision::Exact
                && number_stats.whole
                && header_prices.iter().all(|x| x.fract() == 0.0),
            epsilon: if precision == Precision::F32 { f64::from(f32::EPSILON) } else { f64::EPSILON } / 2.0,
            decimals: number_stats.decimals,
            digits: number_stats.digits,
            printed,
            rounds_to_whole: (number_stats.decimals <= 3 && number_stats.rounded_sums > 0)
                || (printed && number_stats.decimals <= 2)
                || number_stats.short_sums * 20 > number_stats.samples
                || header_prices.iter().any(|&x| is_rounded_sum(x) && digits(x).1 <= 2),
            slack: slack(header, number_stats.decimals),
        }
    }

    /// Returns whether numbers are compared exactly.
    pub(super) const fn is_exact(&self) -> bool {
        self.exact
    }

    /// Returns the possible error of a number of this size after this many additions.
    pub(super) fn bound(&self, size: f64, additions: usize) -> f64 {
        if self.exact || !size.is_finite() {
            return 0.0;
        }
        let n = additions as f64;
        // Both sides are rounded, and so are the costs that are added.
        n.max(2.0) * 2.0 * self.epsilon * size.abs() + n * self.slack + 2.0 * self.unit(size)
    }

    /// Returns whether two numbers may be equal after this many additions.
    pub(super) fn same(&self, a: f64, b: f64, additions: usize) -> bool {
        a == b || (a.is_finite() && b.is_finite() && (a - b).abs() <= self.bound(a.abs().max(b.abs()), additions))
    }

    /// Returns whether one number is certainly less than another.
    pub(super) fn less(&self, a: f64, b: f64, additions: usize) -> bool {
        a < b && !self.same(a, b, additions)
    }

    /// Returns whether a printed number may stand for several that the program tells apart. A number that is no sum of
    /// powers of two down to 1/1024 is rounded when it is computed, and two sums of 6.45 may differ in digits that are
    /// not printed. Whole numbers are in doubt, too, if such sums can round to them.
    pub(super) fn is_rounded(&self, x: f64) -> bool {
        !self.exact && self.digits <= 10 && (self.rounds_to_whole || is_rounded_sum(x))
    }

    /// Returns the value of the last printed digit of a number of this size.
    fn unit(&self, size: f64) -> f64 {
        if !self.printed {
            return 0.0;
        }
        let magnitude = if size == 0.0 { 0 } else { size.abs().log10().floor() as i32 };
        10f64.powi(-self.decimals).max(10f64.powi(magnitude + 1 - self.digits))
    }
}

/// Returns the costs that a header states.
fn prices(header: &Header) -> Vec<f64> {
    let tables = [&header.enter, &header.times];
    let costs = header.costs.iter().flat_map(|c| [Some(c.straight), c.diagonal, c.wait]).flatten();
    let own = header.terrain.tiles.iter().flat_map(|tile| [tile.enter, tile.times]).flatten();
    let factors = header.terrain.factors.iter().flat_map(|all| all.as_slice().iter().copied().filter(|x| !x.is_nan()));
    let halves = (header.terrain.cost_of == crate::formats::log::CostOf::Average).then_some(0.5);
    let tiles = tables.into_iter().flatten().flat_map(|table| table.values().copied());
    let mut all: Vec<f64> = costs.chain(own).chain(tiles).chain(factors).chain(halves).collect();
    all.sort_unstable_by(f64::total_cmp);
    all.dedup();
    all
}

/// Returns whether a header states the costs of all steps. Tiles and prices only change these.
fn states_steps(header: &Header) -> bool {
    header.costs.is_some_and(|costs| costs.diagonal.is_some() || header.neighbours == Some(4))
}

/// Returns the rounding of the header's diagonal cost, if that looks like the straight cost times the square root of
/// two.
fn slack(header: &Header, decimals: i32) -> f64 {
    let Some((straight, diagonal)) = header.costs.and_then(|c| Some((c.straight, c.diagonal?))) else { return 0.0 };
    let own = digits(diagonal).1;
    let root = straight * std::f64::consts::SQRT_2;
    let off = (diagonal - root).abs();
    // With three decimals or more it is a rounding, if the program prints more decimals.
    if own >= 3 && decimals > own && off <= 10f64.powi(-own) { off * 1.01 } else { 0.0 }
}

/// Evidence about the numbers of a log.
#[derive(Debug)]
pub(super) struct NumberStats {
    whole: bool,
    largest: f64,
    samples: usize,
    decimals: i32,
    digits: i32,
    /// Number of values that a computer rounds.
    rounded_sums: usize,
    /// Number of those with one or two decimals. Many of them are sums of steps such as 0.1.
    short_sums: usize,
    /// Number of values with more digits than a 32-bit float needs that are 32-bit floats nevertheless.
    single: usize,
    /// Number of values that are not 32-bit floats.
    long: usize,
}

impl Default for NumberStats {
    fn default() -> Self {
        Self {
            whole: true,
            largest: 0.0,
            samples: 0,
            decimals: 0,
            digits: 1,
            rounded_sums: 0,
            short_sums: 0,
            single: 0,
            long: 0,
        }
    }
}

impl NumberStats {
    /// Adds the numbers of an event.
    pub(super) fn see(&mut self, event: &LogEvent, header: &Header) {
        let own = match event.word {
            Word::Path => event.number("cost"),
            Word::Weigh => event.number("score"),
            Word::Set => event.number("value"),
            _ => None,
        };
        [event.g(), event.h(), event.f(), own].into_iter().flatten().for_each(|x| self.number(x));
        for key in header.order.iter().flatten() {
            if !matches!(key.field.as_str(), "f" | "g" | "h" | "#") {
                event.number(&key.field).into_iter().for_each(|x| self.number(x));
            }
        }
    }

    fn number(&mut self, x: f64) {
        if !x.is_finite() {
            return;
        }
        self.largest = self.largest.max(x.abs());
        if x.fract() == 0.0 {
            return;
        }
        self.whole = false;
        if self.samples == SAMPLES {
            return;
        }
        self.samples += 1;
        let (count, decimals) = digits(x);
        self.rounded_sums += usize::from(is_rounded_sum(x));
        self.short_sums += usize::from(is_rounded_sum(x) && decimals <= 2);
        self.decimals = self.decimals.max(decimals);
        self.digits = self.digits.max(count);
        if count > 9 {
            if f64::from(x as f32).to_bits() == x.to_bits() {
                self.single += 1;
            } else {
                self.long += 1;
            }
        }
    }
}
