//! The tables that the declarations of an event enum generate.

use super::{Level, Tone};
use crate::view::board::Role;

/// The properties of a kind of event, or of one case of it.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Case {
    /// The name of the kind, in lower case and past tense: `expanded`.
    pub kind: &'static str,
    /// Names that the kind had in earlier versions.
    pub was: &'static [&'static str],
    /// A one-sentence description of such an event.
    pub help: &'static str,
    /// The level that the step buttons use.
    pub level: Level,
    /// The effect on the cell.
    pub tone: Tone,
    /// The role of a cell while it holds such an event.
    pub role: Role,
    /// The line of the pseudocode, from 1.
    pub line: u8,
    /// The template of the sentence. `None` if a function returns it.
    pub say: Option<&'static str>,
    /// The template of the name of the phase that the event begins.
    pub called: Option<&'static str>,
    /// The template of the name of the actor whose turn the event begins.
    pub actor: Option<&'static str>,
    /// The effect on the open list.
    pub queue: OpenListEffect,
    /// A field that must equal the same field of the first layer's event in the cell. Otherwise the cell's event no
    /// longer counts.
    pub counts_while: Option<&'static str>,
    /// The name of the line of sight that is drawn while this is the last event. `None` if no line is drawn.
    pub sight: Option<&'static str>,
}

/// The effect of an event on the open list.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum OpenListEffect {
    /// None by itself. If the event writes the slot of a waiting cell, that cell no longer waits.
    Unmoved,
    /// The event's cell waits from now on. The template shows its keys.
    Enqueues(&'static str),
    /// The event takes the first entry.
    Dequeues,
}

/// A field of events.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Field {
    /// The name.
    pub name: &'static str,
    /// Earlier names of the field.
    pub was: &'static [&'static str],
    /// A description in a few words; may be empty.
    pub help: &'static str,
    /// Whether the field is a number.
    pub number: bool,
}

/// Joins the cases of an enum with those of an event that it wraps.
pub mod join_cases {
    use super::{Case, Level};

    /// The type of the joined items.
    pub type Item = Case;

    /// Returns the cases of an enum followed by those of a wrapped event. Phases of the wrapped event are `depth`
    /// deeper. Line n of its pseudocode is `lines[n − 1]` of the outer one, or the last of `lines` if there is no such
    /// entry.
    pub const fn join<const N: usize>(own: &[Case], inner: &[Case], depth: u8, lines: &[u8]) -> [Case; N] {
        let mut all = [inner[0]; N];
        let mut i = 0;
        while i < own.len() {
            all[i] = own[i];
            i += 1;
        }
        let mut k = 0;
        while k < inner.len() {
            let mut case = inner[k];
            if let Level::Phase(within) = case.level {
                case.level = Level::Phase(within + depth);
            }
            let line = case.line as usize;
            case.line = lines[if line <= lines.len() { line - 1 } else { lines.len() - 1 }];
            all[own.len() + k] = case;
            k += 1;
        }
        all
    }
}

/// Joins the fields of an enum with those of an event that it wraps.
pub mod join_fields {
    use super::Field;

    /// The type of the joined items.
    pub type Item = Field;

    /// Returns the fields of an enum followed by those of a wrapped event. A name may occur twice.
    pub const fn join<const N: usize>(own: &[Field], inner: &[Field]) -> [Field; N] {
        let mut all = [Field { name: "", was: &[], help: "", number: false }; N];
        let mut i = 0;
        while i < N {
            all[i] = if i < own.len() { own[i] } else { inner[i - own.len()] };
            i += 1;
        }
        all
    }
}
