//! Opens everything that the window and the commands read. Uses the readers of `formats` and checks that the scene's
//! references to the debugger are valid.

use crate::disk::address::Address;
use crate::disk::files::FileError;
use crate::disk::{self, FileStamp};
use crate::formats::log::changed;
use crate::formats::{self, Content, FormatError, Loaded, Options, limits};
use crate::lab::experiment::{OF_THE_SCENE, Sweep};
use crate::lab::find::unknown;
use crate::lab::minimise::Symptom;
use crate::lesson::pins::MAX_PINS;
use crate::lesson::unknown_words::unknown_words;
use crate::presets;
use crate::session::window::PanelId;
use gridscope_trace::algorithm::Runner;
use gridscope_trace::question::Question;
use gridscope_trace::scene::{AdditionalRun, Scene};
use gridscope_trace::trace::breakpoint::Condition;
use gridscope_trace::{Cell, Progress, Registry, Replay};
use std::hash::{DefaultHasher, Hasher as _};
use std::io::{self, Read};
use std::path::Path;

/// Reads a file that may be a scene, a map, a trace or a log, with pauses. Also returns the fingerprint of its bytes.
///
/// # Errors
/// Returns an error if [`formats::read_content`] refuses the file, if the scene is not valid (see [`check_usable`]), or if
/// `progress` is stopped.
pub async fn content(path: &Path, options: &Options, progress: &Progress) -> Result<(Content, u64), FormatError> {
    let from = disk::open_to_read(path)?;
    let length = disk::size_of(path).unwrap_or(0);
    let mut file = MeasuredReader { from, progress, read: DefaultHasher::new(), length, count: 0 };
    let stamp = FileStamp::of(path);
    let name = path.display().to_string();
    let mut content = content_of(&name, &mut file, &options.at(path), progress).await?;
    if let Content::Log(log) = &mut content
        && FileStamp::of(path) != stamp
    {
        log.broken.get_or_insert_with(|| changed(&name));
    }
    Ok((content, file.read.finish()))
}

/// Like [`content`], but reads from any source. `name` is the source's name in error messages.
///
/// # Errors
/// Returns an error in the same cases as [`content`].
pub async fn content_of(
    name: &str,
    from: &mut (dyn Read + Send),
    options: &Options,
    progress: &Progress,
) -> Result<Content, FormatError> {
    check_references(options, name, formats::read_content(name, from, options, progress).await?)
}

/// Returns a hash of the bytes, used to detect changes of a file.
pub(crate) fn fingerprint(bytes: &[u8]) -> u64 {
    let mut hasher = DefaultHasher::new();
    hasher.write(bytes);
    hasher.finish()
}

/// A reader that reports how much is read.
struct MeasuredReader<'a, R> {
    from: R,
    progress: &'a Progress,
    /// Hash of the bytes read so far.
    read: DefaultHasher,
    /// Number of bytes of the source, or 0 if it is not known, and of those read so far.
    length: u64,
    count: u64,
}

impl<R: Read> Read for MeasuredReader<'_, R> {
    fn read(&mut self, bytes: &mut [u8]) -> io::Result<usize> {
        let count = self.from.read(bytes)?;
        self.read.write(bytes.get(..count).unwrap_or_default());
        self.count += count as u64;
        if self.length > 0 {
            self.progress.set_share(self.count as f64 / self.length as f64);
        }
        Ok(count)
    }
}

/// Reads what a name stands for: a file, a link, the address of a page, or a preset. A file takes precedence over a preset
/// of the same name. Also returns the name for messages, and the moment of an address. Returns `None` if there is nothing of
/// that name.
///
/// # Errors
/// Returns an error if there is something that cannot be read.
pub async fn named(
    path: &Path,
    name: &str,
    options: &Options,
    progress: &Progress,
) -> Result<Option<(Content, String, Option<usize>)>, FileError> {
    if path.exists() {
        return Ok(Some((content(path, options, progress).await?.0, name.to_owned(), None)));
    }
    match (Address::read(name).map_err(FileError::Address)?, presets::find(name)) {
        (Some(address), _) => {
            let content = content_of(address.name(), &mut address.text().as_bytes(), options, progress).await?;
            Ok(Some((content, address.name().to_owned(), address.view.at)))
        }
        (None, Some(preset)) => {
            let content = content_of(preset.id, &mut preset.json.as_bytes(), options, progress).await?;
            Ok(Some((content, name.to_owned(), None)))
        }
        (None, None) => Ok(None),
    }
}

/// Reads a file that may only be a scene or a map.
///
/// # Errors
/// Returns an error if [`formats::read_file`] refuses the file, or if the scene is not valid (see [`check_usable`]).
pub fn scene(path: &Path, options: &Options) -> Result<Loaded, FormatError> {
    let loaded = formats::read_file(path, options)?;
    check_usable(&options.registry, &path.display().to_string(), &loaded.scene)?;
    Ok(loaded)
}

