//! Places in time that two runs share. They allow runs of different lengths to be shown side by side at the same step.

use gridscope_trace::trace::{Phase, Replay};
use std::ops::Range;

/// A part of a run and a step in it, with an offset in events. Without turns, the part is the whole run. With turns, it
/// is the innermost phase of the turn. Another run is searched level by level: for the same turn, then in it for the
/// phase with the same index, and so on.
#[derive(Clone, Debug)]
pub(super) struct Place {
    /// Index of the turn, then of the phase in it, and so on.
    numbers: Vec<usize>,
    /// Number of steps since the part began.
    steps: usize,
    after: usize,
    /// Whether the place is the last moment of the part.
    ends: bool,
    at_end: bool,
}

impl Place {
    pub(super) fn of(replay: &Replay) -> Self {
        let cursor = replay.cursor();
        let mut part = 0..replay.len();
        let mut numbers = Vec::new();
        while let Some(number) = parts(replay, &numbers, &part).iter().rposition(|inner| inner.start < cursor) {
            part = parts(replay, &numbers, &part)[number].clone();
            numbers.push(number);
        }
        let steps = steps_of(replay, &part);
        let done = steps.partition_point(|&i| (i as usize) < cursor);
        let last = done.checked_sub(1).map_or(part.start, |k| steps[k] as usize + 1);
        Self { numbers, steps: done, after: cursor - last, ends: cursor == part.end, at_end: cursor == replay.len() }
    }

    pub(super) fn on(&self, replay: &Replay) -> usize {
        if self.at_end {
            return replay.len();
        }
        let (mut part, mut found) = (0..replay.len(), Vec::new());
        for &number in &self.numbers {
            let inner = parts(replay, &found, &part);
            match inner.get(number) {
                Some(phase) => part = phase.clone(),
                // The run has turns, but ended before this one. Without turns, use the whole run.
                None if found.is_empty() && !inner.is_empty() => return replay.len(),
                None => break,
            }
            found.push(number);
        }
        if self.ends {
            return part.end;
        }
        let steps = steps_of(replay, &part);
        let moment = |k: usize| steps.get(k).map_or(part.end, |&i| i as usize + 1);
        let last = self.steps.checked_sub(1).map_or(part.start, moment);
        // Do not go past the following step.
        let next = steps.get(self.steps).map_or(part.end, |&i| i as usize);
        (last + self.after).min(next)
    }
}

/// Returns the parts inside a part. For the whole run these are the turns. For a turn or a phase, these are the phases
/// one level deeper.
fn parts(replay: &Replay, numbers: &[usize], part: &Range<usize>) -> Vec<Range<usize>> {
    if numbers.is_empty() {
        return replay.turns().to_vec();
    }
    let phases = replay.phases();
    let from = phases.partition_point(|phase| (phase.start as usize) <= part.start);
    let to = phases.partition_point(|phase| (phase.start as usize) < part.end);
    let inside = &phases[from..to];
    let depth = inside.first().map(|first| first.depth);
    let range = |phase: &Phase| phase.start as usize..phase.end as usize;
    inside.iter().filter(|phase| Some(phase.depth) == depth).map(range).collect()
}

/// Returns the steps in a part of a run.
fn steps_of<'a>(replay: &'a Replay, part: &Range<usize>) -> &'a [u32] {
    let steps = replay.steps();
    let at = |event: usize| steps.partition_point(|&i| (i as usize) < event);
    &steps[at(part.start)..at(part.end)]
}
