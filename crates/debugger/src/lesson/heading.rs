//! The heading of a slide: the bold beginning of its note.

use super::suggestion::without_marks;

/// Largest number of letters of a heading.
pub const MAX_HEADING: usize = 120;

/// Splits the note of a slide into its heading and its text: a note that begins with a bold line, or with a bold sentence,
/// has that as its heading.
pub fn split(note: &str) -> (Option<String>, &str) {
    let bold = note.strip_prefix("**").and_then(|rest| rest.split_once("**"));
    let is_heading = |lead: &str, rest: &str| {
        lead.chars().nth(MAX_HEADING).is_none()
            && !lead.contains('\n')
            && (lead.ends_with(['.', '?', '!']) || rest.is_empty() || rest.starts_with('\n'))
    };
    match bold.filter(|(lead, rest)| is_heading(lead, rest)) {
        Some((lead, rest)) => (Some(without_marks(lead).trim_end_matches('.').to_owned()), rest.trim_start()),
        None => (None, note),
    }
}
