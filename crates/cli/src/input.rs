//! The SCENE argument, and how `--set` and `--seed` are combined with the scene's own parameters.

use super::budget_flags::{self, BudgetArgs, WayOn, WindowArgs};
use super::ending::{as_recorded, ending, up_to_there};
pub(super) use super::flags::{DialectArgs, LookArgs, RunArgs, WithArgs};
use super::place::FileOrStream;
use super::{CliError, Start, bar, output};
use crate::debugger::ask::LOG_RUNS_ONCE;
use crate::debugger::disk::open::{self, not_there};
use crate::debugger::document::scene_warnings;
use crate::debugger::log::ConvertedLog;
use crate::debugger::log::program::{Program, ProgramError, ProgramOutput};
use crate::formats::log::Log;
use crate::formats::plain::format_count;
use crate::formats::trace_file::TraceFile;
use crate::formats::{self, Content, FORMATS, Options, limits};
use gridscope_presets as presets;
use gridscope_trace::algorithm::Runner;
use gridscope_trace::progress::at_once;
use gridscope_trace::workers::Workers;
use gridscope_trace::{Params, Progress, Registry, Replay, Scene};
use std::io;

/// Maximum number of warnings printed for a scene.
const MAX_WARNINGS: usize = 5;

impl LookArgs {
    /// Returns whether the run is that of the unchanged scene.
    pub(super) fn as_it_is(&self) -> bool {
        self.run.change_nothing() && self.with.command.is_none()
    }

    /// Loads the scene and records the run.
    pub(super) fn look(&self, registry: &Registry, window: &WindowArgs) -> Result<(Source, Replay), CliError> {
        let source =
            Source::load(&self.scene, &self.run.options(registry))?.within(&self.run.budget).in_window(window)?;
        let mut source = source.run_program(&self.with, &self.run)?;
        let replay = source.show(&self.run)?;
        Ok((source, replay))
    }
}

/// Runs a program on a scene. If the program fails, the error contains its last words.
pub(super) fn run_program(program: &dyn Program, scene: &Scene) -> Result<ProgramOutput, CliError> {
    let program_output = program.run(scene, &Progress::default()).map_err(|error| match error {
        ProgramError::Format(error) => error.into(),
        other => CliError::Input(other.to_string()),
    })?;
    match &program_output.failed {
        None => Ok(program_output),
        Some(how) => Err(CliError::Input(format!("{}: {}", program.name(), program_output.how(how)))),
    }
}

/// A scene and its origin.
pub(super) struct Source {
    /// Algorithms that can run the scene.
    pub(super) registry: Registry,
    /// Name of the file, preset or stream, for messages.
    pub(super) name: String,
    /// The scene.
    pub(super) scene: Scene,
    /// Notes of the reader, to be printed.
    pub(super) notes: Vec<String>,
    /// Whether the scene comes from an array of numbers.
    pub(super) is_array: bool,
    /// Trace file that holds the scene.
    pub(super) trace: Option<TraceFile>,
    /// Log that holds the scene.
    pub(super) log: Option<LogRun>,
    /// Sentence about what is wrong with that log or trace, although it can be shown.
    pub(super) fault: Option<String>,
    /// Budgets of its runs.
    budget: BudgetArgs,
    /// Threads for its runs.
    workers: Workers,
    /// Number of events before the recording begins.
    first_event: usize,
    /// How more of a cut run of its scene can be seen.
    way_on: WayOn,
    /// Sentence about the last run that was cut.
    cut: Option<String>,
}

/// A log and the run built from it.
pub(super) struct LogRun {
    pub(super) log: Log,
    pub(super) replay: Replay,
    /// Whether a program wrote the log for the scene that was sent to it.
    pub(super) behind: bool,
}

