//! Waves, from their start to the last level. If something closed, values are raised first; then the ripple spreads
//! outward. Only cells that must change are touched. The map to flee by is built from the resulting distances.

use super::event::{Cause, FAR, FlowEvent as E, How};
use super::map::{Map, NOTHING, Offer, Record, Waiting, Wave};
use super::run::Dungeon;
use crate::{Cell, Dir, Observer};
use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::ops::ControlFlow;

impl<O: Observer<E>> Dungeon<'_, O> {
    /// Starts a wave in a map: writes the first cell and queues the rest.
    pub(super) fn begin(&mut self, wave: &mut Wave) -> ControlFlow<O::Halt> {
        self.on.on(E::WaveBegan { cause: wave.cause, map: self.id(wave.map), cell: wave.from })?;
        match wave.cause {
            Cause::First => self.seed(wave),
            Cause::Freed if self.ground.edges => self.widened(wave),
            Cause::Freed => {
                for cell in wave.turned.clone() {
                    self.freed(wave, cell)?;
                }
                ControlFlow::Continue(())
            }
            Cause::Closed => self.closed(wave),
            Cause::Cost | Cause::Source | Cause::NoSource => self.reconsider(wave),
        }
    }

    fn seed(&mut self, wave: &mut Wave) -> ControlFlow<O::Halt> {
        if self.ground.edges {
            for cell in self.maps[wave.map].area.iter() {
                self.seed_edge(wave, cell)?;
            }
        }
        for (cell, start) in self.maps[wave.map].sources.clone() {
            if !self.ground.shut[cell] && start < self.maps[wave.map].value(cell) {
                self.write(wave, cell, (start, None), How::Seeded)?;
            }
        }
        ControlFlow::Continue(())
    }

    /// Gives the value 1 to a cell beside a wall, if the map starts at the walls.
    fn seed_edge(&mut self, wave: &mut Wave, cell: Cell) -> ControlFlow<O::Halt> {
        match self.maps[wave.map].source(&self.ground, cell) {
            Some(start) if !self.ground.shut[cell] && start < self.maps[wave.map].value(cell) => {
                self.write(wave, cell, (start, None), How::Beside)
            }
            _ => ControlFlow::Continue(()),
        }
    }

    /// Raises the cells that are now blocked, and queues the cells they supported. If the map starts at the walls, all
    /// cells around them are now beside a wall and take the lowest value.
    fn closed(&mut self, wave: &mut Wave) -> ControlFlow<O::Halt> {
        for cell in wave.turned.clone() {
            if self.maps[wave.map].value(cell) != FAR {
                wave.levels = 1;
                self.raise(wave, cell, true)?;
            }
        }
        if self.ground.edges {
            for cell in self.beside(wave) {
                self.seed_edge(wave, cell)?;
            }
        }
        ControlFlow::Continue(())
    }

    /// Handles a fallen wall in a map that starts at the walls: cells that were only beside that wall lose their
    /// starting value.
    fn widened(&mut self, wave: &mut Wave) -> ControlFlow<O::Halt> {
        for cell in self.beside(wave) {
            let (map, value) = (&self.maps[wave.map], self.maps[wave.map].value(cell));
            if value != FAR && map.support(&self.ground, cell).is_none() {
                wave.raise.entry(value).or_default().push((cell, false));
            }
        }
        wave.raised.clone_from(&wave.turned);
        ControlFlow::Continue(())
    }

    /// Returns the cells around those that a change turned, each once, row by row.
    fn beside(&self, wave: &Wave) -> BTreeSet<Cell> {
        let near =
            |&cell: &Cell| self.ground.dirs().iter().filter_map(move |&dir| cell.step(dir, self.problem.cx.size));
        wave.turned.iter().flat_map(near).collect()
    }

    /// Gives a freed cell its lowest neighbour's value plus the step. Without such a neighbour, nothing spreads. By the
    /// wording of the source, the mark of an unreached neighbour counts as a value of 500. So the cell takes 501, and a
    /// cell freed beside only that one takes 502.
    fn freed(&mut self, wave: &mut Wave, cell: Cell) -> ControlFlow<O::Halt> {
        let offer = self.maps[wave.map].offer(&self.ground, cell, self.problem.cx.positive.into());
        if offer.0 == FAR {
            return self.mark_more(wave, cell);
        }
        self.write(wave, cell, offer, How::Smashed)?;
        if self.ground.cuts_corners() {
            // Diagonals past its corners are open now. They begin at the cells straight beside it.
            let area = self.maps[wave.map].area;
            for &dir in &Dir::WINDS[..4] {
                let Ok(n) = self.ground.step(cell, dir, area) else { continue };
                // Cells freed by the same change are queued already.
                if self.maps[wave.map].value(n) != FAR && !wave.turned.contains(&n) {
                    self.requeue(wave, n)?;
                }
            }
        }
        ControlFlow::Continue(())
    }

    /// Handles a freed cell with no reached neighbour. By the wording of the source, it takes their lowest mark plus
    /// one. The ripple then continues among marks: a mark that exceeds this one by more than one is lowered.
    fn mark_more(&mut self, wave: &Wave, cell: Cell) -> ControlFlow<O::Halt> {
        let (map, area) = (wave.map, self.maps[wave.map].area);
        let lowest = self.maps[map].lowest_mark(&self.ground, cell).filter(|_| self.problem.cx.positive);
        let over = lowest.map_or(0, |(over, _)| over.saturating_add(1));
        self.maps[map].set(cell, Record { over, level: self.level, toward: lowest.map(|mark| mark.1), ..NOTHING });
        self.on.on(self.wrote(map, cell, How::Smashed))?;
        let mut queue = VecDeque::from_iter(lowest.map(|_| cell));
        while let Some(cell) = queue.pop_front() {
            let over = self.maps[map].record(cell).over.saturating_add(1);
            for &dir in self.ground.dirs() {
                let Ok(next) = self.ground.step(cell, dir, area) else { continue };
                let record = self.maps[map].record(next);
                if record.value == FAR && record.over > over {
                    let toward = Some(dir.opposite());
                    self.maps[map].set(next, Record { over, level: self.level, toward, ..NOTHING });
                    self.on.on(self.wrote(map, next, How::Lowered))?;
                    queue.push_back(next);
                }
            }
        }
        ControlFlow::Continue(())
    }

    /// Rechecks a free cell whose starting value or cost changed: lowers it at once, or queues it for a support check.
    fn reconsider(&mut self, wave: &mut Wave) -> ControlFlow<O::Halt> {
        let cell = wave.from;
        if self.ground.shut[cell] {
            return ControlFlow::Continue(());
        }
        let (offer, toward) = self.maps[wave.map].offer(&self.ground, cell, 0);
        let value = self.maps[wave.map].value(cell);
        if offer < value {
            let how = match toward {
                None => How::Seeded,
                Some(_) if value == FAR => How::Reached,
                Some(_) => How::Lowered,
            };
            self.write(wave, cell, (offer, toward), how)?;
        } else if value != FAR && self.maps[wave.map].support(&self.ground, cell).is_none() {
            wave.raise.entry(value).or_default().push((cell, false));
        }
        ControlFlow::Continue(())
    }

    fn write(&mut self, wave: &mut Wave, cell: Cell, (value, toward): Offer, how: How) -> ControlFlow<O::Halt> {
        self.maps[wave.map].set(cell, Record { value, level: self.level, toward, over: 0 });
        if wave.cause != Cause::First {
            wave.touched.push(cell);
        }
        wave.queue.entry(value).or_default().push((cell, true));
        self.on.on(self.wrote(wave.map, cell, how))?;
        self.mark(wave.map, value)?;
        self.wake(wave.map, cell)
    }

    fn wrote(&self, map: usize, cell: Cell, how: How) -> E {
        let Record { value, level, toward, over } = self.maps[map].record(cell);
        E::Wrote { how, toward, lowest: self.is_lowest(map, cell, value), map: self.id(map), over, cell, level, value }
    }

    /// Returns whether no other room has a smaller value for a cell. Among equals, the first room counts.
    fn is_lowest(&self, map: usize, cell: Cell, value: i64) -> bool {
        !self.shared[cell]
            || self.problem.cx.regions[map].global
            || self.rooms().filter(|&m| m != map).all(|m| (self.maps[m].value(cell), m) > (value, map))
    }

    pub(super) fn level(&mut self, wave: &mut Wave) -> ControlFlow<O::Halt> {
        if wave.raise.is_empty() && !wave.raised.is_empty() {
            self.border(wave)?;
        }
        if let Some((value, cells)) = wave.raise.pop_first() {
            return self.raise_level(wave, value, cells);
        }
        let Some((value, cells)) = wave.queue.pop_first() else { return ControlFlow::Continue(()) };
        let (map, id) = (wave.map, self.id(wave.map));
        let holds = |maps: &[Map], c: Cell| maps[map].value(c) == value;
        let written_count = cells.iter().filter(|&&(c, own)| own && holds(&self.maps, c)).count() as u32;
        if cells.iter().any(|&(c, _)| holds(&self.maps, c)) {
            self.on.on(E::LevelBegan { raising: false, map: id, cells: written_count, level: self.level, value })?;
            // Cells written from here on belong to the next level of the run.
            self.level += 1;
        }
        wave.levels += u32::from(written_count > 0);
        for (cell, _) in cells {
            if holds(&self.maps, cell) {
                self.expand(wave, cell, value)?;
            } else {
                self.on.on(E::Skipped { map: id, cell, value })?;
            }
        }
        ControlFlow::Continue(())
    }

    fn expand(&mut self, wave: &mut Wave, cell: Cell, value: i64) -> ControlFlow<O::Halt> {
        let map = self.id(wave.map);
        self.on.on(self.wrote(wave.map, cell, How::Expanded))?;
        let area = self.maps[wave.map].area;
        for &dir in self.ground.dirs() {
            let from = dir.opposite();
            match self.ground.step(cell, dir, area) {
                Err((None, _)) => {}
                Err((Some(cell), why)) => self.on.on(E::Blocked { from, why, map, cell })?,
                Ok(to) => {
                    let offer = value + self.ground.price(dir, to);
                    let has = self.maps[wave.map].value(to);
                    if has <= offer {
                        self.on.on(E::Kept { from, map, cell: to, value: has, offer })?;
                    } else {
                        let how = if has == FAR { How::Reached } else { How::Lowered };
                        self.write(wave, to, (offer, Some(from)), how)?;
                    }
                }
            }
        }
        ControlFlow::Continue(())
    }

    /// Raises the cells of the lowest queued value that have no lower support. Queues the cells that they may have
    /// supported.
    fn raise_level(&mut self, wave: &mut Wave, value: i64, mut cells: Waiting) -> ControlFlow<O::Halt> {
        let map = wave.map;
        cells.sort_by_key(|&(c, _)| c);
        cells.dedup_by_key(|&mut (c, _)| c);
        cells.retain(|&(c, _)| self.maps[map].value(c) == value);
        if cells.is_empty() {
            return ControlFlow::Continue(());
        }
        let gone = cells.iter().filter(|&&(c, _)| self.maps[map].support(&self.ground, c).is_none()).count() as u32;
        self.on.on(E::LevelBegan { raising: true, map: self.id(map), cells: gone, level: self.level, value })?;
        self.level += 1;
        wave.levels += u32::from(gone > 0);
        for (cell, _) in cells {
            if let Some(by) = self.maps[map].support(&self.ground, cell) {
                self.on.on(E::Supported { by, map: self.id(map), cell, value })?;
            } else {
                self.raise(wave, cell, false)?;
                wave.raised.push(cell);
            }
        }
        ControlFlow::Continue(())
    }

    /// Removes a cell's value and queues its higher neighbours.
    fn raise(&mut self, wave: &mut Wave, cell: Cell, shut: bool) -> ControlFlow<O::Halt> {
        let map = wave.map;
        let old = self.maps[map].value(cell);
        let lowest = self.is_lowest(map, cell, old);
        self.maps[map].set(cell, NOTHING);
        wave.touched.push(cell);
        self.on.on(E::Raised { shut, lowest, map: self.id(map), cell, old })?;
        if lowest && self.shared[cell] && !self.problem.cx.regions[map].global {
            let others = self.rooms().filter(|&m| m != map && self.maps[m].value(cell) != FAR);
            if let Some(other) = others.min_by_key(|&m| self.maps[m].value(cell)) {
                self.on.on(self.wrote(other, cell, How::Uncovered))?;
            }
        }
        let area = self.maps[map].area;
        let all = shut && self.ground.cuts_corners();
        // A cell beside a wall needs no support.
        let leans = !(shut && self.ground.edges);
        for &dir in self.ground.dirs() {
            // Steps to a cell that is now solid are refused, so neighbours are found by position.
            let Some(n) = cell.step(dir, self.problem.cx.size).filter(|&c| area.contains(c)) else { continue };
            let value = self.maps[map].value(n);
            if value != FAR && leans && (value > old || all) {
                wave.raise.entry(value).or_default().push((n, false));
            }
        }
        ControlFlow::Continue(())
    }

    /// Queues the cells around the raised cells again, each once, and every raised source.
    fn border(&mut self, wave: &mut Wave) -> ControlFlow<O::Halt> {
        let map = wave.map;
        let area = self.maps[map].area;
        let mut queued: BTreeSet<Cell> = BTreeSet::new();
        for cell in std::mem::take(&mut wave.raised) {
            if let Some(start) = self.maps[map].source(&self.ground, cell).filter(|_| !self.ground.shut[cell])
                && start < self.maps[map].value(cell)
            {
                let how = if self.ground.edges { How::Beside } else { How::Seeded };
                self.write(wave, cell, (start, None), how)?;
            }
            for &dir in self.ground.dirs() {
                let Ok(n) = self.ground.step(cell, dir, area) else { continue };
                if self.maps[map].value(n) != FAR && queued.insert(n) {
                    self.requeue(wave, n)?;
                }
            }
        }
        ControlFlow::Continue(())
    }

    fn requeue(&mut self, wave: &mut Wave, cell: Cell) -> ControlFlow<O::Halt> {
        wave.queue.entry(self.maps[wave.map].value(cell)).or_default().push((cell, false));
        self.on.on(self.wrote(wave.map, cell, How::Requeued))
    }

    /// Recomputes the map to flee by if distances changed. Values are exact, in thousandths of a unit. With a factor of
    /// −1, the best place would be the deepest dead end. With a larger factor, it is worth passing the threat to get
    /// out if the area beyond is far enough.
    pub(super) fn flee(&mut self) -> ControlFlow<O::Halt> {
        let Some(factor) = self.problem.cx.flee.filter(|_| std::mem::take(&mut self.flee_is_old)) else {
            return ControlFlow::Continue(());
        };
        let size = self.problem.cx.size;
        // This is the map of the whole: the global one if there are rooms.
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
