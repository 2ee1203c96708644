//! The actors of the scene in the parts that they have on the deck; who has none yet is away.

use super::event::ShipEvent as E;
use super::reason::Thing;
use super::state::Progress;
use crate::scene::{Actor, ActorKind};
use crate::trace::Moment;
use crate::trace::replay::Token;

/// The things on whose places actors of a kind stand, the first on the first.
fn places(actor: &Actor) -> Option<fn(Thing) -> bool> {
    Some(match actor.kind {
        ActorKind::Guard | ActorKind::Thief | ActorKind::Explorer => Thing::is_entry,
        ActorKind::Goal => Thing::is_exit,
        ActorKind::Exit if actor.down == Some(false) => |t| t == Thing::StairsUp,
        ActorKind::Exit => |t| t == Thing::StairsDown,
        ActorKind::Enemy => |t| t == Thing::Enemy,
        ActorKind::Item => Thing::is_item,
        _ => return None,
    })
}

/// Whether two actors take places of the same sort.
fn alike(a: &Actor, b: &Actor) -> bool {
    let sort = |actor: &Actor| match actor.kind {
        ActorKind::Guard | ActorKind::Thief => (ActorKind::Explorer, false),
        kind => (kind, kind == ActorKind::Exit && actor.down == Some(false)),
    };
    sort(a) == sort(b)
}

pub(super) fn tokens(now: &Moment<E>) -> Vec<Token> {
    if now.cursor() == 0 {
        return Vec::new();
    }
    let (plan, actors): (Progress, _) = (now.state(), &now.context().actors);
    let place = |i: usize, actor: &Actor| {
        let wanted = places(actor)?;
        let nth = actors[..i].iter().filter(|a| alike(a, actor)).count();
        plan.things.iter().filter(|t| wanted(t.thing)).nth(nth).map(|t| t.cell)
    };
    let token = |(i, actor)| Token { actor: i, at: place(i, actor), facing: actor.facing, state: "", acts: false };
    actors.iter().enumerate().map(token).collect()
}
