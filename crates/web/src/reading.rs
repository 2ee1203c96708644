//! Reading aloud: what the window says about itself, for the page to show to screen readers, and what is done with it.

use crate::bindings::Gridscope;
use gridscope_app::host::reading::{Reader, event};
use js_sys::Function;
use wasm_bindgen::prelude::*;

#[wasm_bindgen]
impl Gridscope {
    /// Sets the function that is called with every change of what the window says about itself, as JSON. From then on the
    /// window describes itself after each frame.
    pub fn on_reading(&self, function: Function) {
        if let Some(mut window) = self.window() {
            drop(window.ctx.plugin_or_default::<Reader>());
            window.reads = Some(function);
            window.ctx.request_repaint();
        }
    }

    /// Does something with an element: `click`, `focus`, `increment`, `decrement`, or `set` with a number or a text. Returns
    /// whether there is such an action.
    pub fn act(&self, id: &str, action: &str, value: &str, is_number: bool) -> bool {
        let Some(event) = event(id, action, value, is_number) else { return false };
        let Some(mut window) = self.window() else { return false };
        window.acts.push(event);
        window.ctx.request_repaint();
        true
    }
}
