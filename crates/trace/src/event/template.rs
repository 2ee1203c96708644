//! Templates: sentences with the fields of an event in braces.
//!
//! `{g}` is a field. `{p:.3}` has three decimals, `{p:~3}` at most three. `{p:odds}` is a probability in words: `a 1 in 2
//! chance`. `{n:count cell}` is a count with its noun, `{tile:a}` adds an article, `{name:cap}` a capital, and
//! `{dir:arrow}` is an arrow. `{lit?burns|is out}` is one of two texts, chosen by a flag. Text in square brackets is left
//! out if a field in it is missing. Negative numbers have a minus sign, not a hyphen.

use super::Value;

/// The largest denominator of a probability that is shown as a fraction.
const MAX_DENOMINATOR: u32 = 20;

/// Fills in the names of a template. A name without a value is replaced by nothing.
pub fn render<N: AsRef<str>>(template: &str, fields: &[(N, Value)], texts: &[(N, String)]) -> String {
    let find = |name: &str, format: &str| {
        let field = fields.iter().find(|(n, _)| n.as_ref() == name).map(|(_, value)| format_value(value, format));
        field.or_else(|| texts.iter().find(|(n, _)| n.as_ref() == name).map(|(_, text)| worded(text, format)))
    };
    let mut out = String::with_capacity(template.len() + 16);
    let mut rest = template;
    // Start of the text in brackets, and whether a field in it was missing.
    let mut optional: Option<(usize, bool)> = None;
    while let Some(at) = rest.find(['{', '[', ']']) {
        out.push_str(&rest[..at]);
        let sign = rest.as_bytes()[at];
        rest = &rest[at + 1..];
        match sign {
            b'[' => optional = Some((out.len(), false)),
            b']' => {
                if let Some((start, true)) = optional.take() {
                    out.truncate(start);
                }
            }
            _ => {
                let Some(end) = rest.find('}') else { break };
                let inside = &rest[..end];
                rest = &rest[end + 1..];
                let (name, format) = match inside.find([':', '?']) {
                    Some(k) => (&inside[..k], &inside[k..]),
                    None => (inside, ""),
                };
                match find(name, format) {
                    Some(text) => out.push_str(&text),
                    None => optional = optional.map(|(start, _)| (start, true)),
                }
            }
        }
    }
    out.push_str(rest);
    out
}

/// Formats a value.
fn format_value(value: &Value, format: &str) -> String {
    if let Some(choice) = format.strip_prefix('?') {
        let (yes, no) = choice.split_once('|').unwrap_or((choice, ""));
        return if *value == Value::Flag(true) { yes } else { no }.to_owned();
    }
    let format = format.strip_prefix(':').unwrap_or("");
    if let Some(noun) = format.strip_prefix("count ") {
        return count(value, noun);
    }
    if let (Some(decimals), Some(number)) = (format.strip_prefix('.'), value.number()) {
        return with_minus(&format!("{number:.*}", places(decimals)));
    }
    if let (Some(decimals), Some(number)) = (format.strip_prefix('~'), value.number()) {
        return with_minus(&trimmed(number, places(decimals)));
    }
    if let ("odds", Some(chance)) = (format, value.number()) {
        return odds(chance);
    }
    match (value, format) {
        (Value::Int(_) | Value::Real(_), _) => with_minus(&value.to_string()),
        (Value::Dir(dir), "arrow") => dir.arrow().to_string(),
        (Value::Dir(dir), _) => worded(dir.word(), format),
        (Value::Tile(tile), "a") => tile.a(),
        _ => worded(&value.to_string(), format),
    }
}

/// Replaces the hyphen before a negative number with a minus sign.
fn with_minus(number: &str) -> String {
    number.strip_prefix('-').map_or_else(|| number.to_owned(), |size| format!("−{size}"))
}

/// Returns a probability in words: `a 2 in 3 chance` if it is a fraction with a small denominator, else `a 37.2 %
/// chance`. Probabilities have the precision of an `f32`.
pub(crate) fn odds(chance: f64) -> String {
    let fraction = (2..=MAX_DENOMINATOR).find_map(|whole| {
        let part = (chance * f64::from(whole)).round();
        let fits = part > 0.0 && part < f64::from(whole) && (chance - part / f64::from(whole)).abs() < 1e-6;
        fits.then_some((part, whole))
    });
    if let Some((part, whole)) = fraction {
        return format!("{} {part} in {whole} chance", article(part));
    }
    let percent = trimmed(100.0 * chance, 1);
    format!("{} {percent} % chance", article(100.0 * chance))
}

/// Returns the article of a number below 100: `an 8`, `an 11`, `an 18`, and `an 80` to `an 89`.
fn article(number: f64) -> &'static str {
    let whole = number.trunc();
    if whole == 8.0 || whole == 11.0 || whole == 18.0 || (80.0..90.0).contains(&whole) { "an" } else { "a" }
}

/// Returns the number of decimals in a format. It is limited, because a template from another program might ask for too
/// many.
fn places(decimals: &str) -> usize {
    decimals.parse().unwrap_or(2).min(17)
}

/// Formats a number with at most `decimals` decimals.
pub fn trimmed(number: f64, decimals: usize) -> String {
    let text = format!("{number:.decimals$}");
    if text.contains('.') { text.trim_end_matches('0').trim_end_matches('.').to_owned() } else { text }
}

/// Formats a text.
fn worded(text: &str, format: &str) -> String {
    match format.trim_start_matches(':') {
        "cap" => capital(text),
        "a" if text.starts_with(['a', 'e', 'i', 'o', 'u']) => format!("an {text}"),
        "a" => format!("a {text}"),
        _ => text.to_owned(),
    }
}

/// Formats a count with its noun: `1 cell`, `3 cells`, `2 passes`, `2 entries`.
fn count(value: &Value, noun: &str) -> String {
    if *value == Value::Int(1) {
        return format!("1 {noun}");
    }
    format!("{value} {}", plural(noun))
}

/// Formats a count with its noun, for sentences that do not come from a template.
pub fn format_count(n: u64, noun: &str) -> String {
    count(&Value::Int(n as i64), noun)
}

/// Returns the plural of a noun by the common rules.
pub fn plural(noun: &str) -> String {
    match noun.strip_suffix('y') {
        _ if noun == "thief" => "thieves".to_owned(),
        Some(stem) if !stem.ends_with(['a', 'e', 'o', 'u']) => format!("{stem}ies"),
        _ if noun.ends_with(['s', 'x']) || noun.ends_with("ch") || noun.ends_with("sh") => format!("{noun}es"),
        _ => format!("{noun}s"),
    }
}

/// Returns the text with a capital first letter.
pub fn capital(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}
