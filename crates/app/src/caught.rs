//! Code that breaks, caught: what it said becomes an answer, and everything else goes on.

use crate::debugger::crash::Crash;
use std::any::Any;
use std::cell::RefCell;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Once;

/// What some code gives, or what it said when it broke, and where.
pub fn caught<T>(code: impl FnOnce() -> T) -> Result<T, Crash> {
    watch_panics();
    catch_unwind(AssertUnwindSafe(code)).map_err(|payload| crash(&*payload))
}

thread_local! {
    /// Where this thread panicked last.
    static PLACE: RefCell<Option<String>> = const { RefCell::new(None) };
}

/// Notes where a thread panics, besides what was done about panics before: only the hook is told the place.
fn watch_panics() {
    static ONCE: Once = Once::new();
    ONCE.call_once(|| {
        let before = std::panic::take_hook();
        std::panic::set_hook(Box::new(move |panic| {
            PLACE.with(|place| *place.borrow_mut() = Crash::of(panic).place);
            before(panic);
        }));
    });
}

/// What a panic said, and where.
fn crash(payload: &(dyn Any + Send)) -> Crash {
    let text = payload.downcast_ref::<&str>().map(|s| (*s).to_owned());
    let reason = text.or_else(|| payload.downcast_ref::<String>().cloned());
    Crash {
        reason: reason.unwrap_or_else(|| "a panic without words".into()),
        place: PLACE.with(|place| place.borrow_mut().take()),
    }
}
