//! Rate of long work, and the time that it still needs.

use crate::formats::plain::thousands;
use egui::{Id, Ui};

/// Pause after which work that is shown again counts as new, in seconds.
const PAUSE: f64 = 1.0;
/// Time until the rate is known, in seconds.
const FIRST: f64 = 1.0;

/// Work that is shown.
#[derive(Clone, Copy)]
struct Shown {
    /// When it was first shown, and how much was done then.
    since: f64,
    before: f64,
    /// When it was last shown, and how much was done then.
    last: f64,
    done: f64,
}

/// Writes the rate of `things`, and the time left if the total is known. Writes nothing in the first second. Without
/// `things`, writes only the time left.
pub(super) fn show(ui: &mut Ui, id: &str, done: f64, total: Option<f64>, things: Option<&str>) {
    let (id, now) = (Id::unique(("pace", id)), ui.input(|input| input.time));
    let is_same = |before: &Shown| now - before.last < PAUSE && before.done <= done;
    let before = ui.data(|data| data.get_temp::<Shown>(id)).filter(is_same);
    let work = before.map_or(Shown { since: now, before: done, last: now, done }, |s| Shown { last: now, done, ..s });
    ui.data_mut(|data| data.insert_temp(id, work));
    let (time, progress) = (now - work.since, done - work.before);
    if time < FIRST || progress <= 0.0 {
        return;
    }
    let rate = progress / time;
    let pace = things.map(|things| match rate {
        10.0.. => format!("{} {things} a second", thousands(rate as usize)),
        _ => format!("{rate:.1} {things} a second"),
    });
    let left = total.map(|total| format!("{} left", duration((total - done).max(0.0) / rate)));
    let words: Vec<String> = pace.into_iter().chain(left).collect();
    ui.weak(words.join(", "));
}

/// Formats a time: `12 s`, `3 min`, `2.5 h`.
fn duration(seconds: f64) -> String {
    match seconds {
        ..100.0 => format!("{} s", seconds.ceil()),
        ..6000.0 => format!("{} min", (seconds / 60.0).ceil()),
        _ => format!("{:.1} h", seconds / 3600.0),
    }
}
