//! Recording: handing out jobs, and showing their results.

use super::job::{Answer, Difference, Job, Recorded, Titled};
use super::place::Place;
use super::source::Source;
use super::variants::variants;
use super::{Breakpoint, Run, Session};
use crate::formats::plain::format_count;
use gridscope_trace::Registry;
use gridscope_trace::scene::Scene;
use gridscope_trace::trace::{Pieces, Progress, Replay};
use std::mem::{discriminant, take};
use std::sync::Arc;

/// A running recording, and the progress that stops it.
pub(super) struct Running {
    pub(super) scene: Arc<Scene>,
    pub(super) progress: Progress,
    /// Whether it records only built-in runs of its scene.
    plain: bool,
    /// Whether it takes so long that its progress is shown.
    pub(super) long: bool,
    /// Name and time limit in seconds of the program that it waits for.
    pub(super) program: Option<(String, Option<f64>)>,
    /// Seconds that it has run, as last noted.
    pub(super) taken: f64,
}

/// The view of the main run before it is replaced.
struct ViewOfRun {
    place: Option<Place>,
    cursor: Option<usize>,
    /// The moment as a number of events of the whole run, if that run was recorded from its middle.
    number: Option<usize>,
    eyes: usize,
}

impl ViewOfRun {
    fn of(session: &mut Session) -> Self {
        let main = session.opened.main.as_ref().map(|run| &run.replay);
        let cursor = main.map(Replay::cursor);
        let eyes = main.map_or(0, Replay::looking);
        // A cursor at the end of a followed log stays at its end.
        let is_at_end = session.is_following() && main.is_some_and(|run| run.cursor() == run.len());
        let number = main.filter(|run| run.trace().first() > 0).map(Replay::number_now);
        let place = session.place().filter(|_| !is_at_end);
        session.opened.place_left = None;
        Self { place, cursor, number, eyes }
    }
}

impl Session {
    /// Hands out the next recording, if one is needed and none is running.
    pub fn take_job(&mut self) -> Option<Job> {
        if !self.opened.stale || self.work.recording.is_some() {
            return None;
        }
        self.opened.stale = false;
        let scene = Arc::new(self.scene().clone());
        // All runs that are shown together share the memory limit of a single run.
        let run_count = 1 + scene.run.beside.len() + self.opened.expected.len() + self.opened.other_runs.len();
        let progress = Progress::within(self.work.run_memory.budget().shared_by(run_count));
        let progress = progress.starting_after(take(&mut self.opened.first_event));
        let other_runs = take(&mut self.opened.expected);
        let source = self.next_run();
        let (place, eyes) = (self.place(), self.opened.main.as_ref().map_or(0, |run| run.replay.looking()));
        let place = place.filter(|_| !self.shown.is_first_recording);
        self.make_room();
        let unfound = |breakpoint: &Breakpoint| {
            let (condition, nth) = (breakpoint.condition.clone(), breakpoint.nth);
            Breakpoint { nth, ..Breakpoint::new(condition) }
        };
        let job = Job {
            registry: self.registry().clone(),
            scene,
            other_runs,
            source,
            behind: discriminant(&self.opened.source),
            serial: self.document.serial(),
            opened: self.scene_number,
            layer: self.shown.layer,
            eyes,
            place,
            breakpoints: self.shown.breakpoints.iter().map(unfound).collect(),
            last_length: Some(self.opened.last_length).filter(|_| !self.shown.is_first_recording),
            pieces: Pieces::default(),
            tests_solution: take(&mut self.shown.tests_solution),
            progress,
        };
        self.work.recording = Some(Running {
            scene: Arc::clone(&job.scene),
            progress: job.progress.clone(),
            plain: job.is_plain(),
            long: false,
            program: self.program().map(|program| (program.name().to_owned(), program.timeout())),
            taken: 0.0,
        });
        Some(job)
    }

    /// Returns the place in time of the main run, or its last place if it was freed.
    fn place(&self) -> Option<Place> {
        self.opened.main.as_ref().map(|run| Place::of(&run.replay)).or_else(|| self.opened.place_left.clone())
    }

    /// Frees runs before another is recorded, if all together could take too much memory: first run B, then the shown
    /// runs.
    fn make_room(&mut self) {
        let bytes = |run: &Run| run.replay.bytes();
        let visible_bytes: usize = self.opened.main.iter().chain(&self.opened.additional_runs).map(bytes).sum();
        if self.is_following() {
            // A followed log is recorded again and again. The shown run is also the beginning of the next one.
            return;
        }
        if visible_bytes + self.opened.previous.as_ref().map_or(0, bytes) > self.work.room {
            let previous = self.opened.previous.take();
            self.retire_runs(previous, None);
        }
        if visible_bytes > self.work.room {
            self.opened.place_left = self.place();
            let runs: Vec<Run> =
                self.opened.main.take().into_iter().chain(take(&mut self.opened.additional_runs)).collect();
            for run in runs {
                self.retire_runs(Some(run), None);
            }
        }
    }

