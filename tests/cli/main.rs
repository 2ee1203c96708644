//! The program as scripts see it.

mod check;
mod events;
mod examples;
mod generate;
mod loggers;
mod own;
mod printed;
mod program;
mod questions;
mod render;
mod suite;
mod table;
mod told;
mod write_your_own;
