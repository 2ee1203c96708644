//! The words for the fields of an outcome: what a lesson, a result and an exercise call them.

/// The words for a field of the outcome, and for its values.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct OutcomeWords {
    /// The name in files, with the names of enclosing objects: `total.rebuilt`.
    pub name: &'static str,
    /// What it counts, after the number 1: `cell copied`. For a field that counts nothing, its words.
    pub one: &'static str,
    /// What it counts, after any other number: `cells copied`. For a field that counts nothing, its words.
    pub many: &'static str,
    /// Words for values that are words of files, such as `stock`.
    pub values: &'static [(&'static str, &'static str)],
}

impl OutcomeWords {
    /// Describes a field that counts something.
    pub const fn count(name: &'static str, one: &'static str, many: &'static str) -> Self {
        Self { name, one, many, values: &[] }
    }

    /// Describes a field that counts nothing, such as a cost.
    pub const fn named(name: &'static str, words: &'static str) -> Self {
        Self::count(name, words, words)
    }

    /// Sets the words for values.
    #[must_use]
    pub const fn values(self, values: &'static [(&'static str, &'static str)]) -> Self {
        Self { values, ..self }
    }

    /// Returns whether the field counts something.
    pub fn is_count(&self) -> bool {
        self.one != self.many
    }

    /// Returns the words for a value, or the value.
    pub fn value<'a>(&self, value: &'a str) -> &'a str {
        self.values.iter().find(|(own, _)| *own == value).map_or(value, |(_, words)| words)
    }
}
