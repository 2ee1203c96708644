//! Opening a scene, a map, a log or a trace, and recording its run.

use super::{AskError, Holds, as_recorded, up_to_there};
use crate::audit::{Report, audit};
use crate::disk::open::{self, not_there};
use crate::document::scene_warnings::scene_warnings;
use crate::formats::log::Log;
use crate::formats::scene_json::SceneJson;
use crate::formats::tile_mapping::TileAnswers;
use crate::formats::trace_file::TraceFile;
use crate::formats::{ArrayMeaning, Content, Format as _, Options, nearest};
use crate::log::{ConvertedLog, Places};
use crate::presets::PRESETS;
use crate::session::Source;
use crate::{Session, SessionCommand};
use gridscope_trace::progress::at_once;
use gridscope_trace::{Budget, Params, Progress, Registry, Replay, Scene};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use std::collections::BTreeMap;
use std::path::Path;

/// Maximum number of warnings about a scene.
const WARNINGS: usize = 5;

/// Content to open, and how it is read and run. Without `file`, `text` and `scene`, the content is the block beside the
/// question.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct OpenRequest {
    /// Name of a file or preset, or a link.
    pub file: Option<String>,
    /// Content of a file, as text.
    pub text: Option<String>,
    /// A scene, as in a scene file.
    pub scene: Option<Value>,
    /// Name of a content that is no file, for errors.
    pub name: String,
    /// Meaning of the numbers in an array.
    pub array: Option<String>,
    /// Meanings of the map's tiles: `17=wall,rest=floor`.
    pub tiles: Option<String>,
    /// Level of a file with several, by name or number.
    pub level: Option<String>,
    /// Whether costs in an array must be above 0. Only −∞ is taken besides, as a wall.
    pub strict_costs: bool,
    /// Algorithm to run instead of the scene's.
    pub algorithm: Option<String>,
    /// Parameters that replace those of the scene.
    pub set: BTreeMap<String, Value>,
    /// Seed to use instead of the scene's.
    pub seed: Option<u64>,
    /// Largest memory of its run in MiB.
    pub memory: Option<usize>,
    /// Largest number of events of its run.
    pub events: Option<usize>,
}

impl OpenRequest {
    fn options(&self, registry: &Registry) -> Result<Options, AskError> {
        let meaning = |name: &String| {
            let names = ArrayMeaning::ALL.map(|(name, _)| name).join(", ");
            let found = ArrayMeaning::ALL.into_iter().find(|(own, _)| own == name);
            found
                .map(|(_, meaning)| meaning)
                .ok_or_else(|| AskError::input(format!("array {name:?}: expected one of {names}")))
        };
        let tiles = self.tiles.as_deref().map(TileAnswers::from_text).transpose().map_err(AskError::input)?;
        Ok(Options {
            array: self.array.as_ref().map(meaning).transpose()?,
            tiles: tiles.unwrap_or_default(),
            level: self.level.clone(),
            strict_costs: self.strict_costs,
            ..Options::with_registry(registry)
        })
    }

    /// Returns the content, and the moment of an address.
    fn content(
        &self,
        registry: &Registry,
        block: Option<&[u8]>,
        progress: &Progress,
    ) -> Result<(Content, Option<usize>), AskError> {
        let options = self.options(registry)?;
        let read =
            |name: &str, mut bytes: &[u8]| Ok((at_once(open::content_of(name, &mut bytes, &options, progress))?, None));
        match (&self.file, &self.text, &self.scene, block) {
            (Some(file), None, None, None) if is_endless(Path::new(file)) => {
                Err(AskError::input("this is a pipe or a device; expected a file").at(file))
            }
            (Some(file), None, None, None) => match at_once(open::named(Path::new(file), file, &options, progress))? {
                Some((content, _, at)) => Ok((content, at)),
                None => Err(AskError::input(format!(
                    "there is no such file and no preset of that name{}; expected a file, a link, or a preset, which \
                         gridscope presets lists",
                    nearest(file, PRESETS.iter().map(|preset| preset.id))
                ))
                .at(file)),
            },
            (None, Some(text), None, None) => read(&self.name, text.as_bytes()),
            (None, None, Some(scene), None) => read(&self.name, scene.to_string().as_bytes()),
            (None, None, None, Some(bytes)) => read(&self.name, bytes),
            _ => Err(AskError::input("expected one of file, text and scene, or bytes after the line")),
        }
    }
}

/// Returns whether a path is one whose reading may wait forever, and could not be cancelled.
fn is_endless(path: &Path) -> bool {
    std::fs::metadata(path).is_ok_and(|what| !what.is_file() && !what.is_dir())
}

/// Content behind the scene.
enum Behind {
    Scene,
    Trace(Box<TraceFile>),
    Log(Box<Log>),
}

