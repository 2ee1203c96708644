//! A file as the command line names it: any name that the system takes, whether it is text or not. `-` is a stream.

use crate::debugger::disk::is_straight;
use std::ffi::OsString;
use std::fmt;
use std::path::Path;

/// A file, or `-`.
#[derive(Clone, Debug)]
pub(super) struct Place {
    name: OsString,
    /// The same as text: what sentences call it, and what is compared with words.
    text: String,
}

impl From<OsString> for Place {
    fn from(name: OsString) -> Self {
        let text = name.to_string_lossy().into_owned();
        Self { name, text }
    }
}

impl From<&str> for Place {
    fn from(text: &str) -> Self {
        OsString::from(text).into()
    }
}

impl Place {
    /// The path.
    pub(super) fn path(&self) -> &Path {
        Path::new(&self.name)
    }

    /// What it is called. Where a name is no text, this is no name.
    pub(super) fn text(&self) -> &str {
        &self.text
    }

    /// Whether what is written there goes to standard output.
    pub(super) fn is_output(&self) -> bool {
        self.is_stream() || cfg!(unix) && ["/dev/stdout", "/dev/fd/1", "/proc/self/fd/1"].contains(&self.text())
    }

    /// Whether its name says no format because it names no file: standard output, or a pipe such as `/dev/fd/63`.
    pub(super) fn is_nameless(&self) -> bool {
        self.is_output() || is_nameless(self.path())
    }

    /// Whether it is standard input or output.
    pub(super) fn is_stream(&self) -> bool {
        self.text == "-"
    }
}

/// Whether a path says no format because it names no file: a pipe such as `/dev/fd/63`.
pub(super) fn is_nameless(path: &Path) -> bool {
    path.extension().is_none() && is_straight(path)
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text)
    }
}
