//! Reads files of any format. The content decides which format it is.

use super::format::TEXT;
use super::format::here;
use super::log::{self, Given, Log};
use super::tile_mapping::TileAnswers;
use super::trace_file::{self, Kind, TraceFile};
use super::{
    Beside, FORMATS, Format, FormatError, Loaded, Options, foreign_formats, format_for, holds_lines, limits, plan,
    scene_json, text_map, trace_format,
};
use gridscope_trace::Registry;
use gridscope_trace::later::{Here, later};
use gridscope_trace::progress::{Progress, at_once, boxed};
use std::fs::File;
use std::io::{self, BufReader, Read};
use std::path::{Path, PathBuf};

/// Reads a file of any format.
///
/// # Errors
/// Returns an error if the file does not exist, is a folder or is too large, or if [`read_bytes`] refuses it.
pub fn read_file(path: &Path, options: &Options) -> Result<Loaded, FormatError> {
    let bytes = bounded_file(path, "a scene or a map")?;
    read_bytes(&path.display().to_string(), &bytes, &options.at(path))
}

/// Contents of a file: a map or scene to run, or the trace of a run.
#[derive(Clone, Debug)]
pub enum Content {
    /// A scene.
    Scene(Loaded),
    /// A trace written by gridscope. Its header holds the scene, so the scene can be run again.
    Trace(TraceFile),
    /// A log written by another program, or a trace shown from its header alone.
    Log(Box<Log>),
}

/// Opens a file for [`read_content`].
///
/// # Errors
/// Returns an error if the file does not exist, is a folder, or the operating system refuses to open it.
pub fn open(path: &Path) -> Result<File, FormatError> {
    opened(path, "a scene, a map or a trace")
}

/// Returns whether a file is the log of another program, as lines that are not packed.
pub fn is_log_of_a_program(path: &Path, registry: &Registry) -> bool {
    let Ok(mut file) = open(path) else { return false };
    let mut bytes = Vec::new();
    let head = file.by_ref().take(HEAD).read_to_end(&mut bytes).and_then(|_| first_line(&mut bytes, &mut file));
    head.is_ok() && log::is_log(&bytes) && trace_file::kind(registry, &bytes).is_none()
}

/// Reads a scene of any format, a trace or a log, with pauses. The content decides which. `name` is the source's name in
/// error messages.
///
/// # Errors
/// Returns an error in the same cases as [`read_file`], if [`trace_file::read`] refuses the content, and if `progress` is
/// stopped.
pub async fn read_content(
    name: &str,
    from: &mut (dyn Read + Send),
    options: &Options,
    progress: &Progress,
) -> Result<Content, FormatError> {
    let mut from = trace_format::unpacked(from);
    if options.from.is_some() {
        let mut bytes = Vec::new();
        fill(&mut bytes, name, &mut from, limits::FILE, progress).await?;
        return Ok(Content::Scene(read_bytes(name, &bytes, options)?));
    }
    content_of(name, &mut *from, options, progress).await
}

async fn content_of(
    name: &str,
    from: &mut (dyn Read + Send),
    options: &Options,
    progress: &Progress,
) -> Result<Content, FormatError> {
    let mut bytes = Vec::new();
    let mut cut = from.take(HEAD).read_to_end(&mut bytes).err();
    if cut.is_none() && trace_file::is_trace(&bytes) {
        // The header names the algorithm, so read the whole first line, however long it is.
        cut = first_line(&mut bytes, from).err();
    }
    if let Some(error) = cut.take_if(|_| !log::is_log(&bytes) || trace_file::kind(&options.registry, &bytes).is_some())
    {
        return Err(unreadable(name, &error));
    }
    if cut.is_some() || trace_file::is_trace(&bytes) || log::is_log(&bytes) {
        return later(here(name)?, || boxed(recorded_content(name, bytes, cut, from, options, progress))).await;
    }
    fill(&mut bytes, name, from, limits::FILE, progress).await?;
    if holds_lines(name) && bytes.split(|&b| b == b'\n').all(is_blank_or_comment) {
        return Err(FormatError::whole(
            name,
            "there is no event in it",
            "a line of JSON for each, such as {\"event\": \"open\", \"at\": [1, 1]}",
        ));
    }
    if bytes.iter().all(u8::is_ascii_whitespace) {
        return Err(FormatError::whole(name, "there is nothing in it", "a scene, a map, a trace or a log"));
    }
    if let Some(plan) = Here::now().and_then(|here| later(here, || plan::recognise(name, &bytes))) {
        return later(here(name)?, || boxed(plan::read(plan, name, &bytes, options, progress))).await;
    }
    Ok(Content::Scene(read_bytes(name, &bytes, options)?))
}

