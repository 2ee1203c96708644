//! The output of a logger, as chosen by an environment variable.

#![expect(clippy::disallowed_methods, reason = "a logger depends on nothing that could write the file for it")]

use crate::FORMAT;
use std::fs::File;
use std::io::{self, Read as _, Write};
use std::path::{Path, PathBuf};

/// No output, standard output, or a file. The file is created, or emptied, with the first line. A file that is no log is
/// never emptied.
#[derive(Debug)]
pub struct Output(To);

#[derive(Debug)]
enum To {
    Nothing,
    Standard,
    Named(PathBuf),
    File(File),
}

/// The default file. A program that uses a logger wants a log unless it says otherwise.
const DEFAULT_FILE: &str = "gridscope.trace.jsonl";
/// Bytes at the start of a log in which its format is named.
const HEAD: u64 = 1024;

impl Output {
    /// Creates the output for the value of the environment variable. `off` is no output, `1` is standard output, and
    /// any other value is the name of a file. If there is no value, or it is empty, the file is `gridscope.trace.jsonl`
    /// in the current folder.
    pub fn of(switch: Option<&str>) -> Self {
        Self(match switch.filter(|word| !word.is_empty()).unwrap_or(DEFAULT_FILE) {
            "off" => To::Nothing,
            "1" => To::Standard,
            file => To::Named(file.into()),
        })
    }
}

/// Creates a file. A log is replaced, but never a file that is none. The user did not give the default name, so a link there
/// is not followed.
fn create(path: &Path) -> io::Result<File> {
    if path == Path::new(DEFAULT_FILE) && std::fs::symlink_metadata(path).is_ok_and(|old| old.is_symlink()) {
        let why = "it is a link, so it is not followed; set GRIDSCOPE to another name";
        return Err(io::Error::new(io::ErrorKind::AlreadyExists, why));
    }
    if std::fs::metadata(path).is_ok_and(|old| old.is_file() && old.len() > 0) {
        let mut head = Vec::new();
        File::open(path)?.take(HEAD).read_to_end(&mut head)?;
        if !head.starts_with(b"{") || !head.windows(FORMAT.len()).any(|word| word == FORMAT.as_bytes()) {
            let why = "it is no gridscope log, so it is not replaced; set GRIDSCOPE to another name";
            return Err(io::Error::new(io::ErrorKind::AlreadyExists, why));
        }
    }
    File::create(path)
}

impl Write for Output {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        if let To::Named(path) = &self.0 {
            let named = |error: io::Error| io::Error::new(error.kind(), format!("{}: {error}", path.display()));
            self.0 = To::File(create(path).map_err(named)?);
        }
        match &mut self.0 {
            To::Nothing | To::Named(_) => Ok(bytes.len()),
            To::Standard => io::stdout().write(bytes),
            To::File(file) => file.write(bytes),
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        match &mut self.0 {
            To::Nothing | To::Named(_) => Ok(()),
            To::Standard => io::stdout().flush(),
            To::File(file) => file.flush(),
        }
    }
}
