//! People who act: enemies hunt whom they see, by the rules of `npc`; survivors shoot at them and go to the beacon.
//!
//! ```text
//! ###########
//! #M··@....*#     M walks to where it last saw @ and strikes on contact. @ shoots while it sees M, or else goes to the
//! ###########     beacon, which must be held for five units of time before the ship arrives.
//! ```

use super::event::AirEvent as E;
use super::harm_event::{Harm, HarmEvent as H};
use super::links::Link;
use super::numbers::STRIKE_TAKES;
use super::run::{Flow, Run};
use super::shots::{is_player, way};
use crate::dijkstra::{FloodEvent, flood};
use crate::movement::Corners;
use crate::npc::{Choice, Obstacle, Wait, Walker};
use crate::root2::Root2;
use crate::shadowcast::{Look, Sight, Variant};
use crate::terrain::{Verb, Walk};
use crate::{ActorKind, Cell, Grid, Observer};
use std::ops::ControlFlow::{self, Break, Continue};

/// Reasons why a flood stops.
enum Halted<H> {
    /// The flood reached the walker.
    There,
    Outside(H),
}

/// An observer of a walker's flood. It stores the settled distances and stops the flood at the walker.
struct Nearing<'a, O> {
    outside: &'a mut O,
    settled: Grid<Option<Root2>>,
    here: Cell,
}

impl<O: Observer<E>> Observer<FloodEvent> for Nearing<'_, O> {
    type Halt = Halted<O::Halt>;

    fn on(&mut self, event: FloodEvent) -> ControlFlow<Halted<O::Halt>> {
        let (event, there) = match event {
            FloodEvent::Reached { cell, from, d } => (H::Neared { cell, from, d }, false),
            FloodEvent::Settled { cell, from, d } | FloodEvent::Bounded { cell, from, d } => {
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
    /// Lets enemies and survivors act, in scene order.
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

    /// Returns the nearest visible actor that is `wanted`; among equals, the first in scene order.
    fn nearest(&self, i: usize, wanted: impl Fn(usize) -> bool) -> Option<usize> {
        let world = &self.state.world;
        let here = world.actors[i].at;
        let mut sight = Sight::default();
        sight.look(&world.tiles, &Look::new(Variant::Recursive, here));
        let is_visible = |&k: &usize| !world.gone[k] && k != i && wanted(k) && sight.sees(world.actors[k].at);
        (0..world.actors.len()).filter(is_visible).min_by_key(|&k| {
            let (dx, dy) = here.delta(world.actors[k].at);
            dx * dx + dy * dy
        })
    }

    /// Moves an enemy toward the player it sees, or toward where it last saw one.
    fn hunt(&mut self, i: usize) -> Flow<O> {
        let (actor, here) = (i as u32, self.state.world.actors[i].at);
        if let Some(k) = self.nearest(i, |k| is_player(self.state.world.actors[k].kind)) {
            let cell = self.state.world.actors[k].at;
            let cause = self.bodies.came[k];
            let spotted = self.report_cause(E::Harm(H::Spotted { actor, whom: k as u32, cell, cause }))?;
            self.seen[i] = Some((cell, spotted));
        }
        match self.seen[i] {
            None => self.stay(i, Wait::NeverSeen),
            Some((cell, _)) if cell == here => self.stay(i, Wait::Empty),
            Some((cell, cause)) => self.walk(i, cell, cause),
        }
    }

    /// Lets a survivor shoot at an enemy in sight if the bullet can hit. Otherwise it goes to the beacon and stays
    /// there.
    fn survive(&mut self, i: usize) -> Flow<O> {
        let here = self.state.world.actors[i].at;
        if let Some(k) = self.nearest(i, |k| self.is_enemy(k)) {
            let cell = self.state.world.actors[k].at;
            let target = self.first_hit(&way(here, cell)).and_then(|(_, actor)| actor);
            if target.is_some_and(|actor| self.is_foe(actor as usize)) {
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

    /// Makes an actor shoot at another.
    fn fire(&mut self, i: usize, k: usize, cause: Link) -> Flow<O> {
        let (from, cell) = (self.state.world.actors[i].at, self.state.world.actors[k].at);
        let aimed = self.report_cause(E::Harm(H::Aimed { actor: i as u32, whom: k as u32, cell, cause }))?;
        let broken = self.shoot(from, cell, &way(from, cell), aimed)?;
        self.opened(cell, "bullet", broken)
    }

    /// Takes a step toward a cell by the rules of `npc`: down a Dijkstra map from there, over the current tiles.
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
        let next_step = walker.descend(
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
        match next_step {
            Ok(to) => self.enter(i, to, cause),
            Err(why) => self.stay(i, why),
        }
    }

    /// Enters a neighbouring cell. The actor attacks a foe there, waits for any other body, or opens a door.
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
            let hit = self.report_cause(E::Harm(H::Hit { actor, whom: k as u32, cell: to, cause }))?;
            return self.harm(k, Harm::Strike, STRIKE_TAKES, hit);
        }
        let tile = self.state.world.tiles[to];
        match tile.info().walk {
            Walk::WithKey => self.stay(i, Wait::Locked),
            Walk::Opens => {
                let Some(open) = tile.after(Verb::Open) else { return self.stay(i, Wait::Bumped) };
                let pushed = self.report_cause(E::Harm(H::Pushed { actor, cell: to, cause }))?;
                self.state.world.tiles[to] = open;
                self.changed(to, tile, open, pushed)?;
                self.opened(to, "open", vec![to])
            }
            _ if !there.is_empty() => self.stay(i, Wait::Blocked),
            _ => {
                self.state.world.actors[i].at = to;
                self.bodies.came[i] = self.report_cause(E::Harm(H::Walked { actor, from, to, cause }))?;
                Continue(())
            }
        }
    }
}
