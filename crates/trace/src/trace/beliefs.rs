//! What somebody takes a cell for and what it is not: a table of wrong beliefs, each with the turn since when.

use super::moment::{Moment, since};
use super::replay::{Row, Table};
use crate::event::Event;
use crate::geometry::Cell;

/// How many beliefs are listed.
const LISTED: usize = 100;

/// A belief that is wrong now.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Belief {
    /// The number of whose it is, and the name.
    pub whose: (u8, String),
    /// What it is about.
    pub cell: Cell,
    /// What is believed to be there.
    pub held: String,
    /// What is there.
    pub is: String,
}

/// Wrong beliefs. `wrong` says whether somebody is wrong about a cell at another moment, `turn` which turn that is.
pub fn table<E: Event>(
    now: &Moment<E>,
    all: &[Belief],
    title: &str,
    columns: &[&'static str; 5],
    wrong: impl Fn(&Moment<E>, Cell, u8) -> bool,
    turn: impl Fn(&Moment<E>) -> Option<u32>,
) -> Table {
    let mut then = now.player().clone();
    let rows = all.iter().take(LISTED).map(|Belief { whose, cell, held, is }| {
        then.seek(now.cursor());
        let event = since(now, &mut then, *cell, |then| wrong(then, *cell, whose.0));
        let turn = event.and_then(|event| {
            then.seek(event + 1);
            turn(&now.then(&then))
        });
        let turn = turn.map_or_else(|| "—".to_owned(), |turn| format!("turn {turn}"));
        Row::new([whose.1.clone(), cell.to_string(), held.clone(), is.clone(), turn]).at(*cell).shown_by(event)
    });
    let title = match all.len() {
        0 => format!("{title}: nothing"),
        n if n > LISTED => format!("{title}: {n}, the first {LISTED}"),
        n => format!("{title}: {n}"),
    };
    Table::new(title, columns, rows.collect())
}
