//! Objects of a map: actors with their fields, routes, and rooms.

use super::area::{Area, shift};
use super::counts::Dropped;
use super::fields;
use super::model::{Content, Map, Object, Orientation, Shape, excerpt};
use crate::actor_fields::{Starts, is_start, kind_called};
use crate::object_rows::ObjectRows;
use crate::question::{ObjectKnownBy, ObjectQuestion};
use crate::tile_mapping::{ActorAnswer, TileAnswers, is_stranded};
use crate::{FormatError, limits};
use gridscope_trace::geometry::Cell;
use gridscope_trace::scene::{Actor, ActorKind, Room, Scene};
use std::cmp::Reverse;
use std::collections::BTreeMap;

/// Type of the object that is the route of an actor.
pub(super) const ROUTE: &str = "route";
/// Type of the object that is a room.
pub(super) const ROOM: &str = "room";
/// Property of a room whose corners are exchanged: `x`, `y` or `xy`.
pub(super) const REVERSED: &str = "reversed";
/// Number of names of properties that a note lists.
const LISTED: usize = 8;
/// Maximum number of different names of properties that are counted.
const NAMES: usize = 1_000;

/// Part that an object has in a scene.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Role {
    Actor(ActorKind),
    Route,
    Room,
}

/// Returns the part of an object with that type.
fn role(class: &str) -> Option<Role> {
    match class.trim().to_lowercase().as_str() {
        ROUTE => Some(Role::Route),
        ROOM => Some(Role::Room),
        _ => actor_role(class),
    }
}

/// Returns the part of an object with that type or name, if it is an actor.
fn actor_role(text: &str) -> Option<Role> {
    kind_called(text).map(Role::Actor)
}

/// The point of a tile object at which its coordinates are, along one axis.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Side {
    /// The left or upper edge, or the middle.
    Start,
    /// The right or lower edge.
    End,
}

impl Side {
    /// Returns the column or row of a coordinate. An object that ends on the border between two cells is in the first.
    fn cell(self, at: f64, tile: f64) -> i64 {
        match self {
            Self::Start => (at / tile).floor() as i64,
            Self::End => ((at / tile).ceil() as i64).saturating_sub(1),
        }
    }
}

/// Reads the objects of a map into a scene.
pub(super) struct ObjectReader<'m> {
    name: &'m str,
    map: &'m Map,
    area: Area,
    /// Width and height of a cell in the units of objects.
    tile: (f64, f64),
    dropped: Dropped,
    /// Names of properties that are no fields, with the number of each.
    unread: BTreeMap<String, usize>,
    /// Names of the objects that became actors, in the order of the actors.
    names: Vec<String>,
    /// Routes: the name of the object, and its cells.
    routes: Vec<(String, Vec<Cell>)>,
    answers: &'m TileAnswers,
    starts: Starts,
    rows: ObjectRows,
}

/// Result of reading the objects of a map.
pub(super) struct ReadObjects {
    /// Parts that were not read.
    pub(super) dropped: Dropped,
    pub(super) notes: Vec<String>,
    /// Types of objects.
    pub(super) rows: Box<[ObjectQuestion]>,
    /// Whether an actor would be on void.
    pub(super) is_stranded: bool,
}

impl<'m> ObjectReader<'m> {
    pub(super) fn new(name: &'m str, map: &'m Map, area: Area, answers: &'m TileAnswers) -> Self {
        Self {
            name,
            map,
            area,
            tile: map.object_tile(),
            dropped: Dropped::default(),
            unread: BTreeMap::new(),
            names: Vec::new(),
            routes: Vec::new(),
            answers,
            starts: Starts::default(),
            rows: ObjectRows::default(),
        }
    }

