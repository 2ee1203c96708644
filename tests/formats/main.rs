//! Files and links: what is read, written, lost and refused.

#[path = "../common/mod.rs"]
mod common;
mod links;
mod movingai;
mod mutations;
mod old_names;
mod round_trips;
mod told;
mod versions;
mod weights;
mod written;
