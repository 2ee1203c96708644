//! Questions about runs, answered by running: experiments over seeds and parameters, the smallest map that shows a
//! fault, comparisons, searches for a scene, outcomes in words, and why one cell came before another.
//!
//! A question about one moment of a recorded run is in [`crate::session`]. The audit of a log is in [`crate::audit`].

pub mod before;
pub mod brief;
pub mod compare;
pub mod ending;
pub mod experiment;
pub mod find;
pub mod minimise;
pub mod outcome;
pub mod query;
pub mod searches;
pub mod what_would_win;
