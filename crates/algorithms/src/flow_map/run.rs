//! A run by turns: first the script, then the waves, then the prisoners in order.

use super::event::{Cause, End, FlowEvent as E, WHOLE};
use super::map::{Ground, Map, Refreshed, Wave, is_chained};
use super::walk::Prisoner;
use super::{Outcome, Problem};
use crate::world::{Change, World};
use crate::{Actor, ActorKind, Cell, Grid, Observer, Rng, ScriptLine, Tile, Verb};
use std::ops::{ControlFlow, Range};

/// A dungeon during a run.
pub(crate) struct Dungeon<'a, O> {
    pub(super) on: &'a mut O,
    pub(super) problem: &'a Problem,
    pub(super) world: World,
    pub(super) ground: Ground,
    pub(super) maps: Vec<Map>,
    pub(super) shared: Grid<bool>,
    pub(super) people: Vec<Prisoner>,
    pub(super) sleepers: Grid<bool>,
    /// The waves of the run, first those of the first ripple.
    pub(super) waves: Vec<Wave>,
    pub(super) turn: u32,
    pub(super) level: u32,
    /// The mark for *not reached*, as printed.
    pub(super) mark: i64,
    /// The map to flee by, in thousandths of a unit; empty if prisoners do not flee.
    pub(super) flee: Vec<i64>,
    pub(super) flee_is_old: bool,
    pub(super) dice: Rng,
    /// Number of changes so far that started waves.
    pub(super) changes: u32,
    /// Whether to measure each prisoner's path by the rooms' maps and by the map of the whole when it sets out.
    pub(super) compares: bool,
    next_line: usize,
}

impl<'a, O: Observer<E>> Dungeon<'a, O> {
    pub(super) fn new(problem: &'a Problem, on: &'a mut O) -> ControlFlow<O::Halt, Self> {
        let size = problem.cx.size;
        let (mut shared, mut once) = (Grid::new(size, false), Grid::new(size, false));
        for region in problem.cx.regions.iter().filter(|r| !r.global) {
            for c in region.area.iter() {
                shared[c] = std::mem::replace(&mut once[c], true);
            }
        }
        let person = |(actor, a): (usize, &Actor)| Prisoner { actor, path: vec![a.at], ..Prisoner::default() };
        let prisoners = problem.world.actors.iter().enumerate().filter(|(_, a)| a.kind == ActorKind::Prisoner);
        let mut maps = Vec::with_capacity(problem.cx.regions.len());
        for region in &problem.cx.regions {
            maps.push(Map::new(region.area, &mut || on.goes_on())?);
        }
        ControlFlow::Continue(Self {
            on,
            problem,
            world: problem.world.clone(),
            ground: problem.cx.ground.clone(),
            maps,
            shared,
            people: prisoners.map(person).collect(),
            sleepers: Grid::new(size, false),
            waves: Vec::new(),
            turn: 0,
            level: 0,
            mark: 500,
            flee: Vec::new(),
            flee_is_old: true,
            dice: Rng::new(problem.seed),
            changes: 0,
            compares: false,
            next_line: 0,
        })
    }

    pub(super) fn id(&self, map: usize) -> u16 {
        if self.problem.cx.regions[map].global { WHOLE } else { map as u16 }
    }

    /// Returns the indices of the rooms' maps. Without rooms, this is the only map.
    pub(super) fn rooms(&self) -> Range<usize> {
        if self.problem.cx.has_rooms() { 0..self.maps.len() - 1 } else { 0..1 }
    }

    /// Finds exits and goals again. Returns the maps and cells where one appeared or disappeared.
    fn find_sources(&mut self) -> Vec<(usize, Cell, Cause)> {
        let mut changed = Vec::new();
        for m in 0..self.maps.len() {
            let serves = |i: &usize| self.problem.serves(*i, &self.world, m);
            let start = |i: usize| self.world.actors[i].value().unwrap_or(0) as i64 * self.problem.cx.unit;
            // A wide walker reaches a source as soon as any part of its body does.
            let anchors = |i: usize| self.ground.body.anchors(self.world.actors[i].at, self.problem.cx.size);
            let all: Vec<(Cell, i64)> = (0..self.world.actors.len())
                .filter(serves)
                .flat_map(|i| anchors(i).map(move |at| (at, start(i))))
                .filter(|source| self.maps[m].area.contains(source.0))
                .collect();
            let old = std::mem::replace(&mut self.maps[m].sources, all.clone());
            changed.extend(old.iter().filter(|s| !all.contains(s)).map(|s| (m, s.0, Cause::NoSource)));
            changed.extend(all.iter().filter(|s| !old.contains(s)).map(|s| (m, s.0, Cause::Source)));
        }
        changed
    }

    /// Starts a wave and runs it to its end, unless waves move one level per turn.
    fn start(&mut self, map: usize, from: Cell, cause: Cause) -> ControlFlow<O::Halt> {
        self.set_going(Wave { map, from, cause, ..Wave::default() })
    }

