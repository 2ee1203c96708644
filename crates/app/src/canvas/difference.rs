//! Differences between two runs at their current moments. A tint covers the map with one pixel per cell. Cells that are
//! large enough also get a sign.

use super::shapes::Draw;
use super::signs::rim;
use super::texture::Key;
use egui::{Color32, ColorImage, Context, TextureHandle, TextureOptions};
use gridscope_trace::geometry::Cell;
use gridscope_trace::trace::Replay;
use gridscope_trace::trace::compare::differing_cells;

/// Cells narrower than this, in points, have no sign.
const SIGN_FROM: f32 = 14.0;
/// Maps with more cells are not compared, because it would take longer than a frame.
const MAX_CELLS: usize = 1 << 18;

/// The differing cells of one canvas.
#[derive(Default)]
pub(super) struct Difference {
    key: Option<(Key, Key)>,
    /// The differing cells, in row-major order.
    cells: Vec<Cell>,
    /// Those of them that only the other run has reached.
    elsewhere: Vec<Cell>,
    veil: Option<TextureHandle>,
}

impl Difference {
    /// Removes the comparison.
    pub(super) fn clear(&mut self) {
        *self = Self::default();
    }

    /// Returns whether cells differ, and whether only the other run has reached some of them.
    pub(super) const fn occurs(&self) -> (bool, bool) {
        (!self.cells.is_empty(), !self.elsewhere.is_empty())
    }

    /// Compares `this` with `other` again if one of the keys has changed.
    pub(super) fn update(
        &mut self,
        ctx: &Context,
        keys: (Key, Key),
        (this, other): (&Replay, &Replay),
        colour: Color32,
    ) {
        if self.key == Some(keys) {
            return;
        }
        self.key = Some(keys);
        let size = this.size();
        self.cells = if size.area() > MAX_CELLS { Vec::new() } else { differing_cells(this, other, keys.0.layer) };
        let layer = keys.0.layer;
        let same = this.schema().algorithm == other.schema().algorithm;
        let only_other = |c: &&Cell| same && this.value(layer, **c).is_none() && other.value(layer, **c).is_some();
        self.elsewhere = self.cells.iter().filter(only_other).copied().collect();
        if self.cells.is_empty() {
            self.veil = None;
            return;
        }
        let mut image = ColorImage::filled([size.width as usize, size.height as usize], Color32::TRANSPARENT);
        for cell in &self.cells {
            image.pixels[size.index(*cell)] = colour.gamma_multiply(0.3);
        }
        match &mut self.veil {
            Some(veil) => veil.set(image, TextureOptions::NEAREST),
            veil => *veil = Some(ctx.load_texture("difference", image, TextureOptions::NEAREST)),
        }
    }
}

impl Draw<'_> {
    /// Marks each differing cell: by a tint if cells are small, else by a sign in its lower left corner. A cell that only
    /// the other run has reached has a dashed outline.
    pub(super) fn differences(&self, difference: &Difference) {
        let Some(veil) = &difference.veil else { return };
        let camera = &self.cx.view.camera;
        let min = camera.to_screen(self.rect, egui::vec2(0.0, 0.0));
        let uv = egui::Rect::from_min_max(egui::pos2(0.0, 0.0), egui::pos2(1.0, 1.0));
        let rect = egui::Rect::from_min_size(min, veil.size_vec2() * self.zoom);
        if self.zoom < SIGN_FROM {
            self.painter.image(veil.id(), rect, uv, Color32::WHITE);
            return;
        }
        let (xs, ys) = camera.in_view(self.rect, self.scene.size());
        let side = (self.zoom * 0.24).max(5.0);
        for &cell in difference.cells.iter().filter(|c| xs.contains(&c.x) && ys.contains(&c.y)) {
            let corner = self.at(cell).left_bottom();
            let notch = vec![corner, corner + egui::vec2(side, 0.0), corner - egui::vec2(0.0, side)];
            self.painter.add(egui::Shape::convex_polygon(notch, self.theme.difference, egui::Stroke::NONE));
        }
        let line = egui::Stroke::new(1.5, self.theme.difference.gamma_multiply(0.6));
        for &cell in difference.elsewhere.iter().filter(|c| xs.contains(&c.x) && ys.contains(&c.y)) {
            let rim = rim(self.at(cell).shrink(self.zoom * 0.08));
            self.painter.extend(egui::Shape::dashed_line(&rim, line, 3.0, 3.0));
        }
    }
}
