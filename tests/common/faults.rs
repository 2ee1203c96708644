//! A disk that fails: at one step, or from one step on as a full one does.

use gridscope::debugger::disk::{Step, failing};
use std::cell::{Cell, RefCell};
use std::collections::BTreeSet;
use std::io;
use std::path::Path;
use std::rc::Rc;

/// What the disk says.
pub const REASON: &str = "the disk broke here";

/// Does `body` once for each step that it takes on the disk, and each time that step fails: alone, and then with all later
/// ones but those that look and remove. `body` is told whether any step failed, and does what is to be tested by calling the
/// function that it is handed. The answer is which steps there were.
pub fn at_each_step<T>(
    mut body: impl FnMut(usize, &mut dyn FnMut(&mut dyn FnMut() -> T) -> (T, bool)),
) -> BTreeSet<String> {
    let seen = Rc::new(RefCell::new(BTreeSet::new()));
    for lasting in [false, true] {
        for nth in 0.. {
            assert!(nth < 500, "it never ends");
            let failed = Rc::new(Cell::new(false));
            body(nth, &mut |what| {
                let (mut steps, told, met) = (0, Rc::clone(&failed), Rc::clone(&seen));
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

/// The names in a folder, none of which is a file half written.
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
