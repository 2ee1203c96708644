//! Which steps were taken how often: the fan of all sampled paths, and the rose of their directions.

use super::event::{Context, Rule, SamplingEvent as E};
use super::lens::begun;
use crate::geometry::{Cell, Dir};
use crate::trace::replay::{Arm, Figure, Outline, Rose};
use crate::trace::{Fold, Moment};
use crate::view::board::Role;
use std::collections::BTreeMap;

/// Up to so many steps each has its share written beside it.
const MOST_LABELLED: usize = 48;

/// How often each rule took each step, and how many samples of it are done.
#[derive(Clone, Default)]
struct Steps {
    /// By the start of a step, row by row, and its direction.
    taken: [BTreeMap<(u16, u16), [u32; Dir::ALL.len()]>; Rule::ALL.len()],
    samples: [u32; Rule::ALL.len()],
    last: Option<Cell>,
}

impl Fold for Steps {
    type Event = E;

    fn take(&mut self, _: usize, event: &E, _: &Context) {
        match *event {
            E::Walked { rule, cell, .. } => {
                if let Some(from) = self.last.replace(cell)
                    && let Some(dir) = from.direction_to(cell)
                {
                    self.taken[rule as usize].entry((from.y, from.x)).or_default()[dir as usize] += 1;
                }
            }
            E::Sampled { rule, .. } => {
                self.samples[rule as usize] += 1;
                self.last = None;
            }
            _ => {}
        }
    }
}

impl Steps {
    /// The steps that a rule took, each with how often.
    fn of(&self, rule: Rule) -> Vec<(Cell, Dir, u32)> {
        let each = self.taken[rule as usize].iter();
        let steps = each.flat_map(|(&(y, x), n)| Dir::ALL.map(|dir| (Cell::new(x, y), dir, n[dir as usize])));
        steps.filter(|step| step.2 > 0).collect()
    }
}

/// An arrow for every step that the rule at hand took, with its share of the samples.
pub(super) fn figures(now: &Moment<E>) -> Vec<Figure> {
    let Some(rule) = begun(now).pop() else { return Vec::new() };
    let steps = now.state::<Steps>();
    let (taken, samples) = (steps.of(rule), steps.samples[rule as usize]);
    if samples == 0 {
        return Vec::new();
    }
    let labelled = taken.len() <= MOST_LABELLED;
    let arrow = |(from, dir, n): (Cell, Dir, u32)| {
        let share = f64::from(n) / f64::from(samples);
        let label = if labelled { format!("{:.0}%", share * 100.0) } else { String::new() };
        // Over the border alone, so that the numbers in the middles stay free.
        let (dx, dy) = dir.offset();
        let (x, y) = (f64::from(from.x) + 0.5, f64::from(from.y) + 0.5);
        let at = |t: f64| [x + f64::from(dx) * t, y + f64::from(dy) * t];
        Figure::new(Outline::Arrow, vec![at(0.32), at(0.68)], Role::Path, label)
    };
    taken.into_iter().map(arrow).collect()
}

/// For each rule that has begun, how often its steps went in each direction, against paths chosen uniformly.
pub(super) fn roses(now: &Moment<E>) -> Vec<Rose> {
    let steps = now.state::<Steps>();
    let mut uniform = [0.0; Dir::ALL.len()];
    for (from, to, share) in now.context().expectation.uniform_steps() {
        if let Some(dir) = from.direction_to(to) {
            uniform[dir as usize] += share;
        }
    }
    let rose = |rule: Rule| {
        let samples = f64::from(steps.samples[rule as usize]);
        let mut counts = [0.0; Dir::ALL.len()];
        for (_, dir, n) in steps.of(rule) {
            counts[dir as usize] += f64::from(n);
        }
        let arm = |dir: Dir| Arm { dir, count: counts[dir as usize], uniform: uniform[dir as usize] * samples };
        let arms = Dir::ALL.into_iter().map(arm).collect();
        (samples > 0.0).then(|| Rose { title: format!("Directions, {}", rule.word()), arms })
    };
    begun(now).into_iter().filter_map(rose).collect()
}