/// Something that was opened, with its run once that was asked for.
pub(super) struct OpenedFile {
    registry: Registry,
    /// Name for errors. Empty if the content is no file.
    pub(super) name: String,
    pub(super) scene: Scene,
    pub(super) notes: Vec<String>,
    pub(super) warnings: Vec<String>,
    /// Sentence about what is wrong with the log or trace, although it can be shown.
    pub(super) fault: Option<String>,
    behind: Behind,
    /// First event of the run for each event of a log.
    places: Places,
    run: Option<Replay>,
    /// Budgets of its runs, unless a question sets others.
    own_budget: Budget,
    /// Budgets of the last recording.
    budget: Budget,
    /// Session for links and pictures, with the moment and layer at which it opens.
    drawn: Option<(Session, usize, usize)>,
}

impl OpenedFile {
    pub(super) fn open(
        registry: &Registry,
        request: &OpenRequest,
        block: Option<&[u8]>,
        usual: Budget,
        progress: &Progress,
    ) -> Result<Self, AskError> {
        let memory = request.memory.map(|mebibytes| Budget::of_memory(mebibytes.saturating_mul(1 << 20)));
        let usual = memory.unwrap_or(usual);
        let budget = Budget { events: request.events.unwrap_or(usual.events), ..usual };
        let name = request.file.clone().unwrap_or_else(|| request.name.clone());
        let content = request.content(registry, block, progress);
        progress.check()?;
        let (content, at) = content?;
        let notes = Vec::new();
        let warnings = Vec::new();
        let registry = registry.clone();
        let opened = |scene, behind, notes| Self {
            registry,
            name,
            scene,
            notes,
            warnings,
            fault: None,
            behind,
            places: Places::default(),
            run: None,
            own_budget: budget,
            budget,
            drawn: None,
        };
        let mut file = match content {
            Content::Scene(loaded) => opened(loaded.scene, Behind::Scene, loaded.notes),
            Content::Trace(trace) => opened(trace.scene.clone(), Behind::Trace(Box::new(trace)), notes),
            Content::Log(log) => {
                let converted = at_once(ConvertedLog::of(&log));
                let notes = log
                    .header
                    .unknown()
                    .into_iter()
                    .chain(converted.note)
                    .chain(converted.replay.schema().lacks())
                    .collect();
                let mut file = opened(converted.scene, Behind::Log(log), notes);
                file.fault = converted.broken.as_ref().map(up_to_there);
                (file.places, file.run) = (converted.places, Some(converted.replay));
                file
            }
        };
        let run = &mut file.scene.run;
        (run.at, run.picture) = (at.or(run.at), at.or(run.picture));
        file.change(request)?;
        Ok(file)
    }

    /// Applies the algorithm, parameters and seed of a request.
    fn change(&mut self, request: &OpenRequest) -> Result<(), AskError> {
        if request.algorithm.is_none() && request.set.is_empty() && request.seed.is_none() {
            return Ok(());
        }
        if !matches!(self.behind, Behind::Scene) {
            let why = "a recorded run cannot be run again; open its scene with another algorithm, parameter or seed";
            return Err(AskError::input(why).at(&self.name));
        }
        let run = &mut self.scene.run;
        let card = self.registry.named(request.algorithm.as_deref().unwrap_or(&run.algorithm))?.card();
        if run.algorithm != card.id {
            card.id.clone_into(&mut run.algorithm);
            run.params.keep_taken(card.params);
            run.params.fill_defaults_for_new_scenes(card.params);
        }
        let over = Params(request.set.clone().into_iter().collect());
        over.resolve(card.params).map_err(|error| AskError::from(gridscope_trace::RunError::from(error)))?;
        run.params = run.params.with(&over);
        run.seed = request.seed.unwrap_or(run.seed);
        // Moments and slides are about the unchanged run.
        run.forget_moments();
        Ok(())
    }

    pub(super) const fn holds(&self) -> Holds {
        match self.behind {
            Behind::Scene => Holds::Scene,
            Behind::Trace(_) => Holds::Trace,
            Behind::Log(_) => Holds::Log,
        }
    }

    /// Returns the scene as in a scene file.
    pub(super) fn scene_json(&self) -> Result<Value, AskError> {
        scene_json(&self.scene)
    }

    /// Returns the number of bytes that the run takes.
    pub(super) fn bytes(&self) -> usize {
        self.run.as_ref().map_or(0, Replay::bytes)
    }

    /// Returns whether there is a run that can be recorded again.
    pub(super) const fn can_forget(&self) -> bool {
        self.run.is_some() && !matches!(self.behind, Behind::Log(_))
    }

    /// Frees the run. It is recorded again when it is needed.
    pub(super) fn forget_run(&mut self) {
        (self.run, self.drawn) = (None, None);
    }

    /// Sets the largest number of events of its run, or resets it. Frees the run if it was recorded with another budget.
    pub(super) fn set_events(&mut self, events: Option<usize>) {
        let budget = Budget { events: events.unwrap_or(self.own_budget.events), ..self.own_budget };
        if self.can_forget() && self.budget != budget {
            self.forget_run();
        }
        self.budget = budget;
    }

