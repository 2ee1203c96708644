//! The command line: one module per subcommand. This one has the arguments, the exit codes and the error type.
//!
//! Exit codes: 0 for success. 1 if a suite found wrong lengths, an audit found a fault, a submission has one, or a program
//! gave different answers. 2, with one sentence on standard error, if the input or the output is at fault. 3 if a budget or
//! a signal halted the work, so the result is incomplete. If the reader closes the pipe (`| head`), the program ends quietly
//! with 0.
//!
//! Depend on `gridscope`: this crate makes no promise between versions.

#![warn(unreachable_pub)]
#![deny(clippy::unwrap_used, clippy::panic, clippy::todo, clippy::unimplemented, clippy::dbg_macro)]

pub(crate) use gridscope_debugger as debugger;
pub(crate) use gridscope_formats as formats;
pub(crate) use gridscope_outside as outside;

mod bar;
mod budget_flags;
mod check;
mod convert;
mod diff;
mod ending;
mod events;
mod experiment;
mod flags;
mod generate;
mod grade;
mod input;
mod list;
mod map_flags;
mod minimise;
mod open;
mod output;
mod paths;
mod place;
mod plot;
mod presets;
mod render;
mod rule_flags;
mod run;
mod serve;
mod shell;
mod step;
mod suite;
mod table;
mod tool;
mod why;
mod words;

pub use budget_flags::budget_of_environment;
pub use grade::ClassPdf;
pub use plot::PlotFile;
pub use render::Render;
pub use serve::Serve;

use crate::debugger::disk::crash::Crash;
use crate::debugger::disk::files::FileError;
use crate::debugger::{Session, SessionCommand};
use crate::formats::FormatError;
use crate::formats::plain::{self, Plain};
use clap::{CommandFactory as _, FromArgMatches as _, Parser, Subcommand};
use gridscope_trace::trace::Halt;
use gridscope_trace::{Budget, Registry, RunError};
use output::Remembering;
use std::ffi::OsString;
use std::io::{self, BufWriter, Write};

#[derive(Parser)]
#[command(name = "gridscope", version, about = "A time-travel debugger and explorer for grid algorithms")]
#[command(
    after_help = "Without a subcommand, opens the window. SCENE is a file, a preset's name, a link, or - for standard input."
)]
struct Args {
    #[command(subcommand)]
    command: Option<Command>,
}

#[derive(Subcommand)]
enum Command {
    /// Run an algorithm on a scene and print the outcome
    Run(run::Args),
    /// Print one event of a run, and the history of a cell
    Step(step::Args),
    /// List the events of a run, or search them
    Events(events::Args),
    /// Print a cell's values, its history, and the chain of causes back to the start
    Why(why::WhyArgs),
    /// Print why a cell, or a path, was not chosen
    WhyNot(why::WhyNotArgs),
    /// Compare two runs: the first event that differs, and both outcomes
    Diff(diff::Args),
    /// Run a scene with many seeds, optionally over a range of a parameter, and summarise the outcomes in a table
    Experiment(experiment::ExperimentArgs),
    /// Shrink a scene as far as possible while it still shows a symptom
    Minimise(minimise::Args),
    /// Merge the parts of a sharded experiment
    Merge(experiment::MergeArgs),
    /// List the algorithms, or print the card of one of them
    Algorithms(list::AlgorithmsArgs),
    /// List the built-in scenes and those of a folder, or export the built-in ones to files
    Presets(presets::Args),
    /// Audit a program's log for contradictions, or check whether a scene's exercise is solved
    Check(check::Args),
    /// Grade a folder of submissions: Python searches, programs in any language, or scenes that solve an exercise
    Grade(Box<grade::Args>),
    /// Convert a file to another format, chosen by extension
    Convert(convert::Args),
    /// Generate a random scene: ship, maze, cave or rooms
    Generate(generate::Args),
    #[command(about = "Run the searches of a MovingAI .scen file and compare each path length with the published one")]
    Suite(suite::Args),
    /// Draw a picture, an animation, a handout or a card to a file, as in the window
    Render(render::Args),
    /// Print the expansions of a run, one per line: order, cell, g, h, f, parent
    Table(table::Args),
    /// Find a cheapest path for each pair of cells on standard input, on one map that is kept
    Paths(paths::Args),
    /// Answer questions about runs on standard input, one line of JSON each, for editors and agents; docs/serve.md
    Serve(serve::Args),
    /// Print completions for a shell
    Completions(shell::CompletionsArgs),
    /// Print the manual page
    Man(shell::ManArgs),
    /// Open the window on a scene, map or trace
    Open(open::Args),
}

