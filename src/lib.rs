//! gridscope: a time-travel debugger and explorer for grid algorithms.
//!
//! **An algorithm is an ordinary function that reports events. A trace is the log of them. Everything on the screen is
//! a pure function of (trace, cursor).**
//!
//! ```text
//! Scene + parameters + seed ─▶ algorithm ─▶ events ─▶ Recorder ─▶ Trace ─▶ Player (cursor) ─▶ views ─▶ window
//!       ▲                                                                                            │
//!       └──────────────────────────── Command (the only way back) ◀──────────────────────────────────┘
//! ```
//!
//! # Three doors
//!
//! **A call.** A game calls a search, a field of view or a distance map on a map that is prepared once, without a trace.
//! [`Finder`](trace::finder::Finder) finds paths, [`FieldOfView`](trace::fov::FieldOfView) returns the visible cells,
//! [`DistanceMap`](trace::distances::DistanceMap) the distances to goals,
//! [`Explorer`](algorithms::auto_explore::Explorer) where to explore next, and
//! [`Jumps`](algorithms::autochess::Jumps) where an auto chess piece jumps. For the first three, depend on
//! `gridscope-grid` alone.
//!
//! ```
//! use gridscope::trace::finder::Finder;
//! use gridscope::trace::geometry::{Cell, Size};
//! use gridscope::trace::map::GridMap;
//!
//! let map = GridMap::new(Size::new(9, 5), |cell| cell.x != 4 || cell.y == 4); // a wall with one gap
//! let mut finder = Finder::new(&map);
//! let path = finder.path(Cell::new(1, 1), Cell::new(7, 1)).unwrap();
//! assert!(path.cells.contains(&Cell::new(4, 4)));
//! ```
//!
//! **A log.** Your program writes a line for each event, and gridscope shows it, steps through it, and checks it. For
//! Rust, depend on `gridscope-log`, which is [`log`] here; other languages copy a file of `loggers/`.
//!
//! ```
//! use gridscope::formats::log::Log;
//! use gridscope::log::Logger;
//!
//! let mut logger = Logger::start(&["#####", "#...#", "#####"], (1, 1), (3, 1)).to(Vec::new());
//! logger.open((1, 1), None, 0, 2); // the start joins the open list, with g = 0 and h = 2
//! logger.expand((1, 1), 0);
//! let lines = logger.into_inner();
//! assert_eq!(Log::read("my log", &*lines).unwrap().events.len(), 2);
//! // gridscope::app().show(…) opens it in the window.
//! ```
//!
//! **An algorithm of your own**, with everything that the built-in ones have: declare its events with
//! [`#[derive(Event)]`](trace::event::Event), use [`prelude`], and start the program with
//! `gridscope::app().with(Mine).on("secret-door").run()`. `docs/write-your-own.md` shows it in eleven steps,
//! `examples/bfs.rs` in sixty lines.
//!
//! # A run, forward and backward
//!
//! ```
//! use gridscope::trace::geometry::Cell;
//! use gridscope::algorithms;
//! use gridscope::trace::{scene::Scene, trace::Progress, view::picture::picture};
//!
//! let scene = Scene::from_rows(&["#########", "#G......#", "#.###S#.#", "#.....X.#", "#########"]).unwrap();
//! let mut run = algorithms::record(&scene, &Progress::default()).unwrap();
//! assert_eq!(run.outcome()["found"], true);
//!
//! run.seek(40); // forward and backward cost the same
//! println!("{}", run.event(39).sentence);
//! println!("{}", picture(&scene, &run));
//! for i in run.history(Cell::new(5, 1)) {
//!     println!("{}", run.event(i as usize).sentence); // the events about this cell
//! }
//! ```
//!
//! # The crates
//!
//! This crate combines the others. Each uses only those above it in this list:
//!
//! - [`trace`]: grids, scenes, events, traces, replay. No files, no screen, and no algorithm. Its grids are those of
//!   `gridscope-grid`, which a game can use alone.
//! - [`algorithms`]: all algorithms and generators, and [`registry`], which lists them. No other crate of this list
//!   depends on it.
//! - [`log`]: a log writer for Rust programs.
//! - [`formats`]: reading and writing of all file formats.
//! - [`presets`]: the lessons.
//! - [`debugger`]: everything a user can do, without a window: the document with undo, runs, playback and commands.
//! - [`outside`]: programs behind the map, and logs that are still growing.
//! - `cli`: the command line, with one module per subcommand (feature `cli`).
//! - `app`: the window (feature `gui`). It draws the debugger and turns input into commands.

#![warn(unreachable_pub)]
#![deny(clippy::unwrap_used, clippy::panic, clippy::todo, clippy::unimplemented, clippy::dbg_macro)]

mod builder;
#[cfg(feature = "gui")]
mod guide;
pub mod prelude;

pub use builder::{Builder, Show, app};
pub use gridscope_algorithms::registry;
#[cfg(feature = "gui")]
pub use gridscope_app as app;
#[cfg(feature = "cli")]
pub use gridscope_cli as cli;
pub use {
    gridscope_algorithms as algorithms, gridscope_debugger as debugger, gridscope_formats as formats,
    gridscope_log as log, gridscope_outside as outside, gridscope_presets as presets, gridscope_trace as trace,
};

/// The old name of [`trace`] and [`algorithms`] together.
#[deprecated(note = "use `gridscope::trace`, or `gridscope::algorithms` for one of the algorithms")]
pub mod core {
    pub use gridscope_core::*;
}

/// Returns a session for a scene, with everything that is built in. Nothing is recorded yet.
pub fn session(scene: trace::Scene) -> debugger::Session {
    debugger::Session::new(registry(), scene)
}
