//! The software rasteriser of the program's own exports, with the interface that a harness needs.

use egui::{Context, FullOutput, TexturesDelta};
use egui_kittest::TestRenderer;
use gridscope::app::export::raster;
use image::{Rgba, RgbaImage};

/// Draws the output of a harness.
#[derive(Default)]
pub struct Raster(raster::Raster);

impl TestRenderer for Raster {
    fn handle_delta(&mut self, delta: &mut TexturesDelta) {
        self.0.take(delta);
    }

    fn render(&mut self, ctx: &Context, output: &FullOutput) -> Result<RgbaImage, String> {
        let scale = output.pixels_per_point;
        let size = (ctx.content_rect().size() * scale).round();
        let primitives = ctx.tessellate(output.shapes.clone(), scale);
        let drawn = self.0.draw(&primitives, scale, (size.x as usize, size.y as usize));
        let pixel = |x: u32, y: u32| {
            let [r, g, b] = drawn.rgb[y as usize * drawn.width + x as usize];
            Rgba([r, g, b, 255])
        };
        Ok(RgbaImage::from_fn(drawn.width as u32, drawn.height as u32, pixel))
    }
}
