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
            "The source shown is the one that you step through. For games, {call} {same}: it is faster, and tests check \
             that both give the same result."
        )
    }
}
