//! The prisoners: they sleep until a ripple writes their cell, walk downhill, and leave or go on into the next room.

use super::event::{FAR, FlowEvent as E, Stay, Verdict};
use super::problem::is_body;
use super::rules::Walk;
use super::run::Dungeon;
use crate::movement::Refusal;
use crate::{Actor, ActorKind, Cell, Dir, Observer};
use std::ops::ControlFlow;

#[derive(Clone, Debug, Default)]
pub(super) struct Prisoner {
    pub actor: usize,
    pub woke: Option<u32>,
    /// The map that it follows. `None` until it has walked: then the map with the smallest value counts.
    pub map: Option<usize>,
    pub last: Option<Dir>,
    pub path: Vec<Cell>,
    pub left: Option<u32>,
    /// Length of its paths by the rooms' maps and by the map of the whole when it set out, if measured.
    pub ways: Option<Ways>,
}

/// Number of steps out of the dungeon if nothing changes; `None` if there is no path or it is a cycle.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct Ways {
    /// By the map of each room, from exit to exit.
    pub each: Option<u32>,
    /// By the map of the whole.
    pub whole: Option<u32>,
}

impl Prisoner {
    /// Returns everything that its further path depends on.
    pub(super) fn state(&self) -> (Option<Cell>, Option<usize>, Option<Dir>, bool, bool) {
        (self.path.last().copied(), self.map, self.last, self.woke.is_some(), self.left.is_some())
    }
}

enum Move {
    Out,
    Step { to: Cell, dir: Dir, map: usize, crossed: bool },
    Stay(Stay),
}

