//! Everything a user can do, without a window: the document with undo, runs, playback, breakpoints and commands. The
//! window and the tests send [`SessionCommand`]s to a [`Session`] and read its state.
//!
//! Depend on `gridscope`: this crate makes no promise between versions.

#![warn(unreachable_pub)]
#![deny(clippy::unwrap_used, clippy::panic, clippy::todo, clippy::unimplemented, clippy::dbg_macro)]

pub(crate) use gridscope_formats as formats;
pub(crate) use gridscope_presets as presets;

pub mod ask;
pub mod audit;
pub mod disk;
pub mod document;
pub mod export;
pub mod grade;
pub mod lab;
pub mod lesson;
pub mod log;
pub mod look;
pub mod movers;
pub mod session;

pub use document::Document;
pub use session::Session;
pub use session::command::{Command, SessionCommand, WindowCommand};
