//! Bodies: health lost to blasts, bullets, flames and missing air; bursting bloats; and causes of death.
//!
//! ```text
//! ..2..        A blast takes 4 up to one cell away and 2 up to three cells. The blast of a bloat reaches two
//! .242.        cells, as drawn. Bloats in it burst one unit later. Walls hold it back. A body has 4 health.
//! 24o42
//! .242.
//! ..2..
//! ```

use super::air::State;
use super::event::AirEvent as E;
use super::harm_event::{Harm, HarmEvent as H};
use super::links::{Link, Step};
use super::numbers::{HEALTH, SMALL, UNIT_TAKES, blast_takes};
use super::run::{Flow, Run};
use super::shots::line;
use crate::root2::Root2;
use crate::{ActorKind, Cell, Dir, Grid, Observer, Size};
use serde::Serialize;
use std::ops::ControlFlow::Continue;

/// A death.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[expect(missing_docs, reason = "the names say the rest")]
pub struct Death {
    pub turn: u32,
    /// Name of the actor, such as `enemy 2`.
    pub who: String,
    /// Index of the actor in the scene, from 0.
    pub actor: usize,
    pub at: Cell,
    /// Cause of death: `blast`, `flames`, `bullet`, `strike` or `air`; `void` if it was lost.
    pub by: &'static str,
    /// Number of the event that reports the death, from 1.
    pub event: u32,
    /// The events that caused it, nearest first.
    pub causes: Vec<Step>,
}

/// The burst of a bloat.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[expect(missing_docs, reason = "the names say the rest")]
pub struct Bursting {
    pub turn: u32,
    /// Index of the bloat in the scene, from 0.
    pub actor: usize,
    pub at: Cell,
    /// Number of the event that reports the burst, from 1.
    pub event: u32,
    /// The events that caused it, nearest first.
    pub causes: Vec<Step>,
}

/// Current state of the bodies.
#[derive(Debug)]
pub(super) struct Bodies {
    /// Remaining health of each actor.
    pub(super) health: Vec<u8>,
    /// The bloats that burst in the next unit, in the order blasts reached them.
    swollen: Vec<(usize, Link)>,
    /// The event that brought each actor to its current cell.
    pub(super) came: Vec<Link>,
    /// For each cell, the event that made it vent, and the event that last took its air.
    pub(super) vents: Grid<Link>,
    pub(super) thinned: Grid<Link>,
    pub(super) deaths: Vec<Death>,
    pub(super) bursts: Vec<Bursting>,
}

impl Bodies {
    pub(super) fn new(actors: usize, size: Size, root: Link) -> Self {
        let all = Grid::new(size, root);
        Self {
            health: vec![HEALTH; actors],
            swollen: Vec::new(),
            came: vec![root; actors],
            vents: all.clone(),
            thinned: all,
            deaths: Vec::new(),
            bursts: Vec::new(),
        }
    }

    /// Records which hole each newly venting cell loses its air through: the last one on the path out.
    pub(super) fn blame(&mut self, state: &State, before: &Grid<Option<Root2>>, holes: &[(Cell, Link)]) {
        let Some(&(_, first)) = holes.first() else { return };
        // Cells are sorted nearest to the vacuum first, so the next cell on the path out is already known.
        for &cell in state.venting.iter().filter(|&&cell| before[cell].is_none()) {
            let next = |dir: &Dir| {
                let to = cell.step(*dir, state.size())?;
                let there = state.vents[to].filter(|_| before[to].is_none())?;
                (Some(there + Root2::step(*dir)) == state.vents[cell]).then_some(to)
            };
            let onward = Dir::ALL.iter().find_map(next).map(|to| self.vents[to]);
            let own = holes.iter().find(|hole| hole.0 == cell).map(|hole| hole.1);
            self.vents[cell] = onward.or(own).unwrap_or(first);
        }
    }
}

