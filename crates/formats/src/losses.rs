//! Lists what formats of other programs cannot hold, one phrase each.

use super::plain::format_count;
use gridscope_trace::scene::{Actor, ActorKind, RunSpec, Scene};

/// Returns the number of actors of each kind, such as `2 thieves`, without those that the format keeps.
pub(crate) fn actors(scene: &Scene, is_kept: impl Fn(&Actor) -> bool) -> Vec<String> {
    let lost = |kind| {
        let n = scene.of_kind(kind).filter(|actor| !is_kept(actor)).count();
        (n > 0).then(|| format_count(n, kind.name()))
    };
    ActorKind::ALL.into_iter().filter_map(lost).collect()
}

/// Returns what a scene has beside its title, tiles, weights and actors.
pub(crate) fn beside_the_map(scene: &Scene) -> Vec<String> {
    let mut lost = rest(scene, &RunSpec::default());
    if scene.known.is_some() {
        lost.push("the known mask".into());
    }
    lost
}

/// Returns that the weights are lost, if the scene has any.
pub(crate) fn weights(scene: &Scene) -> Option<String> {
    scene.weights.is_some().then(|| "the weights".into())
}

/// Returns how many weights are lost where only digits are kept, if there are any.
pub(crate) fn weights_but_digits(scene: &Scene) -> Option<String> {
    let others = scene.weights.as_ref()?.count_without_digit();
    (others > 0)
        .then(|| format!("{} that {} no digit", format_count(others, "weight"), if others == 1 { "is" } else { "are" }))
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
    lost.extend(rest(scene, &RunSpec::default()));
    lost
}

/// Returns whether reading the map, row by row, would give the actors in another order. Actors act in that order. The
/// place of a goal in that order matters only among goals, exits and enemies, because distances are measured from all
/// of these.
pub(crate) fn are_reordered(actors: &[Actor]) -> bool {
    use ActorKind as K;
    let in_order = |of: fn(K) -> bool| {
        let mut these = actors.iter().filter(|actor| of(actor.kind)).map(|actor| (actor.at.y, actor.at.x));
        let mut before = (0, 0);
        these.all(|at| std::mem::replace(&mut before, at) <= at)
    };
    !in_order(|kind| kind != K::Goal) || !in_order(|kind| matches!(kind, K::Goal | K::Exit | K::Enemy))
}

/// Returns the names of the actor's fields that its glyph cannot store.
pub(crate) fn fields_beside_the_glyph(actor: &Actor) -> Vec<String> {
    let read = Actor::from_glyph(actor.glyph(), actor.at, actor.kind == ActorKind::Thief);
    let fields = |a: &Actor| match serde_json::to_value(a) {
        Ok(serde_json::Value::Object(fields)) => fields,
        _ => serde_json::Map::new(),
    };
    let (own, read) = (fields(actor), read.as_ref().map(fields).unwrap_or_default());
    own.keys().chain(read.keys()).filter(|&name| own.get(name) != read.get(name)).cloned().collect()
}

/// Lists what neither text nor MovingAI maps can hold. `run` is the run that reading the map would give.
pub(crate) fn rest(scene: &Scene, run: &RunSpec) -> Vec<String> {
    let mut lost = Vec::new();
    if !scene.notes.is_empty() {
        lost.push("the notes".into());
    }
    let parts = [(scene.details.len(), "tile", " with details"), (scene.script.len(), "script line", "")];
    for (n, what, more) in parts.into_iter().chain([(scene.rooms.len(), "room", "")]) {
        if n > 0 {
            lost.push(format_count(n, what) + more);
        }
    }
    if scene.run != *run {
        lost.push("the run (algorithm, parameters, seed)".into());
    }
    lost
}
