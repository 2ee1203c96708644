//! Random commands, and random changes of files and texts, for the tests and for the fuzzer.

mod command_names;
pub mod commands;
pub mod mutate;
mod parts;
pub mod random_commands;
pub mod seeds;
pub mod targets;
