//! Recordings that begin in the middle of a run. Of what came before, only the state at that moment is known.

use super::Session;
use gridscope_trace::event::capital;
use gridscope_trace::trace::Replay;

impl Session {
    /// Returns why the run cannot be recorded from its middle, if it cannot.
    pub fn refuses_window(&self) -> Option<&'static str> {
        if self.opened.source.is_foreign() || self.compares_trace() {
            Some(
                "only a run of an algorithm can be recorded from its middle, and this one comes from a program or a file",
            )
        } else if !(self.scene().run.beside.is_empty()
            && self.opened.expected.is_empty()
            && self.opened.other_runs.is_empty())
        {
            Some("a recording from the middle cannot be compared with other runs; remove them first")
        } else {
            None
        }
    }

    /// Returns whether the recording begins in the middle of the run.
    pub fn is_window(&self) -> bool {
        self.replay().is_some_and(|run| run.trace().first() > 0)
    }

    /// Makes the next recording begin after this many events of the run. Recordings after it begin at the start again.
    pub fn record_from(&mut self, first_event: usize) {
        self.opened.first_event = first_event;
        if first_event > 0 {
            self.opened.stale = true;
        }
    }

    /// Returns the moment at which this many events of the whole run have happened, or the nearest one.
    pub fn moment_of_number(&self, number: usize) -> usize {
        self.replay().map_or(0, |run| run.moment_of_number(number))
    }

    /// Returns how many events of the whole run have happened at a moment of the main run.
    pub fn number_of_moment(&self, moment: usize) -> usize {
        self.replay().map_or(moment, |run| run.number_of_moment(moment))
    }

    /// Returns [`Session::moment`] as numbers of events of the whole run.
    pub fn numbers(&self) -> (usize, usize) {
        let (now, len) = self.moment();
        (self.number_of_moment(now), self.number_of_moment(len))
    }

    /// Records the run again from the current moment on.
    pub(super) fn record_from_here(&mut self) {
        let number = self.replay().map_or(0, Replay::number_now);
        if let Some(reason) = self.refuses_window() {
            self.notify(&format!("{}.", capital(reason)));
        } else if number == 0 {
            self.opened.stale = true;
        } else {
            self.record_from(number);
            self.notify(&format!(
                "Recording after event {number}. Of what came before, only the state at that moment is known. Run again \
                 goes back to the whole run."
            ));
        }
    }
}