/// Like [`scene`], but reads a text, such as the clipboard or a link.
///
/// # Errors
/// Returns an error if [`formats::read_bytes`] refuses the text, or if the scene is not valid.
pub fn text(name: &str, text: &str, options: &Options) -> Result<Loaded, FormatError> {
    let loaded = formats::read_bytes(name, text.as_bytes(), options)?;
    check_usable(&options.registry, name, &loaded.scene)?;
    Ok(loaded)
}

fn check_references(options: &Options, name: &str, content: Content) -> Result<Content, FormatError> {
    match &content {
        Content::Scene(loaded) => check_usable(&options.registry, name, &loaded.scene)?,
        Content::Trace(trace) => check_usable(&options.registry, name, &trace.scene)?,
        // The scene of a log is only shown, so it is not checked.
        Content::Log(_) => {}
    }
    Ok(content)
}

/// Checks that the additional runs and the question of a scene can be used. Parameters and layers of an unknown
/// algorithm are not checked.
///
/// # Errors
/// Returns an error for the first part that is not valid: its place, its value and what was expected.
pub fn check_usable(registry: &Registry, name: &str, scene: &Scene) -> Result<(), FormatError> {
    let refuse = |place: &str, (found, expected): (String, String)| {
        FormatError::whole(name, &format!("{place}: {found}"), &expected)
    };
    for (i, over) in scene.run.beside.iter().enumerate() {
        check_additional_run(registry, scene, over)
            .map_err(|bad| refuse(&format!("run.beside, entry {}", i + 1), bad))?;
    }
    let run = &scene.run;
    let moments = [("run.at", run.at), ("run.picture", run.picture)];
    let moments = moments.into_iter().filter_map(|(name, at)| Some((name.to_owned(), at?)));
    let slides = (1..).zip(&run.slides).map(|(i, slide)| (format!("run.bookmarks, entry {i}"), slide.at));
    if let Some((place, at)) = moments.chain(slides).find(|&(_, at)| at > limits::RUN_EVENTS) {
        let bad = (
            format!("there is no event {at}"),
            format!("at most {}, which is as long as a run may be", limits::RUN_EVENTS),
        );
        return Err(refuse(&place, bad));
    }
    for (slide, i) in run.slides.iter().zip(1..) {
        let pins = slide.pins.as_deref().unwrap_or_default();
        let place = format!("run.bookmarks, entry {i}, pins");
        if pins.len() > MAX_PINS {
            return Err(refuse(&place, (format!("there are {}", pins.len()), format!("at most {MAX_PINS}"))));
        }
        pins.iter().try_for_each(|&cell| on_map(scene, cell)).map_err(|bad| refuse(&place, bad))?;
    }
    for (text, i) in scene.run.exercise.done.iter().zip(1..) {
        let place = format!("run.exercise.done, entry {i}");
        text.parse::<Symptom>().map_err(|error| refuse(&place, (error.to_string(), String::new())))?;
    }
    question(registry, scene)
        .map_err(|(place, found, expected)| refuse(&format!("run.question.{place}"), (found, expected)))
}

/// Returns a sentence for each reference in the scene that its run does not have: positions past the end, names in
/// breakpoints, and, if there are no runs beside it, words of slides. Returns nothing for a halted run or a window, which is incomplete.
pub fn not_there(scene: &Scene, replay: &Replay) -> Vec<String> {
    if replay.halted().is_some() || replay.trace().first() > 0 {
        return Vec::new();
    }
    let (len, run) = (replay.len(), &scene.run);
    let opens = [("It opens", run.at), ("Its picture is", run.picture)];
    let opens = opens.into_iter().filter_map(|(what, at)| Some((what.to_owned(), at?)));
    let slides = (1..).zip(&run.slides).map(|(i, slide)| (format!("Slide {i} is"), slide.at));
    let late = opens.chain(slides).filter(|&(_, at)| at > len);
    let late = late.map(|(what, at)| format!("{what} at event {at}, and the run ends at {len}: it is shown there."));
    let stops = (1..).zip(&run.question.breakpoints).filter_map(|(i, stop)| {
        let unknown = unknown(replay, &stop.when.parse().ok()?)?;
        Some(format!("Breakpoint {i} asks for something that this run does not have: {unknown}."))
    });
    let words = if run.beside.is_empty() { unknown_words(scene, &[replay]) } else { Vec::new() };
    late.chain(stops).chain(words).collect()
}

/// Returns the scene without the additional runs and question parts that are not valid, so that the saved file can be
/// opened again. Also returns a phrase for each part removed.
pub fn without_invalid_parts(registry: &Registry, scene: &Scene) -> (Scene, Vec<String>) {
    let (mut kept, mut lost) = (scene.clone(), Vec::new());
    kept.run.beside.retain(|over| match check_additional_run(registry, scene, over) {
        Ok(()) => true,
        Err((found, _)) => {
            lost.push(format!("a run beside ({found})"));
            false
        }
    });
    kept.run.exercise.done.retain(|text| match text.parse::<Symptom>() {
        Ok(_) => true,
        Err(error) => {
            lost.push(format!("of its exercise ({error})"));
            false
        }
    });
    while let Err((place, found, _)) = question(registry, &kept) {
        let scene_question = &mut kept.run.question;
        match place.split(',').next().unwrap_or_default() {
            "panel" => scene_question.panel = None,
            "below" => scene_question.below = None,
            "breakpoints" => scene_question.breakpoints.retain(|stop| stop.when.parse::<Condition>().is_ok()),
            "cell" => scene_question.cell = None,
            "why_not" => scene_question.why_not.clear(),
            "samples" => scene_question.samples = None,
            "layer" => scene_question.layer = None,
            "vary" => scene_question.vary = None,
            "keep" => scene_question.keep = None,
            "measure" => scene_question.measure = None,
            _ => *scene_question = Question::default(),
        }
        lost.push(format!("of its question {place} ({found})"));
    }
    (kept, lost)
}

