//! Everything that an algorithm of your own needs, and the calls for games, in one `use`. See `examples/bfs.rs` and
//! `docs/write-your-own.md`.

pub use gridscope_algorithms::auto_explore::{Explorer, Feature};
pub use gridscope_algorithms::autochess::Jumps;
pub use gridscope_algorithms::search::Finder;
pub use gridscope_trace;
pub use gridscope_trace::algorithm::{Algorithm, Entry, Lens, RunError, Runner};
pub use gridscope_trace::card::{Card, CardOf, Check, Layer, Need, Series};
pub use gridscope_trace::distances::DistanceMap;
pub use gridscope_trace::ends::{NEEDS, ends};
pub use gridscope_trace::event::{Event, Value};
#[expect(deprecated, reason = "programs that still use the earlier names compile")]
pub use gridscope_trace::floor::{Floor, Way};
pub use gridscope_trace::fov::FieldOfView;
pub use gridscope_trace::geometry::{Cell, Dir, Size};
pub use gridscope_trace::grid::Grid;
pub use gridscope_trace::map::{GridMap, Path};
pub use gridscope_trace::movement::{Corners, Mover, Passage, Refusal, Rules, StepCosts, neighbour_order};
pub use gridscope_trace::observe::{Observer, unhalted};
pub use gridscope_trace::params::{Param, Params, Resolved};
pub use gridscope_trace::scene::{Actor, ActorKind, Scene};
pub use gridscope_trace::terrain::Tile;
pub use gridscope_trace::trace::replay::WhyNot;
pub use gridscope_trace::trace::{CellState, Contract, Layout, Moment, Progress, Recorder, Replay, Steps};
pub use gridscope_trace::view::board::Role;
pub use std::collections::VecDeque;
pub use std::ops::ControlFlow::{self, Continue};
