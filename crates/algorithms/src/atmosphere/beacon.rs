//! The beacon and the ship that comes for it: held for five units of time before it arrives, somebody is saved.

use super::bodies::{Bursting, Death};
use super::event::AirEvent as E;
use super::harm_event::HarmEvent as H;
use super::numbers::HOLD;
use super::run::{Flow, Run};
use super::shots::is_player;
use crate::geometry::Cell;
use crate::observe::Observer;
use crate::scene::ActorKind;
use serde::Serialize;
use std::ops::ControlFlow::Continue;

/// What became of the beacon.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Signal {
    /// The unit of time in which somebody stood at the beacon first.
    pub reached: Option<u32>,
    /// For how many units on end it is held.
    pub held: u32,
    /// The unit of time in which it began to send.
    pub sent: Option<u32>,
    /// The unit of time at whose beginning the ship arrives.
    pub arrival: Option<u32>,
}

/// What comes out besides the air, where there are bloats or a beacon, or bodies have health, or people act.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[expect(missing_docs, reason = "the names say the rest")]
pub struct Fight {
    /// What each actor has left of health, by the scene's numbers; null where it has no health.
    pub health: Vec<Option<u8>>,
    pub deaths: Vec<Death>,
    pub bursts: Vec<Bursting>,
    /// What became of the beacon, where there is one.
    pub beacon: Option<Signal>,
    /// How many players are alive and there at the end.
    pub survivors: u32,
    /// Whether the ship found the beacon and somebody alive; null where it has not arrived.
    pub won: Option<bool>,
}

impl<O: Observer<E>> Run<'_, O> {
    /// The cell of the beacon, while there is one.
    fn beacon_at(&self) -> Option<Cell> {
        let world = &self.state.world;
        let beacon = self.problem.context.beacon? as usize;
        (!world.gone[beacon]).then_some(world.actors[beacon].at)
    }

    /// Somebody who stands at the beacon at the end of a unit of time holds it.
    pub(super) fn hold(&mut self) -> Flow<O> {
        let Some(cell) = self.beacon_at() else {
            self.signal.held = 0;
            return Continue(());
        };
        let world = &self.state.world;
        let holds = |&i: &usize| !world.gone[i] && is_player(world.actors[i].kind) && world.actors[i].at == cell;
        let Some(i) = (0..world.actors.len()).find(holds) else {
            if self.signal.held > 0 && self.signal.sent.is_none() {
                self.observer.on(E::Harm(H::LetGo { cell }))?;
            }
            self.signal.held = 0;
            return Continue(());
        };
        self.signal.reached.get_or_insert(self.turn);
        self.signal.held += 1;
        if self.signal.sent.is_some() {
            return Continue(());
        }
        self.observer.on(E::Harm(H::Held { actor: i as u32, cell, units: self.signal.held }))?;
        if self.signal.held == HOLD {
            self.signal.sent = Some(self.turn);
            self.observer.on(E::Harm(H::Signalled { cell }))?;
        }
        Continue(())
    }

    /// Players who are alive and there.
    fn survivors(&self) -> u32 {
        let world = &self.state.world;
        let here = |&i: &usize| !world.gone[i] && is_player(world.actors[i].kind);
        (0..world.actors.len()).filter(here).count() as u32
    }

    /// Whether the ship arrives, which ends the run.
    pub(super) fn arrive(&mut self) -> Flow<O, bool> {
        if self.problem.arrival != Some(self.turn) {
            return Continue(false);
        }
        let (sent, alive) = (self.signal.sent.is_some(), self.survivors());
        self.won = Some(sent && alive > 0);
        self.observer.on(E::Harm(H::Arrived { sent, alive }))?;
        Continue(true)
    }

    pub(super) fn fight(&self) -> Option<Fight> {
        let actors = self.state.world.actors.iter().zip(&self.bodies.health);
        let has = |kind: ActorKind| self.problem.health && kind.is_body() && kind != ActorKind::Bloat;
        self.problem.told.then(|| Fight {
            health: actors.map(|(actor, &health)| has(actor.kind).then_some(health)).collect(),
            deaths: self.bodies.deaths.clone(),
            bursts: self.bodies.bursts.clone(),
            beacon: self
                .problem
                .context
                .beacon
                .map(|_| Signal { arrival: self.problem.arrival, ..self.signal.clone() }),
            survivors: self.survivors(),
            won: self.won,
        })
    }
}
