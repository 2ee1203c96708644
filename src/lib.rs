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
//! Six rooms in a row; each may use those before it, none behind it, and the two faces do not know each other:
//!
//! - [`core`]: grid, terrain, scene, movement, events, traces, replay, all algorithms. No files, no screen.
//! - `formats`: one file for each file format: what it reads, writes and refuses (feature `debugger`, as all that follow).
//! - `debugger`: what a person does, without a window: the document with its undo, runs, playback, commands.
//! - `outside`: programs behind the map, and logs that still grow.
//! - `cli`: the command line, one file for each subcommand (feature `cli`).
//! - `app`: the window (feature `gui`): it draws the debugger and turns input into commands.
//!
//! and `presets`, the scenes that come with the program.
//!
//! # Three doors in
//!
//! - *An algorithm of your own*, with everything that ours have: [`prelude`], and then the function `app`, as in
//!   `gridscope::app().with(Mine).on("secret-door").run()`. `docs/write-your-own.md` goes there in ten steps.
//! - *A log of what your program does*, with nothing of ours in it but a writer of lines: [`log`].
//! - *A call*, without a trace: [`astar::path`](core::algorithms::astar::path),
//!   [`shadowcast::visible`](core::algorithms::shadowcast::visible) and [`dijkstra::distances`](core::dijkstra::distances) on
//!   a [`Floor`](core::floor::Floor). Those who ask often prepare the map once, as a
//!   [`Finder`](core::algorithms::search::Finder), a [`FieldOfView`](core::fov::FieldOfView) or a
//!   [`DistanceMap`](core::distances::DistanceMap); where to explore next says an
//!   [`Explorer`](core::algorithms::auto_explore::Explorer), and where a piece jumps [`Jumps`](core::algorithms::autochess::Jumps).
//!
//! The last two need no feature: `default-features = false`.
//!
//! # Five minutes
//!
//! ```
//! use gridscope::core::geometry::Cell;
//! use gridscope::core::{algorithms, scene::Scene, trace::Control, view::picture::picture};
//!
//! let scene = Scene::drawn(&["#########", "#G......#", "#.###S#.#", "#.....X.#", "#########"]).unwrap();
//! let mut run = algorithms::record(&scene, &Control::default()).unwrap();
//! assert_eq!(run.outcome()["found"], true);
//!
//! run.seek(40); // forward and backward cost the same
//! println!("{}", run.event(39).sentence);
//! println!("{}", picture(&scene, &run));
//! for i in run.history(Cell::new(5, 1)) {
//!     println!("{}", run.event(i as usize).sentence); // who wrote this cell, and who tried
//! }
//! ```

#[cfg(feature = "gui")]
pub mod app;
#[cfg(feature = "debugger")]
mod builder;
#[cfg(feature = "cli")]
pub mod cli;
#[cfg(feature = "debugger")]
pub mod debugger;
#[cfg(feature = "debugger")]
pub mod formats;
pub mod log;
#[cfg(feature = "debugger")]
pub mod outside;
pub mod prelude;
#[cfg(feature = "debugger")]
pub mod presets;

#[cfg(feature = "debugger")]
pub use builder::{Builder, Show, app};
pub use gridscope_core as core;
