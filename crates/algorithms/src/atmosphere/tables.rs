//! Tables shown for a moment of an air run, apart from its scoreboard.

use super::event::AirEvent as E;
use super::harm_event::HarmEvent as H;
use super::lens::{air_at, place, tile_at, vents_at};
use super::numbers::{FACES, chance, tenths};
use super::state::{Blows, Throws};
use crate::event::{Slot, Value};
use crate::terrain::Tile;
use crate::trace::Moment;
use crate::trace::replay::{Row, Table};

/// Returns a table of the blows of the current script line.
pub(super) fn blows(now: &Moment<E>) -> Option<Table> {
    let row = |i: usize| {
        let (cell, rolled, result, chosen) = match *now.event(i)? {
            E::Struck { cell, roll, under, .. } => {
                let broke = roll < under;
                (cell, format!("{roll} of {FACES}, under {under}"), if broke { "broke" } else { "held" }, broke)
            }
            E::Spared { cell, why, .. } => (cell, "—".to_owned(), why.word(), false),
            _ => return None,
        };
        Some(Row { chosen, ..Row::new([cell.to_string(), rolled, result.to_owned()]).at(cell).shown_by(i) })
    };
    let rows = now.state::<Blows>().0.into_iter().filter_map(row).collect();
    Table::new("What was struck", &["cell", "rolled", "result"], rows).unless_empty()
}

/// Returns a table of the things that the current suction pulls at: the results so far, and the things still waiting.
pub(super) fn throws(now: &Moment<E>) -> Option<Table> {
    if !matches!(now.phase(1), Some(E::SuctionBegan { .. })) {
        return None;
    }
    let context = now.context();
    let none = || "—".to_owned();
    let throws = now.state::<Throws>().0;
    let done = throws.iter().enumerate().map(|(k, throw)| {
        let rolled = throw.rolled.and_then(|i| now.event(i));
        let (roll, under, held) = match rolled {
            Some(E::Pulled { roll, under, .. }) => (roll.to_string(), under.to_string(), roll >= under),
            _ => (none(), none(), false),
        };
        let did = match throw.went.and_then(|i| now.event(i)) {
            Some(E::Moved { to, .. }) => format!("to {to}"),
            Some(E::Lost { .. }) => "lost to the void".into(),
            _ if held => "holds on".into(),
            _ => "moves".into(),
        };
        let name = context.things[throw.actor as usize].name.clone();
        let row = Row::new([name, roll, under, did]);
        let row = row.at(place(now, throw.actor).0).shown_by(throw.went.or(throw.rolled));
        Row { chosen: k + 1 == throws.len(), ..row }
    });
    let last = throws.last().map(|t| t.actor);
    let waits = |&actor: &u32| {
        let thing = &context.things[actor as usize];
        thing.under > 0
            && last.is_none_or(|last| actor > last)
            && place(now, actor)
                .0
                .is_some_and(|c| (context.suction && vents_at(&now.at(c)).is_some()) || tile_at(now, c) == Tile::Void)
    };
    let to_come = (0..context.things.len() as u32).filter(waits).map(|actor| {
        let thing = &context.things[actor as usize];
        Row::new([thing.name.clone(), String::new(), thing.under.to_string(), String::new()]).at(place(now, actor).0)
    });
    let rows = done.chain(to_come).collect();
    Table::new("Pulled at in this unit", &["thing", "rolled", "below", "what it did"], rows).unless_empty()
}

/// Returns a table of the deaths so far, with their causes and events.
pub(super) fn deaths(now: &Moment<E>) -> Option<Table> {
    let context = now.context();
    let row = |actor: u32| {
        let hurt = now.holder(context.health(actor))?;
        let Some(&E::Harm(H::Hurt { cell, by, left: 0, .. })) = now.event(hurt) else { return None };
        let values = [context.things[actor as usize].name.clone(), cell.to_string(), by.word().to_owned()];
        // The `Died` event directly follows the one that took the last health.
        Some(Row::new(values).at(cell).shown_by(hurt + 1))
    };
    let rows = (0..context.things.len() as u32).filter_map(row).collect();
    Table::new("Who died", &["who", "at", "by"], rows).unless_empty()
}

/// Returns a table of all loose things, and what pulls at them.
pub(super) fn things(now: &Moment<E>) -> Option<Table> {
    let things = &now.context().things;
    let none = || "—".to_owned();
    let loose = (0..things.len() as u32).filter(|&actor| things[actor as usize].under > 0);
    let row = |actor: u32| {
        let (thing, (at, state)) = (&things[actor as usize], place(now, actor));
        let cell = at.map(|c| now.at(c));
        let vents = cell.and_then(|c| vents_at(&c));
        let pulled = vents.filter(|_| now.context().suction);
        let values = [
            thing.name.clone(),
            at.map_or_else(none, |c| c.to_string()),
            cell.map_or_else(none, |c| tenths(air_at(&c)).to_string()),
            vents.map_or_else(none, |d| Value::from(d).to_string()),
            pulled.map_or_else(none, |_| chance(thing.under)),
            state.to_owned(),
        ];
        Row::new(values).at(at).shown_by(now.holder(Slot::Register(actor)))
    };
    let columns = ["thing", "at", "air", "vents at", "moves with", "state"];
    Table::new("Loose things", &columns, loose.map(row).collect()).unless_empty()
}
