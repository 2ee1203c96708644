//! What an algorithm of your own needs, in one `use`: see `examples/bfs.rs`.

pub use gridscope_core;
pub use gridscope_core::algorithm::{Algorithm, Entry, Lens, RunError};
pub use gridscope_core::card::{Card, Layer};
pub use gridscope_core::ends::ends;
pub use gridscope_core::event::Event;
pub use gridscope_core::geometry::{Cell, Dir};
pub use gridscope_core::grid::Grid;
pub use gridscope_core::movement::{Mover, Passage, Rules};
pub use gridscope_core::observe::Observer;
pub use gridscope_core::params::Resolved;
pub use gridscope_core::scene::Scene;
pub use gridscope_core::trace::{Control, Layout};
pub use std::collections::VecDeque;
pub use std::ops::ControlFlow::{self, Continue};
