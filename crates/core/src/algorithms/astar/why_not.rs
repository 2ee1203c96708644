//! Why a cell is not on the path: what stood in the way, how much dearer the cheapest path through it would be, or at
//! which tie it lost. Worked out of the trace, and of exact distances where the trace does not know.

use super::event::AStarEvent as E;
use super::problem::{FallbackTies, Problem};
use super::ways;
use crate::geometry::{Cell, Dir, Size};
use crate::trace::replay::WhyNot;
use crate::trace::{Player, Trace};

/// What the search was about, and how it ended.
pub(super) struct Ended {
    /// Where the path ends, and its cost.
    pub(super) end: Option<(Cell, u64)>,
    /// Whether that is the goal.
    pub(super) found: bool,
    /// The path.
    pub(super) path: Vec<Cell>,
}

/// Asks a finished run.
pub(super) fn why_not(problem: &Problem, player: &Player<E>, cell: Cell) -> Option<WhyNot> {
    let trace = player.trace();
    let context = trace.context();
    let ended = ended(player);
    let answer = |reason, sentence: String, event, best: Option<u64>, this: Option<u64>| {
        let cost = |units: Option<u64>| units.map(|u| context.cost(u));
        Some(WhyNot { reason, sentence, event, best: cost(best), this: cost(this) })
    };
    let best = ended.end.map(|(_, cost)| cost);
    if let Some(k) = ended.path.iter().position(|&c| c == cell) {
        let all = ended.path.len();
        let event = last(trace, cell, |e| matches!(e, E::Traced { .. }));
        let sentence = format!("{cell} is on the path: cell {} of {all}.", k + 1);
        return answer("on-path", sentence, event, best, best);
    }
    let here = ways::distances(problem, problem.start, cell)[problem.size.index(cell)];
    if here == u64::MAX {
        let refused = |e: &E| matches!(e, E::Rejected { .. });
        let times = trace.by_cell().of(cell).iter().filter(|&&i| refused(&trace.events()[i as usize])).count();
        let event = first(trace, cell, refused);
        if let Some((i, E::Rejected { why, .. })) = event.map(|i| (i, trace.events()[i])) {
            let because = why.because();
            let number = context.before + i + 1;
            let sentence = match times {
                1 => {
                    format!("{cell} was never reached: the one step to it was refused (event {number}): {because}.")
                }
                n => format!(
                    "{cell} was never reached: {n} steps to it were refused, first at event {number}: {because}."
                ),
            };
            return answer("blocked", sentence, event, best, None);
        }
        if let Some(because) = shut(problem, cell) {
            return answer("blocked", format!("{cell} can not be reached from any side: {because}."), None, best, None);
        }
        let sentence = format!("{cell} was never reached: no way leads there from {}.", problem.start);
        return answer("unreachable", sentence, None, best, None);
    }
    let Some((end, cost)) = ended.end else {
        let sentence = format!("The search failed and settled for nothing, so there is no path; {cell} was reached.");
        return answer("no-path", sentence, last_record(trace, cell), None, None);
    };
    if !ended.found {
        return Some(not_settled(problem, trace, end, cell));
    }
    let onward = ways::distances(problem, cell, end);
    let rest = onward[problem.size.index(end)];
    if rest == u64::MAX {
        let sentence = format!("From {cell} no way leads on to {end}.");
        return answer("dead-end", sentence, last_record(trace, cell), best, None);
    }
    let this = here + rest;
    let event = last_record(trace, cell);
    let show = |units: u64| context.cost(units).to_string();
    if this > cost {
        let sentence = format!(
            "The cheapest path through {cell} costs {}, {} more than the {} of the path taken{}.",
            show(this),
            show(this - cost),
            show(cost),
            how_far(trace, event),
        );
        return answer("dearer", sentence, event, best, Some(this));
    }
    if this < cost {
        let sentence = format!(
            "A path through {cell} would cost {}, {} less than the {} of the path taken: with {} A* does not promise the \
             cheapest{}.",
            show(this),
            show(cost - this),
            show(cost),
            if problem.weight == (1, 1) { "this heuristic".to_owned() } else { "a weight above 1".to_owned() },
            how_far(trace, event),
        );
        return answer("cheaper", sentence, event, best, Some(this));
    }
    let (sentence, event) = lost_tie(problem, player, &ended.path, &onward, cell, end);
    answer("tied", format!("A path through {cell} costs {} too. {sentence}", show(this)), event, best, Some(this))
}

pub(super) fn ended(player: &Player<E>) -> Ended {
    let trace = player.trace();
    let end = trace.events().iter().rev().find_map(|e| match *e {
        E::Found { cell, g } => Some((cell, g, true)),
        E::Settled { cell, g, .. } => Some((cell, g, false)),
        _ => None,
    });
    Ended {
        end: end.map(|(cell, g, _)| (cell, g)),
        found: end.is_some_and(|e| e.2),
        path: if end.is_some() { super::lens::path(player) } else { Vec::new() },
    }
}

/// What the search knew of the cell when it ended, as the tail of a sentence.
fn how_far(trace: &Trace<E>, event: Option<usize>) -> String {
    let context = trace.context();
    match event.map(|i| (context.before + i + 1, trace.events()[i])) {
        Some((n, E::Expanded { g, h, .. })) => {
            format!("; it was expanded with f = {} (event {n})", context.f_value(g, h))
        }
        Some((n, E::Opened { g, h, .. } | E::Lowered { g, h, .. } | E::Reopened { g, h, .. })) => {
            format!("; it was still waiting with f = {} (event {n}) when the goal was popped", context.f_value(g, h))
        }
        _ => "; the search ended before it was reached".to_owned(),
    }
}