impl<O: Observer<E>> Run<'_, O> {
    /// Reports an event that can be the cause of later events.
    pub(super) fn report_cause(&mut self, event: E) -> Flow<O, Link> {
        self.observer.report_cause(event, &self.problem.context)
    }

    /// Returns the actors with a body on a cell, in scene order.
    pub(super) fn bodies_at(&self, cell: Cell) -> Vec<usize> {
        let world = &self.state.world;
        let there = |&i: &usize| !world.gone[i] && world.actors[i].at == cell && world.actors[i].kind.is_body();
        (0..world.actors.len()).filter(there).collect()
    }

    /// Applies a bullet, flames or a strike to an actor. A bloat bursts at once; other bodies lose health.
    pub(super) fn harm(&mut self, i: usize, by: Harm, takes: u8, cause: Link) -> Flow<O> {
        let (kind, gone) = (self.state.world.actors[i].kind, self.state.world.gone[i]);
        match kind {
            _ if gone => Continue(()),
            ActorKind::Bloat => self.burst(i, cause),
            kind if kind.is_body() => self.hurt(i, by, takes, cause),
            _ => Continue(()),
        }
    }

    /// Takes health from an actor, which dies if none is left.
    fn hurt(&mut self, i: usize, by: Harm, takes: u8, cause: Link) -> Flow<O> {
        if !self.problem.health {
            return Continue(());
        }
        let (actor, cell) = (i as u32, self.state.world.actors[i].at);
        let took = takes.min(self.bodies.health[i]);
        self.bodies.health[i] -= took;
        let left = self.bodies.health[i];
        self.state.world.gone[i] = left == 0;
        let hurt = self.report_cause(E::Harm(H::Hurt { actor, cell, by, took, left, cause }))?;
        if left == 0 {
            let died = self.report_cause(E::Harm(H::Died { actor, cell, by, cause: hurt }))?;
            self.bury(i, by, died);
        }
        Continue(())
    }

    /// Records a death and its cause.
    pub(super) fn bury(&mut self, i: usize, by: Harm, died: Link) {
        self.bodies.health[i] = 0;
        self.bodies.deaths.push(Death {
            turn: self.turn,
            who: self.problem.context.name(i as u32).to_owned(),
            actor: i,
            at: self.state.world.actors[i].at,
            by: by.word(),
            event: died.number(),
            causes: self.observer.chain(died),
        });
    }

    /// Makes a bloat burst.
    fn burst(&mut self, i: usize, cause: Link) -> Flow<O> {
        let cell = self.state.world.actors[i].at;
        self.state.world.gone[i] = true;
        let burst = self.report_cause(E::Harm(H::Burst { actor: i as u32, cell, cause }))?;
        let event = burst.number();
        let causes = self.observer.chain(burst);
        self.bodies.bursts.push(Bursting { turn: self.turn, actor: i, at: cell, event, causes });
        let broken = self.explode(cell, SMALL, burst)?;
        self.opened(cell, "burst", broken)
    }

    /// Bursts the bloats that blasts reached in the previous unit, or in the script lines before the first unit.
    pub(super) fn burst_all(&mut self) -> Flow<O> {
        let gone = &self.state.world.gone;
        self.bodies.swollen.retain(|&(i, _)| !gone[i]);
        // Bloats reached by these blasts are appended after this count and burst in the next unit.
        let ready = self.bodies.swollen.len();
        if ready == 0 {
            return Continue(());
        }
        self.observer.on(E::Harm(H::BurstsBegan { bloats: ready as u32 }))?;
        for k in 0..ready {
            let (i, cause) = self.bodies.swollen[k];
            self.burst(i, cause)?;
        }
        self.bodies.swollen.drain(..ready);
        Continue(())
    }

    /// Applies a blast to every body within its reach that no solid shields, in scene order.
    pub(super) fn blast(&mut self, centre: Cell, reach: u8, cause: Link) -> Flow<O> {
        for i in 0..self.state.world.actors.len() {
            let (kind, at) = (self.state.world.actors[i].kind, self.state.world.actors[i].at);
            let (dx, dy) = centre.delta(at);
            let takes = blast_takes(dx * dx + dy * dy, reach);
            let shielded = || line(centre, at).any(|cell| cell != at && self.state.solid(cell));
            if takes == 0 || self.state.world.gone[i] || !kind.is_body() || shielded() {
                continue;
            }
            if kind != ActorKind::Bloat {
                self.hurt(i, Harm::Blast, takes, cause)?;
            } else if self.bodies.swollen.iter().all(|&(bloat, _)| bloat != i) {
                let swelled = self.report_cause(E::Harm(H::Swelled { actor: i as u32, cell: at, cause }))?;
                self.bodies.swollen.push((i, swelled));
            }
        }
        Continue(())
    }

    /// Takes health from each body in a cell without air.
    pub(super) fn choke(&mut self) -> Flow<O> {
        if !self.problem.health {
            return Continue(());
        }
        for i in 0..self.state.world.actors.len() {
            let at = self.state.world.actors[i].at;
            let breathes = self.state.air[at] > 0 || self.state.world.actors[i].kind == ActorKind::Bloat;
            if self.state.world.gone[i] || breathes || !self.state.world.actors[i].kind.is_body() {
                continue;
            }
            // The event that took the air, or the event that brought the actor to a cell that never had any.
            let thinned = self.bodies.thinned[at];
            let cause = if thinned == self.observer.root() { self.bodies.came[i] } else { thinned };
            self.hurt(i, Harm::Air, UNIT_TAKES, cause)?;
        }
        Continue(())
    }
}
