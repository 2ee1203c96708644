//! Weights: the factor of the cost of a step onto a cell. Any positive number that is a fraction of whole numbers.
//!
//! The weights of a map are whole numbers over one unit: with the unit 100, 150 stands for 1.5. So sums of weights are
//! exact, and equal costs compare as equal.

use crate::{Cell, Grid, Size};
use std::fmt;
use std::str::FromStr;

/// The weight of a cell: a fraction in lowest terms, or none.
///
/// ```
/// use gridscope_grid::weight::Weight;
///
/// let weight: Weight = "1.5".parse().unwrap();
/// assert_eq!((weight.times(), weight.unit(), weight.value()), (3, 2, 1.5));
/// assert_eq!(weight.to_string(), "1.5");
/// assert_eq!("1/3".parse::<Weight>().unwrap().to_string(), "1/3");
/// assert!("0".parse::<Weight>().is_err());
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Weight {
    times: u32,
    unit: u32,
}

/// Error: a text is not a weight.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct NoWeight;

impl fmt::Display for NoWeight {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "expected a number above 0 and up to {}, such as 2, 1.5 or 1/3", Weight::MAX_TIMES)
    }
}

impl std::error::Error for NoWeight {}

impl Weight {
    /// No weight: the step costs what the tile says.
    pub const NONE: Self = Self { times: 0, unit: 1 };
    /// The largest numerator, and so the largest weight.
    pub const MAX_TIMES: u32 = 1_000_000;
    /// The largest denominator.
    pub const MAX_UNIT: u32 = 10_000;

    /// Creates the weight `times` / `unit`. Returns `None` if in lowest terms `times` is not 1 to [`Weight::MAX_TIMES`], or
    /// `unit` is not 1 to [`Weight::MAX_UNIT`].
    pub const fn new(times: u32, unit: u32) -> Option<Self> {
        if times == 0 || unit == 0 {
            return None;
        }
        let by = common_divisor(times, unit);
        let (times, unit) = (times / by, unit / by);
        if times <= Self::MAX_TIMES && unit <= Self::MAX_UNIT { Some(Self { times, unit }) } else { None }
    }

    /// Returns the weight that equals a number. Returns `None` if there is none: the number is not above 0, is too
    /// large, or is no fraction with a denominator of up to [`Weight::MAX_UNIT`].
    pub fn exact(number: f64) -> Option<Self> {
        if !(number > 0.0 && number <= f64::from(Self::MAX_TIMES)) {
            return None;
        }
        // The convergents of the continued fraction. If a fraction with a small denominator is that near to the number,
        // it is one of them.
        let mut rest = number;
        let mut before = (0_u64, 1_u64);
        let mut now = (1_u64, 0_u64);
        loop {
            let whole = rest.floor();
            if !(0.0..=f64::from(Self::MAX_TIMES)).contains(&whole) {
                return None;
            }
            (before, now) = (now, (now.0 * whole as u64 + before.0, now.1 * whole as u64 + before.1));
            if now.0 > u64::from(Self::MAX_TIMES) || now.1 > u64::from(Self::MAX_UNIT) {
                return None;
            }
            if now.0 as f64 / now.1 as f64 == number {
                return Self::new(now.0 as u32, now.1 as u32);
            }
            rest = (rest - whole).recip();
        }
    }

    /// Returns the weight nearest to a number with a denominator of [`Weight::MAX_UNIT`] or, if it is exact, another.
    /// Returns `None` if the number is not above 0 or not finite.
    pub fn nearest(number: f64) -> Option<Self> {
        Self::exact(number).or_else(|| {
            let unit = unit_for(number)?;
            Self::new(rounded(number, unit), unit)
        })
    }

    /// Returns whether this is no weight.
    pub const fn is_none(self) -> bool {
        self.times == 0
    }

    /// Returns the numerator in lowest terms; 0 for none.
    pub const fn times(self) -> u32 {
        self.times
    }

    /// Returns the denominator in lowest terms.
    pub const fn unit(self) -> u32 {
        self.unit
    }

    /// Returns the weight as a number; 0 for none.
    pub fn value(self) -> f64 {
        f64::from(self.times) / f64::from(self.unit)
    }

    /// Formats a fraction as [`Weight`] does, without limits.
    pub(crate) fn fraction(times: u64, unit: u32) -> String {
        let divisor = common_divisor(unit, (times % u64::from(unit)) as u32);
        let (times, unit) = (times / u64::from(divisor), unit / divisor);
        match decimals(unit) {
            Some(places) => format!("{:.places$}", times as f64 / f64::from(unit)),
            None => format!("{times}/{unit}"),
        }
    }

    /// Returns the digit that a row of digits has for this weight: 1 to 9, or 0 for none. Returns `None` for others.
    pub const fn digit(self) -> Option<u8> {
        if self.unit == 1 && self.times <= 9 { Some(self.times as u8) } else { None }
    }
}

impl Default for Weight {
    fn default() -> Self {
        Self::NONE
    }
}

