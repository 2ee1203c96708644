//! A simulated disk that fails: at one step, or from one step on, like a full disk.

use gridscope::debugger::disk::{Step, failing};
use std::cell::{Cell, RefCell};
use std::collections::BTreeSet;
use std::io;
use std::path::Path;
use std::rc::Rc;

/// Error message of the disk.
pub const REASON: &str = "the disk broke here";

/// Runs `body` once for each step that it takes on the disk, and makes that step fail: first that step alone, then it
/// and all later steps except those that look, read and remove. `body` gets the number of the step and a function. It
/// passes the code under test to that function, which returns the result and whether any step failed. Returns the kinds
/// of steps that occurred.
pub fn at_each_step<T>(
    mut body: impl FnMut(usize, &mut dyn FnMut(&mut dyn FnMut() -> T) -> (T, bool)),
) -> BTreeSet<String> {
    let seen = Rc::new(RefCell::new(BTreeSet::new()));
    for lasting in [false, true] {
        for nth in 0.. {
            assert!(nth < 500, "it never ends");
            let failed = Rc::new(Cell::new(false));
            body(nth, &mut |what| {
                let mut steps = 0;
                let told = Rc::clone(&failed);
                let met = Rc::clone(&seen);
                let fault = move |step: Step, _: &Path| {
                    steps += 1;
                    met.borrow_mut().insert(format!("{step:?}"));
                    let goes_on = lasting && steps > nth && ![Step::Look, Step::Read, Step::Remove].contains(&step);
                    if steps == nth + 1 || goes_on {
                        told.set(true);
                        return Err(io::Error::other(REASON));
                    }
                    Ok(())
                };
                (failing(fault, what), failed.get())
            });
            if !failed.get() {
                break;
            }
        }
    }
    Rc::try_unwrap(seen).expect("nobody else").into_inner()
}

/// Returns the names in a folder. Panics if one of them is an incomplete file.
pub fn names(folder: &Path) -> Vec<String> {
    let mut all: Vec<String> = std::fs::read_dir(folder)
        .expect("a folder")
        .flatten()
        .map(|e| e.file_name().to_string_lossy().into_owned())
        .collect();
    all.sort();
    assert!(!all.iter().any(|name| Path::new(name).extension().is_some_and(|e| e == "part")), "{all:?}");
    all
}
