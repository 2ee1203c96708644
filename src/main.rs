//! The program: arguments, then the command line or the window.

use gridscope::cli::{self, Start};
use std::path::PathBuf;
use std::process::ExitCode;

fn main() -> ExitCode {
    match cli::start(std::env::args_os()) {
        Start::Exit(code) => ExitCode::from(code),
        Start::Window(open) => match window(open) {
            Ok(()) => ExitCode::SUCCESS,
            Err(sentence) => ExitCode::from(cli::complain(&sentence)),
        },
    }
}

#[cfg(feature = "gui")]
fn window(open: Option<PathBuf>) -> Result<(), String> {
    gridscope::app::run(open)
}

#[cfg(not(feature = "gui"))]
fn window(_: Option<PathBuf>) -> Result<(), String> {
    Err("this gridscope was built without its window; expected a subcommand (see `gridscope --help`) or a build with the feature gui".into())
}
