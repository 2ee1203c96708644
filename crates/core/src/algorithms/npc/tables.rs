//! What was weighed by a walker, as tables; and why it did not go to a cell.

use super::event::{NpcEvent as E, total};
use super::lens::{acting, eyes, known, last_known, real, trail, turn, turn_start, weighed, whereabouts};
use crate::algorithms::flee_map::leads_through;
use crate::event::{Event, capital};
use crate::geometry::Cell;
use crate::root2::Root2;
use crate::trace::replay::{Row, Table, WhyNot};
use crate::trace::{self, Moment};

/// How many wrong beliefs are listed.
const MOST_WRONG: usize = 60;

pub(super) fn tables(player: &Moment<E>) -> Vec<Table> {
    neighbours(player).into_iter().chain([walkers(player), wrong(player)]).collect()
}

/// What walkers believe of the ground and what is not so, with the turn since when.
fn wrong(player: &Moment<E>) -> Table {
    let context = player.trace().context();
    let thinks = |p: &Moment<E>, cell: Cell, mind: u8| known(&p.at(cell), mind).map(|k| k.0);
    let mut rows = Vec::new();
    let mut then = player.player().clone();
    for mind in 0..context.minds.len() as u8 {
        for (cell, _) in player.layer(super::event::MEMORY + mind) {
            let is = real(&player.at(cell));
            let Some(tile) = thinks(player, cell, mind).filter(|&tile| tile != is && rows.len() < MOST_WRONG) else {
                continue;
            };
            then.seek(player.cursor());
            let since =
                trace::since(&mut then, cell, |p| thinks(p, cell, mind).is_some_and(|tile| tile != real(&p.at(cell))));
            let turn = since.and_then(|event| {
                then.seek(event + 1);
                Moment::of(&then).and_then(|then| turn(&then))
            });
            let turn = turn.map_or_else(|| "—".to_owned(), |t| format!("turn {t}"));
            let values = vec![context.mind(mind).to_owned(), cell.to_string(), tile.to_string(), is.to_string(), turn];
            rows.push(Row { values, cell: Some(cell), event: since, chosen: false });
        }
    }
    Table {
        candidates: false,
        title: match rows.len() {
            0 => "Nobody believes anything wrongly".into(),
            MOST_WRONG => format!("Believed wrongly: the first {MOST_WRONG}"),
            n => format!("Believed wrongly: {n}"),
        },
        columns: vec!["walker", "cell", "believes", "is", "since"],
        rows,
    }
}

/// All eight neighbours of the walker whose turn it is.
fn neighbours(player: &Moment<E>) -> Option<Table> {
    let context = player.trace().context();
    let mind = acting(player)?;
    let all = weighed(player);
    let start = turn_start(player)?;
    let events = player.trace().events()[..player.cursor()].iter().enumerate().skip(start);
    let refused: Vec<_> = events
        .filter_map(|(i, event)| match *event {
            E::Refused { cell, from, why } => Some((i, cell, from, why)),
            _ => None,
        })
        .collect();
    if all.is_empty() && refused.is_empty() {
        return None;
    }
    let rolled = player.trace().events()[start..player.cursor()].iter().find_map(|e| match *e {
        E::Rolled { cell, .. } => Some(cell),
        _ => None,
    });
    let best = all.first().map(|w| w.0);
    let ties = all.iter().filter(|w| Some(w.0) == best).count();
    let chosen = rolled.or_else(|| all.first().filter(|_| ties == 1).map(|w| w.2));
    let from = |event: usize| player.trace().events()[event].from();
    let way = |event: usize, cell: Cell| {
        let dir = from(event).and_then(|c| c.direction_to(cell));
        dir.map_or_else(String::new, |d| d.arrow().to_string())
    };
    let mut rows: Vec<Row> = all
        .iter()
        .map(|&(total, event, cell, step)| {
            let verdict = if Some(cell) == chosen {
                "chosen".to_owned()
            } else if Some(total) == best {
                match rolled {
                    Some(_) => "equally near, the dice fell otherwise".to_owned(),
                    None => "equally near".to_owned(),
                }
            } else {
                format!("{} farther", (total - best.unwrap_or_default()).long())
            };
            let values = [way(event, cell), cell.to_string(), (total - step).long(), step.to_string(), total.long()];
            let values = values.into_iter().chain([verdict]).collect();
            Row { values, cell: Some(cell), event: Some(event), chosen: Some(cell) == chosen }
        })
        .collect();
    rows.extend(refused.into_iter().map(|(event, cell, _, why)| Row {
        values: vec![way(event, cell), cell.to_string(), "–".into(), "–".into(), "–".into(), why.because().to_owned()],
        cell: Some(cell),
        event: Some(event),
        chosen: false,
    }));
    Some(Table {
        candidates: true,
        title: format!("Neighbours of {}", context.walker(mind)),
        columns: vec!["way", "cell", "value", "step", "total", "verdict"],
        rows,
    })
}

