//! The call that a game wants: what can be seen from here, without a trace.

use super::{Look, Sight, Variant, Veil};
use crate::floor::Floor;
use crate::geometry::Cell;

/// The cells that are seen from a cell, at most `radius` cells away in a circle, the eye's own first. Floors are seen
/// both ways or neither (the rule `symmetric`); walls are seen where light falls on them. From outside the map nothing is.
///
/// Memory is taken anew in each call. To look often, keep a [`Sight`].
pub fn visible(floor: &Floor, eye: Cell, radius: u32) -> Vec<Cell> {
    let mut sight = Sight::default();
    let veil = |cell| if floor.is_opaque(cell) { Veil::OPAQUE } else { Veil::CLEAR };
    sight.look(&(floor.size(), veil), &Look::new(Variant::Symmetric, eye).within(radius));
    sight.cells().to_vec()
}
