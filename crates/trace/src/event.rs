//! Events, and the properties of each: its level, the slot that it writes, its line of the pseudocode, and a sentence.
//!
//! An algorithm declares these properties beside each variant of its event enum, with the derive macro of the same
//! name. The macro generates two tables, [`Event::CASES`] and [`Event::FIELDS`], and a few short functions.

mod declared;
mod encode;
mod show;
mod template;
mod value;

pub use declared::{Case, Field, OpenListEffect, join_cases, join_fields};
pub use encode::{Codec, Encode};
pub use gridscope_derive::{Encode, Event, Word};
pub use show::{IntoSlot, Show, Toward};
#[doc(hidden)]
pub use show::{show_field, show_text};
pub use template::capital;
pub(crate) use template::odds;
pub use template::render;
#[doc(hidden)]
pub use template::{format_count, plural, trimmed};
pub use value::Value;

use super::geometry::Cell;
use std::borrow::Cow;
use std::fmt;

/// A name, either a constant of the program or read from a file.
pub type Name = Cow<'static, str>;

/// The importance of an event. Each of the three step buttons stops at one of these levels.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Level {
    /// A single look, comparison or refusal.
    Detail,
    /// A unit of the algorithm's work, such as an expansion or a sample.
    Step,
    /// The start of a phase at this nesting depth (0 is outermost). It ends all open phases of the same or a greater
    /// depth.
    Phase(u8),
}

/// A place that holds one event at a time: the last one that wrote it.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Slot {
    /// A cell in a layer.
    Cell(u8, Cell),
    /// A register: one value for the whole run.
    Register(u32),
}

impl Slot {
    /// Converts a slot of an inner run to a slot of the outer run. The inner run's slots begin at `first`.
    #[must_use]
    #[inline]
    pub const fn offset_by(self, first: Offset) -> Self {
        match self {
            Self::Cell(layer, cell) => Self::Cell(first.layer + layer, cell),
            Self::Register(register) => Self::Register(first.register + register),
        }
    }
}

/// The first layer and the first register of a run inside another run.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
#[expect(missing_docs, reason = "the names say it")]
pub struct Offset {
    pub layer: u8,
    pub register: u32,
}

/// The effect of an event on the cell that it is about. The effect decides the colour and mark of history rows.
/// Files and the command line use its name.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash, Word)]
#[words(name)]
pub enum Tone {
    /// The cell was written.
    Wrote,
    /// A step to the cell was tried and refused.
    Refused,
    /// Candidates were equal, so dice or a tie-breaking rule decided.
    Tied,
    /// The cell was looked at.
    Looked,
}

/// An event of an algorithm: named in the past tense, self-contained, at most 24 bytes, `Copy`.
///
/// Derive it with the macro of the same name. Constants of the run that no event repeats (the goal, the unit of costs,
/// the weight) are in [`Event::Context`].
pub trait Event: Copy + PartialEq + fmt::Debug + Send + Sync + 'static {
    /// The constants of a run.
    type Context: Clone + PartialEq + fmt::Debug + Send + Sync + 'static;

    /// Properties of each kind of event, and of each case of a kind.
    const CASES: &'static [Case];
    /// All fields of the events.
    const FIELDS: &'static [Field];
    /// Functions that write an event as bytes and read it. `None` if a run can be recorded only in this process.
    const CODEC: Option<Codec<Self>> = None;

    /// Returns the row of [`Event::CASES`] that applies to this event.
    fn case(&self, context: &Self::Context) -> u8;
    /// Returns the slot that the event writes, or `None` if it writes none.
    fn slot(&self, context: &Self::Context) -> Option<Slot>;
    /// Returns the depth of the phase that the event begins, if its case does not fix the depth.
    fn depth(&self, context: &Self::Context) -> Option<u8>;
    /// Returns the cell that the event is about, whether it was written, refused or looked at.
    fn cell(&self) -> Option<Cell>;
    /// Returns the other cell of an event that joins two, such as the cell that a step came from.
    fn from(&self) -> Option<Cell>;
    /// Visits every field with its name.
    fn fields(&self, context: &Self::Context, visit: &mut dyn FnMut(&'static str, Value));
    /// Visits the texts that the sentence uses besides the fields.
    fn texts(&self, context: &Self::Context, visit: &mut dyn FnMut(&'static str, String));
    /// Returns the sentence of an event that has no template.
    fn custom_sentence(&self, context: &Self::Context) -> Option<String>;
    /// Returns the keys with which the cell waits in the open list from now on. The lower keys come first.
    fn keys(&self, context: &Self::Context) -> Option<(u64, u64)>;
    /// Returns the share of the run that is done, 0 to 1, if the event knows it.
    fn progress(&self) -> Option<f32>;

    /// Returns the case of the event.
    fn is(&self, context: &Self::Context) -> &'static Case {
        &Self::CASES[self.case(context) as usize]
    }

    /// Returns the name of the kind, in lower case and past tense: `expanded`.
    fn kind(&self, context: &Self::Context) -> &'static str {
        self.is(context).kind
    }

    /// Returns the level that the step buttons use.
    fn level(&self, context: &Self::Context) -> Level {
        match self.is(context).level {
            Level::Phase(depth) => Level::Phase(self.depth(context).unwrap_or(depth)),
            level => level,
        }
    }

    /// Returns the line of the pseudocode, from 0.
    fn line(&self, context: &Self::Context) -> u8 {
        self.is(context).line - 1
    }

    /// Returns the effect on the cell.
    fn tone(&self, context: &Self::Context) -> Tone {
        self.is(context).tone
    }

    /// Returns whether the event begins a phase that is the turn of one actor.
    fn acts(&self, context: &Self::Context) -> bool {
        self.is(context).actor.is_some()
    }

    /// Returns a sentence that can be read without context.
    fn sentence(&self, context: &Self::Context) -> String {
        match self.is(context).say {
            Some(template) => self.render(template, context),
            None => self.custom_sentence(context).unwrap_or_default(),
        }
    }

    /// Returns the name of the phase that the event begins: `turn 7`.
    fn phase_name(&self, context: &Self::Context) -> String {
        let is = self.is(context);
        match is.called.or(is.actor) {
            Some(template) => self.render(template, context),
            None => is.kind.to_owned(),
        }
    }

    /// Returns the name of the actor whose turn the event begins: `guard 2`.
    fn actor(&self, context: &Self::Context) -> Option<String> {
        self.is(context).actor.map(|template| self.render(template, context))
    }

    /// Fills a template with the fields and texts of this event.
    fn render(&self, template: &str, context: &Self::Context) -> String {
        let (mut fields, mut texts) = (Vec::new(), Vec::new());
        self.fields(context, &mut |name, value| fields.push((name, value)));
        self.texts(context, &mut |name, text| texts.push((name, text)));
        render(template, &fields, &texts)
    }
}