/// Reads the rest of a trace or a log that begins with these bytes. `cut` is the error behind them, if they cannot be read
/// any further.
async fn recorded_content(
    name: &str,
    mut bytes: Vec<u8>,
    cut: Option<io::Error>,
    from: &mut (dyn Read + Send),
    options: &Options,
    progress: &Progress,
) -> Result<Content, FormatError> {
    if cut.is_none() {
        match trace_file::kind(&options.registry, &bytes) {
            Some(Kind::Recorded) => {
                fill(&mut bytes, name, from, limits::UNKNOWN_TRACE, progress).await?;
                let trace = trace_file::read_text(&options.registry, name, bytes)?;
                return Ok(Content::Log(Box::new(trace.log(progress).await?)));
            }
            Some(Kind::Rerunnable) => {
                return Ok(Content::Trace(rerunnable_trace(name, bytes, from, options, progress).await?));
            }
            None if !log::is_log(&bytes) => {
                fill(&mut bytes, name, from, limits::TRACE, progress).await?;
                return Ok(Content::Trace(trace_file::read_text(&options.registry, name, bytes)?));
            }
            None => {}
        }
    }
    // A truncated packed log still shows the events before the cut.
    let is_cut = cut.is_some();
    let mut fails = Fails(cut);
    let rest = if is_cut { &mut fails as &mut (dyn Read + Send) } else { from };
    let source = BufReader::new(bytes.chain(rest));
    Ok(Content::Log(Box::new(Given::of(options)?.read(name, source, progress).await?)))
}

/// Reads the rest of a trace that begins with these bytes. If its text is longer than [`limits::TRACE`], it is packed in
/// columns.
async fn rerunnable_trace(
    name: &str,
    mut bytes: Vec<u8>,
    from: &mut (dyn Read + Send),
    options: &Options,
    progress: &Progress,
) -> Result<TraceFile, FormatError> {
    let failed = |error: io::Error| unreadable(name, &error);
    if read_up_to(&mut bytes, name, from, limits::TRACE, progress).await? {
        return trace_file::read_text(&options.registry, name, bytes);
    }
    let end = bytes.iter().position(|&byte| byte == b'\n').unwrap_or(bytes.len());
    let (first, rest) = bytes.split_at_checked(end).unwrap_or_default();
    let first = first.to_vec();
    let mut packer = trace_file::Packer::new(rest.get(1..).unwrap_or_default()).map_err(failed)?;
    let mut length = bytes.len() as u64;
    loop {
        bytes.clear();
        let is_whole = read_up_to(&mut bytes, name, from, READ_AT_ONCE, progress).await?;
        packer.add(&bytes).map_err(failed)?;
        length = length.saturating_add(bytes.len() as u64);
        for (size, limit) in [(packer.bytes() as u64, limits::PACKED_TRACE), (length, limits::LONG_TRACE)] {
            if size > limit {
                return Err(too_large(name, TOO_LARGE, limit));
            }
        }
        if is_whole {
            break;
        }
    }
    trace_file::read_columns(&options.registry, name, &first, packer.finish().map_err(failed)?)
}

/// Returns whether a line of a log is empty or a comment.
pub(crate) fn is_blank_or_comment(line: &[u8]) -> bool {
    let line = line.trim_ascii();
    line.is_empty() || line.starts_with(b"//")
}

/// A reader that returns an error once, then the end of the file.
pub(crate) struct Fails(pub(crate) Option<io::Error>);

impl Read for Fails {
    fn read(&mut self, _: &mut [u8]) -> io::Result<usize> {
        self.0.take().map_or(Ok(0), Err)
    }
}

/// Reads until the first line is complete, or until it is longer than any header.
pub(crate) fn first_line(bytes: &mut Vec<u8>, from: &mut (dyn Read + Send)) -> io::Result<()> {
    while !bytes.contains(&b'\n') && bytes.len() < limits::LINE as usize {
        let before = bytes.len();
        let more = from.take(before as u64).read_to_end(bytes)?;
        if more == 0 {
            break;
        }
    }
    Ok(())
}

