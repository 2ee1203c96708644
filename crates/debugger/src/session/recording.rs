//! Recording: which jobs are handed out, and what their answers do to the runs that are shown.

use super::job::{Behind, Job, Recorded};
use super::place::Place;
use super::variants::variants;
use super::{Breakpoint, Notice, Run, Session};
use crate::core::scene::Scene;
use crate::core::trace::Control;
use crate::exercise::Progress;
use crate::formats::plain::counted;
use std::sync::Arc;
use std::sync::atomic::Ordering;

/// The recording under way: what is recorded, and how to stop it.
pub(super) struct Running {
    pub(super) scene: Arc<Scene>,
    control: Arc<Control>,
    /// Whether it brings nothing but the run of its scene.
    plain: bool,
    /// Whether it has taken a while.
    long: bool,
    /// The program that it waits for, and how many seconds it may run.
    program: Option<(String, Option<f64>)>,
    /// How many seconds it has taken so far, as far as was noted.
    taken: f64,
}

/// How long a program behind the map has run, in seconds.
#[derive(Clone, PartialEq, Debug)]
pub struct ProgramTime {
    /// What it is called.
    pub name: String,
    /// How long it has run.
    pub taken: f64,
    /// How long it may run, if that is bounded.
    pub most: Option<f64>,
}

/// For so many seconds a program is waited for before its time is shown.
const SHORT: f64 = 2.0;

impl Session {
    /// The next recording to do, if there is one and none is under way.
    pub fn take_job(&mut self) -> Option<Job> {
        if !self.opened.stale || self.work.recording.is_some() {
            return None;
        }
        self.opened.stale = false;
        let scene = Arc::new(self.scene().clone());
        // All that are shown at once share what one alone may take.
        let shown = 1 + scene.run.beside.len() + self.opened.expected.len() + self.opened.other_runs.len();
        let control = Arc::new(Control { memory: Control::DEFAULT_MEMORY / shown, ..Control::default() });
        let (other_runs, trace) = (std::mem::take(&mut self.opened.expected), self.opened.opened_trace.take());
        let followed = self.followed();
        let log = || self.opened.log.as_ref().map(|log| Behind::Log(Box::new(log.replay.fork())));
        let program = || self.opened.program.clone().map(Behind::Program);
        // A run that was recorded elsewhere is the scene's own until something changes.
        let handed = self.opened.handed.take().map(|log| Behind::Log(Box::new(log)));
        let behind = followed.map(Behind::Follow).or_else(program).or_else(log).or(handed);
        let plain = other_runs.is_empty() && trace.is_none() && behind.is_none();
        let (place, eyes) = (self.place(), self.opened.main.as_ref().map_or(0, |run| run.replay.looking()));
        let place = place.filter(|_| !self.shown.arriving);
        self.make_room();
        let program = match &behind {
            Some(Behind::Program(program)) => Some((program.name().to_owned(), program.timeout())),
            _ => None,
        };
        let (taken, long) = (0.0, false);
        self.work.recording =
            Some(Running { scene: Arc::clone(&scene), control: Arc::clone(&control), plain, long, program, taken });
        let unfound = |breakpoint: &Breakpoint| {
            let (condition, nth) = (breakpoint.condition.clone(), breakpoint.nth);
            Breakpoint { nth, ..Breakpoint::new(condition) }
        };
        Some(Job {
            scene,
            other_runs,
            trace,
            behind,
            serial: self.document.serial(),
            opened: self.scene_number,
            layer: self.shown.layer,
            eyes,
            place,
            breakpoints: self.shown.breakpoints.iter().map(unfound).collect(),
            control,
        })
    }

    /// Where the run that is looked at stands, or stood before it was let go.
    fn place(&self) -> Option<Place> {
        self.opened.main.as_ref().map(|run| Place::of(&run.replay)).or_else(|| self.opened.place_left.clone())
    }

