//! What a change of the ground or of the exits does to a map: only what has to change is touched.

use super::event::{FAR, FlowEvent as E};
use super::map::Wave;
use super::reason::{Cause, How};
use super::run::Dungeon;
use crate::geometry::Dir;
use crate::observe::Observer;
use std::ops::ControlFlow;

impl<O: Observer<E>> Dungeon<'_, O> {
    /// Sets a wave going in a map: the first cell is written, the rest waits in its queues.
    pub(super) fn begin(&mut self, wave: &mut Wave) -> ControlFlow<O::Halt> {
        self.on.on(E::WaveBegan { cause: wave.cause, map: self.id(wave.map), cell: wave.from })?;
        match wave.cause {
            Cause::First => self.seed(wave),
            Cause::Freed => self.freed(wave),
            Cause::Closed => self.closed(wave),
            Cause::Cost | Cause::Source | Cause::NoSource => self.reconsider(wave),
        }
    }

    /// Each exit gets its starting value.
    fn seed(&mut self, wave: &mut Wave) -> ControlFlow<O::Halt> {
        for (cell, start) in self.maps[wave.map].sources.clone() {
            if !self.ground.solid[cell] && start < self.maps[wave.map].value(cell) {
                self.write(wave, cell, start, None, How::Seeded)?;
            }
        }
        ControlFlow::Continue(())
    }

    /// A freed cell takes the lowest value among its neighbours plus the step; if there is none, nothing spreads.
    fn freed(&mut self, wave: &mut Wave) -> ControlFlow<O::Halt> {
        let cell = wave.from;
        let (value, toward) = self.maps[wave.map].offer(&self.ground, cell);
        if value == FAR {
            return self.on.on(self.wrote(wave.map, cell, How::Smashed));
        }
        self.write(wave, cell, value, toward, How::Smashed)?;
        if self.ground.cuts_corners() {
            // Diagonals past its corners are open now: they begin at the cells straight beside it.
            let area = self.maps[wave.map].area;
            for &dir in &Dir::WINDS[..4] {
                let Ok(n) = self.ground.step(cell, dir, &area) else { continue };
                if self.maps[wave.map].value(n) != FAR {
                    self.requeue(wave, n)?;
                }
            }
        }
        ControlFlow::Continue(())
    }

    fn closed(&mut self, wave: &mut Wave) -> ControlFlow<O::Halt> {
        if self.maps[wave.map].value(wave.from) == FAR {
            return ControlFlow::Continue(());
        }
        wave.levels = 1;
        self.raise(wave, wave.from, true)
    }

    /// A free cell whose starting value or whose cost changed: lowered at once, or looked at for support.
    fn reconsider(&mut self, wave: &mut Wave) -> ControlFlow<O::Halt> {
        let cell = wave.from;
        if self.ground.solid[cell] {
            return ControlFlow::Continue(());
        }
        let (offer, toward) = self.maps[wave.map].offer(&self.ground, cell);
        let value = self.maps[wave.map].value(cell);
        if offer < value {
            let how = match toward {
                None => How::Seeded,
                Some(_) if value == FAR => How::Reached,
                Some(_) => How::Lowered,
            };
            self.write(wave, cell, offer, toward, how)?;
        } else if value != FAR && self.maps[wave.map].support(&self.ground, cell).is_none() {
            wave.raise.entry(value).or_default().push((cell, false));
        }
        ControlFlow::Continue(())
    }
}
