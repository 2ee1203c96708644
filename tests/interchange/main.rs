//! Maps and runs of other programs, read and written: samples of those programs, round trips of every lesson and of random
//! scenes, and files that are damaged or made to do harm.

mod posthoc;
mod support;
