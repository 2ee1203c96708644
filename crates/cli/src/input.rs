//! What SCENE on the command line means, and how `--set`, `--seed` and the scene's own parameters come together.

use super::ending::ending;
pub(super) use super::flags::{DialectArgs, LookArgs, RunArgs, WithArgs};
use super::place::Place;
use super::{CliError, Start, output};
use crate::core::algorithm::Runner;
use crate::core::algorithms;
use crate::core::params::Params;
use crate::core::scene::Scene;
use crate::core::trace::{Control, Replay};
use crate::debugger::log::Shown;
use crate::debugger::oddities;
use crate::debugger::open::{self, not_there};
use crate::debugger::program::{Program, ProgramError, Said};
use crate::formats::link;
use crate::formats::log::Log;
use crate::formats::plain::counted;
use crate::formats::trace_file::TraceFile;
use crate::formats::{self, Content, Format as _, FormatError, Options, limits};
use gridscope_presets as presets;
use std::io;

/// How many things that are odd in a scene are said.
const MOST_WARNINGS: usize = 5;

impl LookArgs {
    /// Whether the run is that of the scene as it is.
    pub(super) fn as_it_is(&self) -> bool {
        self.run.change_nothing() && self.with.command.is_none()
    }

    /// The scene and the run to look at.
    pub(super) fn look(&self) -> Result<(Source, Replay), CliError> {
        let mut source = Source::load(&self.scene, self.run.options())?.behind(&self.with, &self.run)?;
        let replay = source.show(&self.run)?;
        Ok((source, replay))
    }
}

/// Runs a program on a scene; one that fails is an error, with its last words.
pub(super) fn said_of(program: &dyn Program, scene: &Scene) -> Result<Said, CliError> {
    let said = program.run(scene, &Control::default()).map_err(|error| match error {
        ProgramError::Format(error) => error.into(),
        other => CliError::Input(other.to_string()),
    })?;
    match &said.failed {
        None => Ok(said),
        Some(how) => Err(CliError::Input(format!("{}: {}", program.name(), said.how(how)))),
    }
}

/// A scene and where it came from.
pub(super) struct Source {
    /// The file, preset or stream, as sentences name it.
    pub(super) name: String,
    /// The scene.
    pub(super) scene: Scene,
    /// What the reader wants said.
    pub(super) notes: Vec<String>,
    /// The trace file that it was taken out of.
    pub(super) trace: Option<TraceFile>,
    /// The log that it was taken out of.
    pub(super) log: Option<Told>,
    /// Why reading that log, or showing that trace, stopped before its end.
    pub(super) broken: Option<FormatError>,
}

/// A log, and what it shows.
pub(super) struct Told {
    pub(super) log: Log,
    pub(super) replay: Replay,
    /// Whether a program logged it on the scene that was sent.
    pub(super) behind: bool,
}

impl Source {
    /// Loads what SCENE names: `-`, a file, or a preset. A file wins over a preset of the same name.
    pub(super) fn load(place: &Place, options: Options) -> Result<Self, CliError> {
        let (path, scene) = (place.path(), place.text());
        if place.is_stream() {
            let content = open::content_of("standard input", &mut io::stdin().lock(), &options)?;
            return Ok(Self::of("standard input", content));
        }
        if path.exists() {
            return Ok(Self::of(scene, open::content(path, &options)?));
        }
        if link::Link.recognises(scene) {
            let loaded = open::text("the link", scene, &options)?;
            return Ok(Self::of("the link", Content::Scene(loaded)));
        }
        if let Some(preset) = presets::find(scene) {
            return Ok(Self {
                name: scene.to_owned(),
                scene: preset.scene()?,
                notes: Vec::new(),
                trace: None,
                log: None,
                broken: None,
            });
        }
        let near = formats::nearest(scene, presets::PRESETS.iter().map(|p| p.id));
        Err(CliError::Input(format!(
            "{scene}: there is no such file and no preset of that name{near}; expected a file, - or a preset, which \
             gridscope presets lists"
        )))
    }

    /// What a trace or log has that the scene in it has not: its events, and the rules that it states.
    pub(super) fn beside_the_scene(&self) -> Option<String> {
        let (events, rules) = match (&self.trace, &self.log) {
            (Some(trace), _) => (trace.events(), false),
            (_, Some(told)) => (told.log.tells(), told.log.header.states_rules()),
            (None, None) => return None,
        };
        let rules = if rules { ", and the rules that the log states" } else { "" };
        Some(format!("{}{rules}", counted(events, "event")))
    }

