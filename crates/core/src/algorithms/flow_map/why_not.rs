//! Why a prisoner did not step on a cell, and why a cell is not reached.

use super::decision::decision;
use super::descent::{arrow, shown, solid};
use super::event::{FAR, FlowEvent as E, TILES};
use super::problem::Problem;
use crate::geometry::{Cell, Dir};
use crate::grid::Grid;
use crate::trace::Moment;
use crate::trace::replay::WhyNot;

pub(super) fn why_not(problem: &Problem, end: &Moment<E>, cell: Cell) -> WhyNot {
    weighed(end, cell).unwrap_or_else(|| unreached(problem, end, cell))
}

/// Of the choice at which a prisoner looked at the cell last.
fn weighed(end: &Moment<E>, cell: Cell) -> Option<WhyNot> {
    let (trace, context) = (end.trace(), end.context());
    let mut of = trace.by_cell().of(cell).iter().rev().map(|&i| (i as usize, trace.events()[i as usize]));
    let walked = of.clone().find(|(_, e)| matches!(e, E::Stepped { .. }));
    if let Some((i, E::Stepped { actor, value, .. })) = walked {
        let value = context.height(value);
        let sentence = format!("{cell} was walked over by {} (event {}): it held {value}.", context.name(actor), i + 1);
        return Some(WhyNot::new("on-path", sentence).shown_by(i).against(value.clone(), value));
    }
    let (i, E::Weighed { value, .. }) = of.find(|(_, e)| matches!(e, E::Weighed { .. }))? else { return None };
    // Its move is over with the next step or wait.
    let ends = |e: &&E| matches!(e, E::Stepped { .. } | E::Waited { .. });
    let over = i + trace.events()[i..].iter().take_while(|e| !ends(e)).count();
    let best = match trace.events().get(over) {
        Some(&E::Stepped { value, .. }) => Some(context.height(value)),
        _ => None,
    };
    let then = end.player().at_moment(over + 1);
    let answer = decision(&Moment::of(&then)?)?.why_not(cell)?;
    let this = (value != FAR).then(|| context.height(value));
    let numbers = best
        .clone()
        .zip(this.clone())
        .map_or_else(String::new, |(best, this)| format!(": it held {this} against {best}"));
    let sentence = format!("{} (event {}{numbers}).", answer.sentence.trim_end_matches('.'), i + 1);
    Some(WhyNot { sentence, ..answer.against(best, this) })
}

/// Why a cell has no value; where it has one, how it came to it.
fn unreached(problem: &Problem, end: &Moment<E>, cell: Cell) -> WhyNot {
    let (context, state) = (end.context(), end.at(cell));
    let holder = state.holder(context.main());
    if solid(end, cell) {
        let sentence = format!("{cell} is solid, so it has no distance.");
        return WhyNot::new("blocked", sentence).shown_by(state.holder(TILES));
    }
    let value = shown(&state, context.main());
    if value != FAR {
        let value = context.value(value);
        let sentence = match arrow(&state).and_then(|(dir, _)| cell.step(dir, problem.cx.size)) {
            Some(next) => format!("{cell} is reached: it holds {value}, and the way down goes on at {next}."),
            None => format!("{cell} is reached: it holds {value}, and nothing around it holds less."),
        };
        return WhyNot::new("reached", sentence).shown_by(holder).against(value.clone(), value);
    }
    if !problem.cx.followed.clone().any(|m| problem.cx.regions[m].area.contains(cell)) {
        return WhyNot::new("no-room", format!("{cell} is not reached: it lies in no room.")).shown_by(holder);
    }
    let (cells, gate) = behind(problem, end, cell);
    let cells = if cells == 1 { "1 cell".to_owned() } else { format!("{cells} cells") };
    let sentence = match gate {
        Some((would, gate)) => format!(
            "{cell} is not reached: no free way joins it, and the {cells} that hang together with it, to an exit. \
             Were {gate} not solid, that cell would hold {}.",
            context.value(would),
        ),
        None => format!(
            "{cell} is not reached: no exit lies among the {cells} that hang together with it, and none just beyond.",
        ),
    };
    WhyNot::new("not-reached", sentence).shown_by(holder)
}

/// How many free cells hang together with one that is not reached, and of the solid cells around them the one beyond
/// which the lowest value lies, with the value that it would take.
fn behind(problem: &Problem, end: &Moment<E>, cell: Cell) -> (u32, Option<(i64, Cell)>) {
    let value = |c: Cell| shown(&end.at(c), end.context().main());
    let around = |c: Cell| Dir::STRAIGHT.into_iter().filter_map(move |d| c.step(d, problem.cx.size));
    let mut seen = Grid::new(problem.cx.size, false);
    seen[cell] = true;
    let (mut open, mut cells) = (vec![cell], 0);
    let mut best: Option<(i64, Cell)> = None;
    while let Some(c) = open.pop() {
        cells += 1;
        for n in around(c) {
            if std::mem::replace(&mut seen[n], true) {
                continue;
            }
            if solid(end, n) {
                let beyond = around(n).map(value).filter(|&v| v != FAR).min();
                let would = beyond.map(|v| (v + problem.cx.unit, n));
                best = best.into_iter().chain(would).min();
            } else if value(n) == FAR {
                open.push(n);
            }
        }
    }
    (cells, best)
}
