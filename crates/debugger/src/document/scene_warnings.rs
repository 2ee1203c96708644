//! Oddities in a valid scene: a guard in a wall, two guards on one cell, a second goal.

use gridscope_trace::event::plural;
use gridscope_trace::terrain::{Tile, Verb, Walk};
use gridscope_trace::{Actor, ActorKind, Cell, Registry, Scene, Weight};
use std::collections::BTreeMap;

/// Something that is probably a mistake.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct SceneWarning {
    /// Cell.
    pub at: Cell,
    /// A sentence that names the place and says why it makes no sense.
    pub text: String,
}

/// Returns all warnings, in the order of the actors. Any scene can be opened despite them, but some of them prevent a
/// run.
pub fn scene_warnings(registry: &Registry, scene: &Scene) -> Vec<SceneWarning> {
    let mut all = Vec::new();
    // A crowded map has many actors, so look up the earlier actors of a cell.
    let mut before: BTreeMap<Cell, Vec<&Actor>> = BTreeMap::new();
    for actor in scene.actors.iter().filter(|a| scene.size().contains(a.at)) {
        if let Some(text) = walled_in(scene, actor) {
            all.push(SceneWarning { at: actor.at, text });
        }
        let here = before.entry(actor.at).or_default();
        if let Some(other) = here.iter().find(|other| collide(other, actor)) {
            let (a, b) = (other.kind.name(), actor.kind.name());
            let text = if a == b {
                format!("Two {} are at {}, one on top of the other.", plural(a), actor.at)
            } else {
                format!("The {a} and the {b} are both at {}; two of them never share a cell.", actor.at)
            };
            all.push(SceneWarning { at: actor.at, text });
        }
        here.push(actor);
    }
    doubles(registry, scene, &mut all);
    all.extend(passed_over_costs(registry, scene));
    all
}

/// Returns the first cell with a higher cost, if the scene's algorithm ignores costs.
fn passed_over_costs(registry: &Registry, scene: &Scene) -> Option<SceneWarning> {
    let card = registry.find(&scene.run.algorithm)?.card();
    if !card.even_ground {
        return None;
    }
    // Look at each cell only once, because there may be millions.
    let weights = scene.weights.as_ref();
    let costs = |(index, tile): (usize, &Tile)| {
        let (info, weight) =
            (tile.info(), weights.map_or(Weight::NONE, |all| all.weight(all.times().as_slice()[index])));
        let counts = info.walk == Walk::Yes && if weight.is_none() { info.cost > 0 } else { weight != Weight::from(1) };
        counts.then_some((index, info, weight))
    };
    let (index, info, weight) = scene.tiles.as_slice().iter().enumerate().find_map(costs)?;
    let at = scene.size().cell(index);
    let what = if weight.is_none() {
        format!("{} at {at} costs {} more", info.name, info.cost)
    } else {
        format!("{at} costs {weight}")
    };
    let text = format!("For {}, all ground costs the same: that {what} is not counted.", card.title);
    Some(SceneWarning { at, text })
}

/// Returns a sentence if an actor or a goal is on a cell that it cannot enter.
fn walled_in(scene: &Scene, actor: &Actor) -> Option<String> {
    use ActorKind as K;
    let thief = actor.kind == K::Thief;
    if !matches!(actor.kind, K::Guard | K::Thief | K::Explorer | K::Goal | K::Prisoner | K::Enemy | K::Bloat) {
        return None;
    }
    let tile = scene.tiles[actor.at];
    let shut = match tile.info().walk {
        Walk::No => true,
        Walk::Thief(_) => !thief && actor.kind != K::Goal,
        Walk::NotThief => thief,
        Walk::Yes | Walk::Opens | Walk::WithKey => false,
    };
    // A tile that opens, or that the script changes, is probably intended.
    let opens = tile.after(Verb::Open).is_some() || scene.script.iter().any(|line| line.at == actor.at);
    if !shut || opens {
        return None;
    }
    let what = if tile == Tile::Void { "the void".to_owned() } else { tile.a() };
    let why = if actor.kind == K::Goal { "which cannot be reached" } else { "which cannot be entered" };
    Some(format!("The {} at {} is in {what}, {why}.", actor.kind.name(), actor.at))
}

/// Reports a second actor of a kind of which the scene's algorithm needs only one.
fn doubles(registry: &Registry, scene: &Scene, all: &mut Vec<SceneWarning>) {
    let Some(runner) = registry.find(&scene.run.algorithm) else { return };
    for need in runner.card().actors.iter().filter(|need| !need.many) {
        for &kind in need.kinds {
            let mut these = scene.of_kind(kind);
            let (Some(first), Some(second)) = (these.next(), these.next()) else { continue };
            // Guards with a goal or a route of their own need no other goal.
            let on_its_own = |a: &Actor| a.goal().is_some() || !a.route().is_empty();
            let mut walkers = scene.of_kind(ActorKind::Guard).peekable();
            let unasked = kind == ActorKind::Goal && walkers.peek().is_some() && walkers.all(on_its_own);
            if unasked || first.at == second.at {
                continue;
            }
            let (name, title) = (kind.name(), runner.card().title);
            let article = if name.starts_with(['e', 'i']) { "an" } else { "a" };
            let (one, other) = (first.at, second.at);
            let text = format!("There is {article} {name} at {one} and another at {other}; {title} has one.");
            all.push(SceneWarning { at: second.at, text });
        }
    }
}

/// Returns whether two actors should not share a cell: two with a body, or two of the same kind.
fn collide(a: &Actor, b: &Actor) -> bool {
    let body = |actor: &Actor| actor.kind.is_body() || actor.kind == ActorKind::Viewer;
    a.kind == b.kind || (body(a) && body(b))
}
