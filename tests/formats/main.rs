//! Files and links: what is read, written, lost and refused.

mod columns;
#[path = "../common/mod.rs"]
mod common;
mod links;
mod movingai;
mod mutations;
mod old_names;
mod plain;
mod round_trips;
mod scene_writing;
#[path = "../common/skip.rs"]
mod skip;
mod trace_alone;
mod twice;
mod versions;
mod weights;