fn check_additional_run(registry: &Registry, scene: &Scene, over: &AdditionalRun) -> Result<(), (String, String)> {
    let found = |error: &dyn ToString| (error.to_string(), String::new());
    let runner = match &over.algorithm {
        Some(id) => Some(registry.named(id).map_err(|error| found(&error))?),
        None => registry.find(&scene.run.algorithm),
    };
    if let Some(cell) = over.start {
        on_map(scene, cell)?;
    }
    // Only the run knows which actors have a view. There are no more views than actors, and some algorithms have two.
    let max_eyes = scene.actors.len().max(2);
    if let Some(eyes) = over.eyes.filter(|&eyes| eyes > max_eyes) {
        return Err((format!("there are no eyes {eyes}"), format!("a number from 0 to {max_eyes}")));
    }
    if let Some(runner) = runner {
        over.params.resolve(runner.card().params).map_err(|error| found(&error))?;
    }
    Ok(())
}

/// Returns whether a text can be the name of a number in an outcome. Only a run shows whether it exists.
fn is_measure(text: &str) -> bool {
    text.len() <= limits::WORD && text.chars().all(|c| c.is_alphanumeric() || "_-.".contains(c)) && !text.is_empty()
}

fn on_map(scene: &Scene, cell: Cell) -> Result<(), (String, String)> {
    let size = scene.size();
    let outside = || (format!("{cell} is outside the map"), format!("a cell of its {size}"));
    if size.contains(cell) { Ok(()) } else { Err(outside()) }
}

/// Checks the question of a scene. Returns the first field that is not valid, what was found, and what was expected.
fn question(registry: &Registry, scene: &Scene) -> Result<(), (String, String, String)> {
    let scene_question = &scene.run.question;
    let at = |place: &str, found: String| (place.to_owned(), found, String::new());
    for (place, panel) in [("panel", &scene_question.panel), ("below", &scene_question.below)] {
        if let Some(Err(error)) = panel.as_ref().map(|id| id.parse::<PanelId>()) {
            return Err(at(place, error.to_string()));
        }
    }
    for (i, stop) in scene_question.breakpoints.iter().enumerate() {
        let place = format!("breakpoints, entry {}", i + 1);
        stop.when.parse::<Condition>().map_err(|error| at(&place, format!("{:?}: {error}", stop.when)))?;
    }
    for (place, cell) in
        scene_question.cell.iter().map(|c| ("cell", c)).chain(scene_question.why_not.iter().map(|c| ("why_not", c)))
    {
        on_map(scene, *cell).map_err(|(found, expected)| (place.to_owned(), found, expected))?;
    }
    if scene_question.samples.is_some_and(|n| n == 0 || n > limits::EXPERIMENT) {
        let found = format!("{} seeds for each value", scene_question.samples.unwrap_or_default());
        return Err(("samples".into(), found, format!("1 to {}", limits::EXPERIMENT)));
    }
    let runner = registry.find(&scene.run.algorithm);
    if let (Some(layer), Some(runner)) = (&scene_question.layer, runner) {
        let known: Vec<&str> = runner.card().layers.iter().map(|layer| layer.name).collect();
        if !known.contains(&layer.as_str()) {
            let found = format!("there is no layer {layer:?}");
            return Err(("layer".into(), found, format!("one of {}", known.join(", "))));
        }
    }
    if let Some(vary) = scene_question.vary.as_deref().filter(|vary| !vary.trim().is_empty()) {
        let sweep = Sweep::parse(vary).map_err(|error| at("vary", error.to_string()))?;
        let known = |runner: &dyn Runner| runner.card().params.iter().any(|param| param.name == sweep.name);
        if let Some(runner) = runner.filter(|runner| !OF_THE_SCENE.contains(&&*sweep.name) && !known(*runner)) {
            let names: Vec<&str> = runner.card().params.iter().map(|param| param.name).collect();
            let found = format!("{} has no parameter {:?}", runner.card().id, sweep.name);
            return Err(("vary".into(), found, format!("{} or one of {}", OF_THE_SCENE.join(", "), names.join(", "))));
        }
    }
    if let Some(measure) = scene_question.measure.as_ref().filter(|measure| !is_measure(measure)) {
        let expected = "the name of a number in the outcome, such as \"cost\" or \"positions.0\"".to_owned();
        return Err(("measure".into(), format!("{measure:?} is not a name"), expected));
    }
    if let Some(keep) = &scene_question.keep {
        keep.parse::<Symptom>().map_err(|error| at("keep", error.to_string()))?;
    }
    Ok(())
}
