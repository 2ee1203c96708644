//! What can be seen of a moment, without colours: a board of roles, and the same as characters.

pub mod board;
pub mod palette;
pub mod picture;