/// Reads a file of at most [`limits::FILE`] bytes. `expected` describes what the file should be, for errors.
///
/// # Errors
/// Returns an error if the file does not exist, is a folder, is too large, or cannot be read.
pub fn bounded_file(path: &Path, expected: &str) -> Result<Vec<u8>, FormatError> {
    let name = path.display().to_string();
    let mut file = opened(path, expected)?;
    // Refuse a large file before reading it, if its size is known.
    if let Some(bytes) = file.metadata().ok().map(|about| about.len()).filter(|&n| n > limits::FILE) {
        return Err(too_large(&name, &format!("{bytes} bytes are too many"), limits::FILE));
    }
    let mut bytes = Vec::new();
    at_once(fill(&mut bytes, &name, &mut file, limits::FILE, &Progress::default()))?;
    Ok(bytes)
}

/// Number of bytes that are read, and unpacked, between two pauses.
const READ_AT_ONCE: u64 = 1 << 18;
/// Number of bytes at the start of a file that are checked for the mark of a trace.
pub(crate) const HEAD: u64 = 4096;

fn opened(path: &Path, expected: &str) -> Result<File, FormatError> {
    let name = path.display().to_string();
    let about = std::fs::metadata(path).map_err(|error| match error.kind() {
        io::ErrorKind::NotFound => FormatError::whole(&name, "there is no such file", expected),
        _ => unreadable(&name, &error),
    })?;
    if about.is_dir() {
        return Err(FormatError::whole(&name, "this is a folder", expected));
    }
    File::open(path).map_err(|error| unreadable(&name, &error))
}

/// Reads to the end, up to `limit` bytes in total. A pipe or a device reports a size of 0 and may never end.
async fn fill(
    bytes: &mut Vec<u8>,
    name: &str,
    from: &mut (dyn Read + Send),
    limit: u64,
    progress: &Progress,
) -> Result<(), FormatError> {
    if read_up_to(bytes, name, from, limit, progress).await? { Ok(()) } else { Err(too_large(name, TOO_LARGE, limit)) }
}

/// Reads until there are more than `limit` bytes in total. Returns whether the end was reached before.
async fn read_up_to(
    bytes: &mut Vec<u8>,
    name: &str,
    from: &mut (dyn Read + Send),
    limit: u64,
    progress: &Progress,
) -> Result<bool, FormatError> {
    loop {
        progress.pause().await.map_err(FormatError::stopped(name))?;
        let room = limit.saturating_add(1).saturating_sub(bytes.len() as u64).min(READ_AT_ONCE);
        if from.take(room).read_to_end(bytes).map_err(|e| unreadable(name, &e))? == 0 {
            return Ok(bytes.len() as u64 <= limit);
        }
    }
}

pub(crate) fn unreadable(name: &str, error: &io::Error) -> FormatError {
    // A format of several lines at once says what is wrong by itself.
    if let Some(inner) = error.get_ref().and_then(|inner| inner.downcast_ref::<FormatError>()) {
        return FormatError { source: name.to_owned(), ..inner.clone() };
    }
    FormatError::whole(name, &error.to_string(), "a file that can be read")
}

/// Reads bytes of any format. The content decides which. `name` is the source's name in error messages.
///
/// # Errors
/// Returns an error that names the source, the place and what was expected, if no format can read the bytes.
pub fn read_bytes(name: &str, bytes: &[u8], options: &Options) -> Result<Loaded, FormatError> {
    if bytes.len() as u64 > limits::FILE {
        return Err(too_large(name, &format!("{} bytes are too many", bytes.len()), limits::FILE));
    }
    let mut options = options.clone();
    // A page has no files beside this one, and no flags before the whole program is there.
    let here = Here::now();
    if let Some(here) = here {
        options.tiles.complete(later(here, || answers_beside(&options))?);
    }
    let format = match options.from {
        Some(from) => FORMATS.iter().find(|format| format.name() == from),
        None => format_of(name, bytes)?,
    };
    let format = *format.unwrap_or(&TEXT);
    if let Some(here) = here {
        later(here, || refuse_unread_flags(name, format, &options))?;
    }
    format.read(name, bytes, &options, &mut Beside::of(options.path.as_deref()))
}

