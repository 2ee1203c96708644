//! Computes whether any segment from a point of one cell to a point of another passes the blocked cells.
//!
//! Fields of view use different shapes for a wall: a square, a square without its corners, or a line across its middle.
//! All of these contain a line across the middle. So every field of view agrees that the diamond between the middles of
//! the four edges is blocked. Segments may touch diamonds, but may not pass where two diamonds meet.
//!
//! If such a segment exists, it can be shifted and turned until it touches two corners. So it is enough to test the
//! lines through two corners: those of diamonds, and those of the two end cells. All numbers are integers.

use gridscope_trace::geometry::Cell;

/// A point or a direction on the grid, in half cells.
type Point = (i64, i64);

/// The map between two cells, mirrored so that the target is to the right of the viewer and below.
struct Field<F> {
    dx: i64,
    dy: i64,
    blocked: F,
}

/// Returns whether `to` can be seen from `from`, and subtracts the work from `budget`. Returns `None` if the budget is
/// used up.
pub(super) fn reaches(from: Cell, to: Cell, is_blocked: impl Fn(Cell) -> bool, budget: &mut u64) -> Option<bool> {
    let (fx, fy, tx, ty) = (i64::from(from.x), i64::from(from.y), i64::from(to.x), i64::from(to.y));
    let (sx, sy) = (if tx < fx { -1 } else { 1 }, if ty < fy { -1 } else { 1 });
    let (dx, dy) = ((tx - fx).abs(), (ty - fy).abs());
    let blocked = |x: i64, y: i64| {
        if (x, y) == (0, 0) || (x, y) == (dx, dy) {
            return false;
        }
        let at = |v: i64| u16::try_from(v).ok();
        at(fx + sx * x).zip(at(fy + sy * y)).is_none_or(|(x, y)| is_blocked(Cell::new(x, y)))
    };
    Field { dx, dy, blocked }.reaches(budget)
}

impl<F: Fn(i64, i64) -> bool> Field<F> {
    fn reaches(&self, budget: &mut u64) -> Option<bool> {
        let (dx, dy) = (self.dx, self.dy);
        // Two cells that touch share a point.
        if dx <= 1 && dy <= 1 {
            return Some(true);
        }
        *budget = budget.checked_sub((dx + dy) as u64 * 4)?;
        if self.along_an_axis() {
            return Some(true);
        }
        if dx == 0 || dy == 0 {
            return Some(false);
        }
        // Most visible cells are visible from centre to centre.
        if self.is_clear((1, 1), (2 * dx, 2 * dy)) {
            return Some(true);
        }
        *budget = budget.checked_sub((dx + dy) as u64 * 16)?;
        if self.is_barred() {
            return Some(false);
        }
        let corners = self.corners();
        for (i, &p) in corners.iter().enumerate() {
            for &q in &corners[i + 1..] {
                // Corners are sorted by column, so that lines go to the right.
                let turn = (q.0 - p.0, q.1 - p.1);
                if turn.0 > 0 && turn.1 > 0 && self.joins(p, turn) {
                    *budget = budget.checked_sub((dx + dy) as u64)?;
                    if self.is_clear(p, turn) {
                        return Some(true);
                    }
                }
                *budget = budget.checked_sub(1)?;
            }
        }
        Some(false)
    }

    /// Returns whether a horizontal or vertical segment reaches the target.
    fn along_an_axis(&self) -> bool {
        let (dx, dy) = (self.dx, self.dy);
        let row = |y: i64| (0..=dx).all(|x| !(self.blocked)(x, y));
        let column = |x: i64| (0..=dy).all(|y| !(self.blocked)(x, y));
        let seam_right = |y: i64| (1..dx).all(|x| !((self.blocked)(x, y - 1) && (self.blocked)(x, y)));
        let seam_down = |x: i64| (1..dy).all(|y| !((self.blocked)(x - 1, y) && (self.blocked)(x, y)));
        match (dx, dy) {
            (_, 0) => row(0) || seam_right(0) || seam_right(1),
            (0, _) => column(0) || seam_down(0) || seam_down(1),
            (_, 1) if seam_right(1) => true,
            (1, _) => seam_down(1),
            _ => false,
        }
    }

