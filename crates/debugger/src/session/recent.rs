//! The last commands as text, for the report of an error in gridscope itself.

use std::collections::VecDeque;
use std::fmt::{self, Debug, Write};

/// Maximum number of commands kept.
pub const MAX_COMMANDS: usize = 200;

/// Maximum length of a command's text in bytes. Some commands contain a whole map.
const LENGTH: usize = 160;

/// The last commands, oldest first, and the error reports.
#[derive(Clone, Debug, Default)]
pub struct Recent {
    commands: VecDeque<String>,
    /// Report of the last error in gridscope itself, if there was one.
    pub report: Option<String>,
    /// Reports that are not saved to disk yet.
    pub unkept: Vec<String>,
}

impl Recent {
    /// Adds a command. Removes the oldest one if there are more than [`MAX_COMMANDS`].
    pub fn note(&mut self, command: &dyn Debug) {
        if self.commands.len() >= MAX_COMMANDS {
            self.commands.pop_front();
        }
        let mut short = Short(String::new());
        if write!(short, "{command:?}").is_err() {
            short.0.push('…');
        }
        self.commands.push_back(short.0);
    }

    /// Returns the commands, oldest first.
    pub fn iter(&self) -> impl Iterator<Item = &str> {
        self.commands.iter().map(String::as_str)
    }
}

/// A text of limited length. Formatting stops when it is full, so a command with a map is not formatted to its end.
struct Short(String);

impl Write for Short {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        let room = LENGTH.saturating_sub(self.0.len());
        let text_end = text.floor_char_boundary(room);
        self.0.push_str(text.get(..text_end).unwrap_or_default());
        if text_end < text.len() { Err(fmt::Error) } else { Ok(()) }
    }
}
