//! The trace of a run and the tools to move through it: recorder, trace, player, history, breakpoints, comparison.

mod answers;
pub mod beliefs;
pub mod breakpoint;
mod columns;
pub mod compare;
mod condition_text;
pub mod decision;
mod figure;
mod fold;
mod heads;
pub mod history;
mod indexer;
pub mod lens;
mod links;
mod log;
mod moment;
mod open_list;
mod payload;
pub mod picture;
mod player;
pub mod pop;
mod recorder;
pub mod replay;
mod said;
pub mod schema;
mod stated;
mod stray;
pub mod tally;
pub mod told;
pub mod why;
pub mod written;

/// The field of an event with the number of the event that caused it, counted from 1, or 0 if there is none.
pub const CAUSED_BY: &str = "caused-by";

pub use crate::control::{Control, Halt};
pub use decision::{Candidate, Decision, Fate};
pub use fold::Fold;
pub use indexer::Indexer;
pub use log::{Layout, NONE, Phase, Trace};
pub use moment::{CellState, Inner, Log, Moment, Wrapped, since};
pub use payload::Payload;
pub use player::Player;
pub use recorder::{Recorder, Watch};
pub use replay::Replay;
pub use said::{Change, Number, Said};
pub use stated::{Stated, Steps};
