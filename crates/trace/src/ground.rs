//! Conversions of scenes for `gridscope-grid`: as ground for movement, and as a map.

use crate::movement::{Ground, Mover};
use crate::terrain::{Tile, Walk};
use crate::weight::Weights;
use crate::{Actor, ActorKind, Cell, GridMap, Scene, Size};

impl Ground for Scene {
    fn size(&self) -> Size {
        Self::size(self)
    }

    #[inline]
    fn tile(&self, cell: Cell) -> Tile {
        self.tiles[cell]
    }

    fn key(&self, cell: Cell) -> Option<&str> {
        // Most scenes have no details.
        self.details.get(&cell).and_then(|detail| detail.key.as_deref())
    }

    fn weights(&self) -> Option<&Weights> {
        self.weights.as_ref()
    }
}

/// Creates the map of the scene's tiles. Cells that every mover may enter are free, including closed doors. The costs
/// of tiles are ignored.
impl From<&Scene> for GridMap {
    fn from(scene: &Scene) -> Self {
        let info = |cell: Cell| scene.tiles[cell].info();
        Self::new(scene.size(), |cell| matches!(info(cell).walk, Walk::Yes | Walk::Opens))
            .opaque(|cell| info(cell).opacity == u8::MAX)
    }
}

impl From<&Actor> for Mover {
    fn from(actor: &Actor) -> Self {
        Self { thief: actor.kind == ActorKind::Thief, keys: actor.keys().iter().cloned().collect() }
    }
}