    /// Lets runs go before another is recorded, where all together could take too much memory: first the one before, then those
    /// that are shown.
    fn make_room(&mut self) {
        let bytes = |run: &Run| run.replay.bytes();
        let shown: usize = self.opened.main.iter().chain(&self.opened.beside).map(bytes).sum();
        if self.opened.follow.is_some() {
            // A log that grows is looked at over and over, and what is shown of it is what is read next, too.
            return;
        }
        if shown + self.opened.previous.as_ref().map_or(0, bytes) > self.work.room {
            let previous = self.opened.previous.take();
            self.wear(previous, None);
        }
        if shown > self.work.room {
            self.opened.place_left = self.place();
            let runs: Vec<Run> =
                self.opened.main.take().into_iter().chain(std::mem::take(&mut self.opened.beside)).collect();
            for run in runs {
                self.wear(Some(run), None);
            }
        }
    }

    /// Asks the recording under way to stop soon.
    pub(super) fn cancel_recording(&self) {
        if let Some(running) = &self.work.recording {
            running.control.cancel.store(true, Ordering::Relaxed);
        }
    }

    /// Gives the recording under way up where the scene has changed since it began: nobody waits for it any more. Says whether
    /// it was.
    pub fn give_up_outdated(&mut self) -> bool {
        let outdated = self.opened.stale && self.work.recording.as_ref().is_some_and(|running| running.plain);
        if outdated && let Some(running) = self.work.recording.take() {
            running.control.forget.store(true, Ordering::Relaxed);
            running.control.cancel.store(true, Ordering::Relaxed);
        }
        outdated
    }

    /// Whether the recording under way was called off and brings nothing that has to be waited for.
    pub fn recording_is_cancelled(&self) -> bool {
        self.work.recording.as_ref().is_some_and(|r| r.plain && r.control.cancel.load(Ordering::Relaxed))
    }

    /// How many events the recording under way has, to some thousands.
    pub fn recorded_so_far(&self) -> usize {
        self.work.recording.as_ref().map_or(0, |r| r.control.events.load(Ordering::Relaxed))
    }

    /// How far the recording under way is, 0 to 1, where it can say.
    pub fn progress(&self) -> Option<f32> {
        self.work.recording.as_ref().map(|r| r.control.progress.load(Ordering::Relaxed) as f32 / 1000.0)
    }

    /// Of the events that a recording has when it ends, the share that is linked so far, 0 to 1; none before.
    pub fn linked(&self) -> Option<f32> {
        let control = &self.work.recording.as_ref()?.control;
        let (linked, all) = (control.linked.load(Ordering::Relaxed), control.events.load(Ordering::Relaxed));
        (linked > 0).then(|| linked as f32 / all.max(linked) as f32)
    }

    /// Notes that the recording under way has taken a while: it is told of, and Escape stops it.
    pub const fn note_long(&mut self) {
        if let Some(running) = &mut self.work.recording {
            running.long = true;
        }
    }

    /// Notes how many seconds the recording under way has taken so far.
    pub const fn note_taken(&mut self, taken: f64) {
        if let Some(running) = &mut self.work.recording {
            running.taken = taken;
        }
    }

    /// How long the program behind the map has run, if it is waited for and that is no longer short.
    pub fn program_time(&self) -> Option<ProgramTime> {
        let running = self.work.recording.as_ref().filter(|running| running.taken >= SHORT)?;
        let (name, most) = running.program.clone()?;
        Some(ProgramTime { name, taken: running.taken, most })
    }

    /// Whether the recording under way has taken a while.
    pub fn is_recording_long(&self) -> bool {
        self.work.recording.as_ref().is_some_and(|running| running.long)
    }

    /// Stops what somebody may be waiting for: a long recording, else the work in the background. Says whether there was any.
    pub(super) fn stop(&mut self) -> bool {
        if self.is_recording_long() {
            self.cancel_recording();
        } else if self.work.tasks.is_running() {
            self.work.tasks.cancel();
        } else {
            return false;
        }
        true
    }

