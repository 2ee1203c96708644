//! The colours of every tile under every mark, computed once. Drawing the map is then one table look-up per cell.

use super::board::{Mark, Role};
use crate::terrain::Tile;

/// Number of marks per role: no heat, and each heat.
const HEATS: usize = 256;

/// A colour for each tile under each mark. The caller chooses the colours.
#[derive(Clone, Debug)]
pub struct Palette<C> {
    colours: Vec<C>,
    /// The colours of two adjacent tiles without marks, indexed by [`pair`]. This halves the number of look-ups.
    plain: Vec<[C; 2]>,
}

/// Number of bits in the number of a tile.
const TILE_BITS: u32 = usize::BITS - (Tile::ALL.len() - 1).leading_zeros();

/// Returns the index of the colours of two adjacent tiles.
#[inline]
const fn pair(a: Tile, b: Tile) -> usize {
    (a as usize) << TILE_BITS | b as usize
}

/// The roles that keep their colour, as a bit set.
const KEEPING: u32 = Role::Queued.bit() | Role::Candidate.bit() | Role::Raised.bit() | Role::Unknown.bit();

/// Returns whether a cell shows its role even if the layer has a number for it. This applies to cells that wait and to
/// cells of which nothing is settled.
#[inline]
pub const fn keeps_its_colour(role: Role) -> bool {
    KEEPING & role.bit() != 0
}

/// Returns the index of the colour of a tile under a mark: by tile, role and heat.
#[inline]
const fn place(tile: Tile, mark: Mark) -> usize {
    let mark = u16::from_le_bytes([mark.heat, mark.role as u8]);
    tile as usize * (Role::ALL.len() * HEATS) + mark as usize
}

impl<C: Copy> Palette<C> {
    /// Creates a palette by calling `colour` for every combination. Heat hides all roles except those that keep their
    /// colour.
    pub fn new(colour: impl Fn(Tile, Mark) -> C) -> Self {
        let mut colours = Vec::with_capacity(Tile::ALL.len() * Role::ALL.len() * HEATS);
        for &tile in Tile::ALL {
            let hot: Vec<C> = (1..=255).map(|heat| colour(tile, Mark { role: Role::None, heat })).collect();
            for role in Role::ALL {
                let cold = colour(tile, Mark { role, heat: 0 });
                colours.push(cold);
                if keeps_its_colour(role) {
                    colours.resize(colours.len() + hot.len(), cold);
                } else {
                    colours.extend_from_slice(&hot);
                }
            }
        }
        let mut plain = vec![[colours[0]; 2]; 1 << (2 * TILE_BITS)];
        for (a, b) in Tile::ALL.iter().flat_map(|&a| Tile::ALL.iter().map(move |&b| (a, b))) {
            plain[pair(a, b)] = [a, b].map(|tile| colours[place(tile, Mark::default())]);
        }
        Self { colours, plain }
    }

    /// Returns the colour of a cell.
    #[inline]
    pub fn at(&self, tile: Tile, mark: Mark) -> C {
        self.colours[place(tile, mark)]
    }

    /// Writes the colours of a row of cells without marks.
    pub fn fill_plain(&self, tiles: &[Tile], pixels: &mut [C]) {
        let ((pixels, last), (tiles, left)) = (pixels.as_chunks_mut(), tiles.as_chunks());
        for (pixels, &[a, b]) in pixels.iter_mut().zip(tiles) {
            *pixels = self.plain[pair(a, b)];
        }
        for (pixel, &tile) in last.iter_mut().zip(left) {
            *pixel = self.at(tile, Mark::default());
        }
    }

    /// Writes the colours of a row of cells.
    pub fn fill(&self, tiles: &[Tile], marks: &[Mark], pixels: &mut [C]) {
        for ((pixel, &tile), &mark) in pixels.iter_mut().zip(tiles).zip(marks) {
            *pixel = self.at(tile, mark);
        }
    }
}
