//! Questions about a recorded run of any algorithm: the laws of replay, conditions, why and why-not.

#[cfg(feature = "cli")]
mod bfs;
mod card_rows;
mod conditions;
mod conditions_everywhere;
mod decisions;
mod declared;
mod every_algorithm;
mod handwritten_log;
mod kernel;
mod laws_everywhere;
mod open_list;
mod outcome;
mod palette;
mod pieces;
mod random_logs;
mod redrawn;
mod replay_laws;
mod stray;
mod why;
mod windows;
mod workers;
mod wrong_beliefs;
