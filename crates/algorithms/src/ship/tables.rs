//! Tables of a moment: drawn hallways and cuts, rooms, sections, and door candidates.

use super::event::ShipEvent as E;
use super::plan::beyond;
use super::state::Progress;
use super::words::Thing;
use crate::trace::Moment;
use crate::trace::replay::{Row, Table};

/// Maximum number of listed tries and sections. The last ones are listed.
const MAX_ROWS: usize = 60;

fn or_dash(value: Option<impl ToString>) -> String {
    value.map_or_else(|| "—".into(), |v| v.to_string())
}

pub(super) fn tries(now: &Moment<E>, plan: &Progress) -> Option<Table> {
    let row = |&index: &usize| {
        let (from, dir, length, verdict, built) = match *now.event(index)? {
            E::Built { from, dir, length, hallway, .. } => (from, dir, length, format!("hallway {hallway}"), true),
            E::Refused { from, dir, length, why, at, .. } => {
                (from, dir, length, format!("{} at {at}", why.word()), false)
            }
            _ => return None,
        };
        let to = (1..length).try_fold(from, |at, _| beyond(at, dir));
        let values = [from.to_string(), dir.name().into(), length.to_string(), or_dash(to), verdict];
        Some(Row { chosen: built, ..Row::new(values).at(from).shown_by(index) })
    };
    let last = &plan.tries[plan.tries.len().saturating_sub(MAX_ROWS)..];
    let columns = ["from", "dir", "length", "to", "verdict"];
    Table::new("Hallways drawn", &columns, last.iter().filter_map(row).collect()).unless_empty()
}

pub(super) fn rooms(plan: &Progress) -> Table {
    let mut order: Vec<usize> = (0..plan.rooms.len()).collect();
    order.sort_by_key(|&r| (plan.rooms[r].extent.twice_mid(), r));
    let rows = order.into_iter().map(|r| {
        let (room, number) = (&plan.rooms[r], r as u8 + 1);
        let role = plan.role(number);
        let values = [
            format!("room {number}"),
            // The middle column of the bounding box, on the map.
            (room.extent.twice_mid() + 2).to_string(),
            room.extent.size().to_string(),
            room.cells.to_string(),
            room.doors.to_string(),
            or_dash(room.parent),
            or_dash(role.or_else(|| (!room.extent.is_large()).then_some("too small for an end"))),
            plan.count(number, Thing::Enemy).to_string(),
            plan.count(number, Thing::Weapon).to_string(),
            plan.count(number, Thing::Kit).to_string(),
        ];
        Row { chosen: role.is_some(), ..Row::new(values).at(room.seed).shown_by(room.event) }
    });
    let columns = ["room", "mid-x", "size", "cells", "doors", "toward", "role", "enemies", "weapons", "kits"];
    Table::new("Rooms by mid-x", &columns, rows.collect())
}

pub(super) fn pairs(plan: &Progress) -> Option<Table> {
    let rows = plan.pairs.iter().map(|pair| {
        let (room, other) = pair.rooms;
        let chance = format!("1/{}", pair.candidates);
        let values = [format!("rooms {room} and {other}"), pair.candidates.to_string(), or_dash(pair.door), chance];
        Row { chosen: pair.door.is_some(), ..Row::new(values).at(pair.door).shown_by(pair.event) }
    });
    let table = Table::new("Door candidates", &["pair", "candidates", "door", "chance"], rows.collect());
    Table { candidates: true, ..table }.unless_empty()
}

/// Returns a table of the drawn cuts.
pub(super) fn cuts(now: &Moment<E>, plan: &Progress) -> Option<Table> {
    let row = |&index: &usize| {
        let (at, side, size, cut, verdict, made) = match *now.event(index)? {
            E::Cut { at, side, width, height, cut, left, .. } => {
                (at, side, (width, height), cut, left.to_string(), true)
            }
            E::Spared { at, side, width, height, cut, why, .. } => {
                (at, side, (width, height), cut, why.word().to_owned(), false)
            }
            _ => return None,
        };
        let size = format!("{} × {}", size.0, size.1);
        let values = [cut.to_string(), side.word().into(), at.to_string(), size, verdict];
        Some(Row { chosen: made, ..Row::new(values).at(at).shown_by(index) })
    };
    let columns = ["cut", "side", "from", "size", "cells left, or why not"];
    Table::new("Cuts drawn", &columns, plan.cuts.iter().filter_map(row).collect()).unless_empty()
}

/// Returns a table of the sections that are not split further, with their results.
pub(super) fn sections(now: &Moment<E>, plan: &Progress) -> Option<Table> {
    let row = |&index: &usize| {
        let (cell, section, cells, verdict, made) = match *now.event(index)? {
            E::Furnished { cell, room, section, cells } => (cell, section, cells, format!("room {room}"), true),
            E::Discarded { cell, section, cells, why } => (cell, section, cells, why.word().to_owned(), false),
            E::Kept { cell, section, cells, .. } => (cell, section, cells, "—".to_owned(), false),
            _ => return None,
        };
        let values = [format!("section {section}"), cells.to_string(), verdict];
        Some(Row { chosen: made, ..Row::new(values).at(cell).shown_by(index) })
    };
    let all = if plan.judged.is_empty() { &plan.kept } else { &plan.judged };
    let last = &all[all.len().saturating_sub(MAX_ROWS)..];
    let table = Table::new("Sections", &["section", "cells", "became"], last.iter().filter_map(row).collect());
    table.unless_empty()
}
