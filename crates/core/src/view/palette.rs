//! The colours of every tile under every mark, worked out once, so that a picture of the map is one look-up a cell.

use super::board::{Mark, Role};
use crate::terrain::Tile;

/// How many marks look different: each role without heat, and each heat.
const LOOKS: usize = Role::ALL.len() + 255;

/// A colour for each tile under each mark. Which colours is left to the caller.
#[derive(Clone, Debug)]
pub struct Palette<C> {
    colours: Vec<C>,
}

/// The roles that keep their colour, a bit for each.
const KEEPING: u32 =
    1 << Role::Queued as u32 | 1 << Role::Candidate as u32 | 1 << Role::Raised as u32 | 1 << Role::Unknown as u32;

/// Whether a cell shows its role even where the layer has a number for it: it waits, or nothing is settled of it.
#[inline]
pub const fn keeps_its_colour(role: Role) -> bool {
    KEEPING >> role as u32 & 1 == 1
}

/// A mark's number among those that look different: heat hides all roles but those that keep their colour.
#[expect(clippy::needless_bitwise_bool, reason = "which of both it is changes from cell to cell: a branch is slower")]
#[inline]
const fn look(mark: Mark) -> usize {
    let (role, heat) = (mark.role as usize, Role::ALL.len() - 1 + mark.heat as usize);
    if (mark.heat == 0) | (KEEPING >> role & 1 == 1) { role } else { heat }
}

impl<C: Copy> Palette<C> {
    /// Asks for every colour once.
    pub fn new(colour: impl Fn(Tile, Mark) -> C) -> Self {
        let roles = Role::ALL.iter().map(|&role| Mark { role, heat: 0 });
        let marks: Vec<Mark> = roles.chain((1..=255).map(|heat| Mark { role: Role::None, heat })).collect();
        let row = |&tile: &Tile| marks.iter().map(|&mark| colour(tile, mark)).collect::<Vec<_>>();
        Self { colours: Tile::ALL.iter().flat_map(row).collect() }
    }

    /// The colour of a cell.
    #[inline]
    pub fn at(&self, tile: Tile, mark: Mark) -> C {
        self.colours[tile as usize * LOOKS + look(mark)]
    }

    /// Adds the colours of a row of cells that have no marks to a picture.
    pub fn fill_plain(&self, tiles: &[Tile], pixels: &mut Vec<C>) {
        pixels.extend(tiles.iter().map(|&tile| self.colours[tile as usize * LOOKS]));
    }

    /// Adds the colours of a row of cells to a picture.
    pub fn fill(&self, tiles: &[Tile], marks: &[Mark], pixels: &mut Vec<C>) {
        pixels.extend(tiles.iter().zip(marks).map(|(&tile, &mark)| self.at(tile, mark)));
    }
}
