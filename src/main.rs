//! The program: arguments, then the command line or the window.

fn main() -> std::process::ExitCode {
    gridscope::app().run()
}
