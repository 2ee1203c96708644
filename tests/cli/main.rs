//! The program as scripts see it.

mod check;
mod events;
mod examples;
mod generate;
mod limits;
mod loggers;
mod own;
mod plain;
mod printed;
mod program;
mod questions;
mod refused;
mod render;
mod suite;
mod table;
mod told;
mod write_your_own;
