//! Standard output without the line buffer of the standard library.

use std::fs::File;
use std::io::{self, IsTerminal as _, StdoutLock, Write};

/// Returns standard output. If it is no terminal, each write is one write to the system.
///
/// The standard library's handle splits a write after its last line break. A reader that waits for the bytes of an
/// answer would wake up twice.
pub fn standard_output() -> Box<dyn Write> {
    let standard = io::stdout().lock();
    match same_file(&standard) {
        Some(file) if !standard.is_terminal() => Box::new(file),
        _ => Box::new(standard),
    }
}

/// Returns a second handle, or `None` if standard output is closed.
#[cfg(unix)]
fn same_file(standard: &StdoutLock<'_>) -> Option<File> {
    use std::os::fd::AsFd as _;
    standard.as_fd().try_clone_to_owned().ok().map(File::from)
}

/// Returns a second handle, or `None` if standard output is closed.
#[cfg(windows)]
fn same_file(standard: &StdoutLock<'_>) -> Option<File> {
    use std::os::windows::io::AsHandle as _;
    standard.as_handle().try_clone_to_owned().ok().map(File::from)
}

#[cfg(not(any(unix, windows)))]
fn same_file(_: &StdoutLock<'_>) -> Option<File> {
    None
}
