//! Seeing and believing: the overlay from a guard's own cell, and the believed tile of each changed cell.

use super::event::{Aim, GuardsEvent as E, Part};
use super::problem::{Errand, Knowledge, LAMP_RADIUS};
use super::run::Sim;
use crate::shadowcast::Look;
use crate::{ActorKind, Cell, Dir, Observer, Size, Tile};
use std::ops::ControlFlow::{self, Continue};

/// Returns whether a cell is in the half-plane ahead, including its edge. Always true if `facing` is `None`.
pub(super) fn ahead(eye: Cell, facing: Option<Dir>, cell: Cell) -> bool {
    let Some(dir) = facing else { return true };
    let (dx, dy) = dir.offset();
    (cell.x as i32 - eye.x as i32) * dx + (cell.y as i32 - eye.y as i32) * dy >= 0
}

impl<O: Observer<E>> Sim<'_, O> {
    pub(super) fn shine(&mut self) -> ControlFlow<O::Halt> {
        if self.lit_at == self.version {
            return Continue(());
        }
        self.lit_at = self.version;
        let burns = |i: &usize| {
            let actor = &self.world.actors[*i];
            actor.kind == ActorKind::Lamp && !self.world.gone[*i] && actor.lit().unwrap_or(true)
        };
        let lamps: Vec<usize> = (0..self.world.actors.len()).filter(burns).collect();
        if lamps.is_empty() && self.light.all().is_empty() {
            return Continue(());
        }
        self.observer.on(E::LightBegan)?;
        self.light.renew();
        for i in lamps {
            let (at, radius) = (self.world.actors[i].at, self.world.actors[i].radius().unwrap_or(LAMP_RADIUS));
            self.eyes.look(&self.world.tiles, &Look::new(self.problem.sight, at).within(radius));
            for &cell in self.eyes.cells() {
                if self.light.insert(cell) {
                    self.observer.on(E::Lit { cell })?;
                }
            }
        }
        for cell in self.light.gone() {
            self.observer.on(E::Darkened { cell })?;
        }
        Continue(())
    }

    pub(super) fn see(&mut self, g: usize) -> ControlFlow<O::Halt> {
        self.shine()?;
        let (guard, walker) = (g as u8, &mut self.guards[g]);
        let (at, facing) = (walker.at, walker.facing);
        self.observer.on(E::PartBegan { part: Part::See, guard, cell: at, to: at })?;
        // A guard that stays in an unchanged world sees nothing new.
        if walker.looked == Some((at, facing, self.version)) {
            return Continue(());
        }
        walker.looked = Some((at, facing, self.version));
        let (sight, range) = (self.problem.sight, walker.spec.range);
        let far = range.saturating_mul(self.problem.lit_factor);
        walker.overlay.renew();
        let mut news = 0;
        for (radius, lit) in [(range, false), (far, true)] {
            if lit && (far == range || self.light.all().is_empty()) {
                break;
            }
            self.eyes.look(&self.world.tiles, &Look::new(sight, at).within(radius));
            for &cell in self.eyes.cells() {
                if ahead(at, facing, cell) && (!lit || self.light.contains(cell)) && walker.overlay.insert(cell) {
                    news += 1;
                    self.observer.on(E::Saw { guard, cell, lit })?;
                }
            }
        }
        for cell in walker.overlay.gone() {
            news += 1;
            self.observer.on(E::LostSight { guard, cell })?;
        }
        self.stirred |= news > 0;
        Continue(())
    }

    pub(super) fn believe(&mut self, g: usize) -> ControlFlow<O::Halt> {
        let (guard, at) = (g as u8, self.guards[g].at);
        self.observer.on(E::PartBegan { part: Part::Believe, guard, cell: at, to: at })?;
        for &cell in &self.touched {
            let walker = &mut self.guards[g];
            let (seen, actual) = (walker.overlay.contains(cell), self.world.tiles[cell]);
            let Some(&was) = walker.beliefs.get(&cell) else { continue };
            let tile = match self.problem.knowledge {
                Knowledge::Omniscient => actual,
                _ if seen => actual,
                Knowledge::DefaultMemory => self.problem.scene.tiles[cell],
                Knowledge::LastSeen => was,
            };
            if tile != was {
                walker.beliefs.insert(cell, tile);
                self.problem.set(&mut walker.search.passage, walker.spec, cell, tile);
                self.stirred = true;
                self.observer.on(E::Believed { guard, cell, tile, was, actual, seen })?;
            }
        }
        Continue(())
    }

    /// Records what another guard reported of a cell out of sight. The guard believes it as if it had seen it then.
    pub(super) fn believe_told(&mut self, g: usize, cell: Cell, tile: Tile) -> ControlFlow<O::Halt> {
        let guard = g as u8;
        let actual = self.world.tiles[cell];
        let was = self.believed(g, cell);
        if self.problem.knowledge != Knowledge::LastSeen || was == tile {
            return Continue(());
        }
        let walker = &mut self.guards[g];
        walker.beliefs.insert(cell, tile);
        self.problem.set(&mut walker.search.passage, walker.spec, cell, tile);
        self.stirred = true;
        self.observer.on(E::Believed { guard, cell, tile, was, actual, seen: false })
    }

    pub(super) fn believed(&self, g: usize, cell: Cell) -> Tile {
        self.guards[g].beliefs.get(&cell).copied().unwrap_or(self.problem.scene.tiles[cell])
    }

    pub(super) fn aim(&mut self, g: usize) -> ControlFlow<O::Halt, Option<Cell>> {
        let walker = &self.guards[g];
        let mut leg = walker.leg;
        let mut thief = walker.thief;
        let (aim, why) = match &walker.spec.errand {
            _ if walker.quarry.is_some() => {
                let why = if walker.quarry.is_some_and(|quarry| quarry.seen) { Aim::Hunted } else { Aim::Sought };
                (walker.quarry.map(|quarry| quarry.at), why)
            }
            _ if walker.curious.errand.is_some() => (walker.curious.errand.map(|e| e.1), Aim::Odd),
            Errand::Cell(cell) => (Some(*cell), Aim::Goal),
            Errand::Goal(i) => (Some(self.world.actors[*i].at).filter(|_| !self.world.gone[*i]), Aim::Goal),
            Errand::Route(route) => {
                // Skips route cells that the guard is on already, at most once around the route.
                let on = (0..route.len()).find(|k| route[(leg + k) % route.len()] != walker.at);
                leg = (leg + on.unwrap_or(0)) % route.len();
                (Some(route[leg]), Aim::Route)
            }
            Errand::Thief(i) => {
                let (at, gone) = (self.world.actors[*i].at, self.world.gone[*i]);
                let known = self.problem.knowledge == Knowledge::Omniscient || walker.overlay.contains(at);
                let start = Some(self.problem.scene.actors[*i].at);
                match self.problem.knowledge {
                    _ if known && gone => (None, Aim::Thief),
                    _ if known => {
                        thief = Some(at);
                        (thief, Aim::Thief)
                    }
                    Knowledge::LastSeen => (thief.or(start), Aim::Believed),
                    _ => (start, Aim::Believed),
                }
            }
        };
        let walker = &mut self.guards[g];
        (walker.leg, walker.thief) = (leg, thief);
        let hunts = walker.quarry.map(|quarry| quarry.seen);
        // When it heads for where it last saw the prisoner, the cell may be the same as before.
        let lost_sight = hunts.is_some() && walker.hunted != hunts;
        walker.hunted = hunts;
        if walker.aim != aim || lost_sight {
            walker.aim = aim;
            self.stirred = true;
            if let Some(cell) = aim {
                self.observer.on(E::Aimed { guard: g as u8, cell, why })?;
            }
        }
        Continue(aim)
    }

    pub(super) fn at_goal(&self, g: usize) -> bool {
        let walker = &self.guards[g];
        if !walker.acts() || walker.curious.errand.is_some() || walker.quarry.is_some() {
            return false;
        }
        match &walker.spec.errand {
            Errand::Cell(cell) => walker.at == *cell,
            Errand::Goal(i) | Errand::Thief(i) => !self.world.gone[*i] && walker.at == self.world.actors[*i].at,
            Errand::Route(_) => false,
        }
    }
}

