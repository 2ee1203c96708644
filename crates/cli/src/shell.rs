//! `completions` and `man`: what packages install beside the program.

use super::{CliError, Start, Stdout};
use crate::debugger::disk::files::write_derived;
use clap::Command;
use clap_complete::Shell;
use clap_mangen::Man;
use std::io::Write as _;
use std::path::PathBuf;

#[derive(clap::Args)]
pub(super) struct CompletionsArgs {
    /// The shell: bash, elvish, fish, powershell or zsh
    #[arg(hide_possible_values = true)]
    shell: Shell,
}

#[derive(clap::Args)]
pub(super) struct ManArgs {
    /// Write a page for the program and one for each subcommand to this folder, which must exist
    #[arg(short, long, value_name = "DIR")]
    out: Option<PathBuf>,
}

impl CompletionsArgs {
    /// Prints the completions. `command` has all subcommands.
    pub(super) fn execute(&self, mut command: Command, out: &mut Stdout<'_>) -> Result<Start, CliError> {
        let mut text = Vec::new();
        clap_complete::generate(self.shell, &mut command, "gridscope", &mut text);
        out.raw().write_all(&text)?;
        Ok(Start::Exit(0))
    }
}

impl ManArgs {
    /// Prints the manual page, or writes all pages. `command` has all subcommands.
    pub(super) fn execute(&self, mut command: Command, out: &mut Stdout<'_>) -> Result<Start, CliError> {
        command.build();
        let Some(folder) = &self.out else {
            out.raw().write_all(&page(command)?)?;
            return Ok(Start::Exit(0));
        };
        let mut pages = Vec::new();
        for sub in command.get_subcommands().filter(|sub| sub.get_name() != "help") {
            pages.push((folder.join(format!("gridscope-{}.1", sub.get_name())), page(sub.clone())?));
        }
        pages.push((folder.join("gridscope.1"), page(command)?));
        write_derived(pages.iter().map(|(path, bytes)| (path.clone(), &bytes[..])))?;
        Ok(Start::Exit(0))
    }
}

fn page(command: Command) -> Result<Vec<u8>, CliError> {
    let mut bytes = Vec::new();
    Man::new(command.disable_help_subcommand(true)).render(&mut bytes)?;
    Ok(bytes)
}
