//! `open`: loads the file before the window opens, so that what is wrong with it is said before a window stands there
//! empty.

use super::input::{Source, WithArgs};
use super::{CliError, Start};
use crate::debugger::Session;
use crate::debugger::session::Problem;
use crate::formats::Options;
use std::path::Path;

#[derive(clap::Args)]
pub(super) struct Args {
    /// A scene, map, trace or log, or a preset's name
    file: String,
    #[command(flatten)]
    with: WithArgs,
}

impl Args {
    pub(super) fn execute(self) -> Result<Start, CliError> {
        if self.file == "-" {
            return Err(CliError::Input(
                "-: the window cannot read standard input; expected a file or a preset's name".into(),
            ));
        }
        let path = Path::new(&self.file);
        let mut session = if path.exists() {
            Session::on_file(path)?
        } else {
            Session::new(Source::load(&self.file, Options::default())?.scene)
        };
        session.program = self.with.program();
        if session.compares_trace() {
            // The window goes on with this recording.
            session.settle();
            match session.problem.take() {
                Some(Problem::Run(error)) => return Err(CliError::run(&self.file, error)),
                Some(other) => return Err(CliError::Input(format!("{}: {other}", self.file))),
                None => {}
            }
        }
        Ok(Start::Window(Some(Box::new(session))))
    }
}
