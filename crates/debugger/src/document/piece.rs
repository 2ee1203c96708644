//! A piece of a map: the tiles, actors and details in a rectangle. It can be copied from a scene, turned, and put into
//! a scene.

use crate::document::hand::Area;
use crate::document::transform::Transformation;
use gridscope_trace::card::Need;
use gridscope_trace::scene::{Actor, Scene, TileDetail};
use gridscope_trace::{Cell, Grid, Size, Tile, Weights};
use std::collections::{BTreeMap, BTreeSet};

/// Contents of a rectangle of a map. Cells count from its top left corner.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Piece {
    tiles: Grid<Tile>,
    weights: Option<Weights>,
    known: Option<Grid<bool>>,
    details: BTreeMap<Cell, TileDetail>,
    /// Actors, each with its index in the original scene.
    actors: Vec<(usize, Actor)>,
}

impl Piece {
    /// Copies the contents of an area. Leaves out cells of routes and goals outside it.
    pub(crate) fn of(scene: &Scene, area: Area) -> Self {
        let size = area.size();
        let by = (-i32::from(area.from.x), -i32::from(area.from.y));
        let here = |c: Cell| area.contains(c).then(|| Cell::new(c.x - area.from.x, c.y - area.from.y));
        let actor = |(i, actor): (usize, &Actor)| {
            let mut own = actor.clone();
            own.at = here(actor.at)?;
            own.map_cells(here);
            Some((i, own))
        };
        Self {
            tiles: scene.tiles.moved(size, by, Tile::Floor),
            weights: scene.weights.as_ref().map(|weights| weights.moved(size, by)),
            known: scene.known.as_ref().map(|known| known.moved(size, by, true)),
            details: scene.details.iter().filter_map(|(&c, d)| Some((here(c)?, d.clone()))).collect(),
            actors: scene.actors.iter().enumerate().filter_map(actor).collect(),
        }
    }

    /// Returns the width and height of the piece.
    pub(crate) const fn size(&self) -> Size {
        self.tiles.size()
    }

    /// Returns a scene that contains only the piece.
    pub(crate) fn scene(&self) -> Scene {
        let mut scene = Scene::new(self.tiles.clone());
        scene.details = self.details.clone();
        scene.known.clone_from(&self.known);
        scene.weights.clone_from(&self.weights);
        scene.drop_empty_weights();
        scene.actors = self.actors.iter().map(|(_, actor)| actor.clone()).collect();
        scene
    }

    /// Returns the piece mirrored or turned, including the directions of actors, one-way windows and shutters.
    #[must_use]
    pub(crate) fn turned(&self, how: Transformation) -> Self {
        let old = self.size();
        let to = |c: Cell| how.cell(old, c);
        let tiles: Vec<Tile> = Tile::ALL.iter().map(|&tile| how.tile(tile)).collect();
        let mut new = Self {
            tiles: how.grid(&self.tiles, |tile| tiles[tile as usize]),
            weights: self.weights.as_ref().map(|weights| weights.arranged(|times| how.grid(times, |weight| weight))),
            known: self.known.as_ref().map(|known| how.grid(known, |known| known)),
            details: BTreeMap::new(),
            actors: Vec::with_capacity(self.actors.len()),
        };
        for (&c, detail) in &self.details {
            let inside = detail.inside.map(|dir| how.dir(dir));
            new.details.insert(to(c), TileDetail { inside, key: detail.key.clone() });
        }
        for (i, actor) in &self.actors {
            let mut own = actor.clone();
            own.at = to(actor.at);
            own.map_cells(|c| Some(to(c)));
            own.set_facing(actor.facing().map(|dir| how.dir(dir)));
            new.actors.push((*i, own));
        }
        new
    }

