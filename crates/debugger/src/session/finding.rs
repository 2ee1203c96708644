//! The events that a session lists and searches.

use super::Session;
use crate::find::Wanted;

impl Session {
    /// Looks for events.
    pub(super) fn look_for(&mut self, wanted: &Wanted) {
        self.work.events.look_for(wanted.clone());
    }

    /// Looks again in the run that came in; in one that only grew, in what is new.
    pub(super) fn find_again(&mut self) {
        let grew = self.opened.follow.is_some();
        self.work.events.again(grew);
    }

    /// The moment after the nearest event that was found, in a direction of time.
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
