//! gridscope: a time-travel debugger and explorer for grid algorithms.
#![warn(missing_docs)]

pub mod core;
pub mod formats;
