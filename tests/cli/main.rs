//! The program as scripts see it.

mod generate;
mod printed;
mod program;
mod questions;
