//! Standard output without the line buffer of the standard library, and with an error if it is closed.

use std::fs::File;
use std::io::{self, IsTerminal as _, StdoutLock, Write};
use std::sync::atomic::{AtomicBool, Ordering};

/// Whether standard output was closed when the process began. Not noticed on Windows: there, a program that is started
/// without standard output writes into nothing, as programs with a window do.
static IS_CLOSED: AtomicBool = AtomicBool::new(false);

/// Looks whether standard output is closed. Before `main`, the standard library opens `/dev/null` in its place, and every
/// write succeeds.
#[cfg(unix)]
#[ctor::ctor]
fn look_before_main() {
    use std::os::fd::AsFd as _;
    IS_CLOSED.store(io::stdout().as_fd().try_clone_to_owned().is_err(), Ordering::Relaxed);
}

/// Checks that standard output was not closed when the process began.
///
/// # Errors
/// Returns an error if it was closed.
pub fn check_open() -> io::Result<()> {
    if IS_CLOSED.load(Ordering::Relaxed) { Err(io::Error::other("it is closed")) } else { Ok(()) }
}

/// Standard output that was closed. Each write fails.
struct Closed;

impl Write for Closed {
    fn write(&mut self, _: &[u8]) -> io::Result<usize> {
        check_open().map(|()| 0)
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// Returns standard output. If it is no terminal, each write is one write to the system.
///
/// The standard library's handle splits a write after its last line break. A reader that waits for the bytes of an
/// answer would wake up twice.
pub fn standard_output() -> Box<dyn Write> {
    if check_open().is_err() {
        return Box::new(Closed);
    }
    let standard = io::stdout().lock();
    match same_file(&standard) {
        Some(file) if !standard.is_terminal() => Box::new(file),
        _ => Box::new(standard),
    }
}

/// Returns a second handle, or `None` if the system has no more.
#[cfg(unix)]
fn same_file(standard: &StdoutLock<'_>) -> Option<File> {
    use std::os::fd::AsFd as _;
    standard.as_fd().try_clone_to_owned().ok().map(File::from)
}

/// Returns a second handle, or `None` if the system has no more.
#[cfg(windows)]
fn same_file(standard: &StdoutLock<'_>) -> Option<File> {
    use std::os::windows::io::AsHandle as _;
    standard.as_handle().try_clone_to_owned().ok().map(File::from)
}

#[cfg(not(any(unix, windows)))]
fn same_file(_: &StdoutLock<'_>) -> Option<File> {
    None
}
