//! Workers of the page: each is another instance of this program that runs one long task.

use crate::debugger::disk::crash::Crash;
use crate::host::thread::Next;
use egui::Context;
use js_sys::{Function, Uint8Array};
use std::cell::RefCell;
use std::collections::VecDeque;
use std::rc::Rc;
use wasm_bindgen::prelude::*;
use web_sys::{ErrorEvent, MessageEvent, Worker};

/// Largest number of workers that share a task.
const MOST_AT_ONCE: usize = 4;

thread_local! {
    static START: RefCell<Option<Function>> = const { RefCell::new(None) };
}

/// Sets the function that starts a worker. It gets the request, as bytes, and returns the worker. The worker posts each
/// report as bytes, or a text if it failed. Without this function, long tasks run in turns with the frames.
pub fn use_workers(start: Function) {
    START.set(Some(start));
}

/// Messages that were not taken yet. Their bytes are outside of this program's memory.
type Messages = Rc<RefCell<VecDeque<Next<Uint8Array>>>>;

/// A task that runs in a worker. Dropping it ends the worker.
pub(crate) struct RemoteTask {
    worker: Worker,
    messages: Messages,
    _on_message: Closure<dyn FnMut(MessageEvent)>,
    _on_error: Closure<dyn FnMut(ErrorEvent)>,
}

impl RemoteTask {
    /// Returns the number of workers that may share a task: one for each core, but few, because each has a memory of its own.
    pub(crate) fn count() -> usize {
        let cores = web_sys::window().map_or(1.0, |window| window.navigator().hardware_concurrency());
        (cores as usize).clamp(1, MOST_AT_ONCE)
    }

    /// Starts a worker with a request. Each of its messages requests a frame. Returns `None` if the page cannot start one.
    pub(crate) fn start(ctx: &Context, request: &[u8]) -> Option<Self> {
        let start = START.with_borrow(Clone::clone)?;
        let worker = start.call1(&JsValue::NULL, &Uint8Array::from(request)).ok().and_then(|it| it.dyn_into().ok());
        let Some(worker): Option<Worker> = worker else {
            START.set(None);
            return None;
        };
        let messages = Messages::default();
        let take = |messages: &Messages, ctx: &Context| {
            let (messages, ctx) = (Rc::clone(messages), ctx.clone());
            move |message| {
                messages.borrow_mut().push_back(message);
                ctx.request_repaint();
            }
        };
        let (message, failed) = (take(&messages, ctx), take(&messages, ctx));
        let on_message = Closure::new(move |event: MessageEvent| {
            message(event.data().as_string().map_or_else(
                || Next::Report(Uint8Array::new(&event.data())),
                |sentence| Next::Ended(Some(Crash::new(&sentence))),
            ));
        });
        let on_error = Closure::new(move |event: ErrorEvent| {
            // The worker could not be loaded, and the next one could not be either.
            START.set(None);
            failed(Next::Ended(Some(Crash::new(&event.message()))));
        });
        worker.set_onmessage(Some(on_message.as_ref().unchecked_ref()));
        worker.set_onerror(Some(on_error.as_ref().unchecked_ref()));
        Some(Self { worker, messages, _on_message: on_message, _on_error: on_error })
    }

    /// Returns the next report as bytes.
    pub(crate) fn next(&self) -> Next<Vec<u8>> {
        match self.messages.borrow_mut().pop_front() {
            None | Some(Next::Nothing) => Next::Nothing,
            Some(Next::Report(bytes)) => Next::Report(bytes.to_vec()),
            Some(Next::Ended(crash)) => Next::Ended(crash),
        }
    }
}

impl Drop for RemoteTask {
    fn drop(&mut self) {
        self.worker.set_onmessage(None);
        self.worker.set_onerror(None);
        self.worker.terminate();
    }
}