    /// Returns the rows of a column that a segment may cross: those of the hull of both cells.
    fn rows(&self, x: i64) -> std::ops::RangeInclusive<i64> {
        let (dx, dy) = (self.dx, self.dy);
        let first = (dy * (x - 1)).div_euclid(dx).max(0);
        let last = (dx + dy * (x + 1) + dx - 1).div_euclid(dx) - 1;
        first..=last.min(dy)
    }

    /// Returns whether a column of blocked cells spans the hull of both cells.
    fn is_barred(&self) -> bool {
        (1..self.dx).any(|x| self.rows(x).all(|y| (self.blocked)(x, y)))
    }

    /// Returns the corners of both cells, and of the diamonds in their hull, column by column.
    fn corners(&self) -> Vec<Point> {
        let (dx, dy) = (self.dx, self.dy);
        let ends = [(0, 0), (dx, dy)]
            .into_iter()
            .flat_map(|(x, y)| [(2 * x, 2 * y), (2 * x + 2, 2 * y), (2 * x, 2 * y + 2), (2 * x + 2, 2 * y + 2)]);
        let mut all: Vec<Point> = ends.collect();
        for x in 0..=dx {
            for y in self.rows(x).filter(|&y| (self.blocked)(x, y)) {
                all.extend(middles(x, y));
            }
        }
        let is_inside = |(px, py): &Point| {
            let in_box = (0..=2 * dx + 2).contains(px) && (0..=2 * dy + 2).contains(py);
            in_box && dx * py >= dy * (px - 2) && dx * (py - 2) <= dy * px
        };
        all.retain(is_inside);
        all.sort_unstable();
        all.dedup();
        all
    }

    /// Returns whether the line crosses or touches both cells.
    fn joins(&self, p: Point, turn: Point) -> bool {
        let meets = |x: i64, y: i64| side(p, turn, (2 * x, 2 * y + 2)) >= 0 && side(p, turn, (2 * x + 2, 2 * y)) <= 0;
        meets(0, 0) && meets(self.dx, self.dy)
    }

    /// Returns whether the line passes all diamonds between both cells. It must go to the right and down.
    fn is_clear(&self, p: Point, turn: Point) -> bool {
        let (mut x, mut y) = (0, 0);
        while x <= self.dx && y <= self.dy {
            if (self.blocked)(x, y) {
                let sides = middles(x, y).map(|middle| side(p, turn, middle));
                let beyond = [(x, y - 1), (x + 1, y), (x, y + 1), (x - 1, y)];
                let crosses = sides.iter().any(|&s| s > 0) && sides.iter().any(|&s| s < 0);
                let slips = || sides.iter().zip(beyond).any(|(&s, (x, y))| s == 0 && (self.blocked)(x, y));
                if crosses || slips() {
                    return false;
                }
            }
            // Compare with the corner where the cells meet: the line continues below it, beside it or through it.
            match side(p, turn, (2 * x + 2, 2 * y + 2)) {
                0 => (x, y) = (x + 1, y + 1),
                s if s > 0 => x += 1,
                _ => y += 1,
            }
        }
        true
    }
}

/// Returns the middles of the edges of a cell: top, right, bottom, left.
const fn middles(x: i64, y: i64) -> [Point; 4] {
    [(2 * x + 1, 2 * y), (2 * x + 2, 2 * y + 1), (2 * x + 1, 2 * y + 2), (2 * x, 2 * y + 1)]
}

/// Returns the side of a line on which a point is: above 0 means below the line.
const fn side(p: Point, turn: Point, to: Point) -> i64 {
    turn.0 * (to.1 - p.1) - turn.1 * (to.0 - p.0)
}
