//! Maps for the other crates, each in the form in which that crate is fastest. Nodes are 32-bit numbers, lists of
//! successors do not allocate, and a border of walls replaces tests for the edge.

use bracket_pathfinding::prelude::{Algorithm2D, BaseMap, SmallVec};
use gridscope_trace::geometry::Cell;
use gridscope_trace::grid::Grid;
use gridscope_trace::movement::StepCosts;

/// A cell as `pathfinding` gets it: y in the upper 16 bits, x in the lower 16 bits, both counted from the border of
/// walls.
pub type Node = u32;

/// Cost of a straight step.
pub const STRAIGHT: u32 = StepCosts::OCTILE.straight;
/// Cost of a diagonal step.
pub const DIAGONAL: u32 = StepCosts::OCTILE.diagonal;

/// Difference from a node to the one below it.
const ROW: Node = 1 << 16;

/// A map with a border of walls, row by row.
pub struct Peer {
    /// Number of cells in a row, border included.
    stride: usize,
    free: Vec<bool>,
    /// Cost factor of a step onto each cell; empty if all cells cost the same.
    weights: Vec<u8>,
}

impl Peer {
    /// Builds a map whose cells all cost the same.
    pub fn of(free: &Grid<bool>) -> Self {
        Self { stride: usize::from(free.size().width) + 2, free: bordered(free, false), weights: Vec::new() }
    }

    /// Builds a map with weighted cells.
    pub fn weighted(free: &Grid<bool>, weights: &Grid<u8>) -> Self {
        Self { weights: bordered(weights, 1), ..Self::of(free) }
    }

    fn place(&self, node: Node) -> usize {
        (node >> 16) as usize * self.stride + (node & (ROW - 1)) as usize
    }

    /// Returns the free cells next to a cell, in the four straight directions.
    pub fn four(&self, node: Node) -> SmallVec<[Node; 4]> {
        let at = self.place(node);
        let mut all = SmallVec::new();
        for (to, place) in
            [(node + 1, at + 1), (node - 1, at - 1), (node + ROW, at + self.stride), (node - ROW, at - self.stride)]
        {
            if self.free[place] {
                all.push(to);
            }
        }
        all
    }

    /// Returns the free cells around a cell that a step reaches without cutting a corner, each with the cost of the
    /// step.
    pub fn eight(&self, node: Node) -> SmallVec<[(Node, u32); 8]> {
        let at = self.place(node);
        let (up, down) = (at - self.stride, at + self.stride);
        let east = self.free[at + 1];
        let west = self.free[at - 1];
        let south = self.free[down];
        let north = self.free[up];
        let mut all = SmallVec::new();
        let mut add = |open: bool, to: Node, place: usize, cost: u32| {
            if open && self.free[place] {
                all.push((to, if self.weights.is_empty() { cost } else { cost * u32::from(self.weights[place]) }));
            }
        };
        add(east, node + 1, at + 1, STRAIGHT);
        add(west, node - 1, at - 1, STRAIGHT);
        add(south, node + ROW, down, STRAIGHT);
        add(north, node - ROW, up, STRAIGHT);
        add(south && east, node + ROW + 1, down + 1, DIAGONAL);
        add(south && west, node + ROW - 1, down - 1, DIAGONAL);
        add(north && east, node - ROW + 1, up + 1, DIAGONAL);
        add(north && west, node - ROW - 1, up - 1, DIAGONAL);
        all
    }

    /// Returns the width and height in cells, border included, as `bracket-pathfinding` needs them.
    pub fn sides(&self) -> (usize, usize) {
        (self.stride, self.free.len() / self.stride)
    }

    /// Returns the index of a cell in a map of [`Self::sides`].
    pub fn index(&self, cell: Cell) -> usize {
        self.place(node(cell))
    }
}

/// Returns a grid with a border, row by row.
pub fn bordered<T: Copy>(grid: &Grid<T>, border: T) -> Vec<T> {
    let size = grid.size();
    let stride = usize::from(size.width) + 2;
    let mut all = vec![border; stride * (usize::from(size.height) + 2)];
    for cell in size.cells() {
        all[(usize::from(cell.y) + 1) * stride + usize::from(cell.x) + 1] = grid[cell];
    }
    all
}

/// Returns the octile heuristic between two nodes.
pub const fn octile(from: Node, to: Node) -> u32 {
    let (dx, dy) = ((from & (ROW - 1)).abs_diff(to & (ROW - 1)), (from >> 16).abs_diff(to >> 16));
    let (short, long) = if dx < dy { (dx, dy) } else { (dy, dx) };
    STRAIGHT * (long - short) + DIAGONAL * short
}

/// Returns a cell as `pathfinding` gets it.
pub fn node(cell: Cell) -> Node {
    (u32::from(cell.y) + 1) << 16 | (u32::from(cell.x) + 1)
}

impl BaseMap for Peer {
    fn get_available_exits(&self, at: usize) -> SmallVec<[(usize, f32); 10]> {
        let mut exits = SmallVec::new();
        // Cells of the border have no exits, and no exit leads to them.
        for to in [at.wrapping_sub(1), at + 1, at.wrapping_sub(self.stride), at + self.stride] {
            if self.free.get(to).is_some_and(|&free| free) {
                exits.push((to, 1.0));
            }
        }
        exits
    }
}

impl Algorithm2D for Peer {}
