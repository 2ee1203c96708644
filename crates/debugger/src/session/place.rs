//! Places that two runs share, so that runs of different length stand side by side at what is the same.

use crate::core::trace::{Phase, Replay};
use std::ops::Range;

/// A part of a run and a step in it, with an offset in events. The part is the whole run; where there are turns, it is the
/// innermost phase of the turn, found in the other run as the same turn and in it, level by level, the phase of the same
/// number.
#[derive(Clone, Debug)]
pub(super) struct Place {
    /// The number of the turn, then of the phase in it, and so on.
    numbers: Vec<usize>,
    /// Steps since the part began.
    steps: usize,
    after: usize,
    /// The last moment of the part.
    ends: bool,
    at_end: bool,
}

impl Place {
    pub(super) fn of(replay: &Replay) -> Self {
        let (cursor, mut part, mut numbers) = (replay.cursor(), 0..replay.len(), Vec::new());
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
                // There are no turns, or it was over by then.
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
        // Not past the step that follows.
        let next = steps.get(self.steps).map_or(part.end, |&i| i as usize);
        (last + self.after).min(next)
    }
}

/// The parts that a part has: turns those of a run, phases one level deeper those of a turn and of its phases.
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

/// The steps of a part of a run.
fn steps_of<'a>(replay: &'a Replay, part: &Range<usize>) -> &'a [u32] {
    let steps = replay.steps();
    let at = |event: usize| steps.partition_point(|&i| (i as usize) < event);
    &steps[at(part.start)..at(part.end)]
}
