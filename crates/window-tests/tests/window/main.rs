//! Tests of the window without a display: driven as a person would, its questions, its keys, and worker threads that
//! break.

mod accessible;
mod arrangements;
mod banner;
mod by_keyboard;
mod cards;
mod cases;
mod cell_numbers;
mod debug_panels;
mod drawing;
mod events;
mod export;
mod gallery;
mod keys;
mod legible;
mod legible_dialogs;
mod long_texts;
mod look;
mod making;
mod maps;
mod narrow;
mod new_scenes;
mod notices;
pub(crate) mod opening;
mod page;
mod panels;
mod questions;
mod reading;
mod recovery;
mod slides;
mod start;
mod stored_settings;
mod textures;
mod typed;
mod unharmed;
mod user_input;
pub(crate) mod worker;
