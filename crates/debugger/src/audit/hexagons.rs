//! Notices the steps of hexagons on shifted rows or columns, in a log that states eight neighbours.

use super::AT_ONCE;
use crate::formats::log::{Log, Steps, Word};
use gridscope_trace::progress::pause_every;
use rustc_hash::FxHashSet;

/// A step as the difference between two cells.
type Offset = (i32, i32);

/// Returns a sentence if the steps from even and odd rows, or columns, are those of hexagons.
pub(super) async fn hint(log: &Log) -> Option<String> {
    if log.header.neighbours != Some(8) || !matches!(log.header.steps, None | Some(Steps::One)) {
        return None;
    }
    // Steps from even and odd rows, then from even and odd columns.
    let mut steps: [[FxHashSet<Offset>; 2]; 2] = Default::default();
    for (index, event) in log.events.iter().enumerate() {
        pause_every(AT_ONCE, index).await;
        let looks = matches!(event.word, Word::Open | Word::Reject);
        if let (Some(from), Some(at), true) = (event.from, event.at, looks) {
            let (dx, dy) = (i32::from(at.x) - i32::from(from.x), i32::from(at.y) - i32::from(from.y));
            steps[0][usize::from(from.y % 2)].insert((dx, dy));
            steps[1][usize::from(from.x % 2)].insert((dy, dx));
        }
    }
    let shifted = steps.iter().position(|[even, odd]| {
        let fits = |all: &FxHashSet<Offset>, side: i32| {
            let leans = all.iter().filter(|&&(along, across)| along != 0 && across != 0);
            let near = all.iter().all(|(along, across)| along.abs().max(across.abs()) == 1);
            near && leans.clone().count() == 2 && { leans }.all(|&(along, _)| along == side)
        };
        [1, -1].into_iter().any(|side| fits(even, side) && fits(odd, -side))
    })?;
    let lines = ["rows", "columns"][shifted];
    Some(format!(
        "The steps from even and odd {lines} differ, as on hexagons: a cell has six neighbours, not eight. State \"steps\": \
         \"links\" in place of \"neighbours\", and on each open what its step costs: \"step\": 1."
    ))
}
