//! The last commands, in words: what a report of an error in the program itself says of the way there.

use std::collections::VecDeque;
use std::fmt::{self, Debug, Write};

/// How many commands are kept.
pub const KEPT: usize = 200;

/// How much of each is kept, in bytes: some hold a whole map.
const LENGTH: usize = 160;

/// The last commands, the oldest first, and what was reported.
#[derive(Clone, Debug, Default)]
pub struct Recent {
    commands: VecDeque<String>,
    /// What a bug report needs, after an error in the program itself.
    pub report: Option<String>,
    /// Reports that are on no disk yet.
    pub unkept: Vec<String>,
}

impl Recent {
    /// Keeps a command.
    pub fn note(&mut self, command: &dyn Debug) {
        if self.commands.len() >= KEPT {
            self.commands.pop_front();
        }
        let mut short = Short(String::new());
        if write!(short, "{command:?}").is_err() {
            short.0.push('…');
        }
        self.commands.push_back(short.0);
    }

    /// All that are kept.
    pub fn iter(&self) -> impl Iterator<Item = &str> {
        self.commands.iter().map(String::as_str)
    }
}

/// A text that takes no more than it has room for, so that a command with a map in it is not written out.
struct Short(String);

impl Write for Short {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        let room = LENGTH.saturating_sub(self.0.len());
        let kept = text.floor_char_boundary(room);
        self.0.push_str(text.get(..kept).unwrap_or_default());
        if kept < text.len() { Err(fmt::Error) } else { Ok(()) }
    }
}
