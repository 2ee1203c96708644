//! Everything that an algorithm of your own needs, and the calls for games, in one `use`. See `examples/bfs.rs` and
//! `docs/write-your-own.md`.

pub use gridscope_core;
pub use gridscope_core::algorithm::{Algorithm, Entry, Lens, RunError, Runner};
pub use gridscope_core::algorithms::auto_explore::{Explorer, Feature};
pub use gridscope_core::algorithms::autochess::Jumps;
pub use gridscope_core::algorithms::search::Finder;
pub use gridscope_core::card::{Card, CardOf, Check, Layer, Need, Series};
pub use gridscope_core::distances::DistanceMap;
pub use gridscope_core::ends::{NEEDS, ends};
pub use gridscope_core::event::{Event, Value};
pub use gridscope_core::floor::{Floor, Way};
pub use gridscope_core::fov::FieldOfView;
pub use gridscope_core::geometry::{Cell, Dir, Size};
pub use gridscope_core::grid::Grid;
pub use gridscope_core::movement::{Corners, Mover, Passage, Refusal, Rules, StepCosts, neighbour_order};
pub use gridscope_core::observe::{Observer, unhalted};
pub use gridscope_core::params::{Param, Params, Resolved};
pub use gridscope_core::scene::{Actor, ActorKind, Scene};
pub use gridscope_core::terrain::Tile;
pub use gridscope_core::trace::replay::WhyNot;
pub use gridscope_core::trace::{CellState, Contract, Control, Layout, Moment, Recorder, Replay, Steps};
pub use gridscope_core::view::board::Role;
pub use std::collections::VecDeque;
pub use std::ops::ControlFlow::{self, Continue};
