//! Tests of the window without a display: driven as a person would, its questions, its keys, and worker threads that
//! break.

mod accessible;
mod arrangements;
mod banner;
mod begun;
mod by_keyboard;
mod cases;
mod cell_numbers;
mod debug_panels;
mod drawing;
mod driven;
mod events;
mod export;
#[path = "../../../../tests/common/faults.rs"]
mod faults;
mod gallery;
mod kept;
mod keys;
mod legible;
mod legible_dialogs;
mod look;
mod making;
mod maps;
mod narrow;
mod notices;
pub(crate) mod opening;
mod page;
mod page_colours;
mod panels;
mod questions;
mod reading;
mod recovery;
#[path = "../../../../tests/common/share.rs"]
mod share;
mod slides;
mod start;
mod textures;
mod typed;
mod unharmed;
pub(crate) mod worker;
