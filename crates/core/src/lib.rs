//! The old name of `gridscope-trace` and `gridscope-algorithms` together, for programs that were written for it. New
//! programs depend on those two, or on `gridscope`.

#![warn(unreachable_pub)]

pub use gridscope_algorithms as algorithms;
pub use gridscope_algorithms::{memory, world};
#[doc(no_inline)]
pub use gridscope_trace::*;
