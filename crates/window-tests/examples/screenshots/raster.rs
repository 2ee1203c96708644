//! A software rasteriser of egui's meshes: byte-identical from run to run, and needs no driver.

use egui::epaint::{ClippedPrimitive, ImageData, ImageDelta, Mesh, Primitive};
use egui::{Color32, Context, FullOutput, TextureFilter, TextureId, TexturesDelta};
use egui_kittest::TestRenderer;
use image::{Rgba, RgbaImage};
use std::collections::HashMap;

/// A texture and how it is looked up.
struct Texture {
    size: [usize; 2],
    pixels: Vec<Color32>,
    nearest: bool,
}

/// Draws what a harness has put out.
#[derive(Default)]
pub struct Raster {
    textures: HashMap<TextureId, Texture>,
}

impl TestRenderer for Raster {
    fn handle_delta(&mut self, delta: &mut TexturesDelta) {
        for (id, changes) in delta.set.drain() {
            for change in changes {
                self.change(id, &change);
            }
        }
        for id in delta.free.drain() {
            self.textures.remove(&id);
        }
    }

    fn render(&mut self, ctx: &Context, output: &FullOutput) -> Result<RgbaImage, String> {
        let scale = output.pixels_per_point;
        let size = ctx.content_rect().size() * scale;
        let mut canvas = Canvas::new(size.x.round() as usize, size.y.round() as usize);
        for ClippedPrimitive { clip_rect, primitive } in ctx.tessellate(output.shapes.clone(), scale) {
            let Primitive::Mesh(mesh) = primitive else { continue };
            let Some(texture) = self.textures.get(&mesh.texture_id) else { continue };
            let clip = [clip_rect.min.x, clip_rect.min.y, clip_rect.max.x, clip_rect.max.y]
                .map(|v| (v * scale).round().max(0.0) as usize);
            canvas.mesh(&mesh, texture, scale, clip);
        }
        Ok(canvas.image())
    }
}

impl Raster {
    /// Makes a texture, or writes over a part of one.
    fn change(&mut self, id: TextureId, change: &ImageDelta) {
        let ImageData::Color(image) = &change.image;
        let Some([x, y]) = change.pos else {
            let nearest = change.options.magnification == TextureFilter::Nearest;
            self.textures.insert(id, Texture { size: image.size, pixels: image.pixels.clone(), nearest });
            return;
        };
        let Some(texture) = self.textures.get_mut(&id) else { return };
        for row in 0..image.height() {
            let to = (y + row) * texture.size[0] + x;
            let from = row * image.width();
            texture.pixels[to..to + image.width()].copy_from_slice(&image.pixels[from..from + image.width()]);
        }
    }
}

/// Where a corner of a triangle lies on the screen and in the texture, and its colour.
type Corner = (f32, f32, f32, f32, [f32; 4]);

/// Premultiplied colours, 0 to 255, row-major.
struct Canvas {
    width: usize,
    height: usize,
    pixels: Vec<[f32; 4]>,
}

impl Canvas {
    fn new(width: usize, height: usize) -> Self {
        Self { width, height, pixels: vec![[0.0, 0.0, 0.0, 255.0]; width * height] }
    }

    fn mesh(&mut self, mesh: &Mesh, texture: &Texture, scale: f32, clip: [usize; 4]) {
        for triangle in mesh.indices.chunks_exact(3) {
            let corners = [0, 1, 2].map(|i| {
                let v = &mesh.vertices[triangle[i] as usize];
                (v.pos.x * scale, v.pos.y * scale, v.uv.x, v.uv.y, v.color.to_array().map(f32::from))
            });
            self.triangle(&corners, texture, clip);
        }
    }

    /// Fills a triangle by edge functions; pixels whose middle lies on a shared edge belong to one side only.
    fn triangle(&mut self, v: &[Corner; 3], texture: &Texture, clip: [usize; 4]) {
        let edge =
            |a: usize, b: usize, x: f32, y: f32| (v[b].0 - v[a].0) * (y - v[a].1) - (v[b].1 - v[a].1) * (x - v[a].0);
        let area = edge(0, 1, v[2].0, v[2].1);
        if area.abs() < 1e-9 {
            return;
        }
        let sign = area.signum();
        // An edge that runs down, or right along the top, keeps its own pixels.
        let keeps = |a: usize, b: usize| {
            let (dx, dy) = ((v[b].0 - v[a].0) * sign, (v[b].1 - v[a].1) * sign);
            dy > 0.0 || (dy == 0.0 && dx < 0.0)
        };
        let kept = [keeps(1, 2), keeps(2, 0), keeps(0, 1)];
        let low = |f: fn(&Corner) -> f32| v.iter().map(f).fold(f32::MAX, f32::min).floor().max(0.0) as usize;
        let high = |f: fn(&Corner) -> f32| v.iter().map(f).fold(f32::MIN, f32::max).ceil().max(0.0) as usize;
        let xs = low(|p| p.0).max(clip[0])..high(|p| p.0).min(clip[2]).min(self.width);
        let ys = low(|p| p.1).max(clip[1])..high(|p| p.1).min(clip[3]).min(self.height);
        for y in ys {
            for x in xs.clone() {
                let (px, py) = (x as f32 + 0.5, y as f32 + 0.5);
                let w = [edge(1, 2, px, py), edge(2, 0, px, py), edge(0, 1, px, py)].map(|e| e * sign);
                if (0..3).any(|i| w[i] < 0.0 || (w[i] == 0.0 && !kept[i])) {
                    continue;
                }
                let w = w.map(|e| e / area.abs());
                let mix = |f: &dyn Fn(usize) -> f32| w[0] * f(0) + w[1] * f(1) + w[2] * f(2);
                let texel = texture.at(mix(&|i| v[i].2), mix(&|i| v[i].3));
                let colour: [f32; 4] = std::array::from_fn(|c| mix(&|i| v[i].4[c]) * texel[c] / 255.0);
                let below = &mut self.pixels[y * self.width + x];
                let rest = 1.0 - colour[3] / 255.0;
                *below = std::array::from_fn(|c| colour[c] + below[c] * rest);
            }
        }
    }

    fn image(&self) -> RgbaImage {
        RgbaImage::from_fn(self.width as u32, self.height as u32, |x, y| {
            let p = self.pixels[y as usize * self.width + x as usize];
            Rgba([p[0], p[1], p[2], 255.0].map(|c| c.round().clamp(0.0, 255.0) as u8))
        })
    }
}

impl Texture {
    fn texel(&self, x: i64, y: i64) -> [f32; 4] {
        let x = x.clamp(0, self.size[0] as i64 - 1) as usize;
        let y = y.clamp(0, self.size[1] as i64 - 1) as usize;
        self.pixels[y * self.size[0] + x].to_array().map(f32::from)
    }

    fn at(&self, u: f32, v: f32) -> [f32; 4] {
        let (x, y) = (u * self.size[0] as f32, v * self.size[1] as f32);
        if self.nearest {
            return self.texel(x.floor() as i64, y.floor() as i64);
        }
        let (x, y) = (x - 0.5, y - 0.5);
        let (x0, y0) = (x.floor(), y.floor());
        let (fx, fy) = (x - x0, y - y0);
        let [a, b, c, d] = [(0, 0), (1, 0), (0, 1), (1, 1)].map(|(dx, dy)| self.texel(x0 as i64 + dx, y0 as i64 + dy));
        std::array::from_fn(|i| (a[i] * (1.0 - fx) + b[i] * fx) * (1.0 - fy) + (c[i] * (1.0 - fx) + d[i] * fx) * fy)
    }
}
