//! Places the actors that an algorithm needs on a generated map.

use super::flood;
use crate::{Actor, ActorKind, Card, Cell, Grid, Scene, Tile};
use serde::{Deserialize, Serialize};

/// Number of actors placed of a kind that allows several.
const SEVERAL: usize = 3;
/// How far an explorer knows its surroundings, in columns and rows.
const KNOWN: i32 = 3;

/// Sets the algorithm of a scene and places the actors it needs. Missing actors are added. If the algorithm takes
/// only one of a kind, the first one stays and the others are removed.
///
/// If the algorithm takes several guards, each new one gets a route. If a thief can be the goal, goals become
/// thieves. An explorer gets items and an exit, and knows only its surroundings.
pub fn people(scene: &mut Scene, card: &Card) {
    card.id.clone_into(&mut scene.run.algorithm);
    scene.run.params.fill_defaults_for_new_scenes(card.params);
    let Some(first) = scene.actors.first().map(|actor| actor.at).or_else(|| any_floor(scene)) else { return };
    let ground: Vec<Cell> = flood(&scene.tiles, first).into_iter().filter(|&c| scene.tiles[c] == Tile::Floor).collect();
    let mut spots = Spots { ground, next: 1 };
    for need in card.actors {
        let Some(&kind) = need.kinds.first() else { continue };
        let present = need.kinds.iter().find(|&&kind| scene.of_kind(kind).next().is_some());
        if let Some(&one) = present.filter(|_| !need.many) {
            let mut has_one = false;
            scene.actors.retain(|actor| actor.kind != one || !std::mem::replace(&mut has_one, true));
        }
        let there = scene.actors.iter().filter(|actor| need.kinds.contains(&actor.kind)).count();
        let wanted = if need.many { SEVERAL } else { 1 };
        for number in there..wanted {
            let Some(at) = spots.free(scene) else { return };
            let mut actor = Actor::new(kind, at);
            match kind {
                // The first unit decides. The others are its opponents.
                ActorKind::Unit => {
                    actor.set_team(Some(if number == 0 { 1 } else { 2 }));
                    actor.set_active((number == 0).then_some(true));
                }
                ActorKind::Guard if need.many => {
                    let far: Vec<Cell> = (0..2).filter_map(|_| spots.free(scene)).collect();
                    actor.set_route([vec![at], far].concat());
                }
                _ => {}
            }
            scene.actors.push(actor);
        }
    }
    let takes = |kinds: &[ActorKind]| {
        card.actors.iter().any(|need| !need.many && kinds.iter().all(|kind| need.kinds.contains(kind)))
    };
    if takes(&[ActorKind::Goal, ActorKind::Thief]) {
        scene
            .actors
            .iter_mut()
            .filter(|a| a.kind == ActorKind::Goal)
            .for_each(|a| *a = Actor::new(ActorKind::Thief, a.at));
    }
    if takes(&[ActorKind::Explorer]) {
        things(scene, &mut spots);
        unknown(scene);
    }
}

/// Places items and an exit for an explorer, if there are none yet.
fn things(scene: &mut Scene, spots: &mut Spots) {
    for (kind, count) in [(ActorKind::Item, SEVERAL), (ActorKind::Exit, 1)] {
        if scene.of_kind(kind).next().is_some() {
            continue;
        }
        for _ in 0..count {
            let Some(at) = spots.free(scene) else { return };
            scene.actors.push(Actor::new(kind, at));
        }
    }
}

/// Which part of a generated map is unknown.
#[derive(Clone, Copy, PartialEq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Unknown {
    /// All cells are known.
    #[default]
    Nothing,
    /// All cells beyond the surroundings, as in [`unknown`].
    Far,
    /// A share of all cells, from 0 to 1, as in [`unknown_share`].
    Share(f64),
}

impl Unknown {
    /// Makes that part of the scene unknown.
    pub(crate) fn hide(self, scene: &mut Scene) {
        match self {
            Self::Nothing => {}
            Self::Far => unknown(scene),
            Self::Share(share) => unknown_share(scene, share),
        }
    }
}

/// Makes a share of all cells unknown, from 0 to 1: those farthest from the explorer, or else from the first actor.
/// Distance is the larger of the column and row differences. Of equally far cells, the later in row order goes
/// first. The actor's own cell stays known.
pub fn unknown_share(scene: &mut Scene, share: f64) {
    let Some(own) = looker(scene) else { return };
    let (size, mut known) = (scene.size(), Grid::new(scene.size(), true));
    let mut cells: Vec<Cell> = size.cells().filter(|&c| c != own).collect();
    cells.sort_by_key(|c| {
        let (dx, dy) = c.delta(own);
        (dx.max(dy), c.y, c.x)
    });
    let count = (size.area() as f64 * share.clamp(0.0, 1.0)).round() as usize;
    for &cell in cells.iter().rev().take(count) {
        known[cell] = false;
    }
    scene.known = Some(known);
}

/// Returns the cell of the explorer, or else of the first actor.
fn looker(scene: &Scene) -> Option<Cell> {
    scene.of_kind(ActorKind::Explorer).next().or(scene.actors.first()).map(|actor| actor.at)
}

/// Makes all cells unknown except those near the explorer, or else near the first actor.
pub fn unknown(scene: &mut Scene) {
    let own = looker(scene);
    let near = |c: Cell| {
        own.is_some_and(|own| {
            let (dx, dy) = (i32::from(own.x) - i32::from(c.x), i32::from(own.y) - i32::from(c.y));
            dx.abs() <= KNOWN && dy.abs() <= KNOWN
        })
    };
    let size = scene.size();
    let mut known = Grid::new(size, false);
    for cell in size.cells().filter(|&c| near(c)) {
        known[cell] = true;
    }
    scene.known = Some(known);
}

fn any_floor(scene: &Scene) -> Option<Cell> {
    scene.size().cells().find(|&c| scene.tiles[c] == Tile::Floor)
}

/// Yields scattered places, one after the other.
struct Spots {
    /// The reachable floor, nearest first.
    ground: Vec<Cell>,
    next: usize,
}

impl Spots {
    /// Returns the next place without an actor.
    fn free(&mut self, scene: &Scene) -> Option<Cell> {
        let all = self.ground.len();
        for _ in 0..all {
            // Steps by the golden ratio are spread out, no matter how many there are.
            let share = self.next * 618 % 1000;
            self.next += 1;
            let cell = *self.ground.get(share * all / 1000)?;
            if scene.actor_at(cell).is_none() {
                return Some(cell);
            }
        }
        self.ground.iter().copied().find(|&c| scene.actor_at(c).is_none())
    }
}
