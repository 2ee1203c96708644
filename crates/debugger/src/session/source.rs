//! The source behind the map: an algorithm, a log, a trace or a program, one at a time.

use super::following::GrowingLog;
use super::job::RunSource;
use super::{OpenedLog, Run, Session};
use crate::formats::trace_file::TraceFile;
use crate::log::program::Program;
use crate::session::window::PanelId;
use gridscope_trace::trace::Replay;
use std::mem::{replace, take};
use std::sync::Arc;

/// The source of the main run.
#[derive(Default)]
pub(crate) enum Source {
    /// The scene's algorithm.
    #[default]
    Ours,
    /// A log of another program.
    Log(Box<OpenedLog>),
    /// The trace that the scene was read from, until the scene is recorded and both are compared.
    Trace(Box<TraceFile>),
    /// A program that runs again whenever the scene changes.
    Program(AttachedProgram),
    /// A log that still grows.
    Growing(GrowingLog),
    /// A run that was recorded elsewhere, until it is shown as the first run of its scene.
    Recorded(Box<Replay>),
}

/// A program behind the map, with the result of its last run.
pub(crate) struct AttachedProgram {
    program: Arc<dyn Program>,
    log: Option<Box<OpenedLog>>,
    /// Other output of the program, besides its log.
    pub(super) output: String,
}

impl Source {
    fn log(&self) -> Option<&OpenedLog> {
        match self {
            Self::Log(log) => Some(log),
            Self::Program(attached) => attached.log.as_deref(),
            Self::Growing(growing) => growing.log.as_deref(),
            Self::Ours | Self::Trace(_) | Self::Recorded(_) => None,
        }
    }

    /// Returns whether something else than an algorithm of the registry makes the run.
    pub(super) const fn is_foreign(&self) -> bool {
        matches!(self, Self::Log(_) | Self::Program(_) | Self::Growing(_))
    }

    /// Stores the log that the source gave. Returns the log before it.
    fn show(&mut self, log: Box<OpenedLog>) -> Option<Box<OpenedLog>> {
        match self {
            Self::Program(attached) => attached.log.replace(log),
            Self::Growing(growing) => growing.log.replace(log),
            Self::Log(old) => Some(replace(old, log)),
            Self::Ours | Self::Trace(_) | Self::Recorded(_) => {
                *self = Self::Log(log);
                None
            }
        }
    }

    /// Returns a copy for a session in which nothing is recorded again.
    pub(super) fn still(&self) -> Self {
        let log = self.log().map(|log| Box::new(log.still()));
        match self {
            Self::Program(attached) => {
                Self::Program(AttachedProgram { program: Arc::clone(&attached.program), log, output: String::new() })
            }
            _ => log.map_or(Self::Ours, Self::Log),
        }
    }
}

impl Session {
    /// Returns the log of another program that is shown instead of a run of an algorithm.
    pub fn log(&self) -> Option<&OpenedLog> {
        self.opened.source.log()
    }

    /// Returns the program behind the map.
    pub const fn program(&self) -> Option<&Arc<dyn Program>> {
        match &self.opened.source {
            Source::Program(attached) => Some(&attached.program),
            _ => None,
        }
    }

    /// Returns the other output of the program behind the map, besides its log.
    pub fn program_output(&self) -> &str {
        match &self.opened.source {
            Source::Program(attached) => &attached.output,
            _ => "",
        }
    }

    /// Returns whether the scene was read from a trace whose events are not yet compared with the recording.
    pub const fn compares_trace(&self) -> bool {
        matches!(self.opened.source, Source::Trace(_))
    }

    /// Returns whether the map is that of a log, which cannot be run again.
    pub const fn shows_log_only(&self) -> bool {
        matches!(self.opened.source, Source::Log(_) | Source::Growing(_))
    }

    /// Puts a source behind the map. A log is shown at once.
    pub(crate) fn set_source(&mut self, source: Source) {
        match source {
            Source::Log(log) => drop(self.show_log(*log)),
            source => self.opened.source = source,
        }
    }

    /// Puts a program behind the map, instead of what is there.
    pub(super) fn attach(&mut self, program: &Arc<dyn Program>) {
        let attached = AttachedProgram { program: Arc::clone(program), log: None, output: String::new() };
        (self.opened.source, self.opened.stale) = (Source::Program(attached), true);
    }

    /// Shows a log of the source. Returns the log that was shown before.
    pub(super) fn show_log(&mut self, log: OpenedLog) -> Option<Box<OpenedLog>> {
        let new = log.replay.schema();
        if let Some(old) = self.log() {
            // A longer log, or the log of another run, may have other layers before the shown one.
            let same = old.replay.schema().layers.get(self.shown.layer).and_then(|layer| new.layer(&layer.name));
            self.shown.layer = same.unwrap_or(new.first_layer);
        } else {
            self.shown.layer = new.first_layer;
            if !log.report.findings.is_empty() {
                self.shown.panel = Some(PanelId::Findings);
            }
        }
        self.opened.source.show(Box::new(log))
    }

    /// Puts the scene's algorithm behind the map, instead of a log or program. The run that was shown becomes run B.
    pub(super) fn leave_source(&mut self) {
        if self.opened.source.is_foreign() {
            let title = self.algorithm_title();
            self.opened.previous = self.opened.main.take().map(|run| Run { title, ..run });
            (self.opened.source, self.opened.file, self.opened.stale) = (Source::Ours, None, true);
        }
    }

    /// Returns the source of the next recording. A trace and a run that was recorded elsewhere are used once. Then the
    /// scene's algorithm is behind the map.
    pub(super) fn next_run(&mut self) -> RunSource {
        let (run, source) = match take(&mut self.opened.source) {
            Source::Ours => (RunSource::Ours, Source::Ours),
            Source::Trace(trace) => (RunSource::Trace(trace), Source::Ours),
            Source::Recorded(run) => (RunSource::Recorded(run), Source::Ours),
            Source::Log(log) => (RunSource::Recorded(Box::new(log.replay.fork())), Source::Log(log)),
            Source::Program(attached) => (RunSource::Program(Arc::clone(&attached.program)), Source::Program(attached)),
            Source::Growing(growing) => {
                let followed = growing.followed(self.shown.layer, self.shown.breakpoints.clone());
                (RunSource::Growing(followed), Source::Growing(growing))
            }
        };
        self.opened.source = source;
        run
    }
}
