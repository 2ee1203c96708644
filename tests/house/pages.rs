//! The pages that list lessons and algorithms are complete, and name only existing ones.

use gridscope::algorithms;
use gridscope::presets::{PRESETS, find};
use std::collections::BTreeSet;

const LESSONS: &str = include_str!("../../docs/lessons.md");
const README: &str = include_str!("../../README.md");

/// Returns the names in the first column of the tables of a page.
fn first_column(page: &'static str) -> Vec<&'static str> {
    page.lines().filter_map(|line| line.strip_prefix("| `")?.split_once("` | ")).map(|(name, _)| name).collect()
}

#[test]
fn lessons_page_lists_lessons_and_slide_counts() {
    let tables = LESSONS.split("\n## What a slide draws").next().expect("a text");
    let listed = first_column(tables);
    let names: BTreeSet<&str> = listed.iter().copied().collect();
    assert_eq!(names.len(), listed.len(), "a lesson stands there twice");
    assert_eq!(names, PRESETS.iter().map(|preset| preset.id).collect());
    for row in tables.lines().filter(|line| line.starts_with("| `")) {
        let columns: Vec<&str> = row.trim_matches('|').split(" | ").collect();
        let [name, _, _, slides] = columns[..] else { panic!("four columns: {row}") };
        let scene = find(name.trim().trim_matches('`')).expect("a lesson").scene().expect("it can be read");
        assert_eq!(slides.trim().parse(), Ok(scene.run.slides.len()), "{row}");
    }
}

#[test]
fn readme_has_at_most_200_lines() {
    assert!(README.lines().count() <= 200, "{} lines: docs/ has room", README.lines().count());
}

#[test]
fn readme_lessons_exist_and_algorithms_are_counted() {
    let lessons = README.split("\n## ").find(|part| part.starts_with("Lessons\n")).expect("a part on lessons");
    let lessons = first_column(lessons);
    assert!(lessons.len() >= 10, "{lessons:?}");
    for name in lessons {
        assert!(find(name).is_some(), "there is no lesson {name}");
    }
    let own = algorithms::all().len();
    let words = ["Twenty-three", "Twenty-four", "Twenty-five", "Twenty-six", "Twenty-seven"];
    assert!(README.contains(&format!("\n## {} algorithms, one debugger", words[own - 23])), "there are {own}");
}
