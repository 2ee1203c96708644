//! Digests of all lessons for Node.js. `tests/net/digests.txt` has those of a desktop.
#![cfg(target_arch = "wasm32")]

use wasm_bindgen::prelude::wasm_bindgen;

/// Returns all digests, one line each.
///
/// # Errors
/// Returns a sentence if a lesson cannot be read or run.
#[wasm_bindgen]
pub fn digests() -> Result<String, String> {
    // This program is one part.
    gridscope::trace::later::arrived();
    support::digest::all().map(|lines| lines.join("\n") + "\n")
}
