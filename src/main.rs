//! The program: parses the arguments, then runs a subcommand or opens the window.

fn main() -> std::process::ExitCode {
    gridscope::app().run()
}
