//! The program: arguments, then the command line or the window.

use gridscope::cli::{self, Start};
use gridscope::debugger::Session;
use std::process::ExitCode;

fn main() -> ExitCode {
    match cli::start(std::env::args_os()) {
        Start::Exit(code) => ExitCode::from(code),
        Start::Window(session) => match window(session.map(|s| *s)) {
            Ok(()) => ExitCode::SUCCESS,
            Err(sentence) => ExitCode::from(cli::complain(&sentence)),
        },
    }
}

#[cfg(feature = "gui")]
fn window(session: Option<Session>) -> Result<(), String> {
    gridscope::app::run(session)
}

#[cfg(not(feature = "gui"))]
fn window(_: Option<Session>) -> Result<(), String> {
    Err("this gridscope was built without its window; expected a subcommand (see `gridscope --help`) or a build with the feature gui".into())
}
