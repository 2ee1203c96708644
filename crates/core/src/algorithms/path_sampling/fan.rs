//! Which steps were taken how often: the fan of all sampled paths, and the rose of their directions.

use super::event::{Rule, SamplingEvent as E};
use super::lens::rule_now;
use crate::geometry::{Cell, Dir};
use crate::trace::Moment;
use crate::trace::replay::{Arm, Figure, Outline, Rose};
use crate::view::board::Role;

/// Up to so many steps each has its share written beside it.
const MOST_LABELLED: usize = 48;

/// A step by its start and direction, and how often it was taken.
type Taken = ((Cell, Dir), u32);

/// How often a rule took each step so far, and how many samples of it are done.
fn steps(player: &Moment<E>, of: Rule) -> (Vec<Taken>, u32) {
    let size = player.trace().context().size;
    let (mut counts, mut samples, mut last) = (vec![[0_u32; Dir::ALL.len()]; size.area()], 0, None);
    for event in &player.trace().events()[..player.cursor()] {
        match *event {
            E::Walked { rule, cell, .. } if rule == of => {
                if let Some(from) = last.replace(cell)
                    && let Some(dir) = Cell::direction_to(from, cell)
                {
                    counts[size.index(from)][dir as usize] += 1;
                }
            }
            E::Sampled { rule, .. } if rule == of => (samples, last) = (samples + 1, None),
            _ => {}
        }
    }
    let taken = size.cells().flat_map(|c| Dir::ALL.into_iter().map(move |dir| (c, dir)));
    let taken = taken.map(|(c, dir)| ((c, dir), counts[size.index(c)][dir as usize])).filter(|(_, n)| *n > 0);
    (taken.collect(), samples)
}

/// An arrow for every step that the rule at hand took, with its share of the samples.
pub(super) fn figures(player: &Moment<E>) -> Vec<Figure> {
    let Some(rule) = rule_now(player) else { return Vec::new() };
    let (taken, samples) = steps(player, rule);
    if samples == 0 {
        return Vec::new();
    }
    let size = player.trace().context().size;
    let labelled = taken.len() <= MOST_LABELLED;
    let middle = |c: Cell| [f64::from(c.x) + 0.5, f64::from(c.y) + 0.5];
    let arrow = |((from, dir), n): Taken| {
        let to = from.step(dir, size)?;
        let share = f64::from(n) / f64::from(samples);
        let label = if labelled { format!("{:.0}%", share * 100.0) } else { String::new() };
        // Over the border alone, so that the numbers in the middles stay free.
        let (a, b) = (middle(from), middle(to));
        let between = |t: f64| [a[0] + (b[0] - a[0]) * t, a[1] + (b[1] - a[1]) * t];
        Some(Figure { outline: Outline::Arrow, points: vec![between(0.32), between(0.68)], role: Role::Path, label })
    };
    taken.into_iter().filter_map(arrow).collect()
}

/// For each rule that has begun, how often its steps went in each direction, against paths chosen uniformly.
pub(super) fn roses(player: &Moment<E>) -> Vec<Rose> {
    let Some(now) = rule_now(player) else { return Vec::new() };
    let mut uniform = [0.0; Dir::ALL.len()];
    for (from, to, share) in player.trace().context().expectation.uniform_steps() {
        if let Some(dir) = Cell::direction_to(from, to) {
            uniform[dir as usize] += share;
        }
    }
    let begun = Rule::ALL.into_iter().filter(|rule| *rule <= now);
    let rose = |rule: Rule| {
        let (taken, samples) = steps(player, rule);
        let mut counts = [0.0; Dir::ALL.len()];
        for ((_, dir), n) in taken {
            counts[dir as usize] += f64::from(n);
        }
        let arm =
            |dir: Dir| Arm { dir, count: counts[dir as usize], uniform: uniform[dir as usize] * f64::from(samples) };
        (samples > 0).then(|| Rose {
            title: format!("Directions, {}", rule.name()),
            arms: Dir::ALL.into_iter().map(arm).collect(),
        })
    };
    begun.filter_map(rose).collect()
}
