//! Checks templates: braces and brackets must match, and only fields of the event may be named.

use syn::{Error, LitStr, Result};

const FORMATS: &str = "a number of decimals such as .3 or ~3, `count NOUN`, `odds`, `a`, `cap` or `arrow`";

/// Returns the names in a template.
fn names(text: &str) -> std::result::Result<Vec<&str>, String> {
    let mut found = Vec::new();
    let (mut rest, mut optional) = (text, false);
    while let Some(at) = rest.find(['{', '}', '[', ']']) {
        let sign = &rest[at..=at];
        rest = &rest[at + 1..];
        match sign {
            "[" if optional => return Err("brackets do not stand in brackets".into()),
            "[" => optional = true,
            "]" if !optional => return Err("a `]` without its `[`".into()),
            "]" => optional = false,
            "}" => return Err("a `}` without its `{`".into()),
            _ => {
                let end = rest.find('}').ok_or("a `{` without its `}`")?;
                let inside = &rest[..end];
                rest = &rest[end + 1..];
                let (name, format) = match inside.find([':', '?']) {
                    Some(k) => (&inside[..k], &inside[k..]),
                    None => (inside, ""),
                };
                let fits = match format.split_at_checked(1) {
                    None => true,
                    Some(("?", choice)) => choice.contains('|'),
                    Some((_, format)) => {
                        matches!(format, "a" | "cap" | "arrow" | "odds")
                            || format.strip_prefix("count ").is_some_and(|noun| !noun.is_empty())
                            || format.strip_prefix(['.', '~']).is_some_and(|n| n.parse::<u8>().is_ok())
                    }
                };
                if !fits {
                    return Err(format!("there is no format `{format}`; expected {FORMATS}, or `?yes|no`"));
                }
                found.push(name);
            }
        }
    }
    if optional { Err("a `[` without its `]`".into()) } else { Ok(found) }
}

/// Rejects a template that does not fit the fields of its variant.
pub(crate) fn check(template: &LitStr, variant: &syn::Ident, known: &[String]) -> Result<()> {
    let text = template.value();
    let wrong = |why: String| Error::new(template.span(), format!("{variant}: {why}"));
    for name in names(&text).map_err(wrong)? {
        if !known.iter().any(|k| k == name) {
            return Err(wrong(format!("there is no `{name}` to name in a sentence; it has {}", known.join(", "))));
        }
    }
    Ok(())
}
