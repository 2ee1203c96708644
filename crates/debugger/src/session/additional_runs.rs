//! Runs beside the main one: of the same scene with changes, or of another file.

use super::job::Recording;
use super::{Problem, Run, Session};
use crate::disk::open;
use crate::formats::trace_file::TraceFile;
use crate::formats::{Content, FormatError, Options};
use crate::lab::compare;
use crate::log::ConvertedLog;
use crate::session::window::PanelId;
use gridscope_trace::Registry;
use gridscope_trace::event::Tone;
use gridscope_trace::geometry::Cell;
use gridscope_trace::later::{Here, later};
use gridscope_trace::progress::boxed;
use gridscope_trace::scene::{Actor, AdditionalRun, Scene};
use gridscope_trace::trace::{Progress, Replay};
use std::path::Path;
use std::sync::Arc;

pub(super) use crate::formats::limits::RUNS as MAX_SHOWN;

/// Title of the run of the shrunk map.
const MADE_SMALL: &str = "made small";

/// The scene of another file, with its trace if the file is one.
#[derive(Debug)]
pub(crate) struct OtherRun {
    title: String,
    scene: Arc<Scene>,
    trace: Option<TraceFile>,
    /// The log of another program, if the file is one. A log is shown, not run.
    log: Option<Replay>,
}

/// Reason why the run of another file cannot be shown.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum GuestError {
    /// The file cannot be read, or its events differ from the run of its scene.
    #[error(transparent)]
    Format(#[from] FormatError),
    /// The scene of the file cannot be run.
    #[error("{file}: {error}")]
    Run {
        /// Name of the file.
        file: String,
        /// The error.
        error: Problem,
    },
}

impl OtherRun {
    pub(crate) async fn read(registry: &Registry, path: &Path, progress: &Progress) -> Result<Self, GuestError> {
        let title = path.file_name().unwrap_or(path.as_os_str()).to_string_lossy().into_owned();
        Ok(match open::content(path, &Options::with_registry(registry), progress).await?.0 {
            Content::Trace(trace) => {
                Self { title, scene: Arc::new(trace.scene.clone()), trace: Some(trace), log: None }
            }
            Content::Scene(loaded) => Self { title, scene: Arc::new(loaded.scene), trace: None, log: None },
            Content::Log(log) => {
                let converted_log = later(Here::wait().await, || boxed(ConvertedLog::of(&log))).await;
                Self { title, scene: Arc::new(converted_log.scene), trace: None, log: Some(converted_log.replay) }
            }
        })
    }

    /// Returns the scene whose run is to be recorded. `None` for a log.
    pub(super) fn scene_to_record(&self) -> Option<&Arc<Scene>> {
        Some(&self.scene).filter(|_| self.log.is_none())
    }

    /// Records the run. The events of a trace must equal those of the recording.
    pub(super) async fn record(self, recording: &Recording) -> Result<Run, GuestError> {
        if let Some(replay) = self.log {
            return Ok(Run { title: self.title, scene: self.scene, replay, serial: 0 });
        }
        let fails = |error| GuestError::Run { file: self.title.clone(), error };
        let replay = boxed(recording.record_built_in(Arc::clone(&self.scene))).await.map_err(fails)?;
        let progress = recording.progress();
        let compared = match &self.trace {
            Some(trace) => trace.agrees(&replay, &progress).await.map(|_| ()),
            None => Ok(()),
        };
        // A partial run is not shown beside others.
        progress.check().map_err(|halt| fails(Problem::Run(halt.into())))?;
        compared?;
        Ok(Run { title: self.title, scene: self.scene, replay, serial: 0 })
    }
}

impl Session {
    /// Returns all runs, shown or not.
    pub(super) fn every_run(&mut self) -> impl Iterator<Item = &mut Run> {
        self.opened
            .main
            .iter_mut()
            .chain(&mut self.opened.additional_runs)
            .chain(&mut self.opened.previous)
            .chain(&mut self.opened.other_runs)
    }

