//! Entities of a level: actors and rooms.

use super::super::{FormatError, limits};
use super::fields::{self, FieldNotes};
use super::placing::{EntityGrid, MapGrid};
use super::project::Entity;
use super::terrain::{self, PlacedLayer};
use crate::actor_fields::{Starts, is_start, kind_called};
use crate::object_rows::ObjectRows;
use crate::question::{ObjectKnownBy, ObjectQuestion};
use crate::tile_mapping::{ActorAnswer, TileAnswers, is_stranded};
use gridscope_trace::scene::{Actor, Room, Scene};
use std::collections::BTreeMap;

/// Number of names that a note lists.
const LISTED: usize = 8;

/// Result of reading the entities of a level.
pub(super) struct ReadEntities {
    /// Their identifiers.
    pub(super) rows: Box<[ObjectQuestion]>,
    /// Whether an actor would be on void.
    pub(super) is_stranded: bool,
}

/// Adds the actors and rooms of all entity layers to a scene, from the lowest layer.
///
/// # Errors
/// Returns an error if there are too many actors, or if an answer is about an identifier that no entity has.
pub(super) fn read(
    name: &str,
    layers: &[PlacedLayer],
    grid: &MapGrid,
    scene: &mut Scene,
    answers: &TileAnswers,
    notes: &mut Vec<String>,
) -> Result<ReadEntities, FormatError> {
    let (mut starts, mut rows) = (Starts::default(), ObjectRows::default());
    let (mut others, mut outside): (BTreeMap<String, usize>, usize) = (BTreeMap::new(), 0);
    let mut field_notes = FieldNotes::default();
    for placed in layers.iter().rev().filter(|placed| placed.layer.kind == "Entities") {
        let entities = placed.layer.entities.as_deref().unwrap_or_default();
        if entities.is_empty() {
            continue;
        }
        let other = EntityGrid::other(*grid, &placed.layer).filter(|_| placed.layer.grid != grid.pixels);
        let same = || Some(EntityGrid::same(*grid, terrain::shift(grid, &placed.layer, notes)?));
        let Some(grid) = other.or_else(same) else { continue };
        for entity in entities {
            if entity.name.eq_ignore_ascii_case("room") {
                match room(entity, &grid, scene.rooms.len().saturating_add(1))
                    .filter(|_| scene.rooms.len() < limits::ROOMS)
                {
                    Some(room) => scene.rooms.push(room),
                    None => outside = outside.saturating_add(1),
                }
                continue;
            }
            let answer = answers.actor(&entity.name);
            let kind = match answer {
                Some(ActorAnswer::LeftOut) => {
                    rows.count(&entity.name, None, ObjectKnownBy::Answer);
                    continue;
                }
                Some(ActorAnswer::Kind(kind)) => Some(kind),
                None => kind_called(&entity.name),
            };
            let known_by = match (answer, kind) {
                (Some(_), _) => ObjectKnownBy::Answer,
                (None, Some(_)) => ObjectKnownBy::Type,
                (None, None) => ObjectKnownBy::Nothing,
            };
            rows.count(&entity.name, kind, known_by);
            let Some(kind) = kind else {
                others.entry(entity.name.clone()).and_modify(|count| *count = count.saturating_add(1)).or_insert(1);
                continue;
            };
            let Some(at) = grid.cell_of(entity) else {
                outside = outside.saturating_add(1);
                continue;
            };
            if scene.actors.len() >= limits::ACTORS {
                let found = format!("{}.entityInstances: there are more than {} actors", placed.place, limits::ACTORS);
                return Err(FormatError::whole(name, &found, &format!("at most {}", limits::ACTORS)));
            }
            let mut actor = Actor::new(kind, at);
            fields::read(&mut actor, entity.fields.as_deref().unwrap_or_default(), &grid, &mut field_notes);
            if answer.is_none() && is_start(&entity.name) {
                starts.add(scene.actors.len(), &entity.name);
            }
            scene.actors.push(actor);
        }
    }
    let is_stranded = is_stranded(scene);
    rows.ask(starts.rivals());
    notes.extend(starts.settle(scene).1);
    if outside > 0 {
        let are = if outside == 1 { "entity is" } else { "entities are" };
        notes.push(format!("{outside} {are} off the map and not read."));
    }
    if !others.is_empty() {
        notes.push(format!("Entities that are not actors were not read: {}.", listed(&others)));
    }
    notes.extend(field_notes.sentences());
    Ok(ReadEntities { rows: rows.finish(name, answers)?, is_stranded })
}

/// Lists names with their counts.
pub(super) fn listed(all: &BTreeMap<String, usize>) -> String {
    let format_entry = |(name, count): (&String, &usize)| {
        let name: String = name.chars().take(40).collect();
        format!("{name} ({count})")
    };
    let list = all.iter().take(LISTED).map(format_entry).collect::<Vec<_>>().join(", ");
    match all.len().saturating_sub(LISTED) {
        0 => list,
        more => format!("{list} and {more} more"),
    }
}

/// Returns the room that an entity covers. `number` names it if it has no name.
fn room(entity: &Entity, grid: &EntityGrid, number: usize) -> Option<Room> {
    let ([x, y], [pivot_x, pivot_y]) = (entity.at?, entity.pivot.unwrap_or_default());
    let (width, height) = (entity.width?, entity.height?);
    let (left, top) = (x - width * pivot_x, y - height * pivot_y);
    let fields = entity.fields.as_deref().unwrap_or_default();
    let named = fields.iter().find(|field| field.name.eq_ignore_ascii_case("name"));
    let name = named.and_then(|field| field.value.as_str()).filter(|name| name.len() <= limits::TEXT);
    Some(Room {
        name: name.map_or_else(|| format!("room {number}"), str::to_owned),
        // Of the pixels, the first and the last one count.
        from: grid.cell_at([left, top])?,
        to: grid.cell_at([left + (width - 1.0).max(0.0), top + (height - 1.0).max(0.0)])?,
    })
}
