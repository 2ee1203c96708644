//! Moving through time: seeking with every run that is shown, playing, striding, and places that two runs share.

use super::Session;
use crate::core::event::Level;
use crate::core::trace::Replay;
use crate::core::trace::breakpoint::Condition;
use crate::core::trace::replayer::next_moment;
use crate::debugger::command::Stride;

impl Session {
    /// Goes to a moment with every run that is shown: the others to the same step.
    pub(super) fn seek(&mut self, at: usize) {
        let Some(main) = &mut self.main else { return };
        main.replay.seek(at);
        let place = Place::of(&*main.replay);
        for run in self.beside.iter_mut().chain(&mut self.previous) {
            let at = place.on(&*run.replay);
            run.replay.seek(at);
        }
    }

    /// Lets `seconds` of playing pass. Says whether it still plays.
    pub fn tick(&mut self, seconds: f64) -> bool {
        let (cursor, len) = self.moment();
        let breakpoints = &self.breakpoints;
        let hit = |from: usize| next_hit(breakpoints.iter().filter(|b| b.enabled).map(|b| &b.hits[..]), from);
        let to = self.playback.advance(seconds, cursor, len, hit);
        if to != cursor {
            self.seek(to);
        }
        self.playback.playing
    }

    /// The hits that Ctrl+→ and Ctrl+← stop at: those of the breakpoints, or the events of the chosen kind, or the
    /// events about the selected cell.
    pub(super) fn stops(&self) -> Vec<Vec<u32>> {
        let Some(replay) = self.replay() else { return Vec::new() };
        let enabled: Vec<_> = self.breakpoints.iter().filter(|b| b.enabled).map(|b| b.hits.clone()).collect();
        if let Some(kind) = &self.chosen_kind {
            let mut all = enabled;
            all.push(replay.hits(&Condition::of_kind(kind)));
            all
        } else if !enabled.is_empty() {
            enabled
        } else {
            self.selected.map(|c| replay.history(c)).into_iter().collect()
        }
    }

    pub(super) fn stride(&mut self, stride: Stride, forward: bool) {
        self.playback.playing = false;
        let Some(replay) = self.replay() else { return };
        let (cursor, len) = (replay.cursor(), replay.len());
        let to = match stride {
            Stride::Event => next_moment(replay, Level::Detail, forward),
            Stride::Step => next_moment(replay, Level::Step, forward),
            Stride::Phase => next_moment(replay, Level::Phase(0), forward),
            Stride::Hit | Stride::Tie => {
                let lists = if stride == Stride::Tie { vec![replay.ties().to_vec()] } else { self.stops() };
                let found = if forward {
                    next_hit(lists.iter().map(|l| &l[..]), cursor)
                } else {
                    lists
                        .iter()
                        .filter_map(|l| {
                            let k = l.partition_point(|&i| (i as usize) + 1 < cursor);
                            k.checked_sub(1).map(|k| l[k] as usize + 1)
                        })
                        .max()
                };
                let Some(found) = found else {
                    let what = match (stride, lists.is_empty()) {
                        (Stride::Tie, _) => "No further tie in this direction.",
                        (_, true) => "Set a breakpoint, choose a kind of event, or select a cell first.",
                        (_, false) => "No further hit in this direction.",
                    };
                    self.tell(what);
                    return;
                };
                found
            }
        };
        self.seek(to.min(len));
    }

    pub(super) fn out(&mut self) {
        let Some(replay) = self.replay() else { return };
        let (cursor, len) = (replay.cursor(), replay.len());
        let inner = replay
            .phases()
            .iter()
            .filter(|p| (p.start as usize) < cursor && cursor < p.end as usize)
            .max_by_key(|p| p.depth);
        let to = inner.map_or(len, |p| p.end as usize);
        self.playback.playing = false;
        self.seek(to);
    }
}

/// The first moment after `from` at which one of the sorted lists of events hits.
fn next_hit<'a>(lists: impl Iterator<Item = &'a [u32]>, from: usize) -> Option<usize> {
    lists.filter_map(|l| l.get(l.partition_point(|&i| (i as usize) < from)).map(|&i| i as usize + 1)).min()
}

/// A place in time that means something in another run: the how-manieth step, and how many events after it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Place {
    steps: usize,
    after: usize,
    at_end: bool,
}

impl Place {
    pub(super) fn of(replay: &dyn Replay) -> Self {
        let cursor = replay.cursor();
        let steps = replay.steps().partition_point(|&i| (i as usize) < cursor);
        let last = steps.checked_sub(1).map_or(0, |k| replay.steps()[k] as usize + 1);
        Self { steps, after: cursor - last, at_end: cursor == replay.len() }
    }

    pub(super) fn on(self, replay: &dyn Replay) -> usize {
        if self.at_end {
            return replay.len();
        }
        let steps = replay.steps();
        let moment = |k: usize| steps.get(k).map_or(replay.len(), |&i| i as usize + 1);
        let last = self.steps.checked_sub(1).map_or(0, moment);
        // Not past the step that follows.
        let next = steps.get(self.steps).map_or(replay.len(), |&i| i as usize);
        (last + self.after).min(next)
    }
}
