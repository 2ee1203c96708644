//! The command line: one file for each subcommand, and here the arguments, the exit codes and the one error.
//!
//! Exit 0 when all is well; 1 when a suite's lengths are off or an audit found a fault; 2 with one sentence on standard error when the input, or
//! where the output should go, is at fault; 3 when a budget halted the run, so that the result is part of what was asked for. A reader that
//! closes the pipe (`| head`) ends the program quietly.

#![deny(clippy::unwrap_used, clippy::panic, clippy::todo, clippy::unimplemented, clippy::dbg_macro)]

pub(crate) use gridscope_core as core;
pub(crate) use gridscope_debugger as debugger;
pub(crate) use gridscope_formats as formats;
pub(crate) use gridscope_outside as outside;

mod check;
mod convert;
mod diff;
mod ending;
mod events;
mod experiment;
mod flags;
mod generate;
mod input;
mod list;
mod minimise;
mod open;
mod output;
mod place;
mod presets;
mod render;
mod run;
mod shown;
mod step;
mod suite;
mod table;
mod tool;
mod why;

pub use render::{Draw, Render};

use crate::core::algorithm::RunError;
use crate::core::trace::Halt;
use crate::debugger::Session;
use crate::debugger::crash::Crash;
use crate::debugger::files::FileError;
use crate::formats::FormatError;
use crate::formats::plain::{self, Plain};
use clap::{CommandFactory as _, FromArgMatches as _, Parser, Subcommand};
use std::ffi::OsString;
use std::io::{self, BufWriter, Write};

#[derive(Parser)]
#[command(name = "gridscope", version, about = "A time-travel debugger and explorer for grid algorithms")]
#[command(after_help = "Without a subcommand: the window. SCENE is a file, a preset's name, or - for standard input.")]
struct Args {
    #[command(subcommand)]
    command: Option<Command>,
}

#[derive(Subcommand)]
enum Command {
    /// Run an algorithm on a scene and print what came out
    Run(run::Args),
    /// Print the sentence at an event, and the history of a cell
    Step(step::Args),
    /// List the events of a run, or search them
    Events(events::Args),
    /// Print what a cell holds, its history, and the chain of causes back to the start
    Why(why::WhyArgs),
    /// Print why a cell did not win
    WhyNot(why::WhyNotArgs),
    /// Compare two runs: the first event that differs, and what came out
    Diff(diff::Args),
    /// Run many seeds, and a parameter or the size over a range: the numbers of their outcomes in a table
    Experiment(experiment::ExperimentArgs),
    /// Cut a scene down until nothing more can be taken away while it still shows a symptom
    Minimise(minimise::Args),
    /// Put the parts of an experiment together
    Merge(experiment::MergeArgs),
    /// List the algorithms, or print the card of one
    Algorithms(list::AlgorithmsArgs),
    /// List the scenes that come with the program and those of a folder, or write the former into files
    Presets(presets::Args),
    /// Audit the log of a program, does it do what it says? Of a scene, say whether its exercise is done
    Check(check::Args),
    /// Turn one format into another, by extension
    Convert(convert::Args),
    /// Make a scene by dice: ship, maze, cave or rooms
    Generate(generate::Args),
    #[command(
        about = "Run the scenarios of a MovingAI .scen file and check that no path is longer or shorter than it should be"
    )]
    Suite(suite::Args),
    /// Draw a moment, a range of time, a handout or a card into a file, as the window would show it
    Render(render::Args),
    /// Print the expansions of a run, one a line: order, cell, g, h, f, parent
    Table(table::Args),
    /// Open the window on a scene, map or trace
    Open(open::Args),
}

/// What the program does once the arguments are read.
pub enum Start {
    /// It is done: the exit code.
    Exit(u8),
    /// A file is to be drawn, by a face that can draw.
    Render(Box<Render>),
    /// The window is wanted, on a session where a file or preset is named.
    Window(Option<Box<Session>>),
}

