//! How often each step was taken: the fan of all sampled paths, and the rose of their directions.

use super::Tally;
use crate::geometry::{Cell, Dir};
use crate::trace::replay::{Arm, Figure, Outline, Rose};
use crate::trace::{Player, Trace, fold};
use crate::view::board::Role;
use std::collections::BTreeMap;

/// Largest number of steps for which the share of each is written beside it.
const MAX_LABELLED: usize = 48;

/// How often each rule took each step, and how many of its samples are complete.
#[derive(Clone, Default)]
struct Steps {
    rules: Vec<RuleSteps>,
    last: Option<Cell>,
}

/// The steps of one rule.
#[derive(Clone, Default)]
struct RuleSteps {
    /// Counts by the row and column of a step's start, and its direction.
    taken: BTreeMap<(u16, u16), [u32; Dir::ALL.len()]>,
    samples: u32,
}

impl Steps {
    /// Returns the steps of the samples up to now.
    fn now(tally: &Tally, player: &Player) -> Self {
        fold::state(player.trace(), player.cursor(), |steps: &mut Self, event| {
            steps.take(tally, player.trace(), event);
        })
    }

    fn take(&mut self, tally: &Tally, trace: &Trace, event: usize) {
        let (walks, samples) = (tally.walks(trace, event), trace.kind(event) == tally.sample);
        let Some(rule) = tally.rule(trace, event).filter(|_| walks || samples) else { return };
        if self.rules.len() <= rule {
            self.rules.resize_with(rule + 1, RuleSteps::default);
        }
        let Some(own) = self.rules.get_mut(rule) else { return };
        if samples {
            own.samples += 1;
            self.last = None;
        } else if let Some(cell) = trace.cell(event)
            && let Some(from) = self.last.replace(cell)
            && let Some(dir) = from.direction_to(cell)
        {
            own.taken.entry((from.y, from.x)).or_default()[dir as usize] += 1;
        }
    }

    fn samples(&self, rule: usize) -> u32 {
        self.rules.get(rule).map_or(0, |own| own.samples)
    }

    /// Returns the steps that a rule took, each with its count.
    fn of(&self, rule: usize) -> Vec<(Cell, Dir, u32)> {
        let each = self.rules.get(rule).into_iter().flat_map(|own| &own.taken);
        let steps = each.flat_map(|(&(y, x), n)| Dir::ALL.map(|dir| (Cell::new(x, y), dir, n[dir as usize])));
        steps.filter(|step| step.2 > 0).collect()
    }
}

/// Returns an arrow for every step that the current rule took, with its share of the samples.
pub(super) fn figures(tally: &Tally, player: &Player) -> Vec<Figure> {
    let Some(rule) = tally.started_rules(player).checked_sub(1) else { return Vec::new() };
    let steps = Steps::now(tally, player);
    let (taken, samples) = (steps.of(rule), steps.samples(rule));
    if samples == 0 {
        return Vec::new();
    }
    let labelled = taken.len() <= MAX_LABELLED;
    let arrow = |(from, dir, n): (Cell, Dir, u32)| {
        let share = f64::from(n) / f64::from(samples);
        let label = if labelled { format!("{:.0}%", share * 100.0) } else { String::new() };
        // Only across the border, so that numbers in the cells stay readable.
        let (dx, dy) = dir.offset();
        let (x, y) = (f64::from(from.x) + 0.5, f64::from(from.y) + 0.5);
        let at = |t: f64| [x + f64::from(dx) * t, y + f64::from(dy) * t];
        Figure::new(Outline::Arrow, vec![at(0.32), at(0.68)], Role::Path, label)
    };
    taken.into_iter().map(arrow).collect()
}

/// Returns, for each rule that has begun, how often its steps went in each direction, compared with uniformly chosen
/// paths.
pub(super) fn roses(tally: &Tally, player: &Player) -> Vec<Rose> {
    let steps = Steps::now(tally, player);
    let mut uniform = [0.0; Dir::ALL.len()];
    for (from, to, share) in tally.expectation.uniform_steps() {
        if let Some(dir) = from.direction_to(to) {
            uniform[dir as usize] += share;
        }
    }
    let rose = |rule: usize| {
        let samples = f64::from(steps.samples(rule));
        let mut counts = [0.0; Dir::ALL.len()];
        for (_, dir, n) in steps.of(rule) {
            counts[dir as usize] += f64::from(n);
        }
        let arm = |dir: Dir| Arm { dir, count: counts[dir as usize], uniform: uniform[dir as usize] * samples };
        let arms = Dir::ALL.into_iter().map(arm).collect();
        let name = &tally.rules.get(rule)?.0;
        (samples > 0.0).then(|| Rose { title: format!("Directions, {name}"), arms })
    };
    (0..tally.started_rules(player)).filter_map(rose).collect()
}
