//! The content of a page as bytes: a header in JSON, then columns of numbers. The player reads them in this order.

use super::sentences::Sentences;
use super::slides::slides;
use super::streams::{put_column, write_varint};
use super::view_log::{LAYERS, ROLE, TILE, ViewLog};
use crate::Session;
use crate::disk::address::LinkedView;
use crate::disk::site::program_page;
use crate::export::{Export, ExportError};
use crate::formats::plain::is_web;
use crate::formats::scene_json::SceneJson;
use crate::formats::{Format as _, Options};
use crate::lab::ending::sentence_now;
use crate::look::layer_numbers::isoline_step;
use crate::look::legend::rows_below_slides;
use crate::look::{self, Ink, Look};
use crate::session::playback::EASING;
use crate::session::window::ThemeName;
use gridscope_trace::card::LayerKind;
use gridscope_trace::event::{Level, Tone};
use gridscope_trace::progress::at_once;
use gridscope_trace::terrain::Verb;
use gridscope_trace::view::board::Mark;
use gridscope_trace::view::palette::keeps_its_colour;
use gridscope_trace::{Actor, ActorKind, Cell, Progress, Replay, Role, Scene, Tile};
use serde_json::{Map, Value as Json, json};
use std::collections::BTreeSet;

/// Columns of cells that fit into the mask of an event. Changes of further columns are listed one by one.
const MASKED: usize = 30;
/// Number of events between two reports of progress.
const EVENTS_PER_REPORT: usize = 4096;

/// The content of a page.
pub(super) struct Content {
    /// The packed columns.
    pub(super) bytes: Vec<u8>,
    /// The scene's title.
    pub(super) title: String,
    /// The algorithm and its seed.
    pub(super) by: String,
    /// The colours of the tiles and actors of the run.
    pub(super) inks: Vec<Ink>,
}

/// The columns of events.
#[derive(Default)]
struct Columns {
    /// The case of each event.
    cases: Vec<i32>,
    /// The index of each event's cell plus 1, or 0.
    cells: Vec<i32>,
    /// The index of the other cell minus that of the event's cell, doubled, plus 1 for numbers below 0, plus 1. 0 for no
    /// other cell.
    froms: Vec<i32>,
    /// The columns that changed in the event's cell, a bit for each.
    masks: Vec<i32>,
    /// The event of each other change, from 0.
    other_events: Vec<i32>,
    /// The slot of each other change.
    other_slots: Vec<i32>,
    /// The new values, for each column of cells, then for actors, then for the path.
    values: Vec<Vec<i32>>,
    /// The events with a tie, from 0.
    ties: Vec<i32>,
    /// The number of neighbours that each tie is about.
    tie_counts: Vec<i32>,
    /// The neighbours of the ties, as indices minus that of the event's cell. The chosen ones come first.
    tie_cells: Vec<i32>,
}

