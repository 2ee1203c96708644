//! Input of a map's picture: a run at a moment, a layer and a theme. The key tells whether the picture must be drawn
//! again.

use egui::Color32;
use gridscope_trace::geometry::Cell;
use gridscope_trace::scene::Scene;
use gridscope_trace::trace::Replay;
use gridscope_trace::trace::replay::Drawing;
use gridscope_trace::view::palette::Palette;
use std::ops::Range;

/// Key of a picture. A different key means a different picture.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Key {
    /// Number of the opened scene, whose revisions are counted.
    pub opened: u64,
    /// Revision of the map.
    pub revision: u64,
    /// Generation of the recording.
    pub generation: u64,
    /// Position of the cursor.
    pub cursor: usize,
    /// The layer.
    pub layer: usize,
    /// The actor whose view is shown.
    pub eyes: usize,
    /// Number of the theme.
    pub theme: u8,
    /// Whether the marks of the run are hidden.
    pub plain: bool,
    /// Whether tiles are shown as they were placed.
    pub placed: bool,
}

/// Input of a picture.
#[derive(Clone)]
pub struct PictureInput<'a> {
    /// Key that tells whether the picture differs from the last one.
    pub key: Key,
    /// The map.
    pub scene: &'a Scene,
    /// The run on this map.
    pub replay: Option<&'a Replay>,
    /// Returns the cells whose tiles may have changed since a revision of the map. Returns `None` if all may have
    /// changed.
    pub repainted: &'a dyn Fn(u64) -> Option<Vec<Cell>>,
    /// The colours of cells.
    pub palette: &'a Palette<Color32>,
    /// The background colour of the canvas.
    pub canvas: Color32,
    /// The columns and rows in view, which are drawn first.
    pub view: (Range<u16>, Range<u16>),
    /// Maximum number of textures to draw in a frame.
    pub share: usize,
}

impl<'a> PictureInput<'a> {
    /// Returns the run, if it is on this map and its marks are shown.
    pub(super) fn marked(&self) -> Option<&'a Replay> {
        self.replay.filter(|replay| replay.size() == self.scene.size() && !self.key.plain)
    }

    /// Returns the drawing of the run's marks. Returns `None` if no marks are shown.
    pub(super) fn drawing(&self) -> Option<Drawing<'a>> {
        Some(self.marked()?.drawing(Some(self.key.layer)))
    }
}
