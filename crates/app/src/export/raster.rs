//! A software rasteriser for egui's output. It produces the same bytes on every machine, and needs no display or
//! driver.

use super::moving::differing;
use egui::epaint::{ClippedPrimitive, ImageData, ImageDelta, Mesh, Primitive, Vertex};
use egui::{Color32, ColorImage, TextureFilter, TextureId, TexturesDelta};
use std::collections::HashMap;

/// A picture of opaque pixels, row by row from the top.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Pixels {
    /// Pixels in a row.
    pub width: usize,
    /// Number of rows.
    pub height: usize,
    /// Red, green and blue of each pixel.
    pub rgb: Vec<[u8; 3]>,
}

impl Pixels {
    /// Returns red, green and blue of all pixels in sequence, as encoders expect.
    pub(crate) fn bytes(&self) -> &[u8] {
        self.rgb.as_flattened()
    }

    /// Returns the picture as an image for the window.
    pub(crate) fn image(&self) -> ColorImage {
        let opaque = |&[r, g, b]: &[u8; 3]| {
            let mut colour = Color32::WHITE;
            (colour[0], colour[1], colour[2]) = (r, g, b);
            colour
        };
        ColorImage::new([self.width, self.height], self.rgb.iter().map(opaque).collect())
    }
}

/// A texture with premultiplied colours, and how it is sampled.
pub(crate) struct Texture {
    /// Width and height in pixels.
    pub size: [usize; 2],
    /// Pixels row by row from the top.
    pub pixels: Vec<Color32>,
    nearest: bool,
}

/// The rasteriser with the textures uploaded so far.
#[derive(Default)]
pub struct Raster {
    textures: HashMap<TextureId, Texture>,
    /// Parts of textures that changed since the last repaint: left, top, right, bottom, in texels.
    pub(super) changed: Vec<(TextureId, [usize; 4])>,
}

impl Raster {
    /// Applies a frame's texture changes: stores new ones before it is drawn, and removes those no longer needed.
    pub fn take(&mut self, delta: &mut TexturesDelta) {
        for (id, changes) in delta.set.drain() {
            for change in changes {
                self.change(id, &change);
            }
        }
        for id in delta.free.drain() {
            self.textures.remove(&id);
        }
    }

    /// Returns a texture by its id.
    pub(crate) fn texture(&self, id: TextureId) -> Option<&Texture> {
        self.textures.get(&id)
    }

    /// Draws `primitives` on black, with `scale` pixels per point.
    pub fn draw(&self, primitives: &[ClippedPrimitive], scale: f32, (width, height): (usize, usize)) -> Pixels {
        let mut canvas = Pixels { width, height, rgb: vec![[0; 3]; width * height] };
        for ClippedPrimitive { clip_rect, primitive } in primitives {
            let Primitive::Mesh(mesh) = primitive else { continue };
            let Some(texture) = self.textures.get(&mesh.texture_id) else { continue };
            let clip = [clip_rect.min.x, clip_rect.min.y, clip_rect.max.x, clip_rect.max.y]
                .map(|v| (v * scale).round().max(0.0) as usize);
            figures(mesh, scale, &mut |figure| canvas.figure(&figure, texture, clip));
        }
        canvas
    }

    /// Notes that a part of a texture has changed.
    fn note_change(&mut self, id: TextureId, part: [usize; 4]) {
        match self.changed.iter_mut().find(|known| known.0 == id) {
            Some((_, known)) => {
                *known = around(*known, part);
            }
            None => self.changed.push((id, part)),
        }
    }

