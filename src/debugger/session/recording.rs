//! Recording: jobs that any thread may do, and what their answers do to the runs that are shown.

use super::beside::GuestError;
use super::beside::OtherRun;
use super::following::Followed;
use super::place::Place;
use super::variants::variants;
use super::{Breakpoint, Notice, OpenedLog, Problem, Run, Session};
use crate::core::algorithms;
use crate::core::scene::Scene;
use crate::core::trace::{Control, Replay};
use crate::debugger::document::Document;
use crate::debugger::program::Program;
use crate::formats::FormatError;
use crate::formats::trace_file::TraceFile;
use std::sync::Arc;
use std::sync::atomic::Ordering;

/// A recording that somebody should do.
#[derive(Debug)]
pub struct Job {
    scene: Arc<Scene>,
    other_runs: Vec<OtherRun>,
    /// The trace that the scene came out of, to be compared.
    trace: Option<TraceFile>,
    /// What the main run is, where it is none of ours.
    behind: Option<Behind>,
    serial: u64,
    opened: u64,
    /// The layer that is shown.
    layer: usize,
    /// Shared with those who may cancel.
    pub control: Arc<Control>,
}

/// What is behind the map instead of an algorithm of ours.
#[derive(Debug)]
enum Behind {
    /// A log that was read.
    Log(Replay),
    /// A program that logs what it does on the scene.
    Program(Arc<dyn Program>),
    /// A log that grows.
    Follow(Followed),
}

/// What a program said of a scene.
struct Answer {
    log: OpenedLog,
    scene: Arc<Scene>,
    output: String,
    /// How it failed, though it logged something.
    failed: Option<String>,
}

/// Runs a program on a scene.
fn ask(program: &dyn Program, scene: &Scene, control: &Control) -> Result<Answer, Problem> {
    let said = program.run(scene, control).map_err(|error| Problem::Program(error.to_string()))?;
    let how = |failed: &String| format!("{}: {}", program.name(), said.how(failed));
    let failed = said.failed.as_ref().map(how).or_else(|| said.log.broken.as_ref().map(ToString::to_string));
    match failed {
        Some(failed) if said.log.events.is_empty() => Err(Problem::Program(failed)),
        failed => {
            let (log, scene) = OpenedLog::of(&said.log);
            Ok(Answer { log, scene: Arc::new(scene), output: said.besides, failed })
        }
    }
}

/// The recording under way: what is recorded, and how to stop it.
pub(super) struct Running {
    pub(super) scene: Arc<Scene>,
    control: Arc<Control>,
    /// Whether it brings nothing but the run of its scene.
    plain: bool,
}

/// Recorded runs, each with what sets it apart.
type Titled = Vec<(String, Replay)>;

/// What came of a [`Job`].
pub struct Recorded {
    scene: Arc<Scene>,
    serial: u64,
    opened: u64,
    answer: Result<Titled, Problem>,
    /// What a program said, where one is behind the map.
    said: Option<Answer>,
    /// Breakpoints whose hits were found with it.
    found: Vec<Breakpoint>,
    /// Where the trace that the scene came out of is another run: the first event, and what it recorded.
    differs: Option<(FormatError, OpenedLog)>,
    other_runs: Vec<Result<Run, GuestError>>,
}

