//! People who act: enemies hunt whom they see, by the rule of `npc`, and survivors shoot at them and make for the beacon.
//!
//! ```text
//! ###########
//! #M··@....*#     M walks where it saw @ last, and strikes when it is there; @ shoots while it sees M, else it goes to
//! ###########     the beacon, which has to be held for five units of time before the ship arrives
//! ```

use super::event::AirEvent as E;
use super::harm_event::{Harm, HarmEvent as H};
use super::links::Link;
use super::numbers::STRIKE_TAKES;
use super::run::{Flow, Run};
use super::shots::{is_player, way};
use crate::dijkstra::{Flood, flood};
use crate::geometry::Cell;
use crate::grid::Grid;
use crate::movement::Corners;
use crate::npc::{Choice, Obstacle, Wait, Walker};
use crate::observe::Observer;
use crate::root2::Root2;
use crate::scene::ActorKind;
use crate::shadowcast::{Look, Sight, Variant};
use crate::terrain::{Verb, Walk};
use std::ops::ControlFlow::{self, Break, Continue};

/// Why a flood stops.
enum Halted<H> {
    /// It came to the walker.
    There,
    Outside(H),
}

/// A flood as a walker sees it: what is settled is kept, and it stops where the walker is.
struct Nearing<'a, O> {
    outside: &'a mut O,
    settled: Grid<Option<Root2>>,
    here: Cell,
}

impl<O: Observer<E>> Observer<Flood> for Nearing<'_, O> {
    type Halt = Halted<O::Halt>;

    fn on(&mut self, event: Flood) -> ControlFlow<Halted<O::Halt>> {
        let (event, there) = match event {
            Flood::Reached { cell, from, d } => (H::Neared { cell, from, d }, false),
            Flood::Settled { cell, from, d } | Flood::Bounded { cell, from, d } => {
                self.settled[cell] = Some(d);
                (H::Settled { cell, from, d }, cell == self.here)
            }
        };
        self.outside.on(E::Harm(event)).map_break(Halted::Outside)?;
        if there { Break(Halted::There) } else { Continue(()) }
    }

    fn goes_on(&mut self) -> ControlFlow<Halted<O::Halt>> {
        self.outside.goes_on().map_break(Halted::Outside)
    }
}

