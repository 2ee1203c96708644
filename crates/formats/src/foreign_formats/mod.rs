//! Recognises files of other programs that are never read, and refuses each in one sentence that says what to do.

mod binary;
mod json;
mod levels;
mod text;

pub(super) use levels::is_nethack;

use super::{FORMATS, FormatError};

/// A kind of file that is not read.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Stranger {
    /// Kind of the file, such as `a picture (JPEG)`.
    what: String,
    /// Description of a file that the user can open instead.
    instead: String,
}

impl Stranger {
    fn new(what: &str, instead: &str) -> Self {
        Self { what: what.to_owned(), instead: instead.to_owned() }
    }
}

/// Lists the endings of files that can be read, for error messages.
pub(super) fn readable() -> String {
    let all = FORMATS.iter().filter(|format| format.reads()).filter_map(|format| format.extensions().first());
    let all: Vec<String> = all.map(|ending| format!(".{ending}")).collect();
    format!("a file that is read: {}, or a trace or log (.trace.jsonl, .gz, .zst, .columns.gz)", all.join(", "))
}

/// Returns what the bytes are, if they belong to a known foreign format.
pub(super) fn named(bytes: &[u8]) -> Option<Stranger> {
    of_another_program(bytes).or_else(|| text::numbers(bytes))
}

/// Returns what the bytes are, if they cannot be a table. A table in CSV is refused only if it is one of these.
pub(super) fn of_another_program(bytes: &[u8]) -> Option<Stranger> {
    binary::named(bytes).or_else(|| text::named(bytes)).or_else(|| json::named(bytes)).or_else(|| levels::named(bytes))
}

/// Returns what a JSON object is, if it belongs to a known foreign format.
pub(super) fn of_json(bytes: &[u8]) -> Option<Stranger> {
    json::named(bytes)
}

/// Returns the error that refuses the file.
pub(super) fn refused(name: &str, stranger: &Stranger) -> FormatError {
    FormatError::whole(name, &format!("this is {}, which is not read", stranger.what), &stranger.instead)
}
