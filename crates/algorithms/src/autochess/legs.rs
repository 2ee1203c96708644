//! Joins jump points to straight legs, and measures paths of legs.

use super::board::Place;

/// Returns whether two offsets have the same dx / dy. All offsets with dy = 0 count as one direction.
const fn same_direction(a: (i32, i32), b: (i32, i32)) -> bool {
    match (a.1, b.1) {
        (0, 0) => true,
        (0, _) | (_, 0) => false,
        _ => a.0 as i64 * b.1 as i64 == b.0 as i64 * a.1 as i64,
    }
}

/// Joins the nodes of a path to legs, including the start. For each node after the start, calls `met` with the previous
/// node, the node, and whether it continues the leg and replaced the previous node as its end.
///
/// The direction is that from the previous end of the list. A node that replaces it is in the same direction.
pub fn join(nodes: &[Place], mut met: impl FnMut(Place, Place, bool)) -> Vec<Place> {
    let mut list: Vec<Place> = nodes.first().copied().into_iter().collect();
    let mut direction = None;
    for &node in nodes.iter().skip(1) {
        let last = list[list.len() - 1];
        let way = (node.x - last.x, node.y - last.y);
        let on = direction.is_some_and(|d| same_direction(d, way));
        if on {
            list.pop();
        }
        list.push(node);
        direction = Some(way);
        met(last, node, on);
    }
    list
}

/// A length as a number of straight steps (1 each) and of diagonal steps (√2 each). So it is exact.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
#[expect(missing_docs, reason = "the type says it")]
pub struct Length {
    pub straight: u32,
    pub diagonal: u32,
}

impl Length {
    /// Returns the total number of steps.
    pub(crate) const fn steps(self) -> u32 {
        self.straight + self.diagonal
    }

    /// Returns the length of a path along straight legs.
    pub fn of(nodes: &[Place]) -> Self {
        nodes.windows(2).fold(Self::default(), |sum, leg| sum.plus(Self::octile(leg[0], leg[1])))
    }

    /// Returns the length of the shortest path between two places on an empty board. For a leg, this is its own length.
    pub(crate) const fn octile(a: Place, b: Place) -> Self {
        let (dx, dy) = (a.x.abs_diff(b.x), a.y.abs_diff(b.y));
        let diagonal = if dx < dy { dx } else { dy };
        Self { straight: dx + dy - 2 * diagonal, diagonal }
    }

    #[must_use]
    pub(super) const fn plus(self, other: Self) -> Self {
        Self { straight: self.straight + other.straight, diagonal: self.diagonal + other.diagonal }
    }

    /// The length as a decimal number of cells.
    pub fn cells(self) -> f64 {
        f64::from(self.straight) + f64::from(self.diagonal) * std::f64::consts::SQRT_2
    }
}

/// Orders by length, without roots: a + b√2 < c + d√2 if (a − c) < (d − b)√2. Comparing squares decides this.
impl Ord for Length {
    fn cmp(&self, other: &Self) -> std::cmp::Ordering {
        let left = self.straight as i64 - other.straight as i64;
        let right = other.diagonal as i64 - self.diagonal as i64;
        let square = |n: i64| n * n;
        // Both sides are squared with their signs. As √2 is irrational, they are equal only if both are zero.
        let signed = |n: i64, times: i64| n.signum() * times * square(n);
        signed(left, 1).cmp(&signed(right, 2))
    }
}

impl PartialOrd for Length {
    fn partial_cmp(&self, other: &Self) -> Option<std::cmp::Ordering> {
        Some(self.cmp(other))
    }
}

impl std::fmt::Display for Length {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match (self.straight, self.diagonal) {
            (s, 0) => write!(f, "{s}"),
            (0, d) => write!(f, "{d}√2 = {:.2}", self.cells()),
            (s, d) => write!(f, "{s} + {d}√2 = {:.2}", self.cells()),
        }
    }
}
