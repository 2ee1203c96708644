//! Events, the traces made of them, and the questions that a debugger can ask about a trace.
//!
//! An algorithm is an ordinary function that reports [events](event::Event) to an [`observe::Observer`]. A
//! [`trace::Recorder`] stores them as a [`trace::Trace`]. A [`trace::Player`] moves a cursor over the trace in both
//! directions. [`trace::Replay`] answers questions about the moment at the cursor. To add an algorithm of your own,
//! implement [`algorithm::Algorithm`] and describe it with a [`card::Card`].
//!
//! The modules of `gridscope-grid` are re-exported here under their own names. The types that most callers name, such as
//! [`Cell`], [`Scene`] and [`Replay`], are at the root, too. This crate contains no algorithm, and does not depend on files,
//! threads, clocks or screens.

#![warn(unreachable_pub)]
#![deny(clippy::unwrap_used, clippy::panic, clippy::todo, clippy::unimplemented, clippy::dbg_macro)]

extern crate self as gridscope_trace;

pub mod actor;
pub mod algorithm;
pub mod card;
pub mod cheapest_paths;
pub mod claim;
pub mod ends;
pub mod event;
pub mod exercise;
pub mod generate;
mod ground;
pub mod later;
pub mod outcome;
pub mod params;
pub mod progress;
pub mod question;
pub mod registry;
pub mod rng;
pub mod run_error;
pub mod scene;
pub mod slide;
pub mod solution;
pub mod tool;
pub mod trace;
pub mod workers;

#[doc(no_inline)]
pub use gridscope_grid::{
    Cell, Cost, Dir, DistanceMap, FieldOfView, Finder, Grid, GridMap, Observer, Size, Tile, Verb, Weight, Weights,
};
#[doc(no_inline)]
pub use gridscope_grid::{
    cost, dijkstra, distances, finder, floor, fov, geometry, grid, heuristic, map, movement, observe, root2, terrain,
    weight,
};
pub use trace::why;
#[doc(no_inline)]
pub use {
    actor::{Actor, ActorKind},
    card::Card,
    params::Params,
    progress::{Budget, Progress},
    registry::Registry,
    rng::Rng,
    run_error::RunError,
    scene::{Scene, ScriptLine},
    trace::Replay,
    view::board::Role,
};

pub(crate) use gridscope_grid::bucket_queue;

/// Draws a moment without colours: as a board of roles, or as text.
pub mod view {
    pub mod board;
    pub mod palette;

    pub use crate::trace::picture;
}
