//! Bullets and explosions: what they hit, and the dice that decide whether it breaks.
//!
//! ```text
//! .....34443.....      An explosion at o sends a shockwave to every cell whose centre is 4 to 5 away. Each flies
//! ....4.....4....      straight, goes through people, and stops at the first cell that was solid at the time.
//! ```

use super::air::is_solid;
use super::event::{AirEvent as E, Spare};
use super::harm_event::Harm;
use super::links::Link;
use super::numbers::{BIG, BLAST, BULLET, BULLET_TAKES, FACES};
use super::run::{Flow, Run};
use crate::{ActorKind, Cell, Observer, Size, Verb};
use std::ops::ControlFlow::Continue;
use std::ops::RangeInclusive;

/// Returns whether a kind is a player: those drawn as `@`.
pub(super) const fn is_player(kind: ActorKind) -> bool {
    matches!(kind, ActorKind::Thief | ActorKind::Explorer)
}

/// Returns the cells on the straight line from `from`, excluded, to `to`: one per step along the longer axis, with
/// halves rounded up.
pub fn line(from: Cell, to: Cell) -> impl Iterator<Item = Cell> {
    let (dx, dy) = from.delta(to);
    ray(from, to).take(dx.max(dy) as usize).map(|(x, y)| Cell::new(x as u16, y as u16))
}

/// Returns the coordinates on the straight line from `from`, excluded, through `to` and on without end. Empty if both
/// cells are equal.
pub(super) fn ray(from: Cell, to: Cell) -> impl Iterator<Item = (i64, i64)> {
    let (dx, dy) = (to.x as i64 - from.x as i64, to.y as i64 - from.y as i64);
    let n = dx.abs().max(dy.abs());
    let along = move |start: u16, d: i64, i: i64| start as i64 + (2 * i * d + n).div_euclid(2 * n);
    (1..).take_while(move |_| n > 0).map(move |i| (along(from.x, dx, i), along(from.y, dy, i)))
}

/// Returns the cells that a shot at a cell crosses: up to that cell and no farther.
pub(super) fn way(from: Cell, to: Cell) -> Vec<Cell> {
    if from == to { vec![to] } else { line(from, to).collect() }
}

/// Returns the cells that a shot toward a cell crosses: through it and on to the edge of a map of `size`.
pub(super) fn flight(from: Cell, to: Cell, size: Size) -> Vec<Cell> {
    if from == to { vec![to] } else { ray(from, to).map_while(|place| on_map(place, size)).collect() }
}

/// Returns the cell at these coordinates, if it is on the map.
pub(super) fn on_map((x, y): (i64, i64), size: Size) -> Option<Cell> {
    let cell = Cell::new(u16::try_from(x).ok()?, u16::try_from(y).ok()?);
    size.contains(cell).then_some(cell)
}

/// Returns the cells that the shockwaves of an explosion at `centre` fly to: 4 to 5 away, in reading order.
pub fn ring(centre: Cell, size: Size) -> Vec<Cell> {
    within(centre, size, 16..=25)
}

/// Like [`ring`], but for the burst of a bloat: up to 2 away, without the centre.
pub fn disc(centre: Cell, size: Size) -> Vec<Cell> {
    within(centre, size, 1..=4)
}

/// Returns the cells whose squared distance from `centre` is in a range, in reading order.
fn within(centre: Cell, size: Size, squared: RangeInclusive<u32>) -> Vec<Cell> {
    let near = |at: u16, end: u16| at.saturating_sub(5)..(at.saturating_add(6)).min(end);
    let rows = near(centre.y, size.height);
    let all = rows.flat_map(|y| near(centre.x, size.width).map(move |x| Cell::new(x, y)));
    all.filter(|c| {
        let (dx, dy) = centre.delta(*c);
        squared.contains(&(dx * dx + dy * dy))
    })
    .collect()
}