    fn of(name: &str, content: Content) -> Self {
        let name = name.to_owned();
        match content {
            Content::Trace(trace) => {
                let scene = trace.scene.clone();
                Self { name, scene, notes: Vec::new(), trace: Some(trace), log: None, broken: None }
            }
            Content::Scene(loaded) => {
                let (scene, notes) = (loaded.scene, loaded.notes);
                Self { name, scene, notes, trace: None, log: None, broken: None }
            }
            Content::Log(log) => {
                let shown = Shown::of(&log);
                let unknown = log.header.unknown();
                let notes = unknown.into_iter().chain(shown.note).chain(shown.replay.schema().lacks()).collect();
                let told = Told { log: *log, replay: shown.replay, behind: false };
                Self { name, scene: shown.scene, notes, trace: None, log: Some(told), broken: shown.broken }
            }
        }
    }

    /// Lays an algorithm over the scene's. Where it differs, those of the scene's parameters stay that the other takes too.
    pub(super) fn choose(&mut self, algorithm: Option<&str>) -> Result<&'static dyn Runner, CliError> {
        if self.log.is_some() {
            return Err(self.no_run());
        }
        let runner = match algorithm {
            Some(id) => algorithms::named(id).map_err(|e| CliError::Input(e.to_string()))?,
            None => algorithms::named(&self.scene.run.algorithm).map_err(|e| CliError::run(&self.name, e))?,
        };
        let card = runner.card();
        if self.scene.run.algorithm != card.id {
            // A trace agrees only with the run that wrote it.
            self.verify()?;
            let run = &mut self.scene.run;
            card.id.clone_into(&mut run.algorithm);
            run.params.keep_taken(card.params);
            run.forget_moments();
        }
        Ok(runner)
    }

    /// Lays algorithm, parameters and seed from the command line over the scene's, so that its `run` says what runs.
    pub(super) fn plan(&mut self, args: &RunArgs) -> Result<&'static dyn Runner, CliError> {
        let runner = self.choose(args.algorithm.as_deref())?;
        let over = chosen("--set", &args.set)?;
        over.resolve(runner.card().params).map_err(|e| CliError::run("--set", e))?;
        if !over.is_empty() || args.seed.is_some_and(|seed| seed != self.scene.run.seed) {
            self.verify()?;
        }
        let run = &mut self.scene.run;
        run.params = run.params.with(&over);
        run.seed = args.seed.unwrap_or(run.seed);
        warn_of(&self.scene);
        Ok(runner)
    }

    /// Lays parameters and seed from the command line over the scene's, for a program that is sent it: what its parameters
    /// are, only it knows.
    pub(super) fn send(&mut self, args: &RunArgs) -> Result<(), CliError> {
        if let Some(id) = &args.algorithm {
            let expected = "expected one of the two";
            return Err(CliError::Input(format!(
                "--with: the command runs in place of the algorithm {id}; {expected}"
            )));
        }
        self.verify()?;
        let run = &mut self.scene.run;
        run.params = run.params.with(&chosen("--set", &args.set)?);
        run.seed = args.seed.unwrap_or(run.seed);
        Ok(())
    }

    /// Why a log has no run of its own.
    fn no_run(&self) -> CliError {
        let why = "this is a log of another program, which cannot be run again; convert takes its map out";
        CliError::Input(format!("{}: {why}", self.name))
    }

    /// Plans and records the run; where the scene came out of a trace, its events must agree.
    pub(super) fn record(&mut self, args: &RunArgs) -> Result<Replay, CliError> {
        self.record_within(args, &Control::default())
    }

    /// The same, where its scene is run again: a trace must be what its scene does.
    pub(super) fn verified(mut self) -> Result<Self, CliError> {
        self.verify()?;
        Ok(self)
    }

    /// Compares the trace that the scene came out of, once.
    fn verify(&mut self) -> Result<(), CliError> {
        let Some(trace) = self.trace.take() else { return Ok(()) };
        let run = algorithms::record(&trace.scene, &Control::default()).map_err(|e| CliError::run(&self.name, e))?;
        Ok(trace.agrees(&run)?)
    }

    /// The same, where a program may be put behind the map: then its log is the run.
    pub(super) fn behind(mut self, with: &WithArgs, args: &RunArgs) -> Result<Self, CliError> {
        if let Some(program) = with.program() {
            self.send(args)?;
            let log = said_of(&*program, &self.scene)?.log;
            let shown = Shown::of(&log);
            if let Some(bad) = shown.broken {
                return Err(bad.into());
            }
            self.notes.extend(shown.note);
            self.log = Some(Told { log, replay: shown.replay, behind: true });
            (self.scene, self.trace) = (shown.scene, None);
        }
        Ok(self)
    }

    /// The run to look at: of a trace that is not what its scene does, and is not run otherwise, what it recorded.
    pub(super) fn show(&mut self, args: &RunArgs) -> Result<Replay, CliError> {
        self.show_within(args, &Control::default())
    }

    /// The same within a budget.
    pub(super) fn show_within(&mut self, args: &RunArgs, control: &Control) -> Result<Replay, CliError> {
        let trace = self.trace.clone().filter(|_| args.change_nothing());
        let Some(trace) = trace else { return self.record_within(args, control) };
        let differs = match self.record_within(args, control) {
            Err(CliError::Format(differs)) => differs,
            done => return done,
        };
        let shown = Shown::of(&trace.log()?);
        self.notes.push(format!("what was recorded is shown: {differs}"));
        self.notes.extend(shown.replay.schema().lacks());
        self.broken = shown.broken;
        Ok(shown.replay)
    }

    /// Ends a command that has printed what it found here; `halted` is whether the run ended before its result was there.
    pub(super) fn end(&self, halted: bool) -> Result<Start, CliError> {
        ending(self.broken.as_ref(), halted)
    }

    /// Whether it is a scene, and no run that was recorded elsewhere.
    pub(super) fn is_scene(&self) -> bool {
        self.trace.is_none() && self.log.is_none()
    }

    /// Says what the scene names that its run does not have.
    fn tell_what_is_not_there(&self, replay: &Replay) {
        for text in not_there(&self.scene, replay).iter().take(MOST_WARNINGS) {
            output::note("warning", text);
        }
    }

    /// Whether the scene names what only its run has, and it is run as it is.
    pub(super) fn names_what_runs_have(&self, args: &RunArgs) -> bool {
        let run = &self.scene.run;
        let own = self.is_scene() && args.change_nothing();
        own && (run.at.is_some() || !run.bookmarks.is_empty() || !run.question.breakpoints.is_empty())
    }

    /// The same within a budget of events.
    pub(super) fn record_within(&mut self, args: &RunArgs, control: &Control) -> Result<Replay, CliError> {
        if let Some(log) = &self.log {
            // What a program logged is shown for what it says: there is nothing to run with other parameters.
            if !args.change_nothing() && !log.behind {
                return Err(self.no_run());
            }
            return Ok(log.replay.fork());
        }
        // What the scene names is of its own run; a trace may be of another.
        let same = args.algorithm.as_ref().is_none_or(|id| *id == self.scene.run.algorithm);
        let own = self.is_scene() && same && args.set.is_empty() && args.seed.is_none();
        let runner = self.plan(args)?;
        let run = &self.scene.run;
        let replay = runner
            .record(&self.scene, &run.params, run.seed, control)
            .map_err(|error| CliError::run(&self.name, error))?;
        if let Some(trace) = &self.trace {
            trace.agrees(&replay)?;
        }
        if own {
            self.tell_what_is_not_there(&replay);
        }
        Ok(replay)
    }
}

/// Says what is odd in a scene.
pub(super) fn warn_of(scene: &Scene) {
    for odd in oddities::oddities(scene).iter().take(MOST_WARNINGS) {
        output::note("warning", &odd.text);
    }
}

/// The parameters of a flag such as `--set`, not yet checked against a card.
pub(super) fn chosen(flag: &str, set: &[String]) -> Result<Params, CliError> {
    let mut params = Params::default();
    for text in set {
        if text.len() > limits::PARAMETER {
            let most = limits::PARAMETER;
            return Err(CliError::Input(format!(
                "{flag} {text}: {} bytes are too many; expected at most {most}",
                text.len()
            )));
        }
        params.set_text(text).map_err(|e| CliError::run(flag, e))?;
    }
    Ok(params)
}
