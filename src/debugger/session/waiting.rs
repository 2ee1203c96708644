//! What waits for somebody to do it on a thread of theirs: longer work, and searches; and all of it done at once.

use super::Session;
use crate::debugger::find::Search;
use crate::debugger::work::Work;

impl Session {
    /// The search that waits for somebody to do it.
    pub fn take_search(&mut self) -> Option<Search> {
        let replay = &self.main.as_ref()?.replay;
        self.events.take(replay)
    }

    /// Work that takes long and waits for somebody to do it.
    pub fn take_work(&mut self) -> Option<Work> {
        let scene = self.document.scene();
        self.tasks.take(scene, self.program.as_ref())
    }

    /// Records and works at once, as often as needed; for tests and for programs without a worker.
    pub fn settle(&mut self) {
        while let Some(work) = self.take_work() {
            work.run(&mut |update| self.tasks.hear(update));
        }
        while let Some(job) = self.take_job() {
            let recorded = job.run();
            self.finish(recorded);
        }
        while let Some(search) = self.take_search() {
            search.run(&mut |found| self.events.hear(found));
        }
    }
}
