//! What was weighed in a flee map, as tables; where flight ends; and why a cell was not fled to.

use super::event::{Context, FleeEvent as E, Rule};
use super::lens::{danger, walked, weighed, worth};
use super::problem::Problem;
use crate::geometry::{Cell, Dir};
use crate::root2::Root2;
use crate::trace::Moment;
use crate::trace::replay::{Row, Table, WhyNot};

/// How many rows a table of cells has at the most.
const MOST_ROWS: usize = 40;

pub(super) fn tables(player: &Moment<E>) -> Vec<Table> {
    let mut all: Vec<Table> = neighbours(player).into_iter().collect();
    if player.cursor() == player.trace().events().len() {
        for &rule in &player.trace().context().rules {
            all.extend(ends(player, rule));
        }
        all.extend(both(player));
    }
    all
}

/// The neighbours weighed in this turn.
fn neighbours(player: &Moment<E>) -> Option<Table> {
    let all = weighed(player);
    let last = player.trace().events()[..player.cursor()].iter().rev().find_map(|e| match *e {
        E::TurnBegan { rule, cell, worth, .. } => Some((rule, cell, worth)),
        _ => None,
    });
    let (rule, from, here) = last?;
    let best = all.first()?.0;
    let chosen = match player.last() {
        Some(E::Stepped { cell, .. } | E::Rolled { cell, .. }) => Some(*cell),
        _ => None,
    };
    let rows = all.iter().map(|&(value, event, cell)| {
        let way = from.direction_to(cell).map_or_else(String::new, |d| d.arrow().to_string());
        let verdict = if Some(cell) == chosen {
            "chosen".to_owned()
        } else if value >= here {
            "not lower than where it stands".to_owned()
        } else if value > best {
            format!("{} above the lowest", rule.shown(value - best))
        } else if chosen.is_some() {
            "equally low, the dice fell otherwise".to_owned()
        } else {
            "lowest".to_owned()
        };
        Row {
            values: vec![way, cell.to_string(), rule.shown(value), verdict],
            cell: Some(cell),
            event: Some(event),
            chosen: Some(cell) == chosen,
        }
    });
    Some(Table {
        candidates: true,
        title: format!("Neighbours of {from}, worth {}", rule.shown(here)),
        columns: vec!["way", "cell", "value", "verdict"],
        rows: rows.collect(),
    })
}

/// Whether no neighbour is lower.
fn is_end(player: &Moment<E>, cell: Cell, rule: Rule, here: Root2) -> bool {
    let context = player.trace().context();
    let mut near = Dir::WINDS.into_iter().filter_map(|dir| worth(player, context.step(cell, dir)?, rule));
    near.all(|value| value >= here)
}

/// Every cell from which no neighbour is lower: where flight ends.
fn ends(player: &Moment<E>, rule: Rule) -> Option<Table> {
    let context = player.trace().context();
    let mut all: Vec<(Root2, Cell)> = Vec::new();
    for cell in context.size.cells() {
        if let Some(here) = worth(player, cell, rule)
            && is_end(player, cell, rule, here)
        {
            all.push((here, cell));
        }
    }
    all.sort_unstable();
    let stopped = walked(player, rule).last().copied();
    let many = all.len();
    let rows: Vec<_> = all
        .into_iter()
        .take(MOST_ROWS)
        .map(|(value, cell)| {
            let d = danger(player, cell);
            let verdict = match d {
                Some(d) if d < Root2::new(context.threshold, 0) => "in the danger",
                Some(_) => "out of the danger",
                None => "",
            };
            let d = d.map_or_else(|| "–".to_owned(), Root2::long);
            Row {
                values: vec![cell.to_string(), rule.shown(value), d, verdict.to_owned()],
                cell: Some(cell),
                event: None,
                chosen: stopped == Some(cell),
            }
        })
        .collect();
    (!rows.is_empty()).then(|| Table {
        candidates: false,
        title: format!("Where flight ends by {}: {many} cells with no lower neighbour", rule.name()),
        columns: vec!["cell", "value", "d", "verdict"],
        rows,
    })
}

