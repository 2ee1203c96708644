//! The colours as CSS variables.

use super::{Hue, Ink, Look, hex};
use crate::session::window::ThemeName;
use std::collections::BTreeSet;
use std::fmt::Write as _;

/// Returns the colours that a style sheet or script names: `var(--floor)` or `"floor"`.
pub(crate) fn named_in(text: &str) -> Vec<Ink> {
    let is_letter = |letter: char| letter.is_ascii_lowercase() || "-_\"".contains(letter);
    let words: BTreeSet<&str> = text.split(|letter| !is_letter(letter)).collect();
    let is_named = |hue: &Hue| {
        let name = hue.name();
        words.contains(&*format!("--{name}")) || words.contains(&*format!("\"{name}\""))
    };
    Hue::ALL.iter().copied().filter(is_named).map(Ink::Of).collect()
}

/// Returns these colours of a theme as CSS variables, each once.
pub(crate) fn variables(theme: ThemeName, mut inks: Vec<Ink>) -> String {
    let look = Look::new(theme);
    inks.retain(|ink| matches!(ink, Ink::Of(_) | Ink::Mix(..)));
    inks.sort_unstable();
    inks.dedup();
    let mut css = format!("color-scheme:{};", if look.is_dark() { "dark" } else { "light" });
    for ink in inks {
        _ = write!(css, "--{}:{};", ink.name(), hex(look.ink(ink)));
    }
    css
}

/// Returns the module `web/look.js`: the CSS of the component's themes, with the colours that its source names.
pub fn component(source: &str) -> String {
    let mut out =
        "// Written by a test from gridscope_debugger::look. Do not edit.\nexport const LOOK = `\n".to_owned();
    let selectors = [":host", ":host([theme=\"light\"])", ":host([theme=\"colour-blind\"])"];
    for (theme, selector) in ThemeName::ALL.into_iter().zip(selectors) {
        _ = writeln!(out, "{selector} {{ {} }}", variables(theme, named_in(source)));
    }
    let light = variables(ThemeName::Light, named_in(source));
    _ = writeln!(out, "@media (prefers-color-scheme: light) {{ :host(:not([theme])) {{ {light} }} }}");
    out + "`;\n"
}
