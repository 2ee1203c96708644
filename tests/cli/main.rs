//! The program as scripts see it.

mod check;
mod generate;
mod loggers;
mod printed;
mod program;
mod questions;
mod told;
