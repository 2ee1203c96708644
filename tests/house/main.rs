//! What holds for the project itself: the fences between the rooms, and what every lesson claims.

#[path = "../common/mod.rs"]
mod common;
mod exercises;
mod fences;
mod packages;
mod pages;
mod presets;
mod presets_minds;
mod presets_questions;
mod presets_searches;
mod slides;
mod sources;
