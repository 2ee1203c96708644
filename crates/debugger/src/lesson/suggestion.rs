//! Suggestions of a lesson: lines of its text that are links to a change.

use crate::session::command::{SessionCommand, Stride};
use gridscope_trace::scene::RunSpec;
use gridscope_trace::trace::breakpoint::Condition;
use gridscope_trace::{Params, Registry};
use std::collections::BTreeSet;

/// A suggestion that the user can try with one click.
#[derive(Clone, PartialEq, Debug)]
pub struct Suggestion {
    /// Text of the link.
    pub title: String,
    /// The change, such as `knowledge=last-seen`.
    pub change: String,
    /// Commands for the change, or the reason why it cannot be read.
    pub commands: Result<Vec<SessionCommand>, String>,
}

/// Splits a text into the text without its suggestions, and the suggestions in order.
///
/// A suggestion is on a line of its own, with or without a dash before it: `- [Title](try:CHANGE)`. `CHANGE` is a
/// parameter (`knowledge=last-seen`; `null` sets the default), `seed=12`, `event=400`, or a condition to stop at. A
/// condition with spaces needs angle brackets (`<try:break=check "a guard turned back">`). Several parameters are
/// joined by `;`.
pub fn offers(text: &str) -> (String, Vec<Suggestion>) {
    let (mut rest, mut all) = (String::with_capacity(text.len()), Vec::new());
    for line in text.split_inclusive('\n') {
        match offer(line.trim()) {
            Some(offer) => all.push(offer),
            None => rest.push_str(line),
        }
    }
    (rest.trim_end().to_owned(), all)
}

fn offer(line: &str) -> Option<Suggestion> {
    let link = line.strip_prefix("- ").unwrap_or(line);
    let (title, target) = link.strip_prefix('[')?.strip_suffix(')')?.split_once("](")?;
    let target = target.strip_prefix('<').and_then(|t| t.strip_suffix('>')).unwrap_or(target);
    let change = target.strip_prefix("try:")?.trim();
    Some(Suggestion { title: title.to_owned(), change: change.to_owned(), commands: commands(change) })
}

fn commands(change: &str) -> Result<Vec<SessionCommand>, String> {
    let number = |text: &str| text.parse().map_err(|_| format!("{text:?} is not a number"));
    if let Some(when) = change.strip_prefix("break=") {
        let condition: Condition = when.parse().map_err(|error| format!("{when:?} cannot be read: {error}"))?;
        return Ok(vec![SessionCommand::AddBreakpoint(condition), SessionCommand::Forward(Stride::Hit)]);
    }
    if let Some(seed) = change.strip_prefix("seed=") {
        return Ok(vec![SessionCommand::SetSeed(number(seed)?)]);
    }
    if let Some(event) = change.strip_prefix("event=") {
        return Ok(vec![SessionCommand::Seek(number(event)? as usize)]);
    }
    let mut params = Params::default();
    for one in change.split(';') {
        params.set_text(one).map_err(|error| error.to_string())?;
    }
    Ok(params.0.into_iter().map(|(name, value)| SessionCommand::SetParam(name, value)).collect())
}

/// Lists the saved settings that a run no longer has, in phrases such as `seed 5`. [`SessionCommand::RestoreSavedRun`]
/// restores them.
pub fn lost_settings(registry: &Registry, kept: &RunSpec, now: &RunSpec) -> Vec<String> {
    let mut all = Vec::new();
    if kept.algorithm != now.algorithm {
        let title = registry.title_of(&kept.algorithm).unwrap_or(&kept.algorithm);
        all.push(title.to_owned());
    }
    if kept.seed != now.seed {
        all.push(format!("seed {}", kept.seed));
    }
    let params = registry.find(&kept.algorithm).map_or(&[][..], |runner| runner.card().params);
    let names: BTreeSet<&String> = kept.params.0.keys().chain(now.params.0.keys()).collect();
    for name in names.into_iter().filter(|name| kept.params.0.get(*name) != now.params.0.get(*name)) {
        let value = kept.params.0.get(name).cloned().unwrap_or_default();
        let param = params.iter().find(|param| param.name == name);
        all.push(param.map_or_else(|| format!("{name} {value}"), |param| param.phrase(&value)));
    }
    all
}

/// Returns the first sentence of notes, without Markdown.
pub fn first_sentence(notes: &str) -> String {
    let text = notes.lines().filter(|l| !l.starts_with('#')).collect::<Vec<_>>().join(" ");
    let plain = without_marks(&text);
    let end = [". ", "? ", "! "].iter().filter_map(|end| plain.find(end)).min().map_or(plain.len(), |k| k + 1);
    plain[..end].trim().to_owned()
}

/// Removes the Markdown marks around words. A star that belongs to a word, as in A*, stays.
pub fn without_marks(text: &str) -> String {
    let letters: Vec<char> = text.replace("**", "").chars().filter(|c| *c != '`').collect();
    let in_word = |k: Option<usize>| k.and_then(|k| letters.get(k)).is_some_and(|c| c.is_alphanumeric());
    let (mut plain, mut open) = (String::with_capacity(letters.len()), false);
    for (k, &letter) in letters.iter().enumerate() {
        // An escaped mark is printed as it is.
        if letter == '\\' && letters.get(k + 1).is_some_and(char::is_ascii_punctuation) {
            continue;
        }
        if k.checked_sub(1).and_then(|k| letters.get(k)) == Some(&'\\') && letter.is_ascii_punctuation() {
            plain.push(letter);
            continue;
        }
        let opens = !open && !in_word(k.checked_sub(1)) && letters.get(k + 1).is_some_and(|c| !c.is_whitespace());
        if letter == '*' && (open || opens) {
            open = !open;
        } else {
            plain.push(letter);
        }
    }
    plain
}