    /// Creates a texture, or overwrites a part of one.
    fn change(&mut self, id: TextureId, change: &ImageDelta) {
        let ImageData::Color(image) = &change.image;
        let [x, y] = change.pos.unwrap_or_default();
        let known = self.textures.get(&id).filter(|old| change.pos.is_none() && old.size == image.size);
        let part = match known {
            Some(old) => differing(&old.pixels, &image.pixels, image.width()),
            None => Some([x, y, image.width(), image.height()]),
        };
        if let Some([left, top, w, h]) = part {
            self.note_change(id, [left, top, left + w, top + h]);
        }
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

/// Returns the smallest area around two: left, top, right, bottom.
pub(super) fn around(a: [usize; 4], b: [usize; 4]) -> [usize; 4] {
    [a[0].min(b[0]), a[1].min(b[1]), a[2].max(b[2]), a[3].max(b[3])]
}

/// A corner of a triangle, in pixels.
#[derive(Clone)]
pub(super) struct Corner {
    pub(super) x: f32,
    pub(super) y: f32,
    pub(super) u: f32,
    pub(super) v: f32,
    pub(super) colour: [f32; 4],
}

/// A part of a mesh.
#[derive(Clone)]
pub(super) enum Figure {
    /// An axis-aligned rectangle, from its low to its high corner.
    Rectangle([Corner; 2]),
    /// A triangle.
    Triangle([Corner; 3]),
}

impl Figure {
    /// Returns the corners that define it.
    pub(super) fn corners(&self) -> &[Corner] {
        match self {
            Self::Rectangle(both) => both,
            Self::Triangle(all) => all,
        }
    }
}

/// Takes a mesh apart. Fills, pictures and letters are rectangles of two triangles. Drawing them as one is faster.
pub(super) fn figures(mesh: &Mesh, scale: f32, take: &mut dyn FnMut(Figure)) {
    let corner = |i: u32| Corner::of(&mesh.vertices[i as usize], scale);
    let mut at = 0;
    while let Some(triangle) = mesh.indices.get(at..at + 3) {
        at += 3;
        let corners = [corner(triangle[0]), corner(triangle[1]), corner(triangle[2])];
        if let Some(next) = mesh.indices.get(at..at + 3)
            && let Some(fourth) = next.iter().find(|i| !triangle.contains(i)).map(|&i| corner(i))
            && next.iter().filter(|i| triangle.contains(i)).count() == 2
            && let Some((low, high)) = upright(&corners, &fourth)
        {
            at += 3;
            take(Figure::Rectangle([low, high]));
        } else {
            take(Figure::Triangle(corners));
        }
    }
}

impl Corner {
    fn of(v: &Vertex, scale: f32) -> Self {
        let colour = v.color.to_array().map(f32::from);
        Self { x: v.pos.x * scale, y: v.pos.y * scale, u: v.uv.x, v: v.uv.y, colour }
    }
}

impl Pixels {
    /// Draws a figure within a clip rectangle: left, top, right, bottom.
    pub(super) fn figure(&mut self, figure: &Figure, texture: &Texture, clip: [usize; 4]) {
        match figure {
            Figure::Rectangle([low, high]) => self.rectangle(low, high, texture, clip),
            Figure::Triangle(corners) => self.triangle(corners, texture, clip),
        }
    }

    /// Fills an axis-aligned rectangle with one colour or a texture, from its low to its high corner.
    fn rectangle(&mut self, low: &Corner, high: &Corner, texture: &Texture, clip: [usize; 4]) {
        // A pixel belongs to the rectangle if its centre is inside. Centres on the low edges count, on the high edges
        // not.
        let first = |edge: f32, least: usize| ((edge - 0.5).ceil().max(0.0) as usize).max(least);
        let past = |edge: f32, most: usize| ((edge - 0.5).ceil().max(0.0) as usize).min(most);
        let xs = first(low.x, clip[0])..past(high.x, clip[2].min(self.width));
        let ys = first(low.y, clip[1])..past(high.y, clip[3].min(self.height));
        if xs.is_empty() {
            return;
        }
        let even = (low.u == high.u && low.v == high.v).then(|| tinted(low.colour, texture.at(low.u, low.v)));
        let (du, dv) = ((high.u - low.u) / (high.x - low.x), (high.v - low.v) / (high.y - low.y));
        for y in ys {
            let from = y * self.width;
            let row = &mut self.rgb[from + xs.start..from + xs.end];
            if let Some(colour) = even {
                if colour[3] >= 255.0 {
                    row.fill([colour[0], colour[1], colour[2]].map(|c| c.round().clamp(0.0, 255.0) as u8));
                } else if colour[3] > 0.0 || colour[0] + colour[1] + colour[2] > 0.0 {
                    for below in row {
                        blend(below, colour);
                    }
                }
                continue;
            }
            let v = low.v + (y as f32 + 0.5 - low.y) * dv;
            for (below, x) in row.iter_mut().zip(xs.clone()) {
                let u = low.u + (x as f32 + 0.5 - low.x) * du;
                blend(below, tinted(low.colour, texture.at(u, v)));
            }
        }
    }

    /// Fills a triangle by edge functions. A pixel with its centre on a shared edge belongs to one side only.
    fn triangle(&mut self, v: &[Corner; 3], texture: &Texture, clip: [usize; 4]) {
        let edge =
            |a: usize, b: usize, x: f32, y: f32| (v[b].x - v[a].x) * (y - v[a].y) - (v[b].y - v[a].y) * (x - v[a].x);
        let area = edge(0, 1, v[2].x, v[2].y);
        if area.abs() < 1e-9 {
            return;
        }
        let sign = area.signum();
        // An edge that runs up on the left, or right along the top, keeps the pixels on it, as the low edges of a rectangle
        // do.
        let keeps = |a: usize, b: usize| {
            let (dx, dy) = ((v[b].x - v[a].x) * sign, (v[b].y - v[a].y) * sign);
            dy < 0.0 || (dy == 0.0 && dx > 0.0)
        };
        let inclusive_edges = [keeps(1, 2), keeps(2, 0), keeps(0, 1)];
        let low = |f: fn(&Corner) -> f32| v.iter().map(f).fold(f32::MAX, f32::min).floor().max(0.0) as usize;
        let high = |f: fn(&Corner) -> f32| v.iter().map(f).fold(f32::MIN, f32::max).ceil().max(0.0) as usize;
        let xs = low(|p| p.x).max(clip[0])..high(|p| p.x).min(clip[2]).min(self.width);
        let ys = low(|p| p.y).max(clip[1])..high(|p| p.y).min(clip[3]).min(self.height);
        // Most triangles have one colour, so no pixel needs a lookup.
        let plain = (v[0].u == v[1].u && v[1].u == v[2].u && v[0].v == v[1].v && v[1].v == v[2].v)
            .then(|| texture.at(v[0].u, v[0].v));
        let even = plain.filter(|_| v[0].colour == v[1].colour && v[1].colour == v[2].colour);
        let even = even.map(|texel| tinted(v[0].colour, texel));
        for y in ys {
            let py = y as f32 + 0.5;
            let Some((from, to)) = span(v, py) else { continue };
            let mut inside = false;
            for x in xs.start.max(from)..xs.end.min(to) {
                let px = x as f32 + 0.5;
                let w = [edge(1, 2, px, py), edge(2, 0, px, py), edge(0, 1, px, py)].map(|e| e * sign);
                if (0..3).any(|i| w[i] < 0.0 || (w[i] == 0.0 && !inclusive_edges[i])) {
                    // The pixels of a row are contiguous.
                    if inside {
                        break;
                    }
                    continue;
                }
                inside = true;
                let colour = even.unwrap_or_else(|| {
                    let w = w.map(|e| e / area.abs());
                    let mix = |f: &dyn Fn(&Corner) -> f32| w[0] * f(&v[0]) + w[1] * f(&v[1]) + w[2] * f(&v[2]);
                    let texel = plain.unwrap_or_else(|| texture.at(mix(&|p| p.u), mix(&|p| p.v)));
                    tinted(std::array::from_fn(|c| mix(&|p| p.colour[c])), texel)
                });
                blend(&mut self.rgb[y * self.width + x], colour);
            }
        }
    }
}

/// Returns the range of pixels in which a row crosses a triangle, slightly enlarged on both sides.
fn span(v: &[Corner; 3], y: f32) -> Option<(usize, usize)> {
    let (mut low, mut high) = (f32::MAX, f32::MIN);
    for (a, b) in [(0, 1), (1, 2), (2, 0)] {
        let (a, b) = (&v[a], &v[b]);
        if (a.y <= y) == (b.y <= y) && a.y != y && b.y != y {
            continue;
        }
        let x = if a.y == b.y { a.x } else { a.x + (b.x - a.x) * (y - a.y) / (b.y - a.y) };
        (low, high) = (low.min(x), high.max(x));
        if a.y == b.y {
            (low, high) = (low.min(b.x), high.max(b.x));
        }
    }
    (low <= high).then(|| ((low - 2.0).floor().max(0.0) as usize, (high + 2.0).ceil().max(0.0) as usize))
}

/// Blends a premultiplied colour over a pixel.
fn blend(below: &mut [u8; 3], colour: [f32; 4]) {
    let rest = 1.0 - colour[3] / 255.0;
    for (below, colour) in below.iter_mut().zip(colour) {
        *below = (colour + f32::from(*below) * rest + 0.5).clamp(0.0, 255.0) as u8;
    }
}

/// Returns the low and the high corner if the four corners form an axis-aligned rectangle of one colour, with an
/// axis-aligned texture.
fn upright(three: &[Corner; 3], fourth: &Corner) -> Option<(Corner, Corner)> {
    let all = [&three[0], &three[1], &three[2], fourth];
    let pick = |better: fn(&Corner, &Corner) -> bool| {
        all.iter().skip(1).fold(all[0], |best, c| if better(c, best) { c } else { best })
    };
    let low = pick(|a, b| a.x + a.y < b.x + b.y);
    let high = pick(|a, b| a.x + a.y > b.x + b.y);
    let on = |c: &&&Corner| {
        let (left, top) = (c.x == low.x && c.u == low.u, c.y == low.y && c.v == low.v);
        let (right, foot) = (c.x == high.x && c.u == high.u, c.y == high.y && c.v == high.v);
        (left || right) && (top || foot) && c.colour == low.colour
    };
    let fits = low.x < high.x && low.y < high.y && all.iter().filter(on).count() == 4;
    let others = all.iter().filter(|c| (c.x == low.x) != (c.y == low.y)).count();
    (fits && others == 2).then(|| (low.clone(), high.clone()))
}

/// Multiplies a colour with a texel, both premultiplied.
fn tinted(colour: [f32; 4], texel: [f32; 4]) -> [f32; 4] {
    std::array::from_fn(|c| colour[c] * texel[c] / 255.0)
}

impl Texture {
    fn texel(&self, x: i64, y: i64) -> [f32; 4] {
        let x = x.min(self.size[0] as i64 - 1).max(0) as usize;
        let y = y.min(self.size[1] as i64 - 1).max(0) as usize;
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