    /// Returns whether a recording is running or due.
    pub fn is_recording(&self) -> bool {
        self.opened.stale || self.work.recording.is_some()
    }

    /// Asks the running recording to stop soon.
    pub(super) fn cancel_recording(&self) {
        if let Some(running) = &self.work.recording {
            running.progress.stop();
        }
        if let Source::Growing(growing) = &self.opened.source {
            growing.stop();
        }
    }

    /// Gives up the running recording if the scene has changed since it began. Returns whether it did.
    pub(crate) fn give_up_outdated(&mut self) -> bool {
        let outdated = self.opened.stale && self.work.recording.as_ref().is_some_and(|running| running.plain);
        if outdated && let Some(running) = self.work.recording.take() {
            running.progress.stop_and_forget();
        }
        outdated
    }

    /// Stops a long recording, or else the running task. Returns whether there was anything to stop.
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

    /// Shows the result of a job. The old run becomes run B, and the place in time is kept if possible.
    pub fn finish(&mut self, recorded: Recorded) {
        self.generation += 1;
        let cancelled = self.work.recording.take().is_some_and(|r| r.progress.is_stopped());
        if recorded.opened != self.scene_number {
            // Another scene was opened meanwhile. Its own recording still follows.
            self.opened.stale = true;
            return;
        }
        for other_run in recorded.other_runs {
            match other_run {
                Ok(run) => self.opened.other_runs.push(run),
                Err(error) => self.fail(error.to_string()),
            }
        }
        if recorded.behind != discriminant(&self.opened.source) {
            // Something else is behind the map meanwhile. Its own recording still follows.
            self.opened.stale = true;
            return;
        }
        self.show_comparison(recorded.differs, recorded.uncompared);
        let outdated = cancelled && self.opened.stale;
        if !outdated {
            self.take_progress(recorded.exercise);
        }
        let runs = match recorded.answer {
            Ok(runs) => runs,
            Err(_) if outdated => return,
            Err(problem) => {
                self.opened.problem = Some(problem);
                self.retire();
                return;
            }
        };
        let logged = recorded.said.map(|answer| self.take_answer(answer));
        if outdated {
            return;
        }
        self.opened.problem = None;
        self.opened.last_length = runs.iter().map(|(_, replay)| replay.len()).max().unwrap_or_default();
        let view = ViewOfRun::of(self);
        self.replace_runs(runs, &recorded.scene, recorded.serial, logged, &view);
        let Some(main) = &self.opened.main else { return };
        if let Some(text) = main.replay.halted() {
            let n = main.replay.len() - main.replay.trace().first();
            let are = if n == 1 { "is" } else { "are" };
            let more = if self.is_cut() {
                " A larger memory for runs keeps more; Record from here shows what follows."
            } else {
                ""
            };
            self.fail(format!("{text} ({} {are} kept).{more}", format_count(n, "event")));
        }
        let is_first = take(&mut self.shown.is_first_recording);
        let at = self.moment_to_show(view, is_first);
        self.renew_questions(&recorded.found);
        self.seek(at);
        self.focus();
        self.ask_again();
        self.find_again();
        if is_first {
            self.say_what_is_not_there();
            self.ask_first_question();
            self.show_linked_view();
        }
    }

    /// Reports how the opened trace differs from the run. If its events can be read, they are shown.
    fn show_comparison(&mut self, differs: Option<Difference>, uncompared: bool) {
        if let Some((differs, log)) = differs {
            if let Some(log) = log {
                self.fail(format!("{differs}. The events of the file are shown."));
                self.notify_all(log.replay.schema().lacks().into_iter().collect());
                self.show_log(log);
            } else {
                self.fail(format!("{differs}."));
            }
            self.opened.trace_differs = Some(differs);
        }
        if uncompared {
            self.notify("Comparing the trace with this run was stopped before its end.");
        }
    }

    /// Shows what a program or a followed log gave. Returns the scene with the actors of the log.
    fn take_answer(&mut self, answer: Answer) -> Arc<Scene> {
        if let Some(failed) = answer.failed {
            self.fail(failed);
        }
        // For a followed log, the note is shown only once.
        let has_told = self.is_following() && self.log().is_some_and(|log| log.note.is_some());
        if let Some(note) = answer.log.note.as_ref().filter(|_| !has_told) {
            self.notify(note);
        }
        match &mut self.opened.source {
            Source::Program(attached) => attached.output = answer.output,
            Source::Growing(_) => self.take_ground(&answer.scene),
            _ => {}
        }
        let retired = self.show_log(answer.log);
        self.retire_runs(None, retired);
        answer.scene
    }

    /// Replaces the map by the part of it that a followed log has shown so far.
    fn take_ground(&mut self, scene: &Scene) {
        let before = self.opened.main.as_ref().map(|run| &*run.scene);
        // A restarted log may have another title.
        let retitled = before.is_some_and(|before| before.title != scene.title);
        let own = self.document.scene();
        if own.tiles != scene.tiles || own.actors != scene.actors || retitled {
            self.document.take_ground(scene, before);
        }
    }

