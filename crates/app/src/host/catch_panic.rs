//! Catches panics: the message becomes an error, and everything else goes on.

use crate::debugger::disk::crash::Crash;
use std::any::Any;
use std::cell::RefCell;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Once;

/// Runs some code. Returns its result, or the message and place of its panic.
pub(crate) fn caught<T>(code: impl FnOnce() -> T) -> Result<T, Crash> {
    watch_panics();
    catch_unwind(AssertUnwindSafe(code)).map_err(|payload| crash(&*payload))
}

thread_local! {
    /// Place of this thread's last panic.
    static PLACE: RefCell<Option<String>> = const { RefCell::new(None) };
}

/// Installs a panic hook that records the place of a panic and then calls the previous hook. Only the hook knows the
/// place.
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

/// Returns the message and the place of a panic.
fn crash(payload: &(dyn Any + Send)) -> Crash {
    let text = payload.downcast_ref::<&str>().map(|s| (*s).to_owned());
    let reason = text.or_else(|| payload.downcast_ref::<String>().cloned());
    Crash {
        reason: reason.unwrap_or_else(|| "a panic without a message".into()),
        place: PLACE.with(|place| place.borrow_mut().take()),
    }
}