    /// Adds the actors, routes and rooms.
    pub(super) fn read(mut self, scene: &mut Scene) -> Result<ReadObjects, FormatError> {
        let map = self.map;
        for layer in &map.layers {
            let Content::Objects(objects) = &layer.content else { continue };
            let shift = shift(map, layer).unwrap_or((0, 0));
            // The areas of a collision layer are walls.
            for object in objects.iter().filter(|object| !layer.is_collision || !object.has_area()) {
                self.object(object, shift, layer.is_collision, scene)?;
            }
        }
        let is_stranded = is_stranded(scene);
        self.rows.ask(self.starts.rivals());
        let (removed, about_starts) = std::mem::take(&mut self.starts).settle(scene);
        for index in removed {
            self.names.remove(index);
        }
        self.give_routes(scene);
        let names = self.unread.iter().take(LISTED).map(|(name, n)| format!("{} ({n} ×)", excerpt(name)));
        let list = names.collect::<Vec<_>>().join(", ");
        let more = match self.unread.len().saturating_sub(LISTED) {
            0 => String::new(),
            more => format!(" and {more} more"),
        };
        let note = (!list.is_empty()).then(|| format!("Properties of objects that were not read: {list}{more}."));
        let rows = self.rows.finish(self.name, self.answers)?;
        let notes = about_starts.into_iter().chain(note).collect();
        Ok(ReadObjects { dropped: self.dropped, notes, rows, is_stranded })
    }

    fn object(
        &mut self,
        object: &Object,
        shift: (i64, i64),
        in_collision_layer: bool,
        scene: &mut Scene,
    ) -> Result<(), FormatError> {
        // A tile object has the type of its tile if it has none itself.
        let tileset = object.gid.and_then(|gid| self.map.tileset_of(gid));
        let tile = tileset.and_then(|(tileset, id)| tileset.tiles.get(&id));
        let names = [object.class.as_deref(), object.name.as_deref(), tile.map(|tile| tile.class.as_str())];
        let named = || names.into_iter().flatten();
        let answer = named().find_map(|name| Some((name, self.answers.actor(name)?)));
        let role = object.class.as_deref().and_then(role);
        let role = role.or_else(|| named().find_map(actor_role));
        // Objects that are dropped from a collision layer are counted once.
        let is_counted = !in_collision_layer || answer.is_some() || role.is_some();
        self.dropped.count("the turn of # object|", usize::from(object.degrees() != 0.0 && is_counted));
        if let Some((name, answer)) = answer {
            let ActorAnswer::Kind(kind) = answer else {
                self.rows.count(name, None, ObjectKnownBy::Answer);
                return Ok(());
            };
            self.rows.count(name, Some(kind), ObjectKnownBy::Answer);
            return self.actor(kind, object, shift, scene);
        }
        self.count_type(object, role, &names);
        match (role, &object.shape) {
            (_, Some(Shape::Text)) => self.dropped.count("text object|", 1),
            (Some(Role::Route), Some(Shape::Polyline(points))) => self.add_route(object, points, shift),
            (Some(Role::Room), None) if object.gid.is_none() => {
                return self.room(object, shift, scene);
            }
            (_, Some(Shape::Polygon(_) | Shape::Polyline(_))) => {
                let what = if in_collision_layer { "line| in collision layers" } else { "free shape|" };
                self.dropped.count(what, 1);
            }
            (Some(Role::Actor(_)), _) if self.is_area(object) => self.dropped.count("object| larger than a cell", 1),
            (Some(Role::Actor(kind)), _) => {
                let count = scene.actors.len();
                let start = named().find(|name| actor_role(name).is_some()).filter(|name| is_start(name));
                self.actor(kind, object, shift, scene)?;
                if let Some(start) = start.filter(|_| scene.actors.len() > count) {
                    self.starts.add(count, start);
                }
                return Ok(());
            }
            _ if object.template.is_some() && names.iter().all(Option::is_none) => {
                self.dropped.count("object| without a type, because a template was not read", 1);
            }
            _ if !in_collision_layer => self.dropped.count("object| of another type", 1),
            _ if object.gid.is_some() => self.dropped.count("tile object| in collision layers", 1),
            _ => self.dropped.count("point| in collision layers", 1),
        }
        Ok(())
    }

