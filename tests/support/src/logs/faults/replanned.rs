//! Planted faults of incremental search: keys, `km` and neighbours that are not updated, and outdated plans.

use super::super::incremental::{Ran, changes, robot};
use super::super::lifelong::Forgets;
use super::Planted;
use gridscope::trace::rng::Rng;

type Run = fn(&mut Rng, bool, Forgets) -> Ran;

/// Any of these rules may report such a fault. Which one it is depends on what the fault causes later.
const RULES: [&str; 11] = [
    "order",
    "changed",
    "cost",
    "not-shortest",
    "no-path",
    "wall",
    "path-broken",
    "path-cost",
    "reexpanded",
    "missed",
    "parent",
];

/// Runs the same program twice: to count the opportunities, and to forget an update at one of them. Returns `None` if
/// no line is wrong because of it.
fn planted(dice: &mut Rng, run: Run, forgets: fn(usize) -> Forgets) -> Option<Planted> {
    let seed = dice.below(1 << 40);
    let chances = match forgets(0) {
        Forgets::Km => 1,
        _ => run(&mut Rng::new(seed), true, forgets(usize::MAX - 1)).chances,
    };
    // Most omissions change nothing in the log.
    for _ in 0..chances.min(4) {
        let nth = dice.below(chances as u64) as usize;
        let Ran { program, made, shown, .. } = run(&mut Rng::new(seed), true, forgets(nth));
        if let (Some(made), false) = (made, shown.is_empty()) {
            return Some(Planted::at(&program, made.saturating_sub(1)..program.lines.len(), &RULES));
        }
    }
    None
}

pub fn key(dice: &mut Rng) -> Option<Planted> {
    planted(dice, robot, Forgets::Key)
}

pub fn printed_key(dice: &mut Rng) -> Option<Planted> {
    planted(dice, robot, Forgets::PrintedKey)
}

pub fn key_of_lpa(dice: &mut Rng) -> Option<Planted> {
    planted(dice, changes, Forgets::Key)
}

pub fn km(dice: &mut Rng) -> Option<Planted> {
    planted(dice, robot, |_| Forgets::Km)
}

pub fn neighbour(dice: &mut Rng) -> Option<Planted> {
    planted(dice, robot, Forgets::Neighbour)
}

pub fn neighbour_of_lpa(dice: &mut Rng) -> Option<Planted> {
    planted(dice, changes, Forgets::Neighbour)
}

pub fn plan(dice: &mut Rng) -> Option<Planted> {
    planted(dice, robot, Forgets::Plan)
}

pub fn plan_of_lpa(dice: &mut Rng) -> Option<Planted> {
    planted(dice, changes, Forgets::Plan)
}
