//! The log of a run and how to move through it: recorder, trace, player, history, breakpoints, comparison.

pub mod breakpoint;
pub mod compare;
mod condition_text;
mod heads;
pub mod history;
mod log;
mod player;
mod recorder;
pub mod replay;
pub mod replayer;

pub use log::{Layout, NONE, Phase, Trace};
pub use player::{CellState, Player};
pub use recorder::{Control, Halt, Recorder};
pub use replay::Replay;