    /// Returns the run. `count` counts the runs that are recorded for it.
    pub(super) fn run(&mut self, progress: &Progress, count: &mut usize) -> Result<&mut Replay, AskError> {
        let run = match self.run.take() {
            Some(run) => run,
            None => self.record(progress, count)?,
        };
        Ok(self.run.insert(run))
    }

    fn record(&mut self, progress: &Progress, count: &mut usize) -> Result<Replay, AskError> {
        let progress = &progress.limited_to(self.budget);
        self.drawn = None;
        self.fault = None;
        self.warnings =
            scene_warnings(&self.registry, &self.scene).into_iter().map(|odd| odd.text).take(WARNINGS).collect();
        *count += 1;
        let run = self.registry.record(&self.scene, progress).map_err(|error| AskError::from(error).at(&self.name))?;
        progress.check()?;
        if let Behind::Trace(trace) = &self.behind {
            if let Err(differs) = at_once(trace.agrees(&run, progress)) {
                let converted = at_once(ConvertedLog::of(&at_once(trace.log(progress))?));
                self.fault = Some(as_recorded(&differs));
                let lacks = converted.replay.schema().lacks();
                self.notes.extend(lacks.into_iter().filter(|note| !self.notes.contains(note)).collect::<Vec<_>>());
                return Ok(converted.replay);
            }
        } else {
            self.warnings.extend(not_there(&self.scene, &run).into_iter().take(WARNINGS));
        }
        Ok(run)
    }

    /// Returns a session that shows the run, for what is drawn.
    pub(super) fn session(&mut self, progress: &Progress, count: &mut usize) -> Result<&mut Session, AskError> {
        self.run(progress, count)?;
        let drawn_session = match self.drawn.take() {
            Some(drawn) => drawn,
            None => self.drawing(progress)?,
        };
        Ok(&mut self.drawn.insert(drawn_session).0)
    }

    fn drawing(&self, progress: &Progress) -> Result<(Session, usize, usize), AskError> {
        let registry = self.registry.clone();
        let mut session = match &self.behind {
            Behind::Log(log) => Session::on_log(registry, log),
            Behind::Trace(trace) if self.fault.is_some() => Session::on_log(registry, &at_once(trace.log(progress))?),
            _ => {
                let mut session = Session::new(registry, self.scene.clone());
                if let Some(run) = &self.run {
                    session.set_source(Source::Recorded(Box::new(run.fork())));
                }
                session
            }
        };
        session.settle();
        if let Some(problem) = session.opened.problem.take() {
            return Err(AskError::from(problem).at(&self.name));
        }
        let (at, layer) = (session.moment().0, session.shown.layer);
        Ok((session, at, layer))
    }

    /// Shows the moment and the layer at which the scene opens, and selects no cell.
    pub(super) fn show_first_moment(&mut self) {
        if let Some((session, at, layer)) = &mut self.drawn {
            session.apply(&SessionCommand::Seek(*at));
            session.apply(&SessionCommand::SetLayer(*layer));
            session.apply(&SessionCommand::Select(None));
        }
    }

    /// Returns the number of the event of the run that an event of the log became.
    pub(super) fn event_of(&self, logged: usize) -> usize {
        self.places.first(logged).map_or(logged, |event| event as usize) + 1
    }

    /// Returns the number of the first event that a line of a log became.
    ///
    /// # Errors
    /// Returns an error if nothing of the log is on this line.
    pub(super) fn event_on_line(&self, line: usize) -> Result<usize, AskError> {
        let Behind::Log(log) = &self.behind else {
            return Err(AskError::input("only a log has lines").at(&self.name));
        };
        let (mut first, mut end) = (0, log.events.len());
        while first < end {
            let middle = first.midpoint(end);
            if log.events.line(middle) < line { first = middle + 1 } else { end = middle }
        }
        if log.events.line(first) == line {
            return Ok(self.event_of(first));
        }
        Err(AskError::input(format!("there is no event on line {line}")).at(&self.name))
    }

    /// Audits the log or trace. Returns `None` for a scene.
    pub(super) fn audit(&self, progress: &Progress) -> Result<Option<Report>, AskError> {
        let read;
        let log = match &self.behind {
            Behind::Scene => return Ok(None),
            Behind::Log(log) => &**log,
            Behind::Trace(trace) => {
                read = at_once(trace.log(progress))?;
                &read
            }
        };
        match &log.broken {
            Some(bad) => Err(bad.clone().into()),
            None => Ok(Some(at_once(audit(log, progress))?)),
        }
    }
}

/// Returns a scene as in a scene file.
pub(super) fn scene_json(scene: &Scene) -> Result<Value, AskError> {
    let file = SceneJson.write(scene, &Options::default())?;
    serde_json::from_slice(&file.bytes).map_err(AskError::input)
}
