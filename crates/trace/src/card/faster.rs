//! A library call that gives the answer of an algorithm without its steps.

/// A library call that gives the same answer faster, without a trace.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct FasterCall {
    /// The name of the call in the prelude.
    pub call: &'static str,
    /// The end of a sentence that begins with the call's name: *finds …, where …*.
    pub same: &'static str,
}

impl FasterCall {
    /// Returns two sentences: what is shown, and what is faster.
    pub fn sentence(&self) -> String {
        let Self { call, same } = self;
        format!(
            "What is shown is the source that is stepped. For games, {call} {same}: faster, and tests hold both equal."
        )
    }
}
