//! What is lost in formats that hold nothing but tiles: tables, pictures and arrays.

use super::plain::counted;
use super::text_map::lost_beside_the_map;
use crate::core::scene::{ActorKind, RunSpec, Scene};

/// Lists everything that a scene has in addition to its tiles, one phrase for each kind.
pub(crate) fn lost_but_tiles(scene: &Scene) -> Vec<String> {
    let mut lost = Vec::new();
    if scene.known.is_some() {
        lost.push("the known mask".into());
    }
    if scene.weights.is_some() {
        lost.push("the weights".into());
    }
    lost.extend(lost_but_cells(scene));
    lost
}

/// Lists everything that a scene has in addition to its tiles, known cells and weights.
pub(crate) fn lost_but_cells(scene: &Scene) -> Vec<String> {
    let mut lost = Vec::new();
    for kind in ActorKind::ALL {
        let n = scene.of_kind(kind).count();
        // Plurals that are not formed with `s`.
        let name = match kind {
            ActorKind::Thief if n > 1 => "thieves",
            ActorKind::Enemy if n > 1 => "enemies",
            kind => kind.name(),
        };
        if n > 0 {
            lost.push(counted(n, name));
        }
    }
    if !scene.title.is_empty() {
        lost.push("the title".into());
    }
    lost.extend(lost_beside_the_map(scene, &RunSpec::default()));
    lost
}