impl Source {
    /// Loads what SCENE names: `-`, a file, a link, the address of a page, or a preset. A file takes precedence over a preset of the same name.
    pub(super) fn load(place: &FileOrStream, options: &Options) -> Result<Self, CliError> {
        let (path, scene) = (place.path(), place.text());
        if place.is_stream() {
            let content = at_once(open::content_of("standard input", &mut io::stdin(), options, &Progress::default()))?;
            return Ok(Self::of(options, "standard input", content));
        }
        if let Some((content, name, at)) = at_once(open::named(path, scene, options, &Progress::default()))? {
            let mut source = Self::of(options, &name, content);
            let run = &mut source.scene.run;
            (run.at, run.picture) = (at.or(run.at), at.or(run.picture));
            return Ok(source);
        }
        let near = formats::nearest(scene, presets::PRESETS.iter().map(|p| p.id));
        Err(CliError::Input(format!(
            "{scene}: there is no such file and no preset of that name{near}; expected a file, - or a preset, which \
             gridscope presets lists"
        )))
    }

    /// Describes what a trace or log contains in addition to its scene: the events, and the rules that it states.
    pub(super) fn beside_the_scene(&self) -> Option<String> {
        let (events, rules) = match (&self.trace, &self.log) {
            (Some(trace), _) => (trace.events(), false),
            (_, Some(told)) => (told.log.tells(), told.log.header.states_rules()),
            (None, None) => return None,
        };
        let rules = if rules { ", and the rules in the header of the log" } else { "" };
        Some(format!("{}{rules}", format_count(events, "event")))
    }

    fn of(options: &Options, name: &str, content: Content) -> Self {
        let of_scene = |scene: Scene| Self {
            registry: options.registry.clone(),
            name: name.to_owned(),
            scene,
            notes: Vec::new(),
            is_array: false,
            trace: None,
            log: None,
            fault: None,
            budget: BudgetArgs::default(),
            workers: Workers::default(),
            first_event: 0,
            way_on: WayOn::Budget,
            cut: None,
        };
        match content {
            Content::Trace(trace) => {
                let source = of_scene(trace.scene.clone());
                Self { trace: Some(trace), ..source }
            }
            Content::Scene(loaded) => {
                let is_array = FORMATS.iter().any(|format| format.name() == loaded.format && format.info().is_array);
                Self { notes: loaded.notes, is_array, ..of_scene(loaded.scene) }
            }
            Content::Log(log) => {
                let converted_log = at_once(ConvertedLog::of(&log));
                let lacks = converted_log.replay.schema().lacks();
                let notes = log.header.unknown().into_iter().chain(converted_log.note).chain(lacks).collect();
                let fault = converted_log.broken.as_ref().map(up_to_there);
                let run = LogRun { log: *log, replay: converted_log.replay, behind: false };
                Self { notes, fault, log: Some(run), ..of_scene(converted_log.scene) }
            }
        }
    }

