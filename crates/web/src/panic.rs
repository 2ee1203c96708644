//! Panics. A panic ends the program of the page, so the page has to say what broke.

use std::cell::RefCell;
use wasm_bindgen::prelude::*;

thread_local! {
    static ON_PANIC: RefCell<Option<js_sys::Function>> = const { RefCell::new(None) };
}

/// Sets the function that is called with the message of a panic. Nothing else can be called afterwards.
#[wasm_bindgen]
pub fn on_panic(function: js_sys::Function) {
    ON_PANIC.set(Some(function));
}

/// Installs the hook, when the program is loaded.
#[wasm_bindgen(start)]
pub(crate) fn install() {
    std::panic::set_hook(Box::new(|panic| {
        let function = ON_PANIC.with_borrow(Clone::clone);
        if let Some(function) = function {
            // An error of the page's own code cannot be reported any more.
            _ = function.call1(&JsValue::NULL, &panic.to_string().into());
        }
    }));
}
