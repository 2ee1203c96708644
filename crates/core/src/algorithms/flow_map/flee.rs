//! The map to flee by: distances times about −1.2, and the ripple once more.
//!
//! Multiplied by −1 alone, the deepest place would be a dead end to cower in. With a factor above 1 a way out past
//! what is fled from is worth taking where the room beyond is far enough. Source: Brian Walker, *The Incredible Power
//! of Dijkstra Maps* (notes on *Brogue*, 2010).

use super::event::{FAR, FlowEvent as E};
use super::run::Dungeon;
use crate::geometry::Cell;
use crate::observe::Observer;
use std::collections::BTreeMap;
use std::ops::ControlFlow;

impl<O: Observer<E>> Dungeon<'_, O> {
    /// Works the map out anew where distances have changed since: all in thousandths of a unit, exactly.
    pub(super) fn flee(&mut self) -> ControlFlow<O::Halt> {
        let Some(factor) = self.problem.cx.flee.filter(|_| std::mem::take(&mut self.flee_is_old)) else {
            return ControlFlow::Continue(());
        };
        let size = self.problem.cx.size;
        // One map of the whole: the global one where there are rooms.
        let map = self.maps.len() - 1;
        self.on.on(E::FleeBegan { cells: self.maps[map].reached })?;
        let mut flee = vec![FAR; size.area()];
        let mut queue: BTreeMap<i64, Vec<Cell>> = BTreeMap::new();
        for cell in size.cells() {
            let distance = self.maps[map].value(cell);
            if distance != FAR {
                let value = distance.saturating_mul(-factor);
                flee[size.index(cell)] = value;
                queue.entry(value).or_default().push(cell);
                self.on.on(E::FleeWritten { toward: None, cell, value })?;
            }
        }
        let area = self.maps[map].area;
        while let Some((value, cells)) = queue.pop_first() {
            for cell in cells {
                if flee[size.index(cell)] != value {
                    continue;
                }
                for &dir in self.ground.dirs() {
                    let Ok(to) = self.ground.step(cell, dir, area) else { continue };
                    let offer = value.saturating_add(self.ground.price(dir, to) * 1000);
                    let has = &mut flee[size.index(to)];
                    if *has != FAR && offer < *has {
                        *has = offer;
                        queue.entry(offer).or_default().push(to);
                        self.on.on(E::FleeWritten { toward: Some(dir.opposite()), cell: to, value: offer })?;
                    }
                }
            }
        }
        self.flee = flee;
        ControlFlow::Continue(())
    }
}
