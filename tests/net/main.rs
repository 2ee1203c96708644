//! Three records of what lessons do, to compare before and after a change.
//!
//! - **Digests** ([`digests`], digests.txt): the whole trace of each lesson and of each conformance case, bit for bit.
//!   They change with any change of a trace. A commit that changes one explains why the new answer is right.
//! - **Words** ([`words`], words/): the texts of a run for readers, for one lesson of each algorithm, and of all cards.
//! - **Pictures** ([`pictures`], pictures/): ten moments as text: map, values and open list.
//!
//! Words and pictures may change, and each change is reviewed as a diff.
//!
//! ```text
//! cargo test --test net                         compares, and prints the differences
//! GRIDSCOPE_NET=write cargo test --test net     writes the current state; then read git diff
//! ```

mod cards;
mod digests;
mod files;
mod lessons;
mod pictures;
mod words;

use files::compare_texts;
use std::collections::BTreeMap;

#[test]
fn lesson_texts_equal_the_stored_texts() {
    let mut texts = BTreeMap::new();
    for lesson in lessons::all() {
        texts.insert(format!("{}.txt", lesson.id), words::of(&mut lesson.runs()));
    }
    texts.insert("cards.txt".to_owned(), cards::of_all());
    compare_texts("words", &texts);
}

#[test]
fn lesson_pictures_equal_the_stored_pictures() {
    let texts = pictures::MOMENTS.map(|(id, at, layer)| (format!("{id}.txt"), pictures::of(id, at, layer)));
    compare_texts("pictures", &BTreeMap::from(texts));
}
