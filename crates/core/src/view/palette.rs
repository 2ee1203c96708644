//! The colours of every tile under every mark, worked out once, so that a picture of the map is one look-up a cell.

use super::board::{Mark, Role};
use crate::terrain::Tile;

/// How many marks there are of a role: no heat, and each heat.
const HEATS: usize = 256;

/// A colour for each tile under each mark. Which colours is left to the caller.
#[derive(Clone, Debug)]
pub struct Palette<C> {
    colours: Vec<C>,
    /// Those of tiles that have no mark, side by side.
    plain: Vec<C>,
}

/// The roles that keep their colour, a bit for each.
const KEEPING: u32 =
    1 << Role::Queued as u32 | 1 << Role::Candidate as u32 | 1 << Role::Raised as u32 | 1 << Role::Unknown as u32;

/// Whether a cell shows its role even where the layer has a number for it: it waits, or nothing is settled of it.
#[inline]
pub const fn keeps_its_colour(role: Role) -> bool {
    KEEPING >> role as u32 & 1 == 1
}

/// Where the colour of a tile under a mark lies: by tile, role and heat.
#[inline]
const fn place(tile: Tile, mark: Mark) -> usize {
    let mark = u16::from_le_bytes([mark.heat, mark.role as u8]);
    tile as usize * (Role::ALL.len() * HEATS) + mark as usize
}

impl<C: Copy> Palette<C> {
    /// Asks for every colour once: heat hides all roles but those that keep their colour.
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
        let plain = Tile::ALL.iter().map(|&tile| colours[place(tile, Mark::default())]).collect();
        Self { colours, plain }
    }

    /// The colour of a cell.
    #[inline]
    pub fn at(&self, tile: Tile, mark: Mark) -> C {
        self.colours[place(tile, mark)]
    }

    /// The colours of a row of cells that have no marks.
    pub fn fill_plain(&self, tiles: &[Tile], pixels: &mut [C]) {
        for (pixel, &tile) in pixels.iter_mut().zip(tiles) {
            *pixel = self.plain[tile as usize];
        }
    }

    /// The colours of a row of cells.
    pub fn fill(&self, tiles: &[Tile], marks: &[Mark], pixels: &mut [C]) {
        for ((pixel, &tile), &mark) in pixels.iter_mut().zip(tiles).zip(marks) {
            *pixel = self.at(tile, mark);
        }
    }
}
