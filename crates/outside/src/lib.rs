//! Everything outside this program: other programs that it runs or that ask it, and files that are still being written.
//! The crates below do not know about it; the command line or the window connects it.
//!
//! Depend on `gridscope`: this crate makes no promise between versions.

#![warn(unreachable_pub)]
#![deny(clippy::unwrap_used, clippy::panic, clippy::todo, clippy::unimplemented, clippy::dbg_macro)]

pub(crate) use gridscope_debugger as debugger;
pub(crate) use gridscope_formats as formats;

pub mod file_limit;
pub mod follow;
mod growing_file;
pub mod interrupt;
pub mod judge;
pub mod machine;
pub mod messages;
pub mod parallel;
mod process_group;
pub mod program;
pub mod stdin;
pub mod stdout;
