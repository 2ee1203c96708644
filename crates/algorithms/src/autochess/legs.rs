//! Jump points joined to straight legs, and what a way of legs measures.

use super::board::Place;

/// Whether two ways have the same dx / dy; dy = 0 is a direction of its own.
const fn same_direction(a: (i32, i32), b: (i32, i32)) -> bool {
    match (a.1, b.1) {
        (0, 0) => true,
        (0, _) | (_, 0) => false,
        _ => a.0 as i64 * b.1 as i64 == b.0 as i64 * a.1 as i64,
    }
}

/// Joins the nodes of a path, start included; says of each node after the start which one came last, and whether it
/// lies straight on and replaced that one as the end of a leg.
///
/// The direction kept is that of the last leg as it was begun: a node that replaces its end lies in the same one.
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

/// A length as so many straight steps, 1 each, and so many diagonal ones, √2 each: exact, where √2 is not.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
#[expect(missing_docs, reason = "the type says it")]
pub struct Length {
    pub straight: u32,
    pub diagonal: u32,
}

impl Length {
    /// How many steps it is, straight and diagonal ones.
    pub const fn steps(self) -> u32 {
        self.straight + self.diagonal
    }

    /// The length of a way along straight legs.
    pub fn of(nodes: &[Place]) -> Self {
        nodes.windows(2).fold(Self::default(), |sum, leg| sum.plus(Self::octile(leg[0], leg[1])))
    }

    /// The length of the shortest way between two places on an empty board; of a leg, its own.
    pub const fn octile(a: Place, b: Place) -> Self {
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

/// By length, without roots: a + b√2 < c + d√2 where (a − c) < (d − b)√2, which squares decide.
impl Ord for Length {
    fn cmp(&self, other: &Self) -> std::cmp::Ordering {
        let left = self.straight as i64 - other.straight as i64;
        let right = other.diagonal as i64 - self.diagonal as i64;
        let square = |n: i64| n * n;
        // Both sides with their signs; √2 is irrational, so they are equal only where both are zero.
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
