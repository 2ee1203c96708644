//! Goes through a search trace once before it is converted: the rectangle of its places, its ends and its ground.

use super::document::Document;
use super::event::Event;
use super::kinds::Kind;
use super::nodes::Nodes;
use super::notes::Notes;
use super::place::Place;
use super::without_places::without_places;
use crate::FormatError;
use crate::limits::SIDE;
use gridscope_trace::geometry::Size;
use serde::Deserialize;
use std::collections::HashSet;

/// A cell of the ground that blocks.
#[derive(Deserialize)]
struct Wall {
    x: u16,
    y: u16,
}

/// Facts that are known before the conversion.
pub(super) struct Survey {
    /// Coordinates of the top left cell.
    pub(super) origin: Place,
    /// Start of the first search, if it has one start.
    pub(super) start: Option<Place>,
    /// Goal of the first search, if it has one goal.
    pub(super) goal: Option<Place>,
    /// Rows of the map, if the search trace has one.
    pub(super) ground: Option<Vec<String>>,
    /// Cells that are opened, expanded or on a path, if the search trace has a map.
    pub(super) entered: HashSet<Place>,
    /// Parts that are left out.
    pub(super) notes: Notes,
}

impl Survey {
    /// Goes through the events. Also returns the nodes with their first places.
    ///
    /// # Errors
    /// Returns an error if an event is not an object, or if the places are too far apart.
    pub(super) fn of<'a>(document: &Document<'a>) -> Result<(Self, Nodes<'a>), FormatError> {
        let mut nodes = Nodes::default();
        let mut least = (i64::MAX, i64::MAX);
        let mut greatest = (i64::MIN, i64::MIN);
        let mut has_place = false;
        let mut starts = Vec::new();
        let mut goals = Vec::new();
        let mut has_begun = false;
        let mut ground = None;
        let (mut count, mut entered) = (0_usize, HashSet::new());
        for event in document.events() {
            let event = event?;
            count = count.saturating_add(1);
            let name = event.text("type").unwrap_or_default();
            let place = document.places.place(&event);
            let kind = Kind::of(&name);
            if kind == Kind::Map && ground.is_none() {
                ground = Ground::of(&event);
            }
            let Some(at) = place else { continue };
            has_place = true;
            least = (least.0.min(at.0), least.1.min(at.1));
            greatest = (greatest.0.max(at.0), greatest.1.max(at.1));
            if matches!(kind, Kind::Open | Kind::Expand | Kind::Path) {
                entered.insert(at);
            }
            match kind {
                Kind::Source if !has_begun => starts.push(at),
                Kind::Destination if !has_begun => goals.push(at),
                Kind::Open | Kind::Expand => has_begun = true,
                _ => {}
            }
            if let Some(id) = event.id() {
                let number = nodes.number(id);
                if let Some(node) = nodes.get_mut(number) {
                    node.place = node.place.or(place);
                }
            }
        }
        if !has_place && count > 0 {
            return Err(without_places(document));
        }
        let origin =
            if has_place { (origin("x", least.0, greatest.0)?, origin("y", least.1, greatest.1)?) } else { (0, 0) };
        let covers = |ground: &Ground| {
            let (width, height) = (i64::from(ground.size.width), i64::from(ground.size.height));
            origin == (0, 0) && (!has_place || (greatest.0 < width && greatest.1 < height))
        };
        let notes = Notes {
            expressions: document.places.unknown,
            is_drawn_at_length: document.is_drawn_at_length,
            is_off_the_ground: ground.as_ref().is_some_and(|ground| !covers(ground)),
            ..Notes::default()
        };
        let single = |all: &[Place]| all.first().copied().filter(|first| all.iter().all(|one| one == first));
        let (start, goal) = (single(&starts), single(&goals));
        let (ground, walls) = ground.filter(covers).map(|ground| ground.rows(&entered)).unzip();
        let notes = Notes { walls: walls.unwrap_or(0), ..notes };
        if ground.is_none() {
            entered.clear();
        }
        Ok((Self { origin, start, goal, ground, entered, notes }, nodes))
    }
}

/// Returns the first coordinate of the map along one axis.
fn origin(axis: &str, least: i64, most: i64) -> Result<i64, FormatError> {
    let side = i64::from(SIDE);
    if most.saturating_sub(least) >= side {
        let found =
            format!("this is a search on a plane or a map of roads: its events have {axis} from {least} to {most}");
        return Err(FormatError::whole(
            "",
            &found,
            &format!("a search on a grid, with at most {side} cells along an axis"),
        ));
    }
    Ok(if least < 0 || most >= side { least } else { 0 })
}

/// The ground as gridscope writes it.
struct Ground {
    size: Size,
    walls: Vec<Wall>,
}

impl Ground {
    /// Reads the ground. `None` if the event has another shape.
    fn of(event: &Event<'_>) -> Option<Self> {
        let side = |name: &str| event.number(name).filter(|n| n.fract() == 0.0 && (1.0..=1e6).contains(n));
        let size = Size::checked(side("width")? as u64, side("height")? as u64).ok()?;
        let walls: Vec<Wall> = serde_json::from_str(event.get("walls")?.get()).ok()?;
        Some(Self { size, walls })
    }

    /// Returns the rows of a text map, and the number of walls that it leaves out because they are entered: for the
    /// program they are none.
    fn rows(self, entered: &HashSet<Place>) -> (Vec<String>, usize) {
        let mut rows = vec![vec![b'.'; self.size.width.into()]; self.size.height.into()];
        let mut left_out = 0_usize;
        for wall in self.walls {
            if entered.contains(&(wall.x.into(), wall.y.into())) {
                left_out = left_out.saturating_add(1);
                continue;
            }
            let row = rows.get_mut(usize::from(wall.y));
            if let Some(cell) = row.and_then(|row| row.get_mut(usize::from(wall.x))) {
                *cell = b'#';
            }
        }
        (rows.into_iter().filter_map(|row| String::from_utf8(row).ok()).collect(), left_out)
    }
}
