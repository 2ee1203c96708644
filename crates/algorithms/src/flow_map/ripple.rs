//! A wave, from what sets it going to its last level: where something closed, values are raised first; then the ripple
//! goes on outward. Only what has to change is touched. The map to flee by is made of the distances after that.

use super::event::{Cause, FAR, FlowEvent as E, How};
use super::map::{Map, NOTHING, Offer, Record, Waiting, Wave};
use super::run::Dungeon;
use crate::geometry::{Cell, Dir};
use crate::observe::Observer;
use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::ops::ControlFlow;

impl<O: Observer<E>> Dungeon<'_, O> {
    /// Sets a wave going in a map: the first cell is written, the rest waits in its queues.
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

    /// Where the map starts at the walls, a cell beside one holds 1.
    fn seed_edge(&mut self, wave: &mut Wave, cell: Cell) -> ControlFlow<O::Halt> {
        match self.maps[wave.map].source(&self.ground, cell) {
            Some(start) if !self.ground.shut[cell] && start < self.maps[wave.map].value(cell) => {
                self.write(wave, cell, (start, None), How::Beside)
            }
            _ => ControlFlow::Continue(()),
        }
    }

    /// What is shut now loses its value, and what leaned on it is looked at. Where the map starts at the walls, all that
    /// stands around it is beside a wall now, and so the lowest there is.
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

    /// Where the map starts at the walls and one falls: what stood beside it alone has no value of its own any more.
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

    /// The cells around those that a change has turned, each once, by row.
    fn beside(&self, wave: &Wave) -> BTreeSet<Cell> {
        let near =
            |&cell: &Cell| self.ground.dirs().iter().filter_map(move |&dir| cell.step(dir, self.problem.cx.size));
        wave.turned.iter().flat_map(near).collect()
    }

    /// A freed cell takes the lowest value among its neighbours plus the step; if there is none, nothing spreads. As the
    /// source words it, the mark of a neighbour that is not reached counts as a value, 500: the cell takes 501, and one that is
    /// freed beside nothing but that takes 502.
    fn freed(&mut self, wave: &mut Wave, cell: Cell) -> ControlFlow<O::Halt> {
        let offer = self.maps[wave.map].offer(&self.ground, cell, self.problem.cx.positive.into());
        if offer.0 == FAR {
            return self.mark_more(wave, cell);
        }
        self.write(wave, cell, offer, How::Smashed)?;
        if self.ground.cuts_corners() {
            // Diagonals past its corners are open now: they begin at the cells straight beside it.
            let area = self.maps[wave.map].area;
            for &dir in &Dir::WINDS[..4] {
                let Ok(n) = self.ground.step(cell, dir, area) else { continue };
                // What it has freed itself waits already.
                if self.maps[wave.map].value(n) != FAR && !wave.turned.contains(&n) {
                    self.requeue(wave, n)?;
                }
            }
        }
        ControlFlow::Continue(())
    }

    /// No neighbour of a freed cell is reached. By the source's own words it takes the lowest mark among them plus one, and the
    /// ripple goes on among marks: one that is more than this one plus one is lowered.
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

    /// A free cell whose starting value or whose cost changed: lowered at once, or looked at for support.
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

    /// Whether no other room has a smaller value for a cell; of equals the first room.
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
        let written = cells.iter().filter(|&&(c, own)| own && holds(&self.maps, c)).count() as u32;
        if cells.iter().any(|&(c, _)| holds(&self.maps, c)) {
            self.on.on(E::LevelBegan { raising: false, map: id, cells: written, level: self.level, value })?;
            // What is written now belongs to the next level of the run.
            self.level += 1;
        }
        wave.levels += u32::from(written > 0);
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

    /// Raises those of the lowest queued value that nothing lower supports, and queues who may have leaned on them.
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

    /// Takes a cell's value away and queues its higher neighbours.
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
        // Beside a wall a cell needs nobody to lean on.
        let leans = !(shut && self.ground.edges);
        for &dir in self.ground.dirs() {
            // Steps to a cell that is solid now are gone already, so neighbours are looked for by place.
            let Some(n) = cell.step(dir, self.problem.cx.size).filter(|&c| area.contains(c)) else { continue };
            let value = self.maps[map].value(n);
            if value != FAR && leans && (value > old || all) {
                wave.raise.entry(value).or_default().push((n, false));
            }
        }
        ControlFlow::Continue(())
    }

    /// Queues again what stands around the raised cells, each once, and every raised source.
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

    /// Works the map to flee by out anew where distances have changed since: all in thousandths of a unit, exactly.
    /// Multiplied by −1 alone, the deepest place would be a dead end to cower in. With a factor above 1 a way out past
    /// what is fled from is worth taking where the room beyond is far enough.
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
