//! Logs of other programs, shown instead of a run of a built-in algorithm.

use super::Session;
use super::source::Source;
use crate::audit::{Finding, Report, audit};
use crate::formats::FormatError;
use crate::formats::limits::SHARED_LOG;
use crate::formats::log::{EventList, Log};
use crate::formats::trace_file::Writer;
use crate::log::{ConvertedLog, Places};
use crate::movers::Movers;
use gridscope_trace::Registry;
use gridscope_trace::progress::at_once;
use gridscope_trace::scene::Scene;
use gridscope_trace::trace::{Progress, Replay};
use std::sync::Arc;

/// A log of another program, with its audit.
pub struct OpenedLog {
    /// The log as a run.
    pub replay: Replay,
    /// Report of the audit.
    pub report: Report,
    /// First event of the run for each event of the log.
    pub places: Places,
    /// Movers of the log, if it has some.
    pub movers: Option<Arc<Movers>>,
    /// Events of the log, each with its line in the file.
    pub events: EventList,
    /// A sentence about parts of the log that cannot be shown exactly.
    pub note: Option<String>,
    /// Reason why the log was not read to its end, if it was not.
    pub broken: Option<FormatError>,
    /// Lines of the log, for a link. `None` if they are too long for one.
    pub source: Option<String>,
    /// Name of the file, if the log states no title.
    pub name: Option<String>,
}

/// Share of the time after reading a log that its audit takes. The conversion to a run takes the rest.
const AUDIT: f64 = 0.7;

impl OpenedLog {
    /// Converts a log to a run and audits it. Returns the result with the scene of the log. If `progress` is stopped, the
    /// report of the audit is empty.
    pub async fn of(log: &Log, progress: &Progress) -> (Self, Scene) {
        // The audit frees its memory before the conversion.
        let report = audit(log, &progress.for_part(0.0, AUDIT)).await.unwrap_or_default();
        let (opened_log, scene) = Self::unaudited(log, &progress.for_part(AUDIT, 1.0)).await;
        (Self { report, ..opened_log }, scene)
    }

    /// Like [`OpenedLog::of`], but leaves out the audit. The report is empty.
    pub(crate) async fn unaudited(log: &Log, progress: &Progress) -> (Self, Scene) {
        let report = Report::default();
        let converted_log = ConvertedLog::reporting(log, progress).await;
        let ConvertedLog { replay, scene, places, note, broken } = converted_log;
        let events = log.events.clone();
        let names_actors = replay.schema().fields.iter().any(|field| field.name == "actor");
        let movers = if names_actors { Movers::of(&replay, &scene).await.map(Arc::new) } else { None };
        let name = log.header.title.is_empty().then(|| scene.title.clone()).filter(|name| !name.is_empty());
        (Self { replay, report, places, movers, events, note, broken, source: log.lines_to_share(), name }, scene)
    }
}

impl OpenedLog {
    /// Returns a copy without its findings, for a session in which nothing is recorded again.
    pub(super) fn still(&self) -> Self {
        Self {
            movers: self.movers.clone(),
            source: self.source.clone(),
            name: self.name.clone(),
            ..Self::alone(self.replay.fork())
        }
    }

    /// Returns a run that is shown without the log that it came from.
    fn alone(replay: Replay) -> Self {
        let (report, places, events) = (Report::default(), Places::default(), EventList::default());
        Self { replay, report, places, movers: None, events, note: None, broken: None, source: None, name: None }
    }

    /// Returns the event of the run that a finding is about.
    pub fn event_of(&self, finding: &Finding) -> u32 {
        self.places.first(finding.event).unwrap_or(0)
    }

    /// Returns the event of the log that an event of the run was made from, by its index.
    pub fn logged(&self, event: u32) -> Option<usize> {
        self.places.logged(event as usize)
    }

    /// Returns the events of the run that have findings, ascending.
    pub fn found(&self) -> Vec<u32> {
        let mut all: Vec<u32> = self.report.findings.iter().map(|finding| self.event_of(finding)).collect();
        all.sort_unstable();
        all.dedup();
        all
    }

    /// Returns the findings at an event of the run.
    pub fn at(&self, event: u32) -> impl Iterator<Item = &Finding> {
        self.report.findings.iter().filter(move |finding| self.event_of(finding) == event)
    }
}

/// Writes a run as the lines of a trace. Returns `None` if they are too long for a link.
fn lines_of(scene: &Scene, run: &Replay) -> Option<String> {
    // Each line has some twenty bytes at least.
    if run.len() > SHARED_LOG / 20 {
        return None;
    }
    let mut lines = Vec::new();
    Writer::new(scene, run).ok()?.write(&mut lines).ok()?;
    String::from_utf8(lines).ok().filter(|lines| lines.len() <= SHARED_LOG)
}

impl Session {
    /// Creates a session that shows a log of another program.
    pub fn on_log(registry: Registry, log: &Log) -> Self {
        let (opened_log, scene) = at_once(OpenedLog::of(log, &Progress::default()));
        let mut session = Self::new(registry, scene);
        let note = opened_log.note.clone();
        session.show_log(opened_log);
        if let Some(note) = &note {
            session.notify(note);
        }
        session.tell_broken(log);
        session
    }

    /// Creates a session that shows a run recorded on this scene. After an edit, the run's algorithm runs the scene
    /// again if it is in the registry. Otherwise only this run can be shown.
    pub fn on_run(registry: Registry, mut scene: Scene, run: Replay) -> Self {
        let algorithm = run.schema().algorithm.to_string();
        let known = registry.find(&algorithm).is_some();
        if known {
            scene.run.algorithm = algorithm;
        }
        scene.run.at = Some(run.cursor()).filter(|&at| at > 0);
        let mut session = Self::new(registry, scene);
        if known {
            session.set_source(Source::Recorded(Box::new(run)));
        } else {
            let source = lines_of(session.scene(), &run);
            session.show_log(OpenedLog { source, ..OpenedLog::alone(run) });
        }
        session
    }

    /// Reports why a log ends early, if it does.
    pub(crate) fn tell_broken(&mut self, log: &Log) {
        if let Some(bad) = &log.broken {
            self.notify(&format!("Shown up to there: {bad}"));
        }
    }
}
