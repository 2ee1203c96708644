//! `convert`: converts a file to another format, and reports what the new format cannot hold on standard error. If the
//! output is named like a trace, it copies the lines.

use super::budget_flags::BudgetArgs;
use super::input::{DialectArgs, Source, warn_of};
use super::map_flags::{ReadArgs, WriteArgs};
use super::place::FileOrStream;
use super::{CliError, Start, Stdout, output};
use crate::debugger::disk::files::write_derived;
use crate::debugger::export::ExportKind;
use crate::debugger::export::layer::{find_layer, numbers};
use crate::formats::{
    FORMATS, Format, FormatError, LineCopy, Options, PosthocOptions, Written, bounded_file, format_for, holds_lines,
    listed, write_packed, write_posthoc, write_posthoc_log,
};
use crate::outside::parallel;
use gridscope_trace::progress::at_once;
use gridscope_trace::{Grid, Progress, Registry};
use std::fs::File;
use std::io::{self, Read, Write};
use std::path::PathBuf;

#[derive(clap::Args)]
pub(super) struct Args {
    /// A file, a preset's name, a link, or - for standard input
    #[arg(value_name = "IN")]
    from: FileOrStream,
    /// A file, or - for standard output; the extension sets the format (.jsonl, .jsonl.gz or .columns.gz for a trace or
    /// log, .trace.json or .trace.yaml for a search trace of Posthoc, for which a scene is run)
    #[arg(value_name = "OUT")]
    to: FileOrStream,
    /// The format to write, by name or extension, instead of OUT's extension; standard output defaults to scene.json
    #[arg(long = "to", value_name = "FORMAT")]
    format: Option<String>,
    /// Also write this layer of the scene's run, in formats that can hold one
    #[arg(long, value_name = "NAME")]
    layer: Option<String>,
    /// The moment of the layer: the number of events before it [default: the end of the run]
    #[arg(long, value_name = "MOMENT", requires = "layer")]
    at: Option<usize>,
    /// The seed of the random choices of a scenario
    #[arg(long, value_name = "SEED", default_value_t = 0, hide_default_value = true)]
    seed: u64,
    /// Also write the sentence of each event, in a search trace of Posthoc
    #[arg(long)]
    sentences: bool,
    #[command(flatten)]
    dialect: DialectArgs,
    #[command(flatten)]
    read: ReadArgs,
    #[command(flatten)]
    write: WriteArgs,
    #[command(flatten)]
    budget: BudgetArgs,
}

impl Args {
    pub(super) fn execute(self, registry: &Registry, out: &mut Stdout<'_>) -> Result<Start, CliError> {
        // IN may be replaced if nothing of it is lost.
        output::check_outputs(self.read.map.iter().chain(&self.write.template), [&self.to])?;
        let name = self.format.as_deref().unwrap_or(self.to.text());
        if let Some(options) = PosthocOptions::of_file(name) {
            return self.search_trace(registry, &options.with_sentences(self.sentences), out);
        }
        if holds_lines(name) {
            return self.copy_lines(registry, name, out);
        }
        let format = target(&self.to, self.format.as_deref())?;
        let mut options = self.options(registry);
        // The flag may also be about the numbers that are written.
        options.write.array = self.read.array().filter(|_| format.info().is_array);
        let source = Source::load(&self.from, &options)?.within(&self.budget);
        // Overwriting the input must not lose anything: neither events nor what the reader drops.
        let events = source.beside_the_scene();
        let mut source = source.verified()?;
        warn_of(registry, &source.scene);
        // With an array as input, the meaning of its numbers is that of the input.
        let array = self.read.array().filter(|_| !source.is_array);
        let mut options = self.write.within(&options, &self.to, array, self.seed)?;
        if let Some(name) = &self.layer {
            options.write.layer = Some(layer_of_run(&mut source, name, self.at)?);
        }
        let mut map_file = format.write(&source.scene, &options)?;
        map_file.lost.extend(events);
        if !source.notes.is_empty() || !map_file.lost.is_empty() {
            output::check_outputs([&self.from], [&self.to])?;
        }
        self.refuse_to_overwrite_beside(&map_file)?;
        write_converted(&map_file, &self.to, &source.notes, out)?;
        source.end()
    }
}

impl Args {
    /// Returns the options for reading the input. Of a scenario, as many movers are read as are written.
    fn options(&self, registry: &Registry) -> Options {
        let agents = self.write.agents as usize;
        let options = self.read.within(self.dialect.options(registry));
        Options { movers: (agents > 0).then_some(agents), ..options }
    }

    /// Refuses to write other contents beside the output into the input.
    fn refuse_to_overwrite_beside(&self, written: &Written) -> Result<(), CliError> {
        for (path, bytes) in written.beside_at(self.to.path()) {
            if !bounded_file(&path, "a file").is_ok_and(|own| own == bytes) {
                output::check_outputs([&self.from], [&path.into_os_string().into()])?;
            }
        }
        Ok(())
    }

    /// Writes the run of a scene, or a log, as a search trace of Posthoc.
    fn search_trace(
        &self,
        registry: &Registry,
        options: &PosthocOptions,
        out: &mut Stdout<'_>,
    ) -> Result<Start, CliError> {
        output::check_outputs([&self.from], [&self.to])?;
        let mut source = Source::load(&self.from, &self.options(registry))?.within(&self.budget).verified()?;
        let posthoc_trace = if let Some(told) = &source.log {
            write_posthoc_log(&told.log, None, options)?
        } else {
            let run = source.run_as_it_is()?;
            write_posthoc(&source.scene, &run, options)?
        };
        self.refuse_to_overwrite_beside(&posthoc_trace)?;
        write_converted(&posthoc_trace, &self.to, &source.notes, out)?;
        source.end()
    }

