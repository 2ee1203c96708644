//! What an event says of itself: its level, the slot that it replaces, its line in the listing, and a sentence.

use super::geometry::{Cell, Dir};
use std::fmt;

/// How much an event matters: what the three step buttons stop at.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Level {
    /// One look, one comparison, one refusal.
    Detail,
    /// One unit of the algorithm's work: an expansion, a sample.
    Step,
    /// The start of a phase at this nesting depth (0 outermost). It ends all phases as deep or deeper.
    Phase(u8),
}

/// A place that holds one event at a time: the last that wrote it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Slot {
    /// A cell of a layer.
    Cell(u8, Cell),
    /// A register: one value for the whole run.
    Register(u32),
}

/// What became of the cell that an event speaks of: history rows are coloured and marked by it.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub enum Tone {
    /// The cell was written.
    Wrote,
    /// Something was tried on the cell and refused.
    Refused,
    /// An equal was met: dice, or a rule, decided.
    Tied,
    /// The cell was looked at.
    Looked,
}

impl Tone {
    /// The word in files and on the command line.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Wrote => "wrote",
            Self::Refused => "refused",
            Self::Tied => "tied",
            Self::Looked => "looked",
        }
    }
}

/// A value of an event's field, of a layer or of a register.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Value {
    /// A whole number.
    Int(i64),
    /// A decimal number.
    Real(f64),
    /// A number of which only the leading digits are known to be exact, such as a count past 2²⁴.
    About(f64),
    /// An exact fraction: numerator, then denominator.
    Ratio(i32, i32),
    /// Yes or no.
    Flag(bool),
    /// A cell.
    Cell(Cell),
    /// A direction.
    Dir(Dir),
    /// A word of the algorithm's own.
    Word(&'static str),
}

impl Value {
    /// The value as a number, for comparisons, heat and plots.
    pub fn number(self) -> Option<f64> {
        match self {
            Self::Int(n) => Some(n as f64),
            Self::Real(x) | Self::About(x) => Some(x),
            Self::Ratio(a, b) => (b != 0).then(|| a as f64 / b as f64),
            Self::Flag(b) => Some(f64::from(u8::from(b))),
            Self::Cell(_) | Self::Dir(_) | Self::Word(_) => None,
        }
    }

    /// Whether the value reads as this text: a word, a direction, a flag, a fraction, or a cell such as `(3, 2)`. Other
    /// numbers are compared as numbers.
    pub fn reads(self, text: &str) -> bool {
        match self {
            Self::Cell(cell) => Cell::from_text(text) == Some(cell),
            Self::Word(word) => word == text,
            Self::Dir(dir) => dir.name() == text,
            Self::Flag(flag) => text == if flag { "yes" } else { "no" },
            Self::Ratio(..) => self.to_string() == text,
            Self::Int(_) | Self::Real(_) | Self::About(_) => false,
        }
    }

    /// The value as JSON.
    pub fn json(self) -> serde_json::Value {
        match self {
            Self::Int(n) => n.into(),
            // A count past all floating-point numbers would be null in JSON: the largest says more.
            Self::Real(x) | Self::About(x) => x.clamp(f64::MIN, f64::MAX).into(),
            // Whoever reads it back wants the fraction, not one of many nearest numbers.
            Self::Ratio(..) => self.to_string().into(),
            Self::Flag(b) => b.into(),
            Self::Cell(c) => serde_json::json!([c.x, c.y]),
            Self::Dir(d) => d.name().into(),
            Self::Word(w) => w.into(),
        }
    }

    /// A cost in units as people read it: whole where it is whole.
    pub fn cost(units: u64, unit: u32) -> Self {
        if units.is_multiple_of(unit as u64) {
            Self::Int((units / unit as u64) as i64)
        } else {
            Self::Real(units as f64 / unit as f64)
        }
    }
}

impl fmt::Display for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Self::Int(n) => write!(f, "{n}"),
            Self::Real(x) if x.fract() == 0.0 && x.abs() < 1e15 => write!(f, "{x:.0}"),
            Self::Real(x) => {
                let text = format!("{x:.4}");
                f.write_str(text.trim_end_matches('0').trim_end_matches('.'))
            }
            Self::About(x) if x.fract() == 0.0 && x.abs() < 16_777_216.0 => write!(f, "{x:.0}"),
            Self::About(x) if x.is_infinite() => f.write_str("over 3e38"),
            Self::About(x) => write!(f, "≈{x:.3e}"),
            Self::Ratio(a, b) => write!(f, "{}{}/{b}", if a < 0 { "−" } else { "" }, a.unsigned_abs()),
            Self::Flag(b) => f.write_str(if b { "yes" } else { "no" }),
            Self::Cell(c) => write!(f, "{c}"),
            Self::Dir(d) => f.write_str(d.name()),
            Self::Word(w) => f.write_str(w),
        }
    }
}

/// What happened: past tense, self-contained, at most 24 bytes, `Copy`.
///
/// Constants of the run that no event repeats (the goal, the unit of costs, the weight) come as [`Event::Context`].
pub trait Event: Copy + PartialEq + fmt::Debug + Send + Sync + 'static {
    /// The constants of a run.
    type Context: Clone + PartialEq + fmt::Debug + Send + Sync + 'static;

    /// Every kind of event, as [`Event::kind`] names them.
    const KINDS: &'static [&'static str];
    /// The fields that hold numbers, which breakpoints can compare.
    const NUMBERS: &'static [&'static str];

    /// The name of the kind, lower case, past tense: `expanded`.
    fn kind(&self) -> &'static str;
    /// What the step buttons stop at.
    fn level(&self) -> Level;
    /// The slot that it writes; `None` for narration.
    fn slot(&self) -> Option<Slot>;
    /// The line of the listing, from 0.
    fn line(&self) -> u8;
    /// The cell that it is about, whether written, refused or looked at.
    fn cell(&self) -> Option<Cell>;
    /// The other cell of an event that joins two: where a step came from.
    fn from(&self) -> Option<Cell> {
        None
    }
    /// What became of the cell.
    fn tone(&self) -> Tone;
    /// A sentence that stands alone.
    fn sentence(&self, context: &Self::Context) -> String;
    /// Every field with its name.
    fn fields(&self, context: &Self::Context, visit: &mut dyn FnMut(&'static str, Value));
    /// What the phase that it begins is called: `turn 7`.
    fn phase_name(&self, _context: &Self::Context) -> String {
        self.kind().to_owned()
    }
    /// Whether the phase that it begins is the turn of one actor, which the phase is called after: `guard 2`.
    fn acts(&self) -> bool {
        false
    }
    /// How much of the run is done, 0 to 1, where the event knows.
    fn progress(&self) -> Option<f32> {
        None
    }
}
