//! Recordings and other work, each on a thread of its own, so that the window never waits.
//!
//! Code that breaks on such a thread breaks nothing else: the panic ends there, and what it said becomes the answer.

use super::thread::{Next, Thread};
use crate::core::trace::Replay;
use crate::debugger::aside::{HEAVY, drop_aside};
use crate::debugger::crash::Crash;
use crate::debugger::find::Found;
use crate::debugger::saving::Written;
use crate::debugger::session::{Answer, Job, Problem, Question, Recorded};
use crate::debugger::work::{TaskError, Update, Work};
use crate::debugger::{Session, SessionCommand};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;
use web_time::Instant;

/// How often a log that grows is looked at.
const GROWTH: Duration = Duration::from_millis(150);

/// How long a recording or other work that was called off may take to bring what it has.
pub(super) const CALLED_OFF: Duration = Duration::from_millis(60);

/// A recording that takes longer is not waited for once the scene has changed: a quick one still shows what the hand draws.
const OUTDATED: Duration = Duration::from_millis(150);

/// For so long the next recording waits for one that was given up to stop: two at once would hinder one another.
const STOPPING: Duration = Duration::from_millis(300);

/// A recording that takes longer is told of, and Escape stops it.
const LONG: Duration = Duration::from_millis(350);

/// How long a frame waits for a recording that may be done at once: short runs then never flicker.
const PATIENCE: Duration = Duration::from_millis(6);

/// How long a frame waits for a scene that is saved.
const SAVED: Duration = Duration::from_millis(50);

/// How long a window that closes waits for one.
const LAST: Duration = Duration::from_secs(10);

/// How long it waits for each further answer of a search.
const SHORT: Duration = Duration::from_millis(1);

/// How a job is recorded.
pub type Record = fn(Job) -> Recorded;
/// How a longer piece of work is done, telling what it finds.
pub type Do = fn(Work, &mut dyn FnMut(Update));

/// At most one recording under way, one longer piece of work, and one search of the events.
pub struct Worker {
    record: Record,
    work: Do,
    recording: Option<(Thread<Recorded>, Instant)>,
    /// The recording that was given up last, until it stops, and since when.
    given_up: Option<(Thread<Recorded>, Instant)>,
    /// Since when the recording is called off.
    called_off: Option<Instant>,
    working: Option<Thread<Update>>,
    searching: Option<Thread<Found>>,
    /// The scene that is being written to a file, since when, and whether that was told.
    saving: Option<(Thread<Written>, Instant, bool)>,
    /// The question under way, and how to stop it.
    asking: Option<(Thread<Answer>, Question, Arc<AtomicBool>)>,
    /// The layer that is shown as soon as it is worked out what it looks like.
    awaited: Option<usize>,
    preparing: Option<Thread<()>>,
    /// Since when the work is called off.
    work_called_off: Option<Instant>,
}

impl Default for Worker {
    fn default() -> Self {
        Self::doing(Job::run, |work, tell| work.run(tell))
    }
}

impl Worker {
    /// A worker that does its jobs and its work so: a test hands in what breaks.
    pub const fn doing(record: Record, work: Do) -> Self {
        Self {
            record,
            work,
            recording: None,
            given_up: None,
            called_off: None,
            working: None,
            searching: None,
            saving: None,
            asking: None,
            awaited: None,
            preparing: None,
            work_called_off: None,
        }
    }

