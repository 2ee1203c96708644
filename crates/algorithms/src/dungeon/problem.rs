//! The input of a dungeon: the problem of its flow maps and the problem of its guards, on one scene.

use super::event::Context;
use crate::algorithm::{Algorithm, RunError};
use crate::event::Offset;
use crate::flow_map::{self, FlowMap};
use crate::guards::{self, Guards};
use crate::params::{Param, Params, Resolved};
use crate::scene::Scene;
use crate::trace::{Layout, Progress};

/// The complete input of a run.
#[derive(Debug)]
pub struct Problem {
    pub(super) flow: flow_map::Problem,
    pub(super) guards: guards::Problem,
    pub(super) turns: u32,
}

/// Returns the parameters of one half: those listed in `said` are copied, and all others keep the defaults of `card`.
fn half(params: &Resolved, said: &[Param], card: &'static [Param]) -> Result<Resolved, RunError> {
    let mut own = Params::default();
    for param in said {
        if let Some(value) = params.get(param.name) {
            own.set(param.name, value.clone());
        }
    }
    Ok(own.resolve(card)?)
}

impl Problem {
    /// Builds the problem of a scene.
    ///
    /// # Errors
    /// Returns the errors of flow maps and guards: there is no exit, a room does not fit, or a guard has nowhere to go.
    pub async fn new(scene: &Scene, params: &Resolved, seed: u64, progress: &Progress) -> Result<Self, RunError> {
        let flow =
            flow_map::Problem::within(scene, &half(params, flow_map::PARAMS, flow_map::PARAMS)?, seed, progress)?;
        // The movement parameters of guards are not copied: guards plan with the defaults of A*.
        progress.pause().await?;
        let own = half(params, &guards::OWN, Guards::CARD.params)?;
        let guards = guards::Problem::for_guards_in(scene, &own, seed, progress).await?;
        Ok(Self { flow, guards, turns: params.int("turns").unwrap_or(200).max(1) as u32 })
    }

    pub(super) fn slots(&self) -> Offset {
        let Layout { layers, registers, .. } = FlowMap::layout(&self.flow);
        Offset { layer: layers, register: registers }
    }

    pub(super) fn layout(&self) -> Layout {
        let (flow, guards) = (FlowMap::layout(&self.flow), Guards::layout(&self.guards));
        Layout::new(flow.size, flow.layers + guards.layers)
            .with_registers(flow.registers + guards.registers)
            .with_passing(guards.passing, guards.scope)
            .with_lasting(flow.layers)
    }

    pub(super) fn context(&self) -> Context {
        Context { flow: FlowMap::context(&self.flow), guards: Guards::context(&self.guards), slots: self.slots() }
    }
}
