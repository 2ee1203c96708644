//! What an event says of itself: its level, the slot that it replaces, its line in the listing, and a sentence.
//!
//! An algorithm declares it beside each variant of its enum of events, by the derive macro of the same name; from the
//! declarations come tables ([`Event::CASES`], [`Event::FIELDS`]) and a few short functions.

mod declared;
mod show;
mod template;
mod value;

pub use declared::{Case, Field, Queue, join_cases, join_fields};
pub use gridscope_derive::{Event, Word};
pub use show::{IntoSlot, Show, Toward};
pub use template::capital;
pub use template::render;
#[doc(hidden)]
pub use template::{counted, trimmed};
pub use value::Value;

use super::geometry::Cell;
use std::borrow::Cow;
use std::fmt;

/// A name, from the program's own text or read from a file.
pub type Name = Cow<'static, str>;

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
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Slot {
    /// A cell of a layer.
    Cell(u8, Cell),
    /// A register: one value for the whole run.
    Register(u32),
}

impl Slot {
    /// The slot of a run inside another, whose own slots begin behind the first ones of that.
    #[must_use]
    #[inline]
    pub const fn beyond(self, first: Offset) -> Self {
        match self {
            Self::Cell(layer, cell) => Self::Cell(first.layer + layer, cell),
            Self::Register(register) => Self::Register(first.register + register),
        }
    }
}

/// The first layer and the first register of a run inside another.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
#[expect(missing_docs, reason = "the names say it")]
pub struct Offset {
    pub layer: u8,
    pub register: u32,
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

/// What happened: past tense, self-contained, at most 24 bytes, `Copy`.
///
/// Derive it: see the macro of the same name. Constants of the run that no event repeats (the goal, the unit of costs, the
/// weight) come as [`Event::Context`].
pub trait Event: Copy + PartialEq + fmt::Debug + Send + Sync + 'static {
    /// The constants of a run.
    type Context: Clone + PartialEq + fmt::Debug + Send + Sync + 'static;

    /// What holds of each kind of event, and of each case of a kind.
    const CASES: &'static [Case];
    /// Every field that events have.
    const FIELDS: &'static [Field];

    /// Which row of [`Event::CASES`] holds of this event.
    fn case(&self, context: &Self::Context) -> u8;
    /// The slot that it writes; `None` for narration.
    fn slot(&self, context: &Self::Context) -> Option<Slot>;
    /// The depth of the phase that it begins, where its case does not say it.
    fn depth(&self, context: &Self::Context) -> Option<u8>;
    /// The cell that it is about, whether written, refused or looked at.
    fn cell(&self) -> Option<Cell>;
    /// The other cell of an event that joins two: where a step came from.
    fn from(&self) -> Option<Cell>;
    /// Every field with its name.
    fn fields(&self, context: &Self::Context, visit: &mut dyn FnMut(&'static str, Value));
    /// What its sentence says besides the fields.
    fn texts(&self, context: &Self::Context, visit: &mut dyn FnMut(&'static str, String));
    /// Its sentence, where no template says it.
    fn said(&self, context: &Self::Context) -> Option<String>;
    /// By which keys its cell waits in the open list from now on: the lower goes first.
    fn keys(&self, context: &Self::Context) -> Option<(u64, u64)>;
    /// How much of the run is done, 0 to 1, where the event knows.
    fn progress(&self) -> Option<f32>;

    /// What holds of it.
    fn is(&self, context: &Self::Context) -> &'static Case {
        &Self::CASES[self.case(context) as usize]
    }

    /// The name of the kind, lower case, past tense: `expanded`.
    fn kind(&self, context: &Self::Context) -> &'static str {
        self.is(context).kind
    }

    /// What the step buttons stop at.
    fn level(&self, context: &Self::Context) -> Level {
        match self.is(context).level {
            Level::Phase(depth) => Level::Phase(self.depth(context).unwrap_or(depth)),
            level => level,
        }
    }

    /// The line of the listing, from 0.
    fn line(&self, context: &Self::Context) -> u8 {
        self.is(context).line - 1
    }

    /// What became of the cell.
    fn tone(&self, context: &Self::Context) -> Tone {
        self.is(context).tone
    }

    /// Whether the phase that it begins is the turn of one actor.
    fn acts(&self, context: &Self::Context) -> bool {
        self.is(context).actor.is_some()
    }

    /// A sentence that stands alone.
    fn sentence(&self, context: &Self::Context) -> String {
        match self.is(context).say {
            Some(template) => self.render(template, context),
            None => self.said(context).unwrap_or_default(),
        }
    }

    /// What the phase that it begins is called: `turn 7`.
    fn phase_name(&self, context: &Self::Context) -> String {
        let is = self.is(context);
        match is.called.or(is.actor) {
            Some(template) => self.render(template, context),
            None => is.kind.to_owned(),
        }
    }

    /// Whose turn the phase is that it begins: `guard 2`.
    fn actor(&self, context: &Self::Context) -> Option<String> {
        self.is(context).actor.map(|template| self.render(template, context))
    }

    /// A template with what this event has.
    fn render(&self, template: &str, context: &Self::Context) -> String {
        let (mut fields, mut texts) = (Vec::new(), Vec::new());
        self.fields(context, &mut |name, value| fields.push((name, value)));
        self.texts(context, &mut |name, text| texts.push((name, text)));
        render(template, &fields, &texts)
    }
}
