//! Why a cell is not reached, and why a prisoner did not step on it.

use super::event::{FAR, FlowEvent as E};
use super::lens;
use super::problem::Problem;
use super::words::Verdict;
use crate::geometry::{Cell, Dir};
use crate::grid::Grid;
use crate::trace::Moment;
use crate::trace::replay::WhyNot;

/// Asks a finished run.
pub(super) fn why_not(problem: &Problem, end: &Moment<E>, cell: Cell) -> Option<WhyNot> {
    weighed(end, cell).or_else(|| Some(unreached(problem, end, cell)))
}

/// The last time that a prisoner looked at the cell.
fn weighed(end: &Moment<E>, cell: Cell) -> Option<WhyNot> {
    let trace = end.trace();
    let context = trace.context();
    let of = trace.by_cell().of(cell);
    let last = |wanted: fn(&E) -> bool| of.iter().rev().map(|&i| i as usize).find(|&i| wanted(&trace.events()[i]));
    let walked = last(|e| matches!(e, E::Stepped { .. }));
    if let Some((i, E::Stepped { actor, value, .. })) = walked.map(|i| (i, trace.events()[i])) {
        let value = context.height(value);
        let sentence = format!("{cell} was walked over by {} (event {}): it held {value}.", context.name(actor), i + 1);
        return Some(WhyNot {
            reason: "on-path",
            sentence,
            event: Some(i),
            best: Some(value.clone()),
            this: Some(value),
        });
    }
    let i = last(|e| matches!(e, E::Weighed { .. }))?;
    let E::Weighed { verdict, actor, value, .. } = trace.events()[i] else { return None };
    let taken = trace.events()[i..].iter().find_map(|e| match *e {
        E::Stepped { cell, value, .. } => Some(Some((cell, value))),
        E::Waited { .. } => Some(None),
        _ => None,
    });
    let name = context.name(actor);
    let this = (value != FAR).then(|| context.height(value));
    let best = taken.flatten().map(|t| context.height(t.1));
    let instead = match taken.flatten() {
        Some((to, value)) => format!("{name} stepped to {to}, which held {}", context.height(value)),
        None => format!("{name} waited"),
    };
    let (reason, because) = match verdict {
        Verdict::Lower if context.dice => ("tied", "it held equally little, and the dice chose another".to_owned()),
        Verdict::Lower => ("tied", "it held equally little, but comes later in the order up, right, down, left".into()),
        Verdict::Solid | Verdict::Corner => ("blocked", verdict_reason(verdict)),
        Verdict::Occupied => ("occupied", "somebody stood there".into()),
        Verdict::NotReached => ("not-reached", "no exit reaches it".into()),
        Verdict::NotLower | Verdict::NotLowest => ("higher", format!("it held {}", context.height(value))),
    };
    let sentence = format!("{cell} was not taken (event {}): {because}; {instead}.", i + 1);
    Some(WhyNot { reason, sentence, event: Some(i), best, this })
}

fn verdict_reason(verdict: Verdict) -> String {
    if verdict == Verdict::Corner { "the diagonal would cut a corner".into() } else { "it is solid".into() }
}

/// Why a cell has no value; where it has one, how it came to it.
fn unreached(problem: &Problem, end: &Moment<E>, cell: Cell) -> WhyNot {
    let trace = end.trace();
    let context = trace.context();
    let layer = context.main();
    let answer = |reason, sentence: String, event| WhyNot { reason, sentence, event, best: None, this: None };
    let state = end.at(cell);
    let holder = state.holder(layer);
    if lens::solid(end, cell) {
        return answer(
            "blocked",
            format!("{cell} is solid, so it has no distance."),
            state.holder(super::event::TILES),
        );
    }
    let value = lens::shown(&state, layer);
    if value != FAR {
        let this = Some(context.value(value));
        let sentence = match lens::arrow(&state).and_then(|(dir, _)| cell.step(dir, problem.size)) {
            Some(next) => {
                format!("{cell} is reached: it holds {}, and the way down goes on at {next}.", context.value(value))
            }
            None => format!("{cell} is reached: it holds {}, and nothing around it holds less.", context.value(value)),
        };
        return WhyNot { reason: "reached", sentence, event: holder, best: this.clone(), this };
    }
    let rooms: Vec<_> = problem.followed().map(|m| &problem.regions[m]).filter(|r| r.area.contains(cell)).collect();
    if rooms.is_empty() {
        return answer("no-room", format!("{cell} is not reached: it lies in no room."), holder);
    }
    let (cells, gate) = behind(problem, end, cell);
    let sentence = match gate {
        Some((gate, would)) => format!(
            "{cell} is not reached: no free way joins it, and the {cells} that hang together with it, to an exit. \
             Were {gate} not solid, that cell would hold {would}.",
            cells = plural(cells),
            would = context.value(would),
        ),
        None => format!(
            "{cell} is not reached: no exit lies among the {} that hang together with it, and none just beyond.",
            plural(cells)
        ),
    };
    answer("not-reached", sentence, holder)
}

/// `1 cell`, `2 cells`.
fn plural(cells: u32) -> String {
    if cells == 1 { "1 cell".into() } else { format!("{cells} cells") }
}

/// How many free cells hang together with one that is not reached, and the solid cell around them beyond which the
/// lowest value lies, with the value that it would take.
fn behind(problem: &Problem, end: &Moment<E>, cell: Cell) -> (u32, Option<(Cell, i64)>) {
    let layer = end.trace().context().main();
    let unit = problem.costs.straight as i64;
    let straight = [Dir::N, Dir::E, Dir::S, Dir::W];
    let around = |c: Cell| straight.into_iter().filter_map(move |d| c.step(d, problem.size));
    let mut seen = Grid::new(problem.size, false);
    seen[cell] = true;
    let (mut open, mut cells) = (vec![cell], 0);
    let mut best: Option<(i64, Cell)> = None;
    while let Some(c) = open.pop() {
        cells += 1;
        for n in around(c) {
            if std::mem::replace(&mut seen[n], true) {
                continue;
            }
            if !lens::solid(end, n) {
                if lens::shown(&end.at(n), layer) == FAR {
                    open.push(n);
                }
                continue;
            }
            let beyond = around(n).map(|b| lens::shown(&end.at(b), layer)).filter(|&v| v != FAR).min();
            if let Some(value) = beyond.map(|v| v + unit) {
                best = Some(best.map_or((value, n), |b| b.min((value, n))));
            }
        }
    }
    (cells, best.map(|(value, gate)| (gate, value)))
}
