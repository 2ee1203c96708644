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
//! - [`formats`]: one file for each file format: what it reads, writes and refuses.
//! - [`debugger`]: what a person does, without a window: the document with its undo, runs, playback, commands.
//! - [`outside`]: programs behind the map, and logs that still grow.
//! - `cli`: the command line, one file for each subcommand (feature `cli`).
//! - `app`: the window (feature `gui`): it draws the debugger and turns input into commands.
//!
//! and [`presets`], the scenes that come with the program.
//!
//! # Five minutes
//!
//! ```
//! use gridscope::core::algorithms;
//! use gridscope::core::trace::Control;
//!
//! let scene = gridscope::presets::find("secret-door").unwrap().scene().unwrap();
//! let mut run = algorithms::record(&scene, &Control::default()).unwrap();
//! assert_eq!(run.outcome()["reached"], serde_json::json!([5, 1]));
//!
//! run.seek(40); // forward and backward cost the same
//! println!("{}", run.event(39).sentence);
//! println!("{}", gridscope::core::view::picture::picture(&scene, &run));
//! for i in run.history(gridscope::core::geometry::Cell::new(5, 1)) {
//!     println!("{}", run.event(i as usize).sentence); // who wrote this cell, and who tried
//! }
//! ```

#[cfg(feature = "gui")]
pub mod app;
mod builder;
#[cfg(feature = "cli")]
pub mod cli;
pub mod debugger;
pub mod formats;
pub mod log;
pub mod outside;
pub mod prelude;
pub mod presets;

pub use builder::{Builder, Show, app};
pub use gridscope_core as core;
