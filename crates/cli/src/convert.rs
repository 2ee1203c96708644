//! `convert`: converts a file to another format, and reports what the new format cannot hold on standard error. If the
//! output is named like a trace, it copies the lines.

use super::input::{DialectArgs, Source, warn_of};
use super::place::FileOrStream;
use super::{CliError, Start, output};
use crate::core::algorithms::Registry;
use crate::core::trace::Control;
use crate::formats::{FORMATS, Format, LineCopy, Written, format_for, holds_lines};
use std::fs::File;
use std::io::{self, Read, Write};

#[derive(clap::Args)]
pub(super) struct Args {
    /// A file, a preset's name, or - for standard input
    #[arg(value_name = "IN")]
    from: FileOrStream,
    /// A file, or - for standard output; the extension sets the format (.jsonl, .jsonl.gz or .columns.gz for a trace or
    /// log)
    #[arg(value_name = "OUT")]
    to: FileOrStream,
    /// The format to write, by name or extension, instead of OUT's extension; standard output defaults to scene.json
    #[arg(long = "to", value_name = "FORMAT")]
    format: Option<String>,
    #[command(flatten)]
    dialect: DialectArgs,
}

impl Args {
    pub(super) fn execute(self, registry: &Registry, out: &mut dyn Write) -> Result<Start, CliError> {
        let name = self.format.as_deref().unwrap_or(self.to.text());
        if holds_lines(name) {
            return self.copy_lines(registry, name, out);
        }
        let options = self.dialect.options(registry);
        let format = target(&self.to, self.format.as_deref())?;
        let source = Source::load(&self.from, &options)?;
        // Overwriting the input must not lose anything: neither events nor what the reader drops.
        let events = source.beside_the_scene();
        let source = source.verified()?;
        warn_of(registry, &source.scene);
        let mut written = format.write(&source.scene, &options)?;
        written.lost.extend(events);
        if !source.notes.is_empty() || !written.lost.is_empty() {
            output::refuse_to_overwrite(&self.from, &self.to)?;
        }
        put(&written, &self.to, &source.notes, out)?;
        source.end(false)
    }
}

impl Args {
    /// Copies the lines of a trace or a log, packed as `name` requires.
    fn copy_lines(&self, registry: &Registry, name: &str, out: &mut dyn Write) -> Result<Start, CliError> {
        let file;
        let (of, mut from): (&str, Box<dyn Read>) = if self.from.is_stream() {
            ("standard input", Box::new(io::stdin().lock()))
        } else {
            file = File::open(self.from.path()).map_err(|error| {
                let expected = "a trace or a log, as `gridscope run --trace` writes one";
                CliError::Input(format!("{}: it cannot be opened ({error}); expected {expected}", self.from))
            })?;
            (self.from.text(), Box::new(file))
        };
        let mut lines = LineCopy::of(of, &mut *from)?;
        if let Some(trace) = lines.trace(registry)? {
            // A changed trace no longer shows what its scene does.
            let run = registry.record(&trace.scene, &Control::default()).map_err(|e| CliError::run(of, e))?;
            trace.agrees(&run)?;
        }
        let bad = if self.to.is_output() {
            lines.write(name, out)?
        } else {
            let mut copied = Ok(None);
            let written = output::write_file(self.to.path(), |file| {
                copied = lines.write(name, file);
                copied.as_ref().map(drop).map_err(|error| io::Error::other(error.to_string()))
            });
            let bad = copied?;
            written?;
            bad
        };
        match bad {
            Some(bad) => Err(CliError::Input(format!("{bad}. All lines were copied unchanged"))),
            None => Ok(Start::Exit(0)),
        }
    }
}

/// Returns the format from the name given, or else from the file's extension.
pub(super) fn target(to: &FileOrStream, format: Option<&str>) -> Result<&'static dyn Format, CliError> {
    let (asked, found) = match (format, to.text()) {
        (Some(name), _) => (name, by_name(name)),
        (None, _) if to.is_nameless() => ("scene.json", format_for("scene.json")),
        (None, file) => (file, format_for(file)),
    };
    found.ok_or_else(|| {
        let known: Vec<_> = FORMATS.iter().map(|f| format!("{} ({})", f.name(), f.extensions().join(", "))).collect();
        CliError::Input(format!("{asked}: there is no format of that name or extension; expected {}", known.join(", ")))
    })
}

/// Writes a scene to a file, or to standard output for `-`. Reports the reader's notes and what was lost.
pub(super) fn put(
    written: &Written,
    to: &FileOrStream,
    notes: &[String],
    out: &mut dyn Write,
) -> Result<Start, CliError> {
    if to.is_output() {
        out.write_all(&written.bytes)?;
        out.flush()?;
    } else {
        output::write_file(to.path(), |file| file.write_all(&written.bytes))?;
    }
    for note in notes {
        output::note("note", note);
    }
    for lost in &written.lost {
        output::note("lost", lost);
    }
    Ok(Start::Exit(0))
}

fn by_name(name: &str) -> Option<&'static dyn Format> {
    FORMATS.iter().copied().find(|f| f.name() == name).or_else(|| format_for(name))
}
