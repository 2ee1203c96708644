//! Conditions in plain words, for readers who do not know the language of conditions.

use super::breakpoint::{Ask, Condition, Op, Source};
use crate::geometry::Cell;

/// Returns the events for which a condition holds, such as `a traced event at (9,8) or (9,9)`. `how_many` is the first
/// word: `a`, `no`, or `exactly one`.
pub(super) fn events(condition: &Condition, how_many: &str) -> String {
    let parts: &[Condition] = match condition {
        Condition::Any(all) if !all.is_empty() && !is_of(all, is_cell) && !is_of(all, is_kind) => {
            let all = all
                .iter()
                .enumerate()
                .map(|(i, one)| events(one, if i == 0 || how_many == "a" { how_many } else { "" }));
            return all.collect::<Vec<_>>().join(" or ");
        }
        Condition::All(all) => all,
        one => std::slice::from_ref(one),
    };
    let kind = parts.iter().position(|part| kinds(part).is_some());
    let noun = match kind.and_then(|i| kinds(&parts[i])) {
        Some(kinds) => format!("{} event", kinds.join(" or ")),
        None => "event".to_owned(),
    };
    let vowel = noun.starts_with(['a', 'e', 'i', 'o', 'u']);
    let first = if how_many == "a" && vowel { "an" } else { how_many };
    let rest = parts.iter().enumerate().filter(|(i, _)| Some(*i) != kind).map(|(_, part)| clause(part));
    let words = [first.to_owned(), noun].into_iter().chain(rest).filter(|word| !word.is_empty());
    words.collect::<Vec<_>>().join(" ")
}

/// Returns a phrase that follows the word *event*, such as `at (9,8)` or `with f at least 12`.
fn clause(condition: &Condition) -> String {
    match condition {
        Condition::Cell(cell) => format!("at {cell}"),
        Condition::Kind(kind) => format!("of the kind {}", plain(kind)),
        Condition::Number(source, name, ask) => {
            let name = match source {
                Source::Field | Source::Register => plain(name),
                Source::Layer => format!("the layer {}", plain(name)),
            };
            match ask {
                Ask::Is(op, number) => format!("with {name} {} {number}", comparison(*op)),
                Ask::Reads(so, text) => {
                    let text = Cell::from_text(text).map_or_else(|| plain(text), |cell| cell.to_string());
                    format!("with {name} {} {text}", comparison(if *so { Op::Equal } else { Op::NotEqual }))
                }
                Ask::Changed => format!("that changes {name}"),
                Ask::Rises => format!("that raises {name}"),
                Ask::Falls => format!("that lowers {name}"),
            }
        }
        Condition::Phase(phase) => format!("in the phase {}", plain(phase)),
        Condition::Actor(actor) => format!("by {actor}"),
        Condition::Check(check) => format!("of the check “{check}”"),
        Condition::All(all) | Condition::Any(all) if all.is_empty() => String::new(),
        Condition::All(all) => all.iter().map(clause).collect::<Vec<_>>().join(" and "),
        Condition::Any(all) if is_of(all, is_cell) => {
            let cells = all.iter().filter_map(Condition::cell).map(|cell| cell.to_string());
            format!("at {}", cells.collect::<Vec<_>>().join(" or "))
        }
        Condition::Any(all) => format!("either {}", all.iter().map(clause).collect::<Vec<_>>().join(" or ")),
        Condition::Not(inner) => format!("not {}", clause(inner)),
    }
}

/// Returns a comparison in words.
const fn comparison(op: Op) -> &'static str {
    match op {
        Op::Less => "less than",
        Op::AtMost => "at most",
        Op::Equal => "equal to",
        Op::NotEqual => "other than",
        Op::AtLeast => "at least",
        Op::Greater => "more than",
    }
}

/// Returns the kinds that a condition asks for, if it asks for nothing else.
fn kinds(condition: &Condition) -> Option<Vec<String>> {
    match condition {
        Condition::Kind(kind) => Some(vec![plain(kind)]),
        Condition::Any(all) if is_of(all, is_kind) => Some(all.iter().filter_map(kinds).flatten().collect()),
        _ => None,
    }
}

fn is_of(all: &[Condition], is: fn(&Condition) -> bool) -> bool {
    !all.is_empty() && all.iter().all(is)
}

const fn is_cell(condition: &Condition) -> bool {
    matches!(condition, Condition::Cell(_))
}

const fn is_kind(condition: &Condition) -> bool {
    matches!(condition, Condition::Kind(_))
}

/// Returns the words of a name, such as `came from` for `came-from`.
fn plain(name: &str) -> String {
    name.replace(['-', '_'], " ")
}