    /// Starts what there is to start and takes in what is done. Says whether one is under way.
    pub fn poll(&mut self, session: &mut Session, ctx: &egui::Context) -> bool {
        self.collect(session, Duration::ZERO);
        if self.recording.as_ref().is_some_and(|(_, begun)| begun.elapsed() > OUTDATED) && session.give_up_outdated() {
            // It stops by itself, and nobody hears it.
            self.given_up = self.recording.take().map(|(thread, _)| (thread, Instant::now()));
        }
        let stops = |(thread, since): &(Thread<Recorded>, Instant)| {
            since.elapsed() < STOPPING && matches!(thread.next(Duration::ZERO), Next::Nothing)
        };
        self.given_up = self.given_up.take().filter(stops);
        if self.recording.as_ref().is_some_and(|(_, begun)| begun.elapsed() > LONG) {
            session.note_long();
        }
        if let Some((_, begun)) = &self.recording {
            session.note_taken(begun.elapsed().as_secs_f64());
        }
        self.call_off(session);
        if session.keep_up() {
            // A log that grows is looked at a few times a second.
            ctx.request_repaint_after(GROWTH);
        }
        if self.recording.is_none()
            && self.given_up.is_none()
            && let Some(job) = session.take_job()
        {
            let record = self.record;
            let shown = ctx.clone();
            let work = move |tell: &mut dyn FnMut(Recorded)| {
                let recorded = record(job);
                let runs = recorded.runs();
                tell(recorded);
                shown.request_repaint();
                // What is worked out now is seen when it is there.
                runs.iter().for_each(Replay::prepare_rest);
            };
            match Thread::start("recorder", ctx, work) {
                Ok(thread) => self.recording = Some((thread, Instant::now())),
                Err(error) => session.recording_failed(Problem::NoThread(error.to_string())),
            }
            // A log that grows is looked at over and over: no frame waits for that.
            self.collect(session, if session.follow.is_some() { Duration::ZERO } else { PATIENCE });
        }
        let worn = session.take_worn();
        if worn.iter().any(|run| run.replay.len() > HEAVY) {
            drop_aside(worn);
        }
        self.take_in(session);
        self.call_off_work(session);
        if self.working.is_none()
            && let Some(work) = session.take_work()
        {
            let run = self.work;
            match Thread::start("worker", ctx, move |tell| run(work, tell)) {
                Ok(thread) => self.working = Some(thread),
                Err(error) => session.work_failed(TaskError::NoThread(error.to_string())),
            }
        }
        self.search(session, ctx);
        self.ask(session, ctx);
        self.save(session, ctx);
        self.prepare_layer(session, ctx);
        self.recording.is_some()
            || self.given_up.is_some()
            || self.working.is_some()
            || self.searching.is_some()
            || self.asking.is_some()
            || self.saving.is_some()
    }

    /// What was called off may still be at it: a run is linked before it is seen. It is waited for a moment only.
    fn call_off(&mut self, session: &mut Session) {
        if self.recording.is_none() || !session.recording_is_cancelled() {
            self.called_off = None;
        } else if self.called_off.get_or_insert_with(Instant::now).elapsed() > CALLED_OFF {
            (self.recording, self.called_off) = (None, None);
            session.recording_failed(Problem::Cancelled);
        }
    }

    /// The same of work: nobody waits for a step of it that takes long.
    fn call_off_work(&mut self, session: &mut Session) {
        if self.working.is_none() || !session.tasks.is_called_off() {
            self.work_called_off = None;
        } else if self.work_called_off.get_or_insert_with(Instant::now).elapsed() > CALLED_OFF {
            (self.working, self.work_called_off) = (None, None);
            session.hear(Update::Done);
        }
    }

    /// Starts the search that waits and takes in what is found. One that is short is done within the frame.
    fn search(&mut self, session: &mut Session, ctx: &egui::Context) {
        self.take_found(session, Duration::ZERO);
        if self.searching.is_some() {
            return;
        }
        let Some(search) = session.take_search() else { return };
        match Thread::start("searcher", ctx, move |tell| search.run(tell)) {
            Ok(thread) => self.searching = Some(thread),
            Err(error) => {
                session.events.hear(Found::Done);
                session.fail(TaskError::NoThread(error.to_string()).to_string());
            }
        }
        self.take_found(session, PATIENCE);
    }

    /// Goes on with the questions that wait, one after the other. Short ones are answered within the frame.
    fn ask(&mut self, session: &mut Session, ctx: &egui::Context) {
        let begun = Instant::now();
        loop {
            let Some((thread, question, cancel)) = &self.asking else {
                let Some(asked) = session.take_asked() else { return };
                let (question, cancel) = (asked.question.clone(), Arc::clone(&asked.cancel));
                match Thread::start("answerer", ctx, move |tell| tell(asked.answer())) {
                    Ok(thread) => self.asking = Some((thread, question, cancel)),
                    Err(error) => {
                        session.give_up_asking(&question);
                        session.fail(TaskError::NoThread(error.to_string()).to_string());
                    }
                }
                continue;
            };
            if !session.still_asks(question) {
                // It stops by itself, and nobody hears it.
                cancel.store(true, Ordering::Relaxed);
                self.asking = None;
                continue;
            }
            match thread.next(PATIENCE.saturating_sub(begun.elapsed())) {
                Next::Nothing => return,
                Next::Told(answer) => session.hear_answer(answer),
                Next::Ended(crash) => {
                    session.give_up_asking(question);
                    session.crashed(&crash.unwrap_or_else(silent), "answering a question about the run", None);
                }
            }
            self.asking = None;
        }
    }

