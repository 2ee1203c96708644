//! Tests of the project itself: rules for the sources, and the claims of every lesson.

mod colour_words;
mod exercises;
mod fences;
mod formats_doc;
mod limits_doc;
mod packages;
mod pages;
mod param_help;
mod presets;
mod presets_minds;
mod presets_questions;
mod presets_searches;
mod route;
mod shown_signs;
mod slides;
mod sources;
mod style_gate;
mod words;