/// The two walks side by side.
fn both(player: &Moment<E>) -> Option<Table> {
    let context = player.trace().context();
    if context.rules.len() < 2 || context.walker.is_none() {
        return None;
    }
    let rows = context.rules.iter().filter_map(|&rule| {
        let path = walked(player, rule);
        let end = *path.last()?;
        let nearest = path.iter().filter_map(|&c| danger(player, c)).min();
        let shown = |d: Option<Root2>| d.map_or_else(|| "beyond the frontier".to_owned(), Root2::long);
        Some(Row {
            values: vec![
                rule.name().to_owned(),
                (path.len() - 1).to_string(),
                end.to_string(),
                shown(danger(player, end)),
                shown(nearest),
            ],
            cell: Some(end),
            event: None,
            chosen: false,
        })
    });
    Some(Table {
        candidates: false,
        title: "The two walks".into(),
        columns: vec!["rule", "steps", "ends at", "d there", "nearest to the threat"],
        rows: rows.collect(),
    })
}

pub(super) fn why_not(problem: &Problem, end: &Moment<E>, cell: Cell) -> WhyNot {
    let cx = &problem.context;
    let rule = cx.rules[0];
    let event = end.trace().by_cell().of(cell).last().map(|&i| i as usize);
    let answer = |reason, sentence, best: Option<Root2>, this: Option<Root2>| {
        let value = |worth: Option<Root2>| worth.map(|w| rule.value(w));
        WhyNot { reason, sentence, event, best: value(best), this: value(this) }
    };
    let path = walked(end, rule);
    let Some(here) = worth(end, cell, rule) else {
        return answer("not-reached", empty(cx, end, cell, rule), None, None);
    };
    if let Some(k) = path.iter().position(|&c| c == cell) {
        let sentence = format!("{cell} is on the way of flight: cell {} of {}.", k + 1, path.len());
        return answer("on-path", sentence, Some(here), Some(here));
    }
    // The turn that weighed it last.
    let weighed = end.trace().by_cell().of(cell).iter().rev().find_map(|&i| {
        let E::Weighed { rule: by, worth, .. } = end.trace().events()[i as usize] else { return None };
        (by == rule).then_some((i as usize, worth))
    });
    if let Some((i, this)) = weighed {
        let next = end.trace().events()[i..].iter().find_map(|e| match *e {
            E::Stepped { cell, worth, .. } => Some((cell, worth, true)),
            E::Stopped { cell, worth, .. } => Some((cell, worth, false)),
            _ => None,
        });
        if let Some((to, best, moved)) = next {
            let sentence = match (moved, this == best) {
                (true, true) => {
                    format!("{cell} was as low as {to}, {}, and the dice fell otherwise.", rule.shown(best))
                }
                (true, false) => {
                    format!("{cell}, worth {}, was above {to}, worth {}.", rule.shown(this), rule.shown(best))
                }
                (false, _) => {
                    format!("{cell}, worth {}, is not lower than {to}, worth {}.", rule.shown(this), rule.shown(best))
                }
            };
            let reason = if moved && this == best { "tied" } else { "higher" };
            return WhyNot { event: Some(i), ..answer(reason, sentence, Some(best), Some(this)) };
        }
    }
    let sentence = format!("{cell} is worth {}, and was never beside the walker.", rule.shown(here));
    answer("not-beside", sentence, path.last().and_then(|&c| worth(end, c, rule)), Some(here))
}

/// Why a cell holds no value.
fn empty(cx: &Context, end: &Moment<E>, cell: Cell, rule: Rule) -> String {
    let near = Dir::WINDS.into_iter().filter_map(|dir| danger(end, cx.step(cell, dir)?)).min();
    if !cx.open[cell] {
        format!("{cell} holds nothing: nobody can walk there.")
    } else if let Some(d) = near.filter(|_| rule == Rule::Sherratt) {
        format!(
            "{cell} holds nothing: its nearest neighbour is frontier, d = {}, at or above the threshold {}.",
            d.long(),
            cx.threshold
        )
    } else {
        format!("{cell} holds nothing: the danger does not come there.")
    }
}
