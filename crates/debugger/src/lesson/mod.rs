//! A lesson beyond its text: suggestions, exercises, claims, and the words that it explains.
//!
//! The lesson files are read in `gridscope_formats`. Slides are drawn by the window and by [`crate::export`].

pub mod cell_texts;
pub mod claims;
pub mod exercise;
pub mod glossary;
pub mod heading;
pub mod journey;
pub mod pins;
pub mod suggestion;
pub mod task;
pub mod unknown_words;
