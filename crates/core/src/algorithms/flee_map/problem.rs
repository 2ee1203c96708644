//! The problem of a flee map, worked out of a scene.

use super::event::{Context, Rule};
use crate::algorithm::RunError;
use crate::algorithms::knowledge::stage;
use crate::geometry::{Cell, Dir};
use crate::grid::Grid;
use crate::params::Resolved;
use crate::scene::{ActorKind, Scene};
use crate::terrain::{Tile, Walk};
use std::sync::Arc;

/// Who can be fled from: the first kind that is there is the threat.
pub const THREATS: &[ActorKind] =
    &[ActorKind::Enemy, ActorKind::Guard, ActorKind::Explorer, ActorKind::Thief, ActorKind::Viewer];
/// Who can flee, where it is not the threat.
pub const WALKERS: &[ActorKind] = &[ActorKind::Thief, ActorKind::Explorer, ActorKind::Viewer, ActorKind::Prisoner];

/// Everything that a run needs.
#[derive(Clone, Debug)]
pub struct Problem {
    /// What the events do not repeat.
    pub context: Context,
    /// The seed of the dice.
    pub seed: u64,
}

/// Whether somebody who walks by a Dijkstra map plans through a tile: any door yes, even a locked one; solid no; void no.
pub fn leads_through(tile: Tile) -> bool {
    match tile.info().walk {
        Walk::Yes | Walk::NotThief | Walk::Opens | Walk::WithKey => true,
        Walk::No | Walk::Thief(_) => false,
    }
}

impl Problem {
    pub(super) fn new(scene: &Scene, params: &Resolved, seed: u64) -> Result<Self, RunError> {
        let kind = stage::first_kind(scene, THREATS, "nobody to flee from")?;
        let size = scene.size();
        let mut open = Grid::new(size, false);
        for c in size.cells() {
            open[c] = leads_through(scene.tiles[c]);
        }
        let walker = scene.actors.iter().position(|a| a.kind != kind && WALKERS.contains(&a.kind));
        let number = |name: &str| params.int(name).unwrap_or(0) as i32;
        let rules = match params.word("rule").as_str() {
            "brogue" => vec![Rule::Brogue],
            "both" => vec![Rule::Sherratt, Rule::Brogue],
            _ => vec![Rule::Sherratt],
        };
        let context = Context {
            size,
            threats: scene.of_kind(kind).map(|a| a.at).collect(),
            walker: walker.map(|i| (i, scene.actors[i].at)),
            threshold: number("threshold"),
            delay: number("delay"),
            padding: number("padding"),
            factor: (params.real("factor").unwrap_or(-1.2) * -100.0).round() as i32,
            rules,
            open: Arc::new(open),
        };
        Ok(Self { context, seed })
    }
}

impl Context {
    /// The cell that a step ends on, if one can walk there. Diagonals may pass blocked corners.
    #[inline]
    pub fn step(&self, from: Cell, dir: Dir) -> Option<Cell> {
        from.step(dir, self.size).filter(|&to| self.open[to])
    }
}
