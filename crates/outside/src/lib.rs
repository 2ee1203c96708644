//! What lives outside of this program: others that are run, and files that they still write. Nothing of it is known to the
//! rooms before; a face puts it behind the map.

#![deny(clippy::unwrap_used, clippy::panic, clippy::todo, clippy::unimplemented, clippy::dbg_macro)]

pub(crate) use gridscope_core as core;
pub(crate) use gridscope_debugger as debugger;
pub(crate) use gridscope_formats as formats;

pub mod file_limit;
pub mod follow;
mod growing_file;
pub mod program;
