//! gridscope in a page: bindings for JavaScript, and nothing else.

#![cfg(target_arch = "wasm32")]
#![warn(unreachable_pub)]
#![deny(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::todo, clippy::unimplemented)]

mod bindings;
mod engaged;
mod panic;
mod pixels;
mod reading;
mod window;
mod worker;

pub use bindings::{Gridscope, put_kept};
pub use panic::on_panic;
pub use worker::{perform, program, program_arrived, use_workers};
