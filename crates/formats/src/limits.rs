//! Every limit on what a file, a link, a stream or an argument may ask for, in one place. Each is checked before memory is
//! asked for, and a refusal names the place, the limit and what was found.

pub use crate::core::geometry::{MAX_CELLS as CELLS, MAX_SIDE as SIDE};
use crate::core::scene::Scene;

/// The largest file that is read whole, unpacked, in bytes: a scene, a map, a scenario, a table. A map of [`CELLS`] cells
/// is 16 MiB of text.
pub const FILE: u64 = 64 << 20;
/// The longest line of a trace, a log or a file of vectors, in bytes: a header with the largest map in it.
pub const LINE: u64 = 64 << 20;
/// The largest trace of ours, unpacked, in bytes: its text is held beside the run that it is compared with, both within
/// [`MEMORY`].
pub const TRACE: u64 = 256 << 20;
/// The largest trace of an algorithm that is not known here, unpacked, in bytes: what it says is kept, some eight times its
/// text.
pub const TOLD: u64 = 112 << 20;
/// The most text of a log that is read, unpacked, in bytes. It is not held.
pub const LOG: u64 = 1 << 30;
/// The most events of a log.
pub const EVENTS: usize = 32_000_000;
/// The most memory that anything opened may take, in bytes.
pub const MEMORY: usize = 1 << 30;
/// The most values of all kinds in one JSON text: each takes some 72 bytes until it is understood.
pub const VALUES: usize = 4_000_000;
/// How deep lists and objects may lie in one another.
pub const DEPTH: usize = 64;
/// The most fields of one object, the legend and the parameters of a run among them.
pub const FIELDS: usize = 1_000;
/// The most entries of a list for which no other limit stands here: the patrol of a guard, the cells of a question.
pub const LIST: usize = 10_000;
/// The longest text for which no other limit stands here, in bytes: a title, a name, a word, a condition.
pub const TEXT: usize = 10_000;
/// The longest text in Markdown, in bytes: the notes of a scene, those of a bookmark.
pub const NOTES: usize = 256 << 10;
/// The longest address that a link in notes opens, in bytes.
pub const LINK: usize = 2_000;
/// The most actors on a map. Each is shown, and may have a turn of its own.
pub const ACTORS: usize = 10_000;
/// The most tiles with details.
pub const DETAILS: usize = 100_000;
/// The most lines of a script.
pub const SCRIPT: usize = 10_000;
/// The most rooms. Each may have a flow map of its own.
pub const ROOMS: usize = 1_000;
/// The most runs that are shown at once: more maps than that are too small to read.
pub const RUNS: usize = 6;
/// The most bookmarks.
pub const BOOKMARKS: usize = 1_000;
/// The most breakpoints that a scene opens with. Each looks at every event once.
pub const BREAKPOINTS: usize = 100;
/// The most files of a folder that are listed as scenes. Each is read.
pub const FOLDER: usize = 500;
/// The most entries of a folder that are looked at.
pub const NAMES: usize = 100_000;
/// The most conditions of an exercise. Each may ask the whole run.
pub const CLAIMS: usize = 20;
/// The most values that an experiment sweeps over.
pub const SWEEP: usize = 10_000;
/// The most runs of an experiment.
pub const EXPERIMENT: u64 = 10_000_000;
/// The most memory that the tables of an experiment that are put together and summed up may take, in bytes.
pub const TABLE: usize = MEMORY;
/// The longest row of a table, in bytes.
pub const ROW: u64 = 1 << 20;
/// How far the columns of a table of text are filled up, in characters. A name that is longer stands out.
pub const COLUMN: usize = 200;
/// The longest name of a number in an outcome, in bytes.
pub const WORD: usize = 200;
/// The longest number of a sweep, in characters.
pub const NUMBER: usize = 40;
/// The longest parameter that is set by hand or by a line of a lesson, in bytes.
pub const PARAMETER: usize = TEXT;
/// The most text that is kept of what a program says besides its log, in bytes.
pub const BESIDES: usize = 1 << 20;
/// The longest message, in characters. What is longer is cut in its middle.
pub const MESSAGE: usize = 1_200;
/// The longest piece of a file that a message quotes, in characters.
pub const QUOTE: usize = 400;

/// A number of bytes as a person reads it: `64 MiB`.
pub fn mebibytes(bytes: u64) -> String {
    format!("{} MiB", bytes >> 20)
}

/// What a scene has more of than a file may hold, as a sentence; none where it can be saved and read again.
pub fn exceeded(scene: &Scene) -> Option<String> {
    let run = &scene.run;
    let moments = run.at.into_iter().chain(run.bookmarks.iter().map(|bookmark| bookmark.at));
    if let Some(at) = moments.max().filter(|&at| at > EVENTS) {
        return Some(format!("There is no event {at}: a run has {EVENTS} at most. Nothing was changed."));
    }
    let slide = run.bookmarks.iter().map(|bookmark| bookmark.note.len()).max().unwrap_or(0);
    let all = [
        ("actors", scene.actors.len(), ACTORS),
        ("tiles with details", scene.details.len(), DETAILS),
        ("lines in the script", scene.script.len(), SCRIPT),
        ("rooms", scene.rooms.len(), ROOMS),
        ("runs beside", run.beside.len(), RUNS - 1),
        ("slides", run.bookmarks.len(), BOOKMARKS),
        ("breakpoints", run.question.breakpoints.len(), BREAKPOINTS),
        ("conditions of an exercise", run.exercise.done.len(), CLAIMS),
        ("bytes in a condition", run.exercise.done.iter().map(String::len).max().unwrap_or(0), TEXT),
        ("bytes in the text of an exercise", run.exercise.say.len(), NOTES),
        ("bytes in the title", scene.title.len(), TEXT),
        ("bytes in the notes", scene.notes.len(), NOTES),
        ("bytes in the text of a slide", slide, NOTES),
    ];
    let (what, count, most) = all.into_iter().find(|&(_, count, most)| count > most)?;
    Some(format!("That would make {count} {what}, and a scene holds {most} at most. Nothing was changed."))
}