    /// Goes on with what is to be saved. What is small is written within the frame.
    pub(super) fn save(&mut self, session: &mut Session, ctx: &egui::Context) {
        let mut patience = Duration::ZERO;
        if self.saving.is_none()
            && let Some(writing) = session.take_writing()
        {
            match Thread::start("saver", ctx, move |tell| tell(writing.run())) {
                Ok(thread) => (self.saving, patience) = (Some((thread, Instant::now(), false)), SAVED),
                Err(error) => {
                    session.writing_broke();
                    session.fail(format!("nothing was saved: {error}"));
                }
            }
        }
        let Some((thread, begun, told)) = &mut self.saving else { return };
        match thread.next(patience) {
            Next::Nothing => {
                if !*told && begun.elapsed() > LONG {
                    *told = true;
                    session.tell_all(vec!["The scene is being saved…".to_owned()]);
                }
                return;
            }
            Next::Told(written) => session.hear_written(written),
            Next::Ended(crash) => {
                session.writing_broke();
                session.crashed(&crash.unwrap_or_else(silent), "saving the scene", None);
            }
        }
        self.saving = None;
    }

    /// Saves what is still to be saved before the window closes. A disk that does not answer is not waited for.
    pub(super) fn save_all(&mut self, session: &mut Session) {
        if let Some((thread, ..)) = self.saving.take()
            && let Next::Told(written) = thread.next(LAST)
        {
            session.hear_written(written);
        }
        while let Some(writing) = session.take_writing() {
            session.hear_written(writing.run());
        }
    }

    /// Whether it takes over to show a layer: of a long run it is worked out first what that looks like.
    pub(super) fn takes_over(&mut self, layer: usize, session: &Session) -> bool {
        self.awaited = Some(layer).filter(|&layer| !session.unprepared(layer).is_empty());
        self.awaited.is_some()
    }

    /// The layer that will be shown.
    pub(super) const fn awaited_layer(&self) -> Option<usize> {
        self.awaited
    }

    /// Goes on with the layer that is to be shown, and shows it where nothing is left to be worked out.
    fn prepare_layer(&mut self, session: &mut Session, ctx: &egui::Context) {
        let Some(layer) = self.awaited else { return };
        if self.preparing.as_ref().is_some_and(|thread| matches!(thread.next(Duration::ZERO), Next::Nothing)) {
            return;
        }
        // What one thread could not work out, no second one will.
        let tried = self.preparing.take().is_some();
        let left = session.unprepared(layer);
        if !left.is_empty() && !tried {
            let work = move |_: &mut dyn FnMut(())| left.iter().for_each(|(run, layer)| run.prepare_layer(*layer));
            self.preparing = Thread::start("layer", ctx, work).ok();
        }
        if self.preparing.is_none() {
            self.awaited = None;
            session.apply(&SessionCommand::SetLayer(layer));
        }
    }

    /// Takes in what there is of the search under way.
    fn take_found(&mut self, session: &mut Session, mut patience: Duration) {
        while let Some(thread) = &self.searching {
            match thread.next(patience) {
                Next::Nothing => break,
                Next::Told(Found::Done) => {
                    session.events.hear(Found::Done);
                    self.searching = None;
                }
                Next::Told(found) => session.events.hear(found),
                Next::Ended(crash) => {
                    self.searching = None;
                    session.events.hear(Found::Done);
                    session.crashed(&crash.unwrap_or_else(silent), "searching the events", None);
                }
            }
            // Only the first of the answers is waited for.
            patience = patience.min(SHORT);
        }
    }

    /// Takes in the recording, if it comes in time.
    fn collect(&mut self, session: &mut Session, patience: Duration) {
        let Some((thread, _)) = &self.recording else { return };
        match thread.next(patience) {
            Next::Nothing => return,
            Next::Told(recorded) => session.finish(recorded),
            Next::Ended(crash) => session.recording_failed(Problem::Crash(crash.unwrap_or_else(silent))),
        }
        self.recording = None;
    }

    /// Takes in what there is of the work under way.
    fn take_in(&mut self, session: &mut Session) {
        while let Some(thread) = &self.working {
            match thread.next(Duration::ZERO) {
                Next::Nothing => break,
                Next::Told(update) => session.hear(update),
                Next::Ended(crash) => {
                    self.working = None;
                    // Work that is done has said so before it ends.
                    if crash.is_some() || session.tasks.is_running() {
                        session.work_failed(TaskError::Crash(crash.unwrap_or_else(silent)));
                    }
                }
            }
        }
    }
}

/// A thread that ended without a word.
fn silent() -> Crash {
    Crash::new("its thread ended without an answer")
}