    /// Counts the object among those of its type, if it can be an actor.
    fn count_type(&mut self, object: &Object, role: Option<Role>, names: &[Option<&str>]) {
        let mut named = names.iter().flatten().filter(|name| !name.trim().is_empty());
        let line = matches!(object.shape, Some(Shape::Text | Shape::Polyline(_)));
        match role {
            _ if line => {}
            Some(Role::Route | Role::Room) => {}
            _ if self.is_area(object) || matches!(object.shape, Some(Shape::Polygon(_))) => {
                self.rows.count(named.next().unwrap_or(&""), None, ObjectKnownBy::Area);
            }
            Some(Role::Actor(kind)) => {
                let name = named.find(|name| actor_role(name).is_some()).unwrap_or(&"");
                self.rows.count(name, Some(kind), ObjectKnownBy::Type);
            }
            None => self.rows.count(named.next().unwrap_or(&""), None, ObjectKnownBy::Nothing),
        }
    }

    /// Returns whether an object is larger than a cell and no tile, or an ellipse.
    fn is_area(&self, object: &Object) -> bool {
        let (.., width, height) = object.bounds();
        object.has_area() && (object.shape.is_some() || width > self.tile.0 || height > self.tile.1)
    }

    /// Returns the cell of an object.
    fn cell(&self, object: &Object, (right, down): (i64, i64)) -> Option<Cell> {
        let (horizontal, vertical) = match object.gid {
            None => (Side::Start, Side::Start),
            Some(gid) => {
                let alignment = self.map.tileset_of(gid).map_or("", |(tileset, _)| tileset.alignment.as_str());
                match alignment {
                    "" | "unspecified" | "bottom" if self.map.orientation == Orientation::Isometric => {
                        (Side::End, Side::End)
                    }
                    "" | "unspecified" => (Side::Start, Side::End),
                    at => {
                        let side = |is_end| if is_end { Side::End } else { Side::Start };
                        (side(at.ends_with("right")), side(at.starts_with("bottom")))
                    }
                }
            }
        };
        let (x, y) = (horizontal.cell(object.x, self.tile.0), vertical.cell(object.y, self.tile.1));
        self.area.cell(x.saturating_add(right), y.saturating_add(down))
    }

    fn actor(
        &mut self,
        kind: ActorKind,
        object: &Object,
        shift: (i64, i64),
        scene: &mut Scene,
    ) -> Result<(), FormatError> {
        let Some(at) = self.cell(object, shift) else {
            self.dropped.count("actor| off the map", 1);
            return Ok(());
        };
        if scene.actors.len() >= limits::ACTORS {
            let found = format!("there are more than {} actors", limits::ACTORS);
            return Err(FormatError::whole(self.name, &found, &format!("at most {}", limits::ACTORS)));
        }
        let mut actor = Actor::new(kind, at);
        for (name, value) in &object.properties {
            if !fields::set(&mut actor, name, value, self.area) {
                self.count_property(name);
            }
        }
        scene.actors.push(actor);
        self.names.push(object.name.clone().unwrap_or_default());
        Ok(())
    }

    fn count_property(&mut self, name: &str) {
        if self.unread.len() < NAMES || self.unread.contains_key(name) {
            self.unread.entry(name.to_owned()).and_modify(|count| *count = count.saturating_add(1)).or_insert(1);
        }
    }

    fn add_route(&mut self, object: &Object, points: &[(f64, f64)], (right, down): (i64, i64)) {
        let cells: Vec<Option<Cell>> = points
            .iter()
            .map(|(x, y)| {
                let x = Side::Start.cell(object.x + x, self.tile.0);
                let y = Side::Start.cell(object.y + y, self.tile.1);
                self.area.cell(x.saturating_add(right), y.saturating_add(down))
            })
            .collect();
        self.dropped.count("point| of a route off the map", cells.iter().filter(|cell| cell.is_none()).count());
        self.routes.push((object.name.clone().unwrap_or_default(), cells.into_iter().flatten().collect()));
    }

