//! Figures that an algorithm draws over the map.

use super::schema::Name;
use crate::geometry::Cell;
use crate::movement::Body;
use crate::view::board::Role;

/// The style of a figure.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Outline {
    /// A closed area, convex or star-shaped, with a faint fill and an outline. All other points are visible from its
    /// first point.
    Area,
    /// A line through the points.
    Line,
    /// A line through the points with an arrowhead at the end.
    Arrow,
    /// A circle around the first point through the second.
    Circle,
    /// A path that is or will be walked: a strong line through the points. It replaces the path of the moment.
    Way,
    /// A jump from the first point to the second: a strong line with an arrowhead, from cell edge to cell edge. It
    /// replaces the path of the moment.
    Jump,
    /// A dashed line through the points: an alternative, or something that depends on a false belief.
    Dashes,
    /// A dot at each point: the cells that an actor walked over.
    Dots,
    /// Arrowheads on the borders between the cells of a path, without a line, so that numbers in the cells stay
    /// readable.
    Heads,
    /// A dotted circle around the first point through the second: a distance limit.
    Limit,
    /// The distance between the first point and the second, with its length beside them.
    Gap,
    /// A bar below the map from the first point to the second, at the map's scale. The label is on its left, the bead on
    /// its right.
    Bar,
    /// A scale below the map from the first point to the second, with a tick for each cell. The label is its unit. A line
    /// runs from it to the height of the third point, which the bead names.
    Scale,
    /// A dashed frame around the cell of each point.
    Frame,
    /// A ring in the cell of each point, with its bead in the middle: a cell that may be chosen.
    Plate,
    /// A hollow triangle at the lower right of the cell of each point. The cell was the best for a while, or equal to
    /// the best.
    Overtaken,
    /// A ring in the cell of each point, sized by its age: 0 is the newest and the widest.
    Ring(u8),
    /// A dotted ring in the cell of each point: older than all cells with rings.
    Earlier,
    /// A translucent light over the cell of each point, with an outline at its edge.
    Light,
    /// A belt along pairs of points: the first and the second, the third and the fourth.
    Belt,
    /// Beads only, small and at the upper left of their cells: earlier values.
    Before,
    /// The label only, beside the first point. With [`Role::Wrong`] it is a belief of an actor; without a role it is a
    /// fact that the actor does not see. Each of the two has its own sign.
    Note,
}

/// A drawing over the map.
#[derive(Clone, PartialEq, Debug)]
pub struct Figure {
    /// The style.
    pub outline: Outline,
    /// The points, in cells: (0, 0) is the top left corner of the map, (0.5, 0.5) the centre of its first cell.
    pub points: Vec<[f64; 2]>,
    /// The role whose colour it has.
    pub role: Role,
    /// A word beside the figure; may be empty.
    pub label: String,
    /// The name of the figure in a legend; may be empty.
    pub name: Name,
    /// Labels at its points, such as the cost so far: none, or one for each point.
    pub beads: Vec<String>,
    /// Whether it belongs to an actor that the moment is not about. It is drawn thin and without words.
    pub quiet: bool,
}

impl Figure {
    /// Creates a figure through points, in cells.
    pub fn new(outline: Outline, points: Vec<[f64; 2]>, role: Role, label: impl Into<String>) -> Self {
        Self { outline, points, role, label: label.into(), name: Name::default(), beads: Vec::new(), quiet: false }
    }

    /// Creates a figure through the centres of cells.
    pub fn through(
        outline: Outline,
        cells: impl IntoIterator<Item = Cell>,
        role: Role,
        label: impl Into<String>,
    ) -> Self {
        Self::new(outline, cells.into_iter().map(Cell::middle).collect(), role, label)
    }

    /// Creates a line through the centres of cells.
    pub fn line(cells: impl IntoIterator<Item = Cell>, role: Role, label: impl Into<String>) -> Self {
        Self::through(Outline::Line, cells, role, label)
    }

    /// Creates a line through the centres of cells, with an arrowhead at the end.
    pub fn arrow(cells: impl IntoIterator<Item = Cell>, role: Role, label: impl Into<String>) -> Self {
        Self::through(Outline::Arrow, cells, role, label)
    }

    /// Creates a circle around the centre of a cell. The radius is in cells.
    pub fn circle(cell: Cell, radius: f64, role: Role, label: impl Into<String>) -> Self {
        let [x, y] = cell.middle();
        Self::new(Outline::Circle, vec![[x, y], [x + radius, y]], role, label)
    }

    /// Creates a label beside a cell.
    pub fn note(cell: Cell, role: Role, label: impl Into<String>) -> Self {
        Self::through(Outline::Note, [cell], role, label)
    }

    /// Creates an area for the body of a walker, or returns `None` if the body is a single cell.
    pub fn body(body: Body, at: Cell) -> Option<Self> {
        let area = Self::new(Outline::Area, body.corners(at).to_vec(), Role::Current, "").named("a body");
        body.is_wide().then_some(area)
    }

    /// Sets the name of the figure in a legend.
    #[must_use]
    pub fn named(self, name: impl Into<Name>) -> Self {
        Self { name: name.into(), ..self }
    }

    /// Moves the figure to the background: it has no words, and a thin line.
    #[must_use]
    pub fn in_background(self) -> Self {
        Self { quiet: true, label: String::new(), beads: Vec::new(), ..self }
    }

    /// Sets the labels at its points.
    #[must_use]
    pub fn with_beads(self, beads: impl IntoIterator<Item = String>) -> Self {
        Self { beads: beads.into_iter().collect(), ..self }
    }
}
