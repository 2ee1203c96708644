//! What changed texts are given to, and what must hold of every answer: it comes, and where it is an error, it is one
//! clear sentence.

use super::commands;
use gridscope::core::algorithms;
use gridscope::core::params::Params;
use gridscope::core::scene::Scene;
use gridscope::core::trace::Control;
use gridscope::core::trace::breakpoint::Condition;
use gridscope::debugger::audit::audit;
use gridscope::debugger::experiment::{Shard, Sweep, read_csv};
use gridscope::debugger::log::Shown;
use gridscope::debugger::minimise::Symptom;
use gridscope::debugger::open::content_of;
use gridscope::formats::{Content, FORMATS, Format as _, Options, limits, movingai, plain, scene_json};

/// Who reads a text.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Target {
    /// The reader of files: scenes, maps, links, traces, logs, packed or not.
    Reader,
    /// The reader of MovingAI's scenarios.
    Scenario,
    /// The reader of an experiment's tables.
    Table,
    /// The readers of conditions, sweeps, symptoms, parameters and shards.
    Words,
    /// A session on the scene, which is given random commands.
    Commands,
}

impl Target {
    /// Who reads a file of that name: one that was found says so by its ending, others by what they are.
    pub fn of_file(name: &str) -> Self {
        match name.rsplit('.').next() {
            Some("scen" | "scenario") => Self::Scenario,
            Some("csv" | "table") => Self::Table,
            Some("words") => Self::Words,
            Some("commands") => Self::Commands,
            _ => Self::Reader,
        }
    }
}

/// The most events that a run of a changed scene may have.
const EVENTS: usize = 500;

impl Target {
    /// Gives a text to it; the answer is what is wrong with its answer.
    ///
    /// # Errors
    /// A sentence on an error that is not clear, or on something written that cannot be read.
    pub fn take(self, bytes: &[u8]) -> Result<(), String> {
        let text = String::from_utf8_lossy(bytes);
        match self {
            Self::Reader => match content_of("a file", &mut &bytes[..], &Options::default()) {
                Err(error) => clear(&error.to_string(), true),
                Ok(Content::Scene(loaded)) => written_and_run(&loaded.scene),
                Ok(Content::Trace(trace)) => {
                    trace.told().map_or_else(|e| clear(&e.to_string(), true), |_| Ok(()))?;
                    let control = Control { budget: EVENTS, ..Control::default() };
                    let agrees = algorithms::record(&trace.scene, &control).map(|run| trace.agrees(&run));
                    agrees.map_or_else(|e| clear(&e.to_string(), false), |a| a.or_else(|e| clear(&e.to_string(), true)))
                }
                Ok(Content::Log(log)) => {
                    log.broken.as_ref().map_or(Ok(()), |e| clear(&e.to_string(), true))?;
                    let mut shown = Shown::of(&log);
                    shown.replay.seek(usize::MAX);
                    shown.replay.seek(0);
                    for finding in audit(&log).findings {
                        clear(&finding.sentence, false)?;
                    }
                    Ok(())
                }
            },
            Self::Scenario => {
                movingai::read_scen("a file", &text).map_or_else(|e| clear(&e.to_string(), true), |_| Ok(()))
            }
            Self::Table => read_csv("a file", text.as_bytes()).map_or_else(|e| clear(&e.to_string(), true), |_| Ok(())),
            Self::Words => words(&text),
            Self::Commands => commands::take(bytes),
        }
    }
}

/// Whether an error is one sentence that a person can read; `named` where it has to name its source. The others are cut
/// where they are shown.
fn clear(error: &str, named: bool) -> Result<(), String> {
    let cut = if named { error.to_owned() } else { plain::sentence(error) };
    let error = cut.as_str();
    let long = error.chars().count();
    if error.trim().is_empty() || error.contains('\n') || long > limits::MESSAGE + 50 {
        return Err(format!("no clear sentence, {long} characters: {error:?}"));
    }
    if named && !error.contains("a file") {
        return Err(format!("names no source: {error:?}"));
    }
    if named && error.contains(plain::is_unseen) {
        return Err(format!("not plain: {error:?}"));
    }
    Ok(())
}

/// What was read can be written in every format and read again, and is run without a fault of the program.
fn written_and_run(scene: &Scene) -> Result<(), String> {
    for format in FORMATS {
        let written = match format.write(scene, &Options::default()) {
            Ok(written) => written,
            Err(error) => {
                clear(&error.to_string(), false)?;
                continue;
            }
        };
        let back = content_of("what was written", &mut &written.bytes[..], &Options::default());
        let Ok(Content::Scene(back)) = &back else {
            return Err(format!("{} cannot be read again: {back:?}", format.name()));
        };
        let whole = format.name() == scene_json::SceneJson.name();
        if whole && back.scene != *scene {
            return Err("a scene file is not read back as it was written".into());
        }
    }
    if scene.size().area() < 20_000 {
        let control = Control { budget: EVENTS, ..Control::default() };
        if let Err(error) = algorithms::record(scene, &control) {
            return clear(&error.to_string(), false);
        }
    }
    Ok(())
}

/// The small languages: each text is read as each of them.
fn words(text: &str) -> Result<(), String> {
    if text.len() > limits::TEXT {
        return Ok(());
    }
    if let Ok(condition) = text.parse::<Condition>() {
        let again = condition.to_string().parse::<Condition>();
        if again.as_ref() != Ok(&condition) {
            return Err(format!("{text:?} is written as {condition}, which reads as {again:?}"));
        }
    }
    let _ = (Sweep::parse(text), Shard::parse(text), text.parse::<Symptom>());
    let mut params = Params::default();
    if params.set_text(text).is_ok() {
        for runner in algorithms::all() {
            if let Err(error) = params.resolve(runner.card().params) {
                error.to_string();
            }
        }
    }
    Ok(())
}
