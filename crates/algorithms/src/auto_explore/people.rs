//! Enemies that hunt the explorer. An enemy that has seen it follows a Dijkstra map to where it last saw it, and
//! strikes when it is beside it.
//!
//! Source: Stephen Sherratt, development notes of 2016, for this way of walking. Two rules are our own: an enemy sees
//! the explorer if the explorer sees it, and the effect of a strike.

use super::event::ExploreEvent as E;
use super::memory::Ground;
use super::run::{Flow, Run};
use crate::dijkstra::flood;
use crate::observe::{Observer, StopChecker};
use crate::root2::Root2;
use crate::{ActorKind, Cell, Dir, Grid, Tile};
use std::ops::ControlFlow::Continue;

/// Distance maps by destination, shared by all enemies that go there in a turn.
type Maps = Vec<(Cell, Grid<Option<Root2>>)>;

impl<O: Observer<E>> Run<'_, O> {
    /// Runs a turn of all enemies, in scene order.
    pub(super) fn hunt(&mut self) -> Flow<O> {
        if !self.problem.conduct.dangers.hunted {
            return Continue(());
        }
        let mut maps = Maps::new();
        for i in 0..self.world.actors.len() {
            let actor = &self.world.actors[i];
            if actor.kind == ActorKind::Enemy && actor.hostile() != Some(false) && !self.world.gone[i] {
                self.hunter(i, &mut maps)?;
            }
        }
        Continue(())
    }

    fn hunter(&mut self, i: usize, maps: &mut Maps) -> Flow<O> {
        let actor = i as u16;
        let at = self.world.actors[i].at;
        let me = self.me;
        if self.sight.sees(at) && self.hunters[i].replace(me).is_none() {
            return self.observer.on(E::Woke { cell: at, actor });
        }
        let Some(place) = self.hunters[i] else { return Continue(()) };
        let (dx, dy) = at.delta(me);
        if dx.max(dy) <= 1 {
            self.hurt = self.hurt.saturating_add(1);
            return self.observer.on(E::Struck { cell: at, actor, left: self.hurt });
        }
        if at == place {
            self.hunters[i] = None;
            return self.observer.on(E::LostTrack { cell: at, actor });
        }
        let Some(to) = self.nearer(at, place, maps)? else { return Continue(()) };
        if self.world.tiles[to] == Tile::Door {
            let from = std::mem::replace(&mut self.world.tiles[to], Tile::DoorOpen);
            self.observer.on(E::Forced { cell: to, actor })?;
            return self.let_air(to, from, Tile::DoorOpen);
        }
        self.world.actors[i].at = to;
        self.observer.on(E::Hunted { cell: to, from: at, to: place, actor })
    }

    /// Returns the free neighbour of `at` that is nearest to a place. Among equals it is the first, straight ones
    /// before diagonals.
    fn nearer(&mut self, at: Cell, place: Cell, maps: &mut Maps) -> Flow<O, Option<Cell>> {
        let size = self.problem.context.size;
        let tiles = &self.world.tiles;
        let walk = |from: Cell, dir: Dir| from.step(dir, size).filter(|&c| Ground::of(tiles[c], false) != Ground::Wall);
        if !maps.iter().any(|(to, _)| *to == place) {
            let asking = &mut StopChecker::new(|| self.observer.goes_on());
            maps.push((place, flood(size, [place], None, walk, asking)?.d));
        }
        let Some((_, d)) = maps.iter().find(|(to, _)| *to == place) else { return Continue(None) };
        let free = |c: Cell| c != self.me && !self.is_taken(c);
        let near =
            Dir::WINDS.into_iter().filter_map(|dir| Some((d[walk(at, dir)?]? + Root2::step(dir), walk(at, dir)?)));
        let near = near.filter(|&(way, c)| free(c) && d[at].is_none_or(|here| way <= here));
        Continue(near.min_by_key(|&(way, _)| way).map(|n| n.1))
    }

    /// Returns whether an enemy is on a cell.
    pub(super) fn is_taken(&self, cell: Cell) -> bool {
        let enemies = (0..self.world.actors.len()).filter(|&i| self.world.actors[i].kind == ActorKind::Enemy);
        enemies.filter(|&i| !self.world.gone[i]).any(|i| self.world.actors[i].at == cell)
    }
}
