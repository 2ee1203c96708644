//! Workers: other instances of this program, each for one long task.

use gridscope_algorithms::registry;
use gridscope_debugger::session::background::remote;
use gridscope_trace::later::{self, Here};
use js_sys::{Function, Uint8Array};
use wasm_bindgen::prelude::*;

/// Sets the function that starts a worker: it gets a request, as bytes, and returns the `Worker`. That calls [`perform`]
/// with the request and posts each report, or the text of an error. Without this function, long tasks run between frames.
#[wasm_bindgen(js_name = useWorkers)]
pub fn use_workers(start: Function) {
    gridscope_app::use_workers(start);
}

/// Returns the compiled program, so that a worker need not compile it again.
#[wasm_bindgen]
pub fn program() -> JsValue {
    wasm_bindgen::module()
}

/// Records that the second part of the program is loaded.
#[wasm_bindgen]
pub fn program_arrived() {
    later::arrived();
}

/// Runs the task of a request, in a worker. `report` is called with the bytes of each report.
#[wasm_bindgen]
pub fn perform(request: &[u8], report: &Function) -> Result<(), JsValue> {
    let here = Here::now().ok_or("the second part of the program is not loaded")?;
    let mut refused = Ok(());
    let mut send_report = |bytes: Vec<u8>| {
        if let Err(error) = report.call1(&JsValue::NULL, &Uint8Array::from(bytes.as_slice())) {
            refused = Err(error);
        }
    };
    later::later(here, || remote::perform(&registry(), request, &mut send_report))?;
    refused
}
