//! Why a cell is not on the path: what stood in the way, how much dearer the cheapest path through it would be, or at
//! which tie it lost. Worked out of the trace, and of exact distances where the trace does not know.

use super::decision::{parent_rule, stop};
use super::event::AStarEvent as E;
use super::problem::Problem;
use super::{AStar, Ties, ways};
use crate::algorithm::Lens as _;
use crate::geometry::{Cell, Dir, Size};
use crate::trace::Moment;
use crate::trace::replay::WhyNot;

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
pub(super) fn why_not(problem: &Problem, now: &Moment<E>, cell: Cell) -> Option<WhyNot> {
    let context = now.context();
    let ended = ended(now);
    let answer = |reason, sentence: String, event, best: Option<u64>, this: Option<u64>| {
        let cost = |units: Option<u64>| units.map(|u| context.cost(u));
        Some(WhyNot { reason, sentence, event, best: cost(best), this: cost(this) })
    };
    let best = ended.end.map(|(_, cost)| cost);
    if let Some(k) = ended.path.iter().position(|&c| c == cell) {
        let all = ended.path.len();
        let event = last(now, cell, |e| matches!(e, E::Traced { .. }));
        let sentence = format!("{cell} is on the path: cell {} of {all}.", k + 1);
        return answer("on-path", sentence, event, best, best);
    }
    let here = ways::distances(problem, problem.start, cell)[problem.size.index(cell)];
    if here == u64::MAX {
        let refused = |e: &E| matches!(e, E::Rejected { .. });
        let times = about(now, cell).filter(|(_, e)| refused(e)).count();
        let event = about(now, cell).find(|(_, e)| refused(e));
        if let Some((i, E::Rejected { why, .. })) = event {
            let because = why.because();
            let number = i + 1;
            let sentence = match times {
                1 => {
                    format!("{cell} was never reached: the one step to it was refused (event {number}): {because}.")
                }
                n => format!(
                    "{cell} was never reached: {n} steps to it were refused, first at event {number}: {because}."
                ),
            };
            return answer("blocked", sentence, Some(i), best, None);
        }
        if let Some(because) = shut(problem, cell) {
            return answer("blocked", format!("{cell} cannot be reached from any side: {because}."), None, best, None);
        }
        let sentence = format!("{cell} was never reached: no way leads there from {}.", problem.start);
        return answer("unreachable", sentence, None, best, None);
    }
    let Some((end, cost)) = ended.end else {
        let sentence = format!("The search failed and settled for nothing, so there is no path; {cell} was reached.");
        return answer("no-path", sentence, last_record(now, cell), None, None);
    };
    if !ended.found {
        return Some(not_settled(now, cell));
    }
    let onward = ways::distances(problem, cell, end);
    let rest = onward[problem.size.index(end)];
    if rest == u64::MAX {
        let sentence = format!("From {cell} no way leads on to {end}.");
        return answer("dead-end", sentence, last_record(now, cell), best, None);
    }
    let this = here + rest;
    let event = last_record(now, cell);
    let show = |units: u64| context.cost(units).to_string();
    if this > cost {
        let sentence = format!(
            "The cheapest path through {cell} costs {}, {} more than the {} of the path taken{}.",
            show(this),
            show(this - cost),
            show(cost),
            how_far(now, event),
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
            how_far(now, event),
        );
        return answer("cheaper", sentence, event, best, Some(this));
    }
    let (sentence, event) = lost_tie(problem, now, &ended.path, &onward, cell, end);
    answer("tied", format!("A path through {cell} costs {} too. {sentence}", show(this)), event, best, Some(this))
}

pub(super) fn ended(now: &Moment<E>) -> Ended {
    let end = now.steps_back().find_map(|(_, e)| match *e {
        E::Found { cell, g } => Some((cell, g, true)),
        E::Settled { cell, g, .. } => Some((cell, g, false)),
        _ => None,
    });
    Ended {
        end: end.map(|(cell, g, _)| (cell, g)),
        found: end.is_some_and(|e| e.2),
        path: if end.is_some() { AStar::path(now) } else { Vec::new() },
    }
}