    /// Sets the algorithm of the scene, if one is given. Keeps the scene's parameters that the new algorithm also has.
    pub(super) fn choose(&mut self, algorithm: Option<&str>) -> Result<&'static dyn Runner, CliError> {
        if self.log.is_some() {
            return Err(self.no_run());
        }
        let runner = match algorithm {
            Some(id) => self.registry.named(id).map_err(|e| CliError::Input(e.to_string()))?,
            None => self.registry.named(&self.scene.run.algorithm).map_err(|e| CliError::run(&self.name, e))?,
        };
        let card = runner.card();
        if self.scene.run.algorithm != card.id {
            // A trace agrees only with the run that wrote it, so compare it now.
            self.verify()?;
            let run = &mut self.scene.run;
            card.id.clone_into(&mut run.algorithm);
            run.params.keep_taken(card.params);
            run.params.fill_defaults_for_new_scenes(card.params);
            run.forget_moments();
        }
        Ok(runner)
    }

    /// Applies the algorithm, parameters and seed of the command line to the scene's `run`.
    pub(super) fn plan(&mut self, args: &RunArgs) -> Result<&'static dyn Runner, CliError> {
        let runner = self.choose(args.algorithm.as_deref())?;
        let over = parse_params("--set", &args.set)?;
        over.resolve(runner.card().params).map_err(|e| CliError::run("--set", e))?;
        if !over.is_empty() || args.seed.is_some_and(|seed| seed != self.scene.run.seed) {
            self.verify()?;
        }
        let run = &mut self.scene.run;
        run.params = run.params.with(&over);
        run.seed = args.seed.unwrap_or(run.seed);
        warn_of(&self.registry, &self.scene);
        Ok(runner)
    }

    /// Applies the parameters and seed of the command line to a scene that is sent to a program. The parameters are not
    /// checked, because only the program knows them.
    pub(super) fn send(&mut self, args: &RunArgs) -> Result<(), CliError> {
        if let Some(id) = &args.algorithm {
            let expected = "expected one of the two";
            return Err(CliError::Input(format!(
                "--with: the command runs in place of the algorithm {id}; {expected}"
            )));
        }
        self.verify()?;
        let run = &mut self.scene.run;
        run.params = run.params.with(&parse_params("--set", &args.set)?);
        run.seed = args.seed.unwrap_or(run.seed);
        Ok(())
    }

    /// Returns the error for trying to run a log.
    fn no_run(&self) -> CliError {
        CliError::Input(format!("{}: {LOG_RUNS_ONCE}", self.name))
    }

    /// Returns the source after checking that its trace, if any, agrees with a run of its scene.
    pub(super) fn verified(mut self) -> Result<Self, CliError> {
        self.verify()?;
        Ok(self)
    }

    /// Compares the trace that holds the scene with a run of it, once.
    fn verify(&mut self) -> Result<(), CliError> {
        let Some(trace) = self.trace.take() else { return Ok(()) };
        let run =
            self.registry.record(&trace.scene, &self.budget.progress()).map_err(|e| CliError::run(&self.name, e))?;
        at_once(trace.agrees(&run, &Progress::default()))?;
        Ok(())
    }

    /// Runs the program behind the map, if one is named, and uses its log as the run.
    pub(super) fn run_program(mut self, with: &WithArgs, args: &RunArgs) -> Result<Self, CliError> {
        if let Some(program) = with.program() {
            self.send(args)?;
            let log = run_program(&*program, &self.scene)?.log;
            let converted_log = at_once(ConvertedLog::of(&log));
            if let Some(bad) = converted_log.broken {
                return Err(bad.into());
            }
            self.notes.extend(converted_log.note);
            self.log = Some(LogRun { log, replay: converted_log.replay, behind: true });
            (self.scene, self.trace) = (converted_log.scene, None);
        }
        Ok(self)
    }

    /// Returns the run to show. If an unchanged trace does not agree with its scene, the recorded events are shown.
    pub(super) fn show(&mut self, args: &RunArgs) -> Result<Replay, CliError> {
        let trace = self.trace.clone().filter(|_| args.change_nothing());
        let Some(trace) = trace else { return self.record(args) };
        let differs = match self.record(args) {
            Err(CliError::Format(differs)) => differs,
            done => return done,
        };
        let converted_log = at_once(ConvertedLog::of(&at_once(trace.log(&Progress::default()))?));
        self.notes.extend(converted_log.replay.schema().lacks());
        self.fault = Some(as_recorded(&differs));
        self.report_cut(&converted_log.replay, WayOn::Nothing);
        Ok(converted_log.replay)
    }

    /// Prints a note if a run was cut, before anything of it is printed. [`Source::end`] repeats it.
    fn report_cut(&mut self, replay: &Replay, way_on: WayOn) {
        self.cut = budget_flags::cut(replay, &self.budget, way_on);
        budget_flags::report(self.cut.as_ref());
    }

    /// Records the run of the scene as it is.
    pub(super) fn run_as_it_is(&mut self) -> Result<Replay, CliError> {
        let run = self.registry.record(&self.scene, &self.budget.progress());
        let run = run.map_err(|error| CliError::run(&self.name, error))?;
        self.report_cut(&run, WayOn::Budget);
        Ok(run)
    }

    /// Makes the recording begin in the middle of the run.
    ///
    /// # Errors
    /// Returns an error if the run is already recorded.
    pub(super) fn in_window(self, window: &WindowArgs) -> Result<Self, CliError> {
        if window.record_from.is_some() && !self.is_scene() {
            let found = "--record-from runs a scene, and this holds a recorded run; convert it to .scene.json first";
            return Err(CliError::Input(format!("{}: {found}", self.name)));
        }
        let way_on = if window.is_offered && self.is_scene() { WayOn::BudgetOrWindow } else { WayOn::Budget };
        Ok(Self { first_event: window.first_event(), way_on, ..self })
    }

    /// Sets the budgets of its runs.
    #[must_use]
    pub(super) fn within(self, budget: &BudgetArgs) -> Self {
        Self { budget: budget.clone(), ..self }
    }

    /// Sets the threads for its runs.
    #[must_use]
    pub(super) fn with_workers(self, workers: Workers) -> Self {
        Self { workers, ..self }
    }

    /// Ends a command that has printed its result. Says again that the run was cut, if it was.
    pub(super) fn end(&self) -> Result<Start, CliError> {
        budget_flags::report(self.cut.as_ref());
        ending(self.fault.as_deref(), self.cut.is_some() && !self.budget.partial)
    }

    /// Returns whether the source is a plain scene, not a recorded run.
    pub(super) fn is_scene(&self) -> bool {
        self.trace.is_none() && self.log.is_none()
    }

    /// Warns about events and names in the scene that its run does not have.
    fn tell_what_is_not_there(&self, replay: &Replay) {
        for text in not_there(&self.scene, replay).iter().take(MAX_WARNINGS) {
            output::note("warning", text);
        }
    }

    /// Returns whether the unchanged scene refers to events that only its run has.
    pub(super) fn names_what_runs_have(&self, args: &RunArgs) -> bool {
        let run = &self.scene.run;
        let own = self.is_scene() && args.change_nothing();
        own && (run.at.is_some() || !run.slides.is_empty() || !run.question.breakpoints.is_empty())
    }

    /// Runs the scene to warn about the events that it names and its run does not have.
    pub(super) fn check_names(&mut self, args: &RunArgs) -> Result<(), CliError> {
        self.recorded(args).map(drop)
    }

    /// Plans and records the run. If the scene comes from a trace, its events must agree.
    pub(super) fn record(&mut self, args: &RunArgs) -> Result<Replay, CliError> {
        let (replay, way_on) = self.recorded(args)?;
        self.report_cut(&replay, way_on);
        Ok(replay)
    }

    /// Returns the run, and how more of it can be seen if it was cut.
    fn recorded(&mut self, args: &RunArgs) -> Result<(Replay, WayOn), CliError> {
        if let Some(log) = &self.log {
            // A program's log can only be shown; it cannot be run with other parameters.
            if !args.change_nothing() && !log.behind {
                return Err(self.no_run());
            }
            return Ok((log.replay.fork(), WayOn::Nothing));
        }
        // The scene refers to its own run; a trace may be of another one.
        let same = args.algorithm.as_ref().is_none_or(|id| *id == self.scene.run.algorithm);
        let own = self.is_scene() && same && args.set.is_empty() && args.seed.is_none();
        let runner = self.plan(args)?;
        let run = &self.scene.run;
        let progress = &self.budget.progress().starting_after(self.first_event).with_workers(self.workers.clone());
        let progress_bar = bar::watching(progress);
        let replay = runner
            .record(&self.scene, &run.params, run.seed, progress)
            .map_err(|error| CliError::run(&self.name, error))?;
        drop(progress_bar);
        if let Some(trace) = &self.trace {
            at_once(trace.agrees(&replay, progress))?;
        }
        budget_flags::check_window(&self.name, &replay, self.first_event)?;
        if own && self.first_event == 0 {
            self.tell_what_is_not_there(&replay);
        }
        Ok((replay, self.way_on))
    }
}

/// Prints warnings about a scene.
pub(super) fn warn_of(registry: &Registry, scene: &Scene) {
    for odd in scene_warnings::scene_warnings(registry, scene).iter().take(MAX_WARNINGS) {
        output::note("warning", &odd.text);
    }
}

/// Parses the values of a flag such as `--set`. They are not checked against a card yet.
pub(super) fn parse_params(flag: &str, set: &[String]) -> Result<Params, CliError> {
    let mut params = Params::default();
    for text in set {
        if text.len() > limits::PARAMETER {
            let max_bytes = limits::PARAMETER;
            return Err(CliError::Input(format!(
                "{flag} {text}: {} bytes are too many; expected at most {max_bytes}",
                text.len()
            )));
        }
        params.set_text(text).map_err(|e| CliError::run(flag, e))?;
    }
    Ok(params)
}
