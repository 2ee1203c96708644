//! Everything a user can do, without a window: the document with undo, runs, playback, breakpoints and commands. The
//! window and the tests send [`SessionCommand`]s to a [`Session`] and read its state.
//!
//! Depend on `gridscope`: this crate makes no promise between versions.

#![warn(unreachable_pub)]
#![deny(clippy::unwrap_used, clippy::panic, clippy::todo, clippy::unimplemented, clippy::dbg_macro)]

pub(crate) use gridscope_formats as formats;
pub(crate) use gridscope_presets as presets;

pub mod address;
pub mod ask;
pub mod audit;
pub mod background;
pub mod before;
pub mod brief;
mod cell_edit;
pub mod claims;
pub mod command;
pub mod compare;
pub mod crash;
pub mod disk;
pub mod document;
pub mod drop_in_background;
pub mod effect;
pub mod ending;
pub mod exact_path;
pub mod exercise;
pub mod experiment;
pub mod export;
pub mod files;
pub mod find;
pub mod generator_request;
pub mod glossary;
pub mod grade;
pub mod hand;
pub mod layer_numbers;
pub mod lesson;
pub mod log;
pub mod look;
pub mod map_source;
pub mod minimise;
pub mod movers;
pub mod new_map;
pub mod open;
pub mod outcome;
pub mod paint;
pub(crate) mod piece;
pub mod playback;
pub mod prepare;
pub mod program;
pub mod query;
pub mod recovery;
pub mod remote;
pub mod resize;
pub(crate) mod saving;
pub mod scene_warnings;
pub mod session;
mod solution_step;
pub(crate) mod stride;
pub mod table;
pub mod tool;
pub(crate) mod transform;
pub mod what_would_win;
pub mod window;
mod window_command;
pub mod work;

pub use command::{Command, SessionCommand, WindowCommand};
pub use document::Document;
pub use session::Session;
