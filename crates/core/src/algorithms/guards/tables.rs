//! Guards in tables: what each believes wrongly, and what its plans cost turn by turn.

use super::event::{GuardsEvent as E, TRUTH, TURN, belief, plan};
use super::state::{actual, believed, subject};
use crate::geometry::Cell;
use crate::trace::Moment;
use crate::trace::beliefs::{self, Belief};
use crate::trace::replay::{Row, Table};
use std::collections::BTreeSet;

const MOST_PLANS: usize = 60;

pub(super) fn tables(now: &Moment<E>) -> Vec<Table> {
    if now.cursor() == 0 {
        return Vec::new();
    }
    let (plans, wrong) = (plans(now, subject(now)), wrong(now));
    // What is wrong is what one looks for.
    if wrong.rows.is_empty() { vec![plans, wrong] } else { vec![wrong, plans] }
}

pub(super) fn turn(now: &Moment<E>) -> Option<u32> {
    if let Some(E::TurnBegan { turn, .. }) = now.get(TURN) { Some(*turn) } else { None }
}

fn wrong(now: &Moment<E>) -> Table {
    let of = |guard: u8| {
        let cells: BTreeSet<Cell> = [TRUTH, belief(guard)].iter().flat_map(|&l| now.layer(l)).map(|e| e.0).collect();
        cells.into_iter().filter_map(move |cell| {
            let (is, held) = (actual(&now.at(cell)), believed(&now.at(cell), guard));
            let whose = (guard, (guard + 1).to_string());
            (is != held).then(|| Belief { whose, cell, held: held.to_string(), is: is.to_string() })
        })
    };
    let all: Vec<Belief> = (0..now.context().guards.len() as u8).flat_map(of).collect();
    let columns = &["guard", "cell", "believes", "is", "since"];
    let is_wrong = |then: &Moment<E>, cell, guard| actual(&then.at(cell)) != believed(&then.at(cell), guard);
    let mut table = beliefs::table(now, &all, "Believed wrongly", columns, is_wrong, turn);
    table.columns.push("why");
    for (row, Belief { whose, cell, .. }) in table.rows.iter_mut().zip(&all) {
        let remembers = now.at(*cell).layer(belief(whose.0)).is_some();
        let why = if remembers { "it has not looked since" } else { "it never saw the change" };
        row.values.push(why.to_owned());
    }
    table
}

fn plans(now: &Moment<E>, guard: u8) -> Table {
    let (trace, context) = (now.trace(), now.context());
    let all = std::iter::successors(now.holder(plan(guard)), |&i| trace.replaced(i));
    let all: Vec<(usize, E)> = all.take(MOST_PLANS + 1).filter_map(|i| Some((i, *now.event(i)?))).collect();
    let row = |(k, &(event, planned)): (usize, &(usize, E))| {
        let before = all.get(k + 1).map(|before| before.1);
        let (turn, cell, [to, cost, change]) = match planned {
            E::Planned { found, turn, cell, end, cost, .. } => {
                let cost = cost.get();
                let change = match before {
                    Some(E::Planned { cost: old, .. }) if cost > old.get() => {
                        format!("+{}", context.cost(cost - old.get()))
                    }
                    Some(E::Planned { cost: old, .. }) if cost < old.get() => {
                        format!("−{}", context.cost(old.get() - cost))
                    }
                    Some(E::Planned { .. }) => "0".into(),
                    _ => "—".into(),
                };
                let to = if found { end.to_string() } else { format!("{end}, the closest") };
                (turn, cell, [to, context.cost(cost).to_string(), change])
            }
            E::Despaired { turn, cell, .. } => (turn, cell, ["no way", "—", "—"].map(str::to_owned)),
            _ => return None,
        };
        let row = Row::new([turn.to_string(), cell.to_string(), to, cost, change]).at(cell).shown_by(event);
        Some(Row { chosen: k == 0, ..row })
    };
    let rows = all.iter().take(MOST_PLANS).enumerate().filter_map(row).collect();
    Table::new(format!("Plans of guard {}", guard + 1), &["turn", "from", "to", "cost", "change"], rows)
}
