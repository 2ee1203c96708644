//! Terms in sentences are explained: whole words, the longest first, and only if the algorithm uses the term in that
//! sense.

use gridscope::algorithms;
use gridscope::debugger::lesson::glossary::{explained, parts};
use gridscope::trace::card::{Card, Group};

fn card(id: &str) -> &'static Card {
    algorithms::find(id).expect("an algorithm").card()
}

/// Returns the terms that are found in a text.
fn terms<'a>(text: &'a str, id: &str) -> Vec<&'a str> {
    let all = parts(text, card(id));
    assert_eq!(all.iter().map(|part| part.0).collect::<String>(), text, "nothing is lost");
    all.into_iter().filter(|part| part.1.is_some()).map(|part| part.0).collect()
}

#[test]
fn whole_words_are_terms_and_the_longest_counts() {
    let said = "Expanded (7,3) from the open list: f = 9, g-value 4, a big height; ties, é g";
    assert_eq!(terms(said, "astar"), ["Expanded", "open list", "f", "ties", "g"]);
    assert_eq!(terms("F and G are other letters", "astar"), [""; 0]);
    assert_eq!(terms("", "astar"), [""; 0]);
}

#[test]
fn an_algorithm_has_terms_of_its_own() {
    assert_eq!(terms("The stock hop, g and h", "autochess"), ["stock", "hop"]);
    assert_eq!(terms("The stock hop, g and h", "astar"), ["g", "h"]);
    assert_eq!(terms("A dirty slope and a tie", "shadowcast"), ["slope", "tie"]);
    assert_eq!(terms("A dirty slope and a tie", "knowledge"), ["dirty", "tie"]);
}

#[test]
fn each_term_is_explained_once() {
    let lines = explained("tie, ties; open list", card("astar"));
    assert_eq!(lines.lines().count(), 2, "{lines}");
    assert!(
        lines.starts_with("tie: Several candidates are equally good") && lines.contains("open list: The cells that"),
        "{lines}"
    );
    assert_eq!(explained("nothing of the kind", card("astar")), "");
}

/// The listing of every search has glossary terms, so pointing at its lines explains something.
#[test]
fn the_listing_of_every_search_has_terms() {
    for algorithm in algorithms::all().iter().filter(|a| a.card().group == Group::Search) {
        let card = algorithm.card();
        let all = card.listing.join(" ");
        assert!(!terms(&all, card.id).is_empty() || card.id.contains("maze"), "{}: {all}", card.id);
    }
}