impl From<u8> for Weight {
    fn from(times: u8) -> Self {
        Self { times: times.into(), unit: 1 }
    }
}

/// Formats the weight as an exact decimal number, or as a fraction if it is none: `3`, `1.5`, `1/3`.
impl fmt::Display for Weight {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&Self::fraction(self.times.into(), self.unit))
    }
}

impl FromStr for Weight {
    type Err = NoWeight;

    fn from_str(text: &str) -> Result<Self, NoWeight> {
        if let Some((times, unit)) = text.split_once('/') {
            let number = |text: &str| text.trim().parse().ok();
            return number(times).zip(number(unit)).and_then(|(times, unit)| Self::new(times, unit)).ok_or(NoWeight);
        }
        text.trim().parse().ok().and_then(Self::exact).ok_or(NoWeight)
    }
}

/// Returns the number of decimal places of a fraction with this denominator, if they end.
fn decimals(unit: u32) -> Option<usize> {
    let mut power = 1_u64;
    for places in 0..=14 {
        if power.is_multiple_of(unit.into()) {
            return Some(places);
        }
        power *= 10;
    }
    None
}

/// How numbers were changed to become weights.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct Rounding {
    /// Number of cells whose weight is not exactly the number.
    pub cells: usize,
    /// The largest difference.
    pub most: f64,
    /// Number of cells whose number is above the largest weight, and became that.
    pub lowered: usize,
    /// Number of cells whose number is below half of the smallest weight in the unit, and became that.
    pub raised: usize,
    /// The smallest weight in the unit.
    pub smallest: f64,
}

/// The weights of a map: one whole number for each cell, over one unit. 0 is no weight.
#[derive(Clone, Debug)]
pub struct Weights {
    unit: u32,
    times: Grid<u32>,
}

impl Weights {
    /// Creates weights with none in any cell.
    pub fn new(size: Size) -> Self {
        Self { unit: 1, times: Grid::new(size, 0) }
    }

    /// Creates weights of whole numbers, 0 for none, over a unit. Returns `None` if the unit is not 1 to
    /// [`Weight::MAX_UNIT`], or a number is above [`Weight::MAX_TIMES`].
    pub fn over(unit: u32, times: Grid<u32>) -> Option<Self> {
        let fits = (1..=Weight::MAX_UNIT).contains(&unit) && times.as_slice().iter().all(|&n| n <= Weight::MAX_TIMES);
        fits.then_some(Self { unit, times })
    }

    /// Creates weights from numbers, row by row. A number that is not above 0, or not finite, becomes none. The others
    /// stay as they are if one unit of up to [`Weight::MAX_UNIT`] holds them; else each becomes the nearest that it
    /// holds. Also returns how they changed.
    pub fn from_numbers(size: Size, number: impl Fn(usize) -> f64) -> (Self, Rounding) {
        let numbers = || (0..size.area()).map(&number).filter(|number| number.is_finite() && *number > 0.0);
        let largest = numbers().fold(0.0, f64::max);
        let (mut unit, mut before) = (Some(1), 0.0);
        for number in numbers() {
            if number != before {
                let exact = Weight::exact(number);
                unit = unit.zip(exact).and_then(|(unit, weight)| common_unit(unit, weight.unit));
                before = number;
            }
        }
        let holds = |unit: &u32| largest * f64::from(*unit) <= f64::from(Weight::MAX_TIMES);
        let unit = unit.filter(holds).or_else(|| unit_for(largest)).unwrap_or(1);
        let mut rounding = Rounding { smallest: f64::from(unit).recip(), ..Rounding::default() };
        let mut times = Grid::new(size, 0);
        for (index, slot) in times.as_mut_slice().iter_mut().enumerate() {
            let number = number(index);
            if number.is_finite() && number > 0.0 {
                *slot = rounded(number, unit);
                let by = (f64::from(*slot) / f64::from(unit) - number).abs();
                if by > 0.0 {
                    rounding.cells += 1;
                    rounding.most = rounding.most.max(by);
                    rounding.lowered += usize::from(number > f64::from(Weight::MAX_TIMES));
                    rounding.raised += usize::from(number < rounding.smallest / 2.0);
                }
            }
        }
        (Self { unit, times }, rounding)
    }

    /// Returns the width and height in cells.
    pub const fn size(&self) -> Size {
        self.times.size()
    }

    /// Returns the number that stands for a weight of 1.
    pub const fn unit(&self) -> u32 {
        self.unit
    }

    /// Returns the whole numbers, in the unit; 0 for none.
    pub const fn times(&self) -> &Grid<u32> {
        &self.times
    }

    /// Returns the weight of a cell; none outside the map.
    pub fn get(&self, cell: Cell) -> Weight {
        self.weight(self.times.get(cell).copied().unwrap_or(0))
    }

    /// Returns the weight that a whole number in the unit stands for.
    pub fn weight(&self, times: u32) -> Weight {
        Weight::new(times, self.unit).unwrap_or(Weight::NONE)
    }