/// What the search knew of the cell when it ended, as the tail of a sentence.
fn how_far(now: &Moment<E>, event: Option<usize>) -> String {
    let context = now.context();
    match event.and_then(|i| Some((i + 1, *now.event(i)?))) {
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
    now: &Moment<E>,
    path: &[Cell],
    onward: &[u64],
    cell: Cell,
    end: Cell,
) -> (String, Option<usize>) {
    let context = now.context();
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
    if let Some((i, E::Tied { arrival, n, g, chance, .. })) = decided(now, meet, toward) {
        let arrived = if arrival.from() == toward { "arrived" } else { "was the parent" };
        let rule = match context.ties {
            Ties::First | Ties::Last => parent_rule(context.ties).to_owned(),
            Ties::Parents | Ties::Paths => format!("the dice decided, with probability {chance:.3}"),
        };
        let sentence = format!(
            "It lost the tie at {meet}: {before} {arrived} with equal g = {} (event {}, arrival n = {n}), and {rule}.",
            context.cost(g),
            i + 1,
        );
        return (sentence, Some(i));
    }
    let event = last_record(now, before);
    let word = match event.and_then(|i| now.event(i)) {
        Some(E::Expanded { .. }) => "was expanded too late to count",
        Some(_) => "was still waiting when the goal was popped",
        None => "had not been reached yet when the goal was popped",
    };
    (format!("It would join the path at {meet} from {before}, which {word}."), event)
}

/// The last event at which the arrival from `toward` lost at a cell: refused, or replaced.
fn decided(now: &Moment<E>, cell: Cell, toward: Dir) -> Option<(usize, E)> {
    let mut parent = None;
    let mut lost = None;
    for (i, event) in about(now, cell) {
        match event {
            E::Opened { parent: to, .. } | E::Lowered { parent: to, .. } | E::Reopened { parent: to, .. } => {
                (parent, lost) = (to, None);
            }
            E::Tied { arrival, .. } => {
                let refused = arrival.from() == toward && !arrival.switched();
                let replaced = parent == Some(toward) && arrival.switched();
                if refused || replaced {
                    lost = Some((i, event));
                }
                parent = Some(arrival.parent());
            }
            _ => {}
        }
    }
    lost
}

/// Why the search settled for another cell.
fn not_settled(now: &Moment<E>, cell: Cell) -> WhyNot {
    let event = last(now, cell, |e| matches!(e, E::Considered { .. })).or_else(|| last_record(now, cell));
    match stop(now).and_then(|choice| choice.why_not(cell)) {
        Some(why) => {
            WhyNot { sentence: format!("The goal cannot be reached. {}", why.sentence), ..why }.shown_by(event)
        }
        None => {
            WhyNot::new("not-closed", format!("The goal cannot be reached; {cell} was never closed.")).shown_by(event)
        }
    }
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

pub(super) fn last_record(now: &Moment<E>, cell: Cell) -> Option<usize> {
    last(now, cell, |e| matches!(e, E::Opened { .. } | E::Lowered { .. } | E::Reopened { .. } | E::Expanded { .. }))
}

/// The events of this search about a cell, up to now.
fn about(now: &Moment<E>, cell: Cell) -> impl DoubleEndedIterator<Item = (usize, E)> {
    let all = now.trace().by_cell().of(cell);
    let from = all.partition_point(|&i| (i as usize) < now.first());
    let to = all.partition_point(|&i| (i as usize) < now.cursor());
    let these = all.get(from..to).unwrap_or_default().iter();
    these.filter_map(|&i| Some((i as usize, *now.event(i as usize)?)))
}

fn last(now: &Moment<E>, cell: Cell, wanted: impl Fn(&E) -> bool) -> Option<usize> {
    about(now, cell).rev().find(|(_, e)| wanted(e)).map(|(i, _)| i)
}
