//! The program as scripts see it.

mod generate;
mod loggers;
mod printed;
mod program;
mod questions;