impl Job {
    /// Records the scene's run, those beside it, and those of other files.
    pub fn run(self) -> Recorded {
        let mut all = Vec::new();
        let mut answer = Ok(());
        let (mut behind, mut said, mut found) = (self.behind, None, Vec::new());
        for (title, scene) in variants(&self.scene) {
            // What another program logged is not run by us: only what is shown beside it is.
            match behind.take() {
                None => {}
                Some(Behind::Log(log)) => {
                    all.push((title, log));
                    continue;
                }
                Some(Behind::Follow(follow)) => {
                    let Some(look) = follow.look() else { continue };
                    all.push((title, look.run));
                    found = look.breakpoints;
                    let (log, scene) = (look.log, Arc::new(look.scene));
                    said = Some(Answer { log, scene, output: String::new(), failed: None });
                    continue;
                }
                Some(Behind::Program(program)) => match ask(&*program, &scene, &self.control) {
                    Ok(done) => {
                        all.push((title, done.log.replay.fork()));
                        said = Some(done);
                        continue;
                    }
                    Err(problem) => {
                        answer = Err(problem);
                        break;
                    }
                },
            }
            match algorithms::record(&scene, &self.control) {
                Ok(replay) => all.push((title, replay)),
                Err(error) => {
                    answer = Err(error.into());
                    break;
                }
            }
        }
        let cancelled = || self.control.cancel.load(Ordering::Relaxed);
        all.iter().filter(|_| !cancelled()).for_each(|(_, replay)| replay.prepare(self.layer));
        let cancelled = cancelled();
        let main = all.first().filter(|_| !cancelled);
        let differs = self.trace.zip(main).and_then(|(trace, (_, main))| {
            let differs = trace.agrees(main).err()?;
            Some((differs, OpenedLog::of(&trace.log().ok()?).0))
        });
        if let (Some((_, log)), Some(main)) = (&differs, all.first_mut()) {
            // What was recorded is shown, for what it says.
            main.1 = log.replay.fork();
        }
        let other_runs = self.other_runs.into_iter().map(|other_run| other_run.record(&self.control)).collect();
        let answer = answer.map(|()| all);
        Recorded {
            scene: self.scene,
            serial: self.serial,
            opened: self.opened,
            answer,
            said,
            found,
            differs,
            other_runs,
        }
    }
}

impl Recorded {
    /// The runs, to work out what is asked of them besides the first picture: on the same thread, after the answer was told.
    pub fn runs(&self) -> Vec<Replay> {
        self.answer.iter().flatten().map(|(_, replay)| replay.fork()).collect()
    }
}

impl Session {
    /// The next recording to do, if there is one and none is under way.
    pub fn take_job(&mut self) -> Option<Job> {
        if !self.stale || self.running.is_some() {
            return None;
        }
        self.stale = false;
        let scene = Arc::new(self.scene().clone());
        // All that are shown at once share what one alone may take.
        let shown = 1 + scene.run.beside.len() + self.expected.len() + self.other_runs.len();
        let control = Arc::new(Control { memory: Control::DEFAULT_MEMORY / shown, ..Control::default() });
        let (other_runs, trace) = (std::mem::take(&mut self.expected), self.opened_trace.take());
        let followed = self.followed();
        let log = || self.log.as_ref().map(|log| Behind::Log(log.replay.fork()));
        let program = || self.program.clone().map(Behind::Program);
        // A run that was recorded elsewhere is the scene's own until something changes.
        let handed = self.handed.take().map(Behind::Log);
        let behind = followed.map(Behind::Follow).or_else(program).or_else(log).or(handed);
        let plain = other_runs.is_empty() && trace.is_none() && behind.is_none();
        self.running = Some(Running { scene: Arc::clone(&scene), control: Arc::clone(&control), plain });
        Some(Job {
            scene,
            other_runs,
            trace,
            behind,
            serial: self.document.serial(),
            opened: self.opened,
            layer: self.layer,
            control,
        })
    }

    /// Asks the recording under way to stop soon.
    pub(super) fn cancel_recording(&self) {
        if let Some(running) = &self.running {
            running.control.cancel.store(true, Ordering::Relaxed);
        }
    }

    /// Gives the recording under way up where the scene has changed since it began: nobody waits for it any more. Says whether
    /// it was.
    pub fn give_up_outdated(&mut self) -> bool {
        let outdated = self.stale && self.running.as_ref().is_some_and(|running| running.plain);
        if outdated {
            self.cancel_recording();
            self.running = None;
        }
        outdated
    }

    /// Whether the recording under way was called off and brings nothing that has to be waited for.
    pub fn recording_is_cancelled(&self) -> bool {
        self.running.as_ref().is_some_and(|r| r.plain && r.control.cancel.load(Ordering::Relaxed))
    }

    /// How many events the recording under way has, to some thousands.
    pub fn recorded_so_far(&self) -> usize {
        self.running.as_ref().map_or(0, |r| r.control.events.load(Ordering::Relaxed))
    }

    /// How far the recording under way is, 0 to 1.
    pub fn progress(&self) -> Option<f32> {
        self.running.as_ref().map(|r| r.control.progress.load(Ordering::Relaxed) as f32 / 1000.0)
    }

