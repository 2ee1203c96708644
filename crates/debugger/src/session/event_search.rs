//! Searching the events of a session.

use super::Session;
use crate::lab::find::EventQuery;

impl Session {
    /// Starts a search for events.
    pub(super) fn look_for(&mut self, wanted: &EventQuery) {
        self.work.events.look_for(wanted.clone());
    }

    /// Repeats the search in a new recording. For a followed log, searches only the new events.
    pub(super) fn find_again(&mut self) {
        self.work.events.again(self.is_following());
    }

    /// Returns the moment after the nearest found event, forward or backward.
    pub(super) fn found(&self, forward: bool) -> Option<usize> {
        let (hits, cursor) = (self.work.events.hits()?, self.moment().0);
        let moment = |&i: &u32| i as usize + 1;
        if forward {
            hits.get(hits.partition_point(|i| moment(i) <= cursor)).map(moment)
        } else {
            hits[..hits.partition_point(|i| moment(i) < cursor)].last().map(moment)
        }
    }
}
