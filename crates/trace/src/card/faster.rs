//! The call that gives the answer of an algorithm without its steps.

/// A call of the library that gives the same answer faster, and has no trace.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Faster {
    /// Its name in the prelude.
    pub call: &'static str,
    /// What is the same, as the end of a sentence that begins with its name: *finds …, where …*.
    pub same: &'static str,
}

impl Faster {
    /// What is shown, and what is faster, as two sentences.
    pub fn sentence(&self) -> String {
        let Self { call, same } = self;
        format!(
            "What is shown is the source that is stepped. For games, {call} {same}: faster, and tests hold both equal."
        )
    }
}
