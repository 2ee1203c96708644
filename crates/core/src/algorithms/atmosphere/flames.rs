//! Flames: the cells that a thrower covers, what burns there and for how long, and whom it burns.
//!
//! ```text
//! @≈≈≈≈≈#      five cells toward the target, through people, up to the first solid; each burns for three units of time
//! ```

use super::event::{AirEvent as E, Out};
use super::numbers::{BURNS, FLAME, LOSS};
use super::run::{Flow, Run};
use super::shots::{on_map, ray};
use crate::geometry::Cell;
use crate::observe::Observer;
use serde::Serialize;
use std::ops::ControlFlow::Continue;

/// Somebody stood in flames.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[expect(missing_docs, reason = "the names say the rest")]
pub struct Burn {
    pub turn: u32,
    /// Its number in the scene, from 0.
    pub actor: usize,
    pub at: Cell,
}

impl<O: Observer<E>> Run<'_, O> {
    /// Throws flames from a cell toward another: the cells on the way begin to burn, up to the first solid.
    pub(super) fn burn(&mut self, from: Cell, to: Cell) -> Flow<O> {
        let size = self.state.size();
        let far: Vec<Cell> =
            if from == to { vec![to] } else { ray(from, to).take(FLAME).map_while(|at| on_map(at, size)).collect() };
        let cells: Vec<Cell> = far.into_iter().take_while(|&cell| !self.state.solid(cell)).collect();
        self.observer.on(E::Threw { from, to, cells: cells.len() as u32 })?;
        for cell in cells {
            if self.state.air[cell] <= LOSS {
                self.observer.on(E::WentOut { cell, why: Out::Airless })?;
                continue;
            }
            self.flames.retain(|flame| flame.0 != cell);
            self.flames.push((cell, BURNS));
            self.observer.on(E::Ignited { cell, units: BURNS })?;
            self.scorch(cell)?;
        }
        Continue(())
    }

    /// A unit of time for what burns: a tenth of each cell's air, but never the last, and everybody who stands there.
    pub(super) fn blaze(&mut self) -> Flow<O> {
        if self.flames.is_empty() {
            return Continue(());
        }
        self.observer.on(E::FlamesBegan { cells: self.flames.len() as u32 })?;
        for (cell, units) in std::mem::take(&mut self.flames) {
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
            self.observer.on(E::LostAir { cell, air: air - LOSS, left: self.state.left })?;
            self.scorch(cell)?;
            match units - 1 {
                0 => self.observer.on(E::WentOut { cell, why: Out::Over })?,
                units => {
                    self.flames.push((cell, units));
                    self.observer.on(E::Burned { cell, units })?;
                }
            }
        }
        Continue(())
    }

    /// Those who stand on a cell stand in flames; the flames go on all the same.
    fn scorch(&mut self, cell: Cell) -> Flow<O> {
        if let Some(actor) = self.person_at(cell) {
            self.burns.push(Burn { turn: self.turn, actor: actor as usize, at: cell });
            self.observer.on(E::Scorched { actor, cell })?;
        }
        Continue(())
    }
}
