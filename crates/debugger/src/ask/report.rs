//! The report of an audit as text.

use crate::audit::Report;
use crate::formats::plain::format_count;
use std::io::{self, Write};

/// Writes the report of an audit.
///
/// # Errors
/// Returns the error of the writer.
pub fn write_report(report: &Report, out: &mut dyn Write) -> io::Result<()> {
    for finding in &report.findings {
        let time = finding.t.map_or_else(String::new, |t| format!(", t = {t}"));
        writeln!(out, "{}{time}: {}: {}", report.place(finding), finding.rule.name(), finding.sentence)?;
    }
    for (rule, n) in &report.more {
        writeln!(out, "{}: and {n} more", rule.name())?;
    }
    if let Some(hint) = &report.hint {
        writeln!(out, "{hint}")?;
    }
    for note in &report.notes {
        writeln!(out, "{}: note, {}: {}", report.place(note), note.rule.name(), note.sentence)?;
    }
    writeln!(out, "{}: {}", format_count(report.events, "event"), report.headline())?;
    if !report.skipped.is_empty() {
        writeln!(out, "Could not be checked:")?;
        // Group the rules that lack the same field.
        let mut groups: Vec<(&str, Option<&str>, Vec<&str>)> = Vec::new();
        for skipped in &report.skipped {
            let (why, add, rule) = (skipped.why.as_str(), skipped.add.as_deref(), skipped.rule.name());
            match groups.iter_mut().find(|group| group.0 == why && group.1 == add) {
                Some(group) => group.2.push(rule),
                None => groups.push((why, add, vec![rule])),
            }
        }
        for (why, add, rules) in groups {
            writeln!(out, "  {}: {why}", rules.join(", "))?;
            if let Some(add) = add {
                writeln!(out, "    add to the header: {add}")?;
            }
        }
    }
    Ok(())
}