/// Why a subcommand gives up: each reads as one sentence.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum CliError {
    /// A file cannot be read or written as its format.
    #[error(transparent)]
    Format(#[from] FormatError),
    /// A file cannot be opened.
    #[error(transparent)]
    File(#[from] FileError),
    /// A scene cannot be run.
    #[error("{place}: {error}")]
    Run {
        /// Where the scene or parameter came from.
        place: String,
        /// Why it cannot be run.
        error: RunError,
    },
    /// An argument, or a file's content, does not fit the rest.
    #[error("{0}")]
    Input(String),
    /// The system refuses to read or write.
    #[error("{place}: {error}")]
    Io {
        /// The file, or which standard stream.
        place: String,
        /// What the system says.
        error: io::Error,
    },
    /// A budget halted a run without which there is no result.
    #[error("{0}")]
    Halted(String),
    /// The reader of the output has seen enough. No fault.
    #[error("the reader closed the pipe")]
    Closed,
}

/// Errors without a place come from standard output alone; every other reader and writer names its file.
impl From<io::Error> for CliError {
    fn from(error: io::Error) -> Self {
        Self::io("standard output", error)
    }
}

impl CliError {
    fn io(place: &str, error: io::Error) -> Self {
        if error.kind() == io::ErrorKind::BrokenPipe {
            Self::Closed
        } else {
            Self::Io { place: place.to_owned(), error }
        }
    }

    fn run(place: &str, error: impl Into<RunError>) -> Self {
        Self::Run { place: place.to_owned(), error: error.into() }
    }

    /// The exit code that goes with it.
    const fn code(&self) -> u8 {
        match self {
            Self::Halted(_) | Self::Run { error: RunError::Stopped(Halt::Budget | Halt::Memory), .. } => ending::HALTED,
            _ => 2,
        }
    }
}

/// From now on an error in the program itself is one sentence, too, without the folders of the one who built it.
fn say_panics_plainly() {
    let before = std::panic::take_hook();
    let traced = std::env::var_os("RUST_BACKTRACE").is_some();
    std::panic::set_hook(Box::new(
        move |panic| if traced { before(panic) } else { _ = complain(&Crash::of(panic).to_string()) },
    ));
}

/// Reads the arguments (the program's name first), does what they ask, short of opening the window, and prints to `out`.
/// `draws`: whether the caller can draw what [`Start::Render`] asks for.
pub fn start(args: impl IntoIterator<Item = OsString>, out: &mut dyn Write, draws: bool) -> Start {
    say_panics_plainly();
    let matches = match tool::add_to(Args::command()).try_get_matches_from(args) {
        Ok(matches) => matches,
        Err(error) if error.use_stderr() => return Start::Exit(complain(&usage(&error))),
        Err(help) => {
            // Help or the version; a closed pipe is no fault. clap knows best how standard output shows it.
            let _ = help.print();
            return Start::Exit(0);
        }
    };
    let mut out = Plain::new(BufWriter::new(out));
    let done = match (tool::of(&matches), Args::from_arg_matches(&matches)) {
        (Some((tool, Ok(args))), _) => args.execute(tool, &mut out),
        (Some((_, Err(error))), _) | (None, Err(error)) => return Start::Exit(complain(&usage(&error))),
        (None, Ok(Args { command: None })) => return Start::Window(None),
        (None, Ok(Args { command: Some(command) })) => done(command, &mut out, draws),
    };
    // What was written before an error is still written.
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

/// Does what a subcommand of our own asks.
fn done(command: Command, mut out: &mut dyn Write, draws: bool) -> Result<Start, CliError> {
    match command {
        Command::Run(args) => args.execute(&mut out),
        Command::Step(args) => args.execute(&mut out),
        Command::Events(args) => args.execute(&mut out),
        Command::Why(args) => args.execute(&mut out),
        Command::WhyNot(args) => args.execute(&mut out),
        Command::Diff(args) => args.execute(&mut out),
        Command::Experiment(args) => args.execute(&mut out),
        Command::Merge(args) => args.execute(&mut out),
        Command::Minimise(args) => args.execute(&mut out),
        Command::Algorithms(args) => args.execute(&mut out),
        Command::Presets(args) => args.execute(&mut out),
        Command::Check(args) => args.execute(&mut out),
        Command::Convert(args) => args.execute(&mut out),
        Command::Generate(args) => args.execute(&mut out),
        Command::Suite(args) => args.execute(&mut out),
        Command::Render(args) => args.execute(draws),
        Command::Table(args) => args.execute(&mut out),
        Command::Open(args) => args.execute(),
    }
}

/// A sentence on standard error that is no complaint.
pub fn note(sentence: &str) {
    output::note("note", sentence);
}

/// Prints one sentence on standard error; returns the exit code that goes with it.
pub fn complain(sentence: &str) -> u8 {
    // There is nobody left to tell when standard error is gone.
    let _ = writeln!(io::stderr(), "gridscope: {}", plain::sentence(sentence));
    2
}

/// A clap error in one line: its message and tip, without the usage block.
fn usage(error: &clap::Error) -> String {
    let text = error.render().to_string();
    let lines = text.lines().map(str::trim).take_while(|l| !l.starts_with("Usage:"));
    let kept = lines.filter(|l| !l.is_empty() && !l.starts_with("For more information"));
    let message = kept.collect::<Vec<_>>().join("; ").replace(":; ", ": ");
    format!("{}; see --help", message.trim_start_matches("error: "))
}
