//! A plan of many movers, whatever file it comes from.

use crate::{FormatError, limits};
use gridscope_trace::Dir;
use gridscope_trace::scene::Scene;
use gridscope_trace::terrain::Walk;
use serde_json::{Map, Value};
use std::collections::BTreeMap;

/// Maximum number of events in the log of a plan. More do not fit into the memory that a log may take.
const EVENTS: usize = 5_000_000;

/// A cell of a plan, which may be off the map: x and y.
pub(super) type Place = (i32, i32);

/// State of a mover from a time on.
#[derive(Clone, Copy, Debug)]
pub(super) struct Change {
    pub(super) t: u32,
    pub(super) at: Place,
    pub(super) facing: Option<Dir>,
}

/// A mover with everything that it does.
#[derive(Clone, Debug, Default)]
pub(super) struct Mover {
    /// Cell at t = 0.
    pub(super) at: Place,
    pub(super) facing: Option<Dir>,
    /// Goal from the beginning on, if the file states it.
    pub(super) goal: Option<Place>,
    /// Cell where it should start, if the file states that besides the plan.
    pub(super) start: Option<Place>,
    /// Changes of its cell or direction, in the order of time.
    pub(super) changes: Vec<Change>,
}

impl Mover {
    /// Returns the cell at the end.
    pub(super) fn end(&self) -> Place {
        self.changes.last().map_or(self.at, |change| change.at)
    }
}

/// A plan.
#[derive(Debug, Default)]
pub(super) struct Plan {
    /// Program or format that it comes from.
    pub(super) origin: String,
    pub(super) movers: Vec<Mover>,
    /// Last time.
    pub(super) last: u32,
    /// Whether movers have a direction, along which they move.
    pub(super) heading: bool,
    /// Whether each mover should be at its goal at the end.
    pub(super) arrives: bool,
    /// Figures that the file states.
    pub(super) claims: Map<String, Value>,
    /// Sentences about what was decided while reading.
    pub(super) notes: Vec<String>,
    /// Further events, by time.
    pub(super) events: BTreeMap<u32, Vec<Value>>,
    /// Events before the moves of a time.
    pub(super) before: BTreeMap<u32, Vec<Value>>,
}

impl Plan {
    /// Adds a figure that the file states, if it states it.
    pub(super) fn claim(&mut self, name: &str, value: Option<impl Into<Value>>) {
        if let Some(value) = value {
            self.claims.insert(name.to_owned(), value.into());
        }
    }

    /// Adds an event at the end of a time.
    pub(super) fn event(&mut self, t: u32, event: Value) {
        self.events.entry(t).or_default().push(event);
    }

    /// Returns the number of moves and turns.
    pub(super) fn changes(&self) -> usize {
        self.movers.iter().map(|mover| mover.changes.len()).sum()
    }
}

/// Counts moves while a plan is read, and refuses too many.
#[derive(Debug, Default)]
pub(super) struct MoveCount(usize);

impl MoveCount {
    pub(super) fn add(&mut self) -> Result<(), FormatError> {
        self.0 = self.0.saturating_add(1);
        if self.0 <= EVENTS { Ok(()) } else { Err(too_long("there are too many moves")) }
    }
}

fn too_long(found: &str) -> FormatError {
    let expected = format!("at most {} million events, or the first part of the plan", EVENTS / 1_000_000);
    FormatError::whole("", found, &expected)
}

impl Plan {
    /// Refuses a plan that is too large for a log.
    pub(super) fn check(&self) -> Result<(), FormatError> {
        let movers = self.movers.len();
        if movers > limits::ACTORS {
            return Err(too_many(movers));
        }
        // Each step has a begin and an end.
        let steps = 2_usize.saturating_mul(self.last as usize);
        let listed = [&self.events, &self.before].into_iter().flat_map(BTreeMap::values).map(Vec::len).sum::<usize>();
        let count = steps.saturating_add(self.changes()).saturating_add(listed).saturating_add(movers);
        if count <= EVENTS {
            return Ok(());
        }
        Err(too_long(&format!("{movers} movers in {} steps make {count} events", self.last)))
    }
}

/// Returns the error for more movers than a map may have actors.
pub(super) fn too_many(movers: usize) -> FormatError {
    FormatError::whole("", &format!("{movers} movers are too many"), &format!("at most {}", limits::ACTORS))
}

/// Returns whether a mover cannot be on a cell.
pub(super) fn is_blocked(scene: &Scene, (x, y): Place) -> bool {
    cell(scene, (x, y)).is_none_or(|cell| scene.tiles.get(cell).is_none_or(|tile| tile.info().walk == Walk::No))
}

/// Returns the cell of the map, if the place is on it.
pub(super) fn cell(scene: &Scene, (x, y): Place) -> Option<gridscope_trace::Cell> {
    let cell = gridscope_trace::Cell::new(u16::try_from(x).ok()?, u16::try_from(y).ok()?);
    scene.size().contains(cell).then_some(cell)
}

/// Returns the place one step away.
pub(super) fn step((x, y): Place, dir: Dir) -> Place {
    let (dx, dy) = dir.offset();
    (x.saturating_add(dx), y.saturating_add(dy))
}
