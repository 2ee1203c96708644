//! A log of another program shown as a run: a scene, and a replay that works like that of a built-in algorithm.
//!
//! Whether the log is right is decided in [`crate::audit`].

mod cases;
mod conversion;
mod exact;
mod keys;
mod lens;
mod node_table;
mod parts;
mod payload;
mod places;
mod prepare;
pub mod program;
mod values;

pub use places::Places;

use crate::formats::FormatError;
use crate::formats::log::{EventList, Log, LogEvent, Word};
use crate::formats::plain::sentence;
use gridscope_trace::{Actor, ActorKind, Card, Cell, Grid, Progress, Replay, Scene, Size, Tile};
use serde_json::Value;
use std::path::Path;

/// Card of the algorithm behind a log. It is empty, because the schema of the log describes everything.
pub(crate) static CARD: Card = Card::new("log", "a log", "What another program logged.");

/// Number of events that are converted between two pauses.
const AT_ONCE: usize = 1024;

/// A log converted to a run.
pub struct ConvertedLog {
    /// Scene with the stated map, or else the smallest map that holds all cells, and with the actors.
    pub scene: Scene,
    /// The run, with its cursor at the beginning.
    pub replay: Replay,
    /// Reason for an early end: the first line that cannot be read.
    pub broken: Option<FormatError>,
    /// First event of the run for each event of the log.
    pub places: Places,
    /// A sentence about parts of the log that cannot be shown exactly.
    pub note: Option<String>,
}

impl ConvertedLog {
    /// Converts a log to a run, with pauses. Nothing is executed.
    pub async fn of(log: &Log) -> Self {
        Self::reporting(log, &Progress::default()).await
    }

    /// Like [`ConvertedLog::of`], and stores the share that is done. It cannot be stopped.
    pub(crate) async fn reporting(log: &Log, progress: &Progress) -> Self {
        if let Some(trace) = &log.whole
            && let Ok((replay, broken)) = trace.recorded_run()
        {
            // A trace has one line per event, after the header.
            let last = replay.len().saturating_sub(1);
            let places = log.events.iter().map(|event| event.line().saturating_sub(2).min(last) as u32).collect();
            return Self { scene: trace.scene.clone(), replay, broken, places, note: None };
        }
        let mut scene = scene(log);
        let (replay, places, note) = conversion::convert_log(log, &mut scene, progress).await;
        let notes = [about(log), log.header.terrain.undrawn(), own_coordinates(log), belief(log), note];
        let notes: Vec<String> = notes.into_iter().flatten().collect();
        let note = (!notes.is_empty()).then(|| notes.join(" "));
        Self { scene, replay, broken: log.broken.clone(), places, note }
    }
}

/// Builds the scene of a log from its header, and from the events for everything that the header does not state.
fn scene(log: &Log) -> Scene {
    let header = &log.header;
    // The map shows the scene sent to the program, not what the program believes.
    let mut scene = log.sent.clone().or_else(|| header.scene.clone()).unwrap_or_else(|| {
        let size = header.size.map_or_else(|| extent(&log.events), |(width, height)| Size::new(width, height));
        Scene::new(Grid::new(size, Tile::Floor))
    });
    if !header.title.is_empty() {
        scene.title.clone_from(&header.title);
    } else if scene.title.is_empty() {
        scene.title = Path::new(&log.name).file_name().map_or_else(String::new, |n| n.to_string_lossy().into_owned());
    }
    let has = |scene: &Scene, kind| scene.of_kind(kind).next().is_some();
    let ends_of =
        |event: LogEvent| Some((event.cell("start"), event.cell("goal"))).filter(|ends| *ends != (None, None));
    let begins = || log.events.outlines(0).enumerate().filter(|(_, event)| event.word == Word::Begin);
    let begin = if header.start.is_some() && header.goal.is_some() {
        None
    } else {
        begins().find_map(|(index, _)| ends_of(log.events.get(index)?))
    };
    let opened = || log.events.outlines(0).find(|e| e.word == Word::Open).and_then(|e| e.from.or(e.at));
    let start = header.start.or_else(|| begin?.0).or_else(opened);
    let walked = || log.events.iter().find(|e| e.word == Word::Path)?.cells("cells")?.last().copied();
    let goal = header.goal.or_else(|| begin?.1).or_else(walked).or(header.promises.goals.first().copied());
    for (kind, at) in [(ActorKind::Guard, start), (ActorKind::Goal, goal)] {
        if let Some(at) = at.filter(|&at| !has(&scene, kind) && scene.size().contains(at)) {
            scene.actors.push(Actor::new(kind, at));
        }
    }
    scene
}

/// Returns the author and the comment that a header states.
fn about(log: &Log) -> Option<String> {
    let text = |name: &str| log.header.line.get(name).and_then(Value::as_str).filter(|text| !text.trim().is_empty());
    let author = text("author").map(|author| format!("By {author}."));
    let all: Vec<String> = author.into_iter().chain(text("comment").map(str::to_owned)).collect();
    (!all.is_empty()).then(|| sentence(&all.join(" ")))
}

/// Returns a sentence about the log's own coordinates, if they differ from those of the map.
fn own_coordinates(log: &Log) -> Option<String> {
    let [x, y] = log.header.origin;
    ((x, y) != (0, 0)).then(|| format!("The log's own coordinates start at ({x},{y}), which is (0,0) on this map."))
}

/// Returns a sentence about the map that a program states, if it differs from the scene sent to it.
fn belief(log: &Log) -> Option<String> {
    let (sent, believed) = (&log.sent.as_ref()?.tiles, log.header.ground()?);
    let mut differ = sent.size().cells().filter(|&cell| sent.get(cell) != believed.get(cell));
    let first = differ.next()?;
    let rest = differ.count();
    let more = if rest == 0 { String::new() } else { format!(", and {rest} more cells differ") };
    Some(format!(
        "The program's ground is not that of the scene: {first} differs{more}. The audit uses the program's ground."
    ))
}

/// Returns the size of the smallest map that holds all cells of a log.
fn extent(events: &EventList) -> Size {
    let (mut width, mut height) = (1, 1);
    let mut hold = |c: Cell| {
        width = width.max(c.x + 1);
        height = height.max(c.y + 1);
    };
    for event in events {
        event.at.into_iter().chain(event.from).for_each(&mut hold);
        for name in ["cells", "start", "goal"] {
            let one = event.cell(name);
            event.cells(name).into_iter().flatten().chain(one).for_each(&mut hold);
        }
    }
    Size::new(width, height)
}
