//! Limits on files, links, streams and arguments. Each limit is checked before memory is allocated.
//! An error names the place, the limit and what was found.

use gridscope_trace::Budget;
pub use gridscope_trace::geometry::{MAX_CELLS as CELLS, MAX_SIDE as SIDE};
use gridscope_trace::scene::{Scene, Slide};
use gridscope_trace::slide::Show;

/// Largest file read as a whole, after unpacking, in bytes: a scene, a map, a scenario or a table.
/// A map of [`CELLS`] cells is 16 MiB of text.
pub const FILE: u64 = 64 << 20;
/// Longest line of a trace, a log or a file of vectors, in bytes. A header with the largest map fits.
pub const LINE: u64 = 64 << 20;
/// Longest text of a trace written by gridscope that is kept in memory as it is, in bytes. A longer one is packed in
/// columns.
pub const TRACE: u64 = 256 << 20;
/// Largest trace written by gridscope that is opened, packed in columns, in bytes. The trace is in memory next to the run
/// that it is compared with.
pub const PACKED_TRACE: u64 = 1 << 30;
/// Longest text of a trace written by gridscope that is opened, in bytes: a line of 256 bytes for each of [`EVENTS`].
pub const LONG_TRACE: u64 = 8 << 30;
/// Largest trace of an algorithm unknown to this version, after unpacking, in bytes. Its events are kept in memory and
/// take about eight times the size of the text.
pub(crate) const UNKNOWN_TRACE: u64 = 112 << 20;
/// Largest log, after unpacking, in bytes of text. The text is not kept in memory.
pub const LOG: u64 = 4 << 30;
/// Maximum number of events in a log.
pub const EVENTS: usize = 32_000_000;
/// Maximum number of events in a run, with a budget that allows it. A scene names no later moment.
pub const RUN_EVENTS: usize = Budget::MOST_EVENTS;
/// Maximum memory for the events of a log and the run made of them, in bytes. That many plain events fit, except in a
/// page.
pub const LOG_MEMORY: usize = if cfg!(target_pointer_width = "64") { 3 << 30 } else { MEMORY };
/// Maximum memory for anything opened, in bytes.
pub const MEMORY: usize = 1 << 30;
/// Maximum number of JSON values in one text. Each takes about 72 bytes while it is parsed.
pub(crate) const VALUES: usize = 4_000_000;
/// Maximum nesting depth of JSON lists and objects.
pub(crate) const DEPTH: usize = 64;
/// Maximum number of fields in one JSON object, including the legend and the parameters of a run.
pub(crate) const FIELDS: usize = 1_000;
/// Maximum length of a list without a limit of its own, such as a guard's patrol or the cells of a question.
pub(crate) const LIST: usize = 10_000;
/// Longest text without a limit of its own, in bytes: a title, a name, a word, a condition.
pub const TEXT: usize = 10_000;
/// Longest Markdown text, in bytes: the notes of a scene or of a slide.
pub const NOTES: usize = 256 << 10;
/// Longest link to a moment that is put into an address or carries a log, in bytes. Browsers and chats cut longer ones.
pub const SHARED: usize = 32_000;
/// Longest log whose text is kept for a link, in bytes. Packed, a longer one does not fit into [`SHARED`].
pub const SHARED_LOG: usize = 1 << 20;
/// Largest file that a browser keeps for a reload if no link can hold it, in bytes.
pub const RELOADED: usize = 64 << 20;
/// Longest web address that a link in notes can open, in bytes.
pub(crate) const LINK: usize = 2_000;
/// Maximum number of actors on a map. Each is shown and may have its own turn.
pub const ACTORS: usize = 10_000;
/// Maximum number of tiles with details.
pub const DETAILS: usize = 100_000;
/// Maximum number of lines in a script.
pub(crate) const SCRIPT: usize = 10_000;
/// Maximum number of rooms. Each may have its own flow field.
pub(crate) const ROOMS: usize = 1_000;
/// Maximum number of runs shown at once. More maps would be too small to read.
pub const RUNS: usize = 6;
/// Maximum number of slides.
pub const SLIDES: usize = 1_000;
/// Maximum number of breakpoints in a scene. Each checks every event once.
pub(crate) const BREAKPOINTS: usize = 100;
/// Maximum number of files listed as scenes in a folder. Each of them is read.
pub const FOLDER: usize = 500;
/// Maximum number of folder entries that are examined.
pub(crate) const NAMES: usize = 100_000;
/// Maximum number of claims of a slide. Each may search the whole run.
pub(crate) const SLIDE_CLAIMS: usize = 100;
/// Signs that a slide draws.
pub(crate) const SLIDE_SIGNS: usize = 100;
/// Pins on the map of a slide.
pub(crate) const SLIDE_PINS: usize = 20;
/// Answers to choose from in a question of a slide.
pub(crate) const SLIDE_OPTIONS: usize = 10;
/// Maximum number of conditions in an exercise. Each may search the whole run.
pub const CLAIMS: usize = 20;
/// Maximum number of values in a sweep of an experiment.
pub const SWEEP: usize = 10_000;
/// Maximum number of runs in an experiment.
pub const EXPERIMENT: u64 = 10_000_000;
/// Maximum memory for experiment tables that are merged and summarised, in bytes.
pub const TABLE: usize = MEMORY;
/// Longest row of a table, in bytes.
pub const ROW: u64 = 1 << 20;
/// Widest padding for the columns of a text table, in characters. Longer names are not aligned.
pub const COLUMN: usize = 200;
/// Longest name of a number in an outcome, in bytes.
pub const WORD: usize = 200;
/// Longest number in a sweep, in characters.
pub const NUMBER: usize = 40;
/// Longest parameter set by the user or by a line of a lesson, in bytes.
pub const PARAMETER: usize = TEXT;
/// Maximum amount of a program's other output that is kept, in bytes: standard error, and lines outside its log.
pub const BESIDES: usize = 1 << 20;
/// Longest message, in characters. Longer messages are cut in the middle.
pub const MESSAGE: usize = 1_200;
/// Longest quote from a file in a message, in characters.
pub(crate) const QUOTE: usize = 400;