/// Action of the program after the arguments are parsed.
pub enum Start {
    /// The command is done; exit with this code.
    Exit(u8),
    /// A file must be drawn, by a program that can draw.
    Render(Box<Render>),
    /// A class that was graded must be drawn on paper, by a program that can draw.
    Class(Box<ClassPdf>),
    /// The plots of an experiment must be drawn, by a program that can draw.
    Plots(Box<PlotFile>),
    /// Questions must be answered, by a program that can draw.
    Serve(Box<Serve>),
    /// The window must be opened, with a session if a file or preset is named.
    Window(Option<Box<Session>>),
    /// The window must be opened, and carries out a command first: it reads a large file. The budgets are those of the
    /// command line.
    WindowWith(Box<SessionCommand>, Option<Budget>),
}

/// Reason why a subcommand failed. Each prints as one sentence.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum CliError {
    /// A file cannot be read or written as its format.
    #[error(transparent)]
    Format(#[from] FormatError),
    /// A file cannot be opened.
    #[error(transparent)]
    File(FileError),
    /// A scene cannot be run.
    #[error("{place}: {error}")]
    Run {
        /// Source of the scene or parameter.
        place: String,
        /// Reason why it cannot be run.
        error: RunError,
    },
    /// An argument, or a file's content, does not fit the rest.
    #[error("{0}")]
    Input(String),
    /// The operating system refuses to read or write.
    #[error("{place}: {error}")]
    Io {
        /// File, or name of the standard stream.
        place: String,
        /// Error of the operating system.
        error: io::Error,
    },
    /// A budget halted a run that is needed for the result.
    #[error("{0}")]
    Halted(String),
    /// The reader closed the pipe; this is not a fault.
    #[error("the reader closed the pipe")]
    Closed,
}

/// An I/O error without a place comes from standard output. All other readers and writers name their file.
impl From<io::Error> for CliError {
    fn from(error: io::Error) -> Self {
        Self::io("standard output", error)
    }
}

impl From<FileError> for CliError {
    fn from(error: FileError) -> Self {
        match error {
            FileError::Unwritable { error, .. } if error.kind() == io::ErrorKind::BrokenPipe => Self::Closed,
            error => Self::File(error),
        }
    }
}

impl CliError {
    fn io(place: &str, error: io::Error) -> Self {
        if error.kind() == io::ErrorKind::BrokenPipe {
            return Self::Closed;
        }
        // An error of a format has a place already.
        match error.downcast::<FormatError>() {
            Ok(error) => Self::Format(error),
            Err(error) => Self::Io { place: place.to_owned(), error },
        }
    }

    fn run(place: &str, error: impl Into<RunError>) -> Self {
        Self::Run { place: place.to_owned(), error: error.into() }
    }

    /// Returns the exit code for the error.
    const fn code(&self) -> u8 {
        match self {
            Self::Halted(_) | Self::Run { error: RunError::Stopped(Halt::Budget | Halt::Memory), .. } => ending::HALTED,
            _ => 2,
        }
    }
}

/// Makes a panic print one sentence, without the folders of the build machine.
fn say_panics_plainly() {
    let before = std::panic::take_hook();
    let traced = std::env::var_os("RUST_BACKTRACE").is_some();
    std::panic::set_hook(Box::new(
        move |panic| if traced { before(panic) } else { _ = complain(&Crash::of(panic).to_string()) },
    ));
}

