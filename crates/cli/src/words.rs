//! The words of a command line before they are parsed: which are flags, which are their values, and which are files whose
//! names begin like a flag.

use clap::error::{ContextKind, ContextValue};
use clap::{Arg, Command};
use std::ffi::OsString;
use std::path::Path;

/// Returns whether a flag needs a value.
fn needs_value(flag: &Arg) -> bool {
    flag.get_action().takes_values() && !flag.is_positional() && !flag.is_require_equals_set()
}

/// Lets a flag that needs a value take the next word, whatever it begins with. A number below 0 is then refused as a
/// value, and a file may have any name. A flag with several values ends at the next flag.
pub(super) fn taking_any_value(command: Command) -> Command {
    let takes_one = |arg: &Arg| arg.get_num_args().is_none_or(|count| count.max_values() == 1);
    let any = |arg: Arg| if needs_value(&arg) && takes_one(&arg) { arg.allow_hyphen_values(true) } else { arg };
    let command = command.mut_args(any);
    command.mut_subcommands(taking_any_value)
}

/// Lets a variable of the environment that is empty count as not set.
pub(super) fn without_empty_variables(command: Command) -> Command {
    let is_empty = |arg: &Arg| arg.get_env().and_then(std::env::var_os).is_some_and(|value| value.is_empty());
    let unset = |arg: Arg| if is_empty(&arg) { arg.env(None::<&str>) } else { arg };
    command.mut_args(unset).mut_subcommands(without_empty_variables)
}

/// The flags of a subcommand.
struct Flags<'a>(&'a Command);

impl Flags<'_> {
    /// Returns the flag that a word is, with or without a value in the same word.
    fn find(&self, word: &str) -> Option<&Arg> {
        let name = word.split('=').next().unwrap_or(word);
        let is = |arg: &&Arg| match (name.strip_prefix("--"), name.strip_prefix('-')) {
            (Some(long), _) => arg.get_long_and_visible_aliases().is_some_and(|all| all.contains(&long)),
            (None, Some(short)) => arg.get_short().is_some_and(|own| short.starts_with(own)),
            (None, None) => false,
        };
        self.0.get_arguments().find(is)
    }

    fn is_flag(&self, word: &str) -> bool {
        ["--help", "-h"].contains(&word) || self.find(word).is_some()
    }
}

/// Returns the words with `./` before each file whose name begins like a flag.
///
/// # Errors
/// Returns a sentence if a flag that needs a value is followed by another flag.
pub(super) fn with_files_marked(command: &Command, mut words: Vec<OsString>) -> Result<Vec<OsString>, String> {
    let Some(flags) = words.get(1).and_then(|name| command.find_subcommand(name)).map(Flags) else { return Ok(words) };
    let mut value_of = None;
    for word in words.iter_mut().skip(2) {
        let Some(text) = word.to_str() else {
            value_of = None;
            continue;
        };
        if let Some(flag) = value_of.take() {
            if flags.is_flag(text) {
                return Err(format!("{flag} needs a value, and {text} is a flag; a file of that name is ./{text}"));
            }
        } else if text == "--" {
            break;
        } else if let Some(flag) = flags.find(text) {
            let is_whole = text.starts_with("--") || text.chars().count() == 2;
            value_of = (needs_value(flag) && is_whole && !text.contains('=')).then(|| text.to_owned());
        } else if text.len() > 1 && text.starts_with('-') && Path::new(text).exists() {
            *word = Path::new(".").join(text).into_os_string();
        }
    }
    Ok(words)
}

/// Formats an error of the parser as one line: its message and tip, without the usage block.
pub(super) fn usage(error: &clap::Error, words: &[OsString]) -> String {
    let text = error.render().to_string();
    let lines = text.lines().map(str::trim).take_while(|l| !l.starts_with("Usage:"));
    let useful_lines = lines.filter(|l| !l.is_empty() && !l.starts_with("For more information"));
    let mut all: Vec<_> = useful_lines.map(str::to_owned).collect();
    if let Some(ContextValue::String(start)) = error.get(ContextKind::InvalidArg) {
        // The parser names only the first two characters of a word with one dash. Its tip fails if flags follow.
        let word = words.iter().filter_map(|word| word.to_str()).find(|word| word.starts_with(&**start));
        let word = word.unwrap_or(start);
        for line in all.iter_mut().filter(|line| line.starts_with("tip: to pass")) {
            let is_number = word.trim_start_matches('-').starts_with(|c: char| c.is_ascii_digit());
            let numbers = if is_number { "numbers and cells are not below 0, and " } else { "" };
            *line = format!("tip: {numbers}a file of that name is ./{word}");
        }
        if let Some(first) = all.first_mut().filter(|first| first.contains("unexpected argument")) {
            *first = first.replacen(&format!("'{start}'"), &format!("'{word}'"), 1);
        }
    }
    let message = all.join("; ").replace(":; ", ": ");
    format!("{}; see --help", message.trim_start_matches("error: "))
}