impl<O: Observer<E>> Run<'_, O> {
    /// Returns the actor on a cell that a bullet hits and a flame passes through, by index.
    pub(super) fn person_at(&self, cell: Cell) -> Option<u32> {
        let world = &self.state.world;
        let thing = |kind| matches!(kind, ActorKind::Goal | ActorKind::Item | ActorKind::Exit | ActorKind::Lamp);
        let there = |i: &usize| !world.gone[*i] && world.actors[*i].at == cell && !thing(world.actors[*i].kind);
        (0..world.actors.len()).rev().find(there).map(|i| i as u32)
    }

    /// Returns where a bullet comes from if the script line does not say: from the first player, or else from the
    /// target cell.
    pub(super) fn shooter(&self, at: Cell) -> Cell {
        let world = &self.state.world;
        let fires = |i: &usize| !world.gone[*i] && is_player(world.actors[*i].kind) && world.actors[*i].at != at;
        (0..world.actors.len()).find(fires).map_or(at, |i| world.actors[i].at)
    }

    /// Returns the first cell that stops a shot, with the actor on it, if any.
    pub(super) fn first_hit(&self, way: &[Cell]) -> Option<(Cell, Option<u32>)> {
        way.iter().find_map(|&cell| match self.person_at(cell) {
            _ if self.state.solid(cell) => Some((cell, None)),
            person => person.map(|actor| (cell, Some(actor))),
        })
    }

    /// Fires a bullet at a cell along `way`. It stops at the first person or solid. Returns what it broke.
    pub(super) fn shoot(&mut self, from: Cell, to: Cell, way: &[Cell], cause: Link) -> Flow<O, Vec<Cell>> {
        let shot = self.report_cause(E::Shot { from, to, cause })?;
        match self.first_hit(way) {
            Some((cell, None)) => {
                let broke = self.strike(cell, BULLET, shot)?;
                return Continue(Vec::from_iter(broke.then_some(cell)));
            }
            Some((cell, Some(actor))) => {
                let hit = self.report_cause(E::Stopped { actor, cell, cause: shot })?;
                self.harm(actor as usize, Harm::Bullet, BULLET_TAKES, hit)?;
            }
            None => self.observer.on(E::Missed { cell: way.last().copied().unwrap_or(to) })?,
        }
        Continue(Vec::new())
    }

    /// Fires a rocket toward a cell. It explodes at the first person or solid, or at the edge of the map. Returns the
    /// cell of the explosion and what it broke.
    pub(super) fn launch(&mut self, from: Cell, to: Cell, cause: Link) -> Flow<O, (Cell, Vec<Cell>)> {
        let launched = self.report_cause(E::Launched { from, to, cause })?;
        let way = flight(from, to, self.state.size());
        let impact_cell = self.first_hit(&way).map_or(way.last().copied().unwrap_or(to), |(cell, _)| cell);
        Continue((impact_cell, self.explode(impact_cell, BIG, launched)?))
    }

    /// Runs an explosion at a cell, which hurts bodies within `reach`. Returns what it broke.
    pub(super) fn explode(&mut self, centre: Cell, reach: u8, cause: Link) -> Flow<O, Vec<Cell>> {
        let size = self.state.size();
        let targets = if reach == BIG { ring(centre, size) } else { disc(centre, size) };
        let exploded = self.report_cause(E::Exploded { cell: centre, waves: targets.len() as u32, reach, cause })?;
        self.blast(centre, reach, exploded)?;
        // All shockwaves fly at once: a cell that one breaks still stops the others.
        let tiles_before = self.state.world.tiles.clone();
        let mut broken = Vec::new();
        if self.state.solid(centre) && self.strike(centre, BLAST, exploded)? {
            broken.push(centre);
        }
        for target in targets {
            let sent = self.report_cause(E::Sent { from: centre, to: target, cause: exploded })?;
            for cell in line(centre, target) {
                if is_solid(tiles_before[cell]) {
                    if !self.state.solid(cell) {
                        self.observer.on(E::Spared { cell, why: Spare::Broken, tile: tiles_before[cell] })?;
                    } else if self.strike(cell, BLAST, sent)? {
                        broken.push(cell);
                    }
                    break;
                }
                if let Some(actor) = self.person_at(cell) {
                    self.observer.on(E::Passed { actor, cell })?;
                }
            }
        }
        Continue(broken)
    }

    /// Strikes a solid and returns whether it broke. Only smashable tiles break, and a bullet breaks only pressure
    /// walls.
    fn strike(&mut self, cell: Cell, under: u8, cause: Link) -> Flow<O, bool> {
        let tile = self.state.world.tiles[cell];
        let pressed = under != BULLET || self.state.walls[cell];
        let withstands = tile.after(Verb::Smash).is_none();
        if withstands || !pressed {
            let why = if withstands { Spare::Withstands } else { Spare::NoPressure };
            self.observer.on(E::Spared { cell, why, tile })?;
            return Continue(false);
        }
        let roll = self.dice.below(FACES as u64) as u8;
        let struck = self.report_cause(E::Struck { cell, roll, under, cause })?;
        if roll >= under {
            return Continue(false);
        }
        self.smash(cell, struck)?;
        Continue(true)
    }
}
