//! The tables that the declarations of an enum of events make.

use super::{Level, Tone};
use crate::view::board::Role;

/// What holds of a kind of event, or of one case of it.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Case {
    /// The name of the kind, lower case, past tense: `expanded`.
    pub kind: &'static str,
    /// Names that the kind had in earlier versions.
    pub was: &'static [&'static str],
    /// What such an event means, in a sentence.
    pub help: &'static str,
    /// What the step buttons stop at.
    pub level: Level,
    /// What became of the cell.
    pub tone: Tone,
    /// The part that a cell plays while it holds such an event.
    pub role: Role,
    /// The line of the listing, from 1.
    pub line: u8,
    /// The template of its sentence; `None` where a function says it.
    pub say: Option<&'static str>,
    /// The template of the name of the phase that it begins.
    pub called: Option<&'static str>,
    /// The template of the name of the actor whose turn the phase is.
    pub actor: Option<&'static str>,
    /// What it does to the open list.
    pub queue: Queue,
    /// The field that must be what the first layer's event of its cell has, for a cell to hold it still.
    pub counts_while: Option<&'static str>,
    /// What the line of sight is called that is drawn while it is the last event; none where there is none.
    pub sight: Option<&'static str>,
}

/// What an event does to the open list.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Queue {
    /// Nothing of its own; if it writes the slot of a cell that waits, the cell waits no more.
    Unmoved,
    /// Its cell waits from now on; the template shows by which keys.
    Enqueues(&'static str),
    /// It takes the first entry.
    Dequeues,
}

/// A field that events have.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Field {
    /// The name.
    pub name: &'static str,
    /// Names that it had in earlier versions.
    pub was: &'static [&'static str],
    /// What it is, in a few words; may be empty.
    pub help: &'static str,
    /// Whether it is a number.
    pub number: bool,
}

/// Joins the cases of an enum with those of an event that it wraps.
pub mod join_cases {
    use super::{Case, Level};

    /// What is joined.
    pub type Item = Case;

    /// The cases of an enum, then those of a wrapped event: its phases are `depth` deeper, and line n of its listing
    /// is `lines[n − 1]` of the outer one, or the last of `lines` beyond them.
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

    /// What is joined.
    pub type Item = Field;

    /// The fields of an enum, then those of a wrapped event. One name may occur twice.
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
