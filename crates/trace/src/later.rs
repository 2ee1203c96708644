//! Code that a page fetches after its first picture, and the proof that it is there.
//!
//! In a page, the program comes in two parts. The second has everything that only calls of [`later`] reach: the build
//! follows all calls from the start of the program to find out (see `crates/web/bindgen`). A call of [`later`] needs a
//! [`Here`], and there is none before the second part is loaded. Elsewhere, the program is one part.

use crate::progress::pause;
use std::sync::atomic::{AtomicBool, Ordering};

static IS_HERE: AtomicBool = AtomicBool::new(!cfg!(target_family = "wasm"));

/// Proof that the whole program is loaded.
#[derive(Clone, Copy, Debug)]
pub struct Here(());

impl Here {
    /// Returns the proof, if the whole program is loaded.
    pub fn now() -> Option<Self> {
        IS_HERE.load(Ordering::Relaxed).then_some(Self(()))
    }

    /// Waits until the whole program is loaded. In a page, [`at_once`](crate::progress::at_once) would never end before.
    pub async fn wait() -> Self {
        loop {
            if let Some(here) = Self::now() {
                return here;
            }
            pause().await;
        }
    }
}

/// Records that the whole program is loaded. A page calls this.
pub fn arrived() {
    IS_HERE.store(true, Ordering::Relaxed);
}

/// Calls a function that may be in the second part of the program.
#[inline(never)]
pub fn later<T>(_: Here, call: impl FnOnce() -> T) -> T {
    // Without the look at the mark, the compiler may merge this function with one that is called at any time.
    if !IS_HERE.load(Ordering::Relaxed) {
        std::process::abort();
    }
    // A caller that knows the type behind a returned box could call its functions without the gate.
    std::hint::black_box(call())
}
