//! What the picture of a map is made of: a run at a moment, a layer, a theme; and the key that tells one picture from another.

use crate::core::geometry::Cell;
use crate::core::scene::Scene;
use crate::core::trace::Replay;
use crate::core::trace::replay::Drawing;
use crate::core::view::palette::Palette;
use egui::Color32;
use std::ops::Range;

/// What a picture was made of; another key means another picture.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Key {
    /// The scene that was opened, whose revisions are counted.
    pub opened: u64,
    /// The revision of the map.
    pub revision: u64,
    /// The recording.
    pub generation: u64,
    /// The moment.
    pub cursor: usize,
    /// The layer.
    pub layer: usize,
    /// Whose view is shown.
    pub eyes: usize,
    /// The theme, by its number.
    pub theme: u8,
    /// Whether nothing is marked.
    pub plain: bool,
    /// Whether tiles are as they were placed.
    pub placed: bool,
}

/// What a picture is made of.
#[derive(Clone)]
pub struct Shown<'a> {
    /// Says whether it is another picture than before.
    pub key: Key,
    /// The map.
    pub scene: &'a Scene,
    /// Its run.
    pub replay: Option<&'a Replay>,
    /// The cells whose tiles may have changed since a revision of the map; none where that may be all.
    pub repainted: &'a dyn Fn(u64) -> Option<Vec<Cell>>,
    /// The colours of cells.
    pub palette: &'a Palette<Color32>,
    /// What lies behind the map.
    pub canvas: Color32,
    /// The columns and rows in view, which are made first.
    pub view: (Range<u16>, Range<u16>),
    /// How many textures are made at most.
    pub share: usize,
}

impl<'a> Shown<'a> {
    /// The run, where it is one of this map and marked on it.
    pub(super) fn marked(&self) -> Option<&'a Replay> {
        self.replay.filter(|replay| replay.size() == self.scene.size() && !self.key.plain)
    }

    /// What draws its marks; none where nothing is marked.
    pub(super) fn drawing(&self) -> Option<Drawing<'a>> {
        Some(self.marked()?.drawing(Some(self.key.layer)))
    }
}
