//! A file name from the command line: any name that the system allows, even if it is not valid text. `-` is a stream.

use crate::debugger::disk::is_straight;
use std::ffi::OsString;
use std::fmt;
use std::path::Path;

/// A file name, or `-`.
#[derive(Clone, Debug)]
pub(super) struct FileOrStream {
    name: OsString,
    /// Name as text, for messages and for comparing with words.
    text: String,
}

impl From<OsString> for FileOrStream {
    fn from(name: OsString) -> Self {
        let text = name.to_string_lossy().into_owned();
        Self { name, text }
    }
}

impl From<&str> for FileOrStream {
    fn from(text: &str) -> Self {
        OsString::from(text).into()
    }
}

impl FileOrStream {
    /// Returns the path.
    pub(super) fn path(&self) -> &Path {
        Path::new(&self.name)
    }

    /// Returns the name as text. If the name is not valid text, this is not the real name.
    pub(super) fn text(&self) -> &str {
        &self.text
    }

    /// Returns whether writing to it goes to standard output.
    pub(super) fn is_output(&self) -> bool {
        self.is_stream() || cfg!(unix) && ["/dev/stdout", "/dev/fd/1", "/proc/self/fd/1"].contains(&self.text())
    }

    /// Returns whether the name has no format because it is not a file: standard output, or a pipe such as
    /// `/dev/fd/63`.
    pub(super) fn is_nameless(&self) -> bool {
        self.is_output() || is_nameless(self.path())
    }

    /// Returns whether it is `-`, standard input or output.
    pub(super) fn is_stream(&self) -> bool {
        self.text == "-"
    }
}

/// Returns whether a path has no format because it is not a file, such as the pipe `/dev/fd/63`.
pub(super) fn is_nameless(path: &Path) -> bool {
    path.extension().is_none() && is_straight(path)
}

impl fmt::Display for FileOrStream {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text)
    }
}
