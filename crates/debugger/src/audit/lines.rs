//! Checks lines of sight between cells: which blocked cells a segment crosses, by the strict rule of Theta*.
//!
//! A line from centre to centre is blocked if it crosses the inside of a blocked cell, or passes between two blocked
//! cells that touch at a corner (A. Nash, K. Daniel, S. Koenig and A. Felner, *Theta\*: Any-Angle Path Planning on
//! Grids*, 2007).

use super::Rule;
use super::judge::Judge;
use super::node::Node;
use crate::formats::log::LogEvent;
use gridscope_trace::geometry::Cell;
use gridscope_trace::movement::Corners;

/// Obstacle on a line.
pub(super) enum Barrier {
    /// The line crosses the inside of this cell.
    Inside(Cell),
    /// The line passes between these cells.
    Between(Cell, Cell),
}

/// Returns the first blocked cell or pair of cells on a segment from centre to centre, in exact arithmetic.
pub(super) fn barrier(from: Cell, to: Cell, corners: bool, blocked: impl Fn(Cell) -> bool) -> Option<Barrier> {
    // Step along the longer axis, one column at a time. Coordinates are doubled, so that centres are odd.
    let steep = from.y.abs_diff(to.y) > from.x.abs_diff(to.x);
    let turn = |x: i64, y: i64| {
        let (x, y) = if steep { (y, x) } else { (x, y) };
        Some(Cell::new(u16::try_from(x).ok()?, u16::try_from(y).ok()?))
    };
    let [ax, ay, bx, by] = [from.x, from.y, to.x, to.y].map(i64::from);
    let [ax, ay, bx, by] = if steep { [ay, ax, by, bx] } else { [ax, ay, bx, by] };
    let (run, rise) = ((bx - ax).abs(), by - ay);
    if run == 0 {
        return None;
    }
    let ahead = (bx - ax).signum();
    // After k half steps, the line is at (2·ay + 1)·run + rise·k, in units of 1/(2·run).
    let height = |k: i64| (2 * ay + 1) * run + rise * k;
    let unit = 2 * run;
    for column in 0..=run {
        let (first, last) = ((2 * column - 1).max(0), (2 * column + 1).min(2 * run));
        let (low, high) = (height(first).min(height(last)), height(first).max(height(last)));
        let x = ax + ahead * column;
        // Cells whose inside is between the two heights.
        for y in low.div_euclid(unit)..=(high - 1).max(low).div_euclid(unit) {
            let inside = high > y * unit && low < (y + 1) * unit || low == high && low.rem_euclid(unit) != 0;
            let ends = (column == 0 && y == ay) || (column == run && y == by);
            if let Some(cell) = turn(x, y).filter(|&cell| inside && !ends && blocked(cell)) {
                return Some(Barrier::Inside(cell));
            }
        }
        // At the border to the next column, the line may pass exactly through a corner.
        let border = height(2 * column + 1);
        if !corners && column < run && border.rem_euclid(unit) == 0 && rise != 0 {
            let y = border.div_euclid(unit);
            let (above, below) = if rise > 0 { (y - 1, y) } else { (y, y - 1) };
            // The line goes from one row to the next; the two side cells are on the other sides of the corner.
            let sides = turn(x, below).zip(turn(x + ahead, above));
            if let Some((a, b)) = sides.filter(|&(a, b)| blocked(a) && blocked(b)) {
                return Some(Barrier::Between(a, b));
            }
        }
    }
    None
}

impl Judge<'_> {
    /// Returns a phrase about what blocks a line from one cell to another.
    pub(super) fn in_the_way(&self, from: Cell, to: Cell, but: impl Fn(Cell) -> bool) -> Option<String> {
        if self.facts.ground.is_none() || self.facts.body != (1, 1) || self.facts.delta(from, to) != from.delta(to) {
            return None;
        }
        let always = self.facts.corners == Some(Corners::Always);
        let blocked = |cell: Cell| self.facts.is_blocked(cell) && !but(cell);
        Some(match barrier(from, to, always || self.facts.corners.is_none(), blocked)? {
            Barrier::Inside(cell) => format!("crosses {}, which is {}", self.facts.place(cell), self.facts.what(cell)),
            Barrier::Between(a, b) => {
                format!("passes between {} and {}, which are blocked", self.facts.place(a), self.facts.place(b))
            }
        })
    }

    /// Checks the line from a node's parent when the node is expanded, under `steps: any`.
    pub(super) fn judge_parent_line(&mut self, index: usize, event: &LogEvent, node: Node) {
        if !self.goes_by_sight() || self.unasked[Rule::Line as usize] {
            return;
        }
        let known = self.search.lists.get(&event.list()).and_then(|list| list.nodes.get(node));
        let stated_parent = event.from.filter(|&from| from != node.cell);
        let opened = known.filter(|known| known.restated.is_none()).and_then(|known| known.parent);
        // A node may get another parent when it is expanded, as in Lazy Theta*.
        let same = |g: Option<f64>| match (g, event.g()) {
            (Some(g), Some(now)) => self.facts.rounding.same(g, now, 2),
            (_, None) => self.facts.optimal,
            (None, Some(_)) => false,
        };
        let parent = stated_parent.or_else(|| opened.filter(|&(_, g)| same(g)).map(|opened| opened.0));
        let Some(from) = parent.filter(|&from| from != node.cell) else { return };
        if let Some(what) = self.in_the_way(from, node.cell, |_| false) {
            let (from, at) = (self.facts.place(from), self.facts.place(node.cell));
            let sentence = format!("The line from {from} to {at} {what}.");
            self.add_finding(index, event, Rule::Line, Some(node.cell), sentence);
        }
    }
}
