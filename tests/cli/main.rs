//! The program as used by scripts.

mod algorithm_choice;
mod check;
mod derived_names;
mod ends;
mod events;
mod examples;
mod generate;
mod generate_dungeon;
mod grade;
#[cfg(feature = "gui")]
mod handout;
mod kills;
mod layers;
mod limits;
mod loggers;
mod minimise_program;
mod movers;
mod open;
mod own;
mod page;
mod paths;
mod pipes;
mod plain;
mod presets;
mod printed;
mod program;
mod questions;
mod refused;
mod render;
mod serve;
mod shell;
mod suite;
mod table;
mod unknown_algorithms;
mod write_your_own;