    /// Takes the answer of a job in: the old run becomes run B, the place in time is kept where it can be.
    pub fn finish(&mut self, recorded: Recorded) {
        self.generation += 1;
        let cancelled = self.running.take().is_some_and(|r| r.control.cancel.load(Ordering::Relaxed));
        if recorded.opened != self.opened {
            // Another scene was opened meanwhile; its own recording is still to come.
            self.stale = true;
            return;
        }
        for other_run in recorded.other_runs {
            match other_run {
                Ok(run) => self.other_runs.push(run),
                Err(error) => self.fail(error.to_string()),
            }
        }
        if let Some((differs, log)) = recorded.differs {
            self.fail(format!("{differs}. What is shown are the events of the file."));
            self.tell_all(log.replay.schema().lacks().into_iter().collect());
            self.show_log(Some(log));
            self.trace_differs = Some(differs);
        }
        let runs = match recorded.answer {
            Ok(runs) => runs,
            Err(_) if cancelled && self.stale => return,
            Err(problem) => {
                self.problem = Some(problem);
                self.retire();
                return;
            }
        };
        let shown = recorded.said.map(|said| {
            if let Some(failed) = said.failed {
                self.fail(failed);
            }
            self.output = said.output;
            if self.follow.is_some()
                && (self.scene().tiles != said.scene.tiles || self.scene().actors != said.scene.actors)
            {
                // The ground is what the log has shown of it.
                self.document = Document::new(Scene::clone(&said.scene), None);
            }
            let worn = self.show_log(Some(said.log));
            self.wear(None, worn);
            said.scene
        });
        if cancelled && self.stale {
            return;
        }
        self.problem = None;
        let place = self.main.as_ref().map(|r| Place::of(&r.replay));
        // A cursor at the end of a log that grows stays at its end.
        let at_end = self.main.as_ref().is_some_and(|r| r.replay.cursor() == r.replay.len());
        let place = place.filter(|_| self.follow.is_none() || !at_end);
        let eyes = self.main.as_ref().map_or(0, |r| r.replay.looking());
        let same_stroke = self.main.as_ref().is_some_and(|r| r.serial == recorded.serial);
        if same_stroke {
            let worn = self.main.take();
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
        self.main = runs.next();
        self.beside = runs.collect();
        if let (Some(main), Some(scene)) = (&mut self.main, shown) {
            // With those who act in the log.
            main.scene = scene;
        }
        for run in self.main.iter_mut().chain(&mut self.beside).chain(&mut self.other_runs) {
            let eyes = eyes.min(run.replay.eyes().len().saturating_sub(1));
            run.replay.look_through(eyes);
        }
        self.look_through_own_eyes();
        // Beside the run before, what is new says so, too.
        if let (Some(main), Some(old), true) = (&mut self.main, &self.previous, self.beside.is_empty()) {
            let new = apart(&main.scene, &old.scene);
            if !new.is_empty() {
                main.title = new.join(", ");
            }
        }
        if let Some(main) = &mut self.main {
            if let Some(text) = main.replay.halted() {
                self.notices
                    .push(Notice { error: true, text: format!("{text} ({} events are kept).", main.replay.len()) });
            }
            let arriving = std::mem::take(&mut self.arriving);
            let at = match place.filter(|_| !arriving) {
                Some(place) => place.on(&main.replay),
                None if self.follow.is_some() => main.replay.len(),
                None => main.scene.run.at.unwrap_or(main.replay.len()),
            };
            let mut found = recorded.found;
            for breakpoint in &mut self.breakpoints {
                Self::find_hits(breakpoint, &main.replay, &mut found);
            }
            let asked = self.why_not.take().map(|(cells, _)| cells);
            self.why_not =
                asked.map(|cells| (main.replay.why_not_path(&cells), cells)).map(|(why, cells)| (cells, why));
            self.playback.range = self.playback.range.filter(|r| r.1 <= main.replay.len());
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

    /// The main run steps back to be run B, unless two like it are more than there may be.
    pub(super) fn retire(&mut self) {
        let Some(old) = self.main.take() else { return };
        let fits = old.replay.bytes() <= Control::DEFAULT_MEMORY / 2;
        self.previous = fits.then(|| Run { title: before(&old.scene, self.document.scene()), ..old });
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