/// Where the path through the cell joins the one taken, and what decided there.
fn lost_tie(
    problem: &Problem,
    player: &Player<E>,
    path: &[Cell],
    onward: &[u64],
    cell: Cell,
    end: Cell,
) -> (String, Option<usize>) {
    let trace = player.trace();
    let context = trace.context();
    // Back from the end along best parents seen from the cell, until no longer on the path taken.
    let mut meet = end;
    let mut before = end;
    while before != cell {
        if path.contains(&before) {
            meet = before;
        }
        let Some(parent) = ways::best_parents(problem, onward, before).next() else { break };
        if path.contains(&before) && !path.contains(&parent) {
            meet = before;
            before = parent;
            break;
        }
        before = parent;
    }
    let Some(toward) = direction(meet, before) else { return ("They are equal all along.".into(), None) };
    if let Some((i, E::Tied { arrival, n, g, chance, .. })) = decided(trace, meet, toward) {
        let arrived = if arrival.from() == toward { "arrived" } else { "was the parent" };
        let rule = match context.ties {
            super::Ties::First => "the first parent stays".to_owned(),
            super::Ties::Last => "the last arrival wins".to_owned(),
            _ => format!("the dice decided, with probability {chance:.3}"),
        };
        let sentence = format!(
            "It lost the tie at {meet}: {before} {arrived} with equal g = {} (event {}, arrival n = {n}), and {rule}.",
            context.cost(g),
            context.before + i + 1,
        );
        return (sentence, Some(i));
    }
    let event = last_record(trace, before);
    let word = match event.map(|i| trace.events()[i]) {
        Some(E::Expanded { .. }) => "was expanded too late to count",
        Some(_) => "was still waiting when the goal was popped",
        None => "had not been reached yet when the goal was popped",
    };
    (format!("It would join the path at {meet} from {before}, which {word}."), event)
}

/// The last event at which the arrival from `toward` lost at a cell: refused, or replaced.
fn decided(trace: &Trace<E>, cell: Cell, toward: Dir) -> Option<(usize, E)> {
    let mut parent = None;
    let mut lost = None;
    for &i in trace.by_cell().of(cell) {
        let event = trace.events()[i as usize];
        match event {
            E::Opened { parent: to, .. } | E::Lowered { parent: to, .. } | E::Reopened { parent: to, .. } => {
                (parent, lost) = (to, None);
            }
            E::Tied { arrival, .. } => {
                let refused = arrival.from() == toward && !arrival.switched();
                let replaced = parent == Some(toward) && arrival.switched();
                if refused || replaced {
                    lost = Some((i as usize, event));
                }
                parent = Some(arrival.parent());
            }
            _ => {}
        }
    }
    lost
}

/// Why the search settled for another cell.
fn not_settled(problem: &Problem, trace: &Trace<E>, end: Cell, cell: Cell) -> WhyNot {
    let context = trace.context();
    let record = |c: Cell| {
        last_record(trace, c).and_then(|i| match trace.events()[i] {
            E::Expanded { g, h, .. } => Some((g, h as u64)),
            _ => None,
        })
    };
    let event = last(trace, cell, |e| matches!(e, E::Considered { .. })).or_else(|| last_record(trace, cell));
    let (Some((g, h)), Some((best_g, best_h))) = (record(cell), record(end)) else {
        let sentence = format!("The goal can not be reached; {cell} was never closed.");
        return WhyNot { reason: "not-closed", sentence, event, best: None, this: None };
    };
    let show = |units: u64| context.cost(units);
    if h > best_h {
        let sentence = format!(
            "The goal can not be reached. {cell} is farther from it than {end} by estimate: h = {} against {}.",
            show(h),
            show(best_h)
        );
        return WhyNot { reason: "farther", sentence, event, best: Some(show(best_h)), this: Some(show(h)) };
    }
    let by = if problem.fallback_ties == FallbackTies::First {
        "it was closed later".to_owned()
    } else if g > best_g {
        format!("it is dearer to reach, g = {} against {}", show(g), show(best_g))
    } else {
        "it lies lower, or farther right, at equal g".to_owned()
    };
    let sentence = format!("The goal can not be reached. {cell} has the same h = {} as {end}, but {by}.", show(h));
    WhyNot { reason: "tied", sentence, event, best: Some(show(best_g)), this: Some(show(g)) }
}

/// Why no step into a cell is allowed, if none is.
fn shut(problem: &Problem, cell: Cell) -> Option<&'static str> {
    let mut because = None;
    for &dir in &problem.rules.order {
        let Some(from) = cell.step(dir.opposite(), problem.size) else { continue };
        match problem.passage.step(from, dir) {
            Ok(_) => return None,
            Err((_, why)) => because = because.or(Some(why.because())),
        }
    }
    because
}

pub(super) fn direction(from: Cell, to: Cell) -> Option<Dir> {
    let size = Size::new(u16::MAX, u16::MAX);
    Dir::ALL.into_iter().find(|&d| from.step(d, size) == Some(to))
}

pub(super) fn last_record(trace: &Trace<E>, cell: Cell) -> Option<usize> {
    last(trace, cell, |e| matches!(e, E::Opened { .. } | E::Lowered { .. } | E::Reopened { .. } | E::Expanded { .. }))
}

fn first(trace: &Trace<E>, cell: Cell, wanted: impl Fn(&E) -> bool) -> Option<usize> {
    trace.by_cell().of(cell).iter().map(|&i| i as usize).find(|&i| wanted(&trace.events()[i]))
}

fn last(trace: &Trace<E>, cell: Cell, wanted: impl Fn(&E) -> bool) -> Option<usize> {
    trace.by_cell().of(cell).iter().rev().map(|&i| i as usize).find(|&i| wanted(&trace.events()[i]))
}