    /// Gives each route to the only actor of the same name, or else to an actor on its first cell, a guard before others.
    fn give_routes(&mut self, scene: &mut Scene) {
        // The index of each name's actor, or None if several have the name.
        let mut by_name: BTreeMap<&str, Option<usize>> = BTreeMap::new();
        let mut by_place: BTreeMap<Cell, Vec<usize>> = BTreeMap::new();
        for (i, (name, actor)) in self.names.iter().zip(&scene.actors).enumerate() {
            by_name.entry(name).and_modify(|first| *first = None).or_insert(Some(i));
            by_place.entry(actor.at).or_default().push(i);
        }
        for on_cell in by_place.values_mut() {
            // The last is taken first.
            on_cell
                .sort_by_key(|&i| (scene.actors.get(i).map(|actor| actor.kind) == Some(ActorKind::Guard), Reverse(i)));
        }
        for (name, cells) in std::mem::take(&mut self.routes) {
            let named = by_name.get(name.as_str()).copied().flatten().filter(|_| !name.is_empty());
            let free = |i: &usize| scene.actors.get(*i).is_some_and(|actor| actor.route().is_empty());
            let owner = named.filter(free).or_else(|| {
                let on_cell = cells.first().and_then(|first| by_place.get_mut(first))?;
                std::iter::from_fn(|| on_cell.pop()).find(free)
            });
            match owner.and_then(|i| scene.actors.get_mut(i)) {
                Some(actor) => actor.set_route(cells),
                None => self.dropped.count("route| without an actor", 1),
            }
        }
    }

    fn room(&mut self, object: &Object, (right, down): (i64, i64), scene: &mut Scene) -> Result<(), FormatError> {
        let range = |at: f64, size: Option<f64>, tile: f64, by: i64, from: i64, count: u16| {
            let first = Side::Start.cell(at, tile).saturating_add(by);
            let last = Side::End.cell(at + size.unwrap_or(0.0), tile).saturating_add(by).max(first);
            let edge = from.saturating_add(count.into()).saturating_sub(1);
            let clipped_range = (first.max(from), last.min(edge));
            (clipped_range.0 <= clipped_range.1).then_some((clipped_range, clipped_range == (first, last)))
        };
        let Area { x, y, size } = self.area;
        let columns = range(object.x, object.width, self.tile.0, right, x, size.width);
        let rows = range(object.y, object.height, self.tile.1, down, y, size.height);
        let (Some((columns, all_columns)), Some((rows, all_rows))) = (columns, rows) else {
            self.dropped.count("room| off the map", 1);
            return Ok(());
        };
        self.dropped.count("edge| of a room off the map", usize::from(!all_columns || !all_rows));
        let (from, to) = (self.area.cell(columns.0, rows.0), self.area.cell(columns.1, rows.1));
        let (Some(mut from), Some(mut to)) = (from, to) else { return Ok(()) };
        let name = object.name.clone().unwrap_or_default();
        if scene.rooms.len() >= limits::ROOMS || name.len() > limits::TEXT {
            let found =
                format!("there are more than {} rooms, or a name of more than {} bytes", limits::ROOMS, limits::TEXT);
            return Err(FormatError::whole(self.name, &found, "fewer rooms and shorter names"));
        }
        for (property, value) in &object.properties {
            match value.as_str() {
                Some(axes @ ("x" | "y" | "xy")) if property == REVERSED => {
                    if axes.contains('x') {
                        std::mem::swap(&mut from.x, &mut to.x);
                    }
                    if axes.contains('y') {
                        std::mem::swap(&mut from.y, &mut to.y);
                    }
                }
                _ => self.count_property(property),
            }
        }
        scene.rooms.push(Room { name, from, to });
        Ok(())
    }
}
