//! Copies of actors in a scene, to measure cost by number of actors.

use crate::formats::limits;
use gridscope_trace::terrain::Walk;
use gridscope_trace::{Rng, Scene};

/// Returns the scene with `count` of its first actor: the actor itself, and copies with all its properties. The copies
/// are on free cells drawn with the scene's seed. Adding one more copy does not move the others. Returns `None` if
/// there is no actor to copy, not enough space, or more actors than a scene file can hold.
pub fn crowd(scene: &Scene, count: usize) -> Option<Scene> {
    let first = scene.actors.first()?;
    let mut more = count.checked_sub(1)?;
    let actor_bytes = serde_json::to_string(first).ok()?.len() as u64;
    if scene.actors.len().checked_add(more)? > limits::ACTORS || actor_bytes.checked_mul(count as u64)? > limits::FILE {
        return None;
    }
    let mut crowded = scene.clone();
    let free = |cell| scene.tiles[cell].info().walk == Walk::Yes && scene.actors.iter().all(|a| a.at != cell);
    let mut places: Vec<_> = scene.size().cells().filter(|&cell| free(cell)).collect();
    let mut dice = Rng::new(scene.run.seed);
    while more > 0 && !places.is_empty() {
        let mut copy = first.clone();
        copy.at = places.swap_remove(dice.below(places.len() as u64) as usize);
        crowded.actors.push(copy);
        more -= 1;
    }
    (more == 0).then_some(crowded)
}
