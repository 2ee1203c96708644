//! The runs of a scene: its own, and the additional runs that its file asks for.

use gridscope_trace::Registry;
use gridscope_trace::params::Params;
use gridscope_trace::scene::{AdditionalRun, Scene};
use std::sync::Arc;

/// Returns the index of the actor that the run of a scene starts from. The first entry of the card's needed actors
/// lists its kind.
fn start(registry: &Registry, scene: &Scene) -> Option<usize> {
    let need = registry.find(&scene.run.algorithm)?.card().actors.first()?;
    need.kinds.iter().find_map(|&kind| scene.actors.iter().position(|a| a.kind == kind))
}

/// Returns the scene itself, then one scene for each additional run. Each title states what differs.
pub fn variants(registry: &Registry, scene: &Arc<Scene>) -> Vec<(String, Arc<Scene>)> {
    let run = &scene.run;
    // The settings of the first run in which others differ.
    let own = AdditionalRun {
        name: (!run.beside.is_empty() && !run.name.is_empty()).then(|| run.name.clone()),
        algorithm: run.beside.iter().any(|b| b.algorithm.is_some()).then(|| run.algorithm.clone()),
        seed: run.beside.iter().any(|b| b.seed.is_some()).then_some(run.seed),
        eyes: None,
        start: run
            .beside
            .iter()
            .any(|b| b.start.is_some())
            .then(|| start(registry, scene).map(|i| scene.actors[i].at))
            .flatten(),
        params: {
            let card = registry.find(&run.algorithm).map(gridscope_trace::algorithm::Runner::card);
            let resolved = card.and_then(|card| run.params.resolve(card.params).ok());
            let mut own = Params::default();
            for name in run.beside.iter().flat_map(|b| b.params.0.keys()) {
                if let Some(value) = resolved.as_ref().and_then(|all| all.get(name)).filter(|v| !v.is_null()) {
                    own.set(name, value.clone());
                }
            }
            own
        },
    };
    let title = if own == AdditionalRun::default() { scene.title.clone() } else { own.title(registry, &run.algorithm) };
    let mut all = vec![(title, Arc::clone(scene))];
    for over in &run.beside {
        let mut other = Scene::clone(scene);
        if let Some(id) = &over.algorithm {
            other.run.algorithm.clone_from(id);
            if let Some(runner) = registry.find(id) {
                other.run.params.keep_taken(runner.card().params);
            }
        }
        if let (Some(to), Some(i)) = (over.start, start(registry, &other)) {
            other.actors[i].at = to;
        }
        other.run.name = over.name.clone().unwrap_or_default();
        other.run.seed = over.seed.unwrap_or(run.seed);
        other.run.params = other.run.params.with(&over.params);
        all.push((over.title(registry, &run.algorithm), Arc::new(other)));
    }
    all
}