    /// Puts the piece on a map with its top left corner at a cell, and replaces what was there. If the algorithm
    /// `needs` only one of a kind of actor, the new one replaces the old one. Parts outside the map are left out.
    pub(crate) fn place_on(&self, scene: &mut Scene, at: Cell, needs: &[Need]) {
        let place = |c: Cell| {
            let there = Cell::new(c.x.checked_add(at.x)?, c.y.checked_add(at.y)?);
            Some(there)
        };
        self.lay(scene, at);
        let area = Area::at(at, self.size());
        scene.actors.retain(|actor| !area.contains(actor.at));
        for (_, actor) in &self.actors {
            let Some(there) = place(actor.at).filter(|&c| scene.size().contains(c)) else { continue };
            let mut own = actor.clone();
            own.at = there;
            let size = scene.size();
            own.map_cells(|c| place(c).filter(|&c| size.contains(c)));
            if needs.iter().any(|need| !need.many && need.kinds.contains(&own.kind)) {
                scene.actors.retain(|other| other.kind != own.kind);
            }
            scene.actors.push(own);
        }
    }

    /// Copies tiles, weights, details and known cells of the piece to a map.
    fn lay(&self, scene: &mut Scene, at: Cell) {
        let (map, area) = (scene.size(), Area::at(at, self.size()));
        scene.tiles.lay(&self.tiles, at);
        match (&self.weights, &mut scene.weights) {
            (Some(own), weights) => weights.get_or_insert_with(|| Weights::new(map)).lay(own, at),
            (None, Some(weights)) => weights.times_mut().fill(at, self.size(), 0),
            (None, None) => {}
        }
        if let (Some(known), Some(own)) = (&mut scene.known, &self.known) {
            known.lay(own, at);
        }
        scene.details.retain(|&c, _| !area.contains(c));
        for (c, detail) in &self.details {
            let there = Cell::new(c.x.saturating_add(at.x), c.y.saturating_add(at.y));
            if map.contains(there) {
                scene.details.insert(there, detail.clone());
            }
        }
        scene.drop_empty_weights();
    }
}

/// Clears an area: floor without weights, details or actors.
pub(crate) fn clear(scene: &mut Scene, area: Area) {
    scene.actors.retain(|actor| !area.contains(actor.at));
    level(scene, area);
}

/// Like [`clear`], but keeps the actors.
fn level(scene: &mut Scene, area: Area) {
    scene.tiles.fill(area.from, area.size(), Tile::Floor);
    if let Some(weights) = &mut scene.weights {
        weights.times_mut().fill(area.from, area.size(), 0);
    }
    scene.details.retain(|&c, _| !area.contains(c));
    scene.drop_empty_weights();
}

/// Moves an area of a map to the top left corner `at`, turned or not, and leaves floor behind. Its actors keep their
/// indices and move too, and so do cells of routes, goals and script lines in the area. Actors at the new position are
/// removed. The new position must be on the map.
pub(crate) fn relocate(scene: &Scene, area: Area, at: Cell, how: Transformation) -> Scene {
    let piece = Piece::of(scene, area);
    let piece = if how == Transformation::Identity { piece } else { piece.turned(how) };
    let target = Area::at(at, piece.size());
    let to = |c: Cell| {
        let here = Cell::new(c.x - area.from.x, c.y - area.from.y);
        let there = how.cell(area.size(), here);
        Cell::new(there.x + at.x, there.y + at.y)
    };
    let mut new = scene.clone();
    level(&mut new, area);
    piece.lay(&mut new, at);
    let moved_actors: BTreeSet<usize> = piece.actors.iter().map(|(i, _)| *i).collect();
    let mut i = 0;
    new.actors.retain_mut(|actor| {
        let comes_along = moved_actors.contains(&i);
        i += 1;
        if comes_along {
            actor.at = to(actor.at);
            actor.map_cells(|c| Some(if area.contains(c) { to(c) } else { c }));
            actor.set_facing(actor.facing().map(|dir| how.dir(dir)));
        }
        comes_along || !target.contains(actor.at)
    });
    for line in new.script.iter_mut().filter(|line| area.contains(line.at)) {
        line.at = to(line.at);
        line.to = line.to.map(|c| if area.contains(c) { to(c) } else { c });
    }
    new
}
