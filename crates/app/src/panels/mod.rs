//! The panels. Each draws one part of the session and sends commands. The top bar and the banner are here
//! too.
//!
//! Where a panel stands is decided in [`crate::layout`].

pub(crate) mod ask;
pub mod banner;
pub(crate) mod before;
pub(crate) mod breakpoints;
pub(crate) mod cell;
pub(crate) mod charts;
mod columns;
pub(crate) mod compare;
mod conditions;
pub(crate) mod curves;
pub(crate) mod events;
pub(crate) mod exercise;
pub(crate) mod experiment;
pub(crate) mod findings;
pub(crate) mod layers;
pub(crate) mod listing;
mod log_lines;
mod long_list;
mod markdown;
pub(crate) mod menu;
pub(crate) mod movers;
pub(crate) mod notes;
pub(crate) mod open_list;
mod pace;
pub(crate) mod panel_below_map;
pub(crate) mod params;
pub(crate) mod phases;
pub(crate) mod picker;
pub(crate) mod pins_in_text;
pub(crate) mod plots;
pub(crate) mod present;
mod roses;
pub(crate) mod scores;
pub(crate) mod shrink;
mod slide_fields;
pub(crate) mod slides;
mod solution;
pub(crate) mod tab_row;
pub(crate) mod tasks;
pub(crate) mod ties;
pub(crate) mod timeline;
pub(crate) mod tools;
pub(crate) mod transport;
mod turns;
