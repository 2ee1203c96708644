//! The beacon and the ship. If the beacon was held for five units of time before the ship arrives, the survivors are
//! saved.

use super::bodies::{Bursting, Death};
use super::event::AirEvent as E;
use super::harm_event::HarmEvent as H;
use super::numbers::HOLD;
use super::run::{Flow, Run};
use super::shots::is_player;
use crate::{ActorKind, Cell, Observer};
use serde::Serialize;
use std::ops::ControlFlow::Continue;

/// State of the beacon.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Signal {
    /// The unit of time in which a player first reached the beacon.
    pub reached: Option<u32>,
    /// Number of units in a row for which it has been held.
    pub held: u32,
    /// The unit of time in which it began to send.
    pub sent: Option<u32>,
    /// The unit of time at whose start the ship arrives.
    pub arrival: Option<u32>,
}

/// Outcome of a run apart from the air. Present if there are bloats or a beacon, bodies have health, or people act.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[expect(missing_docs, reason = "the names say the rest")]
pub struct Fight {
    /// Remaining health of each actor, by scene index; null if it has no health.
    pub health: Vec<Option<u8>>,
    pub deaths: Vec<Death>,
    pub bursts: Vec<Bursting>,
    /// State of the beacon, if there is one.
    pub beacon: Option<Signal>,
    /// Number of players alive and on the map at the end.
    pub survivors: u32,
    /// Whether the ship found the beacon and a survivor; null if it has not arrived.
    pub won: Option<bool>,
}

impl<O: Observer<E>> Run<'_, O> {
    /// Returns the cell of the beacon, if it exists and is not gone.
    fn beacon_at(&self) -> Option<Cell> {
        let world = &self.state.world;
        let beacon = self.problem.context.beacon? as usize;
        (!world.gone[beacon]).then_some(world.actors[beacon].at)
    }

    /// Updates how long the beacon has been held. A player on its cell at the end of a unit of time holds it.
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

    /// Counts the players who are alive and on the map.
    fn survivors(&self) -> u32 {
        let world = &self.state.world;
        let here = |&i: &usize| !world.gone[i] && is_player(world.actors[i].kind);
        (0..world.actors.len()).filter(here).count() as u32
    }

    /// Handles the arrival of the ship in this unit. Returns whether it arrived, which ends the run.
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
