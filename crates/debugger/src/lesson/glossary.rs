//! Meanings of terms in sentences and listings, shown when the user points at one. Terms shared by many algorithms are
//! here; an algorithm's own terms are on its card.

use gridscope_trace::card::{Card, Group};

/// Terms, each with the group of algorithms that uses it (or all), its forms, and its meaning in one sentence.
const TERMS: [(Option<Group>, &[&str], &str); 11] = [
    (Some(Group::Search), &["stack"], "An open list from which the newest entry is taken first."),
    (Some(Group::Search), &["queue", "queues"], "An open list from which the oldest entry is taken first."),
    (
        Some(Group::Search),
        &["open list", "open lists"],
        "The cells that were reached but not expanded yet. The first one in the order of the list is expanded next.",
    ),
    (
        Some(Group::Search),
        &["expanded", "expand", "expansion", "expansions"],
        "Taken from the open list, and its neighbours are looked at.",
    ),
    (Some(Group::Search), &["g"], "The cost of the cheapest known path from the start to the cell."),
    (Some(Group::Search), &["h", "estimate"], "The estimated cost of the rest of the path."),
    (
        Some(Group::Search),
        &["f"],
        "g plus h: the estimated cost of a whole path through the cell. With a weight, h counts that many times.",
    ),
    (Some(Group::Search), &["heuristic"], "The rule that estimates the cost of the rest of the path."),
    (
        None,
        &["tie", "ties", "tied"],
        "Several candidates are equally good. A further rule, or the dice, decide between them.",
    ),
    (Some(Group::Search), &["parent", "parents"], "The previous cell on the path to this one."),
    (
        None,
        &["line of sight", "lines of sight"],
        "The straight line between the middles of two cells, if nothing blocks it.",
    ),
];

/// Splits a text at its terms, in order. Returns each part, with the meaning if it is a term.
pub fn parts<'a>(text: &'a str, card: &Card) -> Vec<(&'a str, Option<&'static str>)> {
    let mut all = Vec::new();
    let mut from = 0;
    let mut at = 0;
    while let Some(rest) = text.get(at..) {
        let Some((form, meaning)) = term_at(text, at, card) else {
            let Some(next) = rest.chars().next() else { break };
            at += next.len_utf8();
            continue;
        };
        if from < at {
            all.push((&text[from..at], None));
        }
        all.push((&text[at..at + form], Some(meaning)));
        at += form;
        from = at;
    }
    if from < text.len() {
        all.push((&text[from..], None));
    }
    all
}

/// Lists the terms in a text, each once, as lines: `g: what the way …`.
pub fn explained(text: &str, card: &Card) -> String {
    let mut lines: Vec<String> = Vec::new();
    for (term, meaning) in parts(text, card) {
        if let Some(meaning) = meaning
            && !lines.iter().any(|line| line.ends_with(meaning))
        {
            lines.push(format!("{term}: {meaning}"));
        }
    }
    lines.join("\n")
}

/// Returns the length and the meaning of the longest term that begins at a position of a text. A term is one or more
/// words. Case matters only for terms of a single letter.
fn term_at(text: &str, at: usize, card: &Card) -> Option<(usize, &'static str)> {
    let letter = |c: char| c.is_alphanumeric() || c == '-' || c == '_';
    if text[..at].chars().next_back().is_some_and(letter) {
        return None;
    }
    let is = |form: &str| {
        let here = text.get(at..at + form.len())?;
        let same = if form.len() == 1 { here == form } else { here.eq_ignore_ascii_case(form) };
        let ends = !text[at + form.len()..].chars().next().is_some_and(letter);
        (same && ends).then_some(form.len())
    };
    let shared = TERMS
        .iter()
        .filter(|(of, ..)| of.is_none_or(|of| of == card.group))
        .map(|(_, forms, meaning)| (forms, meaning));
    let all = card.terms.iter().map(|(forms, meaning)| (forms, meaning)).chain(shared);
    let found = all.flat_map(|(forms, meaning)| forms.iter().filter_map(move |form| Some((is(form)?, *meaning))));
    found.max_by_key(|(length, _)| *length)
}
