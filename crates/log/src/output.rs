//! Where a logger writes, as the environment of a program says.

#![expect(clippy::disallowed_methods, reason = "a logger depends on nothing that could write the file for it")]

use std::fs::File;
use std::io::{self, Write};
use std::path::PathBuf;

/// Nothing, standard output, or a file that is begun anew with the first line.
#[derive(Debug)]
pub struct Output(To);

#[derive(Debug)]
enum To {
    Nothing,
    Standard,
    Named(PathBuf),
    File(File),
}

/// The file that is written where nothing is said: who calls a logger wants a log.
const UNSAID: &str = "gridscope.trace.jsonl";

impl Output {
    /// By the value of the switch: `off` is nothing, `1` standard output, anything else the file of that name. Where there is
    /// none, or it is empty, it is `gridscope.trace.jsonl` in the current folder.
    pub fn of(switch: Option<&str>) -> Self {
        Self(match switch.filter(|word| !word.is_empty()).unwrap_or(UNSAID) {
            "off" => To::Nothing,
            "1" => To::Standard,
            file => To::Named(file.into()),
        })
    }
}

impl Write for Output {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        if let To::Named(path) = &self.0 {
            let named = |error: io::Error| io::Error::new(error.kind(), format!("{}: {error}", path.display()));
            self.0 = To::File(File::create(path).map_err(named)?);
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
