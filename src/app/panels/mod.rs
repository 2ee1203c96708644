//! The panels: each draws one part of the session and says what should be done.

pub mod breakpoints;
pub mod cell;
pub mod charts;
mod columns;
pub mod compare;
pub mod events;
pub mod experiment;
pub mod findings;
pub mod layers;
pub mod listing;
mod long_list;
pub mod notes;
pub mod params;
pub mod phases;
pub(crate) mod picker;
pub mod plots;
pub mod present;
pub mod queue;
mod roses;
pub mod scores;
mod slides;
pub mod small;
pub mod ties;
pub mod timeline;
pub mod tools;
pub mod transport;
mod turns;
