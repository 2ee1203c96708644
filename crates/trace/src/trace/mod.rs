//! The trace of a run and the tools to move through it: recorder, trace, player, history, breakpoints, comparison.

mod answers;
pub mod beliefs;
pub mod breakpoint;
mod columns;
pub mod compare;
mod condition_text;
mod condition_words;
mod contract;
pub mod decision;
mod event_answers;
mod figure;
mod fold;
pub mod history;
pub mod imported_log;
mod indexer;
pub mod lens;
mod linking;
mod links;
mod log;
mod missing_slot;
mod moment;
mod open_list;
mod payload;
pub mod picture;
mod pieces;
mod player;
pub mod pop_tie;
pub mod recorded_answers;
mod recorder;
pub mod replay;
pub mod schema;
mod slot_contents;
pub mod tally;
pub mod why;
mod window;

/// The field of an event with the number of the event that caused it, counted from 1, or 0 if there is none.
pub const CAUSED_BY: &str = "caused-by";

pub use crate::progress::{Halt, Progress};
pub use contract::{Contract, Steps};
pub use decision::{Candidate, CandidateResult, Decision};
pub use event_answers::{Change, EventAnswers, Number};
pub use fold::Fold;
pub use indexer::Indexer;
pub use linking::Linking;
pub use log::{Layout, NONE, Phase, Trace};
pub use moment::{CellState, Inner, Log, Moment, Wrapped, since};
pub use payload::Payload;
pub use pieces::Pieces;
pub use player::Player;
pub use recorder::{Recorder, SendPiece, Watch};
pub use replay::Replay;