    /// Like [`Session::shown_runs`], but returns mutable runs.
    pub(super) fn shown_mut(&mut self) -> impl Iterator<Item = &mut Run> {
        let previous = self.opened.previous.as_mut().filter(|_| self.opened.comparing);
        self.opened
            .main
            .iter_mut()
            .chain(&mut self.opened.additional_runs)
            .chain(previous)
            .chain(&mut self.opened.other_runs)
    }

    /// Applies the views of additional runs that name one, and titles each of these runs by its view. If there are any,
    /// the main run is titled by its view too, unless it has another distinguishing title.
    pub(super) fn look_through_own_eyes(&mut self) {
        let spec = &self.document.scene().run;
        let all = spec.beside.iter();
        let registry = &self.hand.registry;
        for (run, over) in self.opened.additional_runs.iter_mut().zip(all) {
            if let Some(eyes) = over.eyes {
                let names = run.replay.eyes();
                let eyes = eyes.min(names.len().saturating_sub(1));
                run.replay.look_through(eyes);
                if let Some(name) = names.get(eyes).filter(|_| over.name.is_none()) {
                    let rest = AdditionalRun { eyes: None, ..over.clone() }.title(registry, &spec.algorithm);
                    run.title =
                        if rest.is_empty() { format!("eyes of {name}") } else { format!("eyes of {name}, {rest}") };
                }
            }
        }
        let scene = self.document.scene();
        if scene.run.beside.iter().any(|over| over.eyes.is_some())
            && let Some(main) =
                self.opened.main.as_mut().filter(|main| main.title == scene.title || main.title.starts_with("eyes of "))
            && let Some(name) = main.replay.eyes().get(main.replay.looking())
        {
            main.title = format!("eyes of {name}");
        }
    }

    /// Returns whether another run can be shown. If there is no room, shows a message.
    pub fn has_room(&mut self) -> bool {
        // Additional runs that are not recorded yet count too.
        let planned = self.scene().run.beside.len() + 1 + self.opened.other_runs.len();
        let room = self.shown_runs().count().max(planned) + self.opened.expected.len() < MAX_SHOWN;
        if !room {
            self.notify(&format!("{MAX_SHOWN} runs are shown already: remove one first."));
        }
        room
    }

    /// Shows the run of the shrunk map beside the others, if there is room.
    pub(super) fn show_shrunk_run(&mut self) {
        let Some(small) = self.work.tasks.smaller.as_ref().filter(|small| small.done) else { return };
        let mut scene = small.scene.clone();
        scene.run.forget_moments();
        self.drop_small();
        if self.shown_runs().count() + self.opened.expected.len() < MAX_SHOWN {
            let title = MADE_SMALL.to_owned();
            self.opened.expected.push(OtherRun { title, scene: Arc::new(scene), trace: None, log: None });
            self.opened.stale = true;
        }
    }

    /// Removes the run of the shrunk map.
    pub(super) fn drop_small(&mut self) {
        let before = self.opened.other_runs.len();
        self.opened.other_runs.retain(|run| run.title != MADE_SMALL);
        if self.opened.other_runs.len() < before {
            self.generation += 1;
        }
    }

    pub(super) fn add_run(&mut self, other: AdditionalRun) {
        if self.scene().run.beside.contains(&other) {
            self.notify("That run is shown already.");
        } else if self.has_room() {
            let mut run = self.scene().run.clone();
            run.beside.push(other);
            self.edit(|d| d.set_run(run, None));
        }
    }

    pub(super) fn set_run_differences(&mut self, i: usize, other: &AdditionalRun) {
        let mut run = self.scene().run.clone();
        if let Some(old) = run.beside.get_mut(i) {
            old.clone_from(other);
            self.edit(|d| d.set_run(run, Some(&format!("beside {i}"))));
        }
    }