/// Builds the content for a range of events. Returns `None` if it was stopped.
pub(super) fn content(
    export: &Export,
    session: &Session,
    replay: &Replay,
    progress: &Progress,
) -> Result<Option<Content>, ExportError> {
    let (scene, size, (from, to)) = (session.scene(), replay.size(), (export.from, export.to));
    let layer = session.layer_of(replay);
    let mut log = ViewLog::new(scene, replay, layer, from);
    let mut columns = Columns { values: vec![Vec::new(); log.columns() + 2], ..Columns::default() };
    let mut sentences = Sentences::default();
    let first_sentence = sentence_now(scene, log.replay());
    for event in from..to {
        if (event - from).is_multiple_of(EVENTS_PER_REPORT) {
            if progress.is_stopped() {
                return Ok(None);
            }
            progress.set_share((event - from) as f64 / (to - from) as f64);
        }
        log.step();
        let trace = log.replay().trace();
        let index = |cell: Cell| size.contains(cell).then(|| size.index(cell));
        let own = trace.cell(event).and_then(index);
        columns.cases.push(trace.case_number(event) as i32);
        columns.cells.push(own.map_or(0, |cell| cell as i32 + 1));
        let other = trace.from(event).and_then(index).map(|other| other as i64 - own.unwrap_or(0) as i64);
        columns.froms.push(other.map_or(0, |n| 1 + if n < 0 { -n * 2 - 1 } else { n * 2 } as i32));
        let layers: Vec<(usize, &str, String)> = own.map_or_else(Vec::new, |cell| {
            let text = |(k, name): (usize, _)| Some((k, name, log.tables[k].text(log.at(LAYERS + k, cell))?));
            trace.schema().layers.iter().map(|layer| &*layer.name).enumerate().filter_map(text).collect()
        });
        sentences.add(&trace.sentence(event), own, size, &layers);
    }
    columns.split(&log, to - from);
    columns.add_ties(replay, from..to);
    let ended = (to == replay.len() && to > from).then(|| sentence_now(scene, log.replay()));
    let title = title(session);
    let seed = if replay.card().is_some() { format!(", seed {}", scene.run.seed) } else { String::new() };
    let by = format!("{}{seed}", session.algorithm_title());
    let renamed: Vec<(Vec<i32>, Vec<Json>)> = log.tables.iter().map(super::values::LayerTable::sorted).collect();
    for (k, (new, _)) in renamed.iter().enumerate() {
        columns.values[LAYERS + k].iter_mut().for_each(|id| *id = new[*id as usize]);
        let area = size.area();
        log.base[(LAYERS + k) * area..(LAYERS + k + 1) * area].iter_mut().for_each(|id| *id = new[*id as usize]);
    }
    let tables: Vec<Json> = renamed.into_iter().map(|(_, table)| Json::Array(table)).collect();
    let mut header = header(export, session, replay, &log, tables);
    let themes: Vec<Look> = themes(export).into_iter().map(Look::new).collect();
    let mut inks = inks(scene, &log);
    header.insert("slides".into(), json!(slides(session, replay, export.from, &themes, &mut inks)));
    header.insert("first".into(), json!(first_sentence));
    header.insert("ended".into(), json!(ended));
    header.insert("templates".into(), json!(sentences.templates));
    header.insert("texts".into(), json!(sentences.texts));
    header.insert("places".into(), json!(sentences.arguments.iter().map(Vec::len).collect::<Vec<_>>()));
    if let Some(app) = &export.page.app.clone().or_else(program_page) {
        let (app, link) = app_link(app, session)?;
        header.insert("app".into(), json!(app));
        match link {
            Some(link) => header.insert("link".into(), json!(link)),
            None => header.insert("scene".into(), scene_json(scene)?),
        };
    }
    let bytes = bytes(&Json::Object(header), &columns, &log, &sentences);
    let bytes = bytes.map_err(|error| ExportError(format!("the page cannot be packed: {error}")))?;
    Ok(Some(Content { bytes, title, by, inks }))
}

/// Writes the header and all columns.
fn bytes(header: &Json, columns: &Columns, log: &ViewLog<'_>, sentences: &Sentences) -> std::io::Result<Vec<u8>> {
    let header = header.to_string();
    let mut out = Vec::new();
    write_varint(&mut out, header.len() as u64);
    out.extend_from_slice(header.as_bytes());
    let Columns { cases, cells, froms, masks, other_events, other_slots, values, ties, tie_counts, tie_cells } =
        columns;
    let all = [cases, cells, froms, masks, &sentences.of, other_events, other_slots, &log.base];
    for column in all.into_iter().chain(values).chain([ties, tie_counts, tie_cells]) {
        put_column(&mut out, column)?;
    }
    for column in sentences.arguments.iter().flatten() {
        put_column(&mut out, column)?;
    }
    Ok(out)
}

impl Columns {
    /// Splits the changes of a view log: those in the event's own cell into a mask, all others into a list.
    fn split(&mut self, log: &ViewLog<'_>, events: usize) {
        let area = log.replay().size().area();
        let cells = log.columns();
        let (actors, path) = (cells, cells + 1);
        let mut first = 0;
        for event in 0..events {
            let end = log.ends[event] as usize;
            let own = usize::try_from(self.cells[event] - 1).ok();
            let writes = &log.writes[first..end];
            let column = |slot: usize| slot / area.max(1);
            let is_own = |slot: usize| column(slot) < cells.min(MASKED) && own == Some(slot % area.max(1));
            // The player reads the changes of the own cell first, in the order of the columns.
            let mut mask = 0;
            let mut ordered: Vec<_> = writes.iter().filter(|write| is_own(write.slot as usize)).collect();
            ordered.sort_by_key(|write| write.slot);
            for write in ordered {
                let column = column(write.slot as usize);
                mask |= 1 << column;
                self.values[column].push(write.value);
            }
            for write in writes.iter().filter(|write| !is_own(write.slot as usize)) {
                let slot = write.slot as usize;
                let column = match column(slot) {
                    column if column < cells => column,
                    _ if slot + 1 == log.base.len() => path,
                    _ => actors,
                };
                self.other_events.push(event as i32);
                self.other_slots.push(write.slot as i32);
                self.values[column].push(write.value);
            }
            self.masks.push(mask);
            first = end;
        }
    }

