//! The actors of the scene in the parts that they have on the deck; who has none yet is away.

use super::event::ShipEvent as E;
use super::reason::Thing;
use super::state::Progress;
use crate::scene::{Actor, ActorKind};
use crate::trace::Moment;
use crate::trace::replay::Token;

/// Whether actors of a sort stand where such a thing is, the first on the first.
fn takes(actor: &Actor, thing: Thing) -> bool {
    match actor.kind {
        ActorKind::Guard | ActorKind::Thief | ActorKind::Explorer => thing.is_entry(),
        ActorKind::Goal => thing.is_exit(),
        ActorKind::Exit => thing == if actor.down() == Some(false) { Thing::StairsUp } else { Thing::StairsDown },
        ActorKind::Enemy => thing == Thing::Enemy,
        ActorKind::Item => thing.is_item(),
        _ => false,
    }
}

fn alike(a: &Actor, b: &Actor) -> bool {
    Thing::ALL.into_iter().all(|thing| takes(a, thing) == takes(b, thing))
}

pub(super) fn tokens(now: &Moment<E>) -> Vec<Token> {
    if now.cursor() == 0 {
        return Vec::new();
    }
    let (plan, actors): (Progress, _) = (now.state(), &now.context().actors);
    let place = |i: usize, actor: &Actor| {
        let nth = actors[..i].iter().filter(|a| alike(a, actor)).count();
        plan.things.iter().filter(|t| takes(actor, t.1)).nth(nth).map(|t| t.0)
    };
    let token = |(i, actor)| Token { actor: i, at: place(i, actor), facing: actor.facing(), state: "", acts: false };
    actors.iter().enumerate().map(token).collect()
}