    fn set_going(&mut self, mut wave: Wave) -> ControlFlow<O::Halt> {
        (wave.turn, wave.change) = (self.turn, self.changes);
        self.begin(&mut wave)?;
        while !self.problem.by_level && !wave.is_done() {
            self.level(&mut wave)?;
        }
        self.finish_wave(&mut wave)?;
        self.waves.push(wave);
        self.flee_is_old = true;
        ControlFlow::Continue(())
    }

    fn finish_wave(&mut self, wave: &mut Wave) -> ControlFlow<O::Halt> {
        if !wave.is_done() || wave.over {
            return ControlFlow::Continue(());
        }
        wave.over = true;
        let mut touched = std::mem::take(&mut wave.touched);
        touched.sort_unstable();
        touched.dedup();
        let full = self.maps[wave.map].reached;
        let Wave { cause, from: cell, levels, .. } = *wave;
        let cells = if cause == Cause::First { full } else { touched.len() as u32 };
        wave.cells = cells;
        self.on.on(E::WaveEnded { cause, map: self.id(wave.map), cell, levels, cells, full })
    }

    /// Runs one level of each wave that is not over. While a map is still raising values, its other waves wait.
    pub(super) fn one_level(&mut self) -> ControlFlow<O::Halt> {
        for w in 0..self.waves.len() {
            let (map, raising) = (self.waves[w].map, self.waves[w].is_raising());
            let waits = !raising && self.waves.iter().any(|other| other.map == map && other.is_raising());
            if self.waves[w].over || waits {
                continue;
            }
            let mut wave = std::mem::take(&mut self.waves[w]);
            self.level(&mut wave)?;
            self.finish_wave(&mut wave)?;
            self.waves[w] = wave;
            self.flee_is_old = true;
        }
        ControlFlow::Continue(())
    }

    /// Raises the mark if a value reaches it.
    pub(super) fn mark(&mut self, map: usize, value: i64) -> ControlFlow<O::Halt> {
        let printed = self.problem.cx.printed(value);
        if printed < self.mark || !self.problem.cx.followed.contains(&map) {
            return ControlFlow::Continue(());
        }
        self.mark = (self.problem.cx.size.area() as i64).max(printed.saturating_mul(2));
        self.on.on(E::Marked { mark: self.mark })
    }

    /// Runs the script lines that are due in this turn.
    fn script(&mut self) -> ControlFlow<O::Halt> {
        while let Some((number, line)) = self.problem.script.get(self.next_line).filter(|l| l.1.turn <= self.turn) {
            self.next_line += 1;
            self.play(*number, line)?;
        }
        ControlFlow::Continue(())
    }

    fn turns(&mut self) -> ControlFlow<O::Halt, End> {
        // Stores the state at turns further and further apart (Brent, 1980). If it occurs again, it is a cycle.
        let (mut before, mut look_at) = (None, 1u64);
        for played in 0.. {
            let moving = self.waves.iter().any(|w| !w.over) || self.somebody_can_move();
            let next = self.problem.script.get(self.next_line).map(|l| l.1.turn);
            self.turn = match next {
                _ if moving => self.turn.saturating_add(1),
                Some(turn) => turn.max(self.turn.saturating_add(1)),
                None => return ControlFlow::Continue(End::Still),
            };
            if played >= self.problem.most_turns {
                return ControlFlow::Continue(End::Turns);
            }
            self.on.on(E::TurnBegan { turn: self.turn })?;
            self.script()?;
            self.one_level()?;
            self.flee()?;
            self.everybody()?;
            if next.is_none() && self.waves.iter().all(|w| w.over) {
                let now: Vec<_> = self.people.iter().map(Prisoner::state).collect();
                if before.as_ref() == Some(&now) && !self.problem.cx.rolls() {
                    return ControlFlow::Continue(End::Circle);
                }
                if before.is_none() || played >= look_at {
                    (before, look_at) = (Some(now), played.max(1) * 2);
                }
            }
        }
        ControlFlow::Continue(End::Turns)
    }
}