    /// Returns the whole number that stands for a weight, after changing the unit if the weight needs a smaller one. If
    /// no unit holds it beside the other weights, returns the nearest number.
    pub fn times_of(&mut self, weight: Weight) -> u32 {
        if weight.is_none() {
            return 0;
        }
        if !self.unit.is_multiple_of(weight.unit)
            && let Some(unit) = common_unit(self.unit, weight.unit)
        {
            self.change_unit(unit);
        }
        rounded(weight.value(), self.unit)
    }

    /// Changes the unit to a multiple of it, unless a number would be too large.
    fn change_unit(&mut self, unit: u32) {
        let by = unit / self.unit;
        if self.heaviest() <= Weight::MAX_TIMES / by {
            self.times.as_mut_slice().iter_mut().for_each(|times| *times *= by);
            self.unit = unit;
        }
    }

    /// Sets the weight of a cell. A cell outside the map is ignored.
    pub fn set(&mut self, cell: Cell, weight: Weight) {
        let times = self.times_of(weight);
        self.times.set(cell, times);
    }

    /// Returns the whole numbers for modification, in the unit.
    #[doc(hidden)]
    pub fn times_mut(&mut self) -> &mut Grid<u32> {
        &mut self.times
    }

    /// Returns the largest whole number.
    pub fn heaviest(&self) -> u32 {
        self.times.as_slice().iter().copied().max().unwrap_or(0)
    }

    /// Returns how many weights are no digits from 1 to 9. Rows of digits cannot hold these.
    pub fn count_without_digit(&self) -> usize {
        let is_digit = |&times: &u32| times.is_multiple_of(self.unit) && times / self.unit <= 9;
        self.times.as_slice().iter().filter(|times| !is_digit(times)).count()
    }

    /// Returns whether no cell has a weight.
    pub fn is_empty(&self) -> bool {
        self.times.as_slice().iter().all(|&times| times == 0)
    }

    /// Returns the same weights in the largest unit that holds them.
    #[must_use]
    pub fn reduced(mut self) -> Self {
        let by = self.times.as_slice().iter().fold(self.unit, |by, &times| common_divisor(by, times));
        if by > 1 {
            self.times.as_mut_slice().iter_mut().for_each(|times| *times /= by);
            self.unit /= by;
        }
        self
    }

    /// Returns weights of another size with these ones moved. See [`Grid::moved`].
    #[must_use]
    pub fn moved(&self, size: Size, by: (i32, i32)) -> Self {
        Self { unit: self.unit, times: self.times.moved(size, by, 0) }
    }

    /// Returns these weights with another arrangement of the cells.
    #[must_use]
    pub fn arranged(&self, arrange: impl FnOnce(&Grid<u32>) -> Grid<u32>) -> Self {
        Self { unit: self.unit, times: arrange(&self.times) }
    }

    /// Copies other weights over these, with their top left cell at `at`. What falls outside is dropped.
    pub fn lay(&mut self, other: &Self, at: Cell) {
        // One of both units is a multiple of the other afterwards, unless the numbers become too large.
        let mut other = other.clone();
        if let Some(unit) = common_unit(self.unit, other.unit) {
            self.change_unit(unit);
            other.change_unit(unit);
        }
        if other.unit == self.unit {
            self.times.lay(&other.times, at);
        } else {
            let unit = self.unit;
            let nearest = |&times: &u32| if times == 0 { 0 } else { rounded(other.weight(times).value(), unit) };
            let times = other.times.as_slice().iter().map(nearest).collect();
            self.times.lay(&Grid::from_vec(other.size(), times).unwrap_or_default(), at);
        }
    }
}

/// Weights are equal if each cell has the same one, whatever their units.
impl PartialEq for Weights {
    fn eq(&self, other: &Self) -> bool {
        let same = |(&a, &b): (&u32, &u32)| u64::from(a) * u64::from(other.unit) == u64::from(b) * u64::from(self.unit);
        self.size() == other.size() && self.times.as_slice().iter().zip(other.times.as_slice()).all(same)
    }
}

impl Eq for Weights {}

/// Returns the largest unit in which a number is not too large.
fn unit_for(number: f64) -> Option<u32> {
    let largest_unit = (f64::from(Weight::MAX_TIMES) / number).floor();
    (number.is_finite() && number > 0.0).then_some((largest_unit as u32).clamp(1, Weight::MAX_UNIT))
}

/// Returns the whole number nearest to a number in a unit, from 1 to [`Weight::MAX_TIMES`].
fn rounded(number: f64, unit: u32) -> u32 {
    (number * f64::from(unit)).round().clamp(1.0, Weight::MAX_TIMES.into()) as u32
}

/// Returns the least common multiple of two units, if it is a unit.
fn common_unit(a: u32, b: u32) -> Option<u32> {
    (a / common_divisor(a, b)).checked_mul(b).filter(|&unit| unit <= Weight::MAX_UNIT)
}

/// Returns the greatest common divisor of two numbers. `a` must not be 0.
const fn common_divisor(mut a: u32, mut b: u32) -> u32 {
    while b != 0 {
        (a, b) = (b, a % b);
    }
    a
}
