//! Flames: the cells a flame thrower covers, how long they burn, and which actors they burn.
//!
//! ```text
//! @≈≈≈≈≈#      five cells toward the target, through people, up to the first solid; each burns for three units of time
//! ```

use super::event::{AirEvent as E, Out};
use super::harm_event::Harm;
use super::links::Link;
use super::numbers::{BURNS, FLAME, LOSS, UNIT_TAKES};
use super::run::{Flow, Run};
use super::shots::{on_map, ray};
use crate::{ActorKind, Cell, Observer};
use serde::Serialize;
use std::ops::ControlFlow::Continue;

/// A burning cell, its remaining units of time, and the event that lit it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Flame {
    cell: Cell,
    units: u8,
    lit: Link,
}

/// An actor in flames.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[expect(missing_docs, reason = "the names say the rest")]
pub struct Burn {
    pub turn: u32,
    /// Index of the actor in the scene, from 0.
    pub actor: usize,
    pub at: Cell,
}

impl<O: Observer<E>> Run<'_, O> {
    /// Throws flames from a cell toward another. The cells in between catch fire, up to the first solid.
    pub(super) fn burn(&mut self, from: Cell, to: Cell, cause: Link) -> Flow<O> {
        let size = self.state.size();
        let far: Vec<Cell> =
            if from == to { vec![to] } else { ray(from, to).take(FLAME).map_while(|at| on_map(at, size)).collect() };
        let cells: Vec<Cell> = far.into_iter().take_while(|&cell| !self.state.solid(cell)).collect();
        let threw = self.report_cause(E::Threw { from, to, cells: cells.len() as u32, cause })?;
        for cell in cells {
            if self.state.air[cell] <= LOSS {
                self.observer.on(E::WentOut { cell, why: Out::Airless })?;
                continue;
            }
            self.flames.retain(|flame| flame.cell != cell);
            let lit = self.report_cause(E::Ignited { cell, units: BURNS, cause: threw })?;
            self.flames.push(Flame { cell, units: BURNS, lit });
            self.scorch(cell, 0, lit)?;
        }
        Continue(())
    }

    /// Runs a unit of time of the fire: takes a tenth of each cell's air, but never the last tenth, and burns the
    /// actors there.
    pub(super) fn blaze(&mut self) -> Flow<O> {
        if self.flames.is_empty() {
            return Continue(());
        }
        self.observer.on(E::FlamesBegan { cells: self.flames.len() as u32 })?;
        for Flame { cell, units, lit } in std::mem::take(&mut self.flames) {
            let air = self.state.air[cell];
            let out = match units {
                _ if self.state.solid(cell) => Some(Out::Solid),
                _ if air <= LOSS => Some(Out::Airless),
                _ => None,
            };
            if let Some(why) = out {
                self.observer.on(E::WentOut { cell, why })?;
                continue;
            }
            self.state.set_air(cell, air - LOSS);
            let left = self.state.left;
            self.bodies.thinned[cell] = self.report_cause(E::LostAir { cell, air: air - LOSS, left, cause: lit })?;
            self.scorch(cell, UNIT_TAKES, lit)?;
            match units - 1 {
                0 => self.observer.on(E::WentOut { cell, why: Out::Over })?,
                units => {
                    self.flames.push(Flame { cell, units, lit });
                    self.observer.on(E::Burned { cell, units })?;
                }
            }
        }
        Continue(())
    }

    /// Burns the actors on a cell. Flames pass through them.
    fn scorch(&mut self, cell: Cell, takes: u8, lit: Link) -> Flow<O> {
        let top = self.person_at(cell).map(|actor| actor as usize);
        let others = if self.problem.told { self.bodies_at(cell) } else { Vec::new() };
        for i in others.into_iter().filter(|&i| Some(i) != top).chain(top) {
            self.burns.push(Burn { turn: self.turn, actor: i, at: cell });
            let scorched = self.report_cause(E::Scorched { actor: i as u32, cell, cause: lit })?;
            if takes > 0 || self.state.world.actors[i].kind == ActorKind::Bloat {
                self.harm(i, Harm::Flames, takes, scorched)?;
            }
        }
        Continue(())
    }
}
