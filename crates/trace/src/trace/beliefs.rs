//! A table of wrong beliefs: what an actor believes about a cell, what is true, and since which turn.

use super::moment::{Moment, since};
use super::replay::{Row, Table};
use crate::event::Event;
use crate::geometry::Cell;

/// Largest number of listed beliefs.
const LISTED: usize = 100;

/// A belief that is wrong now.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Belief {
    /// Index and name of the actor who holds the belief.
    pub whose: (u8, String),
    /// The cell that the belief is about.
    pub cell: Cell,
    /// The content that the actor believes to be in the cell.
    pub held: String,
    /// The real content of the cell.
    pub is: String,
}

/// Returns a table of wrong beliefs. `wrong` returns whether an actor is wrong about a cell at another moment. `turn`
/// returns the turn of a moment.
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
