//! What lives outside of this program: others that are run, and files that they still write. Nothing of it is known to the
//! rooms before; a face puts it behind the map.

pub mod file_limit;
pub mod follow;
mod growing_file;
pub mod program;
