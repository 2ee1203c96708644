//! The table about the five sources names only existing things, and leaves out no item.

use gridscope::algorithms::find as algorithm;
use gridscope::presets::find;
use gridscope::trace::params::Kind;
use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::path::Path;

const PAGE: &str = include_str!("../../docs/sources.md");

/// Number of items of each source, counted from 0.
const ITEMS: [usize; 5] = [15, 23, 24, 9, 11];

/// Returns the rows of the tables: number, statement, place, and differences.
fn rows() -> Vec<Vec<&'static str>> {
    let row = |line: &'static str| line.strip_prefix("| ")?.strip_suffix(" |").map(|row| row.split(" | ").collect());
    let all: Vec<Vec<&str>> = PAGE.lines().filter_map(row).collect();
    all.into_iter().filter(|row| row[0].starts_with(|c: char| c.is_ascii_digit())).collect()
}

/// Appends the contents of all `.rs` files below a folder to a text.
fn sources(folder: &Path, all: &mut String) {
    for entry in std::fs::read_dir(folder).expect("a folder") {
        let path = entry.expect("an entry").path();
        if path.is_dir() {
            sources(&path, all);
        } else if path.extension().is_some_and(|e| e == "rs") {
            all.push_str(&std::fs::read_to_string(&path).expect("a text"));
        }
    }
}

#[test]
fn table_of_sources_has_a_row_per_item() {
    let found: Vec<String> = rows().iter().map(|row| row[0].to_owned()).collect();
    let numbers = |(source, items): (usize, usize)| (1..=items).map(move |item| format!("{source}.{item}"));
    let wanted: Vec<String> = ITEMS.into_iter().enumerate().flat_map(numbers).collect();
    assert_eq!(found, wanted);
    for row in rows() {
        assert_eq!(row.len(), 4, "{row:?}");
        let [number, _, place, different] = row[..] else { continue };
        assert!(place != "–" || different.contains("not built"), "{number}: what is nowhere is said to be so");
    }
}

#[test]
fn names_in_the_table_of_sources_exist() {
    let mut tests = String::new();
    sources(&Path::new(env!("CARGO_MANIFEST_DIR")).join("tests"), &mut tests);
    let mut faults = String::new();
    let (mut lessons, mut params, mut named) = (BTreeSet::new(), BTreeSet::new(), BTreeSet::new());
    for word in
        PAGE.split('`').skip(1).step_by(2).filter(|word| !["this type", "algorithm.name", "name()"].contains(word))
    {
        let is = if let Some(name) = word.strip_suffix("()") {
            named.insert(name);
            tests.contains(&format!("#[test]\nfn {name}() {{"))
        } else if let Some((id, param)) = word.split_once('.') {
            params.insert(word);
            let (name, value) = param.split_once('=').map_or((param, None), |(name, value)| (name, Some(value)));
            let known = algorithm(id).and_then(|a| a.card().params.iter().find(|p| p.name == name));
            let fits = |kind: Kind| value.is_none_or(|v| matches!(kind, Kind::Choice(words) if words.contains(&v)));
            known.is_some_and(|param| fits(param.kind))
        } else {
            lessons.insert(word);
            find(word).is_some()
        };
        if !is {
            writeln!(faults, "there is no {word}").expect("a string");
        }
    }
    assert!(faults.is_empty(), "{faults}");
    assert!(
        lessons.len() > 40 && params.len() > 20 && named.len() > 60,
        "{} {} {}",
        lessons.len(),
        params.len(),
        named.len()
    );
}

/// Names that lessons on the sources must contain: the author, and the name of the method if it has one.
const NAMED: &[(&str, &[&str])] = &[
    ("McNeill", &["never-the-same-way", "he-still-goes-there", "the-long-way-round", "before-the-optimisation"]),
    ("McNeill", &["curious-guards", "a-door-for-everybody", "hunt-look-go-on"]),
    ("Sherratt", &["a-forgotten-stamp", "vision-dominates", "three-decks", "jam-edge-bug", "hull-first"]),
    ("Sherratt", &["a-chain-of-bloats", "a-last-stand", "to-the-teleporter"]),
    ("tiger_eye", &["the-cheat", "the-borg", "to-the-teleporter"]),
    ("zizouqi", &["round-and-round", "to-the-back-row", "fewest-jumps", "an-assassin-leaps", "tournament-of-rules"]),
    ("*Dungeon Dregs*", &["one-map-or-many", "from-the-walls", "a-door-for-everybody", "hunt-look-go-on"]),
];

#[test]
fn lessons_on_the_sources_name_their_author() {
    for (author, lessons) in NAMED {
        for id in *lessons {
            let scene = find(id).unwrap_or_else(|| panic!("there is no {id}")).scene().expect("a scene");
            assert!(scene.notes.contains(author), "{id} does not name {author}");
        }
    }
}
