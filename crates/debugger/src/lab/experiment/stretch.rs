//! Enlarges or reduces the map of a scene, for sweeps over its size.

use crate::formats::limits;
use gridscope_trace::geometry::{Cell, Size, SizeError};
use gridscope_trace::scene::{Scene, TileDetail};
use gridscope_trace::{Grid, Tile};
use std::collections::BTreeMap;

/// Reason why a map cannot be enlarged.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum StretchError {
    /// The map would have too many cells.
    #[error(transparent)]
    Size(#[from] SizeError),
    /// The map would have more details than a scene file can hold.
    #[error(
        "the map would have more tiles with details than a scene holds; expected at most {most}, and {file} of them",
        most = limits::DETAILS, file = limits::mebibytes(limits::FILE)
    )]
    Details,
}

/// Enlarges or reduces a scene. Each cell of the new map copies the cell at the same relative position of the old map,
/// so that walls stay walls and doors stay in them.
///
/// # Errors
/// Returns an error if the new map is too large, or would have more details than a scene may have.
pub fn stretched(scene: &Scene, width: u16) -> Result<Scene, StretchError> {
    let old = scene.size();
    let scale = |at: u16, from: u16, to: u16| ((at as u32 * 2 + 1) * to as u32 / (from as u32 * 2)) as u16;
    let height = ((old.height as u32 * width as u32 + old.width as u32 / 2) / old.width as u32).max(1);
    let size = Size::checked(width.into(), height.into())?;
    let source = |c: Cell| Cell::new(scale(c.x, size.width, old.width), scale(c.y, size.height, old.height));
    let moved = |c: Cell| Cell::new(scale(c.x, old.width, size.width), scale(c.y, old.height, size.height));
    let mut tiles = Grid::new(size, Tile::Floor);
    let mut known = scene.known.as_ref().map(|_| Grid::new(size, true));
    let weights = scene.weights.as_ref().map(|weights| {
        weights.arranged(|times| {
            let mut new = Grid::new(size, 0);
            size.cells().for_each(|c| new[c] = times[source(c)]);
            new
        })
    });
    let (mut details, mut bytes) = (BTreeMap::new(), 0);
    for c in size.cells() {
        let from = source(c);
        tiles[c] = scene.tiles[from];
        if let (Some(new), Some(old)) = (&mut known, &scene.known) {
            new[c] = old[from];
        }
        if let Some(detail) = scene.details.get(&from) {
            bytes += (size_of::<TileDetail>() + detail.key.as_ref().map_or(0, String::len)) as u64;
            if details.len() == limits::DETAILS || bytes > limits::FILE {
                return Err(StretchError::Details);
            }
            details.insert(c, detail.clone());
        }
    }
    let mut new = scene.clone();
    (new.tiles, new.details, new.known, new.weights) = (tiles, details, known, weights);
    new.drop_empty_weights();
    for actor in &mut new.actors {
        actor.at = moved(actor.at);
        actor.map_cells(|c| Some(moved(c)));
    }
    for line in &mut new.script {
        line.at = moved(line.at);
        line.to = line.to.map(moved);
    }
    for room in &mut new.rooms {
        (room.from, room.to) = (moved(room.from), moved(room.to));
    }
    Ok(new)
}