impl<O: Observer<E>> Dungeon<'_, O> {
    fn at(&self, person: usize) -> Cell {
        self.world.actors[self.people[person].actor].at
    }

    fn is_free(&self, person: usize) -> bool {
        let actor = self.people[person].actor;
        !self.world.gone[actor] && self.world.actors[actor].chained() != Some(true)
    }

    fn sleeps(&self, person: usize) -> bool {
        self.people[person].woke.is_none() && self.is_free(person)
    }

    pub(super) fn find_sleepers(&mut self) {
        self.sleepers.as_mut_slice().fill(false);
        for person in 0..self.people.len() {
            if self.sleeps(person) {
                let at = self.at(person);
                self.sleepers[at] = true;
            }
        }
    }

    /// Wakes the prisoners asleep on a cell that a followed map has reached.
    pub(super) fn wake(&mut self, map: usize, cell: Cell) -> ControlFlow<O::Halt> {
        if !self.sleepers[cell] || !self.problem.cx.followed.contains(&map) {
            return ControlFlow::Continue(());
        }
        let value = self.maps[map].value(cell);
        self.sleepers[cell] = false;
        for person in 0..self.people.len() {
            if self.sleeps(person) && self.at(person) == cell {
                self.people[person].woke = Some(self.turn);
                let actor = self.people[person].actor as u32;
                self.on.on(E::Woke { map: self.id(map), actor, cell, value, turn: self.turn })?;
            }
        }
        ControlFlow::Continue(())
    }

    /// Wakes prisoners that were freed on a reached cell or moved to one.
    pub(super) fn wake_if_reached(&mut self, cell: Cell) -> ControlFlow<O::Halt> {
        self.find_sleepers();
        match self.problem.cx.followed.clone().find(|&m| self.maps[m].value(cell) != FAR) {
            Some(map) => self.wake(map, cell),
            None => ControlFlow::Continue(()),
        }
    }

    /// Returns the map that a prisoner follows: its own, or else the one with the smallest value at its cell.
    fn map_of(&self, person: usize) -> usize {
        let at = self.at(person);
        let best = || self.problem.cx.followed.clone().min_by_key(|&m| self.maps[m].value(at));
        self.people[person].map.or_else(best).unwrap_or(0)
    }

    /// Returns the value that a prisoner follows downhill: the distance in its map, the map to flee by, or the distance
    /// without walls.
    fn height(&self, map: usize, cell: Cell) -> i64 {
        let flee = || self.flee.get(self.problem.cx.size.index(cell)).copied();
        match self.problem.cx.walk {
            _ if self.problem.cx.flee.is_some() => flee().unwrap_or(FAR),
            Walk::TowardExit => self.without_walls(map, cell),
            _ => self.maps[map].value(cell),
        }
    }

    /// Returns whether another actor blocks a prisoner at a cell.
    pub(super) fn is_occupied(&self, actor: usize, cell: Cell) -> bool {
        let body = self.ground.body;
        let meets = |a: &Actor| match a.kind {
            ActorKind::Prisoner => body.meets(cell, a.at),
            kind => is_body(kind) && body.covers(cell, a.at),
        };
        let others = self.world.actors.iter().zip(&self.world.gone).enumerate().filter(|(i, _)| *i != actor);
        others.map(|(_, other)| other).any(|(a, gone)| !gone && meets(a))
    }

    /// Returns the exit of the followed map that a prisoner is on, if its cell is a lowest place of the map.
    fn exit(&self, map: usize, at: Cell) -> Option<Cell> {
        let actors = &self.world.actors;
        let exit = |&i: &usize| {
            let stands = actors[i].kind == ActorKind::Exit && self.ground.body.covers(at, actors[i].at);
            stands && self.problem.serves(i, &self.world, map)
        };
        let lowest = self.maps[map].source(&self.ground, at) == Some(self.maps[map].value(at));
        (self.problem.cx.flee.is_none() && lowest).then(|| (0..actors.len()).find(exit).map(|i| actors[i].at))?
    }

    /// Returns the cells around a prisoner in the order they are tried, each with its value and verdict.
    fn around(&self, actor: usize, map: usize, at: Cell) -> Vec<(Dir, Cell, i64, Verdict)> {
        let area = self.maps[map].area;
        let own = self.height(map, at);
        let look = |&dir: &Dir| match self.ground.step(at, dir, area) {
            Err((cell, Refusal::Corner)) => Some((dir, cell?, FAR, Verdict::Corner)),
            Err((cell, Refusal::Narrow)) => Some((dir, cell?, FAR, Verdict::Narrow)),
            Err((cell, _)) => Some((dir, cell?, FAR, Verdict::Solid)),
            Ok(cell) => match self.height(map, cell) {
                FAR => Some((dir, cell, FAR, Verdict::NotReached)),
                value if value >= own => Some((dir, cell, value, Verdict::NotLower)),
                value => Some((dir, cell, value, Verdict::Lower)),
            },
        };
        let mut all: Vec<_> = self.ground.dirs().iter().filter_map(look).collect();
        let lowest = all.iter().filter(|n| n.3 == Verdict::Lower).map(|n| n.2).min();
        for n in &mut all {
            if n.3 == Verdict::Lower && Some(n.2) > lowest {
                n.3 = Verdict::NotLowest;
            } else if n.3 == Verdict::Lower && self.is_occupied(actor, n.1) {
                n.3 = Verdict::Occupied;
            }
        }
        all
    }

    /// Returns the move of a prisoner on an exit: out, or on into the next room in the same direction.
    fn beyond(&self, person: usize, map: usize, at: Cell, exit: Cell) -> Move {
        let Prisoner { actor, last, .. } = self.people[person];
        self.past(last, map, at, exit, |cell| self.is_occupied(actor, cell))
    }

    /// Like [`beyond`](Self::beyond), but for any direction of arrival and any test for occupied cells.
    fn past(&self, last: Option<Dir>, map: usize, at: Cell, exit: Cell, taken: impl Fn(Cell) -> bool) -> Move {
        let Some(dir) = last else { return Move::Stay(Stay::NoDirection) };
        if self.problem.is_way_out(map, exit) {
            return Move::Out;
        }
        let Some(to) = at.step(dir, self.problem.cx.size) else { return Move::Stay(Stay::Blocked) };
        let holds = |m: &usize| self.maps[*m].area.contains(to);
        let next = |m: &usize| *m != map && holds(m) && self.maps[*m].area.contains(at);
        let room = self.rooms().find(next).or_else(|| Some(map).filter(holds));
        // The last map covers the whole dungeon.
        let whole = self.maps[self.maps.len() - 1].area;
        let corner = dir.is_diagonal() && self.ground.step(at, dir, whole).is_err();
        let open = !self.ground.shut[to] && !corner && !taken(to);
        let step = |map| Move::Step { to, dir, map, crossed: true };
        room.filter(|_| open).map_or(Move::Stay(Stay::Blocked), step)
    }

    pub(super) fn somebody_can_move(&self) -> bool {
        let awake = |&person: &usize| self.people[person].woke.is_some() && self.is_free(person);
        (0..self.people.len()).filter(awake).any(|person| {
            let (map, at) = (self.map_of(person), self.at(person));
            if let Some(exit) = self.exit(map, at) {
                return !matches!(self.beyond(person, map, at, exit), Move::Stay(_));
            }
            self.neighbours(person, map, at).iter().any(|n| matches!(n.3, Verdict::Lower | Verdict::Ruled))
        })
    }

    /// Moves all awake prisoners, smallest distance first. Each sees the moves before its own.
    pub(super) fn everybody(&mut self) -> ControlFlow<O::Halt> {
        let acts = |&p: &usize| self.is_free(p) && self.people[p].woke.is_some_and(|turn| turn < self.turn);
        let mut order: Vec<_> = (0..self.people.len()).filter(acts).collect();
        order.sort_by_key(|&p| self.height(self.map_of(p), self.at(p)));
        for person in order {
            self.act(person)?;
        }
        ControlFlow::Continue(())
    }

    fn act(&mut self, person: usize) -> ControlFlow<O::Halt> {
        let (map, at) = (self.map_of(person), self.at(person));
        let place = self.people[person].actor;
        let (actor, value) = (place as u32, self.height(map, at));
        if self.compares && self.people[person].ways.is_none() {
            self.people[person].ways = Some(self.ways(at));
        }
        self.on.on(E::ActorBegan { map: self.id(map), actor, cell: at, value })?;
        let choice = match self.exit(map, at) {
            Some(exit) => self.beyond(person, map, at, exit),
            None => self.choose(person, map, at)?,
        };
        match choice {
            Move::Stay(why) => self.on.on(E::Waited { why, actor, cell: at }),
            Move::Out => {
                self.world.gone[place] = true;
                self.people[person].left = Some(self.turn);
                let steps = self.people[person].path.len() as u32 - 1;
                self.on.on(E::Left { actor, cell: at, turn: self.turn, steps })
            }
            Move::Step { to, dir, map, crossed } => {
                self.world.actors[place].at = to;
                let p = &mut self.people[person];
                (p.last, p.map) = (Some(dir), Some(map));
                p.path.push(to);
                let value = self.height(map, to);
                self.on.on(E::Stepped { crossed, map: self.id(map), actor, from: at, cell: to, value })
            }
        }
    }

    /// Returns the lengths of the paths out from a cell if nothing changes.
    fn ways(&self, at: Cell) -> Ways {
        let from = |maps: std::ops::Range<usize>| {
            let map = maps.min_by_key(|&m| self.maps[m].value(at))?;
            self.steps_out(map, at)
        };
        let whole = self.maps.len() - 1;
        Ways {
            each: if self.problem.has_maps_of_rooms() { from(self.rooms()) } else { None },
            whole: from(whole..whole + 1),
        }
    }

    /// Walks down a map from a cell, through exits into other rooms, and counts the steps.
    fn steps_out(&self, mut map: usize, mut at: Cell) -> Option<u32> {
        let mut last = None;
        let cells: usize = self.maps.iter().map(|map| map.area.cells()).sum();
        // A longer path has been on the same cell in the same direction before.
        for steps in 0..4 * cells as u32 {
            if let Some(exit) = self.exit(map, at) {
                match self.past(last, map, at, exit, |_| false) {
                    Move::Out => return Some(steps),
                    Move::Step { to, map: next, .. } => (map, at) = (next, to),
                    Move::Stay(_) => return None,
                }
                continue;
            }
            let own = self.maps[map].value(at);
            let step = |&dir: &Dir| Some((dir, self.ground.step(at, dir, self.maps[map].area).ok()?));
            let around = self.ground.dirs().iter().filter_map(step);
            let (dir, to) = around.min_by_key(|&(_, to)| self.maps[map].value(to))?;
            if self.maps[map].value(to) >= own {
                return None;
            }
            (at, last) = (to, Some(dir));
        }
        None
    }

    /// Returns the neighbours of a prisoner with their verdicts: by the map, or by its rule.
    fn neighbours(&self, person: usize, map: usize, at: Cell) -> Vec<(Dir, Cell, i64, Verdict)> {
        if self.problem.cx.walk.has_heading() {
            self.by_rule(person, map, at)
        } else {
            self.around(self.people[person].actor, map, at)
        }
    }

    /// Chooses the first free neighbour with the lowest value below the prisoner's own, or the one that the rule takes.
    /// With dice, any of the equal ones.
    fn choose(&mut self, person: usize, map: usize, at: Cell) -> ControlFlow<O::Halt, Move> {
        let (actor, around) = (self.people[person].actor as u32, self.neighbours(person, map, at));
        let ruled = self.problem.cx.walk.has_heading();
        for &(dir, cell, value, verdict) in &around {
            self.on.on(E::Weighed { verdict, from: dir.opposite(), actor, cell, value })?;
        }
        let free: Vec<_> = around.iter().filter(|n| matches!(n.3, Verdict::Lower | Verdict::Ruled)).collect();
        let Some(&first) = free.first() else {
            let any_occupied = around.iter().any(|n| n.3 == Verdict::Occupied);
            let why = match (ruled, any_occupied) {
                (true, _) => Stay::ShutIn,
                (_, true) => Stay::Taken,
                _ => Stay::NoneLower,
            };
            return ControlFlow::Continue(Move::Stay(why));
        };
        let mut next_cell = first;
        let mut roll = 0.0;
        let dice = self.problem.cx.rolls();
        if dice && free.len() > 1 {
            roll = self.dice.unit();
            next_cell = free[((roll * free.len() as f64) as usize).min(free.len() - 1)];
        }
        let &(dir, to, ..) = next_cell;
        if free.len() > 1 {
            self.on.on(E::Tied { n: free.len() as u8, dice, ruled, from: dir.opposite(), actor, cell: to, roll })?;
        }
        ControlFlow::Continue(Move::Step { to, dir, map, crossed: false })
    }
}
