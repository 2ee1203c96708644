//! Maps for games: shortest paths, field of view, distance maps, and the geometry under them.
//!
//! Three types answer the questions that a game asks every turn. Each prepares a [`map::GridMap`] once and can then be
//! queried as often as you like. When a door moves, call [`open`](finder::Finder::open) or
//! [`close`](finder::Finder::close):
//!
//! - [`finder::Finder`] returns a cheapest path from one cell to another.
//! - [`fov::FieldOfView`] returns the cells that are visible from a cell.
//! - [`distances::DistanceMap`] returns the cost from every cell to the nearest of some goals.
//!
//! ```
//! use gridscope_grid::{Cell, DistanceMap, FieldOfView, Finder, GridMap};
//!
//! let map = GridMap::from_rows(&["......", ".####.", "......"], |glyph| glyph == '.').unwrap();
//! let (guard, thief) = (Cell::new(0, 1), Cell::new(5, 1));
//!
//! let path = Finder::new(&map).path(guard, thief).unwrap();
//! assert_eq!(path.cells.len(), 8);
//! assert!(!FieldOfView::new(&map).look(guard, 20).sees(thief));
//! let mut flight = DistanceMap::new(&map);
//! flight.set_goals(&[guard]);
//! assert_eq!(flight.get(thief).unwrap().approx(), 7.0);
//! ```
//!
//! x grows to the right, y grows downward, (0, 0) is the top left cell, and grids are stored row by row. A straight
//! step costs 1 and a diagonal step √2, times the weight of the cell that it ends on. Costs are exact ([`Cost`]), so equal costs compare as equal.
//!
//! This crate does not depend on events, files, threads, clocks or screens. Without features it depends on no other
//! crate.

#![warn(unreachable_pub)]
#![deny(clippy::unwrap_used, clippy::panic, clippy::todo, clippy::unimplemented, clippy::dbg_macro)]

#[doc(hidden)]
pub mod bucket_queue;
pub mod cost;
#[doc(hidden)]
pub mod detours;
pub mod dijkstra;
pub mod distances;
mod filled_buckets;
pub mod finder;
pub mod fov;
pub mod geometry;
pub mod grid;
pub mod heuristic;
pub mod map;
pub mod movement;
pub mod observe;
#[doc(hidden)]
pub mod records;
pub mod root2;
pub mod terrain;
pub mod weight;

#[doc(no_inline)]
pub use {
    cost::Cost,
    distances::DistanceMap,
    finder::Finder,
    fov::FieldOfView,
    geometry::{Cell, Dir, Size},
    grid::Grid,
    map::GridMap,
    observe::Observer,
    terrain::{Tile, Verb},
    weight::{Weight, Weights},
};

/// Earlier names of types in [`map`].
pub mod floor {
    /// The earlier name of [`GridMap`](crate::GridMap).
    #[deprecated(note = "write `map::GridMap`")]
    pub type Floor = crate::map::GridMap;
    /// The earlier name of [`Path`](crate::map::Path).
    #[deprecated(note = "write `map::Path`")]
    pub type Way = crate::map::Path;
}

/// The examples of the README compile.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