    /// Writes the lines of a file that becomes a log, such as a plan of many movers. Returns `error` for every other file.
    fn log_lines(
        &self,
        registry: &Registry,
        name: &str,
        error: FormatError,
        out: &mut dyn Write,
    ) -> Result<Start, CliError> {
        if self.from.is_stream() {
            return Err(error.into());
        }
        let source = Source::load(&self.from, &self.read.within(self.dialect.options(registry)))?;
        self.write_log(&source, name, error, out)
    }

    /// Writes the lines of a log. Returns `error` for a source without one.
    fn write_log(
        &self,
        source: &Source,
        name: &str,
        error: FormatError,
        out: &mut dyn Write,
    ) -> Result<Start, CliError> {
        let Some(told) = &source.log else { return Err(error.into()) };
        let write =
            |out: &mut dyn Write| write_packed(name, out, &parallel::workers(None), |out| told.log.write(out, None));
        if self.to.is_output() {
            write(out)?;
        } else {
            output::check_outputs([&self.from], [&self.to])?;
            output::write_file(self.to.path(), |file| write(file))?;
        }
        source.notes.iter().for_each(|note| output::note("note", note));
        source.end()
    }

    /// Copies the lines of a trace or a log, packed as `name` requires.
    fn copy_lines(&self, registry: &Registry, name: &str, out: &mut dyn Write) -> Result<Start, CliError> {
        let file;
        let (of, mut from): (&str, Box<dyn Read + Send>) = if self.from.is_stream() {
            ("standard input", Box::new(io::stdin()))
        } else {
            file = match File::open(self.from.path()) {
                Ok(file) => file,
                Err(error) => {
                    // The name may be a preset or a link.
                    let options = self.read.within(self.dialect.options(registry));
                    let source = Source::load(&self.from, &options).map_err(|_| {
                        let expected = "a trace or a log, such as `gridscope run --trace` writes";
                        CliError::Input(format!("{}: it cannot be opened ({error}); expected {expected}", self.from))
                    })?;
                    let found = "this is a scene, which has no lines";
                    let expected = "lines of JSON, as `run --trace` writes them";
                    let error = FormatError::whole(self.from.text(), found, expected);
                    return self.write_log(&source, name, error, out);
                }
            };
            (self.from.text(), Box::new(file))
        };
        let mut lines = match LineCopy::of(of, &mut *from) {
            Ok(lines) => lines,
            Err(error) => return self.log_lines(registry, name, error, out),
        };
        if let Some(trace) = lines.trace(registry)? {
            // A changed trace no longer shows what its scene does.
            let run = registry.record(&trace.scene, &self.budget.progress()).map_err(|e| CliError::run(of, e))?;
            at_once(trace.agrees(&run, &Progress::default()))?;
        }
        let bad = if self.to.is_output() {
            lines.write(name, out, &parallel::workers(None))?
        } else {
            let mut bad = None;
            output::write_file(self.to.path(), |file| {
                bad = lines.write(name, file, &parallel::workers(None)).map_err(io::Error::other)?;
                Ok(())
            })?;
            bad
        };
        match bad {
            Some(bad) => Err(CliError::Input(format!("{bad}. All lines were copied unchanged"))),
            None => Ok(Start::Exit(0)),
        }
    }
}

/// Returns the numbers of a layer of the scene's run, at a moment or at its end.
fn layer_of_run(source: &mut Source, name: &str, at: Option<usize>) -> Result<Grid<Option<f64>>, CliError> {
    let mut run = source.run_as_it_is()?;
    run.seek(at.unwrap_or(usize::MAX));
    let layer = find_layer(&run, name).map_err(|error| CliError::Input(format!("--layer: {error}")))?;
    Ok(numbers(&run, layer))
}

/// Returns the format from the name given, or else from the file's extension.
pub(super) fn target(to: &FileOrStream, format: Option<&str>) -> Result<&'static dyn Format, CliError> {
    let (asked, found) = match (format, to.text()) {
        (Some(name), _) => (name, by_name(name)),
        (None, _) if to.is_nameless() => ("scene.json", format_for("scene.json")),
        (None, file) => (file, by_name(file)),
    };
    found.ok_or_else(|| {
        let ending = asked.rsplit_once('.').map_or(asked, |(_, ending)| ending).to_lowercase();
        let name = PathBuf::from(format!("FILE.{ending}"));
        if [ExportKind::Picture, ExportKind::Animation, ExportKind::Page].iter().any(|kind| kind.format(&name).is_ok())
        {
            let file = if format.is_none() { to.path() } else { &name };
            let file = file.display();
            return CliError::Input(format!(
                "{asked}: this is no format of maps, but a picture of a run; expected `gridscope render IN -o {file}`"
            ));
        }
        let all = listed().into_iter().filter(|format| format.writes());
        let known: Vec<_> = all.map(Format::name).collect();
        CliError::Input(format!("{asked}: there is no format of that name or extension; expected {}", known.join(", ")))
    })
}

/// Writes a scene to a file, or to standard output for `-`. Reports the reader's notes and what was lost.
pub(super) fn write_converted(
    written: &Written,
    to: &FileOrStream,
    notes: &[String],
    out: &mut Stdout<'_>,
) -> Result<Start, CliError> {
    if to.is_output() {
        if std::str::from_utf8(&written.bytes).is_ok() {
            out.write_all(&written.bytes)?;
        } else {
            out.raw().write_all(&written.bytes)?;
        }
        out.flush()?;
        for (name, _) in &written.beside {
            output::note("lost", &format!("the file {name} beside it, which is written only beside a file"));
        }
    } else {
        write_derived(written.beside_at(to.path()))?;
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
    FORMATS.iter().copied().find(|f| f.name() == name).or_else(|| format_for(name)).filter(|format| format.writes())
}
