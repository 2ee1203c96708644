//! All that is read from a disk or written to it: files of every kind, addresses, recovery, and reports of crashes. What
//! a file means is decided in `gridscope_formats`.
//!
//! Only `writing.rs` and the files that it needs touch the disk itself. A page in a browser has no disk. There, all of it goes
//! to a [`Shelf`].

pub mod address;
pub mod crash;
pub mod exact_path;
pub mod files;
pub mod map_source;
mod metadata;
pub mod open;
mod own;
pub mod prepare;
pub mod recovery;
pub(crate) mod saving;
mod shelf;
pub mod site;
mod straight;
mod writing;

pub use metadata::is_same_file;
pub(crate) use own::{check_own, open_own, replace_own};
pub use shelf::{Shelf, use_shelf};
pub use straight::is_straight;
pub(crate) use straight::straight;
pub use writing::{FileStamp, Step, create, failing, read, replace, size_of};
pub(crate) use writing::{
    LockedFile, hold, is_on_shelf, make_folder, open, open_to_read, overwrites, remove, replace_locked, step, sync,
    wrap_unlocked, write,
};
