//! Moving through time: seeking with all shown runs, playback, and steps of different lengths.

use super::Session;
use super::place::Place;
use crate::session::command::SessionCommand;
use crate::session::command::Stride;
use gridscope_trace::event::{Level, Tone};
use gridscope_trace::geometry::Cell;
use gridscope_trace::trace::Replay;
use gridscope_trace::trace::replay::next_moment;

/// Moments to go back to after jumps in time, and moments to go forward to again.
#[derive(Clone, Debug, Default)]
pub(super) struct Jumps {
    past: Vec<usize>,
    future: Vec<usize>,
}

/// Maximum number of jumps that can be undone.
const JUMPS: usize = 200;

impl Session {
    /// Stores the moment before a command, if the command moved the cursor by more than one event.
    pub(super) fn note_jump(&mut self, command: &SessionCommand, before: usize) {
        let after = self.moment().0;
        if !command.effect().remembers_moment || before.abs_diff(after) <= 1 {
            return;
        }
        self.shown.jumps.future.clear();
        self.shown.jumps.past.push(before);
        if self.shown.jumps.past.len() > JUMPS {
            self.shown.jumps.past.remove(0);
        }
    }

    /// Forgets all jumps, because another scene has other moments.
    pub(super) fn forget_jumps(&mut self) {
        self.shown.jumps = Jumps::default();
    }

    /// Undoes the last jump in time, or redoes it.
    pub(super) fn jump(&mut self, back: bool) {
        let now = self.moment().0;
        let Jumps { past, future } = &mut self.shown.jumps;
        let (from, to) = if back { (past, future) } else { (future, past) };
        if let Some(at) = from.pop() {
            to.push(now);
            self.shown.playback.playing = false;
            self.seek(at);
        } else if back {
            self.notify("There is no jump in time to undo.");
        }
    }

    /// Moves all shown runs to a moment of the main run. Each other run goes to the same step.
    pub(super) fn seek(&mut self, at: usize) {
        let Some(main) = &mut self.opened.main else { return };
        main.replay.seek(at);
        let place = Place::of(&main.replay);
        // Run B moves only while it is shown. It catches up when it is shown again.
        for run in self.shown_mut().skip(1) {
            let at = place.on(&run.replay);
            run.replay.seek(at);
        }
        self.follow_mover();
    }

    /// Advances playback by `seconds`. Returns whether it is still playing.
    pub fn tick(&mut self, seconds: f64) -> bool {
        let (cursor, len) = self.moment();
        let breakpoints = &self.shown.breakpoints;
        let hit = |from: usize| next_hit(breakpoints.iter().filter(|b| b.stops()).map(|b| &b.hits[..]), from);
        let moved = self.shown.playback.advance_motion(seconds);
        let to = moved.unwrap_or_else(|| self.shown.playback.advance(seconds, cursor, len, hit));
        if to != cursor {
            self.seek(to);
        }
        self.shown.playback.is_running()
    }

    /// Returns the lists of events that Ctrl+→ and Ctrl+← stop at: the hits of the breakpoints and of the chosen kind,
    /// or if there are none, the events about the selected cell.
    pub(super) fn stops(&self) -> Vec<Vec<u32>> {
        let Some(replay) = self.replay() else { return Vec::new() };
        let enabled: Vec<_> = self.shown.breakpoints.iter().filter(|b| b.stops()).map(|b| b.hits.clone()).collect();
        if let Some(kind) = &self.shown.chosen_kind {
            let mut all = enabled;
            all.push(replay.of_kind(kind).to_vec());
            all
        } else if !enabled.is_empty() {
            enabled
        } else {
            self.shown.selected.map(|c| replay.history(c)).into_iter().collect()
        }
    }

