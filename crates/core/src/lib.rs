//! The part with no screen in it: grid, terrain, scenes, movement, events, traces, replay and every algorithm.
//!
//! It knows nothing of files, clocks, threads or screens. Data flows one way:
//! a [`scene::Scene`] and [`params::Params`] go into an [`algorithm::Algorithm`], which reports events to an
//! [`observe::Observer`]; a [`trace::Recorder`] keeps them as a [`trace::Trace`]; a [`trace::Player`] stands at one
//! moment of it; [`view`] draws that moment as a board of roles.

extern crate self as gridscope_core;

pub mod actor;
pub mod algorithm;
pub mod algorithms;
mod bucket_queue;
pub mod card;
pub mod control;
pub mod dijkstra;
pub mod distances;
pub mod ends;
pub mod event;
pub mod exercise;
pub mod floor;
pub mod fov;
pub mod generate;
pub mod geometry;
pub mod grid;
pub mod memory;
pub mod movement;
pub mod observe;
pub mod outcome;
pub mod params;
pub mod question;
pub mod rng;
pub mod root2;
pub mod run_error;
pub mod scene;
pub mod terrain;
pub mod tool;
pub mod trace;
pub mod ways;
pub mod world;

pub use trace::why;

/// Draws a moment without colours: as a board of roles, or as text.
pub mod view {
    pub mod board;
    pub mod palette;

    pub use crate::trace::picture;
}