    /// Adds the ties, with the neighbours of the event's cell that were equal.
    fn add_ties(&mut self, replay: &Replay, events: std::ops::Range<usize>) {
        let size = replay.size();
        let all = replay.ties();
        let (first, last) = (
            all.partition_point(|&i| (i as usize) < events.start),
            all.partition_point(|&i| (i as usize) < events.end),
        );
        for &event in &all[first..last] {
            let event = event as usize;
            let mut near = Vec::new();
            if let (Some(tie), Some(cell)) = (replay.tie(event), replay.cell(event).filter(|&c| size.contains(c))) {
                let beside = |other: Cell| matches!(cell.delta(other), (0, 1) | (1, 0 | 1));
                let mut beside: Vec<Cell> =
                    tie.candidates.iter().map(|c| c.0).filter(|&c| size.contains(c) && beside(c)).collect();
                beside.sort_by_key(|&c| c != tie.chosen);
                // Without the chosen one, all are losers.
                if beside.first() == Some(&tie.chosen) {
                    near.extend(beside.into_iter().map(|c| size.index(c) as i32 - size.index(cell) as i32));
                }
            }
            self.ties.push((event - events.start) as i32);
            self.tie_counts.push(near.len() as i32);
            self.tie_cells.extend(near);
        }
    }
}

/// Returns everything about the run that is not a column.
fn header(
    export: &Export,
    session: &Session,
    replay: &Replay,
    log: &ViewLog<'_>,
    tables: Vec<Json>,
) -> Map<String, Json> {
    let (scene, schema, size) = (session.scene(), replay.schema(), replay.size());
    let layer = session.layer_of(replay);
    let scalar = schema.layers.get(layer).is_some_and(|l| l.kind == LayerKind::Scalar);
    let range = if scalar { replay.range(layer) } else { (0.0, 0.0) };
    let (now, len) = (replay.cursor().clamp(export.from, export.to), replay.len());
    // An outcome replaces the ring around a cell that was only looked at last.
    let outcome = replay.outcome().as_object().is_some_and(|outcome| !outcome.is_empty());
    let themes = themes(export);
    let keep = Role::ALL.into_iter().filter(|&role| keeps_its_colour(role)).fold(0, |all, role| all | role.bit());
    let cases: Vec<Json> = schema
        .cases
        .iter()
        .map(|case| {
            let kind = schema.kinds.get(usize::from(case.kind)).map_or("", |kind| &*kind.name);
            json!([kind, u8::from(!matches!(case.level, Level::Detail)), tone(case.tone)])
        })
        .collect();
    let layers: Vec<Json> = schema
        .layers
        .iter()
        .zip(tables)
        .map(|(layer, table)| json!([layer.name, u8::from(layer.kind == LayerKind::Status), table]))
        .collect();
    json!({
        "size": [size.width, size.height], "from": export.from, "all": len, "now": now - export.from,
        "ring": !(outcome && export.to == len), "cases": cases, "layers": layers,
        "layer": if scalar { layer as i64 } else { -1 }, "range": [range.0, range.1], "step": isoline_step(range),
        "keep": keep, "themes": themes.iter().map(|theme| *theme as u8).collect::<Vec<_>>(),
        "scales": themes.iter().map(|t| look::SCALES[*t as usize].map(look::hex)).collect::<Vec<_>>(),
        "looks": looks(log, &themes), "tiles": tiles(log), "actors": scene.actors.iter().map(|a| actor(scene, a)).collect::<Vec<_>>(),
        "states": log.actors.all, "paths": log.paths.all, "shards": shards(scene),
        "easing": EASING, "below": rows_below_slides(replay, &scene.run.slides),
    })
    .as_object()
    .cloned()
    .unwrap_or_default()
}

/// Returns the themes of a page: the one that is chosen, or a light and a dark one.
fn themes(export: &Export) -> Vec<ThemeName> {
    export.page.theme.map_or_else(|| vec![ThemeName::Light, ThemeName::Dark], |theme| vec![theme])
}

/// Returns the player's number of a tone.
const fn tone(tone: Tone) -> u8 {
    match tone {
        Tone::Wrote => 0,
        Tone::Refused => 1,
        Tone::Tied => 2,
        Tone::Looked => 3,
    }
}

/// Returns all values that a column of cells has in the range.
fn values_of(log: &ViewLog<'_>, column: usize) -> BTreeSet<i32> {
    let area = log.replay().size().area();
    let slots = column * area..(column + 1) * area;
    let writes = log.writes.iter().filter(|write| slots.contains(&(write.slot as usize))).map(|write| write.value);
    writes.chain(log.base[slots.clone()].iter().copied()).collect()
}

