//! The branch that lost at the last tie, as a figure.

use super::layer_numbers::short;
use gridscope_trace::trace::replay::{Figure, Outline};
use gridscope_trace::{Cell, Replay, Role};

/// Names of the branch: if dice decided, and if a rule did.
const BY_DICE: &str = "refused by the dice";
const BY_RULE: &str = "refused: it costs as much";

/// Returns whether a figure is a refused branch.
pub fn is_refused_branch(figure: &Figure) -> bool {
    [BY_DICE, BY_RULE].contains(&&*figure.name)
}

/// Returns the branches that lost at the tie of the last event: from its cell over the parent that was refused, back to the
/// first cell that the branch shares with the way that won. Each cell between has the number of the layer as its bead.
pub fn refused_branches(replay: &Replay, layer: usize) -> Vec<Figure> {
    let tie = replay.cursor().checked_sub(1).and_then(|last| Some((replay.cell(last)?, replay.tie(last)?)));
    let Some((cell, tie)) = tie else { return Vec::new() };
    let is_parent = |other: Cell| matches!(cell.delta(other), (0, 1) | (1, 0 | 1));
    if !is_parent(tie.chosen) || tie.candidates.iter().any(|(other, _)| *other == cell) {
        return Vec::new();
    }
    let size = replay.size();
    // A parent is never visited twice, so a way has no more cells than the map.
    let back = |from: Cell| {
        let before = |cell: &Cell| replay.arrow(*cell).and_then(|dir| cell.step(dir, size));
        std::iter::successors(Some(from), before).take(size.area())
    };
    let mut winning = vec![false; size.area()];
    back(tie.chosen).for_each(|cell| winning[size.index(cell)] = true);
    let losers =
        tie.candidates.iter().map(|(other, _)| *other).filter(|&other| other != tie.chosen && is_parent(other));
    let branch = |loser: Cell| {
        let mut cells = vec![cell];
        for on_way in back(loser) {
            cells.push(on_way);
            if winning[size.index(on_way)] {
                break;
            }
        }
        let number = |cell: &Cell| replay.value(layer, *cell).as_ref().and_then(short).unwrap_or_default();
        let last = cells.len() - 1;
        let beads =
            cells.iter().enumerate().map(|(k, cell)| if k == 0 || k == last { String::new() } else { number(cell) });
        let beads: Vec<String> = beads.collect();
        let name = if tie.roll.is_some() { BY_DICE } else { BY_RULE };
        Figure::through(Outline::Dashes, cells, Role::Chosen, "").named(name).with_beads(beads)
    };
    losers.map(branch).collect()
}
