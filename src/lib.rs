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
//! This crate combines the parts. Each part is a crate of its own, and uses only those above it in this list:
//!
//! - [`core`]: grids, scenes, events, traces, replay and all algorithms. No files, no screen. It consists of
//!   `gridscope-grid`, which a game can use alone, `gridscope-trace` and `gridscope-algorithms`.
//! - [`log`]: a log writer for Rust programs.
//! - [`formats`]: reading and writing of all file formats.
//! - [`presets`]: the lessons.
//! - [`debugger`]: what a user can do, without a window: the document with undo, runs, playback and commands.
//! - [`outside`]: programs behind the map, and logs that are still growing.
//! - `cli`: the command line, with one module per subcommand (feature `cli`).
//! - `app`: the window (feature `gui`). It draws the debugger and turns input into commands.
//!
//! # Three ways to use it
//!
//! - *An algorithm of your own*, with everything that the built-in ones have: use [`prelude`] and the function `app`,
//!   as in `gridscope::app().with(Mine).on("secret-door").run()`. `docs/write-your-own.md` shows it in ten steps.
//! - *A log of what your program does*. All it needs from gridscope is a writer of lines: [`log`].
//! - *A call*, without a trace, on a [`GridMap`](core::map::GridMap) that is prepared once:
//!   a [`Finder`](core::finder::Finder) for paths, a [`FieldOfView`](core::fov::FieldOfView) for sight, a
//!   [`DistanceMap`](core::distances::DistanceMap) for distances, an
//!   [`Explorer`](core::algorithms::auto_explore::Explorer) for where to explore next, and
//!   [`Jumps`](core::algorithms::autochess::Jumps) for where an auto chess piece jumps.
//!
//! For calls, depend on `gridscope-grid` alone. For logs, depend on `gridscope-log` alone.
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

#![warn(unreachable_pub)]
#![deny(clippy::unwrap_used, clippy::panic, clippy::todo, clippy::unimplemented, clippy::dbg_macro)]

mod builder;
pub mod prelude;

pub use builder::{Builder, Show, app};
#[cfg(feature = "gui")]
pub use gridscope_app as app;
#[cfg(feature = "cli")]
pub use gridscope_cli as cli;
pub use {
    gridscope_core as core, gridscope_debugger as debugger, gridscope_formats as formats, gridscope_log as log,
    gridscope_outside as outside, gridscope_presets as presets,
};