    pub(super) fn stride(&mut self, stride: Stride, forward: bool) {
        self.shown.playback.playing = false;
        if stride == Stride::Slide && self.turn_slide(forward) {
            return;
        }
        let Some(replay) = self.replay() else { return };
        let (cursor, len) = (replay.cursor(), replay.len());
        let to = match stride {
            Stride::Event => Some(next_moment(replay, Level::Detail, forward)),
            Stride::Step => Some(next_moment(replay, Level::Step, forward)),
            Stride::Phase => Some(next_moment(replay, Level::Phase(0), forward)),
            Stride::Turn => {
                let starts: Vec<u32> = replay.phases().iter().filter(|p| p.depth == 0).map(|p| p.start).collect();
                Some(nearest(&[starts], cursor, forward).unwrap_or(if forward { len } else { 0 }))
            }
            Stride::Actor => match replay.acting() {
                starts if starts.is_empty() => None,
                starts => Some(nearest(&[starts], cursor, forward).unwrap_or(if forward { len } else { 0 })),
            },
            Stride::Visible => self.visible(replay, forward),
            Stride::Hit => nearest(&self.stops(), cursor, forward),
            Stride::Slide => None,
            Stride::Found => self.found(forward),
            Stride::Conflict => self.conflict_events().and_then(|all| nearest(&[all], cursor, forward)),
            Stride::Tie => nearest(&[replay.ties().to_vec()], cursor, forward),
            Stride::Write => self.shown.hovered.or(self.shown.selected).and_then(|cell| {
                let wrote = |&i: &u32| matches!(replay.event(i as usize).tone, Tone::Wrote);
                nearest(&[replay.history(cell).into_iter().filter(wrote).collect()], cursor, forward)
            }),
        };
        match to {
            Some(to) => {
                self.seek(to.min(len));
                if stride == Stride::Conflict {
                    self.frame_conflict_here();
                }
            }
            None => self.notify(match stride {
                Stride::Slide if self.scene().run.slides.is_empty() => "There is no slide yet: M adds one.",
                Stride::Slide => "No further slide in this direction.",
                Stride::Found if self.work.events.hits().is_none() => "There is no search yet: Ctrl+F starts one.",
                Stride::Found => "No further match in this direction.",
                Stride::Actor => "No actor takes turns in this run.",
                Stride::Conflict if self.movers().is_none() => "The log has no numbered movers.",
                Stride::Conflict => "No further conflict in this direction.",
                Stride::Tie => "No further tie in this direction.",
                Stride::Write if self.shown.hovered.or(self.shown.selected).is_none() => {
                    "Point at a cell, or select one, first."
                }
                Stride::Write => "No further write of this cell in this direction.",
                Stride::Hit if self.shown.breakpoints.iter().any(|b| b.stops() && !b.found) => {
                    "The hits of a breakpoint are still being searched."
                }
                Stride::Hit if self.stops().is_empty() => {
                    "Set a breakpoint, choose a kind of event, or select a cell first."
                }
                Stride::Hit => "No further hit in this direction.",
                _ => "The map looks the same from here on in this direction.",
            }),
        }
    }

    /// Returns the next moment at which the map looks different, because a value of the shown layer, an arrow, an actor
    /// or a tile has changed. Backward, returns the moment after the last such event before this one.
    fn visible(&self, replay: &Replay, forward: bool) -> Option<usize> {
        let look = |at: &Replay, cell: Option<Cell>, stage: bool| {
            let cell = cell.map(|c| (at.value(self.shown.layer, c).map(|v| v.to_string()), at.arrow(c)));
            (cell, stage.then(|| (at.tokens(), at.tiles())))
        };
        let mut fork = replay.fork();
        let changes = |fork: &mut Replay, i: usize| {
            let (cell, stage) = (fork.cell(i), fork.restages(i));
            if cell.is_none() && !stage {
                return false;
            }
            fork.seek(i);
            let before = look(fork, cell, stage);
            fork.seek(i + 1);
            before != look(fork, cell, stage)
        };
        let cursor = replay.cursor();
        if forward {
            (cursor..replay.len()).find(|&i| changes(&mut fork, i)).map(|i| i + 1)
        } else {
            // Skip the last event of this moment. Moving back undoes its change too.
            (0..cursor.saturating_sub(1))
                .rev()
                .find(|&i| changes(&mut fork, i))
                .map(|i| i + 1)
                .or((cursor > 0).then_some(0))
        }
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
        self.shown.playback.playing = false;
        self.seek(to);
    }
}

/// Returns the first moment after `from` at which an event in one of the sorted lists has just happened.
fn next_hit<'a>(lists: impl Iterator<Item = &'a [u32]>, from: usize) -> Option<usize> {
    lists.filter_map(|l| l.get(l.partition_point(|&i| (i as usize) < from)).map(|&i| i as usize + 1)).min()
}

/// Returns the moment after the nearest event in the sorted lists, forward or backward.
fn nearest(lists: &[Vec<u32>], cursor: usize, forward: bool) -> Option<usize> {
    if forward {
        return next_hit(lists.iter().map(|l| &l[..]), cursor);
    }
    let before = lists.iter().filter_map(|l| {
        let k = l.partition_point(|&i| (i as usize) + 1 < cursor);
        k.checked_sub(1).map(|k| l[k] as usize + 1)
    });
    before.max()
}
