//! A log of another program, looked at in place of a run of ours.

use super::{Run, Session};
use crate::audit::{Finding, Report, audit, audit_within};
use crate::core::algorithms;
use crate::core::scene::Scene;
use crate::core::trace::{Control, Halt, Replay};
use crate::formats::FormatError;
use crate::formats::log::Log;
use crate::log::Shown;
use crate::window::PanelId;

/// A log of another program, with what its audit found.
pub struct OpenedLog {
    /// What it says, as a run.
    pub replay: Replay,
    /// Whether it does what it says.
    pub report: Report,
    /// The first event of the run for each event of the log.
    pub first: Vec<u32>,
    /// What is not shown as it stands, in a sentence.
    pub note: Option<String>,
    /// Why the log was not read to its end.
    pub broken: Option<FormatError>,
}

impl OpenedLog {
    /// A log, shown and checked, and the scene that it happened on.
    pub fn of(log: &Log) -> (Self, Scene) {
        Self::shown(log, audit(log))
    }

    /// The same, as long as nobody stops it.
    pub(crate) fn within(log: &Log, control: &Control) -> Result<(Self, Scene), Halt> {
        let report = audit_within(log, control)?;
        control.stopped()?;
        Ok(Self::shown(log, report))
    }

    /// What the audit needs of memory it has given back when the log is told.
    fn shown(log: &Log, report: Report) -> (Self, Scene) {
        let shown = Shown::of(log);
        let Shown { replay, scene, first, note, broken } = shown;
        (Self { replay, report, first, note, broken }, scene)
    }
}

impl OpenedLog {
    /// The event of the run that a finding is about.
    pub fn event_of(&self, finding: &Finding) -> u32 {
        self.first.get(finding.event).copied().unwrap_or(0)
    }

    /// The events of the run that the audit found something at, ascending.
    pub fn found(&self) -> Vec<u32> {
        let mut all: Vec<u32> = self.report.findings.iter().map(|finding| self.event_of(finding)).collect();
        all.sort_unstable();
        all.dedup();
        all
    }

    /// What the audit found at an event of the run.
    pub fn at(&self, event: u32) -> impl Iterator<Item = &Finding> {
        self.report.findings.iter().filter(move |finding| self.event_of(finding) == event)
    }
}

impl Session {
    /// A session on a log of another program.
    pub fn on_log(log: &Log) -> Self {
        let (shown, scene) = OpenedLog::of(log);
        let mut session = Self::new(scene);
        let note = shown.note.clone();
        session.show_log(Some(shown));
        if let Some(note) = &note {
            session.tell(note);
        }
        session.tell_broken(log);
        session
    }

    /// A session on a run that was recorded on this scene. Once something is edited, the scene is run again by the
    /// algorithm of the run, where that is in the registry; else there is only the run to look at.
    pub fn on_run(mut scene: Scene, run: Replay) -> Self {
        let algorithm = run.schema().algorithm.to_string();
        let known = algorithms::find(&algorithm).is_some();
        if known {
            scene.run.algorithm = algorithm;
        }
        scene.run.at = Some(run.cursor()).filter(|&at| at > 0);
        let mut session = Self::new(scene);
        if known {
            session.opened.handed = Some(run);
        } else {
            let (report, first) = (Report::default(), Vec::new());
            session.show_log(Some(OpenedLog { replay: run, report, first, note: None, broken: None }));
        }
        session
    }

    /// Tells why a log ends early, where it does.
    pub(crate) fn tell_broken(&mut self, log: &Log) {
        if let Some(bad) = &log.broken {
            self.tell(&format!("Shown up to there: {bad}"));
        }
    }

    /// Looks at a log instead of at a run of the scene. Gives the one that was looked at before.
    pub(crate) fn show_log(&mut self, log: Option<OpenedLog>) -> Option<OpenedLog> {
        if self.opened.log.is_none() {
            self.shown.layer = log.as_ref().map_or(self.shown.layer, |log| log.replay.schema().first_layer);
            // What is wrong comes first.
            let faulty = log.as_ref().is_some_and(|log| !log.report.findings.is_empty());
            self.shown.panel = faulty.then_some(PanelId::Findings).or(self.shown.panel);
        } else if let (Some(old), Some(new)) = (&self.opened.log, &log) {
            // A longer log, or that of another run, may have other layers before the one that is shown.
            let (old, new) = (old.replay.schema(), new.replay.schema());
            let same = old.layers.get(self.shown.layer).and_then(|layer| new.layer(&layer.name));
            self.shown.layer = same.unwrap_or(new.first_layer);
        }
        std::mem::replace(&mut self.opened.log, log)
    }

    /// What another program logged steps back and stays as run B, beside a run of ours.
    pub(super) fn leave_log(&mut self) {
        if self.opened.log.is_some() || self.opened.program.is_some() {
            let title = self.algorithm_title();
            self.opened.previous = self.opened.main.take().map(|run| Run { title, ..run });
            (self.opened.log, self.opened.program, self.opened.follow, self.opened.stale) = (None, None, None, true);
        }
    }
}
