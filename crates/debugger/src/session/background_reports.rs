//! The tasks that a session hands out, and how their reports change it.

use super::Session;
use crate::lab::find::{Found, Search};
use crate::session::background::work::{Plan, Task as LongTask, TaskError, Update, Work};
use crate::session::background::{Done, Failure, Kind, Task};
use crate::session::command::SessionCommand;

impl Session {
    /// Hands out the search that waits, if there is one.
    pub fn take_search(&mut self) -> Option<Search> {
        let replay = &self.opened.main.as_ref()?.replay;
        self.work.events.take(replay)
    }

    /// Hands out the long task that waits, if there is one and none is running.
    pub fn take_work(&mut self) -> Option<Work> {
        let program = self.program().cloned();
        self.work.tasks.take(&self.hand.registry, self.document.scene(), program)
    }

    /// Handles a report of a long task. When minimising is complete, shows the run of the small map beside the others.
    pub fn handle_report(&mut self, update: Update) {
        if self.work.tasks.is_forgotten() {
            return self.work.tasks.handle_report(update);
        }
        if let Update::Begun(measures, ..) = &update {
            self.check_measure(measures);
        }
        if let Update::NotSaved(error) = &update {
            self.fail(format!("The rows of this experiment are not kept: {error}"));
        }
        let done = matches!(update, Update::Done);
        self.work.tasks.handle_report(update);
        if done {
            self.show_shrunk_run();
        }
    }

    /// Begins the task that the scene's question asks for, if it is set to begin at once.
    pub fn begin_what_is_asked(&mut self) {
        let question = &self.scene().run.question;
        if !question.begin {
            return;
        }
        let task = match (&question.keep, &question.vary) {
            (Some(keep), _) => keep.parse().ok().map(LongTask::Shrink),
            (None, None) if question.samples.is_none() => None,
            (None, sweep) => {
                let plan = Plan { sweep: sweep.clone().unwrap_or_default(), samples: question.samples.unwrap_or(1) };
                Some(LongTask::Experiment(plan))
            }
        };
        if let Some(task) = task {
            self.work.tasks.begin(task);
        }
    }

    /// Hands out the next task of a kind, if one waits and none of the kind is running. The window itself asks for
    /// files to read and texts to copy, because it knows what they are for.
    pub fn next_task(&mut self, kind: Kind) -> Option<Task> {
        match kind {
            Kind::Record => self.take_job().map(|job| Task::Record(Box::new(job))),
            Kind::Work => self.take_work().map(|work| Task::Work(Box::new(work))),
            Kind::Search => self.take_search().map(|search| Task::Search(Box::new(search))),
            Kind::Save => self.take_writing().map(|writing| Task::Save(Box::new(writing))),
            Kind::Answer => {
                let question_task = self.next_question_task()?;
                self.work.answering = Some((question_task.question.clone(), question_task.progress.clone()));
                Some(Task::Answer(Box::new(question_task)))
            }
            Kind::Layer => {
                let layer = self.shown.awaited_layer?;
                let left = self.unprepared(layer);
                if left.is_empty() {
                    self.show_awaited(layer);
                    return None;
                }
                Some(Task::Layer(layer, left))
            }
            Kind::Copy | Kind::Prepare => None,
        }
    }

    /// Returns whether the result of the running task of a kind is no longer needed. If so, asks the task to stop, and
    /// the caller must drop its reports.
    pub fn gives_up(&mut self, kind: Kind) -> bool {
        match kind {
            Kind::Record => self.give_up_outdated(),
            Kind::Answer => {
                let asks = self.work.answering.as_ref().is_none_or(|(question, _)| self.still_needs_answer(question));
                if !asks && let Some((_, progress)) = self.work.answering.take() {
                    progress.stop();
                }
                !asks
            }
            _ => false,
        }
    }

    /// Handles a report of a task. Text for the clipboard is left to the window.
    pub fn take_done(&mut self, done: Done) {
        match done {
            Done::Recorded(recorded) => self.finish(*recorded),
            Done::Work(update) => self.handle_report(update),
            Done::Found(found) => self.work.events.handle_report(found),
            Done::Answered(answer) => {
                self.work.answering = None;
                self.handle_answer(answer);
            }
            Done::Written(written) => self.handle_save_result(written),
            Done::Prepared(prepared) => self.apply_prepared(*prepared),
            Done::Layer(layer) => self.show_awaited(layer),
            Done::Copied(_) => {}
        }
    }

    /// Handles the end of a task that did not make its last report.
    pub fn take_failure(&mut self, kind: Kind, failure: Failure) {
        match kind {
            Kind::Record => return self.recording_failed(failure.into()),
            Kind::Work => {
                return match failure {
                    Failure::Crash(crash) => self.work_failed(TaskError::Crash(crash)),
                    Failure::NoThread(error) => self.work_failed(TaskError::NoThread(error)),
                    Failure::Abandoned => self.handle_report(Update::Done),
                };
            }
            Kind::Search => self.work.events.handle_report(Found::Done),
            Kind::Answer => {
                if let Some((question, _)) = self.work.answering.take() {
                    self.give_up_asking(&question);
                }
            }
            Kind::Save => self.writing_broke(),
            // The layer is shown anyway, and prepared while it is drawn.
            Kind::Layer => {
                if let Some(layer) = self.shown.awaited_layer {
                    self.show_awaited(layer);
                }
            }
            Kind::Copy | Kind::Prepare => {}
        }
        match failure {
            Failure::Crash(crash) => self.crashed(&crash, kind.doing(), None),
            Failure::NoThread(error) => self.fail(match kind {
                Kind::Save => format!("nothing was saved: {error}"),
                Kind::Copy => format!("nothing was copied: {error}"),
                Kind::Prepare => format!("it cannot be opened: {error}"),
                _ => TaskError::NoThread(error).to_string(),
            }),
            Failure::Abandoned => {}
        }
    }

    /// Requests that a layer is shown as soon as it is prepared. Returns `false` if it is prepared already. The caller
    /// must show it then.
    pub fn await_layer(&mut self, layer: usize) -> bool {
        self.shown.awaited_layer = Some(layer).filter(|&layer| !self.unprepared(layer).is_empty());
        self.shown.awaited_layer.is_some()
    }

    /// Returns the layer that is shown as soon as it is prepared.
    pub const fn awaited_layer(&self) -> Option<usize> {
        self.shown.awaited_layer
    }

    fn show_awaited(&mut self, layer: usize) {
        if self.shown.awaited_layer.take_if(|awaited| *awaited == layer).is_some() {
            self.perform(&SessionCommand::SetLayer(layer));
        }
    }

    /// Runs the waiting tasks of these kinds on the calling thread, until there are none.
    fn run_in_turns(&mut self, kinds: &[Kind]) {
        while let Some(task) = kinds.iter().find_map(|&kind| self.next_task(kind)) {
            // Free runs that are no longer shown before the next task takes memory.
            self.take_retired();
            task.run(&mut |done| self.take_done(done));
        }
        self.take_retired();
    }

    /// Writes the waiting files and answers the waiting questions, on the calling thread.
    pub(super) fn finish_short(&mut self) {
        self.run_in_turns(&[Kind::Save, Kind::Answer]);
    }

    /// Runs all waiting tasks on the calling thread, until there are none.
    pub fn settle(&mut self) {
        self.run_in_turns(&[Kind::Work, Kind::Record, Kind::Save, Kind::Answer, Kind::Layer, Kind::Search]);
    }
}
