//! What an algorithm draws over the map besides cells.

use super::schema::Name;
use crate::geometry::Cell;
use crate::movement::Body;
use crate::view::board::Role;

/// How a figure is drawn.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Outline {
    /// A closed, convex or star-shaped area, filled thinly, with a rim. Its first point is the one that sees all others.
    Area,
    /// A line through the points.
    Line,
    /// A line through the points with an arrow head at the end.
    Arrow,
    /// A circle round the first point through the second.
    Circle,
    /// A way that is walked or will be: a strong line through the points. Beside it the path of the moment is not drawn.
    Way,
    /// A move in one leap from the first point to the second: a strong line with a head, from rim to rim. Beside it the
    /// path of the moment is not drawn.
    Jump,
    /// A line of dashes through the points: what might have been, or hangs on something that is not so.
    Dashes,
    /// A dot at each point: where somebody walked.
    Dots,
    /// Arrow heads on the borders between the cells of a way, and no line: the numbers stay free.
    Heads,
    /// A circle of dots round the first point through the second: how far something may be.
    Limit,
    /// The distance between the first point and the second, measured beside them.
    Gap,
    /// A frame of dashes round the cell of each point.
    Frame,
    /// A ring in the cell of each point, with its bead in the middle: one that may be taken.
    Plate,
    /// A hollow triangle at the lower right of the cell of each point: it was the best for a while, or as good as the best.
    Overtaken,
    /// A ring in the cell of each point, by its age: 0 is the newest, and the widest.
    Ring(u8),
    /// A ring of dots in the cell of each point: older than all that have rings.
    Earlier,
    /// A wash of light over the cell of each point, with a rim where it ends.
    Light,
    /// One belt along all pairs of points: the first and the second, the third and the fourth.
    Belt,
    /// Beads alone, small and at the upper left of their cells: what was there before.
    Before,
    /// The label alone, beside the first point. In the part *Wrong* it is what somebody believes, without a part what is so
    /// and unseen: each has its sign.
    Note,
}

/// Something drawn over the map.
#[derive(Clone, PartialEq, Debug)]
pub struct Figure {
    /// How.
    pub outline: Outline,
    /// Its points in cells: (0, 0) is the top left corner of the map, (0.5, 0.5) the middle of its first cell.
    pub points: Vec<[f64; 2]>,
    /// Its colour is that of a part that cells play.
    pub role: Role,
    /// A word beside it; may be empty.
    pub label: String,
    /// What it is, in the words of a legend; may be empty.
    pub name: Name,
    /// What stands at its points, such as the cost so far: none, or one a point.
    pub beads: Vec<String>,
}

impl Figure {
    /// A figure through points, in cells.
    pub fn new(outline: Outline, points: Vec<[f64; 2]>, role: Role, label: impl Into<String>) -> Self {
        Self { outline, points, role, label: label.into(), name: Name::default(), beads: Vec::new() }
    }

    /// A figure through the middles of cells.
    pub fn through(
        outline: Outline,
        cells: impl IntoIterator<Item = Cell>,
        role: Role,
        label: impl Into<String>,
    ) -> Self {
        Self::new(outline, cells.into_iter().map(Cell::middle).collect(), role, label)
    }

    /// A line through the middles of cells.
    pub fn line(cells: impl IntoIterator<Item = Cell>, role: Role, label: impl Into<String>) -> Self {
        Self::through(Outline::Line, cells, role, label)
    }

    /// The same with an arrow head at the end.
    pub fn arrow(cells: impl IntoIterator<Item = Cell>, role: Role, label: impl Into<String>) -> Self {
        Self::through(Outline::Arrow, cells, role, label)
    }

    /// A circle round the middle of a cell; its radius is in cells.
    pub fn circle(cell: Cell, radius: f64, role: Role, label: impl Into<String>) -> Self {
        let [x, y] = cell.middle();
        Self::new(Outline::Circle, vec![[x, y], [x + radius, y]], role, label)
    }

    /// A word beside a cell.
    pub fn note(cell: Cell, role: Role, label: impl Into<String>) -> Self {
        Self::through(Outline::Note, [cell], role, label)
    }

    /// What a walker at a cell takes up, where that is more than the cell.
    pub fn body(body: Body, at: Cell) -> Option<Self> {
        let area = Self::new(Outline::Area, body.corners(at).to_vec(), Role::Current, "").named("a body");
        body.is_wide().then_some(area)
    }

    /// What it is, in the words of a legend.
    #[must_use]
    pub fn named(self, name: impl Into<Name>) -> Self {
        Self { name: name.into(), ..self }
    }

    /// What stands at its points.
    #[must_use]
    pub fn with_beads(self, beads: impl IntoIterator<Item = String>) -> Self {
        Self { beads: beads.into_iter().collect(), ..self }
    }
}
