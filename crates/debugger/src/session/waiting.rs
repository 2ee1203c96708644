//! What waits for somebody to do it on a thread of theirs: longer work, and searches; and all of it done at once.

use super::Session;
use crate::core::trace::Replay;
use crate::find::Search;
use crate::work::{Plan, Task, Update, Work};

/// Who does what may take long: saving, and questions to a run.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum LongWork {
    /// The command that asks for it.
    AtOnce,
    /// Somebody with a thread, who takes it and brings what comes of it.
    Aside,
}

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

    /// Takes in what longer work tells. A map that is made small, as far as it goes, stands beside the large one.
    pub fn hear(&mut self, update: Update) {
        if self.tasks.is_forgotten() {
            return self.tasks.hear(update);
        }
        if let Update::Begun(measures, ..) = &update {
            self.check_measure(measures);
        }
        if let Update::Unkept(error) = &update {
            self.fail(format!("The rows of this experiment are not kept: {error}"));
        }
        let done = matches!(update, Update::Done);
        self.tasks.hear(update);
        if done {
            self.show_small();
        }
    }

    /// Begins what the scene's question asks for, where it is to be begun at once.
    pub fn begin_what_is_asked(&mut self) {
        let question = &self.scene().run.question;
        if !question.begin {
            return;
        }
        let task = match (&question.keep, &question.vary) {
            (Some(keep), _) => keep.parse().ok().map(Task::MakeSmall),
            (None, None) if question.samples.is_none() => None,
            (None, sweep) => {
                let plan = Plan { sweep: sweep.clone().unwrap_or_default(), samples: question.samples.unwrap_or(1) };
                Some(Task::Experiment(plan))
            }
        };
        if let Some(task) = task {
            self.tasks.begin(task);
        }
    }

    /// Records and works at once, as often as needed; for tests and for programs without a worker.
    pub fn settle(&mut self) {
        loop {
            if let Some(work) = self.take_work() {
                work.run(&mut |update| self.hear(update));
            } else if let Some(job) = self.take_job() {
                self.take_worn();
                let recorded = job.run();
                let runs = recorded.runs();
                self.finish(recorded);
                runs.iter().for_each(Replay::prepare_rest);
                self.take_worn();
            } else {
                break;
            }
        }
        while let Some(search) = self.take_search() {
            search.run(&mut |found| self.events.hear(found));
        }
    }
}