    /// Takes the answer of a job in: the old run becomes run B, the place in time is kept where it can be.
    pub fn finish(&mut self, recorded: Recorded) {
        self.generation += 1;
        let cancelled = self.work.recording.take().is_some_and(|r| r.control.cancel.load(Ordering::Relaxed));
        if recorded.opened != self.scene_number {
            // Another scene was opened meanwhile; its own recording is still to come.
            self.opened.stale = true;
            return;
        }
        for other_run in recorded.other_runs {
            match other_run {
                Ok(run) => self.opened.other_runs.push(run),
                Err(error) => self.fail(error.to_string()),
            }
        }
        if let Some((differs, log)) = recorded.differs {
            if let Some(log) = log {
                self.fail(format!("{differs}. What is shown are the events of the file."));
                self.tell_all(log.replay.schema().lacks().into_iter().collect());
                self.show_log(Some(log));
            } else {
                self.fail(format!("{differs}."));
            }
            self.opened.trace_differs = Some(differs);
        }
        if recorded.uncompared {
            self.tell("The trace was not compared with this run to its end: that was stopped.");
        }
        if !(cancelled && self.opened.stale) {
            self.take_progress(recorded.exercise);
        }
        let runs = match recorded.answer {
            Ok(runs) => runs,
            Err(_) if cancelled && self.opened.stale => return,
            Err(problem) => {
                self.opened.problem = Some(problem);
                self.retire();
                return;
            }
        };
        let shown = recorded.said.map(|said| {
            if let Some(failed) = said.failed {
                self.fail(failed);
            }
            // Of a log that grows it is told once.
            let told = self.opened.follow.is_some() && self.opened.log.as_ref().is_some_and(|log| log.note.is_some());
            if let Some(note) = said.log.note.as_ref().filter(|_| !told) {
                self.tell(note);
            }
            self.opened.output = said.output;
            let before = self.opened.main.as_ref().map(|run| &*run.scene);
            // A log that was begun anew may have another title.
            let retitled = before.is_some_and(|before| before.title != said.scene.title);
            let own = self.scene();
            if self.opened.follow.is_some()
                && (own.tiles != said.scene.tiles || own.actors != said.scene.actors || retitled)
            {
                // The ground is what the log has shown of it.
                self.document.take_ground(&said.scene, before);
            }
            let worn = self.show_log(Some(said.log));
            self.wear(None, worn);
            said.scene
        });
        if cancelled && self.opened.stale {
            return;
        }
        self.opened.problem = None;
        let place = self.place();
        self.opened.place_left = None;
        // A cursor at the end of a log that grows stays at its end.
        let at_end = self.opened.main.as_ref().is_some_and(|r| r.replay.cursor() == r.replay.len());
        let place = place.filter(|_| self.opened.follow.is_none() || !at_end);
        let cursor = self.opened.main.as_ref().map(|run| run.replay.cursor());
        let eyes = self.opened.main.as_ref().map_or(0, |r| r.replay.looking());
        let same_stroke = self.opened.main.as_ref().is_some_and(|r| r.serial == recorded.serial);
        if same_stroke {
            let worn = self.opened.main.take();
            self.wear(worn, None);
        } else {
            self.retire();
        }
        let base = recorded.scene;
        let mut runs = runs.into_iter().zip(variants(&base)).map(|((title, replay), (_, scene))| Run {
            title,
            scene,
            replay,
            serial: recorded.serial,
        });
        self.opened.main = runs.next();
        self.opened.beside = runs.collect();
        if let (Some(main), Some(scene)) = (&mut self.opened.main, shown) {
            // With those who act in the log.
            main.scene = scene;
        }
        for run in self.opened.main.iter_mut().chain(&mut self.opened.beside).chain(&mut self.opened.other_runs) {
            let eyes = eyes.min(run.replay.eyes().len().saturating_sub(1));
            run.replay.look_through(eyes);
        }
        self.look_through_own_eyes();
        // Beside the run before, what is new says so, too.
        if let (Some(main), Some(old), true) =
            (&mut self.opened.main, &self.opened.previous, self.opened.beside.is_empty())
        {
            let new = apart(&main.scene, &old.scene);
            if !new.is_empty() {
                main.title = new.join(", ");
            }
        }
        let new = self.opened.main.take();
        let kept = new.as_ref().and_then(|run| self.kept_moment(&run.replay, cursor));
        self.opened.main = new;
        if let Some(main) = &mut self.opened.main {
            if let Some(text) = main.replay.halted() {
                let (n, are) = (main.replay.len(), if main.replay.len() == 1 { "is" } else { "are" });
                let text = format!("{text} ({} {are} kept).", counted(n, "event"));
                self.work.notices.push(Notice { error: true, text });
            }
            let arriving = std::mem::take(&mut self.shown.arriving);
            let at = match (kept, place.filter(|_| !arriving)) {
                (Some(at), _) => at,
                (None, Some(place)) => place.on(&main.replay),
                (None, None) if self.opened.follow.is_some() => main.replay.len(),
                (None, None) => main.scene.run.at.unwrap_or(main.replay.len()),
            };
            for breakpoint in &mut self.shown.breakpoints {
                breakpoint.lose_hits();
                if let Some(found) = recorded.found.iter().find(|found| found.found && found.hits_as(breakpoint)) {
                    breakpoint.take_hits(found.hits.clone());
                }
            }
            // What was asked of the old run is asked of this one.
            if let Some((cells, _)) = self.shown.why_not.take() {
                self.shown.asked = Some(cells);
            }
            self.shown.playback.range = self.shown.playback.range.filter(|r| r.1 <= main.replay.len());
            self.seek(at);
            self.focus();
            self.ask_again();
            self.find_again();
            if arriving {
                self.say_what_is_not_there();
                self.ask_first_question();
            }
        }
    }

