//! Words of the documents that the lessons are about. A reader who comes with a document searches for its own words.

/// A word of a document, and where gridscope has it.
#[derive(Debug)]
pub struct SourceWord {
    /// The word, as the document writes it.
    pub word: &'static str,
    /// Ids of the lessons about it.
    pub lessons: &'static [&'static str],
}

macro_rules! words {
    ($($word:literal: $($id:literal),+;)+) => {
        &[$(SourceWord { word: $word, lessons: &[$($id),+] }),+]
    };
}

/// The words, in the order of docs/sources.md, which has the same table.
pub static SOURCE_WORDS: &[SourceWord] = words! {
    "FindNextSkipPosition": "one-jump-instead-of-two", "a-whole-fight", "near-prose-and-code";
    "IsGridCanReach": "manhattan-longer-way", "squeezed", "fewest-jumps";
    "IsGridCanAttackEnemy": "problem-reach", "one-jump-instead-of-two";
    "FindPath": "manhattan-longer-way", "squeezed", "fewest-jumps";
    "Length2D": "problem-far", "problem-near", "near-prose-and-code";
    "obj_seen": "item-against-unknown", "explore-cave";
    "isDirty": "naive-against-dirty", "dirty-lt-misses-a-change";
    "dirty": "naive-against-dirty", "dirty-lt-misses-a-change", "a-forgotten-stamp";
    "last modified": "dirty-lt-misses-a-change", "a-forgotten-stamp";
    "last observed": "dirty-lt-misses-a-change", "naive-against-dirty";
    "shadow entity": "last-known-place", "two-heads", "naive-against-dirty";
    "closed flag": "before-the-optimisation";
    "1/n": "counter-example", "field-8x4";
    "overlay": "unseen-shutter", "back-and-forth";
    "shadowcast": "five-sights", "jam-edge-bug", "i-see-you";
    "void": "a-breach", "suction";
    "smash": "dungeon-dregs-before", "dungeon-dregs-after", "rings-on-water";
    "globe": "rooms-and-globe";
    "borg": "the-borg";
};

/// Returns the documents' words for a lesson.
pub fn source_words(id: &str) -> impl Iterator<Item = &'static str> {
    SOURCE_WORDS.iter().filter(move |word| word.lessons.contains(&id)).map(|word| word.word)
}