/// Refuses flags and answers that a format does not read.
///
/// # Errors
/// Returns an error that names the first of them.
fn refuse_unread_flags(name: &str, format: &dyn Format, options: &Options) -> Result<(), FormatError> {
    let for_scenarios = [("--row", options.row.is_some()), ("--map", options.map.is_some())];
    if let Some((flag, _)) = for_scenarios.into_iter().find(|(_, is_given)| *is_given)
        && format.name() != "scen"
    {
        let found =
            format!("{flag} is for scenarios and search traces, but the format of this file is {}", format.title());
        return Err(FormatError::whole(name, &found, "a scenario (.scen)"));
    }
    // A scenario hands these flags on to its map.
    let info = format.info();
    let array = options.array.filter(|_| options.write.array.is_none());
    for (flag, is_given, is_read, what) in [
        ("--array", array.is_some(), info.is_array, "arrays and tables of numbers"),
        ("--level", options.level.is_some(), info.has_levels, "files with several levels"),
        ("--by colour", options.by_colour, format.name() == "xp", "REXPaint drawings"),
    ] {
        if is_given && !is_read && format.name() != "scen" {
            let found = format!("{flag} is for {what}, but the format of this file is {}", format.title());
            return Err(FormatError::whole(name, &found, &format!("no {flag}")));
        }
    }
    for (flag, answered, is_read, what) in [
        ("--map-tiles", options.tiles.required_keys().next(), format.info().has_keys, "tiles"),
        ("--map-actors", options.tiles.stated_types().next(), format.info().has_types, "actors"),
    ] {
        if let Some(key) = answered.filter(|_| !is_read) {
            let found = format!("{flag} answers for {key}, but the {what} of the format {} are fixed", format.name());
            return Err(FormatError::whole(name, &found, &format!("no {flag}")));
        }
    }
    Ok(())
}

/// Returns the format of a file by its content, and by its name only if its content is also a text map.
///
/// # Errors
/// Returns an error if the bytes are in a format that is not read.
fn format_of(name: &str, bytes: &[u8]) -> Result<Option<&'static &'static dyn Format>, FormatError> {
    // A format that is only written refuses its files by name.
    let found = FORMATS.iter().find(|format| format.recognises(bytes));
    let refused = |stranger| Err(foreign_formats::refused(name, &stranger));
    if let Some(format) = found.filter(|format| format.name() != text_map::TextMap.name()) {
        // A scene may be any JSON object. A page opens its own scenes before the whole program is there.
        let any_object = format.name() == scene_json::SceneJson.name();
        if any_object && (Here::now().is_some() || !scene_json::is_marked(bytes)) {
            return later(here(name)?, || foreign_formats::of_json(bytes).map_or(Ok(found), refused));
        }
        return Ok(found);
    }
    // Without the other formats, their files would be read as text.
    let here = here(name)?;
    let by_name = format_for(name).filter(|format| format.reads() && format.info().by_name);
    if let Some(named) = by_name {
        let format = FORMATS.iter().find(|format| format.name() == named.name());
        return later(here, || foreign_formats::of_another_program(bytes).map_or(Ok(format), refused));
    }
    later(here, || foreign_formats::named(bytes).map_or(Ok(None), refused))
}

/// Reads the map that the options name in addition to the file. Returns its name and the map.
pub(crate) fn map_given(options: &Options) -> Result<Option<(String, Loaded)>, FormatError> {
    let Some(path) = &options.map else { return Ok(None) };
    let plain = Options { map: None, row: None, movers: None, from: None, ..options.clone() };
    Ok(Some((path.display().to_string(), read_file(path, &plain)?)))
}

/// Returns the answers in `FILE.tiles.json` beside the map, if that file is there.
fn answers_beside(options: &Options) -> Result<TileAnswers, FormatError> {
    let Some(path) = options.path.as_deref().map(answers_path).filter(|path| path.is_file()) else {
        return Ok(TileAnswers::default());
    };
    let bytes = bounded_file(&path, "a file of answers")?;
    TileAnswers::from_json(&path.display().to_string(), &bytes)
}

/// Returns the path of the file that holds the answers for a map: `room.tmx.tiles.json` for `room.tmx`.
pub fn answers_path(map: &Path) -> PathBuf {
    let mut name = map.as_os_str().to_owned();
    name.push(".tiles.json");
    name.into()
}

/// Error text for a source whose size is unknown but above the limit.
pub(crate) const TOO_LARGE: &str = "this is larger than gridscope reads";

pub(crate) fn too_large(name: &str, found: &str, limit: u64) -> FormatError {
    FormatError::whole(name, found, &format!("at most {}", limits::mebibytes(limit)))
}
