//! Texts of scenes in comments of source files. A text can neither end the comment nor change how the file is read.

use crate::plain::is_unseen;
use gridscope_trace::scene::Actor;
use serde_json::Value;

/// Longest comment, in characters.
const LENGTH: usize = 400;

/// Returns a text for a comment that ends with its line.
///
/// - Line ends, control characters and marks that change the reading direction become spaces.
/// - A backslash becomes a slash, because in C a backslash at the end of a line continues the comment. `??/` is also a
///   backslash in C, so two question marks become one.
/// - A word such as `coding:` keeps its letters but not its colon or equals sign: Python reads such a comment as the
///   encoding of the file, and editors read `vim:` as commands.
pub(super) fn comment(text: &str) -> String {
    let mut line: String =
        text.chars().take(LENGTH).map(|c| if is_unseen(c) || matches!(c, '\n' | '\t') { ' ' } else { c }).collect();
    if text.chars().nth(LENGTH).is_some() {
        line.push('…');
    }
    let mut line = line.replace('\\', "/");
    while line.contains("??") {
        line = line.replace("??", "?");
    }
    for word in ["coding", "vim", "vi", "ex"] {
        for sign in [':', '='] {
            line = line.replace(&format!("{word}{sign}"), &format!("{word} "));
        }
    }
    line.trim_end().to_owned()
}

/// Returns the fields of an actor beside its kind and cell, such as `range 12, facing "e"`.
pub(super) fn fields(actor: &Actor) -> String {
    let Ok(Value::Object(fields)) = serde_json::to_value(actor) else { return String::new() };
    let all = fields.iter().filter(|(name, _)| !matches!(name.as_str(), "kind" | "at"));
    all.map(|(name, value)| format!("{name} {value}")).collect::<Vec<_>>().join(", ")
}
