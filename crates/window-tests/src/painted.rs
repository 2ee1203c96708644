//! Everything that a window has painted: its shapes, its texts, and the picture of the map.

use egui::epaint::ClippedShape;
use egui::mutex::Mutex;
use egui::{Color32, ColorImage, Context, Id, ImageData, Pos2, Rect, Shape, TextureId, TexturesDelta};
use egui_kittest::{Harness, TestRenderer};
use gridscope::app::App;
use std::collections::BTreeMap;
use std::sync::Arc;

/// The textures that a window has uploaded, without the letters.
#[derive(Clone, Default)]
pub(crate) struct Textures(Arc<Mutex<BTreeMap<TextureId, ColorImage>>>);

impl Textures {
    /// Stores the textures in a context, so that [`ground`] finds them.
    pub(crate) fn keep_in(&self, ctx: &Context) {
        ctx.data_mut(|data| data.insert_temp(Id::unique("textures of a test"), self.clone()));
    }

    fn of(ctx: &Context) -> Self {
        ctx.data(|data| data.get_temp(Id::unique("textures of a test"))).expect("a window of `window_of`")
    }
}

impl TestRenderer for Textures {
    fn handle_delta(&mut self, delta: &mut TexturesDelta) {
        let mut all = self.0.lock();
        for (&id, deltas) in delta.set.iter().filter(|(id, _)| **id != TextureId::default()) {
            for delta in deltas {
                let ImageData::Color(image) = &delta.image;
                match (delta.pos, all.get_mut(&id)) {
                    (Some([x, y]), Some(whole)) => {
                        for (row, line) in image.pixels.chunks(image.size[0]).zip(y..) {
                            let first = line * whole.size[0] + x;
                            whole.pixels[first..first + row.len()].copy_from_slice(row);
                        }
                    }
                    _ => _ = all.insert(id, ColorImage::clone(image)),
                }
            }
        }
        all.retain(|id, _| !delta.free.contains(id));
        delta.clear();
    }

    #[cfg(feature = "pictures")]
    fn render(&mut self, _: &Context, _: &egui::FullOutput) -> Result<image::RgbaImage, String> {
        Err("it keeps pictures and makes none".into())
    }
}

/// Returns all painted shapes one by one, in painting order, each with its clip rectangle.
pub fn painted<'h>(h: &'h Harness<'_, App>) -> Vec<(Rect, &'h Shape)> {
    fn flat<'h>(clip: Rect, shape: &'h Shape, all: &mut Vec<(Rect, &'h Shape)>) {
        match shape {
            Shape::Vec(shapes) => shapes.iter().for_each(|shape| flat(clip, shape, all)),
            Shape::Noop => {}
            shape => all.push((clip, shape)),
        }
    }
    let mut all = Vec::new();
    h.output().shapes.iter().for_each(|shape| flat(shape.clip_rect, &shape.shape, &mut all));
    all
}

/// Returns the texts painted in a rectangle: those whose centre is visible there.
pub fn texts_in(h: &Harness<'_, App>, rect: Rect) -> Vec<String> {
    let text = |(clip, shape): (Rect, &Shape)| {
        let Shape::Text(text) = shape else { return None };
        let centre = text.visual_bounding_rect().center();
        clip.intersect(rect).contains(centre).then(|| text.galley.text().to_owned())
    };
    painted(h).into_iter().filter_map(text).collect()
}

/// Returns the colour of the map's picture at a point, without the shapes drawn over it. `None` if no map is there.
pub fn ground(h: &Harness<'_, App>, pos: Pos2) -> Option<Color32> {
    let textures = Textures::of(&h.ctx);
    let textures = textures.0.lock();
    let colour = |ClippedShape { clip_rect: clip, shape, .. }: &ClippedShape| {
        let Shape::Mesh(mesh) = shape else { return None };
        let (image, rect) = (textures.get(&mesh.texture_id)?, mesh.calc_bounds());
        let [width, height] = image.size;
        let share = (pos - rect.min) / rect.size();
        let (x, y) = ((share.x * width as f32) as usize, (share.y * height as f32) as usize);
        let inside = clip.contains(pos) && rect.contains(pos);
        // Differences between runs are a second picture, transparent where the runs agree.
        image.pixels.get(y * width + x).copied().filter(|colour| inside && colour.a() == u8::MAX)
    };
    h.output().shapes.iter().rev().find_map(colour)
}
