//! Lists what formats of other programs cannot hold, one phrase each.

use super::plain::counted;
use super::text_map::lost_beside_the_map;
use crate::core::scene::{Actor, ActorKind, RunSpec, Scene};

/// Returns the number of actors of each kind, such as `2 thieves`, without those that the format keeps.
pub(crate) fn actors(scene: &Scene, is_kept: impl Fn(&Actor) -> bool) -> Vec<String> {
    let lost = |kind| {
        let n = scene.of_kind(kind).filter(|actor| !is_kept(actor)).count();
        // Plurals that are not formed with `s`.
        let name = match kind {
            ActorKind::Thief if n > 1 => "thieves",
            ActorKind::Enemy if n > 1 => "enemies",
            kind => kind.name(),
        };
        (n > 0).then(|| counted(n, name))
    };
    ActorKind::ALL.into_iter().filter_map(lost).collect()
}

/// Returns what a scene has beside its title, tiles, weights and actors.
pub(crate) fn beside_the_map(scene: &Scene) -> Vec<String> {
    let mut lost = lost_beside_the_map(scene, &RunSpec::default());
    if scene.known.is_some() {
        lost.push("the known mask".into());
    }
    lost
}

/// Returns that the weights are lost, if the scene has any.
pub(crate) fn weights(scene: &Scene) -> Option<String> {
    scene.weights.is_some().then(|| "the weights".into())
}

/// Returns that the title is lost, if the scene has one.
pub(crate) fn title(scene: &Scene) -> Option<String> {
    (!scene.title.is_empty()).then(|| "the title".into())
}

/// Lists everything that a scene has in addition to its tiles, one phrase for each kind.
pub(crate) fn but_tiles(scene: &Scene) -> Vec<String> {
    let known = scene.known.is_some().then(|| "the known mask".into());
    known.into_iter().chain(weights(scene)).chain(but_cells(scene)).collect()
}

/// Lists everything that a scene has in addition to its tiles, known cells and weights.
pub(crate) fn but_cells(scene: &Scene) -> Vec<String> {
    let mut lost = actors(scene, |_| false);
    lost.extend(title(scene));
    lost.extend(lost_beside_the_map(scene, &RunSpec::default()));
    lost
}
