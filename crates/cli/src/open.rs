//! `open`: loads a file before the window opens, so that errors appear before an empty window does. A large file is read
//! by the window, which is there at once and shows how far reading is.

use super::budget_flags::{BudgetArgs, WindowArgs};
use super::input::{Source, WithArgs, warn_of};
use super::map_flags::{MoverArgs, ReadArgs};
use super::place::FileOrStream;
use super::{CliError, Start};
use crate::debugger::disk::address::Address;
use crate::debugger::disk::files::FileError;
use crate::debugger::disk::map_source::{MapReading, MapSource};
use crate::debugger::session::Problem;
use crate::debugger::{Session, SessionCommand, disk};
use crate::formats::tile_mapping::Ask;
use crate::formats::{self, FormatError, Options};
use crate::outside::follow::Follow;
use gridscope_trace::{Grid, Registry, Scene, Size, Tile};
use std::io;
use std::sync::Arc;

/// Size in bytes up to which a file is read before the window opens.
const READ_FIRST: u64 = 1 << 20;

#[derive(clap::Args)]
pub(super) struct Args {
    /// A scene, map, trace, log or preset's name; with --follow, - for standard input
    file: FileOrStream,
    #[command(flatten)]
    with: WithArgs,
    #[command(flatten)]
    read: ReadArgs,
    #[command(flatten)]
    movers: MoverArgs,
    #[command(flatten)]
    budget: BudgetArgs,
    #[command(flatten)]
    window: WindowArgs,
    /// Show a log while it is being written
    #[arg(long, conflicts_with = "command")]
    follow: bool,
}

impl Args {
    pub(super) fn execute(self, registry: &Registry) -> Result<Start, CliError> {
        let path = self.file.path();
        if self.follow {
            let follow = if self.file.is_stream() {
                Follow::on("standard input", io::stdin(), false)
            } else {
                Follow::file(path)?
            };
            return Ok(self.following(registry, follow));
        }
        if self.file.is_stream() {
            return Err(CliError::Input(
                "-: the window reads standard input with --follow; expected a file or a preset's name".into(),
            ));
        }
        let program = self.with.program();
        let mut session = if path.exists() {
            let reading = MapReading { movers: self.movers.agents, ..self.read.reading().asking(Ask::IfInDoubt) };
            let map = MapSource { path: path.to_owned(), reading };
            let by_window = program.is_none() && self.window.record_from.is_none();
            let is_large = by_window && disk::size_of(path).is_some_and(|size| size > READ_FIRST);
            let is_plain = map.reading == MapReading::default().asking(Ask::IfInDoubt);
            if is_large && is_plain && formats::is_log_of_a_program(path, registry) {
                // The beginning of a log is shown while the rest is read.
                return Ok(self.following(registry, Follow::whole(path)?));
            }
            if is_large {
                return Ok(Start::WindowWith(Box::new(SessionCommand::OpenMap(Box::new(map))), self.budget.given()));
            }
            match Session::on_map(registry.clone(), &map) {
                // The window asks it.
                Err(FileError::Format(FormatError { asks: Some(question), .. })) => {
                    Session::asking(registry.clone(), map, *question)
                }
                opened => opened?,
            }
        } else if Address::read(self.file.text()).map_err(CliError::Input)?.is_some() {
            Session::on_address(registry.clone(), self.file.text())?
        } else {
            let options = self.read.within(Options::with_registry(registry));
            Session::new(registry.clone(), Source::load(&self.file, &options)?.scene)
        };
        self.budget.set(&mut session);
        if self.window.record_from.is_some() {
            let program = program.as_ref().map(|_| "a program makes its own recording");
            if let Some(reason) = session.refuses_window().or(program) {
                return Err(CliError::Input(format!("{}: --record-from: {reason}", self.file)));
            }
            session.record_from(self.window.first_event());
        }
        if session.log().is_none() {
            warn_of(registry, session.scene());
        }
        if let Some(program) = program {
            session.apply(&SessionCommand::Attach(program));
        }
        if session.compares_trace() {
            // The window reuses this recording.
            session.settle();
            match session.take_problem() {
                Some(Problem::Run(error)) => return Err(CliError::run(self.file.text(), error)),
                Some(other) => return Err(CliError::Input(format!("{}: {other}", self.file))),
                None => {}
            }
        }
        Ok(Start::Window(Some(Box::new(session))))
    }

    /// Returns a window that shows a log while it is read.
    fn following(&self, registry: &Registry, follow: Follow) -> Start {
        let mut session = Session::new(registry.clone(), Scene::new(Grid::new(Size::new(1, 1), Tile::Floor)));
        session.follow(Arc::new(follow));
        self.budget.set(&mut session);
        Start::Window(Some(Box::new(session)))
    }
}
