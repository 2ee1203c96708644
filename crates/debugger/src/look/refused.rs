//! The branch that lost at the last tie, as a figure.

use super::layer_numbers::short;
use gridscope_trace::trace::replay::{Figure, Outline, Tie};
use gridscope_trace::{Cell, Replay, Role};

/// Names of the branch: if dice decided, and if a rule did.
const BY_DICE: &str = "refused by the dice";
const BY_RULE: &str = "refused: it costs as much";

/// Returns whether a figure is a refused branch.
pub fn is_refused_branch(figure: &Figure) -> bool {
    [BY_DICE, BY_RULE].contains(&&*figure.name)
}

/// Returns the cell of the last event and its tie between parents.
fn last_tie(replay: &Replay) -> Option<(Cell, Tie)> {
    let last = replay.cursor().checked_sub(1)?;
    let (cell, tie) = (replay.cell(last)?, replay.tie(last)?);
    let is_of_parents = is_beside(cell, tie.chosen) && tie.candidates.iter().all(|(other, _)| *other != cell);
    is_of_parents.then_some((cell, tie))
}

const fn is_beside(cell: Cell, other: Cell) -> bool {
    matches!(cell.delta(other), (0, 1) | (1, 0 | 1))
}

/// Returns the cells from a cell back to the start. A parent is never visited twice, so there are no more than on the map.
fn back(replay: &Replay, from: Cell) -> impl Iterator<Item = Cell> {
    let size = replay.size();
    let before = move |cell: &Cell| replay.arrow(*cell).and_then(|dir| cell.step(dir, size));
    std::iter::successors(Some(from), before).take(size.area())
}

/// Returns the way that won at the tie of the last event, from the start to its cell. Returns `None` if there was no tie.
pub fn winning_way(replay: &Replay) -> Option<Vec<Cell>> {
    let (cell, tie) = last_tie(replay)?;
    let mut way: Vec<Cell> = [cell].into_iter().chain(back(replay, tie.chosen)).collect();
    way.reverse();
    Some(way)
}

/// Returns the branches that lost at the tie of the last event: from its cell over the parent that was refused, back to the
/// first cell that the branch shares with the way that won. Each cell between has the number of the layer as its bead.
pub fn refused_branches(replay: &Replay, layer: usize) -> Vec<Figure> {
    let Some((cell, tie)) = last_tie(replay) else { return Vec::new() };
    let size = replay.size();
    let mut winning = vec![false; size.area()];
    back(replay, tie.chosen).for_each(|cell| winning[size.index(cell)] = true);
    let branch = |loser: Cell| {
        let mut cells = vec![cell];
        for on_way in back(replay, loser) {
            cells.push(on_way);
            if winning[size.index(on_way)] {
                break;
            }
        }
        let number = |cell: &Cell| replay.value(layer, *cell).as_ref().and_then(short).unwrap_or_default();
        let last = cells.len() - 1;
        let bead = |(k, cell): (usize, &Cell)| if k == 0 || k == last { String::new() } else { number(cell) };
        let beads: Vec<String> = cells.iter().enumerate().map(bead).collect();
        let name = if tie.roll.is_some() { BY_DICE } else { BY_RULE };
        Figure::through(Outline::Dashes, cells, Role::Chosen, "").named(name).with_beads(beads)
    };
    let losers = tie.candidates.iter().map(|(other, _)| *other);
    losers.filter(|&other| other != tie.chosen && is_beside(cell, other)).map(branch).collect()
}
