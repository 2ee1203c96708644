//! Writes a run as a search trace of version 1.4.0, with the map beside it.

use super::write_events::Events;
use super::write_lost::{Lost, Part};
use crate::log::{Log, LogEvent, Word};
use crate::movingai::{self, MovingAi};
use crate::{Format as _, FormatError, Options, Written, trace_file};
use gridscope_trace::progress::{Progress, at_once};
use gridscope_trace::{Replay, Scene};
use serde_json::{Value, json};

/// Maximum number of walls in the search trace.
const WALLS: usize = 100_000;

/// Names of layers that the fields of events show.
const COSTS: [&str; 3] = ["f", "g", "h"];

/// Settings of a search trace.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
#[non_exhaustive]
pub struct PosthocOptions {
    /// Whether YAML is written, otherwise JSON.
    pub yaml: bool,
    /// Whether the sentence of each event is written.
    pub sentences: bool,
    /// Name of the map that is written beside the search trace, without its ending. Empty for no map.
    pub map: String,
}

impl PosthocOptions {
    /// Returns the settings for a file of this name, or `None` if its ending is not that of a search trace
    /// (`.trace.json`, `.trace.yaml`).
    pub fn of_file(name: &str) -> Option<Self> {
        let name = name.rsplit(['/', '\\']).next().unwrap_or(name);
        let lower = name.to_ascii_lowercase();
        let end = super::EXTENSIONS.iter().find(|end| lower == **end || lower.ends_with(&format!(".{end}")))?;
        let map = name.get(..name.len().saturating_sub(end.len()).saturating_sub(1)).unwrap_or_default().to_owned();
        Some(Self { yaml: !end.ends_with("json"), sentences: false, map })
    }

    /// Returns the same settings with or without the sentence of each event.
    #[must_use]
    pub fn with_sentences(self, sentences: bool) -> Self {
        Self { sentences, ..self }
    }
}

/// Writes a run of `scene` as a search trace.
///
/// # Errors
/// Returns an error if the scene cannot be written.
pub fn write_posthoc(scene: &Scene, replay: &Replay, options: &PosthocOptions) -> Result<Written, FormatError> {
    let log = at_once(trace_file::log_of(scene, replay, &Progress::default()))?;
    if let Some(broken) = log.broken {
        return Err(broken);
    }
    // The header is on the first line, and the outcome on the last.
    let index = |event: &LogEvent| event.line().checked_sub(2).filter(|&index| index < replay.len());
    // A path is made from several events.
    let sentence = |event: &LogEvent| {
        index(event).filter(|_| event.word != Word::Path).map(|index| replay.trace().sentence(index))
    };
    let mut lost = Lost::default();
    let questions = std::iter::successors(replay.question(0), |asked| replay.question(asked.0.saturating_add(1)));
    lost.add(Part::Questions, questions.take(replay.len()).count());
    let mut output = write(&log, Some(scene), options, &sentence, lost)?;
    output.lost.push("the run (algorithm, parameters, seed)".into());
    Ok(output)
}

/// Writes a log of any program as a search trace. `scene` is its map, if it is known.
///
/// # Errors
/// Returns an error if the map cannot be written.
pub fn write_posthoc_log(log: &Log, scene: Option<&Scene>, options: &PosthocOptions) -> Result<Written, FormatError> {
    let sentence = |event: &LogEvent| event.text("say").map(str::to_owned);
    write(log, scene.or(log.header.scene.as_ref()), options, &sentence, Lost::default())
}

fn write(
    log: &Log,
    scene: Option<&Scene>,
    options: &PosthocOptions,
    sentence: &dyn Fn(&LogEvent) -> Option<String>,
    mut lost: Lost,
) -> Result<Written, FormatError> {
    let layers = log.header.line.get("schema").and_then(|schema| schema["layers"].as_array());
    let beside =
        layers.map_or(0, |all| all.iter().filter(|layer| !COSTS.iter().any(|cost| layer["name"] == *cost)).count());
    lost.add(Part::Layers, beside);
    let mut events = Events::new(log, lost, options.yaml);
    if let Some(scene) = scene {
        put_map(scene, &mut events);
    }
    events.put_ends(log.header.start, log.header.goal);
    for event in &log.events {
        let say = if options.sentences { sentence(&event) } else { None };
        events.event(&event, say.as_deref());
    }
    let (text, is_search, lost) = events.end();
    let mut output = Written::new(document(&text, options.yaml, is_search).into_bytes(), lost.phrases());
    if let Some(scene) = scene.filter(|_| !options.map.is_empty()) {
        let mut map = scene.clone();
        map.run = movingai::run();
        let map = MovingAi.write(&map, &Options::default())?;
        output.lost.extend(map.lost.into_iter().map(|lost| format!("of the map: {lost}")));
        output.beside.push((format!("{}.map", options.map), map.bytes));
    }
    Ok(output)
}

/// Writes the event that holds the walls.
fn put_map(scene: &Scene, events: &mut Events<'_>) {
    let size = scene.size();
    let walls = || size.cells().filter(|cell| scene.tiles.get(*cell).is_some_and(|tile| !tile.is_walkable()));
    let count = walls().count();
    if count > WALLS {
        events.lost.add(Part::Walls, count);
        return;
    }
    let walls: Vec<Value> = walls().map(|cell| json!({ "x": cell.x, "y": cell.y })).collect();
    let map = json!({
        "type": "map", "id": "map", "x": 0, "y": 0, "width": size.width, "height": size.height, "walls": walls,
    });
    events.put_line(&map.to_string());
}

/// Puts the events into a document.
fn document(events: &str, yaml: bool, is_search: bool) -> String {
    let rect = |when: &str, place: [&str; 2], side: f64, fill: &str, clear: bool| {
        let [x, y] = place;
        json!({ "$": "rect", "$if": when, "x": x, "y": y, "width": side, "height": side, "fill": fill, "clear": clear })
    };
    let is_map = "${{ $.type === 'map' }}";
    let mut walls = rect(is_map, ["${{ $.walls[$.i].x }}", "${{ $.walls[$.i].y }}"], 1.0, "#3c3c46", false);
    if let Some(walls) = walls.as_object_mut() {
        walls.insert("$for".into(), json!({ "$let": "i", "$from": 0, "$to": "${{ $.walls.length }}" }));
    }
    let is_known = "${{ $.type !== 'map' && !!color[$.type] }}";
    let known = rect(is_known, ["${{ $.x }}", "${{ $.y }}"], 1.0, "${{ color[$.type] }}", false);
    // Other events are smaller, and do not hide the state of a search.
    let is_other = "${{ $.type !== 'map' && !color[$.type] }}";
    let other = rect(is_other, ["${{ $.x + 0.25 }}", "${{ $.y + 0.25 }}"], 0.5, "#9c6ade", is_search);
    let views = json!({ "main": [walls, known, other] });
    let pivot = json!({ "x": "${{ $.x + 0.5 }}", "y": "${{ $.y + 0.5 }}", "scale": 1 });
    if yaml {
        let none = if events.is_empty() { " []" } else { "" };
        return format!("version: \"1.4.0\"\nviews: {views}\npivot: {pivot}\nevents:{none}\n{events}");
    }
    format!("{{\"version\":\"1.4.0\",\"views\":{views},\"pivot\":{pivot},\"events\":[\n{events}\n]}}\n")
}