    /// Takes in how far the exercise is done; that it is done now is told.
    fn take_progress(&mut self, progress: Progress) {
        if progress.is_done() && !self.shown.exercise.is_done() && !self.shown.arriving {
            self.tell("The exercise is done.");
        }
        self.shown.exercise = progress;
    }

    /// The main run steps back to be run B, unless two like it are more than there may be.
    pub(super) fn retire(&mut self) {
        let Some(old) = self.opened.main.take() else { return };
        let fits = old.replay.bytes() <= self.work.room;
        let title = before(&old.scene, self.document.scene());
        let old = Run { title, ..old };
        let (previous, worn) = if fits { (Some(old), None) } else { (None, Some(old)) };
        let before = std::mem::replace(&mut self.opened.previous, previous);
        self.wear(before, None);
        self.wear(worn, None);
    }
}

/// What set an old run apart from what the scene says now, as its heading: `ties: parents (before)`.
fn before(old: &Scene, new: &Scene) -> String {
    let apart = apart(old, new);
    if apart.is_empty() { "run B (before)".to_owned() } else { format!("{} (before)", apart.join(", ")) }
}

/// What the run of a scene has that another's has not, a phrase each.
fn apart(old: &Scene, new: &Scene) -> Vec<String> {
    let (was, is) = (&old.run, &new.run);
    let mut apart: Vec<String> = Vec::new();
    if was.algorithm != is.algorithm {
        apart.push(was.algorithm.clone());
    }
    if was.seed != is.seed {
        apart.push(format!("seed {}", was.seed));
    }
    let (then, now): (Vec<String>, Vec<String>) = (was.params.phrases().collect(), is.params.phrases().collect());
    apart.extend(then.into_iter().filter(|phrase| !now.contains(phrase)));
    if old.tiles != new.tiles || old.actors != new.actors {
        apart.push("the map".to_owned());
    }
    apart
}
