//! The destination of a step of a given size.

use super::Replay;
use crate::event::Level;

/// Returns the next moment in a direction at which an event of at least `level` has just happened.
///
/// Moments count events: at moment `i + 1`, the event with index `i` has just happened. At either end the moment does
/// not change.
pub fn next_moment(replay: &Replay, level: Level, forward: bool) -> usize {
    let (cursor, len) = (replay.cursor(), replay.len());
    let moments: Vec<u32>;
    let starts: &[u32] = match level {
        Level::Detail => {
            return if forward { (cursor + 1).min(len) } else { cursor.saturating_sub(1) };
        }
        Level::Step => replay.steps(),
        Level::Phase(_) => {
            moments = replay.phases().iter().map(|p| p.start).collect();
            &moments
        }
    };
    // The event with index i has just happened at moment i + 1.
    if forward {
        let k = starts.partition_point(|&i| (i as usize) < cursor);
        starts.get(k).map_or(len, |&i| i as usize + 1)
    } else {
        let k = starts.partition_point(|&i| (i as usize) + 1 < cursor);
        k.checked_sub(1).map_or(0, |k| starts[k] as usize + 1)
    }
}