/// Parses the arguments (the program's name first), runs the subcommand with the given algorithms, and prints to `out`.
/// Does not open the window or draw. `draws` is whether the caller can draw what [`Start::Render`] asks for.
pub fn start(registry: &Registry, args: impl IntoIterator<Item = OsString>, out: &mut dyn Write, draws: bool) -> Start {
    say_panics_plainly();
    // In `render`, `--from` is the first event of a range.
    let other_name = |command: clap::Command| command.mut_arg("read-from", |flag| flag.long("from-format"));
    let command = tool::add_to(registry, Args::command().mut_subcommand("render", other_name));
    let command = words::without_empty_variables(words::taking_any_value(command));
    let whole = command.clone();
    let words = match words::with_files_marked(&command, args.into_iter().collect()) {
        Ok(words) => words,
        Err(sentence) => return Start::Exit(complain(&sentence)),
    };
    let matches = match command.try_get_matches_from(&words) {
        Ok(matches) => matches,
        Err(error) if error.use_stderr() => return Start::Exit(complain(&words::usage(&error, &words))),
        Err(help) => return Start::Exit(print_help(&help)),
    };
    let mut out = Plain::new(BufWriter::new(Remembering::new(out)));
    let done = match (tool::of(registry, &matches), Args::from_arg_matches(&matches)) {
        (Some((tool, Ok(args))), _) => args.execute(registry, tool, &mut out),
        (Some((_, Err(error))), _) | (None, Err(error)) => {
            return Start::Exit(complain(&words::usage(&error, &words)));
        }
        (None, Ok(Args { command: None })) => return Start::Window(None),
        (None, Ok(Args { command: Some(Command::Completions(args)) })) => args.execute(whole, &mut out),
        (None, Ok(Args { command: Some(Command::Man(args)) })) => args.execute(whole, &mut out),
        (None, Ok(Args { command: Some(command) })) => done(registry, command, &mut out, draws),
    };
    // If standard output failed, all other errors follow from that.
    let done = out.raw().get_mut().failure.take().map_or(done, |error| Err(error.into()));
    // Print the output written before an error, too.
    let flushed = out.flush().map_err(CliError::from);
    match done.and_then(|start| flushed.map(|()| start)) {
        Ok(start) => start,
        Err(CliError::Closed) => Start::Exit(0),
        Err(error) => {
            complain(&error.to_string());
            Start::Exit(error.code())
        }
    }
}

/// Standard output. Text that is written through it cannot control the terminal; bytes that are no text go to
/// [`Plain::raw`].
type Stdout<'a> = Plain<BufWriter<Remembering<'a>>>;

/// Runs a built-in subcommand.
fn done(registry: &Registry, command: Command, mut out: &mut Stdout<'_>, draws: bool) -> Result<Start, CliError> {
    match command {
        Command::Run(args) => args.execute(registry, out),
        Command::Step(args) => args.execute(registry, &mut out),
        Command::Events(args) => args.execute(registry, &mut out),
        Command::Why(args) => args.execute(registry, &mut out),
        Command::WhyNot(args) => args.execute(registry, &mut out),
        Command::Diff(args) => args.execute(registry, &mut out),
        Command::Experiment(args) => args.execute(registry, &mut out, draws),
        Command::Merge(args) => args.execute(&mut out),
        Command::Minimise(args) => args.execute(registry, &mut out),
        Command::Algorithms(args) => args.execute(registry, &mut out),
        Command::Presets(args) => args.execute(registry, &mut out),
        Command::Check(args) => args.execute(registry, &mut out),
        Command::Grade(args) => args.execute(registry, &mut out, draws),
        Command::Convert(args) => args.execute(registry, out),
        Command::Generate(args) => args.execute(registry, out),
        Command::Suite(args) => args.execute(registry, &mut out),
        Command::Render(args) => args.execute(registry, draws),
        Command::Table(args) => args.execute(registry, out),
        Command::Paths(args) => args.execute(registry, out),
        Command::Serve(args) => args.execute(registry),
        Command::Open(args) => args.execute(registry),
        // These two need the whole command, and ran before.
        Command::Completions(_) | Command::Man(_) => Ok(Start::Exit(0)),
    }
}

/// Prints a note on standard error.
pub fn note(sentence: &str) {
    output::note("note", sentence);
}

/// Prints an error on standard error, and returns exit code 2.
pub fn complain(sentence: &str) -> u8 {
    // If standard error is closed, there is no place left to report to.
    let _ = writeln!(io::stderr(), "gridscope: {}", plain::sentence(sentence));
    2
}

/// Prints a help text or the version. Returns the exit code. clap knows best how to print to a terminal.
fn print_help(help: &clap::Error) -> u8 {
    match outside::stdout::check_open().and_then(|()| help.print()) {
        Err(error) if error.kind() != io::ErrorKind::BrokenPipe => complain(&CliError::from(error).to_string()),
        _ => 0,
    }
}