#[derive(Clone, Debug)]
pub(super) struct Cells {
    size: Size,
    /// For each cell, the number of the last set that contained it.
    stamps: Vec<u32>,
    now: u32,
    all: Vec<Cell>,
    before: Vec<Cell>,
}

impl Cells {
    pub(super) fn new(size: Size) -> Self {
        // Stamps start at 0, two sets before the first, so that neither set contains a cell.
        Self { size, stamps: vec![0; size.area()], now: 2, all: Vec::new(), before: Vec::new() }
    }

    #[inline]
    pub(super) fn contains(&self, cell: Cell) -> bool {
        self.stamps[self.size.index(cell)] == self.now
    }

    pub(super) fn renew(&mut self) {
        std::mem::swap(&mut self.all, &mut self.before);
        self.all.clear();
        self.now += 1;
    }

    /// Adds a cell. Returns whether it is new, that is, not in the set before the last renewal.
    pub(super) fn insert(&mut self, cell: Cell) -> bool {
        let stamp = &mut self.stamps[self.size.index(cell)];
        if *stamp == self.now {
            return false;
        }
        let news = *stamp != self.now - 1;
        *stamp = self.now;
        self.all.push(cell);
        news
    }

    /// Returns the cells that were in the set before the last renewal and are no longer in it.
    pub(super) fn gone(&self) -> impl Iterator<Item = Cell> {
        self.before.iter().copied().filter(|&c| !self.contains(c))
    }

    pub(super) fn all(&self) -> &[Cell] {
        &self.all
    }
}