/// Applies script lines to the world and starts the resulting waves.
impl<O: Observer<E>> Dungeon<'_, O> {
    pub(super) fn play(&mut self, number: u32, line: &ScriptLine) -> ControlFlow<O::Halt> {
        self.changes += 1;
        let freed = self.unchain(line)?;
        match self.world.apply(line) {
            // A smash that broke chains need not break anything else.
            Err(_) if freed => self.touch(line.at, line.at, number)?,
            Err(why) => self.on.on(E::Failed { verb: line.verb, why, cell: line.at, line: number })?,
            Ok(Change::Tile { at, from, to }) => {
                self.changed(at, (from, to), number)?;
                if freed {
                    self.touch(at, at, number)?;
                }
            }
            Ok(Change::Moved { actor, from, to }) => {
                self.on.on(E::Moved { actor: actor as u32, from, cell: to })?;
                if let Some(p) = self.people.iter_mut().find(|p| p.actor == actor) {
                    (p.map, p.last) = (None, None);
                    p.path.push(to);
                }
                self.touch(from, to, number)?;
            }
            Ok(Change::Removed { actor, at }) => {
                self.on.on(E::Removed { caught: false, actor: actor as u32, cell: at })?;
                self.touch(at, at, number)?;
            }
            // Light has no effect here.
            Ok(Change::Lamp { .. }) => {}
        }
        if freed {
            self.wake_if_reached(line.at)?;
        }
        ControlFlow::Continue(())
    }

    /// Frees the prisoners chained on the cell, if the line is a smash. Returns whether any was freed.
    fn unchain(&mut self, line: &ScriptLine) -> ControlFlow<O::Halt, bool> {
        let mut freed = false;
        for actor in 0..self.world.actors.len() {
            let a = &mut self.world.actors[actor];
            if line.verb == Verb::Smash && a.at == line.at && is_chained(a) && !self.world.gone[actor] {
                a.set_chained(Some(false));
                freed = true;
                self.on.on(E::Freed { actor: actor as u32, cell: line.at })?;
            }
        }
        if freed {
            self.find_sleepers();
        }
        ControlFlow::Continue(freed)
    }

    /// Handles an actor that left one cell and came to another. Chained prisoners are solid, and exits and goals are
    /// sources.
    fn touch(&mut self, from: Cell, to: Cell, line: u32) -> ControlFlow<O::Halt> {
        let (body, size) = (self.ground.body, self.problem.cx.size);
        for cell in [from, to].into_iter().flat_map(|at| body.cells(at, size)) {
            let tile = self.world.tiles[cell];
            self.changed(cell, (tile, tile), line)?;
        }
        if self.turn > 0 {
            for (map, cell, cause) in self.find_sources() {
                self.start(map, cell, cause)?;
            }
            self.wake_if_reached(to)?;
        }
        ControlFlow::Continue(())
    }

    /// Handles a changed tile, or a chained prisoner that came or went. Starts waves if the cell became free or solid,
    /// or if its cost changed.
    pub(super) fn changed(&mut self, cell: Cell, (from, to): (Tile, Tile), line: u32) -> ControlFlow<O::Halt> {
        let was = self.ground.solid[cell];
        let Refreshed { turned, costlier } = self.ground.refresh(&self.world, cell);
        let solid = self.ground.solid[cell];
        if from != to || was != solid {
            self.on.on(E::Changed { from, to, solid, cell, line })?;
        }
        let cause = match (was, solid) {
            (true, false) => Cause::Freed,
            (false, true) => Cause::Closed,
            _ if costlier && !self.ground.shut[cell] => Cause::Cost,
            _ => return ControlFlow::Continue(()),
        };
        for map in 0..self.maps.len() {
            let area = self.maps[map].area;
            let turned: Vec<Cell> = turned.iter().copied().filter(|&c| area.contains(c)).collect();
            if area.contains(cell) || !turned.is_empty() {
                self.set_going(Wave { map, from: cell, turned, cause, ..Wave::default() })?;
            }
        }
        ControlFlow::Continue(())
    }
}

/// Runs a problem to its end.
pub fn play<O: Observer<E>>(problem: &Problem, on: &mut O) -> ControlFlow<O::Halt, Outcome> {
    let mut dungeon = Dungeon::new(problem, on)?;
    dungeon.open()?;
    // Lines of turn 0 run before the table is filled, so they start no waves.
    dungeon.script()?;
    dungeon.fill()?;
    let why = dungeon.turns()?;
    let outcome = dungeon.close()?;
    dungeon.on.on(E::Ended { why, turn: dungeon.turn })?;
    ControlFlow::Continue(outcome)
}

impl<O: Observer<E>> Dungeon<'_, O> {
    /// Begins turn 0 and reports the warnings about the scene.
    pub(super) fn open(&mut self) -> ControlFlow<O::Halt> {
        self.on.on(E::TurnBegan { turn: 0 })?;
        for &(note, cell) in &self.problem.notes {
            self.on.on(E::Noted { note, cell })?;
        }
        ControlFlow::Continue(())
    }

    /// Runs the first ripple of each map.
    pub(super) fn fill(&mut self) -> ControlFlow<O::Halt> {
        self.find_sources();
        self.find_sleepers();
        self.changes = 0;
        for map in 0..self.maps.len() {
            let Map { sources, area, .. } = &self.maps[map];
            let from = sources.first().map_or(area.from, |s| s.0);
            self.start(map, from, Cause::First)?;
        }
        self.flee()
    }

    /// Builds the final outcome.
    pub(super) fn close(&mut self) -> ControlFlow<O::Halt, Outcome> {
        let table = self.table()?;
        let mark = self.final_mark(&table);
        if mark != self.mark {
            self.on.on(E::Marked { mark })?;
        }
        self.outcome(&table, mark)
    }
}
