//! Scalars of YAML: quoted texts, and plain ones that may be numbers, flags or nothing.

use serde_json::{Number, json};
use std::fmt::Write as _;

/// A quoted text at the beginning of a line.
pub(super) enum Quoted<'a> {
    /// The value, and the text after it.
    Ends(String, &'a str),
    /// The scalar does not end on the line.
    GoesOn,
    /// The scalar has an escape that means nothing.
    BadEscape,
}

/// Reads a quoted text. `None` if the text is not quoted.
pub(super) fn read_quoted(text: &str) -> Option<Quoted<'_>> {
    let quote = text.chars().next().filter(|c| matches!(c, '"' | '\''))?;
    let mut value = String::new();
    let mut letters = text.chars();
    letters.next();
    while let Some(letter) = letters.next() {
        if letter == quote {
            let doubled = quote == '\'' && letters.as_str().starts_with('\'');
            if !doubled {
                return Some(Quoted::Ends(value, letters.as_str()));
            }
            letters.next();
            value.push('\'');
        } else if letter == '\\' && quote == '"' {
            let Some(mark) = letters.next() else { return Some(Quoted::GoesOn) };
            let Some(letter) = escape(mark, &mut letters) else { return Some(Quoted::BadEscape) };
            value.push(letter);
        } else {
            value.push(letter);
        }
    }
    Some(Quoted::GoesOn)
}

/// Returns the character of an escape. `mark` is the character after the backslash.
fn escape(mark: char, letters: &mut std::str::Chars<'_>) -> Option<char> {
    Some(match mark {
        '0' => '\0',
        'a' => '\u{7}',
        'b' => '\u{8}',
        't' => '\t',
        'n' => '\n',
        'v' => '\u{b}',
        'f' => '\u{c}',
        'r' => '\r',
        'e' => '\u{1b}',
        '"' | '/' | '\\' | ' ' => mark,
        'N' => '\u{85}',
        '_' => '\u{a0}',
        'L' => '\u{2028}',
        'P' => '\u{2029}',
        'x' => char::from_u32(code(letters, 2)?)?,
        'U' => char::from_u32(code(letters, 8)?)?,
        'u' => {
            let first = code(letters, 4)?;
            if !(0xd800..0xdc00).contains(&first) {
                return char::from_u32(first);
            }
            // JSON writes a character beyond 16 bits as two codes.
            let mut pair = letters.as_str().strip_prefix("\\u")?.chars();
            let second = code(&mut pair, 4)?;
            *letters = pair;
            char::decode_utf16([first as u16, second as u16]).next()?.ok()?
        }
        _ => return None,
    })
}

/// Reads hexadecimal digits.
fn code(letters: &mut std::str::Chars<'_>, digits: usize) -> Option<u32> {
    let text: String = letters.take(digits).collect();
    let plain = text.len() == digits && text.chars().all(|c| c.is_ascii_hexdigit());
    plain.then(|| u32::from_str_radix(&text, 16).ok())?
}

/// Writes a plain scalar as JSON, by the core schema of YAML 1.2.
pub(super) fn plain(text: &str, out: &mut String) {
    let json = match text {
        "" | "~" | "null" | "Null" | "NULL" | ".nan" | ".NaN" | ".NAN" => "null".to_owned(),
        "true" | "True" | "TRUE" => "true".to_owned(),
        "false" | "False" | "FALSE" => "false".to_owned(),
        ".inf" | ".Inf" | ".INF" | "+.inf" => "\"inf\"".to_owned(),
        "-.inf" | "-.Inf" | "-.INF" => "\"-inf\"".to_owned(),
        text => number(text).unwrap_or_else(|| json!(text).to_string()),
    };
    let _ = write!(out, "{json}");
}

/// Returns a number as JSON writes it.
fn number(text: &str) -> Option<String> {
    let digits = text.strip_prefix(['+', '-']).unwrap_or(text);
    let begins = digits.starts_with(|c: char| c.is_ascii_digit())
        || digits.strip_prefix('.').is_some_and(|rest| rest.starts_with(|c: char| c.is_ascii_digit()));
    let plain = begins && digits.bytes().all(|byte| byte.is_ascii_digit() || b".eE+-".contains(&byte));
    if !plain || text.len() > 40 {
        return None;
    }
    if let Ok(whole) = text.parse::<i64>() {
        return Some(whole.to_string());
    }
    Number::from_f64(text.parse().ok()?).map(|number| number.to_string())
}