    /// Names a run, counted from 0, the main run. An empty name removes it.
    pub(super) fn set_run_name(&mut self, i: usize, name: &str) {
        let mut run = self.scene().run.clone();
        match i.checked_sub(1) {
            None => name.trim().clone_into(&mut run.name),
            Some(i) => {
                let Some(other) = run.beside.get_mut(i) else { return };
                other.name = Some(name.trim().to_owned()).filter(|name| !name.is_empty());
            }
        }
        self.edit(|d| d.set_run(run, Some(&format!("name {i}"))));
    }

    pub(super) fn remove_run(&mut self, i: usize) {
        let mut run = self.scene().run.clone();
        if i < run.beside.len() {
            run.beside.remove(i);
            self.edit(|d| d.set_run(run, None));
        }
    }

    /// Shows the run of another file beside the others, once it is recorded.
    pub(crate) fn show_other_run(&mut self, other: OtherRun) {
        if self.has_room() {
            self.opened.expected.push(other);
            self.opened.stale = true;
        }
    }

    /// Moves all runs to just after the first event at which the main run and another shown run differ. `index` counts
    /// the other runs from 0.
    pub(super) fn go_to_parting(&mut self, index: usize) {
        self.shown.playback.playing = false;
        let runs = || self.shown_runs().map(|run| &run.replay);
        let Some((main, other)) = runs().next().zip(runs().skip(1).nth(index)) else {
            self.notify("One run is shown: press C for the run before the last edit, or add one in the panel Compare.");
            return;
        };
        match compare::divergence(main, other) {
            None => {
                let same = compare::no_divergence(main, other);
                self.notify(&format!("The two runs {same}."));
            }
            Some(divergence) => {
                // The main run sets the clock for all runs. The compared run then moves to its own event.
                self.seek(divergence.after + 1);
                if let Some(run) = self.shown_mut().skip(1).nth(index) {
                    run.replay.seek(divergence.other + 1);
                }
                self.shown.panel = Some(PanelId::Compare);
            }
        }
    }

    /// Shows two views side by side: from `a`, which sees `b`, and from `b`, which does not see `a`.
    pub(super) fn show_both_views(&mut self, a: Cell, b: Cell) {
        let (card, size) = (self.card(), self.scene().size());
        if let Some(off) = [a, b].into_iter().find(|&cell| !size.contains(cell)) {
            return self.notify(&format!("{off} is outside the map of {size} cells."));
        }
        let Some(need) = card.actors.first() else { return };
        let kind = need.kinds.iter().copied().find(|&k| self.scene().of_kind(k).next().is_some());
        let Some(kind) = kind.or_else(|| need.kinds.first().copied()) else { return };
        let mut scene = self.scene().clone();
        match scene.actors.iter_mut().find(|actor| actor.kind == kind) {
            Some(actor) => actor.at = a,
            None => scene.actors.push(Actor::new(kind, a)),
        }
        scene.run.beside = vec![AdditionalRun { start: Some(b), ..AdditionalRun::default() }];
        self.shown.playback.playing = false;
        self.shown.pair = Some((a, b));
        self.opened.stale = true;
        self.replace(scene);
    }

    /// If a pair of views was requested, moves each run to its last event that decided about the other cell.
    pub(super) fn focus(&mut self) {
        let Some((a, b)) = self.shown.pair.take() else { return };
        let decided = |run: &Run, cell: Cell, how: Tone| {
            let history = run.replay.history(cell);
            let deciding_event = history.iter().rev().find(|&&i| run.replay.event(i as usize).tone == how);
            deciding_event.or(history.last()).map_or_else(|| run.replay.len(), |&i| i as usize + 1)
        };
        // In the first run the other cell was lit. In the second one it was refused, if it was reached at all.
        let runs = self.opened.main.iter_mut().zip([(b, Tone::Wrote)]);
        for (run, (other, how)) in runs.chain(self.opened.additional_runs.iter_mut().zip([(a, Tone::Refused)])) {
            let at = decided(run, other, how);
            run.replay.seek(at);
        }
        self.shown.selected = Some(b);
    }
}
