//! Walkers in tables: the choice at hand, where everybody is, and what they believe wrongly.

use super::decision::decision;
use super::event::NpcEvent as E;
use super::lens::{known, last_known};
use crate::algorithms::knowledge::cast;
use crate::trace::beliefs::{self, Belief};
use crate::trace::replay::{Row, Table};
use crate::trace::{Decision, Moment};

pub(super) fn tables(now: &Moment<E>) -> Vec<Table> {
    let choice = decision(now);
    choice.iter().map(Decision::table).chain([walkers(now), wrong(now)]).collect()
}

/// What walkers believe of the ground and what is not so.
fn wrong(now: &Moment<E>) -> Table {
    let context = now.context();
    let of = |mind: u8| {
        now.layer(context.memory(mind)).filter_map(move |(cell, _)| {
            let (held, is) = (known(now, cell, mind)?.0, cast::ground(now, cell));
            let whose = (mind, context.mind(mind).to_owned());
            (held != is).then(|| Belief { whose, cell, held: held.to_string(), is: is.to_string() })
        })
    };
    let all: Vec<Belief> = (0..context.minds.len() as u8).flat_map(of).collect();
    let is_wrong = |then: &Moment<E>, cell, mind| {
        known(then, cell, mind).is_some_and(|(tile, _)| tile != cast::ground(then, cell))
    };
    beliefs::table(now, &all, "Believed wrongly", &["walker", "cell", "believes", "is", "since"], is_wrong, cast::turn)
}

/// Everybody who walks: where, and what it believes of the target.
fn walkers(now: &Moment<E>) -> Table {
    let context = now.context();
    let text = |shown: Option<String>| shown.unwrap_or_else(|| "–".to_owned());
    let row = |(mind, &actor): (u8, &usize)| {
        let at = cast::whereabouts(now, actor);
        let (place, since) = last_known(now, mind).unzip();
        let steps = cast::trail(now, actor).len().saturating_sub(1);
        let row = Row::new([
            context.names[actor].clone(),
            text(at.map(|cell| cell.to_string())),
            steps.to_string(),
            text(place.map(|cell| cell.to_string())),
            text(since.map(|turn| turn.to_string())),
        ]);
        Row { chosen: cast::acting(now) == Some(mind), ..row.at(at) }
    };
    let rows = (0..).zip(&context.minds).map(row).collect();
    Table::new("Walkers", &["walker", "at", "steps", "last known place", "of turn"], rows)
}