/// Formats a number of bytes for display: `64 MiB`.
pub fn mebibytes(bytes: u64) -> String {
    format!("{} MiB", bytes >> 20)
}

/// Returns the limits on files that SECURITY.md lists, and their values as its table has them.
pub fn listed() -> Vec<(&'static str, String)> {
    let bytes = |bytes: u64| match bytes >> 30 {
        gibibytes if gibibytes > 0 && gibibytes << 30 == bytes => format!("{gibibytes} GiB"),
        _ => mebibytes(bytes),
    };
    let count = |count: u64| {
        let digits = count.to_string();
        let thousands = digits.as_bytes().rchunks(3).rev().map(String::from_utf8_lossy);
        thousands.collect::<Vec<_>>().join(",")
    };
    vec![
        ("Cells of a map", count(CELLS)),
        ("Cells along a side", count(SIDE.into())),
        ("Actors", count(ACTORS as u64)),
        ("Tiles with details", count(DETAILS as u64)),
        ("A file read as a whole, after unpacking", bytes(FILE)),
        ("A line of a trace or a log", bytes(LINE)),
        ("Events of a log", count(EVENTS as u64)),
        ("Events of a run, with a budget that allows it", count(RUN_EVENTS as u64)),
        ("Memory for anything opened", bytes(MEMORY as u64)),
        ("Text of a log, after unpacking", bytes(LOG)),
        ("Memory for the events of a log, outside a page", bytes(LOG_MEMORY as u64)),
        ("Text of a trace of gridscope, after unpacking", bytes(LONG_TRACE)),
        ("The same trace in columns, as it is kept in memory", bytes(PACKED_TRACE)),
        ("Text of a trace of an algorithm that this version does not have", bytes(UNKNOWN_TRACE)),
        ("Nested lists and objects of JSON", count(DEPTH as u64)),
        ("Values in a text of JSON", count(VALUES as u64)),
    ]
}

/// Returns a sentence about the first limit that a scene exceeds. `None` means that it can be saved and read again.
pub fn exceeded(scene: &Scene) -> Option<String> {
    let run = &scene.run;
    let moments = run.at.into_iter().chain(run.picture).chain(run.slides.iter().map(|slide| slide.at));
    if let Some(at) = moments.max().filter(|&at| at > RUN_EVENTS) {
        return Some(format!("There is no event {at}: a run has {RUN_EVENTS} at most. Nothing was changed."));
    }
    let longest = |length: &dyn Fn(&Slide) -> usize| run.slides.iter().map(length).max().unwrap_or(0);
    let slide = longest(&|slide| slide.note.len());
    let all = [
        ("actors", scene.actors.len(), ACTORS),
        ("tiles with details", scene.details.len(), DETAILS),
        ("lines in the script", scene.script.len(), SCRIPT),
        ("rooms", scene.rooms.len(), ROOMS),
        ("runs beside", run.beside.len(), RUNS - 1),
        ("slides", run.slides.len(), SLIDES),
        ("breakpoints", run.question.breakpoints.len(), BREAKPOINTS),
        ("conditions of an exercise", run.exercise.done.len(), CLAIMS),
        ("bytes in a condition", run.exercise.done.iter().map(String::len).max().unwrap_or(0), TEXT),
        ("bytes in the text of an exercise", run.exercise.say.len(), NOTES),
        ("bytes in the title", scene.title.len(), TEXT),
        ("bytes in the name of a run", run.names().map(str::len).max().unwrap_or(0), TEXT),
        ("bytes in the notes", scene.notes.len(), NOTES),
        ("bytes in the text of a slide", slide, NOTES),
        ("signs on a slide", longest(&|slide| slide.show.as_ref().map_or(0, Show::len)), SLIDE_SIGNS),
        ("pins on a slide", longest(&|slide| slide.pins.as_ref().map_or(0, Vec::len)), SLIDE_PINS),
        (
            "answers to choose from",
            longest(&|slide| slide.ask.as_ref().map_or(0, |ask| ask.options().len())),
            SLIDE_OPTIONS,
        ),
    ];
    let (what, count, most) = all.into_iter().find(|&(_, count, most)| count > most)?;
    Some(format!("That would make {count} {what}, and a scene holds {most} at most. Nothing was changed."))
}
