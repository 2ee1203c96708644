//! Why a path that somebody drew was not taken: the first step at which it loses, and what it would have cost.

use super::event::AStarEvent as E;
use super::problem::Problem;
use super::ways::{self, Dag};
use super::why_not::{direction, ended, last_record, why_not};
use crate::geometry::Cell;
use crate::trace::Moment;
use crate::trace::replay::WhyNot;

/// Asks a finished run about a path of two cells and more, each a neighbour of the one before.
pub(super) fn why_not_path(problem: &Problem, now: &Moment<E>, path: &[Cell]) -> Option<WhyNot> {
    let context = now.context();
    let ended = ended(now);
    let best = ended.end.map(|(_, cost)| cost);
    let answer = |reason, sentence: String, event, this: Option<u64>| {
        let cost = |units: Option<u64>| units.map(|u| context.cost(u));
        Some(WhyNot { reason, sentence, event, best: cost(best), this: cost(this) })
    };
    let show = |units: u64| context.cost(units).to_string();
    let first = path[0];
    if first != problem.start {
        let sentence = format!("The drawn path begins at {first}; the search began at {}.", problem.start);
        return answer("elsewhere", sentence, None, None);
    }
    // What each prefix costs, up to a step that is not allowed.
    let mut costs = vec![0_u64];
    for (k, step) in path.windows(2).enumerate() {
        let (a, b) = (step[0], step[1]);
        let Some(dir) = direction(a, b) else {
            let sentence = format!("Step {} of the drawn path leaps from {a} to {b}.", k + 1);
            return answer("blocked", sentence, None, None);
        };
        let refused = match problem.passage.step(a, dir) {
            _ if !problem.rules.order.contains(&dir) => "the search does not step diagonally",
            Ok((_, price)) => {
                costs.push(costs[k] + u64::from(price));
                continue;
            }
            Err((_, why)) => why.because(),
        };
        let sentence = format!(
            "Step {} of the drawn path, from {a} to {b}, is not allowed: {refused}. Up to there it costs {}.",
            k + 1,
            show(costs[k]),
        );
        return answer("blocked", sentence, last_record(now, a), None);
    }
    let (end, cost) = ended.end.filter(|_| ended.found)?;
    let last = path[path.len() - 1];
    let onward = |from: Cell| ways::distances(problem, from, end)[problem.size.index(end)];
    let rest = onward(last);
    if rest == u64::MAX {
        return answer(
            "dead-end",
            format!("From {last}, where the drawn path ends, no way leads on to {end}."),
            None,
            None,
        );
    }
    let whole = costs[costs.len() - 1] + rest;
    let tail = if last == end { String::new() } else { format!(", going on from {last} as cheaply as can be") };
    let dag = Dag::new(problem, end);
    let number = |cell: Cell| dag.cells.iter().position(|&c| c == cell);
    let best_step =
        |step: &[Cell]| number(step[0]).zip(number(step[1])).is_some_and(|(a, b)| dag.parents[b].contains(&(a as u32)));
    if whole < cost {
        let sentence = format!(
            "The drawn path costs {}{tail}, {} less than the {} of the path taken, which A* did not promise to be the cheapest.",
            show(whole),
            show(cost - whole),
            show(cost)
        );
        return answer("cheaper", sentence, None, Some(whole));
    }
    let Some(k) = path.windows(2).position(|step| !best_step(step)) else {
        if path.iter().zip(&ended.path).all(|(a, b)| a == b) {
            let sentence = format!("The drawn path is the one taken, {} cells of {}.", path.len(), ended.path.len());
            return answer("on-path", sentence, None, Some(whole));
        }
        let off = path.iter().copied().find(|c| !ended.path.contains(c)).unwrap_or(last);
        let why = why_not(problem, now, off)?;
        let sentence = format!("The drawn path costs {} too{tail}. {}", show(whole), why.sentence);
        return Some(WhyNot { reason: "tied", sentence, ..why });
    };
    let (from, to) = (path[k], path[k + 1]);
    let through = costs[k + 1] + onward(to);
    let sentence = format!(
        "The drawn path loses at step {}, from {from} to {to}: the cheapest way on from there makes {}, {} more than the {} \
         of the path taken. As drawn it costs {}{tail}.",
        k + 1,
        show(through),
        show(through.saturating_sub(cost)),
        show(cost),
        show(whole),
    );
    answer("dearer", sentence, last_record(now, to), Some(whole))
}
