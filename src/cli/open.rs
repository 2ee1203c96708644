//! `open`: checks that the file loads, so that what is wrong with it is said before a window stands there empty.

use super::input::Source;
use super::{CliError, Start};
use crate::core::algorithms;
use crate::core::trace::Control;
use crate::formats::Options;
use std::path::PathBuf;

#[derive(clap::Args)]
pub(super) struct Args {
    /// A scene, map or trace, or a preset's name
    file: String,
}

impl Args {
    pub(super) fn execute(self) -> Result<Start, CliError> {
        if self.file == "-" {
            return Err(CliError::Input(
                "-: the window can not read standard input; expected a file or a preset's name".into(),
            ));
        }
        let source = Source::load(&self.file, Options::default())?;
        if let Some(trace) = &source.trace {
            let replay = algorithms::record(&source.scene, &Control::default())
                .map_err(|error| CliError::run(&source.name, error))?;
            trace.agrees(replay.as_ref())?;
        }
        Ok(Start::Window(Some(PathBuf::from(self.file))))
    }
}
