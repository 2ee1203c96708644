//! The window without a display: driven as a person would, asked its questions, and its keys.

mod driven;
mod kept;
mod keys;
mod questions;
