//! Aligned rows of names and values.

pub(super) use crate::debugger::brief::{brief, rows_beside_counts};
use crate::formats::limits;
use std::io::{self, Write};

/// Writes names and values. The values are aligned after the longest name, up to a maximum width.
pub(super) fn table(out: &mut dyn Write, rows: &[(String, String)]) -> io::Result<()> {
    let width = rows.iter().map(|(name, _)| name.chars().count()).max().unwrap_or(0).min(limits::COLUMN);
    for (name, value) in rows {
        writeln!(out, "{}", format!("{name:<width$}  {value}").trim_end())?;
    }
    Ok(())
}
