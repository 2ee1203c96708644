//! What a person does, without a window: the document with its undo, a run being looked at, playback, breakpoints,
//! commands. The window and tests drive a [`Session`] with [`Command`]s and read it back.

pub mod asymmetry;
pub mod brief;
pub mod command;
pub mod compare;
pub mod document;
pub mod experiment;
pub mod files;
pub mod minimise;
pub mod paint;
pub mod playback;
pub mod query;
pub mod session;
pub mod table;
pub mod work;
pub mod would;

pub use command::Command;
pub use document::Document;
pub use session::Session;
