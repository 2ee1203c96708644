//! What a moment of the air shows as tables besides its scoreboard: what was struck, and what is loose.

use super::event::AirEvent as E;
use super::lens::{air_at, place, vents_at};
use super::numbers::{FACES, chance, tenths};
use super::state::Blows;
use crate::event::Slot;
use crate::trace::Moment;
use crate::trace::replay::{Row, Table};

/// The blows of the line of the script at hand.
pub(super) fn blows(now: &Moment<E>) -> Option<Table> {
    let row = |i: usize| {
        let (cell, rolled, result, chosen) = match *now.event(i)? {
            E::Struck { cell, roll, under } => {
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

/// Everything loose, and what pulls at it.
pub(super) fn things(now: &Moment<E>) -> Option<Table> {
    let things = &now.context().things;
    let none = || "—".to_owned();
    let loose = (0..things.len() as u32).filter(|&actor| things[actor as usize].under > 0);
    let row = |actor: u32| {
        let (thing, (at, state)) = (&things[actor as usize], place(now, actor));
        let cell = at.map(|c| now.at(c));
        let vents = cell.and_then(|c| vents_at(&c));
        let values = [
            thing.name.clone(),
            at.map_or_else(none, |c| c.to_string()),
            cell.map_or_else(none, |c| tenths(air_at(&c)).to_string()),
            vents.map_or_else(none, |d| d.value().to_string()),
            vents.map_or_else(none, |_| chance(thing.under)),
            state.to_owned(),
        ];
        Row::new(values).at(at).shown_by(now.holder(Slot::Register(actor)))
    };
    let columns = ["thing", "at", "air", "vents at", "moves with", "state"];
    Table::new("Loose things", &columns, loose.map(row).collect()).unless_empty()
}