/// Returns the colours of each tile under each role, for those that occur: by 32 × tile + role, one colour per theme.
fn looks(log: &ViewLog<'_>, themes: &[ThemeName]) -> Json {
    let (tiles, mut roles) = (values_of(log, TILE), values_of(log, ROLE));
    // A slide may draw other roles as closed, or not at all.
    roles.extend([Role::None as i32, Role::Done as i32]);
    let themes: Vec<Look> = themes.iter().copied().map(Look::new).collect();
    let mut looks = Map::new();
    for &tile in &tiles {
        for &role in &roles {
            let known = Tile::ALL.get(tile as usize).zip(Role::ALL.get(role as usize));
            if let Some((&of_tile, &of_role)) = known {
                let mark = Mark { role: of_role, heat: 0 };
                let colours = themes.iter().map(|look| look::hex(look.cell(of_tile, mark)));
                looks.insert((tile * 32 + role).to_string(), colours.collect());
            }
        }
    }
    Json::Object(looks)
}

/// Returns name, kind and picture of the tiles that occur.
fn tiles(log: &ViewLog<'_>) -> Json {
    Json::Object(tiles_of(log).map(|(number, tile)| (number.to_string(), look::tile_row(tile))).collect())
}

/// Returns the windows of a scene, the tile that a broken one becomes, and the picture of the shards that it leaves.
fn shards(scene: &Scene) -> Option<Json> {
    let size = scene.size();
    let windows = size.cells().filter(|&cell| scene.tiles[cell] == Tile::Window);
    let windows: Vec<usize> = windows.map(|cell| size.index(cell)).collect();
    let tile = Tile::Window.after(Verb::Smash)? as u8;
    (!windows.is_empty()).then(|| json!({"cells": windows, "tile": tile, "picture": look::text(look::SHARDS.shapes)}))
}

/// Returns the tiles that occur, with their numbers.
fn tiles_of(log: &ViewLog<'_>) -> impl Iterator<Item = (i32, Tile)> {
    values_of(log, TILE).into_iter().filter_map(|number| Some((number, *Tile::ALL.get(number as usize)?)))
}

/// Returns name, colours, picture or word, and whether it has the notch of the second side.
fn actor(scene: &Scene, actor: &Actor) -> Json {
    let is_unit = actor.kind == ActorKind::Unit;
    let number = scene.of_kind(ActorKind::Unit).take_while(|unit| !std::ptr::eq(*unit, actor)).count() + 1;
    let word = if is_unit { number.to_string() } else { String::new() };
    look::actor_row(actor, &word)
}

/// Returns the colours of the tiles that occur and of the actors.
fn inks(scene: &Scene, log: &ViewLog<'_>) -> Vec<Ink> {
    let mut inks = Vec::new();
    tiles_of(log).for_each(|(_, tile)| look::list_inks(look::look_of(tile).shapes, &mut inks));
    if shards(scene).is_some() {
        look::list_inks(look::SHARDS.shapes, &mut inks);
    }
    for actor in &scene.actors {
        let (disc, icon) = look::actor_colours(actor.kind, look::is_second_side(actor));
        inks.extend([Some(disc), icon].into_iter().flatten().map(Ink::Of));
    }
    inks
}

/// Returns the scene's title, or that of its algorithm.
fn title(session: &Session) -> String {
    match session.scene().title.as_str() {
        "" => session.algorithm_title(),
        title => title.to_owned(),
    }
}

/// Returns the address of the full page, with the link to the log or the lesson that is open. For any other scene, the page
/// writes the link itself.
fn app_link(app: &str, session: &Session) -> Result<(String, Option<String>), ExportError> {
    if !is_page_address(app) {
        return Err(ExportError(format!("{app:?} is not the address of a page")));
    }
    let mut link = session.link();
    link.view = LinkedView { name: link.view.name, ..LinkedView::default() };
    if !link.is_fixed() {
        return Ok((app.to_owned(), None));
    }
    let (link, _) = at_once(link.into_text()).map_err(|error| ExportError(format!("{error}; or leave --app out")))?;
    Ok((app.to_owned(), Some(link)))
}

/// Returns whether a page may link to this address: a web address without a part after `#`.
pub fn is_page_address(address: &str) -> bool {
    is_web(address) && !address.contains('#')
}

/// Returns the scene as its file has it, for the link.
fn scene_json(scene: &Scene) -> Result<Json, ExportError> {
    let fail = |error: String| ExportError(format!("the link: {error}"));
    let scene_file =
        SceneJson.write(&scene.without_claims(), &Options::default()).map_err(|error| fail(error.to_string()))?;
    serde_json::from_slice(&scene_file.bytes).map_err(|error| fail(error.to_string()))
}
