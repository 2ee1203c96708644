//! Why a path that the user drew was not taken.

use super::{Ended, direction};
use crate::cheapest_paths;
use crate::geometry::Cell;
use crate::observe::unhalted;
use crate::trace::replay::WhyNot;
use std::ops::ControlFlow::Continue;

impl Ended<'_> {
    /// Returns why a path of at least two neighbouring cells was not taken: the first step at which it loses, and what
    /// it would have cost. Returns `None` if the search did not reach the goal.
    pub fn why_not_path(&self, path: &[Cell]) -> Option<WhyNot> {
        let (&[first, ..], &[.., last]) = (path, path) else { return None };
        let answer = |reason, sentence: String, event, this| Some(self.answer(reason, sentence, event, this));
        if first != self.start {
            let sentence = format!("The drawn path starts at {first}, but the search started at {}.", self.start);
            return answer("elsewhere", sentence, None, None);
        }
        // The cost of each prefix, up to a step that is not allowed.
        let mut costs = vec![0_u64];
        for (k, step) in path.windows(2).enumerate() {
            let &[a, b] = step else { continue };
            let Some(dir) = direction(a, b) else {
                let sentence =
                    format!("Step {} of the drawn path jumps from {a} to {b}, which is not a neighbour.", k + 1);
                return answer("blocked", sentence, None, None);
            };
            let so_far = costs.last().copied().unwrap_or(0);
            let refused = match self.walk.passage.step(a, dir) {
                _ if !self.walk.order.contains(&dir) => "the search does not step diagonally",
                Ok((_, price)) => {
                    costs.push(so_far + price);
                    continue;
                }
                Err((_, why)) => why.because(),
            };
            let sentence = format!(
                "Step {} of the drawn path, from {a} to {b}, is not allowed: {refused}. Up to there it costs {}.",
                k + 1,
                self.show(so_far),
            );
            return answer("blocked", sentence, self.last_record(a), None);
        }
        let (end, cost) = self.path.last().copied().zip(self.cost).filter(|_| self.found())?;
        let onward = |from: Cell| self.distances(from, end)[self.walk.size().index(end)];
        let rest = onward(last);
        if rest == u64::MAX {
            let sentence = format!("There is no path from {last}, where the drawn path ends, to {end}.");
            return answer("dead-end", sentence, None, None);
        }
        let whole = costs.last().copied().unwrap_or(0) + rest;
        let tail = if last == end { String::new() } else { format!(", continued from {last} as cheaply as possible") };
        let dag = unhalted(cheapest_paths::Dag::new(self.walk, self.start, end, &mut || Continue(())));
        let number = |cell: Cell| dag.cells.iter().position(|&c| c == cell);
        let best_step = |a: Cell, b: Cell| {
            number(a).zip(number(b)).is_some_and(|(a, b)| dag.parents.get(b).is_some_and(|p| p.contains(&(a as u32))))
        };
        if whole < cost {
            let but = if self.promises {
                "should have been the cheapest".to_owned()
            } else {
                format!("{} did not promise to be the cheapest", self.title)
            };
            let sentence = format!(
                "The drawn path costs {}{tail}, which is {} less than the path found ({}), which {but}.",
                self.show(whole),
                self.show(cost - whole),
                self.show(cost),
            );
            return answer("cheaper", sentence, None, Some(whole));
        }
        let steps = path.iter().copied().zip(path.iter().copied().skip(1));
        let Some((k, (from, to))) = steps.enumerate().find(|&(_, (a, b))| !best_step(a, b)) else {
            if path.iter().zip(&self.path).all(|(a, b)| a == b) {
                let sentence =
                    format!("The drawn path is the path found, {} cells of {}.", path.len(), self.path.len());
                return answer("on-path", sentence, None, Some(whole));
            }
            let off = path.iter().copied().find(|c| !self.path.contains(c)).unwrap_or(last);
            let why = self.why_not(off);
            let sentence = format!("The drawn path costs {} as well{tail}. {}", self.show(whole), why.sentence);
            return Some(WhyNot { reason: "tied".into(), sentence, ..why });
        };
        let through = costs.get(k + 1).copied().unwrap_or(0) + onward(to);
        let sentence = format!(
            "The drawn path loses at step {}, from {from} to {to}: the cheapest path on from there makes {}, {} more than \
             the path found ({}). As drawn it costs {}{tail}.",
            k + 1,
            self.show(through),
            self.show(through.saturating_sub(cost)),
            self.show(cost),
            self.show(whole),
        );
        answer("dearer", sentence, self.last_record(to), Some(whole))
    }
}