/// Everybody who walks: where, and what it believes of the target.
fn walkers(player: &Moment<E>) -> Table {
    let context = player.trace().context();
    let row = |(mind, &actor): (usize, &usize)| {
        let at = whereabouts(player, actor);
        let (place, since) = last_known(player, mind as u8).unzip();
        let text = |cell: Option<Cell>| cell.map_or_else(|| "–".to_owned(), |c| c.to_string());
        let steps = trail(player, actor).len().saturating_sub(1);
        let since = since.map_or_else(|| "–".to_owned(), |t| t.to_string());
        Row {
            values: vec![context.names[actor].clone(), text(at), steps.to_string(), text(place), since],
            cell: at,
            event: None,
            chosen: acting(player) == Some(mind as u8),
        }
    };
    Table {
        candidates: false,
        title: "Walkers".into(),
        columns: vec!["walker", "at", "steps", "last known place", "of turn"],
        rows: context.minds.iter().enumerate().map(row).collect(),
    }
}

pub(super) fn why_not(end: &Moment<E>, cell: Cell) -> WhyNot {
    let context = end.trace().context();
    let mind = eyes(end);
    let who = context.walker(mind);
    let actor = context.minds.get(mind as usize).copied().unwrap_or(0);
    let events = end.trace().events();
    let about = end.trace().by_cell().of(cell);
    let path = trail(end, actor);
    let answer = |reason, sentence, event: Option<usize>, best: Option<Root2>, this: Option<Root2>| WhyNot {
        reason,
        sentence,
        event,
        best: best.map(Root2::value),
        this: this.map(Root2::value),
    };
    if let Some(k) = path.iter().position(|&c| c == cell) {
        let sentence = format!("{cell} is on the way of {who}: cell {} of {}.", k + 1, path.len());
        return answer("on-path", sentence, about.last().map(|&i| i as usize), None, None);
    }
    let Some((tile, turn, _)) = known(&end.at(cell), mind) else {
        let sentence = format!("{} never saw {cell}, and goes only where it knows.", capital(&who));
        return answer("unknown", sentence, None, None, None);
    };
    let held = end.at(cell).holder(super::event::MEMORY + mind);
    if !leads_through(tile) {
        let sentence =
            format!("{} knows {cell} as {}, of turn {turn}: one cannot walk there.", capital(&who), tile.a());
        return answer("blocked", sentence, held, None, None);
    }
    // The last time that this walker weighed it, and what it did then.
    let mut acts = None;
    let mut found = None;
    for (i, event) in events.iter().enumerate() {
        match *event {
            E::WalkerBegan { mind: m, .. } => acts = Some(m),
            E::Weighed { cell: c, from, d } if c == cell && acts == Some(mind) => {
                found = Some((i, total(d, from)));
            }
            _ => {}
        }
    }
    let Some((i, this)) = found else {
        let sentence = format!("{cell} was never beside {who}: it had no reason to weigh it.");
        return answer("not-beside", sentence, held, None, None);
    };
    // To the end of that turn: all its neighbours are weighed, and what came of it is told.
    let over = |e: &E| matches!(e, E::WalkerBegan { .. } | E::TurnBegan { .. } | E::Ended { .. });
    let until = events[i..].iter().position(over).map_or(events.len(), |n| i + n);
    let then = end.at_moment(until);
    let best = Moment::of(&then).and_then(|then| weighed(&then).first().map(|w| w.0)).unwrap_or(this);
    if this > best {
        let sentence =
            format!("{cell} came to {}, {} more than the nearest neighbour.", this.long(), (this - best).long());
        return answer("farther", sentence, Some(i), Some(best), Some(this));
    }
    let came = format!("{cell} came to {}", this.long());
    let came_of_it = events[i..until].iter().find_map(|event| match *event {
        E::Rolled { cell: taken, .. } if taken != cell => {
            Some(("tied", format!("{came} like {taken}, and the dice took {taken}.")))
        }
        E::Changed { cell: at, was, by, .. } if at == cell && by as usize == actor => {
            let door = was.english();
            Some(("opened", format!("{came}, the best: {who} opened the {door} there, and never went in.")))
        }
        E::Waited { why, .. } => Some(("waited", format!("{came}, the best, but {who} waited: {}.", why.because()))),
        _ => None,
    });
    let (reason, sentence) =
        came_of_it.unwrap_or_else(|| ("tied", format!("{came}, the best, and the run ended there.")));
    answer(reason, sentence, Some(i), Some(best), Some(this))
}
