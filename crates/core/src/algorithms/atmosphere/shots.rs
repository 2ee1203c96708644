//! Bullets and explosions: what they meet on their way, and the dice that decide whether it breaks.
//!
//! ```text
//! .....34443.....      an explosion at o sends a shockwave to every cell whose middle is 4 to 5 away; each flies
//! ....4.....4....      straight, goes through people, and stops on the first solid that stood when it went off.
//! ```

use super::air::is_solid;
use super::event::{AirEvent as E, Spare};
use super::numbers::{BLAST, BULLET, FACES};
use super::run::Run;
use crate::geometry::{Cell, Size};
use crate::observe::Observer;
use crate::scene::ActorKind;
use crate::terrain::Verb;
use std::ops::ControlFlow::{self, Continue};

/// Shockwaves fly to the cells between these two distances, squared.
const RING: std::ops::RangeInclusive<u32> = 16..=25;

/// Whether a kind of actor is somebody, whom a bullet hits and a flame goes through.
pub(super) const fn is_person(kind: ActorKind) -> bool {
    !matches!(kind, ActorKind::Goal | ActorKind::Item | ActorKind::Exit | ActorKind::Lamp)
}

/// The player's kinds: whoever is drawn as `@`.
pub(super) const fn is_player(kind: ActorKind) -> bool {
    matches!(kind, ActorKind::Thief | ActorKind::Explorer)
}

/// The cells on the straight line from `from`, which is left out, to `to`: one a step along the longer axis, halves
/// rounded up.
pub fn line(from: Cell, to: Cell) -> impl Iterator<Item = Cell> {
    let (dx, dy) = (to.x as i64 - from.x as i64, to.y as i64 - from.y as i64);
    let n = dx.abs().max(dy.abs());
    let along = move |start: u16, d: i64, i: i64| (start as i64 + (2 * i * d + n).div_euclid(2 * n)) as u16;
    (1..=n).map(move |i| Cell::new(along(from.x, dx, i), along(from.y, dy, i)))
}

/// The cells that shockwaves from `centre` fly to, in reading order.
pub fn ring(centre: Cell, size: Size) -> Vec<Cell> {
    let near = |at: u16, end: u16| at.saturating_sub(5)..(at.saturating_add(6)).min(end);
    let rows = near(centre.y, size.height);
    let all = rows.flat_map(|y| near(centre.x, size.width).map(move |x| Cell::new(x, y)));
    all.filter(|c| {
        let (dx, dy) = centre.delta(*c);
        RING.contains(&(dx * dx + dy * dy))
    })
    .collect()
}

impl Run<'_> {
    /// Somebody on a cell who is still there, by number.
    fn person_at(&self, cell: Cell) -> Option<u32> {
        let world = &self.state.world;
        let there = |i: &usize| !world.gone[*i] && world.actors[*i].at == cell && is_person(world.actors[*i].kind);
        (0..world.actors.len()).rev().find(there).map(|i| i as u32)
    }

    /// Fires a bullet at a cell: from the player where there is one, else from right before it. It stops at the first
    /// person or solid. Gives back what it broke.
    pub(super) fn shoot<O: Observer<E>>(&mut self, at: Cell, observer: &mut O) -> ControlFlow<O::Halt, Option<Cell>> {
        let world = &self.state.world;
        let fires = |i: &usize| !world.gone[*i] && is_player(world.actors[*i].kind) && world.actors[*i].at != at;
        let from = (0..world.actors.len()).find(fires).map_or(at, |i| world.actors[i].at);
        observer.on(E::Shot { from, to: at })?;
        let way: Vec<Cell> = if from == at { vec![at] } else { line(from, at).collect() };
        for cell in way {
            if self.state.solid(cell) {
                let broke = self.strike(cell, BULLET, observer)?;
                return Continue(broke.then_some(cell));
            }
            if let Some(actor) = self.person_at(cell) {
                observer.on(E::Stopped { actor, cell })?;
                return Continue(None);
            }
        }
        observer.on(E::Missed { cell: at })?;
        Continue(None)
    }

    /// An explosion at a cell. Gives back what it broke.
    pub(super) fn explode<O: Observer<E>>(
        &mut self,
        centre: Cell,
        observer: &mut O,
    ) -> ControlFlow<O::Halt, Vec<Cell>> {
        let targets = ring(centre, self.state.size());
        observer.on(E::Exploded { cell: centre, waves: targets.len() as u32 })?;
        // All shockwaves fly at once: what one breaks still stops the others.
        let stood = self.state.world.tiles.clone();
        let mut broken = Vec::new();
        if self.state.solid(centre) && self.strike(centre, BLAST, observer)? {
            broken.push(centre);
        }
        for target in targets {
            observer.on(E::Sent { from: centre, to: target })?;
            for cell in line(centre, target) {
                if is_solid(stood[cell]) {
                    if !self.state.solid(cell) {
                        observer.on(E::Spared { cell, why: Spare::Broken, tile: stood[cell] })?;
                    } else if self.strike(cell, BLAST, observer)? {
                        broken.push(cell);
                    }
                    break;
                }
                if let Some(actor) = self.person_at(cell) {
                    observer.on(E::Passed { actor, cell })?;
                }
            }
        }
        Continue(broken)
    }

    /// A blow against a solid: whether it broke. Only what can be smashed does, and under a bullet only a pressure wall.
    fn strike<O: Observer<E>>(&mut self, cell: Cell, under: u8, observer: &mut O) -> ControlFlow<O::Halt, bool> {
        let tile = self.state.world.tiles[cell];
        let pressed = under != BULLET || self.state.walls[cell];
        let withstands = tile.after(Verb::Smash).is_none();
        if withstands || !pressed {
            let why = if withstands { Spare::Withstands } else { Spare::NoPressure };
            observer.on(E::Spared { cell, why, tile })?;
            return Continue(false);
        }
        let roll = self.dice.below(FACES as u64) as u8;
        observer.on(E::Struck { cell, roll, under })?;
        if roll >= under {
            return Continue(false);
        }
        self.smash(cell, observer)?;
        Continue(true)
    }
}
