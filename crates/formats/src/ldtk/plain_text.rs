//! Texts that survive the LDtk editor. Each time the editor saves a project, it doubles the backslashes in texts, and it
//! cuts white space at their ends. JSON with a backslash is therefore written with `%` escapes.

/// How an escaped JSON object begins: with an escaped brace.
const ESCAPED: &str = "%7B";

/// Returns whether the editor keeps a text as it is.
pub(super) fn survives(text: &str) -> bool {
    !text.is_empty() && text.trim() == text && !text.contains(|c: char| c == '\\' || c.is_control())
}

/// Returns the text of a JSON object without backslashes.
pub(super) fn without_backslashes(json: &str) -> String {
    if survives(json) {
        return json.to_owned();
    }
    let body = json.strip_prefix('{').unwrap_or(json).replace('%', "%25").replace('\\', "%5C");
    format!("{ESCAPED}{body}")
}

/// Returns the JSON that [`without_backslashes`] was given.
pub(super) fn with_backslashes(text: &str) -> String {
    let Some(mut rest) = text.trim().strip_prefix(ESCAPED) else { return text.to_owned() };
    let mut json = String::with_capacity(text.len());
    json.push('{');
    while let Some(at) = rest.find('%') {
        let (before, after) = (rest.get(..at).unwrap_or(""), rest.get(at.saturating_add(1)..).unwrap_or(""));
        json.push_str(before);
        let (sign, tail) = match (after.strip_prefix("5C"), after.strip_prefix("25")) {
            (Some(tail), _) => ('\\', tail),
            (_, Some(tail)) => ('%', tail),
            _ => ('%', after),
        };
        json.push(sign);
        rest = tail;
    }
    json.push_str(rest);
    json
}