impl<O: Observer<E>> Run<'_, O> {
    /// Enemies and survivors act, in the scene's order.
    pub(super) fn people(&mut self) -> Flow<O> {
        if !self.problem.people {
            return Continue(());
        }
        let world = &self.state.world;
        let acts = |&i: &usize| !world.gone[i] && (self.is_enemy(i) || is_player(world.actors[i].kind));
        let all: Vec<usize> = (0..world.actors.len()).filter(acts).collect();
        if all.is_empty() {
            return Continue(());
        }
        self.observer.on(E::Harm(H::PeopleBegan { people: all.len() as u32 }))?;
        for i in all {
            if self.state.world.gone[i] {
                continue;
            }
            let (kind, cell) = (self.state.world.actors[i].kind, self.state.world.actors[i].at);
            self.observer.on(E::Harm(H::PersonBegan { actor: i as u32, cell }))?;
            if is_player(kind) { self.survive(i)? } else { self.hunt(i)? }
        }
        Continue(())
    }

    /// The nearest of some kind whom somebody sees, of equals the first in the scene's order.
    fn nearest(&self, i: usize, wanted: impl Fn(usize) -> bool) -> Option<usize> {
        let world = &self.state.world;
        let here = world.actors[i].at;
        let mut sight = Sight::default();
        sight.look(&world.tiles, &Look::new(Variant::Recursive, here));
        let seen = |&k: &usize| !world.gone[k] && k != i && wanted(k) && sight.sees(world.actors[k].at);
        (0..world.actors.len()).filter(seen).min_by_key(|&k| {
            let (dx, dy) = here.delta(world.actors[k].at);
            dx * dx + dy * dy
        })
    }

    /// An enemy goes to whom it sees, or to where it saw somebody last.
    fn hunt(&mut self, i: usize) -> Flow<O> {
        let (actor, here) = (i as u32, self.state.world.actors[i].at);
        if let Some(k) = self.nearest(i, |k| is_player(self.state.world.actors[k].kind)) {
            let cell = self.state.world.actors[k].at;
            let cause = self.bodies.came[k];
            let spotted = self.tell(E::Harm(H::Spotted { actor, whom: k as u32, cell, cause }))?;
            self.seen[i] = Some((cell, spotted));
        }
        match self.seen[i] {
            None => self.stay(i, Wait::NeverSeen),
            Some((cell, _)) if cell == here => self.stay(i, Wait::Empty),
            Some((cell, cause)) => self.walk(i, cell, cause),
        }
    }

    /// A survivor shoots at an enemy in sight, if the bullet gets there; else it goes to the beacon and stays there.
    fn survive(&mut self, i: usize) -> Flow<O> {
        let here = self.state.world.actors[i].at;
        if let Some(k) = self.nearest(i, |k| self.is_enemy(k)) {
            let cell = self.state.world.actors[k].at;
            let met = self.first_met(&way(here, cell)).and_then(|(_, somebody)| somebody);
            if met.is_some_and(|met| self.is_foe(met as usize)) {
                let cause = self.bodies.came[k];
                return self.fire(i, k, cause);
            }
        }
        let world = &self.state.world;
        let Some(beacon) = self.problem.context.beacon.filter(|&b| !world.gone[b as usize]) else {
            return self.stay(i, Wait::Nowhere);
        };
        let place = world.actors[beacon as usize].at;
        if place == here {
            return self.stay(i, Wait::Holds);
        }
        let cause = self.observer.root();
        self.walk(i, place, cause)
    }

    fn is_enemy(&self, i: usize) -> bool {
        let actor = &self.state.world.actors[i];
        actor.kind == ActorKind::Enemy && actor.hostile() != Some(false)
    }

    fn is_foe(&self, i: usize) -> bool {
        self.is_enemy(i) || self.state.world.actors[i].kind == ActorKind::Bloat
    }

    fn stay(&mut self, i: usize, why: Wait) -> Flow<O> {
        let cell = self.state.world.actors[i].at;
        self.observer.on(E::Harm(H::Stayed { actor: i as u32, cell, why }))
    }

    /// Somebody shoots at another.
    fn fire(&mut self, i: usize, k: usize, cause: Link) -> Flow<O> {
        let (from, cell) = (self.state.world.actors[i].at, self.state.world.actors[k].at);
        let aimed = self.tell(E::Harm(H::Aimed { actor: i as u32, whom: k as u32, cell, cause }))?;
        let broken = self.shoot(from, cell, &way(from, cell), aimed)?;
        self.opened(cell, "bullet", broken)
    }

    /// A step toward a place by the rule of `npc`: down a Dijkstra map from there, over the ground as it is.
    fn walk(&mut self, i: usize, place: Cell, cause: Link) -> Flow<O> {
        let (size, here) = (self.state.size(), self.state.world.actors[i].at);
        let tiles = &self.state.world.tiles;
        let walker = Walker { here, size, corners: Corners::Always, known: |cell| Some(tiles[cell]) };
        let observer = &mut self.observer;
        let settled = Grid::within(size, None, &mut || observer.goes_on())?;
        let way = |from, dir| walker.way(from, dir).ok();
        let mut nearing = Nearing { outside: observer, settled, here };
        let flow = flood(size, [place], None, way, &mut nearing);
        let Nearing { outside: observer, settled, .. } = nearing;
        let came = match flow {
            Break(Halted::Outside(halt)) => return Break(halt),
            Break(Halted::There) => true,
            Continue(_) => false,
        };
        let chosen = walker.descend(
            |cell| settled[cell],
            &mut self.dice,
            |choice| {
                observer.on(E::Harm(match choice {
                    Choice::Weighed { cell, from, d } => H::Compared { cell, from, d },
                    Choice::Refused { cell, from, why: Obstacle::Unreached } if came => {
                        H::Avoided { cell, from, why: Obstacle::Farther }
                    }
                    Choice::Refused { cell, from, why } => H::Avoided { cell, from, why },
                    Choice::Rolled { cell, from, n, roll } => H::Rolled { cell, from, n, roll: roll as f32 },
                }))
            },
        )?;
        match chosen {
            Ok(to) => self.enter(i, to, cause),
            Err(why) => self.stay(i, why),
        }
    }

    /// Somebody goes to a neighbouring cell: it strikes or shoots whom it fights there, waits for others, opens a door.
    fn enter(&mut self, i: usize, to: Cell, cause: Link) -> Flow<O> {
        let (actor, from) = (i as u32, self.state.world.actors[i].at);
        let plays = |k: usize| is_player(self.state.world.actors[k].kind);
        let mine = plays(i);
        let there = self.bodies_at(to);
        let fights = |&&k: &&usize| if mine { self.is_foe(k) } else { plays(k) };
        if let Some(&k) = there.iter().find(fights) {
            if mine {
                return self.fire(i, k, cause);
            }
            let hit = self.tell(E::Harm(H::Hit { actor, whom: k as u32, cell: to, cause }))?;
            return self.harm(k, Harm::Strike, STRIKE_TAKES, hit);
        }
        let tile = self.state.world.tiles[to];
        match tile.info().walk {
            Walk::WithKey => self.stay(i, Wait::Locked),
            Walk::Opens => {
                let Some(open) = tile.after(Verb::Open) else { return self.stay(i, Wait::Bumped) };
                let pushed = self.tell(E::Harm(H::Pushed { actor, cell: to, cause }))?;
                self.state.world.tiles[to] = open;
                self.changed(to, tile, open, pushed)?;
                self.opened(to, "open", vec![to])
            }
            _ if !there.is_empty() => self.stay(i, Wait::Blocked),
            _ => {
                self.state.world.actors[i].at = to;
                self.bodies.came[i] = self.tell(E::Harm(H::Walked { actor, from, to, cause }))?;
                Continue(())
            }
        }
    }
}
