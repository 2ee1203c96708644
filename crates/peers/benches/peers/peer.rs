//! What the other crates are given: the same map, with neighbours from a table of moves as one would write it.

use bracket_pathfinding::prelude::{Algorithm2D, BaseMap, SmallVec};
use gridscope_core::geometry::Cell;
use gridscope_core::grid::Grid;
use gridscope_core::movement::StepCosts;

/// x right, y down.
pub type Place = (i32, i32);

/// What a straight step costs.
pub const STRAIGHT: u64 = StepCosts::OCTILE.straight as u64;
/// What a diagonal step costs.
pub const DIAGONAL: u64 = StepCosts::OCTILE.diagonal as u64;

/// A map, row by row.
pub struct Peer {
    width: i32,
    height: i32,
    free: Vec<bool>,
    /// By how much a step onto a cell is multiplied; empty where all ground is alike.
    weights: Vec<u8>,
}

impl Peer {
    /// A map on which all ground is alike.
    pub fn of(free: &Grid<bool>) -> Self {
        let size = free.size();
        let (width, height) = (size.width.into(), size.height.into());
        Self { width, height, free: free.as_slice().to_vec(), weights: Vec::new() }
    }

    /// A map whose ground has weights.
    pub fn weighted(free: &Grid<bool>, weights: &Grid<u8>) -> Self {
        Self { weights: weights.as_slice().to_vec(), ..Self::of(free) }
    }

    fn is_free(&self, x: i32, y: i32) -> bool {
        x >= 0 && y >= 0 && x < self.width && y < self.height && self.free[(y * self.width + x) as usize]
    }

    /// The four cells beside a cell that are free.
    pub fn four(&self, (x, y): Place) -> impl Iterator<Item = Place> + '_ {
        let around = [(x + 1, y), (x - 1, y), (x, y + 1), (x, y - 1)];
        around.into_iter().filter(|&(x, y)| self.is_free(x, y))
    }

    /// The free cells around a cell that one comes to without cutting a corner, and what the step costs.
    pub fn eight(&self, (x, y): Place) -> impl Iterator<Item = (Place, u64)> + '_ {
        const WAYS: [Place; 8] = [(1, 0), (-1, 0), (0, 1), (0, -1), (1, 1), (-1, 1), (1, -1), (-1, -1)];
        WAYS.iter().filter_map(move |&(dx, dy)| {
            let (nx, ny) = (x + dx, y + dy);
            let open = self.is_free(nx, ny) && (dx == 0 || dy == 0 || self.is_free(nx, y) && self.is_free(x, ny));
            let times = self.weights.get((ny * self.width + nx) as usize).map_or(1, |&w| u64::from(w));
            open.then_some(((nx, ny), times * if dx == 0 || dy == 0 { STRAIGHT } else { DIAGONAL }))
        })
    }
}

impl BaseMap for Peer {
    fn get_available_exits(&self, at: usize) -> SmallVec<[(usize, f32); 10]> {
        let mut exits = SmallVec::new();
        let (width, height) = (self.width as usize, self.height as usize);
        let (x, y) = (at % width, at / width);
        for (inside, to) in [
            (x > 0, at.wrapping_sub(1)),
            (x + 1 < width, at + 1),
            (y > 0, at.wrapping_sub(width)),
            (y + 1 < height, at + width),
        ] {
            if inside && self.free[to] {
                exits.push((to, 1.0));
            }
        }
        exits
    }
}

impl Algorithm2D for Peer {}

/// A cell as the other crates have it.
pub fn place(c: Cell) -> Place {
    (c.x.into(), c.y.into())
}
