//! The targets that read changed texts, and the rule for every answer: it arrives, and an error is one clear sentence.

use super::commands;
use gridscope::algorithms;
use gridscope::debugger::audit::audit;
use gridscope::debugger::disk::open::content_of;
use gridscope::debugger::lab::experiment::{Shard, Sweep, read_csv};
use gridscope::debugger::lab::minimise::Symptom;
use gridscope::debugger::log::ConvertedLog;
use gridscope::formats::{ArrayMeaning, Content, FORMATS, Format as _, Options, limits, movingai, plain, scene_json};
use gridscope::trace::params::Params;
use gridscope::trace::progress::at_once;
use gridscope::trace::scene::Scene;
use gridscope::trace::trace::Progress;
use gridscope::trace::trace::breakpoint::Condition;

/// Names of the map formats of gridscope and of roguelikes, which every lesson is written in. Formats of other programs take
/// turns.
pub(super) const OWN: [&str; 4] = ["scene-json", "link", "movingai", "text"];

/// A reader of texts.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Target {
    /// The reader of files: scenes, maps, links, traces, logs, compressed or not.
    Reader,
    /// The reader of MovingAI scenarios.
    Scenario,
    /// The reader of experiment tables.
    Table,
    /// The readers of conditions, sweeps, symptoms, parameters and shards.
    Words,
    /// A session that is given random commands. The text is their seed.
    Commands,
}

impl Target {
    /// Returns the target for a file name. Found files have the target as their extension; other files have their usual
    /// ones.
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

/// Maximum number of events in a run of a changed scene.
const EVENTS: usize = 500;

impl Target {
    /// Gives a text to the target.
    ///
    /// # Errors
    /// Returns a sentence about an unclear error, or about a written file that cannot be read again.
    pub fn take(self, bytes: &[u8]) -> Result<(), String> {
        let text = String::from_utf8_lossy(bytes);
        match self {
            Self::Reader => {
                match at_once(content_of(
                    "a file",
                    &mut &bytes[..],
                    &Options::with_registry(&gridscope::registry()),
                    &Progress::default(),
                )) {
                    Err(error) => clear(&error.to_string(), true),
                    Ok(Content::Scene(loaded)) => written_and_run(&loaded.scene),
                    Ok(Content::Trace(trace)) => {
                        trace.recorded_run().map_or_else(|e| clear(&e.to_string(), true), |_| Ok(()))?;
                        let progress = Progress::default().with_budget(EVENTS);
                        let agrees = algorithms::record(&trace.scene, &progress)
                            .map(|run| at_once(trace.agrees(&run, &Progress::default())));
                        agrees.map_or_else(
                            |e| clear(&e.to_string(), false),
                            |a| a.map_or_else(|e| clear(&e.to_string(), true), |_| Ok(())),
                        )
                    }
                    Ok(Content::Log(log)) => {
                        log.broken.as_ref().map_or(Ok(()), |e| clear(&e.to_string(), true))?;
                        let mut shown = at_once(ConvertedLog::of(&log));
                        shown.replay.seek(usize::MAX);
                        shown.replay.seek(0);
                        for finding in at_once(audit(&log, &Progress::default())).unwrap_or_default().findings {
                            clear(&finding.sentence, false)?;
                        }
                        Ok(())
                    }
                }
            }
            Self::Scenario => {
                movingai::read_scen("a file", &text).map_or_else(|e| clear(&e.to_string(), true), |_| Ok(()))
            }
            Self::Table => read_csv("a file", text.as_bytes()).map_or_else(|e| clear(&e.to_string(), true), |_| Ok(())),
            Self::Words => words(&text),
            Self::Commands => commands::take(bytes),
        }
    }
}

/// Checks that an error is one readable sentence. With `named`, it must name its source. Other errors are shortened
/// before they are shown, so only the shortened text is checked.
pub fn clear(error: &str, named: bool) -> Result<(), String> {
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

/// Checks that a scene can be written in every format and read again, and that running it does not panic.
fn written_and_run(scene: &Scene) -> Result<(), String> {
    // All formats would take too long for each file, so one of the others is tried beside those of gridscope itself.
    let others: Vec<_> = FORMATS.iter().filter(|format| format.reads() && format.writes()).collect();
    let one = (scene.size().area() + scene.actors.len()) % others.len();
    let chosen = others.iter().enumerate().filter(|(i, format)| *i == one || OWN.contains(&format.name()));
    for format in chosen.map(|(_, format)| format) {
        let written = match format.write(scene, &Options::with_registry(&gridscope::registry())) {
            Ok(written) => written,
            Err(error) => {
                clear(&error.to_string(), false)?;
                continue;
            }
        };
        let array = Some(ArrayMeaning::Tiles).filter(|_| format.info().is_array);
        let options = Options { from: Some(format.name()), array, ..Options::with_registry(&gridscope::registry()) };
        let back = at_once(content_of("what was written", &mut &written.bytes[..], &options, &Progress::default()));
        // The picture of an occupancy grid, and the map of a scenario, are files of their own.
        let beside = format.name() == "scen" || !written.beside.is_empty() && format.name() == "ros";
        let Ok(Content::Scene(back)) = &back else {
            if beside {
                continue;
            }
            return Err(format!("{} cannot be read again: {back:?}", format.name()));
        };
        let whole = format.name() == scene_json::SceneJson.name();
        if whole && back.scene != *scene {
            return Err("a scene file is not read back as it was written".into());
        }
    }
    if scene.size().area() < 20_000 {
        let progress = Progress::default().with_budget(EVENTS);
        if let Err(error) = algorithms::record(scene, &progress) {
            return clear(&error.to_string(), false);
        }
    }
    Ok(())
}

/// Reads a text as each of the small languages.
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
