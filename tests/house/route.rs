//! The route through the lessons, the library beside it, and the words of the sources.

use gridscope::presets::{self, PRESETS, ROUTE, SOURCE_WORDS, find, library, place_on_route, route, source_words};
use std::collections::BTreeSet;

#[test]
fn route_has_twenty_lessons_in_five_parts() {
    assert_eq!(ROUTE.len(), 5);
    assert!(ROUTE.iter().all(|part| (4..=5).contains(&part.lessons.len())));
    let ids: BTreeSet<&str> = route().collect();
    assert!((20..=22).contains(&ids.len()) && ids.len() == route().count(), "no lesson is there twice");
    assert!(ids.iter().all(|id| find(id).is_some()));
    assert_eq!(library().count() + ids.len(), PRESETS.len());
}

fn next(id: &str) -> Option<&'static str> {
    presets::after(&find(id).expect(id).scene().expect("a scene")).map(|preset| preset.id)
}

#[test]
fn next_lesson_follows_the_route_or_its_group() {
    let ids: Vec<&str> = route().collect();
    for pair in ids.windows(2) {
        assert_eq!(next(pair[0]), Some(pair[1]));
    }
    assert_eq!(next(ids[ids.len() - 1]), None);
    for preset in library() {
        let Some(next) = next(preset.id).and_then(find) else { continue };
        assert_eq!(next.group, preset.group, "{}", preset.id);
        assert!(place_on_route(next.id).is_none(), "{} leads into the route", preset.id);
    }
}

#[test]
fn words_of_sources_are_documented_and_have_lessons() {
    let page = include_str!("../../docs/sources.md");
    for word in SOURCE_WORDS {
        let lessons: Vec<String> = word.lessons.iter().map(|id| format!("`{id}`")).collect();
        let row = format!("| *{}* | {} |", word.word, lessons.join(", "));
        assert!(page.contains(&row), "docs/sources.md has no row {row}");
        assert!(word.lessons.iter().all(|id| find(id).is_some()), "{row}");
    }
    assert_eq!(source_words("problem-reach").collect::<Vec<_>>(), ["IsGridCanAttackEnemy"]);
}