    /// Shows the recorded runs instead of those before. `logged` is the scene of a log, with its actors.
    fn replace_runs(
        &mut self,
        runs: Titled,
        base: &Arc<Scene>,
        serial: u64,
        logged: Option<Arc<Scene>>,
        view: &ViewOfRun,
    ) {
        if self.opened.main.as_ref().is_some_and(|run| run.serial == serial) {
            // The run is of the same stroke.
            let retired = self.opened.main.take();
            self.retire_runs(retired, None);
        } else {
            self.retire();
        }
        // A window is not compared with another run.
        if view.number.is_some() || runs.iter().any(|(_, replay)| replay.trace().first() > 0) {
            self.opened.comparing = false;
            let previous = self.opened.previous.take();
            self.retire_runs(previous, None);
        }
        let scenes = variants(self.registry(), base).into_iter().map(|(_, scene)| scene);
        let mut runs =
            runs.into_iter().zip(scenes).map(|((title, replay), scene)| Run { title, scene, replay, serial });
        self.opened.main = runs.next().map(|run| Run { scene: logged.unwrap_or(Arc::clone(&run.scene)), ..run });
        self.opened.additional_runs = runs.collect();
        for run in
            self.opened.main.iter_mut().chain(&mut self.opened.additional_runs).chain(&mut self.opened.other_runs)
        {
            run.replay.look_through(view.eyes.min(run.replay.eyes().len().saturating_sub(1)));
        }
        self.look_through_own_eyes();
        // Beside run B, the title of the new run states its differences too.
        if let (Some(main), Some(old), true) =
            (&mut self.opened.main, &self.opened.previous, self.opened.additional_runs.is_empty())
        {
            let new = differences(&self.hand.registry, &main.scene, &old.scene);
            if !new.is_empty() {
                main.title = new.join(", ");
            }
        }
    }

    /// Returns the moment to show in the new main run.
    fn moment_to_show(&mut self, view: ViewOfRun, is_first: bool) -> usize {
        let Some(main) = &self.opened.main else { return 0 };
        if let Some(at) = self.opened.source.kept_moment(&main.replay, view.cursor) {
            return at;
        }
        if main.replay.trace().first() > 0 {
            return main.replay.trace().first();
        }
        if let Some(number) = view.number {
            return main.replay.moment_of_number(number);
        }
        match view.place.filter(|_| !is_first) {
            Some(place) => place.on(&main.replay),
            None if self.is_following() => main.replay.len(),
            None => main.scene.run.opening_moment().unwrap_or(main.replay.len()),
        }
    }

    /// Gives the breakpoints their hits in the new run. Asks again what was asked about the old one.
    fn renew_questions(&mut self, found: &[Breakpoint]) {
        for breakpoint in &mut self.shown.breakpoints {
            breakpoint.lose_hits();
            if let Some(found) = found.iter().find(|found| found.found && found.hits_as(breakpoint)) {
                breakpoint.take_hits(found.hits.clone());
            }
        }
        if let Some((cells, _)) = self.shown.why_not.take() {
            self.shown.asked = Some(cells);
        }
        let len = self.moment().1;
        self.shown.playback.range = self.shown.playback.range.filter(|range| range.1 <= len);
    }

    /// Makes the main run run B, or discards it if two such runs would take too much memory.
    pub(super) fn retire(&mut self) {
        let Some(old) = self.opened.main.take() else { return };
        let fits = old.replay.bytes() <= self.work.room;
        let title = old_run_title(self.registry(), &old.scene, self.document.scene());
        let old = Run { title, ..old };
        let (previous, retired) = if fits { (Some(old), None) } else { (None, Some(old)) };
        let before = std::mem::replace(&mut self.opened.previous, previous);
        self.retire_runs(before, None);
        self.retire_runs(retired, None);
    }
}

/// Returns the title of an old run: how it differed from the current scene, such as `ties dice (before)`.
fn old_run_title(registry: &Registry, old: &Scene, new: &Scene) -> String {
    let apart = differences(registry, old, new);
    if apart.is_empty() { "run B (before)".to_owned() } else { format!("{} (before)", apart.join(", ")) }
}

/// Returns a phrase for each way in which the run of `old` differs from that of `new`.
fn differences(registry: &Registry, old: &Scene, new: &Scene) -> Vec<String> {
    let (was, is) = (&old.run, &new.run);
    let mut apart: Vec<String> = Vec::new();
    if was.algorithm != is.algorithm {
        apart.push(registry.title_of(&was.algorithm).unwrap_or(&was.algorithm).to_owned());
    }
    if was.seed != is.seed {
        apart.push(format!("seed {}", was.seed));
    }
    let params = registry.find(&was.algorithm).map_or(&[][..], |runner| runner.card().params);
    let now: Vec<String> = is.params.phrases(params).collect();
    apart.extend(was.params.phrases(params).filter(|phrase| !now.contains(phrase)));
    if old.tiles != new.tiles || old.actors != new.actors {
        apart.push("the map".to_owned());
    }
    apart
}
