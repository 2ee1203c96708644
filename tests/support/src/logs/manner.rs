//! A program's arithmetic and style of printing: precision, digits, fields, refusals.

use super::one;
use gridscope::trace::rng::Rng;
use serde_json::{Value, json};

/// Arithmetic of a program.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Arith {
    Exact,
    F64,
    F32,
}

impl Arith {
    /// Returns a number rounded to this arithmetic.
    pub fn of(self, x: f64) -> f64 {
        if self == Self::F32 { f64::from(x as f32) } else { x }
    }

    pub fn add(self, a: f64, b: f64) -> f64 {
        self.of(self.of(a) + self.of(b))
    }

    pub fn mul(self, a: f64, b: f64) -> f64 {
        self.of(self.of(a) * self.of(b))
    }
}

/// Digits of printed numbers.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Digits {
    /// The fewest digits that identify the number, as a 32-bit or a 64-bit float.
    Shortest,
    /// A 32-bit float converted to a 64-bit one.
    Widened,
    /// C's `%.6g`.
    General6,
    /// C's `%.2f`, `%.3f`, `%.6f`.
    Fixed(usize),
}

/// The refusals that are printed.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Rejects {
    None,
    Walls,
    All,
}

/// The events that are printed at the end of a search.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Ends {
    Both,
    DoneFirst,
    Path,
    Done,
}

#[derive(Clone, Debug)]
#[expect(clippy::struct_excessive_bools, reason = "each is one habit of a program")]
pub struct Manner {
    pub arith: Arith,
    pub digits: Digits,
    /// Whether whole numbers are printed without a decimal point.
    pub whole: bool,
    pub open_fields: &'static str,
    pub expand_fields: &'static str,
    pub rejects: Rejects,
    /// Whether a refusal states the refused cost.
    pub reject_g: bool,
    /// The reason for a path that costs more: `costlier` or `dearer`.
    pub dearer: &'static str,
    /// Whether paths of equal cost have a reason of their own.
    pub tells_equal: bool,
    pub from: bool,
    pub expand_from: bool,
    /// Parent of the start: missing, `null`, or the start itself.
    pub root: u64,
    /// Whether outdated entries are closed when they are popped.
    pub closes: bool,
    pub ends: Ends,
    pub path_cost: bool,
    pub noisy: bool,
}

impl Manner {
    /// Returns random habits, in 64-bit floats.
    pub fn new(dice: &mut Rng) -> Self {
        let open_fields = one(dice, &["gh", "gh", "ghf", "ghf", "g", "f", "gf", ""]);
        Self {
            arith: Arith::F64,
            digits: one(dice, &[Digits::Shortest, Digits::Shortest, Digits::Fixed(6)]),
            whole: dice.below(2) == 0,
            open_fields,
            expand_fields: one(dice, &[open_fields, "", "g", "ghf"]),
            rejects: one(dice, &[Rejects::None, Rejects::Walls, Rejects::All, Rejects::All]),
            reject_g: dice.below(3) == 0,
            dearer: one(dice, &["costlier", "dearer"]),
            tells_equal: dice.below(2) == 0,
            from: dice.below(4) > 0,
            expand_from: dice.below(6) == 0,
            root: dice.below(3),
            closes: dice.below(4) == 0,
            ends: one(dice, &[Ends::Both, Ends::Both, Ends::DoneFirst, Ends::Path, Ends::Done]),
            path_cost: dice.below(4) > 0,
            noisy: dice.below(4) == 0,
        }
    }

    /// Returns habits that print everything, with all digits.
    pub fn full(dice: &mut Rng) -> Self {
        Self {
            digits: Digits::Shortest,
            open_fields: "ghf",
            expand_fields: "ghf",
            rejects: Rejects::All,
            from: true,
            expand_from: false,
            closes: false,
            ends: Ends::Both,
            path_cost: true,
            noisy: false,
            ..Self::new(dice)
        }
    }

    /// Computes in 32-bit floats, printed in one of the common ways.
    pub fn in_f32(mut self, dice: &mut Rng) -> Self {
        self.arith = Arith::F32;
        self.digits = one(
            dice,
            &[
                Digits::Shortest,
                Digits::Widened,
                Digits::General6,
                Digits::Fixed(2),
                Digits::Fixed(3),
                Digits::Fixed(6),
            ],
        );
        self
    }

    /// Computes in 64-bit floats, printed in a random way.
    pub fn in_f64(mut self, dice: &mut Rng) -> Self {
        self.digits = one(dice, &[Digits::Shortest, Digits::General6, Digits::Fixed(2), Digits::Fixed(3)]);
        self
    }

    /// Computes in whole numbers.
    pub fn exact(mut self) -> Self {
        (self.arith, self.digits, self.whole) = (Arith::Exact, Digits::Shortest, true);
        self
    }

    /// Prints these fields in every `open` and `expand` event.
    pub fn with(mut self, fields: &'static str) -> Self {
        (self.open_fields, self.expand_fields) = (fields, fields);
        self
    }

    /// Returns whether the digits hide small differences.
    pub fn is_cut(&self) -> bool {
        !matches!(self.digits, Digits::Shortest | Digits::Widened)
    }

    /// Returns the header's word for the arithmetic.
    pub const fn precision(&self) -> &'static str {
        match self.arith {
            Arith::Exact => "exact",
            Arith::F64 => "f64",
            Arith::F32 => "f32",
        }
    }

    pub fn number(&self, x: f64) -> Value {
        if x.is_infinite() {
            return "inf".into();
        }
        let text = match (self.digits, self.arith) {
            (Digits::Shortest, Arith::F32) => format!("{}", x as f32),
            (Digits::Shortest | Digits::Widened, _) => format!("{x}"),
            (Digits::General6, _) => general(x, 6),
            (Digits::Fixed(n), _) => format!("{x:.n$}"),
        };
        let read: f64 = text.parse().unwrap_or(x);
        if self.whole && read.fract() == 0.0 && read.abs() < 9e15 { json!(read as i64) } else { json!(read) }
    }
}

/// Formats a number with `digits` significant digits.
fn general(x: f64, digits: usize) -> String {
    format!("{x:.*e}", digits - 1)
}
