//! Whether any segment leads from a point of one cell to a point of another without crossing the inside of a blocked one.
//!
//! The blocked cells are taken together: a segment may touch their outline and slip between two that meet at a corner, but
//! not run along the seam between two of them. If there is such a segment, it can be shifted and turned until it touches
//! two corners, so that the lines through two corners decide. All numbers are whole.

use crate::core::geometry::Cell;

/// A point or a direction on the lattice, in half cells.
type Point = (i64, i64);

/// The ground between two cells, mirrored so that the target lies right of the viewer and below.
struct Field<F> {
    dx: i64,
    dy: i64,
    blocked: F,
}

/// Says whether `to` can be seen from `from`, and takes what that costs from `budget`; none if that is used up.
pub(super) fn reaches(from: Cell, to: Cell, is_blocked: impl Fn(Cell) -> bool, budget: &mut u64) -> Option<bool> {
    let (fx, fy, tx, ty) = (i64::from(from.x), i64::from(from.y), i64::from(to.x), i64::from(to.y));
    let (sx, sy) = (if tx < fx { -1 } else { 1 }, if ty < fy { -1 } else { 1 });
    let (dx, dy) = ((tx - fx).abs(), (ty - fy).abs());
    let blocked = |x: i64, y: i64| {
        if (x, y) == (0, 0) || (x, y) == (dx, dy) {
            return false;
        }
        let at = |v: i64| u16::try_from(v).ok();
        at(fx + sx * x).zip(at(fy + sy * y)).is_some_and(|(x, y)| is_blocked(Cell::new(x, y)))
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
        // Most of what is seen is seen from middle to middle.
        if self.is_clear((1, 1), (2 * dx, 2 * dy)) {
            return Some(true);
        }
        *budget = budget.checked_sub((dx + dy) as u64 * 16)?;
        if !self.is_joined() {
            return Some(false);
        }
        let corners = self.corners();
        for (i, &p) in corners.iter().enumerate() {
            for &q in &corners[i + 1..] {
                // In the order of columns, so that lines lead to the right.
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

    /// Whether a horizontal or vertical segment reaches the target.
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

    /// The rows of a column that a segment may pass: those of the hull of both cells.
    fn rows(&self, x: i64) -> std::ops::RangeInclusive<i64> {
        let (dx, dy) = (self.dx, self.dy);
        let first = (dy * (x - 1)).div_euclid(dx).max(0);
        let last = (dx + dy * (x + 1) + dx - 1).div_euclid(dx) - 1;
        first..=last.min(dy)
    }

    /// Whether cells that are not blocked lead to the target at all, only to the right and downward.
    fn is_joined(&self) -> bool {
        let mut before: (i64, Vec<bool>) = (0, vec![]);
        for x in 0..=self.dx {
            let rows = self.rows(x);
            let (first, mut now) = (*rows.start(), Vec::new());
            for y in rows {
                let left =
                    |y: i64| usize::try_from(y - before.0).ok().and_then(|i| before.1.get(i)).copied().unwrap_or(false);
                let above = now.last().copied().unwrap_or(false);
                now.push(!(self.blocked)(x, y) && ((x, y) == (0, 0) || above || left(y) || left(y - 1)));
            }
            before = (first, now);
        }
        before.1.last().copied().unwrap_or(false)
    }

    /// The corners of both cells and of the blocked ones in the hull, in half cells, column by column.
    fn corners(&self) -> Vec<Point> {
        let (dx, dy) = (self.dx, self.dy);
        let is_end = |x: i64, y: i64| {
            let of = |cx: i64, cy: i64| (cx..=cx + 1).contains(&x) && (cy..=cy + 1).contains(&y);
            of(0, 0) || of(dx, dy)
        };
        let mut all = Vec::new();
        for x in 0..=dx + 1 {
            let (left, right) = (self.rows((x - 1).max(0)), self.rows(x.min(dx)));
            for y in *left.start()..=right.end() + 1 {
                let outside = dx * y < dy * (x - 1) || dx * (y - 1) > dy * x;
                let inside = |cx: i64, cy: i64| (0..=dx).contains(&cx) && (0..=dy).contains(&cy);
                let at = |cx: i64, cy: i64| inside(cx, cy) && (self.blocked)(cx, cy);
                let is_corner = || at(x, y) || at(x - 1, y) || at(x, y - 1) || at(x - 1, y - 1);
                if !outside && (is_end(x, y) || is_corner()) {
                    all.push((2 * x, 2 * y));
                }
            }
        }
        all
    }

    /// Whether the line passes both cells, or touches them.
    fn joins(&self, p: Point, turn: Point) -> bool {
        let meets = |x: i64, y: i64| side(p, turn, x, y + 1) >= 0 && side(p, turn, x + 1, y) <= 0;
        meets(0, 0) && meets(self.dx, self.dy)
    }

    /// Whether the line crosses the inside of no blocked cell between both; it leads to the right and downward.
    fn is_clear(&self, p: Point, turn: Point) -> bool {
        let (mut x, mut y) = (0, 0);
        while x <= self.dx && y <= self.dy {
            let (below, beside) = (side(p, turn, x, y + 1), side(p, turn, x + 1, y));
            if below > 0 && beside < 0 && (self.blocked)(x, y) {
                return false;
            }
            // By the corner where both meet, the line goes on below it, beside it or through it.
            match side(p, turn, x + 1, y + 1) {
                0 => (x, y) = (x + 1, y + 1),
                s if s > 0 => x += 1,
                _ => y += 1,
            }
        }
        true
    }
}

/// On which side of a line a corner of the lattice lies: above 0 for below it.
const fn side(p: Point, turn: Point, x: i64, y: i64) -> i64 {
    turn.0 * (2 * y - p.1) - turn.1 * (2 * x - p.0)
}
